/* heads.h -- keys and values of one key head, decoded and shared by rows

   Everything of a head is decoded once, by whoever asks first, and only read
   after that; a problem of many heads keeps those in use.  */

#ifndef ASSAY_KERNEL_HEADS_H
#define ASSAY_KERNEL_HEADS_H

#include "attention/dyadic.h"
#include "kernel/problem.h"

/* Of batch B and key head HEAD: the past first.  An element that is no number
   counts as 0 in KEY and COLUMN; ODD_KEY[j] and ODD_VALUE[j] say that key j
   has one.  */
struct assay_head
{
  size_t b, head;
  size_t keys, width, values;
  double *k, *v;                /* keys x width, keys x values, as stored */
  struct assay_dyadics *key;    /* of each key, width entries */
  struct assay_dyadics *column; /* of each column, keys entries */
  unsigned char *odd_key, *odd_value;
  size_t odd;                   /* how many of both are set */
};

/* HEAD <- decoded; to be cleared by the caller.  */
void assay_head_init (struct assay_head *head,
                      const struct assay_problem *problem, size_t b,
                      size_t kv_head);
void assay_head_clear (struct assay_head *head);

#endif
