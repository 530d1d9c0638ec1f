/* form_power.c -- fractional powers and logarithms of forms */

#include "real/form.h"

/* Whether A is a real number by its form: real coefficients and, in all
   exponents and inverses, again real forms.  Other atoms are real.  */
static int
is_real (const struct assay_sum *a)
{
  size_t i, k;

  for (i = 0; i < a->count; i++)
    {
      const struct assay_monomial *m = a->term[i].m;

      if (mpq_sgn (a->term[i].c->value.im) != 0
          || (m->exponent && !is_real (m->exponent)))
        return 0;
      for (k = 0; k < m->count; k++)
        if (m->factor[k].atom->kind == ASSAY_ATOM_INVERSE
            && !is_real (m->factor[k].atom->argument[0]))
          return 0;
    }
  return 1;
}

/* Whether C * M is a positive real by its form.  Even powers of symbols
   count when EVEN_SYMBOLS: they are then known not to be zero.  */
static int
term_is_positive (const struct assay_term *term, int even_symbols)
{
  const struct assay_monomial *m = term->m;
  size_t i;

  if (mpq_sgn (term->c->value.im) != 0 || mpq_sgn (term->c->value.re) <= 0
      || (m->exponent && !is_real (m->exponent)))
    return 0;
  for (i = 0; i < m->count; i++)
    switch (m->factor[i].atom->kind)
      {
      case ASSAY_ATOM_PRIME:
      case ASSAY_ATOM_PI:
      case ASSAY_ATOM_LOG_PRIME:
      case ASSAY_ATOM_BASE:
        break;
      case ASSAY_ATOM_SYMBOL:
        if (!even_symbols || mpz_odd_p (mpq_numref (m->factor[i].power)))
          return 0;
        break;
      case ASSAY_ATOM_INVERSE:
      case ASSAY_ATOM_FUNCTION:
        return 0;
      }
  return 1;
}

int
assay_sum_is_positive (struct assay_form_pool *pool,
                       const struct assay_sum *a)
{
  size_t i;

  (void) pool;
  for (i = 0; i < a->count; i++)
    if (!term_is_positive (&a->term[i], 1))
      return 0;
  return a->count > 0;
}

/* CONTENT <- a positive rational that scales with A: the size of a real
   leading coefficient, else 1.  Returns A / CONTENT.  */
static struct assay_sum *
without_content (struct assay_form_pool *pool, mpq_ptr content,
                 struct assay_sum *a)
{
  const struct assay_term *leading
    = &a->term[assay_sum_leading (pool, a)];
  struct assay_gauss inverse;
  struct assay_sum *rest;

  mpq_set_ui (content, 1, 1);
  if (mpq_sgn (leading->c->value.im) == 0)
    mpq_abs (content, leading->c->value.re);
  assay_gauss_init (&inverse);
  mpq_inv (inverse.re, content);
  rest = assay_sum_scale_gauss (pool, a, &inverse);
  assay_gauss_clear (&inverse);
  return rest;
}

static struct assay_sum *
scaled_by_rational (struct assay_form_pool *pool, const struct assay_sum *a,
                    mpq_srcptr r)
{
  struct assay_gauss c;
  struct assay_sum *sum;

  assay_gauss_init (&c);
  mpq_set (c.re, r);
  sum = assay_sum_scale_gauss (pool, a, &c);
  assay_gauss_clear (&c);
  return sum;
}

/* Whether M is a product of square roots of primes.  */
static int
is_square_root (const struct assay_monomial *m)
{
  size_t i;

  for (i = 0; i < m->count; i++)
    if (m->factor[i].atom->kind != ASSAY_ATOM_PRIME
        || mpq_cmp_ui (m->factor[i].power, 1, 2) != 0)
      return 0;
  return m->exponent == NULL && m->count > 0;
}

/* sqrt ((A + S) / 2) + SIGN sqrt ((A - S) / 2).  */
static struct assay_sum *
two_roots (struct assay_form_pool *pool, mpq_srcptr a, mpq_srcptr s, int sign)
{
  struct assay_sum *root[2];
  mpq_t half, x;
  int i;

  mpq_inits (half, x, NULL);
  mpq_set_ui (half, 1, 2);
  for (i = 0; i < 2; i++)
    {
      if (i == 0)
        mpq_add (x, a, s);
      else
        mpq_sub (x, a, s);
      mpq_div_2exp (x, x, 1);
      root[i] = assay_sum_rational (pool, x);
      root[i] = assay_fraction_pow (pool,
                                    assay_fraction_of_sum (pool, root[i]),
                                    half).num;
    }
  mpq_clears (half, x, NULL);
  return assay_sum_add (pool, root[0], assay_sum_scale (pool, root[1], sign,
                                                        0));
}

/* The square root of a + b sqrt (n) >= 0, if a^2 - b^2 n is the square of a
   rational s >= 0; else null.  */
static struct assay_sum *
denested_root (struct assay_form_pool *pool, const struct assay_sum *a)
{
  const struct assay_term *rational, *radical;
  struct assay_sum *root = NULL;
  mpq_t square, n;
  size_t i;

  if (a->count != 2)
    return NULL;
  rational = &a->term[a->term[0].m == pool->unit ? 0 : 1];
  radical = &a->term[a->term[0].m == pool->unit ? 1 : 0];
  if (rational->m != pool->unit || !is_square_root (radical->m)
      || mpq_sgn (rational->c->value.im) != 0
      || mpq_sgn (radical->c->value.im) != 0
      || mpq_sgn (rational->c->value.re) <= 0)
    return NULL;
  mpq_inits (square, n, NULL);
  mpq_mul (n, radical->c->value.re, radical->c->value.re);
  for (i = 0; i < radical->m->count; i++)
    {
      mpq_set_z (square, radical->m->factor[i].atom->number);
      mpq_mul (n, n, square);
    }
  mpq_mul (square, rational->c->value.re, rational->c->value.re);
  mpq_sub (square, square, n);
  if (mpq_sgn (square) > 0 && mpz_perfect_square_p (mpq_numref (square))
      && mpz_perfect_square_p (mpq_denref (square)))
    {
      mpz_sqrt (mpq_numref (square), mpq_numref (square));
      mpz_sqrt (mpq_denref (square), mpq_denref (square));
      root = two_roots (pool, rational->c->value.re, square,
                        mpq_sgn (radical->c->value.re));
    }
  mpq_clears (square, n, NULL);
  return root;
}

/* A^R of the real A >= 0, R > 0.  */
static struct assay_sum *
sum_power (struct assay_form_pool *pool, struct assay_sum *a, mpq_srcptr r)
{
  struct assay_bag bag = { 0 };
  struct assay_draft draft;
  struct assay_sum *rest;
  mpq_t power;
  size_t i;

  if (pool->failed || a->count == 0)
    return pool->zero;
  if (mpz_cmp_ui (mpq_denref (r), 2) == 0
      && mpz_cmp_ui (mpq_numref (r), 1000) < 0
      && (rest = denested_root (pool, a)) != NULL)
    return assay_sum_pow (pool, rest, mpz_get_ui (mpq_numref (r)));
  assay_draft_init (&draft);
  mpq_init (power);
  if (a->count == 1 && term_is_positive (&a->term[0], 0))
    {
      const struct assay_monomial *m = a->term[0].m;

      assay_draft_times_rational (pool, &draft, a->term[0].c->value.re, r);
      for (i = 0; i < m->count; i++)
        {
          mpq_mul (power, m->factor[i].power, r);
          assay_draft_times_atom (&draft, m->factor[i].atom, power);
        }
      if (m->exponent)
        draft.exponent = scaled_by_rational (pool, m->exponent, r);
    }
  else
    {
      rest = without_content (pool, power, a);
      assay_draft_times_rational (pool, &draft, power, r);
      assay_draft_times_atom (&draft,
                              assay_form_atom_over (pool, ASSAY_ATOM_BASE,
                                                    ASSAY_KIND_RATIONAL,
                                                    ASSAY_FMT_F64, rest,
                                                    NULL), r);
    }
  assay_draft_finish (pool, &bag, &draft);
  assay_draft_clear (&draft);
  mpq_clear (power);
  return assay_bag_sum (pool, &bag);
}

static struct assay_fraction
integer_power (struct assay_form_pool *pool, struct assay_fraction a,
               mpz_srcptr n)
{
  if (mpz_cmp_ui (n, 1 << 20) > 0)
    pool->failed = 1;
  if (pool->failed)
    return a;
  return assay_fraction_div (
    pool,
    assay_fraction_of_sum (pool, assay_sum_pow (pool, a.num,
                                                mpz_get_ui (n))),
    assay_fraction_of_sum (pool, assay_sum_pow (pool, a.den,
                                                mpz_get_ui (n))));
}

struct assay_fraction
assay_fraction_pow (struct assay_form_pool *pool, struct assay_fraction a,
                    mpq_srcptr r)
{
  struct assay_fraction one = { pool->one, pool->one }, power;
  mpq_t size;

  if (mpq_sgn (r) < 0)
    {
      mpq_init (size);
      mpq_neg (size, r);
      power = assay_fraction_div (pool, one,
                                  assay_fraction_pow (pool, a, size));
      mpq_clear (size);
      return power;
    }
  if (mpz_cmp_ui (mpq_denref (r), 1) == 0)
    return integer_power (pool, a, mpq_numref (r));
  if (a.den == pool->one)
    return assay_fraction_of_sum (pool, sum_power (pool, a.num, r));
  if (assay_sum_is_positive (pool, a.den))
    return assay_fraction_div (
      pool, assay_fraction_of_sum (pool, sum_power (pool, a.num, r)),
      assay_fraction_of_sum (pool, sum_power (pool, a.den, r)));
  return assay_fraction_of_sum (pool,
                                sum_power (pool, assay_fraction_sum (pool, a),
                                           r));
}

/* ---- logarithms ---- */

struct log_sum
{
  struct assay_form_pool *pool;
  struct assay_sum *sum;
};

static void
add_multiple_of_atom (struct log_sum *log, struct assay_atom *atom,
                      mpq_srcptr times)
{
  struct assay_sum *single;
  mpq_t one;

  mpq_init (one);
  mpq_set_ui (one, 1, 1);
  single = assay_sum_atom (log->pool, atom, one);
  log->sum = assay_sum_add (log->pool, log->sum,
                            scaled_by_rational (log->pool, single, times));
  mpq_clear (one);
}

static void
add_log_of_prime (void *closure, struct assay_atom *prime, long exponent)
{
  struct log_sum *log = closure;
  mpq_t times;

  mpq_init (times);
  mpq_set_si (times, exponent, 1);
  add_multiple_of_atom (log, assay_form_prime (log->pool,
                                               ASSAY_ATOM_LOG_PRIME,
                                               prime->number,
                                               prime->certain), times);
  mpq_clear (times);
}

static void
add_log_of_rational (struct log_sum *log, mpq_srcptr x)
{
  assay_form_factor (log->pool, mpq_numref (x), 1, add_log_of_prime, log);
  assay_form_factor (log->pool, mpq_denref (x), -1, add_log_of_prime, log);
}

/* Adds POWER times the logarithm of FACTOR's atom.  */
static void
add_log_of_factor (struct log_sum *log, const struct assay_factor *factor)
{
  struct assay_form_pool *pool = log->pool;
  struct assay_sum *argument;
  mpq_t one;

  if (factor->atom->kind == ASSAY_ATOM_PRIME)
    {
      add_multiple_of_atom (log,
                            assay_form_prime (pool, ASSAY_ATOM_LOG_PRIME,
                                              factor->atom->number,
                                              factor->atom->certain),
                            factor->power);
      return;
    }
  mpq_init (one);
  mpq_set_ui (one, 1, 1);
  argument = factor->atom->kind == ASSAY_ATOM_BASE
             ? factor->atom->argument[0]
             : assay_sum_atom (pool, factor->atom, one);
  mpq_clear (one);
  add_multiple_of_atom (log,
                        assay_form_atom_over (pool, ASSAY_ATOM_FUNCTION,
                                              ASSAY_KIND_LOG, ASSAY_FMT_F64,
                                              argument, NULL),
                        factor->power);
}

/* The logarithm of the real A > 0.  */
static struct assay_sum *
sum_log (struct assay_form_pool *pool, struct assay_sum *a)
{
  struct log_sum log = { pool, pool->zero };
  struct assay_sum *rest;
  mpq_t content;
  size_t i;

  if (pool->failed || a->count == 0)
    {
      pool->failed = 1;
      return pool->zero;
    }
  if (a->count == 1 && term_is_positive (&a->term[0], 0))
    {
      const struct assay_monomial *m = a->term[0].m;

      add_log_of_rational (&log, a->term[0].c->value.re);
      for (i = 0; i < m->count; i++)
        add_log_of_factor (&log, &m->factor[i]);
      return m->exponent ? assay_sum_add (pool, log.sum, m->exponent)
             : log.sum;
    }
  mpq_init (content);
  rest = without_content (pool, content, a);
  add_log_of_rational (&log, content);
  mpq_set_ui (content, 1, 1);
  add_multiple_of_atom (&log,
                        assay_form_atom_over (pool, ASSAY_ATOM_FUNCTION,
                                              ASSAY_KIND_LOG, ASSAY_FMT_F64,
                                              rest, NULL), content);
  mpq_clear (content);
  return log.sum;
}

struct assay_fraction
assay_fraction_log (struct assay_form_pool *pool, struct assay_fraction a)
{
  struct assay_sum *log;

  if (a.den == pool->one)
    log = sum_log (pool, a.num);
  else if (assay_sum_is_positive (pool, a.den))
    log = assay_sum_add (pool, sum_log (pool, a.num),
                         assay_sum_scale (pool, sum_log (pool, a.den), -1,
                                          0));
  else
    log = sum_log (pool, assay_fraction_sum (pool, a));
  return assay_fraction_of_sum (pool, log);
}
