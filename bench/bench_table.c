/* bench_table.c -- a correctly rounded f32 table against plain loops over the
   C library's double cosine and sine, scalar and vector, rounded to f32

   131072 positions of 64 pairs, base 10000, both in this process.  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "position/table.h"
#include "real/encl.h"
#include "real/formula.h"
#include "table_vector.h"

enum { POSITIONS = 131072, PAIRS = 64 };
static const size_t entries = (size_t) POSITIONS * PAIRS;

struct tables
{
  float *cosine, *sine;
};

static void
give_up (const char *what)
{
  fprintf (stderr, "%s\n", what);
  exit (EXIT_FAILURE);
}

/* Written once, so that no run pays for the first touch.  */
static void
make (struct tables *tables)
{
  tables->cosine = malloc (entries * sizeof (float));
  tables->sine = malloc (entries * sizeof (float));
  if (tables->cosine == NULL || tables->sine == NULL)
    give_up ("no memory");
  memset (tables->cosine, 1, entries * sizeof (float));
  memset (tables->sine, 1, entries * sizeof (float));
}

/* Preparing the table is part of it.  */
static double
certified_once (struct tables *t, struct assay_expr *const *w,
                unsigned long long *second, unsigned long long *third)
{
  static struct assay_table table;
  double start = bench_cpu (), taken;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  if (assay_table_init (&table, w, PAIRS, NULL, ASSAY_FMT_F32, &ctx)
        != ASSAY_OK
      || assay_table_fill (&table, t->cosine, t->sine, 0, POSITIONS, &ctx)
           != ASSAY_OK)
    give_up ("the table was refused");
  taken = bench_cpu () - start;
  *second = table.second;
  *third = table.third;
  assay_table_clear (&table);
  return taken;
}

static void
plain_frequencies (double w[PAIRS])
{
  size_t i;

  for (i = 0; i < PAIRS; i++)
    w[i] = pow (10000.0, -2.0 * (double) i / (2 * PAIRS));
}

static double
plain_once (struct tables *t)
{
  double start = bench_cpu (), w[PAIRS], angle;
  size_t p, i;

  plain_frequencies (w);
  for (p = 0; p < POSITIONS; p++)
    for (i = 0; i < PAIRS; i++)
      {
        angle = (double) p * w[i];
        t->cosine[p * PAIRS + i] = (float) cos (angle);
        t->sine[p * PAIRS + i] = (float) sin (angle);
      }
  return bench_cpu () - start;
}

static double
vector_once (struct tables *t)
{
  double start = bench_cpu (), w[PAIRS];

  plain_frequencies (w);
  table_vector_fill (t->cosine, t->sine, w, POSITIONS, PAIRS);
  return bench_cpu () - start;
}

/* So that no empty loop was timed.  */
static void
require_alike (const struct tables *vector, const struct tables *right)
{
  size_t i;

  for (i = 0; i < entries; i++)
    if (fabsf (vector->cosine[i] - right->cosine[i]) > 1e-6F
        || fabsf (vector->sine[i] - right->sine[i]) > 1e-6F)
      give_up ("the vector functions made no table");
}

static void
compare_with_vectors (double certified, const struct tables *right)
{
  static const char name[] = "f32 table, of the vector functions' time";
  double taken[BENCH_RUNS];
  struct tables t;
  int i;

  if (table_vector_lacks ())
    {
      bench_unmeasured (name, table_vector_lacks ());
      return;
    }
  make (&t);
  for (i = 0; i < BENCH_RUNS; i++)
    taken[i] = vector_once (&t);
  require_alike (&t, right);
  bench_line (name, certified / bench_median (taken, BENCH_RUNS), "",
              BENCH_BELOW, 1.5);
  free (t.cosine);
  free (t.sine);
}

int
main (void)
{
  double certified[BENCH_RUNS], plain[BENCH_RUNS];
  unsigned long long second = 0, third = 0;
  struct tables right, libm;
  struct assay_expr *w[PAIRS];
  struct assay_ctx ctx;
  size_t i, wrong = 0;

  assay_real_init ();
  assay_ctx_init (&ctx);
  for (i = 0; i < PAIRS; i++)
    w[i] = assay_formula_pow (assay_formula_integer (10000),
                              assay_formula_ratio (-(long) i, PAIRS), &ctx);
  make (&right);
  make (&libm);
  for (i = 0; i < BENCH_RUNS; i++)
    {
      certified[i] = certified_once (&right, w, &second, &third);
      plain[i] = plain_once (&libm);
    }
  bench_line ("f32 table of 131072 x 64, of the C library's time",
              bench_median (certified, BENCH_RUNS)
                / bench_median (plain, BENCH_RUNS), "", BENCH_BELOW, 0.25);
  for (i = 0; i < entries; i++)
    wrong += (right.cosine[i] != libm.cosine[i])
             + (right.sine[i] != libm.sine[i]);
  printf ("  of %zu entries %llu needed double-double arithmetic, %llu an "
          "enclosure;\n  the C library's doubles, rounded, are wrong in "
          "%zu\n", 2 * entries, second, third, wrong);
  compare_with_vectors (bench_median (certified, BENCH_RUNS), &right);
  for (i = 0; i < PAIRS; i++)
    assay_expr_unref (w[i]);
  free (right.cosine);
  free (right.sine);
  free (libm.cosine);
  free (libm.sine);
  assay_real_finish ();
  return 0;
}
