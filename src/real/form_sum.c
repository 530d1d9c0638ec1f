/* form_sum.c -- sums of c * M */

#include "real/form.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void
assay_bag_add (struct assay_form_pool *pool, struct assay_bag *bag,
               const struct assay_constant *c, struct assay_monomial *m)
{
  struct assay_term *terms;

  if (!assay_form_afford (pool, 1 + c->bits / 1024))
    return;
  if (bag->term == NULL && bag->count == ASSAY_BAG_ROOM)
    {
      bag->capacity = 4 * ASSAY_BAG_ROOM;
      bag->term = assay_realloc (NULL, bag->capacity, sizeof *bag->term);
      memcpy (bag->term, bag->few, sizeof bag->few);
    }
  else if (bag->term && bag->count == bag->capacity)
    {
      bag->capacity *= 2;
      bag->term = assay_realloc (bag->term, bag->capacity,
                                 sizeof *bag->term);
    }
  terms = bag->term ? bag->term : bag->few;
  terms[bag->count++] = (struct assay_term) { c, m };
}

static int
compare_terms (const void *a, const void *b)
{
  size_t x = ((const struct assay_term *) a)->m->id;
  size_t y = ((const struct assay_term *) b)->m->id;

  return (x > y) - (x < y);
}

/* The first KEPT terms of BAG, in order already, as a sum; BAG is emptied.  */
static struct assay_sum *
keep_sum (struct assay_form_pool *pool, struct assay_bag *bag, size_t kept)
{
  const struct assay_term *terms = bag->term ? bag->term : bag->few;
  struct assay_sum *sum;

  sum = assay_form_allot (pool, sizeof *sum + kept * sizeof *terms);
  sum->count = kept;
  sum->term = (struct assay_term *) (sum + 1);
  memcpy (sum->term, terms, kept * sizeof *terms);
  free (bag->term);
  bag->term = NULL;
  bag->count = bag->capacity = 0;
  return sum;
}

static int
is_in_order (const struct assay_term *terms, size_t count)
{
  size_t i;

  for (i = 1; i < count; i++)
    if (terms[i - 1].m->id > terms[i].m->id)
      return 0;
  return 1;
}

struct assay_sum *
assay_bag_sum (struct assay_form_pool *pool, struct assay_bag *bag)
{
  struct assay_term *terms = bag->term ? bag->term : bag->few;
  size_t i, kept = 0;

  if (!is_in_order (terms, bag->count))
    qsort (terms, bag->count, sizeof *terms, compare_terms);
  for (i = 0; i < bag->count; i++)
    {
      if (kept > 0 && terms[kept - 1].m == terms[i].m)
        {
          terms[kept - 1].c = assay_constant_add (pool, terms[kept - 1].c,
                                                  terms[i].c);
          continue;
        }
      /* The previous group is complete: drop it if it cancelled.  */
      if (kept > 0 && terms[kept - 1].c == pool->nothing)
        kept--;
      terms[kept++] = terms[i];
    }
  if (kept > 0 && terms[kept - 1].c == pool->nothing)
    kept--;
  return keep_sum (pool, bag, kept);
}

struct assay_sum *
assay_sum_single (struct assay_form_pool *pool, const struct assay_gauss *c,
                  struct assay_monomial *m)
{
  struct assay_bag bag = { 0 };

  assay_bag_add (pool, &bag, assay_constant_of (pool, c), m);
  return assay_bag_sum (pool, &bag);
}

struct assay_sum *
assay_sum_gauss (struct assay_form_pool *pool, const struct assay_gauss *c)
{
  return assay_sum_single (pool, c, pool->unit);
}

struct assay_sum *
assay_sum_rational (struct assay_form_pool *pool, mpq_srcptr re)
{
  struct assay_gauss c;
  struct assay_sum *sum;

  assay_gauss_init (&c);
  mpq_set (c.re, re);
  sum = assay_sum_gauss (pool, &c);
  assay_gauss_clear (&c);
  return sum;
}

struct assay_sum *
assay_sum_atom (struct assay_form_pool *pool, struct assay_atom *atom,
                mpq_srcptr power)
{
  struct assay_bag bag = { 0 };
  struct assay_draft draft;

  assay_draft_init (&draft);
  assay_draft_times_atom (&draft, atom, power);
  assay_draft_finish (pool, &bag, &draft);
  assay_draft_clear (&draft);
  return assay_bag_sum (pool, &bag);
}

/* Both are in order, so they are merged rather than sorted again.  */
struct assay_sum *
assay_sum_add (struct assay_form_pool *pool, const struct assay_sum *a,
               const struct assay_sum *b)
{
  struct assay_bag bag = { 0 };
  const struct assay_constant *c;
  size_t i = 0, k = 0;

  while (i < a->count || k < b->count)
    if (k == b->count
        || (i < a->count && a->term[i].m->id < b->term[k].m->id))
      {
        assay_bag_add (pool, &bag, a->term[i].c, a->term[i].m);
        i++;
      }
    else if (i == a->count || a->term[i].m != b->term[k].m)
      {
        assay_bag_add (pool, &bag, b->term[k].c, b->term[k].m);
        k++;
      }
    else
      {
        c = assay_constant_add (pool, a->term[i].c, b->term[k].c);
        if (c != pool->nothing)
          assay_bag_add (pool, &bag, c, a->term[i].m);
        i++;
        k++;
      }
  return keep_sum (pool, &bag, bag.count);
}

struct assay_sum *
assay_sum_scale_gauss (struct assay_form_pool *pool,
                       const struct assay_sum *a,
                       const struct assay_gauss *c)
{
  struct assay_bag bag = { 0 };
  const struct assay_constant *factor = assay_constant_of (pool, c);
  size_t i;

  for (i = 0; i < a->count; i++)
    assay_bag_add (pool, &bag,
                   assay_constant_mul (pool, a->term[i].c, factor),
                   a->term[i].m);
  return assay_bag_sum (pool, &bag);
}

struct assay_sum *
assay_sum_scale (struct assay_form_pool *pool, const struct assay_sum *a,
                 long re, long im)
{
  struct assay_gauss c;
  struct assay_sum *sum;

  assay_gauss_init (&c);
  mpq_set_si (c.re, re, 1);
  mpq_set_si (c.im, im, 1);
  sum = assay_sum_scale_gauss (pool, a, &c);
  assay_gauss_clear (&c);
  return sum;
}

struct assay_sum *
assay_sum_mul (struct assay_form_pool *pool, const struct assay_sum *a,
               const struct assay_sum *b)
{
  struct assay_bag bag = { 0 };
  size_t i, k;

  for (i = 0; i < a->count && !pool->failed; i++)
    for (k = 0; k < b->count && !pool->failed; k++)
      assay_term_mul (pool, &bag, &a->term[i], &b->term[k]);
  return assay_bag_sum (pool, &bag);
}

struct assay_sum *
assay_sum_pow (struct assay_form_pool *pool, struct assay_sum *a,
               unsigned long n)
{
  struct assay_sum *power = pool->one;

  for (; n > 0 && !pool->failed; n /= 2)
    {
      if (n % 2 == 1)
        power = assay_sum_mul (pool, power, a);
      if (n > 1)
        a = assay_sum_mul (pool, a, a);
    }
  return power;
}

int
assay_sum_equal (const struct assay_sum *a, const struct assay_sum *b)
{
  size_t i;

  if (a->count != b->count)
    return 0;
  for (i = 0; i < a->count; i++)
    if (a->term[i].m != b->term[i].m || a->term[i].c != b->term[i].c)
      return 0;
  return 1;
}

const struct assay_gauss *
assay_sum_constant (struct assay_form_pool *pool, const struct assay_sum *a)
{
  if (a->count == 0)
    return &pool->nothing->value;
  return a->count == 1 && a->term[0].m == pool->unit ? &a->term[0].c->value
         : NULL;
}

mpq_srcptr
assay_sum_as_rational (struct assay_form_pool *pool,
                       const struct assay_sum *a)
{
  const struct assay_gauss *c = assay_sum_constant (pool, a);

  return c && mpq_sgn (c->im) == 0 ? c->re : NULL;
}
