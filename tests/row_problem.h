/* row_problem.h -- rows of attention and their numbers by plain evaluation

   The truth is computed apart from the module: scores, exponentials and sums
   with MPFR at TRUTH_BITS, nothing classed, nothing subtracted.  */

#ifndef ASSAY_TESTS_ROW_PROBLEM_H
#define ASSAY_TESTS_ROW_PROBLEM_H

#include <gmp.h>
#include <mpfr.h>

#include "attention/row.h"

enum { ROW_PROBLEM_KEYS = 12, ROW_PROBLEM_TRUTH_BITS = 2000 };

/* What a key is made of: the entry of its name, 0 where it is empty.  */
struct row_problem
{
  size_t keys;
  mpq_t dot[ROW_PROBLEM_KEYS], bias[ROW_PROBLEM_KEYS];
  mpq_t distance[ROW_PROBLEM_KEYS];
  unsigned char blocked[ROW_PROBLEM_KEYS];
  double value[ROW_PROBLEM_KEYS];
  unsigned long width;          /* sigma is 1 / sqrt (width) unless 0 */
  mpq_t sigma, softcap, slope;
  long slope_num;               /* slope times 2^(num / den) */
  unsigned long slope_den;      /* 0: no slope */
  int has_sink;
  mpq_t sink;
};

void row_problem_init (struct row_problem *problem, size_t keys);
void row_problem_clear (struct row_problem *problem);

/* ROW and COLUMN <- PROBLEM, ready; the classes are returned.  */
size_t row_problem_ready (struct assay_row *row,
                          struct assay_dyadics *column,
                          const struct row_problem *problem);

/* VALUE, at TRUTH_BITS, <- the number at PLACE.  -infinity for a blocked
   biased score.  */
void row_problem_truth (mpfr_ptr value, const struct row_problem *problem,
                        const struct assay_place *place);

/* X <- the rational that TEXT spells.  */
void row_problem_read (mpq_ptr x, const char *text);

#endif
