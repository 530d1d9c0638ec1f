/* judge_row.c -- one row of a dumped tensor against the true numbers */

#include <math.h>

#include "kernel/criteria.h"
#include "kernel/judge_worker.h"
#include "kernel/naive.h"
#include "kernel/patterns.h"
#include "kernel/special.h"

/* An enclosure so many bits narrower than the format tells the error to the
   digits that are printed; one next to a power of two, where the spacing
   changes, may have to be narrower.  */
enum { EXTRA_BITS = 24 };

void
assay_judge_know (struct assay_element *element, mpfr_srcptr lo,
                  mpfr_srcptr hi, mpq_ptr point)
{
  element->exact.low = lo;
  element->exact.high = hi;
  element->exact.rational = point;
  element->exact.known = ASSAY_KNOWN_BETWEEN;
  if (mpfr_equal_p (lo, hi))
    {
      mpfr_get_q (point, lo);
      element->exact.known = ASSAY_KNOWN_RATIONAL;
    }
}

/* The error of the number at COLUMN, its enclosure narrowed until it tells
   the error, and on which side of the limit that is.  */
static enum assay_verdict
measure (struct assay_element_error *error, struct assay_judge_worker *worker,
         const struct assay_target *target, struct assay_element *element,
         size_t column)
{
  const struct assay_fmt_shape *shape = assay_fmt_shape (target->fmt);
  mpfr_prec_t bits = (mpfr_prec_t) shape->precision + EXTRA_BITS;
  const struct assay_judge *judge = worker->work->judge;
  enum assay_verdict verdict = ASSAY_OPEN;

  for (; verdict == ASSAY_OPEN
         && (unsigned long) bits <= worker->ctx.max_precision; bits *= 2)
    {
      assay_kernel_row_enclose (worker->lo, worker->hi, &worker->row,
                                target->stage, column, &worker->ctx, bits);
      assay_judge_know (element, worker->lo, worker->hi, worker->point);
      verdict = assay_element_measure (error, element, target->fmt);
      if (judge->has_max_ulp
          && !assay_bounds_tell (&error->ulps, judge->max_ulp))
        verdict = ASSAY_OPEN;
      /* An enclosure that holds what was stored, or a limit, may be of a
         rational number, which is not to be narrowed but known.  */
      if ((verdict == ASSAY_OPEN || error->ulps.low == 0.0)
          && element->exact.known == ASSAY_KNOWN_BETWEEN
          && assay_kernel_row_rational (worker->point, &worker->row,
                                        target->stage, column)
             == ASSAY_HOLDS)
        {
          element->exact.known = ASSAY_KNOWN_RATIONAL;
          return assay_element_measure (error, element, target->fmt);
        }
    }
  return verdict;
}

/* The least double that is not below sum p |v| of COLUMN.  */
static double
mass_of (struct assay_judge_worker *worker, size_t column)
{
  if (worker->row.kind != ASSAY_ROW_ORDINARY
      || worker->row.special[column] != 0.0)
    return 0.0;
  assay_kernel_row_enclose (worker->lo, worker->hi, &worker->row,
                            ASSAY_STAGE_MASS, column, &worker->ctx, 60);
  return mpfr_get_d (worker->hi, MPFR_RNDU);
}

static void
exact_of_odd (struct assay_exact *exact, uint64_t bits, enum assay_fmt fmt)
{
  if (assay_fmt_classify (bits, fmt) == ASSAY_FMT_NAN)
    exact->known = ASSAY_KNOWN_NAN;
  else
    exact->known = assay_fmt_is_negative (bits, fmt)
                   ? ASSAY_KNOWN_MINUS_INFINITY : ASSAY_KNOWN_PLUS_INFINITY;
}

/* Measure the plain evaluation at INDEX as well, where that is wanted.  */
static void
measure_naive (struct assay_judge_worker *worker,
               struct assay_target *target, struct assay_element *element,
               const size_t *index)
{
  double value = worker->naive[index[3]];
  struct assay_element_error error;
  enum assay_verdict verdict;
  uint64_t got = element->got;
  mpq_t exact;

  if (!worker->work->judge->wants_naive)
    return;
  if (isfinite (value) && value != 0.0)
    {
      mpq_init (exact);
      mpq_set_d (exact, value);
      element->got = assay_fmt_round (exact, target->fmt);
      mpq_clear (exact);
    }
  else
    element->got = assay_special_bits (value, target->fmt);
  verdict = assay_element_measure (&error, element, target->fmt);
  assay_measure_add (&target->naive, index, element, &error, verdict);
  element->got = got;
}

/* Count the element at COLUMN as near or far by the tolerance.  */
static void
compare (struct assay_target *target, struct assay_judge_worker *worker,
         struct assay_element *element, size_t column)
{
  const struct assay_judge *judge = worker->work->judge;
  enum assay_verdict close;

  if (!judge->has_tolerance)
    return;
  close = assay_element_close (element, target->fmt, judge->atol,
                               judge->rtol);
  if (close == ASSAY_OPEN && element->exact.known == ASSAY_KNOWN_BETWEEN
      && assay_kernel_row_rational (worker->point, &worker->row,
                                    target->stage, column) == ASSAY_HOLDS)
    {
      element->exact.known = ASSAY_KNOWN_RATIONAL;
      close = assay_element_close (element, target->fmt, judge->atol,
                                   judge->rtol);
    }
  target->far += close == ASSAY_FAILS;
  target->far_open += close == ASSAY_OPEN;
}

/* The element's place among those of the fast tiers; null where they did not
   settle it.  */
static const struct assay_fast_out *
fast_place (size_t *at, const struct assay_judge_worker *worker,
            const struct assay_target *target, size_t column)
{
  const struct assay_fast_out *out = &worker->fast.out;

  if (!worker->is_fast || target->stage != ASSAY_STAGE_OUTPUT
      || target->fmt != out->fmt)
    return NULL;
  *at = worker->fast_row * target->columns + column;
  return out->open[*at] ? NULL : out;
}

/* ERROR and 1 when what the fast tiers know of the element is enough for
   everything that is asked.  */
static int
measure_fast (struct assay_element_error *error,
              const struct assay_judge_worker *worker,
              const struct assay_target *target,
              struct assay_element *element, size_t column)
{
  const struct assay_judge *judge = worker->work->judge;
  const struct assay_fast_out *out;
  size_t at;

  out = fast_place (&at, worker, target, column);
  if (out == NULL || !isfinite (out->radius[at]) || !isfinite (out->mass[at]))
    return 0;
  element->exact.known = ASSAY_KNOWN_NEAR;
  element->exact.near.hi = out->hi[at];
  element->exact.near.lo = out->lo[at];
  element->exact.radius = out->radius[at];
  element->mass = out->mass[at];
  return assay_element_measure (error, element, target->fmt) == ASSAY_HOLDS
         && error->ulps.low > 0.0
         && (!judge->has_tolerance
             || assay_element_close (element, target->fmt, judge->atol,
                                     judge->rtol) != ASSAY_OPEN)
         && (!judge->has_max_ulp
             || assay_bounds_tell (&error->ulps, judge->max_ulp));
}

static enum assay_status
judge_element (struct assay_judge_worker *worker, struct assay_target *target,
               const struct assay_truth *truth, size_t column)
{
  const size_t index[] = { worker->row.b, worker->row.h, worker->row.i,
                           column };
  struct assay_element element = { .rounded = truth->bits };
  enum assay_verdict verdict = ASSAY_HOLDS;
  struct assay_element_error error;
  enum assay_status status;

  status = assay_pattern_stored (&element.got, &target->got, index,
                                 target->fmt, target->name, &worker->ctx);
  if (status != ASSAY_OK)
    return status;
  if (truth->is_number
      && measure_fast (&error, worker, target, &element, column))
    verdict = ASSAY_HOLDS;
  else if (truth->is_number)
    {
      element.mass = target->stage == ASSAY_STAGE_OUTPUT
                     ? mass_of (worker, column) : 0.0;
      verdict = measure (&error, worker, target, &element, column);
    }
  else
    {
      exact_of_odd (&element.exact, truth->bits, target->fmt);
      verdict = assay_element_measure (&error, &element, target->fmt);
    }
  assay_measure_add (&target->measure, index, &element, &error, verdict);
  compare (target, worker, &element, column);
  if (truth->is_number && worker->row.kind == ASSAY_ROW_ORDINARY)
    measure_naive (worker, target, &element, index);
  return ASSAY_OK;
}

static enum assay_status
write_row (struct assay_judge_worker *worker, struct assay_target *target)
{
  const struct assay_kernel_row *row = &worker->row;
  const size_t *stride = target->out_stride;
  size_t width = assay_fmt_shape (target->fmt)->width / 8, c;
  size_t at = row->b * stride[0] + row->h * stride[1] + row->i * stride[2];
  enum assay_status status = ASSAY_OK;

  assay_pattern_pack (worker->packed, worker->patterns, target->columns,
                      width);
  pthread_mutex_lock (&worker->work->lock);
  if (stride[3] == 1)
    status = assay_npy_put (target->out, at, worker->packed, target->columns,
                            &worker->ctx);
  for (c = 0; stride[3] != 1 && c < target->columns && status == ASSAY_OK;
       c++)
    status = assay_npy_put (target->out, at + c * stride[3],
                            worker->packed + c * width, 1, &worker->ctx);
  pthread_mutex_unlock (&worker->work->lock);
  return status;
}

static void
settle (struct assay_truth *truth, struct assay_judge_worker *worker,
        const struct assay_target *target, size_t column)
{
  const struct assay_fast_out *out;
  size_t at;

  out = fast_place (&at, worker, target, column);
  if (out == NULL)
    {
      assay_kernel_row_settle (truth, &worker->row, target->stage, column,
                               target->fmt, &worker->ctx);
      return;
    }
  truth->settled = ASSAY_HOLDS;
  truth->is_number = 1;
  truth->bits = out->bits[at];
}

enum assay_status
assay_judge_row (struct assay_judge_worker *worker,
                 struct assay_target *target)
{
  enum assay_status status = ASSAY_OK;
  struct assay_truth truth;
  size_t column;

  if (worker->work->judge->wants_naive && target->has_got
      && worker->row.kind == ASSAY_ROW_ORDINARY)
    {
      assay_kernel_row_enter (&worker->row);
      assay_naive_row (worker->naive, &worker->row, target->stage,
                       target->fmt);
    }
  for (column = 0; column < target->columns && status == ASSAY_OK; column++)
    {
      settle (&truth, worker, target, column);
      if (truth.settled == ASSAY_OPEN)
        target->open++;
      else if (target->has_got)
        status = judge_element (worker, target, &truth, column);
      worker->patterns[column] = truth.settled == ASSAY_OPEN
                                 ? assay_special_bits (NAN, target->fmt)
                                 : truth.bits;
    }
  if (target->out && status == ASSAY_OK)
    status = write_row (worker, target);
  return status;
}
