/* attention_rows.c -- a small attention request with all of its rows */

#include "lessons/attention_rows.h"

#include <stdlib.h>
#include <string.h>

#include "attention/attention_request.h"
#include "base/json.h"
#include "base/memory.h"

static void
evaluate (struct assay_rows *rows)
{
  const struct assay_attention *r = &rows->request;
  size_t i, c;

  rows->row = assay_calloc (r->q.rows, sizeof *rows->row);
  rows->sums = assay_calloc (r->q.rows * r->v.columns, sizeof *rows->sums);
  for (i = 0; i < r->q.rows; i++)
    {
      assay_attention_row (&rows->row[i], r, i);
      for (c = 0; c < r->v.columns; c++)
        {
          struct assay_vec *sums = &rows->sums[i * r->v.columns + c];

          assay_vec_init (sums, rows->row[i].classes.count);
          assay_classes_sum (sums->at, &rows->row[i].classes, r->v.at + c,
                             r->v.columns);
        }
    }
}

void
assay_rows_read (struct assay_rows *rows, const char *text)
{
  struct assay_ctx ctx;
  json_t *root;

  memset (rows, 0, sizeof *rows);
  assay_ctx_init (&ctx);
  assay_attention_init (&rows->request);
  rows->status = assay_json_parse (&root, text, strlen (text), &ctx);
  if (rows->status == ASSAY_OK)
    rows->status = assay_attention_request_read (&rows->request, root,
                                                 ASSAY_PROFILE_LESSON, &ctx);
  json_decref (root);
  if (rows->status == ASSAY_OK)
    evaluate (rows);
}

void
assay_rows_take (struct assay_rows *rows, struct assay_attention *request)
{
  struct assay_ctx ctx;

  memset (rows, 0, sizeof *rows);
  assay_ctx_init (&ctx);
  rows->request = *request;
  rows->status = assay_attention_check (&rows->request, ASSAY_PROFILE_LESSON,
                                        &ctx);
  if (rows->status == ASSAY_OK)
    evaluate (rows);
}

void
assay_rows_clear (struct assay_rows *rows)
{
  size_t i, queries = rows->row ? rows->request.q.rows : 0;

  for (i = 0; i < queries; i++)
    assay_softmax_clear (&rows->row[i]);
  for (i = 0; i < queries * rows->request.v.columns; i++)
    assay_vec_clear (&rows->sums[i]);
  free (rows->row);
  free (rows->sums);
  assay_attention_clear (&rows->request);
}

int
assay_rows_is_legal (const struct assay_rows *rows, size_t i, size_t j)
{
  return rows->row[i].classes.class_of[j] != ASSAY_BLOCKED;
}

struct assay_quotient
assay_rows_weight (const struct assay_rows *rows, size_t i, size_t j)
{
  struct assay_softmax *row = &rows->row[i];

  return (struct assay_quotient) { row, NULL, row->classes.class_of[j] };
}

struct assay_quotient
assay_rows_output (const struct assay_rows *rows, size_t i, size_t c)
{
  size_t columns = rows->request.v.columns;

  return (struct assay_quotient) { &rows->row[i],
                                   rows->sums[i * columns + c].at, 0 };
}

static int
quotient_is (const struct assay_quotient *q, long n, unsigned long d)
{
  mpq_t value, expected;
  int equal;

  mpq_inits (value, expected, NULL);
  mpq_set_si (expected, n, d);
  mpq_canonicalize (expected);
  equal = assay_quotient_rational (value, q) == ASSAY_HOLDS
          && mpq_equal (value, expected);
  mpq_clears (value, expected, NULL);
  return equal;
}

int
assay_rows_weight_is (const struct assay_rows *rows, size_t i, size_t j,
                      long n, unsigned long d)
{
  struct assay_quotient q;

  if (!assay_rows_is_legal (rows, i, j))
    return n == 0;
  q = assay_rows_weight (rows, i, j);
  return quotient_is (&q, n, d);
}

int
assay_rows_output_is (const struct assay_rows *rows, size_t i, size_t c,
                      long n, unsigned long d)
{
  struct assay_quotient q = assay_rows_output (rows, i, c);

  return quotient_is (&q, n, d);
}

static int
same_classes (const struct assay_softmax *a, const struct assay_softmax *b)
{
  size_t c;

  if (a->radicand != b->radicand || a->classes.count != b->classes.count)
    return 0;
  for (c = 0; c < a->classes.count; c++)
    if (!mpq_equal (a->classes.behind[c], b->classes.behind[c])
        || a->classes.members[c] != b->classes.members[c])
      return 0;
  return 1;
}

int
assay_rows_same_output (const struct assay_rows *a, size_t i,
                        const struct assay_rows *b, size_t j)
{
  size_t columns = a->request.v.columns, c, k;

  if (columns != b->request.v.columns
      || !same_classes (&a->row[i], &b->row[j]))
    return 0;
  for (c = 0; c < columns; c++)
    for (k = 0; k < a->row[i].classes.count; k++)
      if (!mpq_equal (a->sums[i * columns + c].at[k],
                      b->sums[j * columns + c].at[k]))
        return 0;
  return 1;
}

int
assay_rows_same_row (const struct assay_rows *a, size_t i,
                     const struct assay_rows *b, size_t j)
{
  const struct assay_classes *ours = &a->row[i].classes;
  const struct assay_classes *theirs = &b->row[j].classes;

  return ours->keys == theirs->keys
         && assay_rows_same_output (a, i, b, j)
         && memcmp (ours->class_of, theirs->class_of,
                    ours->keys * sizeof *ours->class_of) == 0;
}

/* The weights sum to (sum n_c e_c) / S: rational, hence 1, iff the classes'
   members account for every legal key.  */
int
assay_rows_sum_to_one (const struct assay_rows *rows, size_t i)
{
  const struct assay_classes *classes = &rows->row[i].classes;
  struct assay_quotient q;
  struct assay_vec counts;
  size_t j;
  int one;

  assay_vec_init (&counts, classes->count);
  for (j = 0; j < classes->keys; j++)
    if (assay_rows_is_legal (rows, i, j))
      {
        mpq_ptr count = counts.at[classes->class_of[j]];

        mpz_add (mpq_numref (count), mpq_numref (count),
                 mpq_denref (count));
      }
  q = (struct assay_quotient) { &rows->row[i], counts.at, 0 };
  one = quotient_is (&q, 1, 1);
  assay_vec_clear (&counts);
  return one;
}

enum { COMPARE_BITS = 192 };

/* Whether [LO, HI], which holds the number, meets BOUNDS, and their hull is
   no wider than 2e-12 and, unless the number is 0, than 2e-12 of it.  */
static int
within_tolerance (mpq_srcptr lo, mpq_srcptr hi,
                  const struct assay_bounds *bounds)
{
  mpq_t width, tolerance;
  int agree;

  mpq_inits (width, tolerance, NULL);
  mpq_sub (width, mpq_cmp (hi, bounds->hi) > 0 ? hi : bounds->hi,
           mpq_cmp (lo, bounds->lo) < 0 ? lo : bounds->lo);
  mpq_set_ui (tolerance, 1, 500000000000);
  agree = mpq_cmp (lo, bounds->hi) <= 0 && mpq_cmp (bounds->lo, hi) <= 0
          && mpq_cmp (width, tolerance) <= 0;
  if (mpq_sgn (lo) != 0)
    {
      mpq_mul (tolerance, tolerance, lo);
      mpq_abs (tolerance, tolerance);
      agree = agree && mpq_cmp (width, tolerance) <= 0;
    }
  mpq_clears (width, tolerance, NULL);
  return agree;
}

static int
quotient_agrees (const struct assay_quotient *q,
                 const struct assay_bounds *bounds)
{
  mpq_t lo, hi;
  int agree;

  mpq_inits (lo, hi, NULL);
  if (assay_quotient_rational (lo, q) == ASSAY_HOLDS)
    agree = within_tolerance (lo, lo, bounds);
  else
    {
      mpfr_t low, high;

      mpfr_inits2 (COMPARE_BITS, low, high, (mpfr_ptr) 0);
      assay_quotient_enclose (low, high, q, COMPARE_BITS);
      mpfr_get_q (lo, low);
      mpfr_get_q (hi, high);
      agree = within_tolerance (lo, hi, bounds);
      mpfr_clears (low, high, (mpfr_ptr) 0);
    }
  mpq_clears (lo, hi, NULL);
  return agree;
}

enum assay_verdict
assay_rows_agree (const struct assay_rows *rows,
                  const struct assay_second_family *oracle)
{
  size_t queries = rows->request.q.rows, keys = rows->request.k.rows;
  size_t columns = rows->request.v.columns, i, j;
  struct assay_bounds *weights = assay_bounds_new (queries * keys);
  struct assay_bounds *output = assay_bounds_new (queries * columns);
  int agree;

  agree = rows->status == ASSAY_OK
          && oracle->attention (weights, output, &rows->request) == ASSAY_OK;
  for (i = 0; i < queries && agree; i++)
    {
      for (j = 0; j < keys && agree; j++)
        {
          const struct assay_bounds *bounds = &weights[i * keys + j];
          struct assay_quotient q;

          if (assay_rows_is_legal (rows, i, j))
            {
              q = assay_rows_weight (rows, i, j);
              agree = quotient_agrees (&q, bounds);
            }
          else
            agree = mpq_sgn (bounds->lo) == 0 && mpq_sgn (bounds->hi) == 0;
        }
      for (j = 0; j < columns && agree; j++)
        {
          struct assay_quotient q = assay_rows_output (rows, i, j);

          agree = quotient_agrees (&q, &output[i * columns + j]);
        }
    }
  assay_bounds_free (weights, queries * keys);
  assay_bounds_free (output, queries * columns);
  return assay_verdict_of (agree);
}
