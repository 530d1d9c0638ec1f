/* bench_scores.c -- exact rotary scores of all pairs of 512 positions, width
   64, against a matrix power a score and against a table of powers

   Six Pythagorean rotors in turn, small integer components.  The references
   do a part of the scores, and their time is that of as many.  */

#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "exact/rotary_batch.h"

enum { N = 512, WIDTH = 64, PAIRS = WIDTH / 2, ROTORS = 6, AT_A_TIME = 16 };

static const long rotors[ROTORS][3] = {
  { 3, 4, 5 }, { 5, 12, 13 }, { 15, 8, 17 }, { 24, 7, 25 }, { 21, 20, 29 },
  { 35, 12, 37 }
};

struct all
{
  struct assay_matrix q, k;
  struct assay_vec parts;
  long position[N];
};

static void
all_init (struct all *all)
{
  unsigned long state = 1;
  size_t i;

  assay_matrix_init (&all->q, N, WIDTH);
  assay_matrix_init (&all->k, N, WIDTH);
  assay_vec_init (&all->parts, WIDTH);
  for (i = 0; i < (size_t) N * WIDTH; i++)
    {
      state = state * 6364136223846793005u + 1442695040888963407u;
      mpq_set_si (all->q.at[i], (long) (state >> 40 & 31) - 16, 1);
      mpq_set_si (all->k.at[i], (long) (state >> 50 & 31) - 16, 1);
    }
  for (i = 0; i < PAIRS; i++)
    {
      const long *r = rotors[i % ROTORS];

      mpq_set_si (all->parts.at[2 * i], r[0], (unsigned long) r[2]);
      mpq_set_si (all->parts.at[2 * i + 1], r[1], (unsigned long) r[2]);
    }
  for (i = 0; i < N; i++)
    all->position[i] = (long) i;
}

/* Seconds a score; the scores of query ROW are left in SCORES, which has room
   for those of AT_A_TIME.  */
static double
batch_once (const struct all *all, mpq_t *scores, size_t row)
{
  struct assay_rotary_batch batch;
  struct assay_ctx ctx;
  double start = bench_cpu ();
  size_t i;

  assay_ctx_init (&ctx);
  assay_rotary_batch_init (&batch);
  if (assay_rotary_batch_set (&batch, &all->k, all->position, &all->parts, 0,
                              N - 1, &ctx) != ASSAY_OK)
    exit (EXIT_FAILURE);
  for (i = 0; i < N; i += AT_A_TIME)
    {
      size_t at = (row + AT_A_TIME + i) % N;
      struct assay_matrix queries = { all->q.at + at * WIDTH, AT_A_TIME,
                                      WIDTH };

      assay_rotary_batch_scores (scores, &batch, &queries,
                                 all->position + at);
    }
  assay_rotary_batch_clear (&batch);
  return (bench_cpu () - start) / ((double) N * N);
}

/* M <- the matrix of a rotor to the power P, by squaring.  */
static void
matrix_power (mpq_t m[4], mpq_srcptr c, mpq_srcptr s, unsigned long p)
{
  mpq_t t[4], term;
  unsigned long bit;
  int i;

  for (i = 0; i < 4; i++)
    mpq_init (t[i]);
  mpq_init (term);
  mpq_set_ui (m[0], 1, 1);
  mpq_set_ui (m[1], 0, 1);
  mpq_set_ui (m[2], 0, 1);
  mpq_set_ui (m[3], 1, 1);
  for (bit = 512; bit > 0; bit /= 2)
    {
      for (i = 0; i < 4; i++)
        {
          mpq_mul (t[i], m[i / 2 * 2], m[i % 2]);
          mpq_mul (term, m[i / 2 * 2 + 1], m[2 + i % 2]);
          mpq_add (t[i], t[i], term);
        }
      for (i = 0; i < 4; i++)
        mpq_set (m[i], t[i]);
      if (!(p & bit))
        continue;
      for (i = 0; i < 2; i++)
        {
          mpq_mul (t[2 * i], m[2 * i], c);
          mpq_mul (term, m[2 * i + 1], s);
          mpq_add (t[2 * i], t[2 * i], term);
          mpq_mul (t[2 * i + 1], m[2 * i + 1], c);
          mpq_mul (term, m[2 * i], s);
          mpq_sub (t[2 * i + 1], t[2 * i + 1], term);
        }
      for (i = 0; i < 4; i++)
        mpq_set (m[i], t[i]);
    }
  for (i = 0; i < 4; i++)
    mpq_clear (t[i]);
  mpq_clear (term);
}

/* SCORE += q^T M k for one pair.  */
static void
add_pair (mpq_t score, const mpq_t *q, mpq_t m[4], const mpq_t *k,
          mpq_t x, mpq_t term)
{
  mpq_mul (x, m[0], k[0]);
  mpq_mul (term, m[1], k[1]);
  mpq_add (x, x, term);
  mpq_mul (x, x, q[0]);
  mpq_add (score, score, x);
  mpq_mul (x, m[2], k[0]);
  mpq_mul (term, m[3], k[1]);
  mpq_add (x, x, term);
  mpq_mul (x, x, q[1]);
  mpq_add (score, score, x);
}

/* The power of pair I's rotor at a distance.  */
static void
power_of (mpq_t m[4], const struct all *all, size_t i, long distance)
{
  mpq_t s;

  mpq_init (s);
  mpq_set (s, all->parts.at[2 * i + 1]);
  if (distance < 0)
    mpq_neg (s, s);
  matrix_power (m, all->parts.at[2 * i], s, (unsigned long) labs (distance));
  mpq_clear (s);
}

static mpq_t *
rationals_new (size_t n)
{
  mpq_t *at = malloc (n * sizeof *at);
  size_t i;

  if (at == NULL)
    exit (EXIT_FAILURE);
  for (i = 0; i < n; i++)
    mpq_init (at[i]);
  return at;
}

/* Seconds a score of query ROW and some keys, each compared; with TABLE the
   powers were made before.  */
static double
reference_once (const struct all *all, mpq_t *scores, size_t row, size_t step,
                mpq_t *table)
{
  mpq_t *m = rationals_new (4), score, x, term;
  double start, seconds;
  size_t i, j, count = 0;

  mpq_inits (score, x, term, NULL);
  start = bench_cpu ();
  for (j = 1; j < N; j += step, count++)
    {
      mpq_set_ui (score, 0, 1);
      for (i = 0; i < PAIRS; i++)
        {
          if (!table)
            power_of (m, all, i, (long) j - (long) row);
          add_pair (score, all->q.at + row * WIDTH + 2 * i,
                    table ? table + (j * PAIRS + i) * 4 : m,
                    all->k.at + j * WIDTH + 2 * i, x, term);
        }
      if (!mpq_equal (score, scores[j]))
        {
          fputs ("bench-scores: the scores differ\n", stderr);
          exit (EXIT_FAILURE);
        }
    }
  seconds = (bench_cpu () - start) / (double) count;
  mpq_clears (score, x, term, NULL);
  for (i = 0; i < 4; i++)
    mpq_clear (m[i]);
  free (m);
  return seconds;
}

int
main (void)
{
  const size_t row = 208;        /* the first of a block */
  double by_power[BENCH_RUNS], by_table[BENCH_RUNS], ours[BENCH_RUNS];
  mpq_t *scores = rationals_new ((size_t) AT_A_TIME * N);
  mpq_t *table = rationals_new ((size_t) N * PAIRS * 4);
  struct all all;
  size_t i, j;

  all_init (&all);
  for (j = 0; j < N; j++)
    for (i = 0; i < PAIRS; i++)
      power_of (table + (j * PAIRS + i) * 4, &all, i,
                (long) j - (long) row);
  for (i = 0; i < BENCH_RUNS; i++)
    {
      ours[i] = batch_once (&all, scores, row);
      by_table[i] = reference_once (&all, scores, row, 3, table) / ours[i];
      by_power[i] = reference_once (&all, scores, row, 23, NULL) / ours[i];
    }
  bench_line ("exact scores of 512 x 512, over a matrix power a score",
              bench_median (by_power, BENCH_RUNS), "times", BENCH_AT_LEAST,
              1000);
  bench_line ("exact scores of 512 x 512, over a table of powers",
              bench_median (by_table, BENCH_RUNS), "times", BENCH_AT_LEAST,
              200);
  printf ("  %.3g microseconds a score\n",
          1e6 * bench_median (ours, BENCH_RUNS));
  for (i = 0; i < (size_t) AT_A_TIME * N; i++)
    mpq_clear (scores[i]);
  for (i = 0; i < (size_t) N * PAIRS * 4; i++)
    mpq_clear (table[i]);
  free (scores);
  free (table);
  assay_matrix_clear (&all.q);
  assay_matrix_clear (&all.k);
  assay_vec_clear (&all.parts);
  return 0;
}
