/* head_pool.c -- decoded heads that threads share */

#include "kernel/head_pool.h"

#include <stdlib.h>

#include "base/memory.h"

void
assay_head_pool_init (struct assay_head_pool *pool,
                      const struct assay_problem *problem, size_t users,
                      int with_fast)
{
  pool->problem = problem;
  pool->with_fast = with_fast;
  pool->entries = users + 1;
  pool->entry = assay_calloc (pool->entries, sizeof *pool->entry);
  pthread_mutex_init (&pool->lock, NULL);
}

void
assay_head_pool_clear (struct assay_head_pool *pool)
{
  size_t n;

  for (n = 0; n < pool->entries; n++)
    if (pool->entry[n].is_decoded)
      assay_head_clear (&pool->entry[n].head);
  free (pool->entry);
  pthread_mutex_destroy (&pool->lock);
}

/* The entry that holds the head, or else one that nobody uses: there is one,
   for there are more entries than users.  */
static struct assay_pooled_head *
find_entry (struct assay_head_pool *pool, size_t b, size_t kv_head)
{
  struct assay_pooled_head *idle = NULL;
  size_t n;

  for (n = 0; n < pool->entries; n++)
    {
      struct assay_pooled_head *entry = &pool->entry[n];

      if (entry->is_decoded && entry->head.b == b
          && entry->head.head == kv_head)
        return entry;
      if (entry->users == 0 && (idle == NULL || entry->is_decoded))
        idle = entry;
    }
  return idle;
}

const struct assay_head *
assay_head_pool_take (struct assay_head_pool *pool, size_t b, size_t kv_head)
{
  struct assay_pooled_head *entry;

  pthread_mutex_lock (&pool->lock);
  entry = find_entry (pool, b, kv_head);
  if (!entry->is_decoded || entry->head.b != b
      || entry->head.head != kv_head)
    {
      if (entry->is_decoded)
        assay_head_clear (&entry->head);
      assay_head_init (&entry->head, pool->problem, b, kv_head,
                       pool->with_fast);
      entry->is_decoded = 1;
    }
  entry->users++;
  pthread_mutex_unlock (&pool->lock);
  return &entry->head;
}

void
assay_head_pool_give (struct assay_head_pool *pool,
                      const struct assay_head *head)
{
  size_t n;

  pthread_mutex_lock (&pool->lock);
  for (n = 0; n < pool->entries; n++)
    if (&pool->entry[n].head == head)
      pool->entry[n].users--;
  pthread_mutex_unlock (&pool->lock);
}
