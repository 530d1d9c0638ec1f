/* oracle.h -- a second opinion, in integers alone.

   Everything here is computed with GMP's integers by other mathematics
   than the main programs use; README.md in this folder lists what differs
   and what is shared.  Nothing is rounded silently: a result is an exact
   fraction, or an interval that contains the true value.  Whoever passes a
   pointer owns what it points to and has initialised it.  A result must
   not be one of the arguments unless the contract allows it.  */

#ifndef ORACLE_H
#define ORACLE_H

#include <gmp.h>
#include <stddef.h>

/* ---- exact fractions ------------------------------------------------- */

/* num / den with den > 0.  Not necessarily in lowest terms and never
   reduced: equality is cross multiplication.  */
struct oracle_fraction
{
  mpz_t num;
  mpz_t den;
};

/* f becomes 0/1.  */
void oracle_fraction_init (struct oracle_fraction *f);
void oracle_fraction_clear (struct oracle_fraction *f);

/* count fractions, each 0/1; prints and exits with status 1 when memory
   ends.  Freed by oracle_fractions_free with the same count.  */
struct oracle_fraction *oracle_fractions_new (size_t count);
void oracle_fractions_free (struct oracle_fraction *f, size_t count);

/* Reads -?[0-9]+(/[0-9]+)? and nothing else: no blanks, no plus sign.
   Returns 0; returns -1 and leaves f alone when the text has another form
   or its denominator is zero.  */
int oracle_fraction_set_text (struct oracle_fraction *f, const char *text);

void oracle_fraction_set (struct oracle_fraction *f,
                          const struct oracle_fraction *g);

/* 1 when a = b as numbers, otherwise 0.  */
int oracle_fraction_equal (const struct oracle_fraction *a,
                           const struct oracle_fraction *b);

/* -1, 0 or 1.  */
int oracle_fraction_sign (const struct oracle_fraction *f);

/* Sign of a - b: -1, 0 or 1.  */
int oracle_fraction_compare (const struct oracle_fraction *a,
                             const struct oracle_fraction *b);

/* Exact sum and product; result may be an operand.  */
void oracle_fraction_add (struct oracle_fraction *result,
                          const struct oracle_fraction *a,
                          const struct oracle_fraction *b);
void oracle_fraction_mul (struct oracle_fraction *result,
                          const struct oracle_fraction *a,
                          const struct oracle_fraction *b);

/* result <- a / b of a b above zero; result must not be b.  */
void oracle_fraction_div (struct oracle_fraction *result,
                          const struct oracle_fraction *a,
                          const struct oracle_fraction *b);

/* result <- sum over i < count of a[i] b[i], exactly; result must not be
   an entry of a or b.  */
void oracle_fraction_dot (struct oracle_fraction *result,
                          const struct oracle_fraction *a,
                          const struct oracle_fraction *b, size_t count);

/* result <- floor (2^bits f); differs from 2^bits f by less than one.  */
void oracle_fraction_fixed (mpz_t result, const struct oracle_fraction *f,
                            unsigned long bits);

/* Memory for count objects of that size and one more, all zero; ends the
   program where there is none.  To be freed by the caller.  */
void *oracle_allocate (size_t count, size_t size);

/* The greatest common divisor; that of 0 and a is a.  */
unsigned long oracle_common_divisor (unsigned long a, unsigned long b);

/* ---- intervals ------------------------------------------------------- */

/* The true value lies in [lo, hi] / scale.  The scale is known to the
   caller: 10^digits in every function that takes digits, 2^bits in those
   that take bits.  */
struct oracle_interval
{
  mpz_t lo;
  mpz_t hi;
};

/* x becomes [0, 0].  */
void oracle_interval_init (struct oracle_interval *x);
void oracle_interval_clear (struct oracle_interval *x);

/* As for fractions.  */
struct oracle_interval *oracle_intervals_new (size_t count);
void oracle_intervals_free (struct oracle_interval *x, size_t count);

/* x <- -x.  */
void oracle_interval_neg (struct oracle_interval *x);

/* sum <- sum + factor x.  */
void oracle_interval_addmul (struct oracle_interval *sum, long factor,
                             const struct oracle_interval *x);

/* sum <- sum + x f, outwards.  */
void oracle_interval_add_multiple (struct oracle_interval *sum,
                                   const struct oracle_interval *x,
                                   const struct oracle_fraction *f);

/* x <- x / y at scale 10^digits, outwards, for a y of positive ends: the
   quotient grows with x, and with y it moves towards zero.  */
void oracle_interval_divide (struct oracle_interval *x,
                             const struct oracle_interval *y,
                             unsigned long digits);

/* Bits that resolve 10^-digits: 2^-bits < 10^-digits.  */
unsigned long oracle_bits (unsigned long digits);

/* x at scale 2^bits becomes x at scale 10^digits, rounded outwards.  */
void oracle_interval_decimal (struct oracle_interval *x, unsigned long bits,
                              unsigned long digits);

/* ---- exact rotary score ---------------------------------------------- */

/* Score of query at position m against key at position n, both of
   2 * pairs components in adjacent pairs; pair i turns by the unit rotor
   cosine[i] + i sine[i] for each position.  With (x, y) and (u, v) the
   pairs of query and key,

     score <- sum over pairs of  c' (x u + y v) + s' (y u - x v),
     c' + i s' = (c + i s)^|n-m|, conjugated when n < m.

   The power is the binomial sum itself.  Exact.  At |n-m| = 10^4 and
   rotors of 8 bits a pair takes about 10 ms, at 10^3 about 0.4 ms; pairs
   with denominators of their own multiply them.  That the rotors are unit
   (c^2 + s^2 = 1) is the caller's promise: without it the formula is still
   evaluated, but it is no rotary score.  Returns 0, or -1 with score
   untouched when |n-m| does not fit an unsigned long.  score must not be
   an entry of the arguments.  */
int oracle_rotary_score (struct oracle_fraction *score,
                         const struct oracle_fraction *query, const mpz_t m,
                         const struct oracle_fraction *key, const mpz_t n,
                         const struct oracle_fraction *cosine,
                         const struct oracle_fraction *sine, size_t pairs);

/* ---- scaled dot-product attention ------------------------------------ */

/* weights[i nk + j] encloses the weight of key j in row i, output[i dv + c]
   the component c of row i, both at scale 10^digits; all matrices are
   row-major: query nq x d, key nk x d, value nk x dv, legal nq x nk (zero
   means blocked).  The score is the dot product times *scale, or divided
   by sqrt (d) when scale is NULL.  The softmax runs over the legal keys of
   a row, by exponentials of the raw scores: nothing is subtracted from
   them.  A blocked weight is exactly [0, 0], a lone legal key's weight
   exactly [10^digits, 10^digits].

   Every interval contains the true value and is at most three units wide.
   Inside, each exponential carries at least 80 decimal digits relative to
   itself, however small it is, so time and memory grow with the largest
   absolute score of a row: 10^4 is well within reach, 10^9 is not.

   Returns 0, or -1 with the results untouched when d is 0 or a row has no
   legal key.  */
int oracle_attention (struct oracle_interval *weights,
                      struct oracle_interval *output,
                      const struct oracle_fraction *query,
                      const struct oracle_fraction *key,
                      const struct oracle_fraction *value,
                      size_t nq, size_t nk, size_t d, size_t dv,
                      const unsigned char *legal,
                      const struct oracle_fraction *scale,
                      unsigned long digits);

/* ---- rounding to a floating-point format ------------------------------ */

/* Binary format: precision counts the hidden bit, emin is the exponent of
   the least normal 2^emin, emax that of the largest binade.  Of the
   significands of that binade the top `unused' encode no number.  */
struct oracle_format
{
  const char *name;
  unsigned long precision;
  long emin;
  long emax;
  unsigned long unused;
};

/* f64, f32, f16, bf16, e5m2 or e4m3 (the OCP one: no infinity, largest
   number 448); NULL for any other name.  */
const struct oracle_format *oracle_format_named (const char *name);

enum oracle_rounding
{
  ORACLE_FINITE,      /* result is the rounded number */
  ORACLE_OVERFLOW,    /* beyond the largest finite number, which result is,
                         with the sign of x: infinity, where there is one */
  ORACLE_UNDECIDED    /* the interval's ends round differently */
};

/* result <- x rounded to nearest, ties to even, with subnormals, decided
   by comparing x with the midpoint of its two neighbours.  A zero result
   has no sign: it is that of x.  result may be x.  */
enum oracle_rounding oracle_round (struct oracle_fraction *result,
                                   const struct oracle_fraction *x,
                                   const struct oracle_format *format);

/* The same for whatever value lies in x, at scale 10^digits.  Undecided
   leaves result untouched.  */
enum oracle_rounding
oracle_round_interval (struct oracle_fraction *result,
                       const struct oracle_interval *x, unsigned long digits,
                       const struct oracle_format *format);

/* ---- real functions -------------------------------------------------- */

/* Each sets result, at scale 10^digits, to an interval that contains the
   function's value at the exact x and is at most three units wide.  They
   return 0, or -1 with result untouched where the comment says so.  */
typedef int oracle_function (struct oracle_interval *result,
                             const struct oracle_fraction *x,
                             unsigned long digits);

/* Machin: 16 arctan (1/5) - 4 arctan (1/239).  */
void oracle_pi (struct oracle_interval *result, unsigned long digits);

/* -1 when x > 2^20: the answer alone would take megabits.  */
oracle_function oracle_exp;

/* -1 when x <= 0.  */
oracle_function oracle_log;

oracle_function oracle_tanh;
oracle_function oracle_sin;
oracle_function oracle_cos;
oracle_function oracle_atan;

/* One unit wide, or none when the root is a multiple of the unit.  -1 when
   x < 0.  */
oracle_function oracle_sqrt;

/* x^(1/n), as sharp as the square root.  -1 when x < 0 or n = 0.  */
int oracle_root (struct oracle_interval *result,
                 const struct oracle_fraction *x, unsigned long n,
                 unsigned long digits);

/* base^(num/den), as sharp as the square root; the frequency of pair i
   of d is num = -2 i, den = d.  -1 when base <= 0 or den = 0.  */
int oracle_power (struct oracle_interval *result,
                  const struct oracle_fraction *base, long num,
                  unsigned long den, unsigned long digits);

/* result contains f of every number in x, both at scale 10^digits, for an
   increasing f: exp, log, tanh, atan, sqrt.  -1 when f returns -1 at an
   end of x.  result may be x.  */
int oracle_increasing (struct oracle_interval *result, oracle_function *f,
                       const struct oracle_interval *x,
                       unsigned long digits);

/* The same for f = sin or cos, which are not monotone: f at the middle of
   x, widened by half the width of x, cut to [-1, 1].  */
int oracle_wave (struct oracle_interval *result, oracle_function *f,
                 const struct oracle_interval *x, unsigned long digits);

/* ---- the same at binary scale ---------------------------------------- */

/* result, at scale 2^bits, contains exp (t) for every real t in
   [x, x + 1] / 2^bits and is at most 5 + 4 exp (t) units wide; bits > 0.
   Time and memory grow with abs (t).  */
void oracle_exp_fixed (struct oracle_interval *result, const mpz_t x,
                       unsigned long bits);

/* result, at scale 2^bits, contains pi.  */
void oracle_pi_fixed (struct oracle_interval *result, unsigned long bits);

/* Number of binary digits of x: 0 for 0.  */
unsigned long oracle_bit_length (unsigned long x);

/* Least s with s^2 >= x.  */
unsigned long oracle_root_above (unsigned long x);

#include "oracle_value.h"
#include "oracle_models.h"
#include "oracle_kernel.h"
#include "oracle_mistake.h"
#include "oracle_turn.h"

#endif
