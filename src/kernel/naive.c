/* naive.c -- a plain evaluation in one format, as a yardstick */

#include "kernel/naive.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "kernel/rounding.h"

/* Of the enclosure of a scale or a slope.  */
enum { SURD_BITS = 64 };

/* The binary64 nearest to log2 e.  */
#define LOG2_E 0x1.71547652b82fep+0

/* Sums, differences, products and quotients of two values of at most 24 bits
   are rounded to binary64 and then to the format as if once (2 * 24 + 2 <=
   53); for f64 the first rounding is the only one.  */
double
assay_naive_round (double x, enum assay_fmt fmt)
{
  const struct assay_fmt_shape *shape = assay_fmt_shape (fmt);
  double largest, quantum, rounded;
  int exponent;

  if (fmt == ASSAY_FMT_F64 || x == 0.0 || !isfinite (x))
    return x;
  frexp (x, &exponent);
  exponent--;
  if (exponent < shape->emin)
    exponent = shape->emin;
  quantum = ldexp (1.0, exponent - (int) shape->precision + 1);
  rounded = nearbyint (x / quantum) * quantum;
  largest = fmt == ASSAY_FMT_E4M3
            ? 448.0 : ldexp (2.0 - ldexp (2.0, -(int) shape->precision),
                             shape->emax);
  if (fabs (rounded) <= largest)
    return rounded;
  return shape->has_infinity ? copysign (HUGE_VAL, x) : NAN;
}

/* F (X) to the nearest binary64, by MPFR: the same on every machine.  */
static double
function (int (*f) (mpfr_ptr, mpfr_srcptr, mpfr_rnd_t), double x)
{
  if (!isfinite (x))
    return f == mpfr_exp ? (x < 0 ? 0.0 : x) : f == mpfr_tanh
           ? copysign (1.0, x) : x;
  return assay_rounded_function (f, x);
}

/* SCORE[j] <- of every key, up to STAGE.  */
static void
naive_scores (double *score, const struct assay_kernel_row *row,
              enum assay_stage stage, enum assay_fmt fmt)
{
  const struct assay_problem *problem = row->problem;
  double sigma = assay_naive_round (assay_surd_double (&problem->sigma,
                                                       SURD_BITS), fmt);
  double cap = assay_naive_round (mpq_get_d (problem->softcap), fmt);
  double slope = problem->slopes
                 ? assay_naive_round (
                     assay_surd_double (&problem->slopes[row->h], SURD_BITS),
                     fmt) : 0.0;
  size_t width = problem->width, j, t;

  for (j = 0; j < problem->keys; j++)
    {
      const double *k = assay_head_key (row->head, j, row->buffer);
      double z = 0.0;

      for (t = 0; t < width; t++)
        z = assay_naive_round (
          z + assay_naive_round (row->q[t] * k[t], fmt), fmt);
      z = assay_naive_round (z * sigma, fmt);
      if (stage != ASSAY_STAGE_SCORES && cap != 0.0)
        z = assay_naive_round (
          cap * assay_naive_round (
            function (mpfr_tanh, assay_naive_round (z / cap, fmt)), fmt),
          fmt);
      if (stage > ASSAY_STAGE_CAPPED)
        {
          z = assay_naive_round (
            z + assay_naive_round (row->bias[j], fmt), fmt);
          if (problem->slopes)
            z = assay_naive_round (z - assay_naive_round (
              slope * (double) assay_problem_distance (problem, row->b,
                                                       row->i, j), fmt),
              fmt);
          if (!row->legal[j])
            z = -HUGE_VAL;
        }
      score[j] = z;
    }
}

/* WEIGHT[j] <- exp (z_j - max); MAX and SUM too.  */
static void
naive_exponentials (double *weight, double *max, double *sum,
                    const struct assay_kernel_row *row, enum assay_fmt fmt)
{
  const struct assay_problem *problem = row->problem;
  double sink = problem->sinks ? assay_naive_round (
                  mpq_get_d (problem->sinks[row->h]), fmt) : -HUGE_VAL;
  size_t j;

  *max = sink;
  for (j = 0; j < problem->keys; j++)
    *max = weight[j] > *max ? weight[j] : *max;
  *sum = 0.0;
  for (j = 0; j < problem->keys; j++)
    {
      weight[j] = assay_naive_round (
        function (mpfr_exp, assay_naive_round (weight[j] - *max, fmt)), fmt);
      *sum = assay_naive_round (*sum + weight[j], fmt);
    }
  if (problem->sinks)
    *sum = assay_naive_round (
      *sum + assay_naive_round (function (mpfr_exp, assay_naive_round (
               sink - *max, fmt)), fmt), fmt);
}

static void
naive_output (double *out, const double *weight,
              const struct assay_kernel_row *row, enum assay_fmt fmt)
{
  const struct assay_problem *problem = row->problem;
  size_t c, j;

  for (c = 0; c < problem->values; c++)
    out[c] = 0.0;
  for (j = 0; j < problem->keys; j++)
    {
      const double *v = assay_head_value (row->head, j, row->buffer);

      for (c = 0; c < problem->values; c++)
        out[c] = assay_naive_round (
          out[c] + assay_naive_round (weight[j] * v[c], fmt), fmt);
    }
}

void
assay_naive_row (double *out, const struct assay_kernel_row *row,
                 enum assay_stage stage, enum assay_fmt fmt)
{
  const struct assay_problem *problem = row->problem;
  double *weight = assay_calloc (problem->keys, sizeof *weight);
  double max, sum;
  size_t j;

  naive_scores (stage <= ASSAY_STAGE_BIASED ? out : weight, row, stage, fmt);
  if (stage > ASSAY_STAGE_BIASED)
    naive_exponentials (weight, &max, &sum, row, fmt);
  if (stage == ASSAY_STAGE_LSE || stage == ASSAY_STAGE_LSE2)
    {
      double lse = assay_naive_round (function (mpfr_log, sum), fmt);

      lse = assay_naive_round (lse + max, fmt);
      out[0] = stage == ASSAY_STAGE_LSE ? lse
               : assay_naive_round (
                 lse * assay_naive_round (LOG2_E, fmt), fmt);
    }
  else if (stage > ASSAY_STAGE_BIASED)
    {
      for (j = 0; j < problem->keys; j++)
        weight[j] = assay_naive_round (weight[j] / sum, fmt);
      if (stage == ASSAY_STAGE_OUTPUT)
        naive_output (out, weight, row, fmt);
      else
        for (j = 0; j < problem->keys; j++)
          out[j] = weight[j];
    }
  free (weight);
}
