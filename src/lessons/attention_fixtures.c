/* attention_fixtures.c -- the 288 fixtures of the lesson, by both families */

#include "lessons/causal_attention_parts.h"

enum { FIXTURES = 288 };

struct shape
{
  long n, d, dv, seed;
  int causal;
};

/* The residue of A modulo M in 0..M-1: A may be negative.  */
static long
residue (long a, long m)
{
  return ((a % m) + m) % m;
}

static void
fixture_fill (struct assay_attention *r, const struct shape *s)
{
  long i, j;

  assay_attention_init (r);
  assay_matrix_clear (&r->q);
  assay_matrix_clear (&r->k);
  assay_matrix_clear (&r->v);
  assay_mask_clear (&r->mask);
  assay_matrix_init (&r->q, (size_t) s->n, (size_t) s->d);
  assay_matrix_init (&r->k, (size_t) s->n, (size_t) s->d);
  assay_matrix_init (&r->v, (size_t) s->n, (size_t) s->dv);
  assay_mask_init (&r->mask, (size_t) s->n, (size_t) s->n);
  for (i = 0; i < s->n; i++)
    {
      for (j = 0; j < s->d; j++)
        {
          mpq_set_si (r->q.at[i * s->d + j],
                      residue (3 * i + j + s->seed, 5) - 2, 1);
          mpq_set_si (r->k.at[i * s->d + j],
                      residue (2 * i - j + s->seed, 5) - 2, 1);
        }
      for (j = 0; j < s->dv; j++)
        mpq_set_si (r->v.at[i * s->dv + j],
                    residue (i + 2 * j + s->seed, 7) - 3, 1);
      for (j = 0; j < s->n; j++)
        r->mask.legal[i * s->n + j] = i == j
                                      || residue (i + j + s->seed, 3) != 0;
    }
  r->causal = s->causal;
}

/* Whether the weight of every key of query I has the sign it must.  The
   numerator of a legal weight is e_c > 0; blocked keys have no class.  */
static int
weights_are_proper (const struct assay_rows *rows, size_t i)
{
  size_t keys = rows->request.k.rows, j;
  mpq_t zero, one;
  int proper = assay_rows_sum_to_one (rows, i);

  mpq_inits (zero, one, NULL);
  mpq_set_ui (one, 1, 1);
  for (j = 0; j < keys && proper; j++)
    {
      int legal = rows->request.mask.legal[i * keys + j] != 0;

      if (legal != assay_rows_is_legal (rows, i, j))
        proper = 0;
      else if (legal)
        {
          struct assay_quotient q = assay_rows_weight (rows, i, j);

          proper = assay_quotient_compare (&q, zero) > 0
                   && assay_quotient_compare (&q, one) <= 0;
        }
      else
        proper = assay_rows_weight_is (rows, i, j, 0, 1);
    }
  mpq_clears (zero, one, NULL);
  return proper;
}

static int
output_is_in_hull (const struct assay_rows *rows, size_t i, size_t c)
{
  const struct assay_matrix *v = &rows->request.v;
  struct assay_quotient q = assay_rows_output (rows, i, c);
  mpq_srcptr least = NULL, greatest = NULL;
  size_t j;

  for (j = 0; j < v->rows; j++)
    if (assay_rows_is_legal (rows, i, j))
      {
        mpq_srcptr x = assay_matrix_entry (v, j, c);

        if (least == NULL || mpq_cmp (x, least) < 0)
          least = x;
        if (greatest == NULL || mpq_cmp (x, greatest) > 0)
          greatest = x;
      }
  return assay_quotient_compare (&q, least) >= 0
         && assay_quotient_compare (&q, greatest) <= 0;
}

static enum assay_verdict
hull_of (const struct assay_rows *rows)
{
  int proper = rows->status == ASSAY_OK;
  size_t i, c;

  for (i = 0; proper && i < rows->request.q.rows; i++)
    {
      proper = weights_are_proper (rows, i);
      for (c = 0; proper && c < rows->request.v.columns; c++)
        proper = output_is_in_hull (rows, i, c);
    }
  return assay_verdict_of (proper);
}

void
assay_attention_fixtures (enum assay_verdict *agree, enum assay_verdict *hull,
                          unsigned long *count,
                          const struct assay_second_family *oracle)
{
  struct shape s;

  *agree = *hull = ASSAY_HOLDS;
  *count = 0;
  for (s.n = 1; s.n <= 4; s.n++)
    for (s.d = 1; s.d <= 4; s.d++)
      for (s.dv = 1; s.dv <= 3; s.dv++)
        for (s.seed = 0; s.seed < 3; s.seed++)
          for (s.causal = 0; s.causal <= 1; s.causal++)
            {
              struct assay_attention request;
              struct assay_rows rows;

              fixture_fill (&request, &s);
              assay_rows_take (&rows, &request);
              *agree = assay_verdict_and (*agree,
                                          assay_rows_agree (&rows, oracle));
              *hull = assay_verdict_and (*hull, hull_of (&rows));
              ++*count;
              assay_rows_clear (&rows);
            }
  *agree = assay_verdict_and (*agree,
                              assay_verdict_of (*count == FIXTURES));
}
