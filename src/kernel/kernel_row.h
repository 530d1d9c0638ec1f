/* kernel_row.h -- one query of a problem: the true number of every element

   A row is ordinary (its numbers are real), empty (no legal key and no sink)
   or spoilt (NaN by IEEE's rules, where the problem asks for them).  */

#ifndef ASSAY_KERNEL_KERNEL_ROW_H
#define ASSAY_KERNEL_KERNEL_ROW_H

#include "attention/row.h"
#include "kernel/heads.h"
#include "kernel/problem.h"

enum assay_row_kind
{
  ASSAY_ROW_ORDINARY,
  ASSAY_ROW_EMPTY,
  ASSAY_ROW_SPOILT
};

struct assay_kernel_row
{
  const struct assay_problem *problem;
  const struct assay_head *head;
  size_t b, h, i, kv_head;      /* batch, query head, query, key head */
  enum assay_row_kind kind;
  size_t legal_keys;            /* without the sink */
  unsigned char *legal;         /* of each key */
  double *bias;
  double *q;                    /* width */
  int is_entered;               /* the keys are in ROW below */
  /* Of each column: 0, or the infinity or NaN that IEEE makes of it.  */
  double *special;
  /* Of each key: 0, or the infinity or NaN its scaled score is.  */
  double *odd_score;
  int has_specials;
  struct assay_row row;
  double *buffer;               /* for a key or its values */
  /* The column asked for last, where the head does not keep it.  */
  struct assay_dyadics own_column;
  int has_own_column;
  const struct assay_dyadics *column;
  size_t column_at;
};

void assay_kernel_row_init (struct assay_kernel_row *row,
                            const struct assay_problem *problem);
void assay_kernel_row_clear (struct assay_kernel_row *row);

/* ROW <- query I of query head H in the batch of HEAD, which is borrowed until
   the next load.  Exact arithmetic begins when a number is asked for.
   ASSAY_EVALUE, naming the row, when it is empty and the problem has that as
   an error, or when a key it may see is no number and the problem refuses
   that.  */
enum assay_status assay_kernel_row_load (struct assay_kernel_row *row,
                                         const struct assay_head *head,
                                         size_t h, size_t i,
                                         struct assay_ctx *ctx);

/* Enter the keys of a row that was loaded: what the functions below do where
   it matters, and what legal and bias need to be read.  */
void assay_kernel_row_enter (struct assay_kernel_row *row);

/* The true number at AT (a column for the output and mass, a key for the
   stages before, 0 for lse), rounded to FMT.  */
struct assay_truth
{
  enum assay_verdict settled;   /* holds, or open: no more is known */
  uint64_t bits;
  int is_number;                /* 0: bits is an infinity or NaN, exactly */
};

void assay_kernel_row_settle (struct assay_truth *truth,
                              struct assay_kernel_row *row,
                              enum assay_stage stage, size_t at,
                              enum assay_fmt fmt,
                              const struct assay_ctx *ctx);

/* As assay_row_rational, of the number at AT.  */
enum assay_verdict assay_kernel_row_rational (mpq_ptr value,
                                              struct assay_kernel_row *row,
                                              enum assay_stage stage,
                                              size_t at);

/* LO <= the number at AT <= HI, relatively 2^(1-BITS) wide or a point: for a
   truth that is a number.  ASSAY_OPEN when that is not reached.  */
enum assay_verdict assay_kernel_row_enclose (mpfr_ptr lo, mpfr_ptr hi,
                                             struct assay_kernel_row *row,
                                             enum assay_stage stage,
                                             size_t at,
                                             const struct assay_ctx *ctx,
                                             mpfr_prec_t bits);

#endif
