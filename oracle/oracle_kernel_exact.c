/* oracle_kernel_exact.c -- the order of an element to a fraction */

#include "oracle.h"

/* Where the sign of a difference is given up.  */
#define MOST_ORDER_DIGITS 10000UL

/* sum <- sum + f times n.  */
static void
add_times (struct oracle_fraction *sum, const struct oracle_fraction *f,
           long n)
{
  struct oracle_fraction part;

  oracle_fraction_init (&part);
  oracle_fraction_set (&part, f);
  mpz_mul_si (part.num, part.num, n);
  oracle_fraction_add (sum, sum, &part);
  oracle_fraction_clear (&part);
}

/* What key j contributes to the upper sum in column c, less t times what it
   contributes to the lower one.  */
static void
add_excess (struct oracle_fraction *sum, const struct oracle_key *key,
            int is_column, enum oracle_stage stage, size_t c,
            const struct oracle_fraction *t)
{
  if (key->kept && stage == ORACLE_WEIGHTS && is_column)
    {
      struct oracle_fraction one;

      oracle_fraction_init (&one);
      mpz_set_ui (one.num, 1);
      oracle_fraction_add (sum, sum, &one);
      oracle_fraction_clear (&one);
    }
  if (key->kept && stage == ORACLE_OUTPUT && key->value != NULL)
    oracle_fraction_add (sum, sum, &key->value[c]);
  add_times (sum, t, -(long) key->count);
}

/* excess <- that of the group of key g.  */
static void
set_excess (struct oracle_fraction *excess, const struct oracle_line *line,
            size_t g, enum oracle_stage stage, size_t c,
            const struct oracle_fraction *t)
{
  mpz_set_ui (excess->num, 0);
  mpz_set_ui (excess->den, 1);
  for (size_t j = g; j < line->keys; j++)
    if (line->key[j].legal && line->group[j] == g)
      add_excess (excess, &line->key[j], j == c, stage, c, t);
}

/* sum <- sum over the groups of excess exp (z - top), at scale 10^digits,
   where top is the integer below the largest z of a group whose excess is not
   0: so low digits see the term that matters, however far it lies below
   others that cancel.  */
static void
add_groups (struct oracle_interval *sum, const struct oracle_line *line,
            const struct oracle_fraction *excess, unsigned long digits)
{
  struct oracle_interval *z = oracle_intervals_new (line->keys);
  mpz_t unit, top;
  int first = 1;

  mpz_init (unit);
  mpz_init (top);
  mpz_ui_pow_ui (unit, 10, digits);
  for (size_t g = 0; g < line->keys; g++)
    if (mpz_sgn (excess[g].num) != 0)
      {
        oracle_line_score (&z[g], line, g, ORACLE_BIASED, digits);
        mpz_fdiv_q (sum->lo, z[g].lo, unit);
        if (first || mpz_cmp (sum->lo, top) > 0)
          mpz_set (top, sum->lo);
        first = 0;
      }
  mpz_mul (top, top, unit);
  mpz_set_ui (sum->lo, 0);
  mpz_set_ui (sum->hi, 0);
  for (size_t g = 0; g < line->keys; g++)
    if (mpz_sgn (excess[g].num) != 0)
      {
        mpz_sub (z[g].lo, z[g].lo, top);
        mpz_sub (z[g].hi, z[g].hi, top);
        oracle_increasing (&z[g], oracle_exp, &z[g], digits);
        int negative = mpz_sgn (excess[g].num) < 0;
        if (negative)
          mpz_swap (z[g].lo, z[g].hi);
        mpz_mul (z[g].lo, z[g].lo, excess[g].num);
        mpz_fdiv_q (z[g].lo, z[g].lo, excess[g].den);
        mpz_mul (z[g].hi, z[g].hi, excess[g].num);
        mpz_cdiv_q (z[g].hi, z[g].hi, excess[g].den);
        oracle_interval_addmul (sum, 1, &z[g]);
      }
  mpz_clear (unit);
  mpz_clear (top);
  oracle_intervals_free (z, line->keys);
}

/* The element less t has the sign of the sum over the keys of
   (value - t) exp (z): each group's excess times one exponential.  It is 0
   when every excess is 0, and only then if the z of different groups are
   different algebraic numbers, whose exponentials are independent over the
   algebraic numbers.  Merged parts have other weights, so that only an excess
   of 0 in each tells; what is stale may weigh keys of one group differently,
   so that nothing does unless there is one group alone.  */
static int
mean_order (const struct oracle_line *line, enum oracle_stage stage, size_t c,
            const struct oracle_fraction *t)
{
  struct oracle_fraction *excess = oracle_fractions_new (line->keys);
  struct oracle_interval sum;
  size_t groups = 0;
  int order = 0;

  for (size_t g = 0; g < line->keys; g++)
    if (line->key[g].legal && line->group[g] == g)
      {
        groups++;
        set_excess (&excess[g], line, g, stage, c, t);
        if (mpz_sgn (excess[g].num) != 0)
          order = ORACLE_ORDER_OPEN;
      }
  int is_right = line->merging == ORACLE_MERGED_RIGHT
                 && line->stale == ORACLE_STALE_NOTHING;
  if (line->stale != ORACLE_STALE_NOTHING && groups > 1)
    order = ORACLE_ORDER_OPEN;
  oracle_interval_init (&sum);
  for (unsigned long digits = 40;
       is_right && order == ORACLE_ORDER_OPEN && digits <= MOST_ORDER_DIGITS;
       digits *= 3)
    {
      add_groups (&sum, line, excess, digits);
      if (mpz_sgn (sum.lo) > 0)
        order = 1;
      else if (mpz_sgn (sum.hi) < 0)
        order = -1;
    }
  oracle_interval_clear (&sum);
  oracle_fractions_free (excess, line->keys);
  return order;
}

/* Is t an integer and 2^t = n?  */
static int
is_log2 (const struct oracle_fraction *t, unsigned long n)
{
  unsigned long length = oracle_bit_length (n) - 1;

  if ((n & (n - 1)) != 0)
    return 0;
  struct oracle_fraction power;
  oracle_fraction_init (&power);
  mpz_set_ui (power.num, length);
  int answer = oracle_fraction_equal (&power, t);
  oracle_fraction_clear (&power);
  return answer;
}

/* exp (t) or 2^t = sum of exp (z): with e^t a multiple of one exponential the
   sum must have one group, of one key, and z = t; 2^t is algebraic, so that
   the one group must have z = 0.  With several groups, or z transcendental
   under a cap, the answer 0 may mean that nobody knows.  */
static int
logarithm_is (const struct oracle_line *line, enum oracle_stage stage,
              const struct oracle_fraction *t)
{
  size_t some = line->keys;
  unsigned long count = 0;
  struct oracle_fraction zero;

  for (size_t j = 0; j < line->keys; j++)
    if (line->key[j].legal)
      {
        if (some < line->keys && line->group[j] != some)
          return 0;
        some = line->group[j];
        count += line->key[j].count;
      }
  if (some == line->keys)
    return 0;
  if (stage == ORACLE_LSE)
    return count == 1 && oracle_line_score_is (line, some, ORACLE_BIASED, t);
  oracle_fraction_init (&zero);
  int answer = oracle_line_score_is (line, some, ORACLE_BIASED, &zero)
               && is_log2 (t, count);
  oracle_fraction_clear (&zero);
  return answer;
}

static int
order_of (int equal)
{
  return equal ? 0 : ORACLE_ORDER_OPEN;
}

int
oracle_line_element_order (struct oracle_line *line, enum oracle_stage stage,
                           size_t c, const struct oracle_fraction *t)
{
  if (stage == ORACLE_SCORES || stage == ORACLE_CAPPED
      || stage == ORACLE_BIASED)
    return order_of (oracle_line_score_is (line, c, stage, t));
  oracle_line_group (line);
  if (stage == ORACLE_WEIGHTS || stage == ORACLE_OUTPUT)
    return mean_order (line, stage, c, t);
  return order_of (logarithm_is (line, stage, t));
}
