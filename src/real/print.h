/* print.h -- reals against printed decimals, and their correct decimals */

#ifndef ASSAY_REAL_PRINT_H
#define ASSAY_REAL_PRINT_H

#include "real/decide.h"

/* In order of badness, so that a list's outcome is the greatest.  */
enum assay_print
{
  ASSAY_PRINT_ROUNDED,
  ASSAY_PRINT_TRUNCATED,
  ASSAY_PRINT_UNDECIDED,
  ASSAY_PRINT_WRONG
};

/* "rounded", "truncated", "undecided", "wrong".  */
const char *assay_print_name (enum assay_print outcome);

/* OUTCOME <- how the decimal D with last unit UNIT = 10^-k prints A:
   rounded when abs(A-D) <= UNIT/2, else truncated when D is A cut toward
   zero at that unit, else wrong.  DECISION tells what decided it: of the
   last comparison, with verdict HOLDS unless OUTCOME is undecided.  A is
   closed.  */
enum assay_status assay_print_judge (enum assay_print *outcome,
                                     struct assay_decision *decision,
                                     struct assay_expr *a, mpq_srcptr d,
                                     mpq_srcptr unit, struct assay_ctx *ctx);

/* TEXT <- A rounded to the nearest multiple of 10^-PLACES, ties to even,
   written with PLACES digits after the point (none when PLACES <= 0); to be
   freed by the caller.  Null, and DECISION open, when the digits cannot be
   decided at ctx->max_precision.  A is closed.  */
enum assay_status assay_print_places (char **text,
                                      struct assay_decision *decision,
                                      struct assay_expr *a, long places,
                                      struct assay_ctx *ctx);

/* TEXT <- A rounded to DIGITS >= 1 significant digits: "0.93600", "-1.5e-9"
   (an exponent outside 10^-5 .. 10^DIGITS), "0" for zero.  As above.  */
enum assay_status assay_print_digits (char **text,
                                      struct assay_decision *decision,
                                      struct assay_expr *a,
                                      unsigned long digits,
                                      struct assay_ctx *ctx);

#endif
