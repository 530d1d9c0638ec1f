/* measure.h -- the errors of a tensor, counted

   Errors of elements (element.h) go in one at a time, in any order, from any
   number of measures that are merged at the end: counts and sums are integers
   and maxima exact, so that the order cannot be seen in a result.  Memory:
   about 180 kB, the sizes of the axes, and 16 bytes an element as long as
   there are at most 2^20 elements.  */

#ifndef ASSAY_KERNEL_MEASURE_H
#define ASSAY_KERNEL_MEASURE_H

#include <gmp.h>
#include <stddef.h>
#include <stdint.h>

#include "base/ctx.h"
#include "base/text.h"
#include "kernel/element.h"

enum { ASSAY_MEASURE_AXES = 4 };        /* batch, head, row, column */

/* The histogram has an octave [2^k, 2^(k+1)) ulps for each k from FIRST to
   LAST, of PARTS buckets of equal width.  What is larger, but has a bound,
   falls into the last bucket.  */
enum
{
  ASSAY_OCTAVE_FIRST = -24,
  ASSAY_OCTAVE_LAST = 63,
  ASSAY_OCTAVE_PARTS = 128
};

/* Up to so many elements a percentile is that of the elements' own bounds.  */
#define ASSAY_MEASURE_EACH ((uint64_t) 1 << 20)

/* The largest error, and where: the element of the largest upper bound, of
   several the one of the lowest index in C order.  */
struct assay_worst
{
  struct assay_bounds bounds;   /* of the maximum over all elements */
  size_t index[ASSAY_MEASURE_AXES];
  uint64_t got, rounded;        /* the patterns there */
};

/* What the elements with one index of one axis have in common.  */
struct assay_slice
{
  uint64_t elements, unequal;   /* unequal: not bit-equal */
  double worst;                 /* the largest upper bound in ulps */
};

/* Numbers in units of 2^-40, added up.  */
struct assay_ulp_sum
{
  mpz_t total;
  uint64_t pending;             /* not in TOTAL yet */
};

struct assay_measure
{
  enum assay_fmt fmt;
  size_t shape[ASSAY_MEASURE_AXES];
  uint64_t elements;            /* what follows is about so many */
  uint64_t bit_equal;
  uint64_t open;                /* whose enclosure was not narrow enough */
  uint64_t got_nan, got_infinite;
  uint64_t unbounded;           /* wrong without a bound: not in the mean */
  uint64_t vast;                /* beyond 2^1000 ulps */
  struct assay_worst ulps, mass, absolute, relative;
  struct assay_bounds bounded;  /* the largest error in ulps with a bound */
  struct assay_ulp_sum low_sum, high_sum;       /* of the bounds in ulps */
  uint64_t *low, *high;         /* histograms of the bounds in ulps */
  struct assay_slice *slice[ASSAY_MEASURE_AXES];
  struct assay_bounds *each;    /* the bounds in ulps, while they are kept */
  size_t each_capacity;
};

/* MEASURE <- nothing measured yet of a tensor of FMT and that SHAPE (batches,
   heads, rows, columns).  */
void assay_measure_init (struct assay_measure *measure, enum assay_fmt fmt,
                         const size_t *shape);
void assay_measure_clear (struct assay_measure *measure);

/* Count ELEMENT at INDEX, whose ERROR assay_element_measure has found;
   VERDICT is what it answered.  An element is to be added once.  */
void assay_measure_add (struct assay_measure *measure, const size_t *index,
                        const struct assay_element *element,
                        const struct assay_element_error *error,
                        enum assay_verdict verdict);

/* Count in MEASURE what FROM has, too: the same format and shape, no element
   in both.  */
void assay_measure_merge (struct assay_measure *measure,
                          const struct assay_measure *from);

/* BOUNDS <- the mean error in ulps of the elements wrong by a bound; 0 of
   none.  Low and high are the means of the elements' bounds, wider by at most
   2^-40 and the rounding to binary64; INFINITY ends it where an element's
   bounds do so.  */
void assay_measure_mean (struct assay_bounds *bounds,
                         const struct assay_measure *measure);

/* BOUNDS <- the error in ulps that stands at place ceil (elements *
   PER_MILLE / 1000) of all, sorted from the least (500: the median, 990,
   999; 1 to 1000), INFINITY for one without a bound; 0 of no elements.  As
   narrow as the elements' own bounds up to ASSAY_MEASURE_EACH elements; of
   more, each end is that of a bucket, at most 2^-7 of the error away, and
   below 2^-24 ulps the ends are 0 and 2^-24.  */
void assay_measure_percentile (struct assay_bounds *bounds,
                               const struct assay_measure *measure,
                               unsigned per_mille);

/* Elements whose upper bound is in [2^OCTAVE, 2^(OCTAVE+1)) ulps; at
   ASSAY_OCTAVE_LAST that is larger but no infinite error, and at
   ASSAY_OCTAVE_FIRST - 1 it is smaller but not 0.  */
uint64_t assay_measure_octave (const struct assay_measure *measure,
                               int octave);

/* Elements wrong by 0 ulps (not bit-equal, if the signs of two zeros
   differ).  */
uint64_t assay_measure_zero (const struct assay_measure *measure);

/* FIRST and LAST <- the indices of AXIS that stand out: those whose worst
   error is at least a quarter of the worst of all (if that has no bound:
   those that have none either), when that is at least 1 ulp, they are
   neighbours but for indices without elements, and they are at most half of
   the indices that have elements.  Whether there are such.  */
int assay_measure_stands_out (size_t *first, size_t *last,
                              const struct assay_measure *measure, int axis);

/* BOUNDS in decimal appended to TEXT: four digits after the point, from 2^30
   on seven significant digits ("1.234568e+12"), "infinite" without a bound.
   ASSAY_HOLDS when both ends round to that (to nearest, ties to even); if
   they do not, ASSAY_OPEN, and the text is that of the upper end rounded up,
   "at least ..." the lower end rounded down if there is none.  */
enum assay_verdict assay_bounds_print (struct assay_text *text,
                                       const struct assay_bounds *bounds);

#endif
