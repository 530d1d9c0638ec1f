/* oracle_models.h -- least squares, the Jordan block, rotary encodings; a part
   of oracle.h.  */

#ifndef ORACLE_MODELS_H
#define ORACLE_MODELS_H

#include "oracle.h"

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
  ORACLE_ROPE_PROPORTIONAL,
  /* Plain steps stretched (oracle_stretch).  */
  ORACLE_ROPE_STATIC,           /* the base grown by a fixed factor */
  ORACLE_ROPE_NTK,
  ORACLE_ROPE_NTK_MIXED,
  ORACLE_ROPE_LONGROPE
};

/* width is the number of coordinates that turn, of the whole head for
   proportional, of which live pairs turn.  length is that of the call and
   longest the configured one (dynamic), original the length before scaling
   (yarn, llama3), fast and slow yarn's betas, low and high llama3's
   factors.  ramp is the width that yarn counts its range with (0: width), and
   with ends_at_pair the range ends at the last pair of it instead of its last
   coordinate.  head is the whole head (static), exponent that of ntk mixed,
   divisor the entry of longrope's list for the pair at hand.  */
struct oracle_rope_set
{
  enum oracle_rope type;
  unsigned long width, live, head;
  unsigned long ramp;
  int truncate, ends_at_pair;
  struct oracle_fraction base, factor, length, longest, original, fast, slow,
                         low, high, exponent, divisor;
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

/* w, the plain step of a pair at scale 10^digits, <- the step of type static,
   ntk, ntk mixed or longrope.  -1 as above and for another type.  */
int oracle_stretch (struct oracle_interval *w,
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
