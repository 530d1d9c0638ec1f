/* audit.h -- the claims of a run, their results and what they add up to */

#ifndef ASSAY_CLAIMS_AUDIT_H
#define ASSAY_CLAIMS_AUDIT_H

#include "claims/verdict.h"

struct assay_audit_claim
{
  const struct assay_file *file;
  size_t file_index;
  const struct assay_statement *statement;
  size_t line;
  struct assay_claim_result result;
};

struct assay_audit_note
{
  size_t file_index;
  const struct assay_statement *statement;
};

struct assay_audit
{
  struct assay_file *files;     /* those that could be read */
  size_t file_count;
  struct assay_audit_claim *claims; /* in the order of files and lines */
  size_t count;
  struct assay_audit_note *notes;
  size_t note_count;
  bool strict;                  /* a truncated print does not hold */
};

struct assay_audit_summary
{
  size_t proved, rounded, truncated, refuted, expected_refuted, undecided,
         error;
  size_t unexpected;            /* of those that hold: expected refuted */
};

/* All of PATTERN's claims and notes of the FILES: a glob over names, null for
   all.  FILES must outlive AUDIT.  */
void assay_audit_init (struct assay_audit *audit, struct assay_file *files,
                       size_t file_count, const char *pattern);
void assay_audit_clear (struct assay_audit *audit);

/* Whether the claim holds as its file states it: with `expect refuted' when
   it is refuted.  ASSAY_OPEN when undecided or an error.  */
enum assay_verdict assay_audit_holds (const struct assay_audit *audit,
                                      const struct assay_audit_claim *claim);

void assay_audit_summarise (struct assay_audit_summary *summary,
                            const struct assay_audit *audit);

/* 2 with any error, else 1 with any claim that does not hold, else 3 with
   any undecided, else 0.  */
enum assay_exit assay_audit_exit (const struct assay_audit *audit);

/* Append every error as a compiler would print it.  */
void assay_audit_complain (struct assay_text *text,
                           const struct assay_audit *audit);

#endif
