/* check_merge.c -- merged chunks of attention, by hand and against the whole
   */

#include <math.h>
#include <string.h>

#include "kernel/merge.h"
#include "real/encl.h"
#include "testing.h"

enum { MOST = 6 };

/* The merge of COUNT chunks; an empty text is a chunk that is absent.  */
static void
set_up (struct assay_merge *merge, mpq_t value[MOST], size_t count,
        const char *const *lse, const char *const *o, int in_bits)
{
  struct assay_ctx ctx;
  mpq_t x;
  size_t m;

  assay_ctx_init (&ctx);
  mpq_init (x);
  assay_merge_init (merge, count, in_bits);
  for (m = 0; m < count; m++)
    {
      mpq_init (value[m]);
      mpq_set_str (value[m], o[m], 10);
      mpq_canonicalize (value[m]);
      if (lse[m][0] == '\0')
        continue;
      mpq_set_str (x, lse[m], 10);
      mpq_canonicalize (x);
      assay_merge_set (merge, m, x);
    }
  mpq_clear (x);
  ck_assert_int_eq (assay_merge_ready (merge, &ctx), ASSAY_OK);
}

static void
tear_down (struct assay_merge *merge, mpq_t value[MOST], size_t count)
{
  size_t m;

  for (m = 0; m < count; m++)
    mpq_clear (value[m]);
  assay_merge_clear (merge);
}

static double
rounded (const struct assay_merge_number *number)
{
  uint64_t bits = assay_merge_round (number, ASSAY_FMT_F64);
  double x;

  memcpy (&x, &bits, sizeof x);
  return x;
}

/* Expected: the output and the log-sum-exp, as rationals where they are.  */
static const struct
{
  const char *name;
  size_t count;
  int in_bits;
  const char *lse[3], *o[3];
  const char *output, *log_sum;         /* null: not rational */
} rational[] = {
  { "one chunk", 1, 0, { "7/3" }, { "5/8" }, "5/8", "7/3" },
  { "two alike", 2, 0, { "1/2", "1/2" }, { "1", "2" }, "3/2", NULL },
  { "two alike in bits", 2, 1, { "1/2", "1/2" }, { "1", "2" }, "3/2", "3/2" },
  { "integers apart", 2, 1, { "0", "1" }, { "1", "-1/2" }, "0", NULL },
  { "a sum of four", 3, 1, { "0", "0", "1" }, { "4", "0", "1" }, "3/2",
    "2" },
  { "fractions apart", 2, 1, { "0", "1/2" }, { "1", "2" }, NULL, NULL },
  { "equal outputs", 3, 0, { "0", "1/3", "-9" }, { "1/7", "1/7", "1/7" },
    "1/7", NULL },
  { "equal means", 3, 0, { "0", "0", "5" }, { "1", "3", "2" }, "2", NULL },
  { "an absent chunk", 2, 0, { "", "4" }, { "9", "2" }, "2", "4" },
};

START_TEST (a_merge_is_rational_just_where_the_classes_say_so)
{
  size_t count = rational[_i].count;
  struct assay_merge_number number;
  struct assay_merge merge;
  mpq_t value[MOST], found;

  mpq_init (found);
  set_up (&merge, value, count, rational[_i].lse, rational[_i].o,
          rational[_i].in_bits);
  number.merge = &merge;
  number.value = (const mpq_t *) value;
  if (rational[_i].output)
    {
      ck_assert_int_eq (assay_merge_rational (found, &number), ASSAY_HOLDS);
      testing_assert_rational (found, rational[_i].output);
    }
  else
    ck_assert_int_eq (assay_merge_rational (found, &number), ASSAY_FAILS);
  number.value = NULL;
  if (rational[_i].log_sum)
    {
      ck_assert_int_eq (assay_merge_rational (found, &number), ASSAY_HOLDS);
      testing_assert_rational (found, rational[_i].log_sum);
    }
  else
    ck_assert_int_eq (assay_merge_rational (found, &number), ASSAY_FAILS);
  tear_down (&merge, value, count);
  mpq_clear (found);
}
END_TEST

/* Chunk A of three keys of score 0 and value 0, chunk B of one of score 2 and
   value 1: e^2 / (3 + e^2), and what it is when log2 is taken for ln.  */
START_TEST (a_merge_of_rounded_logarithms_is_near_the_whole)
{
  static const char *const lse[] = { "1098612288668/1000000000000", "2" };
  static const char *const lse2[] = { "1584962500721/1000000000000",
                                      "2885390081778/1000000000000" };
  static const char *const o[] = { "0", "1" };
  struct assay_merge_number number;
  struct assay_merge merge;
  mpq_t value[MOST];

  set_up (&merge, value, 2, lse, o, 0);
  number = (struct assay_merge_number) { &merge, (const mpq_t *) value };
  ck_assert_double_eq_tol (rounded (&number), 0.7112345942275937, 1e-12);
  number.value = NULL;
  ck_assert_double_eq_tol (rounded (&number), log (3 + exp (2)), 1e-12);
  tear_down (&merge, value, 2);

  set_up (&merge, value, 2, lse2, o, 1);
  number = (struct assay_merge_number) { &merge, (const mpq_t *) value };
  ck_assert_double_eq_tol (rounded (&number), 0.7112345942275937, 1e-12);
  number.value = NULL;
  ck_assert_double_eq_tol (rounded (&number), log2 (3 + exp (2)), 1e-12);
  tear_down (&merge, value, 2);

  set_up (&merge, value, 2, lse2, o, 0);
  number = (struct assay_merge_number) { &merge, (const mpq_t *) value };
  ck_assert_double_eq_tol (rounded (&number), 0.785907, 1e-6);
  tear_down (&merge, value, 2);
}
END_TEST

/* What is far below is not lost: the output is its own, tiny, share.  */
START_TEST (a_chunk_far_below_the_largest_still_counts)
{
  static const char *const lse[] = { "0", "-700" };
  static const char *const o[] = { "0", "1" };
  struct assay_merge_number number;
  struct assay_merge merge;
  mpq_t value[MOST];
  mpfr_t lo, hi;

  set_up (&merge, value, 2, lse, o, 0);
  number = (struct assay_merge_number) { &merge, (const mpq_t *) value };
  ck_assert_double_eq_tol (rounded (&number) / exp (-700), 1, 1e-12);
  mpfr_inits2 (64, lo, hi, (mpfr_ptr) 0);
  assay_merge_enclose (lo, hi, &number, 80);
  ck_assert_int_gt (mpfr_sgn (lo), 0);
  mpfr_sub (hi, hi, lo, MPFR_RNDU);
  mpfr_div (hi, hi, lo, MPFR_RNDU);
  ck_assert_int_le (mpfr_cmp_si_2exp (hi, 1, -79), 0);
  mpfr_clears (lo, hi, (mpfr_ptr) 0);
  tear_down (&merge, value, 2);
}
END_TEST

START_TEST (exponents_too_far_apart_in_bits_are_refused)
{
  struct assay_merge merge;
  struct assay_ctx ctx;
  mpq_t x;

  assay_ctx_init (&ctx);
  mpq_init (x);
  assay_merge_init (&merge, 2, 1);
  assay_merge_set (&merge, 0, x);
  mpq_set_si (x, -20000000, 1);
  assay_merge_set (&merge, 1, x);
  ck_assert_int_eq (assay_merge_ready (&merge, &ctx), ASSAY_ELIMIT);
  assay_merge_clear (&merge);
  mpq_clear (x);
}
END_TEST

static Suite *
merge_suite (void)
{
  Suite *suite = suite_create ("merge");
  TCase *tc = tcase_create ("all");

  tcase_add_unchecked_fixture (tc, assay_real_init, assay_real_finish);
  tcase_add_loop_test (
    tc, a_merge_is_rational_just_where_the_classes_say_so, 0,
    (int) (sizeof rational / sizeof rational[0]));
  tcase_add_test (tc, a_merge_of_rounded_logarithms_is_near_the_whole);
  tcase_add_test (tc, a_chunk_far_below_the_largest_still_counts);
  tcase_add_test (tc, exponents_too_far_apart_in_bits_are_refused);
  suite_add_tcase (suite, tc);
  return suite;
}

int
main (void)
{
  return testing_run (merge_suite ());
}
