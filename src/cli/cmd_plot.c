/* cmd_plot.c -- assay plot: scores against distance */

#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cli/commands.h"
#include "cli/plot_curves.h"
#include "cli/usual_options.h"

static const char help[] =
  "Usage: assay plot [OPTION]... [CONFIG.json]...\n"
  "Draw the score of a query and an equal key against their distance, the "
  "mean over\npairs of A^2 cos (distance w_i): a curve for each config (each "
  "group of its\nlayers), list of frequencies and scale.  Every value is "
  "computed exactly and\nrounded once.\n\n"
  "  --out=FILE             the picture, .svg, .png or .pdf; drawn by "
  "gnuplot\n"
  "  --format=picture|csv   csv prints the values and needs no gnuplot "
  "(picture)\n"
  "  --frequencies=W,...    one curve for these steps, radians a position; "
  "may be\n"
  "                         given again\n"
  "  --scale=S,...          divide positions by each of these (1)\n"
  "  --distances=A..B[:C]   from A to B in steps of C (0..128:1,\n"
  "                         or as far as --length reaches)\n"
  "  --pair=I               this pair alone\n"
  "  --layer=K              the group of this layer alone (from 0)\n"
  "  --length=N             positions in the call, for dynamic and longrope;\n"
  "                         without it, the last distance ends the call\n"
  "  --context=N            configured length (max_position_embeddings)\n"
  "  --head-dim=D           head size, for a block that does not say it\n"
  "  --title=TEXT           above the picture\n"
  "  --help                 print this and end\n"
  "  --version              print the version and end\n\n"
  "The environment variable GNUPLOT names another program than gnuplot.\n"
  "Exit status: 0 drawn or printed, 2 unreadable, refused or misused.\n";

enum { OPT_OUT = 256, OPT_FREQUENCIES, OPT_SCALE, OPT_DISTANCES, OPT_PAIR,
       OPT_LAYER, OPT_LENGTH, OPT_CONTEXT, OPT_HEAD_DIM, OPT_TITLE };

static const struct option options[] = {
  { "out", required_argument, NULL, OPT_OUT },
  { "frequencies", required_argument, NULL, OPT_FREQUENCIES },
  { "scale", required_argument, NULL, OPT_SCALE },
  { "distances", required_argument, NULL, OPT_DISTANCES },
  { "pair", required_argument, NULL, OPT_PAIR },
  { "layer", required_argument, NULL, OPT_LAYER },
  { "length", required_argument, NULL, OPT_LENGTH },
  { "context", required_argument, NULL, OPT_CONTEXT },
  { "head-dim", required_argument, NULL, OPT_HEAD_DIM },
  { "title", required_argument, NULL, OPT_TITLE },
  ASSAY_USUAL_OPTIONS
};

static const char *const formats[] = { "picture", "csv", NULL };

enum { FORMAT_PICTURE, FORMAT_CSV };
enum { MAX_POINTS = 100000, MAX_DISTANCE = 1000000000, MAX_LISTS = 24 };

struct arguments
{
  struct assay_plot_curves curves;
  const char *out, *title, *scales;
  const char *frequencies[MAX_LISTS];
  size_t list_count;
  int has_distances;
  struct assay_usual_options usual;
};

/* "A..B" or "A..B:C".  */
static int
take_distances (struct assay_distances *d)
{
  unsigned long part[3] = { 0, 0, 1 };
  static const char *const between[] = { "..", ":" };
  const char *text = optarg;
  char *end;
  int i;

  errno = 0;
  for (i = 0; i < 3; i++)
    {
      if (*text < '0' || *text > '9')
        break;
      part[i] = strtoul (text, &end, 10);
      text = end;
      if (i == 2 || strncmp (text, between[i], strlen (between[i])) != 0)
        break;
      text += strlen (between[i]);
    }
  d->first = part[0];
  d->last = part[1];
  d->step = part[2];
  if (i > 0 && *text == '\0' && text[-1] != ':' && text[-1] != '.'
      && errno == 0 && part[0] <= part[1] && part[1] <= MAX_DISTANCE
      && part[2] > 0 && assay_distances_count (d) <= MAX_POINTS)
    return 1;
  fprintf (stderr, "assay: --distances: value: expected A..B or A..B:C with A "
           "<= B <= %d and at most %d points, found \"%s\"\n", MAX_DISTANCE,
           MAX_POINTS, optarg);
  return 0;
}

static int
take_list (struct arguments *a)
{
  if (a->list_count == MAX_LISTS)
    {
      assay_cli_misuse ("plot", "more than %d lists of frequencies",
                        MAX_LISTS);
      return 0;
    }
  a->frequencies[a->list_count++] = optarg;
  return 1;
}

static int
take_option (struct arguments *a, int found)
{
  struct assay_plot_curves *curves = &a->curves;
  int has;

  switch (found)
    {
    case OPT_OUT:
      a->out = optarg;
      return 1;
    case OPT_FREQUENCIES:
      return take_list (a);
    case OPT_SCALE:
      a->scales = optarg;
      return 1;
    case OPT_DISTANCES:
      a->has_distances = 1;
      return take_distances (&curves->distances);
    case OPT_PAIR:
      return assay_cli_size (&curves->pair, &curves->has_pair, "--pair",
                             65535);
    case OPT_LAYER:
      return assay_cli_size (&curves->layer, &curves->has_layer, "--layer",
                             65535);
    case OPT_LENGTH:
      return assay_cli_number (&curves->call.length, optarg, "--length", 1,
                               MAX_DISTANCE);
    case OPT_CONTEXT:
      return assay_cli_number (&curves->call.context, optarg, "--context", 1,
                               MAX_DISTANCE);
    case OPT_HEAD_DIM:
      return assay_cli_size (&curves->given.head_dim, &has, "--head-dim",
                             65536);
    case OPT_TITLE:
      a->title = optarg;
      return 1;
    default:
      return assay_usual_option (&a->usual, found, formats);
    }
}

/* All curves; SOURCE <- the file a refusal is about, or null.  */
static enum assay_status
gather (struct arguments *a, char *const *files, int count,
        const char **source, struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  size_t i;
  int k;

  *source = NULL;
  if (a->scales)
    status = assay_plot_scales (&a->curves, a->scales, ctx);
  for (i = 0; i < a->list_count && status == ASSAY_OK; i++)
    status = assay_plot_add_frequencies (&a->curves, a->frequencies[i], ctx);
  for (k = 0; k < count && status == ASSAY_OK; k++)
    {
      *source = files[k];
      status = assay_plot_add_config (&a->curves, files[k], ctx);
    }
  return status;
}

static int
answer (struct arguments *a, char *const *files, int count)
{
  const char *source;
  struct assay_plot plot;
  struct assay_text text;
  struct assay_ctx ctx;
  enum assay_status status;

  assay_ctx_init (&ctx);
  assay_text_init (&text);
  if (a->usual.format == FORMAT_PICTURE)
    {
      enum assay_picture picture;

      if (assay_picture_of_file (&picture, a->out, &ctx) != ASSAY_OK)
        return assay_cli_refuse (&ctx, NULL);
    }
  status = gather (a, files, count, &source, &ctx);
  plot.title = a->title;
  plot.x_label = "distance (positions)";
  plot.y_label = count == 0 ? "mean cosine"
                 : a->curves.has_pair ? "cosine of the pair, times A²"
                 : "mean cosine of the pairs, times A²";
  plot.curves = a->curves.curve;
  plot.count = a->curves.count;
  if (status == ASSAY_OK)
    source = NULL;
  if (status == ASSAY_OK && a->usual.format == FORMAT_CSV)
    assay_plot_csv (&text, &plot);
  else if (status == ASSAY_OK)
    status = assay_plot_write (a->out, &plot, &ctx);
  return assay_cli_answer (&text, ASSAY_EXIT_HOLDS, status, &ctx, source);
}

/* Distances lie in the call of --length: 0 after a complaint.  */
static int
settle_distances (struct arguments *a)
{
  struct assay_distances *d = &a->curves.distances;
  unsigned long length = a->curves.call.length;

  if (length == 0 || d->last < length)
    return 1;
  if (!a->has_distances)
    {
      d->last = length - 1;
      return 1;
    }
  fprintf (stderr, "assay: --distances: value: expected distances below the "
           "--length %lu, found %lu\n", length, d->last);
  return 0;
}

/* Options are there: what is missing or too much?  */
static int
complain (const struct arguments *a, int files)
{
  if (files == 0 && a->list_count == 0)
    assay_cli_misuse ("plot", "expected a CONFIG.json or --frequencies, "
                      "found neither");
  else if (a->usual.format == FORMAT_PICTURE && a->out == NULL)
    assay_cli_misuse ("plot", "expected --out=FILE or --format=csv, found "
                      "neither");
  else if (a->usual.format == FORMAT_CSV && a->out)
    assay_cli_misuse ("plot", "--format=csv goes to standard output, not to "
                      "--out");
  else
    return 0;
  return 1;
}

int
assay_cmd_plot (int argc, char **argv)
{
  struct arguments *a = assay_calloc (1, sizeof *a);
  int found, status = ASSAY_EXIT_MISUSE, good = 1;

  assay_plot_curves_init (&a->curves);
  a->curves.distances.last = 128;
  a->curves.distances.step = 1;
  a->title = "Score against distance";
  while (good && (found = assay_cli_option (argc, argv, options)) != -1)
    good = take_option (a, found);
  if (good && a->usual.help)
    status = assay_cli_help (help);
  else if (good && a->usual.version)
    status = assay_cli_version ();
  else if (good && !complain (a, argc - optind) && settle_distances (a))
    status = answer (a, argv + optind, argc - optind);
  assay_plot_curves_clear (&a->curves);
  free (a);
  return status;
}
