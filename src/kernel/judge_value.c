/* judge_value.c -- the true value of one element, for people */

#include <string.h>

#include "base/memory.h"
#include "exact/rat.h"
#include "kernel/kernel_judge.h"
#include "kernel/kernel_row.h"

/* A fraction with more bits than this is easier read as a decimal.  */
enum { FRACTION_BITS = 64 };

/* The number at AT, when it is a rational short enough to be read.  */
static int
set_fraction (struct assay_number *number, struct assay_kernel_row *row,
              enum assay_stage stage, size_t at)
{
  enum assay_verdict verdict;
  mpq_t value;

  mpq_init (value);
  verdict = assay_kernel_row_rational (value, row, stage, at);
  if (verdict == ASSAY_HOLDS && assay_rat_bits (value) <= FRACTION_BITS)
    number->exact = assay_rat_text (value);
  mpq_clear (value);
  return number->exact != NULL;
}

static void
set_number (struct assay_number *number, struct assay_kernel_row *row,
            enum assay_stage stage, size_t at, unsigned long digits,
            const struct assay_ctx *ctx)
{
  mpfr_prec_t bits = (mpfr_prec_t) (4 * digits + 20);
  struct assay_truth truth;
  int settled = 0;
  mpfr_t lo, hi;

  assay_kernel_row_settle (&truth, row, stage, at, ASSAY_FMT_F64, ctx);
  if (truth.settled == ASSAY_OPEN)
    return;
  if (!truth.is_number)
    {
      number->exact = assay_strdup (
        assay_fmt_classify (truth.bits, ASSAY_FMT_F64) == ASSAY_FMT_NAN
        ? "nan" : assay_fmt_is_negative (truth.bits, ASSAY_FMT_F64)
        ? "-inf" : "inf");
      return;
    }
  if (set_fraction (number, row, stage, at))
    return;
  mpfr_inits2 (bits, lo, hi, (mpfr_ptr) 0);
  while (!settled && (unsigned long) bits <= ctx->max_precision)
    {
      assay_kernel_row_enclose (lo, hi, row, stage, at, ctx, bits);
      settled = assay_number_of_enclosure (number, lo, hi, digits);
      bits *= 2;
    }
  mpfr_clears (lo, hi, (mpfr_ptr) 0);
}

enum assay_status
assay_judge_value (struct assay_number *number,
                   const struct assay_problem *problem,
                   enum assay_stage stage, const size_t *index,
                   unsigned long digits, struct assay_ctx *ctx)
{
  struct assay_kernel_row row;
  enum assay_status status;
  struct assay_head head;

  memset (number, 0, sizeof *number);
  assay_head_init (&head, problem, index[0],
                   index[1] / (problem->q_heads / problem->kv_heads), 0);
  assay_kernel_row_init (&row, problem);
  status = assay_kernel_row_load (&row, &head, index[1], index[2], ctx);
  if (status == ASSAY_OK)
    set_number (number, &row, stage, index[3], digits, ctx);
  assay_kernel_row_clear (&row);
  assay_head_clear (&head);
  return status;
}
