/* audit_markdown.c -- the results of an audit as a table for a review */

#include "claims/canonical.h"
#include "report/audit_report.h"

/* STRING inside a table cell: no bar, no line break.  */
static void
add_cell (struct assay_text *text, const char *string)
{
  for (; *string; string++)
    if (*string == '|')
      assay_text_add (text, "\\|");
    else
      assay_text_add_char (text, *string == '\n' ? ' ' : *string);
}

static void
add_claim (struct assay_text *text, const struct assay_audit *audit,
           const struct assay_audit_claim *claim)
{
  const struct assay_claim_result *result = &claim->result;
  enum assay_verdict holds = assay_audit_holds (audit, claim);
  const char *said = result->truth && result->truth[0] ? result->truth
                     : result->reason ? result->reason : "";
  struct assay_text body;

  assay_text_init (&body);
  assay_canonical_body (&body, claim->statement);
  assay_text_printf (text, holds == ASSAY_HOLDS ? "| %s%s | " : "| **%s**%s"
                     " | ", assay_claim_verdict_name (result->verdict),
                     claim->statement->expect_refuted ? " (expected refuted)"
                                                      : "");
  add_cell (text, claim->statement->name);
  assay_text_add (text, " | `");
  add_cell (text, assay_text_string (&body));
  assay_text_add (text, "` | ");
  add_cell (text, result->class != ASSAY_OK ? result->reason : said);
  assay_text_add (text, " |\n");
  assay_text_clear (&body);
}

void
assay_audit_report_markdown (struct assay_text *text,
                             const struct assay_audit *audit,
                             const struct assay_audit_look *look)
{
  const struct assay_file *shown = NULL;
  size_t i;

  for (i = 0; i < audit->count; i++)
    {
      const struct assay_audit_claim *claim = &audit->claims[i];

      if (look->quiet && assay_audit_holds (audit, claim) == ASSAY_HOLDS)
        continue;
      if (claim->file != shown)
        assay_text_printf (text, "%s### %s\n\n"
                           "| verdict | claim | states | what is true |\n"
                           "| --- | --- | --- | --- |\n", shown ? "\n" : "",
                           claim->file->source.name);
      shown = claim->file;
      add_claim (text, audit, claim);
    }
  if (shown)
    assay_text_add_char (text, '\n');
  assay_audit_summary_line (text, audit);
  assay_text_add_char (text, '\n');
}
