/* rotation_row.c -- the elements of one turned row against the true numbers */

#include "kernel/rotation_row.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "exact/rat.h"
#include "kernel/criteria.h"
#include "kernel/patterns.h"
#include "kernel/special.h"

/* Enclosures so many bits wide at first tell an error; so often is one
   doubled.  */
enum { MEASURE_BITS = 192, NARROWINGS = 8 };

void
assay_rotation_row_init (struct assay_rotation_row *row, size_t columns,
                         pthread_mutex_t *out_lock)
{
  memset (row, 0, sizeof *row);
  row->x = assay_calloc (columns, sizeof *row->x);
  row->patterns = assay_calloc (columns, sizeof *row->patterns);
  row->packed = assay_calloc (columns, sizeof *row->patterns);
  row->out_lock = out_lock;
  assay_turned_init (&row->turned);
}

void
assay_rotation_row_clear (struct assay_rotation_row *row)
{
  assay_turned_clear (&row->turned);
  free (row->x);
  free (row->patterns);
  free (row->packed);
}

/* ---- one element ---- */

int
assay_rotation_row_sum (struct assay_turned_sum *sum,
                        const struct assay_rotation_judge *judge,
                        const struct assay_rotation_row *row, size_t column)
{
  const struct assay_rotation *rotation = judge->rotation;
  struct assay_layout layout = rotation->layout;
  enum assay_turned_kind kind = ASSAY_TURNED_FIRST;
  size_t pair = column, partner = 0;

  if (judge->what == ASSAY_ROTATION_OUTPUT)
    {
      kind = assay_rotation_column (&pair, &partner, &layout, column);
      if (kind != ASSAY_TURNED_COPY)
        assay_rotation_sum (sum, rotation, row->b, row->s, column, kind, pair,
                            partner, row->x);
      return kind != ASSAY_TURNED_COPY;
    }
  layout.offset = 0;
  layout.head_dim = layout.rotary_dim;
  if (judge->shape[ASSAY_VIEW_D] == layout.rotary_dim)
    assay_rotation_column (&pair, &partner, &layout, column);
  memset (sum, 0, sizeof *sum);
  sum->alpha = judge->what == ASSAY_ROTATION_COSINES;
  sum->beta = judge->what == ASSAY_ROTATION_SINES;
  sum->pair = pair;
  sum->position = assay_rotation_position (rotation, row->b, row->s, pair);
  return 1;
}

/* ERROR <- of ELEMENT, and whether it is told, the limit's side included.  */
static enum assay_verdict
tell_error (struct assay_element_error *error,
            const struct assay_rotation_judge *judge,
            const struct assay_element *element)
{
  enum assay_verdict verdict = assay_element_measure (error, element,
                                                      judge->fmt);

  return judge->has_max_ulp && !assay_bounds_tell (&error->ulps,
                                                   judge->max_ulp)
         ? ASSAY_OPEN : verdict;
}

/* Measure what is stored against ELEMENT's exact value; enclosures of SUM
   (null: it is rational) are narrowed until they tell the error.  */
static enum assay_status
measure (struct assay_rotation_judge *judge, struct assay_rotation_row *row,
         size_t column, const struct assay_turned_sum *sum,
         struct assay_element *element, struct assay_ctx *ctx)
{
  const size_t index[] = { row->b, row->h, row->s, column };
  enum assay_verdict verdict, close;
  struct assay_element_error error;
  mpfr_prec_t bits = MEASURE_BITS;
  enum assay_status status;
  int round;

  status = assay_pattern_stored (&element->got, &judge->got, index,
                                 judge->fmt, judge->name, ctx);
  if (status != ASSAY_OK)
    return status;
  verdict = tell_error (&error, judge, element);
  for (round = 0; sum && round < NARROWINGS && verdict == ASSAY_OPEN
                  && status == ASSAY_OK; round++, bits *= 2)
    {
      status = assay_turned_enclose (&row->turned, judge->rotation, sum, ctx,
                                     bits);
      element->exact = row->turned.exact;
      if (status == ASSAY_OK)
        verdict = tell_error (&error, judge, element);
    }
  if (status != ASSAY_OK)
    return status;
  assay_measure_add (&judge->measure, index, element, &error, verdict);
  if (judge->has_tolerance)
    {
      close = assay_element_close (element, judge->fmt, judge->atol,
                                   judge->rtol);
      judge->far += close == ASSAY_FAILS;
      judge->far_open += close == ASSAY_OPEN;
    }
  return ASSAY_OK;
}

static int
is_same (uint64_t a, uint64_t b, enum assay_fmt fmt)
{
  return a == b || (assay_fmt_classify (a, fmt) == ASSAY_FMT_NAN
                    && assay_fmt_classify (b, fmt) == ASSAY_FMT_NAN);
}

/* Count what the contract gives at COLUMN, ELEMENT otherwise, as equal to what
   is stored or not, and as an evaluation of its own.  */
static void
compare_contract (struct assay_rotation_judge *judge,
                  const struct assay_rotation_row *row, size_t column,
                  const struct assay_element *element, uint64_t emulated)
{
  const size_t index[] = { row->b, row->h, row->s, column };
  struct assay_element naive = *element;
  struct assay_element_error error;
  enum assay_verdict verdict;

  judge->contract_equal += is_same (element->got, emulated, judge->fmt);
  if (!judge->wants_naive)
    return;
  naive.got = emulated;
  verdict = assay_element_measure (&error, &naive, judge->fmt);
  assay_measure_add (&judge->naive, index, &naive, &error, verdict);
}

/* The component at COLUMN is that of x, rounded where the format is another
   one.  */
static enum assay_status
do_copy (struct assay_rotation_judge *judge, struct assay_rotation_row *row,
         size_t column, struct assay_ctx *ctx)
{
  double x = row->x[column];
  struct assay_element element = { .mass = fabs (x) };
  enum assay_status status = ASSAY_OK;

  row->patterns[column] = assay_rounded_double (x, judge->fmt);
  if (!judge->has_got)
    return ASSAY_OK;
  element.rounded = row->patterns[column];
  if (isfinite (x))
    {
      mpq_set_d (row->turned.rational, x);
      element.exact.known = ASSAY_KNOWN_RATIONAL;
      element.exact.rational = row->turned.rational;
    }
  else
    {
      element.exact.known = isnan (x) ? ASSAY_KNOWN_NAN
                            : x > 0.0 ? ASSAY_KNOWN_PLUS_INFINITY
                            : ASSAY_KNOWN_MINUS_INFINITY;
      element.mass = 0.0;
    }
  status = measure (judge, row, column, NULL, &element, ctx);
  if (judge->contract && status == ASSAY_OK)
    compare_contract (judge, row, column, &element, element.rounded);
  return status;
}

static enum assay_status
do_column (struct assay_rotation_judge *judge, struct assay_rotation_row *row,
           size_t column, struct assay_ctx *ctx)
{
  struct assay_turned *turned = &row->turned;
  struct assay_turned_sum sum;
  struct assay_element element;
  enum assay_status status;
  uint64_t emulated = 0;
  int is_odd;

  if (!assay_rotation_row_sum (&sum, judge, row, column))
    return do_copy (judge, row, column, ctx);
  is_odd = assay_turned_is_odd (&sum);
  status = is_odd ? assay_turned_ieee (turned, judge->rotation, &sum,
                                       judge->fmt, ctx)
           : assay_turned_settle (turned, judge->rotation, &sum, judge->fmt,
                                  ctx);
  if (status == ASSAY_OK && judge->contract)
    status = assay_two_products_element (&emulated, judge->contract,
                                         judge->rotation, row->b, row->s,
                                         &sum, ctx);
  if (status != ASSAY_OK)
    return status;
  row->patterns[column] = judge->follows_contract ? emulated
                          : turned->settled == ASSAY_HOLDS ? turned->bits
                          : assay_special_bits (NAN, judge->fmt);
  memset (&element, 0, sizeof element);
  if (turned->settled == ASSAY_OPEN)
    {
      judge->open++;
      return ASSAY_OK;
    }
  if (!judge->has_got)
    return ASSAY_OK;
  element.rounded = turned->bits;
  element.exact = turned->exact;
  element.mass = turned->mass;
  status = measure (judge, row, column, is_odd ? NULL : &sum, &element, ctx);
  if (judge->contract && status == ASSAY_OK)
    compare_contract (judge, row, column, &element, emulated);
  return status;
}

/* ---- the row ---- */

static enum assay_status
write_row (struct assay_rotation_judge *judge,
           const struct assay_rotation_row *row, struct assay_ctx *ctx)
{
  const size_t *stride = judge->out_stride;
  size_t width = assay_fmt_shape (judge->fmt)->width / 8, c;
  size_t columns = judge->shape[ASSAY_VIEW_D];
  size_t at = row->b * stride[0] + row->h * stride[1] + row->s * stride[2];
  enum assay_status status = ASSAY_OK;

  assay_pattern_pack (row->packed, row->patterns, columns, width);
  pthread_mutex_lock (row->out_lock);
  if (stride[3] == 1)
    status = assay_npy_put (judge->out, at, row->packed, columns, ctx);
  for (c = 0; stride[3] != 1 && c < columns && status == ASSAY_OK; c++)
    status = assay_npy_put (judge->out, at + c * stride[3],
                            row->packed + c * width, 1, ctx);
  pthread_mutex_unlock (row->out_lock);
  return status;
}

enum assay_status
assay_rotation_row_do (struct assay_rotation_judge *judge,
                       struct assay_rotation_row *row, struct assay_ctx *ctx)
{
  enum assay_status status = assay_ctx_in_time (ctx, NULL);
  size_t c;

  if (judge->what == ASSAY_ROTATION_OUTPUT)
    assay_view_row (row->x, &judge->rotation->x, row->b, row->h, row->s);
  for (c = 0; c < judge->shape[ASSAY_VIEW_D] && status == ASSAY_OK; c++)
    status = do_column (judge, row, c, ctx);
  if (judge->out && status == ASSAY_OK)
    status = write_row (judge, row, ctx);
  return status;
}
