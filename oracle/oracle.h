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

/* result <- sum over i < count of a[i] b[i], exactly; result must not be
   an entry of a or b.  */
void oracle_fraction_dot (struct oracle_fraction *result,
                          const struct oracle_fraction *a,
                          const struct oracle_fraction *b, size_t count);

/* result <- floor (2^bits f); differs from 2^bits f by less than one.  */
void oracle_fraction_fixed (mpz_t result, const struct oracle_fraction *f,
                            unsigned long bits);

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

/* ---- values of expressions ------------------------------------------- */

/* A real number that is known exactly, as fraction, or enclosed in interval
   at the scale 10^digits that every call below is told.  The part that is
   not in use has no meaning.  */
struct oracle_value
{
  int exact;
  struct oracle_fraction fraction;
  struct oracle_interval interval;
};

enum oracle_outcome
{
  ORACLE_VALUE,
  ORACLE_UNDEFINED,     /* proved: an operand leaves the domain */
  ORACLE_OPEN,          /* not settled at this scale, or numbers too large */
  ORACLE_MALFORMED      /* the text is no expression */
};

/* x becomes exactly 0.  */
void oracle_value_init (struct oracle_value *x);
void oracle_value_clear (struct oracle_value *x);

void oracle_value_set (struct oracle_value *x, const struct oracle_value *y);
void oracle_value_set_si (struct oracle_value *x, long n);

/* result <- an interval at scale 10^digits that contains x.  */
void oracle_value_enclose (struct oracle_interval *result,
                           const struct oracle_value *x,
                           unsigned long digits);

/* -1, 0, 1 for the sign of x, or 2 when its interval contains zero.  */
int oracle_value_sign (const struct oracle_value *x);

/* A fraction whose parts are longer than 2^17 bits becomes an interval;
   open when x may reach 2^(2^17) in absolute value.  Every operation below
   ends with this.  */
enum oracle_outcome oracle_value_settle (struct oracle_value *x,
                                         unsigned long digits);

/* x <- f (x); on another outcome than ORACLE_VALUE x has no meaning.  What
   has an exact answer for an exact x and is easily seen to (roots of
   squares, logarithms to base two of powers of two, functions at the one
   rational point where they are rational) stays exact.  */
typedef enum oracle_outcome oracle_unary (struct oracle_value *x,
                                          unsigned long digits);

oracle_unary oracle_value_neg, oracle_value_abs;
/* Open while an interval's ends lead to different integers; ties go to the
   even one.  */
oracle_unary oracle_value_floor, oracle_value_ceil, oracle_value_round;
oracle_unary oracle_value_sqrt, oracle_value_exp, oracle_value_log;
oracle_unary oracle_value_log2, oracle_value_sin, oracle_value_cos;
oracle_unary oracle_value_tan, oracle_value_atan, oracle_value_tanh;

/* x <- x rounded to the format; undefined when that overflows.  */
enum oracle_outcome oracle_value_format (struct oracle_value *x,
                                         const struct oracle_format *format,
                                         unsigned long digits);

/* x <- x op y; x and y are different objects.  */
typedef enum oracle_outcome oracle_binary (struct oracle_value *x,
                                           const struct oracle_value *y,
                                           unsigned long digits);

oracle_binary oracle_value_add, oracle_value_sub, oracle_value_mul;
oracle_binary oracle_value_div, oracle_value_min, oracle_value_max;

/* x^y.  An exact integer y: any x, with 0^0 = 1, undefined for zero to a
   negative power.  Otherwise x > 0, or x = 0 with y > 0.  */
oracle_binary oracle_value_pow;

/* weight <- exp (score[i]) / sum over j < count of exp (score[j]).  */
enum oracle_outcome
oracle_value_softmax (struct oracle_value *weight,
                      const struct oracle_value *score, size_t count,
                      size_t i, unsigned long digits);

/* x <- the mean of value under the softmax weights of score.  */
enum oracle_outcome oracle_value_attend (struct oracle_value *x,
                                         const struct oracle_value *score,
                                         const struct oracle_value *value,
                                         size_t count, unsigned long digits);

/* score <- the rotary score at the positions m and n, any reals, with the
   frequencies base^(-i/pairs); place is base, m, n.  query and key are pairs
   adjacent pairs each.  With (x, y) and (u, v) pair i of the two and
   a = (n - m) base^(-i/pairs) it is the sum of
   (x u + y v) cos (a) + (y u - x v) sin (a).  Undefined unless
   base > 0.  */
enum oracle_outcome oracle_value_rope (struct oracle_value *score,
                                       const struct oracle_value place[3],
                                       const struct oracle_value *query,
                                       const struct oracle_value *key,
                                       size_t pairs, unsigned long digits);

/* result, at scale 10^digits and at most two units wide, contains the value
   of the closed expression in text, which README.md ("Expressions")
   describes.  The scale of the work is 10^(digits + 40), then
   10^(digits + 400), then 10^(digits + 4000), until the interval is narrow
   enough; what is then still open stays so.

   ORACLE_MALFORMED when text is no expression: *fault <- the index of the
   first word that does not fit and *expected <- what should stand there.
   Other outcomes leave both alone; only ORACLE_VALUE changes result.  */
enum oracle_outcome oracle_eval (struct oracle_interval *result,
                                 const char *text, unsigned long digits,
                                 size_t *fault, const char **expected);

/* ---- least squares, modulo primes --------------------------------------- */

/* A table of the values of `functions' functions, then of the target, at
   the points 0, 1, ..., points - 1, row by row.  fill writes the table modulo
   p and returns 0, or -1 when p divides a denominator.  Over one common
   denominator of at most fit_bits bits the entries of the rows fit_from..
   fit_to are integers of at most fit_bits bits; check_bits says the same of
   check_from..check_to.  */
struct oracle_table
{
  size_t functions, points;
  size_t fit_from, fit_to, check_from, check_to;
  unsigned long fit_bits, check_bits;
  int (*fill) (unsigned long *table, unsigned long p, const void *data);
  const void *data;
};

/* weights (functions of them; may be NULL) minimise the sum over the rows
   fit_from..fit_to of (target - sum of weight times function)^2, and error is
   the mean of that square over check_from..check_to.  Normal equations modulo
   as many primes below 2^31 as determine the fractions, whose size is bounded
   beforehand by Hadamard's inequality; then reconstructed.  Returns 0, or -1
   with the results untouched when the functions are dependent on the rows
   fitted.  */
int oracle_table_fit (struct oracle_fraction *error,
                      struct oracle_fraction *weights,
                      const struct oracle_table *table);

/* The same of n rows of m + 1 fractions, the target last: mse is the least
   mean.  -1 when n = 0, too.  */
int oracle_leastsq (struct oracle_fraction *mse,
                    struct oracle_fraction *weights,
                    const struct oracle_fraction *rows, size_t n, size_t m);

/* 1 / a modulo the prime p < 2^31, which does not divide a.  */
unsigned long oracle_inverse (unsigned long a, unsigned long p);

/* ---- the Jordan block ------------------------------------------------- */

/* The four components of q at i and of k at j, lag d = i - j:

     score <- r^d (q0.R^d k0 + q1.R^d k1 + eta t q0.R^d k1),

   each rotary term the binomial sum of oracle_rotary_score.  t is d for the
   variant "exact", d / L for "scaled", d L / (L + |d|) for "bounded" and the
   difference of that at i and at j for "bounded-positions".  Returns 0, or -1
   with score untouched for another name or a lag beyond a long.  */
int oracle_jordan_score (struct oracle_fraction *score, const char *variant,
                         const struct oracle_fraction *q, long i,
                         const struct oracle_fraction *k, long j,
                         const struct oracle_fraction *cosine,
                         const struct oracle_fraction *sine,
                         const struct oracle_fraction *damping,
                         const struct oracle_fraction *eta,
                         const struct oracle_fraction *length);

/* The bases of the kernel probes, by name; the target is (d/L) cos.  */
struct oracle_probe
{
  const char *basis;
  const struct oracle_fraction *cosine, *sine, *damping;
  unsigned long length;
};

/* The count of the basis's functions; 0 for an unknown name.  */
size_t oracle_probe_size (const char *basis);

/* oracle_table_fit of the probe: fitted on d = fit_from..fit_to, the error on
   check_from..check_to.  -1 for an unknown basis, or a lag or length of 2^24
   or more, too.  */
int oracle_probe_fit (struct oracle_fraction *error,
                      struct oracle_fraction *weights,
                      const struct oracle_probe *probe, size_t fit_from,
                      size_t fit_to, size_t check_from, size_t check_to);

/* Fit the probe on d = 1..train; then for all 2^t strings of bits s_d in
   {-1, 1}: counts[0] <- how often the sums over d = 1..t of s_d K (d) and of
   s_d f (d) are both positive or both not, counts[1] and counts[2] <- how
   often each is 0.  moments (three of them) <- the sums of K f, K^2 and f^2.
   One bit is turned at a time.  Returns 0 or -1 as above, or when t > 24.  */
int oracle_probe_signs (unsigned long counts[3],
                        struct oracle_fraction *moments,
                        const struct oracle_probe *probe, size_t train,
                        size_t t);

/* ---- rotary encodings -------------------------------------------------- */

enum oracle_rope
{
  ORACLE_ROPE_DEFAULT,
  ORACLE_ROPE_LINEAR,
  ORACLE_ROPE_DYNAMIC,
  ORACLE_ROPE_YARN,
  ORACLE_ROPE_LLAMA3,
  ORACLE_ROPE_PROPORTIONAL
};

/* width is the number of coordinates that turn, of the whole head for
   proportional, of which live pairs turn.  length is that of the call and
   longest the configured one (dynamic), original the length before scaling
   (yarn, llama3), fast and slow yarn's betas, low and high llama3's
   factors.  */
struct oracle_rope_set
{
  enum oracle_rope type;
  unsigned long width, live;
  int truncate;
  struct oracle_fraction base, factor, length, longest, original, fast, slow,
                         low, high;
};

/* All fractions 0/1.  */
void oracle_rope_set_init (struct oracle_rope_set *set);
void oracle_rope_set_clear (struct oracle_rope_set *set);

/* result <- the angular step of a pair, radians a position, at scale
   10^digits.  -1 with result untouched outside the formula's domain (base
   and factor above 0, yarn's base above 1, dynamic's width above 2) and
   where the interval does not tell on which side of a jump a number is.  */
int oracle_frequency (struct oracle_interval *result,
                      const struct oracle_rope_set *set, unsigned long pair,
                      unsigned long digits);

/* result <- 1 for factor <= 1, else 1 + (k / 10) log (factor).  -1 when
   factor <= 0.  */
int oracle_yarn_magnitude (struct oracle_interval *result,
                           const struct oracle_fraction *factor,
                           const struct oracle_fraction *k,
                           unsigned long digits);

/* result <- 1 for factor <= 1, else sqrt (1 + log (factor) / log
   (original)).  -1 when factor <= 0 or original <= 1.  */
int oracle_longrope_magnitude (struct oracle_interval *result,
                               const struct oracle_fraction *factor,
                               const struct oracle_fraction *original,
                               unsigned long digits);

#endif
