/* equal.c -- whether two conventions of rotary attention are one function

   The product of the turned vectors is sum over r, c of F_rc (n - m) q_r k_c;
   a row r has the entries of its own and of its partner's column.  */

#include "kernel/equal.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "real/formula.h"

/* What a convention makes of one component of the vectors as given.  */
struct part
{
  int is_turned, is_first;
  size_t pair, partner;         /* the partner as given, too */
};

struct comparison
{
  const struct assay_convention *side[2];
  struct part *part[2];
  unsigned char *is_same;       /* rows whose entries are one function */
};

const char *
assay_sameness_name (enum assay_sameness sameness)
{
  static const char *const names[] = { "same scores", "same weights",
                                       "different", "open" };

  return names[sameness];
}

static struct part *
find_parts (const struct assay_convention *convention)
{
  struct part *part = assay_calloc (convention->layout.head_dim,
                                    sizeof *part);
  size_t i, x, y;

  for (i = 0; i < convention->pairs; i++)
    {
      assay_layout_pair (&x, &y, &convention->layout, i);
      x = convention->source[x];
      y = convention->source[y];
      part[x] = (struct part) { 1, 1, i, y };
      part[y] = (struct part) { 1, 0, i, x };
    }
  return part;
}

/* F_rc (T) of side S; null when it is refused.  */
static struct assay_expr *
entry (const struct comparison *c, int s, size_t row, size_t column, long t,
       struct assay_ctx *ctx)
{
  const struct assay_convention *convention = c->side[s];
  const struct part *part = &c->part[s][row];
  struct assay_expr *angle, *wave;

  if (column != row && (!part->is_turned || column != part->partner))
    return assay_formula_integer (0);
  if (!part->is_turned)
    return assay_expr_new_rational (convention->scale);
  t = convention->sign * (t + convention->offset);
  angle = assay_formula_mul (assay_formula_integer (t),
                             assay_expr_ref (convention->w[part->pair]), ctx);
  if (column == row)
    wave = assay_formula_cos (angle, ctx);
  else
    wave = assay_formula_mul (assay_formula_integer (part->is_first ? -1 : 1),
                              assay_formula_sin (angle, ctx), ctx);
  return assay_formula_mul (assay_expr_ref (convention->square), wave, ctx);
}

static enum assay_status
is_equal (int *equal, struct assay_expr *a, struct assay_expr *b,
          struct assay_ctx *ctx)
{
  struct assay_decision decision;
  enum assay_status status = assay_decide (&decision, a, ASSAY_EQ, b, ctx);

  *equal = decision.verdict == ASSAY_HOLDS;
  return status;
}

/* Rows that both sides make of the same pair's step in the same way: nothing
   is to be evaluated there.  */
static enum assay_status
find_same_rows (struct comparison *c, struct assay_ctx *ctx)
{
  const struct assay_convention *a = c->side[0], *b = c->side[1];
  enum assay_status status;
  int same_square, equal;
  size_t r;

  status = is_equal (&same_square, a->square, b->square, ctx);
  for (r = 0; r < a->layout.head_dim && status == ASSAY_OK; r++)
    {
      const struct part *x = &c->part[0][r], *y = &c->part[1][r];

      if (!x->is_turned && !y->is_turned)
        c->is_same[r] = mpq_equal (a->scale, b->scale) != 0;
      if (!x->is_turned || !y->is_turned || !same_square
          || x->partner != y->partner || a->offset != b->offset
          || (a->sign == b->sign) != (x->is_first == y->is_first))
        continue;
      status = is_equal (&equal, a->w[x->pair], b->w[y->pair], ctx);
      c->is_same[r] = equal != 0;
    }
  return status;
}

/* Compare F_rc (T) of both; EQUALITY has the counterexample if it is one.  */
static enum assay_status
compare_entry (struct assay_equality *equality, const struct comparison *c,
               size_t row, size_t column, long t, struct assay_ctx *ctx)
{
  struct assay_expr *a = entry (c, 0, row, column, t, ctx);
  struct assay_expr *b = entry (c, 1, row, column, t, ctx);
  enum assay_status status = a && b ? ASSAY_OK : ctx->error.status;
  struct assay_decision decision;

  if (status == ASSAY_OK)
    status = assay_decide (&decision, a, ASSAY_EQ, b, ctx);
  if (status == ASSAY_OK)
    {
      equality->compared++;
      equality->open += decision.verdict == ASSAY_OPEN;
    }
  if (status == ASSAY_OK && decision.verdict == ASSAY_FAILS)
    {
      equality->sameness = ASSAY_SAME_NOT;
      equality->has_vectors = 1;
      equality->q = row;
      equality->k = column;
      equality->m = t < 0 ? -t : 0;
      equality->n = t < 0 ? 0 : t;
      equality->decision = decision;
      equality->value[0] = assay_expr_ref (a);
      equality->value[1] = assay_expr_ref (b);
      equality->value[2] = assay_formula_sub (assay_expr_ref (a),
                                              assay_expr_ref (b), ctx);
      status = assay_formula_status (equality->value[2], ctx);
    }
  assay_expr_unref (a);
  assay_expr_unref (b);
  return status;
}

/* The columns of ROW in which a side may have something, in order.  */
static size_t
columns_of (size_t column[3], const struct comparison *c, size_t row)
{
  size_t count = 0, s, k, at;

  column[count++] = row;
  for (s = 0; s < 2; s++)
    if (c->part[s][row].is_turned)
      {
        size_t partner = c->part[s][row].partner;

        for (at = 0; at < count && column[at] < partner; at++)
          continue;
        if (at < count && column[at] == partner)
          continue;
        for (k = count++; k > at; k--)
          column[k] = column[k - 1];
        column[at] = partner;
      }
  return count;
}

/* Every entry at four consecutive n - m, the nearest positions first.  */
static enum assay_status
compare_entries (struct assay_equality *equality, const struct comparison *c,
                 struct assay_ctx *ctx)
{
  static const long differences[] = { 0, 1, -1, 2 };
  size_t dim = c->side[0]->layout.head_dim, row, column[3], count, k, n;
  enum assay_status status = ASSAY_OK;

  for (n = 0; n < 4; n++)
    for (row = 0; row < dim; row++)
      {
        if (c->is_same[row])
          continue;
        count = columns_of (column, c, row);
        for (k = 0; k < count; k++)
          {
            if (status == ASSAY_OK)
              status = compare_entry (equality, c, row, column[k],
                                      differences[n], ctx);
            if (status != ASSAY_OK || equality->sameness == ASSAY_SAME_NOT)
              return status;
          }
      }
  return status;
}

/* What is added: only what depends on the key changes a weight.  */
static void
compare_addends (struct assay_equality *equality,
                 const struct assay_convention *a,
                 const struct assay_convention *b)
{
  mpq_t difference;

  mpq_sub (equality->row, a->addend[ASSAY_ADDEND_ROW],
           b->addend[ASSAY_ADDEND_ROW]);
  mpq_sub (equality->query, a->addend[ASSAY_ADDEND_QUERY],
           b->addend[ASSAY_ADDEND_QUERY]);
  if (mpq_equal (a->addend[ASSAY_ADDEND_KEY], b->addend[ASSAY_ADDEND_KEY]))
    {
      if (equality->sameness == ASSAY_SAME_SCORES
          && (mpq_sgn (equality->row) != 0 || mpq_sgn (equality->query) != 0))
        equality->sameness = ASSAY_SAME_WEIGHTS;
      return;
    }
  equality->sameness = ASSAY_SAME_NOT;
  equality->decision.verdict = ASSAY_FAILS;
  equality->decision.rule = ASSAY_RULE_RATIONALS;
  equality->n = 1;
  equality->value[0]
    = assay_expr_new_rational (a->addend[ASSAY_ADDEND_KEY]);
  equality->value[1]
    = assay_expr_new_rational (b->addend[ASSAY_ADDEND_KEY]);
  mpq_init (difference);
  mpq_sub (difference, a->addend[ASSAY_ADDEND_KEY],
           b->addend[ASSAY_ADDEND_KEY]);
  equality->value[2] = assay_expr_new_rational (difference);
  mpq_clear (difference);
}

enum assay_status
assay_equality_decide (struct assay_equality *equality,
                       const struct assay_convention *a,
                       const struct assay_convention *b,
                       struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, "B", 0 };
  struct comparison c = { { a, b }, { NULL, NULL }, NULL };
  size_t dim = a->layout.head_dim;
  enum assay_status status;

  memset (equality, 0, sizeof *equality);
  mpq_inits (equality->row, equality->query, NULL);
  if (dim != b->layout.head_dim)
    return assay_fail (ctx, ASSAY_EVALUE, &where, "a head as wide as A's",
                       "%zu components for %zu", b->layout.head_dim, dim);
  c.part[0] = find_parts (a);
  c.part[1] = find_parts (b);
  c.is_same = assay_calloc (dim, sizeof *c.is_same);
  status = find_same_rows (&c, ctx);
  if (status == ASSAY_OK)
    status = compare_entries (equality, &c, ctx);
  if (status == ASSAY_OK && equality->sameness != ASSAY_SAME_NOT)
    {
      if (equality->open > 0)
        equality->sameness = ASSAY_SAME_OPEN;
      compare_addends (equality, a, b);
    }
  free (c.part[0]);
  free (c.part[1]);
  free (c.is_same);
  return status;
}

void
assay_equality_clear (struct assay_equality *equality)
{
  int n;

  mpq_clears (equality->row, equality->query, NULL);
  for (n = 0; n < 3; n++)
    assay_expr_unref (equality->value[n]);
}
