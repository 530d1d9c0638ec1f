/* plot.c -- curves as pictures, drawn by gnuplot */

#include "report/plot.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const char *const endings[] = { ".svg", ".png", ".pdf" };

enum assay_status
assay_picture_of_file (enum assay_picture *picture, const char *file,
                       struct assay_ctx *ctx)
{
  size_t length = strlen (file);
  struct assay_where where = { NULL, file, 0 };
  int i;

  for (i = 0; i < 3; i++)
    if (length > 4 && strcmp (file + length - 4, endings[i]) == 0)
      {
        *picture = (enum assay_picture) i;
        return ASSAY_OK;
      }
  return assay_fail (ctx, ASSAY_EVALUE, &where,
                     "a file name ending in .svg, .png or .pdf", "%s",
                     strrchr (file, '.') ? strrchr (file, '.')
                                         : "no such ending");
}

/* ---- the script ---- */

/* STRING between double quotes, as gnuplot reads it.  */
static void
add_quoted (struct assay_text *text, const char *string)
{
  assay_text_add_char (text, '"');
  for (; *string; string++)
    if (*string == '"' || *string == '\\')
      assay_text_printf (text, "\\%c", *string);
    else if ((unsigned char) *string >= ' ')
      assay_text_add_char (text, *string);
  assay_text_add_char (text, '"');
}

static void
add_setting (struct assay_text *text, const char *setting, const char *value)
{
  assay_text_printf (text, "set %s ", setting);
  add_quoted (text, value);
  assay_text_add (text, " noenhanced textcolor rgb '#7b7f87'\n");
}

static void
add_data (struct assay_text *text, const struct assay_plot *plot)
{
  size_t i, j;

  for (i = 0; i < plot->count; i++)
    {
      assay_text_printf (text, "$c%zu << END\n", i);
      for (j = 0; j < plot->curves[i].n; j++)
        assay_text_printf (text, "%.17g %.17g\n", plot->curves[i].x[j],
                           plot->curves[i].y[j]);
      assay_text_add (text, "END\n");
    }
}

/* ---- the legend ---- */

/* A line of the legend has up to this many letters, samples of curves
   counted.  */
enum { LEGEND_LETTERS = 110, SAMPLE_LETTERS = 11 };

/* Rows and columns for the names of PLOT's curves: as many columns as the
   longest name leaves room for, up to three.  */
static void
legend_shape (size_t *rows, size_t *columns, const struct assay_plot *plot)
{
  size_t i, longest = 1, room;

  for (i = 0; i < plot->count; i++)
    if (strlen (plot->curves[i].name) > longest)
      longest = strlen (plot->curves[i].name);
  room = LEGEND_LETTERS / (longest + SAMPLE_LETTERS);
  *columns = room < 1 ? 1 : room > 3 ? 3 : room;
  *rows = (plot->count + *columns - 1) / *columns;
}

/* A picture as high as its curves need, and ROWS of legend below it.  */
static void
add_terminal (struct assay_text *text, enum assay_picture picture,
              size_t rows)
{
  assay_text_add (text, "set encoding utf8\nset terminal ");
  switch (picture)
    {
    case ASSAY_PICTURE_SVG:
      assay_text_printf (text, "svg size 840,%zu dynamic font "
                         "'sans-serif,14'\n", 420 + 19 * rows);
      break;
    case ASSAY_PICTURE_PNG:
      assay_text_printf (text, "pngcairo size 1260,%zu transparent font "
                         "'sans,15' linewidth 1.5\n", 630 + 32 * rows);
      break;
    case ASSAY_PICTURE_PDF:
      assay_text_printf (text, "pdfcairo size 7in,%zu.%02zuin transparent "
                         "font 'sans,11'\n", (360 + 20 * rows) / 100,
                         (360 + 20 * rows) % 100);
      break;
    }
}

static void
add_axes (struct assay_text *text, const struct assay_plot *plot)
{
  double first = plot->curves[0].x[0], last = first;
  size_t i, j;

  for (i = 0; i < plot->count; i++)
    for (j = 0; j < plot->curves[i].n; j++)
      {
        first = plot->curves[i].x[j] < first ? plot->curves[i].x[j] : first;
        last = plot->curves[i].x[j] > last ? plot->curves[i].x[j] : last;
      }
  /* A single distance is a point in the middle.  */
  if (first < last)
    assay_text_printf (text, "set xrange [%.17g:%.17g]\n", first, last);
  assay_text_add (text,
    "set border 3 linecolor rgb '#7b7f87'\n"
    "set tics nomirror textcolor rgb '#7b7f87'\n"
    "set grid linecolor rgb '#607b7f87' linewidth 0.4 dashtype 3\n"
    "set rmargin 4\n"
    "set offsets 0, 0, graph 0.04, graph 0.04\n");
}

static void
add_script (struct assay_text *text, const struct assay_plot *plot,
            enum assay_picture picture)
{
  /* gnuplot takes letters of an SVG for wider than they are.  */
  static const char *const key_fonts[] = { ",12", ",15", ",11" };
  static const size_t row_tenths[] = { 9, 11, 11 };
  /* Hues of middle lightness, apart for readers who see few colours.  */
  static const char *const hues[]
    = { "#3b82c4", "#d9731a", "#2f9e6e", "#b05cc6", "#c9504f", "#8a8f2a" };
  enum { HUES = sizeof hues / sizeof hues[0] };
  size_t i, rows, columns, tenths;

  legend_shape (&rows, &columns, plot);
  tenths = 43 + row_tenths[picture] * rows;
  add_terminal (text, picture, rows);
  add_data (text, plot);
  add_setting (text, "title", plot->title);
  add_setting (text, "xlabel", plot->x_label);
  add_setting (text, "ylabel", plot->y_label);
  add_axes (text, plot);
  assay_text_printf (text, "set key noenhanced at screen 0.5, screen 0.01 "
                     "center bottom vertical maxrows %zu Left reverse "
                     "samplen 4 spacing 1.1 font '%s' textcolor rgb "
                     "'#7b7f87'\nset bmargin %zu.%zu\nplot ", rows,
                     key_fonts[picture], tenths / 10, tenths % 10);
  for (i = 0; i < plot->count; i++)
    {
      assay_text_printf (text, "%s$c%zu with lines linewidth 2 linecolor rgb "
                         "'%s' dashtype %zu title ", i ? ", " : "", i,
                         hues[i % HUES], i / HUES + 1);
      add_quoted (text, plot->curves[i].name);
    }
  assay_text_add_char (text, '\n');
}

/* ---- the program ---- */

static enum assay_status
fail_gnuplot (struct assay_ctx *ctx, const char *expected, const char *found)
{
  struct assay_where where = { NULL, "gnuplot", 0 };

  return assay_fail (ctx, ASSAY_EIO, &where, expected, "%s", found);
}

/* CHILD's exit status, or -1.  */
static int
wait_for (pid_t child)
{
  int status;

  while (waitpid (child, &status, 0) < 0)
    if (errno != EINTR)
      return -1;
  return WIFEXITED (status) ? WEXITSTATUS (status) : -1;
}

/* The program: gnuplot on the path, unless GNUPLOT names another.  */
static const char *
program (void)
{
  const char *named = getenv ("GNUPLOT");

  return named && named[0] ? named : "gnuplot";
}

/* Start gnuplot with those three descriptors; 0 or an error number.  */
static int
start (pid_t *child, int in, int out, int err)
{
  char *argv[] = { (char *) program (), (char[]) { "-" }, NULL };
  posix_spawn_file_actions_t actions;
  int failed;

  if (posix_spawn_file_actions_init (&actions) != 0)
    return ENOMEM;
  failed = posix_spawn_file_actions_adddup2 (&actions, in, 0);
  if (failed == 0)
    failed = posix_spawn_file_actions_adddup2 (&actions, out, 1);
  if (failed == 0)
    failed = posix_spawn_file_actions_adddup2 (&actions, err, 2);
  if (failed == 0)
    failed = posix_spawnp (child, argv[0], &actions, NULL, argv, environ);
  posix_spawn_file_actions_destroy (&actions);
  return failed;
}

/* All of FILE from its start.  */
static void
read_back (struct assay_text *text, FILE *file)
{
  char block[16384];
  size_t n;

  rewind (file);
  while ((n = fread (block, 1, sizeof block, file)) > 0)
    assay_text_add_bytes (text, block, n);
}

/* The first line that gnuplot complained with.  */
static enum assay_status
fail_as_said (struct assay_ctx *ctx, FILE *complaints)
{
  struct assay_text said;
  enum assay_status status;
  size_t skip;

  assay_text_init (&said);
  read_back (&said, complaints);
  skip = strspn (assay_text_string (&said), "\n \t");
  if (said.bytes)
    said.bytes[skip + strcspn (said.bytes + skip, "\n")] = '\0';
  status = fail_gnuplot (ctx, "a picture", said.length > skip
                                           ? said.bytes + skip
                                           : "a failure without a word");
  assay_text_clear (&said);
  return status;
}

enum assay_status
assay_plot_draw (struct assay_text *bytes, const struct assay_plot *plot,
                 enum assay_picture picture, struct assay_ctx *ctx)
{
  FILE *script = tmpfile (), *drawn = tmpfile (), *complaints = tmpfile ();
  enum assay_status status = ASSAY_OK;
  struct assay_text text;
  pid_t child;
  int failed;

  assay_text_init (&text);
  add_script (&text, plot, picture);
  if (script == NULL || drawn == NULL || complaints == NULL)
    status = fail_gnuplot (ctx, "room for temporary files",
                           strerror (errno));
  if (status == ASSAY_OK)
    status = assay_text_send (&text, script, "gnuplot's script", ctx);
  if (status == ASSAY_OK)
    {
      rewind (script);
      failed = start (&child, fileno (script), fileno (drawn),
                      fileno (complaints));
      if (failed == 0)
        failed = wait_for (child);
      /* Where spawning cannot tell, the child ends with 127.  */
      if (failed == ENOENT || failed == 127)
        status = fail_gnuplot (ctx, "gnuplot (install the package gnuplot "
                               "or gnuplot-nox)", "no such program");
      else if (failed != 0)
        status = fail_as_said (ctx, complaints);
      else
        read_back (bytes, drawn);
    }
  if (status == ASSAY_OK && bytes->length == 0)
    status = fail_as_said (ctx, complaints);
  if (script)
    fclose (script);
  if (drawn)
    fclose (drawn);
  if (complaints)
    fclose (complaints);
  assay_text_clear (&text);
  return status;
}

enum assay_status
assay_plot_write (const char *file, const struct assay_plot *plot,
                  struct assay_ctx *ctx)
{
  enum assay_picture picture;
  struct assay_text bytes;
  enum assay_status status = assay_picture_of_file (&picture, file, ctx);

  if (status != ASSAY_OK)
    return status;
  assay_text_init (&bytes);
  status = assay_plot_draw (&bytes, plot, picture, ctx);
  if (status == ASSAY_OK)
    status = assay_text_write_file (&bytes, file, ctx);
  assay_text_clear (&bytes);
  return status;
}
