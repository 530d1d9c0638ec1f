/* unity.c -- roots of unity over radicals and a basis (Lemma B24)

   exp (i pi r) with r/2 = A/N in lowest terms is split into prime-power
   parts.  Of a part e/q, q a power of p, the h with h/p <= e/q < (h+1)/p (p
   replaced by 8 for p = 2) is written algebraically and e/q - h/p is left
   over.  Eighths and thirds of a circle are expressions in i, sqrt 2 and
   sqrt 3; for p = 5 the roots z^h are reduced to 1 and z over sqrt 5; for
   larger p, z^(p-1) = -(1 + z + ... + z^(p-2)).  */

#include "real/form.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Beyond these a root of unity is left as it is.  */
enum { ORDER_LIMIT = 1 << 20, RELATION_LIMIT = 64 };

/* The sum under construction: coefficients times exp (2 pi i turns).  */
struct part
{
  struct assay_sum *c;
  mpq_t turns;
};

struct parts
{
  size_t count;
  struct part *part;
};

/* (A + B sqrt (P)) with rationals over D, times 1 or i.  */
static struct assay_sum *
quadratic (struct assay_form_pool *pool, long a, long b, unsigned long p,
           unsigned long d, int times_i)
{
  struct assay_bag bag = { 0 };
  struct assay_draft draft;
  struct assay_gauss c;
  mpz_t prime;
  mpq_t half;

  assay_gauss_init (&c);
  mpz_init_set_ui (prime, p);
  mpq_init (half);
  mpq_set_ui (half, 1, 2);
  mpq_set_si (times_i ? c.im : c.re, a, d);
  mpq_canonicalize (times_i ? c.im : c.re);
  if (a != 0)
    assay_bag_add (pool, &bag, assay_constant_of (pool, &c), pool->unit);
  mpq_set_si (times_i ? c.im : c.re, b, d);
  mpq_canonicalize (times_i ? c.im : c.re);
  assay_draft_init (&draft);
  assay_gauss_set (&draft.c, &c);
  assay_draft_times_atom (&draft,
                          assay_form_prime (pool, ASSAY_ATOM_PRIME, prime, 1),
                          half);
  if (b != 0)
    assay_draft_finish (pool, &bag, &draft);
  assay_draft_clear (&draft);
  mpq_clear (half);
  mpz_clear (prime);
  assay_gauss_clear (&c);
  return assay_bag_sum (pool, &bag);
}

/* exp (2 pi i h / 8) and exp (2 pi i h / 3).  */
static struct assay_sum *
eighth_root (struct assay_form_pool *pool, unsigned long h)
{
  static const signed char re[8] = { 1, 1, 0, -1, -1, -1, 0, 1 };
  static const signed char im[8] = { 0, 1, 1, 1, 0, -1, -1, -1 };

  if (h % 2 == 0)
    return assay_sum_scale (pool, pool->one, re[h], im[h]);
  return assay_sum_add (pool, quadratic (pool, 0, re[h], 2, 2, 0),
                        quadratic (pool, 0, im[h], 2, 2, 1));
}

static struct assay_sum *
third_root (struct assay_form_pool *pool, unsigned long h)
{
  if (h == 0)
    return pool->one;
  return assay_sum_add (pool, quadratic (pool, -1, 0, 3, 2, 0),
                        quadratic (pool, 0, h == 1 ? 1 : -1, 3, 2, 1));
}

/* z^h = C[0] + C[1] z for z = exp (2 pi i / 5), with f = (sqrt 5 - 1) / 2 =
   z + 1/z: z^2 = f z - 1, z^3 = -f z - f, z^4 = -z + f.  */
static void
fifth_root (struct assay_form_pool *pool, struct assay_sum *c[2],
            unsigned long h)
{
  struct assay_sum *f = quadratic (pool, -1, 1, 5, 2, 0);
  struct assay_sum *minus_f = assay_sum_scale (pool, f, -1, 0);
  struct assay_sum *minus_one = assay_sum_scale (pool, pool->one, -1, 0);

  c[0] = h == 0 ? pool->one : h == 1 ? pool->zero : h == 2 ? minus_one
         : h == 3 ? minus_f : f;
  c[1] = h == 0 ? pool->zero : h == 1 ? pool->one : h == 2 ? f
         : h == 3 ? minus_f : minus_one;
}

/* Every part of PARTS times the sum over k < COUNT of C[k] exp (2 pi i k /
   P).  */
static void
multiply_parts (struct assay_form_pool *pool, struct parts *parts,
                struct assay_sum *const *c, size_t count, unsigned long p)
{
  struct parts product = { 0, NULL };
  size_t i, k;

  if (!assay_form_afford (pool, parts->count * count))
    return;
  product.part = assay_calloc (parts->count * count, sizeof *product.part);
  for (i = 0; i < parts->count; i++)
    for (k = 0; k < count; k++)
      if (c[k]->count > 0)
        {
          struct part *part = &product.part[product.count++];

          part->c = assay_sum_mul (pool, parts->part[i].c, c[k]);
          mpq_init (part->turns);
          mpq_set_ui (part->turns, k, p);
          mpq_canonicalize (part->turns);
          mpq_add (part->turns, part->turns, parts->part[i].turns);
        }
  for (i = 0; i < parts->count; i++)
    mpq_clear (parts->part[i].turns);
  free (parts->part);
  *parts = product;
}

/* PARTS times exp (2 pi i h / p), p >= 5.  */
static void
multiply_by_root (struct assay_form_pool *pool, struct parts *parts,
                  unsigned long p, unsigned long h)
{
  struct assay_sum *c[RELATION_LIMIT];
  size_t k, count = p == 5 ? 2 : h + 1;

  if (p == 5)
    fifth_root (pool, c, h);
  else if (h == p - 1 && p < RELATION_LIMIT)
    for (k = 0, count = p - 1; k < count; k++)
      c[k] = assay_sum_scale (pool, pool->one, -1, 0);
  else
    {
      for (k = 0; k < parts->count; k++)
        {
          mpq_t turns;

          mpq_init (turns);
          mpq_set_ui (turns, h, p);
          mpq_canonicalize (turns);
          mpq_add (parts->part[k].turns, parts->part[k].turns, turns);
          mpq_clear (turns);
        }
      return;
    }
  multiply_parts (pool, parts, c, count, p);
}

/* PARTS times exp (2 pi i E / Q), Q a power of P, E < Q.  */
static void
multiply_by_prime_power (struct assay_form_pool *pool, struct parts *parts,
                         unsigned long p, unsigned long q, unsigned long e)
{
  unsigned long cells = p == 2 ? 8 : p;
  unsigned long h = e * cells / q;
  struct assay_sum *root;
  mpq_t left;
  size_t k;

  /* What is left over: e/q - h/cells.  */
  mpq_init (left);
  mpz_set_ui (mpq_numref (left), e * cells - h * q);
  mpz_set_ui (mpq_denref (left), q);
  mpz_mul_ui (mpq_denref (left), mpq_denref (left), cells);
  mpq_canonicalize (left);
  for (k = 0; k < parts->count; k++)
    mpq_add (parts->part[k].turns, parts->part[k].turns, left);
  mpq_clear (left);
  if (p > 3)
    multiply_by_root (pool, parts, p, h);
  else
    {
      root = p == 2 ? eighth_root (pool, h) : third_root (pool, h);
      multiply_parts (pool, parts, &root, 1, 1);
    }
}

/* C * exp (2 pi i TURNS) added to BAG, the exponential as it stands.  */
static void
add_part (struct assay_form_pool *pool, struct assay_bag *bag,
          const struct part *part)
{
  struct assay_sum *exponent = NULL;
  struct assay_factor factor;
  struct assay_gauss angle;
  mpz_t turns;
  size_t i;

  assay_gauss_init (&angle);
  mpz_init (turns);
  mpq_init (factor.power);
  mpq_set_ui (factor.power, 1, 1);
  factor.atom = assay_form_pi (pool);
  mpq_set (angle.im, part->turns);
  mpz_fdiv_q (turns, mpq_numref (angle.im), mpq_denref (angle.im));
  mpz_submul (mpq_numref (angle.im), turns, mpq_denref (angle.im));
  mpq_mul_2exp (angle.im, angle.im, 1);
  if (mpq_sgn (angle.im) != 0)
    exponent = assay_sum_single (pool, &angle,
                                 assay_form_intern (pool, &factor, 1, NULL));
  for (i = 0; i < part->c->count; i++)
    {
      const struct assay_monomial *m = part->c->term[i].m;

      assay_bag_add (pool, bag, part->c->term[i].c,
                     assay_form_intern (pool, m->factor, m->count,
                                        exponent));
    }
  mpq_clear (factor.power);
  mpz_clear (turns);
  assay_gauss_clear (&angle);
}

/* A * (N/Q)^-1 mod Q: the part of A/N modulo 1 with denominator Q.  */
static unsigned long
part_numerator (unsigned long a, unsigned long n, unsigned long q)
{
  mpz_t inverse, modulus;
  unsigned long result;

  mpz_init_set_ui (inverse, n / q);
  mpz_init_set_ui (modulus, q);
  if (q > 1)
    mpz_invert (inverse, inverse, modulus);
  mpz_mul_ui (inverse, inverse, a);
  result = mpz_fdiv_ui (inverse, q);
  mpz_clears (inverse, modulus, NULL);
  return result;
}

struct assay_sum *
assay_form_unity (struct assay_form_pool *pool, mpq_srcptr r)
{
  struct assay_bag bag = { 0 };
  struct parts parts = { 1, NULL };
  unsigned long a = 0, n = 1, rest, p, q;
  mpq_t turns;
  size_t i;

  mpq_init (turns);
  mpq_div_2exp (turns, r, 1);
  parts.part = assay_calloc (1, sizeof *parts.part);
  mpq_init (parts.part[0].turns);
  parts.part[0].c = pool->one;
  if (mpz_cmp_ui (mpq_denref (turns), ORDER_LIMIT) < 0)
    {
      n = mpz_get_ui (mpq_denref (turns));
      a = mpz_fdiv_ui (mpq_numref (turns), n);
    }
  else
    mpq_set (parts.part[0].turns, turns);
  for (rest = n, p = 2; rest > 1; p++)
    {
      if (p * p > rest)
        p = rest;
      for (q = 1; rest % p == 0; rest /= p)
        q *= p;
      if (q > 1 && !pool->failed)
        multiply_by_prime_power (pool, &parts, p, q,
                                 part_numerator (a, n, q));
    }
  for (i = 0; i < parts.count; i++)
    {
      add_part (pool, &bag, &parts.part[i]);
      mpq_clear (parts.part[i].turns);
    }
  free (parts.part);
  mpq_clear (turns);
  return assay_bag_sum (pool, &bag);
}
