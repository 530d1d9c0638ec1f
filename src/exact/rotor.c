/* rotor.c -- rational unit rotors and their powers */

#include "exact/rotor.h"

#include <limits.h>
#include <stdlib.h>

#include "base/memory.h"
#include "exact/rat.h"

void
assay_rotor_init (struct assay_rotor *rotor)
{
  mpz_init_set_ui (rotor->a, 1);
  mpz_init_set_ui (rotor->b, 0);
  mpz_init_set_ui (rotor->h, 1);
}

void
assay_rotor_clear (struct assay_rotor *rotor)
{
  mpz_clears (rotor->a, rotor->b, rotor->h, NULL);
}

static enum assay_status
refuse_off_circle (mpq_srcptr norm, struct assay_ctx *ctx,
                   const struct assay_where *where)
{
  char *text = assay_rat_text (norm);

  assay_fail (ctx, ASSAY_EVALUE, where, "c^2 + s^2 = 1 exactly",
              "c^2 + s^2 = %.80s", text);
  free (text);
  return ASSAY_EVALUE;
}

enum assay_status
assay_rotor_set (struct assay_rotor *rotor, mpq_srcptr c, mpq_srcptr s,
                 struct assay_ctx *ctx, const struct assay_where *where)
{
  enum assay_status status = ASSAY_OK;
  mpq_t norm, square;

  mpq_inits (norm, square, NULL);
  mpq_mul (norm, c, c);
  mpq_mul (square, s, s);
  mpq_add (norm, norm, square);
  if (mpq_cmp_ui (norm, 1, 1) != 0)
    status = refuse_off_circle (norm, ctx, where);
  else
    {
      mpz_set (rotor->a, mpq_numref (c));
      mpz_set (rotor->b, mpq_numref (s));
      mpz_set (rotor->h, mpq_denref (c));
    }
  mpq_clears (norm, square, NULL);
  return status;
}

unsigned long long
assay_rotor_power_bits (const struct assay_rotor *rotor, mpz_srcptr p)
{
  unsigned long long exponent;

  if (mpz_cmp_ui (rotor->h, 1) == 0)
    return 1;
  exponent = mpz_sizeinbase (p, 2) > 63 ? ULLONG_MAX
             : (unsigned long long) mpz_get_ui (p);
  return assay_saturating_mul (exponent, mpz_sizeinbase (rotor->h, 2));
}

/* (a, b, h) <- (a, b, h)^2.  With a^2 + b^2 = h^2 the square of a + bi is
   2 a^2 - h^2 + ((a+b)^2 - h^2) i: three squarings, which cost less than two
   products and one squaring.  */
static void
rotor_square (struct assay_rotor *r, mpz_ptr sum)
{
  mpz_add (sum, r->a, r->b);
  mpz_mul (r->h, r->h, r->h);
  mpz_mul (r->b, sum, sum);
  mpz_sub (r->b, r->b, r->h);
  mpz_mul (sum, r->a, r->a);
  mpz_mul_2exp (sum, sum, 1);
  mpz_sub (r->a, sum, r->h);
}

static void
rotor_multiply (struct assay_rotor *r, const struct assay_rotor *by,
                mpz_ptr X, mpz_ptr Y)
{
  assay_rotor_turn (X, Y, by, r->a, r->b);
  mpz_swap (r->a, X);
  mpz_swap (r->b, Y);
  mpz_mul (r->h, r->h, by->h);
}

enum assay_status
assay_rotor_power (struct assay_rotor *power, const struct assay_rotor *rotor,
                   mpz_srcptr p, struct assay_ctx *ctx,
                   const struct assay_where *where)
{
  unsigned long long bits = assay_rotor_power_bits (rotor, p);
  enum assay_status status;
  struct assay_rotor result;
  mpz_t exponent, X, Y;
  size_t i;

  status = assay_ctx_afford (ctx, where, "rotor powers", bits);
  if (status != ASSAY_OK)
    return status;
  mpz_inits (exponent, X, Y, NULL);
  mpz_abs (exponent, p);
  /* A rotor over 1 is a power of i, of order four.  */
  if (mpz_cmp_ui (rotor->h, 1) == 0)
    mpz_fdiv_r_2exp (exponent, exponent, 2);
  assay_rotor_init (&result);
  for (i = mpz_sizeinbase (exponent, 2); i-- > 0;)
    {
      rotor_square (&result, X);
      if (mpz_tstbit (exponent, i))
        rotor_multiply (&result, rotor, X, Y);
    }
  if (mpz_sgn (p) < 0)
    mpz_neg (result.b, result.b);
  mpz_swap (power->a, result.a);
  mpz_swap (power->b, result.b);
  mpz_swap (power->h, result.h);
  assay_rotor_clear (&result);
  mpz_clears (exponent, X, Y, NULL);
  return ASSAY_OK;
}

void
assay_rotor_turn (mpz_ptr X, mpz_ptr Y, const struct assay_rotor *rotor,
                  mpz_srcptr x, mpz_srcptr y)
{
  mpz_mul (X, rotor->a, x);
  mpz_submul (X, rotor->b, y);
  mpz_mul (Y, rotor->b, x);
  mpz_addmul (Y, rotor->a, y);
}

void
assay_rotor_get (mpq_ptr c, mpq_ptr s, const struct assay_rotor *rotor)
{
  mpz_set (mpq_numref (c), rotor->a);
  mpz_set (mpq_denref (c), rotor->h);
  mpz_set (mpq_numref (s), rotor->b);
  mpz_set (mpq_denref (s), rotor->h);
  /* 0/h is the one case that is not in lowest terms as it stands: then
     h = 1 by Lemma B1, so nothing is left to do.  */
}
