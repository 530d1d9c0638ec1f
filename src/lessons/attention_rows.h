/* attention_rows.h -- a small attention request with all of its rows */

#ifndef ASSAY_LESSONS_ATTENTION_ROWS_H
#define ASSAY_LESSONS_ATTENTION_ROWS_H

#include "attention/attention.h"
#include "attention/quotient.h"
#include "lessons/lesson.h"

/* A checked request, the softmax of each query, and the sums of the values
   by class: sums[i * columns + c] belongs to output c of query i.  */
struct assay_rows
{
  struct assay_attention request;
  struct assay_softmax *row;
  struct assay_vec *sums;
  enum assay_status status;
};

/* ROWS <- those of the JSON request TEXT under the lesson's contract, or of
   REQUEST, which ROWS takes over; to be cleared by the caller.  When refused,
   STATUS is not ASSAY_OK and there are no rows.  */
void assay_rows_read (struct assay_rows *rows, const char *text);
void assay_rows_take (struct assay_rows *rows,
                      struct assay_attention *request);
void assay_rows_clear (struct assay_rows *rows);

/* Key J's weight for query I; J must be legal.  Output C of query I.  */
struct assay_quotient assay_rows_weight (const struct assay_rows *rows,
                                         size_t i, size_t j);
struct assay_quotient assay_rows_output (const struct assay_rows *rows,
                                         size_t i, size_t c);
int assay_rows_is_legal (const struct assay_rows *rows, size_t i, size_t j);

/* Whether the weight (0 when blocked), the output, is exactly N/D.  */
int assay_rows_weight_is (const struct assay_rows *rows, size_t i, size_t j,
                          long n, unsigned long d);
int assay_rows_output_is (const struct assay_rows *rows, size_t i, size_t c,
                          long n, unsigned long d);

/* Whether query I of A and query J of B have the same outputs, proved: the
   same classes of scores with the same sums of values.  */
int assay_rows_same_output (const struct assay_rows *a, size_t i,
                            const struct assay_rows *b, size_t j);

/* The same, with equal weights key by key besides.  */
int assay_rows_same_row (const struct assay_rows *a, size_t i,
                         const struct assay_rows *b, size_t j);

/* Whether the weights of query I sum to 1, proved.  */
int assay_rows_sum_to_one (const struct assay_rows *rows, size_t i);

/* HOLDS iff every weight and output lies within ORACLE's bounds and both
   agree to 2e-12, absolute and relative.  */
enum assay_verdict assay_rows_agree (
  const struct assay_rows *rows, const struct assay_second_family *oracle);

#endif
