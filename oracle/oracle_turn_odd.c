/* oracle_turn_odd.c -- a stored vector with infinities and NaN, turned */

#include "oracle.h"

enum { FIRST_DIGITS = 60, OPEN_SIGN = 2 };

static enum oracle_odd
opposite (enum oracle_odd x)
{
  return x == ORACLE_ODD_PLUS ? ORACLE_ODD_MINUS
         : x == ORACLE_ODD_MINUS ? ORACLE_ODD_PLUS : x;
}

/* x times a factor of that sign.  */
static enum oracle_odd
product (int sign, enum oracle_odd x)
{
  if (x == ORACLE_ODD_NONE || sign > 0)
    return x;
  return sign == 0 ? ORACLE_ODD_NAN : opposite (x);
}

static enum oracle_odd
sum (enum oracle_odd a, enum oracle_odd b)
{
  if (a == ORACLE_ODD_NONE || a == b)
    return b;
  return b == ORACLE_ODD_NONE ? a : ORACLE_ODD_NAN;
}

/* The signs of cos and sin of pair t; OPEN_SIGN for one that stays open.  */
static void
find_signs (int *cosine_sign, int *sine_sign, const struct oracle_turn *turn,
            size_t t, const struct oracle_fraction *position,
            unsigned long most_digits)
{
  struct oracle_value cosine, sine;
  unsigned long digits;

  oracle_value_init (&cosine);
  oracle_value_init (&sine);
  *cosine_sign = *sine_sign = OPEN_SIGN;
  for (digits = FIRST_DIGITS;
       digits <= most_digits
       && (*cosine_sign == OPEN_SIGN || *sine_sign == OPEN_SIGN);
       digits *= 2)
    if (oracle_turn_waves (&cosine, &sine, turn, NULL, t, position, 0, digits)
        == ORACLE_VALUE)
      {
        *cosine_sign = oracle_value_sign (&cosine);
        *sine_sign = oracle_value_sign (&sine);
      }
  oracle_value_clear (&cosine);
  oracle_value_clear (&sine);
}

size_t
oracle_turn_odd_row (enum oracle_odd *result, const struct oracle_turn *turn,
                     const enum oracle_odd *x,
                     const struct oracle_fraction *position,
                     unsigned long most_digits)
{
  size_t pairs = turn->set.width / 2, open = 0, c, t;

  for (c = 2 * pairs; c < turn->size; c++)
    result[c] = x[c];
  for (t = 0; t < pairs; t++)
    {
      int adjacent = turn->pairing == ORACLE_ADJACENT, cosine, sine;
      size_t first = adjacent ? 2 * t : t;
      size_t second = adjacent ? first + 1 : first + pairs;

      find_signs (&cosine, &sine, turn, t, position, most_digits);
      open += cosine == OPEN_SIGN || sine == OPEN_SIGN;
      result[first] = sum (product (cosine, x[first]),
                           opposite (product (sine, x[second])));
      result[second] = sum (product (sine, x[first]),
                            product (cosine, x[second]));
    }
  return open;
}
