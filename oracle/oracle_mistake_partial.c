/* oracle_mistake_partial.c -- an output summed up in a narrow format */

#include "oracle.h"

/* sum + p v, where p is the weight of key j.  */
struct asked_sum
{
  struct oracle_line *line;
  size_t j;
  const struct oracle_fraction *sum, *v;
};

/* The order of that number to t is the order of p to (t - sum) / v, turned
   round where v is negative.  */
static int
sum_order (void *data, const struct oracle_fraction *t)
{
  const struct asked_sum *asked = data;
  struct oracle_fraction x, inverse;
  int negative = mpz_sgn (asked->v->num) < 0;

  oracle_fraction_init (&x);
  oracle_fraction_init (&inverse);
  oracle_fraction_set (&x, asked->sum);
  mpz_neg (x.num, x.num);
  oracle_fraction_add (&x, &x, t);
  mpz_set (inverse.num, asked->v->den);
  mpz_set (inverse.den, asked->v->num);
  if (negative)
    {
      mpz_neg (inverse.num, inverse.num);
      mpz_neg (inverse.den, inverse.den);
    }
  oracle_fraction_mul (&x, &x, &inverse);
  int order = oracle_line_element_order (asked->line, ORACLE_WEIGHTS,
                                         asked->j, &x);
  oracle_fraction_clear (&x);
  oracle_fraction_clear (&inverse);
  return negative && order != ORACLE_ORDER_OPEN ? -order : order;
}

/* z <- sum + p v, rounded outwards.  */
static void
enclose_sum (struct oracle_interval *z, const struct oracle_interval *p,
             const struct oracle_fraction *sum,
             const struct oracle_fraction *v, unsigned long digits)
{
  int negative = mpz_sgn (v->num) < 0;
  mpz_t unit, part;

  mpz_init (unit);
  mpz_init (part);
  mpz_ui_pow_ui (unit, 10, digits);
  mpz_mul (unit, unit, sum->num);
  mpz_mul (z->lo, negative ? p->hi : p->lo, v->num);
  mpz_fdiv_q (z->lo, z->lo, v->den);
  mpz_fdiv_q (part, unit, sum->den);
  mpz_add (z->lo, z->lo, part);
  mpz_mul (z->hi, negative ? p->lo : p->hi, v->num);
  mpz_cdiv_q (z->hi, z->hi, v->den);
  mpz_cdiv_q (part, unit, sum->den);
  mpz_add (z->hi, z->hi, part);
  mpz_clear (unit);
  mpz_clear (part);
}

/* sum <- sum + p v rounded, p the weight of key j; 0 while the digits do not
   tell.  */
static int
add_rounded (struct oracle_fraction *sum, const struct oracle_interval *p,
             struct oracle_line *line, size_t j,
             const struct oracle_fraction *v, unsigned long digits,
             const struct oracle_format *format)
{
  struct asked_sum asked = { line, j, sum, v };
  struct oracle_interval z;
  uint64_t bits = 0;

  if (mpz_sgn (v->num) == 0)
    return 1;
  oracle_interval_init (&z);
  enclose_sum (&z, p, sum, v, digits);
  int done = oracle_decide (&bits, &z, digits, format, sum_order, &asked);
  if (done && oracle_decode (sum, bits, format) != ORACLE_NUMBER)
    line->spoilt = 1;
  oracle_interval_clear (&z);
  return done;
}

static int
try_sums (struct oracle_fraction *sum, struct oracle_line *line,
          const struct oracle_format *format, unsigned long digits)
{
  struct oracle_exponentials e;
  struct oracle_interval p;

  oracle_exponentials_init (&e, line);
  oracle_interval_init (&p);
  for (size_t c = 0; c < line->value_width; c++)
    {
      mpz_set_ui (sum[c].num, 0);
      mpz_set_ui (sum[c].den, 1);
    }
  int done = oracle_line_exponentials (&e, line, digits) == 0;
  for (size_t j = 0; j < line->columns && done; j++)
    {
      const struct oracle_key *key = &line->key[j];

      if (!key->legal || !key->kept || key->value == NULL)
        continue;
      done = oracle_line_element (&p, line, &e, ORACLE_WEIGHTS, j) == 0;
      for (size_t c = 0; c < line->value_width && done && !line->spoilt; c++)
        done = add_rounded (&sum[c], &p, line, j, &key->value[c], e.digits,
                            format);
    }
  oracle_interval_clear (&p);
  oracle_exponentials_clear (&e);
  return done;
}

int
oracle_line_partial_sums (struct oracle_fraction *sum,
                          struct oracle_line *line,
                          const struct oracle_mistake *mistake,
                          unsigned long most_digits)
{
  for (unsigned long digits = 40; digits < most_digits; digits *= 3)
    if (try_sums (sum, line, mistake->format, digits))
      return 1;
  return try_sums (sum, line, mistake->format, most_digits) ? 1 : -1;
}
