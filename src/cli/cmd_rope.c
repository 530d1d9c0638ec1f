/* cmd_rope.c -- assay rope: what a model's config makes of every pair, and
   who reads it how */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/rope_table.h"
#include "cli/usual_options.h"
#include "report/rope_report.h"

static const char help[] =
  "Usage: assay rope [OPTION]... CONFIG.json|-\n"
  "Print the rotary encoding that a model's config.json (or a bare "
  "rope_scaling or\nrope_parameters block) describes: for each group of "
  "layers every parameter and\nwhere it came from, the angular step of each "
  "pair with correctly rounded digits,\nand what is questionable.\n\n"
  "  --pair=I             this pair alone\n"
  "  --layer=K            the group of this layer alone (from 0)\n"
  "  --position=P         angle, cosine and sine of each pair at position "
  "P\n"
  "  --position=T,H,W     the same with a position for each axis, where the "
  "config\n"
  "                       has sections for them; a fourth one may follow\n"
  "  --length=N           positions in the call, for dynamic and longrope;\n"
  "                       without it, the last position asked for ends the "
  "call\n"
  "  --context=N          configured length (max_position_embeddings)\n"
  "  --head-dim=D         head size, for a block that does not say it\n"
  "  --as=LIST|all        compare readers, separated by commas; all is\n"
  "                       hf,vllm,llama.cpp,onnxruntime-genai,mlx-lm,"
  "exllamav3;\n"
  "                       also known: hf-4.45, deepseek, gpt-oss, written\n"
  "  --check              compare (all, without --as) and exit 1 when they "
  "differ\n"
  "  --digits=N           significant digits of steps (25)\n"
  ASSAY_ROPE_TABLE_HELP
  "  --format=text|json   how to print (text)\n"
  "  --help               print this and end\n"
  "  --version            print the version and end\n\n"
  "Exit status: 0 printed, and with --check all readers agree; 1 they "
  "differ;\n2 unreadable, refused or misused; 3 undecided.\n";

enum { OPT_PAIR = 256, OPT_LAYER, OPT_POSITION, OPT_LENGTH, OPT_CONTEXT,
       OPT_HEAD_DIM, OPT_AS, OPT_CHECK, OPT_DIGITS };

static const struct option options[] = {
  { "pair", required_argument, NULL, OPT_PAIR },
  { "layer", required_argument, NULL, OPT_LAYER },
  { "position", required_argument, NULL, OPT_POSITION },
  { "length", required_argument, NULL, OPT_LENGTH },
  { "context", required_argument, NULL, OPT_CONTEXT },
  { "head-dim", required_argument, NULL, OPT_HEAD_DIM },
  { "as", required_argument, NULL, OPT_AS },
  { "check", no_argument, NULL, OPT_CHECK },
  { "digits", required_argument, NULL, OPT_DIGITS },
  ASSAY_ROPE_TABLE_OPTIONS,
  ASSAY_USUAL_OPTIONS
};

enum { MAX_DIGITS = 10000 };

/* Angles are reduced exactly however far the position is.  */
#define MAX_POSITION 1000000000000000000ul

struct arguments
{
  struct assay_rope_view view;
  struct assay_rope_given given;
  struct assay_rope_table table;
  struct assay_usual_options usual;
  int check;
};

static int
add_reader (struct assay_rope_view *view, const char *name)
{
  enum assay_reader reader;
  size_t i;

  if (assay_reader_find (&reader, name) != ASSAY_OK)
    {
      fprintf (stderr, "assay: --as: value: expected all or a list of");
      for (i = 0; i < ASSAY_READER_COUNT; i++)
        fprintf (stderr, "%s %s", i > 0 ? "," : "",
                 assay_reader_name ((enum assay_reader) i));
      fprintf (stderr, "; found \"%s\"\n", name);
      return 0;
    }
  for (i = 0; i < view->reader_count; i++)
    if (view->reader[i] == reader)
      return 1;
  view->reader[view->reader_count++] = reader;
  return 1;
}

static void
add_usual_readers (struct assay_rope_view *view)
{
  size_t i;

  view->reader_count = ASSAY_READER_USUAL;
  for (i = 0; i < ASSAY_READER_USUAL; i++)
    view->reader[i] = (enum assay_reader) i;
}

static int
take_readers (struct assay_rope_view *view, const char *list)
{
  char name[40];
  size_t length;

  view->reader_count = 0;
  if (strcmp (list, "all") == 0)
    {
      add_usual_readers (view);
      return 1;
    }
  for (;; list += length + 1)
    {
      length = strcspn (list, ",");
      snprintf (name, sizeof name, "%.*s", (int) (length < 39 ? length : 39),
                list);
      if (!add_reader (view, name))
        return 0;
      if (list[length] == '\0')
        return 1;
    }
}

/* One position, or those of time, height and width and perhaps a fourth; the
   largest one settles the call.  */
static int
take_position (struct assay_rope_view *view)
{
  char part[32];
  const char *next = optarg;
  size_t count, length, i;

  for (count = 0; count < 4; count++, next += length + 1)
    {
      length = strcspn (next, ",");
      snprintf (part, sizeof part, "%.*s", length < 31 ? (int) length : 31,
                next);
      if (!assay_cli_number (&view->axis_position[count], part, "--position",
                             0, MAX_POSITION))
        return 0;
      if (next[length] == '\0')
        break;
    }
  if (count != 0 && count != 2 && count != 3)
    {
      fprintf (stderr, "assay: --position: value: expected P, T,H,W or "
               "T,H,W,F, found \"%s\"\n", optarg);
      return 0;
    }
  view->has_position = 1;
  view->has_axes = count > 0;
  view->position = 0;
  for (i = 0; i <= count; i++)
    if (view->axis_position[i] > view->position)
      view->position = view->axis_position[i];
  return 1;
}

static int
take_option (struct arguments *a, int found)
{
  struct assay_rope_view *view = &a->view;
  int has;

  switch (found)
    {
    case OPT_PAIR:
      return assay_cli_size (&view->pair, &view->has_pair, "--pair", 65535);
    case OPT_LAYER:
      return assay_cli_size (&view->layer, &view->has_layer, "--layer", 65535);
    case OPT_POSITION:
      return take_position (view);
    case OPT_LENGTH:
      return assay_cli_number (&view->call.length, optarg, "--length", 1,
                               MAX_POSITION);
    case OPT_CONTEXT:
      return assay_cli_number (&view->call.context, optarg, "--context", 1,
                               MAX_POSITION);
    case OPT_HEAD_DIM:
      return assay_cli_size (&a->given.head_dim, &has, "--head-dim", 65536);
    case OPT_AS:
      return take_readers (view, optarg);
    case OPT_CHECK:
      return a->check = 1;
    case OPT_DIGITS:
      return assay_cli_number (&view->digits, optarg, "--digits", 1,
                               MAX_DIGITS);
    case ASSAY_USUAL_OPT_FORMAT:
    case ASSAY_USUAL_OPT_HELP:
    case ASSAY_USUAL_OPT_VERSION:
    case 'h':
      return assay_usual_option (&a->usual, found, assay_text_or_json);
    default:
      return assay_rope_table_option (&a->table, found);
    }
}

static int
answer (struct arguments *a, const char *file)
{
  enum assay_verdict agree = ASSAY_HOLDS;
  struct assay_rope_config config;
  enum assay_status status;
  struct assay_text text;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  assay_text_init (&text);
  assay_rope_config_init (&config);
  status = assay_rope_config_read_file (&config, file, &a->given, &ctx);
  a->view.config = &config;
  a->view.name = strcmp (file, "-") == 0 ? "standard input" : file;
  a->view.version = PACKAGE_VERSION;
  if (status == ASSAY_OK && assay_rope_table_is_asked (&a->table))
    {
      int exit = assay_rope_table_run (&a->table, &a->view,
                                       a->usual.format == ASSAY_FORMAT_JSON);

      assay_rope_config_clear (&config);
      return exit;
    }
  if (status == ASSAY_OK && a->usual.format == ASSAY_FORMAT_JSON)
    status = assay_rope_report_json (&text, &agree, &a->view, &ctx);
  else if (status == ASSAY_OK)
    status = assay_rope_report_text (&text, &agree, &a->view, &ctx);
  assay_rope_config_clear (&config);
  return assay_cli_answer (&text, a->check ? (int) assay_verdict_exit (agree)
                                  : ASSAY_EXIT_HOLDS, status, &ctx, file);
}

/* A position lies in its call: without --length the shortest call that
   reaches --position is meant, since steps may depend on the length.  0 after
   a complaint.  */
static int
settle_length (struct assay_rope_view *view)
{
  if (!view->has_position)
    return 1;
  if (view->call.length == 0)
    view->call.length = view->position + 1;
  if (view->position < view->call.length)
    return 1;
  fprintf (stderr, "assay: --position: value: expected a position below the "
           "--length %lu, found %lu\n", view->call.length, view->position);
  return 0;
}

int
assay_cmd_rope (int argc, char **argv)
{
  struct arguments a = { .view = { .digits = 25 } };
  int found;

  assay_rope_table_init (&a.table);
  while ((found = assay_cli_option (argc, argv, options)) != -1)
    if (!take_option (&a, found))
      return ASSAY_EXIT_MISUSE;
  if (a.usual.help)
    return assay_cli_help (help);
  if (a.usual.version)
    return assay_cli_version ();
  if (argc - optind != 1)
    return assay_cli_misuse (argv[0], "expected one CONFIG.json, found %d "
                             "files", argc - optind);
  if (!settle_length (&a.view))
    return ASSAY_EXIT_MISUSE;
  if (a.check && a.view.reader_count == 0)
    add_usual_readers (&a.view);
  return answer (&a, argv[optind]);
}
