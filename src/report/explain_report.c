/* explain_report.c -- how an explanation of a dump looks */

#include "report/explain_report.h"

#include <inttypes.h>
#include <math.h>

static const char *const outcomes[] = { "right", "named", "open" };

static void
add_count (struct assay_text *text, const struct assay_score_count *count)
{
  assay_text_printf (text, "reproduces %" PRIu64 " of %" PRIu64 " elements "
                     "to 1 ulp, %" PRIu64 " of them bit for bit",
                     count->near, count->elements, count->equal);
}

static void
add_finding (struct assay_text *text, const struct assay_finding *finding,
             const struct assay_explanation *explanation, const char *mark)
{
  assay_text_add (text, mark);
  assay_text_add (text, finding->is_equal ? "or: " : "");
  assay_finding_tell (text, finding, explanation);
  assay_text_add (text, ": ");
  add_count (text, &finding->count);
  assay_text_add_char (text, '\n');
}

static void
add_fix (struct assay_text *text, const struct assay_finding *finding,
         const char *margin)
{
  assay_text_printf (text, "%sfix: ", margin);
  assay_finding_fix (text, finding);
  assay_text_printf (text, " (kind %c)\n", finding->hypothesis->kind);
}

static void
add_named (struct assay_text *text,
           const struct assay_explanation *explanation, const char *mark,
           const char *margin)
{
  size_t n;

  for (n = 0; n < explanation->findings; n++)
    {
      add_finding (text, &explanation->finding[n], explanation, mark);
      add_fix (text, &explanation->finding[n], margin);
    }
}

static void
add_right (struct assay_text *text,
           const struct assay_explanation *explanation, const char *mark)
{
  assay_text_printf (text, "%snothing to explain: the right value ", mark);
  add_count (text, &explanation->right);
  if (explanation->right.equal < explanation->right.elements)
    assay_text_add (text, "; what is left is of the size of an ordinary "
                    "kernel's roundings");
  assay_text_add_char (text, '\n');
}

static void
add_open (struct assay_text *text,
          const struct assay_explanation *explanation, const char *mark)
{
  const struct assay_finding *closest = &explanation->finding[0];

  assay_text_printf (text, "%snone of %zu hypotheses%s reproduces it", mark,
                     explanation->hypotheses, explanation->tried_pairs
                     ? ", alone or in pairs," : "");
  if (10 * closest->count.near < closest->count.elements)
    assay_text_add (text, ", and none comes near");
  else if (closest->count.elements > 0)
    {
      assay_text_add (text, "; the closest: ");
      assay_finding_tell (text, closest, explanation);
      assay_text_printf (text, ", %" PRIu64 " of %" PRIu64 " elements of a "
                         "sample", closest->count.near,
                         closest->count.elements);
    }
  assay_text_printf (text, "\n%sthe right value ", mark);
  add_count (text, &explanation->right);
  if (explanation->region.length > 0)
    assay_text_printf (text, "; wrong: %s",
                       assay_text_string (&explanation->region));
  assay_text_add_char (text, '\n');
}

static void
add_explanation (struct assay_text *text,
                 const struct assay_explanation *explanation,
                 const char *mark, const char *margin)
{
  switch (explanation->outcome)
    {
    case ASSAY_EXPLAINED_RIGHT:
      add_right (text, explanation, mark);
      break;
    case ASSAY_EXPLAINED_NAMED:
      add_named (text, explanation, mark, margin);
      break;
    case ASSAY_EXPLAINED_OPEN:
      add_open (text, explanation, mark);
    }
}

void
assay_explain_report_text (struct assay_text *text,
                           const struct assay_explanation *explanation)
{
  assay_text_printf (text, "%s, explained\n", explanation->name);
  add_explanation (text, explanation, "  ", "    ");
}

void
assay_explain_report_markdown (struct assay_text *text,
                               const struct assay_explanation *explanation)
{
  assay_text_printf (text, "\n%s, explained:\n\n", explanation->name);
  add_explanation (text, explanation, "- ", "  ");
}

static void
put_parameter (struct assay_json_out *out, const char *key,
               const struct assay_hypothesis *hypothesis, double parameter)
{
  if (hypothesis->choices || hypothesis->range
      || hypothesis->is_displacement)
    assay_json_printf (out, key, "%.9g", parameter);
}

static void
put_finding (struct assay_json_out *out, const struct assay_finding *finding,
             const struct assay_explanation *explanation)
{
  const char kind[] = { finding->hypothesis->kind, '\0' };
  struct assay_text text;

  assay_text_init (&text);
  assay_json_open_object (out, NULL);
  assay_json_string (out, "hypothesis", finding->hypothesis->name);
  put_parameter (out, "parameter", finding->hypothesis, finding->parameter);
  if (finding->second)
    {
      assay_json_string (out, "second", finding->second->name);
      put_parameter (out, "second_parameter", finding->second,
                     finding->second_parameter);
    }
  assay_finding_tell (&text, finding, explanation);
  assay_json_string (out, "meaning", assay_text_string (&text));
  assay_text_clear (&text);
  assay_text_init (&text);
  assay_json_string (out, "kind", kind);
  if (finding->is_local)
    assay_json_string (out, "where",
                       assay_text_string (&explanation->region));
  assay_json_integer (out, "matches", (long long) finding->count.near);
  assay_json_integer (out, "of", (long long) finding->count.elements);
  assay_json_integer (out, "bit_equal", (long long) finding->count.equal);
  if (isinf (finding->count.max_ulp))
    assay_json_string (out, "max_ulp", "infinite");
  else
    assay_json_printf (out, "max_ulp", "%.4f", finding->count.max_ulp);
  assay_finding_fix (&text, finding);
  assay_json_string (out, "fix", assay_text_string (&text));
  assay_text_clear (&text);
  assay_json_close (out);
}

void
assay_explain_report_json (struct assay_json_out *out,
                           const struct assay_explanation *explanation)
{
  size_t n;

  assay_json_string (out, "explained", outcomes[explanation->outcome]);
  assay_json_integer (out, "hypotheses", (long long) explanation->hypotheses);
  assay_json_open_list (out, "explain");
  for (n = 0; n < explanation->findings; n++)
    put_finding (out, &explanation->finding[n], explanation);
  assay_json_close (out);
}
