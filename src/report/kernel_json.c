/* kernel_json.c -- the judgement of dumped tensors for programs */

#include <inttypes.h>

#include "report/kernel_report.h"

#include "kernel/dtype.h"
#include "real/decimal.h"

static void
put_figure (struct assay_json_out *out, const char *key,
            const struct assay_bounds *bounds)
{
  struct assay_text text;

  assay_text_init (&text);
  assay_bounds_print (&text, bounds);
  assay_json_string (out, key, assay_text_string (&text));
  assay_text_clear (&text);
}

static void
put_size (struct assay_json_out *out, const char *key, double error)
{
  struct assay_text text;

  assay_text_init (&text);
  assay_kernel_add_size (&text, error);
  assay_json_string (out, key, assay_text_string (&text));
  assay_text_clear (&text);
}

static void
put_percentile (struct assay_json_out *out, const char *key,
                const struct assay_measure *measure, unsigned per_mille)
{
  struct assay_bounds bounds;

  assay_measure_percentile (&bounds, measure, per_mille);
  put_figure (out, key, &bounds);
}

static void
put_float (struct assay_json_out *out, const char *key, uint64_t bits,
           enum assay_fmt fmt)
{
  mpq_t value;

  assay_json_open_inline_object (out, key);
  assay_json_printf (out, "bits", "0x%0*" PRIx64,
                     (int) (assay_fmt_shape (fmt)->width / 4), bits);
  mpq_init (value);
  switch (assay_fmt_decode (value, bits, fmt))
    {
    case ASSAY_FMT_FINITE:
      assay_json_take (out, "value", assay_decimal_dyadic (value));
      break;
    case ASSAY_FMT_INFINITE:
      assay_json_string (out, "value", assay_fmt_is_negative (bits, fmt)
                                       ? "-inf" : "inf");
      break;
    case ASSAY_FMT_NAN:
      assay_json_string (out, "value", "nan");
    }
  mpq_clear (value);
  assay_json_close (out);
}

static void
put_number (struct assay_json_out *out, const char *key,
            const struct assay_number *number)
{
  if (number->exact)
    assay_json_string (out, key, number->exact);
  else if (number->value)
    {
      assay_json_open_inline_object (out, key);
      assay_json_string (out, "value", number->value);
      assay_json_string (out, "lo", number->lo);
      assay_json_string (out, "hi", number->hi);
      assay_json_close (out);
    }
}

static void
put_worst (struct assay_json_out *out, const struct assay_judged *judged)
{
  const struct assay_measure *measure = judged->measure;
  int axis;

  assay_json_open_object (out, "worst");
  assay_json_open_inline_list (out, "index");
  for (axis = 0; axis < ASSAY_MEASURE_AXES; axis++)
    assay_json_integer (out, NULL, (long long) measure->ulps.index[axis]);
  assay_json_close (out);
  put_float (out, "got", measure->ulps.got, measure->fmt);
  put_float (out, "rounded", measure->ulps.rounded, measure->fmt);
  put_number (out, "exact", &judged->worst);
  assay_json_close (out);
}

static void
put_bar (struct assay_json_out *out, int octave, uint64_t count)
{
  if (count == 0)
    return;
  assay_json_open_inline_list (out, NULL);
  assay_json_integer (out, NULL, octave);
  assay_json_integer (out, NULL, (long long) count);
  assay_json_close (out);
}

/* [log2 ulp, count]; errors of 0 have the log2 null, those without a bound
   "inf".  */
static void
put_histogram (struct assay_json_out *out,
               const struct assay_measure *measure)
{
  int octave;

  assay_json_open_list (out, "histogram");
  if (assay_measure_zero (measure) > 0)
    {
      assay_json_open_inline_list (out, NULL);
      assay_json_null (out, NULL);
      assay_json_integer (out, NULL, (long long) assay_measure_zero (measure));
      assay_json_close (out);
    }
  for (octave = ASSAY_OCTAVE_FIRST - 1; octave <= ASSAY_OCTAVE_LAST; octave++)
    put_bar (out, octave, assay_measure_octave (measure, octave));
  if (measure->unbounded > 0)
    {
      assay_json_open_inline_list (out, NULL);
      assay_json_string (out, NULL, "inf");
      assay_json_integer (out, NULL, (long long) measure->unbounded);
      assay_json_close (out);
    }
  assay_json_close (out);
}

static void
put_judged (struct assay_json_out *out, const struct assay_judged *judged)
{
  const struct assay_measure *measure = judged->measure;
  struct assay_bounds mean;
  int axis;

  assay_json_open_object (out, NULL);
  assay_json_string (out, "name", judged->name);
  if (judged->file)
    assay_json_string (out, "file", judged->file);
  assay_json_string (out, "dtype", assay_fmt_shape (measure->fmt)->name);
  assay_json_open_inline_list (out, "shape");
  for (axis = 0; axis < ASSAY_MEASURE_AXES; axis++)
    assay_json_integer (out, NULL, (long long) measure->shape[axis]);
  assay_json_close (out);
  assay_json_integer (out, "elements", (long long) measure->elements);
  assay_json_integer (out, "open", (long long) judged->open);
  assay_json_integer (out, "bit_equal", (long long) measure->bit_equal);
  if (judged->has_contract)
    assay_json_integer (out, "bit_equal_contract",
                        (long long) judged->contract_equal);
  put_figure (out, "max_ulp", &measure->ulps.bounds);
  assay_measure_mean (&mean, measure);
  put_figure (out, "mean_ulp", &mean);
  put_percentile (out, "p50_ulp", measure, 500);
  put_percentile (out, "p99_ulp", measure, 990);
  put_percentile (out, "p999_ulp", measure, 999);
  put_figure (out, "max_mass_ulp", &measure->mass.bounds);
  put_size (out, "max_abs", measure->absolute.bounds.high);
  put_size (out, "max_rel", measure->relative.bounds.high);
  assay_json_integer (out, "nonfinite",
                      (long long) measure->got_nan
                      + (long long) measure->got_infinite);
  if (measure->elements > 0)
    put_worst (out, judged);
  put_histogram (out, measure);
  assay_json_string (out, "verdict", assay_verdict_name (judged->verdict));
  assay_json_string (out, "reason", assay_text_string (&judged->reason));
  assay_json_close (out);
}

void
assay_kernel_report_json (struct assay_text *text,
                          const struct assay_kernel_report *report,
                          void (*explain) (struct assay_json_out *out,
                                           const void *data),
                          const void *data)
{
  struct assay_json_out out;
  size_t n;

  assay_json_begin (&out, text, report->version, report->command);
  if (report->problem[0])
    assay_json_string (&out, "problem", report->problem);
  assay_json_integer (&out, "rows", (long long) report->rows_done);
  assay_json_integer (&out, "of_rows", (long long) report->all_rows);
  assay_json_open_list (&out, "tensors");
  for (n = 0; n < report->count; n++)
    put_judged (&out, &report->judged[n]);
  assay_json_close (&out);
  assay_json_string (&out, "verdict", assay_verdict_name (report->verdict));
  if (explain)
    explain (&out, data);
  assay_json_end (&out);
}
