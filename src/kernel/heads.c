/* heads.c -- keys and values of one key head, decoded */

#include "kernel/heads.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

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

/* ODD[j] <- whether row J holds what is no number; how many do.  */
static size_t
find_odd (unsigned char *odd, const double *x, size_t rows, size_t width)
{
  size_t count = 0, j, t;

  for (j = 0; j < rows; j++)
    {
      for (t = 0; t < width && isfinite (x[j * width + t]); t++)
        continue;
      odd[j] = t < width;
      count += odd[j];
    }
  return count;
}

static void
copy_finite (double *out, const double *x, size_t n, size_t stride)
{
  size_t t;

  for (t = 0; t < n; t++)
    out[t] = isfinite (x[t * stride]) ? x[t * stride] : 0.0;
}

void
assay_head_init (struct assay_head *head, const struct assay_problem *problem,
                 size_t b, size_t kv_head)
{
  size_t longest, j;
  double *finite;

  head->b = b;
  head->head = kv_head;
  head->keys = problem->keys;
  head->width = problem->width;
  head->values = problem->values;
  head->k = assay_calloc (head->keys * head->width, sizeof *head->k);
  head->v = assay_calloc (head->keys * head->values, sizeof *head->v);
  load_rows (head->k, &problem->past_k, problem->past, &problem->k, b,
             kv_head);
  load_rows (head->v, &problem->past_v, problem->past, &problem->v, b,
             kv_head);
  for (j = 0; j < head->keys * head->values; j++)
    head->v[j] *= problem->value_factor;
  head->odd_key = assay_calloc (head->keys, 1);
  head->odd_value = assay_calloc (head->keys, 1);
  head->odd = find_odd (head->odd_key, head->k, head->keys, head->width)
              + find_odd (head->odd_value, head->v, head->keys,
                          head->values);

  longest = head->width > head->keys ? head->width : head->keys;
  finite = assay_calloc (longest, sizeof *finite);
  head->key = assay_calloc (head->keys, sizeof *head->key);
  for (j = 0; j < head->keys; j++)
    {
      copy_finite (finite, head->k + j * head->width, head->width, 1);
      assay_dyadics_init (&head->key[j], finite, head->width, 1);
    }
  head->column = assay_calloc (head->values, sizeof *head->column);
  for (j = 0; j < head->values; j++)
    {
      copy_finite (finite, head->v + j, head->keys, head->values);
      assay_dyadics_init (&head->column[j], finite, head->keys, 1);
    }
  free (finite);
}

void
assay_head_clear (struct assay_head *head)
{
  size_t j;

  for (j = 0; j < head->keys; j++)
    assay_dyadics_clear (&head->key[j]);
  for (j = 0; j < head->values; j++)
    assay_dyadics_clear (&head->column[j]);
  free (head->key);
  free (head->column);
  free (head->k);
  free (head->v);
  free (head->odd_key);
  free (head->odd_value);
}
