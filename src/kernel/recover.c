/* recover.c -- the position of a turned row, from its phases */

#include "kernel/recover.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "kernel/rotation_judge.h"
#include "kernel/rounding.h"

/* Intervals that are kept at a time, and integers that are tried.  */
enum { MOST_INTERVALS = 1 << 16, MOST_TRIED = 1 << 14 };

#define TURN 6.283185307179586

/* Phases less certain than that say nothing.  */
#define LEAST_CERTAIN 1.5

/* A position whose errors, squared and summed, are so many times those of the
   best one and a spacing an element would need a kernel whose roundings
   conspire to look like another position.  */
#define FAR_WORSE 16.0

struct interval
{
  double low, high;             /* integers, both included */
};

struct finder
{
  const struct assay_turn_dump *dump;
  struct assay_turn_scene scene;
  struct assay_turn_plan plan;
  double unit, most;
  size_t *order;                /* of pairs, the slowest first */
  struct interval *interval, *next;
  size_t intervals;
  double *x, *got, *out, *noise, *work;
};

/* ---- phases ---- */

/* *PHASE <- that by which PAIR was turned; how far it may be off, INFINITY
   where nothing is known, is returned.  */
static double
phase_of (double *phase, const struct finder *f, size_t pair)
{
  const struct assay_rotation *rotation = f->scene.rotation;
  double a, b, c, d, size, room, part;
  size_t first, second;

  assay_layout_pair (&first, &second, &rotation->layout, pair);
  a = f->x[first];
  b = f->x[second];
  c = f->got[first];
  d = f->got[second];
  size = f->scene.magnitude * hypot (a, b);
  if (!(size > 0.0) || !isfinite (c) || !isfinite (d))
    return INFINITY;
  room = hypot (assay_spacing (c, f->dump->fmt),
                assay_spacing (d, f->dump->fmt)) * 1.5
         + 6.0 * f->unit * (fabs (a) + fabs (b)) * f->scene.magnitude;
  part = room / size + 4.0 * f->unit * f->most * f->scene.w[pair];
  *phase = rotation->sign * atan2 (a * d - b * c, a * c + b * d);
  return part < 0.6 ? 1.2 * part : INFINITY;
}

/* F's intervals <- the parts of them where PAIR has PHASE to within ERROR;
   unchanged where they become too many.  */
static void
narrow (struct finder *f, size_t pair, double phase, double error)
{
  double w = f->scene.w[pair], k;
  size_t n, count = 0;

  for (n = 0; n < f->intervals; n++)
    {
      const struct interval *from = &f->interval[n];

      for (k = ceil ((from->low * w - phase - error) / TURN);
           k <= (from->high * w - phase + error) / TURN; k++)
        {
          struct interval part = {
            fmax (from->low, ceil ((phase + TURN * k - error) / w)),
            fmin (from->high, floor ((phase + TURN * k + error) / w))
          };

          if (part.low > part.high)
            continue;
          if (count == MOST_INTERVALS)
            return;
          f->next[count++] = part;
        }
    }
  memcpy (f->interval, f->next, count * sizeof *f->next);
  f->intervals = count;
}

/* 0 when no pair tells anything.  */
static int
narrow_by_all (struct finder *f)
{
  size_t n, used = 0;

  f->interval[0] = (struct interval) { 0.0, f->most };
  f->intervals = 1;
  for (n = 0; n < f->scene.pairs; n++)
    {
      double phase = 0.0, error = phase_of (&phase, f, f->order[n]);

      if (!(error < LEAST_CERTAIN) || !(f->scene.w[f->order[n]] > 0.0))
        continue;
      narrow (f, f->order[n], phase, error);
      used++;
    }
  return used > 0;
}

/* ---- integers ---- */

/* Whether the row turned by POSITION is the dump; *DISTANCE <- how far it is
   from it, of squares.  */
static int
reproduces (double *distance, struct finder *f,
            const struct assay_recovered *row, int64_t position)
{
  size_t size = f->scene.rotation->layout.head_dim, c;
  struct assay_score_count count = { 0, 0, 0, 0.0, 0.0 };

  f->plan.offset = (double) (position - row->expected);
  assay_turn_plan_row (f->out, f->noise, f->work, &f->plan, &f->scene,
                       f->unit, row->b, row->h, row->s);
  *distance = 0.0;
  for (c = 0; c < size; c++)
    {
      double r = f->got[c] - f->out[c];

      assay_match_element (&count, f->got[c], f->out[c], f->noise[c],
                           f->dump->fmt);
      *distance += isfinite (r) ? r * r : 0.0;
    }
  return count.near == count.elements;
}

static void
try_integers (struct assay_recovered *row, struct finder *f)
{
  double best = INFINITY, second = INFINITY, spacings = 0.0, distance, p;
  size_t size = f->scene.rotation->layout.head_dim, tried = 0, n;

  for (n = 0; n < size; n++)
    spacings += pow (assay_spacing (f->got[n], f->dump->fmt), 2.0);

  for (n = 0; n < f->intervals; n++)
    for (p = f->interval[n].low; p <= f->interval[n].high
         && tried < MOST_TRIED; p++, tried++)
      {
        if (!reproduces (&distance, f, row, (int64_t) p))
          continue;
        if (distance < best)
          {
            second = best;
            row->other = row->position;
            best = distance;
            row->position = (int64_t) p;
          }
        else if (distance < second)
          {
            second = distance;
            row->other = (int64_t) p;
          }
      }
  row->outcome = isinf (best) ? ASSAY_RECOVERED_NONE
                 : tried < MOST_TRIED
                   && second > FAR_WORSE * (best + spacings)
                 ? ASSAY_RECOVERED_ONE : ASSAY_RECOVERED_SEVERAL;
}

static void
find (struct assay_recovered *row, struct finder *f)
{
  const struct assay_rotation *rotation = f->scene.rotation;
  size_t size = rotation->layout.head_dim, c;

  assay_view_row (f->x, &rotation->x, row->b, row->h, row->s);
  for (c = 0; c < size; c++)
    f->got[c] = assay_view_double (&f->dump->got, row->b, row->h, row->s, c);
  row->outcome = ASSAY_RECOVERED_SILENT;
  if (narrow_by_all (f))
    try_integers (row, f);
}

/* ---- the true numbers ---- */

/* The rows of one head of one batch: positions as they were found.  */
static enum assay_status
judge_head (struct assay_recovered *row, size_t rows,
            const struct assay_rotation *rotation,
            const struct assay_turn_dump *dump, struct assay_ctx *ctx)
{
  int64_t *position = assay_calloc (rows, sizeof *position);
  struct assay_view x = rotation->x, got = dump->got;
  struct assay_rotation_judge judge;
  struct assay_rotation found;
  struct assay_positions positions;
  struct assay_tensor tensor;
  enum assay_status status;
  size_t n;

  x.data += (ptrdiff_t) row->b * x.stride[ASSAY_VIEW_B]
            + (ptrdiff_t) row->h * x.stride[ASSAY_VIEW_H];
  got.data += (ptrdiff_t) row->b * got.stride[ASSAY_VIEW_B]
              + (ptrdiff_t) row->h * got.stride[ASSAY_VIEW_H];
  x.shape[ASSAY_VIEW_B] = x.shape[ASSAY_VIEW_H] = 1;
  got.shape[ASSAY_VIEW_B] = got.shape[ASSAY_VIEW_H] = 1;
  for (n = 0; n < rows; n++)
    position[n] = row[n].position;
  assay_tensor_wrap (&tensor, "positions", ASSAY_DTYPE_I64, 1, &rows,
                     (const unsigned char *) position);
  status = assay_positions_take (&positions, &tensor, "positions", 1, 1,
                                 rows, ctx);
  if (status == ASSAY_OK)
    status = assay_rotation_by_angles (&found, &x, 0, &rotation->layout,
                                       rotation->angles.w,
                                       rotation->angles.pairs,
                                       rotation->angles.magnitude, NULL,
                                       &positions, ctx);
  found.sign = rotation->sign;
  for (n = 0; n < rows && status == ASSAY_OK; n++)
    {
      if (row[n].outcome > ASSAY_RECOVERED_SEVERAL)
        continue;
      status = assay_rotation_judge_init (&judge, &found,
                                          ASSAY_ROTATION_OUTPUT, dump->name,
                                          dump->fmt, &got, ctx);
      judge.first_row = n;
      judge.last_row = n + 1;
      if (status == ASSAY_OK)
        status = assay_rotation_judge_run (&judge, ctx);
      if (status == ASSAY_OK)
        row[n].ulps = judge.measure.ulps.bounds;
      assay_rotation_judge_clear (&judge);
    }
  assay_rotation_clear (&found);
  assay_positions_close (&positions);
  free (position);
  return status;
}

/* ---- all rows ---- */

/* ORDER <- the pairs, the slowest first.  */
static void
sort_pairs (size_t *order, const struct assay_turn_scene *scene)
{
  size_t n, at;

  for (n = 0; n < scene->pairs; n++)
    {
      for (at = n; at > 0 && scene->w[order[at - 1]] > scene->w[n]; at--)
        order[at] = order[at - 1];
      order[at] = n;
    }
}

static void
finder_init (struct finder *f, const struct assay_rotation *rotation,
             const struct assay_turn_dump *dump, int64_t most,
             struct assay_ctx *ctx)
{
  size_t size = rotation->layout.head_dim;

  memset (f, 0, sizeof *f);
  f->dump = dump;
  f->unit = dump->fmt == ASSAY_FMT_F64 ? 0x1p-52 : 0x1p-24;
  f->most = (double) most;
  assay_turn_scene_init (&f->scene, rotation, NULL, NULL, ctx);
  assay_turn_plan_init (&f->plan, &f->scene);
  f->order = assay_calloc (f->scene.pairs + 1, sizeof *f->order);
  sort_pairs (f->order, &f->scene);
  f->interval = assay_calloc (MOST_INTERVALS, sizeof *f->interval);
  f->next = assay_calloc (MOST_INTERVALS, sizeof *f->next);
  f->x = assay_calloc (6 * size + 1, sizeof *f->x);
  f->got = f->x + size;
  f->out = f->got + size;
  f->noise = f->out + size;
  f->work = f->noise + size;
}

static void
finder_clear (struct finder *f)
{
  assay_turn_plan_clear (&f->plan);
  assay_turn_scene_clear (&f->scene);
  free (f->order);
  free (f->interval);
  free (f->next);
  free (f->x);
}

static void
count_row (struct assay_recovery *recovery, const struct assay_recovered *row)
{
  switch (row->outcome)
    {
    case ASSAY_RECOVERED_ONE:
      recovery->as_expected += row->position == row->expected;
      recovery->other += row->position != row->expected;
      break;
    case ASSAY_RECOVERED_SEVERAL:
      recovery->several++;
      break;
    case ASSAY_RECOVERED_NONE:
      recovery->none++;
      return;
    default:
      recovery->silent++;
      return;
    }
  recovery->ulps.low = fmax (recovery->ulps.low, row->ulps.low);
  recovery->ulps.high = fmax (recovery->ulps.high, row->ulps.high);
}

enum assay_status
assay_recover (struct assay_recovery *recovery,
               const struct assay_rotation *rotation,
               const struct assay_turn_dump *dump, int64_t most,
               struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, "positions", 0 };
  const size_t *shape = rotation->x.shape;
  size_t rows = shape[ASSAY_VIEW_S], n, b, h, s;
  enum assay_status status = ASSAY_OK;
  struct finder f;

  memset (recovery, 0, sizeof *recovery);
  if (rotation->source != ASSAY_ROTATION_ANGLES
      || rotation->positions->axes > 1)
    return assay_fail (ctx, ASSAY_EVALUE, &where, "angles of one position a "
                       "token", "%s", rotation->source
                       == ASSAY_ROTATION_ANGLES ? "several axes" : "tables");
  finder_init (&f, rotation, dump, most, ctx);
  recovery->row = assay_calloc (shape[ASSAY_VIEW_B] * shape[ASSAY_VIEW_H]
                                * rows + 1, sizeof *recovery->row);
  for (b = 0; b < shape[ASSAY_VIEW_B]; b++)
    for (h = 0; h < shape[ASSAY_VIEW_H]; h++)
      for (s = 0; s < rows; s++)
        {
          struct assay_recovered *row = &recovery->row[recovery->rows++];

          row->b = b;
          row->h = h;
          row->s = s;
          row->expected = assay_positions_at (rotation->positions, 0, b, s);
          find (row, &f);
        }
  for (n = 0; n < recovery->rows && status == ASSAY_OK; n += rows)
    status = judge_head (&recovery->row[n], rows, rotation, dump, ctx);
  for (n = 0; n < recovery->rows; n++)
    count_row (recovery, &recovery->row[n]);
  finder_clear (&f);
  return status;
}

void
assay_recovery_clear (struct assay_recovery *recovery)
{
  free (recovery->row);
  recovery->row = NULL;
}
