/* surd.c -- a rational times one root: the scales and slopes of scores */

#include "attention/surd.h"

#include "real/encl.h"

void
assay_surd_init (struct assay_surd *surd)
{
  mpq_init (surd->factor);
  surd->radicand = 1;
  surd->num = 0;
  surd->den = 1;
}

void
assay_surd_clear (struct assay_surd *surd)
{
  mpq_clear (surd->factor);
}

void
assay_surd_set (struct assay_surd *result, const struct assay_surd *x)
{
  mpq_set (result->factor, x->factor);
  result->radicand = x->radicand;
  result->num = x->num;
  result->den = x->den;
}

static void
set_root (struct assay_surd *result, unsigned long radicand,
          unsigned long num, unsigned long den)
{
  int rational = radicand == 1 || num == 0 || mpq_sgn (result->factor) == 0;

  result->radicand = rational ? 1 : radicand;
  result->num = rational ? 0 : num;
  result->den = rational ? 1 : den;
}

void
assay_surd_set_rational (struct assay_surd *result, mpq_srcptr x)
{
  mpq_set (result->factor, x);
  set_root (result, 1, 0, 1);
}

void
assay_surd_set_inverse_sqrt (struct assay_surd *result, unsigned long d)
{
  unsigned long free_part = 1, prime, rest = d;

  for (prime = 2; prime <= rest / prime; prime++)
    {
      int is_odd = 0;

      for (; rest % prime == 0; rest /= prime)
        is_odd = !is_odd;
      if (is_odd)
        free_part *= prime;
    }
  free_part *= rest;
  /* d = f s^2 with f squarefree: 1 / sqrt d = sqrt f / (f s), and (f s)^2 =
     f d.  */
  mpz_set_ui (mpq_numref (result->factor), 1);
  mpz_set_ui (mpq_denref (result->factor), d);
  mpz_mul_ui (mpq_denref (result->factor), mpq_denref (result->factor),
              free_part);
  mpz_sqrt (mpq_denref (result->factor), mpq_denref (result->factor));
  set_root (result, free_part, 1, 2);
}

/* RESULT <- RESULT's factor * RADICAND^(NUM / DEN), NUM of any sign.  */
static void
reduce_power (struct assay_surd *result, unsigned long radicand,
              mpz_srcptr num, unsigned long den)
{
  mpz_t whole, rest, power;
  unsigned long part, common;

  mpz_inits (whole, rest, power, NULL);
  part = mpz_fdiv_qr_ui (whole, rest, num, den);
  common = mpz_gcd_ui (NULL, rest, den);
  mpz_ui_pow_ui (power, radicand, mpz_get_ui (whole));
  if (mpz_sgn (whole) > 0)
    mpz_mul (mpq_numref (result->factor), mpq_numref (result->factor), power);
  else if (mpz_sgn (whole) < 0)
    mpz_mul (mpq_denref (result->factor), mpq_denref (result->factor), power);
  mpq_canonicalize (result->factor);
  set_root (result, radicand, part / common, den / common);
  mpz_clears (whole, rest, power, NULL);
}

void
assay_surd_set_power_of_two (struct assay_surd *result, long e,
                             unsigned long k)
{
  mpz_t num;

  mpz_init_set_si (num, e);
  mpq_set_ui (result->factor, 1, 1);
  reduce_power (result, 2, num, k);
  mpz_clear (num);
}

/* RESULT <- RESULT's factor * sqrt (M) * sqrt (N), M and N squarefree:
   sqrt (m n) = g sqrt ((m/g) (n/g)), g their common factor.  ASSAY_EVALUE
   when that is too large to hold.  */
static enum assay_status
multiply_square_roots (struct assay_surd *result, unsigned long m,
                       unsigned long n)
{
  mpz_t left, common;
  enum assay_status status = ASSAY_OK;

  mpz_init_set_ui (left, m);
  mpz_init_set_ui (common, n);
  mpz_gcd (common, left, common);
  mpz_divexact (left, left, common);
  mpz_mul_ui (left, left, n / mpz_get_ui (common));
  if (mpz_fits_ulong_p (left))
    {
      mpz_mul (mpq_numref (result->factor), mpq_numref (result->factor),
               common);
      mpq_canonicalize (result->factor);
      set_root (result, mpz_get_ui (left), 1, 2);
    }
  else
    status = ASSAY_EVALUE;
  mpz_clears (left, common, NULL);
  return status;
}

/* RESULT's factor times the roots of X and Y, both irrational and with one
   radicand: the exponents add.  ASSAY_EVALUE when their common denominator
   is too large to hold.  */
static enum assay_status
add_exponents (struct assay_surd *result, const struct assay_surd *x,
               const struct assay_surd *y)
{
  enum assay_status status = ASSAY_OK;
  mpz_t num, term, den;

  mpz_inits (num, term, den, NULL);
  mpz_set_ui (den, x->den);
  mpz_lcm_ui (den, den, y->den);
  if (mpz_fits_ulong_p (den))
    {
      mpz_divexact_ui (num, den, x->den);
      mpz_mul_ui (num, num, x->num);
      mpz_divexact_ui (term, den, y->den);
      mpz_mul_ui (term, term, y->num);
      mpz_add (num, num, term);
      reduce_power (result, x->radicand, num, mpz_get_ui (den));
    }
  else
    status = ASSAY_EVALUE;
  mpz_clears (num, term, den, NULL);
  return status;
}

enum assay_status
assay_surd_mul (struct assay_surd *result, const struct assay_surd *x,
                const struct assay_surd *y)
{
  enum assay_status status = ASSAY_OK;
  struct assay_surd product;

  assay_surd_init (&product);
  mpq_mul (product.factor, x->factor, y->factor);
  if (assay_surd_is_rational (x))
    set_root (&product, y->radicand, y->num, y->den);
  else if (assay_surd_is_rational (y))
    set_root (&product, x->radicand, x->num, x->den);
  else if (x->den == 2 && y->den == 2)
    status = multiply_square_roots (&product, x->radicand, y->radicand);
  else if (x->radicand == y->radicand)
    status = add_exponents (&product, x, y);
  else
    status = ASSAY_EVALUE;
  if (status == ASSAY_OK)
    assay_surd_set (result, &product);
  assay_surd_clear (&product);
  return status;
}

void
assay_surd_mul_rational (struct assay_surd *result, const struct assay_surd *x,
                         mpq_srcptr q)
{
  mpq_mul (result->factor, x->factor, q);
  set_root (result, x->radicand, x->num, x->den);
}

int
assay_surd_is_rational (const struct assay_surd *x)
{
  return x->den == 1;
}

int
assay_surd_same_root (const struct assay_surd *x, const struct assay_surd *y)
{
  return x->radicand == y->radicand && x->num == y->num && x->den == y->den;
}

/* END <- radicand^(num/den) rounded towards RND.  num < den: the power is
   taken first and exactly when it is short, else the root is, and the power
   of an end bounds the power of the root.  */
static void
round_root (mpfr_ptr end, const struct assay_surd *x, mpfr_rnd_t rnd)
{
  mpfr_t root;

  if (x->den == 2)
    {
      mpfr_sqrt_ui (end, x->radicand, rnd);
      return;
    }
  /* An error of 2^(1-q) in the root is one of num 2^(1-q) in the power.  */
  mpfr_init2 (root, mpfr_get_prec (end) + 64 + 8);
  mpfr_set_ui (root, x->radicand, rnd);
  mpfr_rootn_ui (root, root, x->den, rnd);
  mpfr_pow_ui (end, root, x->num, rnd);
  mpfr_clear (root);
}

void
assay_surd_enclose_root (mpfi_ptr result, const struct assay_surd *x)
{
  if (assay_surd_is_rational (x))
    {
      mpfi_set_ui (result, 1);
      return;
    }
  round_root (&result->left, x, MPFR_RNDD);
  round_root (&result->right, x, MPFR_RNDU);
}

void
assay_surd_enclose (mpfi_ptr result, const struct assay_surd *x)
{
  assay_surd_enclose_root (result, x);
  mpfi_mul_q (result, result, x->factor);
}

double
assay_surd_double (const struct assay_surd *x, mpfr_prec_t precision)
{
  double value;
  mpfi_t enclosure;

  mpfi_init2 (enclosure, precision);
  assay_surd_enclose (enclosure, x);
  value = mpfi_get_d (enclosure);
  mpfi_clear (enclosure);
  return value;
}
