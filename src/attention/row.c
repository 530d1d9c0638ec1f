/* row.c -- one row of attention: its keys, classed */

#include "attention/row.h"

#include <stdlib.h>
#include <string.h>

#include "attention/row_parts.h"
#include "base/memory.h"

void
assay_row_init (struct assay_row *row, const struct assay_score_rule *rule,
                size_t capacity)
{
  size_t j;

  memset (row, 0, sizeof *row);
  assay_basis_init (&row->basis, rule);
  row->capacity = capacity;
  row->score = assay_calloc (capacity + 1, sizeof *row->score);
  row->legal = assay_calloc (capacity + 1, sizeof *row->legal);
  row->leader_of = assay_calloc (capacity + 1, sizeof *row->leader_of);
  for (j = 0; j <= capacity; j++)
    assay_score_init (&row->score[j]);
  assay_row_begin (row, 0);
}

/* Free what assay_row_ready and the numbers made.  */
static void
forget_classes (struct assay_row *row)
{
  if (row->has_fixed)
    assay_fixed_clear (&row->fixed);
  if (row->is_ready && row->population > 0)
    assay_softmax_clear (&row->softmax);
  row->has_fixed = row->is_ready = 0;
}

void
assay_row_clear (struct assay_row *row)
{
  size_t j;

  forget_classes (row);
  for (j = 0; j <= row->capacity; j++)
    assay_score_clear (&row->score[j]);
  free (row->score);
  free (row->legal);
  free (row->leader_of);
  assay_basis_clear (&row->basis);
}

void
assay_row_begin (struct assay_row *row, size_t keys)
{
  mpq_t zero;
  size_t j;

  forget_classes (row);
  mpq_init (zero);
  for (j = 0; j < keys; j++)
    {
      assay_score_of_sink (&row->score[j], zero);
      row->legal[j] = 1;
    }
  row->keys = keys;
  row->legal[keys] = 0;
  row->population = 0;
  mpq_clear (zero);
}

void
assay_row_set_key (struct assay_row *row, size_t j, mpq_srcptr dot,
                   mpq_srcptr bias, mpq_srcptr distance)
{
  assay_score_of_key (&row->score[j], &row->basis, dot, bias, distance);
}

void
assay_row_block (struct assay_row *row, size_t j)
{
  row->legal[j] = 0;
}

void
assay_row_set_sink (struct assay_row *row, mpq_srcptr score)
{
  assay_score_of_sink (&row->score[row->keys], score);
  row->legal[row->keys] = 1;
}

/* LO <= score <= HI, so that most pairs are ordered without exact
   arithmetic.  */
struct candidate
{
  const struct assay_score *score;
  struct assay_basis *basis;
  size_t key;
  double lo, hi;
};

/* Larger scores first; keys of one score in their own order, so that the
   grouping does not depend on the sorting algorithm.  */
static int
compare_candidates (const void *left, const void *right)
{
  const struct candidate *a = left, *b = right;
  int order;

  if (a->lo > b->hi)
    return -1;
  if (a->hi < b->lo)
    return 1;
  order = assay_score_compare (b->score, a->score, a->basis);
  if (order != 0)
    return order;
  return a->key < b->key ? -1 : a->key > b->key;
}

enum { ORDER_BITS = 64 };

static size_t
collect_candidates (struct candidate *found, struct assay_row *row)
{
  size_t n = 0, j;
  mpfi_t value;

  mpfi_init2 (value, ORDER_BITS);
  for (j = 0; j <= row->keys; j++)
    if (row->legal[j])
      {
        assay_score_enclose_gap (value, &row->score[j], NULL, &row->basis);
        found[n].score = &row->score[j];
        found[n].basis = &row->basis;
        found[n].key = j;
        found[n].lo = mpfr_get_d (&value->left, MPFR_RNDD);
        found[n++].hi = mpfr_get_d (&value->right, MPFR_RNDU);
      }
  mpfi_clear (value);
  qsort (found, n, sizeof *found, compare_candidates);
  return n;
}

/* The gap of two classes: precision is raised until what cancels between
   the roots or the tanh of the two scores is made up for (Lemma B74).  */
static void
enclose_score_gap (mpfr_ptr lo, mpfr_ptr hi, const struct assay_softmax *row,
                   size_t from, size_t to)
{
  struct assay_row *all = row->source;
  mpfr_prec_t p = mpfr_get_prec (lo), work = p + 32;
  const struct assay_score *a = &all->score[all->leader_of[from]];
  const struct assay_score *b = &all->score[all->leader_of[to]];
  mpfr_t width, most;
  mpfi_t gap;

  mpfr_inits2 (ORDER_BITS, width, most, (mpfr_ptr) 0);
  mpfi_init2 (gap, work);
  for (;; work *= 2)
    {
      mpfi_set_prec (gap, work);
      assay_score_enclose_gap (gap, a, b, &all->basis);
      mpfr_sub (width, &gap->right, &gap->left, MPFR_RNDU);
      mpfr_set (most, &gap->left, MPFR_RNDD);
      if (mpfr_cmp_ui (most, 1) < 0)
        mpfr_set_ui (most, 1, MPFR_RNDD);
      mpfr_div_2ui (most, most, (unsigned long) p, MPFR_RNDD);
      if (mpfr_lessequal_p (width, most))
        break;
    }
  if (mpfr_sgn (&gap->left) <= 0)
    mpfr_set_ui (&gap->left, 0, MPFR_RNDD);
  mpfr_set (lo, &gap->left, MPFR_RNDD);
  mpfr_set (hi, &gap->right, MPFR_RNDU);
  mpfi_clear (gap);
  mpfr_clears (width, most, (mpfr_ptr) 0);
}

/* Whether one u, or none that is not 0, serves the whole row: then the cap
   is one constant, or nothing, in every score.  */
static void
find_capped (struct assay_row *row)
{
  const struct assay_score *first = &row->score[row->leader_of[0]];
  size_t c;

  row->has_algebraic_gaps = row->has_algebraic_scores = 1;
  for (c = 0; c < row->softmax.classes.count; c++)
    {
      const struct assay_score *score = &row->score[row->leader_of[c]];

      if (!assay_score_is_algebraic (score, &row->basis))
        row->has_algebraic_scores = 0;
      if (!mpq_equal (score->u, first->u))
        row->has_algebraic_gaps = 0;
    }
  if (mpq_sgn (row->basis.cap) == 0)
    row->has_algebraic_gaps = 1;
}

size_t
assay_row_ready (struct assay_row *row)
{
  struct candidate *found = assay_calloc (row->keys + 1, sizeof *found);
  size_t *order = assay_calloc (row->keys + 1, sizeof *order);
  unsigned char *opens = assay_calloc (row->keys + 1, sizeof *opens);
  size_t n = collect_candidates (found, row), count = 0, i;
  struct assay_classes classes;

  for (i = 0; i < n; i++)
    {
      order[i] = found[i].key;
      opens[i] = i == 0 || !assay_score_equal (found[i].score,
                                               found[i - 1].score,
                                               &row->basis);
      if (opens[i])
        row->leader_of[count++] = found[i].key;
    }
  row->population = n;
  row->is_ready = 1;
  if (n > 0)
    {
      assay_classes_init_order (&classes, order, opens, n, row->keys + 1);
      assay_softmax_init_gaps (&row->softmax, &classes, enclose_score_gap,
                               row);
      find_capped (row);
    }
  free (found);
  free (order);
  free (opens);
  return row->softmax.classes.count * (n > 0);
}

const struct assay_fixed *
assay_row_fixed (struct assay_row *row)
{
  if (!row->has_fixed)
    assay_fixed_init (&row->fixed, &row->softmax);
  row->has_fixed = 1;
  return &row->fixed;
}
