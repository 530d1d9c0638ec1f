/* invariants_rope.c -- what must hold of turned tensors whatever the angles
   are */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "attention/dyadic.h"
#include "base/memory.h"
#include "kernel/invariants.h"
#include "kernel/rounding.h"
#include "real/encl.h"

enum { BITS = 192 };

/* The row at hand.  */
struct row
{
  size_t b, h, s;
  double *x, *got;
};

/* The numbers of Lemma B100, computed once.  */
struct norms
{
  enum assay_fmt fmt;
  double relative, absolute, factors, largest;
  mpfi_t magnitude;
  mpfi_t got, right, bound, part;
};

/* ---- columns ---- */

static int
are_same (double a, double b)
{
  return a == b || (isnan (a) && isnan (b));
}

/* Count whether COLUMN is that of x, rounded to the format of GOT.  */
static void
compare_column (struct assay_invariant *invariant,
                const struct assay_turned_dump *dump, const struct row *row,
                size_t column)
{
  const size_t index[] = { row->b, row->h, row->s, column };
  enum assay_fmt fmt = ASSAY_FMT_F32;
  double right;

  assay_dtype_fmt (&fmt, dump->got.dtype);
  right = assay_rounded (row->x[column], fmt);
  if (assay_invariant_count (invariant, are_same (right, row->got[column])
                             ? ASSAY_HOLDS : ASSAY_FAILS, index))
    {
      assay_invariant_add (&invariant->expected, right, fmt);
      assay_invariant_add (&invariant->found, row->got[column], fmt);
    }
}

/* ---- norms of pairs ---- */

/* RESULT <- sqrt (A^2 + B^2).  */
static void
enclose_norm (mpfi_ptr result, double a, double b, mpfi_ptr part)
{
  mpfi_set_d (result, a);
  mpfi_sqr (result, result);
  mpfi_set_d (part, b);
  mpfi_sqr (part, part);
  mpfi_add (result, result, part);
  mpfi_sqrt (result, result);
}

static void
add_enclosed (struct assay_text *text, mpfi_srcptr x, enum assay_fmt fmt)
{
  assay_invariant_add (text, mpfi_get_d (x), fmt);
}

static void
compare_norm (struct assay_invariant *invariant, struct norms *norms,
              const struct row *row, size_t a, size_t b)
{
  const size_t index[] = { row->b, row->h, row->s, a };
  enum assay_verdict verdict = ASSAY_FAILS;
  int order = 1;

  enclose_norm (norms->right, row->x[a], row->x[b], norms->part);
  mpfi_mul_d (norms->bound, norms->right, norms->factors);
  mpfi_mul (norms->right, norms->right, norms->magnitude);
  mpfi_mul_d (norms->part, norms->right, norms->relative);
  mpfi_add (norms->bound, norms->bound, norms->part);
  mpfi_add_d (norms->bound, norms->bound, norms->absolute);
  mpfi_add (norms->part, norms->right, norms->bound);
  /* What may overflow says nothing.  */
  if (!(mpfi_cmp_d (norms->part, norms->largest) < 0))
    return;
  if (isfinite (row->got[a]) && isfinite (row->got[b]))
    {
      enclose_norm (norms->got, row->got[a], row->got[b], norms->part);
      mpfi_sub (norms->part, norms->got, norms->right);
      mpfi_abs (norms->part, norms->part);
      verdict = assay_encl_compare (&order, norms->part, norms->bound)
                == ASSAY_OPEN ? ASSAY_OPEN
                : order <= 0 ? ASSAY_HOLDS : ASSAY_FAILS;
    }
  if (!assay_invariant_count (invariant, verdict, index))
    return;
  assay_text_add (&invariant->expected, "a pair of norm ");
  add_enclosed (&invariant->expected, norms->right, norms->fmt);
  assay_text_printf (&invariant->expected, ", off by %.3g at most",
                     mpfi_get_d (norms->bound));
  assay_text_add (&invariant->found, "(");
  assay_invariant_add (&invariant->found, row->got[a], norms->fmt);
  assay_text_add (&invariant->found, ", ");
  assay_invariant_add (&invariant->found, row->got[b], norms->fmt);
  assay_text_add (&invariant->found, ")");
  if (isfinite (row->got[a]) && isfinite (row->got[b]))
    {
      assay_text_add (&invariant->found, ", of norm ");
      add_enclosed (&invariant->found, norms->got, norms->fmt);
    }
}

static enum assay_status
begin_norms (struct norms *norms, const struct assay_turned_dump *dump,
             struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  mpq_t largest;

  norms->fmt = ASSAY_FMT_F32;
  assay_dtype_fmt (&norms->fmt, dump->got.dtype);
  norms->relative = 9 * assay_unit_roundoff (dump->arithmetic)
                    + 2 * assay_unit_roundoff (norms->fmt);
  norms->absolute = 2 * (assay_least_positive (dump->arithmetic)
                         + assay_least_positive (norms->fmt));
  norms->factors = 2 * assay_least_positive (dump->arithmetic);
  mpq_init (largest);
  assay_fmt_largest (largest, norms->fmt);
  norms->largest = mpq_get_d (largest);
  mpq_clear (largest);
  mpfi_init2 (norms->magnitude, BITS);
  mpfi_init2 (norms->got, BITS);
  mpfi_init2 (norms->right, BITS);
  mpfi_init2 (norms->bound, BITS);
  mpfi_init2 (norms->part, BITS);
  mpfi_set_ui (norms->magnitude, 1);
  if (dump->magnitude)
    status = assay_expr_enclose (norms->magnitude, dump->magnitude, ctx,
                                 BITS);
  return status;
}

static void
end_norms (struct norms *norms)
{
  mpfi_clear (norms->magnitude);
  mpfi_clear (norms->got);
  mpfi_clear (norms->right);
  mpfi_clear (norms->bound);
  mpfi_clear (norms->part);
}

/* ---- rows ---- */

static int
turns_by_one (const struct assay_turned_dump *dump)
{
  mpq_srcptr a = dump->magnitude ? assay_expr_rational (dump->magnitude)
                                 : NULL;

  return dump->magnitude == NULL || (a && mpq_cmp_ui (a, 1, 1) == 0);
}

enum { IDENTITY, COPIES, NORMS };

static void
check_row (struct assay_invariant *all, const struct assay_turned_dump *dump,
           struct norms *norms, const struct row *row)
{
  const struct assay_rotation *rotation = dump->rotation;
  int is_plain = turns_by_one (dump);
  size_t c, pair, partner;

  for (c = 0; c < rotation->layout.head_dim; c++)
    {
      enum assay_turned_kind kind
        = assay_rotation_column (&pair, &partner, &rotation->layout, c);

      if (kind == ASSAY_TURNED_COPY)
        compare_column (&all[COPIES], dump, row, c);
      else if (is_plain
               && assay_rotation_position (rotation, row->b, row->s, pair)
                  == 0)
        compare_column (&all[IDENTITY], dump, row, c);
      if (kind == ASSAY_TURNED_FIRST)
        compare_norm (&all[NORMS], norms, row, c, partner);
    }
}

enum assay_status
assay_invariants_rope (struct assay_invariant all[ASSAY_ROPE_INVARIANTS],
                       const struct assay_turned_dump *dump,
                       struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, "--got", 0 };
  const size_t *shape = dump->rotation->x.shape;
  enum assay_status status;
  struct norms norms;
  struct row row;

  assay_invariant_init (&all[IDENTITY], "position 0 is the identity", 4);
  assay_invariant_init (&all[COPIES], "columns that do not turn are copied",
                        4);
  assay_invariant_init (&all[NORMS], "norms of pairs are kept", 4);
  status = assay_dtype_need_fmt (NULL, dump->got.dtype, ctx, &where);
  if (status == ASSAY_OK)
    status = assay_view_check_shape (&dump->got, shape, ctx, &where);
  if (status != ASSAY_OK)
    return status;
  row.x = assay_calloc (shape[ASSAY_VIEW_D], sizeof *row.x);
  row.got = assay_calloc (shape[ASSAY_VIEW_D], sizeof *row.got);
  status = begin_norms (&norms, dump, ctx);
  for (row.b = 0; row.b < shape[ASSAY_VIEW_B]; row.b++)
    for (row.h = 0; row.h < shape[ASSAY_VIEW_H]; row.h++)
      for (row.s = 0; row.s < shape[ASSAY_VIEW_S] && status == ASSAY_OK;
           row.s++)
        {
          assay_view_row (row.x, &dump->rotation->x, row.b, row.h, row.s);
          assay_view_row (row.got, &dump->got, row.b, row.h, row.s);
          check_row (all, dump, &norms, &row);
        }
  end_norms (&norms);
  free (row.x);
  free (row.got);
  assay_invariant_end (&all[IDENTITY], turns_by_one (dump)
                       ? "no row is at position 0"
                       : "the cosine at position 0 is not 1: the config has "
                         "a magnitude");
  assay_invariant_end (&all[COPIES], "every column turns");
  assay_invariant_end (&all[NORMS], "no pair stays below the largest value");
  return status;
}

/* ---- shift ---- */

/* A row of either dump: exactly, and no less than its norm.  */
struct shifted_row
{
  struct assay_dyadics exact[2];
  double norm;
};

static enum assay_status
check_shapes (const struct assay_shifted_dumps *dumps, struct assay_ctx *ctx)
{
  const struct assay_where where_q = { NULL, "--q-got", 0 };
  const struct assay_where where_k = { NULL, "--k-got", 0 };
  const size_t *q = dumps->q[0].shape, *k = dumps->k[0].shape;
  enum assay_status status;
  struct assay_census census;
  int n;

  status = assay_view_check_shape (&dumps->q[1], q, ctx, &where_q);
  if (status == ASSAY_OK)
    status = assay_view_check_shape (&dumps->k[1], k, ctx, &where_k);
  if (status == ASSAY_OK
      && (q[ASSAY_VIEW_B] != k[ASSAY_VIEW_B]
          || q[ASSAY_VIEW_D] != k[ASSAY_VIEW_D] || k[ASSAY_VIEW_H] == 0
          || q[ASSAY_VIEW_H] % k[ASSAY_VIEW_H] != 0))
    status = assay_fail (ctx, ASSAY_EVALUE, &where_k, "batches and components "
                         "of --q-got, and heads that divide its own",
                         "[%zu, %zu, %zu, %zu] for [%zu, %zu, %zu, %zu]",
                         k[0], k[1], k[2], k[3], q[0], q[1], q[2], q[3]);
  for (n = 0; n < 2 && status == ASSAY_OK; n++)
    {
      assay_view_census (&census, &dumps->q[n]);
      status = assay_census_check (&census, 0, ctx, &where_q);
      assay_view_census (&census, &dumps->k[n]);
      if (status == ASSAY_OK)
        status = assay_census_check (&census, 0, ctx, &where_k);
    }
  return status;
}

static void
load_rows (struct shifted_row *rows, const struct assay_view *view, size_t b,
           size_t h)
{
  size_t width = view[0].shape[ASSAY_VIEW_D], s, c;
  double *x = assay_calloc (width, sizeof *x), sum;
  int n;

  for (s = 0; s < view[0].shape[ASSAY_VIEW_S]; s++)
    for (n = 1; n >= 0; n--)
      {
        assay_view_row (x, &view[n], b, h, s);
        assay_dyadics_init (&rows[s].exact[n], x, width, 1);
        for (c = 0, sum = 0.0; c < width; c++)
          sum += x[c] * x[c];
        rows[s].norm = sqrt (sum) * (1 + 0x1p-30) + 0x1p-500;
      }
  free (x);
}

static void
drop_rows (struct shifted_row *rows, size_t count)
{
  size_t s;

  for (s = 0; s < count; s++)
    {
      assay_dyadics_clear (&rows[s].exact[0]);
      assay_dyadics_clear (&rows[s].exact[1]);
    }
}

/* Whether the scores of one query and one key differ by no more than
   RELATIVE of their norms and what underflows.  */
static void
compare_scores (struct assay_invariant *invariant, const size_t *index,
                const struct shifted_row *q, const struct shifted_row *k,
                double relative, double absolute)
{
  double bound = (q->norm * k->norm * relative
                  + absolute * (q->norm + k->norm + 1.0)) * (1 + 0x1p-30);
  mpq_t first, second, limit;

  if (!isfinite (bound))
    return;
  mpq_inits (first, second, limit, NULL);
  assay_dyadics_dot (first, &q->exact[0], &k->exact[0]);
  assay_dyadics_dot (second, &q->exact[1], &k->exact[1]);
  mpq_sub (limit, first, second);
  mpq_abs (limit, limit);
  mpq_set_d (second, bound);
  if (assay_invariant_count (invariant, mpq_cmp (limit, second) <= 0
                             ? ASSAY_HOLDS : ASSAY_FAILS, index))
    {
      assay_text_printf (&invariant->expected, "the score %.9g, off by %.3g "
                         "at most", mpq_get_d (first), bound);
      assay_dyadics_dot (second, &q->exact[1], &k->exact[1]);
      assay_text_printf (&invariant->found, "%.9g after the shift",
                         mpq_get_d (second));
    }
  mpq_clears (first, second, limit, NULL);
}

static void
compare_head (struct assay_invariant *invariant,
              const struct assay_shifted_dumps *dumps, size_t b, size_t h,
              double relative, double absolute)
{
  size_t queries = dumps->q[0].shape[ASSAY_VIEW_S];
  size_t keys = dumps->k[0].shape[ASSAY_VIEW_S];
  size_t group = dumps->q[0].shape[ASSAY_VIEW_H]
                 / dumps->k[0].shape[ASSAY_VIEW_H];
  struct shifted_row *q = assay_calloc (queries, sizeof *q);
  struct shifted_row *k = assay_calloc (keys, sizeof *k);
  size_t i, j;

  load_rows (q, dumps->q, b, h);
  load_rows (k, dumps->k, b, h / group);
  for (i = 0; i < queries; i++)
    for (j = 0; j < keys; j++)
      {
        const size_t index[] = { b, h, i, j };

        compare_scores (invariant, index, &q[i], &k[j], relative, absolute);
      }
  drop_rows (q, queries);
  drop_rows (k, keys);
  free (q);
  free (k);
}

/* *UNIT and *LEAST <- the largest of what the four dumps were stored in.  */
static void
find_stored (double *unit, double *least,
             const struct assay_shifted_dumps *dumps)
{
  const struct assay_view *view[] = { &dumps->q[0], &dumps->q[1],
                                      &dumps->k[0], &dumps->k[1] };
  enum assay_fmt fmt = ASSAY_FMT_F32;
  int n;

  *unit = *least = 0.0;
  for (n = 0; n < 4; n++)
    {
      assay_dtype_fmt (&fmt, view[n]->dtype);
      *unit = fmax (*unit, assay_unit_roundoff (fmt));
      *least = fmax (*least, assay_least_positive (fmt));
    }
}

enum assay_status
assay_invariant_shift (struct assay_invariant *invariant,
                       const struct assay_shifted_dumps *dumps,
                       struct assay_ctx *ctx)
{
  double rho, tiny, stored_unit, stored_least;
  enum assay_status status;
  size_t b, h;

  assay_invariant_init (invariant, "scores depend on differences of positions "
                        "alone", 4);
  status = check_shapes (dumps, ctx);
  if (status != ASSAY_OK)
    return status;
  find_stored (&stored_unit, &stored_least, dumps);
  rho = 9 * assay_unit_roundoff (dumps->arithmetic) + 2 * stored_unit
        + 4.1 * 0x1p-24 * dumps->farthest;
  tiny = 4.0 * (double) dumps->q[0].shape[ASSAY_VIEW_D]
         * (assay_least_positive (dumps->arithmetic) + stored_least);
  if (!(rho < 0.25))
    {
      invariant->why_not = "angles of binary32 may be off by a quarter radian "
                           "at such positions";
      return ASSAY_OK;
    }
  for (b = 0; b < dumps->q[0].shape[ASSAY_VIEW_B]; b++)
    for (h = 0; h < dumps->q[0].shape[ASSAY_VIEW_H]; h++)
      compare_head (invariant, dumps, b, h,
                    2 * (2 * rho + rho * rho) / ((1 - rho) * (1 - rho)),
                    2 * tiny);
  assay_invariant_end (invariant, "there is no score");
  return ASSAY_OK;
}
