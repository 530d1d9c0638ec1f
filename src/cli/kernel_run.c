/* kernel_run.c -- one judgement of assay kernel attention */

#include "cli/kernel_run.h"

#include <stdlib.h>
#include <string.h>

#include "cli/option_text.h"
#include "cli/progress.h"
#include "kernel/judge_copy.h"

/* Significant digits of the exact value of the worst element.  */
enum { WORST_DIGITS = 25 };

static struct assay_target *
next_target (struct assay_kernel_run *run)
{
  return &run->target[run->judge.targets++];
}

/* FMT <- what --round names, else the format of DTYPE.  */
static enum assay_status
choose_fmt (enum assay_fmt *fmt, const struct assay_kernel_options *options,
            enum assay_dtype dtype, enum assay_kernel_option option,
            struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL,
                                     assay_option_name (option), 0 };
  enum assay_status status;
  int index;

  if (options->text[ASSAY_OPTION_ROUND])
    {
      status = assay_option_choice (&index, options, ASSAY_OPTION_ROUND,
                                    assay_option_floats, ctx);
      if (status == ASSAY_OK)
        *fmt = (enum assay_fmt) index;
      return status;
    }
  return assay_dtype_need_fmt (fmt, dtype, ctx, &where);
}

static enum assay_status
choose_stage (enum assay_stage *stage,
              const struct assay_kernel_options *options,
              struct assay_ctx *ctx)
{
  static const char *const names[] = { "scores", "capped", "biased",
                                       "weights", "output", NULL };
  int index = ASSAY_STAGE_OUTPUT;
  enum assay_status status;

  status = assay_option_choice (&index, options, ASSAY_OPTION_STAGE,
                                names, ctx);
  *stage = (enum assay_stage) index;
  return status;
}

static const char *
stage_name (enum assay_stage stage)
{
  static const char *const names[] = { "scores", "capped", "biased",
                                       "weights", "output" };

  return names[stage];
}

/* --got or --out, or both.  */
static enum assay_status
add_stage (struct assay_kernel_run *run, struct assay_ctx *ctx)
{
  const struct assay_kernel_options *options = run->options;
  const struct assay_problem *problem = run->problem;
  int has_got = options->text[ASSAY_OPTION_GOT] != NULL;
  enum assay_stage stage = ASSAY_STAGE_OUTPUT;
  enum assay_fmt fmt = ASSAY_FMT_F32;
  enum assay_status status;
  struct assay_view got;

  if (!has_got && !options->text[ASSAY_OPTION_OUT])
    return ASSAY_OK;
  status = choose_stage (&stage, options, ctx);
  if (status == ASSAY_OK && has_got)
    status = assay_option_view (&got, &run->got[0], options,
                                ASSAY_OPTION_GOT,
                                ASSAY_OPTION_DTYPE_GOT,
                                problem->q_heads, ctx);
  if (status == ASSAY_OK)
    status = choose_fmt (&fmt, options, has_got ? got.dtype
                                                : problem->q.dtype,
                         has_got ? ASSAY_OPTION_GOT : ASSAY_OPTION_Q, ctx);
  if (status != ASSAY_OK)
    return status;
  return assay_target_init (next_target (run), stage_name (stage), stage, fmt,
                            has_got ? &got : NULL, problem, ctx);
}

static enum assay_status
add_lse (struct assay_kernel_run *run, struct assay_ctx *ctx)
{
  const struct assay_kernel_options *options = run->options;
  enum assay_fmt fmt = ASSAY_FMT_F32;
  struct assay_view view;
  enum assay_status status;
  int base = 0;

  if (!options->text[ASSAY_OPTION_LSE])
    return ASSAY_OK;
  status = assay_option_choice (&base, options, ASSAY_OPTION_LSE_BASE,
                                assay_option_lse_bases, ctx);
  if (status == ASSAY_OK)
    status = assay_option_lse_view (&view, &run->got[1], options,
                                    ASSAY_OPTION_LSE, ASSAY_OPTION_DTYPE_LSE,
                                    ctx);
  if (status != ASSAY_OK)
    return status;
  assay_dtype_fmt (&fmt, view.dtype);
  return assay_target_init (next_target (run), "lse",
                            base ? ASSAY_STAGE_LSE2 : ASSAY_STAGE_LSE, fmt,
                            &view, run->problem, ctx);
}

static enum assay_status
add_case_targets (struct assay_kernel_run *run, struct assay_ctx *ctx)
{
  struct assay_attention_case *c = &run->attention_case;
  enum assay_status status = ASSAY_OK;
  enum assay_fmt fmt = ASSAY_FMT_F32;
  int n;

  for (n = 0; n < ASSAY_CASE_ATTENTION_OUTPUTS && status == ASSAY_OK; n++)
    {
      const char *name = assay_case_name (&c->file, ASSAY_CASE_OUTPUT,
                                          (size_t) n);

      if (!c->has_output[n])
        continue;
      assay_dtype_fmt (&fmt, c->view[n].dtype);
      if (n == 1 || n == 2)
        {
          struct assay_problem *p = run->problem;
          const struct assay_view *past = n == 1 ? &p->past_k : &p->past_v;

          status = assay_judge_copy (&run->copy[run->copies], name,
                                     &c->view[n], p->has_past ? past : NULL,
                                     n == 1 ? &p->k : &p->v, ctx);
          run->copy_name[run->copies] = name;
          /* Copies are the first shard's.  */
          if (run->judge.shard > 1)
            {
              assay_measure_clear (&run->copy[run->copies]);
              assay_measure_init (&run->copy[run->copies], fmt,
                                  c->view[n].shape);
            }
          run->copies++;
        }
      else
        status = assay_target_init (next_target (run), name,
                                    n == 0 ? ASSAY_STAGE_OUTPUT : c->qk_stage,
                                    fmt, &c->view[n], run->problem, ctx);
    }
  return status;
}

/* The axes of q, in the order of its file, as the shape of --out and what one
   step along each view axis is there.  */
static void
shape_out (size_t *shape, int *axes, struct assay_target *target,
           const struct assay_problem *problem, const char *letters)
{
  const size_t size[] = { problem->batches, problem->q_heads,
                          problem->queries, target->columns };
  size_t step = 1, n = strlen (letters);
  int merged = strchr (letters, '(') != NULL;
  char plain[8];
  size_t k = 0, j;

  for (j = 0; j < n; j++)
    if (letters[j] != '(' && letters[j] != ')')
      plain[k++] = letters[j];
  for (j = k; j-- > 0;)
    {
      int axis = (int) (strchr ("bhsd", plain[j]) - "bhsd");

      target->out_stride[axis] = step;
      step *= size[axis];
      shape[j] = size[axis];
    }
  *axes = (int) k;
  if (merged)
    {
      shape[k - 2] *= shape[k - 1];
      *axes = (int) k - 1;
    }
}

static enum assay_status
begin_out (struct assay_kernel_run *run, struct assay_ctx *ctx)
{
  const struct assay_kernel_options *options = run->options;
  const char *file = options->text[ASSAY_OPTION_OUT];
  size_t shape[4] = { 1, 1, 1, 1 };
  enum assay_status status;
  int axes;

  if (file == NULL)
    return ASSAY_OK;
  if (run->judge.sample > 0 || options->text[ASSAY_OPTION_ROWS])
    return assay_option_misfit (ASSAY_OPTION_OUT, "all rows, without "
                                        "--rows or --sample", file, ctx);
  shape_out (shape, &axes, &run->target[0], run->problem,
             assay_option_axes (options, run->problem->q.tensor));
  status = assay_npy_begin (&run->out, file, run->target[0].fmt, shape, axes,
                            ctx);
  run->writes = status == ASSAY_OK;
  if (run->writes)
    run->target[0].out = &run->out;
  return status;
}

/* Beyond so many numbers a decoded head is not kept whole.  */
enum { KEPT_NUMBERS = 1 << 21 };

static enum assay_status
open_problem (struct assay_kernel_run *run, struct assay_ctx *ctx)
{
  const char *folder = run->options->text[ASSAY_OPTION_CASE];
  enum assay_status status;

  if (folder)
    {
      status = assay_attention_case_open (&run->attention_case, folder, ctx);
      run->problem = &run->attention_case.problem;
    }
  else
    {
      status = assay_kernel_options_problem (&run->own, &run->tensors,
                                             run->options, ctx);
      run->problem = &run->own;
    }
  run->problem->drops_heads
    = run->problem->keys * (run->problem->width + run->problem->values)
      > KEPT_NUMBERS;
  return status;
}

enum assay_status
assay_kernel_run_init (struct assay_kernel_run *run,
                       const struct assay_kernel_options *options,
                       struct assay_ctx *ctx)
{
  int is_case = options->text[ASSAY_OPTION_CASE] != NULL;
  enum assay_status status;

  memset (run, 0, sizeof *run);
  run->options = options;
  assay_criteria_init (&run->criteria);
  status = open_problem (run, ctx);
  assay_judge_init (&run->judge, run->problem);
  run->judge.target = run->target;
  if (status == ASSAY_OK)
    status = assay_kernel_run_limits (run, ctx);
  if (status == ASSAY_OK && is_case)
    status = add_case_targets (run, ctx);
  if (status == ASSAY_OK && !is_case)
    status = add_stage (run, ctx);
  if (status == ASSAY_OK && !is_case)
    status = add_lse (run, ctx);
  if (status == ASSAY_OK && !is_case)
    status = begin_out (run, ctx);
  return status;
}

void
assay_kernel_run_clear (struct assay_kernel_run *run)
{
  size_t n;

  assay_npy_abandon (&run->out);
  for (n = 0; n < run->count; n++)
    assay_judged_clear (&run->judged[n]);
  for (n = 0; n < run->judge.targets; n++)
    assay_target_clear (&run->target[n]);
  for (n = 0; n < run->copies; n++)
    assay_measure_clear (&run->copy[n]);
  assay_judge_clear (&run->judge);
  assay_criteria_clear (&run->criteria);
  assay_tensor_close (&run->got[0]);
  assay_tensor_close (&run->got[1]);
  if (run->options->text[ASSAY_OPTION_CASE])
    assay_attention_case_close (&run->attention_case);
  else
    {
      assay_problem_clear (&run->own);
      assay_kernel_tensors_close (&run->tensors);
    }
}

/* One judged tensor more, from what has been measured.  */
static struct assay_judged *
add_judged (struct assay_kernel_run *run, const char *name, const char *file,
            struct assay_measure *measure)
{
  struct assay_judged *judged = &run->judged[run->count++];

  judged->name = name;
  judged->file = file;
  judged->measure = measure;
  return judged;
}

static enum assay_status
collect (struct assay_kernel_run *run, struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  size_t n;

  for (n = 0; n < run->judge.targets && status == ASSAY_OK; n++)
    {
      struct assay_target *target = &run->target[n];
      struct assay_judged *judged;

      if (!target->has_got)
        continue;
      judged = add_judged (run, target->name, target->got.tensor->name,
                           &target->measure);
      judged->open = target->open;
      judged->far = target->far;
      judged->far_open = target->far_open;
      judged->naive = run->judge.wants_naive ? &target->naive : NULL;
      if (target->measure.elements > 0)
        status = assay_judge_value (&judged->worst, run->problem,
                                    target->stage, target->measure.ulps.index,
                                    WORST_DIGITS, ctx);
    }
  for (n = 0; n < run->copies; n++)
    add_judged (run, run->copy_name[n], run->copy_name[n], &run->copy[n]);
  for (n = 0; n < run->count; n++)
    assay_criteria_judge (&run->judged[n], &run->criteria);
  return status;
}

enum assay_status
assay_kernel_run_judge (struct assay_kernel_run *run, struct assay_ctx *ctx)
{
  struct assay_progress progress;
  enum assay_status status;

  assay_progress_init (&progress, "rows");
  assay_progress_catch ();
  run->judge.progress = assay_progress_show;
  run->judge.progress_data = &progress;
  run->judge.stop = &assay_progress_stop;
  status = assay_judge_run (&run->judge, ctx);
  assay_progress_end (&progress);
  if (status == ASSAY_OK)
    status = collect (run, ctx);
  return status;
}
