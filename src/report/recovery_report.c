/* recovery_report.c -- how recovered positions look */

#include "report/recovery_report.h"

#include "base/json_out.h"

enum { MOST_LINES = 20 };

static const char *const verdicts[] = { "holds", "fails", "open" };

static const char *
verdict_name (enum assay_verdict verdict)
{
  return verdicts[verdict == ASSAY_HOLDS ? 0 : verdict == ASSAY_FAILS ? 1
                                                                      : 2];
}

static int
is_expected (const struct assay_recovered *row)
{
  return row->outcome == ASSAY_RECOVERED_ONE
         && row->position == row->expected;
}

static void
add_row (struct assay_text *text, const struct assay_recovered *row)
{
  assay_text_printf (text, "  batch %zu, head %zu, row %zu: ", row->b, row->h,
                     row->s);
  switch (row->outcome)
    {
    case ASSAY_RECOVERED_ONE:
      assay_text_printf (text, "position %lld instead of %lld, by %+lld\n",
                         (long long) row->position,
                         (long long) row->expected,
                         (long long) (row->position - row->expected));
      break;
    case ASSAY_RECOVERED_SEVERAL:
      assay_text_printf (text, "position %lld, %lld or another, expected "
                         "%lld\n", (long long) row->position,
                         (long long) row->other, (long long) row->expected);
      break;
    case ASSAY_RECOVERED_NONE:
      assay_text_printf (text, "no position makes this key, expected %lld\n",
                         (long long) row->expected);
      break;
    default:
      assay_text_printf (text, "zeros tell no position, expected %lld\n",
                         (long long) row->expected);
    }
}

void
assay_recovery_report_text (struct assay_text *text,
                            const struct assay_recovery_report *report)
{
  const struct assay_recovery *recovery = report->recovery;
  size_t lines = 0, n;

  assay_text_printf (text, "%s\nkeys of %s: %zu, %zu of them where they are "
                     "expected", report->problem, report->file,
                     recovery->rows, recovery->as_expected);
  if (recovery->other > 0)
    assay_text_printf (text, ", %zu elsewhere", recovery->other);
  if (recovery->none > 0)
    assay_text_printf (text, ", %zu at no position", recovery->none);
  if (recovery->several > 0)
    assay_text_printf (text, ", %zu at one of several", recovery->several);
  if (recovery->silent > 0)
    assay_text_printf (text, ", %zu silent", recovery->silent);
  assay_text_add_char (text, '\n');
  for (n = 0; n < recovery->rows; n++)
    if (!is_expected (&recovery->row[n]) && lines++ < MOST_LINES)
      add_row (text, &recovery->row[n]);
  if (lines > MOST_LINES)
    assay_text_printf (text, "  and %zu more\n", lines - MOST_LINES);
  if (recovery->ulps.high > 0.0)
    assay_text_printf (text, "turned by the positions found, the largest "
                       "error of an element is %.4f ulps\n",
                       recovery->ulps.high);
  assay_text_printf (text, "%s\n", verdict_name (report->verdict));
}

static void
put_row (struct assay_json_out *out, const struct assay_recovered *row)
{
  static const char *const outcomes[] = { "one", "several", "none",
                                          "silent" };

  assay_json_open_inline_object (out, NULL);
  assay_json_integer (out, "batch", (long long) row->b);
  assay_json_integer (out, "head", (long long) row->h);
  assay_json_integer (out, "row", (long long) row->s);
  assay_json_integer (out, "expected", (long long) row->expected);
  assay_json_string (out, "found", outcomes[row->outcome]);
  if (row->outcome <= ASSAY_RECOVERED_SEVERAL)
    assay_json_integer (out, "position", (long long) row->position);
  if (row->outcome == ASSAY_RECOVERED_SEVERAL)
    assay_json_integer (out, "other", (long long) row->other);
  assay_json_close (out);
}

void
assay_recovery_report_json (struct assay_text *text,
                            const struct assay_recovery_report *report)
{
  const struct assay_recovery *recovery = report->recovery;
  struct assay_json_out out;
  size_t n;

  assay_json_begin (&out, text, report->version, "kernel positions");
  assay_json_string (&out, "problem", report->problem);
  assay_json_string (&out, "file", report->file);
  assay_json_integer (&out, "keys", (long long) recovery->rows);
  assay_json_integer (&out, "as_expected",
                      (long long) recovery->as_expected);
  assay_json_integer (&out, "elsewhere", (long long) recovery->other);
  assay_json_integer (&out, "at_none", (long long) recovery->none);
  assay_json_integer (&out, "at_several", (long long) recovery->several);
  assay_json_integer (&out, "silent", (long long) recovery->silent);
  assay_json_printf (&out, "max_ulp_above", "%.9g", recovery->ulps.low);
  assay_json_printf (&out, "max_ulp_below", "%.9g", recovery->ulps.high);
  if (report->max_ulp)
    assay_json_string (&out, "asked_max_ulp", report->max_ulp);
  assay_json_open_list (&out, "different");
  for (n = 0; n < recovery->rows; n++)
    if (!is_expected (&recovery->row[n]))
      put_row (&out, &recovery->row[n]);
  assay_json_close (&out);
  assay_json_string (&out, "verdict", verdict_name (report->verdict));
  assay_json_end (&out);
}
