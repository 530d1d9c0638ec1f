/* check_rotation_value.c -- one turned component: its mass, its sections, and
   what the contract makes of it */

#include <math.h>
#include <string.h>

#include "kernel/rotation_contract.h"
#include "kernel/rotation_row.h"
#include "testing_real.h"

/* A rotation of one row by steps of radians, and all that it borrows.  */
struct turn
{
  float x[4];
  struct assay_tensor tensor;
  struct assay_view view;
  struct assay_positions positions;
  struct assay_expr *w[2];
  struct assay_rotation rotation;
  struct assay_ctx ctx;
};

/* By the steps W, which are there, of PAIRS pairs.  */
static void
begin (struct turn *t, size_t pairs, const char *position,
       const struct assay_sections *sections)
{
  const struct assay_layout layout = { ASSAY_PAIRING_ADJACENT, 2 * pairs,
                                       2 * pairs, 0 };
  const size_t shape[] = { 1, 2 * pairs };

  assay_ctx_init (&t->ctx);
  assay_tensor_wrap (&t->tensor, "x", ASSAY_DTYPE_F32, 2, shape, t->x);
  ck_assert_int_eq (assay_view_axes (&t->view, &t->tensor, "sd", 0, &t->ctx,
                                     NULL), ASSAY_OK);
  ck_assert_int_eq (assay_positions_open (&t->positions, position, "p", 1, 1,
                                          1, &t->ctx), ASSAY_OK);
  ck_assert_int_eq (assay_rotation_by_angles (&t->rotation, &t->view, 0,
                                              &layout, t->w, pairs, NULL,
                                              sections, &t->positions,
                                              &t->ctx), ASSAY_OK);
}

static void
drop (struct turn *t)
{
  assay_rotation_clear (&t->rotation);
  assay_positions_close (&t->positions);
  assay_tensor_close (&t->tensor);
  assay_expr_unref (t->w[0]);
  assay_expr_unref (t->w[1]);
}

/* SUM <- the component of ROW and COLUMN.  */
static void
add_up (struct assay_turned_sum *sum, const struct turn *t, size_t row,
        size_t column)
{
  const double x[] = { t->x[0], t->x[1], t->x[2], t->x[3] };
  enum assay_turned_kind kind;
  size_t pair, partner;

  kind = assay_rotation_column (&pair, &partner, &t->rotation.layout, column);
  assay_rotation_sum (sum, &t->rotation, 0, row, column, kind, pair, partner,
                      x);
}

/* pi / 2 to BITS bits.  */
static struct assay_expr *
nearly_right_angle (mpfr_prec_t bits)
{
  struct assay_expr *result;
  mpfr_t angle;
  mpq_t value;

  mpfr_init2 (angle, bits);
  mpq_init (value);
  mpfr_const_pi (angle, MPFR_RNDN);
  mpfr_get_q (value, angle);
  mpq_div_2exp (value, value, 1);
  result = assay_expr_new_rational (value);
  mpq_clear (value);
  mpfr_clear (angle);
  return result;
}

enum { LEAST_BITS = 78, MOST_BITS = 90 };

/* A turn by nearly a right angle: hardly any bits of the cosine are known,
   enough for bf16 alone, and the mass of 3 cos is no less than it even so.  */
START_TEST (the_mass_is_no_less_than_what_a_tiny_cosine_leaves)
{
  struct turn t = { .x = { 3, 0 } };
  struct assay_turned turned;
  struct assay_turned_sum sum;
  mpfr_t size;
  int bits;

  mpfr_init2 (size, 400);
  for (bits = LEAST_BITS; bits <= MOST_BITS; bits++)
    {
      t.w[0] = nearly_right_angle (bits);
      begin (&t, 1, "1..1", NULL);
      add_up (&sum, &t, 0, 0);
      assay_turned_init (&turned);
      ck_assert_int_eq (assay_turned_settle (&turned, &t.rotation, &sum,
                                             _i == 0 ? ASSAY_FMT_F64
                                                     : ASSAY_FMT_BF16,
                                             &t.ctx), ASSAY_OK);
      ck_assert_int_eq (turned.settled, ASSAY_HOLDS);
      mpfr_set_q (size, assay_expr_rational (t.w[0]), MPFR_RNDN);
      mpfr_cos (size, size, MPFR_RNDN);
      mpfr_mul_ui (size, size, 3, MPFR_RNDN);
      mpfr_abs (size, size, MPFR_RNDN);
      ck_assert_msg (mpfr_cmp_d (size, turned.mass) <= 0, "%d bits", bits);
      mpfr_mul_d (size, size, 1 + 0x1p-30, MPFR_RNDN);
      mpfr_add_d (size, size, 0x1p-90, MPFR_RNDN);
      ck_assert_msg (mpfr_cmp_d (size, turned.mass) >= 0, "%d bits", bits);
      assay_turned_clear (&turned);
      drop (&t);
    }
  mpfr_clear (size);
}
END_TEST

/* Sections without positions of several axes turn by the one there is.  */
START_TEST (sections_turn_by_the_only_position)
{
  static const struct assay_sections sections
    = { ASSAY_SECTIONS_CHUNKED, 3, { 1, 1, 0 } };
  struct assay_two_products plain, sectioned;
  struct assay_turned_sum sum, other;
  struct turn t[2] = { { .x = { 1, 2, 3, 4 } }, { .x = { 1, 2, 3, 4 } } };
  uint64_t bits, other_bits;
  size_t column, n;

  for (n = 0; n < 2; n++)
    {
      t[n].w[0] = nearly_right_angle (10);
      t[n].w[1] = nearly_right_angle (3);
      begin (&t[n], 2, "7..7", n == 0 ? NULL : &sections);
    }
  ck_assert_int_eq (assay_sections_axis (&sections, 1), ASSAY_AXIS_HEIGHT);
  ck_assert_int_eq (assay_two_products_init (&plain, &t[0].rotation,
                                             ASSAY_FMT_F32, ASSAY_FMT_F32,
                                             &t[0].ctx), ASSAY_OK);
  ck_assert_int_eq (assay_two_products_init (&sectioned, &t[1].rotation,
                                             ASSAY_FMT_F32, ASSAY_FMT_F32,
                                             &t[1].ctx), ASSAY_OK);
  for (column = 0; column < 4; column++)
    {
      add_up (&sum, &t[0], 0, column);
      add_up (&other, &t[1], 0, column);
      ck_assert_int_eq (sum.position, 7);
      ck_assert_int_eq (other.position, 7);
      ck_assert_int_eq (assay_two_products_element (
        &bits, &plain, &t[0].rotation, 0, 0, &sum, &t[0].ctx), ASSAY_OK);
      ck_assert_int_eq (assay_two_products_element (
        &other_bits, &sectioned, &t[1].rotation, 0, 0, &other, &t[1].ctx),
        ASSAY_OK);
      ck_assert_uint_eq (bits, other_bits);
    }
  assay_two_products_clear (&plain);
  assay_two_products_clear (&sectioned);
  drop (&t[0]);
  drop (&t[1]);
}
END_TEST

/* ---- the contract ---- */

static const struct assay_sections by_axis
  = { ASSAY_SECTIONS_CHUNKED, 3, { 1, 1, 0 } };

enum { ROWS = 4 };

/* Of the first axis, which turns pair 0, the second, for pair 1, and a third
   that turns nothing.  */
static const int64_t positions[3][ROWS] = {
  { 5, -7, 0, 1000 }, { -3, 0, 11, 40 }, { 9, 9, 9, 9 }
};

/* cos (P W), or sin, rounded to f32.  */
static float
table_number (const struct assay_expr *w, int64_t p, int is_sine)
{
  mpfr_t x;
  float result;

  mpfr_init2 (x, 400);
  mpfr_set_q (x, assay_expr_rational (w), MPFR_RNDN);
  mpfr_mul_si (x, x, (long) p, MPFR_RNDN);
  if (is_sine)
    mpfr_sin (x, x, MPFR_RNDN);
  else
    mpfr_cos (x, x, MPFR_RNDN);
  result = mpfr_get_flt (x, MPFR_RNDN);
  mpfr_clear (x);
  return result;
}

/* Rows in no order, some again, against the same products in float.  */
START_TEST (two_products_are_those_of_float_and_a_rounded_table)
{
  static const size_t order[] = { 0, 1, 1, 2, 3, 0 };
  static const size_t shape[] = { 3, 1, ROWS };
  struct turn t = { .x = { 1.1f, -2.3f, 0.7f, 3.9f } };
  struct assay_two_products contract, copy;
  struct assay_tensor tensor;
  uint64_t bits, of_copy;
  size_t n, column;

  t.w[0] = nearly_right_angle (10);
  t.w[1] = nearly_right_angle (5);
  begin (&t, 2, "0..0", &by_axis);
  assay_positions_close (&t.positions);
  assay_tensor_wrap (&tensor, "p", ASSAY_DTYPE_I64, 3, shape, positions);
  ck_assert_int_eq (assay_positions_take (&t.positions, &tensor, "p", 3, 1,
                                          ROWS, &t.ctx), ASSAY_OK);
  ck_assert_int_eq (assay_two_products_init (&contract, &t.rotation,
                                             ASSAY_FMT_F32, ASSAY_FMT_F32,
                                             &t.ctx), ASSAY_OK);
  for (n = 0; n < sizeof order / sizeof order[0]; n++)
    for (column = 0; column < 4; column++)
      {
        size_t row = order[n], pair = column / 2;
        int64_t p = positions[pair][row];
        struct assay_turned_sum sum;
        float first, second;
        uint32_t expected;

        add_up (&sum, &t, row, column);
        first = (float) sum.alpha * table_number (t.w[pair], p, 0);
        second = (float) sum.beta * table_number (t.w[pair], p, 1);
        first = first + second;
        memcpy (&expected, &first, sizeof expected);
        ck_assert_int_eq (assay_two_products_element (
          &bits, &contract, &t.rotation, 0, row, &sum, &t.ctx), ASSAY_OK);
        ck_assert_uint_eq (bits, expected);
        assay_two_products_copy (&copy, &contract);
        ck_assert_int_eq (assay_two_products_element (
          &of_copy, &copy, &t.rotation, 0, row, &sum, &t.ctx), ASSAY_OK);
        ck_assert_uint_eq (of_copy, expected);
        assay_two_products_clear (&copy);
      }
  assay_two_products_clear (&contract);
  drop (&t);
}
END_TEST

/* What holds which: precision, largest and least.  */
START_TEST (arithmetic_holds_every_value_of_a_narrower_format)
{
  static const struct { enum assay_dtype x; enum assay_fmt in; int holds; }
  pairs[] = {
    { ASSAY_DTYPE_F32, ASSAY_FMT_F64, 1 },
    { ASSAY_DTYPE_F32, ASSAY_FMT_F32, 1 },
    { ASSAY_DTYPE_F32, ASSAY_FMT_F16, 0 },
    { ASSAY_DTYPE_F64, ASSAY_FMT_F32, 0 },
    { ASSAY_DTYPE_F16, ASSAY_FMT_F32, 1 },
    { ASSAY_DTYPE_F16, ASSAY_FMT_BF16, 0 },
    { ASSAY_DTYPE_BF16, ASSAY_FMT_F32, 1 },
    { ASSAY_DTYPE_BF16, ASSAY_FMT_F16, 0 },
    { ASSAY_DTYPE_BF16, ASSAY_FMT_BF16, 1 },
    { ASSAY_DTYPE_E5M2, ASSAY_FMT_F16, 1 },
    { ASSAY_DTYPE_E4M3, ASSAY_FMT_F16, 1 },
    { ASSAY_DTYPE_E4M3, ASSAY_FMT_BF16, 1 },
  };
  struct turn t = { .x = { 1, 2 } };
  struct assay_two_products contract;
  size_t n;

  t.w[0] = nearly_right_angle (10);
  begin (&t, 1, "1..1", NULL);
  for (n = 0; n < sizeof pairs / sizeof pairs[0]; n++)
    {
      enum assay_status status;

      assay_ctx_init (&t.ctx);
      t.rotation.x.dtype = pairs[n].x;
      status = assay_two_products_init (&contract, &t.rotation, pairs[n].in,
                                        ASSAY_FMT_F32, &t.ctx);
      ck_assert_msg (status == (pairs[n].holds ? ASSAY_OK : ASSAY_EVALUE),
                     "%s in %s", assay_dtype_name (pairs[n].x),
                     assay_fmt_shape (pairs[n].in)->name);
      assay_two_products_clear (&contract);
    }
  drop (&t);
}
END_TEST

START_TEST (a_double_is_rounded_as_the_rational_it_is)
{
  static const double x[] = { 0.3, -0.3, 1.0 / 3, 17.5, -248, 1e-3, 1e9,
                              -1e9, 0x1p-10, 0x1.8p-17 };
  enum assay_fmt fmt = (enum assay_fmt) _i;
  mpq_t value;
  size_t n;

  mpq_init (value);
  for (n = 0; n < sizeof x / sizeof x[0]; n++)
    {
      mpq_set_d (value, x[n]);
      ck_assert_uint_eq (assay_rounded_double (x[n], fmt),
                         assay_fmt_round (value, fmt));
    }
  mpq_clear (value);
  ck_assert_uint_eq (assay_rounded_double (0.0, fmt), 0);
  ck_assert_uint_eq (assay_rounded_double (-0.0, fmt),
                     UINT64_C (1) << (assay_fmt_shape (fmt)->width - 1));
}
END_TEST

static Suite *
suite (void)
{
  Suite *s = suite_create ("rotation_value");
  TCase *tc = tcase_create ("rotation_value");

  tcase_add_loop_test (tc, the_mass_is_no_less_than_what_a_tiny_cosine_leaves,
                       0, 2);
  tcase_add_test (tc, sections_turn_by_the_only_position);
  tcase_add_test (tc,
                  two_products_are_those_of_float_and_a_rounded_table);
  tcase_add_test (tc, arithmetic_holds_every_value_of_a_narrower_format);
  tcase_add_loop_test (tc, a_double_is_rounded_as_the_rational_it_is, 0,
                       ASSAY_FMT_COUNT);
  suite_add_tcase (s, tc);
  return s;
}

int
main (void)
{
  return testing_run_real (suite ());
}
