/* stage_row.c -- one row of attention by intervals, begun at any stage */

#include "kernel/stage_row.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "real/encl.h"

const char *
assay_step_name (enum assay_step step)
{
  static const char *const names[] = { "rope-q", "rope-k", "scores",
                                       "capped", "biased", "weights",
                                       "output", "lse" };

  return names[step];
}

void
assay_masses_init (struct assay_masses *masses, size_t count)
{
  size_t n;

  masses->count = count;
  masses->at = assay_calloc (count, sizeof *masses->at);
  masses->mass = assay_calloc (count, sizeof *masses->mass);
  for (n = 0; n < count; n++)
    mpfi_init2 (masses->at[n], ASSAY_STAGE_BITS);
}

void
assay_masses_clear (struct assay_masses *masses)
{
  size_t n;

  for (n = 0; n < masses->count; n++)
    mpfi_clear (masses->at[n]);
  free (masses->at);
  free (masses->mass);
}

void
assay_stage_row_init (struct assay_stage_row *row,
                      const struct assay_problem *problem, int in_bits)
{
  int step;

  memset (row, 0, sizeof *row);
  row->problem = problem;
  row->in_bits = in_bits;
  row->legal = assay_calloc (problem->keys, 1);
  row->bias = assay_calloc (problem->keys, sizeof *row->bias);
  row->buffer = assay_calloc (problem->width + problem->values,
                              sizeof *row->buffer);
  for (step = ASSAY_STEP_SCORES; step < ASSAY_STEPS; step++)
    assay_masses_init (&row->step[step], step == ASSAY_STEP_LSE ? 1
                       : step == ASSAY_STEP_OUTPUT ? problem->values
                       : problem->keys);
  mpfi_init2 (row->sigma, ASSAY_STAGE_BITS);
  mpfi_init2 (row->slope, ASSAY_STAGE_BITS);
  mpfi_init2 (row->sum, ASSAY_STAGE_BITS);
  mpfi_init2 (row->term, ASSAY_STAGE_BITS);
  mpfi_init2 (row->other, ASSAY_STAGE_BITS);
  assay_surd_enclose (row->sigma, &problem->sigma);
}

void
assay_stage_row_clear (struct assay_stage_row *row)
{
  int step;

  for (step = ASSAY_STEP_SCORES; step < ASSAY_STEPS; step++)
    assay_masses_clear (&row->step[step]);
  free (row->legal);
  free (row->bias);
  free (row->buffer);
  mpfi_clear (row->sigma);
  mpfi_clear (row->slope);
  mpfi_clear (row->sum);
  mpfi_clear (row->term);
  mpfi_clear (row->other);
}

void
assay_stage_row_begin (struct assay_stage_row *row,
                       const struct assay_head *head, size_t h, size_t i)
{
  row->head = head;
  row->b = head->b;
  row->h = h;
  row->i = i;
  row->legal_keys = assay_problem_legal (row->legal, row->bias, row->problem,
                                         row->b, h, i);
  if (row->problem->slopes)
    assay_surd_enclose (row->slope, &row->problem->slopes[h]);
}

/* The larger end's size, as a double.  */
static double
size_of (mpfi_srcptr x)
{
  return fmax (fabs (mpfr_get_d (&x->left, MPFR_RNDA)),
               fabs (mpfr_get_d (&x->right, MPFR_RNDA)));
}

void
assay_stage_row_dots (struct assay_stage_row *row, const mpfi_t *q,
                      const mpfi_t *k)
{
  struct assay_masses *scores = &row->step[ASSAY_STEP_SCORES];
  size_t width = row->problem->width, j, t;
  double mass, *size = assay_calloc (width, sizeof *size);

  for (t = 0; t < width; t++)
    size[t] = size_of (q[t]);
  for (j = 0; j < scores->count; j++)
    {
      mpfi_set_ui (row->sum, 0);
      for (t = 0, mass = 0.0; t < width; t++)
        {
          mpfi_mul (row->term, q[t], k[j * width + t]);
          mpfi_add (row->sum, row->sum, row->term);
          mass += size[t] * size_of (k[j * width + t]);
        }
      mpfi_mul (scores->at[j], row->sum, row->sigma);
      scores->mass[j] = mass * size_of (row->sigma);
    }
  free (size);
}

int
assay_stage_row_set (struct assay_stage_row *row, enum assay_step step,
                     const double *x)
{
  struct assay_masses *masses = &row->step[step];
  size_t j;

  for (j = 0; j < masses->count; j++)
    {
      if (step == ASSAY_STEP_BIASED && row->legal[j] && isinf (x[j])
          && x[j] < 0.0)
        {
          row->legal[j] = 0;
          row->legal_keys--;
        }
      if (!isfinite (x[j]) && row->legal[j])
        return 0;
      mpfi_set_d (masses->at[j], isfinite (x[j]) ? x[j] : 0.0);
      masses->mass[j] = fabs (x[j]);
    }
  return 1;
}

static void
cap (struct assay_stage_row *row)
{
  const struct assay_masses *from = &row->step[ASSAY_STEP_SCORES];
  struct assay_masses *to = &row->step[ASSAY_STEP_CAPPED];
  mpq_srcptr softcap = row->problem->softcap;
  size_t j;

  for (j = 0; j < to->count; j++)
    {
      to->mass[j] = from->mass[j];
      mpfi_set (to->at[j], from->at[j]);
      if (mpq_sgn (softcap) == 0)
        continue;
      mpfi_div_q (row->term, from->at[j], softcap);
      mpfi_tanh (row->term, row->term);
      mpfi_mul_q (to->at[j], row->term, softcap);
    }
}

/* Of blocked keys, too: what they would be.  */
static void
add_biases (struct assay_stage_row *row)
{
  const struct assay_masses *from = &row->step[ASSAY_STEP_CAPPED];
  struct assay_masses *to = &row->step[ASSAY_STEP_BIASED];
  size_t j;

  for (j = 0; j < to->count; j++)
    {
      mpfi_add_d (to->at[j], from->at[j], row->bias[j]);
      to->mass[j] = from->mass[j] + fabs (row->bias[j]);
      if (row->problem->slopes == NULL)
        continue;
      mpfi_mul_ui (row->term, row->slope,
                   assay_problem_distance (row->problem, row->b, row->i, j));
      mpfi_sub (to->at[j], to->at[j], row->term);
      to->mass[j] += size_of (row->term);
    }
}

/* The sink's score of the row; null without one.  */
static mpq_srcptr
sink_of (const struct assay_stage_row *row)
{
  const struct assay_problem *problem = row->problem;

  return problem->sinks == NULL ? NULL
         : problem->sinks[problem->sink_count == 1 ? 0 : row->h];
}

static void
weigh (struct assay_stage_row *row)
{
  const struct assay_masses *from = &row->step[ASSAY_STEP_BIASED];
  struct assay_masses *to = &row->step[ASSAY_STEP_WEIGHTS];
  struct assay_masses *lse = &row->step[ASSAY_STEP_LSE];
  mpq_srcptr sink = sink_of (row);
  double most = sink ? fabs (mpq_get_d (sink)) : 0.0;
  size_t j;

  mpfi_set_ui (row->sum, 0);
  if (sink)
    {
      mpfi_set_q (row->sum, sink);
      mpfi_exp (row->sum, row->sum);
    }
  for (j = 0; j < to->count; j++)
    {
      mpfi_set_ui (to->at[j], 0);
      if (!row->legal[j])
        continue;
      mpfi_exp (to->at[j], from->at[j]);
      mpfi_add (row->sum, row->sum, to->at[j]);
      most = fmax (most, from->mass[j]);
    }
  for (j = 0; j < to->count; j++)
    {
      if (row->legal[j])
        mpfi_div (to->at[j], to->at[j], row->sum);
      to->mass[j] = size_of (to->at[j]) * (1.0 + 2.0 * most);
    }
  mpfi_log (lse->at[0], row->sum);
  lse->mass[0] = size_of (lse->at[0]) + most + 1.0;
  if (row->in_bits)
    {
      mpfi_set_ui (row->term, 2);
      mpfi_log (row->term, row->term);
      mpfi_div (lse->at[0], lse->at[0], row->term);
      lse->mass[0] *= 1.5;
    }
}

static void
average (struct assay_stage_row *row)
{
  const struct assay_masses *from = &row->step[ASSAY_STEP_WEIGHTS];
  struct assay_masses *to = &row->step[ASSAY_STEP_OUTPUT];
  size_t j, c;

  for (c = 0; c < to->count; c++)
    {
      mpfi_set_ui (to->at[c], 0);
      to->mass[c] = 0.0;
    }
  for (j = 0; j < from->count; j++)
    {
      const double *v = assay_head_value (row->head, j, row->buffer);

      for (c = 0; c < to->count && row->legal[j]; c++)
        {
          mpfi_mul_d (row->term, from->at[j], v[c]);
          mpfi_add (to->at[c], to->at[c], row->term);
          to->mass[c] += from->mass[j] * fabs (v[c]);
        }
    }
}

void
assay_stage_row_carry (struct assay_stage_row *row, enum assay_step step)
{
  if (step <= ASSAY_STEP_SCORES)
    cap (row);
  if (step <= ASSAY_STEP_CAPPED)
    add_biases (row);
  if (row->legal_keys == 0)
    return;
  if (step <= ASSAY_STEP_BIASED)
    weigh (row);
  if (step <= ASSAY_STEP_WEIGHTS)
    average (row);
}
