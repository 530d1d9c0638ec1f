/* oracle_value.h -- values of expressions; a part of oracle.h.  */

#ifndef ORACLE_VALUE_H
#define ORACLE_VALUE_H

#include "oracle.h"

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

#endif
