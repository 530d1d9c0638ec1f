/* check_agree_table.c -- entries of tables by both families

   Random types with random parameters, pairs, positions, layouts and formats:
   the whole way from a plan to a stored pattern must end in the number that
   the oracle rounds from its own step, cosine, sine and magnitude.  50,000
   entries at scale 1.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle.h"
#include "position/table.h"
#include "position/table_layout.h"
#include "rope_sets.h"
#include "testing_real.h"

enum { DIGITS = 60, ROWS = 5, PLACES = 4, SETS = 1250, KINDS = 10 };

static const enum assay_fmt formats[] = {
  ASSAY_FMT_F64, ASSAY_FMT_F32, ASSAY_FMT_F16, ASSAY_FMT_BF16
};

/* ---- the oracle's entry ---- */

/* x <- x y at scale 10^DIGITS, outwards; y is above zero.  */
static void
times (struct oracle_interval *x, const struct oracle_interval *y)
{
  int below = mpz_sgn (x->lo) < 0, above = mpz_sgn (x->hi) >= 0;
  mpz_t unit;

  mpz_init (unit);
  mpz_ui_pow_ui (unit, 10, DIGITS);
  mpz_mul (x->lo, x->lo, below ? y->hi : y->lo);
  mpz_mul (x->hi, x->hi, above ? y->hi : y->lo);
  mpz_fdiv_q (x->lo, x->lo, unit);
  mpz_cdiv_q (x->hi, x->hi, unit);
  mpz_clear (unit);
}

/* A: 1, or what yarn and longrope say without further keys.  */
static void
magnitude (struct oracle_interval *a, const struct oracle_rope_set *set)
{
  struct oracle_fraction one;

  oracle_fraction_init (&one);
  mpz_set_ui (one.num, 1);
  mpz_set_ui (one.den, 1);
  mpz_ui_pow_ui (a->lo, 10, DIGITS);
  mpz_set (a->hi, a->lo);
  if (set->type == ORACLE_ROPE_YARN)
    ck_assert_int_eq (oracle_yarn_magnitude (a, &set->factor, &one, DIGITS),
                      0);
  else if (set->type == ORACLE_ROPE_LONGROPE)
    ck_assert_int_eq (oracle_longrope_magnitude (a, &set->factor,
                                                 &set->original, DIGITS), 0);
  oracle_fraction_clear (&one);
}

/* ENTRY <- A wave (POSITION w), rounded; a sine of nothing is 0.  */
static void
expect (struct oracle_fraction *entry, oracle_function *wave,
        const struct oracle_interval *w, const struct oracle_interval *a,
        unsigned long position, const struct oracle_format *format)
{
  struct oracle_interval angle;

  oracle_interval_init (&angle);
  mpz_mul_ui (angle.lo, w->lo, position);
  mpz_mul_ui (angle.hi, w->hi, position);
  mpz_set_ui (entry->num, 0);
  mpz_set_ui (entry->den, 1);
  if (wave == oracle_cos || mpz_sgn (angle.hi) != 0)
    {
      ck_assert_int_eq (oracle_wave (&angle, wave, &angle, DIGITS), 0);
      times (&angle, a);
      ck_assert_int_eq (oracle_round_interval (entry, &angle, DIGITS, format),
                        ORACLE_FINITE);
    }
  oracle_interval_clear (&angle);
}

/* ---- the main path's ---- */

/* A table of ROWS positions as it would be stored.  */
struct stored
{
  enum assay_fmt fmt;
  enum assay_table_layout layout;
  size_t pairs, width;
  unsigned long first;
  uint64_t *cosine, *sine;
};

static void
store (struct stored *s, const struct assay_rope_steps *steps,
       struct assay_ctx *ctx)
{
  size_t size = assay_fmt_shape (s->fmt)->width / 8;
  uint64_t *row = calloc (ROWS * steps->count, sizeof *row);
  uint64_t *other = calloc (ROWS * steps->count, sizeof *other);
  struct assay_table table;

  s->pairs = steps->count;
  s->width = assay_table_width (s->layout, s->pairs);
  s->cosine = calloc (ROWS * s->width, sizeof *row);
  s->sine = calloc (ROWS * s->width, sizeof *row);
  ck_assert_int_eq (assay_table_init (&table, steps->w, steps->count,
                                      steps->magnitude, s->fmt, ctx),
                    ASSAY_OK);
  ck_assert_int_eq (assay_table_fill (&table, row, other, s->first, ROWS,
                                      ctx), ASSAY_OK);
  assay_table_spread (s->cosine, row, ROWS, s->pairs, size, s->layout);
  assay_table_spread (s->sine, other, ROWS, s->pairs, size, s->layout);
  assay_table_clear (&table);
  free (row);
  free (other);
}

/* ---- comparison ---- */

/* Whether entry AT of VALUES is THEIRS.  */
static int
is_stored (const struct stored *s, const uint64_t *values, size_t at,
           const struct oracle_fraction *theirs)
{
  mpq_t mine, other;
  int equal;

  mpq_inits (mine, other, NULL);
  ck_assert_int_eq (
    assay_fmt_decode (mine, testing_pattern (values, at, s->fmt), s->fmt),
    ASSAY_FMT_FINITE);
  mpq_set_num (other, theirs->num);
  mpz_set (mpq_denref (other), theirs->den);
  mpq_canonicalize (other);
  equal = mpq_equal (mine, other);
  mpq_clears (mine, other, NULL);
  return equal;
}

/* The pair of coordinate AT of a row.  */
static size_t
pair_of (const struct stored *s, size_t at)
{
  return s->layout == ASSAY_TABLE_ADJACENT ? at / 2
         : at >= s->pairs ? at - s->pairs : at;
}

static void
compare_place (const struct stored *s, const struct oracle_interval *w,
               const struct oracle_interval *a, size_t at, const char *what)
{
  const struct oracle_format *format
    = oracle_format_named (assay_fmt_shape (s->fmt)->name);
  struct oracle_fraction entry;
  size_t row;

  oracle_fraction_init (&entry);
  for (row = 0; row < ROWS; row++)
    {
      expect (&entry, oracle_cos, w, a, s->first + row, format);
      ck_assert_msg (is_stored (s, s->cosine, row * s->width + at, &entry),
                     "seed %lu: cosine, %s, coordinate %zu of position %lu",
                     testing_seed (), what, at, s->first + row);
      testing_agreed (1);
      expect (&entry, oracle_sin, w, a, s->first + row, format);
      ck_assert_msg (is_stored (s, s->sine, row * s->width + at, &entry),
                     "seed %lu: sine, %s, coordinate %zu of position %lu",
                     testing_seed (), what, at, s->first + row);
      testing_agreed (1);
    }
  oracle_fraction_clear (&entry);
}

/* Some places of one table; COUNT[] <- its type, its layout and its format
   once more.  */
static void
compare_set (size_t number, unsigned *count)
{
  struct stored s = { .fmt = formats[testing_below (4)],
                      .layout = (enum assay_table_layout) testing_below (3),
                      .first = testing_below (10000001 - ROWS) };
  struct assay_rope_call call = { s.first + ROWS, 0 };
  struct oracle_interval w, a;
  struct oracle_rope_set set;
  struct assay_rope_steps steps;
  struct assay_rope_plan plan;
  struct assay_ctx ctx;
  char what[120];
  size_t k;

  assay_ctx_init (&ctx);
  assay_rope_plan_init (&plan);
  oracle_rope_set_init (&set);
  oracle_interval_init (&w);
  oracle_interval_init (&a);
  rope_sets_draw (&plan);
  rope_sets_translate (&set, &plan, call.length);
  snprintf (what, sizeof what, "set %zu of type %d, layout %d, %s, seed %lu",
            number, set.type, s.layout, assay_fmt_shape (s.fmt)->name,
            testing_seed ());
  ck_assert_msg (assay_rope_steps_make (&steps, &plan, &call, &ctx)
                 == ASSAY_OK, "%s: expected %s, found %s", what,
                 ctx.error.expected, ctx.error.found);
  store (&s, &steps, &ctx);
  magnitude (&a, &set);
  for (k = 0; k < PLACES; k++)
    {
      size_t at = testing_below (s.width), pair = pair_of (&s, at);

      rope_sets_choose_pair (&set, &plan, &call, pair);
      ck_assert_msg (oracle_frequency (&w, &set, pair, DIGITS) == 0,
                     "%s: the oracle does not tell", what);
      compare_place (&s, &w, &a, at, what);
    }
  count[set.type]++;
  count[KINDS + s.layout]++;
  count[KINDS + 3 + s.fmt]++;
  free (s.cosine);
  free (s.sine);
  assay_rope_steps_clear (&steps);
  assay_rope_plan_clear (&plan);
  oracle_rope_set_clear (&set);
  oracle_interval_clear (&w);
  oracle_interval_clear (&a);
}

START_TEST (entries_of_random_types_and_layouts_are_those_of_the_oracle)
{
  unsigned count[KINDS + 3 + 4] = { 0 };
  size_t sets = testing_count (SETS), i;

  for (i = 0; i < sets; i++)
    compare_set (i, count);
  /* Nothing was left out.  */
  for (i = 0; sets >= SETS && i < sizeof count / sizeof count[0]; i++)
    ck_assert_msg (count[i] > 40, "kind %zu: %u sets, seed %lu", i, count[i],
                   testing_seed ());
}
END_TEST

static Suite *
agree_suite (void)
{
  Suite *suite = suite_create ("agree_table");
  TCase *oracle = tcase_create ("oracle");

  tcase_set_timeout (oracle, 900);
  tcase_add_checked_fixture (oracle, testing_reseed, NULL);
  tcase_add_test (oracle,
                  entries_of_random_types_and_layouts_are_those_of_the_oracle);
  suite_add_tcase (suite, oracle);
  return suite;
}

int
main (void)
{
  return testing_run (agree_suite ());
}
