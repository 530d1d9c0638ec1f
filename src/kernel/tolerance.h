/* tolerance.h -- which mistakes a tolerance lets through

   Inputs are drawn by a fixed generator: splitmix64 from the seed, its upper
   53 bits plus a half over 2^53 as uniform numbers, two of them a normal one
   (Box and Muller: sqrt (-2 ln u) cos (2 pi u')), times the standard
   deviation, rounded to the type; all of q, then of k, then of v.  Every
   hypothesis is evaluated on them beside the right value.  */

#ifndef ASSAY_KERNEL_TOLERANCE_H
#define ASSAY_KERNEL_TOLERANCE_H

#include "kernel/hypothesis.h"
#include "kernel/tensor.h"

struct assay_tolerance_case
{
  size_t shape[4];              /* batches, heads, positions, width */
  enum assay_dtype dtype;       /* a float type */
  double std;
  int causal;
  uint64_t seed;
  double rtol, atol;
  int has_tolerance;
  double max_ulp;               /* beside the tolerance; negative: not asked */
  const char *only;             /* the name of one mistake; null: all */
  size_t jobs;
};

/* What one mistake does to the outputs: CHANGE is within ERROR of the largest
   absolute change.  */
struct assay_tolerance_mistake
{
  const struct assay_hypothesis *hypothesis;
  double parameter;
  double change, error;
  int is_tipped;                /* the figure is near, not certified */
  /* Some output changes more than an ordinary kernel may be off there.  */
  int is_seen;
  /* Whether the tolerance accepts every element: open within ERROR of its
     edge, or where the figure is not certified.  */
  enum assay_verdict accepted;
};

struct assay_tolerance
{
  struct assay_tolerance_case asked;
  struct assay_problem problem;
  struct assay_scene scene;
  struct assay_tensor tensor[3];
  double *drawn[3];             /* q, k, v */
  double largest, rms;          /* of the right outputs */
  double ulp;                   /* the type's spacing at RMS */
  double floor;                 /* the most an ordinary kernel may be off */
  struct assay_tolerance_mistake *mistake;      /* that change something */
  size_t mistakes;
  /* How many of them are not seen, which no tolerance can tell from a right
     kernel; how many of the others are accepted and open.  */
  size_t unseen, accepted, open;
};

/* The most products of components, B H S S D, that are not refused.  */
#define ASSAY_TOLERANCE_MOST ((double) (1ul << 28))

/* TOLERANCE <- of ASKED; to be cleared, also after a refusal.  ASSAY_EVALUE
   for a shape with a 0 or a deviation that is not above 0 and at most 1e30,
   and a name that no hypothesis has or that changes no output, ASSAY_ELIMIT
   for a shape beyond ASSAY_TOLERANCE_MOST.  */
enum assay_status assay_tolerance_init (
  struct assay_tolerance *tolerance,
  const struct assay_tolerance_case *asked, struct assay_ctx *ctx);
void assay_tolerance_clear (struct assay_tolerance *tolerance);

/* The mistake in words, appended to TEXT.  */
void assay_tolerance_tell (struct assay_text *text,
                           const struct assay_tolerance *tolerance,
                           const struct assay_tolerance_mistake *mistake);

#endif
