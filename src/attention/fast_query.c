/* fast_query.c -- one query made ready for the fast tiers */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "attention/fast_parts.h"

static double
larger (double a, double b)
{
  return a > b ? a : b;
}

static const unsigned char *
legal_row (const struct assay_fast_query *query,
           const struct assay_fast_rows *rows,
           const struct assay_fast_head *head)
{
  return rows->legal ? rows->legal + query->r * head->keys : NULL;
}

/* A range without blocked keys at its ends; empty when all are.  */
static void
set_range (struct assay_fast_query *query,
           const struct assay_fast_rows *rows,
           const struct assay_fast_head *head)
{
  const unsigned char *legal = legal_row (query, rows, head);

  query->first = rows->first[query->r];
  query->last = rows->last[query->r];
  if (query->last < query->first)
    query->last = query->first;
  while (legal && query->first < query->last && !legal[query->first])
    query->first++;
  while (legal && query->first < query->last && !legal[query->last - 1])
    query->last--;
}

/* |position - j|, at most 2^53 for the ranges of both.  */
static double
distance (long position, size_t j)
{
  return fabs ((double) position - (double) j);
}

static void
set_addends (struct assay_fast_query *query,
             const struct assay_fast_rows *rows,
             const struct assay_fast_head *head,
             const struct assay_fast_rule *rule)
{
  const unsigned char *legal = legal_row (query, rows, head);
  double most = 0.0;
  size_t j;

  if (rows->bias)
    for (j = query->first; j < query->last; j++)
      if (!legal || legal[j])
        most = larger (most, fabs (rows->bias[query->r * head->keys + j]));
  query->has_add = most != 0.0;
  query->slope_reach = 0.0;
  if (rule->has_slope && query->last > query->first)
    {
      long position = rows->position[query->r];
      double far = larger (distance (position, query->first),
                           distance (position, query->last - 1));

      query->has_add |= rule->slope.hi != 0.0;
      query->slope_reach = fabs (rule->slope.hi) * far * (1 + 0x1p-20);
      most += query->slope_reach;
    }
  if (rule->has_sink)
    most = larger (most, fabs (rule->sink.hi));
  query->add_reach = most * (1 + 0x1p-20);
}

static void
set_reach (struct assay_fast_query *query,
           const struct assay_fast_head *head,
           const struct assay_fast_rule *rule)
{
  int e = query->exponent + head->key_exponent;
  size_t c;

  query->key_length = query->key_spread = 0.0;
  for (c = query->first / ASSAY_FAST_CHUNK;
       c * ASSAY_FAST_CHUNK < query->last; c++)
    {
      query->key_length = larger (query->key_length, head->length[c]);
      query->key_spread = larger (query->key_spread, head->spread[c]);
    }
  query->sigma.hi = ldexp (rule->sigma.hi, e);
  query->sigma.lo = ldexp (rule->sigma.lo, e);
  query->reach = fabs (query->sigma.hi) * query->length * query->key_length
                 * (1 + 0x1p-20);
  /* The pair is exact where its parts are normal.  */
  query->is_usable = rule->sigma.hi == 0.0
                     || (fabs (query->sigma.hi) >= 0x1p-900
                         && fabs (query->sigma.hi) <= 0x1p900);
}

void
assay_fast_query_init (struct assay_fast_query *query, double *q, size_t r,
                       const struct assay_fast_rows *rows,
                       const struct assay_fast_head *head,
                       const struct assay_fast_rule *rule)
{
  const double *given = rows->q + r * head->width;
  struct assay_fast_survey survey;
  struct assay_fast_scale scale;
  size_t t;

  query->r = r;
  query->q = q;
  assay_fast_look (&survey, given, head->width);
  query->exponent = survey.exponent;
  query->is_short = survey.is_short && head->is_short;
  scale = assay_fast_scale_by (query->exponent);
  for (t = 0; t < head->width; t++)
    q[t] = assay_fast_scaled (given[t], scale);
  assay_fast_lengths (&query->length, &query->spread, q, 1, head);
  set_range (query, rows, head);
  set_addends (query, rows, head, rule);
  set_reach (query, head, rule);
  query->is_exact = query->length * query->key_length
                    <= ldexp (1.0, 53 + survey.grid - survey.exponent
                                         + head->grid);
}

/* Nothing is added: only the range is seen.  */
static void
add_range (double *add_hi, double *add_lo,
           const struct assay_fast_query *query, size_t begin, size_t end)
{
  size_t j = begin;

  memset (add_hi, 0, (end - begin) * sizeof *add_hi);
  if (add_lo)
    memset (add_lo, 0, (end - begin) * sizeof *add_lo);
  for (; j < end && j < query->first; j++)
    add_hi[j - begin] = ASSAY_FAST_BLOCKED;
  for (j = begin > query->last ? begin : query->last; j < end; j++)
    add_hi[j - begin] = ASSAY_FAST_BLOCKED;
}

void
assay_fast_addends (double *add_hi, double *add_lo,
                    const struct assay_fast_query *query,
                    const struct assay_fast_rows *rows,
                    const struct assay_fast_head *head,
                    const struct assay_fast_rule *rule, size_t begin,
                    size_t end)
{
  const unsigned char *legal = legal_row (query, rows, head);
  size_t j;

  if (!legal && !rows->bias && !rule->has_slope)
    {
      add_range (add_hi, add_lo, query, begin, end);
      return;
    }
  for (j = begin; j < end; j++)
    {
      struct assay_dd add = { 0.0, 0.0 };

      if (j < query->first || j >= query->last || (legal && !legal[j]))
        add.hi = ASSAY_FAST_BLOCKED;
      else
        {
          double bias = rows->bias ? rows->bias[query->r * head->keys + j]
                                   : 0.0;

          if (rule->has_slope)
            {
              double far = distance (rows->position[query->r], j);
              struct assay_dd there = { -far, 0.0 };

              if (add_lo)
                add = assay_dd_mul (rule->slope, there);
              else
                add.hi = rule->slope.hi * -far;
            }
          if (add_lo)
            {
              struct assay_dd total = assay_dd_sum (add.hi, bias);

              add = assay_dd_sum (total.hi, total.lo + add.lo);
            }
          else
            add.hi += bias;
        }
      add_hi[j - begin] = add.hi;
      if (add_lo)
        add_lo[j - begin] = add.lo;
    }
}
