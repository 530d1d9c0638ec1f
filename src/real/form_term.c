/* form_term.c -- products of terms in canonical form (Lemma B22) */

#include "real/form.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "exact/rat.h"

/* Coefficients beyond this end the attempt at a normal form.  */
enum { COEFFICIENT_BITS = 1 << 18 };

void
assay_draft_init (struct assay_draft *draft)
{
  memset (draft, 0, sizeof *draft);
  assay_gauss_init (&draft->c);
  mpq_set_ui (draft->c.re, 1, 1);
}

void
assay_draft_clear (struct assay_draft *draft)
{
  size_t i;

  assay_gauss_clear (&draft->c);
  for (i = 0; i < draft->count; i++)
    mpq_clear (draft->factor[i].power);
  free (draft->factor);
}

void
assay_draft_times_atom (struct assay_draft *draft, struct assay_atom *atom,
                        mpq_srcptr power)
{
  size_t at = 0;

  while (at < draft->count && draft->factor[at].atom->id < atom->id)
    at++;
  if (at < draft->count && draft->factor[at].atom == atom)
    {
      mpq_add (draft->factor[at].power, draft->factor[at].power, power);
      return;
    }
  if (draft->count == draft->capacity)
    {
      draft->capacity = 2 * draft->capacity + 4;
      draft->factor = assay_realloc (draft->factor, draft->capacity,
                                     sizeof *draft->factor);
    }
  memmove (draft->factor + at + 1, draft->factor + at,
           (draft->count - at) * sizeof *draft->factor);
  draft->count++;
  draft->factor[at].atom = atom;
  mpq_init (draft->factor[at].power);
  mpq_set (draft->factor[at].power, power);
}

struct rational_power
{
  struct assay_draft *draft;
  mpq_srcptr r;
};

static void
times_prime (void *closure, struct assay_atom *prime, long exponent)
{
  struct rational_power *power = closure;
  mpq_t product;

  mpq_init (product);
  mpq_set_si (product, exponent, 1);
  mpq_mul (product, product, power->r);
  assay_draft_times_atom (power->draft, prime, product);
  mpq_clear (product);
}

/* X <- X^N, or the pool fails.  */
static void
bounded_power (struct assay_form_pool *pool, mpq_ptr x, mpz_srcptr n)
{
  int is_unit = assay_rat_bits (x) == 1;

  if (!is_unit
      && (mpz_sizeinbase (n, 2) > 20
          || assay_saturating_mul (assay_rat_bits (x), mpz_get_ui (n))
             > COEFFICIENT_BITS))
    {
      pool->failed = 1;
      return;
    }
  if (assay_node_power_rational (x, n, pool->ctx) != ASSAY_OK)
    {
      assay_ctx_forgive (pool->ctx);
      pool->failed = 1;
    }
}

static void
times_coefficient (struct assay_draft *draft, mpq_srcptr x)
{
  mpq_mul (draft->c.re, draft->c.re, x);
  mpq_mul (draft->c.im, draft->c.im, x);
}

void
assay_draft_times_rational (struct assay_form_pool *pool,
                            struct assay_draft *draft, mpq_srcptr base,
                            mpq_srcptr r)
{
  struct rational_power power = { draft, r };

  if (mpz_cmp_ui (mpq_denref (r), 1) == 0)
    {
      mpq_t value;

      mpq_init (value);
      mpq_set (value, base);
      bounded_power (pool, value, mpq_numref (r));
      times_coefficient (draft, value);
      mpq_clear (value);
      return;
    }
  assay_form_factor (pool, mpq_numref (base), 1, times_prime, &power);
  assay_form_factor (pool, mpq_denref (base), -1, times_prime, &power);
}

void
assay_draft_times_sum (struct assay_form_pool *pool,
                       struct assay_draft *draft, struct assay_sum *sum)
{
  draft->rest = draft->rest ? assay_sum_mul (pool, draft->rest, sum) : sum;
}

/* ---- exponents ---- */

/* Whether M is pi times a product of symbols (an integer), symbols not
   counted if there are none.  */
static int
is_pi_times_integer (const struct assay_monomial *m)
{
  int has_pi = 0;
  size_t i;

  if (m->exponent)
    return 0;
  for (i = 0; i < m->count; i++)
    if (m->factor[i].atom->kind == ASSAY_ATOM_PI
        && mpq_cmp_ui (m->factor[i].power, 1, 1) == 0)
      has_pi = 1;
    else if (m->factor[i].atom->kind != ASSAY_ATOM_SYMBOL)
      return 0;
  return has_pi;
}

/* R reduced modulo 2 to [0,2).  */
static void
modulo_two (mpq_ptr r)
{
  mpz_t turns;

  mpz_init (turns);
  mpz_fdiv_q (turns, mpq_numref (r), mpq_denref (r));
  mpz_fdiv_q_2exp (turns, turns, 1);
  mpz_mul_2exp (turns, turns, 1);
  mpz_submul (mpq_numref (r), turns, mpq_denref (r));
  mpz_clear (turns);
}

/* Times exp (i pi r): what the normal form of that root of unity keeps as an
   exponential stays in REMAINS, the rest goes to DRAFT.  */
static void
extract_unity (struct assay_form_pool *pool, struct assay_draft *draft,
               mpq_ptr remains)
{
  struct assay_sum *unity = assay_form_unity (pool, remains);
  const struct assay_monomial *m;

  if (unity->count == 1)
    {
      m = unity->term[0].m;
      if (m->exponent)
        mpq_set (remains, m->exponent->term[0].c->value.im);
      else
        mpq_set_ui (remains, 0, 1);
      if (m->count == 0)
        {
          assay_gauss_mul (&draft->c, &draft->c, &unity->term[0].c->value);
          return;
        }
    }
  if (unity->count == 1 && unity->term[0].m->exponent)
    {
      struct assay_term bare = unity->term[0];

      bare.m = assay_form_intern (pool, bare.m->factor, bare.m->count, NULL);
      unity = assay_sum_single (pool, &bare.c->value, bare.m);
    }
  else
    mpq_set_ui (remains, 0, 1);
  assay_draft_times_sum (pool, draft, unity);
}

/* Times exp (i K atan Q) = ((1 + i Q) / sqrt (1 + Q^2))^K.  */
static enum assay_verdict
extract_arctangent (struct assay_form_pool *pool, struct assay_draft *draft,
                    mpq_srcptr q, mpz_srcptr k)
{
  struct assay_gauss rotor;
  mpq_t norm, half;
  unsigned long n = mpz_get_ui (k);

  if (mpz_sizeinbase (k, 2) > 20
      || assay_saturating_mul (2 * assay_rat_bits (q), n)
         > COEFFICIENT_BITS)
    return ASSAY_FAILS;
  assay_gauss_init (&rotor);
  mpq_inits (norm, half, NULL);
  mpq_set_ui (rotor.re, 1, 1);
  mpq_set (rotor.im, q);
  if (mpz_sgn (k) < 0)
    mpq_neg (rotor.im, rotor.im);
  assay_gauss_pow (&rotor, &rotor, n);
  assay_gauss_mul (&draft->c, &draft->c, &rotor);
  mpq_mul (norm, q, q);
  mpq_set_ui (half, 1, 1);
  mpq_add (norm, norm, half);
  mpz_set_ui (mpq_numref (half), n);
  mpz_neg (mpq_numref (half), mpq_numref (half));
  mpz_set_ui (mpq_denref (half), 2);
  mpq_canonicalize (half);
  assay_draft_times_rational (pool, draft, norm, half);
  mpq_clears (norm, half, NULL);
  assay_gauss_clear (&rotor);
  return ASSAY_HOLDS;
}

/* exp (C M) for one term of an exponent: what is not transcendental in it
   goes to DRAFT, C keeps what stays in the exponent.  */
static void
extract_constant (struct assay_form_pool *pool, struct assay_draft *draft,
                  struct assay_gauss *c, const struct assay_monomial *m)
{
  struct assay_atom *atom;
  mpq_srcptr q;

  if (is_pi_times_integer (m))
    {
      modulo_two (c->im);
      if (m->count == 1 && mpq_sgn (c->im) != 0)
        extract_unity (pool, draft, c->im);
      return;
    }
  if (m->exponent || m->count != 1
      || mpq_cmp_ui (m->factor[0].power, 1, 1) != 0)
    return;
  atom = m->factor[0].atom;
  if (atom->kind == ASSAY_ATOM_LOG_PRIME && mpq_sgn (c->re) != 0)
    {
      assay_draft_times_atom (draft,
                              assay_form_prime (pool, ASSAY_ATOM_PRIME,
                                                atom->number, atom->certain),
                              c->re);
      mpq_set_ui (c->re, 0, 1);
    }
  if (atom->kind != ASSAY_ATOM_FUNCTION)
    return;
  if (atom->function == ASSAY_KIND_LOG && mpq_sgn (c->re) != 0)
    {
      assay_draft_times_atom (draft,
                              assay_form_atom_over (pool, ASSAY_ATOM_BASE,
                                                    ASSAY_KIND_RATIONAL,
                                                    ASSAY_FMT_F64,
                                                    atom->argument[0], NULL),
                              c->re);
      mpq_set_ui (c->re, 0, 1);
    }
  if (atom->function == ASSAY_KIND_ATAN
      && (q = assay_sum_as_rational (pool, atom->argument[0])) != NULL
      && mpz_cmp_ui (mpq_denref (c->im), 1) == 0 && mpq_sgn (c->im) != 0
      && extract_arctangent (pool, draft, q, mpq_numref (c->im))
         == ASSAY_HOLDS)
    mpq_set_ui (c->im, 0, 1);
}

static void
normalise_exponent (struct assay_form_pool *pool, struct assay_draft *draft)
{
  struct assay_bag left = { 0 };
  struct assay_gauss c;
  size_t i;

  if (draft->exponent == NULL)
    return;
  for (i = 0; i < draft->exponent->count; i++)
    if (!draft->exponent->term[i].m->is_plain)
      break;
  if (i == draft->exponent->count)
    return;
  assay_gauss_init (&c);
  for (i = 0; i < draft->exponent->count; i++)
    {
      assay_gauss_set (&c, &draft->exponent->term[i].c->value);
      extract_constant (pool, draft, &c, draft->exponent->term[i].m);
      if (!assay_gauss_is_zero (&c))
        assay_bag_add (pool, &left, assay_constant_of (pool, &c),
                       draft->exponent->term[i].m);
    }
  assay_gauss_clear (&c);
  draft->exponent = assay_bag_sum (pool, &left);
}

/* ---- powers ---- */

/* Integer parts of the powers of primes go to the coefficient, those of
   bases to the rest; factors to the power 0 go.  */
static void
reduce_powers (struct assay_form_pool *pool, struct assay_draft *draft)
{
  size_t i, kept = 0;
  mpq_t value;
  mpz_t whole;

  mpz_init (whole);
  mpq_init (value);
  for (i = 0; i < draft->count; i++)
    {
      struct assay_factor *f = &draft->factor[i];

      if (f->atom->kind == ASSAY_ATOM_PRIME
          || f->atom->kind == ASSAY_ATOM_BASE)
        {
          mpz_fdiv_q (whole, mpq_numref (f->power), mpq_denref (f->power));
          mpz_submul (mpq_numref (f->power), whole, mpq_denref (f->power));
        }
      if (f->atom->kind == ASSAY_ATOM_PRIME && mpz_sgn (whole) != 0)
        {
          mpq_set_z (value, f->atom->number);
          bounded_power (pool, value, whole);
          times_coefficient (draft, value);
        }
      else if (f->atom->kind == ASSAY_ATOM_BASE && mpz_sgn (whole) != 0)
        {
          struct assay_sum *base = f->atom->argument[0];

          if (mpz_sgn (whole) < 0)
            base = assay_fraction_sum (pool,
                                       (struct assay_fraction)
                                       { pool->one, base });
          if (mpz_cmpabs_ui (whole, 1000) > 0)
            pool->failed = 1;
          else
            assay_draft_times_sum (pool, draft,
                                   assay_sum_pow (pool, base,
                                                  mpz_get_ui (whole)));
        }
      if (mpq_sgn (f->power) == 0)
        mpq_clear (f->power);
      else
        draft->factor[kept++] = *f;
    }
  draft->count = kept;
  mpq_clear (value);
  mpz_clear (whole);
}

/* What DRAFT becomes but for its coefficient and rest; null on failure.  */
static struct assay_monomial *
draft_monomial (struct assay_form_pool *pool, struct assay_draft *draft)
{
  if (pool->failed)
    return NULL;
  normalise_exponent (pool, draft);
  reduce_powers (pool, draft);
  if (pool->failed)
    return NULL;
  return assay_form_intern (pool, draft->factor, draft->count,
                            draft->exponent);
}

static void
add_with_rest (struct assay_form_pool *pool, struct assay_bag *bag,
               const struct assay_draft *draft, struct assay_monomial *m)
{
  struct assay_sum *product;
  size_t i;

  if (draft->rest == NULL)
    {
      assay_bag_add (pool, bag, assay_constant_of (pool, &draft->c), m);
      return;
    }
  product = assay_sum_mul (pool, assay_sum_single (pool, &draft->c, m),
                           draft->rest);
  for (i = 0; i < product->count; i++)
    assay_bag_add (pool, bag, product->term[i].c, product->term[i].m);
}

void
assay_draft_finish (struct assay_form_pool *pool, struct assay_bag *bag,
                    struct assay_draft *draft)
{
  struct assay_monomial *m = draft_monomial (pool, draft);

  if (m)
    add_with_rest (pool, bag, draft, m);
}

/* Whether M is exp (E) alone, nothing in E to be looked at.  */
static int
is_plain_exponential (const struct assay_monomial *m)
{
  return m->count == 0 && m->exponent && m->has_plain_exponent;
}

/* A * B, monomials other than 1, added to BAG with the coefficient C.  The
   same two are often multiplied again, so what they give is kept.  */
static void
multiply_monomials (struct assay_form_pool *pool, struct assay_bag *bag,
                    const struct assay_constant *c,
                    const struct assay_monomial *a,
                    const struct assay_monomial *b)
{
  struct assay_draft draft;
  struct assay_monomial *m;
  size_t i;

  if (is_plain_exponential (a) && is_plain_exponential (b))
    {
      m = assay_form_intern (pool, NULL, 0,
                             assay_sum_add (pool, a->exponent, b->exponent));
      assay_form_keep_product (pool, a, b, pool->unity, m);
      assay_bag_add (pool, bag, c, m);
      return;
    }
  assay_draft_init (&draft);
  for (i = 0; i < a->count; i++)
    assay_draft_times_atom (&draft, a->factor[i].atom, a->factor[i].power);
  for (i = 0; i < b->count; i++)
    assay_draft_times_atom (&draft, b->factor[i].atom, b->factor[i].power);
  draft.exponent = a->exponent && b->exponent
                   ? assay_sum_add (pool, a->exponent, b->exponent)
                   : a->exponent ? a->exponent : b->exponent;
  m = draft_monomial (pool, &draft);
  if (m)
    {
      if (draft.rest == NULL)
        assay_form_keep_product (pool, a, b,
                                 assay_constant_of (pool, &draft.c), m);
      assay_gauss_mul (&draft.c, &draft.c, &c->value);
      add_with_rest (pool, bag, &draft, m);
    }
  assay_draft_clear (&draft);
}

void
assay_term_mul (struct assay_form_pool *pool, struct assay_bag *bag,
                const struct assay_term *a, const struct assay_term *b)
{
  const struct assay_product *known = NULL;
  const struct assay_constant *c;

  if (a->c->bits + b->c->bits > COEFFICIENT_BITS)
    pool->failed = 1;
  if (pool->failed)
    return;
  c = assay_constant_mul (pool, a->c, b->c);
  if (a->m == pool->unit || b->m == pool->unit)
    assay_bag_add (pool, bag, c, a->m == pool->unit ? b->m : a->m);
  else if ((known = assay_form_known_product (pool, a->m, b->m)))
    assay_bag_add (pool, bag, assay_constant_mul (pool, c, known->c),
                   known->m);
  else
    multiply_monomials (pool, bag, c, a->m, b->m);
}

struct assay_sum *
assay_form_exp (struct assay_form_pool *pool, struct assay_sum *exponent)
{
  struct assay_bag bag = { 0 };
  struct assay_draft draft;

  assay_draft_init (&draft);
  draft.exponent = exponent;
  assay_draft_finish (pool, &bag, &draft);
  assay_draft_clear (&draft);
  return assay_bag_sum (pool, &bag);
}
