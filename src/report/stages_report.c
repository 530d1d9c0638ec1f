/* stages_report.c -- how the first divergence of dumped stages looks */

#include "report/stages_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/json_out.h"
#include "report/kernel_report.h"

/* 17 digits tell every binary64, 9 every binary32.  */
static void
add_number (struct assay_text *text, double x, enum assay_fmt fmt)
{
  assay_text_printf (text, "%.*g", fmt == ASSAY_FMT_F64 ? 17 : 9, x);
}

/* "rope-q and rope-k", "scores".  */
static const char *
previous_name (const struct assay_stages *stages,
               const struct assay_stage_dump *dump)
{
  int has_q = stages->dump[ASSAY_STEP_ROPE_Q].has_dump;
  int has_k = stages->dump[ASSAY_STEP_ROPE_K].has_dump;

  if (dump->previous != ASSAY_STEP_ROPE_K)
    return assay_step_name (dump->previous);
  return has_q && has_k ? "rope-q and rope-k" : has_q ? "rope-q" : "rope-k";
}

static void
add_tally (struct assay_text *text, const struct assay_tally *tally)
{
  uint64_t bad = tally->wrong > 0 ? tally->wrong : tally->open;

  if (bad == 0)
    assay_text_printf (text, "right (%" PRIu64 " tested)", tally->tested);
  else
    assay_text_printf (text, "%s (%" PRIu64 " of %" PRIu64 " tested)",
                       tally->wrong > 0 ? "wrong" : "open", bad,
                       tally->tested);
}

static void
add_first (struct assay_text *text, const struct assay_tally *tally,
           enum assay_fmt fmt)
{
  assay_text_add (text, " at ");
  assay_kernel_add_index (text, tally->index);
  assay_text_add (text, ": got ");
  add_number (text, tally->got, fmt);
  assay_text_add (text, ", right ");
  add_number (text, tally->right, ASSAY_FMT_F64);
  if (isfinite (tally->right))
    assay_text_printf (text, ", off by %.3g at most", tally->allowed);
}

static void
add_dump (struct assay_text *text, const struct assay_stages *stages,
          enum assay_step step)
{
  const struct assay_stage_dump *dump = &stages->dump[step];
  const struct assay_tally *previous = &dump->from_previous;

  assay_text_printf (text, "%s (%s): ", assay_step_name (step),
                     dump->view.tensor->name);
  add_tally (text, &dump->inputs);
  if (dump->has_previous)
    {
      assay_text_printf (text, "; by the dumped %s ",
                         previous_name (stages, dump));
      if (previous->tested == 0)
        assay_text_add (text, "nothing can be told");
      else
        add_tally (text, previous);
      if (dump->inputs.wrong > 0 && previous->tested > 0)
        assay_text_add (text, previous->wrong > 0 ? ": new here"
                        : previous->open > 0 ? "" : ": inherited");
    }
  assay_text_add_char (text, '\n');
}

void
assay_stages_report_text (struct assay_text *text,
                          const struct assay_stages *stages)
{
  int step;

  for (step = 0; step < ASSAY_STEPS; step++)
    if (stages->dump[step].has_dump)
      add_dump (text, stages, (enum assay_step) step);
  if (stages->empty_rows > 0)
    assay_text_printf (text, "%" PRIu64 " rows see no key: their weights, "
                       "outputs and lse are left out\n", stages->empty_rows);
  if (stages->first >= 0)
    {
      const struct assay_stage_dump *dump = &stages->dump[stages->first];

      assay_text_printf (text, "first divergence: %s", assay_step_name (
        (enum assay_step) stages->first));
      add_first (text, &dump->inputs, dump->fmt);
      assay_text_add_char (text, '\n');
    }
  else
    assay_text_add (text, assay_stages_verdict (stages) == ASSAY_HOLDS
                    ? "no stage diverges\n"
                    : "open: a number could not be told from its limit\n");
}

/* JSON has no infinities: those are strings.  */
static void
put_number (struct assay_json_out *out, const char *key, double x)
{
  char digits[40];

  snprintf (digits, sizeof digits, "%.17g", x);
  if (isfinite (x))
    assay_json_number (out, key, digits);
  else
    assay_json_string (out, key, isnan (x) ? "nan" : x < 0 ? "-inf" : "inf");
}

static void
put_tally (struct assay_json_out *out, const char *name,
           const struct assay_tally *tally)
{
  int n;

  assay_json_open_object (out, name);
  assay_json_integer (out, "tested", (long long) tally->tested);
  assay_json_integer (out, "wrong", (long long) tally->wrong);
  assay_json_integer (out, "open", (long long) tally->open);
  if (tally->wrong + tally->open > 0)
    {
      assay_json_open_inline_list (out, "first");
      for (n = 0; n < ASSAY_VIEW_AXES; n++)
        assay_json_integer (out, NULL, (long long) tally->index[n]);
      assay_json_close (out);
      put_number (out, "got", tally->got);
      put_number (out, "right", tally->right);
      put_number (out, "allowed", tally->allowed);
    }
  assay_json_close (out);
}

void
assay_stages_report_json (struct assay_text *text,
                          const struct assay_stages *stages,
                          const char *version)
{
  struct assay_json_out out;
  int step;

  assay_json_begin (&out, text, version, "kernel stages");
  assay_json_string (&out, "verdict",
                     assay_verdict_name (assay_stages_verdict (stages)));
  if (stages->first >= 0)
    assay_json_string (&out, "first_divergence",
                       assay_step_name ((enum assay_step) stages->first));
  else
    assay_json_null (&out, "first_divergence");
  assay_json_integer (&out, "empty_rows", (long long) stages->empty_rows);
  assay_json_open_list (&out, "stages");
  for (step = 0; step < ASSAY_STEPS; step++)
    {
      const struct assay_stage_dump *dump = &stages->dump[step];

      if (!dump->has_dump)
        continue;
      assay_json_open_object (&out, NULL);
      assay_json_string (&out, "stage",
                         assay_step_name ((enum assay_step) step));
      assay_json_string (&out, "file", dump->view.tensor->name);
      put_tally (&out, "by_inputs", &dump->inputs);
      if (dump->has_previous)
        {
          assay_json_string (&out, "previous", previous_name (stages, dump));
          put_tally (&out, "by_previous", &dump->from_previous);
        }
      assay_json_close (&out);
    }
  assay_json_close (&out);
  assay_json_end (&out);
}
