/* lesson_report.h -- how the reproduced reports of the lessons look */

#ifndef ASSAY_REPORT_LESSON_REPORT_H
#define ASSAY_REPORT_LESSON_REPORT_H

#include "base/text.h"
#include "lessons/causal_attention.h"
#include "lessons/jordan_rope.h"
#include "lessons/rope_fractions.h"

/* A page to read: each witness with its derivation in one line, each group of
   checks with its verdict.  Appended to TEXT.  */
void assay_rope_fractions_text (struct assay_text *text,
                                const struct assay_rope_fractions *report);
void assay_causal_attention_text (
  struct assay_text *text, const struct assay_causal_attention *report);
void assay_jordan_rope_text (struct assay_text *text,
                             const struct assay_jordan_rope *report);

/* The published report: its keys, its figures.  */
void assay_rope_fractions_json (struct assay_text *text,
                                const struct assay_rope_fractions *report,
                                const char *version);
void assay_causal_attention_json (
  struct assay_text *text, const struct assay_causal_attention *report,
  const char *version);
void assay_jordan_rope_json (struct assay_text *text,
                             const struct assay_jordan_rope *report,
                             const char *version);

#endif
