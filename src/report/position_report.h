/* position_report.h -- encodings of position that no config describes */

#ifndef ASSAY_REPORT_POSITION_REPORT_H
#define ASSAY_REPORT_POSITION_REPORT_H

#include "position/alibi.h"
#include "position/frequency_axial.h"
#include "position/sinusoid.h"
#include "position/t5_bucket.h"
#include "position/xpos.h"
#include "report/listing.h"

enum assay_position_kind
{
  ASSAY_POSITION_ALIBI,
  ASSAY_POSITION_AXIAL,
  ASSAY_POSITION_SINUSOID,
  ASSAY_POSITION_T5,
  ASSAY_POSITION_XPOS
};

enum { ASSAY_POSITION_KINDS = 5 };

/* What is asked for; a kind reads its own members.  */
struct assay_position_view
{
  enum assay_position_kind kind;
  unsigned long digits;
  const char *version;          /* of the program */
  unsigned long heads;          /* alibi */
  enum assay_alibi_rule alibi;
  mpq_t bias_max;               /* alibi, but for the paper's rule */
  unsigned long width;          /* of the head or vector */
  mpq_t base;                   /* sinusoid, axial */
  unsigned long position;       /* sinusoid, xpos */
  int has_position;
  enum assay_sinusoid_order order;
  enum assay_sinusoid_step step;
  enum assay_axial family;
  mpq_t row, column;            /* axial, where HAS_POSITION */
  struct assay_t5 t5;
  long distance;                /* alibi, xpos: query - key; t5: key - query */
  int has_distance;
  unsigned long length;         /* xpos: of the sequence; 0: the centre 0 */
  enum assay_xpos_centre centre;
  unsigned long scale;          /* xpos */
};

/* "alibi", "axial", "sinusoid", "t5", "xpos".  */
const char *assay_position_kind_name (enum assay_position_kind kind);

/* TEXT <- the report, appended.  Refusals as in the kinds' headers; TEXT is
   then unchanged.  */
enum assay_status assay_position_report (struct assay_text *text,
                                         const struct assay_position_view *v,
                                         int as_json, struct assay_ctx *ctx);

/* LISTING, initialised, <- the columns and rows of VIEW's kind
   (position_rows.c).  */
enum assay_status assay_position_rows (struct assay_listing *listing,
                                       const struct assay_position_view *v,
                                       struct assay_ctx *ctx);

#endif
