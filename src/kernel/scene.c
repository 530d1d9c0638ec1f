/* scene.c -- an attention problem in binary64 */

#include "kernel/scene.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

/* Of the enclosure of a scale or a slope.  */
enum { SURD_BITS = 80 };

void
assay_scene_init (struct assay_scene *scene,
                  const struct assay_problem *problem)
{
  size_t h;

  scene->problem = problem;
  scene->scale = assay_surd_double (&problem->sigma, SURD_BITS);
  scene->cap = mpq_get_d (problem->softcap);
  scene->slopes = scene->sinks = NULL;
  scene->first_wrong = 0;
  if (problem->slopes)
    scene->slopes = assay_calloc (problem->q_heads, sizeof *scene->slopes);
  if (problem->sinks)
    scene->sinks = assay_calloc (problem->q_heads, sizeof *scene->sinks);
  for (h = 0; h < problem->q_heads; h++)
    {
      if (problem->slopes)
        scene->slopes[h] = assay_surd_double (&problem->slopes[h], SURD_BITS);
      if (problem->sinks)
        scene->sinks[h] = mpq_get_d (problem->sinks[h]);
    }
  scene->head = assay_calloc (problem->batches * problem->kv_heads,
                              sizeof *scene->head);
  pthread_mutex_init (&scene->lock, NULL);
}

void
assay_scene_clear (struct assay_scene *scene)
{
  const struct assay_problem *problem = scene->problem;
  size_t n;

  for (n = 0; n < problem->batches * problem->kv_heads; n++)
    {
      free (scene->head[n].k);
      free (scene->head[n].v);
    }
  free (scene->head);
  free (scene->slopes);
  free (scene->sinks);
  pthread_mutex_destroy (&scene->lock);
}

/* Rows of PAST and then of NOW into OUT.  */
static void
load_rows (double *out, const struct assay_view *past, size_t past_rows,
           const struct assay_view *now, size_t b, size_t head)
{
  size_t width = now->shape[ASSAY_VIEW_D], j;

  for (j = 0; j < past_rows; j++)
    assay_view_row (out + j * width, past, b, head, j);
  for (j = 0; j < now->shape[ASSAY_VIEW_S]; j++)
    assay_view_row (out + (past_rows + j) * width, now, b, head, j);
}

static double
longest_row (const double *x, size_t rows, size_t width)
{
  double longest = 0.0;
  size_t j, t;

  for (j = 0; j < rows; j++)
    {
      double square = 0.0;

      for (t = 0; t < width; t++)
        square += x[j * width + t] * x[j * width + t];
      longest = fmax (longest, square);
    }
  return sqrt (longest);
}

const struct assay_scene_head *
assay_scene_take (struct assay_scene *scene, size_t b, size_t kv_head)
{
  const struct assay_problem *problem = scene->problem;
  struct assay_scene_head *head = scene->head + b * problem->kv_heads
                                  + kv_head;
  size_t n;

  if (atomic_load (&head->is_decoded))
    return head;
  pthread_mutex_lock (&scene->lock);
  if (head->k == NULL)
    {
      head->k = assay_calloc (problem->keys * problem->width + 1,
                              sizeof *head->k);
      head->v = assay_calloc (problem->keys * problem->values + 1,
                              sizeof *head->v);
      load_rows (head->k, &problem->past_k, problem->past, &problem->k, b,
                 kv_head);
      load_rows (head->v, &problem->past_v, problem->past, &problem->v, b,
                 kv_head);
      for (n = 0; n < problem->keys * problem->values; n++)
        head->v[n] *= problem->value_factor;
      head->longest = longest_row (head->k, problem->keys, problem->width);
    }
  atomic_store (&head->is_decoded, 1);
  pthread_mutex_unlock (&scene->lock);
  return head;
}
