/* cmd_position.c -- assay position: encodings that no config describes */

#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cli/commands.h"
#include "cli/usual_options.h"
#include "exact/rat.h"
#include "report/position_report.h"

static const char help[] =
  "Usage: assay position alibi --heads=N [OPTION]...\n"
  "  or:  assay position t5 [OPTION]...\n"
  "  or:  assay position sinusoid --width=D [OPTION]...\n"
  "  or:  assay position xpos --width=D [OPTION]...\n"
  "  or:  assay position axial --family=NAME --width=D [OPTION]...\n"
  "Print an encoding of position: slopes of heads, buckets of distances, "
  "channels\nof waves, decays of pairs, pairs of the two axes of an image.  "
  "Digits are\ncorrectly rounded, buckets exact.\n\n"
  "alibi\n"
  "  --heads=N            heads of the layer\n"
  "  --rule=paper|mpt|ggml   where the heads are no power of two (paper)\n"
  "  --max-bias=B         largest bias, for mpt and ggml (8)\n"
  "  --distance=N         the bias at query - key = N as well\n"
  "t5\n"
  "  --buckets=N          of all distances (32)\n"
  "  --max-distance=N     from here on all have the last bucket (128)\n"
  "  --causal             keys before the query alone have buckets\n"
  "  --distance=N         the bucket at key - query = N alone\n"
  "sinusoid\n"
  "  --width=D            channels, an even number\n"
  "  --position=P         the vector of position P as well\n"
  "  --base=B             (10000)\n"
  "  --order=adjacent|sines-first   adjacent is the paper's (adjacent)\n"
  "  --step=paper|tensor2tensor   B^(-2i/D) or B^(-i/(D/2-1)) (paper)\n"
  "xpos\n"
  "  --width=D            head size, an even number\n"
  "  --scale=N            (512)\n"
  "  --position=P         what queries and keys at P are multiplied by\n"
  "  --length=N           of the sequence, which gives the centre (centre "
  "0)\n"
  "  --centre=ceiling|floor   half of it; ceiling is torchscale's (ceiling)\n"
  "  --distance=N         what a score at query - key = N is multiplied by\n"
  "axial\n"
  "  --family=qwen|pixtral|llama4|halves|sam|dino|ggml|chatglm   whose axes\n"
  "  --width=D            head size, a multiple of 4\n"
  "  --base=B             (10000)\n"
  "  --at=ROW,COLUMN      cosine and sine at these coordinates (chatglm: "
  "token and\n"
  "                       block; llama4 counts from 1, dino from -1 to 1) "
  "as well\n\n"
  "  --digits=N           significant digits (25)\n"
  "  --format=text|json   how to print (text)\n"
  "  --help               print this and end\n"
  "  --version            print the version and end\n\n"
  "Exit status: 0 printed, 2 refused or misused.\n";

enum { OPT_HEADS = 256, OPT_RULE, OPT_MAX_BIAS, OPT_DISTANCE, OPT_BUCKETS,
       OPT_MAX_DISTANCE, OPT_CAUSAL, OPT_WIDTH, OPT_POSITION, OPT_BASE,
       OPT_ORDER, OPT_STEP, OPT_SCALE, OPT_LENGTH, OPT_CENTRE, OPT_FAMILY,
       OPT_AT, OPT_DIGITS };

static const struct option options[] = {
  { "heads", required_argument, NULL, OPT_HEADS },
  { "rule", required_argument, NULL, OPT_RULE },
  { "max-bias", required_argument, NULL, OPT_MAX_BIAS },
  { "distance", required_argument, NULL, OPT_DISTANCE },
  { "buckets", required_argument, NULL, OPT_BUCKETS },
  { "max-distance", required_argument, NULL, OPT_MAX_DISTANCE },
  { "causal", no_argument, NULL, OPT_CAUSAL },
  { "width", required_argument, NULL, OPT_WIDTH },
  { "position", required_argument, NULL, OPT_POSITION },
  { "base", required_argument, NULL, OPT_BASE },
  { "order", required_argument, NULL, OPT_ORDER },
  { "step", required_argument, NULL, OPT_STEP },
  { "scale", required_argument, NULL, OPT_SCALE },
  { "length", required_argument, NULL, OPT_LENGTH },
  { "centre", required_argument, NULL, OPT_CENTRE },
  { "family", required_argument, NULL, OPT_FAMILY },
  { "at", required_argument, NULL, OPT_AT },
  { "digits", required_argument, NULL, OPT_DIGITS },
  ASSAY_USUAL_OPTIONS
};

static const char *const rules[] = { "paper", "mpt", "ggml", NULL };
static const char *const orders[] = { "adjacent", "sines-first", NULL };
static const char *const steps[] = { "paper", "tensor2tensor", NULL };
static const char *const centres[] = { "ceiling", "floor", NULL };
static const char *const families[]
  = { "qwen", "pixtral", "llama4", "halves", "sam", "dino", "ggml",
      "chatglm", NULL };

enum { MAX_HEADS = 4096, MAX_WIDTH = 65536, MAX_DIGITS = 10000 };

/* Far beyond any sequence, and a long on every machine.  */
#define MAX_POSITION 1000000000ul

struct arguments
{
  struct assay_position_view view;
  unsigned long given;          /* bit OPT - OPT_HEADS of those found */
  struct assay_usual_options usual;
};

/* The kinds that read each option; those above the list are for all.  */
static const struct
{
  int option;
  unsigned kinds;
} readers[] = {
#define KIND(name) (1u << ASSAY_POSITION_ ## name)
  { OPT_HEADS, KIND (ALIBI) }, { OPT_RULE, KIND (ALIBI) },
  { OPT_MAX_BIAS, KIND (ALIBI) },
  { OPT_DISTANCE, KIND (ALIBI) | KIND (T5) | KIND (XPOS) },
  { OPT_BUCKETS, KIND (T5) }, { OPT_MAX_DISTANCE, KIND (T5) },
  { OPT_CAUSAL, KIND (T5) },
  { OPT_WIDTH, KIND (SINUSOID) | KIND (XPOS) | KIND (AXIAL) },
  { OPT_POSITION, KIND (SINUSOID) | KIND (XPOS) },
  { OPT_BASE, KIND (SINUSOID) | KIND (AXIAL) },
  { OPT_ORDER, KIND (SINUSOID) }, { OPT_STEP, KIND (SINUSOID) },
  { OPT_SCALE, KIND (XPOS) }, { OPT_LENGTH, KIND (XPOS) },
  { OPT_CENTRE, KIND (XPOS) }, { OPT_FAMILY, KIND (AXIAL) },
  { OPT_AT, KIND (AXIAL) },
#undef KIND
};

enum { READERS = sizeof readers / sizeof readers[0] };

static int
was_given (const struct arguments *a, int option)
{
  return (a->given >> (option - OPT_HEADS) & 1) != 0;
}

/* ---- values ---- */

/* An integer of either sign.  */
static int
take_distance (long *distance)
{
  char *end;

  errno = 0;
  *distance = strtol (optarg, &end, 10);
  if (((optarg[0] >= '0' && optarg[0] <= '9')
       || (optarg[0] == '-' && optarg[1] >= '0' && optarg[1] <= '9'))
      && *end == '\0' && errno == 0 && *distance <= (long) MAX_POSITION
      && *distance >= -(long) MAX_POSITION)
    return 1;
  fprintf (stderr, "assay: --distance: value: expected an integer in "
           "-%lu..%lu, found \"%s\"\n", MAX_POSITION, MAX_POSITION, optarg);
  return 0;
}

static int
take_rational (mpq_ptr number, const char *text, const char *option)
{
  struct assay_where where = { NULL, option, 0 };
  enum assay_status status;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  status = strchr (text, '/')
           ? assay_rat_read (number, text, &ctx, &where, "a number")
           : assay_rat_read_decimal (number, text, &ctx, &where, "a number");
  if (status == ASSAY_OK)
    return 1;
  assay_cli_refuse (&ctx, NULL);
  return 0;
}

static int
take_positive (mpq_ptr number, const char *option)
{
  if (!take_rational (number, optarg, option))
    return 0;
  if (mpq_sgn (number) > 0)
    return 1;
  fprintf (stderr, "assay: %s: value: expected a number above 0, found "
           "\"%s\"\n", option, optarg);
  return 0;
}

static int
take_coordinates (struct assay_position_view *view)
{
  char *row = assay_strdup (optarg), *comma = strchr (row, ',');
  int good;

  if (comma)
    *comma = '\0';
  else
    fprintf (stderr, "assay: --at: value: expected ROW,COLUMN, found "
             "\"%s\"\n", optarg);
  good = comma && take_rational (view->row, row, "--at")
         && take_rational (view->column, comma + 1, "--at");
  free (row);
  return view->has_position = good;
}

/* INDEX <- the place of optarg among NAMES, as the enumeration it is.  */
#define CHOICE(place, type, option, names) \
  (assay_cli_choice (&index, optarg, option, names) \
   ? ((place) = (type) index, 1) : 0)

static int
take_name (struct assay_position_view *view, int found)
{
  int index;

  switch (found)
    {
    case OPT_RULE:
      return CHOICE (view->alibi, enum assay_alibi_rule, "--rule", rules);
    case OPT_ORDER:
      return CHOICE (view->order, enum assay_sinusoid_order, "--order",
                     orders);
    case OPT_STEP:
      return CHOICE (view->step, enum assay_sinusoid_step, "--step", steps);
    case OPT_CENTRE:
      return CHOICE (view->centre, enum assay_xpos_centre, "--centre",
                     centres);
    default:
      return CHOICE (view->family, enum assay_axial, "--family", families);
    }
}

#undef CHOICE

static int
take_number (struct assay_position_view *view, int found)
{
  switch (found)
    {
    case OPT_HEADS:
      return assay_cli_number (&view->heads, optarg, "--heads", 1,
                               MAX_HEADS);
    case OPT_MAX_BIAS:
      return take_positive (view->bias_max, "--max-bias");
    case OPT_DISTANCE:
      return view->has_distance = take_distance (&view->distance);
    case OPT_BUCKETS:
      return assay_cli_number (&view->t5.buckets, optarg, "--buckets", 2,
                               4096);
    case OPT_MAX_DISTANCE:
      return assay_cli_number (&view->t5.max_distance, optarg,
                               "--max-distance", 2, MAX_POSITION);
    case OPT_WIDTH:
      return assay_cli_number (&view->width, optarg, "--width", 2,
                               MAX_WIDTH);
    case OPT_POSITION:
      return view->has_position
        = assay_cli_number (&view->position, optarg, "--position", 0,
                            MAX_POSITION);
    case OPT_BASE:
      return take_positive (view->base, "--base");
    case OPT_SCALE:
      return assay_cli_number (&view->scale, optarg, "--scale", 1,
                               MAX_POSITION);
    case OPT_LENGTH:
      return assay_cli_number (&view->length, optarg, "--length", 1,
                               MAX_POSITION);
    case OPT_DIGITS:
      return assay_cli_number (&view->digits, optarg, "--digits", 1,
                               MAX_DIGITS);
    default:
      return take_coordinates (view);
    }
}

static int
take_option (struct arguments *a, int found)
{
  if (found < OPT_HEADS || found > OPT_DIGITS)
    return assay_usual_option (&a->usual, found, assay_text_or_json);
  a->given |= 1ul << (found - OPT_HEADS);
  switch (found)
    {
    case OPT_RULE:
    case OPT_ORDER:
    case OPT_STEP:
    case OPT_CENTRE:
    case OPT_FAMILY:
      return take_name (&a->view, found);
    case OPT_CAUSAL:
      a->view.t5.bidirectional = 0;
      return 1;
    default:
      return take_number (&a->view, found);
    }
}

/* ---- what is asked for ---- */

static int
find_kind (enum assay_position_kind *kind, const char *name)
{
  int i;

  for (i = 0; i < ASSAY_POSITION_KINDS; i++)
    if (strcmp (assay_position_kind_name ((enum assay_position_kind) i),
                name) == 0)
      {
        *kind = (enum assay_position_kind) i;
        return 1;
      }
  return 0;
}

/* The option that KIND cannot do without; 0 when there is none.  */
static int
needed (enum assay_position_kind kind, const struct arguments *a)
{
  if (kind == ASSAY_POSITION_ALIBI)
    return was_given (a, OPT_HEADS) ? 0 : OPT_HEADS;
  if (kind == ASSAY_POSITION_AXIAL && !was_given (a, OPT_FAMILY))
    return OPT_FAMILY;
  return kind == ASSAY_POSITION_T5 || was_given (a, OPT_WIDTH) ? 0
         : OPT_WIDTH;
}

/* Whether the command line is of use, else a complaint.  */
static int
is_complete (struct arguments *a, int count, char *const *names)
{
  enum assay_position_kind *kind = &a->view.kind;
  size_t i;
  int missing;

  if (count != 1 || !find_kind (kind, names[0]))
    {
      assay_cli_misuse ("position", "expected one of alibi, axial, sinusoid, "
                        "t5 and xpos, found %s%s%s",
                        count == 1 ? "\"" : "",
                        count == 1 ? names[0]
                        : count == 0 ? "none" : "several",
                        count == 1 ? "\"" : "");
      return 0;
    }
  for (i = 0; i < READERS; i++)
    if (was_given (a, readers[i].option) && !(readers[i].kinds >> *kind & 1))
      {
        assay_cli_misuse ("position", "--%s does not belong to %s",
                          options[readers[i].option - OPT_HEADS].name,
                          names[0]);
        return 0;
      }
  missing = needed (*kind, a);
  if (missing)
    {
      assay_cli_misuse ("position", "%s needs --%s", names[0],
                        options[missing - OPT_HEADS].name);
      return 0;
    }
  if (*kind != ASSAY_POSITION_AXIAL && a->view.width % 2 != 0)
    {
      fprintf (stderr, "assay: --width: value: expected an even number, "
               "found %lu\n", a->view.width);
      return 0;
    }
  return 1;
}

static int
answer (struct arguments *a)
{
  enum assay_status status;
  struct assay_text text;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  assay_text_init (&text);
  status = assay_position_report (&text, &a->view,
                                  a->usual.format == ASSAY_FORMAT_JSON, &ctx);
  return assay_cli_answer (&text, ASSAY_EXIT_HOLDS, status, &ctx, NULL);
}

static void
set_defaults (struct assay_position_view *view)
{
  mpq_inits (view->bias_max, view->base, view->row, view->column, NULL);
  mpq_set_ui (view->bias_max, 8, 1);
  mpq_set_ui (view->base, 10000, 1);
  view->digits = 25;
  view->version = PACKAGE_VERSION;
  view->t5 = (struct assay_t5) { 32, 128, 1 };
  view->scale = ASSAY_XPOS_SCALE;
}

int
assay_cmd_position (int argc, char **argv)
{
  struct arguments a = { 0 };
  int found, good = 1, status = ASSAY_EXIT_MISUSE;

  set_defaults (&a.view);
  while (good && (found = assay_cli_option (argc, argv, options)) != -1)
    good = take_option (&a, found);
  if (good && a.usual.help)
    status = assay_cli_help (help);
  else if (good && a.usual.version)
    status = assay_cli_version ();
  else if (good && is_complete (&a, argc - optind, argv + optind))
    status = answer (&a);
  mpq_clears (a.view.bias_max, a.view.base, a.view.row, a.view.column, NULL);
  return status;
}
