/* cmd_rotary.c -- assay rotary: exact scores */

#include "config.h"

#include <stdlib.h>

#include "base/json.h"
#include "base/memory.h"
#include "cli/commands.h"
#include "cli/usual_options.h"
#include "exact/rotary_options.h"
#include "exact/rotary_request.h"
#include "report/rotary_report.h"

static const char help[] =
  "Usage: assay rotary [OPTION]... [FILE|-]\n"
  "  or:  assay rotary --query=1,0 --at=4 --key=1,0@1 --key=1,0@3 "
  "--rotor=3/5,4/5\n"
  "Print the exact score of a query against each key, one a line with its "
  "position:\nq^T R^(n-m) k, adjacent pairs, R = [[c,-s],[s,c]] a pair.\n\n"
  "FILE (standard input without one) holds a JSON request:\n"
  "  {\"query\":[1,0],\"query_position\":4,\"keys\":[[1,0],[1,0]],\n"
  "   \"key_positions\":[1,3],\"rotations\":[[\"3/5\",\"4/5\"]]}\n"
  "Integers are JSON integers, fractions strings; JSON reals are refused.\n"
  "\n"
  "  --query=X,Y,...      the query's components: integers, fractions or "
  "decimals\n"
  "  --at=M               the query's position\n"
  "  --key=X,Y,...@N      a key and its position; may be repeated\n"
  "  --rotor=C,S          cosine and sine of the next pair, C^2 + S^2 = 1\n"
  "  --profile=open|lesson  the contract to hold the request to (open)\n"
  "  --decimal=PLACES     decimals as well, rounded to nearest even\n"
  "  --steps              show the powers, rotated vectors and products\n"
  "  --max-bits=BITS      refuse larger integers, predicted (2^30)\n"
  "  --format=text|json   how to print (text)\n"
  "  --help               print this and end\n"
  "  --version            print the version and end\n\n"
  "Exit status: 0 printed, 2 unreadable, refused or misused.\n";

enum { OPT_QUERY = 256, OPT_AT, OPT_KEY, OPT_ROTOR, OPT_PROFILE, OPT_DECIMAL,
       OPT_STEPS, OPT_MAX_BITS };

static const struct option options[] = {
  { "query", required_argument, NULL, OPT_QUERY },
  { "at", required_argument, NULL, OPT_AT },
  { "key", required_argument, NULL, OPT_KEY },
  { "rotor", required_argument, NULL, OPT_ROTOR },
  { "profile", required_argument, NULL, OPT_PROFILE },
  { "decimal", required_argument, NULL, OPT_DECIMAL },
  { "steps", no_argument, NULL, OPT_STEPS },
  { "max-bits", required_argument, NULL, OPT_MAX_BITS },
  ASSAY_USUAL_OPTIONS
};

static const char *const profiles[] = { "open", "lesson", NULL };

/* No decimals, and no budget, beyond what GMP can hold.  */
#define MAX_PLACES 1000000000ul
#define MAX_MAX_BITS (1ul << 36)

struct arguments
{
  struct assay_rotary_words words;
  const char **keys, **rotors;
  struct assay_rotary_style style;
  struct assay_usual_options usual;
  int profile;
  unsigned long max_bits;
};

/* 0 after a complaint.  */
static int
take_option (struct arguments *a, int found)
{
  switch (found)
    {
    case OPT_QUERY:
      a->words.query = optarg;
      return 1;
    case OPT_AT:
      a->words.at = optarg;
      return 1;
    case OPT_KEY:
      a->keys[a->words.key_count++] = optarg;
      return 1;
    case OPT_ROTOR:
      a->rotors[a->words.rotor_count++] = optarg;
      return 1;
    case OPT_PROFILE:
      return assay_cli_choice (&a->profile, optarg, "--profile", profiles);
    case OPT_DECIMAL:
      a->style.decimals = 1;
      return assay_cli_number (&a->style.places, optarg, "--decimal", 0,
                               MAX_PLACES);
    case OPT_STEPS:
      a->style.steps = 1;
      return 1;
    case OPT_MAX_BITS:
      return assay_cli_number (&a->max_bits, optarg, "--max-bits", 1,
                               MAX_MAX_BITS);
    default:
      return assay_usual_option (&a->usual, found, assay_text_or_json);
    }
}

static int
has_words (const struct arguments *a)
{
  return a->words.query || a->words.at || a->words.key_count > 0
         || a->words.rotor_count > 0;
}

/* A file may have no keys, but who gives options and no key forgot it.  */
static enum assay_status
read_words (struct assay_rotary *request, const struct arguments *a,
            struct assay_ctx *ctx)
{
  struct assay_where where = { NULL, "--key", 0 };
  enum assay_status status;

  status = assay_rotary_words_read (request, &a->words,
                                    (enum assay_profile) a->profile, ctx);
  if (status == ASSAY_OK && request->key_count == 0)
    status = assay_fail (ctx, ASSAY_EVALUE, &where,
                         "a key and its position such as 1,0@3",
                         "no such option");
  return status;
}

static enum assay_status
read_request (struct assay_rotary *request, const struct arguments *a,
              const char *file, struct assay_ctx *ctx)
{
  enum assay_status status;
  json_t *root;

  if (file == NULL)
    return read_words (request, a, ctx);
  status = assay_json_read (&root, file, ctx);
  if (status == ASSAY_OK)
    status = assay_rotary_request_read (request, root,
                                        (enum assay_profile) a->profile,
                                        ctx);
  json_decref (root);
  return status;
}

/* Decimals are costed like the scores themselves: a numerator is multiplied
   by 10^places.  */
static enum assay_status
afford_places (const struct arguments *a, const struct assay_rotary *request,
               struct assay_ctx *ctx)
{
  struct assay_where where = { NULL, "--decimal", 0 };

  if (!a->style.decimals)
    return ASSAY_OK;
  return assay_ctx_afford (ctx, &where, "decimals",
                           assay_saturating_add (
                             assay_saturating_mul (a->style.places, 4),
                             assay_rotary_bits (request)));
}

/* FILE is null when the request stands in the options.  */
static int
answer (const struct arguments *a, const char *file)
{
  struct assay_rotary request;
  enum assay_status status;
  struct assay_text text;
  struct assay_ctx ctx;
  struct assay_vec scores;

  assay_ctx_init (&ctx);
  ctx.max_bits = a->max_bits;
  assay_text_init (&text);
  assay_rotary_init (&request);
  status = read_request (&request, a, file, &ctx);
  assay_vec_init (&scores, request.key_count);
  if (status == ASSAY_OK)
    status = afford_places (a, &request, &ctx);
  if (status == ASSAY_OK)
    status = assay_rotary_scores (scores.at, &request, &ctx);
  if (status == ASSAY_OK)
    status = a->usual.format == ASSAY_FORMAT_JSON
             ? assay_rotary_report_json (&text, &request, scores.at,
                                         &a->style, PACKAGE_VERSION, &ctx)
             : assay_rotary_report_text (&text, &request, scores.at,
                                         &a->style, &ctx);
  assay_vec_clear (&scores);
  assay_rotary_clear (&request);
  if (status != ASSAY_OK && file == NULL)
    assay_rotary_words_name (&ctx.error);
  return assay_cli_answer (&text, ASSAY_EXIT_HOLDS, status, &ctx, file);
}

static int
run (struct arguments *a, int argc, char **argv)
{
  int found, status;

  while ((found = assay_cli_option (argc, argv, options)) != -1)
    if (!take_option (a, found))
      return ASSAY_EXIT_MISUSE;
  if (assay_cli_ends (&status, help, a->usual.help, a->usual.version, 1, argc,
                      argv))
    return status;
  if (has_words (a) && optind < argc)
    return assay_cli_misuse (argv[0], "expected a FILE or a request in "
                             "options, found both");
  if (has_words (a))
    return answer (a, NULL);
  return answer (a, optind < argc ? argv[optind] : "-");
}

int
assay_cmd_rotary (int argc, char **argv)
{
  struct arguments a = { .max_bits = ASSAY_DEFAULT_MAX_BITS };
  int status;

  a.keys = assay_calloc ((size_t) argc, sizeof *a.keys);
  a.rotors = assay_calloc ((size_t) argc, sizeof *a.rotors);
  a.words.keys = a.keys;
  a.words.rotors = a.rotors;
  status = run (&a, argc, argv);
  free (a.keys);
  free (a.rotors);
  return status;
}
