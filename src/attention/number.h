/* number.h -- the weights and outputs of a request, settled for printing */

#ifndef ASSAY_ATTENTION_NUMBER_H
#define ASSAY_ATTENTION_NUMBER_H

#include <stdint.h>

#include "attention/attention.h"
#include "real/fmt.h"

enum assay_number_kind
{
  ASSAY_NUMBER_EXACT,           /* EXACT is the canonical fraction */
  ASSAY_NUMBER_CERTIFIED,       /* LO <= number <= HI, VALUE is rounded */
  ASSAY_NUMBER_FLOAT            /* BITS is the correctly rounded pattern */
};

/* Texts that do not belong to the kind are null.  For a float, VALUE is the
   exact decimal of the pattern, or "inf", "-inf", "nan".  */
struct assay_number
{
  enum assay_number_kind kind;
  char *exact, *value, *lo, *hi;
  uint64_t bits;
};

struct assay_settling
{
  unsigned long digits;         /* significant, of certified numbers */
  mpfr_prec_t precision;        /* at least so many bits */
  int rounds;                   /* settle floats of FMT instead */
  enum assay_fmt fmt;
  int value_alone;              /* certified numbers without LO and HI */
};

void assay_number_clear (struct assay_number *number);

/* VALUE, LO and HI of NUMBER <- DIGITS certified digits and an enclosure of
   three more, and 1, when LO and HI round to the same digits; else 0, NUMBER
   unchanged.  */
int assay_number_of_enclosure (struct assay_number *number, mpfr_srcptr lo,
                               mpfr_srcptr hi, unsigned long digits);

/* NUMBER <- Q settled; to be cleared by the caller, on refusal too.
   ASSAY_ELIMIT as assay_quotient_decimals.  */
enum assay_status assay_number_settle (struct assay_number *number,
                                       const struct assay_quotient *q,
                                       const struct assay_settling *how,
                                       struct assay_ctx *ctx);

/* All of a request: weights[i * keys + j] and output[i * columns + c].  */
struct assay_attention_result
{
  struct assay_number *weights, *output;
  size_t queries, keys, columns;
};

/* RESULT <- every weight and output of REQUEST, which has been checked; to be
   cleared by the caller, on refusal too.  A blocked weight is exactly 0.  */
enum assay_status assay_attention_settle (
  struct assay_attention_result *result,
  const struct assay_attention *request, const struct assay_settling *how,
  struct assay_ctx *ctx);
void assay_attention_result_clear (struct assay_attention_result *result);

#endif
