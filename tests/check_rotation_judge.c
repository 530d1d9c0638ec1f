/* check_rotation_judge.c -- turned tensors judged by threads, and components
   that are no numbers */

#include <math.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "kernel/rotation_judge.h"
#include "position/frequency.h"
#include "real/formula.h"
#include "same_measure.h"
#include "tensor_testing.h"
#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

/* ---- threads ---- */

enum { BATCHES = 2, HEADS = 3, TOKENS = 11, SIZE = 6, COUNT = BATCHES * HEADS
                                                             * TOKENS * SIZE };

/* A tensor whose last component is copied, turned at positions of which the
   double-double way takes the first ones alone, and what was got.  */
struct turned
{
  float x[COUNT], got[COUNT];
  struct assay_tensor tensor[2];
  struct assay_view view[2];
  struct assay_positions positions;
  struct assay_expr *w[2], *magnitude;
  struct assay_rotation rotation;
  struct assay_two_products contract;
};

static const struct assay_layout layout = { ASSAY_PAIRING_SPLIT_HALF, SIZE, 4,
                                            1 };

/* sqrt (2) in every way that the angles know it: shared nodes.  */
static void
make_steps (struct turned *t, struct assay_ctx *ctx)
{
  struct assay_expr *base = assay_formula_integer (10000);
  struct assay_expr *factor = assay_formula_integer (1);
  size_t i;

  for (i = 0; i < 2; i++)
    ck_assert_int_eq (assay_frequency_linear (&t->w[i], base, factor, i, 4,
                                              ctx), ASSAY_OK);
  assay_expr_unref (factor);
  assay_expr_unref (base);
  t->magnitude = assay_formula_mul (assay_expr_ref (t->w[1]),
                                    assay_formula_sqrt (
                                      assay_formula_integer (12345), ctx),
                                    ctx);
  ck_assert_int_eq (assay_formula_status (t->magnitude, ctx), ASSAY_OK);
}

static void
begin (struct turned *t, struct assay_ctx *ctx)
{
  static const size_t shape[] = { BATCHES, HEADS, TOKENS, SIZE };
  size_t n;

  memset (t, 0, sizeof *t);
  assay_ctx_init (ctx);
  testing_reseed ();
  for (n = 0; n < COUNT; n++)
    t->x[n] = (float) testing_between (-999, 999) / 64;
  memcpy (t->got, t->x, sizeof t->x);
  t->got[100] = NAN;
  t->got[277] = -INFINITY;
  assay_tensor_wrap (&t->tensor[0], "x", ASSAY_DTYPE_F32, 4, shape, t->x);
  assay_tensor_wrap (&t->tensor[1], "got", ASSAY_DTYPE_F32, 4, shape, t->got);
  for (n = 0; n < 2; n++)
    ck_assert_int_eq (assay_view_axes (&t->view[n], &t->tensor[n], "bhsd", 0,
                                       ctx, NULL), ASSAY_OK);
  ck_assert_int_eq (assay_positions_open (&t->positions,
                                          "4294967290..4294967300", "p", 1,
                                          BATCHES, TOKENS, ctx), ASSAY_OK);
  make_steps (t, ctx);
  ck_assert_int_eq (assay_rotation_by_angles (&t->rotation, &t->view[0], 0,
                                              &layout, t->w, 2, t->magnitude,
                                              NULL, &t->positions, ctx),
                    ASSAY_OK);
}

static void
end (struct turned *t)
{
  size_t n;

  assay_rotation_clear (&t->rotation);
  for (n = 0; n < 2; n++)
    {
      assay_expr_unref (t->w[n]);
      assay_tensor_close (&t->tensor[n]);
    }
  assay_expr_unref (t->magnitude);
  assay_positions_close (&t->positions);
}

/* Every thread has its turn.  */
static void
pause_after_row (size_t done, size_t all, void *data)
{
  const struct timespec moment = { 0, 200000 };

  (void) data;
  ck_assert_uint_le (done, all);
  nanosleep (&moment, NULL);
}

static void
judge_init (struct assay_rotation_judge *judge, struct turned *t, size_t jobs,
            struct assay_ctx *ctx)
{
  ck_assert_int_eq (assay_rotation_judge_init (judge, &t->rotation,
                                               ASSAY_ROTATION_OUTPUT, "got",
                                               ASSAY_FMT_F32, &t->view[1],
                                               ctx), ASSAY_OK);
  judge->jobs = jobs;
  judge->progress = pause_after_row;
  judge->has_tolerance = 1;
  mpq_set_ui (judge->atol, 2, 1);
}

START_TEST (what_threads_count_does_not_depend_on_their_number)
{
  struct assay_rotation_judge one, many;
  struct assay_ctx ctx;
  struct turned t;
  size_t jobs;

  begin (&t, &ctx);
  judge_init (&one, &t, 1, &ctx);
  ck_assert_int_eq (assay_rotation_judge_run (&one, &ctx), ASSAY_OK);
  ck_assert_uint_eq (one.rows_done, BATCHES * HEADS * TOKENS);
  ck_assert_uint_eq (one.measure.elements, COUNT);
  ck_assert_uint_eq (one.measure.got_nan, 1);
  ck_assert (one.far > COUNT / 4 && one.far < COUNT);
  for (jobs = 2; jobs <= 100; jobs = 3 * jobs - 1)
    {
      judge_init (&many, &t, jobs, &ctx);
      ck_assert_int_eq (assay_rotation_judge_run (&many, &ctx), ASSAY_OK);
      ck_assert_uint_eq (many.rows, one.rows);
      ck_assert_uint_eq (many.rows_done, one.rows_done);
      ck_assert_uint_eq (many.far, one.far);
      ck_assert_uint_eq (many.far_open, one.far_open);
      testing_assert_same_measure (&many.measure, &one.measure);
      assay_rotation_judge_clear (&many);
    }
  assay_rotation_judge_clear (&one);
  end (&t);
}
END_TEST

/* Elements that 64 bits do not decide stay open, whoever settles them; what
   two products give is equal to what it gave.  */
START_TEST (open_elements_and_a_contract_are_counted_by_all_threads)
{
  struct assay_rotation_judge judge;
  uint64_t open[2], equal[2];
  struct assay_ctx ctx;
  struct turned t;
  size_t n;

  begin (&t, &ctx);
  ck_assert_int_eq (assay_two_products_init (&t.contract, &t.rotation,
                                             ASSAY_FMT_F32, ASSAY_FMT_F32,
                                             &ctx), ASSAY_OK);
  /* A table has positions below 2^32.  */
  t.positions.first -= 100;
  for (n = 0; n < 2; n++)
    {
      judge_init (&judge, &t, 1 + 4 * n, &ctx);
      judge.contract = &t.contract;
      judge.wants_naive = 1;
      ck_assert_int_eq (assay_rotation_judge_run (&judge, &ctx), ASSAY_OK);
      equal[n] = judge.contract_equal;
      ck_assert_uint_eq (judge.naive.elements, COUNT);
      assay_rotation_judge_clear (&judge);
    }
  t.positions.first += 100;
  ck_assert_uint_eq (equal[0], equal[1]);
  ck_assert_uint_ge (equal[0], COUNT / SIZE);
  ctx.max_precision = 64;
  for (n = 0; n < 2; n++)
    {
      judge_init (&judge, &t, 1 + 4 * n, &ctx);
      judge.has_got = 0;
      judge.fmt = ASSAY_FMT_F64;
      ck_assert_int_eq (assay_rotation_judge_run (&judge, &ctx), ASSAY_OK);
      open[n] = judge.open;
      assay_rotation_judge_clear (&judge);
    }
  ck_assert_uint_eq (open[0], open[1]);
  ck_assert_uint_gt (open[0], 0);
  assay_two_products_clear (&t.contract);
  end (&t);
}
END_TEST

/* f16 is judged in a tensor of f32: two elements are none.  */
START_TEST (of_several_refusals_the_first_row_is_told)
{
  const size_t jobs[] = { 1, 2, 5 };
  struct assay_rotation_judge judge;
  struct assay_ctx ctx;
  struct turned t;
  size_t n;

  begin (&t, &ctx);
  for (n = 0; n < COUNT; n++)
    t.got[n] = 1;
  /* Batch 0, head 2, row 4 comes before batch 0, head 0, row 5.  */
  t.got[((2 * TOKENS) + 4) * SIZE + 3] = 0x1.000002p0f;
  t.got[5 * SIZE + 2] = 0x1.000002p0f;
  for (n = 0; n < 3; n++)
    {
      judge_init (&judge, &t, jobs[n], &ctx);
      judge.fmt = ASSAY_FMT_F16;
      testing_assert_refused (assay_rotation_judge_run (&judge, &ctx),
                              ASSAY_EVALUE, &ctx, "[0, 2, 4, 3]");
      assay_ctx_forgive (&ctx);
      assay_rotation_judge_clear (&judge);
    }
  end (&t);
}
END_TEST

static volatile sig_atomic_t stop;

static void
stop_after (size_t done, size_t all, void *data)
{
  ck_assert_uint_le (done, all);
  if (done >= *(size_t *) data)
    stop = 1;
}

START_TEST (a_stop_leaves_the_rows_that_were_done)
{
  struct assay_rotation_judge judge;
  const size_t jobs = _i == 0 ? 1 : 3;
  struct assay_ctx ctx;
  size_t wanted = 20;
  struct turned t;

  begin (&t, &ctx);
  judge_init (&judge, &t, jobs, &ctx);
  stop = 0;
  judge.stop = &stop;
  judge.progress = stop_after;
  judge.progress_data = &wanted;
  ck_assert_int_eq (assay_rotation_judge_run (&judge, &ctx), ASSAY_OK);
  ck_assert_uint_ge (judge.rows_done, 20);
  ck_assert_uint_le (judge.rows_done, 20 + jobs - 1);
  ck_assert_uint_eq (judge.measure.elements, judge.rows_done * SIZE);
  assay_rotation_judge_clear (&judge);
  end (&t);
}
END_TEST

/* ---- no numbers ---- */

static const size_t pair_shape[] = { 1, 2 };

/* What an infinity or NaN becomes by the angle of one radian times POSITION:
   cos 2 < 0 < sin 2, and sin -2 < 0.  Y is nan, inf or -inf.  */
static const struct
{
  float x0, x1;
  const char *position;
  const char *y0, *y1;
} odd[] = {
  { INFINITY, 3, "1..1", "inf", "inf" },
  { 3, INFINITY, "1..1", "-inf", "inf" },
  { INFINITY, 3, "2..2", "-inf", "inf" },
  { -INFINITY, 3, "-2..-2", "inf", "inf" },
  { INFINITY, INFINITY, "1..1", "nan", "inf" },
  { INFINITY, -INFINITY, "1..1", "inf", "nan" },
  { INFINITY, 0, "0..0", "inf", "nan" },
  { 0, -INFINITY, "0..0", "nan", "-inf" },
  { NAN, 1, "1..1", "nan", "nan" },
  { 1, NAN, "4294967297..4294967297", "nan", "nan" },
};

static const unsigned any = 1u << ASSAY_ODD_NAN | 1u << ASSAY_ODD_PLUS_INFINITY
                            | 1u << ASSAY_ODD_MINUS_INFINITY;

START_TEST (infinities_and_nan_turn_as_ieee_has_two_products_and_a_sum)
{
  const char *const y[] = { odd[_i].y0, odd[_i].y1 };
  const float x[] = { odd[_i].x0, odd[_i].x1 };
  float got[2];
  static const struct assay_layout pair = { ASSAY_PAIRING_ADJACENT, 2, 2, 0 };
  struct assay_expr *w = assay_formula_integer (1);
  struct assay_tensor tensor[2];
  struct assay_view view[2];
  struct assay_positions positions;
  struct assay_rotation rotation;
  struct assay_rotation_judge judge;
  struct assay_number number;
  struct assay_ctx ctx;
  size_t index[4] = { 0, 0, 0, 0 }, n;

  assay_ctx_init (&ctx);
  for (n = 0; n < 2; n++)
    got[n] = strcmp (y[n], "nan") == 0 ? NAN
             : strcmp (y[n], "inf") == 0 ? INFINITY : -INFINITY;
  assay_tensor_wrap (&tensor[0], "x", ASSAY_DTYPE_F32, 2, pair_shape, x);
  assay_tensor_wrap (&tensor[1], "got", ASSAY_DTYPE_F32, 2, pair_shape, got);
  for (n = 0; n < 2; n++)
    ck_assert_int_eq (assay_view_axes (&view[n], &tensor[n], "sd", 0, &ctx,
                                       NULL), ASSAY_OK);
  ck_assert_int_eq (assay_positions_open (&positions, odd[_i].position, "p",
                                          1, 1, 1, &ctx), ASSAY_OK);
  ck_assert_int_eq (assay_rotation_by_angles (&rotation, &view[0], any, &pair,
                                              &w, 1, NULL, NULL, &positions,
                                              &ctx), ASSAY_OK);
  ck_assert_int_eq (assay_rotation_judge_init (&judge, &rotation,
                                               ASSAY_ROTATION_OUTPUT, "got",
                                               ASSAY_FMT_F32, &view[1], &ctx),
                    ASSAY_OK);
  ck_assert_int_eq (assay_rotation_judge_run (&judge, &ctx), ASSAY_OK);
  ck_assert_uint_eq (judge.measure.bit_equal, 2);
  ck_assert_uint_eq (judge.open, 0);
  for (index[3] = 0; index[3] < 2; index[3]++)
    {
      ck_assert_int_eq (assay_rotation_judge_number (&number, &judge, index,
                                                     25, &ctx), ASSAY_OK);
      ck_assert_str_eq (number.exact, y[index[3]]);
      assay_number_clear (&number);
    }
  assay_rotation_judge_clear (&judge);
  assay_rotation_clear (&rotation);
  assay_expr_unref (w);
  assay_positions_close (&positions);
  for (n = 0; n < 2; n++)
    assay_tensor_close (&tensor[n]);
}
END_TEST

int
main (void)
{
  Suite *suite = suite_create ("rotation_judge");
  TCase *tcase = tcase_create ("rotation_judge");

  tcase_add_test (tcase, what_threads_count_does_not_depend_on_their_number);
  tcase_add_test (tcase,
                  open_elements_and_a_contract_are_counted_by_all_threads);
  tcase_add_test (tcase, of_several_refusals_the_first_row_is_told);
  tcase_add_loop_test (tcase, a_stop_leaves_the_rows_that_were_done, 0, 2);
  tcase_add_loop_test (
    tcase, infinities_and_nan_turn_as_ieee_has_two_products_and_a_sum, 0,
    ROWS (odd));
  suite_add_tcase (suite, tcase);
  return testing_run (suite);
}
