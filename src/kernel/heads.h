/* heads.h -- keys and values of one key head, decoded and shared by rows

   A head's numbers are decoded once, by whoever asks first, and only read
   after that.  Of a head too large to be kept (problem->drops_heads) keys
   and values are decoded anew each time.  */

#ifndef ASSAY_KERNEL_HEADS_H
#define ASSAY_KERNEL_HEADS_H

#include "attention/dyadic.h"
#include "attention/fast.h"
#include "kernel/problem.h"

struct assay_head_exact;

/* Of batch B and key head HEAD: the past first.  ODD_KEY[j] and ODD_VALUE[j]
   say that key j has an element that is no number.  */
struct assay_head
{
  const struct assay_problem *problem;
  size_t b, head;
  size_t keys, width, values;
  double *k, *v;                /* keys x width, keys x values, as stored, or
                                   null where they are dropped */
  unsigned char *odd_key, *odd_value;
  size_t odd;                   /* how many of both are set */
  struct assay_head_exact *exact;       /* made when asked for */
  struct assay_fast_head fast;  /* where has_fast: no element is odd */
  int has_fast;
};

/* HEAD <- decoded, for the fast tiers too when WITH_FAST; to be cleared by
   the caller.  */
void assay_head_init (struct assay_head *head,
                      const struct assay_problem *problem, size_t b,
                      size_t kv_head, int with_fast);
void assay_head_clear (struct assay_head *head);

/* The width components of key J, the values of key J: HEAD's own, or decoded
   into BUFFER.  */
const double *assay_head_key (const struct assay_head *head, size_t j,
                              double *buffer);
const double *assay_head_value (const struct assay_head *head, size_t j,
                                double *buffer);

/* DOT <- q . k_J, exactly; an element of the key that is no number counts as
   0.  BUFFER has room for a key.  May be called by several threads.  */
void assay_head_dot (mpq_ptr dot, const struct assay_head *head,
                     const struct assay_dyadics *q, size_t j,
                     double *buffer);

/* Column C, one value a key, what is no number counting as 0: HEAD's own, or
   made in OWN, which *IS_OWN then says is to be cleared.  May be called by
   several threads.  */
const struct assay_dyadics *assay_head_column (struct assay_dyadics *own,
                                               int *is_own,
                                               const struct assay_head *head,
                                               size_t c);

#endif
