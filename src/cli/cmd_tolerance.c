/* cmd_tolerance.c -- assay tolerance: which mistakes a tolerance lets
   through */

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/usual_options.h"
#include "report/tolerance_report.h"

static const char help[] =
  "Usage: assay tolerance --shape=B,H,S,D --atol=A [OPTION]...\n"
  "Say which known mistakes of attention a tolerance would accept: draw "
  "inputs, evaluate\nevery mistake beside the right value, and list those "
  "whose every output stays within\nthe tolerance.\n\n"
  "  --shape=B,H,S,D      batches, heads, positions and width of q, k and v\n"
  "  --dtype=f64|f32|f16|bf16|e4m3|e5m2   of the inputs and outputs (f32)\n"
  "  --input-std=X        standard deviation of the inputs (1)\n"
  "  --causal             each position sees itself and those before\n"
  "  --atol=A             accepted when |wrong - right| <= A + R*|right| "
  "everywhere;\n"
  "  --rtol=R             A and R are 0 where they are not given\n"
  "  --max-ulp=N          accepted when no change is above N ulps; beside a "
  "tolerance,\n"
  "                       both must hold\n"
  "  --mistake=NAME       this one alone: \"scale missing\", as "
  "--format=json names it\n"
  "  --seed=S             of the inputs (0)\n"
  "  --jobs=N             threads (one a core)\n"
  "  --format=text|json   how to print (text)\n"
  "  --help               print this and end\n"
  "  --version            print the version and end\n\n"
  "Exit status: 0 no mistake is accepted, 1 some are, 2 misused, 3 some are "
  "open.\n";

enum { OPT_SHAPE = 256, OPT_DTYPE, OPT_STD, OPT_CAUSAL, OPT_ATOL, OPT_RTOL,
       OPT_MAX_ULP, OPT_MISTAKE, OPT_SEED, OPT_JOBS };

static const struct option options[] = {
  { "shape", required_argument, NULL, OPT_SHAPE },
  { "dtype", required_argument, NULL, OPT_DTYPE },
  { "input-std", required_argument, NULL, OPT_STD },
  { "causal", no_argument, NULL, OPT_CAUSAL },
  { "atol", required_argument, NULL, OPT_ATOL },
  { "rtol", required_argument, NULL, OPT_RTOL },
  { "max-ulp", required_argument, NULL, OPT_MAX_ULP },
  { "mistake", required_argument, NULL, OPT_MISTAKE },
  { "seed", required_argument, NULL, OPT_SEED },
  { "jobs", required_argument, NULL, OPT_JOBS },
  ASSAY_USUAL_OPTIONS
};

enum { MOST_JOBS = 1024 };

struct arguments
{
  struct assay_tolerance_case asked;
  struct assay_usual_options usual;
  int has_shape;
};

static int
read_shape (struct arguments *arguments)
{
  const char *text = optarg;
  char *end;
  int n;

  for (n = 0; n < 4; n++)
    {
      unsigned long size = strtoul (text, &end, 10);

      if (text[0] < '0' || text[0] > '9' || size > INT32_MAX
          || *end != (n < 3 ? ',' : '\0'))
        return assay_cli_misuse ("tolerance", "--shape: expected B,H,S,D, "
                                 "four counts, found \"%s\"", optarg), 0;
      arguments->asked.shape[n] = size;
      text = end + 1;
    }
  arguments->has_shape = 1;
  return 1;
}

static int
read_dtype (struct arguments *arguments)
{
  if (assay_dtype_find (&arguments->asked.dtype, optarg) == ASSAY_OK
      && assay_dtype_fmt (NULL, arguments->asked.dtype))
    return 1;
  assay_cli_misuse ("tolerance", "--dtype: expected f64, f32, f16, bf16, e4m3 "
                    "or e5m2, found \"%s\"", optarg);
  return 0;
}

/* VALUE <- the decimal number of OPTION, at least 0.  */
static int
read_number (double *value, const char *option)
{
  char *end;

  *value = strtod (optarg, &end);
  if (end != optarg && *end == '\0' && isfinite (*value) && *value >= 0.0)
    return 1;
  assay_cli_misuse ("tolerance", "%s: expected a number of at least 0, found "
                    "\"%s\"", option, optarg);
  return 0;
}

static int
read_count (size_t *value, const char *option, unsigned long low,
            unsigned long high)
{
  unsigned long number;

  if (!assay_cli_number (&number, optarg, option, low, high))
    return 0;
  *value = number;
  return 1;
}

static int
read_option (int option, struct arguments *arguments)
{
  struct assay_tolerance_case *asked = &arguments->asked;
  size_t seed = 0;

  switch (option)
    {
    case OPT_SHAPE:
      return read_shape (arguments);
    case OPT_DTYPE:
      return read_dtype (arguments);
    case OPT_STD:
      return read_number (&asked->std, "--input-std");
    case OPT_CAUSAL:
      asked->causal = 1;
      return 1;
    case OPT_ATOL:
      asked->has_tolerance = 1;
      return read_number (&asked->atol, "--atol");
    case OPT_RTOL:
      asked->has_tolerance = 1;
      return read_number (&asked->rtol, "--rtol");
    case OPT_MAX_ULP:
      return read_number (&asked->max_ulp, "--max-ulp");
    case OPT_MISTAKE:
      asked->only = optarg;
      return 1;
    case OPT_SEED:
      if (!read_count (&seed, "--seed", 0, INT32_MAX))
        return 0;
      asked->seed = seed;
      return 1;
    case OPT_JOBS:
      return read_count (&asked->jobs, "--jobs", 1, MOST_JOBS);
    default:
      return assay_usual_option (&arguments->usual, option,
                                 assay_text_or_json);
    }
}

static int
answer (const struct arguments *arguments)
{
  struct assay_tolerance tolerance;
  enum assay_status status;
  struct assay_text text;
  struct assay_ctx ctx;
  int result;

  assay_ctx_init (&ctx);
  assay_text_init (&text);
  status = assay_tolerance_init (&tolerance, &arguments->asked, &ctx);
  if (status != ASSAY_OK)
    result = assay_cli_refuse (&ctx, NULL);
  else
    {
      if (arguments->usual.format == ASSAY_FORMAT_JSON)
        assay_tolerance_report_json (&text, &tolerance, PACKAGE_VERSION);
      else
        assay_tolerance_report_text (&text, &tolerance);
      result = assay_cli_print (&text, assay_verdict_exit (
        tolerance.accepted > 0 ? ASSAY_FAILS
        : tolerance.open > 0 ? ASSAY_OPEN : ASSAY_HOLDS));
    }
  assay_tolerance_clear (&tolerance);
  return result;
}

int
assay_cmd_tolerance (int argc, char **argv)
{
  struct arguments arguments = {
    .asked = { .dtype = ASSAY_DTYPE_F32, .std = 1.0, .max_ulp = -1.0,
               .jobs = assay_cli_jobs () }
  };
  int option, status;

  while ((option = assay_cli_option (argc, argv, options)) != -1)
    if (!read_option (option, &arguments))
      return ASSAY_EXIT_MISUSE;
  if (assay_cli_ends (&status, help, arguments.usual.help,
                      arguments.usual.version, 0, argc, argv))
    return status;
  if (!arguments.has_shape)
    return assay_cli_misuse (argv[0], "expected --shape, found none");
  if (!arguments.asked.has_tolerance && arguments.asked.max_ulp < 0.0)
    return assay_cli_misuse (argv[0], "expected --atol, --rtol or --max-ulp, "
                             "found none of them");
  return answer (&arguments);
}
