/* invariants_report.c -- how checks without a reference look */

#include "report/invariants_report.h"

#include <inttypes.h>

#include "base/json_out.h"

static void
add_index (struct assay_text *text, const struct assay_invariant *invariant)
{
  int n;

  for (n = 0; n < invariant->axes; n++)
    assay_text_printf (text, "%s%zu", n == 0 ? "[" : ", ",
                       invariant->index[n]);
  assay_text_add_char (text, ']');
}

static void
add_one (struct assay_text *text, const struct assay_invariant *invariant)
{
  uint64_t bad = invariant->verdict == ASSAY_FAILS ? invariant->wrong
                                                   : invariant->open;

  if (invariant->why_not)
    {
      assay_text_printf (text, "not applicable: %s (%s)\n", invariant->name,
                         invariant->why_not);
      return;
    }
  assay_text_printf (text, "%s: %s (", assay_verdict_name (
    invariant->verdict), invariant->name);
  if (invariant->verdict == ASSAY_HOLDS)
    {
      assay_text_printf (text, "%" PRIu64 " tested)\n", invariant->tested);
      return;
    }
  assay_text_printf (text, "%" PRIu64 " of %" PRIu64 " tested)\n  first at ",
                     bad, invariant->tested);
  add_index (text, invariant);
  assay_text_printf (text, ": expected %s, found %s\n",
                     assay_text_string (&invariant->expected),
                     assay_text_string (&invariant->found));
}

void
assay_invariants_report_text (struct assay_text *text,
                              const struct assay_invariant *all,
                              size_t count)
{
  size_t n;

  for (n = 0; n < count; n++)
    add_one (text, &all[n]);
}

static void
put_one (struct assay_json_out *out, const struct assay_invariant *invariant)
{
  int n;

  assay_json_open_object (out, NULL);
  assay_json_string (out, "name", invariant->name);
  assay_json_string (out, "verdict", invariant->why_not ? "not applicable"
                     : assay_verdict_name (invariant->verdict));
  if (invariant->why_not)
    assay_json_string (out, "why", invariant->why_not);
  else
    {
      assay_json_integer (out, "tested", (long long) invariant->tested);
      assay_json_integer (out, "wrong", (long long) invariant->wrong);
      assay_json_integer (out, "open", (long long) invariant->open);
    }
  if (invariant->wrong + invariant->open > 0)
    {
      assay_json_open_inline_list (out, "first");
      for (n = 0; n < invariant->axes; n++)
        assay_json_integer (out, NULL, (long long) invariant->index[n]);
      assay_json_close (out);
      assay_json_string (out, "expected",
                         assay_text_string (&invariant->expected));
      assay_json_string (out, "found", assay_text_string (&invariant->found));
    }
  assay_json_close (out);
}

void
assay_invariants_report_json (struct assay_text *text,
                              const struct assay_invariant *all,
                              size_t count, const char *version)
{
  struct assay_json_out out;
  size_t n;

  assay_json_begin (&out, text, version, "kernel invariants");
  assay_json_string (&out, "verdict",
                     assay_verdict_name (assay_invariants_all (all, count)));
  assay_json_open_list (&out, "checks");
  for (n = 0; n < count; n++)
    put_one (&out, &all[n]);
  assay_json_close (&out);
  assay_json_end (&out);
}
