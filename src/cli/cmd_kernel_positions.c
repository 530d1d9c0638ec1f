/* cmd_kernel_positions.c -- assay kernel positions: where cached keys stand */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/kernel_places.h"
#include "cli/turn_source.h"
#include "cli/usual_options.h"
#include "kernel/recover.h"
#include "report/recovery_report.h"

static const char help[] =
  "Usage: assay kernel positions --keys=FILE --got=FILE SOURCE [OPTION]...\n"
  "Recover the position of every cached key from the phases of its pairs and "
  "list the\nkeys that do not stand where they are expected.  Tensors are "
  "FILE.npy or\nFILE.safetensors:NAME.\n\n"
  "  --keys=FILE          keys before the rotation\n"
  "  --got=FILE           the keys of the cache, turned\n"
  "SOURCE is one of\n"
  "  --config=FILE        angles of a model's config.json\n"
  "  --base=B             angles p*B^(-2i/r)\n"
  "OPTION is\n"
  "  --positions=A..B|FILE   the position expected of each row; FILE has the "
  "shape\n"
  "                       (rows) or (batches, rows) (0, 1, 2, ...)\n"
  "  --most=N             positions from 0 to N are looked for (65535, or "
  "twice the\n"
  "                       largest expected one)\n"
  "  --layer=K            the layer of the config (from 0), where they "
  "differ\n"
  "  --length=N           positions in the call, for dynamic and longrope "
  "configs (the\n"
  "                       largest position and 1)\n"
  "  --factor=S           angles of --base divided by S\n"
  "  --rotary-dim=R       columns that turn, the first ones (all)\n"
  "  --layout=adjacent|split-half   pairs (2i, 2i+1) or (i, i+R/2); needed "
  "without\n"
  "                       --config\n"
  "  --sign=1|-1          -1: by the negative angles (1)\n"
  "  --axes=AXES          bhsd (the default), bshd, hsd, sd, bs(hd), ...: "
  "batch,\n"
  "                       head, sequence, dimension; (hd) in one axis\n"
  "  --heads=H            heads in an axis (hd)\n"
  "  --dtype-keys=TYPE    read the bits as bf16, e4m3, ...; as well "
  "--dtype-got\n"
  "  --dtype-got=TYPE     of --got\n"
  "  --max-ulp=N          fails, too, when a key turned by the position found "
  "is more\n"
  "                       than N ulps off the cache anywhere\n"
  "  --max-bits=N         bits after which an element stays open (65536)\n"
  "  --format=text|json   how to print (text)\n"
  "  --help               print this and end\n"
  "  --version            print the version and end\n\n"
  "Exit status: 0 every key stands where it is expected, 1 one does not, 2 "
  "unreadable,\nrefused or misused, 3 a key of zeros or of too few digits "
  "leaves it open.\n";

#define USUAL_MOST 65535
#define LARGEST_MOST 0xffffffful

enum { OWN_MOST, OWN_COUNT };

static const int turn_options[] = {
  ASSAY_TURN_X, ASSAY_TURN_GOT, ASSAY_TURN_CONFIG, ASSAY_TURN_BASE,
  ASSAY_TURN_POSITIONS, ASSAY_TURN_LAYER, ASSAY_TURN_LENGTH,
  ASSAY_TURN_FACTOR, ASSAY_TURN_ROTARY_DIM, ASSAY_TURN_LAYOUT,
  ASSAY_TURN_SIGN, ASSAY_TURN_AXES, ASSAY_TURN_HEADS, ASSAY_TURN_DTYPE_X,
  ASSAY_TURN_DTYPE_GOT, ASSAY_TURN_MAX_ULP, ASSAY_TURN_MAX_BITS,
  ASSAY_OPTIONS_END
};

static const struct assay_own_option own_options[] = {
  { "most", OWN_MOST },
  { NULL, 0 }
};

static const struct assay_places places = {
  .turn = turn_options, .own = own_options
};

/* *VALUE <- of --most, at least what is expected.  */
static enum assay_status
read_most (int64_t *value, const char *text,
           const struct assay_turn_source *source, struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, "--most", 0 };
  char *end;
  unsigned long number;

  *value = 2 * source->positions.most;
  if (*value > (int64_t) LARGEST_MOST)
    *value = (int64_t) LARGEST_MOST;
  if (*value < USUAL_MOST)
    *value = USUAL_MOST;
  if (text == NULL)
    return ASSAY_OK;
  number = strtoul (text, &end, 10);
  if (text[0] < '0' || text[0] > '9' || *end != '\0' || number > LARGEST_MOST
      || (int64_t) number < source->positions.most)
    return assay_fail (ctx, ASSAY_EVALUE, &where, "an integer up to "
                       "268435455, no position expected beyond it",
                       "\"%s\"", text);
  *value = (int64_t) number;
  return ASSAY_OK;
}

/* What --max-ulp says of RECOVERY.  */
static enum assay_status
judge_ulps (enum assay_verdict *verdict, const struct assay_recovery *recovery,
            const struct assay_turn_options *options, struct assay_ctx *ctx)
{
  enum assay_status status;
  int is_given = 0;
  mpq_t most, bound;

  *verdict = ASSAY_HOLDS;
  mpq_inits (most, bound, (mpq_ptr) 0);
  status = assay_turn_exact (most, &is_given, options, ASSAY_TURN_MAX_ULP,
                             ASSAY_ZERO_OR_ABOVE, ctx);
  if (status == ASSAY_OK && is_given)
    {
      mpq_set_d (bound, recovery->ulps.low);
      if (mpq_cmp (bound, most) > 0)
        *verdict = ASSAY_FAILS;
      mpq_set_d (bound, recovery->ulps.high);
      if (*verdict == ASSAY_HOLDS && mpq_cmp (bound, most) > 0)
        *verdict = ASSAY_OPEN;
    }
  mpq_clears (most, bound, (mpq_ptr) 0);
  return status;
}

static enum assay_verdict
judge (const struct assay_recovery *recovery, enum assay_verdict ulps)
{
  if (recovery->other > 0 || recovery->none > 0 || ulps == ASSAY_FAILS)
    return ASSAY_FAILS;
  return recovery->several > 0 || recovery->silent > 0 || ulps == ASSAY_OPEN
         ? ASSAY_OPEN : ASSAY_HOLDS;
}

static int
finish (const struct assay_recovery *recovery, enum assay_verdict ulps,
        const struct assay_turn_source *source,
        const struct assay_turn_options *options, int format)
{
  struct assay_recovery_report report = {
    .version = PACKAGE_VERSION, .recovery = recovery,
    .file = options->text[ASSAY_TURN_GOT],
    .max_ulp = options->text[ASSAY_TURN_MAX_ULP],
    .verdict = judge (recovery, ulps)
  };
  struct assay_text line, text;

  assay_text_init (&line);
  assay_text_init (&text);
  assay_turn_describe (&line, source, options);
  report.problem = assay_text_string (&line);
  if (format == ASSAY_FORMAT_JSON)
    assay_recovery_report_json (&text, &report);
  else
    assay_recovery_report_text (&text, &report);
  assay_text_clear (&line);
  return assay_cli_print (&text, assay_verdict_exit (report.verdict));
}

/* RECOVERY <- of what OPTIONS name, with *ULPS as --max-ulp has it.  */
static enum assay_status
recover (struct assay_recovery *recovery, enum assay_verdict *ulps,
         struct assay_turn_source *source, struct assay_tensor *tensor,
         const struct assay_turn_options *options, const char *most,
         struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, "--got", 0 };
  struct assay_turn_dump dump = { .name = "--got" };
  enum assay_status status;
  int64_t last = 0;

  status = assay_turn_number (&ctx->max_precision, options,
                              ASSAY_TURN_MAX_BITS, 64, 1ul << 30, ctx);
  if (status == ASSAY_OK)
    status = assay_turn_source_init (source, options, NULL, ctx);
  if (status == ASSAY_OK)
    status = assay_turn_tensor (tensor, options, ASSAY_TURN_GOT,
                                ASSAY_TURN_DTYPE_GOT, ctx);
  if (status == ASSAY_OK)
    status = assay_turn_view (&dump.got, tensor, options, ASSAY_TURN_GOT,
                              ctx);
  if (status == ASSAY_OK)
    status = assay_view_check_shape (&dump.got, source->x_view.shape, ctx,
                                     &where);
  if (status == ASSAY_OK)
    status = assay_dtype_need_fmt (&dump.fmt, dump.got.dtype, ctx, &where);
  if (status == ASSAY_OK)
    status = read_most (&last, most, source, ctx);
  dump.last_row = dump.got.shape[ASSAY_VIEW_S];
  if (status == ASSAY_OK)
    status = assay_recover (recovery, &source->rotation, &dump, last, ctx);
  return status != ASSAY_OK ? status
         : judge_ulps (ulps, recovery, options, ctx);
}

static int
answer (const struct assay_turn_options *options, const char *most,
        int format)
{
  struct assay_turn_source source;
  struct assay_recovery recovery = { .row = NULL };
  struct assay_tensor tensor;
  enum assay_verdict ulps;
  enum assay_status status;
  struct assay_ctx ctx;
  int result;

  memset (&source, 0, sizeof source);
  memset (&tensor, 0, sizeof tensor);
  assay_ctx_init (&ctx);
  status = recover (&recovery, &ulps, &source, &tensor, options, most, &ctx);
  result = status == ASSAY_OK ? finish (&recovery, ulps, &source, options,
                                        format)
                              : assay_cli_refuse (&ctx, NULL);
  assay_recovery_clear (&recovery);
  assay_tensor_close (&tensor);
  assay_turn_source_clear (&source);
  return result;
}

int
assay_cmd_kernel_positions (int argc, char **argv)
{
  struct assay_turn_options options = { .x_name = "--keys",
                                        .dtype_name = "--dtype-keys" };
  struct assay_kernel_options kernel = { { NULL } };
  const char *const *text = options.text, *own[OWN_COUNT] = { NULL };
  int format = 0, status;

  if (!assay_places_take (&status, &kernel, &options, own, &places, help,
                          argc, argv))
    return status;
  if (kernel.text[ASSAY_OPTION_FORMAT]
      && !assay_cli_choice (&format, kernel.text[ASSAY_OPTION_FORMAT],
                            "--format", assay_text_or_json))
    return ASSAY_EXIT_MISUSE;
  if (text[ASSAY_TURN_X] == NULL || text[ASSAY_TURN_GOT] == NULL)
    return assay_cli_misuse (argv[0], "expected --keys and --got, found %s",
                             text[ASSAY_TURN_X] ? "--keys alone"
                             : text[ASSAY_TURN_GOT] ? "--got alone"
                             : "neither");
  if ((text[ASSAY_TURN_CONFIG] != NULL) == (text[ASSAY_TURN_BASE] != NULL))
    return assay_cli_misuse (argv[0], "expected one of --config and --base, "
                             "found %s", text[ASSAY_TURN_BASE] ? "both"
                                                               : "neither");
  return answer (&options, own[OWN_MOST], format);
}
