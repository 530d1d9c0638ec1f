/* check_explain_parts.c -- the parts of an explanation, each by hand */

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "kernel/explain_merit.h"
#include "kernel/explain_search.h"
#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

static const struct assay_hypothesis *
named (const char *name)
{
  size_t n;

  for (n = 0; n < assay_hypothesis_count (); n++)
    if (strcmp (assay_hypothesis_at (n)->name, name) == 0)
      return assay_hypothesis_at (n);
  ck_abort_msg ("no hypothesis %s", name);
}

/* ---- what is tried ---- */

/* How many parameters are tried; one to be fitted counts as one.  */
static size_t
tried (const char *name, const struct assay_problem *problem)
{
  const struct assay_hypothesis *hypothesis = named (name);
  struct assay_scene scene = { .problem = problem };
  struct assay_search_range range;
  double list[ASSAY_CHOICES];

  if (hypothesis->range)
    return hypothesis->range (&range, &scene) != 0;
  return hypothesis->choices (list, &scene);
}

/* What alone blocks keys of a problem.  */
enum blocking { NOTHING, CAUSAL, MASK, LENGTHS, LEFT, RIGHT, BLOCKINGS };

static const struct { const char *name; size_t tried[BLOCKINGS]; } masks[] = {
  { "causal missing", { 0, 1, 0, 0, 0, 0 } },
  { "causal one key less", { 0, 1, 0, 0, 0, 0 } },
  { "causal one key more", { 0, 1, 0, 0, 0, 0 } },
  { "causal added", { 3, 0, 3, 3, 3, 3 } },
  { "mask ignored", { 0, 0, 1, 0, 0, 0 } },
  { "mask inverted", { 0, 0, 1, 0, 0, 0 } },
  { "mask negated", { 0, 0, 1, 0, 0, 0 } },
  { "mask scaled", { 0, 0, 1, 0, 0, 0 } },
  { "mask after softmax", { 0, 1, 1, 1, 1, 1 } },
  { "finite mask", { 0, 8, 8, 8, 8, 8 } },
  { "finite score", { 0, 9, 9, 9, 9, 9 } },
  { "fitted mask", { 0, 1, 1, 1, 1, 1 } },
  { "fitted score", { 0, 1, 1, 1, 1, 1 } },
  { "empty rows", { 0, 2, 2, 2, 2, 2 } },
  { "valid length ignored", { 0, 0, 0, 1, 0, 0 } },
  { "window ignored", { 0, 0, 0, 0, 1, 1 } },
  { "window left", { 0, 0, 0, 0, 1, 0 } },
  { "window right", { 0, 0, 0, 0, 0, 1 } },
};

/* A window of 0 keys on a side blocks, too, and does not get narrower.  */
START_TEST (a_hypothesis_is_tried_just_where_its_feature_is)
{
  enum blocking blocking;
  size_t valid = 3, found;

  for (blocking = NOTHING; blocking < BLOCKINGS; blocking++)
    {
      struct assay_problem problem = {
        .causal = blocking == CAUSAL, .has_mask = blocking == MASK,
        .valid = blocking == LENGTHS ? &valid : NULL,
        .left = blocking == LEFT ? 0 : -1,
        .right = blocking == RIGHT ? 0 : -1
      };

      problem.mask.dtype = ASSAY_DTYPE_F32;
      found = tried (masks[_i].name, &problem);
      ck_assert_msg (found == masks[_i].tried[blocking], "%s: %zu, not %zu, "
                     "in problem %d", masks[_i].name, found,
                     masks[_i].tried[blocking], (int) blocking);
    }
}
END_TEST

START_TEST (wider_windows_and_masks_of_truth_values_have_their_own_choices)
{
  struct assay_problem problem = { .left = 2, .right = 1, .has_mask = 1 };

  problem.mask.dtype = ASSAY_DTYPE_BOOL;
  ck_assert_uint_eq (tried ("window left", &problem), 2);
  ck_assert_uint_eq (tried ("window right", &problem), 2);
  ck_assert_uint_eq (tried ("mask inverted", &problem), 1);
  ck_assert_uint_eq (tried ("mask negated", &problem), 0);
  ck_assert_uint_eq (tried ("mask scaled", &problem), 0);
}
END_TEST

/* ---- pairs ---- */

enum { PARTS = 64 };

static int
no_range (struct assay_search_range *range, const struct assay_scene *scene)
{
  (void) range;
  (void) scene;
  return 0;
}

/* 64 parts are 2048 pairs; a row of 2^20 keys takes 2^25 products: 2^36 in
   all, which is what pairs may take.  */
START_TEST (pairs_are_tried_up_to_a_count_of_products)
{
  static const struct assay_hypothesis plain = { .name = "plain" };
  static const struct assay_hypothesis fitted = { .name = "fitted",
                                                  .range = no_range };
  static const struct assay_hypothesis moved = { .name = "moved",
                                                 .is_displacement = 1 };
  struct assay_problem problem = { .keys = 1 << 20, .width = 16,
                                   .values = 16, .queries = 1 };
  struct assay_scene scene = { .problem = &problem };
  struct assay_search search = { .scene = &scene };
  size_t n;

  search.trial = assay_calloc (PARTS + 4, sizeof *search.trial);
  search.trials = PARTS + 4;
  for (n = 0; n < search.trials; n++)
    {
      search.trial[n].hypothesis = &plain;
      search.trial[n].has_effect = 1;
      memset (search.trial[n].plan.round, ASSAY_NOT_ROUNDED,
              sizeof search.trial[n].plan.round);
    }
  /* These are no parts.  */
  search.trial[1].has_effect = 0;
  search.trial[3].hypothesis = &fitted;
  search.trial[5].hypothesis = &moved;
  search.trial[7].plan.round[0] = ASSAY_FMT_E5M2;
  ck_assert_int_eq (assay_search_affords_pairs (&search), 1);
  problem.keys++;
  ck_assert_int_eq (assay_search_affords_pairs (&search), 0);
  problem.keys--;
  problem.values++;
  ck_assert_int_eq (assay_search_affords_pairs (&search), 0);
  problem.values--;
  search.trial[7].plan.round[0] = ASSAY_FMT_BF16;
  ck_assert_int_eq (assay_search_affords_pairs (&search), 0);
  /* Of a softmax over queries a head may take 2^24 products.  */
  search.trial[7].plan.axis = ASSAY_AXIS_QUERIES;
  ck_assert_int_eq (assay_search_affords_pairs (&search), 0);
  problem.queries = 2;
  ck_assert_int_eq (assay_search_affords_pairs (&search), 1);
  free (search.trial);
}
END_TEST

/* ---- which of several ---- */

/* Of 10000 elements of which so many are off by the right plan and the found
   one: who survives, who explains.  */
static const struct
{
  uint64_t right_far, right_unequal, found_far, found_unequal;
  double excess;
  int rounds_inside, survives, explains;
} merits[] = {
  { 5000, 9000, 500, 9000, 9, 0, 1, 1 },
  { 5000, 9000, 501, 501, 9, 0, 0, 0 },
  { 5000, 9000, 1250, 9000, 9, 1, 1, 1 },
  { 5000, 9000, 1251, 9000, 9, 1, 0, 0 },
  /* Few are off, and not far: the others have to be equal, too.  */
  { 199, 2000, 19, 200, 2, 0, 1, 1 },
  { 199, 2000, 19, 201, 2, 0, 0, 0 },
  { 199, 4000, 19, 301, 2, 0, 1, 0 },
  { 199, 4000, 19, 300, 2, 0, 1, 1 },
  { 199, 2000, 19, 500, 2, 1, 1, 0 },
  { 199, 2000, 19, 501, 2, 1, 0, 0 },
  /* Some are far off, or more.  */
  { 199, 2000, 19, 2000, 4, 0, 1, 1 },
  { 200, 2000, 20, 2000, 2, 0, 1, 1 },
};

START_TEST (a_plan_explains_by_what_it_leaves)
{
  const struct assay_score_count right = {
    10000, 10000 - merits[_i].right_far, 10000 - merits[_i].right_unequal,
    9.0, merits[_i].excess
  };
  const struct assay_score_count found = {
    10000, 10000 - merits[_i].found_far, 10000 - merits[_i].found_unequal,
    1.0, 1.0
  };

  ck_assert_int_eq (assay_merit_survives (&found, &right,
                                          merits[_i].rounds_inside),
                    merits[_i].survives);
  ck_assert_int_eq (assay_merit_explains (&found, &right,
                                          merits[_i].rounds_inside),
                    merits[_i].explains);
}
END_TEST

/* Of 1000 elements, what two mistakes and one of them leave.  */
static const struct
{
  uint64_t far, unequal, part_far, part_unequal;
  int improves;
} additions[] = {
  { 72, 192, 72, 192, 0 },
  { 36, 192, 72, 192, 0 },
  { 35, 192, 72, 192, 1 },
  { 72, 96, 72, 192, 0 },
  { 72, 95, 72, 192, 1 },
  { 0, 0, 0, 0, 0 },
  { 0, 500, 0, 490, 0 },
  { 0, 500, 1, 490, 1 },
};

START_TEST (a_second_mistake_is_named_for_what_it_adds)
{
  const struct assay_score_count found = {
    1000, 1000 - additions[_i].far, 1000 - additions[_i].unequal, 9.0, 9.0
  };
  const struct assay_score_count part = {
    1000, 1000 - additions[_i].part_far, 1000 - additions[_i].part_unequal,
    9.0, 9.0
  };

  ck_assert_int_eq (assay_merit_improves (&found, &part),
                    additions[_i].improves);
}
END_TEST

/* Counts of 10000 elements all near, by merit; the orders in the tables; who
   is the best and who is like it.  */
static const struct
{
  uint64_t equal[3];
  size_t order[3], best;
  int is_equal[3];
} ranks[] = {
  { { 10000, 10000, 9000 }, { 0, 1, 2 }, 0, { 0, 1, 0 } },
  { { 10000, 9000, 8000 }, { 5, 4, 3 }, 0, { 0, 0, 0 } },
  { { 10000, 9995, 9994 }, { 5, 4, 3 }, 1, { 1, 0, 0 } },
  { { 10000, 9999, 9998 }, { 5, 4, 3 }, 2, { 1, 1, 0 } },
  { { 9990, 9985, 9984 }, { 5, 4, 3 }, 1, { 1, 0, 0 } },
  { { 9989, 9789, 9788 }, { 5, 4, 3 }, 1, { 1, 0, 0 } },
  { { 5000, 4800, 4799 }, { 2, 4, 1 }, 0, { 0, 1, 0 } },
};

START_TEST (of_equals_the_first_in_the_tables_is_the_best)
{
  struct assay_score_count count[3];
  struct assay_merit_rank rank[3];
  int is_equal[3] = { 7, 7, 7 };
  size_t n;

  for (n = 0; n < 3; n++)
    {
      count[n] = (struct assay_score_count) { 10000, 10000,
                                              ranks[_i].equal[n], 1, 1 };
      rank[n] = (struct assay_merit_rank) { &count[n], ranks[_i].order[n],
                                            &is_equal[n] };
    }
  ck_assert_uint_eq (assay_merit_settle (rank, 3), ranks[_i].best);
  for (n = 0; n < 3; n++)
    ck_assert_int_eq (is_equal[n], ranks[_i].is_equal[n]);
}
END_TEST

/* ---- in words ---- */

/* PROBLEM and EXPLANATION <- two findings, a pair in one head and a single;
   to be cleared.  */
static void
make_explanation (struct assay_explanation *explanation,
                  struct assay_problem *problem)
{
  *problem = (struct assay_problem) { .left = 5, .right = 3 };
  mpq_init (problem->softcap);
  assay_surd_init (&problem->sigma);
  memset (explanation, 0, sizeof *explanation);
  explanation->name = "output";
  explanation->outcome = ASSAY_EXPLAINED_NAMED;
  assay_scene_init (&explanation->scene, problem);
  explanation->right = (struct assay_score_count) { 90, 80, 70, 6, 5 };
  explanation->hypotheses = 41;
  explanation->tried_pairs = 1;
  assay_text_init (&explanation->region);
  assay_text_add (&explanation->region, "head 1");
  explanation->findings = 2;
  explanation->finding[0] = (struct assay_finding) {
    .hypothesis = named ("window left"), .parameter = -1,
    .second = named ("window right"), .second_parameter = 1, .is_local = 1,
    .count = { 30, 29, 28, 2, 1 }
  };
  explanation->finding[1] = (struct assay_finding) {
    .hypothesis = named ("past ignored"), .parameter = 0, .is_equal = 1,
    .count = { 90, 88, 87, 3, 2 }
  };
}

static void
clear_explanation (struct assay_explanation *explanation,
                   struct assay_problem *problem)
{
  assay_explanation_clear (explanation);
  assay_surd_clear (&problem->sigma);
  mpq_clear (problem->softcap);
}

static void
assert_same_count (const struct assay_score_count *a,
                   const struct assay_score_count *b)
{
  ck_assert_uint_eq (a->elements, b->elements);
  ck_assert_uint_eq (a->near, b->near);
  ck_assert_uint_eq (a->equal, b->equal);
  ck_assert_double_eq (a->max_ulp, b->max_ulp);
  ck_assert_double_eq (a->excess, b->excess);
}

START_TEST (an_explanation_is_told_in_full)
{
  struct assay_explanation explanation;
  struct assay_problem problem;
  struct assay_told told;

  make_explanation (&explanation, &problem);
  assay_explanation_tell (&told, &explanation);
  ck_assert_str_eq (told.name, "output");
  ck_assert_int_eq (told.outcome, ASSAY_EXPLAINED_NAMED);
  assert_same_count (&told.right, &explanation.right);
  ck_assert_uint_eq (told.hypotheses, 41);
  ck_assert_int_eq (told.tried_pairs, 1);
  ck_assert_str_eq (told.region, "head 1");
  ck_assert_uint_eq (told.findings, 2);
  ck_assert_str_eq (told.finding[0].name, "window left");
  ck_assert_str_eq (told.finding[0].second, "window right");
  ck_assert_int_eq (told.finding[0].has_parameter, 1);
  ck_assert_int_eq (told.finding[0].has_second_parameter, 1);
  ck_assert_double_eq (told.finding[0].parameter, -1);
  ck_assert_double_eq (told.finding[0].second_parameter, 1);
  ck_assert_int_eq (told.finding[0].kind, 'K');
  ck_assert_int_eq (told.finding[0].is_local, 1);
  ck_assert_int_eq (told.finding[0].is_equal, 0);
  assert_same_count (&told.finding[0].count, &explanation.finding[0].count);
  ck_assert_str_eq (assay_text_string (&told.finding[0].meaning),
                    "the window reaches 4 keys to the left instead of 5; and "
                    "the window reaches 4 keys to the right instead of 3 (in "
                    "head 1 alone)");
  ck_assert_str_eq (assay_text_string (&told.finding[0].fix),
                    "count the keys before the query's own; count the keys "
                    "after the query's own");
  ck_assert_ptr_null (told.finding[1].second);
  ck_assert_int_eq (told.finding[1].is_local, 0);
  ck_assert_int_eq (told.finding[1].is_equal, 1);
  assert_same_count (&told.finding[1].count, &explanation.finding[1].count);
  ck_assert_str_eq (assay_text_string (&told.finding[1].meaning),
                    explanation.finding[1].hypothesis->meaning);
  ck_assert_str_eq (assay_text_string (&told.finding[1].fix),
                    explanation.finding[1].hypothesis->fix);
  assay_told_clear (&told);
  clear_explanation (&explanation, &problem);
}
END_TEST

/* The closest of none that fits is told where the outcome is open, if there
   is one.  */
START_TEST (the_closest_is_told_where_nothing_fits)
{
  struct assay_explanation explanation;
  struct assay_problem problem;
  struct assay_told told;

  make_explanation (&explanation, &problem);
  explanation.findings = 0;
  explanation.outcome = ASSAY_EXPLAINED_OPEN;
  assay_explanation_tell (&told, &explanation);
  ck_assert_uint_eq (told.findings, 1);
  ck_assert_str_eq (told.finding[0].name, "window left");
  assay_told_clear (&told);
  explanation.outcome = ASSAY_EXPLAINED_RIGHT;
  assay_explanation_tell (&told, &explanation);
  ck_assert_uint_eq (told.findings, 0);
  assay_told_clear (&told);
  explanation.outcome = ASSAY_EXPLAINED_OPEN;
  explanation.finding[0].hypothesis = NULL;
  assay_explanation_tell (&told, &explanation);
  ck_assert_uint_eq (told.findings, 0);
  assay_told_clear (&told);
  clear_explanation (&explanation, &problem);
}
END_TEST

int
main (void)
{
  Suite *suite = suite_create ("explain_parts");
  TCase *tcase = tcase_create ("parts");

  tcase_add_loop_test (tcase,
                       a_hypothesis_is_tried_just_where_its_feature_is, 0,
                       ROWS (masks));
  tcase_add_test (
    tcase, wider_windows_and_masks_of_truth_values_have_their_own_choices);
  tcase_add_test (tcase, pairs_are_tried_up_to_a_count_of_products);
  tcase_add_loop_test (tcase, a_plan_explains_by_what_it_leaves, 0,
                       ROWS (merits));
  tcase_add_loop_test (tcase, a_second_mistake_is_named_for_what_it_adds, 0,
                       sizeof additions / sizeof additions[0]);
  tcase_add_loop_test (tcase, of_equals_the_first_in_the_tables_is_the_best,
                       0, ROWS (ranks));
  tcase_add_test (tcase, an_explanation_is_told_in_full);
  tcase_add_test (tcase, the_closest_is_told_where_nothing_fits);
  suite_add_tcase (suite, tcase);
  return testing_run (suite);
}
