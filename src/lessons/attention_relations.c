/* attention_relations.c -- the relations that the lesson checks, proved */

#include <mpfi.h>
#include <stdlib.h>
#include <string.h>

#include "exact/rat.h"
#include "lessons/causal_attention_parts.h"

#define QN "[[1,-1],[0,2],[-2,1]]"
#define K3 "[[1,0],[0,1],[1,1]]"
#define V3 "[[2,0],[4,4],[6,8]]"
#define SUPPLIED \
  "[[true,true,true],[true,false,true],[false,true,true]]"
#define REQUEST(q, k, v, allowed, causal) \
  "{\"q\":" q ",\"k\":" k ",\"v\":" v ",\"allowed\":" allowed \
  ",\"causal\":" causal "}"

enum { FIGURE_DIGITS = 40, LOGISTIC_BITS = 256 };

static void
figure_from_decimal (struct assay_figure *figure, char *text)
{
  size_t length = strlen (text);

  /* As a JSON number prints: no zeros at the end but the first decimal.  */
  while (length > 2 && text[length - 1] == '0' && text[length - 2] != '.')
    text[--length] = '\0';
  memset (figure, 0, sizeof *figure);
  strncpy (figure->text, text, sizeof figure->text - 1);
  free (text);
}

void
assay_figure_set_rational (struct assay_figure *figure, mpq_srcptr x,
                           unsigned long places)
{
  figure_from_decimal (figure, assay_rat_decimal (x, places));
}

/* The decimal TEXT, read back and rounded to PLACES.  */
static char *
round_decimal (const char *text, unsigned long places)
{
  struct assay_ctx ctx;
  char *rounded = NULL;
  mpq_t x;

  assay_ctx_init (&ctx);
  mpq_init (x);
  if (assay_rat_read_decimal (x, text, &ctx, NULL, "a decimal") == ASSAY_OK)
    rounded = assay_rat_decimal (x, places);
  mpq_clear (x);
  return rounded;
}

void
assay_figure_set (struct assay_figure *figure, const struct assay_quotient *q,
                  unsigned long places)
{
  char *value, *lo, *hi, *below, *above = NULL;
  unsigned long digits;
  struct assay_ctx ctx;
  mpq_t x;

  mpq_init (x);
  if (assay_quotient_rational (x, q) == ASSAY_HOLDS)
    {
      assay_figure_set_rational (figure, x, places);
      mpq_clear (x);
      return;
    }
  mpq_clear (x);
  assay_ctx_init (&ctx);
  /* Both ends of a narrower and narrower enclosure round alike in the end:
     the number is no decimal.  */
  for (digits = FIGURE_DIGITS; above == NULL; digits *= 2)
    {
      if (assay_quotient_decimals (&value, &lo, &hi, q, digits, &ctx, 64)
          != ASSAY_OK)
        abort ();
      below = round_decimal (lo, places);
      above = round_decimal (hi, places);
      if (strcmp (below, above) != 0)
        {
          free (above);
          above = NULL;
        }
      free (below);
      free (value);
      free (lo);
      free (hi);
    }
  figure_from_decimal (figure, above);
}

int
assay_quotient_is_logistic (const struct assay_quotient *q, long x,
                            long factor)
{
  mpfr_t lo, hi, width;
  mpfi_t e, expected;
  int close;

  mpfr_inits2 (LOGISTIC_BITS, lo, hi, width, (mpfr_ptr) 0);
  mpfi_init2 (e, LOGISTIC_BITS);
  mpfi_init2 (expected, LOGISTIC_BITS);
  mpfi_set_si (e, x);
  mpfi_exp (e, e);
  mpfi_add_ui (expected, e, 1);
  mpfi_div (expected, e, expected);
  mpfi_mul_si (expected, expected, factor);
  assay_quotient_enclose (lo, hi, q, LOGISTIC_BITS);
  close = mpfr_lessequal_p (lo, &expected->right)
          && mpfr_lessequal_p (&expected->left, hi);
  mpfr_min (lo, lo, &expected->left, MPFR_RNDD);
  mpfr_max (hi, hi, &expected->right, MPFR_RNDU);
  mpfr_sub (width, hi, lo, MPFR_RNDU);
  close = close && mpfr_cmp_ui_2exp (width, 1, -200) < 0;
  mpfi_clear (e);
  mpfi_clear (expected);
  mpfr_clears (lo, hi, width, (mpfr_ptr) 0);
  return close;
}

enum assay_verdict
assay_attention_future (const struct assay_rows *baseline)
{
  struct assay_rows changed;
  int same;

  assay_rows_read (&changed, REQUEST ("[[0,0],[0,0],[8,-8]]",
                                      "[[1,0],[0,1],[-8,8]]",
                                      "[[2,0],[4,4],[-8,-8]]", "null",
                                      "true"));
  same = changed.status == ASSAY_OK
         && assay_rows_same_row (&changed, 0, baseline, 0)
         && assay_rows_same_row (&changed, 1, baseline, 1)
         && !assay_rows_same_row (&changed, 2, baseline, 2);
  assay_rows_clear (&changed);
  return assay_verdict_of (same);
}

static const int orders[6][3] = {
  { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 }, { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 }
};

static void
permute_rows (struct assay_matrix *m, const struct assay_matrix *from,
              const int *order)
{
  size_t i, j;

  for (i = 0; i < m->rows; i++)
    for (j = 0; j < m->columns; j++)
      mpq_set (assay_matrix_entry (m, i, j),
               assay_matrix_entry (from, (size_t) order[i], j));
}

/* A copy of the 3 x 3 request FROM with its keys, values and mask columns,
   or its queries and mask rows, put in ORDER.  */
static void
permuted (struct assay_rows *rows, const struct assay_rows *from,
          const int *order, int by_query)
{
  const struct assay_attention *f = &from->request;
  struct assay_attention r;
  size_t i, j;

  assay_attention_init (&r);
  assay_matrix_clear (&r.q);
  assay_matrix_clear (&r.k);
  assay_matrix_clear (&r.v);
  assay_mask_clear (&r.mask);
  assay_matrix_init (&r.q, f->q.rows, f->q.columns);
  assay_matrix_init (&r.k, f->k.rows, f->k.columns);
  assay_matrix_init (&r.v, f->v.rows, f->v.columns);
  assay_mask_init (&r.mask, f->q.rows, f->k.rows);
  permute_rows (&r.q, &f->q, by_query ? order : orders[0]);
  permute_rows (&r.k, &f->k, by_query ? orders[0] : order);
  permute_rows (&r.v, &f->v, by_query ? orders[0] : order);
  for (i = 0; i < 3; i++)
    for (j = 0; j < 3; j++)
      r.mask.legal[i * 3 + j]
        = f->mask.legal[(size_t) (by_query ? order[i] : (int) i) * 3
                        + (size_t) (by_query ? (int) j : order[j])];
  assay_rows_take (rows, &r);
}

enum assay_verdict
assay_attention_permutations (void)
{
  struct assay_rows original, by_key, by_query;
  int same, p;
  size_t i;

  assay_rows_read (&original, REQUEST (QN, K3, V3, SUPPLIED, "false"));
  same = original.status == ASSAY_OK;
  for (p = 0; p < 6 && same; p++)
    {
      permuted (&by_key, &original, orders[p], 0);
      permuted (&by_query, &original, orders[p], 1);
      same = by_key.status == ASSAY_OK && by_query.status == ASSAY_OK;
      for (i = 0; i < 3 && same; i++)
        same = assay_rows_same_output (&by_key, i, &original, i)
               && assay_rows_same_output (&by_query, i, &original,
                                          (size_t) orders[p][i]);
      assay_rows_clear (&by_key);
      assay_rows_clear (&by_query);
    }
  assay_rows_clear (&original);
  return assay_verdict_of (same);
}

enum assay_verdict
assay_attention_reversed_features (void)
{
  struct assay_rows original, reversed;
  int same;
  size_t i;

  assay_rows_read (&original, REQUEST (QN, K3, V3, SUPPLIED, "false"));
  assay_rows_read (&reversed, REQUEST ("[[-1,1],[2,0],[1,-2]]",
                                       "[[0,1],[1,0],[1,1]]", V3, SUPPLIED,
                                       "false"));
  same = original.status == ASSAY_OK && reversed.status == ASSAY_OK;
  for (i = 0; i < 3 && same; i++)
    same = assay_rows_same_row (&original, i, &reversed, i);
  assay_rows_clear (&original);
  assay_rows_clear (&reversed);
  return assay_verdict_of (same);
}

/* With values 2v + 1 each class sums to 2 V_c + n_c, so that the output is
   twice the old one plus 1; the classes stay.  */
enum assay_verdict
assay_attention_affine_values (void)
{
  struct assay_rows base, moved;
  size_t i, c, k;
  mpq_t expected;
  int same;

  assay_rows_read (&base, REQUEST (QN, K3, "[[1,-1],[0,2],[-2,0]]", SUPPLIED,
                                   "false"));
  assay_rows_read (&moved, REQUEST (QN, K3, "[[3,-1],[1,5],[-3,1]]",
                                    SUPPLIED, "false"));
  mpq_init (expected);
  same = base.status == ASSAY_OK && moved.status == ASSAY_OK;
  for (i = 0; i < 3 && same; i++)
    {
      const struct assay_classes *classes = &base.row[i].classes;

      same = classes->count == moved.row[i].classes.count
             && memcmp (classes->class_of, moved.row[i].classes.class_of,
                        3 * sizeof *classes->class_of) == 0;
      for (k = 0; k < classes->count && same; k++)
        for (c = 0; c < 2 && same; c++)
          {
            mpq_set_ui (expected, classes->members[k], 1);
            mpq_add (expected, expected, base.sums[2 * i + c].at[k]);
            mpq_add (expected, expected, base.sums[2 * i + c].at[k]);
            same = mpq_equal (expected, moved.sums[2 * i + c].at[k])
                   && mpq_equal (classes->behind[k],
                                 moved.row[i].classes.behind[k]);
          }
    }
  mpq_clear (expected);
  assay_rows_clear (&base);
  assay_rows_clear (&moved);
  return assay_verdict_of (same);
}

/* Normalised over queries, the second column of the scores (0, 1), (0, 2)
   has the weights 1 / (1 + e) and e / (1 + e), so the rows sum to 1/2 plus
   these: proved to be other than 1.  */
enum assay_verdict
assay_attention_axis (void)
{
  static const unsigned char legal[] = { 1, 1 };
  struct assay_rows fixture;
  struct assay_softmax column;
  struct assay_quotient q;
  mpq_t scores[2], half;
  int holds;
  size_t i;

  mpq_inits (scores[0], scores[1], half, NULL);
  mpq_set_ui (half, 1, 2);
  assay_rows_read (&fixture, "{\"q\":[[1],[2]],\"k\":[[0],[1]],"
                   "\"v\":[[0],[4]],\"causal\":false}");
  for (i = 0; i < 2; i++)
    assay_rat_dot (scores[i], fixture.request.q.at + i,
                   fixture.request.k.at + 1, 1);
  assay_softmax_init (&column, scores, legal, 2, 1);
  holds = fixture.status == ASSAY_OK;
  for (i = 0; i < 2 && holds; i++)
    {
      q = (struct assay_quotient) { &column, NULL,
                                    column.classes.class_of[i] };
      holds = assay_rows_sum_to_one (&fixture, i)
              && assay_quotient_compare (&q, half) != 0;
    }
  assay_softmax_clear (&column);
  assay_rows_clear (&fixture);
  mpq_clears (scores[0], scores[1], half, NULL);
  return assay_verdict_of (holds);
}

static int
matrix_equal (const struct assay_matrix *a, const struct assay_matrix *b)
{
  size_t i;

  for (i = 0; i < a->rows * a->columns; i++)
    if (!mpq_equal (a->at[i], b->at[i]))
      return 0;
  return a->rows == b->rows && a->columns == b->columns;
}

enum assay_verdict
assay_attention_extremes (const struct assay_second_family *oracle)
{
#define HIGH "[8,8,8,8]"
#define LOW "[-8,-8,-8,-8]"
#define EXTREME \
  REQUEST ("[" HIGH "," HIGH "," HIGH "," HIGH "]", \
           "[" LOW "," HIGH "," LOW "," HIGH "]", \
           "[[-8,8,-8,8],[8,-8,8,-8],[-8,8,-8,8],[8,-8,8,-8]]", "null", \
           "false")
  struct assay_rows rows, again;
  enum assay_verdict verdict;
  size_t i, j;
  mpq_t zero;
  int holds;

  mpq_init (zero);
  assay_rows_read (&rows, EXTREME);
  assay_rows_read (&again, EXTREME);
  verdict = assay_rows_agree (&rows, oracle);
  holds = rows.status == ASSAY_OK && again.status == ASSAY_OK;
  for (i = 0; i < 4 && holds; i++)
    for (j = 0; j < 4 && holds; j++)
      {
        struct assay_quotient q = assay_rows_weight (&rows, i, j);

        holds = assay_quotient_compare (&q, zero) > 0;
      }
  holds = holds && matrix_equal (&rows.request.q, &again.request.q)
          && matrix_equal (&rows.request.k, &again.request.k)
          && matrix_equal (&rows.request.v, &again.request.v);
  assay_rows_clear (&rows);
  assay_rows_clear (&again);
  mpq_clear (zero);
  return assay_verdict_and (verdict, assay_verdict_of (holds));
}
