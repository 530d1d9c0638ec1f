/* kernel_text.c -- the judgement of dumped tensors for people */

#include "report/kernel_report.h"

#include <inttypes.h>
#include <math.h>

#include "kernel/dtype.h"

void
assay_kernel_add_float (struct assay_text *text, uint64_t bits,
                        enum assay_fmt fmt)
{
  /* Digits after which no two values of a format look alike.  */
  static const int digits[] = { 17, 9, 5, 4, 3, 3 };
  double value = assay_dtype_double (bits, assay_dtype_of_fmt (fmt));

  if (isnan (value))
    assay_text_add (text, "nan");
  else
    assay_text_printf (text, "%.*g", digits[fmt], value);
}

void
assay_kernel_add_index (struct assay_text *text, const size_t *index)
{
  assay_text_printf (text, "[%zu, %zu, %zu, %zu]", index[0], index[1],
                     index[2], index[3]);
}

void
assay_kernel_add_size (struct assay_text *text, double error)
{
  if (isinf (error))
    assay_text_add (text, "infinite");
  else
    assay_text_printf (text, "%.4g", error);
}

static void
add_percentage (struct assay_text *text, uint64_t part, uint64_t whole)
{
  if (whole > 0)
    assay_text_printf (text, " (%.2f %%)",
                       100.0 * (double) part / (double) whole);
}

static void
add_worst (struct assay_text *text, const struct assay_judged *judged)
{
  const struct assay_measure *measure = judged->measure;

  if (measure->ulps.bounds.high == 0.0)
    return;
  assay_text_add (text, "  worst at ");
  assay_kernel_add_index (text, measure->ulps.index);
  assay_text_add (text, ": got ");
  assay_kernel_add_float (text, measure->ulps.got, measure->fmt);
  assay_text_add (text, ", correctly rounded ");
  assay_kernel_add_float (text, measure->ulps.rounded, measure->fmt);
  if (judged->worst.exact || judged->worst.value)
    assay_text_printf (text, ", exact %s", judged->worst.exact
                       ? judged->worst.exact : judged->worst.value);
  assay_text_add_char (text, '\n');
}

static void
add_figure (struct assay_text *text, const char *name,
            const struct assay_bounds *bounds)
{
  assay_text_add (text, name);
  assay_bounds_print (text, bounds);
}

static void
add_errors (struct assay_text *text, const struct assay_measure *measure)
{
  struct assay_bounds bounds;

  add_figure (text, "  error in ulps: max ", &measure->ulps.bounds);
  assay_measure_mean (&bounds, measure);
  add_figure (text, ", mean ", &bounds);
  assay_measure_percentile (&bounds, measure, 500);
  add_figure (text, ", median ", &bounds);
  assay_measure_percentile (&bounds, measure, 990);
  add_figure (text, ", p99 ", &bounds);
  assay_measure_percentile (&bounds, measure, 999);
  add_figure (text, ", p99.9 ", &bounds);
  assay_text_add_char (text, '\n');
}

static void
add_other_errors (struct assay_text *text,
                  const struct assay_judged *judged)
{
  const struct assay_measure *measure = judged->measure;

  assay_text_add (text, "  ");
  if (measure->mass.bounds.high > 0.0)
    {
      assay_text_printf (text, "in ulps of %s: ",
                         judged->mass ? judged->mass : "sum p|v|");
      add_figure (text, "max ", &measure->mass.bounds);
      assay_text_add (text, "; ");
    }
  assay_text_add (text, "absolute: max ");
  assay_kernel_add_size (text, measure->absolute.bounds.high);
  assay_text_add (text, "; relative: max ");
  assay_kernel_add_size (text, measure->relative.bounds.high);
  if (measure->got_nan > 0 || measure->got_infinite > 0)
    assay_text_printf (text, "; %" PRIu64 " NaN, %" PRIu64 " infinite",
                       measure->got_nan, measure->got_infinite);
  assay_text_add_char (text, '\n');
}

/* The bar of COUNT where MOST is the longest: at most 40 columns.  */
static void
add_bar (struct assay_text *text, const char *label, uint64_t count,
         uint64_t most)
{
  int length = (int) (40.0 * (double) count / (double) most + 0.5), i;

  assay_text_printf (text, "    %-14s %10" PRIu64 " ", label, count);
  for (i = 0; i < length; i++)
    assay_text_add_char (text, '#');
  while (text->bytes[text->length - 1] == ' ')
    text->bytes[--text->length] = '\0';
  assay_text_add_char (text, '\n');
}

static void
add_histogram (struct assay_text *text, const struct assay_measure *measure)
{
  uint64_t below = assay_measure_octave (measure, ASSAY_OCTAVE_FIRST - 1);
  uint64_t most = assay_measure_zero (measure);
  int octave, first = ASSAY_OCTAVE_LAST, last = ASSAY_OCTAVE_FIRST;
  char label[40];

  for (octave = ASSAY_OCTAVE_FIRST; octave <= ASSAY_OCTAVE_LAST; octave++)
    {
      uint64_t count = assay_measure_octave (measure, octave);

      if (count == 0)
        continue;
      most = count > most ? count : most;
      first = octave < first ? octave : first;
      last = octave;
    }
  most = below > most ? below : most;
  most = measure->unbounded > most ? measure->unbounded : most;
  if (most == 0 || measure->elements == assay_measure_zero (measure))
    return;
  assay_text_add (text, "  elements by error in ulps:\n");
  if (assay_measure_zero (measure) > 0)
    add_bar (text, "0", assay_measure_zero (measure), most);
  if (below > 0)
    add_bar (text, "below 2^-24", below, most);
  for (octave = first; octave <= last; octave++)
    {
      snprintf (label, sizeof label, "2^%d to 2^%d", octave, octave + 1);
      add_bar (text, label, assay_measure_octave (measure, octave), most);
    }
  if (measure->unbounded > 0)
    add_bar (text, "without bound", measure->unbounded, most);
}

static void
add_standing_out (struct assay_text *text,
                  const struct assay_measure *measure)
{
  static const char *const one[] = { "batch", "head", "row", "column" };
  static const char *const several[] = { "batches", "heads", "rows",
                                         "columns" };
  const char *which = isinf (measure->ulps.bounds.high) ? "unbounded"
                      : "large";
  size_t first, last;
  int axis;

  for (axis = 0; axis < ASSAY_MEASURE_AXES; axis++)
    if (assay_measure_stands_out (&first, &last, measure, axis))
      {
        if (first == last)
          assay_text_printf (text, "  the %s errors are all in %s %zu\n",
                             which, one[axis], first);
        else
          assay_text_printf (text, "  the %s errors are all in %s %zu to "
                             "%zu\n", which, several[axis], first, last);
      }
}

static void
add_judged (struct assay_text *text, const struct assay_judged *judged)
{
  const struct assay_measure *measure = judged->measure;
  const size_t *shape = measure->shape;

  assay_text_printf (text, "%s", judged->name);
  if (judged->file)
    assay_text_printf (text, " (%s)", judged->file);
  assay_text_printf (text, ": %s ", assay_fmt_shape (measure->fmt)->name);
  assay_kernel_add_index (text, shape);
  assay_text_printf (text, ", %" PRIu64 " element%s judged\n",
                     measure->elements, measure->elements == 1 ? "" : "s");
  assay_text_printf (text, "  correctly rounded: %" PRIu64,
                     measure->bit_equal);
  add_percentage (text, measure->bit_equal, measure->elements);
  if (judged->has_contract)
    {
      assay_text_printf (text, "; as the contract gives: %" PRIu64,
                         judged->contract_equal);
      add_percentage (text, judged->contract_equal, measure->elements);
    }
  if (judged->open > 0)
    assay_text_printf (text, "; open: %" PRIu64, judged->open);
  assay_text_add_char (text, '\n');
  if (measure->elements > 0 && measure->bit_equal < measure->elements)
    {
      add_errors (text, measure);
      add_worst (text, judged);
      add_other_errors (text, judged);
      add_histogram (text, measure);
      add_standing_out (text, measure);
    }
  else if (measure->elements > 0)
    add_errors (text, measure);
  assay_text_printf (text, "  %s: %s\n",
                     assay_verdict_name (judged->verdict),
                     assay_text_string (&judged->reason));
}

void
assay_kernel_report_text (struct assay_text *text,
                          const struct assay_kernel_report *report)
{
  size_t n;

  if (report->problem[0])
    assay_text_printf (text, "%s\n", report->problem);
  if (report->rows_done < report->rows)
    assay_text_printf (text, "interrupted after %zu of %zu rows\n",
                       report->rows_done, report->rows);
  else if (report->rows < report->all_rows)
    assay_text_printf (text, "%zu of %zu rows\n", report->rows,
                       report->all_rows);
  for (n = 0; n < report->count; n++)
    add_judged (text, &report->judged[n]);
  if (report->count > 1
      || report->verdict != (report->count ? report->judged[0].verdict
                             : ASSAY_HOLDS))
    assay_text_printf (text, "%s\n", assay_verdict_name (report->verdict));
}
