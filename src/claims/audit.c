/* audit.c -- the claims of a run, their results and what they add up to */

#include "claims/audit.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static bool
is_wanted (const struct assay_statement *statement, const char *pattern)
{
  return (statement->kind == ASSAY_STATEMENT_CLAIM
          || statement->kind == ASSAY_STATEMENT_NOTE)
         && (pattern == NULL || fnmatch (pattern, statement->name, 0) == 0);
}

static void
add_statement (struct assay_audit *audit, size_t file_index,
               const struct assay_statement *statement)
{
  const struct assay_file *file = &audit->files[file_index];
  struct assay_audit_claim *claim;

  if (statement->kind == ASSAY_STATEMENT_NOTE)
    {
      audit->notes[audit->note_count].file_index = file_index;
      audit->notes[audit->note_count++].statement = statement;
      return;
    }
  claim = &audit->claims[audit->count++];
  claim->file = file;
  claim->file_index = file_index;
  claim->statement = statement;
  claim->line = assay_source_place (&file->source,
                                    statement->name_span.begin).line;
}

void
assay_audit_init (struct assay_audit *audit, struct assay_file *files,
                  size_t file_count, const char *pattern)
{
  size_t i, j, most = 0;

  memset (audit, 0, sizeof *audit);
  audit->files = files;
  audit->file_count = file_count;
  for (i = 0; i < file_count; i++)
    most += files[i].count;
  audit->claims = assay_calloc (most, sizeof *audit->claims);
  audit->notes = assay_calloc (most, sizeof *audit->notes);
  for (i = 0; i < file_count; i++)
    for (j = 0; j < files[i].count; j++)
      if (is_wanted (files[i].statements[j], pattern))
        add_statement (audit, i, files[i].statements[j]);
}

void
assay_audit_clear (struct assay_audit *audit)
{
  size_t i;

  for (i = 0; i < audit->count; i++)
    assay_claim_result_clear (&audit->claims[i].result);
  free (audit->claims);
  free (audit->notes);
}

enum assay_verdict
assay_audit_holds (const struct assay_audit *audit,
                   const struct assay_audit_claim *claim)
{
  bool expect_refuted = claim->statement->expect_refuted;

  switch (claim->result.verdict)
    {
    case ASSAY_CLAIM_UNDECIDED:
    case ASSAY_CLAIM_ERROR:
      return ASSAY_OPEN;
    case ASSAY_CLAIM_REFUTED:
      return expect_refuted ? ASSAY_HOLDS : ASSAY_FAILS;
    case ASSAY_CLAIM_TRUNCATED:
      return expect_refuted || audit->strict ? ASSAY_FAILS : ASSAY_HOLDS;
    default:
      return expect_refuted ? ASSAY_FAILS : ASSAY_HOLDS;
    }
}

void
assay_audit_summarise (struct assay_audit_summary *summary,
                       const struct assay_audit *audit)
{
  size_t i;

  memset (summary, 0, sizeof *summary);
  for (i = 0; i < audit->count; i++)
    if (audit->claims[i].statement->expect_refuted
        && assay_claim_verdict_holds (audit->claims[i].result.verdict))
      summary->unexpected++;
  for (i = 0; i < audit->count; i++)
    switch (audit->claims[i].result.verdict)
      {
      case ASSAY_CLAIM_PROVED:
        summary->proved++;
        break;
      case ASSAY_CLAIM_ROUNDED:
        summary->rounded++;
        break;
      case ASSAY_CLAIM_TRUNCATED:
        summary->truncated++;
        break;
      case ASSAY_CLAIM_REFUTED:
        if (audit->claims[i].statement->expect_refuted)
          summary->expected_refuted++;
        else
          summary->refuted++;
        break;
      case ASSAY_CLAIM_UNDECIDED:
        summary->undecided++;
        break;
      case ASSAY_CLAIM_ERROR:
        summary->error++;
        break;
      }
}

enum assay_exit
assay_audit_exit (const struct assay_audit *audit)
{
  bool fails = false, open = false;
  size_t i;

  for (i = 0; i < audit->count; i++)
    {
      enum assay_verdict holds = assay_audit_holds (audit,
                                                    &audit->claims[i]);

      if (audit->claims[i].result.verdict == ASSAY_CLAIM_ERROR)
        return ASSAY_EXIT_MISUSE;
      fails = fails || holds == ASSAY_FAILS;
      open = open || holds == ASSAY_OPEN;
    }
  return fails ? ASSAY_EXIT_FAILS : open ? ASSAY_EXIT_OPEN
                                         : ASSAY_EXIT_HOLDS;
}

void
assay_audit_complain (struct assay_text *text,
                      const struct assay_audit *audit)
{
  struct assay_text message;
  size_t i;

  for (i = 0; i < audit->count; i++)
    {
      const struct assay_audit_claim *claim = &audit->claims[i];

      if (claim->result.verdict != ASSAY_CLAIM_ERROR)
        continue;
      assay_text_init (&message);
      assay_text_printf (&message, "claim %s: %s", claim->statement->name,
                         claim->result.reason);
      assay_source_complain (text, &claim->file->source, claim->result.blame,
                             "error", assay_text_string (&message));
      assay_text_clear (&message);
    }
}
