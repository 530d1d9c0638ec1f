/* audit_json.c -- the results of an audit for programs */

#include "base/json_out.h"
#include "report/audit_report.h"

static void
put_holds (struct assay_json_out *out, enum assay_verdict holds)
{
  if (holds == ASSAY_OPEN)
    assay_json_null (out, "holds");
  else
    assay_json_bool (out, "holds", holds == ASSAY_HOLDS);
}

static void
put_claim (struct assay_json_out *out, const struct assay_audit *audit,
           const struct assay_audit_claim *claim)
{
  const struct assay_claim_result *result = &claim->result;

  assay_json_open_object (out, NULL);
  assay_json_string (out, "file", claim->file->source.name);
  assay_json_integer (out, "line", (long long) claim->line);
  assay_json_string (out, "name", claim->statement->name);
  assay_json_string (out, "verdict",
                     assay_claim_verdict_name (result->verdict));
  put_holds (out, assay_audit_holds (audit, claim));
  if (result->verdict == ASSAY_CLAIM_ERROR)
    assay_json_string (out, "class", assay_status_name (result->class));
  assay_json_string (out, "relation",
                     assay_formula_name (claim->statement->relation->kind));
  if (result->left)
    assay_json_number (out, "left", result->left);
  if (result->right)
    assay_json_number (out, "right", result->right);
  if (result->counted)
    {
      assay_json_open_inline_object (out, "instances");
      assay_json_integer (out, "decided", (long long) result->decided);
      assay_json_integer (out, "of", (long long) result->of);
      assay_json_close (out);
    }
  if (result->witness)
    assay_json_number (out, "witness", result->witness);
  if (result->bits)
    assay_json_integer (out, "bits", (long long) result->bits);
  if (result->reason)
    assay_json_string (out, "reason", result->reason);
  else if (claim->statement->expect_refuted
           && assay_claim_verdict_holds (result->verdict))
    assay_json_string (out, "reason", "expected to be refuted");
  assay_json_close (out);
}

void
assay_audit_report_json (struct assay_text *text,
                         const struct assay_audit *audit,
                         const struct assay_audit_look *look)
{
  struct assay_audit_summary summary;
  struct assay_json_out out;
  size_t i;

  assay_json_begin (&out, text, look->version, "audit");
  assay_json_open_list (&out, "claims");
  for (i = 0; i < audit->count; i++)
    if (!look->quiet
        || assay_audit_holds (audit, &audit->claims[i]) != ASSAY_HOLDS)
      put_claim (&out, audit, &audit->claims[i]);
  assay_json_close (&out);
  assay_json_integer (&out, "notes", (long long) audit->note_count);
  assay_audit_summarise (&summary, audit);
  assay_json_open_object (&out, "summary");
  assay_json_integer (&out, "proved", (long long) summary.proved);
  assay_json_integer (&out, "rounded", (long long) summary.rounded);
  assay_json_integer (&out, "truncated", (long long) summary.truncated);
  assay_json_integer (&out, "refuted", (long long) summary.refuted);
  assay_json_integer (&out, "expected_refuted",
                      (long long) summary.expected_refuted);
  assay_json_integer (&out, "undecided", (long long) summary.undecided);
  assay_json_integer (&out, "error", (long long) summary.error);
  assay_json_close (&out);
  assay_json_end (&out);
}
