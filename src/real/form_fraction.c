/* form_fraction.c -- quotients of sums */

#include "real/form.h"

#include <stdlib.h>

#include "base/memory.h"

/* ---- an order that products preserve ---- */

static int
compare_constants (const struct assay_constant *a,
                   const struct assay_constant *b)
{
  int order;

  if (a == b)
    return 0;
  order = mpq_cmp (a->value.re, b->value.re);
  return order != 0 ? order : mpq_cmp (a->value.im, b->value.im);
}

/* The order of exp (A) and exp (B): of the first coefficient in which the
   exponents differ, a missing one being 0.  */
static int
compare_exponents (struct assay_form_pool *pool, const struct assay_sum *a,
                   const struct assay_sum *b)
{
  size_t i = 0, k = 0, na = a ? a->count : 0, nb = b ? b->count : 0;
  int order = 0;

  while (order == 0 && (i < na || k < nb))
    if (k == nb || (i < na && a->term[i].m->id < b->term[k].m->id))
      order = compare_constants (a->term[i++].c, pool->nothing);
    else if (i == na || b->term[k].m->id < a->term[i].m->id)
      order = compare_constants (pool->nothing, b->term[k++].c);
    else
      order = compare_constants (a->term[i++].c, b->term[k++].c);
  return order;
}

/* Of the powers in the first atom in which they differ; among primes and
   bases, whose powers wrap, or among the others.  */
static int
compare_factors (const struct assay_monomial *a,
                 const struct assay_monomial *b, int wrapping)
{
  size_t i = 0, k = 0;
  int order = 0;

  while (order == 0 && (i < a->count || k < b->count))
    {
      int of_a = k == b->count || (i < a->count && a->factor[i].atom->id
                                                   < b->factor[k].atom->id);
      int of_b = !of_a && (i == a->count || b->factor[k].atom->id
                                            < a->factor[i].atom->id);
      const struct assay_factor *f = of_b ? &b->factor[k] : &a->factor[i];
      int wraps = f->atom->kind == ASSAY_ATOM_PRIME
                  || f->atom->kind == ASSAY_ATOM_BASE;

      if (wraps == wrapping)
        order = of_a ? mpq_sgn (f->power) : of_b ? -mpq_sgn (f->power)
                : mpq_cmp (a->factor[i].power, b->factor[k].power);
      i += !of_b;
      k += !of_a;
    }
  return order;
}

size_t
assay_sum_leading (struct assay_form_pool *pool, const struct assay_sum *sum)
{
  size_t i, leading = 0;

  for (i = 1; i < sum->count; i++)
    {
      const struct assay_monomial *a = sum->term[i].m;
      const struct assay_monomial *b = sum->term[leading].m;
      int order = compare_exponents (pool, a->exponent, b->exponent);

      if (order == 0)
        order = compare_factors (a, b, 0);
      if (order == 0)
        order = compare_factors (a, b, 1);
      if (order > 0)
        leading = i;
    }
  return leading;
}

/* ---- units ---- */

/* 1 / U, where U is the invertible part of TERM: all but symbols, functions
   and bases.  */
static struct assay_sum *
inverse_of_unit (struct assay_form_pool *pool, const struct assay_term *term)
{
  struct assay_bag bag = { 0 };
  struct assay_draft draft;
  mpq_t power;
  size_t i;

  assay_draft_init (&draft);
  mpq_init (power);
  assay_gauss_inv (&draft.c, &term->c->value);
  for (i = 0; i < term->m->count; i++)
    {
      const struct assay_factor *f = &term->m->factor[i];

      mpq_neg (power, f->power);
      if (f->atom->kind == ASSAY_ATOM_PRIME || f->atom->kind == ASSAY_ATOM_PI
          || f->atom->kind == ASSAY_ATOM_LOG_PRIME)
        assay_draft_times_atom (&draft, f->atom, power);
    }
  if (term->m->exponent)
    draft.exponent = assay_sum_scale (pool, term->m->exponent, -1, 0);
  assay_draft_finish (pool, &bag, &draft);
  assay_draft_clear (&draft);
  mpq_clear (power);
  return assay_bag_sum (pool, &bag);
}

/* In a denominator of one term, B^f becomes B and 1/B goes: A is multiplied
   above and below by B^(1-f) and by B.  */
static void
clear_bases (struct assay_form_pool *pool, struct assay_fraction *a)
{
  const struct assay_monomial *m = a->den->term[0].m;
  struct assay_sum *factor;
  mpq_t power;
  size_t i;

  mpq_init (power);
  for (i = 0; i < m->count; i++)
    {
      const struct assay_factor *f = &m->factor[i];

      if (f->atom->kind == ASSAY_ATOM_BASE)
        {
          mpq_set_ui (power, 1, 1);
          mpq_sub (power, power, f->power);
          factor = assay_sum_atom (pool, f->atom, power);
          a->num = assay_sum_mul (pool, a->num, factor);
          a->den = assay_sum_mul (pool, a->den, factor);
        }
    }
  mpq_clear (power);
}

/* ---- square roots in denominators ---- */

/* Whether A is made of square roots of primes alone; PRIME <- one of them,
   null if none.  */
static int
is_quadratic (const struct assay_sum *a, struct assay_atom **prime)
{
  size_t i, k;

  *prime = NULL;
  for (i = 0; i < a->count; i++)
    {
      const struct assay_monomial *m = a->term[i].m;

      if (m->exponent)
        return 0;
      for (k = 0; k < m->count; k++)
        {
          if (m->factor[k].atom->kind != ASSAY_ATOM_PRIME
              || mpq_cmp_ui (m->factor[k].power, 1, 2) != 0)
            return 0;
          *prime = m->factor[k].atom;
        }
    }
  return 1;
}

/* A with sqrt (PRIME) replaced by its negative.  */
static struct assay_sum *
conjugate (struct assay_form_pool *pool, const struct assay_sum *a,
           const struct assay_atom *prime)
{
  struct assay_bag bag = { 0 };
  struct assay_gauss c;
  size_t i, k;

  assay_gauss_init (&c);
  for (i = 0; i < a->count; i++)
    {
      struct assay_monomial *m = a->term[i].m;

      assay_gauss_set (&c, &a->term[i].c->value);
      for (k = 0; k < m->count; k++)
        if (m->factor[k].atom == prime)
          {
            mpq_neg (c.re, c.re);
            mpq_neg (c.im, c.im);
          }
      assay_bag_add (pool, &bag, assay_constant_of (pool, &c), m);
    }
  assay_gauss_clear (&c);
  return assay_bag_sum (pool, &bag);
}

/* (A + B sqrt p) (A - B sqrt p) is free of sqrt p: each round removes one
   prime from the denominator.  */
static void
rationalise (struct assay_form_pool *pool, struct assay_fraction *a)
{
  struct assay_atom *prime;
  struct assay_sum *other;

  while (!pool->failed && a->den->count > 1 && is_quadratic (a->den, &prime)
         && prime)
    {
      other = conjugate (pool, a->den, prime);
      a->num = assay_sum_mul (pool, a->num, other);
      a->den = assay_sum_mul (pool, a->den, other);
    }
}

/* ---- fractions ---- */

/* NUM = L * DEN for a single term L: then A is L.  DEN's leading term has the
   unit part 1.  */
static void
cancel_whole (struct assay_form_pool *pool, struct assay_fraction *a)
{
  const struct assay_term *leading;
  struct assay_sum *inverse, *scaled;

  if (a->num->count != a->den->count || a->den == pool->one)
    return;
  leading = &a->num->term[assay_sum_leading (pool, a->num)];
  inverse = inverse_of_unit (pool, leading);
  scaled = assay_sum_mul (pool, a->num, inverse);
  if (pool->failed || !assay_sum_equal (scaled, a->den)
      || inverse->count != 1)
    return;
  a->num = inverse_of_unit (pool, &inverse->term[0]);
  a->den = pool->one;
}

static struct assay_fraction
normalised (struct assay_form_pool *pool, struct assay_fraction a)
{
  struct assay_sum *inverse;

  if (a.den->count == 0)
    pool->failed = 1;
  if (pool->failed || a.num->count == 0)
    return (struct assay_fraction) { pool->zero, pool->one };
  if (a.den == pool->one)
    return a;
  if (a.den->count == 1)
    clear_bases (pool, &a);
  rationalise (pool, &a);
  if (pool->failed || a.den->count == 0)
    {
      pool->failed = 1;
      return (struct assay_fraction) { pool->zero, pool->one };
    }
  inverse = inverse_of_unit (pool,
                             &a.den->term[assay_sum_leading (pool, a.den)]);
  a.num = assay_sum_mul (pool, a.num, inverse);
  a.den = assay_sum_mul (pool, a.den, inverse);
  if (!pool->failed && assay_sum_equal (a.den, pool->one))
    a.den = pool->one;
  if (!pool->failed)
    cancel_whole (pool, &a);
  return a;
}

struct assay_fraction
assay_fraction_of_sum (struct assay_form_pool *pool, struct assay_sum *sum)
{
  return (struct assay_fraction) { sum, pool->one };
}

/* A B of two denominators, which mostly are 1.  */
static struct assay_sum *
common_denominator (struct assay_form_pool *pool, struct assay_sum *a,
                    struct assay_sum *b)
{
  return a == pool->one ? b : b == pool->one ? a : assay_sum_mul (pool, a, b);
}

struct assay_fraction
assay_fraction_add (struct assay_form_pool *pool, struct assay_fraction a,
                    struct assay_fraction b)
{
  if (assay_sum_equal (a.den, b.den))
    return normalised (pool, (struct assay_fraction)
                       { assay_sum_add (pool, a.num, b.num), a.den });
  return normalised (pool, (struct assay_fraction)
                     { assay_sum_add (pool,
                                      assay_sum_mul (pool, a.num, b.den),
                                      assay_sum_mul (pool, b.num, a.den)),
                       common_denominator (pool, a.den, b.den) });
}

struct assay_fraction
assay_fraction_mul (struct assay_form_pool *pool, struct assay_fraction a,
                    struct assay_fraction b)
{
  return normalised (pool, (struct assay_fraction)
                     { assay_sum_mul (pool, a.num, b.num),
                       common_denominator (pool, a.den, b.den) });
}

struct assay_fraction
assay_fraction_div (struct assay_form_pool *pool, struct assay_fraction a,
                    struct assay_fraction b)
{
  return normalised (pool, (struct assay_fraction)
                     { assay_sum_mul (pool, a.num, b.den),
                       assay_sum_mul (pool, a.den, b.num) });
}

struct assay_sum *
assay_fraction_sum (struct assay_form_pool *pool, struct assay_fraction a)
{
  struct assay_sum *inverse;
  mpq_t one;

  a = normalised (pool, a);
  if (a.den == pool->one)
    return a.num;
  mpq_init (one);
  mpq_set_ui (one, 1, 1);
  inverse = assay_sum_atom (pool,
                            assay_form_atom_over (pool, ASSAY_ATOM_INVERSE,
                                                  ASSAY_KIND_RATIONAL,
                                                  ASSAY_FMT_F64, a.den,
                                                  NULL), one);
  mpq_clear (one);
  return assay_sum_mul (pool, a.num, inverse);
}
