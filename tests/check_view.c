/* check_view.c -- tensors as batches, heads, rows and columns */

#include <math.h>
#include <string.h>

#include "kernel/view.h"
#include "tensor_testing.h"
#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

enum { B = 2, H = 3, S = 4, D = 5, ALL = B * H * S * D };

/* A tensor of SHAPE whose elements are 0, 1, 2, ... in C order; the index of
   (b, h, s, d) in it is that times STEP.  Sizes above are those of the axes
   that are named, 1 those of the others.  */
static const struct
{
  const char *axes;
  int count;
  size_t shape[4];
  size_t heads;
  size_t step[4];
}
layouts[] = {
  { "bhsd", 4, { B, H, S, D }, 0, { H * S * D, S * D, D, 1 } },
  { "bshd", 4, { B, S, H, D }, 0, { S * H * D, D, H * D, 1 } },
  { "hsd", 3, { H, S, D }, 0, { 0, S * D, D, 1 } },
  { "shd", 3, { S, H, D }, 0, { 0, D, H * D, 1 } },
  { "sd", 2, { S, D }, 0, { 0, 0, D, 1 } },
  { "bs(hd)", 3, { B, S, H * D }, H, { S * H * D, D, H * D, 1 } },
  { "s(hd)", 2, { S, H * D }, H, { 0, D, H * D, 1 } },
  { "b(hd)s", 3, { B, H * D, S }, H, { H * D * S, D * S, 1, S } },
  { "bhs", 3, { B, H, S }, 0, { H * S, S, 1, 0 } },
  { "dsb", 3, { D, S, B }, 0, { 1, 0, B, S * B } },
  { "b", 1, { B }, 0, { 1, 0, 0, 0 } },
};

static const size_t full[] = { B, H, S, D };

START_TEST (element_is_where_the_axes_say)
{
  size_t sizes[4], i[4], d, k, expected;
  struct assay_tensor tensor;
  struct assay_view view;
  struct assay_ctx ctx;
  int32_t data[ALL];
  double row[D];

  for (k = 0; k < ALL; k++)
    data[k] = (int32_t) k;
  for (k = 0; k < 4; k++)
    sizes[k] = layouts[_i].step[k] ? full[k] : 1;
  assay_ctx_init (&ctx);
  assay_tensor_wrap (&tensor, "t", ASSAY_DTYPE_I32, layouts[_i].count,
                     layouts[_i].shape, data);
  ck_assert_int_eq (assay_view_axes (&view, &tensor, layouts[_i].axes,
                                     layouts[_i].heads, &ctx, NULL),
                    ASSAY_OK);
  ck_assert_int_eq (assay_view_check_shape (&view, sizes, &ctx, NULL),
                    ASSAY_OK);
  for (i[0] = 0; i[0] < sizes[0]; i[0]++)
    for (i[1] = 0; i[1] < sizes[1]; i[1]++)
      for (i[2] = 0; i[2] < sizes[2]; i[2]++)
        {
          assay_view_row (row, &view, i[0], i[1], i[2]);
          for (d = 0; d < sizes[3]; d++)
            {
              expected = d * layouts[_i].step[3];
              for (k = 0; k < 3; k++)
                expected += i[k] * layouts[_i].step[k];
              ck_assert_double_eq (row[d], (double) expected);
              ck_assert_uint_eq (assay_view_bits (&view, i[0], i[1], i[2],
                                                  d), expected);
              ck_assert_double_eq (assay_view_double (&view, i[0], i[1],
                                                      i[2], d),
                                   (double) expected);
            }
        }
  assay_tensor_close (&tensor);
}
END_TEST

static const struct { const char *axes; size_t heads; const char *part; }
misfits[] = {
  { "hsd", 0, "a shape of 3 axes, as hsd names them, found [2, 3, 4, 5] in "
    "t" },
  { "b", 0, "a shape of 1 axis" }, { "bhsdd", 0, "bhsdd" },
  { "bhs", 0, "3 axes" }, { "bbsd", 0, "bbsd" }, { "bhsx", 0, "bhsx" },
  { "", 0, "names of axes" }, { "bs(hd", 0, "bs(hd" },
  { "bs(dh)", 0, "bs(dh)" }, { "h(hd)s", 0, "h(hd)s" },
  { "b(hd)(hd)", 1, "b(hd)(hd)" },
};

START_TEST (axes_that_do_not_fit_are_refused_with_the_shape)
{
  struct assay_where where = { NULL, "--axes", 0 };
  struct assay_tensor tensor;
  struct assay_view view;
  struct assay_ctx ctx;
  static int8_t data[ALL];

  assay_ctx_init (&ctx);
  assay_tensor_wrap (&tensor, "t", ASSAY_DTYPE_I8, 4, full, data);
  testing_assert_refused (assay_view_axes (&view, &tensor, misfits[_i].axes,
                                           misfits[_i].heads, &ctx, &where),
                          ASSAY_EVALUE, &ctx, misfits[_i].part);
  ck_assert_str_eq (ctx.error.where, "--axes");
  assay_tensor_close (&tensor);
}
END_TEST

START_TEST (heads_that_do_not_divide_the_axis_are_refused)
{
  static const size_t shape[] = { 2, 15 };
  struct assay_tensor tensor;
  struct assay_view view;
  struct assay_ctx ctx;
  static int8_t data[30];
  size_t heads;

  assay_tensor_wrap (&tensor, "t", ASSAY_DTYPE_I8, 2, shape, data);
  for (heads = 0; heads <= 16; heads++)
    {
      assay_ctx_init (&ctx);
      if (heads > 0 && 15 % heads == 0)
        ck_assert_int_eq (assay_view_axes (&view, &tensor, "s(hd)", heads,
                                           &ctx, NULL), ASSAY_OK);
      else
        testing_assert_refused (assay_view_axes (&view, &tensor, "s(hd)",
                                                 heads, &ctx, NULL),
                                ASSAY_EVALUE, &ctx, "[2, 15]");
    }
  assay_tensor_close (&tensor);
}
END_TEST

START_TEST (mask_is_spread_from_the_right)
{
  static const size_t shape[] = { H, 1, D }, other[] = { B, H, S, D + 1 };
  struct assay_tensor tensor;
  struct assay_view view;
  struct assay_ctx ctx;
  uint8_t data[H * D];
  double row[D];
  size_t i;

  for (i = 0; i < H * D; i++)
    data[i] = (uint8_t) i;
  assay_ctx_init (&ctx);
  assay_tensor_wrap (&tensor, "mask", ASSAY_DTYPE_U8, 3, shape, data);
  ck_assert_int_eq (assay_view_right (&view, &tensor, &ctx, NULL), ASSAY_OK);
  testing_assert_refused (assay_view_spread (&view, other, &ctx, NULL),
                          ASSAY_EVALUE, &ctx, "[2, 3, 4, 6], found "
                          "[1, 3, 1, 5] in mask");
  assay_ctx_init (&ctx);
  testing_assert_refused (assay_view_check_shape (&view, full, &ctx, NULL),
                          ASSAY_EVALUE, &ctx, "[1, 3, 1, 5] in mask");
  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_view_spread (&view, full, &ctx, NULL), ASSAY_OK);
  ck_assert_int_eq (assay_view_check_shape (&view, full, &ctx, NULL),
                    ASSAY_OK);
  assay_view_row (row, &view, 1, 2, 3);
  for (i = 0; i < D; i++)
    ck_assert_double_eq (row[i], (double) (2 * D + i));
  assay_tensor_close (&tensor);
}
END_TEST

START_TEST (tensor_of_five_axes_is_no_mask)
{
  static const size_t shape[] = { 1, 1, 1, 1, 1 };
  struct assay_tensor tensor;
  struct assay_view view;
  struct assay_ctx ctx;
  double one = 1;

  assay_ctx_init (&ctx);
  assay_tensor_wrap (&tensor, "t", ASSAY_DTYPE_F64, 5, shape, &one);
  testing_assert_refused (assay_view_right (&view, &tensor, &ctx, NULL),
                          ASSAY_EVALUE, &ctx, "[1, 1, 1, 1, 1]");
  assay_tensor_close (&tensor);
  assay_tensor_wrap (&tensor, "t", ASSAY_DTYPE_F64, 0, NULL, &one);
  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_view_right (&view, &tensor, &ctx, NULL), ASSAY_OK);
  ck_assert_double_eq (assay_view_double (&view, 0, 0, 0, 0), 1);
  assay_tensor_close (&tensor);
}
END_TEST

START_TEST (census_counts_each_oddity_and_finds_the_first)
{
  static const size_t shape[] = { 2, 3 }, spread[] = { 7, 1, 2, 3 };
  static const float data[] = { 1, INFINITY, NAN, -INFINITY, NAN, 3 };
  struct assay_where where = { NULL, "q", 0 };
  struct assay_census census;
  struct assay_tensor tensor;
  struct assay_view view;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  assay_tensor_wrap (&tensor, "t", ASSAY_DTYPE_F32, 2, shape, data);
  ck_assert_int_eq (assay_view_axes (&view, &tensor, "sd", 0, &ctx, NULL),
                    ASSAY_OK);
  ck_assert_int_eq (assay_view_spread (&view, spread, &ctx, NULL), ASSAY_OK);
  assay_view_census (&census, &view);
  ck_assert_uint_eq (census.elements, 6);
  ck_assert_uint_eq (census.count[ASSAY_ODD_NAN], 2);
  ck_assert_uint_eq (census.count[ASSAY_ODD_PLUS_INFINITY], 1);
  ck_assert_uint_eq (census.count[ASSAY_ODD_MINUS_INFINITY], 1);
  ck_assert_uint_eq (census.count[ASSAY_ODD_WIDE], 0);
  ck_assert_uint_eq (census.first[ASSAY_ODD_NAN][ASSAY_VIEW_S], 0);
  ck_assert_uint_eq (census.first[ASSAY_ODD_NAN][ASSAY_VIEW_D], 2);
  ck_assert_uint_eq (census.first[ASSAY_ODD_MINUS_INFINITY][ASSAY_VIEW_S], 1);
  testing_assert_refused (assay_census_check (&census, 0, &ctx, &where),
                          ASSAY_EVALUE, &ctx, "q: value: expected no NaN, "
                          "found nan 2 times in 6 elements, first in batch "
                          "0, head 0, row 0, column 2");
  assay_ctx_init (&ctx);
  testing_assert_refused (
    assay_census_check (&census, 1u << ASSAY_ODD_NAN
                                 | 1u << ASSAY_ODD_PLUS_INFINITY, &ctx,
                        &where), ASSAY_EVALUE, &ctx, "no -inf");
  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_census_check (&census, ~0u, &ctx, &where),
                    ASSAY_OK);
  assay_tensor_close (&tensor);
}
END_TEST

START_TEST (census_counts_wide_integers_and_wrong_bools)
{
  static const int64_t wide[] = { 1, (int64_t) 1 << 62,
                                  ((int64_t) 1 << 53) + 1 };
  static const uint8_t bools[] = { 0, 1, 2 };
  static const size_t shape[] = { 3 };
  struct assay_census census;
  struct assay_tensor tensor;
  struct assay_view view;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  assay_tensor_wrap (&tensor, "t", ASSAY_DTYPE_I64, 1, shape, wide);
  assay_view_right (&view, &tensor, &ctx, NULL);
  assay_view_census (&census, &view);
  ck_assert_uint_eq (census.count[ASSAY_ODD_WIDE], 1);
  ck_assert_uint_eq (census.first[ASSAY_ODD_WIDE][ASSAY_VIEW_D], 2);
  assay_tensor_close (&tensor);
  assay_tensor_wrap (&tensor, "t", ASSAY_DTYPE_BOOL, 1, shape, bools);
  assay_view_right (&view, &tensor, &ctx, NULL);
  assay_view_census (&census, &view);
  ck_assert_uint_eq (census.count[ASSAY_ODD_BOOL], 1);
  testing_assert_refused (assay_census_check (&census, 0, &ctx, NULL),
                          ASSAY_EVALUE, &ctx, "0 or 1");
  assay_tensor_close (&tensor);
}
END_TEST

int
main (void)
{
  Suite *suite = suite_create ("view");
  TCase *tcase = tcase_create ("axes");

  tcase_add_loop_test (tcase, element_is_where_the_axes_say, 0,
                       ROWS (layouts));
  tcase_add_loop_test (tcase, axes_that_do_not_fit_are_refused_with_the_shape,
                       0, ROWS (misfits));
  tcase_add_test (tcase, heads_that_do_not_divide_the_axis_are_refused);
  tcase_add_test (tcase, mask_is_spread_from_the_right);
  tcase_add_test (tcase, tensor_of_five_axes_is_no_mask);
  suite_add_tcase (suite, tcase);
  tcase = tcase_create ("census");
  tcase_add_test (tcase, census_counts_each_oddity_and_finds_the_first);
  tcase_add_test (tcase, census_counts_wide_integers_and_wrong_bools);
  suite_add_tcase (suite, tcase);
  return testing_run (suite);
}
