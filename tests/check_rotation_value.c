/* check_rotation_value.c -- one turned component: its mass, and sections with
   one position a token */

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

/* SUM <- the component of COLUMN.  */
static void
add_up (struct assay_turned_sum *sum, const struct turn *t, size_t column)
{
  const double x[] = { t->x[0], t->x[1], t->x[2], t->x[3] };
  enum assay_turned_kind kind;
  size_t pair, partner;

  kind = assay_rotation_column (&pair, &partner, &t->rotation.layout, column);
  assay_rotation_sum (sum, &t->rotation, 0, 0, column, kind, pair, partner,
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
      add_up (&sum, &t, 0);
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
      add_up (&sum, &t[0], column);
      add_up (&other, &t[1], column);
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

static Suite *
suite (void)
{
  Suite *s = suite_create ("rotation_value");
  TCase *tc = tcase_create ("rotation_value");

  tcase_add_loop_test (tc, the_mass_is_no_less_than_what_a_tiny_cosine_leaves,
                       0, 2);
  tcase_add_test (tc, sections_turn_by_the_only_position);
  suite_add_tcase (s, tc);
  return s;
}

int
main (void)
{
  return testing_run_real (suite ());
}
