/* bench_blas.c -- the products of tier 1 by its own kernels, whose order of
   summation is known, and by a BLAS, whose is not

   All scores of 4096 queries and keys of width 64, and all sums of as many
   values, both as tier 1 takes them: rows by blocks of 48, keys by 128.  BLAS
   is timed once so and once by larger blocks.  No goals: which is quicker
   depends on the BLAS.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "attention/fast_kernels.h"
#include "bench.h"

#ifdef BENCH_BLAS

#include <cblas.h>

enum
{
  N = 4096, WIDTH = 64, TILES = 8, ROWS = TILES * ASSAY_FAST_TILE, KEYS = 128,
  STRIDE = KEYS + 8, LARGE = 512, RUNS = 3 * BENCH_RUNS,
  WHOLE = N / ROWS * ROWS
};

struct operands
{
  const struct assay_fast_kernels *kernels;
  double *q, *tiles;            /* the same queries, by rows and by tiles */
  double *k, *panels;
  double *v, *s, *o;
};

static double *
room (size_t count)
{
  double *block = calloc (count, sizeof *block);

  if (block == NULL)
    {
      fputs ("no memory\n", stderr);
      exit (EXIT_FAILURE);
    }
  return block;
}

static void
operands_init (struct operands *a)
{
  size_t i, t;

  a->kernels = assay_fast_kernels_best ();
  a->q = room (N * WIDTH);
  a->tiles = room (N * WIDTH);
  a->k = room (N * WIDTH);
  a->panels = room (N * WIDTH);
  a->v = room (N * WIDTH);
  a->s = room ((size_t) N * LARGE);
  a->o = room (N * WIDTH);
  for (i = 0; i < N; i++)
    for (t = 0; t < WIDTH; t++)
      {
        double x = (double) ((i * WIDTH + t) * 2654435761u % 1024) / 512 - 1;
        size_t tile = i / ASSAY_FAST_TILE, panel = i / ASSAY_FAST_PANEL;

        a->q[i * WIDTH + t] = x;
        a->k[i * WIDTH + t] = x / 2;
        a->v[i * WIDTH + t] = -x;
        if (i < WHOLE)
          a->tiles[(tile * WIDTH + t) * ASSAY_FAST_TILE
                   + i % ASSAY_FAST_TILE] = x;
        a->panels[(panel * WIDTH + t) * ASSAY_FAST_PANEL
                  + i % ASSAY_FAST_PANEL] = x / 2;
      }
}

static void
operands_clear (struct operands *a)
{
  free (a->q);
  free (a->tiles);
  free (a->k);
  free (a->panels);
  free (a->v);
  free (a->s);
  free (a->o);
}

static void
own_scores (struct operands *a)
{
  size_t row, at, tile;

  for (row = 0; row < WHOLE; row += ROWS)
    for (at = 0; at < N; at += KEYS)
      for (tile = 0; tile < ROWS; tile += ASSAY_FAST_TILE)
        a->kernels->scores (a->s + tile * STRIDE, STRIDE,
                            a->tiles + (row + tile) * WIDTH,
                            a->panels + at * WIDTH, WIDTH,
                            KEYS / ASSAY_FAST_PANEL);
}

static void
blas_scores (struct operands *a, int rows, int keys)
{
  size_t row, at;

  for (row = 0; row < WHOLE; row += (size_t) rows)
    for (at = 0; at < N; at += (size_t) keys)
      {
        int count = WHOLE - row < (size_t) rows ? (int) (WHOLE - row) : rows;

        cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, count, keys,
                     WIDTH, 1.0, a->q + row * WIDTH, WIDTH,
                     a->k + at * WIDTH, WIDTH, 0.0, a->s, keys);
      }
}

static void
own_sums (struct operands *a)
{
  size_t row, at;

  for (row = 0; row < WHOLE; row += ROWS)
    for (at = 0; at < N; at += ASSAY_FAST_CHUNK)
      a->kernels->sums (a->o + row * WIDTH, WIDTH,
                        a->s + at % KEYS, STRIDE, TILES,
                        a->v + at * WIDTH, WIDTH, ASSAY_FAST_CHUNK, 0);
}

static void
blas_sums (struct operands *a, int rows, int keys)
{
  size_t row, at;

  for (row = 0; row < WHOLE; row += (size_t) rows)
    for (at = 0; at < N; at += (size_t) keys)
      {
        int count = WHOLE - row < (size_t) rows ? (int) (WHOLE - row) : rows;

        cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, count, WIDTH,
                     keys, 1.0, a->s, keys, a->v + at * WIDTH, WIDTH, 1.0,
                     a->o + row * WIDTH, WIDTH);
      }
}

/* The medians of a way of our own and two of BLAS, which take turns.  */
static void
compare (const char *what, struct operands *a,
         void (*own) (struct operands *),
         void (*blas) (struct operands *, int, int))
{
  double ours[RUNS], same[RUNS], large[RUNS], start;
  size_t i;

  for (i = 0; i < RUNS; i++)
    {
      start = bench_cpu ();
      own (a);
      ours[i] = bench_cpu () - start;
      start = bench_cpu ();
      blas (a, ROWS, KEYS);
      same[i] = bench_cpu () - start;
      start = bench_cpu ();
      blas (a, LARGE, LARGE);
      large[i] = bench_cpu () - start;
    }
  start = bench_median (ours, RUNS);
  printf ("%s by our kernel: %.3g of BLAS's time, %.3g by larger blocks\n",
          what, start / bench_median (same, RUNS),
          start / bench_median (large, RUNS));
}

/* One thread, which a BLAS must be told before it is loaded.  */
static void
run_in_one_thread (char **argv)
{
  static const char *const names[] = {
    "OPENBLAS_NUM_THREADS", "BLIS_NUM_THREADS", "MKL_NUM_THREADS",
    "OMP_NUM_THREADS"
  };
  size_t n;

  if (getenv (names[0]) != NULL)
    return;
  for (n = 0; n < sizeof names / sizeof names[0]; n++)
    setenv (names[n], "1", 1);
  execv (argv[0], argv);
  perror (argv[0]);
  exit (EXIT_FAILURE);
}

int
main (int argc, char **argv)
{
  struct operands a;

  (void) argc;
  run_in_one_thread (argv);
  operands_init (&a);
  compare ("f64 scores 4096 x 64", &a, own_scores, blas_scores);
  compare ("f64 sums of values 4096 x 64", &a, own_sums, blas_sums);
  operands_clear (&a);
  return 0;
}

#else

int
main (void)
{
  bench_unmeasured ("f64 scores by our kernel, of BLAS's time",
                    "no BLAS with cblas.h");
  return 0;
}

#endif
