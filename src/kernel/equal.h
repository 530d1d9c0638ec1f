/* equal.h -- whether two conventions of rotary attention are one function */

#ifndef ASSAY_KERNEL_EQUAL_H
#define ASSAY_KERNEL_EQUAL_H

#include "kernel/convention.h"
#include "real/decide.h"

enum assay_sameness
{
  ASSAY_SAME_SCORES,            /* for all vectors and integer positions */
  ASSAY_SAME_WEIGHTS,           /* scores differ by a constant of the row */
  ASSAY_SAME_NOT,
  ASSAY_SAME_OPEN
};

/* "same scores", "same weights", "different", "open".  */
const char *assay_sameness_name (enum assay_sameness sameness);

struct assay_equality
{
  enum assay_sameness sameness;
  /* Of ASSAY_SAME_WEIGHTS: A's scores are B's plus ROW + QUERY m.  */
  mpq_t row, query;
  /* Of ASSAY_SAME_NOT.  HAS_VECTORS: the query with 1 at component Q alone, at
     position M, and the key with 1 at component K alone, at position N, have
     different products; else both vectors are zero, and what is added for
     keys at positions 0 and 1 differs.  VALUE: A's and B's, and their
     difference; owned.  DECISION: what tells them apart.  */
  int has_vectors;
  size_t q, k;
  long m, n;
  struct assay_expr *value[3];
  struct assay_decision decision;
  /* Entries (component of q, component of k, n - m) compared, and those left
     open.  */
  size_t compared, open;
};

/* EQUALITY <- decided by Lemma B102.  The counterexample is the first in the
   order of the larger position, m, component of q, component of k.
   ASSAY_EVALUE when the heads are not of one width.  To be cleared, also
   after a refusal.  */
enum assay_status assay_equality_decide (struct assay_equality *equality,
                                         const struct assay_convention *a,
                                         const struct assay_convention *b,
                                         struct assay_ctx *ctx);
void assay_equality_clear (struct assay_equality *equality);

#endif
