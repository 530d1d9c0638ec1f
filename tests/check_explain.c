/* check_explain.c -- mistakes that the oracle makes are named */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "explained.h"
#include "kernel/closed_form.h"
#include "kernel/explain_region.h"
#include "kernel/explain_search.h"
#include "kernel/heads.h"
#include "kernel/kernel_row.h"
#include "kernel/plan_online.h"
#include "kernel/rounding.h"
#include "ordinary_kernel.h"
#include "testing_real.h"

enum { KEYS = 32, WIDTH = 16 };

/* ---- the parts ---- */

START_TEST (hypotheses_have_names_of_their_own_and_say_what_to_do)
{
  size_t n, m;

  ck_assert_uint_le (assay_hypothesis_count () * ASSAY_CHOICES,
                     ASSAY_TRIALS);
  for (n = 0; n < assay_hypothesis_count (); n++)
    {
      const struct assay_hypothesis *hypothesis = assay_hypothesis_at (n);

      ck_assert_int_ge (hypothesis->kind, 'A');
      ck_assert_int_le (hypothesis->kind, 'R');
      ck_assert_uint_gt (strlen (hypothesis->meaning), 8);
      ck_assert_uint_gt (strlen (hypothesis->fix), 6);
      ck_assert (hypothesis->apply != NULL);
      for (m = 0; m < n; m++)
        ck_assert_str_ne (hypothesis->name, assay_hypothesis_at (m)->name);
    }
}
END_TEST

/* Scores 0, 1, 3 and a blocked one; e^-1 rounds to 188/512 in bf16, e^-3 to
   204/4096.  */
START_TEST (tiles_weigh_as_computed_by_hand)
{
  const double sum = 1 + exp (-2) + exp (-3);
  const struct
  {
    long tile;
    enum assay_plan_stale stale;
    int fmt;
    double weight, log_total;   /* of the first key */
  } table[] = {
    { 2, ASSAY_STALE_NOTHING, ASSAY_NOT_ROUNDED, exp (-3) / sum,
      3 + log (sum) },
    { 2, ASSAY_STALE_NOTHING, ASSAY_FMT_BF16, 188 / 512.0 * exp (-2) / sum,
      3 + log (sum) },
    { -2, ASSAY_STALE_NOTHING, ASSAY_FMT_BF16, 204 / 4096.0 / sum,
      3 + log (sum) },
    { 2, ASSAY_STALE_OUTPUT, ASSAY_NOT_ROUNDED, exp (-1) / sum,
      3 + log (sum) },
    { 2, ASSAY_STALE_SUM, ASSAY_NOT_ROUNDED, exp (-3) / (2 + exp (-1)),
      3 + log (2 + exp (-1)) },
    { 2, ASSAY_STALE_BOTH, ASSAY_NOT_ROUNDED, exp (-1) / (2 + exp (-1)),
      3 + log (2 + exp (-1)) },
    { -2, ASSAY_STALE_BOTH, ASSAY_NOT_ROUNDED, exp (-3) / sum,
      3 + log (sum) },
    { 1, ASSAY_STALE_BOTH, ASSAY_FMT_BF16, 1 / 3.0, 3 + log (3) },
  };
  double z[] = { 0, 1, 3, 9 }, other[4], p[4];
  unsigned char legal[] = { 1, 1, 1, 0 };
  struct assay_plan_work work = {
    .z = z, .other = other, .p = p, .legal = legal
  };
  size_t n;

  for (n = 0; n < sizeof table / sizeof table[0]; n++)
    {
      struct assay_plan plan = { .tile = table[n].tile,
                                 .stale = table[n].stale };

      memset (plan.round, ASSAY_NOT_ROUNDED, sizeof plan.round);
      plan.round[ASSAY_PLACE_POWERS] = (signed char) table[n].fmt;
      assay_plan_over_tiles (&work, &plan, 4, 0.0);
      ck_assert_double_eq_tol (p[0], table[n].weight, 1e-15);
      ck_assert_double_eq_tol (work.log_total, table[n].log_total, 1e-14);
      ck_assert_double_eq (p[3], 0.0);
    }
}
END_TEST

/* A sink of 2 is there from the start, and counts twice.  */
START_TEST (a_sink_is_before_the_tiles)
{
  double z[] = { 0, 3 }, other[2], p[2];
  unsigned char legal[] = { 1, 1 };
  struct assay_plan_work work = {
    .z = z, .other = other, .p = p, .legal = legal, .sink = 2, .has_sink = 1
  };
  struct assay_plan plan = { .tile = 1, .sink_count = 2.0 };

  memset (plan.round, ASSAY_NOT_ROUNDED, sizeof plan.round);
  assay_plan_over_tiles (&work, &plan, 2, 0.0);
  ck_assert_double_eq_tol (
    p[0], exp (-3) / (1 + exp (-3) + 2 * exp (-1)), 1e-15);
  plan.stale = ASSAY_STALE_BOTH;
  assay_plan_over_tiles (&work, &plan, 2, 0.0);
  ck_assert_double_eq_tol (p[0], exp (-2) / (1 + exp (-2) + 2), 1e-15);
}
END_TEST

/* The keys' largest score is 0, that of the sink 2.  */
START_TEST (a_sink_that_comes_last_is_no_maximum_before)
{
  double z[] = { 0, -3 }, other[2], p[2];
  unsigned char legal[] = { 1, 1 };
  struct assay_plan_work work = {
    .z = z, .other = other, .p = p, .legal = legal, .sink = 2, .has_sink = 1
  };
  struct assay_plan plan = { .tile = 2, .sink_count = 1.0,
                             .sink_is_last = 1 };

  memset (plan.round, ASSAY_NOT_ROUNDED, sizeof plan.round);
  plan.round[ASSAY_PLACE_POWERS] = ASSAY_FMT_BF16;
  assay_plan_over_tiles (&work, &plan, 2, 0.0);
  ck_assert_double_eq_tol (
    p[1], 204 / 4096.0 / (1 + exp (-3) + exp (2)), 1e-15);
  ck_assert_double_eq_tol (work.log_total, log (1 + exp (-3) + exp (2)),
                           1e-14);
}
END_TEST

/* Legal scores of -inf before any other, and e^-20 far from a tie and near
   enough to one.  */
START_TEST (tiles_without_a_score_weigh_nothing)
{
  double z[] = { -INFINITY, -20, 0 }, other[3], p[3];
  unsigned char legal[] = { 1, 1, 1 };
  struct assay_plan_work work = {
    .z = z, .other = other, .p = p, .legal = legal
  };
  struct assay_plan plan = { .tile = 1, .stale = ASSAY_STALE_SUM,
                             .is_careful = 1 };

  memset (plan.round, ASSAY_NOT_ROUNDED, sizeof plan.round);
  assay_plan_over_tiles (&work, &plan, 3, 0.0);
  ck_assert_double_eq (p[0], 0.0);
  ck_assert_double_eq_tol (p[2], 0.5, 1e-15);
  for (plan.tile = -3; plan.tile <= 3; plan.tile++)
    if (plan.tile != 0)
      {
        z[1] = NAN;
        assay_plan_over_tiles (&work, &plan, 3, 0.0);
        ck_assert_int_eq (work.is_spoilt, 1);
        z[1] = -20;
        assay_plan_over_tiles (&work, &plan, 3, 0.0);
        ck_assert_int_eq (work.is_spoilt, 0);
      }
  plan.tile = -1;
  plan.round[ASSAY_PLACE_POWERS] = ASSAY_FMT_BF16;
  assay_plan_over_tiles (&work, &plan, 3, 1e-10);
  ck_assert_int_eq (work.is_tipped, 0);
  assay_plan_over_tiles (&work, &plan, 3, 0.5);
  ck_assert_int_eq (work.is_tipped, 1);
}
END_TEST

static const struct assay_hypothesis *
named (const char *name)
{
  size_t n = 0;

  while (strcmp (assay_hypothesis_at (n)->name, name) != 0)
    n++;
  return assay_hypothesis_at (n);
}

START_TEST (tiles_that_are_tried_are_shorter_than_the_keys)
{
  static const struct { size_t keys, tiles; } count[] = {
    { 1, 0 }, { 2, 2 }, { 8, 2 }, { 9, 4 }, { 16, 4 }, { 17, 6 },
    { 512, 30 }, { 513, 32 },
  };
  static const double shortest[] = { -16, 16, -8, 8, -1, 1 };
  struct assay_problem problem = { .keys = count[_i].keys };
  struct assay_scene scene = { .problem = &problem };
  double list[ASSAY_CHOICES];
  size_t n;

  ck_assert_uint_eq (
    named ("exponentials in tiles, f16")->choices (list, &scene),
    count[_i].tiles);
  ck_assert_uint_eq (named ("sum not rescaled")->choices (list, &scene),
                     count[_i].tiles);
  for (n = 0; n < count[_i].tiles; n++)
    ck_assert_double_lt (fabs (list[n]), (double) problem.keys);
  for (n = 0; problem.keys == 17 && n < 6; n++)
    ck_assert_double_eq (list[n], shortest[n]);
}
END_TEST

START_TEST (tiles_are_told_by_their_size_and_order)
{
  static const struct { const char *name; double tile; const char *end; }
  table[] = {
    { "output not rescaled", 1, "maximum, in tiles of 1 key, first to last" },
    { "sum not rescaled", -1, "maximum, in tiles of 1 key, last to first" },
    { "neither rescaled", -64, "in tiles of 64 keys, last to first" },
    { "exponentials in tiles, bf16", 80, "tiles of 80 keys, first to last" },
    { "exponentials in tiles, f16", -2, "in tiles of 2 keys, last to first" },
    { "exponentials before the sink, bf16", 16, "first to last, before the" },
    { "exponentials before the sink, f16", 16, "first to last, before the" },
  };
  struct assay_text text;

  assay_text_init (&text);
  named (table[_i].name)->tell (&text, NULL, table[_i].tile, 0.0);
  ck_assert_msg (strstr (text.bytes, table[_i].end) != NULL, "%s",
                 text.bytes);
  assay_text_clear (&text);
}
END_TEST

/* Against the exact rounding, at random numbers, ties and both ends.  */
START_TEST (doubles_round_as_rationals_do)
{
  size_t trial;
  mpq_t x;

  mpq_init (x);
  for (trial = 0; trial < testing_count (4000); trial++)
    {
      enum assay_fmt fmt = (enum assay_fmt) testing_between (1, 5);
      double value = ldexp ((double) testing_between (-(1l << 26), 1l << 26),
                            (int) testing_between (-60, 10));
      double rounded = assay_rounded (value, fmt), exact = NAN;
      uint64_t bits;
      mpq_t back;

      mpq_set_d (x, value);
      bits = assay_fmt_round (x, fmt);
      mpq_init (back);
      if (assay_fmt_decode (back, bits, fmt) == ASSAY_FMT_FINITE)
        exact = mpq_get_d (back);
      else if (assay_fmt_classify (bits, fmt) == ASSAY_FMT_INFINITE)
        exact = copysign (INFINITY, value);
      ck_assert_msg (rounded == exact || (isnan (rounded) && isnan (exact)),
                     "%a in %s: %a, expected %a", value,
                     assay_fmt_shape (fmt)->name, rounded, exact);
      if (isfinite (exact) && assay_fmt_ulp (back, x, fmt) == ASSAY_OK)
        ck_assert_double_eq (assay_spacing (value, fmt), mpq_get_d (back));
      mpq_clear (back);
    }
  mpq_clear (x);
}
END_TEST

START_TEST (fitted_numbers_are_written_as_people_write_them)
{
  static const struct { double value, tolerance; const char *text; } rows[] = {
    { 1.0, 1e-9, "1" }, { 0.125, 1e-9, "1/8" }, { 3.0, 1e-6, "3" },
    { 0.08838834764831845, 1e-7, "1/sqrt(128)" },
    { 0.0441941738, 1e-6, "1/sqrt(512)" }, { -10000.0, 1e-9, "-10000" },
    { 0.75, 1e-9, "3/4" }, { 0.18033688011112042, 1e-9, "log2(e) * 1/8" },
    { 0.08664339756999316, 1e-9, "ln(2) * 1/8" },
    { 0.23423179, 1e-7, "1/8 * (0.1*1*ln(40) + 1)^2" },
    { 0.123456789, 1e-9, "0.1234568" }, { 0.0, 1e-9, "0" }
  };
  struct assay_scene scene = { .scale = 0.125 };
  size_t n;

  for (n = 0; n < sizeof rows / sizeof rows[0]; n++)
    {
      struct assay_text text;

      assay_text_init (&text);
      assay_closed_form (&text, rows[n].value, rows[n].tolerance, &scene);
      ck_assert_str_eq (assay_text_string (&text), rows[n].text);
      assay_text_clear (&text);
    }
}
END_TEST

/* Every element of the plan without a change lies where the exact engine
   encloses it.  */
static void
compare_with_exact (const struct explained *e)
{
  struct assay_plan_work work;
  struct assay_kernel_row row;
  struct assay_scene scene;
  struct assay_plan plan;
  struct assay_ctx ctx;
  double out[KEYS], noise[KEYS];
  size_t h, i, c;
  mpfr_t lo, hi;

  assay_ctx_init (&ctx);
  mpfr_inits2 (80, lo, hi, (mpfr_ptr) 0);
  assay_scene_init (&scene, &e->problem);
  assay_plan_init (&plan, &scene);
  assay_plan_work_init (&work, &scene);
  assay_kernel_row_init (&row, &e->problem);
  for (h = 0; h < e->q_heads; h++)
    {
      struct assay_head head;

      assay_head_init (&head, &e->problem, 0, h / (e->q_heads
                                                   / e->kv_heads), 0);
      for (i = 0; i < e->queries; i++)
        {
          ck_assert_int_eq (assay_kernel_row_load (&row, &head, h, i, &ctx),
                            ASSAY_OK);
          assay_plan_row (out, noise, &work, &plan, &scene,
                          ASSAY_STAGE_OUTPUT, 0x1p-50, 0, h, i);
          for (c = 0; c < e->width && row.kind == ASSAY_ROW_ORDINARY; c++)
            {
              assay_kernel_row_enclose (lo, hi, &row, ASSAY_STAGE_OUTPUT, c,
                                        &ctx, 70);
              ck_assert_double_le (out[c],
                                   mpfr_get_d (hi, MPFR_RNDU) + noise[c]);
              ck_assert_double_ge (out[c],
                                   mpfr_get_d (lo, MPFR_RNDD) - noise[c]);
            }
        }
      assay_head_clear (&head);
    }
  assay_kernel_row_clear (&row);
  assay_plan_work_clear (&work);
  assay_scene_clear (&scene);
  mpfr_clears (lo, hi, (mpfr_ptr) 0);
}

START_TEST (the_plan_without_a_change_is_what_the_exact_engine_encloses)
{
  static const unsigned features[] = {
    EXPLAINED_CAUSAL, 0, EXPLAINED_CAUSAL | EXPLAINED_PAST
    | EXPLAINED_GROUPS, EXPLAINED_MASK | EXPLAINED_EMPTY | EXPLAINED_WINDOW,
    EXPLAINED_CAUSAL | EXPLAINED_CAP | EXPLAINED_SINK | EXPLAINED_SLOPES,
    EXPLAINED_VALID | EXPLAINED_SINK
  };
  size_t n;

  for (n = 0; n < sizeof features / sizeof features[0]; n++)
    {
      struct named_mistake c = { "right", -1, 0, NULL, features[n], NULL,
                                 NULL };
      struct explained e;

      explained_begin (&e, &c, 12, 8, testing_seed () + n, ASSAY_FMT_F32);
      compare_with_exact (&e);
      explained_clear (&e);
    }
}
END_TEST

/* ---- what the oracle makes ---- */

static void
complain (const struct assay_explanation *explanation,
          const struct named_mistake *c, enum assay_fmt fmt,
          unsigned long seed)
{
  struct assay_text found;
  size_t n;

  assay_text_init (&found);
  for (n = 0; n < explanation->findings; n++)
    assay_text_printf (&found, "%s%s%s", n > 0 ? ", " : "",
                       explanation->finding[n].hypothesis->name,
                       explanation->finding[n].is_equal ? " as well" : "");
  ck_abort_msg ("%s in %s, seed %lu: expected %s, found %s (outcome %d)",
                c->label, assay_fmt_shape (fmt)->name, seed,
                c->expected ? c->expected : "nothing to explain",
                found.length > 0 ? assay_text_string (&found) : "nothing",
                explanation->outcome);
}

/* What a shortened run has.  */
static const char *const shortened[] = {
  "scale twice", "query factor", "default scale", "blocked scores -3",
  "log2 of the sum", "sums bf16", "query factor of 10", "exponentials bf16",
  "cap after slopes"
};

START_TEST (a_mistake_of_the_oracle_is_named)
{
  const struct named_mistake *c = &explained_cases[_i];
  size_t trials = testing_count (1), trial;

  if (testing_leaves_out (c->label, shortened,
                          sizeof shortened / sizeof shortened[0]))
    return;
  for (trial = 0; trial < trials; trial++)
    {
      unsigned long seed = testing_seed () + trial;
      struct explained e;
      int narrow;

      explained_init (&e, c, KEYS, WIDTH, seed, ASSAY_FMT_F32);
      for (narrow = 0; narrow < 2; narrow++)
        {
          struct assay_explanation explanation;

          if (narrow)
            explained_dump (&e, ASSAY_FMT_BF16);
          explained_run (&explanation, &e, 1);
          if (!explained_is_expected (&explanation, c, e.fmt))
            complain (&explanation, c, e.fmt, seed);
          if (c->expected)
            ck_assert_uint_eq (explanation.finding[0].count.near,
                               explanation.finding[0].count.elements);
          assay_explanation_clear (&explanation);
        }
      explained_clear (&e);
    }
}
END_TEST

/* A dump of the oracle's, not of an ordinary kernel's.  */
START_TEST (every_hypothesis_has_a_dump_of_the_oracle)
{
  size_t n;

  for (n = 0; n < assay_hypothesis_count (); n++)
    {
      const char *name = assay_hypothesis_at (n)->name;

      ck_assert_msg (named_mistake_has (explained_cases, explained_case_count,
                                        name), "%s", name);
    }
}
END_TEST

/* ---- what an ordinary kernel makes ---- */

static const struct
{
  enum ordinary_mistake mistake;
  unsigned features;
  const char *expected, *second;
} ordinary[] = {
  { ORDINARY_RIGHT, EXPLAINED_CAUSAL, NULL, NULL },
  { ORDINARY_RIGHT, EXPLAINED_MASK | EXPLAINED_SLOPES, NULL, NULL },
  { ORDINARY_DEFAULT_SCALE, EXPLAINED_CAUSAL, "default scale", NULL },
  { ORDINARY_ROOT_OF_SCALE, EXPLAINED_CAUSAL, "root of the scale", NULL },
  { ORDINARY_BASE_2, EXPLAINED_CAUSAL, "base of the exponential", NULL },
  { ORDINARY_MASK_NEGATED, EXPLAINED_MASK, "mask negated", NULL },
  { ORDINARY_ZERO_SCORE, EXPLAINED_CAUSAL, "finite score", NULL },
  { ORDINARY_SOME_SCORE, EXPLAINED_CAUSAL, "fitted score", NULL },
  { ORDINARY_VALUES_SHIFTED, EXPLAINED_CAUSAL, "values shifted", NULL },
  { ORDINARY_HEADS_DISPLACED, EXPLAINED_CAUSAL, "heads displaced", NULL },
  { ORDINARY_BATCHES_DISPLACED, EXPLAINED_CAUSAL | EXPLAINED_BATCHES,
    "batches displaced", NULL },
  { ORDINARY_SLOPES_DOUBLED, EXPLAINED_CAUSAL | EXPLAINED_SLOPES,
    "slopes multiplied", NULL },
  { ORDINARY_SLOPES_BY_RULE, EXPLAINED_CAUSAL | EXPLAINED_SLOPES,
    "slopes by another rule", NULL },
  { ORDINARY_DISTANCE_SIGNED, EXPLAINED_SLOPES, "distance signed", NULL },
  { ORDINARY_DISTANCE_FROM_ROWS, EXPLAINED_SLOPES, "distance from rows",
    NULL },
  { ORDINARY_SUMMED_BF16, EXPLAINED_CAUSAL, "output summed narrowly", NULL },
  { ORDINARY_UNFUSED_BF16, EXPLAINED_CAUSAL, "scores and weights rounded",
    NULL },
  { ORDINARY_ONE_HEAD, EXPLAINED_CAUSAL, "scale missing", NULL },
  { ORDINARY_TWO, EXPLAINED_CAUSAL, "scale missing", "causal one key more" }
};

enum { ORDINARY_COUNT = sizeof ordinary / sizeof ordinary[0] };

/* What is right for the kernel is asked for otherwise.  */
static void
ask_otherwise (struct explained *e, enum ordinary_mistake mistake)
{
  struct assay_problem *problem = &e->problem;
  mpq_t x;
  size_t h;

  mpq_init (x);
  if (mistake == ORDINARY_DEFAULT_SCALE)
    {
      mpq_set_ui (x, 3, 10);
      assay_surd_set_rational (&problem->sigma, x);
    }
  mpq_set_ui (x, 1, 3);
  if (mistake == ORDINARY_SLOPES_BY_RULE)
    for (h = 0; h < problem->slope_count; h++)
      assay_surd_set_rational (&problem->slopes[h], x);
  if (mistake == ORDINARY_DISTANCE_FROM_ROWS)
    {
      problem->alignment = ASSAY_ALIGN_OFFSET;
      problem->offset = 5;
    }
  mpq_clear (x);
}

/* E <- the dump of an ordinary kernel, explained.  */
static void
explain_ordinary (struct assay_explanation *explanation, struct explained *e,
                  const struct named_mistake *c,
                  enum ordinary_mistake mistake, enum assay_fmt fmt)
{
  explained_begin (e, c, KEYS, WIDTH, testing_seed (), fmt);
  ask_otherwise (e, mistake);
  ordinary_kernel (e, mistake);
  explained_run (explanation, e, 2);
}

/* No finding stands there twice, which would be in the place of another.  */
static void
assert_distinct (const struct assay_explanation *explanation)
{
  size_t n, m;

  for (n = 0; n < explanation->findings; n++)
    for (m = 0; m < n; m++)
      ck_assert (memcmp (&explanation->finding[n].plan,
                         &explanation->finding[m].plan,
                         sizeof explanation->finding[n].plan) != 0);
}

START_TEST (an_ordinary_kernel_is_explained_through_its_roundings)
{
  static const enum assay_fmt formats[] = { ASSAY_FMT_F32, ASSAY_FMT_BF16 };
  struct named_mistake c = { "ordinary", -1, 0, NULL, ordinary[_i].features,
                             ordinary[_i].expected, NULL };
  int n;

  /* A shortened run has every sixth.  */
  if (testing_count (10) < 10 && _i % 6 != 0)
    return;
  for (n = 0; n < 2; n++)
    {
      struct assay_explanation explanation;
      struct explained e;

      explain_ordinary (&explanation, &e, &c, ordinary[_i].mistake,
                        formats[n]);
      if (ordinary[_i].second == NULL)
        {
          if (!explained_is_expected (&explanation, &c, formats[n]))
            complain (&explanation, &c, formats[n], testing_seed ());
        }
      else
        {
          ck_assert_int_eq (explanation.outcome, ASSAY_EXPLAINED_NAMED);
          ck_assert_str_eq (explanation.finding[0].hypothesis->name,
                            ordinary[_i].expected);
          ck_assert_str_eq (explanation.finding[0].second->name,
                            ordinary[_i].second);
        }
      assert_distinct (&explanation);
      /* A fitted number matches better by chance.  */
      if (ordinary[_i].mistake == ORDINARY_ZERO_SCORE
          && formats[n] == ASSAY_FMT_F32)
        {
          ck_assert_str_eq (explanation.finding[1].hypothesis->name,
                            "fitted score");
          ck_assert_int_eq (explanation.finding[1].is_equal, 1);
        }
      assay_explanation_clear (&explanation);
      explained_clear (&e);
    }
}
END_TEST

/* ln sum exp of each row, written as log2: by the right plan itself, whose
   numbers are compared with the exact engine's above.  */
START_TEST (a_log_sum_exp_in_the_other_base_is_named)
{
  struct named_mistake c = { "log2", -1, 0, NULL, EXPLAINED_CAUSAL, NULL,
                             NULL };
  size_t shape[] = { 1, 2, KEYS, 1 }, row;
  static const struct assay_where where = { NULL, "test", 0 };
  struct assay_explanation explanation;
  struct assay_plan_work work;
  struct assay_scene scene;
  struct assay_judge judge;
  struct assay_target target;
  struct assay_tensor tensor;
  struct assay_view got;
  struct assay_plan plan;
  struct assay_ctx ctx;
  float lse[2 * KEYS];
  struct explained e;
  double out, noise;

  assay_ctx_init (&ctx);
  explained_begin (&e, &c, KEYS, WIDTH, testing_seed (), ASSAY_FMT_F32);
  assay_scene_init (&scene, &e.problem);
  assay_plan_init (&plan, &scene);
  assay_plan_work_init (&work, &scene);
  for (row = 0; row < 2 * KEYS; row++)
    {
      assay_plan_row (&out, &noise, &work, &plan, &scene, ASSAY_STAGE_LSE,
                      0x1p-53, 0, row / KEYS, row % KEYS);
      lse[row] = (float) (out * 1.4426950408889634);
    }
  assay_tensor_wrap (&tensor, "lse", ASSAY_DTYPE_F32, 4, shape, lse);
  ck_assert_int_eq (assay_view_axes (&got, &tensor, "bhsd", 0, &ctx, &where),
                    ASSAY_OK);
  ck_assert_int_eq (assay_target_init (&target, "lse", ASSAY_STAGE_LSE,
                                       ASSAY_FMT_F32, &got, &e.problem,
                                       &ctx), ASSAY_OK);
  assay_judge_init (&judge, &e.problem);
  assay_explain (&explanation, &e.problem, &target, &judge);
  ck_assert_int_eq (explanation.outcome, ASSAY_EXPLAINED_NAMED);
  ck_assert_str_eq (explanation.finding[0].hypothesis->name,
                    "log-sum-exp in the other base");
  assay_explanation_clear (&explanation);
  assay_judge_clear (&judge);
  assay_target_clear (&target);
  assay_tensor_close (&tensor);
  assay_plan_work_clear (&work);
  assay_scene_clear (&scene);
  explained_clear (&e);
}
END_TEST

START_TEST (what_no_hypothesis_reproduces_is_left_open)
{
  struct named_mistake c = { "noise", -1, 0, NULL, EXPLAINED_CAUSAL, NULL,
                             NULL };
  struct assay_explanation explanation;
  struct explained e;

  explain_ordinary (&explanation, &e, &c, ORDINARY_NOISE, ASSAY_FMT_F32);
  ck_assert_int_eq (explanation.outcome, ASSAY_EXPLAINED_OPEN);
  ck_assert_uint_eq (explanation.findings, 0);
  ck_assert_uint_gt (explanation.finding[0].count.elements, 0);
  ck_assert_int_eq (explanation.tried_pairs, 1);
  assay_explanation_clear (&explanation);
  explained_clear (&e);
}
END_TEST

START_TEST (a_mistake_in_one_head_is_localised)
{
  struct named_mistake c = { "one head", -1, 0, NULL, EXPLAINED_CAUSAL,
                             NULL, NULL };
  struct assay_explanation explanation;
  struct assay_text text;
  struct explained e;

  explain_ordinary (&explanation, &e, &c, ORDINARY_ONE_HEAD, ASSAY_FMT_F32);
  assay_text_init (&text);
  assay_finding_tell (&text, &explanation.finding[0], &explanation);
  ck_assert_ptr_nonnull (strstr (assay_text_string (&text),
                                 "scale = 1 instead of 1/4"));
  ck_assert_ptr_nonnull (strstr (assay_text_string (&text), "head 1"));
  assay_text_clear (&text);
  assay_explanation_clear (&explanation);
  explained_clear (&e);
}
END_TEST

static Suite *
suite (void)
{
  Suite *s = suite_create ("explain");
  TCase *parts = tcase_create ("parts");
  TCase *named = tcase_create ("named");

  tcase_add_checked_fixture (parts, testing_reseed, NULL);
  tcase_add_test (parts,
                  hypotheses_have_names_of_their_own_and_say_what_to_do);
  tcase_add_test (parts, tiles_weigh_as_computed_by_hand);
  tcase_add_test (parts, a_sink_is_before_the_tiles);
  tcase_add_test (parts, a_sink_that_comes_last_is_no_maximum_before);
  tcase_add_test (parts, tiles_without_a_score_weigh_nothing);
  tcase_add_loop_test (parts, tiles_that_are_tried_are_shorter_than_the_keys,
                       0, 8);
  tcase_add_loop_test (parts, tiles_are_told_by_their_size_and_order, 0, 7);
  tcase_add_test (parts, every_hypothesis_has_a_dump_of_the_oracle);
  tcase_add_test (parts, doubles_round_as_rationals_do);
  tcase_add_test (parts, fitted_numbers_are_written_as_people_write_them);
  tcase_add_test (
    parts, the_plan_without_a_change_is_what_the_exact_engine_encloses);
  suite_add_tcase (s, parts);
  tcase_add_checked_fixture (named, testing_reseed, NULL);
  tcase_set_timeout (named, 600);
  tcase_add_loop_test (named, a_mistake_of_the_oracle_is_named, 0,
                       (int) explained_case_count);
  tcase_add_loop_test (named,
                       an_ordinary_kernel_is_explained_through_its_roundings,
                       0, ORDINARY_COUNT);
  tcase_add_test (named, a_log_sum_exp_in_the_other_base_is_named);
  tcase_add_test (named, what_no_hypothesis_reproduces_is_left_open);
  tcase_add_test (named, a_mistake_in_one_head_is_localised);
  suite_add_tcase (s, named);
  return s;
}

int
main (void)
{
  return testing_run_real (suite ());
}
