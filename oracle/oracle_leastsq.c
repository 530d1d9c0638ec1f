/* oracle_leastsq.c -- least squares modulo primes, then reconstructed

   The normal equations are solved modulo many primes below 2^31, the
   residues joined by the Chinese remainder theorem, and each fraction read
   off by the extended Euclidean algorithm.  A fraction n / d with |n| <= N and
   0 < d <= D is the only one with its residue modulo M when M > 2 N D; N and
   D are known before the first prime, by Hadamard's inequality.

   With the rows fitted over one denominator C < 2^b, their entries F below
   2^b, n of them: a sum of products is below n 2^(2b), so a determinant of m
   such rows, also with one column replaced by another, is below
   m^m (n 2^(2b))^m.  Weights are quotients of two of those.  The error on N
   other rows over C', entries below 2^b', is a sum of N squares
   (det F'_y - sum of det_b F'_b)^2 over N (det C')^2.  */

#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>

enum { SIEVED = 1 << 15, PRIMES_FROM = 46341 };

/* Walks down the primes below 2^31, one window of numbers at a time.  */
struct primes
{
  unsigned long top;            /* the window is top - SIEVED + 1 .. top */
  size_t next;                  /* top - next is looked at next */
  unsigned char *composite;
};

static void
sieve_window (struct primes *primes)
{
  unsigned long low = primes->top - SIEVED + 1;
  unsigned char *small = oracle_allocate (PRIMES_FROM, 1);

  for (size_t i = 0; i < SIEVED; i++)
    primes->composite[i] = 0;
  for (unsigned long q = 2; q < PRIMES_FROM; q++)
    {
      if (small[q])
        continue;
      for (unsigned long x = q * q; x < PRIMES_FROM; x += q)
        small[x] = 1;
      for (unsigned long x = (low + q - 1) / q * q; x <= primes->top; x += q)
        primes->composite[primes->top - x] = 1;
    }
  free (small);
  primes->next = 0;
}

static void
primes_init (struct primes *primes)
{
  primes->top = (1ul << 31) - 1;
  primes->composite = oracle_allocate (SIEVED, 1);
  sieve_window (primes);
}

static unsigned long
next_prime (struct primes *primes)
{
  for (;;)
    {
      while (primes->next < SIEVED && primes->composite[primes->next])
        primes->next++;
      if (primes->next < SIEVED)
        return primes->top - primes->next++;
      primes->top -= SIEVED;
      if (primes->top < 1ul << 30)
        {
          fprintf (stderr, "oracle: a fraction too large to rebuild\n");
          exit (1);
        }
      sieve_window (primes);
    }
}

unsigned long
oracle_inverse (unsigned long a, unsigned long p)
{
  long r0 = (long) p, r1 = (long) (a % p), t0 = 0, t1 = 1;

  while (r1 != 0)
    {
      long quotient = r0 / r1, r2 = r0 - quotient * r1;
      long t2 = t0 - quotient * t1;
      r0 = r1;
      r1 = r2;
      t0 = t1;
      t1 = t2;
    }
  return (unsigned long) (t0 < 0 ? t0 + (long) p : t0);
}

/* sum + a b less a multiple of p, below p 2^32, which sum is, too.  */
static unsigned long
accumulate (unsigned long sum, unsigned long a, unsigned long b,
            unsigned long p)
{
  sum += a * b;
  return sum >= p << 32 ? sum - (p << 32) : sum;
}

/* The normal equations of the rows fitted, m x (m + 1), modulo p.  */
static void
normal_equations (unsigned long *normal, const unsigned long *table,
                  const struct oracle_table *t, unsigned long p)
{
  size_t m = t->functions, columns = m + 1;

  for (size_t a = 0; a < m; a++)
    for (size_t b = 0; b <= m; b++)
      {
        unsigned long sum = 0;
        for (size_t i = t->fit_from; i <= t->fit_to; i++)
          sum = accumulate (sum, table[i * columns + a],
                            table[i * columns + b], p);
        normal[a * columns + b] = sum % p;
      }
}

/* Gauss and Jordan.  The last column becomes the solution; -1 when the matrix
   is singular modulo p.  */
static int
solve (unsigned long *normal, size_t m, unsigned long p)
{
  size_t columns = m + 1;

  for (size_t k = 0; k < m; k++)
    {
      size_t row = k;
      while (row < m && normal[row * columns + k] == 0)
        row++;
      if (row == m)
        return -1;
      unsigned long factor = oracle_inverse (normal[row * columns + k], p);
      for (size_t j = 0; j < columns; j++)
        {
          unsigned long entry = normal[row * columns + j];
          normal[row * columns + j] = normal[k * columns + j];
          normal[k * columns + j] = entry * factor % p;
        }
      for (size_t i = 0; i < m; i++)
        {
          unsigned long by = normal[i * columns + k];
          for (size_t j = 0; i != k && by != 0 && j < columns; j++)
            normal[i * columns + j]
              = (normal[i * columns + j]
                 + (p - by) * normal[k * columns + j]) % p;
        }
    }
  return 0;
}

/* The mean square over the rows checked, from its definition.  */
static unsigned long
mean_square (const unsigned long *table, const unsigned long *normal,
             const struct oracle_table *t, unsigned long p)
{
  size_t m = t->functions, columns = m + 1;
  unsigned long sum = 0;

  for (size_t i = t->check_from; i <= t->check_to; i++)
    {
      const unsigned long *row = table + i * columns;
      unsigned long residual = row[m];
      for (size_t b = 0; b < m; b++)
        residual = accumulate (residual, p - normal[b * columns + m], row[b],
                               p);
      residual %= p;
      sum = accumulate (sum, residual, residual, p);
    }
  size_t count = t->check_to - t->check_from + 1;
  return sum % p * oracle_inverse (count % p, p) % p;
}

/* x <- the number modulo M p that is x modulo M and v modulo p.  */
static void
join (mpz_t x, unsigned long v, const mpz_t M, unsigned long m_inverse,
      unsigned long p)
{
  unsigned long old = mpz_fdiv_ui (x, p);

  mpz_addmul_ui (x, M, (v + p - old) % p * m_inverse % p);
}

/* f <- the fraction whose residue modulo M is x and whose numerator is at
   most bound, 2 * bound * denominator < M.  */
static void
rebuild (struct oracle_fraction *f, const mpz_t x, const mpz_t M,
         const mpz_t bound)
{
  mpz_t r0, t0, quotient;

  mpz_init_set (r0, M);
  mpz_init_set_ui (t0, 0);
  mpz_init (quotient);
  mpz_set (f->num, x);
  mpz_set_ui (f->den, 1);
  while (mpz_cmpabs (f->num, bound) > 0)
    {
      mpz_fdiv_qr (quotient, r0, r0, f->num);
      mpz_submul (t0, quotient, f->den);
      mpz_swap (r0, f->num);
      mpz_swap (t0, f->den);
    }
  if (mpz_sgn (f->den) < 0)
    {
      mpz_neg (f->num, f->num);
      mpz_neg (f->den, f->den);
    }
  mpz_clear (r0);
  mpz_clear (t0);
  mpz_clear (quotient);
}

/* Bits of a determinant as at the head of this file, and of the numerator and
   the denominator of the largest fraction.  */
struct bounds
{
  unsigned long determinant, top, bottom;
};

static struct bounds
bounds_of (const struct oracle_table *t)
{
  unsigned long m = t->functions;
  unsigned long rows = oracle_bit_length (t->fit_to - t->fit_from + 1);
  unsigned long checks = oracle_bit_length (t->check_to - t->check_from + 1);
  unsigned long wide = oracle_bit_length (m + 1);
  struct bounds bounds;

  bounds.determinant = m * (2 * t->fit_bits + rows + wide);
  bounds.bottom = 2 * (bounds.determinant + t->check_bits) + checks;
  bounds.top = bounds.bottom + 2 * wide;
  return bounds;
}

/* residues[0] <- that of the error, residues[1 + b] <- of weight b, modulo
   M, large enough for bounds; -1 when the functions are dependent.  */
static int
gather (mpz_t *residues, mpz_t M, const struct oracle_table *t,
        struct bounds bounds)
{
  size_t m = t->functions, columns = m + 1;
  unsigned long *table = oracle_allocate (t->points * columns, sizeof *table);
  unsigned long *normal = oracle_allocate (columns * columns, sizeof *normal);
  unsigned long refused = 0;
  struct primes primes;

  primes_init (&primes);
  mpz_set_ui (M, 1);
  while (mpz_sizeinbase (M, 2) < bounds.top + bounds.bottom + 2
         && refused <= bounds.determinant)
    {
      unsigned long p = next_prime (&primes);
      if (t->fill (table, p, t->data) != 0)
        continue;
      normal_equations (normal, table, t, p);
      if (solve (normal, m, p) != 0)
        {
          /* More primes than this divide no other determinant than 0.  */
          refused += 30;
          continue;
        }
      unsigned long m_inverse = oracle_inverse (mpz_fdiv_ui (M, p), p);
      join (residues[0], mean_square (table, normal, t, p), M, m_inverse, p);
      for (size_t b = 0; b < m; b++)
        join (residues[1 + b], normal[b * columns + m], M, m_inverse, p);
      mpz_mul_ui (M, M, p);
    }
  free (primes.composite);
  free (normal);
  free (table);
  return refused > bounds.determinant ? -1 : 0;
}

int
oracle_table_fit (struct oracle_fraction *error,
                  struct oracle_fraction *weights,
                  const struct oracle_table *table)
{
  size_t count = table->functions + 1;
  struct bounds bounds = bounds_of (table);
  mpz_t *residues = oracle_allocate (count, sizeof *residues);
  mpz_t M, bound;

  for (size_t i = 0; i < count; i++)
    mpz_init (residues[i]);
  mpz_init (M);
  mpz_init (bound);
  int failed = gather (residues, M, table, bounds);
  if (!failed)
    {
      mpz_setbit (bound, bounds.top);
      rebuild (error, residues[0], M, bound);
      for (size_t b = 0; weights != NULL && b < table->functions; b++)
        rebuild (&weights[b], residues[1 + b], M, bound);
    }
  for (size_t i = 0; i < count; i++)
    mpz_clear (residues[i]);
  free (residues);
  mpz_clear (M);
  mpz_clear (bound);
  return failed;
}

/* ---- rows of fractions ------------------------------------------------- */

struct fractions
{
  const struct oracle_fraction *at;
  size_t count;
};

static int
fill_fractions (unsigned long *table, unsigned long p, const void *data)
{
  const struct fractions *f = data;

  for (size_t i = 0; i < f->count; i++)
    {
      unsigned long den = mpz_fdiv_ui (f->at[i].den, p);
      if (den == 0)
        return -1;
      table[i] = mpz_fdiv_ui (f->at[i].num, p) * oracle_inverse (den, p) % p;
    }
  return 0;
}

int
oracle_leastsq (struct oracle_fraction *mse, struct oracle_fraction *weights,
                const struct oracle_fraction *rows, size_t n, size_t m)
{
  struct fractions all = { rows, n * (m + 1) };
  unsigned long den_bits = 0, num_bits = 0;

  if (n == 0)
    return -1;
  for (size_t i = 0; i < all.count; i++)
    {
      unsigned long bits = mpz_sizeinbase (rows[i].num, 2);
      den_bits += mpz_sizeinbase (rows[i].den, 2);
      num_bits = bits > num_bits ? bits : num_bits;
    }
  struct oracle_table table = {
    .functions = m, .points = n, .fit_from = 0, .fit_to = n - 1,
    .check_from = 0, .check_to = n - 1, .fit_bits = den_bits + num_bits,
    .check_bits = den_bits + num_bits, .fill = fill_fractions, .data = &all
  };
  return oracle_table_fit (mse, weights, &table);
}
