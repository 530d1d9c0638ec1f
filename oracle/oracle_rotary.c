/* oracle_rotary.c -- exact rotary scores by the binomial sum */

#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>

/* Steps of the binomial sum summed one by one; a multiple of four.  */
#define LEAF 8UL

/* The terms of (a + i b)^p satisfy

     term[k+1] = term[k] * i b (p-k) / (a (k+1)),    term[0] = a^p,

   which is how one binomial coefficient becomes the next.  For the steps
   k in [first, first + length) write rising = prod b (p-k), falling =
   prod a (k+1), and let the fraction

     (real + i imag) / falling
       = sum over k of prod over j in [first, k] of i b (p-j) / (a (j+1))

   be what these terms add up to in units of the term before them.  */
struct span
{
  mpz_t rising;
  mpz_t falling;
  mpz_t real;
  mpz_t imag;
};

struct binomial
{
  mpz_srcptr a;
  mpz_srcptr b;
  unsigned long p;
};

static void
span_init (struct span *s)
{
  mpz_init (s->rising);
  mpz_init (s->falling);
  mpz_init (s->real);
  mpz_init (s->imag);
}

static void
span_clear (struct span *s)
{
  mpz_clear (s->rising);
  mpz_clear (s->falling);
  mpz_clear (s->real);
  mpz_clear (s->imag);
}

static void
span_sum_leaf (struct span *s, const struct binomial *power,
               unsigned long first, unsigned long length)
{
  mpz_t step;

  mpz_init (step);
  mpz_set_ui (s->rising, 1);
  mpz_set_ui (s->falling, 1);
  mpz_set_ui (s->real, 0);
  mpz_set_ui (s->imag, 0);
  for (unsigned long i = 0; i < length; i++)
    {
      unsigned long k = first + i;

      mpz_mul_ui (step, power->a, k + 1);
      mpz_mul (s->falling, s->falling, step);
      mpz_mul (s->real, s->real, step);
      mpz_mul (s->imag, s->imag, step);
      mpz_mul_ui (s->rising, s->rising, power->p - k);
      mpz_mul (s->rising, s->rising, power->b);
      switch ((i + 1) % 4)
        {
        case 0:
          mpz_add (s->real, s->real, s->rising);
          break;
        case 1:
          mpz_add (s->imag, s->imag, s->rising);
          break;
        case 2:
          mpz_sub (s->real, s->real, s->rising);
          break;
        case 3:
          mpz_sub (s->imag, s->imag, s->rising);
          break;
        }
    }
  mpz_clear (step);
}

/* s <- left part, then right part.  The left part has a multiple of four
   steps, so the power of i between the two is 1 and real and imaginary
   sums do not mix.  */
static void
span_join (struct span *s, const struct span *right)
{
  mpz_t carried;

  mpz_init (carried);
  mpz_mul (carried, s->rising, right->real);
  mpz_mul (s->real, s->real, right->falling);
  mpz_add (s->real, s->real, carried);
  mpz_mul (carried, s->rising, right->imag);
  mpz_mul (s->imag, s->imag, right->falling);
  mpz_add (s->imag, s->imag, carried);
  mpz_mul (s->rising, s->rising, right->rising);
  mpz_mul (s->falling, s->falling, right->falling);
  mpz_clear (carried);
}

static void
span_sum (struct span *s, const struct binomial *power, unsigned long first,
          unsigned long length)
{
  if (length <= LEAF)
    {
      span_sum_leaf (s, power, first, length);
      return;
    }

  unsigned long left = LEAF;
  while (left < length - left)
    left *= 2;

  struct span right;
  span_init (&right);
  span_sum (s, power, first, left);
  span_sum (&right, power, first + left, length - left);
  span_join (s, &right);
  span_clear (&right);
}

/* real + i imag <- (a + i b)^p.  All steps together give
   falling = p! a^p and a sum in units of a^p, hence
   (a + i b)^p = (falling + sum) / p!, exactly, and also when a = 0.  */
static void
binomial_power (mpz_t real, mpz_t imag, const mpz_t a, const mpz_t b,
                unsigned long p)
{
  struct binomial power = { a, b, p };
  struct span all;
  mpz_t factorial;

  span_init (&all);
  mpz_init (factorial);
  span_sum (&all, &power, 0, p);
  mpz_add (all.real, all.real, all.falling);
  mpz_fac_ui (factorial, p);
  if (!mpz_divisible_p (all.real, factorial)
      || !mpz_divisible_p (all.imag, factorial))
    {
      fprintf (stderr, "oracle: binomial sum of order %lu is not whole\n", p);
      abort ();
    }
  mpz_divexact (real, all.real, factorial);
  mpz_divexact (imag, all.imag, factorial);
  mpz_clear (factorial);
  span_clear (&all);
}

/* first / den and second / den <- f and g.  */
static void
common_denominator (mpz_t first, mpz_t second, mpz_t den,
                    const struct oracle_fraction *f,
                    const struct oracle_fraction *g)
{
  if (mpz_cmp (f->den, g->den) == 0)
    {
      mpz_set (first, f->num);
      mpz_set (second, g->num);
      mpz_set (den, f->den);
      return;
    }
  mpz_mul (first, f->num, g->den);
  mpz_mul (second, g->num, f->den);
  mpz_mul (den, f->den, g->den);
}

/* Dot product of one pair; conjugate tells n < m.  */
static void
pair_score (struct oracle_fraction *score,
            const struct oracle_fraction *query,
            const struct oracle_fraction *key,
            const struct oracle_fraction *cosine,
            const struct oracle_fraction *sine, unsigned long p,
            int conjugate)
{
  mpz_t x, y, xy_den, u, v, uv_den, c, s, h, part;

  mpz_inits (x, y, xy_den, u, v, uv_den, c, s, h, part, (mpz_ptr) NULL);
  common_denominator (x, y, xy_den, &query[0], &query[1]);
  common_denominator (u, v, uv_den, &key[0], &key[1]);
  common_denominator (c, s, h, cosine, sine);
  binomial_power (c, s, c, s, p);
  if (conjugate)
    mpz_neg (s, s);

  mpz_mul (part, x, u);
  mpz_addmul (part, y, v);
  mpz_mul (score->num, c, part);
  mpz_mul (part, y, u);
  mpz_submul (part, x, v);
  mpz_addmul (score->num, s, part);

  mpz_pow_ui (score->den, h, p);
  mpz_mul (score->den, score->den, xy_den);
  mpz_mul (score->den, score->den, uv_den);
  mpz_clears (x, y, xy_den, u, v, uv_den, c, s, h, part, (mpz_ptr) NULL);
}

/* Halving the pairs keeps the two denominators of every sum alike in
   size.  */
static void
pairs_score (struct oracle_fraction *score,
             const struct oracle_fraction *query,
             const struct oracle_fraction *key,
             const struct oracle_fraction *cosine,
             const struct oracle_fraction *sine, size_t pairs,
             unsigned long p, int conjugate)
{
  if (pairs == 1)
    {
      pair_score (score, query, key, cosine, sine, p, conjugate);
      return;
    }

  size_t half = pairs / 2;
  struct oracle_fraction rest;
  oracle_fraction_init (&rest);
  pairs_score (score, query, key, cosine, sine, half, p, conjugate);
  pairs_score (&rest, query + 2 * half, key + 2 * half, cosine + half,
               sine + half, pairs - half, p, conjugate);
  oracle_fraction_add (score, score, &rest);
  oracle_fraction_clear (&rest);
}

int
oracle_rotary_score (struct oracle_fraction *score,
                     const struct oracle_fraction *query, const mpz_t m,
                     const struct oracle_fraction *key, const mpz_t n,
                     const struct oracle_fraction *cosine,
                     const struct oracle_fraction *sine, size_t pairs)
{
  mpz_t relative;

  mpz_init (relative);
  mpz_sub (relative, n, m);
  int conjugate = mpz_sgn (relative) < 0;
  mpz_abs (relative, relative);
  int fits = mpz_fits_ulong_p (relative);
  unsigned long p = mpz_get_ui (relative);
  mpz_clear (relative);
  if (!fits)
    return -1;

  if (pairs == 0)
    {
      mpz_set_ui (score->num, 0);
      mpz_set_ui (score->den, 1);
      return 0;
    }
  pairs_score (score, query, key, cosine, sine, pairs, p, conjugate);
  return 0;
}
