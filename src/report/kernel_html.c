/* kernel_html.c -- the judgement of dumped tensors as one page

   The page loads nothing: its style is inline and its pictures are SVG.  */

#include <inttypes.h>
#include <math.h>

#include "report/kernel_report.h"
#include "report/markup.h"

static const char head[] =
  "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
  "<meta name=\"viewport\" content=\"width=device-width\">\n"
  "<title>assay</title>\n<style>\n"
  "body { font: 15px/1.5 sans-serif; margin: 2em auto; max-width: 60em;\n"
  "       padding: 0 1em; color: #222; background: #fff; }\n"
  "table { border-collapse: collapse; margin: 1em 0; }\n"
  "th, td { text-align: left; padding: .2em 1em .2em 0; }\n"
  "th { font-weight: normal; color: #666; }\n"
  "code { font: 14px monospace; overflow-wrap: anywhere; }\n"
  "svg { max-width: 100%; height: auto; }\n"
  "svg text { font: 12px sans-serif; fill: #444; }\n"
  ".holds { color: #1a7f37; } .fails { color: #b42318; }\n"
  ".open { color: #9a6700; }\n</style>\n</head>\n<body>\n";

static void
add_bounds_row (struct assay_text *text, const char *name,
                const struct assay_bounds *bounds)
{
  assay_text_printf (text, "<tr><th>%s</th><td>", name);
  assay_bounds_print (text, bounds);
  assay_text_add (text, "</td></tr>\n");
}

static void
add_percentile (struct assay_text *text, const char *name,
                const struct assay_measure *measure, unsigned per_mille)
{
  struct assay_bounds bounds;

  assay_measure_percentile (&bounds, measure, per_mille);
  add_bounds_row (text, name, &bounds);
}

static void
add_worst (struct assay_text *text, const struct assay_judged *judged)
{
  const struct assay_measure *measure = judged->measure;

  assay_text_add (text, "<tr><th>worst at</th><td>");
  assay_kernel_add_index (text, measure->ulps.index);
  assay_text_add (text, "</td></tr>\n<tr><th>got there</th><td><code>");
  assay_kernel_add_float (text, measure->ulps.got, measure->fmt);
  assay_text_add (text, "</code></td></tr>\n<tr><th>correctly rounded</th>"
                  "<td><code>");
  assay_kernel_add_float (text, measure->ulps.rounded, measure->fmt);
  assay_text_add (text, "</code></td></tr>\n");
  if (judged->worst.exact || judged->worst.value)
    {
      assay_text_add (text, "<tr><th>exact</th><td><code>");
      assay_markup_xml (text, judged->worst.exact ? judged->worst.exact
                                                  : judged->worst.value);
      assay_text_add (text, "</code></td></tr>\n");
    }
}

/* A row for a COUNT that is not 0.  */
static void
add_count (struct assay_text *text, const char *name, uint64_t count)
{
  if (count > 0)
    assay_text_printf (text, "<tr><th>%s</th><td>%" PRIu64 "</td></tr>\n",
                       name, count);
}

static void
add_size (struct assay_text *text, const char *name, double error)
{
  assay_text_printf (text, "<tr><th>%s</th><td>", name);
  assay_kernel_add_size (text, error);
  assay_text_add (text, "</td></tr>\n");
}

static void
add_figures (struct assay_text *text, const struct assay_judged *judged)
{
  const struct assay_measure *measure = judged->measure;
  struct assay_bounds mean;
  char name[60];

  assay_text_printf (text, "<table>\n<tr><th>elements</th><td>%" PRIu64
                     "</td></tr>\n<tr><th>correctly rounded</th><td>%" PRIu64
                     "</td></tr>\n", measure->elements, measure->bit_equal);
  if (judged->has_contract)
    assay_text_printf (text, "<tr><th>as the contract gives</th><td>%" PRIu64
                       "</td></tr>\n", judged->contract_equal);
  add_count (text, "open", judged->open);
  add_bounds_row (text, "max error, ulp", &measure->ulps.bounds);
  assay_measure_mean (&mean, measure);
  add_bounds_row (text, "mean, ulp", &mean);
  add_percentile (text, "median, ulp", measure, 500);
  add_percentile (text, "p99, ulp", measure, 990);
  add_percentile (text, "p99.9, ulp", measure, 999);
  snprintf (name, sizeof name, "max, ulp of %s",
            judged->mass ? judged->mass : "sum p|v|");
  if (measure->mass.bounds.high > 0.0)
    add_bounds_row (text, name, &measure->mass.bounds);
  add_size (text, "max, absolute", measure->absolute.bounds.high);
  add_size (text, "max, relative", measure->relative.bounds.high);
  add_count (text, "NaN", measure->got_nan);
  add_count (text, "infinite", measure->got_infinite);
  if (measure->ulps.bounds.high > 0.0)
    add_worst (text, judged);
  assay_text_add (text, "</table>\n");
}

/* One bar of the histogram at place N; heights are logarithmic, so that one
   wrong element among millions is seen.  */
static void
add_bar (struct assay_text *text, int n, const char *label, uint64_t count,
         uint64_t most)
{
  double height = 160.0 * log2 (1.0 + (double) count)
                  / log2 (1.0 + (double) most);
  int x = 40 + 34 * n;

  if (count > 0)
    assay_text_printf (text, "<rect x=\"%d\" y=\"%.1f\" width=\"28\" "
                       "height=\"%.1f\" fill=\"#3b6ea5\"><title>%" PRIu64
                       " of them</title></rect>\n"
                       "<text x=\"%d\" y=\"%.1f\" text-anchor=\"middle\">%"
                       PRIu64 "</text>\n", x, 190.0 - height, height, count,
                       x + 14, 185.0 - height, count);
  assay_text_printf (text, "<text x=\"%d\" y=\"206\" text-anchor=\"middle\">"
                     "%s</text>\n", x + 14, label);
}

static void
add_histogram (struct assay_text *text, const struct assay_measure *measure)
{
  int octave, first = ASSAY_OCTAVE_LAST, last = ASSAY_OCTAVE_FIRST, n = 0;
  uint64_t below = assay_measure_octave (measure, ASSAY_OCTAVE_FIRST - 1);
  uint64_t most = assay_measure_zero (measure);
  char label[16];

  for (octave = ASSAY_OCTAVE_FIRST; octave <= ASSAY_OCTAVE_LAST; octave++)
    {
      uint64_t count = assay_measure_octave (measure, octave);

      most = count > most ? count : most;
      first = count > 0 && octave < first ? octave : first;
      last = count > 0 ? octave : last;
    }
  most = measure->unbounded > most ? measure->unbounded : most;
  most = below > most ? below : most;
  if (most == 0)
    return;
  if (last < first)
    last = first - 1;
  assay_text_printf (text, "<h3>Elements by error in ulps: none, or "
                     "2<sup>k</sup> to 2<sup>k+1</sup>, by k (heights "
                     "logarithmic)</h3>\n"
                     "<svg viewBox=\"0 0 %d 215\" width=\"%d\" role=\"img\" "
                     "aria-label=\"histogram of errors\">\n",
                     40 + 34 * (last - first + 4),
                     40 + 34 * (last - first + 4));
  add_bar (text, n++, "none", assay_measure_zero (measure), most);
  if (below > 0)
    add_bar (text, n++, "less", below, most);
  for (octave = first; octave <= last; octave++)
    {
      snprintf (label, sizeof label, "%d", octave);
      add_bar (text, n++, label, assay_measure_octave (measure, octave),
               most);
    }
  if (measure->unbounded > 0)
    add_bar (text, n++, "inf", measure->unbounded, most);
  assay_text_add (text, "</svg>\n");
}

/* Shade of an error: white at 0.5 ulp or less, deeper red by its logarithm,
   deepest at the worst of the tensor or at 8 ulps if that is more.  */
static int
shade (double error, double worst)
{
  double full = worst > 8.0 ? log2 (worst * 2.0) : 4.0, level;

  if (!(error > 0.5))
    return 255;
  level = isfinite (error) ? log2 (error * 2.0) / full : 1.0;
  return (int) (235.0 - 235.0 * (level > 1.0 ? 1.0 : level));
}

enum { MAP_CELLS = 128 };

/* The worst errors along one axis, joined into at most MAP_CELLS cells.  */
static void
add_strip (struct assay_text *text, const struct assay_measure *measure,
           int axis, const char *name, int y)
{
  size_t size = measure->shape[axis], cells, cell, k;

  cells = size < MAP_CELLS ? size : MAP_CELLS;
  assay_text_printf (text, "<text x=\"0\" y=\"%d\">%s</text>\n", y + 14,
                     name);
  for (cell = 0; cell < cells; cell++)
    {
      size_t begin = cell * size / cells, end = (cell + 1) * size / cells;
      double worst = 0.0, width = 640.0 / (double) cells;
      uint64_t elements = 0;
      int level;

      for (k = begin; k < end; k++)
        {
          elements += measure->slice[axis][k].elements;
          if (measure->slice[axis][k].worst > worst)
            worst = measure->slice[axis][k].worst;
        }
      if (elements == 0)
        continue;
      level = shade (worst, measure->bounded.high);
      assay_text_printf (text, "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" "
                         "height=\"20\" fill=\"rgb(255,%d,%d)\" "
                         "stroke=\"#ddd\" stroke-width=\"0.5\"><title>"
                         "%s %zu", 70.0 + width * (double) cell, y, width,
                         level, level, name, begin);
      if (end > begin + 1)
        assay_text_printf (text, " to %zu", end - 1);
      assay_text_add (text, ": max ");
      assay_kernel_add_size (text, worst);
      assay_text_add (text, " ulp</title></rect>\n");
    }
}

static void
add_map (struct assay_text *text, const struct assay_measure *measure)
{
  static const char *const names[] = { "batch", "head", "row", "column" };
  int axis;

  assay_text_add (text, "<h3>Where: the worst error by batch, head, row and "
                  "column</h3>\n<p>White: at most half an ulp; red deepens "
                  "with the logarithm of the error, up to the tensor's worst "
                  "(or 8 ulps).</p>\n"
                  "<svg viewBox=\"0 0 720 110\" width=\"720\" role=\"img\" "
                  "aria-label=\"map of errors\">\n");
  for (axis = 0; axis < ASSAY_MEASURE_AXES; axis++)
    add_strip (text, measure, axis, names[axis], 4 + 26 * axis);
  assay_text_add (text, "</svg>\n");
}

static void
add_judged (struct assay_text *text, const struct assay_judged *judged)
{
  assay_text_add (text, "<h2>");
  assay_markup_xml (text, judged->name);
  if (judged->file)
    {
      assay_text_add (text, " <code>");
      assay_markup_xml (text, judged->file);
      assay_text_add (text, "</code>");
    }
  assay_text_printf (text, ", %s ",
                     assay_fmt_shape (judged->measure->fmt)->name);
  assay_kernel_add_index (text, judged->measure->shape);
  assay_text_printf (text, "</h2>\n<p class=\"%s\"><b>%s</b>: ",
                     assay_verdict_name (judged->verdict),
                     assay_verdict_name (judged->verdict));
  assay_markup_xml (text, assay_text_string (&judged->reason));
  assay_text_add (text, "</p>\n");
  add_figures (text, judged);
  add_histogram (text, judged->measure);
  add_map (text, judged->measure);
}

void
assay_kernel_report_html (struct assay_text *text,
                          const struct assay_kernel_report *report)
{
  size_t n;

  assay_text_add (text, head);
  assay_text_printf (text, "<h1>assay %s</h1>\n<p>", report->command);
  assay_markup_xml (text, report->problem);
  assay_text_add (text, "</p>\n");
  if (report->rows_done < report->all_rows)
    assay_text_printf (text, "<p>%zu of %zu rows were judged.</p>\n",
                       report->rows_done, report->all_rows);
  for (n = 0; n < report->count; n++)
    add_judged (text, &report->judged[n]);
  assay_text_printf (text, "<p>Made by assay %s.</p>\n</body>\n</html>\n",
                     report->version);
}
