/* check_positions.c -- which position turns each row */

#include <string.h>

#include "kernel/positions.h"
#include "tensor_testing.h"
#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

START_TEST (a_range_counts_rows_from_its_first_position)
{
  struct assay_positions positions;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_positions_open (&positions, "-2..1", "--positions",
                                          1, 3, 4, &ctx), ASSAY_OK);
  ck_assert_int_eq (assay_positions_at (&positions, 0, 2, 0), -2);
  ck_assert_int_eq (assay_positions_at (&positions, 0, 0, 3), 1);
  ck_assert_int_eq (positions.least, -2);
  ck_assert_int_eq (positions.most, 1);
  assay_positions_close (&positions);
  assay_positions_count_up (&positions, 1, 1, 5);
  ck_assert_int_eq (assay_positions_at (&positions, 0, 0, 4), 4);
  ck_assert_int_eq (positions.most, 4);
  assay_positions_close (&positions);
}
END_TEST

static const struct { const char *text, *part; } bad_range[] = {
  { "3", "expected A..B with A <= B, or a tensor" },
  { "3..", "expected A..B with A <= B, or a tensor" },
  { "..3", "expected A..B with A <= B, or a tensor" },
  { "4..3", "expected A..B with A <= B, or a tensor" },
  { "0..3x", "expected A..B with A <= B, or a tensor" },
  { "+0..3", "expected A..B with A <= B, or a tensor" },
  { "0..99999999999999999999", "expected A..B with A <= B, or a tensor" },
  { "0..4", "expected a position for each row, found 0..4 for 4 rows" },
  { "-9223372036854775808..9223372036854775807",
    "expected a position for each row" },
};

START_TEST (what_is_no_range_of_all_rows_is_refused)
{
  struct assay_positions positions;
  enum assay_status status;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  status = assay_positions_open (&positions, bad_range[_i].text,
                                 "--positions", 1, 1, 4, &ctx);
  testing_assert_refused (status, ASSAY_EVALUE, &ctx, bad_range[_i].part);
  assay_positions_close (&positions);
}
END_TEST

/* Of the numbers 0, 1, 2, ... in C order: the shape, what is asked for, and
   the position of axis 1 (0 of one axis), batch 1 and row 1; -1: refused.  */
static const struct
{
  int tensor_axes;
  size_t shape[3];
  size_t axes, batches, rows;
  int64_t at;
} shapes[] = {
  { 1, { 2 }, 1, 3, 2, 1 }, { 2, { 3, 2 }, 1, 3, 2, 3 },
  { 2, { 1, 2 }, 1, 3, 2, 1 }, { 1, { 2 }, 3, 4, 2, 1 },
  { 2, { 3, 2 }, 3, 4, 2, 3 }, { 2, { 4, 2 }, 3, 4, 2, 3 },
  { 3, { 3, 2, 2 }, 3, 2, 2, 7 }, { 3, { 3, 1, 2 }, 3, 2, 2, 3 },
  /* Axes or batches?  */
  { 2, { 3, 2 }, 3, 3, 2, -1 },
  { 1, { 3 }, 1, 3, 2, -1 }, { 2, { 2, 2 }, 1, 3, 2, -1 },
  { 2, { 2, 3 }, 1, 3, 2, -1 }, { 3, { 1, 3, 2 }, 1, 3, 2, -1 },
  { 3, { 2, 3, 2 }, 3, 3, 2, -1 }, { 0, { 0 }, 1, 1, 1, -1 },
};

START_TEST (a_tensor_has_axes_batches_and_rows_as_its_shape_says)
{
  static const int32_t numbers[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 };
  struct assay_positions positions;
  struct assay_tensor tensor;
  enum assay_status status;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  assay_tensor_wrap (&tensor, "p", ASSAY_DTYPE_I32, shapes[_i].tensor_axes,
                     shapes[_i].shape, numbers);
  status = assay_positions_take (&positions, &tensor, "--positions",
                                 shapes[_i].axes, shapes[_i].batches,
                                 shapes[_i].rows, &ctx);
  if (shapes[_i].at < 0)
    testing_assert_refused (status, ASSAY_EVALUE, &ctx,
                            "--positions: value: expected positions of "
                            "shape [");
  else
    {
      ck_assert_int_eq (status, ASSAY_OK);
      ck_assert_int_eq (assay_positions_at (&positions, shapes[_i].axes > 1,
                                            1, 1), shapes[_i].at);
    }
  assay_positions_close (&positions);
}
END_TEST

START_TEST (positions_that_are_no_integers_are_refused)
{
  static const double numbers[] = { 0, 1.5 };
  static const uint64_t large[] = { 0, UINT64_MAX };
  static const size_t shape[] = { 2 };
  struct assay_positions positions;
  struct assay_tensor tensor;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  assay_tensor_wrap (&tensor, "p", ASSAY_DTYPE_F64, 1, shape, numbers);
  testing_assert_refused (assay_positions_take (&positions, &tensor, "p", 1,
                                                1, 2, &ctx), ASSAY_EVALUE,
                          &ctx, "expected integers below 2^63, found f64, 0 "
                          "at 0");
  assay_positions_close (&positions);
  assay_ctx_init (&ctx);
  assay_tensor_wrap (&tensor, "p", ASSAY_DTYPE_U64, 1, shape, large);
  testing_assert_refused (assay_positions_take (&positions, &tensor, "p", 1,
                                                1, 2, &ctx), ASSAY_EVALUE,
                          &ctx, "expected integers below 2^63, found u64, ");
  assay_positions_close (&positions);
}
END_TEST

int
main (void)
{
  Suite *suite = suite_create ("positions");
  TCase *tcase = tcase_create ("positions");

  tcase_add_test (tcase, a_range_counts_rows_from_its_first_position);
  tcase_add_loop_test (tcase, what_is_no_range_of_all_rows_is_refused, 0,
                       ROWS (bad_range));
  tcase_add_loop_test (tcase,
                       a_tensor_has_axes_batches_and_rows_as_its_shape_says,
                       0, ROWS (shapes));
  tcase_add_test (tcase, positions_that_are_no_integers_are_refused);
  suite_add_tcase (suite, tcase);
  return testing_run (suite);
}
