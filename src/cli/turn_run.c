/* turn_run.c -- one judgement of assay kernel rope */

#include "cli/turn_run.h"

#include <string.h>

#include "cli/commands.h"
#include "cli/option_text.h"
#include "cli/progress.h"

/* Significant digits of the exact value of the worst element.  */
enum { WORST_DIGITS = 25 };

enum { MOST_JOBS = 1024 };

/* ---- what is judged ---- */

/* FMT <- what --round names, else the format of DTYPE, if it is one.  */
static enum assay_status
choose_fmt (enum assay_fmt *fmt, const struct assay_turn_options *options,
            enum assay_dtype dtype, struct assay_ctx *ctx)
{
  enum assay_status status;
  int index;

  *fmt = ASSAY_FMT_F32;
  assay_dtype_fmt (fmt, dtype);
  index = (int) *fmt;
  status = assay_turn_choice (&index, options, ASSAY_TURN_ROUND,
                              assay_option_floats, ctx);
  *fmt = (enum assay_fmt) index;
  return status;
}

static enum assay_status
add_target (struct assay_turn_run *run, enum assay_rotation_what what,
            const char *name, enum assay_fmt fmt,
            const struct assay_view *got, struct assay_ctx *ctx)
{
  return assay_rotation_judge_init (&run->judge[run->targets++],
                                    run->rotation, what, name, fmt, got, ctx);
}

/* x turned: --got, or what --out is to have.  */
static enum assay_status
add_output (struct assay_turn_run *run, struct assay_ctx *ctx)
{
  const struct assay_turn_options *options = run->options;
  int has_got = options->text[ASSAY_TURN_GOT] != NULL;
  enum assay_status status = ASSAY_OK;
  struct assay_view got;
  enum assay_fmt fmt;

  if (has_got)
    status = assay_turn_tensor (&run->got[0], options, ASSAY_TURN_GOT,
                                ASSAY_TURN_DTYPE_GOT, ctx);
  if (status == ASSAY_OK && has_got)
    status = assay_turn_view (&got, &run->got[0], options, ASSAY_TURN_GOT,
                              ctx);
  if (status == ASSAY_OK)
    status = choose_fmt (&fmt, options, has_got ? got.dtype
                                                : run->rotation->x.dtype,
                         ctx);
  return status != ASSAY_OK ? status
         : add_target (run, ASSAY_ROTATION_OUTPUT, has_got ? "--got" : "--x",
                       fmt, has_got ? &got : NULL, ctx);
}

/* Axes of a table: position and column, after a batch, after heads of one.  */
static enum assay_status
see_table (struct assay_view *view, struct assay_turn_run *run, size_t n,
           enum assay_turn_option option, struct assay_ctx *ctx)
{
  static const char *const axes[] = { "sd", "bsd", "bhsd" };
  const struct assay_where where = { NULL, assay_turn_option_name (option),
                                     0 };
  struct assay_tensor *tensor = &run->got[n];
  enum assay_status status;

  status = assay_turn_tensor (tensor, run->options, option,
                              ASSAY_TURN_DTYPE_GOT, ctx);
  if (status == ASSAY_OK && (tensor->axes < 2 || tensor->axes > 4))
    status = assay_fail (ctx, ASSAY_EVALUE, &where, "a table of axes position "
                         "and column, or batch, position and column",
                         "%d axes", tensor->axes);
  return status != ASSAY_OK ? status
         : assay_view_axes (view, tensor, axes[tensor->axes - 2], 0, ctx,
                            &where);
}

/* --cos-got, --sin-got or both, without --x.  */
static enum assay_status
add_tables (struct assay_turn_run *run, struct assay_ctx *ctx)
{
  static const enum assay_turn_option option[] = { ASSAY_TURN_COS_GOT,
                                                   ASSAY_TURN_SIN_GOT };
  const struct assay_turn_options *options = run->options;
  struct assay_view view[ASSAY_TURN_TARGETS];
  enum assay_status status = ASSAY_OK;
  size_t n, first = options->text[ASSAY_TURN_COS_GOT] ? 0 : 1;
  enum assay_fmt fmt;

  for (n = 0; n < ASSAY_TURN_TARGETS && status == ASSAY_OK; n++)
    if (options->text[option[n]])
      status = see_table (&view[n], run, n, option[n], ctx);
  if (status == ASSAY_OK && options->text[option[0]]
      && options->text[option[1]])
    {
      const struct assay_where where = { NULL, "--sin-got", 0 };

      status = assay_view_check_shape (&view[1], view[0].shape, ctx, &where);
    }
  if (status == ASSAY_OK)
    status = assay_turn_source_init (&run->source, options, &view[first],
                                     ctx);
  for (n = first; n < ASSAY_TURN_TARGETS && status == ASSAY_OK; n++)
    if (options->text[option[n]])
      {
        status = choose_fmt (&fmt, options, view[n].dtype, ctx);
        if (status == ASSAY_OK)
          status = add_target (run, n == 0 ? ASSAY_ROTATION_COSINES
                                           : ASSAY_ROTATION_SINES,
                               assay_turn_option_name (option[n]), fmt,
                               &view[n], ctx);
      }
  return status;
}

static enum assay_status
open_case (struct assay_turn_run *run, struct assay_ctx *ctx)
{
  struct assay_rotation_case *c = &run->turn_case;
  enum assay_status status;
  enum assay_fmt fmt;
  unsigned allowed;

  status = assay_turn_nonfinite (&allowed, run->options, ctx);
  run->has_case = status == ASSAY_OK;
  if (status == ASSAY_OK)
    status = assay_rotation_case_open (c, run->options->text[ASSAY_TURN_CASE],
                                       allowed, ctx);
  if (status == ASSAY_OK)
    status = choose_fmt (&fmt, run->options, c->got.dtype, ctx);
  return status != ASSAY_OK ? status
         : add_target (run, ASSAY_ROTATION_OUTPUT,
                       assay_case_name (&c->file, ASSAY_CASE_OUTPUT, 0), fmt,
                       &c->got, ctx);
}

static enum assay_status
open_targets (struct assay_turn_run *run, struct assay_ctx *ctx)
{
  const struct assay_turn_options *options = run->options;
  enum assay_status status;

  if (options->text[ASSAY_TURN_CASE])
    {
      run->rotation = &run->turn_case.rotation;
      return open_case (run, ctx);
    }
  run->rotation = &run->source.rotation;
  if (options->text[ASSAY_TURN_X] == NULL)
    return add_tables (run, ctx);
  status = assay_turn_source_init (&run->source, options, NULL, ctx);
  return status != ASSAY_OK ? status : add_output (run, ctx);
}

/* ---- contract, limits, criteria ---- */

/* "exact", "two-products" in the type of x, or "two-products:FORMAT".  A case
   is in two products unless told otherwise, as its operator says, and that is
   the plain evaluation, too.  */
static enum assay_status
read_contract (struct assay_turn_run *run, struct assay_ctx *ctx)
{
  static const char expected[]
    = "exact, two-products or two-products:FORMAT (f64, f32, f16 or bf16)";
  const char *text = run->options->text[ASSAY_TURN_CONTRACT];
  enum assay_fmt arithmetic = ASSAY_FMT_F32;

  if (text == NULL && run->options->text[ASSAY_TURN_CASE])
    text = "two-products";
  if (text && strcmp (text, "exact") == 0)
    text = NULL;
  run->judge[0].follows_contract = text != NULL;
  if (text == NULL && run->options->text[ASSAY_TURN_TIMES_NAIVE] == NULL)
    return ASSAY_OK;
  if (text == NULL)
    text = "two-products";
  assay_dtype_fmt (&arithmetic, run->rotation->x.dtype);
  if (strncmp (text, "two-products:", 13) == 0
      ? assay_fmt_find (&arithmetic, text + 13) != ASSAY_OK
      : strcmp (text, "two-products") != 0)
    return assay_turn_misfit (run->options, ASSAY_TURN_CONTRACT, expected,
                              ctx);
  if (run->judge[0].what != ASSAY_ROTATION_OUTPUT)
    return assay_turn_misfit (run->options, run->judge[0].follows_contract
                              ? ASSAY_TURN_CONTRACT : ASSAY_TURN_TIMES_NAIVE,
                              "--x beside it, to be turned", ctx);
  run->has_contract = 1;
  run->judge[0].contract = &run->contract;
  return assay_two_products_init (&run->contract, run->rotation, arithmetic,
                                  run->judge[0].fmt, ctx);
}

/* "A..B", both included, among the rows.  */
static enum assay_status
read_rows (struct assay_turn_run *run, struct assay_ctx *ctx)
{
  const char *text = run->options->text[ASSAY_TURN_ROWS];
  unsigned long first, last;
  size_t n;

  if (text == NULL)
    return ASSAY_OK;
  if (!assay_option_range (&first, &last, text, run->judge[0].last_row))
    return assay_turn_misfit (run->options, ASSAY_TURN_ROWS, "A..B, rows that "
                              "are there, counted from 0", ctx);
  for (n = 0; n < run->targets; n++)
    {
      run->judge[n].first_row = first;
      run->judge[n].last_row = last + 1;
    }
  return ASSAY_OK;
}

/* Threads of every judge: as many as there are processors.  */
static enum assay_status
read_jobs (struct assay_turn_run *run, struct assay_ctx *ctx)
{
  unsigned long jobs = assay_cli_jobs ();
  enum assay_status status = assay_turn_number (&jobs, run->options,
                                                ASSAY_TURN_JOBS, 1,
                                                MOST_JOBS, ctx);
  size_t n;

  for (n = 0; n < run->targets; n++)
    run->judge[n].jobs = jobs;
  return status;
}

static enum assay_status
read_criteria (struct assay_turn_run *run, struct assay_ctx *ctx)
{
  struct assay_criteria *criteria = &run->criteria;
  const char *const *text = run->options->text;
  enum assay_status status
    = assay_option_criteria (criteria, text[ASSAY_TURN_MAX_ULP],
                             text[ASSAY_TURN_RTOL], text[ASSAY_TURN_ATOL],
                             text[ASSAY_TURN_TIMES_NAIVE], ctx);
  size_t n;

  run->judge[0].wants_naive = criteria->has_times_naive;
  for (n = 0; n < run->targets; n++)
    {
      run->judge[n].has_tolerance = criteria->has_tolerance;
      run->judge[n].has_max_ulp = criteria->has_max_ulp;
      mpq_set (run->judge[n].max_ulp, criteria->max_ulp);
      mpq_set (run->judge[n].rtol, criteria->rtol);
      mpq_set (run->judge[n].atol, criteria->atol);
    }
  return status;
}

/* ---- --out ---- */

/* The shape of x, and what one step along each view axis is in a file of that
   shape.  */
static enum assay_status
lay_out (struct assay_rotation_judge *judge, const struct assay_tensor *x,
         const char *axes, size_t heads, struct assay_ctx *ctx)
{
  /* A byte an element: strides in bytes are strides in elements.  */
  static const unsigned char nothing;
  struct assay_tensor like;
  struct assay_view view;
  enum assay_status status;
  int k;

  assay_tensor_wrap (&like, "--out", ASSAY_DTYPE_U8, x->axes, x->shape,
                     &nothing);
  status = assay_view_axes (&view, &like, axes, heads, ctx, NULL);
  for (k = 0; k < ASSAY_VIEW_AXES && status == ASSAY_OK; k++)
    judge->out_stride[k] = (size_t) view.stride[k];
  assay_tensor_close (&like);
  return status;
}

static enum assay_status
begin_out (struct assay_turn_run *run, struct assay_ctx *ctx)
{
  const struct assay_turn_options *options = run->options;
  const char *file = options->text[ASSAY_TURN_OUT];
  const struct assay_tensor *x = run->rotation->x.tensor;
  const struct assay_rotation_case *c = &run->turn_case;
  struct assay_rotation_judge *judge = &run->judge[0];
  int is_case = options->text[ASSAY_TURN_CASE] != NULL;
  enum assay_status status;

  if (file == NULL)
    return ASSAY_OK;
  if (x == NULL)
    return assay_turn_misfit (options, ASSAY_TURN_OUT, "--x beside it (assay "
                              "rope --table writes tables)", ctx);
  if (options->text[ASSAY_TURN_ROWS])
    return assay_turn_misfit (options, ASSAY_TURN_OUT, "all rows, without "
                              "--rows", ctx);
  status = lay_out (judge, x, is_case ? c->axes : assay_turn_axes (options, x),
                    judge->shape[ASSAY_VIEW_H], ctx);
  if (status == ASSAY_OK)
    status = assay_npy_begin (&run->out, file, judge->fmt, x->shape, x->axes,
                              ctx);
  run->writes = status == ASSAY_OK;
  if (run->writes)
    judge->out = &run->out;
  return status;
}

/* ---- all of it ---- */

enum assay_status
assay_turn_run_init (struct assay_turn_run *run,
                     const struct assay_turn_options *options,
                     struct assay_ctx *ctx)
{
  enum assay_status status;

  memset (run, 0, sizeof *run);
  run->options = options;
  assay_criteria_init (&run->criteria);
  status = assay_turn_number (&ctx->max_precision, options,
                              ASSAY_TURN_MAX_BITS, 64, 1ul << 30, ctx);
  if (status == ASSAY_OK)
    status = open_targets (run, ctx);
  if (status == ASSAY_OK)
    status = read_contract (run, ctx);
  if (status == ASSAY_OK)
    status = read_rows (run, ctx);
  if (status == ASSAY_OK)
    status = read_jobs (run, ctx);
  if (status == ASSAY_OK)
    status = read_criteria (run, ctx);
  return status != ASSAY_OK ? status : begin_out (run, ctx);
}

void
assay_turn_run_clear (struct assay_turn_run *run)
{
  size_t n;

  assay_npy_abandon (&run->out);
  for (n = 0; n < run->count; n++)
    assay_judged_clear (&run->judged[n]);
  for (n = 0; n < run->targets; n++)
    assay_rotation_judge_clear (&run->judge[n]);
  if (run->has_contract)
    assay_two_products_clear (&run->contract);
  assay_criteria_clear (&run->criteria);
  for (n = 0; n < ASSAY_TURN_TARGETS; n++)
    assay_tensor_close (&run->got[n]);
  if (run->has_case)
    assay_rotation_case_close (&run->turn_case);
  assay_turn_source_clear (&run->source);
}

/* One judged tensor more: what has been measured by JUDGE.  */
static enum assay_status
collect (struct assay_turn_run *run, struct assay_rotation_judge *judge,
         struct assay_ctx *ctx)
{
  static const char *const names[] = { "output", "cos", "sin" };
  struct assay_judged *judged = &run->judged[run->count++];
  enum assay_status status = ASSAY_OK;

  judged->name = names[judge->what];
  judged->file = judge->got.tensor->name;
  judged->measure = &judge->measure;
  judged->open = judge->open;
  judged->far = judge->far;
  judged->far_open = judge->far_open;
  judged->has_contract = judge->follows_contract;
  judged->naive = judge->wants_naive ? &judge->naive : NULL;
  judged->contract_equal = judge->contract_equal;
  judged->mass = judge->what == ASSAY_ROTATION_OUTPUT ? "|c x1|+|s x2|"
                 : "the value";
  assay_criteria_judge (judged, &run->criteria);
  if (judge->measure.elements > 0)
    status = assay_rotation_judge_number (&judged->worst, judge,
                                          judge->measure.ulps.index,
                                          WORST_DIGITS, ctx);
  return status;
}

enum assay_status
assay_turn_run_judge (struct assay_turn_run *run, struct assay_ctx *ctx)
{
  struct assay_progress progress;
  enum assay_status status = ASSAY_OK;
  size_t n;

  assay_progress_init (&progress, "rows");
  assay_progress_catch ();
  for (n = 0; n < run->targets && status == ASSAY_OK; n++)
    {
      struct assay_rotation_judge *judge = &run->judge[n];

      judge->progress = assay_progress_show;
      judge->progress_data = &progress;
      judge->stop = &assay_progress_stop;
      status = assay_rotation_judge_run (judge, ctx);
    }
  assay_progress_end (&progress);
  for (n = 0; n < run->targets && status == ASSAY_OK; n++)
    if (run->judge[n].has_got)
      status = collect (run, &run->judge[n], ctx);
  return status;
}

void
assay_turn_run_describe (struct assay_text *text,
                         const struct assay_turn_run *run)
{
  const struct assay_layout *layout = &run->rotation->layout;

  if (run->options->text[ASSAY_TURN_CASE])
    assay_text_printf (text, "%s: RotaryEmbedding, %zu pair%s, %s",
                       run->options->text[ASSAY_TURN_CASE],
                       layout->rotary_dim / 2,
                       layout->rotary_dim == 2 ? "" : "s",
                       assay_pairing_name (layout->pairing));
  else
    assay_turn_describe (text, &run->source, run->options);
  if (run->judge[0].follows_contract)
    assay_text_printf (text, "; contract: two products and a sum in %s",
                       assay_fmt_shape (run->contract.arithmetic)->name);
}
