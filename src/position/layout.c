/* layout.c -- which coordinates of a head form a pair, and which position
   turns it */

#include "position/layout.h"

const char *
assay_pairing_name (enum assay_pairing pairing)
{
  return pairing == ASSAY_PAIRING_ADJACENT ? "adjacent" : "split-half";
}

void
assay_layout_pair (size_t *x, size_t *y, const struct assay_layout *layout,
                   size_t pair)
{
  if (layout->pairing == ASSAY_PAIRING_ADJACENT)
    {
      *x = layout->offset + 2 * pair;
      *y = *x + 1;
    }
  else
    {
      *x = layout->offset + pair;
      *y = *x + layout->rotary_dim / 2;
    }
}

enum assay_status
assay_layout_permutation (size_t *source, const struct assay_layout *to,
                          const struct assay_layout *from,
                          struct assay_ctx *ctx)
{
  size_t pair, j, rest_to = 0, rest_from = 0;

  if (to->head_dim != from->head_dim || to->rotary_dim != from->rotary_dim)
    return assay_fail (ctx, ASSAY_EVALUE, NULL,
                       "layouts of one head size and rotary width",
                       "%zu of %zu and %zu of %zu", from->rotary_dim,
                       from->head_dim, to->rotary_dim, to->head_dim);
  for (pair = 0; pair < to->rotary_dim / 2; pair++)
    {
      size_t to_x, to_y, from_x, from_y;

      assay_layout_pair (&to_x, &to_y, to, pair);
      assay_layout_pair (&from_x, &from_y, from, pair);
      source[to_x] = from_x;
      source[to_y] = from_y;
    }
  for (j = 0; j < to->head_dim - to->rotary_dim; j++)
    {
      if (rest_to == to->offset)
        rest_to += to->rotary_dim;
      if (rest_from == from->offset)
        rest_from += from->rotary_dim;
      source[rest_to++] = rest_from++;
    }
  return ASSAY_OK;
}

const char *
assay_axis_name (enum assay_axis axis)
{
  static const char *const name[] = { "time", "height", "width", "fourth" };

  return name[axis];
}

const char *
assay_section_rule_name (enum assay_section_rule rule)
{
  static const char *const name[] = {
    "none", "chunked", "chunked, an axis a section", "interleaved",
    "interleaved with a fourth axis", "alternating"
  };

  return name[rule];
}

static size_t
chunk_of (const struct assay_sections *sections, size_t pair)
{
  size_t chunk, end = 0;

  for (chunk = 0; chunk + 1 < sections->count; chunk++)
    {
      end += sections->size[chunk];
      if (pair < end)
        break;
    }
  return chunk;
}

static enum assay_axis
interleaved_axis (const struct assay_sections *sections, size_t pair,
                  enum assay_axis rest)
{
  size_t axis = pair % 3;

  if (axis > 0 && pair < 3 * sections->size[axis])
    return (enum assay_axis) axis;
  if (axis == 0 && pair < 3 * sections->size[0])
    return ASSAY_AXIS_TIME;
  return rest;
}

enum assay_axis
assay_sections_axis (const struct assay_sections *sections, size_t pair)
{
  static const enum assay_axis own_axis[] = {
    ASSAY_AXIS_FOURTH, ASSAY_AXIS_WIDTH, ASSAY_AXIS_HEIGHT, ASSAY_AXIS_TIME
  };

  switch (sections->rule)
    {
    case ASSAY_SECTIONS_CHUNKED:
      return (enum assay_axis) (chunk_of (sections, pair) % 3);
    case ASSAY_SECTIONS_CHUNKED_OWN:
      return own_axis[chunk_of (sections, pair) % 4];
    case ASSAY_SECTIONS_INTERLEAVED:
      return interleaved_axis (sections, pair, ASSAY_AXIS_TIME);
    case ASSAY_SECTIONS_INTERLEAVED_FOURTH:
      return interleaved_axis (sections, pair, ASSAY_AXIS_FOURTH);
    case ASSAY_SECTIONS_ALTERNATING:
      if (pair >= sections->size[0] + sections->size[1])
        return ASSAY_AXIS_TIME;
      return pair % 2 == 0 ? ASSAY_AXIS_HEIGHT : ASSAY_AXIS_WIDTH;
    case ASSAY_SECTIONS_NONE:
      break;
    }
  return ASSAY_AXIS_TIME;
}
