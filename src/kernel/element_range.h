/* element_range.h -- an exact value between two rationals, and the error of
   a stored one, by rational arithmetic  */

#ifndef ASSAY_KERNEL_ELEMENT_RANGE_H
#define ASSAY_KERNEL_ELEMENT_RANGE_H

#include "kernel/element.h"

/* low <= X <= high.  */
struct assay_range
{
  mpq_t low, high;
};

void assay_range_init (struct assay_range *range);
void assay_range_clear (struct assay_range *range);

/* RANGE <- what EXACT, a real number, says, widened to multiples of 2^-4000
   where it is smaller than that; an end beyond 2^2000 becomes 2^2000 of its
   sign.  Bounds in binary64 of what is computed from it hold all the same: no
   format is so small, and binary64 itself ends before that.  */
void assay_range_set (struct assay_range *range,
                      const struct assay_exact *exact);

/* RANGE <- its part in [-T, T], T the overflow threshold of FMT.  */
void assay_range_clip (struct assay_range *range, enum assay_fmt fmt);

/* LEAST <= abs(G - X) <= MOST for every X in RANGE, both attained.  */
void assay_range_distance (mpq_ptr least, mpq_ptr most,
                           const struct assay_range *range, mpq_srcptr g);

/* LEAST <= abs(X) <= MOST for every X in RANGE, both attained.  */
void assay_range_magnitude (mpq_ptr least, mpq_ptr most,
                            const struct assay_range *range);

/* The bounds of ERROR but bit_equal <- those for the finite pattern of
   ELEMENT, its exact value a real number.  ROUNDS_AWAY: it does not round to
   a finite value.  */
void assay_range_measure (struct assay_element_error *error,
                          const struct assay_element *element,
                          enum assay_fmt fmt, int rounds_away);

/* The exponent of the spacing of FMT at a MASS > 0, that of the largest
   binade beyond it.  */
int assay_mass_exponent (double mass, enum assay_fmt fmt);

/* Bounds of errors in ulps are cut to this.  */
#define ASSAY_MOST_ULPS 0x1p1000

#endif
