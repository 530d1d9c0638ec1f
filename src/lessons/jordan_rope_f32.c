/* jordan_rope_f32.c -- the score of the block with factors kept in f32

   The model: every component of the carried query G(i)^T q and key G(-j) k
   is the exact one rounded to f32, as well as a table could store it; the
   four products and their sum, from left to right, are each rounded to f32.
   Whatever is worse than this loses more.  All errors are exact.  */

#include <limits.h>

#include "lessons/jordan_rope_parts.h"
#include "real/fmt.h"

enum { W = ASSAY_JORDAN_WIDTH, LAG = 3, BLOCK = 64 };

/* X <- X rounded to f32, and 1; 0 when it overflows.  */
static int
round_f32 (mpq_ptr x)
{
  uint64_t bits = assay_fmt_round (x, ASSAY_FMT_F32);

  return assay_fmt_decode (x, bits, ASSAY_FMT_F32) == ASSAY_FMT_FINITE;
}

/* CARRIED <- the query (KEY 0) or key of the example at P.  */
static void
carry (mpq_t *carried, struct assay_jordan_example *e, int key, long p)
{
  if (key)
    assay_jordan_key (carried, &e->block, ASSAY_JORDAN_EXACT, e->k.at, p,
                      &e->ctx);
  else
    assay_jordan_query (carried, &e->block, ASSAY_JORDAN_EXACT, e->q.at, p,
                        &e->ctx);
}

/* SCORE <- the score of the query at J + LAG and the key at J, and 1; 0 when
   a step overflows.  */
static int
f32_score (mpq_ptr score, struct assay_jordan_example *e, long j)
{
  struct assay_vec q, k;
  int finite = 1;
  mpq_t product;
  size_t i;

  assay_vec_init (&q, W);
  assay_vec_init (&k, W);
  mpq_init (product);
  carry (q.at, e, 0, j + LAG);
  carry (k.at, e, 1, j);
  for (i = 0; i < W && finite; i++)
    {
      finite = round_f32 (q.at[i]) && round_f32 (k.at[i]);
      mpq_mul (product, q.at[i], k.at[i]);
      finite = finite && round_f32 (product);
      if (i == 0)
        mpq_set (score, product);
      else
        mpq_add (score, score, product);
      finite = finite && round_f32 (score);
    }
  assay_vec_clear (&q);
  assay_vec_clear (&k);
  mpq_clear (product);
  return finite;
}

/* The least e with abs (SCORE - TRUTH) < 2^e abs (TRUTH), LONG_MIN when
   equal.  */
static long
error_exponent (mpq_srcptr score, mpq_srcptr truth)
{
  mpq_t error, power;
  long e;

  if (mpq_equal (score, truth))
    return LONG_MIN;
  mpq_inits (error, power, NULL);
  mpq_sub (error, score, truth);
  mpq_div (error, error, truth);
  mpq_abs (error, error);
  e = (long) mpz_sizeinbase (mpq_numref (error), 2)
      - (long) mpz_sizeinbase (mpq_denref (error), 2);
  /* 2^(e-1) < error < 2^(e+1) by the sizes of both parts.  */
  mpq_set_ui (power, 1, 1);
  if (e < 0)
    mpq_div_2exp (power, power, (mp_bitcnt_t) -e);
  else
    mpq_mul_2exp (power, power, (mp_bitcnt_t) e);
  if (mpq_cmp (error, power) >= 0)
    e++;
  mpq_clears (error, power, NULL);
  return e;
}

/* Whether a component X (rd/rn)^p / (h^p ED) of a key overflows f32, or one X
   (rn/rd)^p / (h^p ED) of a query is subnormal and not zero: compared over
   integers, as no fraction need be reduced for that.  UP is the power that
   multiplies, DOWN the product of what divides.  */
static int
leaves_range (mpz_srcptr x, mpz_srcptr up, mpz_srcptr down, int key)
{
  mpz_t left, right;
  int order;

  mpz_inits (left, right, NULL);
  mpz_mul (left, x, up);
  mpz_abs (left, left);
  if (key)
    {
      /* The overflow threshold, 2^128 - 2^103.  */
      mpz_mul_2exp (right, down, 25);
      mpz_sub (right, right, down);
      mpz_mul_2exp (right, right, 103);
    }
  else
    {
      mpz_mul_2exp (left, left, 126);
      mpz_set (right, down);
    }
  order = mpz_cmp (left, right);
  order = key ? order >= 0 : mpz_sgn (x) != 0 && order < 0;
  mpz_clears (left, right, NULL);
  return order;
}

/* The query (R^-p v0, R^-p (v1 + eta p v0)) r^p, or the key
   (R^-p (v0 - eta p v1), R^-p v1) r^-p, v integral: turned / down times up,
   but for the shear.  */
struct walk
{
  struct assay_rotor back;
  mpz_t turned[4], up, down, scratch[2];
  mpz_srcptr growth, decay, eta_num, eta_den;
  unsigned long p;
  int key;
};

static void
walk_init (struct walk *w, const struct assay_jordan_example *e, int key)
{
  const struct assay_rotor *rotor = &e->block.rotor;
  const mpq_t *v = (const mpq_t *) (key ? e->k.at : e->q.at);
  size_t i;

  assay_rotor_init (&w->back);
  mpz_set (w->back.a, rotor->a);
  mpz_neg (w->back.b, rotor->b);
  mpz_set (w->back.h, rotor->h);
  w->eta_num = mpq_numref (e->block.eta);
  w->eta_den = mpq_denref (e->block.eta);
  w->growth = mpq_numref (e->block.damping);
  w->decay = mpq_denref (e->block.damping);
  if (key)
    {
      w->growth = mpq_denref (e->block.damping);
      w->decay = mpq_numref (e->block.damping);
    }
  for (i = 0; i < W; i++)
    {
      mpz_init (w->turned[i]);
      mpz_mul (w->turned[i], mpq_numref (v[i]), w->eta_den);
    }
  mpz_init_set_ui (w->up, 1);
  mpz_init_set (w->down, w->eta_den);
  mpz_inits (w->scratch[0], w->scratch[1], NULL);
  w->p = 0;
  w->key = key;
}

static void
walk_clear (struct walk *w)
{
  size_t i;

  assay_rotor_clear (&w->back);
  for (i = 0; i < W; i++)
    mpz_clear (w->turned[i]);
  mpz_clears (w->up, w->down, w->scratch[0], w->scratch[1], NULL);
}

static void
walk_step (struct walk *w)
{
  size_t i;

  for (i = 0; i < W; i += 2)
    {
      assay_rotor_turn (w->scratch[0], w->scratch[1], &w->back, w->turned[i],
                        w->turned[i + 1]);
      mpz_swap (w->turned[i], w->scratch[0]);
      mpz_swap (w->turned[i + 1], w->scratch[1]);
    }
  mpz_mul (w->up, w->up, w->growth);
  mpz_mul (w->down, w->down, w->decay);
  mpz_mul (w->down, w->down, w->back.h);
  w->p++;
}

/* X <- component I, times down / up.  */
static void
walk_component (mpz_ptr x, const struct walk *w, size_t i)
{
  int sheared = w->key ? i < 2 : i >= 2;

  mpz_set (x, w->turned[i]);
  if (sheared)
    {
      mpz_mul_ui (x, w->turned[(i + 2) % 4], w->p);
      mpz_mul (x, x, w->eta_num);
      mpz_divexact (x, x, w->eta_den);
      if (w->key)
        mpz_neg (x, x);
      mpz_add (x, x, w->turned[i]);
    }
}

/* The first position at which a component of the query (KEY 0) or of the key
   leaves the range.  */
static unsigned long
first_outside (const struct assay_jordan_example *e, int key)
{
  struct walk w;
  int leaves = 0;
  size_t i;
  mpz_t x;

  mpz_init (x);
  walk_init (&w, e, key);
  for (;;)
    {
      for (i = 0; i < W && !leaves; i++)
        {
          walk_component (x, &w, i);
          leaves = leaves_range (x, w.up, w.down, key);
        }
      if (leaves)
        break;
      walk_step (&w);
    }
  walk_clear (&w);
  mpz_clear (x);
  return w.p;
}

/* The first position whose score is off by more than 2^-20, relatively.  */
static unsigned long
first_loss (struct assay_jordan_example *e, mpq_srcptr truth)
{
  mpq_t score;
  long j = 0;

  mpq_init (score);
  while (f32_score (score, e, j) && error_exponent (score, truth) <= -20)
    j++;
  mpq_clear (score);
  return (unsigned long) j;
}

/* With positions counted from the start of the query's block, the query
   stands at 0..BLOCK-1 wherever it is, so these positions are all.  */
static long
worst_in_block (struct assay_jordan_example *e, mpq_srcptr truth)
{
  long worst = LONG_MIN, i, error;
  mpq_t score;

  mpq_init (score);
  for (i = 0; i < BLOCK; i++)
    {
      error = f32_score (score, e, i - LAG) ? error_exponent (score, truth)
                                            : LONG_MAX;
      worst = error > worst ? error : worst;
    }
  mpq_clear (score);
  return worst;
}

enum assay_verdict
assay_jordan_f32_run (struct assay_jordan_f32 *f32)
{
  static const unsigned long positions[ASSAY_JORDAN_ROPE_F32_ROWS] = {
    0, 64, 256, 512, 700, 1000
  };
  struct assay_jordan_example e;
  mpq_t truth;
  size_t i;

  mpq_init (truth);
  assay_jordan_example_init (&e, 9, 10);
  assay_jordan_score (truth, &e.block, ASSAY_JORDAN_EXACT, e.q.at, LAG,
                      e.k.at, 0, &e.ctx);
  for (i = 0; i < ASSAY_JORDAN_ROPE_F32_ROWS; i++)
    {
      struct assay_f32_score *row = &f32->rows[i];

      row->position = positions[i];
      mpq_init (row->score);
      row->is_finite = f32_score (row->score, &e, (long) positions[i]);
      row->error_exponent = row->is_finite
                            ? error_exponent (row->score, truth) : LONG_MAX;
    }
  f32->first_loss = first_loss (&e, truth);
  f32->first_overflow = first_outside (&e, 1);
  f32->first_subnormal = first_outside (&e, 0);
  f32->block = BLOCK;
  f32->block_worst_exponent = worst_in_block (&e, truth);
  assay_jordan_example_clear (&e);
  mpq_clear (truth);
  return assay_verdict_of (!f32->rows[ASSAY_JORDAN_ROPE_F32_ROWS - 1].is_finite
                           && f32->block_worst_exponent <= -16);
}

void
assay_jordan_f32_clear (struct assay_jordan_f32 *f32)
{
  size_t i;

  for (i = 0; i < ASSAY_JORDAN_ROPE_F32_ROWS; i++)
    mpq_clear (f32->rows[i].score);
}
