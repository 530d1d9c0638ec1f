/* measure.h -- the errors of a tensor, counted

   Errors of elements (element.h) go in one at a time, in any order, from any
   number of measures that are merged at the end: counts and sums are integers
   and maxima exact, so that the order cannot be seen in a result.  Memory:
   about 90 kB, the sizes of the axes, and 16 bytes an element for the first
   2^20 elements.  */

#ifndef ASSAY_KERNEL_MEASURE_H
#define ASSAY_KERNEL_MEASURE_H

#include <gmp.h>
#include <stddef.h>
#include <stdint.h>

#include "base/ctx.h"
#include "base/text.h"
#include "kernel/element.h"

enum { ASSAY_MEASURE_AXES = 4 };        /* batch, head, row, column */

/* Octaves of the histogram: errors of [2^k, 2^(k+1)) ulps for k from FIRST
   to LAST; smaller ones but 0 are below FIRST, larger finite ones with
   LAST.  */
enum
{
  ASSAY_OCTAVE_FIRST = -24,
  ASSAY_OCTAVE_LAST = 63,
  ASSAY_OCTAVES = ASSAY_OCTAVE_LAST - ASSAY_OCTAVE_FIRST + 1,
  ASSAY_OCTAVE_PARTS = 128      /* buckets of equal width in each */
};

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

/* A sum of lower bounds and one of upper bounds in units of 2^-40 ulp.  */
struct assay_ulp_sum
{
  mpz_t low, high;
  uint64_t pending_low, pending_high;   /* not yet in LOW and HIGH */
};

struct assay_measure
{
  enum assay_fmt fmt;
  size_t shape[ASSAY_MEASURE_AXES];
  uint64_t elements;
  uint64_t bit_equal;
  uint64_t wide;                /* elements whose measuring stayed open */
  uint64_t got_nan, got_infinite;
  uint64_t unbounded;           /* wrong without a bound: not in the sum */
  struct assay_worst ulps, mass, absolute, relative;
  struct assay_ulp_sum sum;
  uint64_t zero, below, beyond; /* errors of 0, below FIRST, unbounded */
  uint64_t (*bucket)[ASSAY_OCTAVE_PARTS];       /* by octave */
  struct assay_slice *slice[ASSAY_MEASURE_AXES];
  struct assay_bounds *each;    /* the errors, while there are few */
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
   none.  Errors beyond 2^1000 ulps count as 2^1000 in the lower bound and
   make the upper one INFINITY.  */
void assay_measure_mean (struct assay_bounds *bounds,
                         const struct assay_measure *measure);

/* BOUNDS <- the error that stands at place ceil (elements * PER_MILLE /
   1000) when all are sorted (500: the median, 990, 999), INFINITY for one
   without a bound; 0 of no elements.  As narrow as the elements' own bounds
   up to 2^20 elements; of more, a bucket of the histogram, at most 2^-7 of
   the error wide, cut to the maximum.  */
void assay_measure_percentile (struct assay_bounds *bounds,
                               const struct assay_measure *measure,
                               unsigned per_mille);

/* Elements wrong by [2^OCTAVE, 2^(OCTAVE+1)) ulps, in the last octave by
   that or more; an element whose bounds lie in two octaves counts in the
   upper one.  */
uint64_t assay_measure_octave (const struct assay_measure *measure,
                               int octave);

/* FIRST and LAST <- the indices of AXIS that stand out: those whose worst
   error is at least a quarter of the worst of all (if that has no bound:
   those that have none either), when that is at least 1 ulp, they are
   neighbours but for indices without elements, and they are at most half of
   the indices that have elements.  Whether there are such.  */
int assay_measure_stands_out (size_t *first, size_t *last,
                              const struct assay_measure *measure, int axis);

/* BOUNDS in decimal appended to TEXT: four digits after the point, from 2^30
   on seven significant digits ("1.234568e+12"), "infinite" without a bound.
   ASSAY_HOLDS when both ends round to that (to nearest, ties to even),
   ASSAY_OPEN when they do not and the upper end, rounded up, was written.  */
enum assay_verdict assay_bounds_print (struct assay_text *text,
                                       const struct assay_bounds *bounds);

#endif
