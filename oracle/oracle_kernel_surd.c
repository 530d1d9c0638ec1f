/* oracle_kernel_surd.c -- is a sqrt (m) + b + c 2^(num/den) zero? */

#include "oracle.h"

/* y = a sqrt (m) + b + c 2^(s/n) with integers a, b, c and 0 <= s < n.  */
struct surd
{
  mpz_t a, b, c;
  unsigned long m, s, n;
};

/* Three fractions over one denominator, which is dropped, and 2^(num/den) as
   2^floor times a root between 1 and 2.  */
static void
surd_init (struct surd *y, const struct oracle_fraction *a, unsigned long m,
           const struct oracle_fraction *b, const struct oracle_fraction *c,
           long num, unsigned long den)
{
  long whole = num / (long) den;

  if (num % (long) den < 0)
    whole--;
  unsigned long rest = (unsigned long) (num - whole * (long) den);
  unsigned long divisor = oracle_common_divisor (rest, den);
  mpz_init (y->a);
  mpz_init (y->b);
  mpz_init (y->c);
  y->m = m;
  y->s = rest / divisor;
  y->n = den / divisor;
  mpz_mul (y->a, a->num, b->den);
  mpz_mul (y->a, y->a, c->den);
  mpz_mul (y->b, b->num, a->den);
  mpz_mul (y->b, y->b, c->den);
  mpz_mul (y->c, c->num, a->den);
  mpz_mul (y->c, y->c, b->den);
  if (whole >= 0)
    mpz_mul_2exp (y->c, y->c, (unsigned long) whole);
  else
    {
      mpz_mul_2exp (y->a, y->a, (unsigned long) -whole);
      mpz_mul_2exp (y->b, y->b, (unsigned long) -whole);
    }
}

static void
surd_clear (struct surd *y)
{
  mpz_clear (y->a);
  mpz_clear (y->b);
  mpz_clear (y->c);
}

/* 10^digits y lies in [lo, lo + |a| + |c|]: each root is one unit wide.  */
static int
may_be_zero (const struct surd *y, unsigned long digits)
{
  struct oracle_fraction radicand, two;
  struct oracle_interval sum, root;
  mpz_t part;

  oracle_fraction_init (&radicand);
  oracle_fraction_init (&two);
  oracle_interval_init (&sum);
  oracle_interval_init (&root);
  mpz_init (part);
  mpz_set_ui (radicand.num, y->m);
  mpz_set_ui (two.num, 2);
  mpz_ui_pow_ui (part, 10, digits);
  mpz_mul (sum.lo, y->b, part);
  mpz_set (sum.hi, sum.lo);
  oracle_sqrt (&root, &radicand, digits);
  for (int i = 0; i < 2; i++)
    {
      const mpz_t *factor = i == 0 ? &y->a : &y->c;

      if (mpz_sgn (*factor) < 0)
        mpz_swap (root.lo, root.hi);
      mpz_addmul (sum.lo, root.lo, *factor);
      mpz_addmul (sum.hi, root.hi, *factor);
      if (i == 0)
        oracle_power (&root, &two, (long) y->s, y->n, digits);
    }
  int answer = mpz_sgn (sum.lo) <= 0 && mpz_sgn (sum.hi) >= 0;
  oracle_fraction_clear (&radicand);
  oracle_fraction_clear (&two);
  oracle_interval_clear (&sum);
  oracle_interval_clear (&root);
  mpz_clear (part);
  return answer;
}

/* y is an algebraic integer of degree at most f = (2 unless a = 0) (n unless
   c = 0), and every conjugate is at most M = |a| m + |b| + 2 |c| in absolute
   value: those of 2^(s/n) are as large as it is.  If y is not zero, the
   product of all conjugates is an integer other than zero, hence
   |y| >= M^(1-f).  An enclosure of width below that which contains zero
   proves y = 0: 10^digits > M^f is enough, the width being
   (|a| + |c|) / 10^digits <= M / 10^digits.  */
int
oracle_surd_is_zero (const struct oracle_fraction *a, unsigned long m,
                     const struct oracle_fraction *b,
                     const struct oracle_fraction *c, long num,
                     unsigned long den)
{
  struct surd y;
  mpz_t most;

  surd_init (&y, a, m, b, c, num, den);
  mpz_init (most);
  mpz_abs (most, y.a);
  mpz_mul_ui (most, most, y.m);
  if (mpz_sgn (y.b) >= 0)
    mpz_add (most, most, y.b);
  else
    mpz_sub (most, most, y.b);
  unsigned long degree = mpz_sgn (y.a) != 0 ? 2 : 1;
  if (mpz_sgn (y.c) != 0)
    degree *= y.n;
  mpz_abs (y.c, y.c);
  mpz_addmul_ui (most, y.c, 2);
  if (mpz_sgn (c->num) < 0)
    mpz_neg (y.c, y.c);

  /* 3/10 < log10 (2) < 31/100.  */
  unsigned long length = mpz_sizeinbase (most, 2);
  unsigned long enough = (length + 1) * degree * 31 / 100 + 2;
  unsigned long first = length * 31 / 100 + 40;
  int zero = 1;
  if (first < enough)
    zero = may_be_zero (&y, first);
  if (zero)
    zero = may_be_zero (&y, enough);
  mpz_clear (most);
  surd_clear (&y);
  return zero;
}
