/* oracle_kernel_score.c -- the score of one key: enclosed, compared */

#include "oracle.h"

/* x <- x f, rounded outwards.  */
static void
scale (struct oracle_interval *x, const struct oracle_fraction *f)
{
  if (mpz_sgn (f->num) < 0)
    mpz_swap (x->lo, x->hi);
  mpz_mul (x->lo, x->lo, f->num);
  mpz_fdiv_q (x->lo, x->lo, f->den);
  mpz_mul (x->hi, x->hi, f->num);
  mpz_cdiv_q (x->hi, x->hi, f->den);
}

/* x <- x sqrt (m): the root's end that moves each end outwards.  */
static void
scale_by_root (struct oracle_interval *x, unsigned long m,
               unsigned long digits)
{
  struct oracle_fraction radicand;
  struct oracle_interval root;
  mpz_t unit;

  oracle_fraction_init (&radicand);
  oracle_interval_init (&root);
  mpz_init (unit);
  mpz_set_ui (radicand.num, m);
  mpz_ui_pow_ui (unit, 10, digits);
  oracle_sqrt (&root, &radicand, digits);
  mpz_mul (x->lo, x->lo, mpz_sgn (x->lo) < 0 ? root.hi : root.lo);
  mpz_fdiv_q (x->lo, x->lo, unit);
  mpz_mul (x->hi, x->hi, mpz_sgn (x->hi) < 0 ? root.lo : root.hi);
  mpz_cdiv_q (x->hi, x->hi, unit);
  oracle_fraction_clear (&radicand);
  oracle_interval_clear (&root);
  mpz_clear (unit);
}

/* result <- f, one unit wide at most.  */
static void
enclose (struct oracle_interval *result, const struct oracle_fraction *f,
         unsigned long digits)
{
  mpz_t unit;

  mpz_init (unit);
  mpz_ui_pow_ui (unit, 10, digits);
  mpz_mul (unit, unit, f->num);
  mpz_fdiv_q (result->lo, unit, f->den);
  mpz_cdiv_q (result->hi, unit, f->den);
  mpz_clear (unit);
}

/* result <- f sqrt (m), one unit wide: the root of f^2 m.  */
static void
enclose_root (struct oracle_interval *result,
              const struct oracle_fraction *f, unsigned long m,
              unsigned long digits)
{
  struct oracle_fraction square;

  oracle_fraction_init (&square);
  oracle_fraction_mul (&square, f, f);
  mpz_mul_ui (square.num, square.num, m);
  oracle_sqrt (result, &square, digits);
  if (mpz_sgn (f->num) < 0)
    oracle_interval_neg (result);
  oracle_fraction_clear (&square);
}

/* x <- cap tanh (x / cap), cap > 0.  */
static void
cap_interval (struct oracle_interval *x, const struct oracle_fraction *cap,
              unsigned long digits)
{
  struct oracle_fraction inverse;

  oracle_fraction_init (&inverse);
  mpz_set (inverse.num, cap->den);
  mpz_set (inverse.den, cap->num);
  scale (x, &inverse);
  oracle_increasing (x, oracle_tanh, x, digits);
  scale (x, cap);
  oracle_fraction_clear (&inverse);
}

/* sum <- sum + bias + lag 2^(num/den).  */
static void
add_rest (struct oracle_interval *sum, const struct oracle_line *line,
          const struct oracle_key *key, unsigned long digits)
{
  struct oracle_interval part;

  oracle_interval_init (&part);
  enclose (&part, &key->bias, digits);
  oracle_interval_addmul (sum, 1, &part);
  if (mpz_sgn (key->lag.num) != 0)
    {
      struct oracle_fraction two;

      oracle_fraction_init (&two);
      mpz_set_ui (two.num, 2);
      oracle_power (&part, &two, line->num, line->den, digits);
      scale (&part, &key->lag);
      oracle_interval_addmul (sum, 1, &part);
      oracle_fraction_clear (&two);
    }
  oracle_interval_clear (&part);
}

void
oracle_line_score (struct oracle_interval *z, const struct oracle_line *line,
                   size_t j, enum oracle_stage stage, unsigned long digits)
{
  const struct oracle_key *key = &line->key[j];
  struct oracle_fraction product;

  if (key->plain)
    {
      enclose (z, &key->bias, digits);
      return;
    }
  oracle_fraction_init (&product);
  oracle_fraction_mul (&product, &key->dot, &line->factor);
  if (stage == ORACLE_SCORES || line->capping != ORACLE_CAP_DOT)
    enclose_root (z, &product, line->radicand, digits);
  else
    {
      enclose (z, &key->dot, digits);
      cap_interval (z, &line->cap, digits);
      scale (z, &line->factor);
      scale_by_root (z, line->radicand, digits);
    }
  if (stage != ORACLE_SCORES)
    {
      if (line->capping == ORACLE_CAP_SCORE)
        cap_interval (z, &line->cap, digits);
      if (stage != ORACLE_CAPPED || line->capping == ORACLE_CAP_ALL)
        add_rest (z, line, key, digits);
      if (line->capping == ORACLE_CAP_ALL)
        cap_interval (z, &line->cap, digits);
    }
  oracle_fraction_clear (&product);
}

static int
is_zero (const struct oracle_fraction *f)
{
  return mpz_sgn (f->num) == 0;
}

/* difference <- f - g.  */
static void
subtract (struct oracle_fraction *difference,
          const struct oracle_fraction *f, const struct oracle_fraction *g)
{
  struct oracle_fraction negative;

  oracle_fraction_init (&negative);
  oracle_fraction_set (&negative, g);
  mpz_neg (negative.num, negative.num);
  oracle_fraction_add (difference, f, &negative);
  oracle_fraction_clear (&negative);
}

/* The tanh of an algebraic number other than 0 is transcendental, and so is
   its product with an algebraic number other than 0, and its sum with any:
   such a number is no fraction.  */
int
oracle_line_score_is (const struct oracle_line *line, size_t j,
                      enum oracle_stage stage,
                      const struct oracle_fraction *t)
{
  const struct oracle_key *key = &line->key[j];
  int rest = stage != ORACLE_SCORES
             && (stage != ORACLE_CAPPED || line->capping == ORACLE_CAP_ALL);
  int capped = line->capping != ORACLE_NO_CAP && stage != ORACLE_SCORES;
  struct oracle_fraction product, b, none;
  int answer;

  if (key->plain)
    return oracle_fraction_equal (&key->bias, t);
  oracle_fraction_init (&product);
  oracle_fraction_init (&b);
  oracle_fraction_init (&none);
  oracle_fraction_mul (&product, &key->dot, &line->factor);
  if (rest)
    oracle_fraction_set (&b, &key->bias);
  if (capped && line->capping == ORACLE_CAP_ALL)
    answer = is_zero (t)
             && oracle_surd_is_zero (&product, line->radicand, &b, &key->lag,
                                     line->num, line->den);
  else if (capped && !is_zero (&product))
    answer = 0;
  else
    {
      subtract (&b, &b, t);
      answer = oracle_surd_is_zero (&product, line->radicand, &b,
                                    rest ? &key->lag : &none, line->num,
                                    line->den);
    }
  oracle_fraction_clear (&product);
  oracle_fraction_clear (&b);
  oracle_fraction_clear (&none);
  return answer;
}

/* For algebraic x other than y, tanh x - tanh y is transcendental, so equal
   sums with algebraic numbers need x = y.  Proof: with X = e^2x, Y = e^2y it
   is 2 (X - Y) / ((X + 1) (Y + 1)); were that an algebraic r, then
   r X Y + (r - 2) X + (r + 2) Y + r = 0.  When 2x + 2y, 2x, 2y and 0 are
   different, the powers of e are independent over the algebraic numbers,
   which would make r = 0 and r = 2.  When x or y is 0, or y = -x, what
   remains is a multiple, not 0, of one tanh of an algebraic number other than
   0.  */
int
oracle_line_same (const struct oracle_line *line, size_t j, size_t l)
{
  const struct oracle_key *first = &line->key[j], *second = &line->key[l];
  struct oracle_fraction a, b, c;

  if (second->plain)
    return oracle_line_score_is (line, j, ORACLE_BIASED, &second->bias);
  if (first->plain)
    return oracle_line_score_is (line, l, ORACLE_BIASED, &first->bias);
  oracle_fraction_init (&a);
  oracle_fraction_init (&b);
  oracle_fraction_init (&c);
  subtract (&a, &first->dot, &second->dot);
  oracle_fraction_mul (&a, &a, &line->factor);
  subtract (&b, &first->bias, &second->bias);
  subtract (&c, &first->lag, &second->lag);
  int tanh_of_score = line->capping == ORACLE_CAP_SCORE
                      || line->capping == ORACLE_CAP_DOT;
  int same = !(tanh_of_score && !is_zero (&a))
             && oracle_surd_is_zero (&a, line->radicand, &b, &c, line->num,
                                     line->den);
  oracle_fraction_clear (&a);
  oracle_fraction_clear (&b);
  oracle_fraction_clear (&c);
  return same;
}

void
oracle_line_group (struct oracle_line *line)
{
  if (line->grouped)
    return;
  for (size_t j = 0; j < line->keys; j++)
    {
      line->group[j] = j;
      for (size_t l = 0; l < j && line->key[j].legal; l++)
        if (line->key[l].legal && line->group[l] == l
            && line->key[l].part == line->key[j].part
            && oracle_line_same (line, j, l))
          {
            line->group[j] = l;
            break;
          }
    }
  line->grouped = 1;
}
