/* cmd_kernel_invariants.c -- assay kernel invariants: checks that need no
   reference */

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cli/commands.h"
#include "cli/kernel_options.h"
#include "cli/kernel_places.h"
#include "cli/turn_source.h"
#include "cli/usual_options.h"
#include "kernel/invariants.h"
#include "report/invariants_report.h"

static const char help[] =
  "Usage: assay kernel invariants --x=FILE --got=FILE [OPTION]...\n"
  "       assay kernel invariants --q-got=FILE,FILE --k-got=FILE,FILE "
  "--shift=D\n"
  "                               [OPTION]...\n"
  "       assay kernel invariants --q=FILE --k=FILE --v=FILE [--got=FILE]\n"
  "                               [--weights=FILE] [OPTION]...\n"
  "Check what must hold of a kernel's dumps whatever the right numbers are.\n"
  "Turned tensors: position 0 is the identity, other columns are copied, "
  "norms of\npairs are kept; scores do not change when every position is "
  "shifted.  Attention:\nequal rows give equal outputs, one legal key returns "
  "its value, outputs lie in\nthe hull of the legal values, rows of weights "
  "sum to 1, blocked weights are 0.\n\n"
  "  --x=FILE             queries or keys before the rotation\n"
  "  --got=FILE           what the kernel made of x, or its outputs\n"
  "  --q-got=FILE,FILE    turned queries, and the same shifted\n"
  "  --k-got=FILE,FILE    turned keys, and the same shifted\n"
  "  --shift=D            by how many positions\n"
  "  --q=FILE             queries\n"
  "  --k=FILE             keys\n"
  "  --v=FILE             values\n"
  "  --weights=FILE       what the softmax gave\n"
  "  --arithmetic=f64|f32|f16|bf16   the format of the kernel's sums, at the "
  "least\n"
  "                       (that of x; in attention f32, or f64 for dumps of "
  "f64)\n"
  "  --layout=adjacent|split-half   of x; needed without --config\n"
  "  --rotary-dim=R       columns that turn, the first ones (all)\n"
  "  --config=FILE        layout, rotary width and magnitude of a "
  "config.json\n"
  "  --layer=K            the layer of the config\n"
  "  --length=N           positions in the call, where the config asks\n"
  "  --positions=A..B|FILE   position of each row (0, 1, 2, ...)\n"
  "  --past-k=FILE        keys that come before k\n"
  "  --past-v=FILE        their values\n"
  "  --mask=FILE          as for assay kernel attention, and so are\n"
  "  --causal[=WHERE]     keys up to the query's own position\n"
  "  --align=WHERE        where query 0 stands, without --causal\n"
  "  --window=L,R         L keys before and R after the query's own\n"
  "  --valid-length=LIST|FILE   keys that count\n"
  "  --alibi=paper|mpt|ggml|LIST|FILE   slopes\n"
  "  --sink=LIST|FILE     scores that weigh in the sum alone\n"
  "  --axes=AXES          bhsd (the default), bshd, hsd, sd, bs(hd), ...\n"
  "  --heads=HQ,HK        query and key heads, of x H; needed for (hd)\n"
  "  --dtype-x=TYPE       read the bits as bf16, e4m3, ...; likewise\n"
  "  --dtype-q=TYPE\n  --dtype-k=TYPE\n  --dtype-v=TYPE\n"
  "  --dtype-mask=TYPE\n  --dtype-past=TYPE\n"
  "  --dtype-got=TYPE     of every dump\n"
  "  --format=text|json   how to print (text)\n"
  "  --help               print this and end\n"
  "  --version            print the version and end\n\n"
  "A check that fails names the first index, what was expected and what was "
  "found.\nThe bounds are Lemmas B100, B101 and B103 of doc/bounds.md.\n\n"
  "Exit status: 0 all that apply hold, 1 one fails, 2 unreadable, refused or\n"
  "misused, 3 open.\n";

enum own { OWN_Q_GOT, OWN_K_GOT, OWN_SHIFT, OWN_WEIGHTS, OWN_ARITHMETIC,
           OWN_COUNT };

static const int kernel_options[] = {
  ASSAY_OPTION_GOT, ASSAY_OPTIONS_END
};

static const int turn_options[] = {
  ASSAY_TURN_X, ASSAY_TURN_GOT, ASSAY_TURN_LAYOUT, ASSAY_TURN_ROTARY_DIM,
  ASSAY_TURN_CONFIG, ASSAY_TURN_LAYER, ASSAY_TURN_LENGTH,
  ASSAY_TURN_POSITIONS, ASSAY_TURN_AXES, ASSAY_TURN_HEADS,
  ASSAY_TURN_DTYPE_X, ASSAY_TURN_DTYPE_GOT, ASSAY_OPTIONS_END
};

static const struct assay_own_option own_options[] = {
  { "q-got", OWN_Q_GOT }, { "k-got", OWN_K_GOT }, { "shift", OWN_SHIFT },
  { "weights", OWN_WEIGHTS }, { "arithmetic", OWN_ARITHMETIC },
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
  int format;
};

/* FMT <- --arithmetic; unchanged without it.  */
static enum assay_status
read_arithmetic (enum assay_fmt *fmt, const struct arguments *a,
                 struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, "--arithmetic", 0 };
  const char *text = a->own[OWN_ARITHMETIC];

  if (text && (assay_fmt_find (fmt, text) != ASSAY_OK
               || *fmt == ASSAY_FMT_E4M3 || *fmt == ASSAY_FMT_E5M2))
    return assay_fail (ctx, ASSAY_EVALUE, &where, "f64, f32, f16 or bf16",
                       "\"%s\"", text);
  return ASSAY_OK;
}

/* ---- the three kinds of dumps ---- */

/* No check looks at the angles: any base will do where no config tells the
   magnitude.  */
static enum assay_status
check_rope (struct assay_invariant *all, size_t *count, struct arguments *a,
            struct assay_ctx *ctx)
{
  struct assay_turned_dump dump = { .magnitude = NULL };
  struct assay_turn_source source;
  struct assay_tensor got;
  enum assay_status status;

  memset (&source, 0, sizeof source);
  memset (&got, 0, sizeof got);
  if (a->turn.text[ASSAY_TURN_CONFIG] == NULL)
    a->turn.text[ASSAY_TURN_BASE] = "10000";
  status = assay_turn_source_init (&source, &a->turn, NULL, ctx);
  if (status == ASSAY_OK)
    status = assay_turn_tensor (&got, &a->turn, ASSAY_TURN_GOT,
                                ASSAY_TURN_DTYPE_GOT, ctx);
  if (status == ASSAY_OK)
    status = assay_turn_view (&dump.got, &got, &a->turn, ASSAY_TURN_GOT, ctx);
  dump.rotation = &source.rotation;
  dump.magnitude = source.steps.magnitude;
  dump.arithmetic = ASSAY_FMT_F32;
  if (status == ASSAY_OK && assay_dtype_fmt (&dump.arithmetic,
                                             source.x_view.dtype)
      && (dump.arithmetic == ASSAY_FMT_E4M3
          || dump.arithmetic == ASSAY_FMT_E5M2))
    dump.arithmetic = ASSAY_FMT_F32;
  if (status == ASSAY_OK)
    status = read_arithmetic (&dump.arithmetic, a, ctx);
  if (status == ASSAY_OK)
    {
      *count = ASSAY_ROPE_INVARIANTS;
      status = assay_invariants_rope (all, &dump, ctx);
    }
  assay_tensor_close (&got);
  assay_turn_source_clear (&source);
  return status;
}

/* The two tensors of "FILE,FILE", given as OWN.  */
static enum assay_status
open_two (struct assay_tensor tensor[2], struct assay_view view[2],
          struct arguments *a, enum own own, struct assay_ctx *ctx)
{
  const char *option = own == OWN_Q_GOT ? "--q-got" : "--k-got";
  const struct assay_where where = { NULL, option, 0 };
  struct assay_turn_options options = a->turn;
  enum assay_status status = ASSAY_OK;
  char *copy, *second;
  int n;

  copy = assay_strdup (a->own[own] ? a->own[own] : "");
  second = strchr (copy, ',');
  if (second == NULL)
    status = assay_fail (ctx, ASSAY_EVALUE, &where, "two tensors, FILE,FILE",
                         "\"%s\"", copy);
  else
    *second++ = '\0';
  for (n = 0; n < 2 && status == ASSAY_OK; n++)
    {
      options.text[ASSAY_TURN_GOT] = n == 0 ? copy : second;
      status = assay_turn_tensor (&tensor[n], &options, ASSAY_TURN_GOT,
                                  ASSAY_TURN_DTYPE_GOT, ctx);
      if (status == ASSAY_OK)
        status = assay_dtype_need_fmt (NULL, tensor[n].dtype, ctx, &where);
      if (status == ASSAY_OK)
        status = assay_turn_view (&view[n], &tensor[n], &options,
                                  ASSAY_TURN_GOT, ctx);
    }
  free (copy);
  return status;
}

/* DUMPS->farthest <- from --positions and --shift.  */
static enum assay_status
find_farthest (struct assay_shifted_dumps *dumps, const struct arguments *a,
               struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, "--shift", 0 };
  const char *text = a->own[OWN_SHIFT];
  double keys = (double) dumps->k[0].shape[ASSAY_VIEW_S];
  struct assay_positions positions;
  enum assay_status status = ASSAY_OK;
  long shift;
  char *end;

  if (text == NULL)
    return assay_fail (ctx, ASSAY_EVALUE, &where, "an integer", "nothing");
  shift = strtol (text, &end, 10);
  if (end == text || *end != '\0' || labs (shift) > 1l << 40)
    return assay_fail (ctx, ASSAY_EVALUE, &where, "an integer of at most 2^40 "
                       "either way", "\"%s\"", text);
  dumps->farthest = fmax (keys, (double) dumps->q[0].shape[ASSAY_VIEW_S]);
  if (a->turn.text[ASSAY_TURN_POSITIONS])
    {
      status = assay_positions_open (&positions,
                                     a->turn.text[ASSAY_TURN_POSITIONS],
                                     "--positions", 1,
                                     dumps->q[0].shape[ASSAY_VIEW_B],
                                     dumps->q[0].shape[ASSAY_VIEW_S], ctx);
      if (status == ASSAY_OK)
        dumps->farthest = fmax (fabs ((double) positions.least),
                                fabs ((double) positions.most)) + keys;
      assay_positions_close (&positions);
    }
  dumps->farthest += fabs ((double) shift);
  return status;
}

/* The coarsest of f32, f16 and bf16 that a dump was stored in: a kernel's
   sums are taken to be no better.  */
static enum assay_fmt
coarsest (const struct assay_shifted_dumps *dumps)
{
  const struct assay_view *view[] = { &dumps->q[0], &dumps->q[1],
                                      &dumps->k[0], &dumps->k[1] };
  enum assay_fmt found = ASSAY_FMT_F32;
  int n;

  for (n = 0; n < 4; n++)
    if (view[n]->dtype == ASSAY_DTYPE_BF16)
      found = ASSAY_FMT_BF16;
    else if (view[n]->dtype == ASSAY_DTYPE_F16 && found != ASSAY_FMT_BF16)
      found = ASSAY_FMT_F16;
  return found;
}

static enum assay_status
check_shift (struct assay_invariant *all, size_t *count, struct arguments *a,
             struct assay_ctx *ctx)
{
  struct assay_tensor tensor[4];
  struct assay_shifted_dumps dumps;
  enum assay_status status;
  int n;

  memset (tensor, 0, sizeof tensor);
  status = open_two (tensor, dumps.q, a, OWN_Q_GOT, ctx);
  if (status == ASSAY_OK)
    status = open_two (tensor + 2, dumps.k, a, OWN_K_GOT, ctx);
  if (status == ASSAY_OK)
    status = find_farthest (&dumps, a, ctx);
  if (status == ASSAY_OK)
    dumps.arithmetic = coarsest (&dumps);
  if (status == ASSAY_OK)
    status = read_arithmetic (&dumps.arithmetic, a, ctx);
  if (status == ASSAY_OK)
    {
      *count = 1;
      status = assay_invariant_shift (all, &dumps, ctx);
    }
  for (n = 0; n < 4; n++)
    assay_tensor_close (&tensor[n]);
  return status;
}

static enum assay_status
check_attention (struct assay_invariant *all, size_t *count,
                 struct arguments *a, struct assay_ctx *ctx)
{
  struct assay_kernel_options weights = a->kernel;
  struct assay_attention_dump dump = { .has_got = 0 };
  struct assay_kernel_tensors tensors;
  struct assay_problem problem;
  struct assay_tensor got[2];
  enum assay_status status;

  memset (got, 0, sizeof got);
  dump.problem = &problem;
  dump.has_got = a->kernel.text[ASSAY_OPTION_GOT] != NULL;
  dump.has_weights = a->own[OWN_WEIGHTS] != NULL;
  weights.text[ASSAY_OPTION_GOT] = a->own[OWN_WEIGHTS];
  status = assay_kernel_options_problem (&problem, &tensors, &a->kernel, ctx);
  if (status == ASSAY_OK && dump.has_got)
    status = assay_option_view (&dump.got, &got[0], &a->kernel,
                                ASSAY_OPTION_GOT, ASSAY_OPTION_DTYPE_GOT,
                                problem.q_heads, ctx);
  if (status == ASSAY_OK && dump.has_weights)
    status = assay_option_view (&dump.weights, &got[1], &weights,
                                ASSAY_OPTION_GOT, ASSAY_OPTION_DTYPE_GOT,
                                problem.q_heads, ctx);
  dump.arithmetic
    = (!dump.has_got || dump.got.dtype == ASSAY_DTYPE_F64)
      && (!dump.has_weights || dump.weights.dtype == ASSAY_DTYPE_F64)
      ? ASSAY_FMT_F64 : ASSAY_FMT_F32;
  if (status == ASSAY_OK)
    status = read_arithmetic (&dump.arithmetic, a, ctx);
  if (status == ASSAY_OK)
    {
      *count = ASSAY_ATTENTION_INVARIANTS;
      status = assay_invariants_attention (all, &dump, ctx);
    }
  assay_tensor_close (&got[0]);
  assay_tensor_close (&got[1]);
  assay_problem_clear (&problem);
  assay_kernel_tensors_close (&tensors);
  return status;
}

/* ---- all of it ---- */

static int
answer (struct arguments *a)
{
  struct assay_invariant all[ASSAY_ATTENTION_INVARIANTS];
  enum assay_verdict verdict = ASSAY_OPEN;
  enum assay_status status;
  struct assay_text text;
  struct assay_ctx ctx;
  size_t count = 0, n;

  assay_ctx_init (&ctx);
  assay_text_init (&text);
  if (a->turn.text[ASSAY_TURN_X])
    status = check_rope (all, &count, a, &ctx);
  else if (a->own[OWN_Q_GOT])
    status = check_shift (all, &count, a, &ctx);
  else
    status = check_attention (all, &count, a, &ctx);
  if (status == ASSAY_OK)
    {
      verdict = assay_invariants_all (all, count);
      if (a->format == ASSAY_FORMAT_JSON)
        assay_invariants_report_json (&text, all, count, PACKAGE_VERSION);
      else
        assay_invariants_report_text (&text, all, count);
    }
  for (n = 0; n < count; n++)
    assay_invariant_clear (&all[n]);
  return status == ASSAY_OK
         ? assay_cli_print (&text, assay_verdict_exit (verdict))
         : assay_cli_refuse (&ctx, NULL);
}

/* Whether the options ask for one thing; a complaint otherwise.  */
static int
asks_for_one (const struct arguments *a, const char *command)
{
  int turned = a->turn.text[ASSAY_TURN_X] != NULL;
  int shifted = a->own[OWN_Q_GOT] || a->own[OWN_K_GOT];
  int attention = a->kernel.text[ASSAY_OPTION_Q] != NULL;
  int has_got = a->kernel.text[ASSAY_OPTION_GOT] != NULL;

  if (turned + shifted + attention != 1)
    assay_cli_misuse (command, "expected one of --x, --q-got with --k-got, "
                      "and --q with --k and --v, found %d of them",
                      turned + shifted + attention);
  else if (turned && !has_got)
    assay_cli_misuse (command, "expected --got beside --x, found none");
  else if (attention && !has_got && !a->own[OWN_WEIGHTS])
    assay_cli_misuse (command, "expected --got or --weights beside --q, found "
                      "neither");
  else
    return 1;
  return 0;
}

int
assay_cmd_kernel_invariants (int argc, char **argv)
{
  struct arguments a = { .format = 0 };
  int status;

  if (!assay_places_take (&status, &a.kernel, &a.turn, a.own, &places, help,
                          argc, argv))
    return status;
  if (a.kernel.text[ASSAY_OPTION_FORMAT]
      && !assay_cli_choice (&a.format, a.kernel.text[ASSAY_OPTION_FORMAT],
                            "--format", assay_text_or_json))
    return ASSAY_EXIT_MISUSE;
  if (!asks_for_one (&a, argv[0]))
    return ASSAY_EXIT_MISUSE;
  return answer (&a);
}
