/* rope_sets.c -- random sets of rotary parameters for both families */

#include "rope_sets.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "testing.h"

/* ---- random parameters ---- */

static void
random_base (mpq_ptr base)
{
  static const unsigned long usual[] = { 10000, 500000, 1000000, 150000,
                                         100000000, 2 };

  if (testing_below (2))
    mpq_set_ui (base, usual[testing_below (6)], 1);
  else
    mpq_set_ui (base, 1001 + testing_below (100000000),
                1 + testing_below (1000));
  mpq_canonicalize (base);
  if (mpq_cmp_ui (base, 1, 1) <= 0)
    mpq_set_ui (base, 3, 2);
}

void
rope_sets_factor (mpq_ptr factor)
{
  if (testing_below (4) == 0)
    mpq_set_ui (factor, 1 + testing_below (64), 1);
  else
    mpq_set_ui (factor, 1 + testing_below (4000), 1 + testing_below (200));
  mpq_canonicalize (factor);
}

/* Powers of two and their neighbours as often as any other length.  */
void
rope_sets_length (mpq_ptr length)
{
  if (testing_below (2))
    mpq_set_ui (length, (2ul << testing_below (20)) + testing_below (3) - 1,
                1);
  else
    mpq_set_ui (length, 2 + testing_below (2000000), 1);
}

static void
set_value (struct assay_rope_plan *plan, enum assay_rope_key key,
           void (*random) (mpq_ptr))
{
  mpq_t value;

  mpq_init (value);
  random (value);
  assay_rope_value_set (&plan->value[key], value, "random");
  mpq_clear (value);
}

void
rope_sets_beta (mpq_ptr beta)
{
  static const unsigned long usual[] = { 1, 32, 16, 2, 64 };

  if (testing_below (3))
    mpq_set_ui (beta, usual[testing_below (5)], 1);
  else
    rope_sets_factor (beta);
}

static void
random_part (mpq_ptr part)
{
  mpq_set_ui (part, testing_below (129), 128);
  mpq_canonicalize (part);
}

/* Tenths, some of them below 1.  */
static void
random_exponent (mpq_ptr exponent)
{
  mpq_set_ui (exponent, 1 + testing_below (30), 10);
  mpq_canonicalize (exponent);
}

static void
random_list (struct assay_rope_list *list, size_t count)
{
  list->entry = assay_calloc (count, sizeof list->entry[0]);
  for (list->count = 0; list->count < count; list->count++)
    {
      mpq_init (list->entry[list->count]);
      rope_sets_factor (list->entry[list->count]);
    }
}

static void
draw_type (struct assay_rope_plan *plan)
{
  static const enum assay_rope_type types[] = {
    ASSAY_ROPE_DEFAULT, ASSAY_ROPE_LINEAR, ASSAY_ROPE_DYNAMIC,
    ASSAY_ROPE_DYNAMIC, ASSAY_ROPE_NTK, ASSAY_ROPE_NTK, ASSAY_ROPE_YARN,
    ASSAY_ROPE_YARN, ASSAY_ROPE_LONGROPE, ASSAY_ROPE_LLAMA3,
    ASSAY_ROPE_LLAMA3, ASSAY_ROPE_PROPORTIONAL
  };

  plan->type = types[testing_below (12)];
  switch (plan->type)
    {
    case ASSAY_ROPE_DYNAMIC:
      if (testing_below (2))
        set_value (plan, ASSAY_KEY_ALPHA, rope_sets_factor);
      break;
    case ASSAY_ROPE_NTK:
      if (testing_below (2))
        set_value (plan, ASSAY_KEY_MIXED_B, random_exponent);
      break;
    case ASSAY_ROPE_LONGROPE:
      random_list (&plan->short_factor, plan->layout.rotary_dim / 2);
      random_list (&plan->long_factor, plan->layout.rotary_dim / 2);
      break;
    case ASSAY_ROPE_PROPORTIONAL:
      set_value (plan, ASSAY_KEY_PARTIAL, random_part);
      break;
    default:
      break;
    }
}

void
rope_sets_draw (struct assay_rope_plan *plan)
{
  plan->layout.head_dim = 2 * (2 + testing_below (63));
  plan->layout.rotary_dim = plan->layout.head_dim;
  plan->truncate = testing_below (2) == 0;
  set_value (plan, ASSAY_KEY_THETA, random_base);
  set_value (plan, ASSAY_KEY_FACTOR, rope_sets_factor);
  set_value (plan, ASSAY_KEY_LENGTH, rope_sets_length);
  set_value (plan, ASSAY_KEY_ORIGINAL, rope_sets_length);
  /* Longrope divides by its logarithm.  */
  if (mpq_cmp_ui (plan->value[ASSAY_KEY_ORIGINAL].value, 1, 1) == 0)
    mpq_set_ui (plan->value[ASSAY_KEY_ORIGINAL].value, 3, 1);
  set_value (plan, ASSAY_KEY_BETA_FAST, rope_sets_beta);
  set_value (plan, ASSAY_KEY_BETA_SLOW, rope_sets_beta);
  set_value (plan, ASSAY_KEY_LOW, rope_sets_beta);
  set_value (plan, ASSAY_KEY_HIGH, rope_sets_beta);
  draw_type (plan);
}

/* ---- the same for the oracle ---- */

void
rope_sets_fraction (struct oracle_fraction *f, mpq_srcptr value)
{
  mpz_set (f->num, mpq_numref (value));
  mpz_set (f->den, mpq_denref (value));
}

static enum oracle_rope
type_of (const struct assay_rope_plan *plan)
{
  switch (plan->type)
    {
    case ASSAY_ROPE_LINEAR:
      return ORACLE_ROPE_LINEAR;
    case ASSAY_ROPE_DYNAMIC:
      return plan->value[ASSAY_KEY_ALPHA].is_set ? ORACLE_ROPE_STATIC
             : ORACLE_ROPE_DYNAMIC;
    case ASSAY_ROPE_NTK:
      return plan->value[ASSAY_KEY_MIXED_B].is_set ? ORACLE_ROPE_NTK_MIXED
             : ORACLE_ROPE_NTK;
    case ASSAY_ROPE_YARN:
      return ORACLE_ROPE_YARN;
    case ASSAY_ROPE_LONGROPE:
      return ORACLE_ROPE_LONGROPE;
    case ASSAY_ROPE_LLAMA3:
      return ORACLE_ROPE_LLAMA3;
    case ASSAY_ROPE_PROPORTIONAL:
      return ORACLE_ROPE_PROPORTIONAL;
    default:
      return ORACLE_ROPE_DEFAULT;
    }
}

void
rope_sets_translate (struct oracle_rope_set *set,
                     const struct assay_rope_plan *plan, unsigned long length)
{
  const struct assay_rope_value *value = plan->value;
  mpq_t half;

  set->type = type_of (plan);
  set->width = plan->layout.rotary_dim;
  set->head = plan->layout.head_dim;
  set->truncate = plan->truncate;
  mpz_set_ui (set->length.num, length);
  rope_sets_fraction (&set->base, value[ASSAY_KEY_THETA].value);
  rope_sets_fraction (&set->factor, value[set->type == ORACLE_ROPE_STATIC
                                          ? ASSAY_KEY_ALPHA
                                          : ASSAY_KEY_FACTOR].value);
  rope_sets_fraction (&set->longest, value[ASSAY_KEY_LENGTH].value);
  rope_sets_fraction (&set->original, value[ASSAY_KEY_ORIGINAL].value);
  rope_sets_fraction (&set->fast, value[ASSAY_KEY_BETA_FAST].value);
  rope_sets_fraction (&set->slow, value[ASSAY_KEY_BETA_SLOW].value);
  rope_sets_fraction (&set->low, value[ASSAY_KEY_LOW].value);
  rope_sets_fraction (&set->high, value[ASSAY_KEY_HIGH].value);
  if (set->type == ORACLE_ROPE_NTK_MIXED)
    rope_sets_fraction (&set->exponent, value[ASSAY_KEY_MIXED_B].value);
  /* Parts of 128 are exact in binary64.  */
  mpq_init (half);
  mpq_set_ui (half, plan->layout.head_dim / 2, 1);
  mpq_mul (half, half, value[ASSAY_KEY_PARTIAL].value);
  set->live = plan->type == ASSAY_ROPE_PROPORTIONAL
              ? mpz_get_ui (mpq_numref (half))
                / mpz_get_ui (mpq_denref (half)) : 0;
  mpq_clear (half);
}

void
rope_sets_choose_pair (struct oracle_rope_set *set,
                       const struct assay_rope_plan *plan,
                       const struct assay_rope_call *call, size_t pair)
{
  mpq_srcptr original = plan->value[ASSAY_KEY_ORIGINAL].value;
  const struct assay_rope_list *list
    = mpq_cmp_ui (original, call->length, 1) < 0 ? &plan->long_factor
      : &plan->short_factor;

  if (plan->type == ASSAY_ROPE_LONGROPE)
    rope_sets_fraction (&set->divisor, list->entry[pair]);
}

const char *
rope_sets_tell (const struct oracle_rope_set *set)
{
  static const char *const types[] = {
    "default", "linear", "dynamic", "yarn", "llama3", "proportional",
    "static", "ntk", "ntk with an exponent", "longrope"
  };
  const struct { const char *name; const struct oracle_fraction *value; }
    numbers[] = {
      { "base", &set->base }, { "factor", &set->factor },
      { "length", &set->length }, { "longest", &set->longest },
      { "original", &set->original }, { "fast", &set->fast },
      { "slow", &set->slow }, { "low", &set->low }, { "high", &set->high },
      { "exponent", &set->exponent }, { "divisor", &set->divisor }
    };
  static char text[4000];
  size_t n, length;

  length = (size_t) snprintf (text, sizeof text, "%s, width %lu, live %lu, "
                              "head %lu, ramp %lu, truncate %d, ends at pair "
                              "%d", types[set->type], set->width, set->live,
                              set->head, set->ramp, set->truncate,
                              set->ends_at_pair);
  for (n = 0; n < sizeof numbers / sizeof numbers[0]; n++)
    if (mpz_sgn (numbers[n].value->num) != 0 && length < sizeof text)
      length += (size_t) gmp_snprintf (text + length, sizeof text - length,
                                       ", %s %Zd/%Zd", numbers[n].name,
                                       numbers[n].value->num,
                                       numbers[n].value->den);
  return text;
}
