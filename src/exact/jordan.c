/* jordan.c -- the real 4x4 block of order two, exactly */

#include "exact/jordan.h"

#include <string.h>

#include "exact/matrix.h"
#include "exact/rat.h"

static const char *const variant_names[ASSAY_JORDAN_VARIANTS] = {
  "exact", "scaled", "bounded", "bounded-positions"
};

const char *
assay_jordan_variant_name (enum assay_jordan_variant variant)
{
  return variant_names[variant];
}

enum assay_status
assay_jordan_variant_find (enum assay_jordan_variant *variant,
                           const char *name)
{
  int i;

  for (i = 0; i < ASSAY_JORDAN_VARIANTS; i++)
    if (strcmp (name, variant_names[i]) == 0)
      {
        *variant = (enum assay_jordan_variant) i;
        return ASSAY_OK;
      }
  return ASSAY_EVALUE;
}

void
assay_jordan_init (struct assay_jordan *block)
{
  assay_rotor_init (&block->rotor);
  mpq_inits (block->damping, block->eta, block->length, NULL);
  mpq_set_ui (block->damping, 1, 1);
  mpq_set_ui (block->length, 1, 1);
}

void
assay_jordan_clear (struct assay_jordan *block)
{
  assay_rotor_clear (&block->rotor);
  mpq_clears (block->damping, block->eta, block->length, NULL);
}

static enum assay_status
need_positive (mpq_srcptr x, const char *key, const char *expected,
               struct assay_ctx *ctx)
{
  struct assay_where where = { NULL, key, 0 };

  return mpq_sgn (x) > 0 ? ASSAY_OK
         : assay_fail (ctx, ASSAY_EVALUE, &where, expected, "%s",
                       mpq_sgn (x) < 0 ? "a negative number" : "0");
}

enum assay_status
assay_jordan_set (struct assay_jordan *block, mpq_srcptr c, mpq_srcptr s,
                  mpq_srcptr r, mpq_srcptr eta, mpq_srcptr length,
                  struct assay_ctx *ctx)
{
  struct assay_where where = { NULL, "rotor", 0 };
  enum assay_status status;

  status = assay_rotor_set (&block->rotor, c, s, ctx, &where);
  if (status == ASSAY_OK)
    status = need_positive (r, "damping", "a damping r > 0", ctx);
  if (status == ASSAY_OK)
    status = need_positive (length, "length", "a length L > 0", ctx);
  if (status != ASSAY_OK)
    return status;
  mpq_set (block->damping, r);
  mpq_set (block->eta, eta);
  mpq_set (block->length, length);
  return ASSAY_OK;
}

/* TAU <- d L / (L + abs (d)).  */
static void
bounded_shear (mpq_ptr tau, mpq_srcptr length, mpq_srcptr d)
{
  mpq_t sum;

  mpq_init (sum);
  mpq_abs (sum, d);
  mpq_add (sum, sum, length);
  mpq_mul (tau, d, length);
  mpq_div (tau, tau, sum);
  mpq_clear (sum);
}

/* D <- i - j, which need not fit a long.  */
static void
set_lag (mpq_ptr d, long i, long j)
{
  mpz_set_si (mpq_numref (d), j);
  mpz_set_ui (mpq_denref (d), 1);
  mpz_neg (mpq_numref (d), mpq_numref (d));
  if (i >= 0)
    mpz_add_ui (mpq_numref (d), mpq_numref (d), (unsigned long) i);
  else
    mpz_sub_ui (mpq_numref (d), mpq_numref (d), 0ul - (unsigned long) i);
}

void
assay_jordan_shear (mpq_ptr t, const struct assay_jordan *block,
                    enum assay_jordan_variant variant, long i, long j)
{
  mpq_t d, other;

  mpq_inits (d, other, NULL);
  set_lag (d, i, j);
  switch (variant)
    {
    case ASSAY_JORDAN_EXACT:
      mpq_set (t, d);
      break;
    case ASSAY_JORDAN_SCALED:
      mpq_div (t, d, block->length);
      break;
    case ASSAY_JORDAN_BOUNDED:
      bounded_shear (t, block->length, d);
      break;
    case ASSAY_JORDAN_BOUNDED_POSITIONS:
      mpq_set_si (d, i, 1);
      bounded_shear (t, block->length, d);
      mpq_set_si (d, j, 1);
      bounded_shear (other, block->length, d);
      mpq_sub (t, t, other);
      break;
    }
  mpq_clears (d, other, NULL);
}

void
assay_jordan_defect (mpq_ptr defect, const struct assay_jordan *block,
                     long a, long b)
{
  mpq_t d, tau;

  mpq_inits (d, tau, NULL);
  mpq_set_si (d, a, 1);
  bounded_shear (defect, block->length, d);
  mpq_set_si (d, b, 1);
  bounded_shear (tau, block->length, d);
  mpq_add (defect, defect, tau);
  mpq_set_si (tau, a, 1);
  mpq_add (d, d, tau);
  bounded_shear (tau, block->length, d);
  mpq_sub (defect, defect, tau);
  mpq_clears (d, tau, NULL);
}

unsigned long long
assay_jordan_bits (const struct assay_jordan *block, long d)
{
  unsigned long long steps = d < 0 ? 0ull - (unsigned long long) d
                                   : (unsigned long long) d;
  unsigned long long step = mpz_sizeinbase (block->rotor.h, 2);

  if (mpq_cmp_ui (block->damping, 1, 1) != 0)
    step += assay_rat_bits (block->damping);
  else if (mpz_cmp_ui (block->rotor.h, 1) == 0)
    step = 0;
  return assay_saturating_add (assay_saturating_mul (steps, step),
                               assay_rat_bits (block->eta)
                               + 2 * assay_rat_bits (block->length) + 256);
}

/* RESULT <- x^d for x > 0: powers of the parts of a canonical rational are
   in lowest terms.  */
static void
rational_power (mpq_ptr result, mpq_srcptr x, mpz_srcptr d)
{
  unsigned long steps = mpz_get_ui (d);

  mpz_pow_ui (mpq_numref (result), mpq_numref (x), steps);
  mpz_pow_ui (mpq_denref (result), mpq_denref (x), steps);
  if (mpz_sgn (d) < 0)
    mpq_inv (result, result);
}

/* G <- r^d [R^d, eta t R^d; 0, R^d] with T for t.  */
static enum assay_status
block_matrix (struct assay_matrix *g, const struct assay_jordan *block,
              mpz_srcptr d, mpq_srcptr t, struct assay_ctx *ctx)
{
  struct assay_where where = { NULL, "lag", 0 };
  struct assay_rotor power;
  enum assay_status status;
  mpq_t entry[2], shear;
  size_t i, j;

  assay_rotor_init (&power);
  mpq_inits (entry[0], entry[1], shear, NULL);
  status = mpz_fits_slong_p (d)
           ? assay_ctx_afford (ctx, &where, "powers of the block",
                               assay_jordan_bits (block, mpz_get_si (d)))
           : assay_fail (ctx, ASSAY_ELIMIT, &where, "a lag of 64 bits",
                         "a longer one");
  if (status == ASSAY_OK)
    status = assay_rotor_power (&power, &block->rotor, d, ctx, &where);
  if (status == ASSAY_OK)
    {
      assay_rotor_get (entry[0], entry[1], &power);
      rational_power (shear, block->damping, d);
      mpq_mul (entry[0], entry[0], shear);
      mpq_mul (entry[1], entry[1], shear);
      mpq_mul (shear, block->eta, t);
      for (i = 0; i < ASSAY_JORDAN_WIDTH; i++)
        for (j = 0; j < ASSAY_JORDAN_WIDTH; j++)
          {
            mpq_ptr at = assay_matrix_entry (g, i, j);

            mpq_set (at, entry[i % 2 != j % 2]);
            if (i % 2 < j % 2)
              mpq_neg (at, at);
            if (i / 2 < j / 2)
              mpq_mul (at, at, shear);
            else if (i / 2 > j / 2)
              mpq_set_ui (at, 0, 1);
          }
    }
  assay_rotor_clear (&power);
  mpq_clears (entry[0], entry[1], shear, NULL);
  return status;
}

enum assay_status
assay_jordan_matrix (struct assay_matrix *g, const struct assay_jordan *block,
                     enum assay_jordan_variant variant, long i, long j,
                     struct assay_ctx *ctx)
{
  enum assay_status status;
  mpq_t lag, t;

  mpq_inits (lag, t, NULL);
  set_lag (lag, i, j);
  assay_jordan_shear (t, block, variant, i, j);
  status = block_matrix (g, block, mpq_numref (lag), t, ctx);
  mpq_clears (lag, t, NULL);
  return status;
}

/* RESULT <- q^T G k.  */
static void
bilinear (mpq_ptr result, const mpq_t *q, const struct assay_matrix *g,
          const mpq_t *k)
{
  struct assay_vec moved;

  assay_vec_init (&moved, ASSAY_JORDAN_WIDTH);
  assay_matrix_apply (moved.at, g, k);
  assay_rat_dot (result, q, moved.at, ASSAY_JORDAN_WIDTH);
  assay_vec_clear (&moved);
}

enum assay_status
assay_jordan_score (mpq_ptr score, const struct assay_jordan *block,
                    enum assay_jordan_variant variant, const mpq_t *q,
                    long i, const mpq_t *k, long j, struct assay_ctx *ctx)
{
  enum assay_status status;
  struct assay_matrix g;

  assay_matrix_init (&g, ASSAY_JORDAN_WIDTH, ASSAY_JORDAN_WIDTH);
  status = assay_jordan_matrix (&g, block, variant, i, j, ctx);
  if (status == ASSAY_OK)
    bilinear (score, q, &g, k);
  assay_matrix_clear (&g);
  return status;
}

/* ROTATED <- M V, or M^T V when TRANSPOSED.  */
static void
act (mpq_t *rotated, const struct assay_matrix *m, const mpq_t *v,
     int transposed)
{
  struct assay_matrix other;

  if (!transposed)
    {
      assay_matrix_apply (rotated, m, v);
      return;
    }
  assay_matrix_init (&other, m->columns, m->rows);
  assay_matrix_transpose (&other, m);
  assay_matrix_apply (rotated, &other, v);
  assay_matrix_clear (&other);
}

/* ROTATED <- G between positions I and J applied to V, transposed or not.
   With one of I and J zero, tau (i) - tau (j) is a function of the other
   alone, so the deployed variant has factors as the groups have.  */
static enum assay_status
carry (mpq_t *rotated, const struct assay_jordan *block,
       enum assay_jordan_variant variant, const mpq_t *v, long i, long j,
       int transposed, struct assay_ctx *ctx)
{
  struct assay_where where = { NULL, "variant", 0 };
  enum assay_status status;
  struct assay_matrix g;

  if (variant == ASSAY_JORDAN_BOUNDED)
    return assay_fail (ctx, ASSAY_EVALUE, &where,
                       "a variant with factors by position", "bounded");
  assay_matrix_init (&g, ASSAY_JORDAN_WIDTH, ASSAY_JORDAN_WIDTH);
  status = assay_jordan_matrix (&g, block, variant, i, j, ctx);
  if (status == ASSAY_OK)
    act (rotated, &g, v, transposed);
  assay_matrix_clear (&g);
  return status;
}

enum assay_status
assay_jordan_query (mpq_t *rotated, const struct assay_jordan *block,
                    enum assay_jordan_variant variant, const mpq_t *q,
                    long p, struct assay_ctx *ctx)
{
  return carry (rotated, block, variant, q, p, 0, 1, ctx);
}

enum assay_status
assay_jordan_key (mpq_t *rotated, const struct assay_jordan *block,
                  enum assay_jordan_variant variant, const mpq_t *k, long p,
                  struct assay_ctx *ctx)
{
  return carry (rotated, block, variant, k, 0, p, 0, ctx);
}

enum assay_status
assay_jordan_faulty_score (mpq_ptr score, const struct assay_jordan *block,
                           enum assay_jordan_fault fault, const mpq_t *q,
                           long i, const mpq_t *k, long j,
                           struct assay_ctx *ctx)
{
  enum assay_jordan_variant exact = ASSAY_JORDAN_EXACT;
  struct assay_vec moved_q, moved_k;
  enum assay_status status;

  assay_vec_init (&moved_q, ASSAY_JORDAN_WIDTH);
  assay_vec_init (&moved_k, ASSAY_JORDAN_WIDTH);
  /* G(-i)^T = G(i)^-T by the group law (Lemma B41).  */
  if (fault == ASSAY_JORDAN_SHARED_TRANSFORM)
    status = carry (moved_q.at, block, exact, q, i, 0, 0, ctx);
  else
    status = carry (moved_q.at, block, exact, q, 0, i, 1, ctx);
  if (status == ASSAY_OK)
    status = carry (moved_k.at, block, exact, k, j, 0, 0, ctx);
  if (status == ASSAY_OK)
    assay_rat_dot (score, moved_q.at, moved_k.at, ASSAY_JORDAN_WIDTH);
  assay_vec_clear (&moved_q);
  assay_vec_clear (&moved_k);
  return status;
}
