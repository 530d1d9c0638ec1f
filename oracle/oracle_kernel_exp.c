/* oracle_kernel_exp.c -- a line's exponentials, weights, outputs, sums */

#include "oracle.h"

/* Raw exponentials up to here; beyond, an integer is taken off.  */
#define MOST_RAW_SCORE 4096L

void
oracle_exponentials_init (struct oracle_exponentials *e,
                          const struct oracle_line *line)
{
  e->keys = line->keys;
  e->digits = 0;
  e->shares = 0;
  mpz_init (e->shift);
  e->of_key = oracle_intervals_new (line->keys);
  e->in_sum = NULL;
}

void
oracle_exponentials_clear (struct oracle_exponentials *e)
{
  mpz_clear (e->shift);
  oracle_intervals_free (e->of_key, e->keys);
  if (e->in_sum != NULL)
    oracle_intervals_free (e->in_sum, e->keys);
}

/* shift <- the integer to be taken off the scores; the answer is the number
   of digits by which the largest exponential then lies below 1:
   10/23 > log10 (e).  */
static unsigned long
set_shift (mpz_t shift, const struct oracle_line *line)
{
  struct oracle_interval z;
  unsigned long below = 0;
  int first = 1;

  oracle_interval_init (&z);
  for (size_t j = 0; j < line->keys; j++)
    if (line->key[j].legal)
      {
        oracle_line_score (&z, line, j, ORACLE_BIASED, 1);
        mpz_fdiv_q_ui (z.lo, z.lo, 10);
        if (first || mpz_cmp (z.lo, shift) > 0)
          mpz_set (shift, z.lo);
        first = 0;
      }
  if (mpz_cmpabs_ui (shift, MOST_RAW_SCORE) <= 0)
    {
      if (mpz_sgn (shift) < 0)
        below = (mpz_get_ui (shift) + 2) * 10 / 23 + 1;
      mpz_set_ui (shift, 0);
    }
  oracle_interval_clear (&z);
  return below;
}

/* x <- exp (x), where an end so low that it is left to oracle_exp, and a high
   end beyond it, are what they are.  */
static void
exponential (struct oracle_interval *x, unsigned long digits)
{
  struct oracle_fraction end;

  if (mpz_cmp (x->lo, x->hi) != 0)
    {
      oracle_increasing (x, oracle_exp, x, digits);
      return;
    }
  oracle_fraction_init (&end);
  mpz_set (end.num, x->lo);
  mpz_ui_pow_ui (end.den, 10, digits);
  oracle_exp (x, &end, digits);
  oracle_fraction_clear (&end);
}

/* x <- log2 (x), of positive ends.  */
static void
take_log2 (struct oracle_interval *x, unsigned long digits)
{
  struct oracle_fraction two;
  struct oracle_interval log_2;

  oracle_fraction_init (&two);
  oracle_interval_init (&log_2);
  mpz_set_ui (two.num, 2);
  oracle_log (&log_2, &two, digits);
  oracle_increasing (x, oracle_log, x, digits);
  oracle_interval_divide (x, &log_2, digits);
  oracle_fraction_clear (&two);
  oracle_interval_clear (&log_2);
}

/* x <- x y / 10^digits, of numbers that are not negative.  */
static void
multiply (struct oracle_interval *x, const struct oracle_interval *y,
          unsigned long digits)
{
  mpz_t unit;

  mpz_init (unit);
  mpz_ui_pow_ui (unit, 10, digits);
  mpz_mul (x->lo, x->lo, y->lo);
  mpz_fdiv_q (x->lo, x->lo, unit);
  mpz_mul (x->hi, x->hi, y->hi);
  mpz_cdiv_q (x->hi, x->hi, unit);
  mpz_clear (unit);
}

/* The exponentials of one part, each over their sum, and times exp of its
   log2 where that is the mistake.  A shift s of the scores has made the sum
   too small by e^s, which its logarithm gets back.  */
static int
merge_part (struct oracle_exponentials *e, const struct oracle_line *line,
            size_t part)
{
  struct oracle_interval sum, power;
  int empty = 1, status = 0;

  oracle_interval_init (&sum);
  oracle_interval_init (&power);
  for (size_t j = 0; j < line->keys; j++)
    if (line->key[j].part == part && line->key[j].legal)
      {
        oracle_interval_addmul (&sum, 1, &e->of_key[j]);
        empty = 0;
      }
  if (!empty && mpz_sgn (sum.lo) <= 0)
    status = -1;
  if (!empty && status == 0)
    {
      mpz_set (power.lo, sum.lo);
      mpz_set (power.hi, sum.hi);
      take_log2 (&power, e->digits);
      exponential (&power, e->digits);
      for (size_t j = 0; j < line->keys; j++)
        if (line->key[j].part == part && line->key[j].legal)
          {
            oracle_interval_divide (&e->of_key[j], &sum, e->digits);
            if (line->merging == ORACLE_MERGED_LOG2)
              multiply (&e->of_key[j], &power, e->digits);
          }
    }
  oracle_interval_clear (&sum);
  oracle_interval_clear (&power);
  return status;
}

int
oracle_line_exponentials (struct oracle_exponentials *e,
                          const struct oracle_line *line,
                          unsigned long digits)
{
  mpz_t offset;
  int status = 0;

  e->digits = digits + set_shift (e->shift, line);
  mpz_init (offset);
  mpz_ui_pow_ui (offset, 10, e->digits);
  mpz_mul (offset, offset, e->shift);
  for (size_t j = 0; j < line->keys; j++)
    {
      struct oracle_interval *x = &e->of_key[j];

      mpz_set_ui (x->lo, 0);
      mpz_set_ui (x->hi, 0);
      if (!line->key[j].legal)
        continue;
      oracle_line_score (x, line, j, ORACLE_BIASED, e->digits);
      mpz_sub (x->lo, x->lo, offset);
      mpz_sub (x->hi, x->hi, offset);
      exponential (x, e->digits);
      if (mpz_sgn (x->lo) < 0)
        mpz_set_ui (x->lo, 0);
    }
  size_t last = line->keys > 0 ? line->key[line->keys - 1].part : 0;
  for (size_t part = 0;
       line->merging != ORACLE_MERGED_RIGHT && part <= last && status == 0;
       part++)
    status = merge_part (e, line, part);
  if (status == 0 && line->stale != ORACLE_STALE_NOTHING)
    status = oracle_line_leave_stale (e, line);
  mpz_clear (offset);
  return status;
}

/* log or log2 of the sum, the shift put back.  */
static void
sum_logarithm (struct oracle_interval *element,
               const struct oracle_exponentials *e, enum oracle_stage stage)
{
  struct oracle_interval log_2;
  struct oracle_fraction two;
  mpz_t offset;

  oracle_interval_init (&log_2);
  oracle_fraction_init (&two);
  mpz_init (offset);
  mpz_ui_pow_ui (offset, 10, e->digits);
  mpz_mul (offset, offset, e->shift);
  oracle_increasing (element, oracle_log, element, e->digits);
  mpz_add (element->lo, element->lo, offset);
  mpz_add (element->hi, element->hi, offset);
  if (stage == ORACLE_LSE2)
    {
      mpz_set_ui (two.num, 2);
      oracle_log (&log_2, &two, e->digits);
      oracle_interval_divide (element, &log_2, e->digits);
    }
  oracle_interval_clear (&log_2);
  oracle_fraction_clear (&two);
  mpz_clear (offset);
}

int
oracle_line_element (struct oracle_interval *element,
                     const struct oracle_line *line,
                     const struct oracle_exponentials *e,
                     enum oracle_stage stage, size_t c)
{
  const struct oracle_interval *summed
    = e->in_sum != NULL ? e->in_sum : e->of_key;
  struct oracle_interval sum;
  int status = 0;

  oracle_interval_init (&sum);
  for (size_t j = 0; j < line->keys; j++)
    if (line->key[j].legal)
      oracle_interval_addmul (&sum, (long) line->key[j].count, &summed[j]);
  mpz_set_ui (element->lo, 0);
  mpz_set_ui (element->hi, 0);
  if (mpz_sgn (sum.lo) <= 0)
    status = -1;
  else if (stage == ORACLE_LSE || stage == ORACLE_LSE2)
    {
      mpz_swap (element->lo, sum.lo);
      mpz_swap (element->hi, sum.hi);
      sum_logarithm (element, e, stage);
    }
  else
    {
      for (size_t j = 0; j < line->keys; j++)
        {
          const struct oracle_key *key = &line->key[j];

          if (!key->legal || !key->kept)
            continue;
          if (stage == ORACLE_WEIGHTS && j == c)
            oracle_interval_addmul (element, 1, &e->of_key[j]);
          if (stage == ORACLE_OUTPUT && key->value != NULL)
            oracle_interval_add_multiple (element, &e->of_key[j],
                                          &key->value[c]);
        }
      if (!e->shares)
        oracle_interval_divide (element, &sum, e->digits);
    }
  oracle_interval_clear (&sum);
  return status;
}
