/* gauss.c -- arithmetic in Q(i) */

#include "real/form.h"

#include "exact/rat.h"

void
assay_gauss_init (struct assay_gauss *c)
{
  mpq_inits (c->re, c->im, NULL);
}

void
assay_gauss_clear (struct assay_gauss *c)
{
  mpq_clears (c->re, c->im, NULL);
}

void
assay_gauss_set (struct assay_gauss *r, const struct assay_gauss *a)
{
  mpq_set (r->re, a->re);
  mpq_set (r->im, a->im);
}

int
assay_gauss_is_zero (const struct assay_gauss *c)
{
  return mpq_sgn (c->re) == 0 && mpq_sgn (c->im) == 0;
}

int
assay_gauss_equal (const struct assay_gauss *a, const struct assay_gauss *b)
{
  return mpq_equal (a->re, b->re) && mpq_equal (a->im, b->im);
}

void
assay_gauss_add (struct assay_gauss *r, const struct assay_gauss *a,
                 const struct assay_gauss *b)
{
  mpq_add (r->re, a->re, b->re);
  mpq_add (r->im, a->im, b->im);
}

/* R <- A B where one of them is real or purely imaginary: no sums, so no
   common denominators to find.  */
static void
multiply_on_axis (struct assay_gauss *r, const struct assay_gauss *a,
                  const struct assay_gauss *b)
{
  const struct assay_gauss *axis = a, *other = b;
  mpq_t re;

  if (mpq_sgn (a->im) != 0 && mpq_sgn (a->re) != 0)
    {
      axis = b;
      other = a;
    }
  mpq_init (re);
  if (mpq_sgn (axis->im) == 0)
    {
      mpq_mul (re, other->re, axis->re);
      mpq_mul (r->im, other->im, axis->re);
    }
  else
    {
      mpq_mul (re, other->im, axis->im);
      mpq_neg (re, re);
      mpq_mul (r->im, other->re, axis->im);
    }
  mpq_swap (r->re, re);
  mpq_clear (re);
}

void
assay_gauss_mul (struct assay_gauss *r, const struct assay_gauss *a,
                 const struct assay_gauss *b)
{
  mpq_t re, im, product;

  if (mpq_sgn (a->im) == 0 && mpq_sgn (b->im) == 0)
    {
      mpq_mul (r->re, a->re, b->re);
      mpq_set_ui (r->im, 0, 1);
      return;
    }
  if (mpq_sgn (a->im) == 0 || mpq_sgn (a->re) == 0
      || mpq_sgn (b->im) == 0 || mpq_sgn (b->re) == 0)
    {
      multiply_on_axis (r, a, b);
      return;
    }
  mpq_inits (re, im, product, NULL);
  mpq_mul (re, a->re, b->re);
  mpq_mul (product, a->im, b->im);
  mpq_sub (re, re, product);
  mpq_mul (im, a->re, b->im);
  mpq_mul (product, a->im, b->re);
  mpq_add (im, im, product);
  mpq_swap (r->re, re);
  mpq_swap (r->im, im);
  mpq_clears (re, im, product, NULL);
}

void
assay_gauss_inv (struct assay_gauss *r, const struct assay_gauss *a)
{
  mpq_t norm, square;

  mpq_inits (norm, square, NULL);
  mpq_mul (norm, a->re, a->re);
  mpq_mul (square, a->im, a->im);
  mpq_add (norm, norm, square);
  mpq_div (r->re, a->re, norm);
  mpq_div (r->im, a->im, norm);
  mpq_neg (r->im, r->im);
  mpq_clears (norm, square, NULL);
}

void
assay_gauss_pow (struct assay_gauss *r, const struct assay_gauss *a,
                 unsigned long n)
{
  struct assay_gauss square;

  assay_gauss_init (&square);
  assay_gauss_set (&square, a);
  mpq_set_ui (r->re, 1, 1);
  mpq_set_ui (r->im, 0, 1);
  for (; n > 0; n /= 2)
    {
      if (n % 2 == 1)
        assay_gauss_mul (r, r, &square);
      if (n > 1)
        assay_gauss_mul (&square, &square, &square);
    }
  assay_gauss_clear (&square);
}

size_t
assay_gauss_bits (const struct assay_gauss *a)
{
  return assay_rat_bits (a->re) + assay_rat_bits (a->im);
}
