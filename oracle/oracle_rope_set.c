/* oracle_rope_set.c -- the memory of a set of rotary parameters */

#include "oracle.h"

void
oracle_rope_set_init (struct oracle_rope_set *set)
{
  struct oracle_fraction *const part[] = {
    &set->base, &set->factor, &set->length, &set->longest, &set->original,
    &set->fast, &set->slow, &set->low, &set->high, &set->exponent,
    &set->divisor
  };

  for (size_t i = 0; i < sizeof part / sizeof part[0]; i++)
    oracle_fraction_init (part[i]);
  set->type = ORACLE_ROPE_DEFAULT;
  set->width = 2;
  set->ramp = 0;
  set->ends_at_pair = 0;
  set->head = 2;
  set->live = 1;
  set->truncate = 1;
}

void
oracle_rope_set_clear (struct oracle_rope_set *set)
{
  struct oracle_fraction *const part[] = {
    &set->base, &set->factor, &set->length, &set->longest, &set->original,
    &set->fast, &set->slow, &set->low, &set->high, &set->exponent,
    &set->divisor
  };

  for (size_t i = 0; i < sizeof part / sizeof part[0]; i++)
    oracle_fraction_clear (part[i]);
}
