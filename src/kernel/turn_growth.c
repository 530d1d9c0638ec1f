/* turn_growth.c -- errors that grow with the angle */

#include <math.h>

#include "kernel/turn_search.h"

/* Elements by the angle that turns them, in thirds from LOW to HIGH.  */
struct growth
{
  double low, high;
  size_t count[3], wrong[3];
  double error[3];              /* the sum of the wrong ones, absolute */
};

/* Errors of ROW, evaluated rightly, are given to VISIT with their angles.  */
static void
visit_row (struct assay_turn_rows *rows, const struct assay_turn_plan *right,
           const struct assay_matched_row *row, struct growth *growth,
           void (*visit) (struct growth *, double angle, double error,
                          int is_wrong))
{
  const struct assay_turn_scene *scene = rows->scene;
  size_t size = scene->rotation->layout.head_dim, c, pair, partner;
  double p = fabs (assay_turn_row_position (scene, row));

  assay_turn_plan_row (rows->out, rows->noise, rows->work, right, scene,
                       rows->unit, row->b, row->h, row->i);
  for (c = 0; c < size; c++)
    {
      double got = assay_view_double (&rows->dump->got, row->b, row->h,
                                      row->i, c);
      struct assay_score_count count = { 0, 0, 0, 0.0, 0.0 };

      if (assay_rotation_column (&pair, &partner, &scene->rotation->layout, c)
          == ASSAY_TURNED_COPY
          || !assay_turn_dump_has (rows->dump, row->h, c))
        continue;
      assay_match_element (&count, got, rows->out[c], rows->noise[c],
                           rows->dump->fmt);
      visit (growth, p * scene->w[pair], fabs (got - rows->out[c]),
             count.near == 0);
    }
}

static void
find_ends (struct growth *growth, double angle, double error, int is_wrong)
{
  (void) error;
  growth->high = fmax (growth->high, angle);
  if (is_wrong)
    growth->low = fmin (growth->low, angle);
}

static void
add_third (struct growth *growth, double angle, double error, int is_wrong)
{
  double part = (angle - growth->low) / (growth->high - growth->low);
  int third = part < 1.0 / 3.0 ? 0 : part < 2.0 / 3.0 ? 1 : 2;

  if (!(part >= 0.0))
    return;
  growth->count[third]++;
  growth->wrong[third] += (size_t) is_wrong;
  growth->error[third] += is_wrong ? error : 0.0;
}

int
assay_turn_grows (struct assay_turn_search *search)
{
  struct growth growth = { .low = INFINITY };
  struct assay_turn_rows *rows = &search->rows;
  double mean[3];
  size_t n;
  int third;

  if (!rows->scene->has_first_wrong || rows->scene->w == NULL
      || rows->scene->axes > 1)
    return 0;
  for (n = 0; n < rows->rows; n++)
    visit_row (rows, &search->right, &rows->row[n], &growth, find_ends);
  if (!(growth.low > 1.5) || !(growth.high > growth.low))
    return 0;
  for (n = 0; n < rows->rows; n++)
    visit_row (rows, &search->right, &rows->row[n], &growth, add_third);
  for (third = 0; third < 3; third++)
    {
      if (2 * growth.wrong[third] < growth.count[third]
          || growth.wrong[third] == 0)
        return 0;
      mean[third] = growth.error[third] / (double) growth.wrong[third];
    }
  return isfinite (mean[2]) && mean[2] > 1.5 * mean[0];
}
