/* t5_bucket.c -- relative distances in buckets, exactly */

#include "position/t5_bucket.h"

#include <gmp.h>

/* The largest j with ln (n/e) / ln (most/e) f >= j, that is with n^f e^j >=
   most^j e^f, but at most LIMIT; e <= n, e < most.  */
static unsigned long
truncated_ratio (unsigned long n, unsigned long e, unsigned long most,
                 unsigned long f, unsigned long limit)
{
  mpz_t left, right;
  unsigned long j = 0;

  mpz_inits (left, right, NULL);
  mpz_ui_pow_ui (left, n, f);
  mpz_ui_pow_ui (right, e, f);
  /* The invariant is LEFT = n^f e^j and RIGHT = most^j e^f.  */
  while (j < limit)
    {
      mpz_mul_ui (left, left, e);
      mpz_mul_ui (right, right, most);
      if (mpz_cmp (left, right) < 0)
        break;
      j++;
    }
  mpz_clears (left, right, NULL);
  return j;
}

enum assay_status
assay_t5_bucket (unsigned long *bucket, const struct assay_t5 *t5,
                 long distance, struct assay_ctx *ctx)
{
  static const struct assay_where where = { NULL, "buckets", 0 };
  unsigned long b = t5->buckets, first = 0, n, e;

  if (t5->bidirectional)
    {
      b = t5->buckets / 2;
      first = distance > 0 ? b : 0;
      n = distance < 0 ? -(unsigned long) distance : (unsigned long) distance;
    }
  else
    n = distance < 0 ? -(unsigned long) distance : 0;
  e = b / 2;
  if (e < 1 || e >= t5->max_distance || t5->max_distance >> 32 != 0
      || t5->buckets > 4096 || (t5->bidirectional && t5->buckets % 2 != 0))
    return assay_fail (ctx, ASSAY_EVALUE, &where,
                       "at most 4096, an even number for both directions, "
                       "half of a direction's at least 1 and below the "
                       "largest distance", "%lu for %s, largest distance %lu",
                       t5->buckets, t5->bidirectional ? "both directions"
                                                      : "one direction",
                       t5->max_distance);
  *bucket = first + (n < e ? n : e + truncated_ratio (n, e, t5->max_distance,
                                                      b - e, b - 1 - e));
  return ASSAY_OK;
}

enum assay_status
assay_t5_run (unsigned long *bucket, long *last, const struct assay_t5 *t5,
              long first, struct assay_ctx *ctx)
{
  /* Buckets rise or fall on each side of 0; causal ones are 0 from 0 on.  */
  int is_past = first < 0 || (first == 0 && t5->bidirectional);
  long above = (is_past ? 0 : (long) t5->max_distance) + 1;
  enum assay_status status = assay_t5_bucket (bucket, t5, first, ctx);

  *last = first;
  while (status == ASSAY_OK && above - *last > 1)
    {
      long middle = *last + (above - *last) / 2;
      unsigned long other = 0;

      status = assay_t5_bucket (&other, t5, middle, ctx);
      if (other == *bucket)
        *last = middle;
      else
        above = middle;
    }
  if (status == ASSAY_OK && *last == 0 && !t5->bidirectional)
    *last = (long) t5->max_distance;
  return status;
}
