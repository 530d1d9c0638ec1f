/* layout.h -- which coordinates of a head form a pair, and which position
   turns it

   Layouts and sections of rotary encodings as they are in use; sign: a
   positive angle turns the first coordinate of a pair towards the second.  */

#ifndef ASSAY_POSITION_LAYOUT_H
#define ASSAY_POSITION_LAYOUT_H

#include <stddef.h>

#include "base/ctx.h"

enum assay_pairing
{
  ASSAY_PAIRING_ADJACENT,       /* (2i, 2i+1): "interleaved" */
  ASSAY_PAIRING_SPLIT_HALF      /* (i, i + r/2) */
};

/* The slice of ROTARY_DIM coordinates from OFFSET on of a head of HEAD_DIM is
   turned, the rest is left as it is.  ROTARY_DIM is even and OFFSET +
   ROTARY_DIM <= HEAD_DIM.  Partial rotation has ROTARY_DIM < HEAD_DIM;
   proportional rotation has ROTARY_DIM = HEAD_DIM and pairs whose step is
   zero.  */
struct assay_layout
{
  enum assay_pairing pairing;
  size_t head_dim, rotary_dim, offset;
};

/* "adjacent", "split-half".  */
const char *assay_pairing_name (enum assay_pairing pairing);

/* X, Y <- the coordinates of pair PAIR < ROTARY_DIM / 2.  */
void assay_layout_pair (size_t *x, size_t *y,
                        const struct assay_layout *layout, size_t pair);

/* SOURCE[j], j < HEAD_DIM, <- the coordinate that a head in layout FROM has
   for what a head in layout TO has at j: (P v)[j] = v[SOURCE[j]] maps FROM to
   TO, pair i to pair i, untouched coordinates in order.  ASSAY_EVALUE unless
   head and rotary width agree.  */
enum assay_status assay_layout_permutation (size_t *source,
                                            const struct assay_layout *to,
                                            const struct assay_layout *from,
                                            struct assay_ctx *ctx);

/* ---- several positions a token ---- */

enum assay_axis
{
  ASSAY_AXIS_TIME,
  ASSAY_AXIS_HEIGHT,
  ASSAY_AXIS_WIDTH,
  ASSAY_AXIS_FOURTH
};

enum assay_section_rule
{
  ASSAY_SECTIONS_NONE,          /* one position turns all pairs */
  /* Consecutive chunks; chunk j turns by axis j mod 3.  */
  ASSAY_SECTIONS_CHUNKED,
  /* Up to four consecutive chunks, each with an axis of its own: position,
     width, height, time.  */
  ASSAY_SECTIONS_CHUNKED_OWN,
  /* Pair i by height if i mod 3 = 1 and i < 3 size[1], by width if i mod 3 =
     2 and i < 3 size[2], else by time; size[0] is not read.  */
  ASSAY_SECTIONS_INTERLEAVED,
  /* The same with time only if i mod 3 = 0 and i < 3 size[0], else by a
     fourth position.  */
  ASSAY_SECTIONS_INTERLEAVED_FOURTH,
  /* Sizes of height, width and time: below size[0] + size[1] even pairs by
     height and odd ones by width, the rest by time.  */
  ASSAY_SECTIONS_ALTERNATING
};

enum { ASSAY_MAX_SECTIONS = 8 };

/* Sizes are counted in pairs.  */
struct assay_sections
{
  enum assay_section_rule rule;
  size_t count;
  size_t size[ASSAY_MAX_SECTIONS];
};

/* "time", "height", "width", "fourth".  */
const char *assay_axis_name (enum assay_axis axis);

/* "chunked", "interleaved", ...; "none".  */
const char *assay_section_rule_name (enum assay_section_rule rule);

/* The axis that turns PAIR; a pair beyond the last chunk turns with it.  */
enum assay_axis assay_sections_axis (const struct assay_sections *sections,
                                     size_t pair);

#endif
