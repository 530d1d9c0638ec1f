/* row_parts.h -- what the files of row.h share

   A number of a row is a score, a quotient of sums over the classes, or a
   log-sum-exp.  That one: with z the largest score, its class of n keys and
   R = (sum of the other classes) / n, the number is z + ln n + ln (1 + R),
   over ln 2 for base 2.  The last term keeps a small relative error however
   small R is, so that a z that is itself a border of a format is no trouble
   (Lemma B75).  */

#ifndef ASSAY_ATTENTION_ROW_PARTS_H
#define ASSAY_ATTENTION_ROW_PARTS_H

#include "attention/row.h"

/* ROW's exponentials in integers, made at the first call.  */
const struct assay_fixed *assay_row_fixed (struct assay_row *row);

/* IN_BITS is 1 for base 2.  As the functions of row.h; without a limit
   (LIMIT = 0) where the scores of the row are algebraic.  */
enum assay_verdict assay_row_lse_rational (mpq_ptr value,
                                           struct assay_row *row,
                                           int in_bits);

/* LO <= number <= HI at P bits.  */
void assay_row_lse_enclose (mpfr_ptr lo, mpfr_ptr hi, struct assay_row *row,
                            int in_bits, mpfr_prec_t p);

enum assay_verdict assay_row_lse_compare (int *sign, struct assay_row *row,
                                          int in_bits, mpq_srcptr m,
                                          mpfr_prec_t limit);

enum assay_row_kind
{
  ASSAY_ROW_SCORE,
  ASSAY_ROW_QUOTIENT,
  ASSAY_ROW_LSE,
  ASSAY_ROW_LSE_IN_BITS,
  ASSAY_ROW_BLOCKED             /* -infinity */
};

/* SCORE is that of ASSAY_ROW_SCORE, SUMS and C those of a quotient; COLUMN is
   null for a weight.  ENDS says that precision without limit decides.  */
struct assay_row_number
{
  enum assay_row_kind kind;
  struct assay_row *row;
  struct assay_score score;
  const struct assay_dyadics *column;
  int absolute;
  size_t c;
  mpq_t *sums;                  /* of the column by class, made when needed */
  int ends;
};

/* NUMBER <- that at PLACE of ROW, which it borrows, as it does the column; to
   be cleared.  */
void assay_row_number_init (struct assay_row_number *number,
                            struct assay_row *row,
                            const struct assay_place *place);
void assay_row_number_clear (struct assay_row_number *number);

/* As assay_row_rational.  */
enum assay_verdict assay_row_number_rational (
  mpq_ptr value, struct assay_row_number *number);

/* For a SELF that is a number and not rational: LO <= it <= HI at P bits, and
   the sign of its difference from M, as in rounded.h.  */
void assay_row_number_enclose (mpfr_ptr lo, mpfr_ptr hi, void *self,
                               mpfr_prec_t p);
enum assay_verdict assay_row_number_compare (int *sign, void *self,
                                             mpq_srcptr m,
                                             mpfr_prec_t limit);

/* 0 where precision without limit decides, else the budget.  */
mpfr_prec_t assay_row_number_limit (const struct assay_row_number *number,
                                    const struct assay_ctx *ctx);

#endif
