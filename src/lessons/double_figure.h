/* double_figure.h -- a double of a lesson beside the certified value
   that it stands for */

#ifndef ASSAY_LESSONS_DOUBLE_FIGURE_H
#define ASSAY_LESSONS_DOUBLE_FIGURE_H

#include <mpfr.h>

#include "real/expr.h"

struct assay_double_figure
{
  double computed;
  /* Correctly rounded; a rational is written out, "25".  */
  char certified[40];
};

/* The doubles compared so far.  */
struct assay_double_tally
{
  unsigned long compared;
  /* Of abs (a - b) <= absolute + relative abs (b) for each double a and
     certified b.  */
  enum assay_verdict verdict;
  mpq_t absolute, relative;
  /* Upper bound of the largest abs (a - b).  */
  mpfr_t largest_error;
};

/* Tolerances are decimals such as "1e-9".  */
void assay_double_tally_init (struct assay_double_tally *tally,
                              const char *absolute, const char *relative);
void assay_double_tally_clear (struct assay_double_tally *tally);

/* Count COMPUTED against the closed EXACT.  */
void assay_double_tally_add (struct assay_double_tally *tally,
                             double computed, struct assay_expr *exact);
void assay_double_tally_add_list (struct assay_double_tally *tally,
                                  const double *computed,
                                  struct assay_expr *const *exact, size_t n);

/* FIGURE <- COMPUTED and the closed EXACT to DIGITS <= 30 significant
   digits; counted in TALLY.  Ends the program when EXACT cannot be rounded,
   which is for constants of a lesson alone.  */
void assay_double_figure_set (struct assay_double_figure *figure,
                              double computed, struct assay_expr *exact,
                              unsigned long digits,
                              struct assay_double_tally *tally);

/* HOLDS when the closed or symbolic A = B is proved.  */
enum assay_verdict assay_lesson_equal (struct assay_expr *a,
                                       struct assay_expr *b);
/* HOLDS when the closed A < B (A != B) is proved.  */
enum assay_verdict assay_lesson_below (struct assay_expr *a,
                                       struct assay_expr *b);
enum assay_verdict assay_lesson_apart (struct assay_expr *a,
                                       struct assay_expr *b);

/* What RELATION, one of the above, says of A and B; both are dropped.  */
enum assay_verdict assay_lesson_settle (
  enum assay_verdict (*relation) (struct assay_expr *, struct assay_expr *),
  struct assay_expr *a, struct assay_expr *b);

/* Ends the program unless STATUS is ASSAY_OK: the constants of a lesson are
   never refused.  */
void assay_lesson_must (enum assay_status status,
                        const struct assay_ctx *ctx);

#endif
