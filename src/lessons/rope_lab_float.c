/* rope_lab_float.c -- the functions of the lesson rope-lab as plain doubles */

#include "lessons/rope_lab_float.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

/* The double nearest to pi.  */
static const double pi = 0x1.921fb54442d18p+1;

void
assay_lab_float_demo (double *q, double *k, size_t d)
{
  size_t j;

  for (j = 0; j < d; j++)
    {
      q[j] = cos (0.7 * (double) j + 0.3);
      k[j] = sin (0.4 * (double) j + 1.1);
    }
}

double
assay_lab_float_dot (const double *a, const double *b, size_t d)
{
  double sum = 0;
  size_t j;

  for (j = 0; j < d; j++)
    sum += a[j] * b[j];
  return sum;
}

void
assay_lab_float_thetas (double *theta, size_t d, double base)
{
  size_t i;

  for (i = 0; i < d / 2; i++)
    theta[i] = pow (base, -2.0 * (double) i / (double) d);
}

void
assay_lab_float_rotate_pair (double *y0, double *y1, double x0, double x1,
                             double angle)
{
  double c = cos (angle), s = sin (angle);

  *y0 = x0 * c - x1 * s;
  *y1 = x0 * s + x1 * c;
}

void
assay_lab_float_apply_rope (double *y, const double *x, size_t d,
                            long position, double base)
{
  double *theta = assay_calloc (d / 2, sizeof *theta);
  size_t i;

  assay_lab_float_thetas (theta, d, base);
  for (i = 0; i < d / 2; i++)
    assay_lab_float_rotate_pair (&y[2 * i], &y[2 * i + 1], x[2 * i],
                                 x[2 * i + 1], (double) position * theta[i]);
  free (theta);
}

double
assay_lab_float_rope_score (const double *q, const double *k, size_t d,
                            long m, long n, double base)
{
  double *turned_q = assay_calloc (d, sizeof *turned_q);
  double *turned_k = assay_calloc (d, sizeof *turned_k);
  double score;

  assay_lab_float_apply_rope (turned_q, q, d, m, base);
  assay_lab_float_apply_rope (turned_k, k, d, n, base);
  score = assay_lab_float_dot (turned_q, turned_k, d);
  free (turned_q);
  free (turned_k);
  return score;
}

void
assay_lab_float_sin_pos (double *p, long position, size_t d, double base)
{
  size_t j;

  for (j = 0; j < d; j++)
    {
      double angle = (double) position
                     / pow (base, (double) (2 * (j / 2)) / (double) d);

      p[j] = j % 2 == 0 ? sin (angle) : cos (angle);
    }
}

double
assay_lab_float_add_score (const double *q, const double *k, size_t d,
                           long m, long n, double base)
{
  double *moved_q = assay_calloc (d, sizeof *moved_q);
  double *moved_k = assay_calloc (d, sizeof *moved_k);
  double score;
  size_t j;

  assay_lab_float_sin_pos (moved_q, m, d, base);
  assay_lab_float_sin_pos (moved_k, n, d, base);
  for (j = 0; j < d; j++)
    {
      moved_q[j] = q[j] + moved_q[j];
      moved_k[j] = k[j] + moved_k[j];
    }
  score = assay_lab_float_dot (moved_q, moved_k, d);
  free (moved_q);
  free (moved_k);
  return score;
}

void
assay_lab_float_offset_scan (double *rotary, double *added, const double *q,
                             const double *k, size_t d, long offset,
                             const long *starts, size_t count, double base)
{
  size_t j;

  for (j = 0; j < count; j++)
    {
      rotary[j] = assay_lab_float_rope_score (q, k, d, starts[j] + offset,
                                              starts[j], base);
      added[j] = assay_lab_float_add_score (q, k, d, starts[j] + offset,
                                            starts[j], base);
    }
}

void
assay_lab_float_turns (double *turns, size_t d, long delta, double base)
{
  size_t i;

  assay_lab_float_thetas (turns, d, base);
  for (i = 0; i < d / 2; i++)
    turns[i] = (double) delta * turns[i] / (2 * pi);
}

size_t
assay_lab_float_slow_pairs (size_t d, long delta, double base)
{
  double *turns = assay_calloc (d / 2, sizeof *turns);
  size_t below = 0, i;

  assay_lab_float_turns (turns, d, delta, base);
  for (i = 0; i < d / 2; i++)
    below += turns[i] < 1.0;
  free (turns);
  return below;
}
