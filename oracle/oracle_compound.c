/* oracle_compound.c -- softmax, attention and rotary scores of values */

#include "oracle.h"

/* sum <- sum + x y; x is overwritten.  */
static enum oracle_outcome
add_product (struct oracle_value *sum, struct oracle_value *x,
             const struct oracle_value *y, unsigned long digits)
{
  enum oracle_outcome outcome = oracle_value_mul (x, y, digits);

  if (outcome == ORACLE_VALUE)
    outcome = oracle_value_add (sum, x, digits);
  return outcome;
}

/* As 1 / sum over j of exp (score[j] - score[i]), a sum that is never below
   1, so that no scale of the scores can hide it.  */
enum oracle_outcome
oracle_value_softmax (struct oracle_value *weight,
                      const struct oracle_value *score, size_t count,
                      size_t i, unsigned long digits)
{
  enum oracle_outcome outcome = ORACLE_VALUE;
  struct oracle_value sum, term;

  oracle_value_init (&sum);
  oracle_value_init (&term);
  oracle_value_set_si (&sum, 1);
  for (size_t j = 0; j < count && outcome == ORACLE_VALUE; j++)
    {
      if (j == i)
        continue;
      oracle_value_set (&term, &score[j]);
      outcome = oracle_value_sub (&term, &score[i], digits);
      if (outcome == ORACLE_VALUE)
        outcome = oracle_value_exp (&term, digits);
      if (outcome == ORACLE_VALUE)
        outcome = oracle_value_add (&sum, &term, digits);
    }
  if (outcome == ORACLE_VALUE)
    {
      oracle_value_set_si (weight, 1);
      outcome = oracle_value_div (weight, &sum, digits);
    }
  oracle_value_clear (&sum);
  oracle_value_clear (&term);
  return outcome;
}

enum oracle_outcome
oracle_value_attend (struct oracle_value *x,
                     const struct oracle_value *score,
                     const struct oracle_value *value, size_t count,
                     unsigned long digits)
{
  enum oracle_outcome outcome = ORACLE_VALUE;
  struct oracle_value weight;

  oracle_value_init (&weight);
  oracle_value_set_si (x, 0);
  for (size_t i = 0; i < count && outcome == ORACLE_VALUE; i++)
    {
      outcome = oracle_value_softmax (&weight, score, count, i, digits);
      if (outcome == ORACLE_VALUE)
        outcome = add_product (x, &weight, &value[i], digits);
    }
  oracle_value_clear (&weight);
  return outcome;
}

/* angle <- distance base^(-2 i / d) with d = 2 pairs.  */
static enum oracle_outcome
rope_angle (struct oracle_value *angle, const struct oracle_value *base,
            const struct oracle_value *distance, size_t i, size_t pairs,
            unsigned long digits)
{
  struct oracle_value exponent;

  oracle_value_init (&exponent);
  mpz_set_si (exponent.fraction.num, -(long) i);
  mpz_set_ui (exponent.fraction.den, pairs);
  oracle_value_set (angle, base);
  enum oracle_outcome outcome = oracle_value_pow (angle, &exponent, digits);
  if (outcome == ORACLE_VALUE)
    outcome = oracle_value_mul (angle, distance, digits);
  oracle_value_clear (&exponent);
  return outcome;
}

/* sum <- sum + (p q + sign r s) wave (angle).  */
static enum oracle_outcome
add_wave (struct oracle_value *sum, const struct oracle_value *const part[4],
          int sign, oracle_unary *wave, const struct oracle_value *angle,
          unsigned long digits)
{
  enum oracle_outcome outcome = ORACLE_VALUE;
  struct oracle_value first, second;

  oracle_value_init (&first);
  oracle_value_init (&second);
  oracle_value_set (&first, part[0]);
  oracle_value_set (&second, part[2]);
  if (sign < 0)
    oracle_value_neg (&second, digits);
  outcome = oracle_value_mul (&first, part[1], digits);
  if (outcome == ORACLE_VALUE)
    outcome = add_product (&first, &second, part[3], digits);
  if (outcome == ORACLE_VALUE)
    {
      oracle_value_set (&second, angle);
      outcome = wave (&second, digits);
    }
  if (outcome == ORACLE_VALUE)
    outcome = add_product (sum, &second, &first, digits);
  oracle_value_clear (&first);
  oracle_value_clear (&second);
  return outcome;
}

enum oracle_outcome
oracle_value_rope (struct oracle_value *sum,
                   const struct oracle_value place[3],
                   const struct oracle_value *query,
                   const struct oracle_value *key, size_t pairs,
                   unsigned long digits)
{
  const struct oracle_value *base = &place[0];
  struct oracle_value angle, distance;

  oracle_value_init (&angle);
  oracle_value_init (&distance);
  oracle_value_set_si (sum, 0);
  oracle_value_set (&distance, &place[2]);
  enum oracle_outcome outcome
    = oracle_value_sub (&distance, &place[1], digits);
  if (oracle_value_sign (base) != 1)
    outcome = oracle_value_sign (base) == 2 ? ORACLE_OPEN : ORACLE_UNDEFINED;
  for (size_t i = 0; i < pairs && outcome == ORACLE_VALUE; i++)
    {
      const struct oracle_value *q = &query[2 * i], *k = &key[2 * i];
      const struct oracle_value *even[4] = { q, k, q + 1, k + 1 };
      const struct oracle_value *odd[4] = { q + 1, k, q, k + 1 };

      outcome = rope_angle (&angle, base, &distance, i, pairs, digits);
      if (outcome == ORACLE_VALUE)
        outcome = add_wave (sum, even, 1, oracle_value_cos, &angle, digits);
      if (outcome == ORACLE_VALUE)
        outcome = add_wave (sum, odd, -1, oracle_value_sin, &angle, digits);
    }
  oracle_value_clear (&angle);
  oracle_value_clear (&distance);
  return outcome;
}
