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

/* Whether a component of the query (KEY 0) or key at P is out of f32's normal
   range: above it when KEY, below it, but not zero, when not.  */
static int
leaves_range (struct assay_jordan_example *e, int key, long p)
{
  struct assay_vec carried;
  int leaves = 0;
  mpq_t normal;
  size_t i;

  assay_vec_init (&carried, W);
  mpq_init (normal);
  mpq_set_ui (normal, 1, 1);
  mpq_div_2exp (normal, normal, 126);
  carry (carried.at, e, key, p);
  for (i = 0; i < W; i++)
    if (key)
      leaves = leaves || !round_f32 (carried.at[i]);
    else
      {
        int below;

        mpq_abs (carried.at[i], carried.at[i]);
        below = mpq_sgn (carried.at[i]) != 0
                && mpq_cmp (carried.at[i], normal) < 0;
        leaves = leaves || below;
      }
  mpq_clear (normal);
  assay_vec_clear (&carried);
  return leaves;
}

/* The first P >= 0 with leaves_range.  */
static unsigned long
first_outside (struct assay_jordan_example *e, int key)
{
  long p = 0;

  while (!leaves_range (e, key, p))
    p++;
  return (unsigned long) p;
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
