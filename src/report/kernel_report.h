/* kernel_report.h -- how the judgement of dumped tensors looks */

#ifndef ASSAY_REPORT_KERNEL_REPORT_H
#define ASSAY_REPORT_KERNEL_REPORT_H

#include "base/json_out.h"
#include "base/text.h"
#include "kernel/criteria.h"
#include "kernel/shard_report.h"

struct assay_kernel_report
{
  const char *command;          /* "kernel attention" */
  const char *version;
  const char *problem;          /* what was computed, a line; "" for none */
  struct assay_judged *judged;
  size_t count;
  enum assay_verdict verdict;
  /* Rows looked at, of those that were to be; fewer after an interrupt.  */
  size_t rows, rows_done;
  size_t all_rows;              /* of the problem; more when sampled */
};

/* REPORT->verdict <- whether its tensors meet their criteria; open instead of
   holds when rows are left.  */
void assay_kernel_report_judge (struct assay_kernel_report *report);

/* *REPORT <- what SUM says, each tensor judged by SUM's criteria, and all of
   them.  It borrows from SUM.  */
void assay_kernel_report_sum (struct assay_kernel_report *report,
                              struct assay_shard_report *sum,
                              const char *version);

/* For people.  */
void assay_kernel_report_text (struct assay_text *text,
                               const struct assay_kernel_report *report);

/* As JSON; the explanation, where there is one, is put by EXPLAIN, called
   with DATA before the document ends; may be null.  */
void assay_kernel_report_json (struct assay_text *text,
                               const struct assay_kernel_report *report,
                               void (*explain) (struct assay_json_out *out,
                                                const void *data),
                               const void *data);

/* A table to paste into a review.  */
void assay_kernel_report_markdown (struct assay_text *text,
                                   const struct assay_kernel_report *report);

/* A case a tensor.  */
void assay_kernel_report_junit (struct assay_text *text,
                                const struct assay_kernel_report *report);

/* One page that needs nothing else: the figures, the histogram and the map of
   errors as SVG.  */
void assay_kernel_report_html (struct assay_text *text,
                               const struct assay_kernel_report *report);

/* Shared by the above: the value of BITS with as many digits as tell it from
   its neighbours; "inf", "-inf", "nan".  */
void assay_kernel_add_float (struct assay_text *text, uint64_t bits,
                             enum assay_fmt fmt);

/* "[0, 3, 17, 5]", the axes being batch, head, row and column.  */
void assay_kernel_add_index (struct assay_text *text, const size_t *index);

/* An error to four digits; "infinite" without a bound.  */
void assay_kernel_add_size (struct assay_text *text, double error);

#endif
