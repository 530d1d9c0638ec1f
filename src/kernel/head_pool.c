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
  pthread_cond_init (&pool->decoded, NULL);
}

void
assay_head_pool_clear (struct assay_head_pool *pool)
{
  size_t n;

  for (n = 0; n < pool->entries; n++)
    if (pool->entry[n].is_decoded)
      assay_head_clear (&pool->entry[n].head);
  free (pool->entry);
  pthread_cond_destroy (&pool->decoded);
  pthread_mutex_destroy (&pool->lock);
}

/* The entry that holds the head, or will, or else one that nobody uses: there
   is one, for there are more entries than users.  */
static struct assay_pooled_head *
find_entry (struct assay_head_pool *pool, size_t b, size_t kv_head)
{
  struct assay_pooled_head *idle = NULL;
  size_t n;

  for (n = 0; n < pool->entries; n++)
    {
      struct assay_pooled_head *entry = &pool->entry[n];

      if (entry->is_taken && entry->b == b && entry->kv_head == kv_head)
        return entry;
      if (entry->users == 0 && (idle == NULL || entry->is_taken))
        idle = entry;
    }
  return idle;
}

/* ENTRY <- the head, by the thread that has claimed it; the lock is open
   meanwhile, so that others go on with heads that are there.  */
static void
decode (struct assay_head_pool *pool, struct assay_pooled_head *entry)
{
  int was_decoded = entry->is_decoded;

  entry->is_decoded = 0;
  pthread_mutex_unlock (&pool->lock);
  if (was_decoded)
    assay_head_clear (&entry->head);
  assay_head_init (&entry->head, pool->problem, entry->b, entry->kv_head,
                   pool->with_fast);
  pthread_mutex_lock (&pool->lock);
  entry->is_decoded = 1;
  pthread_cond_broadcast (&pool->decoded);
}

const struct assay_head *
assay_head_pool_take (struct assay_head_pool *pool, size_t b, size_t kv_head)
{
  struct assay_pooled_head *entry;
  int is_first;

  pthread_mutex_lock (&pool->lock);
  entry = find_entry (pool, b, kv_head);
  is_first = !entry->is_taken || entry->b != b || entry->kv_head != kv_head;
  entry->is_taken = 1;
  entry->b = b;
  entry->kv_head = kv_head;
  entry->users++;
  if (is_first)
    decode (pool, entry);
  while (!entry->is_decoded)
    pthread_cond_wait (&pool->decoded, &pool->lock);
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
