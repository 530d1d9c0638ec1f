/* check_oracle_kernel_drawn.c -- the oracle's attention of drawn tensors

   And what it stands on: patterns, the test for zero.  */

#include <oracle.h>
#include <string.h>

#include "kernel_oracle.h"
#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

enum { MOST_DIGITS = 4000 };

/* ---- patterns ---- */

static const char *const small_formats[] = { "f16", "bf16", "e5m2", "e4m3" };

START_TEST (every_number_of_a_small_format_is_its_own_pattern)
{
  const struct oracle_format *format
    = oracle_format_named (small_formats[_i]);
  uint64_t count = _i < 2 ? 65536 : 256, bits, numbers = 0;
  struct oracle_fraction f;

  oracle_fraction_init (&f);
  for (bits = 0; bits < count; bits++)
    if (oracle_decode (&f, bits, format) == ORACLE_NUMBER)
      {
        ck_assert_uint_eq (oracle_encode (&f, bits >= count / 2, format),
                           bits);
        if (mpz_sgn (f.num) != 0)
          ck_assert_uint_eq (oracle_round_bits (&f, format), bits);
        numbers++;
      }
  ck_assert_uint_eq (numbers, _i == 0 ? 2 * 31744 : _i == 1 ? 2 * 32640
                              : _i == 2 ? 2 * 124 : 254);
  oracle_fraction_clear (&f);
}
END_TEST

START_TEST (a_double_and_its_pattern_agree)
{
  static const double some[] = { 1, -2.5, 0x1p-1074, 0x1.fffffffffffffp1023,
                                 -0x1.8p-1023, 3.141592653589793 };
  struct oracle_fraction f;
  size_t i;

  oracle_fraction_init (&f);
  for (i = 0; i < sizeof some / sizeof some[0]; i++)
    {
      uint64_t bits;
      mpq_t q;

      memcpy (&bits, &some[i], sizeof bits);
      ck_assert_int_eq (oracle_decode (&f, bits, oracle_format_named ("f64")),
                        ORACLE_NUMBER);
      mpq_init (q);
      mpq_set_num (q, f.num);
      mpq_set_den (q, f.den);
      mpq_canonicalize (q);
      ck_assert_double_eq (mpq_get_d (q), some[i]);
      mpq_clear (q);
      ck_assert_uint_eq (oracle_encode (&f, 0, oracle_format_named ("f64")),
                         bits);
    }
  oracle_fraction_clear (&f);
}
END_TEST

/* ---- zero or not ---- */

static const struct
{
  const char *a;
  unsigned long m;
  const char *b, *c;
  long num;
  unsigned long den;
  int zero;
} surds[] = {
  { "0", 7, "0", "0", 3, 5, 1 },
  { "1", 8, "0", "-2", 1, 2, 1 },
  { "1", 8, "0", "-1", 3, 2, 1 },
  { "1/4", 2, "0", "-1", -3, 2, 1 },
  { "1", 128, "0", "-8", 4, 8, 1 },
  { "2", 9, "-6", "0", 1, 3, 1 },
  { "0", 2, "-4", "1", 6, 3, 1 },
  { "1", 2, "0", "-1", 1, 3, 0 },
  { "0", 2, "1", "-1", 1, 64, 0 },
  { "1", 8, "1/1000000000000000000000000000000", "-2", 1, 2, 0 },
  /* Convergents of sqrt 2.  */
  { "15994428", 2, "-22619537", "0", 1, 1, 0 },
  { "489133282872437279", 2, "-691739027072321377", "0", 1, 1, 0 },
  { "1", 3, "-1", "-1", 1, 2, 0 },
};

START_TEST (a_surd_is_known_to_be_zero_or_not)
{
  struct oracle_fraction *f = oracle_fractions_new (3);

  ck_assert_int_eq (oracle_fraction_set_text (&f[0], surds[_i].a), 0);
  ck_assert_int_eq (oracle_fraction_set_text (&f[1], surds[_i].b), 0);
  ck_assert_int_eq (oracle_fraction_set_text (&f[2], surds[_i].c), 0);
  ck_assert_int_eq (oracle_surd_is_zero (&f[0], surds[_i].m, &f[1], &f[2],
                                         surds[_i].num, surds[_i].den),
                    surds[_i].zero);
  oracle_fractions_free (f, 3);
}
END_TEST

/* ---- drawn problems ---- */

static const struct drawn_kernel_shape shape = { 2, 2, 3, 3, 3, 5, 4, 3, 1 };

/* Calls visit for every row of the problem.  */
static void
each_row (struct oracle_problem *p, const char *text,
          void (*visit) (struct oracle_problem *, const struct oracle_place *,
                         const char *))
{
  struct oracle_place place;

  for (place.batch = 0; place.batch < p->batches; place.batch++)
    for (place.head = 0; place.head < p->query_heads; place.head++)
      for (place.query = 0; place.query < p->queries; place.query++)
        visit (p, &place, text);
}

/* The rounded element lies within half an ulp, and the enclosure agrees.  */
static void
row_agrees_with_its_enclosure (struct oracle_problem *p,
                               const struct oracle_place *place,
                               const char *text)
{
  static const char *const formats[] = { "f64", "f32", "f16", "bf16", "e5m2",
                                         "e4m3" };
  const struct oracle_format *format
    = oracle_format_named (formats[testing_below (6)]);
  enum oracle_stage stage = testing_below (7);
  size_t columns = oracle_kernel_columns (p, stage), c;
  struct oracle_interval *x = oracle_intervals_new (columns);
  struct oracle_fraction rounded;
  uint64_t bits[16];

  oracle_fraction_init (&rounded);
  ck_assert_uint_le (columns, 16);
  ck_assert_msg (oracle_kernel_row (bits, NULL, p, NULL, stage, place, format,
                                    MOST_DIGITS) == 0,
                 "stage %d, row %zu %zu %zu open: %s", stage, place->batch,
                 place->head, place->query, text);
  if (oracle_kernel_enclose (x, p, stage, place, 500) == 0)
    for (c = 0; c < columns; c++)
      {
        enum oracle_rounding how
          = oracle_round_interval (&rounded, &x[c], 500, format);
        int negative = mpz_sgn (x[c].hi) < 0;

        if (how == ORACLE_UNDECIDED
            || (mpz_sgn (x[c].lo) < 0 && mpz_sgn (x[c].hi) >= 0))
          continue;
        ck_assert_msg (bits[c] == (how == ORACLE_OVERFLOW
                                   ? oracle_infinity (negative, format)
                                   : oracle_encode (&rounded, negative,
                                                    format)),
                       "stage %d, row %zu %zu %zu, column %zu: %s", stage,
                       place->batch, place->head, place->query, c, text);
      }
  oracle_fraction_clear (&rounded);
  oracle_intervals_free (x, columns);
}

/* The weights of a row without a sink sum up to 1, or to 0.  */
static void
weights_sum_to_one (struct oracle_problem *p,
                    const struct oracle_place *place, const char *text)
{
  size_t columns = oracle_kernel_columns (p, ORACLE_WEIGHTS), c;
  struct oracle_interval *x = oracle_intervals_new (columns);
  struct oracle_interval sum;
  mpz_t one;

  oracle_interval_init (&sum);
  mpz_init (one);
  mpz_ui_pow_ui (one, 10, 50);
  if (oracle_kernel_enclose (x, p, ORACLE_WEIGHTS, place, 50) == 0)
    {
      for (c = 0; c < columns; c++)
        oracle_interval_addmul (&sum, 1, &x[c]);
      if (mpz_sgn (sum.hi) == 0)
        mpz_set_ui (one, 0);
      ck_assert_msg (p->sinks != NULL || mpz_cmp (sum.lo, one) <= 0, "%s",
                     text);
      ck_assert_msg (p->sinks == NULL || mpz_cmp (sum.lo, one) < 0
                     || mpz_sgn (one) == 0, "%s", text);
      ck_assert_msg (p->sinks != NULL || mpz_cmp (sum.hi, one) >= 0, "%s",
                     text);
    }
  mpz_clear (one);
  oracle_interval_clear (&sum);
  oracle_intervals_free (x, columns);
}

static void
each_drawn (size_t count,
            void (*visit) (struct oracle_problem *,
                           const struct oracle_place *, const char *))
{
  size_t i;

  for (i = 0; i < testing_count (count); i++)
    {
      struct oracle_problem p;
      char text[400];

      kernel_oracle_draw (&p, text, sizeof text, &shape);
      each_row (&p, text, visit);
      oracle_problem_clear (&p);
    }
}

START_TEST (drawn_rows_are_decided_and_agree_with_their_enclosures)
{
  each_drawn (100, row_agrees_with_its_enclosure);
}
END_TEST

START_TEST (drawn_weights_sum_to_one)
{
  each_drawn (100, weights_sum_to_one);
}
END_TEST

static Suite *
drawn_suite (void)
{
  Suite *suite = suite_create ("oracle-kernel-drawn");
  TCase *tc = tcase_create ("all");

  tcase_set_timeout (tc, 600);
  tcase_add_loop_test (tc,
                       every_number_of_a_small_format_is_its_own_pattern, 0,
                       ROWS (small_formats));
  tcase_add_test (tc, a_double_and_its_pattern_agree);
  tcase_add_loop_test (tc, a_surd_is_known_to_be_zero_or_not, 0,
                       ROWS (surds));
  tcase_add_test (tc,
                  drawn_rows_are_decided_and_agree_with_their_enclosures);
  tcase_add_test (tc, drawn_weights_sum_to_one);
  suite_add_tcase (suite, tc);
  return suite;
}

int
main (void)
{
  return testing_run (drawn_suite ());
}
