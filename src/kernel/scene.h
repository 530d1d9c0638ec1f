/* scene.h -- an attention problem in binary64, for evaluations by the thousand

   Keys and values of a head are decoded when they are first asked for, by
   whichever thread, and kept.  */

#ifndef ASSAY_KERNEL_SCENE_H
#define ASSAY_KERNEL_SCENE_H

#include <pthread.h>
#include <stdatomic.h>

#include "kernel/problem.h"

struct assay_scene_head
{
  double *k, *v;                /* keys x width, keys x values */
  double longest;               /* the largest |k_j| */
  atomic_int is_decoded;
};

struct assay_scene
{
  const struct assay_problem *problem;
  double scale, cap;
  double *slopes, *sinks;       /* of each query head, or null */
  long first_wrong;             /* the least position of a row that is not
                                   right, if the one before is right; else
                                   0 */
  struct assay_scene_head *head;        /* batches x key heads */
  pthread_mutex_t lock;
};

void assay_scene_init (struct assay_scene *scene,
                       const struct assay_problem *problem);
void assay_scene_clear (struct assay_scene *scene);

const struct assay_scene_head *assay_scene_take (struct assay_scene *scene,
                                                 size_t b, size_t kv_head);

#endif
