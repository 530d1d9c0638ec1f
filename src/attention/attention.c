/* attention.c -- certified scaled-dot-product attention */

#include "attention/attention.h"

#include <stdlib.h>

#include "base/memory.h"
#include "exact/rat.h"

enum
{
  LESSON_MAX_SIZE = 4,
  LESSON_MAX_ENTRY = 8
};

void
assay_attention_init (struct assay_attention *request)
{
  assay_matrix_init (&request->q, 0, 0);
  assay_matrix_init (&request->k, 0, 0);
  assay_matrix_init (&request->v, 0, 0);
  assay_mask_init (&request->mask, 0, 0);
  request->causal = 0;
}

void
assay_attention_clear (struct assay_attention *request)
{
  assay_matrix_clear (&request->q);
  assay_matrix_clear (&request->k);
  assay_matrix_clear (&request->v);
  assay_mask_clear (&request->mask);
}

static enum assay_status
refuse_entry (mpq_srcptr found, enum assay_status status,
              struct assay_ctx *ctx, const struct assay_where *where)
{
  char *text = assay_rat_text (found);

  assay_fail (ctx, status, where, "an integer in [-8,8]", "%.80s", text);
  free (text);
  return status;
}

static enum assay_status
check_entries (const struct assay_matrix *m, struct assay_ctx *ctx,
               const struct assay_where *where)
{
  size_t i;

  for (i = 0; i < m->rows * m->columns; i++)
    {
      struct assay_where row = { where, NULL, i / m->columns };
      struct assay_where entry = { &row, NULL, i % m->columns };

      if (mpz_cmp_ui (mpq_denref (m->at[i]), 1) != 0)
        return refuse_entry (m->at[i], ASSAY_ETYPE, ctx, &entry);
      if (mpz_cmpabs_ui (mpq_numref (m->at[i]), LESSON_MAX_ENTRY) > 0)
        return refuse_entry (m->at[i], ASSAY_EVALUE, ctx, &entry);
    }
  return ASSAY_OK;
}

static enum assay_status
check_matrix (const struct assay_matrix *m, enum assay_profile profile,
              struct assay_ctx *ctx, const struct assay_where *where)
{
  struct assay_where row = { where, NULL, 0 };

  if (m->rows < 1)
    return assay_fail (ctx, ASSAY_EVALUE, where, "at least one row", "none");
  if (m->columns < 1)
    return assay_fail (ctx, ASSAY_EVALUE, &row, "at least one entry",
                       "none");
  if (profile == ASSAY_PROFILE_OPEN)
    return ASSAY_OK;
  if (m->rows > LESSON_MAX_SIZE)
    return assay_fail (ctx, ASSAY_EVALUE, where, "1 to 4 rows", "%zu",
                       m->rows);
  if (m->columns > LESSON_MAX_SIZE)
    return assay_fail (ctx, ASSAY_EVALUE, &row, "1 to 4 entries", "%zu",
                       m->columns);
  return check_entries (m, ctx, where);
}

static enum assay_status
check_shapes (const struct assay_attention *request, struct assay_ctx *ctx)
{
  struct assay_where k = { NULL, "k", 0 };
  struct assay_where k_row = { &k, NULL, 0 };
  struct assay_where v = { NULL, "v", 0 };
  struct assay_where allowed = { NULL, "allowed", 0 };
  size_t n = request->q.rows;

  if (request->k.rows != n)
    return assay_fail (ctx, ASSAY_EVALUE, &k, "as many rows as q has",
                       "%zu for %zu", request->k.rows, n);
  if (request->v.rows != n)
    return assay_fail (ctx, ASSAY_EVALUE, &v, "as many rows as q has",
                       "%zu for %zu", request->v.rows, n);
  if (request->k.columns != request->q.columns)
    return assay_fail (ctx, ASSAY_EVALUE, &k_row, "rows as wide as q's",
                       "%zu for %zu", request->k.columns,
                       request->q.columns);
  if (request->mask.queries != n || request->mask.keys != n)
    return assay_fail (ctx, ASSAY_EVALUE, &allowed,
                       "a row for each query, an entry for each key",
                       "%zu x %zu for %zu x %zu", request->mask.queries,
                       request->mask.keys, n, n);
  return ASSAY_OK;
}

enum assay_status
assay_attention_check (struct assay_attention *request,
                       enum assay_profile profile, struct assay_ctx *ctx)
{
  struct assay_where q = { NULL, "q", 0 };
  struct assay_where k = { NULL, "k", 0 };
  struct assay_where v = { NULL, "v", 0 };
  struct assay_where allowed = { NULL, "allowed", 0 };
  enum assay_status status;

  status = check_matrix (&request->q, profile, ctx, &q);
  if (status == ASSAY_OK)
    status = check_matrix (&request->k, profile, ctx, &k);
  if (status == ASSAY_OK)
    status = check_matrix (&request->v, profile, ctx, &v);
  if (status == ASSAY_OK)
    status = check_shapes (request, ctx);
  if (status == ASSAY_OK && request->causal)
    assay_mask_causal (&request->mask);
  if (status == ASSAY_OK)
    status = assay_mask_check_rows (&request->mask, ctx, &allowed);
  return status;
}

/* 1 and ROOT when D is the square of ROOT.  */
static int
is_square (unsigned long *root, size_t d)
{
  unsigned long r = 1;

  while (r * r < d)
    r++;
  *root = r;
  return r * r == d;
}

void
assay_attention_row (struct assay_softmax *row,
                     const struct assay_attention *request, size_t i)
{
  size_t keys = request->k.rows, d = request->k.columns, j;
  mpq_t *x = assay_calloc (keys, sizeof *x);
  unsigned long root, radicand = d;
  mpq_t divisor;

  mpq_init (divisor);
  if (is_square (&root, d))
    {
      radicand = 1;
      mpq_set_ui (divisor, root, 1);
    }
  else
    mpq_set_ui (divisor, 1, 1);
  for (j = 0; j < keys; j++)
    {
      mpq_init (x[j]);
      assay_rat_dot (x[j], request->q.at + i * d, request->k.at + j * d, d);
      mpq_div (x[j], x[j], divisor);
    }
  assay_softmax_init (row, x, request->mask.legal + i * keys, keys,
                      radicand);
  for (j = 0; j < keys; j++)
    mpq_clear (x[j]);
  free (x);
  mpq_clear (divisor);
}
