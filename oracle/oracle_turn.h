/* oracle_turn.h -- rotary encoding of stored vectors; a part of oracle.h.

   Pair t of the rotary width r = set.width turns by the angle a = p theta_t
   and is stretched by the magnitude A:

     y1 = A (cos (a) x1 - sin (a) x2),   y2 = A (sin (a) x1 + cos (a) x2)

   with (x1, x2) the components 2t, 2t+1 (adjacent) or t, t + r/2 (split
   half).  Components from r on are copied.  */

#ifndef ORACLE_TURN_H
#define ORACLE_TURN_H

#include "oracle.h"

enum oracle_pairing
{
  ORACLE_ADJACENT,
  ORACLE_SPLIT_HALF
};

enum oracle_magnitude_kind
{
  ORACLE_MAGNITUDE_GIVEN,       /* magnitude */
  ORACLE_MAGNITUDE_YARN,        /* of set.factor, with k = magnitude */
  ORACLE_MAGNITUDE_LONGROPE     /* of set.factor and set.original */
};

enum { ORACLE_MOST_AXES = 4 };

/* size components, of which set.width turn.  backwards: by -a.  divisor: NULL,
   or for each pair what its frequency base^(-2t/r) is divided by, which takes
   the place of set.type.  With axes > 1 pair t turns by position[axis]: the
   axes take section[0], section[1], ... pairs one after the other, or, when
   interleaved, axis 1, 2, ... takes t = axis (mod axes) below axes times
   section[axis], axis 0 the others.  */
struct oracle_turn
{
  struct oracle_rope_set set;
  enum oracle_pairing pairing;
  size_t size;
  int backwards;
  enum oracle_magnitude_kind magnitude_kind;
  struct oracle_fraction magnitude;
  const struct oracle_fraction *divisor;
  size_t axes;
  unsigned long section[ORACLE_MOST_AXES];
  int interleaved;
};

/* Default frequencies of width 2, no base, magnitude 1, one axis.  */
void oracle_turn_init (struct oracle_turn *turn);
void oracle_turn_clear (struct oracle_turn *turn);

/* ---- mistakes ---- */

enum oracle_turn_mistake_kind
{
  /* Layout.  */
  ORACLE_TURN_OTHER_PAIRING,
  ORACLE_TURN_PERMUTED,         /* right, but in the other layout's order */
  ORACLE_TURN_BACKWARDS,        /* by the other sign */
  ORACLE_TURN_WAVES_SWAPPED,    /* cos for sin and sin for cos */
  ORACLE_TURN_DUPLICATED,       /* component c of the width takes the frequency
                                   that is its own in the other layout */
  ORACLE_TURN_FULL_WIDTH,       /* all components turn */
  ORACLE_TURN_HALF_OF_SIZE,     /* split half: t with t + size/2 */
  ORACLE_TURN_FULL_COUNT,       /* all components turn, pair t of them by
                                   base^(-2t/r) */

  /* Frequencies.  */
  ORACLE_TURN_OTHER_BASE,       /* number */
  ORACLE_TURN_DENOMINATOR_SIZE, /* base^(-2t/size) */
  ORACLE_TURN_HALF_EXPONENT,    /* base^(-t/r) */
  ORACLE_TURN_DOUBLE_EXPONENT,  /* base^(-4t/r) */
  ORACLE_TURN_ANGLE_DIVIDED,    /* all frequencies over number */
  ORACLE_TURN_SCALING_MISSING,
  ORACLE_TURN_SCALING_TWICE,    /* theta^2 / base^(-2t/r) */
  ORACLE_TURN_STEPS_OF_TWO,     /* base a^(r/(r-2)) for the base, a = 2^ceil
                                   (log2 (length/longest) + 1) - 1, at least
                                   1; no scaling */
  ORACLE_TURN_BETAS_SWAPPED,
  ORACLE_TURN_TRUNCATE_OTHERWISE,
  ORACLE_TURN_RAMP_OF_SIZE,     /* yarn's range counted with size */
  ORACLE_TURN_RAMP_TO_PAIR,     /* yarn's range ends at pair r/2 - 1 */
  ORACLE_TURN_MAGNITUDE_MISSING,
  ORACLE_TURN_MAGNITUDE_SQUARED,
  ORACLE_TURN_MAGNITUDE_OTHER,  /* number / 100 */
  ORACLE_TURN_SECTIONS_OTHERWISE,       /* interleaved or not */
  ORACLE_TURN_SECTIONS_IGNORED, /* axis 0 for all pairs */

  /* Positions.  */
  ORACLE_TURN_POSITION_OFFSET,  /* + number */
  ORACLE_TURN_POSITION_ROW,     /* the row in its tensor */
  ORACLE_TURN_POSITION_PLUS_ROW,
  ORACLE_TURN_POSITION_CLAMPED, /* at most number - 1, the last table row */
  ORACLE_TURN_NOT_AT_ALL,
  ORACLE_TURN_TWICE,

  /* Rounded to format at one place, exact elsewhere.  */
  ORACLE_TURN_ROUND_POSITION,
  ORACLE_TURN_ROUND_FREQUENCY,
  ORACLE_TURN_ROUND_ANGLE,
  ORACLE_TURN_ROUND_TABLE,      /* A cos and A sin */
  ORACLE_TURN_ROUND_ALL,        /* position, frequency, angle, table */
  ORACLE_TURN_ROUND_PRODUCTS,   /* table, both products, their sum */
  ORACLE_TURN_MISTAKES
};

struct oracle_turn_mistake
{
  enum oracle_turn_mistake_kind kind;
  long number;
  const struct oracle_format *format;
};

/* The words of the enumerator behind ORACLE_TURN, in small letters.  */
const char *oracle_turn_mistake_name (enum oracle_turn_mistake_kind kind);

/* ---- the answer ---- */

/* bits[c] <- component c of the turned x, correctly rounded; x has size
   components, position one entry for each axis, row is where x stands in its
   tensor (only mistakes ask).  Components that are fractions (a zero angle or
   a zero pair) are known to be; any other is transcendental, so that it has
   no tie, unless a magnitude with a logarithm made it rational.  Returns the
   number of elements left open at most_digits, for which open[c] is 1 (open
   may be NULL); what overflows on the way, in a mistake, is NaN.  -1, as
   (size_t) -1, when the set's frequencies are undefined.  */
size_t oracle_turn_row (uint64_t *bits, unsigned char *open,
                        const struct oracle_turn *turn,
                        const struct oracle_turn_mistake *mistake,
                        const struct oracle_fraction *x,
                        const struct oracle_fraction *position, long row,
                        const struct oracle_format *format,
                        unsigned long most_digits);

/* cosine and sine <- A cos (a) and A sin (a) of pair t, as values known at
   scale 10^digits.  */
enum oracle_outcome
oracle_turn_waves (struct oracle_value *cosine, struct oracle_value *sine,
                   const struct oracle_turn *turn,
                   const struct oracle_turn_mistake *mistake, size_t t,
                   const struct oracle_fraction *position, long row,
                   unsigned long digits);

/* Is the mistake of that kind?  It may be NULL.  */
int oracle_turn_mistaken (const struct oracle_turn_mistake *mistake,
                          enum oracle_turn_mistake_kind kind);

/* ---- what is no number ---- */

enum oracle_odd
{
  ORACLE_ODD_NONE,              /* a number */
  ORACLE_ODD_PLUS,
  ORACLE_ODD_MINUS,
  ORACLE_ODD_NAN
};

/* result[c] <- what the two products and the sum above give for component c
   by the rules of IEEE 754, with the true cosine and sine, when x[c] is what
   component c is: an infinity times zero and the sum of two infinities of
   unlike signs are NaN.  The magnitude is positive.  Returns the number of
   pairs whose signs stayed open at most_digits; their results are not to be
   used.  */
size_t oracle_turn_odd_row (enum oracle_odd *result,
                            const struct oracle_turn *turn,
                            const enum oracle_odd *x,
                            const struct oracle_fraction *position,
                            unsigned long most_digits);

#endif
