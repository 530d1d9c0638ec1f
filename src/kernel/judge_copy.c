/* judge_copy.c -- a tensor that is to be two others, one after the other */

#include "kernel/judge_copy.h"

#include <string.h>

static enum assay_status
check (const char *name, enum assay_fmt *fmt, const struct assay_view *got,
       const struct assay_view *past, const struct assay_view *now,
       struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, name, 0 };
  size_t shape[ASSAY_VIEW_AXES];

  memcpy (shape, now->shape, sizeof shape);
  if (past)
    shape[ASSAY_VIEW_S] += past->shape[ASSAY_VIEW_S];
  if (!assay_dtype_fmt (fmt, got->dtype) || now->dtype != got->dtype
      || (past && past->dtype != got->dtype))
    return assay_fail (ctx, ASSAY_EVALUE, &where,
                       "the float type of what is copied", "%s from %s",
                       assay_dtype_name (got->dtype),
                       assay_dtype_name (now->dtype));
  return assay_view_check_shape (got, shape, ctx, &where);
}

static void
measure_element (struct assay_measure *measure, const size_t *index,
                 uint64_t got, uint64_t right)
{
  struct assay_element element = { .got = got, .rounded = right };
  struct assay_element_error error;
  enum assay_verdict verdict;
  mpq_t value;

  mpq_init (value);
  element.exact.rational = value;
  switch (assay_fmt_decode (value, right, measure->fmt))
    {
    case ASSAY_FMT_FINITE:
      element.exact.known = ASSAY_KNOWN_RATIONAL;
      break;
    case ASSAY_FMT_INFINITE:
      element.exact.known = assay_fmt_is_negative (right, measure->fmt)
                            ? ASSAY_KNOWN_MINUS_INFINITY
                            : ASSAY_KNOWN_PLUS_INFINITY;
      break;
    case ASSAY_FMT_NAN:
      element.exact.known = ASSAY_KNOWN_NAN;
    }
  verdict = assay_element_measure (&error, &element, measure->fmt);
  assay_measure_add (measure, index, &element, &error, verdict);
  mpq_clear (value);
}

enum assay_status
assay_judge_copy (struct assay_measure *measure, const char *name,
                  const struct assay_view *got, const struct assay_view *past,
                  const struct assay_view *now, struct assay_ctx *ctx)
{
  size_t before = past ? past->shape[ASSAY_VIEW_S] : 0, n, at[4];
  enum assay_fmt fmt = ASSAY_FMT_F32;
  enum assay_status status;

  status = check (name, &fmt, got, past, now, ctx);
  assay_measure_init (measure, fmt, got->shape);
  if (status != ASSAY_OK)
    return status;
  for (n = 0; n < got->shape[0] * got->shape[1] * got->shape[2]
                  * got->shape[3]; n++)
    {
      int is_past;

      at[3] = n % got->shape[3];
      at[2] = n / got->shape[3] % got->shape[2];
      at[1] = n / got->shape[3] / got->shape[2] % got->shape[1];
      at[0] = n / got->shape[3] / got->shape[2] / got->shape[1];
      is_past = at[2] < before;
      measure_element (measure, at,
                       assay_view_bits (got, at[0], at[1], at[2], at[3]),
                       assay_view_bits (is_past ? past : now, at[0], at[1],
                                        is_past ? at[2] : at[2] - before,
                                        at[3]));
    }
  return ASSAY_OK;
}
