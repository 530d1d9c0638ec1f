/* rope_query_report.c -- what the query is multiplied by, as text and JSON */

#include "report/rope_report.h"

#include <stdlib.h>

/* FORMULA <- "1 + 0.1 ln (1 + floor (p / 8192))" of PLAN, which has one.  */
static void
add_formula (struct assay_text *formula, const struct assay_rope_plan *plan)
{
  int is_still = plan->type == ASSAY_ROPE_NONE;

  assay_text_add (formula, "1 + ");
  assay_text_take (formula, assay_rope_value_text
                   (assay_rope_plan_value (plan, is_still
                                           ? ASSAY_KEY_ATTN_SCALE
                                           : ASSAY_KEY_QUERY_BETA)));
  assay_text_add (formula, is_still ? " ln (1 + floor ((p + 1) / "
                           : " ln (1 + floor (p / ");
  assay_text_take (formula, assay_rope_value_text
                   (assay_rope_plan_value (plan, is_still
                                           ? ASSAY_KEY_FLOOR_SCALE
                                           : ASSAY_KEY_ORIGINAL)));
  assay_text_add (formula, "))");
}

/* NUMBER <- the factor at POSITION, to be freed by the caller.  */
static enum assay_status
factor_at (char **number, const struct assay_rope_view *view,
           const struct assay_rope_plan *plan, unsigned long position,
           struct assay_ctx *ctx)
{
  struct assay_expr *factor = NULL;
  enum assay_status status = assay_rope_query_factor (&factor, plan,
                                                      position, ctx);

  *number = NULL;
  if (status == ASSAY_OK)
    status = assay_rope_digits (number, factor, view->digits, ctx);
  assay_expr_unref (factor);
  return status;
}

enum assay_status
assay_rope_query_text (struct assay_text *text,
                       const struct assay_rope_view *view,
                       const struct assay_rope_plan *plan,
                       struct assay_ctx *ctx)
{
  unsigned long position = assay_rope_last_position (view, plan);
  struct assay_text formula;
  enum assay_status status;
  char *number;

  if (!assay_rope_grows_query (plan))
    return ASSAY_OK;
  assay_text_init (&formula);
  add_formula (&formula, plan);
  assay_text_printf (text, "  %-33s %s\n", "times the query at position p",
                     assay_text_string (&formula));
  assay_text_clear (&formula);
  if (position == 0 && !view->has_position)
    return ASSAY_OK;
  status = factor_at (&number, view, plan, position, ctx);
  if (status == ASSAY_OK)
    assay_text_printf (text, "    at %-28lu %s\n", position, number);
  free (number);
  return status;
}

enum assay_status
assay_rope_query_json (struct assay_json_out *out,
                       const struct assay_rope_view *view,
                       const struct assay_rope_plan *plan,
                       struct assay_ctx *ctx)
{
  unsigned long position = assay_rope_last_position (view, plan);
  enum assay_status status = ASSAY_OK;
  struct assay_text formula;
  char *number;

  if (!assay_rope_grows_query (plan))
    return ASSAY_OK;
  assay_text_init (&formula);
  add_formula (&formula, plan);
  assay_json_open_object (out, "query_factor");
  assay_json_string (out, "formula", assay_text_string (&formula));
  assay_text_clear (&formula);
  if (position > 0 || view->has_position)
    {
      status = factor_at (&number, view, plan, position, ctx);
      if (status == ASSAY_OK)
        {
          assay_json_integer (out, "position", (long long) position);
          assay_json_string (out, "value", number);
        }
      free (number);
    }
  assay_json_close (out);
  return status;
}
