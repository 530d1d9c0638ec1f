/* cmd_attention.c -- assay attention: certified weights and outputs */

#include "config.h"

#include "attention/attention_request.h"
#include "attention/number.h"
#include "base/json.h"
#include "cli/commands.h"
#include "cli/option_text.h"
#include "cli/usual_options.h"
#include "report/attention_report.h"

static const char help[] =
  "Usage: assay attention [OPTION]... [FILE|-]\n"
  "Print the weights and outputs of scaled-dot-product attention:\n"
  "softmax (q_i . k_j / sqrt (d)) over the legal keys of each row, then the "
  "weighted\nsum of the rows of v.  What is rational is printed as a "
  "fraction, the rest with\ncorrectly rounded digits.\n\n"
  "FILE (standard input without one) holds a JSON request:\n"
  "  {\"q\":[[0],[1]],\"k\":[[0],[1]],\"v\":[[0],[\"4/3\"]],\n"
  "   \"allowed\":[[true,false],[true,true]],\"causal\":true}\n"
  "allowed (true = may be seen) may be null or absent; causal intersects it "
  "with\nj <= i and is required.  A row without a legal key is an error.\n\n"
  "  --digits=N           significant digits (17)\n"
  "  --precision=BITS     enclose with at least so many bits (64)\n"
  "  --round=f64|f32|f16|bf16|e4m3|e5m2  the correctly rounded float "
  "instead\n"
  "  --profile=open|lesson  the contract to hold the request to (open)\n"
  "  --format=text|json   how to print (text); json adds each enclosure,\n"
  "                       whose ends agree in the first N digits\n"
  "  --help               print this and end\n"
  "  --version            print the version and end\n\n"
  "Exit status: 0 printed, 2 unreadable, refused or misused.\n";

enum { OPT_DIGITS = 256, OPT_PRECISION, OPT_ROUND, OPT_PROFILE };

static const struct option options[] = {
  { "digits", required_argument, NULL, OPT_DIGITS },
  { "precision", required_argument, NULL, OPT_PRECISION },
  { "round", required_argument, NULL, OPT_ROUND },
  { "profile", required_argument, NULL, OPT_PROFILE },
  ASSAY_USUAL_OPTIONS
};

static const char *const profiles[] = { "open", "lesson", NULL };

enum { MAX_DIGITS = 1000000, MAX_PRECISION = 1 << 24 };
/* Bits that telling a number from a decimal beside it may take: so many are
   a fraction of a second, and 79,000 digits.  */
enum { BUDGET_PRECISION = 1 << 18 };

struct arguments
{
  struct assay_settling how;
  struct assay_usual_options usual;
  int profile;
};

static int
take_option (struct arguments *a, int found)
{
  unsigned long number;
  int index;

  switch (found)
    {
    case OPT_DIGITS:
      return assay_cli_number (&a->how.digits, optarg, "--digits", 1,
                               MAX_DIGITS);
    case OPT_PRECISION:
      if (!assay_cli_number (&number, optarg, "--precision", 2,
                             MAX_PRECISION))
        return 0;
      a->how.precision = (mpfr_prec_t) number;
      return 1;
    case OPT_ROUND:
      if (!assay_cli_choice (&index, optarg, "--round", assay_option_floats))
        return 0;
      a->how.rounds = 1;
      a->how.fmt = (enum assay_fmt) index;
      return 1;
    case OPT_PROFILE:
      return assay_cli_choice (&a->profile, optarg, "--profile", profiles);
    default:
      return assay_usual_option (&a->usual, found, assay_text_or_json);
    }
}

static enum assay_status
read_request (struct assay_attention *request, const struct arguments *a,
              const char *file, struct assay_ctx *ctx)
{
  enum assay_status status;
  json_t *root;

  status = assay_json_read (&root, file, ctx);
  if (status == ASSAY_OK)
    status = assay_attention_request_read (request, root,
                                           (enum assay_profile) a->profile,
                                           ctx);
  json_decref (root);
  return status;
}

static int
answer (const struct arguments *a, const char *file)
{
  struct assay_attention_result result = { 0 };
  struct assay_attention request;
  enum assay_status status;
  struct assay_text text;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ctx.max_precision = BUDGET_PRECISION;
  assay_text_init (&text);
  assay_attention_init (&request);
  status = read_request (&request, a, file, &ctx);
  if (status == ASSAY_OK)
    status = assay_attention_settle (&result, &request, &a->how, &ctx);
  if (status == ASSAY_OK && a->usual.format == ASSAY_FORMAT_JSON)
    assay_attention_report_json (&text, &result, &a->how, PACKAGE_VERSION);
  else if (status == ASSAY_OK)
    assay_attention_report_text (&text, &result, &a->how);
  assay_attention_result_clear (&result);
  assay_attention_clear (&request);
  return assay_cli_answer (&text, ASSAY_EXIT_HOLDS, status, &ctx, file);
}

int
assay_cmd_attention (int argc, char **argv)
{
  struct arguments a = { .how = { .digits = 17, .precision = 64 } };
  int found, status;

  while ((found = assay_cli_option (argc, argv, options)) != -1)
    if (!take_option (&a, found))
      return ASSAY_EXIT_MISUSE;
  if (assay_cli_ends (&status, help, a.usual.help, a.usual.version, 1, argc,
                      argv))
    return status;
  a.how.value_alone = a.usual.format != ASSAY_FORMAT_JSON;
  return answer (&a, optind < argc ? argv[optind] : "-");
}
