/* tolerance_report.c -- how the mistakes that a tolerance lets through look */

#include "report/tolerance_report.h"

#include <inttypes.h>
#include <math.h>

#include "base/json_out.h"

static void
add_asked (struct assay_text *text, const struct assay_tolerance_case *asked)
{
  const char *comma = "";

  if (asked->has_tolerance)
    {
      assay_text_printf (text, "atol %g, rtol %g", asked->atol, asked->rtol);
      comma = ", ";
    }
  if (asked->max_ulp >= 0.0)
    assay_text_printf (text, "%smax %g ulp", comma, asked->max_ulp);
}

static void
add_case (struct assay_text *text, const struct assay_tolerance *tolerance)
{
  const struct assay_tolerance_case *asked = &tolerance->asked;

  assay_text_printf (text, "inputs: [%zu, %zu, %zu, %zu] in %s, normal of "
                     "standard deviation %g, seed %" PRIu64 "%s\n",
                     asked->shape[0], asked->shape[1], asked->shape[2],
                     asked->shape[3], assay_dtype_name (asked->dtype),
                     asked->std, asked->seed,
                     asked->causal ? ", causal" : "");
  assay_text_printf (text, "outputs: root mean square %.3g, largest %.3g; an "
                     "ulp at the mean square is %.3g\n", tolerance->rms,
                     tolerance->largest, tolerance->ulp);
  assay_text_printf (text, "an ordinary kernel may be off by up to %.3g\n",
                     tolerance->floor);
}

static void
add_mistake (struct assay_text *text,
             const struct assay_tolerance *tolerance,
             const struct assay_tolerance_mistake *mistake, size_t others)
{
  assay_text_add (text, "  ");
  assay_tolerance_tell (text, tolerance, mistake);
  assay_text_printf (text, ": the largest change is %s%.3g",
                     mistake->is_tipped ? "about " : "", mistake->change);
  if (others > 0)
    assay_text_printf (text, " (and %zu of the kind that change%s less)",
                       others, others == 1 ? "s" : "");
  assay_text_add_char (text, '\n');
}

/* Two hypotheses may be one change (1/8 of 1/8 is 1/64): the first counts.  */
static int
is_repeated (const struct assay_tolerance *tolerance, size_t n)
{
  const struct assay_tolerance_mistake *mistake = tolerance->mistake;
  size_t m;

  for (m = 0; m < n; m++)
    if (mistake[m].hypothesis->slot == mistake[n].hypothesis->slot
        && mistake[m].hypothesis->apply == mistake[n].hypothesis->apply
        && mistake[m].parameter == mistake[n].parameter)
      return 1;
  return 0;
}

static int
is_listed (const struct assay_tolerance *tolerance, size_t n,
           enum assay_verdict accepted)
{
  return tolerance->mistake[n].accepted == accepted
         && tolerance->mistake[n].is_seen
         && !is_repeated (tolerance, n);
}

/* Of the parameters of one hypothesis the one that changes most.  */
static void
add_list (struct assay_text *text, const struct assay_tolerance *tolerance,
          enum assay_verdict accepted)
{
  const struct assay_tolerance_mistake *mistake = tolerance->mistake;
  size_t n, m;

  for (n = 0; n < tolerance->mistakes; n = m)
    {
      size_t most = n, count = 0;

      for (m = n; m < tolerance->mistakes
                  && mistake[m].hypothesis == mistake[n].hypothesis; m++)
        if (is_listed (tolerance, m, accepted))
          {
            if (count == 0 || mistake[m].change > mistake[most].change)
              most = m;
            count++;
          }
      if (count > 0)
        add_mistake (text, tolerance, &mistake[most], count - 1);
    }
}

void
assay_tolerance_report_text (struct assay_text *text,
                             const struct assay_tolerance *tolerance)
{
  add_case (text, tolerance);
  add_asked (text, &tolerance->asked);
  assay_text_printf (text, " accepts %zu of %zu mistakes%s\n",
                     tolerance->accepted,
                     tolerance->mistakes - tolerance->unseen,
                     tolerance->accepted > 0 ? ":" : "");
  add_list (text, tolerance, ASSAY_HOLDS);
  if (tolerance->unseen > 0)
    assay_text_printf (text, "%zu more change%s no output by more than an "
                       "ordinary kernel may be off there\n",
                       tolerance->unseen, tolerance->unseen == 1 ? "s" : "");
  if (tolerance->open > 0)
    assay_text_printf (text, "open, because a rounding inside is too near to "
                       "a tie or the change too near to the edge: %zu\n",
                       tolerance->open);
  add_list (text, tolerance, ASSAY_OPEN);
}

static void
put_mistake (struct assay_json_out *out,
             const struct assay_tolerance *tolerance,
             const struct assay_tolerance_mistake *mistake)
{
  static const char *const accepted[] = {
    [ASSAY_HOLDS] = "accepted", [ASSAY_FAILS] = "rejected",
    [ASSAY_OPEN] = "open"
  };
  const char kind[] = { mistake->hypothesis->kind, '\0' };
  struct assay_text text;

  assay_text_init (&text);
  assay_tolerance_tell (&text, tolerance, mistake);
  assay_json_open_object (out, NULL);
  assay_json_string (out, "hypothesis", mistake->hypothesis->name);
  assay_json_string (out, "meaning", assay_text_string (&text));
  assay_json_string (out, "kind", kind);
  if (isinf (mistake->change))
    assay_json_string (out, "change", "inf");
  else
    assay_json_printf (out, "change", "%.6g", mistake->change);
  assay_json_printf (out, "error", "%.2g", mistake->error);
  assay_json_bool (out, "certified", !mistake->is_tipped);
  assay_json_bool (out, "seen", mistake->is_seen);
  assay_json_string (out, "verdict", accepted[mistake->accepted]);
  assay_json_close (out);
  assay_text_clear (&text);
}

void
assay_tolerance_report_json (struct assay_text *text,
                             const struct assay_tolerance *tolerance,
                             const char *version)
{
  struct assay_json_out out;
  size_t n;

  assay_json_begin (&out, text, version, "tolerance");
  assay_json_printf (&out, "rms", "%.6g", tolerance->rms);
  assay_json_printf (&out, "largest", "%.6g", tolerance->largest);
  assay_json_printf (&out, "ulp", "%.6g", tolerance->ulp);
  assay_json_printf (&out, "noise_floor", "%.6g", tolerance->floor);
  assay_json_integer (&out, "accepted", (long long) tolerance->accepted);
  assay_json_integer (&out, "open", (long long) tolerance->open);
  assay_json_integer (&out, "unseen", (long long) tolerance->unseen);
  assay_json_open_list (&out, "mistakes");
  for (n = 0; n < tolerance->mistakes; n++)
    put_mistake (&out, tolerance, &tolerance->mistake[n]);
  assay_json_close (&out);
  assay_json_end (&out);
}
