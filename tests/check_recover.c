/* check_recover.c -- positions of keys that the oracle turned */

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "explained_turns.h"
#include "kernel/recover.h"
#include "testing_real.h"

enum { ROWS = 24, MOST = 200000 };

static void
recover (struct assay_recovery *recovery, struct explained_turn *e,
         int64_t most)
{
  ck_assert_int_eq (assay_recover (recovery, &e->rotation, &e->got, most,
                                   &e->ctx), ASSAY_OK);
  ck_assert_uint_eq (recovery->rows, 2 * e->rows);
}

/* KIND with NUMBER, of all layouts, and SHIFT: what positions become.  */
static void
expect_shift (int kind, long number, unsigned features, enum assay_fmt fmt,
              int64_t shift)
{
  const struct named_mistake c = { "shift", kind, number, NULL,
                                   features, NULL, NULL };
  struct assay_recovery recovery;
  struct explained_turn e;
  size_t n;

  explained_turn_init (&e, &c, ROWS, 11 + features, fmt);
  recover (&recovery, &e, MOST);
  for (n = 0; n < recovery.rows; n++)
    {
      const struct assay_recovered *row = &recovery.row[n];

      ck_assert_int_eq (row->outcome, ASSAY_RECOVERED_ONE);
      ck_assert_int_eq (row->position, row->expected + shift);
      ck_assert_msg (row->ulps.high <= 0.5, "row %zu: %g ulps", n,
                     row->ulps.high);
    }
  ck_assert_uint_eq (shift == 0 ? recovery.as_expected : recovery.other,
                     recovery.rows);
  assay_recovery_clear (&recovery);
  explained_turn_clear (&e);
}

static const unsigned layouts[] = {
  0, EXPLAINED_PARTIAL, EXPLAINED_ADJACENT,
  EXPLAINED_ADJACENT | EXPLAINED_PARTIAL, EXPLAINED_YARN, EXPLAINED_LLAMA3,
  EXPLAINED_LINEAR | EXPLAINED_PARTIAL, EXPLAINED_FAR
};

START_TEST (right_keys_are_where_they_are_expected)
{
  expect_shift (-1, 0, layouts[_i], ASSAY_FMT_F32, 0);
}
END_TEST

START_TEST (shifted_keys_are_found_and_within_half_an_ulp_there)
{
  expect_shift (ORACLE_TURN_POSITION_OFFSET, 29, layouts[_i], ASSAY_FMT_F32,
                29);
  expect_shift (ORACLE_TURN_POSITION_OFFSET, -2, layouts[_i], ASSAY_FMT_F32,
                -2);
}
END_TEST

/* Fewer digits: positions up to 4096 alone are told apart.  */
START_TEST (keys_in_bf16_are_found_among_fewer_positions)
{
  static const struct named_mistake c
    = { "bf16", ORACLE_TURN_POSITION_OFFSET, 5, NULL, 0, NULL, NULL };
  struct assay_recovery recovery;
  struct explained_turn e;

  explained_turn_init (&e, &c, ROWS, 12, ASSAY_FMT_BF16);
  recover (&recovery, &e, 4096);
  ck_assert_uint_eq (recovery.other + recovery.several, recovery.rows);
  ck_assert_uint_ge (2 * recovery.other, recovery.rows);
  ck_assert_uint_eq (recovery.as_expected, 0);
  assay_recovery_clear (&recovery);
  explained_turn_clear (&e);
}
END_TEST

START_TEST (zeros_are_silent_and_other_numbers_at_no_position)
{
  static const struct named_mistake c
    = { "plain", -1, 0, NULL, EXPLAINED_PARTIAL, NULL, NULL };
  struct assay_recovery recovery;
  struct explained_turn e;
  float x = 7.0f;

  explained_turn_init (&e, &c, ROWS, 13, ASSAY_FMT_F32);
  memset (e.x + 16, 0, 16 * sizeof *e.x);
  memset (e.dump + 16 * 4, 0, 16 * 4);
  memcpy (e.dump + 5 * 16 * 4, &x, 4);
  /* A column that is copied, not turned.  */
  memcpy (e.dump + (9 * 16 + 15) * 4, &x, 4);
  recover (&recovery, &e, MOST);
  ck_assert_int_eq (recovery.row[1].outcome, ASSAY_RECOVERED_SILENT);
  ck_assert_int_eq (recovery.row[5].outcome, ASSAY_RECOVERED_NONE);
  ck_assert_int_eq (recovery.row[9].outcome, ASSAY_RECOVERED_NONE);
  ck_assert_uint_eq (recovery.silent, 1);
  ck_assert_uint_eq (recovery.none, 2);
  ck_assert_uint_eq (recovery.as_expected, recovery.rows - 3);
  assay_recovery_clear (&recovery);
  explained_turn_clear (&e);
}
END_TEST

/* A key of one pair alone comes back after every turn.  */
START_TEST (a_single_pair_leaves_several_positions)
{
  static const struct named_mistake c
    = { "plain", -1, 0, NULL, 0, NULL, NULL };
  struct assay_recovery recovery;
  struct explained_turn e;
  size_t n;

  explained_turn_init (&e, &c, ROWS, 14, ASSAY_FMT_BF16);
  for (n = 1; n < 16; n++)
    if (n != 8)
      {
        e.x[16 + n] = 0.0f;
        memset (e.dump + (16 + n) * 2, 0, 2);
      }
  recover (&recovery, &e, MOST);
  ck_assert_int_eq (recovery.row[1].outcome, ASSAY_RECOVERED_SEVERAL);
  ck_assert_uint_eq (recovery.several >= 1, 1);
  assay_recovery_clear (&recovery);
  explained_turn_clear (&e);
}
END_TEST

/* ---- one pair by hand ---- */

/* A row of one pair at position 0, and what it is said to have become.  */
struct pair
{
  float x[2];
  uint16_t bf16[2];
  struct assay_tensor tensor[2];
  struct assay_view x_view;
  struct assay_positions positions;
  struct assay_rotation rotation;
  struct assay_turn_dump dump;
  struct assay_recovery recovery;
};

/* The step is 2^-SHIFT radians, the positions go up to MOST.  */
static void
recover_pair (struct pair *p, unsigned long shift, int64_t most)
{
  static const struct assay_layout layout = { ASSAY_PAIRING_ADJACENT, 2, 2,
                                              0 };
  static const size_t shape[] = { 1, 2 };
  struct assay_expr *w;
  struct assay_ctx ctx;
  mpq_t step;

  assay_ctx_init (&ctx);
  mpq_init (step);
  mpq_set_ui (step, 1, 1);
  mpq_div_2exp (step, step, shift);
  w = assay_expr_new_rational (step);
  mpq_clear (step);
  assay_tensor_wrap (&p->tensor[0], "x", ASSAY_DTYPE_F32, 2, shape, p->x);
  assay_tensor_wrap (&p->tensor[1], "y", ASSAY_DTYPE_BF16, 2, shape,
                     p->bf16);
  ck_assert_int_eq (assay_view_axes (&p->x_view, &p->tensor[0], "sd", 0,
                                     &ctx, NULL), ASSAY_OK);
  ck_assert_int_eq (assay_view_axes (&p->dump.got, &p->tensor[1], "sd", 0,
                                     &ctx, NULL), ASSAY_OK);
  p->dump.name = "y";
  p->dump.fmt = ASSAY_FMT_BF16;
  p->dump.last_row = 1;
  ck_assert_int_eq (assay_positions_open (&p->positions, "0..0", "p", 1, 1, 1,
                                          &ctx), ASSAY_OK);
  ck_assert_int_eq (assay_rotation_by_angles (&p->rotation, &p->x_view, 0,
                                              &layout, &w, 1, NULL, NULL,
                                              &p->positions, &ctx),
                    ASSAY_OK);
  assay_expr_unref (w);
  ck_assert_int_eq (assay_recover (&p->recovery, &p->rotation, &p->dump, most,
                                   &ctx), ASSAY_OK);
  ck_assert_uint_eq (p->recovery.rows, 1);
}

static void
pair_clear (struct pair *p)
{
  assay_recovery_clear (&p->recovery);
  assay_rotation_clear (&p->rotation);
  assay_positions_close (&p->positions);
  assay_tensor_close (&p->tensor[0]);
  assay_tensor_close (&p->tensor[1]);
}

/* (3, 4) with an ulp less and an ulp more, which turns it by nearly as much
   as an ulp of either can: the position is still found.  */
START_TEST (a_row_an_ulp_off_in_both_components_is_found)
{
  struct pair p = { .x = { 3, 4 }, .bf16 = { 0x403f, 0x4081 } };

  recover_pair (&p, 0, 40);
  ck_assert_int_eq (p.recovery.row[0].outcome, ASSAY_RECOVERED_ONE);
  ck_assert_int_eq (p.recovery.row[0].position, 0);
  ck_assert_uint_eq (p.recovery.as_expected, 1);
  ck_assert_double_eq (p.recovery.ulps.low, 1);
  ck_assert_double_eq (p.recovery.ulps.high, 1);
  pair_clear (&p);
}
END_TEST

START_TEST (a_row_two_ulps_off_is_not_found)
{
  struct pair p = { .x = { 3, 4 }, .bf16 = { 0x403f, 0x4082 } };

  recover_pair (&p, 0, 40);
  ck_assert_int_eq (p.recovery.row[0].outcome, ASSAY_RECOVERED_NONE);
  ck_assert_uint_eq (p.recovery.none, 1);
  pair_clear (&p);
}
END_TEST

/* A step that turns nothing that binary64 sees: all positions are the same,
   and the first two are named.  */
START_TEST (of_equal_positions_the_first_two_are_named)
{
  struct pair p = { .x = { 3, 4 }, .bf16 = { 0x4040, 0x4080 } };

  recover_pair (&p, 90, 50);
  ck_assert_int_eq (p.recovery.row[0].outcome, ASSAY_RECOVERED_SEVERAL);
  ck_assert_int_eq (p.recovery.row[0].position, 0);
  ck_assert_int_eq (p.recovery.row[0].other, 1);
  ck_assert_uint_eq (p.recovery.several, 1);
  pair_clear (&p);
}
END_TEST

START_TEST (several_axes_are_refused)
{
  static const struct named_mistake c
    = { "axes", -1, 0, NULL, EXPLAINED_AXES, NULL, NULL };
  struct assay_recovery recovery;
  struct explained_turn e;

  explained_turn_init (&e, &c, 2, 15, ASSAY_FMT_F32);
  ck_assert_int_eq (assay_recover (&recovery, &e.rotation, &e.got, MOST,
                                   &e.ctx), ASSAY_EVALUE);
  assay_recovery_clear (&recovery);
  explained_turn_clear (&e);
}
END_TEST

static Suite *
suite (void)
{
  const int count = (int) (sizeof layouts / sizeof layouts[0]);
  Suite *s = suite_create ("recover");
  TCase *tc = tcase_create ("recover");

  tcase_set_timeout (tc, 600);
  tcase_add_loop_test (tc, right_keys_are_where_they_are_expected, 0, count);
  tcase_add_loop_test (tc,
                       shifted_keys_are_found_and_within_half_an_ulp_there,
                       0, count);
  tcase_add_test (tc, keys_in_bf16_are_found_among_fewer_positions);
  tcase_add_test (tc, zeros_are_silent_and_other_numbers_at_no_position);
  tcase_add_test (tc, a_single_pair_leaves_several_positions);
  tcase_add_test (tc, a_row_an_ulp_off_in_both_components_is_found);
  tcase_add_test (tc, a_row_two_ulps_off_is_not_found);
  tcase_add_test (tc, of_equal_positions_the_first_two_are_named);
  tcase_add_test (tc, several_axes_are_refused);
  suite_add_tcase (s, tc);
  return s;
}

int
main (void)
{
  return testing_run_real (suite ());
}
