/* check_agree_odd.c -- turned infinities and NaN: both families have the same
   rules */

#include <math.h>
#include <oracle.h>
#include <stdlib.h>

#include "base/memory.h"
#include "drawn_rotation.h"
#include "testing.h"

static uint64_t
odd_pattern (enum oracle_odd odd, enum assay_fmt fmt)
{
  const struct oracle_format *format
    = oracle_format_named (assay_fmt_shape (fmt)->name);

  return odd == ORACLE_ODD_NAN
         ? oracle_nan (format)
         : oracle_infinity (odd == ORACLE_ODD_MINUS, format);
}

/* Some of D's components become infinities or NaN, KIND says which.  */
static void
spoil (enum oracle_odd kind[MOST_HEADS][MOST_ROWS][MOST_SIZE],
       struct drawn_rotation *d)
{
  static const double values[] = { 0.0, INFINITY, -INFINITY, NAN };
  size_t h, s, c;

  for (h = 0; h < d->heads; h++)
    for (s = 0; s < d->rows; s++)
      for (c = 0; c < d->layout.head_dim; c++)
        {
          unsigned long chosen = testing_below (8);

          /* e4m3 holds no infinity.  */
          if (chosen < 3 && d->x_fmt == ASSAY_FMT_E4M3)
            chosen = ORACLE_ODD_NAN;
          kind[h][s][c] = chosen < 4 ? (enum oracle_odd) chosen
                                     : ORACLE_ODD_NONE;
          if (kind[h][s][c] != ORACLE_ODD_NONE)
            d->x[h][s][c] = values[kind[h][s][c]];
        }
}

/* Each odd component of D's row is what the oracle says.  */
static void
compare_odd_row (const struct drawn_rotation *d, struct rotated *o,
                 size_t h, size_t s, const enum oracle_odd *kind,
                 const struct oracle_turn *turn, struct assay_ctx *ctx)
{
  struct oracle_fraction *position = oracle_fractions_new (MOST_AXES);
  enum oracle_odd due[MOST_SIZE];
  struct assay_turned turned;
  char text[200];
  size_t c, a;

  for (a = 0; a < d->axes; a++)
    mpz_set_si (position[a].num, d->position[a][s]);
  ck_assert_uint_eq (oracle_turn_odd_row (due, turn, kind, position,
                                          MOST_DIGITS), 0);
  assay_turned_init (&turned);
  for (c = 0; c < d->layout.rotary_dim; c++)
    {
      struct assay_turned_sum sum;
      size_t pair, partner;
      enum assay_turned_kind column
        = assay_rotation_column (&pair, &partner, &d->layout, c);

      assay_rotation_sum (&sum, &o->rotation, 0, s, c, column, pair, partner,
                          d->x[h][s]);
      ck_assert_int_eq (assay_turned_is_odd (&sum), due[c] != ORACLE_ODD_NONE);
      if (due[c] == ORACLE_ODD_NONE)
        continue;
      ck_assert_int_eq (assay_turned_ieee (&turned, &o->rotation, &sum,
                                           d->fmt, ctx), ASSAY_OK);
      ck_assert_int_eq (turned.settled, ASSAY_HOLDS);
      drawn_rotation_describe (text, sizeof text, d);
      ck_assert_msg (turned.bits == odd_pattern (due[c], d->fmt),
                     "seed %lu: %s, position %ld, x %g and %g, column %zu: "
                     "%llx, the oracle %llx", testing_seed (), text,
                     (long) d->position[0][s], d->x[h][s][c],
                     d->x[h][s][partner], c,
                     (unsigned long long) turned.bits,
                     (unsigned long long) odd_pattern (due[c], d->fmt));
      testing_agreed (1);
    }
  assay_turned_clear (&turned);
  oracle_fractions_free (position, MOST_AXES);
}

START_TEST (infinities_and_nan_turn_as_the_oracle_says)
{
  size_t cases = testing_count (400), t, h, s;
  struct drawn_rotation *d = assay_calloc (1, sizeof *d);
  struct rotated *o = assay_calloc (1, sizeof *o);
  static const uint64_t got[MOST_HEADS * MOST_ROWS * MOST_SIZE];

  testing_reseed ();
  for (t = 0; t < cases; t++)
    {
      enum oracle_odd kind[MOST_HEADS][MOST_ROWS][MOST_SIZE];
      struct oracle_turn turn;
      struct assay_ctx ctx;

      drawn_rotation_draw (d);
      assay_ctx_init (&ctx);
      drawn_rotation_oracle (&turn, d);
      rotated_begin (o, d, got, d->fmt, &ctx);
      spoil (kind, d);
      for (h = 0; h < d->heads; h++)
        for (s = 0; s < d->rows; s++)
          compare_odd_row (d, o, h, s, kind[h][s], &turn, &ctx);
      oracle_turn_clear (&turn);
      rotated_end (o);
    }
  free (d);
  free (o);
}
END_TEST

int
main (void)
{
  Suite *suite = suite_create ("agree_odd");
  TCase *tcase = tcase_create ("agree_odd");

  tcase_set_timeout (tcase, 0);
  tcase_add_test (tcase, infinities_and_nan_turn_as_the_oracle_says);
  suite_add_tcase (suite, tcase);
  return testing_run (suite);
}
