/* merge_judge.c -- merged chunks of attention against a kernel's merge */

#include "kernel/merge_judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "exact/rat.h"
#include "kernel/special.h"

enum { EXTRA_BITS = 24, NARROWINGS = 8, MASS_BITS = 53 };

static enum assay_status
check_tensor (const struct assay_view *view, const size_t *shape,
              unsigned allowed, const char *name, struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, name, 0 };
  struct assay_census census;
  enum assay_status status;

  status = assay_dtype_need_fmt (NULL, view->dtype, ctx, &where);
  if (status == ASSAY_OK)
    status = assay_view_check_shape (view, shape, ctx, &where);
  if (status != ASSAY_OK)
    return status;
  assay_view_census (&census, view);
  return assay_census_check (&census, allowed, ctx, &where);
}

enum assay_status
assay_merge_check (const struct assay_merge_problem *p, struct assay_ctx *ctx)
{
  const unsigned any = 1u << ASSAY_ODD_NAN | 1u << ASSAY_ODD_PLUS_INFINITY
                       | 1u << ASSAY_ODD_MINUS_INFINITY;
  const size_t *whole = p->output[0].shape;
  const size_t row[] = { whole[0], whole[1], whole[2], 1 };
  enum assay_status status = ASSAY_OK;
  size_t m;

  for (m = 0; m < p->chunks && status == ASSAY_OK; m++)
    {
      status = check_tensor (&p->output[m], whole, 0, "--o", ctx);
      if (status == ASSAY_OK)
        status = check_tensor (&p->lse[m], row,
                               1u << ASSAY_ODD_MINUS_INFINITY, "--lse", ctx);
    }
  if (status == ASSAY_OK && p->got)
    status = check_tensor (p->got, whole, any, "--got", ctx);
  if (status == ASSAY_OK && p->got_lse)
    status = check_tensor (p->got_lse, row, any, "--got-lse", ctx);
  return status;
}

/* The chunks of one row.  */
static enum assay_status
load_row (struct assay_merge *merge, const struct assay_merge_problem *p,
          const size_t *at, struct assay_ctx *ctx)
{
  mpq_t lse;
  size_t m;

  mpq_init (lse);
  assay_merge_init (merge, p->chunks, p->in_bits);
  for (m = 0; m < p->chunks; m++)
    {
      double x = assay_view_double (&p->lse[m], at[0], at[1], at[2], 0);

      if (isfinite (x))
        {
          mpq_set_d (lse, x);
          assay_merge_set (merge, m, lse);
        }
    }
  mpq_clear (lse);
  return assay_merge_ready (merge, ctx);
}

/* One element of a merge with chunks, judged.  */
static enum assay_verdict
measure (struct assay_element_error *error, struct assay_element *element,
         const struct assay_merge_number *number, enum assay_fmt fmt,
         mpfr_t lo, mpfr_t hi)
{
  mpfr_prec_t bits = (mpfr_prec_t) assay_fmt_shape (fmt)->precision
                     + EXTRA_BITS;
  enum assay_verdict verdict = ASSAY_OPEN;
  int round;

  element->exact.known = ASSAY_KNOWN_BETWEEN;
  element->exact.low = lo;
  element->exact.high = hi;
  for (round = 0; round < NARROWINGS && verdict == ASSAY_OPEN; round++)
    {
      assay_merge_enclose (lo, hi, number, bits << round);
      verdict = assay_element_measure (error, element, fmt);
    }
  return verdict;
}

/* What a row without chunks has: 0, and the log-sum-exp -infinity.  */
static void
set_empty (struct assay_element *element, int is_lse, enum assay_fmt fmt,
           mpq_srcptr zero)
{
  element->rounded = assay_special_bits (is_lse ? -HUGE_VAL : 0.0, fmt);
  element->exact.known = is_lse ? ASSAY_KNOWN_MINUS_INFINITY
                                : ASSAY_KNOWN_RATIONAL;
  element->exact.rational = zero;
}

/* The sum of what the chunks' VALUEs weigh, in SIZE, or hardly more: no less
   than it, and 0 where a binary64 does not hold it.  */
static double
mass_of (const struct assay_merge_number *number, mpq_t *size)
{
  const struct assay_merge *merge = number->merge;
  const struct assay_merge_number sum = { merge, (const mpq_t *) size };
  double mass = 0.0;
  mpfr_t lo, hi;
  size_t m;

  if (merge->classes == 0)
    return 0.0;
  mpfr_inits2 (64, lo, hi, (mpfr_ptr) 0);
  for (m = 0; m < merge->chunks; m++)
    mpq_abs (size[m], number->value[m]);
  assay_merge_enclose (lo, hi, &sum, MASS_BITS);
  mass = mpfr_get_d (hi, MPFR_RNDU);
  mpfr_clears (lo, hi, (mpfr_ptr) 0);
  return isfinite (mass) ? mass : 0.0;
}

static void
judge_element (struct assay_judged *judged, const struct assay_view *got,
               const struct assay_merge_number *number, double mass,
               const size_t *at, const struct assay_criteria *criteria)
{
  enum assay_fmt fmt = judged->measure->fmt;
  struct assay_element element = {
    .got = assay_view_bits (got, at[0], at[1], at[2], at[3]), .mass = mass
  };
  struct assay_element_error error;
  enum assay_verdict verdict, close;
  mpfr_t lo, hi;
  mpq_t zero;

  mpq_init (zero);
  mpfr_inits2 (64, lo, hi, (mpfr_ptr) 0);
  if (number->merge->classes == 0)
    {
      set_empty (&element, number->value == NULL, fmt, zero);
      verdict = assay_element_measure (&error, &element, fmt);
    }
  else
    {
      element.rounded = assay_merge_round (number, fmt);
      verdict = measure (&error, &element, number, fmt, lo, hi);
    }
  assay_measure_add (judged->measure, at, &element, &error, verdict);
  if (criteria->has_tolerance)
    {
      close = assay_element_close (&element, fmt, criteria->atol,
                                   criteria->rtol);
      judged->far += close == ASSAY_FAILS;
      judged->far_open += close == ASSAY_OPEN;
    }
  mpfr_clears (lo, hi, (mpfr_ptr) 0);
  mpq_clear (zero);
}

static void
judge_row (struct assay_judged *output, struct assay_judged *lse,
           const struct assay_merge_problem *p,
           const struct assay_merge *merge, const size_t *row,
           const struct assay_criteria *criteria)
{
  mpq_t *value = assay_calloc (p->chunks, sizeof *value);
  mpq_t *size = assay_calloc (p->chunks, sizeof *size);
  struct assay_merge_number number = { merge, NULL };
  size_t at[] = { row[0], row[1], row[2], 0 };
  size_t m;

  for (m = 0; m < p->chunks; m++)
    mpq_inits (value[m], size[m], (mpq_ptr) 0);
  if (p->got_lse)
    judge_element (lse, p->got_lse, &number, 0.0, at, criteria);
  number.value = (const mpq_t *) value;
  for (at[3] = 0; p->got && at[3] < p->got->shape[3]; at[3]++)
    {
      for (m = 0; m < p->chunks; m++)
        mpq_set_d (value[m], assay_view_double (&p->output[m], at[0], at[1],
                                                at[2], at[3]));
      judge_element (output, p->got, &number, mass_of (&number, size), at,
                     criteria);
    }
  for (m = 0; m < p->chunks; m++)
    mpq_clears (value[m], size[m], (mpq_ptr) 0);
  free (value);
  free (size);
}

/* ---- threads ---- */

/* The first thread counts in the caller's OUTPUT and LSE, others in their
   own.  */
struct worker
{
  struct assay_row_queue *queue;
  const struct assay_merge_problem *p;
  const struct assay_criteria *criteria;
  struct assay_judged *output, *lse;
  struct assay_ctx ctx;
  struct assay_judged own[2];
  struct assay_measure measure[2];
};

static enum assay_status
do_row (struct worker *worker, size_t place)
{
  const size_t *shape = worker->p->output[0].shape;
  const size_t row[] = { place / shape[2] / shape[1],
                         place / shape[2] % shape[1], place % shape[2] };
  struct assay_merge merge;
  enum assay_status status = load_row (&merge, worker->p, row, &worker->ctx);

  if (status == ASSAY_OK)
    judge_row (worker->output, worker->lse, worker->p, &merge, row,
               worker->criteria);
  assay_merge_clear (&merge);
  return status;
}

/* Every row that is left.  */
static void
do_rows (void *data)
{
  struct worker *worker = data;
  enum assay_status status = ASSAY_OK;
  size_t first, count, place;

  while (status == ASSAY_OK
         && (count = assay_row_queue_take (&first, worker->queue)) > 0)
    for (place = first; place < first + count && status == ASSAY_OK; place++)
      {
        if (assay_row_queue_is_stopped (worker->queue))
          break;
        status = do_row (worker, place);
        assay_row_queue_note (worker->queue, place, status, &worker->ctx);
      }
}

/* *OWN <- WORKER's counts of what ALL is, number N; null of null.  */
static void
begin_own (struct assay_judged **own, struct worker *worker, size_t n,
           const struct assay_judged *all)
{
  if (all == NULL)
    return;
  assay_measure_init (&worker->measure[n], all->measure->fmt,
                      all->measure->shape);
  worker->own[n].measure = &worker->measure[n];
  *own = &worker->own[n];
}

static void
add_own (struct assay_judged *sum, struct assay_judged *own)
{
  if (sum == NULL)
    return;
  assay_measure_merge (sum->measure, own->measure);
  sum->far += own->far;
  sum->far_open += own->far_open;
  assay_measure_clear (own->measure);
}

enum assay_status
assay_merge_judge (struct assay_judged *output, struct assay_judged *lse,
                   const struct assay_merge_problem *p,
                   const struct assay_criteria *criteria,
                   struct assay_row_queue *queue, struct assay_ctx *ctx)
{
  struct worker *worker = assay_calloc (queue->jobs, sizeof *worker);
  void **each = assay_calloc (queue->jobs, sizeof *each);
  size_t n;

  for (n = 0; n < queue->jobs; n++)
    {
      each[n] = &worker[n];
      worker[n] = (struct worker) { .queue = queue, .p = p,
                                    .criteria = criteria, .output = output,
                                    .lse = lse, .ctx = *ctx };
      if (n == 0)
        continue;
      begin_own (&worker[n].output, &worker[n], 0, output);
      begin_own (&worker[n].lse, &worker[n], 1, lse);
    }
  assay_threads_run (do_rows, each, queue->jobs);
  for (n = 1; n < queue->jobs; n++)
    {
      add_own (output, worker[n].output);
      add_own (lse, worker[n].lse);
    }
  free (each);
  free (worker);
  return assay_row_queue_status (queue, ctx);
}

/* ---- one number ---- */

/* A fraction with more bits than the first is easier read as a decimal;
   enclosures begin and end with so many.  */
enum { FRACTION_BITS = 64, FIRST_BITS = 128, MOST_BITS = 1 << 16 };

/* NUMBER <- VALUE, whose merge is not empty.  A fraction halfway between two
   decimals is left out.  */
static void
set_number (struct assay_number *number,
            const struct assay_merge_number *value, unsigned long digits)
{
  mpfr_prec_t bits = FIRST_BITS;
  mpq_t rational;
  mpfr_t lo, hi;

  mpq_init (rational);
  mpfr_inits2 (64, lo, hi, (mpfr_ptr) 0);
  if (assay_merge_rational (rational, value) == ASSAY_HOLDS
      && assay_rat_bits (rational) <= FRACTION_BITS)
    number->exact = assay_rat_text (rational);
  for (; number->exact == NULL && number->value == NULL && bits <= MOST_BITS;
       bits *= 2)
    {
      assay_merge_enclose (lo, hi, value, bits);
      assay_number_of_enclosure (number, lo, hi, digits);
    }
  mpfr_clears (lo, hi, (mpfr_ptr) 0);
  mpq_clear (rational);
}

enum assay_status
assay_merge_judge_number (struct assay_number *number, int is_lse,
                          const struct assay_merge_problem *p,
                          const size_t *index, unsigned long digits,
                          struct assay_ctx *ctx)
{
  mpq_t *o = assay_calloc (p->chunks, sizeof *o);
  struct assay_merge merge;
  struct assay_merge_number value = { &merge, is_lse ? NULL
                                              : (const mpq_t *) o };
  enum assay_status status = load_row (&merge, p, index, ctx);
  size_t m;

  memset (number, 0, sizeof *number);
  for (m = 0; m < p->chunks; m++)
    {
      mpq_init (o[m]);
      mpq_set_d (o[m], assay_view_double (&p->output[m], index[0], index[1],
                                          index[2], is_lse ? 0 : index[3]));
    }
  if (status == ASSAY_OK && merge.classes == 0)
    number->exact = assay_strdup (is_lse ? "-inf" : "0");
  else if (status == ASSAY_OK)
    set_number (number, &value, digits);
  for (m = 0; m < p->chunks; m++)
    mpq_clear (o[m]);
  free (o);
  assay_merge_clear (&merge);
  return status;
}
