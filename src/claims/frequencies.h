/* frequencies.h -- the frequencies base^(-2i/d) and what they are asked for */

#ifndef ASSAY_CLAIMS_FREQUENCIES_H
#define ASSAY_CLAIMS_FREQUENCIES_H

#include "claims/call.h"

/* No vector is wider than this: tables grow with it.  */
enum { ASSAY_LARGEST_WIDTH = 65536 };

/* VALUE is a number above zero, EXPECTED says of what.  I is the argument to
   blame.  */
enum assay_status assay_call_positive (struct assay_call *call, size_t i,
                                       struct assay_value *value,
                                       const char *expected);

/* WIDTH <- argument I, an even integer from 2 on.  */
enum assay_status assay_call_width (struct assay_call *call, size_t i,
                                    unsigned long *width);

/* V is a list of numbers of even width; I is the argument to blame.  */
enum assay_status assay_call_even_vector (struct assay_call *call, size_t i,
                                          const struct assay_value *v);

/* Arguments 0 and 1 are positioned vectors of the same even width.  */
enum assay_status assay_call_two_points (struct assay_call *call);

/* *RESULT <- FACTOR * BASE^(-2i/WIDTH) for each pair i, a list.  */
enum assay_status assay_frequencies (struct assay_value **result,
                                     struct assay_call *call,
                                     struct assay_value *base, size_t width,
                                     struct assay_value *factor);

#endif
