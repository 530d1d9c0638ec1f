/* tolerance.c -- which mistakes a tolerance lets through */

#include "kernel/tolerance.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/thread.h"
#include "kernel/rounding.h"
#include "kernel/splitmix.h"
#include "real/encl.h"

/* ---- the inputs ---- */

/* Every narrower type's values are f64's, too: the tensors are f64.  */
static void
draw (struct assay_tolerance *tolerance)
{
  const struct assay_tolerance_case *asked = &tolerance->asked;
  static const char *const names[] = { "q", "k", "v" };
  static const struct assay_where where = { NULL, "--shape", 0 };
  struct assay_problem *problem = &tolerance->problem;
  struct assay_view *view[] = { &problem->q, &problem->k, &problem->v };
  const size_t *shape = asked->shape;
  size_t count = shape[0] * shape[1] * shape[2] * shape[3], n;
  enum assay_fmt fmt = ASSAY_FMT_F64;
  uint64_t state = asked->seed;
  struct assay_ctx ctx;
  int t;

  assay_ctx_init (&ctx);
  assay_dtype_fmt (&fmt, asked->dtype);
  for (t = 0; t < 3; t++)
    {
      double *x = assay_calloc (count, sizeof *x);

      for (n = 0; n < count; n++)
        x[n] = assay_rounded (asked->std * assay_splitmix_normal (&state),
                              fmt);
      tolerance->drawn[t] = x;
      assay_tensor_wrap (&tolerance->tensor[t], names[t], ASSAY_DTYPE_F64, 4,
                         shape, x);
      assay_view_axes (view[t], &tolerance->tensor[t], "bhsd", 0, &ctx,
                       &where);
    }
}

/* ---- the right outputs ---- */

/* More than exponentials below binary64's range can add to an output (Lemma
   B99).  */
static const double vanished = 0x1p-900;

/* All outputs of the right plan, the error of each, and how far an ordinary
   kernel may be off: half an ulp and what its roundings add.  */
struct outputs
{
  double *y, *error, *floor;
};

static size_t
row_at (const struct assay_problem *problem, size_t b, size_t h, size_t i)
{
  return ((b * problem->q_heads + h) * problem->queries + i)
         * problem->values;
}

static void
evaluate_right (struct outputs *right, struct assay_tolerance *tolerance,
                double unit)
{
  const struct assay_problem *problem = &tolerance->problem;
  size_t count = problem->batches * problem->q_heads * problem->queries
                 * problem->values;
  struct assay_plan_work work;
  struct assay_plan plan;
  size_t b, h, i, c, at;

  right->y = assay_calloc (count, sizeof *right->y);
  right->error = assay_calloc (count, sizeof *right->error);
  right->floor = assay_calloc (count, sizeof *right->floor);
  assay_plan_init (&plan, &tolerance->scene);
  plan.is_careful = 1;
  assay_plan_work_init (&work, &tolerance->scene);
  for (b = 0; b < problem->batches; b++)
    for (h = 0; h < problem->q_heads; h++)
      for (i = 0; i < problem->queries; i++)
        {
          at = row_at (problem, b, h, i);
          assay_plan_row (right->y + at, right->floor + at, &work, &plan,
                          &tolerance->scene, ASSAY_STAGE_OUTPUT, unit, b, h,
                          i);
          for (c = 0; c < problem->values; c++)
            right->error[at + c] = assay_plan_error (&work, problem)
                                   * work.mass[c];
        }
  assay_plan_work_clear (&work);
}

static void
summarise (struct assay_tolerance *tolerance, struct outputs *right,
           enum assay_fmt fmt)
{
  const struct assay_problem *problem = &tolerance->problem;
  size_t count = problem->batches * problem->q_heads * problem->queries
                 * problem->values, n;
  double squares = 0.0;

  for (n = 0; n < count; n++)
    {
      right->floor[n] += assay_spacing (right->y[n], fmt) / 2.0;
      squares += right->y[n] * right->y[n];
      tolerance->largest = fmax (tolerance->largest, fabs (right->y[n]));
      tolerance->floor = fmax (tolerance->floor, right->floor[n]);
    }
  tolerance->rms = sqrt (squares / (double) count);
  tolerance->ulp = assay_spacing (tolerance->rms, fmt);
}

/* ---- the mistakes ---- */

struct trials
{
  struct assay_tolerance *tolerance;
  const struct outputs *right;
  enum assay_fmt fmt;
  atomic_size_t next;
};

/* MISTAKE <- what the change of the right output AT to WRONG, known to within
   ERROR, says.  */
static void
judge (struct assay_tolerance_mistake *mistake, const struct trials *trials,
       double wrong, size_t at, double error)
{
  const struct assay_tolerance_case *asked = &trials->tolerance->asked;
  double right = trials->right->y[at], change = fabs (wrong - right);
  double room = INFINITY;

  if (!isfinite (wrong))
    change = INFINITY;
  mistake->is_seen |= change > trials->right->floor[at];
  if (change > mistake->change)
    mistake->change = change;
  mistake->error = fmax (mistake->error, error);
  if (asked->has_tolerance)
    room = asked->atol + asked->rtol * fabs (right);
  if (asked->max_ulp >= 0.0)
    room = fmin (room, asked->max_ulp * assay_spacing (right, trials->fmt));
  /* No room is wide enough for what is no number.  */
  if (isinf (change) || !(change <= room + error))
    mistake->accepted = ASSAY_FAILS;
  else if (!(change <= room - error) && mistake->accepted == ASSAY_HOLDS)
    mistake->accepted = ASSAY_OPEN;
}

static void
run_trial (struct assay_tolerance_mistake *mistake,
           const struct trials *trials, struct assay_plan_work *work,
           double *y, double *noise)
{
  struct assay_tolerance *tolerance = trials->tolerance;
  const struct assay_problem *problem = &tolerance->problem;
  struct assay_plan plan;
  size_t b, h, i, c, at;

  assay_plan_init (&plan, &tolerance->scene);
  mistake->hypothesis->apply (&plan, &tolerance->scene, mistake->parameter);
  plan.is_careful = 1;
  mistake->accepted = ASSAY_HOLDS;
  work->is_tipped = 0;
  assay_plan_work_renew (work);
  for (b = 0; b < problem->batches; b++)
    for (h = 0; h < problem->q_heads; h++)
      for (i = 0; i < problem->queries; i++)
        {
          at = row_at (problem, b, h, i);
          assay_plan_row (y, noise, work, &plan, &tolerance->scene,
                          ASSAY_STAGE_OUTPUT, 0x1p-53, b, h, i);
          for (c = 0; c < problem->values; c++)
            judge (mistake, trials, y[c], at + c,
                   trials->right->error[at + c] + vanished
                   + assay_plan_error (work, problem) * work->mass[c]);
        }
  mistake->is_tipped = work->is_tipped;
  if (mistake->is_tipped && mistake->accepted == ASSAY_HOLDS)
    mistake->accepted = ASSAY_OPEN;
}

static void *
run_trials (void *data)
{
  struct trials *trials = data;
  struct assay_tolerance *tolerance = trials->tolerance;
  size_t values = tolerance->problem.values, n;
  double *y = assay_calloc (values, sizeof *y);
  double *noise = assay_calloc (values, sizeof *noise);
  struct assay_plan_work work;

  assay_real_begin_thread ();
  assay_plan_work_init (&work, &tolerance->scene);
  while ((n = atomic_fetch_add (&trials->next, 1)) < tolerance->mistakes)
    run_trial (&tolerance->mistake[n], trials, &work, y, noise);
  assay_plan_work_clear (&work);
  free (y);
  free (noise);
  assay_real_end_thread ();
  assay_memory_end_thread ();
  return NULL;
}

static void
collect (struct assay_tolerance *tolerance)
{
  const char *only = tolerance->asked.only;
  double list[ASSAY_CHOICES];
  size_t n, m;

  for (n = 0; n < assay_hypothesis_count (); n++)
    {
      const struct assay_hypothesis *hypothesis = assay_hypothesis_at (n);
      size_t count = 1;

      list[0] = 0.0;
      if (hypothesis->range || hypothesis->is_displacement
          || (only && strcmp (only, hypothesis->name) != 0))
        continue;
      if (hypothesis->choices)
        count = hypothesis->choices (list, &tolerance->scene);
      if (hypothesis->choices_are_alike && count > 1)
        {
          list[0] = list[count - 1];
          count = 1;
        }
      tolerance->mistake = assay_realloc (tolerance->mistake,
                                          tolerance->mistakes + count + 1,
                                          sizeof *tolerance->mistake);
      for (m = 0; m < count; m++)
        tolerance->mistake[tolerance->mistakes++]
          = (struct assay_tolerance_mistake) {
              .hypothesis = hypothesis, .parameter = list[m]
            };
    }
}

static void
run_all (struct assay_tolerance *tolerance, const struct outputs *right,
         enum assay_fmt fmt)
{
  struct trials trials = { .tolerance = tolerance, .right = right,
                           .fmt = fmt };
  size_t jobs = tolerance->asked.jobs, started = 0;
  pthread_t *thread = assay_calloc (jobs, sizeof *thread);

  while (started + 1 < jobs
         && assay_thread_begin (&thread[started], run_trials, &trials))
    started++;
  run_trials (&trials);
  while (started > 0)
    pthread_join (thread[--started], NULL);
  free (thread);
}

/* Mistakes that change nothing that can be told from 0 are dropped.  */
static void
count_mistakes (struct assay_tolerance *tolerance)
{
  size_t kept = 0, n;

  for (n = 0; n < tolerance->mistakes; n++)
    {
      const struct assay_tolerance_mistake *mistake = &tolerance->mistake[n];

      if (mistake->change <= mistake->error)
        continue;
      if (!mistake->is_seen)
        tolerance->unseen++;
      else
        {
          tolerance->accepted += mistake->accepted == ASSAY_HOLDS;
          tolerance->open += mistake->accepted == ASSAY_OPEN;
        }
      tolerance->mistake[kept++] = *mistake;
    }
  tolerance->mistakes = kept;
}

/* ---- all of it ---- */

/* Whether NAME is that of a hypothesis that is evaluated.  */
static int
is_mistake (const char *name)
{
  size_t n;

  for (n = 0; n < assay_hypothesis_count (); n++)
    {
      const struct assay_hypothesis *hypothesis = assay_hypothesis_at (n);

      if (strcmp (hypothesis->name, name) == 0)
        return !hypothesis->range && !hypothesis->is_displacement;
    }
  return 0;
}

static enum assay_status
check (const struct assay_tolerance_case *asked, struct assay_ctx *ctx)
{
  static const struct assay_where shape = { NULL, "--shape", 0 };
  static const struct assay_where std = { NULL, "--input-std", 0 };
  static const struct assay_where only = { NULL, "--mistake", 0 };
  const size_t *s = asked->shape;
  double work = (double) s[0] * (double) s[1] * (double) s[2]
                * (double) s[2] * (double) s[3];

  if (work == 0.0)
    return assay_fail (ctx, ASSAY_EVALUE, &shape, "sizes of at least 1",
                       "%zu,%zu,%zu,%zu", s[0], s[1], s[2], s[3]);
  if (work > ASSAY_TOLERANCE_MOST)
    return assay_fail (ctx, ASSAY_ELIMIT, &shape, "at most 2^28 products "
                       "B*H*S*S*D, all of which are evaluated for every "
                       "mistake", "%.3g", work);
  if (!(asked->std > 0.0) || asked->std > 1e30)
    return assay_fail (ctx, ASSAY_EVALUE, &std, "a number above 0 and at most "
                       "1e30", "%g", asked->std);
  if (asked->only && !is_mistake (asked->only))
    return assay_fail (ctx, ASSAY_EVALUE, &only, "the name of a mistake "
                       "without a fitted number, as --format=json lists "
                       "them", "\"%s\"", asked->only);
  return ASSAY_OK;
}

enum assay_status
assay_tolerance_init (struct assay_tolerance *tolerance,
                      const struct assay_tolerance_case *asked,
                      struct assay_ctx *ctx)
{
  static const struct assay_where only = { NULL, "--mistake", 0 };
  enum assay_fmt fmt = ASSAY_FMT_F32;
  enum assay_status status;
  struct outputs right;

  memset (tolerance, 0, sizeof *tolerance);
  tolerance->asked = *asked;
  assay_problem_init (&tolerance->problem);
  status = check (asked, ctx);
  if (status != ASSAY_OK)
    return status;
  draw (tolerance);
  tolerance->problem.causal = asked->causal;
  status = assay_problem_settle (&tolerance->problem, ctx);
  if (status != ASSAY_OK)
    return status;
  assay_scene_init (&tolerance->scene, &tolerance->problem);
  assay_dtype_fmt (&fmt, asked->dtype);
  evaluate_right (&right, tolerance,
                  fmt == ASSAY_FMT_F64 ? 0x1p-52 : 0x1p-24);
  summarise (tolerance, &right, fmt);
  collect (tolerance);
  run_all (tolerance, &right, fmt);
  count_mistakes (tolerance);
  free (right.y);
  free (right.error);
  free (right.floor);
  return asked->only && tolerance->mistakes == 0
         ? assay_fail (ctx, ASSAY_EVALUE, &only, "a mistake that changes an "
                       "output of such inputs", "\"%s\", which changes none",
                       asked->only)
         : ASSAY_OK;
}

void
assay_tolerance_clear (struct assay_tolerance *tolerance)
{
  int t;

  if (tolerance->scene.problem)
    assay_scene_clear (&tolerance->scene);
  assay_problem_clear (&tolerance->problem);
  for (t = 0; t < 3; t++)
    {
      assay_tensor_close (&tolerance->tensor[t]);
      free (tolerance->drawn[t]);
    }
  free (tolerance->mistake);
}

void
assay_tolerance_tell (struct assay_text *text,
                      const struct assay_tolerance *tolerance,
                      const struct assay_tolerance_mistake *mistake)
{
  if (mistake->hypothesis->tell)
    mistake->hypothesis->tell (text, &tolerance->scene, mistake->parameter,
                               1e-9);
  else
    assay_text_add (text, mistake->hypothesis->meaning);
}
