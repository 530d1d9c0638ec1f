/* check_agree_rotation.c -- turned tensors: both families give the same
   bits */

#include <math.h>
#include <oracle.h>
#include <stdlib.h>

#include "base/memory.h"
#include "drawn_rotation.h"
#include "kernel/rotation_judge.h"
#include "testing.h"

static void
set_double (struct oracle_fraction *f, double x)
{
  mpq_t value;

  mpq_init (value);
  mpq_set_d (value, x);
  mpz_set (f->num, mpq_numref (value));
  mpz_set (f->den, mpq_denref (value));
  mpq_clear (value);
}

/* BITS [head][row][column] <- the rounded components, or those of MISTAKE.  */
static void
theirs (uint64_t *bits, const struct drawn_rotation *d, enum assay_fmt fmt,
        const struct oracle_turn_mistake *mistake)
{
  size_t size = d->layout.head_dim, h, s, c, a;
  struct oracle_fraction *x = oracle_fractions_new (MOST_SIZE);
  struct oracle_fraction *position = oracle_fractions_new (MOST_AXES);
  struct oracle_turn turn;

  drawn_rotation_oracle (&turn, d);
  for (h = 0; h < d->heads; h++)
    for (s = 0; s < d->rows; s++)
      {
        for (c = 0; c < size; c++)
          set_double (&x[c], d->x[h][s][c]);
        for (a = 0; a < d->axes; a++)
          mpz_set_si (position[a].num, d->position[a][s]);
        ck_assert_uint_eq (oracle_turn_row (bits + (h * d->rows + s) * size,
                                            NULL, &turn, mistake, x, position,
                                            (long) s, oracle_format_named
                                            (assay_fmt_shape (fmt)->name),
                                            MOST_DIGITS), 0);
      }
  oracle_turn_clear (&turn);
  oracle_fractions_free (x, MOST_SIZE);
  oracle_fractions_free (position, MOST_AXES);
}

/* ---- tests ---- */

START_TEST (rounded_rotations_are_those_of_the_oracle)
{
  size_t cases = testing_count (3000), t;
  struct drawn_rotation *d = assay_calloc (1, sizeof *d);
  struct rotated *o = assay_calloc (1, sizeof *o);
  uint64_t got[MOST_HEADS * MOST_ROWS * MOST_SIZE];
  char text[200];

  testing_reseed ();
  for (t = 0; t < cases; t++)
    {
      struct assay_rotation_judge judge;
      struct assay_ctx ctx;

      drawn_rotation_draw (d);
      drawn_rotation_describe (text, sizeof text, d);
      assay_ctx_init (&ctx);
      theirs (got, d, d->fmt, NULL);
      rotated_begin (o, d, got, d->fmt, &ctx);
      ck_assert_int_eq (assay_rotation_judge_init (&judge, &o->rotation,
                                                   ASSAY_ROTATION_OUTPUT,
                                                   "got", d->fmt,
                                                   &o->got_view, &ctx),
                        ASSAY_OK);
      ck_assert_int_eq (assay_rotation_judge_run (&judge, &ctx), ASSAY_OK);
      ck_assert_msg (judge.open == 0
                     && judge.measure.bit_equal == judge.measure.elements
                     && judge.measure.elements
                        == d->heads * d->rows * d->layout.head_dim,
                     "case %zu (%s): %lu equal, %lu open of %lu", t, text,
                     (unsigned long) judge.measure.bit_equal,
                     (unsigned long) judge.open,
                     (unsigned long) judge.measure.elements);
      ck_assert_msg (judge.measure.ulps.bounds.low <= 0.5,
                     "case %zu (%s): rounded correctly and wrong by %g ulps",
                     t, text, judge.measure.ulps.bounds.low);
      testing_agreed (judge.measure.elements);
      assay_rotation_judge_clear (&judge);
      rotated_end (o);
    }
  free (d);
  free (o);
}
END_TEST

/* A zero's sign is lost in the oracle's fractions.  */
static int
same_but_for_zeros (uint64_t a, uint64_t b, enum assay_fmt fmt)
{
  return a == b || (assay_fmt_classify (a, fmt) == ASSAY_FMT_FINITE
                    && assay_fmt_classify (b, fmt) == ASSAY_FMT_FINITE
                    && assay_fmt_ordinal (a, fmt) == 0
                    && assay_fmt_ordinal (b, fmt) == 0);
}

START_TEST (two_products_are_those_of_the_oracle)
{
  static const enum assay_fmt formats[] = { ASSAY_FMT_F64, ASSAY_FMT_F32,
                                            ASSAY_FMT_F16, ASSAY_FMT_BF16 };
  size_t cases = testing_count (1000), t, h, s, c;
  struct drawn_rotation *d = assay_calloc (1, sizeof *d);
  struct rotated *o = assay_calloc (1, sizeof *o);
  uint64_t got[MOST_HEADS * MOST_ROWS * MOST_SIZE];

  testing_reseed ();
  for (t = 0; t < cases; t++)
    {
      struct oracle_turn_mistake mistake = { ORACLE_TURN_ROUND_PRODUCTS, 0,
                                             NULL };
      struct assay_two_products contract;
      struct assay_turned_sum sum;
      struct assay_ctx ctx;
      enum assay_fmt fmt;

      drawn_rotation_draw (d);
      fmt = d->x_fmt = formats[t % 4];
      for (h = 0; h < d->heads; h++)
        for (s = 0; s < d->rows; s++)
          {
            for (c = 0; c < d->layout.head_dim; c++)
              do
                d->x[h][s][c] = drawn_rotation_value (fmt);
              while (fabs (d->x[h][s][c]) > 0x1p12);
            /* Tables end there.  */
            for (c = 0; c < d->axes; c++)
              d->position[c][s] %= 1l << 32;
          }
      assay_ctx_init (&ctx);
      mistake.format = oracle_format_named (assay_fmt_shape (fmt)->name);
      theirs (got, d, fmt, &mistake);
      rotated_begin (o, d, got, fmt, &ctx);
      ck_assert_int_eq (assay_two_products_init (&contract, &o->rotation, fmt,
                                                 fmt, &ctx), ASSAY_OK);
      for (h = 0; h < d->heads; h++)
        for (s = 0; s < d->rows; s++)
          for (c = 0; c < d->layout.head_dim; c++)
            {
              size_t pair, partner, at = (h * d->rows + s)
                                         * d->layout.head_dim + c;
              enum assay_turned_kind kind
                = assay_rotation_column (&pair, &partner, &d->layout, c);
              uint64_t bits;

              if (kind == ASSAY_TURNED_COPY)
                continue;
              assay_rotation_sum (&sum, &o->rotation, 0, s, c, kind, pair,
                                  partner, d->x[h][s]);
              ck_assert_int_eq (assay_two_products_element
                                (&bits, &contract, &o->rotation, 0, s, &sum,
                                 &ctx), ASSAY_OK);
              ck_assert_msg (same_but_for_zeros (bits, got[at], fmt),
                             "case %zu, column %zu: %llx, the oracle %llx", t,
                             c, (unsigned long long) bits,
                             (unsigned long long) got[at]);
              testing_agreed (1);
            }
      assay_two_products_clear (&contract);
      rotated_end (o);
    }
  free (d);
  free (o);
}
END_TEST

int
main (void)
{
  Suite *suite = suite_create ("agree_rotation");
  TCase *tcase = tcase_create ("agree_rotation");

  tcase_set_timeout (tcase, 0);
  tcase_add_test (tcase, rounded_rotations_are_those_of_the_oracle);
  tcase_add_test (tcase, two_products_are_those_of_the_oracle);
  suite_add_tcase (suite, tcase);
  return testing_run (suite);
}
