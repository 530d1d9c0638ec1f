/* testing.c -- what every suite shares */

#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exact/rat.h"

enum { DEFAULT_SEED = 20261130 };

static gmp_randstate_t state;
static int state_is_ready;

unsigned long
testing_seed (void)
{
  const char *text = getenv ("ASSAY_SEED");

  return text ? strtoul (text, NULL, 10) : DEFAULT_SEED;
}

size_t
testing_count (size_t count)
{
  const char *text = getenv ("ASSAY_TEST_SCALE");
  double scaled = text ? strtod (text, NULL) * (double) count
                       : (double) count;

  return scaled < 1 ? 1 : (size_t) scaled;
}

int
testing_leaves_out (const char *label, const char *const *kept, size_t count)
{
  size_t n;

  if (testing_count (10) >= 10)
    return 0;
  for (n = 0; n < count; n++)
    if (strcmp (kept[n], label) == 0)
      return 0;
  return 1;
}

void
testing_reseed (void)
{
  if (state_is_ready)
    gmp_randclear (state);
  gmp_randinit_mt (state);
  gmp_randseed_ui (state, testing_seed ());
  state_is_ready = 1;
}

unsigned long
testing_below (unsigned long bound)
{
  if (!state_is_ready)
    testing_reseed ();
  return gmp_urandomm_ui (state, bound);
}

long
testing_between (long low, long high)
{
  return low + (long) testing_below ((unsigned long) (high - low) + 1);
}

void
testing_integer (mpz_ptr result, unsigned long bits)
{
  unsigned long length = 1 + testing_below (bits);

  if (testing_below (2))
    mpz_rrandomb (result, state, length);
  else
    mpz_urandomb (result, state, length);
  if (testing_below (2))
    mpz_neg (result, result);
}

void
testing_rational (mpq_ptr result, unsigned long bits)
{
  testing_integer (mpq_numref (result), bits);
  do
    testing_integer (mpq_denref (result), bits);
  while (mpz_sgn (mpq_denref (result)) == 0);
  mpq_canonicalize (result);
}

void
testing_rotor (mpq_ptr c, mpq_ptr s, unsigned long bound)
{
  long p = testing_between (-(long) bound, (long) bound);
  long q = testing_between (1, (long) bound);
  unsigned long h = (unsigned long) (p * p + q * q);

  mpq_set_si (c, q * q - p * p, h);
  mpq_set_si (s, 2 * p * q, h);
  mpq_canonicalize (c);
  mpq_canonicalize (s);
}

void
testing_positive (mpq_ptr x, long most)
{
  mpq_set_si (x, testing_between (1, most),
              (unsigned long) testing_between (1, most));
  mpq_canonicalize (x);
}

float
testing_float (uint32_t bits)
{
  float x;

  memcpy (&x, &bits, sizeof x);
  return x;
}

void
testing_read_rational (mpq_ptr value, const char *text)
{
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_rat_read (value, text, &ctx, NULL, "x"), ASSAY_OK);
}

void
testing_assert_rational (mpq_srcptr value, const char *text)
{
  mpq_t reduced;
  char *found;

  mpq_init (reduced);
  mpq_set (reduced, value);
  mpq_canonicalize (reduced);
  ck_assert_msg (mpz_cmp (mpq_numref (reduced), mpq_numref (value)) == 0
                 && mpz_cmp (mpq_denref (reduced), mpq_denref (value)) == 0,
                 "not in lowest terms");
  mpq_clear (reduced);
  found = assay_rat_text (value);
  ck_assert_str_eq (found, text);
  free (found);
}

static size_t agreements;

static void
print_agreements (void)
{
  printf ("agreements: %zu\n", agreements);
}

/* A test is a process of its own where Check forks: each that compares has
   its handler.  */
void
testing_agreed (size_t count)
{
  static int is_announced;

  if (!is_announced && atexit (print_agreements) == 0)
    is_announced = 1;
  agreements += count;
}

int
testing_run (Suite *suite)
{
  SRunner *runner = srunner_create (suite);
  const char *scale = getenv ("ASSAY_TEST_SCALE");
  int failed;

  printf ("ASSAY_SEED=%lu ASSAY_TEST_SCALE=%s\n", testing_seed (),
          scale ? scale : "1");
  testing_reseed ();
  srunner_run_all (runner, CK_NORMAL);
  failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  if (state_is_ready)
    gmp_randclear (state);
  state_is_ready = 0;
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
