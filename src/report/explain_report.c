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
add_finding (struct assay_text *text,
             const struct assay_told_finding *finding, const char *mark)
{
  assay_text_add (text, mark);
  assay_text_add (text, finding->is_equal ? "or: " : "");
  assay_text_add (text, assay_text_string (&finding->meaning));
  assay_text_add (text, ": ");
  add_count (text, &finding->count);
  assay_text_add_char (text, '\n');
}

static void
add_fix (struct assay_text *text, const struct assay_told_finding *finding,
         const char *margin)
{
  assay_text_printf (text, "%sfix: ", margin);
  assay_text_add (text, assay_text_string (&finding->fix));
  if (finding->second)
    assay_text_printf (text, " (kinds %c, %c)\n", finding->kind,
                       finding->second_kind);
  else
    assay_text_printf (text, " (kind %c)\n", finding->kind);
}

static void
add_named (struct assay_text *text,
           const struct assay_told *told, const char *mark,
           const char *margin)
{
  size_t n;

  for (n = 0; n < told->findings; n++)
    {
      add_finding (text, &told->finding[n], mark);
      add_fix (text, &told->finding[n], margin);
    }
}

static void
add_right (struct assay_text *text,
           const struct assay_told *told, const char *mark)
{
  assay_text_printf (text, "%snothing to explain: the right value ", mark);
  add_count (text, &told->right);
  if (told->right.equal < told->right.elements)
    assay_text_add (text, "; what is left is of the size of an ordinary "
                    "kernel's roundings");
  assay_text_add_char (text, '\n');
}

static void
add_open (struct assay_text *text,
          const struct assay_told *told, const char *mark)
{
  const struct assay_told_finding *closest = &told->finding[0];

  assay_text_printf (text, "%snone of %zu hypotheses%s reproduces it", mark,
                     told->hypotheses, told->tried_pairs
                     ? ", alone or in pairs," : "");
  if (10 * closest->count.near < closest->count.elements)
    assay_text_add (text, ", and none comes near");
  else if (closest->count.elements > 0)
    {
      assay_text_add (text, "; the closest: ");
      assay_text_add (text, assay_text_string (&closest->meaning));
      assay_text_printf (text, ", %" PRIu64 " of %" PRIu64 " elements of a "
                         "sample", closest->count.near,
                         closest->count.elements);
    }
  assay_text_printf (text, "\n%sthe right value ", mark);
  add_count (text, &told->right);
  if (told->region[0] != '\0')
    assay_text_printf (text, "; wrong: %s",
                       told->region);
  assay_text_add_char (text, '\n');
}

static void
add_explanation (struct assay_text *text,
                 const struct assay_told *told,
                 const char *mark, const char *margin)
{
  switch (told->outcome)
    {
    case ASSAY_EXPLAINED_RIGHT:
      add_right (text, told, mark);
      break;
    case ASSAY_EXPLAINED_NAMED:
      add_named (text, told, mark, margin);
      break;
    case ASSAY_EXPLAINED_OPEN:
      add_open (text, told, mark);
    }
}

void
assay_explain_report_text (struct assay_text *text,
                           const struct assay_told *told)
{
  assay_text_printf (text, "%s, explained\n", told->name);
  add_explanation (text, told, "  ", "    ");
}

void
assay_explain_report_markdown (struct assay_text *text,
                               const struct assay_told *told)
{
  assay_text_printf (text, "\n%s, explained:\n\n", told->name);
  add_explanation (text, told, "- ", "  ");
}

static void
put_finding (struct assay_json_out *out,
             const struct assay_told_finding *finding, const char *region)
{
  const char kind[] = { finding->kind, '\0' };
  const char second_kind[] = { finding->second_kind, '\0' };

  assay_json_open_object (out, NULL);
  assay_json_string (out, "hypothesis", finding->name);
  if (finding->has_parameter)
    assay_json_printf (out, "parameter", "%.9g", finding->parameter);
  if (finding->second)
    assay_json_string (out, "second", finding->second);
  if (finding->has_second_parameter)
    assay_json_printf (out, "second_parameter", "%.9g",
                       finding->second_parameter);
  assay_json_string (out, "meaning", assay_text_string (&finding->meaning));
  assay_json_string (out, "kind", kind);
  if (finding->second)
    assay_json_string (out, "second_kind", second_kind);
  if (finding->is_local)
    assay_json_string (out, "where", region);
  assay_json_integer (out, "matches", (long long) finding->count.near);
  assay_json_integer (out, "of", (long long) finding->count.elements);
  assay_json_integer (out, "bit_equal", (long long) finding->count.equal);
  if (isinf (finding->count.max_ulp))
    assay_json_string (out, "max_ulp", "infinite");
  else
    assay_json_printf (out, "max_ulp", "%.4f", finding->count.max_ulp);
  assay_json_string (out, "fix", assay_text_string (&finding->fix));
  assay_json_close (out);
}

void
assay_explain_report_json (struct assay_json_out *out,
                           const struct assay_told *told)
{
  size_t n;

  assay_json_string (out, "explained", outcomes[told->outcome]);
  assay_json_integer (out, "hypotheses", (long long) told->hypotheses);
  assay_json_open_list (out, "explain");
  for (n = 0; n < told->findings && told->outcome == ASSAY_EXPLAINED_NAMED;
       n++)
    put_finding (out, &told->finding[n], told->region);
  assay_json_close (out);
}
