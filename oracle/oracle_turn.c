/* oracle_turn.c -- cosine and sine of a pair of a stored vector */

#include "oracle.h"

void
oracle_turn_init (struct oracle_turn *turn)
{
  oracle_rope_set_init (&turn->set);
  turn->pairing = ORACLE_ADJACENT;
  turn->size = 2;
  turn->backwards = 0;
  turn->magnitude_kind = ORACLE_MAGNITUDE_GIVEN;
  oracle_fraction_init (&turn->magnitude);
  mpz_set_ui (turn->magnitude.num, 1);
  mpz_set_ui (turn->set.factor.num, 1);
  turn->divisor = NULL;
  turn->axes = 1;
  turn->interleaved = 0;
  for (size_t axis = 0; axis < ORACLE_MOST_AXES; axis++)
    turn->section[axis] = 0;
}

void
oracle_turn_clear (struct oracle_turn *turn)
{
  oracle_rope_set_clear (&turn->set);
  oracle_fraction_clear (&turn->magnitude);
}

/* x <- x rounded to the mistake's format when the mistake is one of the
   two.  */
static enum oracle_outcome
rounded (struct oracle_value *x, const struct oracle_turn_mistake *mistake,
         enum oracle_turn_mistake_kind kind,
         enum oracle_turn_mistake_kind other, unsigned long digits)
{
  if (!oracle_turn_mistaken (mistake, kind)
      && !oracle_turn_mistaken (mistake, other))
    return ORACLE_VALUE;
  return oracle_value_format (x, mistake->format, digits);
}

/* x <- what result of a call with `status' encloses; an interval without
   width is a number.  */
static enum oracle_outcome
take (struct oracle_value *x, struct oracle_interval *result, int status,
      unsigned long digits)
{
  if (status != 0)
    return ORACLE_UNDEFINED;
  x->exact = mpz_cmp (result->lo, result->hi) == 0;
  mpz_set (x->interval.lo, result->lo);
  mpz_set (x->interval.hi, result->hi);
  if (x->exact)
    {
      mpz_set (x->fraction.num, result->lo);
      mpz_ui_pow_ui (x->fraction.den, 10, digits);
    }
  return ORACLE_VALUE;
}

/* theta <- the frequency of the set, without or with its scaling.  A scaling
   by a factor alone is divided out exactly.  */
static enum oracle_outcome
frequency (struct oracle_value *theta, const struct oracle_rope_set *set,
           size_t t, int scaled, unsigned long digits)
{
  struct oracle_rope_set plain = *set;
  struct oracle_interval result;
  enum oracle_outcome outcome;

  if (!scaled || set->type == ORACLE_ROPE_LINEAR)
    plain.type = ORACLE_ROPE_DEFAULT;
  oracle_interval_init (&result);
  outcome = take (theta, &result,
                  oracle_frequency (&result, &plain, t, digits), digits);
  oracle_interval_clear (&result);
  if (outcome == ORACLE_VALUE && scaled && set->type == ORACLE_ROPE_LINEAR)
    {
      struct oracle_value factor;

      oracle_value_init (&factor);
      oracle_fraction_set (&factor.fraction, &set->factor);
      outcome = oracle_value_div (theta, &factor, digits);
      oracle_value_clear (&factor);
    }
  return outcome;
}

/* theta <- that of pair t, with the divisors in place of the scaling.  */
static enum oracle_outcome
scaled_frequency (struct oracle_value *theta, const struct oracle_turn *turn,
                  const struct oracle_rope_set *set, size_t t,
                  unsigned long digits)
{
  struct oracle_value divisor;

  if (turn->divisor == NULL)
    return frequency (theta, set, t, 1, digits);
  oracle_value_init (&divisor);
  oracle_fraction_set (&divisor.fraction, &turn->divisor[t]);
  enum oracle_outcome outcome = frequency (theta, set, t, 0, digits);
  if (outcome == ORACLE_VALUE)
    outcome = oracle_value_div (theta, &divisor, digits);
  oracle_value_clear (&divisor);
  return outcome;
}

/* theta <- the scaled frequency once more scaled: by its own ratio to the
   plain one.  */
static enum oracle_outcome
doubly_scaled (struct oracle_value *theta, const struct oracle_turn *turn,
               size_t t, unsigned long digits)
{
  struct oracle_value other;

  oracle_value_init (&other);
  enum oracle_outcome outcome
    = scaled_frequency (&other, turn, &turn->set, t, digits);
  if (outcome == ORACLE_VALUE)
    {
      oracle_value_set (theta, &other);
      outcome = oracle_value_mul (theta, &other, digits);
    }
  if (outcome == ORACLE_VALUE)
    outcome = frequency (&other, &turn->set, t, 0, digits);
  if (outcome == ORACLE_VALUE)
    outcome = oracle_value_div (theta, &other, digits);
  oracle_value_clear (&other);
  return outcome;
}

/* theta <- theta / number.  */
static enum oracle_outcome
divided (struct oracle_value *theta, long number, unsigned long digits)
{
  struct oracle_value divisor;

  oracle_value_init (&divisor);
  oracle_value_set_si (&divisor, number);
  enum oracle_outcome outcome = oracle_value_div (theta, &divisor, digits);
  oracle_value_clear (&divisor);
  return outcome;
}

/* theta <- by the base that grows with powers of two: the least 2^(k-1) that
   is not below length / longest gives a = 2^k - 1.  */
static enum oracle_outcome
by_steps_of_two (struct oracle_value *theta, const struct oracle_turn *turn,
                 size_t t, unsigned long digits)
{
  struct oracle_rope_set set = turn->set;
  struct oracle_fraction a;
  mpz_t power, reached;

  oracle_fraction_init (&a);
  mpz_init_set_ui (power, 1);
  mpz_init (reached);
  mpz_mul (a.num, set.length.num, set.longest.den);
  mpz_mul (reached, set.longest.num, set.length.den);
  while (mpz_cmp (reached, a.num) < 0)
    {
      mpz_mul_2exp (reached, reached, 1);
      mpz_mul_2exp (power, power, 1);
    }
  mpz_mul_2exp (a.num, power, 1);
  mpz_sub_ui (a.num, a.num, 1);
  mpz_set_ui (a.den, 1);
  set.type = ORACLE_ROPE_STATIC;
  set.factor = a;
  set.head = set.width;
  enum oracle_outcome outcome = frequency (theta, &set, t, 1, digits);
  oracle_fraction_clear (&a);
  mpz_clear (power);
  mpz_clear (reached);
  return outcome;
}

/* theta <- the frequency of pair t as the mistake has it.  The copy of the
   set shares its numbers with the original, but for a base of its own.  */
static enum oracle_outcome
mistaken_frequency (struct oracle_value *theta,
                    const struct oracle_turn *turn,
                    const struct oracle_turn_mistake *mistake, size_t t,
                    unsigned long digits)
{
  struct oracle_rope_set set = turn->set;
  struct oracle_fraction base;
  enum oracle_outcome outcome;

  if (oracle_turn_mistaken (mistake, ORACLE_TURN_SCALING_TWICE))
    return doubly_scaled (theta, turn, t, digits);
  if (oracle_turn_mistaken (mistake, ORACLE_TURN_STEPS_OF_TWO))
    return by_steps_of_two (theta, turn, t, digits);
  if (oracle_turn_mistaken (mistake, ORACLE_TURN_SCALING_MISSING))
    return frequency (theta, &set, t, 0, digits);
  oracle_fraction_init (&base);
  oracle_fraction_set (&base, &set.base);
  if (oracle_turn_mistaken (mistake, ORACLE_TURN_OTHER_BASE))
    {
      mpz_set_si (base.num, mistake->number);
      mpz_set_ui (base.den, 1);
    }
  set.base = base;
  if (oracle_turn_mistaken (mistake, ORACLE_TURN_DENOMINATOR_SIZE)
      || oracle_turn_mistaken (mistake, ORACLE_TURN_FULL_WIDTH))
    set.width = turn->size;
  if (oracle_turn_mistaken (mistake, ORACLE_TURN_HALF_EXPONENT))
    set.width *= 2;
  if (oracle_turn_mistaken (mistake, ORACLE_TURN_DOUBLE_EXPONENT))
    set.width /= 2;
  if (oracle_turn_mistaken (mistake, ORACLE_TURN_BETAS_SWAPPED))
    {
      set.fast = turn->set.slow;
      set.slow = turn->set.fast;
    }
  if (oracle_turn_mistaken (mistake, ORACLE_TURN_TRUNCATE_OTHERWISE))
    set.truncate = !set.truncate;
  if (oracle_turn_mistaken (mistake, ORACLE_TURN_RAMP_OF_SIZE))
    set.ramp = turn->size;
  if (oracle_turn_mistaken (mistake, ORACLE_TURN_RAMP_TO_PAIR))
    set.ends_at_pair = 1;
  outcome = scaled_frequency (theta, turn, &set, t, digits);
  if (outcome == ORACLE_VALUE
      && oracle_turn_mistaken (mistake, ORACLE_TURN_ANGLE_DIVIDED))
    outcome = divided (theta, mistake->number, digits);
  oracle_fraction_clear (&base);
  return outcome;
}

/* The axis whose position pair t turns by.  */
static size_t
axis_of (const struct oracle_turn *turn,
         const struct oracle_turn_mistake *mistake, size_t t)
{
  size_t axis = 0;

  if (oracle_turn_mistaken (mistake, ORACLE_TURN_SECTIONS_IGNORED))
    return 0;
  if (turn->interleaved
      ^ oracle_turn_mistaken (mistake, ORACLE_TURN_SECTIONS_OTHERWISE))
    {
      axis = t % turn->axes;
      return axis > 0 && t < turn->axes * turn->section[axis] ? axis : 0;
    }
  while (axis + 1 < turn->axes && t >= turn->section[axis])
    t -= turn->section[axis++];
  return axis;
}

/* p <- the position of pair t as the mistake has it.  */
static enum oracle_outcome
place (struct oracle_value *p, const struct oracle_turn *turn,
       const struct oracle_turn_mistake *mistake, size_t t,
       const struct oracle_fraction *position, long row,
       unsigned long digits)
{
  struct oracle_value part;
  enum oracle_outcome outcome = ORACLE_VALUE;

  oracle_value_init (&part);
  oracle_value_set_si (p, 0);
  oracle_fraction_set (&p->fraction, &position[axis_of (turn, mistake, t)]);
  if (oracle_turn_mistaken (mistake, ORACLE_TURN_POSITION_ROW))
    oracle_value_set_si (p, row);
  if (oracle_turn_mistaken (mistake, ORACLE_TURN_POSITION_PLUS_ROW))
    oracle_value_set_si (&part, row);
  if (oracle_turn_mistaken (mistake, ORACLE_TURN_POSITION_OFFSET))
    oracle_value_set_si (&part, mistake->number);
  outcome = oracle_value_add (p, &part, digits);
  if (oracle_turn_mistaken (mistake, ORACLE_TURN_POSITION_CLAMPED))
    {
      oracle_value_set_si (&part, mistake->number - 1);
      outcome = oracle_value_min (p, &part, digits);
    }
  if (outcome == ORACLE_VALUE)
    outcome = rounded (p, mistake, ORACLE_TURN_ROUND_POSITION,
                       ORACLE_TURN_ROUND_ALL, digits);
  oracle_value_clear (&part);
  return outcome;
}

/* a <- the angle of pair t.  */
static enum oracle_outcome
angle (struct oracle_value *a, const struct oracle_turn *turn,
       const struct oracle_turn_mistake *mistake, size_t t,
       const struct oracle_fraction *position, long row,
       unsigned long digits)
{
  struct oracle_value p;
  enum oracle_outcome outcome
    = mistaken_frequency (a, turn, mistake, t, digits);

  oracle_value_init (&p);
  if (outcome == ORACLE_VALUE)
    outcome = rounded (a, mistake, ORACLE_TURN_ROUND_FREQUENCY,
                       ORACLE_TURN_ROUND_ALL, digits);
  if (outcome == ORACLE_VALUE)
    outcome = place (&p, turn, mistake, t, position, row, digits);
  if (outcome == ORACLE_VALUE)
    outcome = oracle_value_mul (a, &p, digits);
  if (outcome == ORACLE_VALUE)
    outcome = rounded (a, mistake, ORACLE_TURN_ROUND_ANGLE,
                       ORACLE_TURN_ROUND_ALL, digits);
  if (outcome == ORACLE_VALUE
      && (turn->backwards
          ^ oracle_turn_mistaken (mistake, ORACLE_TURN_BACKWARDS)))
    outcome = oracle_value_neg (a, digits);
  oracle_value_clear (&p);
  return outcome;
}

static enum oracle_outcome
magnitude (struct oracle_value *a, const struct oracle_turn *turn,
           const struct oracle_turn_mistake *mistake, unsigned long digits)
{
  struct oracle_interval result;
  int status = 0;

  if (oracle_turn_mistaken (mistake, ORACLE_TURN_MAGNITUDE_OTHER))
    {
      oracle_value_set_si (a, mistake->number);
      mpz_set_ui (a->fraction.den, 100);
      return ORACLE_VALUE;
    }
  if (turn->magnitude_kind == ORACLE_MAGNITUDE_GIVEN)
    {
      a->exact = 1;
      oracle_fraction_set (&a->fraction, &turn->magnitude);
      return ORACLE_VALUE;
    }
  oracle_interval_init (&result);
  if (turn->magnitude_kind == ORACLE_MAGNITUDE_YARN)
    status = oracle_yarn_magnitude (&result, &turn->set.factor,
                                    &turn->magnitude, digits);
  else
    status = oracle_longrope_magnitude (&result, &turn->set.factor,
                                        &turn->set.original, digits);
  enum oracle_outcome outcome = take (a, &result, status, digits);
  oracle_interval_clear (&result);
  return outcome;
}

/* wave <- wave A, or A^2, or 1 wave, rounded where a table is.  */
static enum oracle_outcome
stretch (struct oracle_value *wave, const struct oracle_value *a,
         const struct oracle_turn_mistake *mistake, unsigned long digits)
{
  enum oracle_outcome outcome = ORACLE_VALUE;
  int times = oracle_turn_mistaken (mistake, ORACLE_TURN_MAGNITUDE_MISSING)
              ? 0
              : oracle_turn_mistaken (mistake, ORACLE_TURN_MAGNITUDE_SQUARED)
                ? 2 : 1;

  for (; times > 0 && outcome == ORACLE_VALUE; times--)
    outcome = oracle_value_mul (wave, a, digits);
  if (outcome == ORACLE_VALUE)
    outcome = rounded (wave, mistake, ORACLE_TURN_ROUND_TABLE,
                       ORACLE_TURN_ROUND_ALL, digits);
  if (outcome == ORACLE_VALUE)
    outcome = rounded (wave, mistake, ORACLE_TURN_ROUND_PRODUCTS,
                       ORACLE_TURN_ROUND_PRODUCTS, digits);
  return outcome;
}

enum oracle_outcome
oracle_turn_waves (struct oracle_value *cosine, struct oracle_value *sine,
                   const struct oracle_turn *turn,
                   const struct oracle_turn_mistake *mistake, size_t t,
                   const struct oracle_fraction *position, long row,
                   unsigned long digits)
{
  struct oracle_value a;
  int swapped = oracle_turn_mistaken (mistake, ORACLE_TURN_WAVES_SWAPPED);
  enum oracle_outcome outcome;

  oracle_value_init (&a);
  outcome = angle (&a, turn, mistake, t, position, row, digits);
  oracle_value_set (cosine, &a);
  oracle_value_set (sine, &a);
  if (outcome == ORACLE_VALUE)
    outcome = oracle_value_cos (swapped ? sine : cosine, digits);
  if (outcome == ORACLE_VALUE)
    outcome = oracle_value_sin (swapped ? cosine : sine, digits);
  if (outcome == ORACLE_VALUE)
    outcome = magnitude (&a, turn, mistake, digits);
  if (outcome == ORACLE_VALUE)
    outcome = stretch (cosine, &a, mistake, digits);
  if (outcome == ORACLE_VALUE)
    outcome = stretch (sine, &a, mistake, digits);
  oracle_value_clear (&a);
  return outcome;
}
