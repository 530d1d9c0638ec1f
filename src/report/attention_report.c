/* attention_report.c -- how certified weights and outputs look */

#include "report/attention_report.h"

#include <inttypes.h>

#include "base/json_out.h"

static void
add_rows (struct assay_text *text, const struct assay_number *numbers,
          size_t rows, size_t columns)
{
  size_t i, j;

  for (i = 0; i < rows; i++)
    {
      assay_text_printf (text, "  row %zu:", i);
      for (j = 0; j < columns; j++)
        {
          const struct assay_number *number = &numbers[i * columns + j];

          assay_text_printf (text, "  %s", number->exact ? number->exact
                                           : number->value);
        }
      assay_text_add_char (text, '\n');
    }
}

static void
add_heading (struct assay_text *text, const char *what,
             const struct assay_settling *how)
{
  if (how->rounds)
    assay_text_printf (text, "%s (correctly rounded to %s)\n", what,
                       assay_fmt_shape (how->fmt)->name);
  else
    assay_text_printf (text, "%s (fractions and integers are exact, decimals "
                       "correctly rounded to %lu digits)\n", what,
                       how->digits);
}

void
assay_attention_report_text (struct assay_text *text,
                             const struct assay_attention_result *result,
                             const struct assay_settling *how)
{
  add_heading (text, "weights", how);
  add_rows (text, result->weights, result->queries, result->keys);
  add_heading (text, "output", how);
  add_rows (text, result->output, result->queries, result->columns);
}

static void
put_number (struct assay_json_out *out, const struct assay_number *number,
            enum assay_fmt fmt)
{
  if (number->kind == ASSAY_NUMBER_EXACT)
    {
      assay_json_string (out, NULL, number->exact);
      return;
    }
  assay_json_open_inline_object (out, NULL);
  if (number->kind == ASSAY_NUMBER_FLOAT)
    assay_json_printf (out, "bits", "0x%0*" PRIx64,
                       (int) (assay_fmt_shape (fmt)->width / 4),
                       number->bits);
  assay_json_string (out, "value", number->value);
  if (number->kind == ASSAY_NUMBER_CERTIFIED)
    {
      assay_json_string (out, "lo", number->lo);
      assay_json_string (out, "hi", number->hi);
    }
  assay_json_close (out);
}

static void
put_rows (struct assay_json_out *out, const char *key,
          const struct assay_number *numbers, size_t rows, size_t columns,
          enum assay_fmt fmt)
{
  size_t i, j;

  assay_json_open_list (out, key);
  for (i = 0; i < rows; i++)
    {
      assay_json_open_inline_list (out, NULL);
      for (j = 0; j < columns; j++)
        put_number (out, &numbers[i * columns + j], fmt);
      assay_json_close (out);
    }
  assay_json_close (out);
}

void
assay_attention_report_json (struct assay_text *text,
                             const struct assay_attention_result *result,
                             const struct assay_settling *how,
                             const char *version)
{
  struct assay_json_out out;

  assay_json_begin (&out, text, version, "attention");
  put_rows (&out, "weights", result->weights, result->queries, result->keys,
            how->fmt);
  put_rows (&out, "output", result->output, result->queries, result->columns,
            how->fmt);
  assay_json_end (&out);
}
