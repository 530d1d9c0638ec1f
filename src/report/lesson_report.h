/* lesson_report.h -- how the reproduced reports of the lessons look */

#ifndef ASSAY_REPORT_LESSON_REPORT_H
#define ASSAY_REPORT_LESSON_REPORT_H

#include "base/text.h"
#include "lessons/causal_attention.h"
#include "lessons/jordan_rope.h"
#include "lessons/position_scaling.h"
#include "lessons/rope_fractions.h"
#include "lessons/rope_lab.h"

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

void assay_rope_lab_text (struct assay_text *text,
                          const struct assay_rope_lab *report);
void assay_position_scaling_text (struct assay_text *text,
                                  const struct assay_position_scaling *r);

/* The same; with a null VERSION the lesson's keys alone, as a file has
   them.  */
void assay_rope_lab_json (struct assay_text *text,
                          const struct assay_rope_lab *report,
                          const char *version);
void assay_position_scaling_json (struct assay_text *text,
                                  const struct assay_position_scaling *r,
                                  const char *version);

/* The lesson's page of four headings.  */
void assay_rope_lab_markdown (struct assay_text *text,
                              const struct assay_rope_lab *report);

/* SVG <- the two-frequency kernel over the distances 0 to 80, as it is and
   scaled, and the first cosine alone.  Refusals of assay_plot_draw.  */
enum assay_status assay_position_scaling_picture (
  struct assay_text *svg, const struct assay_position_scaling *report,
  struct assay_ctx *ctx);

#endif
