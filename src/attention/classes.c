/* classes.c -- the keys of a row, grouped by equal score */

#include "attention/classes.h"

#include <stdlib.h>

#include "base/memory.h"

struct candidate
{
  mpq_srcptr x;
  size_t key;
};

/* Larger scores first; keys of one score in their own order, so that the
   grouping does not depend on the sorting algorithm.  */
static int
compare_candidates (const void *left, const void *right)
{
  const struct candidate *a = left, *b = right;
  int order = mpq_cmp (b->x, a->x);

  if (order != 0)
    return order;
  return a->key < b->key ? -1 : a->key > b->key;
}

static size_t
collect_legal (struct candidate *found, const mpq_t *x,
               const unsigned char *legal, size_t keys)
{
  size_t n = 0, j;

  for (j = 0; j < keys; j++)
    if (legal[j])
      found[n++] = (struct candidate) { x[j], j };
  qsort (found, n, sizeof *found, compare_candidates);
  return n;
}

void
assay_classes_init_order (struct assay_classes *classes, const size_t *order,
                          const unsigned char *opens, size_t n, size_t keys)
{
  size_t i;

  classes->count = 0;
  classes->keys = keys;
  classes->behind = NULL;
  classes->members = assay_calloc (n, sizeof *classes->members);
  classes->class_of = assay_calloc (keys, sizeof *classes->class_of);
  for (i = 0; i < keys; i++)
    classes->class_of[i] = ASSAY_BLOCKED;
  for (i = 0; i < n; i++)
    {
      classes->count += opens[i];
      classes->class_of[order[i]] = classes->count - 1;
      classes->members[classes->count - 1]++;
    }
}

void
assay_classes_init (struct assay_classes *classes, const mpq_t *x,
                    const unsigned char *legal, size_t keys)
{
  struct candidate *found = assay_calloc (keys, sizeof *found);
  size_t *order = assay_calloc (keys, sizeof *order);
  unsigned char *opens = assay_calloc (keys, sizeof *opens);
  size_t n = collect_legal (found, x, legal, keys), i, c;

  for (i = 0; i < n; i++)
    {
      order[i] = found[i].key;
      opens[i] = i == 0 || !mpq_equal (found[i].x, found[i - 1].x);
    }
  assay_classes_init_order (classes, order, opens, n, keys);
  classes->behind = assay_calloc (n, sizeof *classes->behind);
  for (i = 0, c = 0; i < n; i++)
    if (opens[i])
      {
        mpq_ptr behind = classes->behind[c++];

        mpq_init (behind);
        mpq_sub (behind, found[0].x, found[i].x);
      }
  free (found);
  free (order);
  free (opens);
}

void
assay_classes_clear (struct assay_classes *classes)
{
  size_t c;

  for (c = 0; classes->behind && c < classes->count; c++)
    mpq_clear (classes->behind[c]);
  free (classes->behind);
  free (classes->members);
  free (classes->class_of);
}

void
assay_classes_sum (mpq_t *sums, const struct assay_classes *classes,
                   const mpq_t *v, size_t stride)
{
  size_t c, j;

  for (c = 0; c < classes->count; c++)
    mpq_set_ui (sums[c], 0, 1);
  for (j = 0; j < classes->keys; j++)
    if (classes->class_of[j] != ASSAY_BLOCKED)
      mpq_add (sums[classes->class_of[j]], sums[classes->class_of[j]],
               v[j * stride]);
}
