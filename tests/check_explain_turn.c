/* check_explain_turn.c -- mistakes of rotary encodings that the oracle makes
   are named */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "explained_turns.h"
#include "kernel/hypothesis.h"
#include "kernel/table_vectors.h"
#include "testing_real.h"

/* The first cases are about layouts: a suite of their own, soon done.  */
enum { ROWS = 24, SHAPES = 12, TABLE_ROWS = 20 };

START_TEST (hypotheses_have_names_of_their_own_and_say_what_to_do)
{
  size_t n, m;

  for (n = 0; n < assay_turn_hypothesis_count (); n++)
    {
      const struct assay_turn_hypothesis *h = assay_turn_hypothesis_at (n);

      ck_assert_int_ge (h->kind, 'A');
      ck_assert_int_le (h->kind, 'R');
      ck_assert_uint_gt (strlen (h->meaning), 6);
      ck_assert_uint_gt (strlen (h->fix), 6);
      ck_assert (h->apply != NULL);
      ck_assert_int_eq (h->choices != NULL,
                        h->search == ASSAY_TURN_SEARCH_CHOICES);
      for (m = 0; m < n; m++)
        ck_assert_str_ne (h->name, assay_turn_hypothesis_at (m)->name);
    }
}
END_TEST

/* The letters of kernel/hypothesis.h; M alone is looked for otherwise
   (poor_cosines_are_named_with_the_first_position).  */
START_TEST (every_kind_of_report_has_a_hypothesis)
{
  int seen[26] = { 0 }, letter;
  size_t n;

  for (n = 0; n < assay_turn_hypothesis_count (); n++)
    seen[assay_turn_hypothesis_at (n)->kind - 'A'] = 1;
  for (n = 0; n < assay_hypothesis_count (); n++)
    seen[assay_hypothesis_at (n)->kind - 'A'] = 1;
  for (letter = 'A'; letter <= 'R'; letter++)
    ck_assert_msg (seen[letter - 'A'] || letter == 'M', "kind %c", letter);
}
END_TEST

/* Of vectors, in the table of cases.  */
START_TEST (every_hypothesis_has_a_dump_of_the_oracle)
{
  size_t n;

  for (n = 0; n < assay_turn_hypothesis_count (); n++)
    {
      const char *name = assay_turn_hypothesis_at (n)->name;

      ck_assert_msg (named_mistake_has (explained_turn_cases,
                                        explained_turn_case_count, name),
                     "%s", name);
    }
}
END_TEST

static void
expect (struct explained_turn *e, unsigned long seed)
{
  const struct named_mistake *c = e->c;
  struct assay_turn_explanation explanation;
  const char *name = "nothing";

  explained_turn_run (&explanation, e);
  if (explanation.outcome == ASSAY_EXPLAINED_NAMED)
    name = explanation.finding[0].hypothesis->name;
  ck_assert_msg (explained_turn_is_expected (&explanation, c, e->fmt),
                 "%s in %s, seed %lu: %s (%g) first%s, right near %lu equal "
                 "%lu of %lu", c->label, assay_fmt_shape (e->fmt)->name, seed,
                 name, explanation.finding[0].parameter,
                 explanation.outcome == ASSAY_EXPLAINED_OPEN ? ", open" : "",
                 (unsigned long) explanation.right.near,
                 (unsigned long) explanation.right.equal,
                 (unsigned long) explanation.right.elements);
  assay_turn_explanation_clear (&explanation);
}

/* What a shortened run has.  */
static const char *const shortened[] = {
  "permuted", "duplicated", "denominator", "double exponent", "more pairs",
  "linear missing", "ramp of the size", "longrope added",
  "steps of two", "magnitude 1.37 of yarn", "sections ignored"
};

START_TEST (a_mistake_of_the_oracle_is_named_in_f32_and_bf16)
{
  struct explained_turn e;

  if (testing_leaves_out (explained_turn_cases[_i].label, shortened,
                          sizeof shortened / sizeof shortened[0]))
    return;
  explained_turn_init (&e, &explained_turn_cases[_i], ROWS, 1,
                       ASSAY_FMT_F32);
  expect (&e, 1);
  explained_turn_dump (&e, ASSAY_FMT_BF16);
  expect (&e, 1);
  explained_turn_clear (&e);
}
END_TEST

/* ---- tables that the oracle makes ---- */

static const struct
{
  struct named_mistake c;
  int has_each;                 /* a column for each component */
  enum { BOTH, COSINES_ALONE, SINES_ALONE } known;
} tables[] = {
  { { "right tables", -1, 0, NULL, 0, NULL, NULL }, 0, BOTH },
  { { "negative sines", ORACLE_TURN_BACKWARDS, 0, NULL, 0, "sign", NULL },
    1, BOTH },
  { { "swapped tables", ORACLE_TURN_WAVES_SWAPPED, 0, NULL, 0,
      "cosine and sine swapped", NULL }, 0, BOTH },
  { { "sinusoid's exponent", ORACLE_TURN_HALF_EXPONENT, 0, NULL, 0,
      "half exponent", NULL }, 1, BOTH },
  { { "repeated columns", ORACLE_TURN_DUPLICATED, 0, NULL, 0,
      "duplicated frequencies", NULL }, 1, BOTH },
  { { "tables from 1", ORACLE_TURN_POSITION_OFFSET, 1, NULL,
      EXPLAINED_ADJACENT, "position offset", NULL }, 1, BOTH },
  { { "tables in f16", ORACLE_TURN_ROUND_TABLE, 0, "f16", 0,
      "rounded table", NULL }, 0, BOTH },
  { { "squared magnitude", ORACLE_TURN_MAGNITUDE_SQUARED, 0, NULL,
      EXPLAINED_YARN, "magnitude squared", NULL }, 0, BOTH },
  { { "cosines of another base", ORACLE_TURN_OTHER_BASE, 500000, NULL, 0,
      "known base", NULL }, 0, COSINES_ALONE },
  { { "cosines by 1.25", ORACLE_TURN_MAGNITUDE_OTHER, 125, NULL, 0,
      "fitted magnitude", NULL }, 1, COSINES_ALONE },
  { { "sines alone, negative", ORACLE_TURN_BACKWARDS, 0, NULL, 0, "sign",
      NULL }, 1, SINES_ALONE },
  { { "sines of base 7777", ORACLE_TURN_OTHER_BASE, 7777, NULL,
      EXPLAINED_ADJACENT, "fitted base", NULL }, 0, SINES_ALONE }
};

/* COSINE and SINE, ROWS x 16 or x 8, <- what the oracle makes of pairs (1, 0),
   head 0 of E, and (0, 1), head 1.  */
static void
cut_tables (float *cosine, float *sine, const struct explained_turn *e,
            int has_each)
{
  const struct assay_layout *layout = &e->rotation.layout;
  size_t row, pair, k[2], at, i;

  for (row = 0; row < e->rows; row++)
    for (pair = 0; pair < 8; pair++)
      {
        assay_layout_pair (&k[0], &k[1], layout, pair);
        for (i = 0; i < (has_each ? 2 : 1); i++)
          {
            const unsigned char *turned = e->dump + 4 * (i * e->rows + row)
                                                    * 16;

            at = has_each ? row * 16 + k[i] : row * 8 + pair;
            memcpy (&cosine[at], turned + 4 * k[i], 4);
            at = has_each ? row * 16 + k[1 - i] : row * 8 + pair;
            memcpy (&sine[at], turned + 4 * k[1 - i], 4);
            sine[at] *= i == 0 ? 1.0f : -1.0f;
          }
      }
}

static void
ones (struct explained_turn *e)
{
  size_t row, pair, k[2];

  memset (e->x, 0, 2 * e->rows * 16 * sizeof *e->x);
  for (row = 0; row < 2 * e->rows; row++)
    for (pair = 0; pair < 8; pair++)
      {
        assay_layout_pair (&k[0], &k[1], &e->rotation.layout, pair);
        e->x[row * 16 + k[row / e->rows]] = 1.0f;
      }
  explained_turn_dump (e, ASSAY_FMT_F32);
}

static void
judge_table (struct assay_rotation_judge *judge, struct assay_tensor *tensor,
             const struct explained_turn *e, const float *table, int has_each,
             enum assay_rotation_what what)
{
  const size_t shape[] = { e->rows, has_each ? 16 : 8 };
  struct assay_view view;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  assay_tensor_wrap (tensor, "table", ASSAY_DTYPE_F32, 2, shape, table);
  ck_assert_int_eq (assay_view_axes (&view, tensor, "sd", 0, &ctx, NULL),
                    ASSAY_OK);
  ck_assert_int_eq (assay_rotation_judge_init (judge, &e->rotation, what,
                                               "table", ASSAY_FMT_F32, &view,
                                               &ctx), ASSAY_OK);
}

START_TEST (tables_of_the_oracle_are_explained_as_vectors_are)
{
  const struct named_mistake *c = &tables[_i].c;
  struct assay_rotation_judge cosines, sines;
  struct assay_turn_explanation explanation;
  float cosine[TABLE_ROWS * 16], sine[TABLE_ROWS * 16];
  struct assay_table_vectors vectors;
  struct assay_tensor tensor[2];
  struct explained_turn e;

  if (testing_count (10) < 10 && _i % 4 != 0)
    return;
  explained_turn_begin (&e, c, TABLE_ROWS, 8, ASSAY_FMT_F32);
  ones (&e);
  cut_tables (cosine, sine, &e, tables[_i].has_each);
  judge_table (&cosines, &tensor[0], &e, cosine, tables[_i].has_each,
               ASSAY_ROTATION_COSINES);
  judge_table (&sines, &tensor[1], &e, sine, tables[_i].has_each,
               ASSAY_ROTATION_SINES);
  ck_assert_int_eq (assay_table_vectors_init
                      (&vectors, &e.rotation,
                       tables[_i].known == SINES_ALONE ? NULL : &cosines,
                       tables[_i].known == COSINES_ALONE ? NULL : &sines,
                       &e.ctx), ASSAY_OK);
  assay_turn_explain (&explanation, &vectors.rotation, &e.rope, &e.call,
                      &vectors.dump, &e.ctx);
  ck_assert_msg (explained_turn_is_expected (&explanation, c,
                                             ASSAY_FMT_F32),
                 "%s: %s", c->label, explanation.finding[0].hypothesis
                           ? explanation.finding[0].hypothesis->name
                           : "nothing");
  ck_assert_uint_eq (explanation.right.elements,
                     TABLE_ROWS * (tables[_i].has_each ? 32 : 16)
                     / (tables[_i].known == BOTH ? 1 : 2));
  assay_turn_explanation_clear (&explanation);
  assay_table_vectors_clear (&vectors);
  assay_rotation_judge_clear (&cosines);
  assay_rotation_judge_clear (&sines);
  assay_tensor_close (&tensor[0]);
  assay_tensor_close (&tensor[1]);
  explained_turn_clear (&e);
}
END_TEST

/* ---- dumps of no oracle ---- */

static const struct named_mistake plain
  = { "plain", -1, 0, NULL, 0, NULL, NULL };

/* The dump of E <- turned by COSINE and SINE of the angle in binary32.  */
static void
turn_in_f32 (struct explained_turn *e, void (*waves) (float *, float *, float))
{
  size_t row, i, at;

  for (row = 0; row < 2 * e->rows; row++)
    for (i = 0; i < 8; i++)
      {
        float w = (float) pow (10000.0, -(double) i / 8.0), c, s, a, b, y;

        at = row * 16 + i;
        waves (&c, &s, (float) e->position[row % e->rows] * w);
        a = e->x[at];
        b = e->x[at + 8];
        y = a * c - b * s;
        memcpy (e->dump + 4 * at, &y, 4);
        y = a * s + b * c;
        memcpy (e->dump + 4 * (at + 8), &y, 4);
      }
}

static void
good_waves (float *c, float *s, float angle)
{
  *c = cosf (angle);
  *s = sinf (angle);
}

/* Two pi in too few digits.  */
static void
poor_waves (float *c, float *s, float angle)
{
  float turns = rintf (angle / 6.2831853f);

  good_waves (c, s, (float) (angle - turns * 6.28316));
}

START_TEST (an_ordinary_kernel_has_no_mistake)
{
  struct assay_turn_explanation explanation;
  struct named_mistake c = plain;
  struct explained_turn e;

  c.features = _i ? EXPLAINED_FAR : 0;
  explained_turn_begin (&e, &c, ROWS, 3, ASSAY_FMT_F32);
  turn_in_f32 (&e, good_waves);
  explained_turn_run (&explanation, &e);
  ck_assert_int_eq (explanation.outcome, ASSAY_EXPLAINED_RIGHT);
  ck_assert_uint_eq (explanation.right.near, 2 * ROWS * 16);
  ck_assert_uint_lt (explanation.right.equal, 2 * ROWS * 16);
  assay_turn_explanation_clear (&explanation);
  explained_turn_clear (&e);
}
END_TEST

START_TEST (poor_cosines_are_named_with_the_first_position)
{
  struct assay_turn_explanation explanation;
  struct explained_turn e;
  struct assay_told told;

  explained_turn_begin (&e, &plain, 4 * ROWS, 4, ASSAY_FMT_F32);
  turn_in_f32 (&e, poor_waves);
  explained_turn_run (&explanation, &e);
  ck_assert_int_eq (explanation.outcome, ASSAY_EXPLAINED_NAMED);
  assay_turn_explanation_tell (&told, &explanation);
  ck_assert_str_eq (told.finding[0].name, "inaccurate trigonometry");
  ck_assert_double_eq (told.finding[0].parameter, 4.0);
  assay_told_clear (&told);
  assay_turn_explanation_clear (&explanation);
  explained_turn_clear (&e);
}
END_TEST

/* Rows of head 1 that were not turned, as those of a cache.  */
START_TEST (a_mistake_in_one_head_is_named_there)
{
  struct assay_turn_explanation explanation;
  struct explained_turn e;

  explained_turn_init (&e, &plain, ROWS, 5, ASSAY_FMT_F32);
  memcpy (e.dump + 4 * ROWS * 16, e.x + ROWS * 16, 4 * ROWS * 16);
  explained_turn_run (&explanation, &e);
  ck_assert_int_eq (explanation.outcome, ASSAY_EXPLAINED_NAMED);
  ck_assert_str_eq (explanation.finding[0].hypothesis->name, "not turned");
  ck_assert (explanation.finding[0].is_local);
  ck_assert_uint_eq (explanation.finding[0].count.equal, ROWS * 16);
  assay_turn_explanation_clear (&explanation);
  explained_turn_clear (&e);
}
END_TEST

/* The other layout, and one position more.  */
START_TEST (two_mistakes_are_named_together)
{
  static const struct named_mistake c
    = { "two", ORACLE_TURN_OTHER_PAIRING, 0, NULL, 0, "layout", NULL };
  struct assay_turn_explanation explanation;
  struct explained_turn e;

  explained_turn_init (&e, &c, ROWS, 6, ASSAY_FMT_F32);
  e.rotation.sign = -1;
  explained_turn_run (&explanation, &e);
  ck_assert_int_eq (explanation.outcome, ASSAY_EXPLAINED_NAMED);
  ck_assert (explanation.finding[0].second != NULL);
  ck_assert_str_eq (explanation.finding[0].hypothesis->name, "layout");
  ck_assert_str_eq (explanation.finding[0].second->name, "sign");
  assay_turn_explanation_clear (&explanation);
  explained_turn_clear (&e);
}
END_TEST

START_TEST (noise_has_no_explanation)
{
  struct assay_turn_explanation explanation;
  struct explained_turn e;
  size_t n;

  explained_turn_begin (&e, &plain, ROWS, 7, ASSAY_FMT_F32);
  for (n = 0; n < 2 * ROWS * 16; n++)
    {
      float x = (float) testing_between (-1000, 1000) / 500.0f;

      memcpy (e.dump + 4 * n, &x, 4);
    }
  explained_turn_run (&explanation, &e);
  ck_assert_int_eq (explanation.outcome, ASSAY_EXPLAINED_OPEN);
  ck_assert (explanation.tried_pairs);
  ck_assert_uint_eq (explanation.findings, 0);
  assay_turn_explanation_clear (&explanation);
  explained_turn_clear (&e);
}
END_TEST

static Suite *
suite (void)
{
  Suite *s = suite_create ("explain-turn");
  TCase *shapes = tcase_create ("shapes"), *named = tcase_create ("named");
  TCase *tc = tcase_create ("dumps");

  tcase_set_timeout (named, 600);
  tcase_set_timeout (shapes, 600);
  tcase_add_loop_test (shapes,
                       a_mistake_of_the_oracle_is_named_in_f32_and_bf16, 0,
                       SHAPES);
  suite_add_tcase (s, shapes);
  tcase_add_loop_test (named,
                       a_mistake_of_the_oracle_is_named_in_f32_and_bf16,
                       SHAPES, (int) explained_turn_case_count);
  suite_add_tcase (s, named);
  tcase_add_loop_test (tc, tables_of_the_oracle_are_explained_as_vectors_are,
                       0, (int) (sizeof tables / sizeof tables[0]));
  tcase_set_timeout (tc, 600);
  tcase_add_test (tc,
                  hypotheses_have_names_of_their_own_and_say_what_to_do);
  tcase_add_test (tc, every_hypothesis_has_a_dump_of_the_oracle);
  tcase_add_test (tc, every_kind_of_report_has_a_hypothesis);
  tcase_add_loop_test (tc, an_ordinary_kernel_has_no_mistake, 0, 2);
  tcase_add_test (tc, poor_cosines_are_named_with_the_first_position);
  tcase_add_test (tc, a_mistake_in_one_head_is_named_there);
  tcase_add_test (tc, two_mistakes_are_named_together);
  tcase_add_test (tc, noise_has_no_explanation);
  suite_add_tcase (s, tc);
  return s;
}

int
main (void)
{
  return testing_run_real (suite ());
}
