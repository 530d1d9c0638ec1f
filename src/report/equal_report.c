/* equal_report.c -- how the comparison of two conventions looks */

#include "report/equal_report.h"

#include <stdlib.h>

#include "base/json_out.h"
#include "exact/rat.h"
#include "real/print.h"

enum { DIGITS = 12 };

/* NUMBER <- the three values of a counterexample; to be freed, null where
   there is none.  */
static enum assay_status
settle_values (char *number[3], const struct assay_equality *equality,
               struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  struct assay_decision decision;
  int n;

  for (n = 0; n < 3; n++)
    number[n] = NULL;
  for (n = 0; n < 3 && status == ASSAY_OK && equality->value[n]; n++)
    {
      mpq_srcptr rational = assay_expr_rational (equality->value[n]);

      if (rational)
        {
          number[n] = assay_rat_text (rational);
          continue;
        }
      status = assay_print_digits (&number[n], &decision, equality->value[n],
                                   DIGITS, ctx);
      if (status == ASSAY_OK && number[n] == NULL)
        status = assay_fail (ctx, ASSAY_ELIMIT, NULL, "decidable digits of a "
                             "counterexample", "none at %lu bits",
                             ctx->max_precision);
    }
  return status;
}

static void
free_values (char *number[3])
{
  int n;

  for (n = 0; n < 3; n++)
    free (number[n]);
}

static void
add_constant (struct assay_text *text, const struct assay_equality *equality)
{
  assay_text_add (text, "same weights, scores differ by a constant of the "
                  "row: A's are B's plus ");
  if (mpq_sgn (equality->row) != 0)
    assay_text_take (text, assay_rat_text (equality->row));
  if (mpq_sgn (equality->query) != 0)
    {
      if (mpq_sgn (equality->row) != 0)
        assay_text_add (text, " + ");
      assay_text_take (text, assay_rat_text (equality->query));
      assay_text_add (text, " m, m the query's position");
    }
  assay_text_add_char (text, '\n');
}

static void
add_counterexample (struct assay_text *text,
                    const struct assay_equality *equality,
                    char *const number[3])
{
  char proof[160];

  assay_text_add (text, "different\n");
  if (equality->has_vectors)
    assay_text_printf (text, "  query: 1 at component %zu, 0 elsewhere, at "
                       "position %ld\n  key:   1 at component %zu, 0 "
                       "elsewhere, at position %ld\n  product of the turned "
                       "vectors: %s in A, %s in B\n", equality->q,
                       equality->m, equality->k, equality->n, number[0],
                       number[1]);
  else
    assay_text_printf (text, "  query and keys of zeros, the query at "
                       "position 0: the score of a key at position 1\n  is "
                       "above that of one at position 0 by %s in A, %s in "
                       "B\n", number[0], number[1]);
  assay_decision_render (proof, sizeof proof, &equality->decision);
  assay_text_printf (text, "  difference: %s (proved: %s)\n", number[2],
                     proof);
}

enum assay_status
assay_equal_report_text (struct assay_text *text,
                         const struct assay_equality *equality,
                         struct assay_ctx *ctx)
{
  enum assay_status status;
  char *number[3];

  status = settle_values (number, equality, ctx);
  if (status == ASSAY_OK)
    switch (equality->sameness)
      {
      case ASSAY_SAME_SCORES:
        assay_text_add (text, "same scores for all queries, keys and integer "
                        "positions\n");
        break;
      case ASSAY_SAME_WEIGHTS:
        add_constant (text, equality);
        break;
      case ASSAY_SAME_NOT:
        add_counterexample (text, equality, number);
        break;
      default:
        assay_text_printf (text, "open: %zu of %zu values compared are not "
                           "told apart at %lu bits\n", equality->open,
                           equality->compared, ctx->max_precision);
      }
  free_values (number);
  return status;
}

static void
put_unit (struct assay_json_out *out, const char *name, int is_unit,
          size_t component, long position)
{
  assay_json_open_inline_object (out, name);
  if (is_unit)
    assay_json_integer (out, "component", (long long) component);
  assay_json_integer (out, "position", position);
  assay_json_close (out);
}

enum assay_status
assay_equal_report_json (struct assay_text *text,
                         const struct assay_equality *equality,
                         const char *version, struct assay_ctx *ctx)
{
  enum assay_status status;
  struct assay_json_out out;
  char *number[3];

  status = settle_values (number, equality, ctx);
  if (status == ASSAY_OK)
    {
      assay_json_begin (&out, text, version, "kernel equal");
      assay_json_string (&out, "answer",
                         assay_sameness_name (equality->sameness));
      if (equality->sameness == ASSAY_SAME_WEIGHTS)
        {
          assay_json_take (&out, "row", assay_rat_text (equality->row));
          assay_json_take (&out, "query_slope",
                           assay_rat_text (equality->query));
        }
      if (equality->sameness == ASSAY_SAME_NOT)
        {
          put_unit (&out, "query", equality->has_vectors, equality->q,
                    equality->m);
          put_unit (&out, "key", equality->has_vectors, equality->k,
                    equality->n);
          assay_json_string (&out, "a", number[0]);
          assay_json_string (&out, "b", number[1]);
          assay_json_string (&out, "difference", number[2]);
        }
      assay_json_integer (&out, "compared", (long long) equality->compared);
      assay_json_integer (&out, "open", (long long) equality->open);
      assay_json_end (&out);
    }
  free_values (number);
  return status;
}
