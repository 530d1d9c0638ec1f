/* head_pool.h -- decoded heads that threads share */

#ifndef ASSAY_KERNEL_HEAD_POOL_H
#define ASSAY_KERNEL_HEAD_POOL_H

#include <pthread.h>

#include "kernel/heads.h"

struct assay_pooled_head
{
  struct assay_head head;
  size_t b, kv_head;            /* whose it is, where it is taken */
  size_t users;
  int is_taken;
  int is_decoded;               /* its first user has made it */
};

/* At most one head more than there are users is kept.  */
struct assay_head_pool
{
  const struct assay_problem *problem;
  pthread_mutex_t lock;
  pthread_cond_t decoded;
  int with_fast;
  struct assay_pooled_head *entry;
  size_t entries;
};

/* A pool for at most USERS heads in use at a time, made ready for the fast
   tiers when WITH_FAST.  */
void assay_head_pool_init (struct assay_head_pool *pool,
                           const struct assay_problem *problem, size_t users,
                           int with_fast);
void assay_head_pool_clear (struct assay_head_pool *pool);

/* The head of batch B and key head KV_HEAD, decoded; to be given back.  */
const struct assay_head *assay_head_pool_take (struct assay_head_pool *pool,
                                               size_t b, size_t kv_head);
void assay_head_pool_give (struct assay_head_pool *pool,
                           const struct assay_head *head);

#endif
