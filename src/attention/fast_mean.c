/* fast_mean.c -- outputs that are means of values: one key, or equal scores */

#include <limits.h>
#include <math.h>

#include "attention/fast_parts.h"
#include "position/table_round.h"

static int
sees (const struct assay_fast_query *query,
      const struct assay_fast_rows *rows,
      const struct assay_fast_head *head, size_t j)
{
  return rows->legal == NULL || rows->legal[query->r * head->keys + j];
}

static size_t
count_seen (const struct assay_fast_query *query,
            const struct assay_fast_rows *rows,
            const struct assay_fast_head *head)
{
  size_t count = 0, j;

  for (j = query->first; j < query->last; j++)
    count += sees (query, rows, head, j) != 0;
  return count;
}

/* The value of key J as it was given.  */
static double
value_at (const struct assay_fast_head *head, size_t j, size_t c)
{
  return ldexp (head->v[j * head->padded + c], head->value_exponent[c]);
}

int
assay_fast_single_key (struct assay_fast_out *out,
                       const struct assay_fast_query *query,
                       const struct assay_fast_head *head,
                       const struct assay_fast_rule *rule)
{
  size_t at = query->r * head->values, c;
  struct assay_dd value = { 0.0, 0.0 };

  /* The ends of a range are keys that are seen.  */
  if (rule->has_sink || query->last - query->first != 1
      || !head->values_are_exact)
    return 0;
  for (c = 0; c < head->values; c++)
    {
      value.hi = value_at (head, query->first, c) + 0.0;
      assay_fast_put (out, at + c, assay_fmt_of_double (value.hi, out->fmt),
                      ASSAY_FAST_MEAN);
      assay_fast_put_known (out, at + c, value, 0.0, fabs (value.hi), 0);
    }
  return 1;
}

/* MEAN <- that of column C over the COUNT keys seen.  */
static void
mean_of_column (mpq_t mean, const struct assay_fast_query *query,
                const struct assay_fast_rows *rows,
                const struct assay_fast_head *head, size_t c, size_t count)
{
  struct assay_fast_survey own;
  int grid = INT_MAX;
  mpz_t total, term;
  double value;
  size_t j;

  for (j = query->first; j < query->last; j++)
    if (sees (query, rows, head, j))
      {
        value = value_at (head, j, c);
        assay_fast_look (&own, &value, 1);
        if (own.grid < grid)
          grid = own.grid;
      }
  mpz_inits (total, term, NULL);
  for (j = query->first; j < query->last; j++)
    if (sees (query, rows, head, j) && (value = value_at (head, j, c)) != 0.0)
      {
        assay_fast_look (&own, &value, 1);
        mpz_set_d (term, ldexp (value, -own.grid));
        mpz_mul_2exp (term, term, (mp_bitcnt_t) (own.grid - grid));
        mpz_add (total, total, term);
      }
  mpq_set_z (mean, total);
  if (grid >= 0)
    mpq_mul_2exp (mean, mean, (mp_bitcnt_t) grid);
  else
    mpq_div_2exp (mean, mean, (mp_bitcnt_t) -grid);
  mpz_set_ui (term, (unsigned long) count);
  mpz_mul (mpq_denref (mean), mpq_denref (mean), term);
  mpq_canonicalize (mean);
  mpz_clears (total, term, NULL);
}

/* Scores without addends are equal where keys or products are.  */
static int
has_equal_scores (const struct assay_fast_query *query,
                  const struct assay_fast_head *head,
                  const struct assay_fast_rule *rule)
{
  size_t t;

  if (query->has_add || rule->has_sink || query->first == query->last
      || !head->values_are_exact)
    return 0;
  if (rule->sigma.hi == 0.0
      || head->run[query->last - 1] <= query->first)
    return 1;
  for (t = 0; t < head->width && query->q[t] == 0.0; t++)
    continue;
  return t == head->width;
}

void
assay_fast_mean (struct assay_fast_out *out,
                 const struct assay_fast_query *query,
                 const struct assay_fast_rows *rows,
                 const struct assay_fast_head *head,
                 const struct assay_fast_rule *rule)
{
  size_t at = query->r * head->values, count, c;
  mpq_t mean;

  if (!has_equal_scores (query, head, rule))
    return;
  count = count_seen (query, rows, head);
  mpq_init (mean);
  for (c = 0; c < head->values; c++)
    if (out->open[at + c])
      {
        mean_of_column (mean, query, rows, head, c, count);
        assay_fast_put (out, at + c, assay_fmt_round (mean, out->fmt),
                        ASSAY_FAST_MEAN);
      }
  mpq_clear (mean);
}
