/* lesson_common.c -- what the lessons' reports share */

#include "report/lesson_common.h"

#include <gmp.h>
#include <mpfr.h>
#include <mpfi.h>
#include <stdlib.h>

#include "real/decimal.h"
#include "report/double_text.h"

void
assay_lesson_begin (struct assay_json_out *out, struct assay_text *text,
                    const char *version)
{
  assay_json_begin (out, text, version, "lesson");
  assay_json_string (out, "gmp_version", gmp_version);
  assay_json_string (out, "mpfr_version", mpfr_get_version ());
  assay_json_string (out, "mpfi_version", mpfi_get_version ());
}

void
assay_lesson_put_checks (struct assay_json_out *out,
                         const struct assay_lesson_check *checks,
                         size_t count)
{
  size_t i;

  assay_json_open_object (out, "checks");
  for (i = 0; i < count; i++)
    assay_json_bool (out, checks[i].name, checks[i].verdict == ASSAY_HOLDS);
  assay_json_close (out);
}

void
assay_lesson_put_groups (struct assay_json_out *out,
                         const struct assay_lesson_check *checks,
                         size_t count)
{
  assay_json_integer (out, "unique_check_groups", (long long) count);
  assay_lesson_put_checks (out, checks, count);
}

void
assay_lesson_put_strings (struct assay_json_out *out, const char *key,
                          const char *const *strings, size_t count)
{
  size_t i;

  assay_json_open_list (out, key);
  for (i = 0; i < count; i++)
    assay_json_string (out, NULL, strings[i]);
  assay_json_close (out);
}

void
assay_lesson_put_doubles (struct assay_json_out *out, const char *key,
                          const struct assay_double_figure *figures,
                          size_t count)
{
  size_t i;

  assay_json_open_inline_list (out, key);
  for (i = 0; i < count; i++)
    assay_double_put (out, NULL, figures[i].computed);
  assay_json_close (out);
}

void
assay_lesson_add_checks (struct assay_text *text,
                         const struct assay_lesson_check *checks,
                         size_t count)
{
  size_t held = 0, i;
  const char *c;

  assay_text_add (text, "groups of checks\n");
  for (i = 0; i < count; i++)
    {
      held += checks[i].verdict == ASSAY_HOLDS;
      assay_text_printf (text, "  %-6s ",
                         assay_verdict_name (checks[i].verdict));
      for (c = checks[i].name; *c; c++)
        {
          char shown = *c;

          if (shown == '_')
            shown = ' ';
          assay_text_add_char (text, shown);
        }
      assay_text_add_char (text, '\n');
    }
  assay_text_printf (text, "  %zu of %zu groups hold\n", held, count);
}

void
assay_lesson_add_bound (struct assay_text *text, mpfr_srcptr x)
{
  assay_text_take (text, assay_decimal_text (x, 2, MPFR_RNDU));
}
