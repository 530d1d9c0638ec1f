/* oracle_frequency.c -- steps and magnitudes of rotary encodings

   Everything is an interval at scale 10^work, work digits more than asked
   for, from integer roots, logarithms and pi; what a step depends on (band,
   place on the ramp, integer part) is decided by the interval or not at
   all.  */

#include "oracle.h"

/* Digits beyond those asked for: each operation below loses a few units of
   the last one, products no more than a factor of 10^8.  */
#define GUARD 24UL

/* ---- arithmetic of intervals ------------------------------------------ */

/* unit <- 10^digits.  */
static void
unit_of (mpz_t unit, unsigned long digits)
{
  mpz_ui_pow_ui (unit, 10, digits);
}

/* x <- x f, outwards, f of either sign.  */
static void
scale_by (struct oracle_interval *x, const struct oracle_fraction *f)
{
  mpz_mul (x->lo, x->lo, f->num);
  mpz_mul (x->hi, x->hi, f->num);
  if (mpz_sgn (f->num) < 0)
    mpz_swap (x->lo, x->hi);
  mpz_fdiv_q (x->lo, x->lo, f->den);
  mpz_cdiv_q (x->hi, x->hi, f->den);
}

/* x <- x y, outwards; no number of x or y is negative.  */
static void
multiply (struct oracle_interval *x, const struct oracle_interval *y,
          unsigned long digits)
{
  mpz_t unit;

  mpz_init (unit);
  unit_of (unit, digits);
  mpz_mul (x->lo, x->lo, y->lo);
  mpz_mul (x->hi, x->hi, y->hi);
  mpz_fdiv_q (x->lo, x->lo, unit);
  mpz_cdiv_q (x->hi, x->hi, unit);
  mpz_clear (unit);
}

/* x <- x / y, outwards, for y above zero.  */
static void
divide (struct oracle_interval *x, const struct oracle_interval *y,
        unsigned long digits)
{
  int below = mpz_sgn (x->lo) < 0, above = mpz_sgn (x->hi) >= 0;
  mpz_t unit;

  mpz_init (unit);
  unit_of (unit, digits);
  mpz_mul (x->lo, x->lo, unit);
  mpz_mul (x->hi, x->hi, unit);
  mpz_fdiv_q (x->lo, x->lo, below ? y->lo : y->hi);
  mpz_cdiv_q (x->hi, x->hi, above ? y->lo : y->hi);
  mpz_clear (unit);
}

/* x <- the fraction f, outwards.  */
static void
set_fraction (struct oracle_interval *x, const struct oracle_fraction *f,
              unsigned long digits)
{
  unit_of (x->lo, digits);
  mpz_set (x->hi, x->lo);
  scale_by (x, f);
}

/* x <- x - y, or x + y.  */
static void
add (struct oracle_interval *x, long sign, const struct oracle_interval *y)
{
  oracle_interval_addmul (x, sign, y);
}

/* x <- x with every number brought into [0, 10^digits].  */
static void
clamp_to_one (struct oracle_interval *x, unsigned long digits)
{
  mpz_t unit;

  mpz_init (unit);
  unit_of (unit, digits);
  if (mpz_sgn (x->lo) < 0)
    mpz_set_ui (x->lo, 0);
  if (mpz_sgn (x->hi) < 0)
    mpz_set_ui (x->hi, 0);
  if (mpz_cmp (x->lo, unit) > 0)
    mpz_set (x->lo, unit);
  if (mpz_cmp (x->hi, unit) > 0)
    mpz_set (x->hi, unit);
  mpz_clear (unit);
}

/* f <- num / den.  */
static void
set_ratio (struct oracle_fraction *f, long num, unsigned long den)
{
  mpz_set_si (f->num, num);
  mpz_set_ui (f->den, den);
}

/* ---- dynamic ----------------------------------------------------------- */

/* bracket <- 1 + s (max (N, L) / L - 1).  */
static void
dynamic_bracket (struct oracle_fraction *bracket,
                 const struct oracle_rope_set *set)
{
  struct oracle_fraction one;

  oracle_fraction_init (&one);
  set_ratio (&one, 1, 1);
  oracle_fraction_set (bracket, &one);
  if (oracle_fraction_compare (&set->length, &set->longest) > 0)
    {
      oracle_fraction_div (bracket, &set->length, &set->longest);
      mpz_neg (one.num, one.num);
      oracle_fraction_add (bracket, bracket, &one);
      oracle_fraction_mul (bracket, bracket, &set->factor);
      mpz_neg (one.num, one.num);
      oracle_fraction_add (bracket, bracket, &one);
    }
  oracle_fraction_clear (&one);
}

/* base'^(-2i/r) with base' = base B^(r/(r-2)) is two roots.  */
static int
dynamic_step (struct oracle_interval *result,
              const struct oracle_rope_set *set, unsigned long pair,
              unsigned long work)
{
  struct oracle_fraction bracket;
  struct oracle_interval shrink;
  int status;

  if (set->width <= 2)
    return -1;
  oracle_fraction_init (&bracket);
  oracle_interval_init (&shrink);
  dynamic_bracket (&bracket, set);
  status = oracle_power (&shrink, &bracket, -2 * (long) pair, set->width - 2,
                         work);
  if (status == 0)
    multiply (result, &shrink, work);
  oracle_fraction_clear (&bracket);
  oracle_interval_clear (&shrink);
  return status;
}

/* ---- yarn --------------------------------------------------------------- */

static unsigned long
ramp_width (const struct oracle_rope_set *set)
{
  return set->ramp > 0 ? set->ramp : set->width;
}

/* c <- r (ln (L0/b) - ln 2 pi) / (2 ln base), base above 1.  */
static int
correction (struct oracle_interval *c, const struct oracle_rope_set *set,
            const struct oracle_fraction *beta, unsigned long work)
{
  struct oracle_interval turn, base;
  struct oracle_fraction ratio, half;
  int status = -1;

  oracle_interval_init (&turn);
  oracle_interval_init (&base);
  oracle_fraction_init (&ratio);
  oracle_fraction_init (&half);
  oracle_fraction_div (&ratio, &set->original, beta);
  oracle_pi (&turn, work);
  set_ratio (&half, 2, 1);
  scale_by (&turn, &half);
  set_ratio (&half, (long) ramp_width (set), 2);
  if (oracle_log (c, &ratio, work) == 0
      && oracle_increasing (&turn, oracle_log, &turn, work) == 0
      && oracle_log (&base, &set->base, work) == 0 && mpz_sgn (base.lo) > 0)
    {
      add (c, -1, &turn);
      divide (c, &base, work);
      scale_by (c, &half);
      status = 0;
    }
  oracle_interval_clear (&turn);
  oracle_interval_clear (&base);
  oracle_fraction_clear (&ratio);
  oracle_fraction_clear (&half);
  return status;
}

/* x <- its integer part or the next integer, at the same scale; -1 when the
   ends disagree.  */
static int
truncate_end (struct oracle_interval *x, int upwards, unsigned long work)
{
  mpz_t unit;

  mpz_init (unit);
  unit_of (unit, work);
  if (upwards)
    {
      mpz_cdiv_q (x->lo, x->lo, unit);
      mpz_cdiv_q (x->hi, x->hi, unit);
    }
  else
    {
      mpz_fdiv_q (x->lo, x->lo, unit);
      mpz_fdiv_q (x->hi, x->hi, unit);
    }
  int is_decided = mpz_cmp (x->lo, x->hi) == 0;
  mpz_mul (x->lo, x->lo, unit);
  mpz_set (x->hi, x->lo);
  mpz_clear (unit);
  return is_decided ? 0 : -1;
}

/* lo <- max (lo, 0), hi <- min (hi, r - 1) or r/2 - 1, and hi a thousandth
   more where they are equal; -1 when it is not known whether they are.  */
static int
guard_ends (struct oracle_interval *lo, struct oracle_interval *hi,
            const struct oracle_rope_set *set, unsigned long work)
{
  int is_same = oracle_fraction_compare (&set->fast, &set->slow) == 0
                && !set->truncate;
  mpz_t last;

  mpz_init (last);
  unit_of (last, work);
  mpz_mul_ui (last, last, set->ends_at_pair ? ramp_width (set) / 2 - 1
                                            : ramp_width (set) - 1);
  if (mpz_sgn (lo->lo) < 0)
    mpz_set_ui (lo->lo, 0);
  if (mpz_sgn (lo->hi) < 0)
    mpz_set_ui (lo->hi, 0);
  if (mpz_cmp (hi->lo, last) > 0)
    mpz_set (hi->lo, last);
  if (mpz_cmp (hi->hi, last) > 0)
    mpz_set (hi->hi, last);
  int apart = mpz_cmp (lo->hi, hi->lo) < 0 || mpz_cmp (hi->hi, lo->lo) < 0;
  int points = mpz_cmp (lo->lo, lo->hi) == 0 && mpz_cmp (hi->lo, hi->hi) == 0;
  if (!apart && (points || is_same))
    {
      unit_of (last, work - 3);
      mpz_add (hi->lo, hi->lo, last);
      mpz_add (hi->hi, hi->hi, last);
    }
  mpz_clear (last);
  return apart || points || is_same ? 0 : -1;
}

/* x <- clamp ((i - lo) / (hi - lo)), whichever sign the width has.  */
static int
place_on_ramp (struct oracle_interval *x, struct oracle_interval *lo,
               struct oracle_interval *hi, unsigned long pair,
               unsigned long work)
{
  int falls = mpz_cmp (hi->hi, lo->lo) < 0;

  unit_of (x->lo, work);
  mpz_mul_ui (x->lo, x->lo, pair);
  mpz_set (x->hi, x->lo);
  add (x, -1, lo);
  add (hi, -1, lo);
  if (falls)
    {
      oracle_interval_neg (x);
      oracle_interval_neg (hi);
    }
  if (mpz_sgn (hi->lo) <= 0)
    return -1;
  divide (x, hi, work);
  clamp_to_one (x, work);
  return 0;
}

/* result <- result (1 - g (s - 1)/s).  */
static void
blend (struct oracle_interval *result, struct oracle_interval *g,
       const struct oracle_fraction *s, unsigned long work)
{
  struct oracle_fraction loss, one;

  oracle_fraction_init (&loss);
  oracle_fraction_init (&one);
  set_ratio (&one, -1, 1);
  oracle_fraction_add (&loss, s, &one);
  oracle_fraction_div (&loss, &loss, s);
  mpz_neg (loss.num, loss.num);
  scale_by (g, &loss);
  unit_of (one.num, work);
  mpz_add (g->lo, g->lo, one.num);
  mpz_add (g->hi, g->hi, one.num);
  multiply (result, g, work);
  oracle_fraction_clear (&loss);
  oracle_fraction_clear (&one);
}

static int
yarn_step (struct oracle_interval *result, const struct oracle_rope_set *set,
           unsigned long pair, unsigned long work)
{
  struct oracle_interval lo, hi, g;
  int status;

  oracle_interval_init (&lo);
  oracle_interval_init (&hi);
  oracle_interval_init (&g);
  status = correction (&lo, set, &set->fast, work);
  if (status == 0)
    status = correction (&hi, set, &set->slow, work);
  if (status == 0 && set->truncate)
    status = truncate_end (&lo, 0, work) + truncate_end (&hi, 1, work);
  if (status == 0)
    status = guard_ends (&lo, &hi, set, work);
  if (status == 0)
    status = place_on_ramp (&g, &lo, &hi, pair, work);
  if (status == 0)
    blend (result, &g, &set->factor, work);
  oracle_interval_clear (&lo);
  oracle_interval_clear (&hi);
  oracle_interval_clear (&g);
  return status;
}

/* ---- llama3 ------------------------------------------------------------- */

/* turns <- L0 w / (2 pi).  */
static void
turns_within (struct oracle_interval *turns, const struct oracle_interval *w,
              const struct oracle_fraction *original, unsigned long work)
{
  struct oracle_interval turn;
  struct oracle_fraction half;

  oracle_interval_init (&turn);
  oracle_fraction_init (&half);
  mpz_set (turns->lo, w->lo);
  mpz_set (turns->hi, w->hi);
  set_ratio (&half, 1, 2);
  oracle_fraction_mul (&half, &half, original);
  scale_by (turns, &half);
  oracle_pi (&turn, work);
  divide (turns, &turn, work);
  oracle_interval_clear (&turn);
  oracle_fraction_clear (&half);
}

/* Sign of x - f; 2 when the interval does not tell.  */
static int
side_of (const struct oracle_interval *x, const struct oracle_fraction *f,
         unsigned long work)
{
  struct oracle_interval border;
  int side = 2;

  oracle_interval_init (&border);
  set_fraction (&border, f, work);
  if (mpz_cmp (x->lo, border.hi) > 0)
    side = 1;
  else if (mpz_cmp (x->hi, border.lo) < 0)
    side = -1;
  oracle_interval_clear (&border);
  return side;
}

/* turns <- g = (high - turns) / (high - low) within [0, 1].  */
static void
place_in_band (struct oracle_interval *turns,
               const struct oracle_rope_set *set, unsigned long work)
{
  struct oracle_interval high;
  struct oracle_fraction width;

  oracle_interval_init (&high);
  oracle_fraction_init (&width);
  set_fraction (&high, &set->high, work);
  oracle_interval_neg (turns);
  add (turns, 1, &high);
  set_ratio (&width, -1, 1);
  oracle_fraction_mul (&width, &width, &set->low);
  oracle_fraction_add (&width, &width, &set->high);
  mpz_swap (width.num, width.den);
  scale_by (turns, &width);
  clamp_to_one (turns, work);
  oracle_interval_clear (&high);
  oracle_fraction_clear (&width);
}

static int
llama3_step (struct oracle_interval *result,
             const struct oracle_rope_set *set, unsigned long work)
{
  struct oracle_interval turns;
  int high, low, is_empty, status = 0;

  oracle_interval_init (&turns);
  turns_within (&turns, result, &set->original, work);
  high = side_of (&turns, &set->high, work);
  low = side_of (&turns, &set->low, work);
  is_empty = oracle_fraction_compare (&set->high, &set->low) <= 0;
  if (high == 2 || low == 2)
    status = -1;
  else if (high < 0 && (low < 0 || is_empty))
    {
      unit_of (turns.lo, work);
      mpz_set (turns.hi, turns.lo);
      blend (result, &turns, &set->factor, work);
    }
  else if (high < 0)
    {
      place_in_band (&turns, set, work);
      blend (result, &turns, &set->factor, work);
    }
  oracle_interval_clear (&turns);
  return status;
}

/* ---- all types ---------------------------------------------------------- */

static void
shorten (struct oracle_interval *x, unsigned long digits)
{
  mpz_t unit;

  mpz_init (unit);
  unit_of (unit, digits);
  mpz_fdiv_q (x->lo, x->lo, unit);
  mpz_cdiv_q (x->hi, x->hi, unit);
  mpz_clear (unit);
}

int
oracle_frequency (struct oracle_interval *result,
                  const struct oracle_rope_set *set, unsigned long pair,
                  unsigned long digits)
{
  unsigned long work = digits + GUARD;
  struct oracle_interval w;
  int status;

  if (oracle_fraction_sign (&set->factor) <= 0)
    return -1;
  oracle_interval_init (&w);
  status = oracle_power (&w, &set->base, -2 * (long) pair, set->width, work);
  if (status == 0 && set->type == ORACLE_ROPE_DYNAMIC)
    status = dynamic_step (&w, set, pair, work);
  else if (status == 0 && set->type == ORACLE_ROPE_YARN)
    status = yarn_step (&w, set, pair, work);
  else if (status == 0 && set->type == ORACLE_ROPE_LLAMA3)
    status = llama3_step (&w, set, work);
  else if (status == 0 && set->type >= ORACLE_ROPE_STATIC)
    status = oracle_stretch (&w, set, pair, work);
  else if (status == 0 && set->type != ORACLE_ROPE_DEFAULT)
    {
      struct oracle_fraction inverse;

      oracle_fraction_init (&inverse);
      set_ratio (&inverse, 1, 1);
      oracle_fraction_div (&inverse, &inverse, &set->factor);
      if (set->type == ORACLE_ROPE_PROPORTIONAL && pair >= set->live)
        mpz_set_ui (inverse.num, 0);
      scale_by (&w, &inverse);
      oracle_fraction_clear (&inverse);
    }
  if (status == 0)
    {
      shorten (&w, GUARD);
      mpz_swap (result->lo, w.lo);
      mpz_swap (result->hi, w.hi);
    }
  oracle_interval_clear (&w);
  return status;
}
