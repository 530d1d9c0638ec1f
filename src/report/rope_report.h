/* rope_report.h -- how plans of a config and their readers look */

#ifndef ASSAY_REPORT_ROPE_REPORT_H
#define ASSAY_REPORT_ROPE_REPORT_H

#include "base/json_out.h"
#include "base/text.h"
#include "position/rope_config.h"
#include "position/rope_effect.h"
#include "position/rope_reader.h"

/* What is asked for.  */
struct assay_rope_view
{
  const struct assay_rope_config *config;
  const char *name;             /* of the file */
  const char *version;          /* of the program */
  struct assay_rope_call call;
  unsigned long digits;
  int has_pair, has_layer, has_position;
  size_t pair, layer;
  unsigned long position;       /* the largest one, where HAS_AXES */
  int has_axes;                 /* a position for each enum assay_axis */
  unsigned long axis_position[4];
  /* Readers, the first of them the one the others are compared with.  */
  enum assay_reader reader[ASSAY_READER_COUNT];
  size_t reader_count;
};

/* TEXT gets the report; AGREE <- whether all readers agree (ASSAY_HOLDS
   without readers).  ASSAY_EVALUE for a pair or layer that is not there; the
   text is then of no use.  */
enum assay_status assay_rope_report_text (struct assay_text *text,
                                          enum assay_verdict *agree,
                                          const struct assay_rope_view *view,
                                          struct assay_ctx *ctx);
enum assay_status assay_rope_report_json (struct assay_text *text,
                                          enum assay_verdict *agree,
                                          const struct assay_rope_view *view,
                                          struct assay_ctx *ctx);

/* ---- parts ---- */

/* The readers' part: all groups the view shows (rope_readers_report.c).  */
enum assay_status assay_rope_readers_text (struct assay_text *text,
                                           enum assay_verdict *agree,
                                           const struct assay_rope_view *v,
                                           struct assay_ctx *ctx);
enum assay_status assay_rope_readers_json (struct assay_json_out *out,
                                           enum assay_verdict *agree,
                                           const struct assay_rope_view *v,
                                           struct assay_ctx *ctx);

/* Whether the view shows group I.  */
int assay_rope_view_shows (const struct assay_rope_view *view, size_t i);

/* Whether the view shows a group that WARNING is about.  */
int assay_rope_view_warns (const struct assay_rope_view *view,
                           const struct assay_rope_warning *warning);

/* TEXT <- X to DIGITS significant digits, "undecided" where they are; to be
   freed by the caller.  */
enum assay_status assay_rope_digits (char **text, struct assay_expr *x,
                                     unsigned long digits,
                                     struct assay_ctx *ctx);

/* The table of PLAN's pairs, with their angles where the view has a position
   (rope_pairs_report.c).  */
enum assay_status assay_rope_pairs_text (struct assay_text *text,
                                         const struct assay_rope_view *view,
                                         const struct assay_rope_plan *plan,
                                         const struct assay_rope_steps *s,
                                         struct assay_ctx *ctx);

/* The position that turns PAIR.  */
unsigned long assay_rope_view_position (const struct assay_rope_view *view,
                                        const struct assay_rope_plan *plan,
                                        size_t pair);

/* ASSAY_EVALUE where the view has positions of axes and PLAN has no sections
   to give them to.  */
enum assay_status assay_rope_check_axes (const struct assay_rope_view *view,
                                         const struct assay_rope_plan *plan,
                                         struct assay_ctx *ctx);

/* What multiplies queries, where PLAN has that (rope_query_report.c).  */
enum assay_status assay_rope_query_text (struct assay_text *text,
                                         const struct assay_rope_view *view,
                                         const struct assay_rope_plan *plan,
                                         struct assay_ctx *ctx);
enum assay_status assay_rope_query_json (struct assay_json_out *out,
                                         const struct assay_rope_view *view,
                                         const struct assay_rope_plan *plan,
                                         struct assay_ctx *ctx);

/* X as the decimal it is, where that is short; a longer binary64 as the
   shortest decimal that reads back as it; else a fraction.  To be freed by
   the caller.  */
char *assay_rope_value_text (mpq_srcptr x);

/* "all layers", "layers 0-4, 6", "sliding_attention layers 0-4".  */
void assay_rope_add_layers (struct assay_text *text,
                            const struct assay_rope_plan *plan);

/* ASSAY_EVALUE: OPTION asks for number INDEX of COUNT.  */
enum assay_status assay_rope_no_such (const char *option, size_t index,
                                      size_t count, struct assay_ctx *ctx);

/* The position effects are measured at: the one asked for, else the last
   one of PLAN; 0 when there is neither.  */
unsigned long assay_rope_last_position (const struct assay_rope_view *view,
                                        const struct assay_rope_plan *plan);

#endif
