/* check_rotation.c -- rotation of stored tensors: what turns what, exact
   cases, contracts and refusals */

#include <math.h>
#include <string.h>

#include "kernel/rotation_judge.h"
#include "real/formula.h"
#include "tensor_testing.h"
#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

/* ---- columns ---- */

static const struct
{
  struct assay_layout layout;
  size_t column;
  enum assay_turned_kind kind;
  size_t pair, partner;
} columns[] = {
  { { ASSAY_PAIRING_ADJACENT, 4, 4, 0 }, 2, ASSAY_TURNED_FIRST, 1, 3 },
  { { ASSAY_PAIRING_ADJACENT, 4, 4, 0 }, 1, ASSAY_TURNED_SECOND, 0, 0 },
  { { ASSAY_PAIRING_SPLIT_HALF, 4, 4, 0 }, 1, ASSAY_TURNED_FIRST, 1, 3 },
  { { ASSAY_PAIRING_SPLIT_HALF, 4, 4, 0 }, 2, ASSAY_TURNED_SECOND, 0, 0 },
  /* The pair is of the turned part, not of the head.  */
  { { ASSAY_PAIRING_SPLIT_HALF, 8, 4, 0 }, 1, ASSAY_TURNED_FIRST, 1, 3 },
  { { ASSAY_PAIRING_SPLIT_HALF, 8, 4, 0 }, 4, ASSAY_TURNED_COPY, 0, 0 },
  { { ASSAY_PAIRING_SPLIT_HALF, 8, 4, 3 }, 6, ASSAY_TURNED_SECOND, 1, 4 },
  { { ASSAY_PAIRING_ADJACENT, 8, 4, 3 }, 2, ASSAY_TURNED_COPY, 0, 0 },
  { { ASSAY_PAIRING_ADJACENT, 8, 4, 3 }, 7, ASSAY_TURNED_COPY, 0, 0 },
  { { ASSAY_PAIRING_ADJACENT, 8, 4, 3 }, 5, ASSAY_TURNED_FIRST, 1, 6 },
};

START_TEST (a_column_has_the_partner_of_its_layout)
{
  size_t pair = 0, partner = 0;

  ck_assert_int_eq (assay_rotation_column (&pair, &partner,
                                           &columns[_i].layout,
                                           columns[_i].column),
                    columns[_i].kind);
  ck_assert_uint_eq (pair, columns[_i].pair);
  ck_assert_uint_eq (partner, columns[_i].partner);
}
END_TEST

/* ---- one pair by given numbers and by angles ---- */

/* A rotation of one row of one pair, and all that it borrows.  */
struct small
{
  float x[2], cosine, sine;
  struct assay_tensor tensor[3];
  struct assay_view view[3];
  struct assay_positions positions;
  struct assay_expr *w;
  struct assay_rotation rotation;
};

static const struct assay_layout one_pair = { ASSAY_PAIRING_ADJACENT, 2, 2,
                                              0 };

static void
wrap_x (struct small *s, float x0, float x1, struct assay_ctx *ctx)
{
  static const size_t shape[] = { 1, 2 };

  memset (s, 0, sizeof *s);
  assay_ctx_init (ctx);
  s->x[0] = x0;
  s->x[1] = x1;
  assay_tensor_wrap (&s->tensor[0], "x", ASSAY_DTYPE_F32, 2, shape, s->x);
  ck_assert_int_eq (assay_view_axes (&s->view[0], &s->tensor[0], "sd", 0, ctx,
                                     NULL), ASSAY_OK);
}

static void
by_tables (struct small *s, float x0, float x1, float c, float sine,
           struct assay_ctx *ctx)
{
  static const size_t shape[] = { 1, 1 };
  int i;

  wrap_x (s, x0, x1, ctx);
  s->cosine = c;
  s->sine = sine;
  assay_tensor_wrap (&s->tensor[1], "c", ASSAY_DTYPE_F32, 2, shape,
                     &s->cosine);
  assay_tensor_wrap (&s->tensor[2], "s", ASSAY_DTYPE_F32, 2, shape, &s->sine);
  for (i = 1; i < 3; i++)
    ck_assert_int_eq (assay_view_axes (&s->view[i], &s->tensor[i], "sd", 0,
                                       ctx, NULL), ASSAY_OK);
  ck_assert_int_eq (assay_rotation_by_tables (&s->rotation, &s->view[0], 0,
                                              &one_pair, &s->view[1],
                                              &s->view[2], NULL, ctx),
                    ASSAY_OK);
}

/* The step is W radians, the magnitude A; both are consumed.  */
static void
by_angles (struct small *s, float x0, float x1, const char *position,
           struct assay_expr *w, struct assay_expr *a, struct assay_ctx *ctx)
{
  wrap_x (s, x0, x1, ctx);
  ck_assert_int_eq (assay_positions_open (&s->positions, position, "p", 1, 1,
                                          1, ctx), ASSAY_OK);
  ck_assert_int_eq (assay_rotation_by_angles (&s->rotation, &s->view[0], 0,
                                              &one_pair, &w, 1, a, NULL,
                                              &s->positions, ctx), ASSAY_OK);
  assay_expr_unref (w);
  assay_expr_unref (a);
}

static void
drop (struct small *s)
{
  int i;

  for (i = 0; i < 3; i++)
    assay_tensor_close (&s->tensor[i]);
  assay_rotation_clear (&s->rotation);
  assay_positions_close (&s->positions);
}

/* TURNED, cleared by the caller, <- component COLUMN in FMT.  */
static void
settle (struct assay_turned *turned, const struct small *s, size_t column,
        enum assay_fmt fmt, struct assay_ctx *ctx)
{
  const double x[] = { s->x[0], s->x[1] };
  struct assay_turned_sum sum;

  assay_rotation_sum (&sum, &s->rotation, 0, 0, column,
                      column == 0 ? ASSAY_TURNED_FIRST : ASSAY_TURNED_SECOND,
                      0, 1 - column, x);
  assay_turned_init (turned);
  ck_assert_int_eq (assay_turned_settle (turned, &s->rotation, &sum, fmt,
                                         ctx), ASSAY_OK);
}

/* Sums that the tables make, exactly, and their f16 patterns: ties go to the
   even neighbour, what cancels is +0.  */
static const struct
{
  float x0, x1, c, s;
  const char *y0, *y1;
  uint64_t f16[2];
} exact[] = {
  { 3, 4, 0.5f, 0.25f, "1/2", "11/4", { 0x3800, 0x4180 } },
  { 1, 1, 1, 0x1p-11f, "2047/2048", "2049/2048", { 0x3bff, 0x3c00 } },
  { 1, 1, 0x1.004p0f, 0x1p-11f, "2049/2048", "2051/2048",
    { 0x3c00, 0x3c02 } },
  { 1, 1, 1, 1, "0", "2", { 0x0000, 0x4000 } },
  { -0.0f, 0, 1, 1, "0", "0", { 0x0000, 0x0000 } },
  { 0x1p-149f, 0, 0x1p-149f, 0, NULL, "0", { 0x0000, 0x0000 } },
  { 65504, 16, 1, -1, "65520", "-65488", { 0x7c00, 0xfbfe } },
};

START_TEST (rotation_by_tables_is_exact_and_rounds_ties_to_even)
{
  struct assay_turned turned;
  struct assay_ctx ctx;
  struct small s;
  size_t column;

  by_tables (&s, exact[_i].x0, exact[_i].x1, exact[_i].c, exact[_i].s, &ctx);
  for (column = 0; column < 2; column++, s.rotation.is_usable = 1)
    {
      const char *y = column == 0 ? exact[_i].y0 : exact[_i].y1;

      settle (&turned, &s, column, ASSAY_FMT_F16, &ctx);
      ck_assert_uint_eq (turned.bits, exact[_i].f16[column]);
      assay_turned_clear (&turned);
      s.rotation.is_usable = 0;
      settle (&turned, &s, column, ASSAY_FMT_F16, &ctx);
      ck_assert_int_eq (turned.settled, ASSAY_HOLDS);
      ck_assert_int_eq (turned.exact.known, ASSAY_KNOWN_RATIONAL);
      if (y)
        testing_assert_rational (turned.exact.rational, y);
      else
        ck_assert_int_eq (mpq_sgn (turned.exact.rational), 1);
      ck_assert_uint_eq (turned.bits, exact[_i].f16[column]);
      assay_turned_clear (&turned);
    }
  drop (&s);
}
END_TEST

START_TEST (position_zero_and_a_step_of_zero_turn_nothing)
{
  struct assay_turned turned;
  struct assay_ctx ctx;
  struct small s;

  by_angles (&s, 3, -5, "0..0", assay_formula_integer (1), NULL, &ctx);
  settle (&turned, &s, 0, ASSAY_FMT_F32, &ctx);
  testing_assert_rational (turned.exact.rational, "3");
  assay_turned_clear (&turned);
  drop (&s);
  /* 0 1 + 5 0 is no -0.  */
  by_angles (&s, 0, -5, "0..0", assay_formula_integer (1), NULL, &ctx);
  settle (&turned, &s, 0, ASSAY_FMT_F32, &ctx);
  ck_assert_uint_eq (turned.bits, 0);
  ck_assert_int_eq (turned.exact.known, ASSAY_KNOWN_RATIONAL);
  assay_turned_clear (&turned);
  drop (&s);
  by_angles (&s, 3, -5, "7..7", assay_formula_integer (0),
             assay_formula_ratio (2, 3), &ctx);
  settle (&turned, &s, 1, ASSAY_FMT_F32, &ctx);
  testing_assert_rational (turned.exact.rational, "-10/3");
  assay_turned_clear (&turned);
  drop (&s);
}
END_TEST

/* An irrational magnitude has no tie: sqrt (2) 3.  */
START_TEST (an_irrational_magnitude_is_decided_at_position_zero)
{
  struct assay_turned turned;
  struct assay_ctx ctx;
  struct small s;

  assay_ctx_init (&ctx);
  by_angles (&s, 3, 0, "0..0", assay_formula_integer (1),
             assay_formula_sqrt (assay_formula_integer (2), &ctx), &ctx);
  settle (&turned, &s, 0, ASSAY_FMT_F64, &ctx);
  ck_assert_int_eq (turned.settled, ASSAY_HOLDS);
  ck_assert_uint_eq (turned.bits, 0x4010f876ccdf6cd9);
  ck_assert_double_le (3 * sqrt (2.0), turned.mass);
  ck_assert_double_le (turned.mass, 3.0001 * sqrt (2.0));
  assay_turned_clear (&turned);
  drop (&s);
}
END_TEST

/* 3 cos 1 - 4 sin 1 and 3 sin 1 + 4 cos 1 in f64.  */
START_TEST (a_turn_back_undoes_the_sign_of_the_sine)
{
  static const double forward[] = { -1.744977021627167, 4.685622177896248 };
  static const double back[] = { 4.986790856836005, -0.3632037309511307 };
  struct assay_turned turned;
  struct assay_ctx ctx;
  struct small s;
  size_t column;
  int sign;

  for (sign = -1; sign < 2; sign += 2)
    for (column = 0; column < 2; column++)
      {
        by_angles (&s, 3, 4, sign < 0 ? "-1..-1" : "1..1",
                   assay_formula_integer (1), NULL, &ctx);
        settle (&turned, &s, column, ASSAY_FMT_F64, &ctx);
        ck_assert_double_eq_tol (assay_dtype_double (turned.bits,
                                                     ASSAY_DTYPE_F64),
                                 (sign < 0 ? back : forward)[column],
                                 0x1p-51);
        assay_turned_clear (&turned);
        /* The negative position and the negative sign are the same.  */
        s.rotation.sign = -1;
        settle (&turned, &s, column, ASSAY_FMT_F64, &ctx);
        ck_assert_double_eq_tol (assay_dtype_double (turned.bits,
                                                     ASSAY_DTYPE_F64),
                                 (sign < 0 ? forward : back)[column],
                                 0x1p-51);
        assay_turned_clear (&turned);
        drop (&s);
      }
}
END_TEST

START_TEST (what_the_precision_does_not_decide_stays_open)
{
  struct assay_turned turned;
  struct assay_ctx ctx;
  struct small s;

  assay_ctx_init (&ctx);
  by_angles (&s, 3, 4, "1099511627776..1099511627776",
             assay_formula_sqrt (assay_formula_integer (2), &ctx), NULL,
             &ctx);
  ctx.max_precision = 64;
  settle (&turned, &s, 0, ASSAY_FMT_F64, &ctx);
  ck_assert_int_eq (turned.settled, ASSAY_OPEN);
  ck_assert_int_eq (ctx.error.status, ASSAY_OK);
  assay_turned_clear (&turned);
  ctx.max_precision = ASSAY_DEFAULT_MAX_PRECISION;
  settle (&turned, &s, 0, ASSAY_FMT_F64, &ctx);
  ck_assert_int_eq (turned.settled, ASSAY_HOLDS);
  assay_turned_clear (&turned);
  drop (&s);
}
END_TEST

/* ---- contract ---- */

/* X, table numbers and the first component, as f32 arithmetic has it.  */
static const struct { float x0, x1, c, s; uint32_t bits; } contract[] = {
  { -0.0f, 0.0f, 1, 0, 0x80000000 }, { 0, 0, 1, 0, 0 },
  { 1, 1, 1, 1, 0 }, { 3, 4, 0.5f, 0.25f, 0x3f000000 },
  /* Rounded once, the sum is 2 and an ulp: a product loses 2^-46, and what is
     left is a tie.  */
  { 0x1.000002p0f, 0x1.fffffcp-1f, 0x1.000002p0f, -1, 0x40000000 },
  { 0x1p127f, 0, 2, 0, 0x7f800000 },
  { 0x1p127f, 0x1p127f, 2, 2, 0x7fc00000 },
  { 0x1p-149f, 0x1p-149f, 0.5f, -0.5f, 0 },
};

START_TEST (two_products_follow_ieee_to_zeros_and_infinities)
{
  const double x[] = { contract[_i].x0, contract[_i].x1 };
  struct assay_two_products two;
  struct assay_turned_sum sum;
  struct assay_ctx ctx;
  struct small s;
  uint64_t bits;

  by_tables (&s, contract[_i].x0, contract[_i].x1, contract[_i].c,
             contract[_i].s, &ctx);
  assay_rotation_sum (&sum, &s.rotation, 0, 0, 0, ASSAY_TURNED_FIRST, 0, 1,
                      x);
  ck_assert_int_eq (assay_two_products_init (&two, &s.rotation,
                                             ASSAY_FMT_F32, ASSAY_FMT_F32,
                                             &ctx), ASSAY_OK);
  ck_assert_int_eq (assay_two_products_element (&bits, &two, &s.rotation, 0,
                                                0, &sum, &ctx), ASSAY_OK);
  ck_assert_uint_eq (bits, contract[_i].bits);
  assay_two_products_clear (&two);
  drop (&s);
}
END_TEST

START_TEST (arithmetic_that_does_not_hold_x_is_refused)
{
  struct assay_two_products two;
  struct assay_ctx ctx;
  struct small s;

  by_tables (&s, 1, 2, 1, 0, &ctx);
  testing_assert_refused (assay_two_products_init (&two, &s.rotation,
                                                   ASSAY_FMT_BF16,
                                                   ASSAY_FMT_F32, &ctx),
                          ASSAY_EVALUE, &ctx, "--contract: value: expected "
                          "arithmetic that holds x, found bf16 for a tensor "
                          "of f32");
  assay_two_products_clear (&two);
  assay_ctx_init (&ctx);
  testing_assert_refused (assay_two_products_init (&two, &s.rotation,
                                                   ASSAY_FMT_E5M2,
                                                   ASSAY_FMT_F32, &ctx),
                          ASSAY_EVALUE, &ctx, "expected arithmetic in f64, "
                          "f32, f16 or bf16, found e5m2");
  assay_two_products_clear (&two);
  drop (&s);
}
END_TEST

/* ---- whole tensors ---- */

/* Turned columns come from both rows of a table for each component, copied
   ones keep their zero's sign, and a table for each pair says the same.  */
START_TEST (a_partial_rotation_is_judged_and_copies_bits)
{
  static const float x[] = { 1, 2, -0.0f, 3, 4, 0.0f };
  static const float y[] = { -2, 1, -0.0f, 5, -1.5f, -0.0f };
  static const float cosine[] = { 0, 0, 0.5f, 0.5f };
  static const float sine[] = { 1, 1, -0.875f, -1 };
  static const size_t shape[] = { 2, 3 }, table_shape[] = { 2, 2 };
  static const struct assay_layout layout = { ASSAY_PAIRING_SPLIT_HALF, 3, 2,
                                              0 };
  struct assay_tensor tensor[4];
  struct assay_view view[4];
  struct assay_rotation rotation;
  struct assay_rotation_judge judge;
  struct assay_number number;
  struct assay_ctx ctx;
  const size_t worst[] = { 0, 0, 1, 1 };
  int i;

  assay_ctx_init (&ctx);
  assay_tensor_wrap (&tensor[0], "x", ASSAY_DTYPE_F32, 2, shape, x);
  assay_tensor_wrap (&tensor[1], "y", ASSAY_DTYPE_F32, 2, shape, y);
  assay_tensor_wrap (&tensor[2], "c", ASSAY_DTYPE_F32, 2, table_shape,
                     cosine);
  assay_tensor_wrap (&tensor[3], "s", ASSAY_DTYPE_F32, 2, table_shape, sine);
  for (i = 0; i < 4; i++)
    ck_assert_int_eq (assay_view_axes (&view[i], &tensor[i], "sd", 0, &ctx,
                                       NULL), ASSAY_OK);
  ck_assert_int_eq (assay_rotation_by_tables (&rotation, &view[0], 0, &layout,
                                              &view[2], &view[3], NULL, &ctx),
                    ASSAY_OK);
  ck_assert_int_eq (assay_rotation_judge_init (&judge, &rotation,
                                               ASSAY_ROTATION_OUTPUT, "y",
                                               ASSAY_FMT_F32, &view[1], &ctx),
                    ASSAY_OK);
  ck_assert_int_eq (assay_rotation_judge_run (&judge, &ctx), ASSAY_OK);
  ck_assert_uint_eq (judge.rows_done, 2);
  ck_assert_uint_eq (judge.measure.elements, 6);
  /* y[1][1] is to be -1 * 3 + 0.5 * 4 = -1, y[1][2] is +0.  */
  ck_assert_uint_eq (judge.measure.bit_equal, 4);
  ck_assert_uint_eq (judge.measure.ulps.index[2], 1);
  ck_assert_uint_eq (judge.measure.ulps.index[3], 1);
  ck_assert (judge.measure.ulps.bounds.low == 0x1p22);
  /* The mass is |-3| + |2| = 5: its ulp is four times that of 1.  */
  ck_assert (judge.measure.mass.bounds.high == 0x1p20);
  ck_assert_int_eq (assay_rotation_judge_number (&number, &judge, worst, 25,
                                                 &ctx), ASSAY_OK);
  ck_assert_str_eq (number.exact, "-1");
  assay_number_clear (&number);
  assay_rotation_judge_clear (&judge);
  assay_rotation_clear (&rotation);
  for (i = 0; i < 4; i++)
    assay_tensor_close (&tensor[i]);
}
END_TEST

static const struct
{
  size_t columns, rows;
  const char *positions;
  int is_nan;
  const char *part;
} misfits[] = {
  { 3, 2, NULL, 0, "cos: value: expected a column for each pair or each "
    "component that is turned, found 3 columns for 2 components" },
  { 1, 3, NULL, 0, "cos: value: expected a row for each of x's, or "
    "--positions, found 1 batches of 3 rows for 1 of 2" },
  { 1, 3, "2..3", 0, "cos: value: expected a row for each position, found 3 "
    "rows, and the position 3" },
  { 1, 3, "-1..0", 0, "cos: value: expected positions that are rows of the "
    "table, found the position -1" },
  { 1, 2, NULL, 1, "x: value: expected " },
};

START_TEST (tables_that_do_not_fit_are_refused)
{
  static const float numbers[6];
  float x[] = { 0, 1, 2, misfits[_i].is_nan ? NAN : 3 };
  const size_t shape[] = { misfits[_i].rows, misfits[_i].columns };
  static const size_t x_shape[] = { 2, 2 };
  struct assay_tensor tensor[2];
  struct assay_view view[2];
  struct assay_rotation rotation;
  struct assay_positions positions;
  enum assay_status status;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  assay_positions_count_up (&positions, 1, 1, 2);
  if (misfits[_i].positions)
    ck_assert_int_eq (assay_positions_open (&positions,
                                            misfits[_i].positions, "p", 1, 1,
                                            2, &ctx), ASSAY_OK);
  assay_tensor_wrap (&tensor[0], "x", ASSAY_DTYPE_F32, 2, x_shape, x);
  assay_tensor_wrap (&tensor[1], "c", ASSAY_DTYPE_F32, 2, shape, numbers);
  assay_view_axes (&view[0], &tensor[0], "sd", 0, &ctx, NULL);
  assay_view_axes (&view[1], &tensor[1], "sd", 0, &ctx, NULL);
  status = assay_rotation_by_tables (&rotation, &view[0], 0, &one_pair,
                                     &view[1], &view[1],
                                     misfits[_i].positions ? &positions
                                     : NULL, &ctx);
  testing_assert_refused (status, ASSAY_EVALUE, &ctx, misfits[_i].part);
  assay_rotation_clear (&rotation);
  assay_tensor_close (&tensor[0]);
  assay_tensor_close (&tensor[1]);
}
END_TEST

int
main (void)
{
  Suite *suite = suite_create ("rotation");
  TCase *tcase = tcase_create ("rotation");

  tcase_add_loop_test (tcase, a_column_has_the_partner_of_its_layout, 0,
                       ROWS (columns));
  tcase_add_loop_test (tcase,
                       rotation_by_tables_is_exact_and_rounds_ties_to_even, 0,
                       ROWS (exact));
  tcase_add_test (tcase, position_zero_and_a_step_of_zero_turn_nothing);
  tcase_add_test (tcase, an_irrational_magnitude_is_decided_at_position_zero);
  tcase_add_test (tcase, a_turn_back_undoes_the_sign_of_the_sine);
  tcase_add_test (tcase, what_the_precision_does_not_decide_stays_open);
  tcase_add_loop_test (tcase,
                       two_products_follow_ieee_to_zeros_and_infinities, 0,
                       ROWS (contract));
  tcase_add_test (tcase, arithmetic_that_does_not_hold_x_is_refused);
  tcase_add_test (tcase, a_partial_rotation_is_judged_and_copies_bits);
  tcase_add_loop_test (tcase, tables_that_do_not_fit_are_refused, 0,
                       ROWS (misfits));
  suite_add_tcase (suite, tcase);
  return testing_run (suite);
}
