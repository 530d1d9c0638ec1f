/* oracle_kernel_exact.c -- is an element the given fraction? */

#include "oracle.h"

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

/* The element is t when the sum over the keys of (value - t) exp (z) is 0.
   Each group's excess times one exponential: it is 0 when every excess is 0,
   and only then if the z of different groups are different algebraic numbers,
   whose exponentials are independent over the algebraic numbers.  */
static int
mean_is (const struct oracle_line *line, enum oracle_stage stage, size_t c,
         const struct oracle_fraction *t)
{
  struct oracle_fraction excess;
  int zero = 1;

  oracle_fraction_init (&excess);
  for (size_t g = 0; g < line->keys && zero; g++)
    {
      if (!line->key[g].legal || line->group[g] != g)
        continue;
      mpz_set_ui (excess.num, 0);
      mpz_set_ui (excess.den, 1);
      for (size_t j = g; j < line->keys; j++)
        if (line->key[j].legal && line->group[j] == g)
          add_excess (&excess, &line->key[j], j == c, stage, c, t);
      zero = mpz_sgn (excess.num) == 0;
    }
  oracle_fraction_clear (&excess);
  return zero;
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

int
oracle_line_element_is (struct oracle_line *line, enum oracle_stage stage,
                        size_t c, const struct oracle_fraction *t)
{
  if (stage == ORACLE_SCORES || stage == ORACLE_CAPPED
      || stage == ORACLE_BIASED)
    return oracle_line_score_is (line, c, stage, t);
  oracle_line_group (line);
  if (stage == ORACLE_WEIGHTS || stage == ORACLE_OUTPUT)
    return mean_is (line, stage, c, t);
  return logarithm_is (line, stage, t);
}
