/* oracle_mistake_softmax.c -- a softmax whose steps are rounded */

#include "oracle.h"

/* ---- weights rounded ---- */

struct asked_weight
{
  struct oracle_line *line;
  size_t j;
};

static int
weight_order (void *data, const struct oracle_fraction *t)
{
  const struct asked_weight *asked = data;

  return oracle_line_element_order (asked->line, ORACLE_WEIGHTS, asked->j,
                                    t);
}

/* 1 when weight[j] is the rounded weight of every legal key.  */
static int
try_weights (struct oracle_fraction *weight, struct oracle_line *line,
             const struct oracle_format *format, unsigned long digits)
{
  struct oracle_exponentials e;
  struct oracle_interval x;
  uint64_t bits = 0;

  oracle_exponentials_init (&e, line);
  oracle_interval_init (&x);
  int done = oracle_line_exponentials (&e, line, digits) == 0;
  for (size_t j = 0; j < line->keys && done; j++)
    {
      struct asked_weight asked = { line, j };

      if (!line->key[j].legal)
        continue;
      done = oracle_line_element (&x, line, &e, ORACLE_WEIGHTS, j) == 0
             && oracle_decide (&bits, &x, e.digits, format, weight_order,
                               &asked);
      if (done)
        oracle_decode (&weight[j], bits, format);
    }
  oracle_interval_clear (&x);
  oracle_exponentials_clear (&e);
  return done;
}

/* ---- exponentials rounded where they multiply the values ---- */

/* Of an exponential that others are divided by.  */
#define LEAST_DIGITS 32

struct asked_power
{
  struct oracle_line *line;
  size_t j, top;
};

/* exp (z - max) is 1 or no fraction at all.  */
static int
power_order (void *data, const struct oracle_fraction *t)
{
  const struct asked_power *asked = data;
  const size_t *group = asked->line->group;

  return group[asked->j] == group[asked->top]
         && mpz_cmp (t->num, t->den) == 0 ? 0 : ORACLE_ORDER_OPEN;
}

/* total <- the sum of the exponentials over the largest one: a whole number
   where one lies in what encloses it.  */
static void
set_total (struct oracle_fraction *total, const struct oracle_line *line,
           const struct oracle_exponentials *e, size_t top)
{
  struct oracle_interval sum;

  oracle_interval_init (&sum);
  for (size_t j = 0; j < line->keys; j++)
    if (line->key[j].legal)
      oracle_interval_addmul (&sum, (long) line->key[j].count,
                              &e->of_key[j]);
  oracle_interval_divide (&sum, &e->of_key[top], e->digits);
  mpz_ui_pow_ui (total->den, 10, e->digits);
  mpz_fdiv_q (total->num, sum.hi, total->den);
  mpz_mul (total->num, total->num, total->den);
  if (mpz_cmp (total->num, sum.lo) < 0)
    mpz_set (total->num, sum.lo);
  oracle_interval_clear (&sum);
}

/* weight <- the rounded exponential of key j over that of key top, over the
   sum of those that are not rounded; 0 while the digits do not tell.  */
static int
round_power (struct oracle_fraction *weight, struct oracle_line *line,
             const struct oracle_exponentials *e, size_t j, size_t top,
             const struct oracle_format *format)
{
  struct asked_power asked = { line, j, top };
  struct oracle_interval x;
  struct oracle_fraction total;
  uint64_t bits = 0;

  if (mpz_sizeinbase (e->of_key[top].lo, 10) < LEAST_DIGITS)
    return 0;
  oracle_interval_init (&x);
  mpz_set (x.lo, e->of_key[j].lo);
  mpz_set (x.hi, e->of_key[j].hi);
  oracle_interval_divide (&x, &e->of_key[top], e->digits);
  int done = oracle_decide (&bits, &x, e->digits, format, power_order,
                            &asked);
  if (done)
    {
      oracle_fraction_init (&total);
      set_total (&total, line, e, top);
      oracle_decode (weight, bits, format);
      oracle_fraction_div (weight, weight, &total);
      oracle_fraction_clear (&total);
    }
  oracle_interval_clear (&x);
  return done;
}

/* 1 when weight[j] is that of every legal key.  */
static int
try_powers (struct oracle_fraction *weight, struct oracle_line *line,
            const struct oracle_format *format, unsigned long digits)
{
  struct oracle_exponentials e;

  oracle_exponentials_init (&e, line);
  oracle_line_group (line);
  int done = oracle_line_exponentials (&e, line, digits) == 0;
  for (size_t j = 0; j < line->keys && done; j++)
    if (line->key[j].legal)
      done = round_power (&weight[j], line, &e, j,
                          oracle_line_top (line, &e, j), format);
  oracle_exponentials_clear (&e);
  return done;
}

/* ---- every step rounded ---- */

/* exp (x) is 1 or no fraction at all.  */
static int
exp_order (void *data, const struct oracle_fraction *t)
{
  const struct oracle_fraction *x = data;

  return mpz_sgn (x->num) == 0 && mpz_cmp (t->num, t->den) == 0
         ? 0 : ORACLE_ORDER_OPEN;
}

/* y <- exp (x) rounded; 1 when it overflows.  Beyond +-2^12 every format has
   overflowed or come to 0.  */
static int
rounded_exp (struct oracle_fraction *y, struct oracle_fraction *x,
             const struct oracle_format *format)
{
  struct oracle_interval z;
  uint64_t bits = 0;
  int done = 0;
  mpz_t whole;

  mpz_init (whole);
  oracle_fraction_fixed (whole, x, 0);
  int far = mpz_cmpabs_ui (whole, 4096) > 0, sign = mpz_sgn (whole);
  mpz_clear (whole);
  if (far)
    {
      mpz_set_ui (y->num, 0);
      mpz_set_ui (y->den, 1);
      return sign > 0;
    }
  oracle_interval_init (&z);
  for (unsigned long digits = 40; !done; digits *= 3)
    {
      oracle_exp (&z, x, digits);
      done = oracle_decide (&bits, &z, digits, format, exp_order, x);
    }
  oracle_interval_clear (&z);
  return oracle_decode (y, bits, format) != ORACLE_NUMBER;
}

/* largest <- the largest score; every legal key is plain.  */
static void
set_largest (struct oracle_fraction *largest, const struct oracle_line *line)
{
  int first = 1;

  for (size_t j = 0; j < line->keys; j++)
    if (line->key[j].legal
        && (first
            || oracle_fraction_compare (&line->key[j].bias, largest) > 0))
      {
        oracle_fraction_set (largest, &line->key[j].bias);
        first = 0;
      }
}

static void
step_by_step (struct oracle_fraction *weight, struct oracle_line *line,
              const struct oracle_mistake *mistake, int shifted)
{
  struct oracle_fraction largest, sum, score;

  oracle_fraction_init (&largest);
  oracle_fraction_init (&sum);
  oracle_fraction_init (&score);
  if (shifted)
    set_largest (&largest, line);
  mpz_neg (largest.num, largest.num);
  for (size_t j = 0; j < line->keys; j++)
    {
      if (!line->key[j].legal)
        continue;
      oracle_fraction_add (&score, &line->key[j].bias, &largest);
      int low = shifted && oracle_mistake_round (&score, mistake) < 0;
      if (!low && rounded_exp (&weight[j], &score, mistake->format))
        line->spoilt = 1;
      oracle_fraction_add (&sum, &sum, &weight[j]);
      if (oracle_mistake_round (&sum, mistake) != 0)
        line->spoilt = 1;
    }
  if (mpz_sgn (sum.num) == 0)
    line->spoilt = 1;
  for (size_t j = 0; j < line->keys && !line->spoilt; j++)
    {
      oracle_fraction_div (&weight[j], &weight[j], &sum);
      if (shifted)
        oracle_mistake_round (&weight[j], mistake);
    }
  oracle_fraction_clear (&largest);
  oracle_fraction_clear (&sum);
  oracle_fraction_clear (&score);
}

int
oracle_line_weights (struct oracle_fraction *weight,
                     struct oracle_line *line,
                     const struct oracle_mistake *mistake,
                     unsigned long most_digits)
{
  int shifted = oracle_mistaken (mistake, ORACLE_SOFTMAX_ROUNDED);

  if (shifted || oracle_mistaken (mistake, ORACLE_SOFTMAX_NO_MAX))
    {
      if (!line->spoilt)
        step_by_step (weight, line, mistake, shifted);
      return 1;
    }
  int powers = oracle_mistaken (mistake, ORACLE_ROUND_POWERS)
               || oracle_mistaken (mistake, ORACLE_ROUND_BEFORE_SINK);
  if (!powers && !oracle_mistaken (mistake, ORACLE_ROUND_WEIGHTS)
      && !oracle_mistaken (mistake, ORACLE_ROUND_EACH))
    return 0;
  int (*try) (struct oracle_fraction *, struct oracle_line *,
              const struct oracle_format *, unsigned long)
    = powers ? try_powers : try_weights;
  for (unsigned long digits = 40; digits < most_digits; digits *= 3)
    if (try (weight, line, mistake->format, digits))
      return 1;
  return try (weight, line, mistake->format, most_digits) ? 1 : -1;
}
