/* rotation.c -- what turns which component of a stored tensor */

#include "kernel/rotation.h"

#include <string.h>

/* ASSAY_EVALUE unless X is a tensor of floats, finite or ALLOWED.  */
static enum assay_status
check_x (const struct assay_view *x, unsigned allowed, struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, "x", 0 };
  struct assay_census census;
  enum assay_status status = assay_dtype_need_fmt (NULL, x->dtype, ctx,
                                                   &where);

  if (status != ASSAY_OK)
    return status;
  assay_view_census (&census, x);
  return assay_census_check (&census, allowed, ctx, &where);
}

static enum assay_status
begin (struct assay_rotation *rotation, const struct assay_view *x,
       unsigned allowed, const struct assay_layout *layout,
       const struct assay_positions *positions, struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, "x", 0 };
  const struct assay_where where_width = { NULL, "rotary width", 0 };

  memset (rotation, 0, sizeof *rotation);
  if (x)
    rotation->x = *x;
  rotation->layout = *layout;
  rotation->positions = positions;
  rotation->sign = 1;
  if (x && x->shape[ASSAY_VIEW_D] != layout->head_dim)
    return assay_fail (ctx, ASSAY_EVALUE, &where, "as many columns as the "
                       "layout's head has", "%zu and %zu",
                       x->shape[ASSAY_VIEW_D], layout->head_dim);
  if (layout->rotary_dim % 2 != 0 || layout->rotary_dim == 0
      || layout->rotary_dim > layout->head_dim
      || layout->offset > layout->head_dim - layout->rotary_dim)
    return assay_fail (ctx, ASSAY_EVALUE, &where_width,
                       "an even number from 2 to the columns that are there",
                       "%zu from column %zu on of %zu", layout->rotary_dim,
                       layout->offset, layout->head_dim);
  return x ? check_x (x, allowed, ctx) : ASSAY_OK;
}

enum assay_status
assay_rotation_by_angles (struct assay_rotation *rotation,
                          const struct assay_view *x,
                          unsigned allowed,
                          const struct assay_layout *layout,
                          struct assay_expr *const *w, size_t pairs,
                          struct assay_expr *magnitude,
                          const struct assay_sections *sections,
                          const struct assay_positions *positions,
                          struct assay_ctx *ctx)
{
  enum assay_status status = begin (rotation, x, allowed, layout, positions,
                                    ctx);
  const struct assay_where where = { NULL, "rotary width", 0 };

  if (status == ASSAY_OK && pairs != layout->rotary_dim / 2)
    status = assay_fail (ctx, ASSAY_EVALUE, &where, "a step for each pair",
                         "%zu steps for %zu pairs", pairs,
                         layout->rotary_dim / 2);
  if (status != ASSAY_OK)
    return status;
  if (sections)
    rotation->sections = *sections;
  /* Of binary64: that keeps no rows.  */
  return assay_table_init (&rotation->angles, w, pairs, magnitude,
                           ASSAY_FMT_F64, ctx);
}

/* ASSAY_EVALUE unless TABLE has what ROTATION takes from it.  */
static enum assay_status
check_table (const struct assay_rotation *rotation,
             const struct assay_view *table, const char *name,
             struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, name, 0 };
  const struct assay_positions *positions = rotation->positions;
  size_t width = rotation->layout.rotary_dim;
  size_t columns = table->shape[ASSAY_VIEW_D];
  struct assay_census census;
  enum assay_status status = assay_dtype_need_fmt (NULL, table->dtype, ctx,
                                                   &where);

  if (status != ASSAY_OK)
    return status;
  if (columns != width && columns != width / 2)
    return assay_fail (ctx, ASSAY_EVALUE, &where, "a column for each pair or "
                       "each component that is turned", "%zu columns for %zu "
                       "components", columns, width);
  if (positions && positions->least < 0)
    return assay_fail (ctx, ASSAY_EVALUE, &where, "positions that are rows "
                       "of the table", "the position %lld",
                       (long long) positions->least);
  if (positions && positions->most >= (int64_t) table->shape[ASSAY_VIEW_S])
    return assay_fail (ctx, ASSAY_EVALUE, &where, "a row for each position",
                       "%zu rows, and the position %lld",
                       table->shape[ASSAY_VIEW_S],
                       (long long) positions->most);
  if (positions == NULL
      && (table->shape[ASSAY_VIEW_S] != rotation->x.shape[ASSAY_VIEW_S]
          || (table->shape[ASSAY_VIEW_B] != rotation->x.shape[ASSAY_VIEW_B]
              && table->shape[ASSAY_VIEW_B] != 1)))
    return assay_fail (ctx, ASSAY_EVALUE, &where, "a row for each of x's, or "
                       "--positions", "%zu batches of %zu rows for %zu of "
                       "%zu", table->shape[ASSAY_VIEW_B],
                       table->shape[ASSAY_VIEW_S],
                       rotation->x.shape[ASSAY_VIEW_B],
                       rotation->x.shape[ASSAY_VIEW_S]);
  assay_view_census (&census, table);
  return assay_census_check (&census, 0, ctx, &where);
}

enum assay_status
assay_rotation_by_tables (struct assay_rotation *rotation,
                          const struct assay_view *x,
                          unsigned allowed,
                          const struct assay_layout *layout,
                          const struct assay_view *cosine,
                          const struct assay_view *sine,
                          const struct assay_positions *positions,
                          struct assay_ctx *ctx)
{
  enum assay_status status = begin (rotation, x, allowed, layout, positions,
                                    ctx);

  rotation->source = ASSAY_ROTATION_TABLES;
  rotation->is_usable = assay_double_is_usable ();
  rotation->cosine = *cosine;
  rotation->sine = *sine;
  if (status == ASSAY_OK)
    status = check_table (rotation, cosine, "cos", ctx);
  return status != ASSAY_OK ? status
         : check_table (rotation, sine, "sin", ctx);
}

void
assay_rotation_copy (struct assay_rotation *copy,
                     const struct assay_rotation *rotation)
{
  *copy = *rotation;
  if (rotation->source == ASSAY_ROTATION_ANGLES)
    assay_table_copy (&copy->angles, &rotation->angles);
}

void
assay_rotation_clear (struct assay_rotation *rotation)
{
  if (rotation->source == ASSAY_ROTATION_ANGLES && rotation->angles.w)
    assay_table_clear (&rotation->angles);
}

enum assay_turned_kind
assay_rotation_column (size_t *pair, size_t *partner,
                       const struct assay_layout *layout, size_t column)
{
  size_t at = column - layout->offset, first, second;

  if (column < layout->offset || at >= layout->rotary_dim)
    return ASSAY_TURNED_COPY;
  *pair = layout->pairing == ASSAY_PAIRING_ADJACENT
          ? at / 2 : at % (layout->rotary_dim / 2);
  assay_layout_pair (&first, &second, layout, *pair);
  *partner = column == first ? second : first;
  return column == first ? ASSAY_TURNED_FIRST : ASSAY_TURNED_SECOND;
}

int64_t
assay_rotation_position (const struct assay_rotation *rotation, size_t b,
                         size_t s, size_t pair)
{
  size_t axis = 0;

  if (rotation->positions == NULL)
    return 0;
  if (rotation->sections.rule != ASSAY_SECTIONS_NONE
      && rotation->positions->axes > 1)
    axis = (size_t) assay_sections_axis (&rotation->sections, pair);
  return assay_positions_at (rotation->positions, axis, b, s);
}

static double
table_number (const struct assay_rotation *rotation,
              const struct assay_view *table, size_t b, size_t row,
              size_t pair, size_t column)
{
  size_t d = table->shape[ASSAY_VIEW_D] == rotation->layout.rotary_dim
             ? column - rotation->layout.offset : pair;

  if (rotation->positions)
    return assay_view_double (table, 0, 0,
                              (size_t) assay_rotation_position (rotation, b,
                                                                row, pair),
                              d);
  return assay_view_double (table, table->shape[ASSAY_VIEW_B] == 1 ? 0 : b,
                            0, row, d);
}

void
assay_rotation_given (double *c, double *s,
                      const struct assay_rotation *rotation, size_t b,
                      size_t row, size_t pair, size_t column)
{
  *c = table_number (rotation, &rotation->cosine, b, row, pair, column);
  *s = table_number (rotation, &rotation->sine, b, row, pair, column);
}

void
assay_rotation_sum (struct assay_turned_sum *sum,
                    const struct assay_rotation *rotation, size_t b,
                    size_t row, size_t column, enum assay_turned_kind kind,
                    size_t pair, size_t partner, const double *x)
{
  double sign = rotation->sign;

  sum->alpha = x[column];
  sum->beta = kind == ASSAY_TURNED_FIRST ? -sign * x[partner]
                                         : sign * x[partner];
  sum->pair = pair;
  sum->position = 0;
  sum->c = sum->s = 0.0;
  sum->is_given = rotation->source == ASSAY_ROTATION_TABLES;
  if (sum->is_given)
    assay_rotation_given (&sum->c, &sum->s, rotation, b, row, pair, column);
  else
    sum->position = assay_rotation_position (rotation, b, row, pair);
}
