/* position_scaling.c -- the figures of the lesson position-scaling */

#include "lessons/position_scaling.h"

#include <math.h>

#include "lessons/position_scaling_parts.h"
#include "lessons/rope_lab_float.h"
#include "lessons/scaling_exact.h"
#include "real/formula.h"

enum { FIGURE_DIGITS = 20 };

const long assay_scaling_rows[ASSAY_SCALING_ROWS] = { 1, 20, 63, 80 };
const long assay_scaling_lags[ASSAY_SCALING_LAGS] = { -20, -1, 0, 1, 20 };
const long assay_scaling_pairs[ASSAY_SCALING_PAIRS][2]
  = { { 0, 20 }, { 7, 27 }, { 40, 3 } };
const long assay_scaling_query[2] = { 1, 2 };
const long assay_scaling_key[2] = { 3, -1 };

/* ---- the functions as plain doubles ---- */

static const double theta = 0.1;

static double
float_turned_dot (const long q[2], const long k[2], double m, double n)
{
  double a[2], b[2];

  assay_lab_float_rotate_pair (&a[0], &a[1], (double) q[0], (double) q[1],
                               m * theta);
  assay_lab_float_rotate_pair (&b[0], &b[1], (double) k[0], (double) k[1],
                               n * theta);
  return assay_lab_float_dot (a, b, 2);
}

static double
float_score (long m, long n, double scale)
{
  static const long unit[2] = { 1, 0 };

  return float_turned_dot (unit, unit, (double) m / scale,
                           (double) n / scale);
}

static double
float_kernel (long lag, double scale)
{
  double d = (double) lag / scale;

  return (cos (0.1 * d) + cos (0.01 * d)) / 2;
}

static double
float_expanded (double even, double odd, long lag)
{
  double phase = (double) lag * theta;

  return even * cos (phase) + odd * sin (phase);
}

/* ---- both sides ---- */

/* EXACT is dropped.  */
static void
set (struct assay_position_scaling *r, struct assay_double_figure *figure,
     double computed, struct assay_expr *exact, const struct assay_ctx *ctx)
{
  assay_lesson_must (assay_formula_status (exact, ctx), ctx);
  assay_double_figure_set (figure, computed, exact, FIGURE_DIGITS, &r->tally);
  assay_expr_unref (exact);
}

static struct assay_expr *
integer (long n)
{
  return assay_formula_integer (n);
}

static void
run_scores (struct assay_position_scaling *r, struct assay_ctx *ctx)
{
  unsigned long scale;
  int s, i;

  for (s = 0; s < 2; s++)
    {
      scale = s == 0 ? 1 : ASSAY_SCALING_SCALE;
      for (i = 0; i < ASSAY_SCALING_ROWS; i++)
        set (r, &r->score[s][i],
             float_score (0, assay_scaling_rows[i], (double) scale),
             assay_scaling_score (integer (0),
                                  integer (assay_scaling_rows[i]), scale,
                                  ctx), ctx);
      for (i = 0; i < ASSAY_SCALING_KERNEL; i++)
        set (r, &r->kernel[s][i], float_kernel (i, (double) scale),
             assay_scaling_kernel (integer (i), scale, ctx), ctx);
      set (r, &r->chord[s], 2 * sin (theta / (double) scale / 2),
           assay_scaling_chord (integer (1), scale, ctx), ctx);
    }
  for (i = 0; i < ASSAY_SCALING_KERNEL; i++)
    r->single[i] = cos (theta * i);
  set (r, &r->period, 2 * acos (-1.0) / theta,
       assay_formula_mul (integer (20), assay_expr_new_pi (), ctx), ctx);
  set (r, &r->second_cosine_at_63, cos (0.01 * 63),
       assay_formula_cos (assay_formula_ratio (63, 100), ctx), ctx);
}

static void
run_shifts (struct assay_position_scaling *r, struct assay_ctx *ctx)
{
  int i;

  for (i = 0; i < ASSAY_SCALING_PAIRS; i++)
    {
      long m = assay_scaling_pairs[i][0], n = assay_scaling_pairs[i][1];

      set (r, &r->pair[i], float_score (m, n, 1),
           assay_scaling_score (integer (m), integer (n), 1, ctx), ctx);
      m += ASSAY_SCALING_SHIFT;
      n += ASSAY_SCALING_SHIFT;
      set (r, &r->moved[i], float_score (m, n, 1),
           assay_scaling_score (integer (m), integer (n), 1, ctx), ctx);
    }
}

/* The squared length of (3, 4) turned by 0.1, 2 and 8, whose exact value is
   proved elsewhere to be 25.  */
static void
run_lengths (struct assay_position_scaling *r, struct assay_ctx *ctx)
{
  static const long vector[2] = { 3, 4 };
  static const double steps[3] = { 1, 20, 80 };
  int i;

  for (i = 0; i < 3; i++)
    set (r, &r->squared_length[i],
         float_turned_dot (vector, vector, steps[i], steps[i]), integer (25),
         ctx);
}

static void
run_content (struct assay_position_scaling *r, struct assay_ctx *ctx)
{
  const long *q = assay_scaling_query, *k = assay_scaling_key;
  long even = q[0] * k[0] + q[1] * k[1], odd = q[1] * k[0] - q[0] * k[1];
  int i;

  set (r, &r->coefficient[0], (double) even, integer (even), ctx);
  set (r, &r->coefficient[1], (double) odd, integer (odd), ctx);
  for (i = 0; i < ASSAY_SCALING_LAGS; i++)
    {
      long lag = assay_scaling_lags[i];

      set (r, &r->direct[i], float_turned_dot (q, k, 0, (double) lag),
           assay_scaling_turned_dot (q, k, integer (0), integer (lag), 1,
                                     ctx), ctx);
      set (r, &r->expanded[i],
           float_expanded ((double) even, (double) odd, lag),
           assay_scaling_expanded (q, k, integer (lag), ctx), ctx);
    }
}

void
assay_position_scaling_run (struct assay_position_scaling *report)
{
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  assay_double_tally_init (&report->tally, "1e-14", "1e-14");
  run_scores (report, &ctx);
  run_shifts (report, &ctx);
  run_lengths (report, &ctx);
  run_content (report, &ctx);
  assay_position_scaling_relations (report);
}

void
assay_position_scaling_clear (struct assay_position_scaling *report)
{
  assay_double_tally_clear (&report->tally);
}
