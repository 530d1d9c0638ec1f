/* turn_source.h -- what turns the tensor of assay kernel rope */

#ifndef ASSAY_CLI_TURN_SOURCE_H
#define ASSAY_CLI_TURN_SOURCE_H

#include "cli/turn_options.h"
#include "kernel/rotation.h"
#include "position/rope_config.h"
#include "position/rope_steps.h"

/* All of it zeroed before the first call below.  */
struct assay_turn_source
{
  struct assay_tensor x, cosine, sine;
  int has_x;
  struct assay_view x_view;
  unsigned allowed;             /* oddities of x, by --nonfinite */
  struct assay_positions positions;
  int has_positions;
  /* Of angles.  */
  struct assay_rope_config config;
  int has_config;
  const struct assay_rope_plan *plan;   /* null without a config */
  struct assay_rope_steps steps;        /* of a config */
  struct assay_rope_call call;
  struct assay_rope_plan plain; /* --base as a plan */
  int has_plain;
  struct assay_expr **w;        /* of --base */
  size_t pairs;
  /* What has come of it.  */
  struct assay_rotation rotation;
};

/* SOURCE <- what OPTIONS say, its tensors opened and everything checked.  When
   there is no --x, TABLE is the view of a table that is judged (its batches,
   rows and columns).  To be cleared, also after a refusal.  */
enum assay_status assay_turn_source_init
  (struct assay_turn_source *source, const struct assay_turn_options *options,
   const struct assay_view *table, struct assay_ctx *ctx);
void assay_turn_source_clear (struct assay_turn_source *source);

/* What the angles were found by; null with tables.  */
const struct assay_rope_plan *assay_turn_source_plan
  (const struct assay_turn_source *source);

/* --axes, or what a tensor of so many axes has without it.  */
const char *assay_turn_axes (const struct assay_turn_options *options,
                             const struct assay_tensor *tensor);

/* VIEW <- TENSOR, of OPTION, by --axes and --heads.  */
enum assay_status assay_turn_view (struct assay_view *view,
                                   const struct assay_tensor *tensor,
                                   const struct assay_turn_options *options,
                                   enum assay_turn_option option,
                                   struct assay_ctx *ctx);

/* ---- shared by turn_source.c and turn_tables.c ---- */

/* LAYOUT <- the pairing and the rotary width of the options, for a head of
   COLUMNS; without --rotary-dim it is USUAL.  ASSAY_EVALUE without --layout
   when NEEDS_PAIRING.  */
enum assay_status assay_turn_layout (struct assay_layout *layout,
                                     const struct assay_turn_options *options,
                                     size_t columns, size_t usual,
                                     int needs_pairing,
                                     struct assay_ctx *ctx);

/* SOURCE->positions <- of AXES positions a token, for batches and rows LIKE;
   without --positions 0, 1, 2, ...  */
enum assay_status assay_turn_positions
  (struct assay_turn_source *source, const struct assay_turn_options *options,
   size_t axes, const struct assay_view *like, struct assay_ctx *ctx);

/* SOURCE->rotation <- by --cos and --sin.  */
enum assay_status assay_turn_by_tables
  (struct assay_turn_source *source, const struct assay_turn_options *options,
   struct assay_ctx *ctx);

/* ---- for the report ---- */

/* "angles of config.json (llama3, base 500000), 32 pairs, split-half", ...  */
void assay_turn_describe (struct assay_text *text,
                          const struct assay_turn_source *source,
                          const struct assay_turn_options *options);

#endif
