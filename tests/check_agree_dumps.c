/* check_agree_dumps.c -- kernel stages and kernel invariants beside the
   oracle's own look at dumps that it made with a mistake */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dumped.h"
#include "kernel/invariants.h"
#include "kernel/stages.h"
#include "testing_real.h"

enum { KEYS = 8, WIDTH = 4, WEIGHTS = 3, OUTPUT = 4 };

enum { EQUAL_ROWS, ONE_KEY, HULL, SUMS, BLOCKED };

#define CAUSAL EXPLAINED_CAUSAL

static const struct
{
  int kind;
  long number;
  const char *format;
  unsigned features;
} cases[] = {
  { -1, 0, NULL, CAUSAL | EXPLAINED_MASK | EXPLAINED_CAP | EXPLAINED_SINK
                 | EXPLAINED_SLOPES },
  { -1, 0, NULL, EXPLAINED_GROUPS | EXPLAINED_WINDOW | EXPLAINED_PAST },
  { ORACLE_SCALE_MISSING, 0, NULL, CAUSAL | EXPLAINED_CAP },
  { ORACLE_HEADS_TILED, 0, NULL, EXPLAINED_GROUPS | EXPLAINED_MASK },
  { ORACLE_AXES_SWAPPED, 0, NULL, 0 },
  { ORACLE_ROUND_DOT, 0, "bf16", CAUSAL },
  { ORACLE_CAP_MISSING, 0, NULL, CAUSAL | EXPLAINED_CAP },
  { ORACLE_CAP_BEFORE_SCALE, 0, NULL, EXPLAINED_CAP | EXPLAINED_MASK },
  { ORACLE_MASK_IGNORED, 0, NULL, EXPLAINED_MASK },
  { ORACLE_MASK_INVERTED, 0, NULL, EXPLAINED_MASK },
  { ORACLE_MASK_AFTER_SOFTMAX, 0, NULL, CAUSAL | EXPLAINED_MASK },
  { ORACLE_CAUSAL_MISSING, 0, NULL, CAUSAL },
  { ORACLE_CAUSAL_ADDED, 0, NULL, 0 },
  { ORACLE_CAUSAL_TOO_MANY, 0, NULL, CAUSAL | EXPLAINED_PAST },
  { ORACLE_WINDOW_LEFT_LESS, 0, NULL, EXPLAINED_WINDOW },
  { ORACLE_VALID_IGNORED, 0, NULL, EXPLAINED_VALID | EXPLAINED_BATCHES },
  { ORACLE_SLOPES_NEGATED, 0, NULL, CAUSAL | EXPLAINED_SLOPES },
  { ORACLE_SINK_MISSING, 0, NULL, CAUSAL | EXPLAINED_SINK },
  { ORACLE_SINK_EACH_SPLIT, 4, NULL, EXPLAINED_SINK },
  { ORACLE_SOFTMAX_OVER_QUERIES, 0, NULL, CAUSAL },
  { ORACLE_SOFTMAX_OVER_HEADS, 0, NULL, 0 },
  { ORACLE_MERGE_LOG2, 4, NULL, CAUSAL },
  { ORACLE_MERGE_PLAIN, 4, NULL, 0 },
  { ORACLE_OUTPUT_NOT_RESCALED, 2, NULL, CAUSAL | EXPLAINED_SINK },
  { ORACLE_NEITHER_RESCALED, -2, NULL, EXPLAINED_MASK },
  { ORACLE_ROUND_WEIGHTS, 0, "bf16", 0 },
  { ORACLE_ROUND_VALUES, 0, "bf16", CAUSAL },
  { ORACLE_PAST_LAST, 0, NULL, EXPLAINED_PAST | CAUSAL }
};

enum { CASES = sizeof cases / sizeof cases[0] };

/* A problem, what is right, and what the mistake makes of it.  */
struct trial
{
  struct named_mistake c;
  struct explained e;
  struct dumped right, got;
  struct assay_tensor tensor[DUMPED_STAGES];
  struct assay_view view[DUMPED_STAGES];
};

/* Queries 0 and 1 of each head are equal, for both families.  */
static void
repeat_queries (struct explained *e)
{
  size_t heads = e->batches * e->q_heads, h, t;

  for (h = 0; h < heads; h++)
    for (t = 0; t < e->width; t++)
      {
        size_t from = h * e->queries * e->width + t;

        e->q[from + e->width] = e->q[from];
        oracle_fraction_set (&e->wrong.q[from + e->width],
                             &e->wrong.q[from]);
      }
}

static void
trial_init (struct trial *trial, int number)
{
  struct oracle_mistake mistake = {
    (enum oracle_mistake_kind) cases[number].kind, cases[number].number,
    cases[number].format ? oracle_format_named (cases[number].format) : NULL
  };
  struct assay_ctx ctx;
  int n;

  assay_ctx_init (&ctx);
  trial->c = (struct named_mistake) {
    "dumps", cases[number].kind, 0, NULL, cases[number].features, NULL, NULL
  };
  explained_begin (&trial->e, &trial->c, KEYS, WIDTH,
                   testing_seed () + (unsigned long) number, ASSAY_FMT_F32);
  repeat_queries (&trial->e);
  dumped_init (&trial->right, &trial->e, NULL);
  dumped_init (&trial->got, &trial->e, cases[number].kind < 0 ? NULL
                                                              : &mistake);
  for (n = 0; n < DUMPED_STAGES; n++)
    {
      const size_t shape[] = { trial->e.batches, trial->e.q_heads,
                               trial->e.queries, trial->got.columns[n] };

      assay_tensor_wrap (&trial->tensor[n], "dump", ASSAY_DTYPE_F32, 4, shape,
                         trial->got.stage[n]);
      ck_assert_int_eq (assay_view_axes (&trial->view[n], &trial->tensor[n],
                                         "bhsd", 0, &ctx, NULL), ASSAY_OK);
    }
}

static void
trial_clear (struct trial *trial)
{
  int n;

  for (n = 0; n < DUMPED_STAGES; n++)
    assay_tensor_close (&trial->tensor[n]);
  dumped_clear (&trial->right);
  dumped_clear (&trial->got);
  explained_clear (&trial->e);
}

/* ---- stages ---- */

/* What the oracle's numbers say of STAGE: WRONG elements, of which the first
   is in row FIRST[0] at column FIRST[1]; 0 when one is too near to tell.  */
static int
count_stage (uint64_t *wrong, size_t first[2], const struct trial *trial,
             int stage)
{
  size_t columns = trial->got.columns[stage], row, c;
  unsigned char legal[KEYS];

  *wrong = 0;
  for (row = 0; row < trial->got.rows; row++)
    {
      if (stage >= WEIGHTS && dumped_legal (legal, &trial->e, row) == 0)
        continue;
      for (c = 0; c < columns; c++)
        switch (dumped_compare (trial->got.stage[stage][row * columns + c],
                                trial->right.stage[stage][row * columns + c]))
          {
          case DUMPED_NEAR:
            return 0;
          case DUMPED_OTHER:
            if ((*wrong)++ == 0)
              {
                first[0] = row;
                first[1] = c;
              }
            break;
          default:
            break;
          }
    }
  return 1;
}

static void
judge_stages (struct assay_stages *stages, const struct trial *trial)
{
  struct assay_ctx ctx;
  int n;

  assay_ctx_init (&ctx);
  memset (stages, 0, sizeof *stages);
  stages->problem = &trial->e.problem;
  stages->max_ulp = 4.0;
  for (n = 0; n < DUMPED_STAGES; n++)
    {
      struct assay_stage_dump *dump = &stages->dump[ASSAY_STEP_SCORES + n];

      dump->has_dump = 1;
      dump->fmt = ASSAY_FMT_F32;
      dump->view = trial->view[n];
    }
  ck_assert_int_eq (assay_stages_judge (stages, &ctx), ASSAY_OK);
}

/* Counts and the first element of STAGE are the oracle's.  */
static void
compare_stage (const struct assay_stages *stages, const struct trial *trial,
               int stage, uint64_t wrong, const size_t first[2], int number)
{
  const struct assay_tally *tally
    = &stages->dump[ASSAY_STEP_SCORES + stage].inputs;
  struct oracle_place place = dumped_place (&trial->e, first[0]);

  ck_assert_msg (tally->wrong == wrong, "case %d, %s: %lu wrong, not %lu",
                 number, assay_step_name (ASSAY_STEP_SCORES
                                          + (enum assay_step) stage),
                 (unsigned long) tally->wrong, (unsigned long) wrong);
  ck_assert_uint_eq (tally->open, 0);
  testing_agreed (1);
  if (wrong == 0)
    return;
  ck_assert_uint_eq (tally->index[0], place.batch);
  ck_assert_uint_eq (tally->index[1], place.head);
  ck_assert_uint_eq (tally->index[2], place.query);
  ck_assert_uint_eq (tally->index[3], first[1]);
}

START_TEST (the_first_wrong_element_of_a_stage_is_the_oracles)
{
  size_t first[2] = { 0, 0 };
  int stage, first_stage = -1, is_clear = 1;
  struct assay_stages stages;
  struct trial trial;
  uint64_t wrong;

  if (testing_count (10) < 10 && _i % 6 != 2)
    return;
  trial_init (&trial, _i);
  judge_stages (&stages, &trial);
  for (stage = 0; stage < DUMPED_STAGES; stage++)
    {
      if (!count_stage (&wrong, first, &trial, stage))
        {
          is_clear = 0;
          continue;
        }
      compare_stage (&stages, &trial, stage, wrong, first, _i);
      if (wrong > 0 && first_stage < 0 && is_clear)
        {
          first_stage = stage;
          ck_assert_int_eq (stages.first, ASSAY_STEP_SCORES + stage);
          if (stages.dump[stages.first].has_previous)
            ck_assert_uint_gt (stages.dump[stages.first].from_previous.wrong,
                               0);
        }
    }
  if (cases[_i].kind < 0)
    ck_assert_int_eq (assay_stages_verdict (&stages), ASSAY_HOLDS);
  else
    ck_assert_int_eq (assay_stages_verdict (&stages), ASSAY_FAILS);
  trial_clear (&trial);
}
END_TEST

/* The scale is missing, all else follows from it.  */
START_TEST (what_follows_rightly_from_wrong_scores_is_inherited)
{
  struct assay_stages stages;
  struct trial trial;
  int step;

  trial_init (&trial, 2);
  judge_stages (&stages, &trial);
  ck_assert_int_eq (stages.first, ASSAY_STEP_SCORES);
  for (step = ASSAY_STEP_CAPPED; step < ASSAY_STEPS; step++)
    {
      ck_assert_uint_gt (stages.dump[step].inputs.wrong, 0);
      ck_assert_uint_eq (stages.dump[step].from_previous.wrong, 0);
      ck_assert_uint_gt (stages.dump[step].from_previous.tested, 0);
    }
  trial_clear (&trial);
}
END_TEST

/* ---- invariants ---- */

/* Places where a check fails; NEAR is set where a tolerance would matter.  */
struct look
{
  uint64_t wrong[ASSAY_ATTENTION_INVARIANTS];
  int near[ASSAY_ATTENTION_INVARIANTS];
};

static void
note (struct look *look, int check, double beyond)
{
  look->wrong[check] += beyond > 1e-3;
  look->near[check] |= beyond > 1e-9 && beyond <= 1e-3;
}

/* *SUM <- that of the legal weights, exactly added.  */
static double
sum_weights (const float *weights, const unsigned char *legal)
{
  const struct oracle_format *f32 = oracle_format_named ("f32");
  struct oracle_fraction sum, term;
  double value;
  size_t j;
  mpq_t q;

  oracle_fraction_init (&sum);
  oracle_fraction_init (&term);
  for (j = 0; j < KEYS; j++)
    {
      uint32_t bits;

      memcpy (&bits, &weights[j], sizeof bits);
      if (legal[j] && oracle_decode (&term, bits, f32) == ORACLE_NUMBER)
        oracle_fraction_add (&sum, &sum, &term);
    }
  mpq_init (q);
  mpz_set (mpq_numref (q), sum.num);
  mpz_set (mpq_denref (q), sum.den);
  value = mpq_get_d (q);
  mpq_clear (q);
  oracle_fraction_clear (&sum);
  oracle_fraction_clear (&term);
  return value;
}

static void
look_at_weights (struct look *look, const struct trial *trial,
                 const float *weights, const unsigned char *legal)
{
  double sum = sum_weights (weights, legal);
  int has_sink = trial->e.problem.sinks != NULL;
  size_t j;

  note (look, SUMS, has_sink ? sum - 1.0 : fabs (sum - 1.0));
  for (j = 0; j < KEYS; j++)
    if (!legal[j])
      look->wrong[BLOCKED] += weights[j] != 0.0f;
}

/* Of component C the values that the oracle's right row sees.  */
static void
look_at_output (struct look *look, const struct trial *trial, size_t row,
                float got, const unsigned char *legal, size_t count, size_t c)
{
  struct oracle_place place = dumped_place (&trial->e, row);
  double low = INFINITY, high = -INFINITY;
  struct oracle_line line;
  size_t j;

  oracle_line_init (&line, KEYS);
  oracle_line_fill (&line, &trial->e.wrong, NULL, &place);
  for (j = 0; j < KEYS; j++)
    if (legal[j])
      {
        const struct oracle_fraction *v = &line.key[j].value[c];
        double x = mpz_get_d (v->num) / mpz_get_d (v->den);

        low = fmin (low, x);
        high = fmax (high, x);
      }
  oracle_line_clear (&line);
  if (trial->e.problem.sinks)
    {
      low = fmin (low, 0.0);
      high = fmax (high, 0.0);
    }
  else if (count == 1)
    look->wrong[ONE_KEY] += (double) got != low;
  note (look, HULL, fmax (low - (double) got, (double) got - high));
}

/* Rows 0 and 1 of a head have one query; what they see is the same where
   LEGAL and SECOND are, there being no bias.  */
static void
look_at_twins (struct look *look, const struct trial *trial, size_t row,
               const unsigned char *legal)
{
  const float *output = trial->got.stage[OUTPUT];
  unsigned char second[KEYS];
  size_t c;

  dumped_legal (second, &trial->e, row + 1);
  if ((trial->c.features & (EXPLAINED_MASK | EXPLAINED_SLOPES))
      || memcmp (legal, second, sizeof second) != 0)
    return;
  for (c = 0; c < WIDTH; c++)
    look->wrong[EQUAL_ROWS] += memcmp (&output[row * WIDTH + c],
                                       &output[(row + 1) * WIDTH + c],
                                       sizeof *output) != 0;
}

static void
look_at_all (struct look *look, const struct trial *trial)
{
  size_t row, c;

  memset (look, 0, sizeof *look);
  for (row = 0; row < trial->got.rows; row++)
    {
      unsigned char legal[KEYS];
      size_t count = dumped_legal (legal, &trial->e, row);

      if (count == 0)
        continue;
      look_at_weights (look, trial, trial->got.stage[WEIGHTS] + row * KEYS,
                       legal);
      for (c = 0; c < WIDTH; c++)
        look_at_output (look, trial, row,
                        trial->got.stage[OUTPUT][row * WIDTH + c], legal,
                        count, c);
      if (row % trial->e.queries == 0)
        look_at_twins (look, trial, row, legal);
    }
}

START_TEST (the_same_invariants_fail_at_as_many_places)
{
  struct assay_invariant all[ASSAY_ATTENTION_INVARIANTS];
  struct assay_attention_dump dump;
  struct assay_ctx ctx;
  struct trial trial;
  struct look look;
  int n;

  if (testing_count (10) < 10 && _i % 6 != 4)
    return;
  assay_ctx_init (&ctx);
  trial_init (&trial, _i);
  memset (&dump, 0, sizeof dump);
  dump.problem = &trial.e.problem;
  dump.has_got = dump.has_weights = 1;
  dump.got = trial.view[OUTPUT];
  dump.weights = trial.view[WEIGHTS];
  dump.arithmetic = ASSAY_FMT_F32;
  ck_assert_int_eq (assay_invariants_attention (all, &dump, &ctx), ASSAY_OK);
  look_at_all (&look, &trial);
  for (n = 0; n < ASSAY_ATTENTION_INVARIANTS; n++)
    {
      if (!look.near[n])
        {
          ck_assert_msg (all[n].wrong == look.wrong[n], "case %d, %s: %lu "
                         "wrong, not %lu", _i, all[n].name,
                         (unsigned long) all[n].wrong,
                         (unsigned long) look.wrong[n]);
          testing_agreed (1);
        }
      if (cases[_i].kind < 0)
        ck_assert_int_ne (all[n].verdict, ASSAY_FAILS);
      assay_invariant_clear (&all[n]);
    }
  trial_clear (&trial);
}
END_TEST

static Suite *
suite (void)
{
  Suite *s = suite_create ("agree-dumps");
  TCase *tc = tcase_create ("all");

  tcase_add_checked_fixture (tc, testing_reseed, NULL);
  tcase_set_timeout (tc, 600);
  tcase_add_loop_test (tc, the_first_wrong_element_of_a_stage_is_the_oracles,
                       0, CASES);
  tcase_add_test (tc,
                  what_follows_rightly_from_wrong_scores_is_inherited);
  tcase_add_loop_test (tc, the_same_invariants_fail_at_as_many_places, 0,
                       CASES);
  suite_add_tcase (s, tc);
  return s;
}

int
main (void)
{
  return testing_run_real (suite ());
}
