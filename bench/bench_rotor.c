/* bench_rotor.c -- (3/5 + 4/5 i)^1000000 against squaring 2 x 2 matrices

   The references are what one would write without Lemma B2: square and
   multiply with matrices of rationals, of GMP and of FLINT.  All results are
   compared; every reference is timed beside our own, so that a busy machine
   slows both.  */

#include "config.h"

#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef BENCH_FLINT
#include <flint/fmpq_mat.h>
#endif

#include "bench.h"
#include "exact/rotor.h"

enum { POWER = 1000000 };

/* The cosine of the power.  */
struct answer
{
  mpq_t cosine;
  double seconds;
};

static void
power_of_rotor (struct answer *answer)
{
  struct assay_rotor rotor;
  struct assay_ctx ctx;
  mpq_t c, s;
  double start;
  mpz_t p;

  assay_ctx_init (&ctx);
  assay_rotor_init (&rotor);
  mpq_inits (c, s, NULL);
  mpz_init_set_ui (p, POWER);
  mpq_set_si (c, 3, 5);
  mpq_set_si (s, 4, 5);
  start = bench_cpu ();
  if (assay_rotor_set (&rotor, c, s, &ctx, NULL) != ASSAY_OK
      || assay_rotor_power (&rotor, &rotor, p, &ctx, NULL) != ASSAY_OK)
    exit (EXIT_FAILURE);
  assay_rotor_get (answer->cosine, s, &rotor);
  answer->seconds = bench_cpu () - start;
  mpz_clear (p);
  mpq_clears (c, s, NULL);
  assay_rotor_clear (&rotor);
}

/* M <- M * BY, by way of T.  */
static void
multiply_matrices (mpq_t m[2][2], mpq_t by[2][2], mpq_t t[2][2],
                   mpq_ptr term)
{
  int i, j;

  for (i = 0; i < 2; i++)
    for (j = 0; j < 2; j++)
      {
        mpq_mul (t[i][j], m[i][0], by[0][j]);
        mpq_mul (term, m[i][1], by[1][j]);
        mpq_add (t[i][j], t[i][j], term);
      }
  for (i = 0; i < 2; i++)
    for (j = 0; j < 2; j++)
      mpq_swap (m[i][j], t[i][j]);
}

static void
power_of_mpq_matrix (struct answer *answer)
{
  mpq_t base[2][2], m[2][2], t[2][2], term;
  double start;
  int i, j, bit;

  for (i = 0; i < 2; i++)
    for (j = 0; j < 2; j++)
      {
        mpq_inits (base[i][j], m[i][j], t[i][j], NULL);
        mpq_set_si (base[i][j], i == j ? 3 : i > j ? 4 : -4, 5);
        mpq_set_si (m[i][j], i == j, 1);
      }
  mpq_init (term);
  start = bench_cpu ();
  for (bit = 1; bit <= POWER / 2; bit *= 2)
    ;
  for (; bit > 0; bit /= 2)
    {
      multiply_matrices (m, m, t, term);
      if (POWER & bit)
        multiply_matrices (m, base, t, term);
    }
  answer->seconds = bench_cpu () - start;
  mpq_set (answer->cosine, m[0][0]);
  mpq_clear (term);
  for (i = 0; i < 2; i++)
    for (j = 0; j < 2; j++)
      mpq_clears (base[i][j], m[i][j], t[i][j], NULL);
}

#ifdef BENCH_FLINT
static void
power_of_flint_matrix (struct answer *answer)
{
  fmpq_mat_t base, m, t;
  double start;
  int i, j, bit;

  fmpq_mat_init (base, 2, 2);
  fmpq_mat_init (m, 2, 2);
  fmpq_mat_init (t, 2, 2);
  for (i = 0; i < 2; i++)
    for (j = 0; j < 2; j++)
      fmpq_set_si (fmpq_mat_entry (base, i, j), i == j ? 3 : i > j ? 4 : -4,
                   5);
  fmpq_mat_one (m);
  start = bench_cpu ();
  for (bit = 1; bit <= POWER / 2; bit *= 2)
    ;
  for (; bit > 0; bit /= 2)
    {
      fmpq_mat_mul (t, m, m);
      fmpq_mat_swap (t, m);
      if (POWER & bit)
        {
          fmpq_mat_mul (t, m, base);
          fmpq_mat_swap (t, m);
        }
    }
  answer->seconds = bench_cpu () - start;
  fmpq_get_mpq (answer->cosine, fmpq_mat_entry (m, 0, 0));
  fmpq_mat_clear (base);
  fmpq_mat_clear (m);
  fmpq_mat_clear (t);
  flint_cleanup ();
}
#endif

/* The median of the ratios of runs that follow each other.  */
static void
compare (const char *name, void (*reference) (struct answer *), double goal)
{
  double ratios[BENCH_RUNS];
  struct answer ours, theirs;
  int i;

  mpq_inits (ours.cosine, theirs.cosine, NULL);
  for (i = 0; i < BENCH_RUNS; i++)
    {
      power_of_rotor (&ours);
      reference (&theirs);
      if (!mpq_equal (ours.cosine, theirs.cosine))
        {
          fprintf (stderr, "%s: the powers differ\n", name);
          exit (EXIT_FAILURE);
        }
      ratios[i] = theirs.seconds / ours.seconds;
    }
  mpq_clears (ours.cosine, theirs.cosine, NULL);
  bench_line (name, bench_median (ratios, BENCH_RUNS), "times",
              BENCH_AT_LEAST, goal);
}

int
main (void)
{
  static const char flint[] = "(3/5 + 4/5 i)^1000000 over fmpq_mat squaring";

  compare ("(3/5 + 4/5 i)^1000000 over mpq_t matrix squaring",
           power_of_mpq_matrix, 100);
#ifdef BENCH_FLINT
  compare (flint, power_of_flint_matrix, 40);
#else
  bench_unmeasured (flint, "FLINT is not installed");
#endif
  return EXIT_SUCCESS;
}
