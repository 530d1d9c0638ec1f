/* rotary_report.h -- how exact scores look */

#ifndef ASSAY_REPORT_ROTARY_REPORT_H
#define ASSAY_REPORT_ROTARY_REPORT_H

#include "base/text.h"
#include "exact/rotary.h"

struct assay_rotary_style
{
  int decimals;                 /* print decimals as well */
  unsigned long places;         /* digits after their point */
  int steps;                    /* show powers, vectors and products */
};

/* One line a key, "@1  -117/125", appended to TEXT; before them, with steps,
   the derivation.  REQUEST has passed its check and SCORES are its scores.
   ASSAY_ELIMIT as assay_rotary_rotate.  */
enum assay_status assay_rotary_report_text (
  struct assay_text *text, const struct assay_rotary *request,
  const mpq_t *scores, const struct assay_rotary_style *style,
  struct assay_ctx *ctx);

/* The same as a JSON document: "scores", with decimals "decimals", with
   steps "steps".  */
enum assay_status assay_rotary_report_json (
  struct assay_text *text, const struct assay_rotary *request,
  const mpq_t *scores, const struct assay_rotary_style *style,
  const char *version, struct assay_ctx *ctx);

#endif
