/* fast_mean.c -- outputs that are means of values: one key, or equal scores */

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

int
assay_fast_single_key (struct assay_fast_out *out,
                       const struct assay_fast_query *query,
                       const struct assay_fast_rows *rows,
                       const struct assay_fast_head *head,
                       const struct assay_fast_rule *rule)
{
  size_t at = query->r * head->values, c;
  struct assay_dd value = { 0.0, 0.0 };

  /* The ends of a range are keys that are seen.  */
  if (rule->has_sink || query->last - query->first != 1)
    return 0;
  (void) rows;
  for (c = 0; c < head->values; c++)
    {
      value.hi = head->given_v[query->first * head->values + c] + 0.0;
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
  int grid = 0, is_short, is_first = 1;
  mpz_t total, term;
  size_t j;

  /* The common exponent of the values.  */
  for (j = query->first; j < query->last; j++)
    if (sees (query, rows, head, j))
      {
        int own = assay_fast_grid (&is_short,
                                   head->given_v + j * head->values + c, 1);

        if (is_first || own < grid)
          grid = own;
        is_first = 0;
      }
  mpz_inits (total, term, NULL);
  for (j = query->first; j < query->last; j++)
    if (sees (query, rows, head, j))
      {
        int e;
        double m = frexp (head->given_v[j * head->values + c], &e);

        mpz_set_d (term, ldexp (m, 53));
        if (e - 53 >= grid)
          mpz_mul_2exp (term, term, (mp_bitcnt_t) (e - 53 - grid));
        else
          mpz_tdiv_q_2exp (term, term, (mp_bitcnt_t) (grid - e + 53));
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

  if (query->has_add || rule->has_sink || query->first == query->last)
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
