/* plan_dots.h -- products of queries and keys that plans have in common

   Most mistakes leave the products alone: of a row they are found once, when
   they are first asked for, and kept while there is room.  */

#ifndef ASSAY_KERNEL_PLAN_DOTS_H
#define ASSAY_KERNEL_PLAN_DOTS_H

#include "kernel/plan.h"

/* One query row as a plan reads it, and its products.  */
struct assay_dots
{
  size_t b, h, i;
  int how;                      /* what the plan makes of the inputs */
  double *q;                    /* null: nothing is here yet */
  double length;                /* |q| */
  double *dot;                  /* behind q */
  unsigned char *is_known;      /* of each key */
};

struct assay_dot_store
{
  struct assay_dots *row;
  size_t rows;
};

/* STORE <- room for rows of PROBLEM, at most about 16 MiB of them.  */
void assay_dot_store_init (struct assay_dot_store *store,
                           const struct assay_problem *problem);
void assay_dot_store_clear (struct assay_dot_store *store);

/* The products of row (B, H, I) under PLAN, until the next call.  */
struct assay_dots *assay_dot_store_take (struct assay_dot_store *store,
                                         const struct assay_plan *plan,
                                         const struct assay_scene *scene,
                                         size_t b, size_t h, size_t i);

/* q . k of key J, neither scaled nor rounded.  */
double assay_dots_at (struct assay_dots *dots, const struct assay_plan *plan,
                      struct assay_scene *scene, size_t j);

/* The head, and its row *ROW, that PLAN reads for key J of query head H.  */
const struct assay_scene_head *assay_plan_key (size_t *row,
                                               const struct assay_plan *plan,
                                               struct assay_scene *scene,
                                               size_t b, size_t h, size_t j);

#endif
