/* fast_usable.c -- whether this process computes as the lemmas ask */

#include <math.h>
#include <pthread.h>
#include <string.h>

#include "attention/fast.h"
#include "attention/fast_kernels.h"

/* A fixed block: one tile of queries, 32 keys, 8 values.  */
enum
{
  ROWS = ASSAY_FAST_TILE,
  WIDTH = 20,
  KEYS = ASSAY_FAST_CHUNK,
  PANELS = KEYS / ASSAY_FAST_PANEL,
  COLUMNS = ASSAY_FAST_PANEL
};

static int is_usable;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Element N of a fixed sequence of 24-bit numbers between -1 and 1.  */
static double
element (unsigned n)
{
  unsigned long x = (n * 2654435761ul) & 0xfffffful;

  return (double) ((long) x - 0x800000) * 0x1p-23;
}

/* Dots of 24-bit numbers are exact here: in any order, fused or not.  */
static int
scores_are_right (const struct assay_fast_kernels *kernels,
                  const double *q, const double *k)
{
  double s[ROWS * KEYS], hi[KEYS], lo[KEYS], exact, plain[WIDTH];
  int is_right = 1;
  size_t r, j, t;

  kernels->scores (s, KEYS, q, k, WIDTH, PANELS);
  for (r = 0; r < ROWS; r++)
    {
      for (t = 0; t < WIDTH; t++)
        plain[t] = q[t * ROWS + r];
      kernels->pair_scores (hi, lo, plain, k, WIDTH, PANELS, 0);
      for (j = 0; j < KEYS; j++)
        {
          exact = 0.0;
          for (t = 0; t < WIDTH; t++)
            exact += plain[t] * k[j / COLUMNS * WIDTH * COLUMNS + t * COLUMNS
                                  + j % COLUMNS];
          is_right &= s[r * KEYS + j] == exact && hi[j] == exact
                      && lo[j] == 0.0;
        }
    }
  return is_right;
}

/* exp in binary64 and in double-double, at arguments whose exponential is
   known: 0, and sums that must agree; and a product with a low part.  */
static int
weights_are_right (const struct assay_fast_kernels *kernels)
{
  double s[KEYS], hi[KEYS], lo[KEYS], sum, total = 0.0;
  int is_right = 1;
  size_t j;

  for (j = 0; j < KEYS; j++)
    {
      s[j] = hi[j] = -(double) j / 4;
      lo[j] = 0.0;
    }
  kernels->weights (s, &sum, 1, 1.0, NULL, 0, 0.0, 0);
  kernels->pair_exp (hi, lo, 0.0, -80.0, PANELS);
  is_right &= s[0] == 1.0 && hi[0] == 1.0 && lo[0] == 0.0;
  for (j = 0; j < KEYS; j++)
    {
      is_right &= fabs (s[j] - hi[j]) <= 0x1p-51 * hi[j]
                  && fabs (lo[j]) <= 0x1p-53 * hi[j];
      total += hi[j];
    }
  is_right &= fabs (sum - total) <= 0x1p-46;
  /* e^-1 as a pair.  */
  return is_right && hi[4] == 0x1.78b56362cef38p-2
         && fabs (lo[4] + 0x1.ca8a4270fadf5p-57) <= 0x1p-94;
}

static int
sums_are_right (const struct assay_fast_kernels *kernels, const double *p,
                const double *v)
{
  double o[ROWS * COLUMNS] = { 0.0 }, exact, one_lo[KEYS] = { 0.0 };
  double hi[COLUMNS], lo[COLUMNS], mass[COLUMNS];
  int is_right = 1;
  size_t r, j, c;

  kernels->sums (o, COLUMNS, p, KEYS, 1, v, COLUMNS, KEYS, 0);
  for (r = 0; r < ROWS; r++)
    {
      kernels->pair_sums (hi, lo, mass, p + r * KEYS, one_lo, v, COLUMNS,
                          KEYS);
      for (c = 0; c < COLUMNS; c++)
        {
          exact = 0.0;
          for (j = 0; j < KEYS; j++)
            exact += p[r * KEYS + j] * v[j * COLUMNS + c];
          is_right &= o[r * COLUMNS + c] == exact && hi[c] == exact
                      && lo[c] == 0.0 && mass[c] >= fabs (exact);
        }
    }
  return is_right;
}

static void
look (void)
{
  const struct assay_fast_kernels *kernels = assay_fast_kernels_best ();
  double q[WIDTH * ROWS], k[KEYS * WIDTH], p[ROWS * KEYS], v[KEYS * COLUMNS];
  unsigned n = 0;
  size_t i;

  for (i = 0; i < WIDTH * ROWS; i++)
    q[i] = element (n++);
  for (i = 0; i < KEYS * WIDTH; i++)
    k[i] = element (n++);
  for (i = 0; i < ROWS * KEYS; i++)
    p[i] = fabs (element (n++));
  for (i = 0; i < KEYS * COLUMNS; i++)
    v[i] = element (n++);
  is_usable = assay_double_is_usable () && scores_are_right (kernels, q, k)
              && weights_are_right (kernels)
              && sums_are_right (kernels, p, v);
}

int
assay_fast_is_usable (void)
{
  pthread_once (&once, look);
  return is_usable;
}
