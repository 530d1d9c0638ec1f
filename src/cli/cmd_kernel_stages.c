/* cmd_kernel_stages.c -- assay kernel stages: the first divergence */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/kernel_options.h"
#include "cli/kernel_places.h"
#include "cli/option_text.h"
#include "cli/turn_source.h"
#include "cli/usual_options.h"
#include "kernel/exact_option.h"
#include "kernel/stages.h"
#include "report/stages_report.h"

static const char help[] =
  "Usage: assay kernel stages --q=FILE --k=FILE --v=FILE DUMP... [OPTION]...\n"
  "Judge dumps of several stages of attention and say at which stage the "
  "first\nwrong number appears.  Each is judged by what the inputs make of "
  "it, and by what\nthe dumped stage before it makes of it: an error is new "
  "where both say so,\ninherited where the second does not.\n\n"
  "  --q=FILE             queries, before any rotation\n"
  "  --k=FILE             keys\n"
  "  --v=FILE             values\n"
  "DUMP is one or more of\n"
  "  --rope-q=FILE        queries after the rotation\n"
  "  --rope-k=FILE        keys after it\n"
  "  --scores=FILE        scaled dot products\n"
  "  --capped=FILE        after the soft cap\n"
  "  --biased=FILE        after mask and ALiBi; -inf where a key is blocked\n"
  "  --weights=FILE       after the softmax\n"
  "  --output=FILE        the output; --got is the same\n"
  "  --got=FILE\n"
  "  --lse=FILE           log-sum-exp of each row\n"
  "OPTION is\n"
  "  --lse-base=e|2       its base (e)\n"
  "  --max-ulp=N          a number is wrong beyond N ulps of its mass, the "
  "sizes of\n"
  "                       the terms that make it added up (4)\n"
  "  --base=B             q and k turn by angles p*B^(-2i/r)\n"
  "  --config=FILE        or by those of a model's config.json\n"
  "  --factor=S           angles of --base divided by S\n"
  "  --layer=K            the layer of the config\n"
  "  --length=N           positions in the call, where the config asks\n"
  "  --layout=adjacent|split-half   needed beside --base\n"
  "  --rotary-dim=R       columns that turn, the first ones (all)\n"
  "  --sign=1|-1          -1: by the negative angles (1)\n"
  "  --positions=A..B|FILE   of the queries (0, 1, 2, ...)\n"
  "  --positions-k=A..B|FILE   of the keys (those of --positions)\n"
  "  --past-k=FILE        keys that come before k; not where q and k turn\n"
  "  --past-v=FILE        their values\n"
  "  --mask=FILE          as for assay kernel attention, and so are\n"
  "  --causal[=WHERE]     keys up to the query's own position\n"
  "  --align=WHERE        where query 0 stands, without --causal\n"
  "  --window=L,R         L keys before and R after the query's own\n"
  "  --valid-length=LIST|FILE   keys that count\n"
  "  --scale=NUMBER       (1/sqrt of the width)\n"
  "  --softcap=NUMBER     cap*tanh(score/cap)\n"
  "  --alibi=paper|mpt|ggml|LIST|FILE   slopes\n"
  "  --sink=LIST|FILE     scores that weigh in the sum alone\n"
  "  --axes=AXES          bhsd (the default), bshd, hsd, sd, ...\n"
  "  --heads=HQ,HK        query and key heads\n"
  "  --dtype-q=TYPE       read the bits as bf16, e4m3, ...; likewise\n"
  "  --dtype-k=TYPE\n  --dtype-v=TYPE\n"
  "  --dtype-mask=TYPE\n  --dtype-past=TYPE\n"
  "  --dtype-got=TYPE     of every dump\n"
  "  --format=text|json   how to print (text)\n"
  "  --help               print this and end\n"
  "  --version            print the version and end\n\n"
  "Exit status: 0 no stage diverges, 1 one does, 2 unreadable, refused or "
  "misused,\n3 open.\n";

enum { OWN_POSITIONS_K = ASSAY_STEPS, OWN_COUNT };

static const int kernel_options[] = {
  ASSAY_OPTION_LSE_BASE, ASSAY_OPTION_MAX_ULP, ASSAY_OPTION_SCALE,
  ASSAY_OPTION_SOFTCAP, ASSAY_OPTIONS_END
};

/* The heads of a rotation are those of the tensor that it turns.  */
static const int turn_options[] = {
  ASSAY_TURN_BASE, ASSAY_TURN_CONFIG, ASSAY_TURN_FACTOR, ASSAY_TURN_LAYER,
  ASSAY_TURN_LENGTH, ASSAY_TURN_LAYOUT, ASSAY_TURN_ROTARY_DIM,
  ASSAY_TURN_SIGN, ASSAY_TURN_POSITIONS, ASSAY_TURN_AXES, ASSAY_OPTIONS_END
};

/* A stage that is dumped has its place.  */
static const struct assay_own_option own_options[] = {
  { "rope-q", ASSAY_STEP_ROPE_Q }, { "rope-k", ASSAY_STEP_ROPE_K },
  { "scores", ASSAY_STEP_SCORES }, { "capped", ASSAY_STEP_CAPPED },
  { "biased", ASSAY_STEP_BIASED }, { "weights", ASSAY_STEP_WEIGHTS },
  { "output", ASSAY_STEP_OUTPUT }, { "got", ASSAY_STEP_OUTPUT },
  { "lse", ASSAY_STEP_LSE }, { "positions-k", OWN_POSITIONS_K },
  { NULL, 0 }
};

static const struct assay_places places = {
  .has_problem = true, .kernel = kernel_options, .turn = turn_options,
  .own = own_options
};

struct arguments
{
  struct assay_kernel_options kernel;
  struct assay_turn_options turn;
  const char *own[OWN_COUNT];
  int format, base;
};

/* All that is open.  */
struct run
{
  struct assay_problem problem;
  struct assay_kernel_tensors tensors;
  struct assay_turn_source source[2];   /* of q and of k */
  struct assay_tensor dump[ASSAY_STEPS];
  struct assay_stages stages;
};

/* ---- rotations ---- */

/* What turns q, and what turns k, where --base or --config say so.  */
static enum assay_status
open_rotations (struct run *run, const struct arguments *a,
                struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, "--past-k", 0 };
  struct assay_turn_options options = a->turn;
  enum assay_status status = ASSAY_OK;
  char heads[24];
  int n;

  if (a->turn.text[ASSAY_TURN_BASE] == NULL
      && a->turn.text[ASSAY_TURN_CONFIG] == NULL)
    return ASSAY_OK;
  if (run->problem.has_past)
    return assay_fail (ctx, ASSAY_EVALUE, &where, "no past where q and k "
                       "turn", "one");
  for (n = 0; n < 2 && status == ASSAY_OK; n++)
    {
      const struct assay_view *view = n == 0 ? &run->problem.q
                                             : &run->problem.k;

      options.text[ASSAY_TURN_X]
        = a->kernel.text[n == 0 ? ASSAY_OPTION_Q : ASSAY_OPTION_K];
      options.text[ASSAY_TURN_DTYPE_X]
        = a->kernel.text[n == 0 ? ASSAY_OPTION_DTYPE_Q
                                : ASSAY_OPTION_DTYPE_K];
      if (n == 1 && a->own[OWN_POSITIONS_K])
        options.text[ASSAY_TURN_POSITIONS] = a->own[OWN_POSITIONS_K];
      snprintf (heads, sizeof heads, "%zu", view->shape[ASSAY_VIEW_H]);
      options.text[ASSAY_TURN_HEADS] = heads;
      status = assay_turn_source_init (&run->source[n], &options, NULL, ctx);
      run->stages.rotation[n] = &run->source[n].rotation;
    }
  return status;
}

/* ---- dumps ---- */


static enum assay_status
open_dump (struct run *run, const struct arguments *a, enum assay_step step,
           struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, assay_step_name (step), 0 };
  struct assay_stage_dump *dump = &run->stages.dump[step];
  struct assay_kernel_options options = a->kernel;
  enum assay_status status;
  size_t heads = step == ASSAY_STEP_ROPE_K ? run->problem.kv_heads
                                           : run->problem.q_heads;

  if (a->own[step] == NULL)
    return ASSAY_OK;
  if (step <= ASSAY_STEP_ROPE_K && run->stages.rotation[0] == NULL)
    return assay_fail (ctx, ASSAY_EVALUE, &where, "--base=B or --config=FILE "
                       "beside it", "neither");
  dump->has_dump = 1;
  options.text[ASSAY_OPTION_GOT] = a->own[step];
  if (step == ASSAY_STEP_LSE)
    status = assay_option_lse_view (&dump->view, &run->dump[step], &options,
                                    ASSAY_OPTION_GOT, ASSAY_OPTION_DTYPE_GOT,
                                    ctx);
  else
    status = assay_option_view (&dump->view, &run->dump[step], &options,
                                ASSAY_OPTION_GOT, ASSAY_OPTION_DTYPE_GOT,
                                heads, ctx);
  return status != ASSAY_OK ? status
         : assay_dtype_need_fmt (&dump->fmt, dump->view.dtype, ctx, &where);
}

/* --max-ulp, a binary64 no larger than what it spells.  */
static enum assay_status
read_limit (struct assay_stages *stages, const struct arguments *a,
            struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, "--max-ulp", 0 };
  const char *text = a->kernel.text[ASSAY_OPTION_MAX_ULP];
  enum assay_status status;
  mpq_t limit;

  stages->max_ulp = 4.0;
  if (text == NULL)
    return ASSAY_OK;
  mpq_init (limit);
  status = assay_exact_option (limit, text, "--max-ulp", ctx);
  if (status == ASSAY_OK && (mpq_sgn (limit) < 0
                             || mpq_cmp_ui (limit, 1ul << 30, 1) > 0))
    status = assay_fail (ctx, ASSAY_EVALUE, &where, "a number from 0 to 2^30",
                         "\"%s\"", text);
  if (status == ASSAY_OK)
    stages->max_ulp = mpq_get_d (limit);
  mpq_clear (limit);
  return status;
}

static enum assay_status
open_run (struct run *run, const struct arguments *a, struct assay_ctx *ctx)
{
  enum assay_status status;
  int step;

  memset (run, 0, sizeof *run);
  run->stages.problem = &run->problem;
  run->stages.in_bits = a->base;
  status = assay_kernel_options_problem (&run->problem, &run->tensors,
                                         &a->kernel, ctx);
  if (status == ASSAY_OK)
    status = open_rotations (run, a, ctx);
  if (status == ASSAY_OK)
    status = read_limit (&run->stages, a, ctx);
  for (step = 0; step < ASSAY_STEPS && status == ASSAY_OK; step++)
    status = open_dump (run, a, (enum assay_step) step, ctx);
  return status;
}

static void
close_run (struct run *run)
{
  int step;

  for (step = 0; step < ASSAY_STEPS; step++)
    assay_tensor_close (&run->dump[step]);
  assay_turn_source_clear (&run->source[0]);
  assay_turn_source_clear (&run->source[1]);
  assay_problem_clear (&run->problem);
  assay_kernel_tensors_close (&run->tensors);
}

static int
answer (const struct arguments *a)
{
  enum assay_verdict verdict = ASSAY_OPEN;
  enum assay_status status;
  struct assay_text text;
  struct assay_ctx ctx;
  struct run run;

  assay_ctx_init (&ctx);
  assay_text_init (&text);
  status = open_run (&run, a, &ctx);
  if (status == ASSAY_OK)
    status = assay_stages_judge (&run.stages, &ctx);
  if (status == ASSAY_OK)
    {
      verdict = assay_stages_verdict (&run.stages);
      if (a->format == ASSAY_FORMAT_JSON)
        assay_stages_report_json (&text, &run.stages, PACKAGE_VERSION);
      else
        assay_stages_report_text (&text, &run.stages);
    }
  close_run (&run);
  return status == ASSAY_OK
         ? assay_cli_print (&text, assay_verdict_exit (verdict))
         : assay_cli_refuse (&ctx, NULL);
}

int
assay_cmd_kernel_stages (int argc, char **argv)
{
  struct arguments a = { .format = 0 };
  int step, has_dump = 0, status;

  if (!assay_places_take (&status, &a.kernel, &a.turn, a.own, &places, help,
                          argc, argv))
    return status;
  for (step = 0; step < ASSAY_STEPS; step++)
    has_dump |= a.own[step] != NULL;
  if (!has_dump)
    return assay_cli_misuse (argv[0], "expected a dump (--rope-q, --rope-k, "
                             "--scores, --capped, --biased, --weights, "
                             "--output or --lse), found none");
  if ((a.kernel.text[ASSAY_OPTION_FORMAT]
       && !assay_cli_choice (&a.format, a.kernel.text[ASSAY_OPTION_FORMAT],
                             "--format", assay_text_or_json))
      || (a.kernel.text[ASSAY_OPTION_LSE_BASE]
          && !assay_cli_choice (&a.base, a.kernel.text[ASSAY_OPTION_LSE_BASE],
                                "--lse-base", assay_option_lse_bases)))
    return ASSAY_EXIT_MISUSE;
  return answer (&a);
}
