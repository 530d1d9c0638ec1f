/* heads.c -- keys and values of one key head, decoded */

#include "kernel/heads.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/memory.h"

/* Keys and columns as exact vectors; null where they are not kept.  */
struct assay_head_exact
{
  pthread_mutex_t lock;
  int is_made;
  struct assay_dyadics *key;    /* of each key, width entries */
  struct assay_dyadics *column; /* of each column, keys entries */
};

/* Key or value J, from the past or from what came after.  */
static void
load (double *out, const struct assay_head *head, int is_value, size_t j)
{
  const struct assay_problem *problem = head->problem;
  const struct assay_view *past = is_value ? &problem->past_v
                                           : &problem->past_k;
  const struct assay_view *now = is_value ? &problem->v : &problem->k;
  size_t c;

  if (j < problem->past)
    assay_view_row (out, past, head->b, head->head, j);
  else
    assay_view_row (out, now, head->b, head->head, j - problem->past);
  for (c = 0; is_value && problem->value_factor != 1.0 && c < head->values;
       c++)
    out[c] *= problem->value_factor;
}

const double *
assay_head_key (const struct assay_head *head, size_t j, double *buffer)
{
  if (head->k)
    return head->k + j * head->width;
  load (buffer, head, 0, j);
  return buffer;
}

const double *
assay_head_value (const struct assay_head *head, size_t j, double *buffer)
{
  if (head->v)
    return head->v + j * head->values;
  load (buffer, head, 1, j);
  return buffer;
}

static double *
load_all (const struct assay_head *head, int is_value)
{
  size_t columns = is_value ? head->values : head->width, j;
  double *all = assay_calloc (head->keys * columns, sizeof *all);

  for (j = 0; j < head->keys; j++)
    load (all + j * columns, head, is_value, j);
  return all;
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

/* Keys first, then values, so that of a head that is dropped one of them at a
   time is in memory.  */
static void
take (struct assay_head *head, int is_value, int with_fast)
{
  double *all = load_all (head, is_value);
  size_t odd;

  odd = find_odd (is_value ? head->odd_value : head->odd_key, all, head->keys,
                  is_value ? head->values : head->width);
  head->odd += odd;
  if (with_fast && is_value)
    assay_fast_head_set_values (&head->fast, all);
  else if (with_fast)
    assay_fast_head_set_keys (&head->fast, all);
  if (head->problem->drops_heads)
    free (all);
  else if (is_value)
    head->v = all;
  else
    head->k = all;
}

void
assay_head_init (struct assay_head *head, const struct assay_problem *problem,
                 size_t b, size_t kv_head, int with_fast)
{
  head->problem = problem;
  head->b = b;
  head->head = kv_head;
  head->keys = problem->keys;
  head->width = problem->width;
  head->values = problem->values;
  head->odd_key = assay_calloc (head->keys, 1);
  head->odd_value = assay_calloc (head->keys, 1);
  head->k = head->v = NULL;
  head->odd = 0;
  head->exact = assay_calloc (1, sizeof *head->exact);
  pthread_mutex_init (&head->exact->lock, NULL);
  head->has_fast = with_fast && head->keys > 0 && head->values > 0;
  if (head->has_fast)
    assay_fast_head_init (&head->fast, head->keys, head->width,
                          head->values);
  take (head, 0, head->has_fast);
  take (head, 1, head->has_fast);
  if (head->has_fast && head->odd > 0)
    {
      assay_fast_head_clear (&head->fast);
      head->has_fast = 0;
    }
}

void
assay_head_clear (struct assay_head *head)
{
  size_t j;

  for (j = 0; head->exact->is_made && j < head->keys; j++)
    assay_dyadics_clear (&head->exact->key[j]);
  for (j = 0; head->exact->is_made && j < head->values; j++)
    assay_dyadics_clear (&head->exact->column[j]);
  free (head->exact->key);
  free (head->exact->column);
  pthread_mutex_destroy (&head->exact->lock);
  free (head->exact);
  if (head->has_fast)
    assay_fast_head_clear (&head->fast);
  free (head->k);
  free (head->v);
  free (head->odd_key);
  free (head->odd_value);
}

static double
finite_or_zero (double x)
{
  return isfinite (x) ? x : 0.0;
}

static void
make_key (struct assay_dyadics *key, const struct assay_head *head, size_t j,
          double *buffer)
{
  const double *k = assay_head_key (head, j, buffer);
  size_t t;

  for (t = 0; t < head->width; t++)
    buffer[t] = finite_or_zero (k[t]);
  assay_dyadics_init (key, buffer, head->width, 1);
}

static void
make_column (struct assay_dyadics *column, const struct assay_head *head,
             size_t c)
{
  double *entry = assay_calloc (head->keys, sizeof *entry);
  double *row = assay_calloc (head->values, sizeof *row);
  size_t j;

  for (j = 0; j < head->keys; j++)
    entry[j] = finite_or_zero (assay_head_value (head, j, row)[c]);
  assay_dyadics_init (column, entry, head->keys, 1);
  free (entry);
  free (row);
}

/* What is kept, made by the first thread that asks; null where nothing is
   kept.  */
static const struct assay_head_exact *
kept (const struct assay_head *head)
{
  struct assay_head_exact *exact = head->exact;
  double *buffer;
  size_t n;

  if (head->problem->drops_heads)
    return NULL;
  pthread_mutex_lock (&exact->lock);
  if (!exact->is_made)
    {
      buffer = assay_calloc (head->width, sizeof *buffer);
      exact->key = assay_calloc (head->keys, sizeof *exact->key);
      exact->column = assay_calloc (head->values, sizeof *exact->column);
      for (n = 0; n < head->keys; n++)
        make_key (&exact->key[n], head, n, buffer);
      for (n = 0; n < head->values; n++)
        make_column (&exact->column[n], head, n);
      exact->is_made = 1;
      free (buffer);
    }
  pthread_mutex_unlock (&exact->lock);
  return exact;
}

void
assay_head_dot (mpq_ptr dot, const struct assay_head *head,
                const struct assay_dyadics *q, size_t j, double *buffer)
{
  const struct assay_head_exact *exact = kept (head);
  struct assay_dyadics key;

  if (exact)
    {
      assay_dyadics_dot (dot, q, &exact->key[j]);
      return;
    }
  make_key (&key, head, j, buffer);
  assay_dyadics_dot (dot, q, &key);
  assay_dyadics_clear (&key);
}

const struct assay_dyadics *
assay_head_column (struct assay_dyadics *own, int *is_own,
                   const struct assay_head *head, size_t c)
{
  const struct assay_head_exact *exact = kept (head);

  *is_own = exact == NULL;
  if (exact)
    return &exact->column[c];
  make_column (own, head, c);
  return own;
}
