/* frequency.c -- angular steps and magnitudes without a ramp */

#include "position/frequency.h"

#include "real/decide.h"
#include "real/fmt.h"

const char *
assay_pair_kind_name (enum assay_pair_kind kind)
{
  static const char *const name[] = { "kept", "blended", "scaled", "zero" };

  return name[kind];
}

/* RESULT <- x^(numerator/denominator), numerator not necessarily in lowest
   terms.  */
static enum assay_status
rational_power (struct assay_expr **result, struct assay_expr *x,
                long numerator, unsigned long denominator,
                struct assay_ctx *ctx)
{
  struct assay_expr *exponent = assay_expr_new_si (numerator, denominator);
  enum assay_status status = assay_expr_pow (result, x, exponent, ctx);

  assay_expr_unref (exponent);
  return status;
}

enum assay_status
assay_frequency_default (struct assay_expr **w, struct assay_expr *theta,
                         size_t i, size_t r, struct assay_ctx *ctx)
{
  return rational_power (w, theta, -2 * (long) i, r, ctx);
}

enum assay_status
assay_frequency_linear (struct assay_expr **w, struct assay_expr *theta,
                        struct assay_expr *s, size_t i, size_t r,
                        struct assay_ctx *ctx)
{
  struct assay_expr *plain;
  enum assay_status status = assay_frequency_default (&plain, theta, i, r,
                                                      ctx);

  *w = NULL;
  if (status == ASSAY_OK)
    status = assay_expr_div (w, plain, s, ctx);
  assay_expr_unref (plain);
  return status;
}

enum assay_status
assay_frequency_longrope (struct assay_expr **w, struct assay_expr *theta,
                          struct assay_expr *f, size_t i, size_t r,
                          struct assay_ctx *ctx)
{
  return assay_frequency_linear (w, theta, f, i, r, ctx);
}

enum assay_status
assay_magnitude_longrope (struct assay_expr **a, struct assay_expr *s,
                          struct assay_expr *original, struct assay_ctx *ctx)
{
  struct assay_expr *one = assay_expr_new_si (1, 1);
  struct assay_expr *top = NULL, *bottom = NULL, *ratio = NULL, *sum = NULL;
  struct assay_decision decision;
  enum assay_status status;
  int order = 0;

  *a = NULL;
  status = assay_decide_order (&decision, &order, s, one, ctx);
  if (status == ASSAY_OK && order <= 0)
    *a = assay_expr_ref (one);
  else if (status == ASSAY_OK
           && (status = assay_expr_log (&top, s, ctx)) == ASSAY_OK
           && (status = assay_expr_log (&bottom, original, ctx)) == ASSAY_OK
           && (status = assay_expr_div (&ratio, top, bottom, ctx))
              == ASSAY_OK
           && (status = assay_expr_add (&sum, one, ratio, ctx)) == ASSAY_OK)
    status = assay_expr_sqrt (a, sum, ctx);
  assay_expr_unref (one);
  assay_expr_unref (top);
  assay_expr_unref (bottom);
  assay_expr_unref (ratio);
  assay_expr_unref (sum);
  return status;
}

enum assay_status
assay_frequency_proportional (struct assay_expr **w,
                              struct assay_expr *theta, struct assay_expr *s,
                              size_t i, size_t live, size_t head_dim,
                              struct assay_ctx *ctx)
{
  if (i < live)
    return assay_frequency_linear (w, theta, s, i, head_dim, ctx);
  *w = assay_expr_new_si (0, 1);
  return ASSAY_OK;
}

enum assay_status
assay_base_static (struct assay_expr **base, struct assay_expr *theta,
                   struct assay_expr *alpha, size_t width,
                   struct assay_ctx *ctx)
{
  struct assay_expr *growth = NULL;
  enum assay_status status;

  *base = NULL;
  if (width <= 2)
    return assay_fail (ctx, ASSAY_EVALUE, NULL, "a width above 2: the "
                       "exponent of the base is width/(width-2)", "%zu",
                       width);
  status = rational_power (&growth, alpha, (long) width, width - 2, ctx);
  if (status == ASSAY_OK)
    status = assay_expr_mul (base, theta, growth, ctx);
  assay_expr_unref (growth);
  return status;
}

/* BRACKET <- s M/L - (s - 1) = 1 + s (M/L - 1).  */
static enum assay_status
dynamic_bracket (struct assay_expr **bracket, struct assay_expr *s,
                 struct assay_expr *n, struct assay_expr *l,
                 struct assay_ctx *ctx)
{
  struct assay_expr *one = assay_expr_new_si (1, 1);
  struct assay_expr *m = NULL, *ratio = NULL, *excess = NULL, *grown = NULL;
  enum assay_status status;

  *bracket = NULL;
  if ((status = assay_expr_max (&m, n, l, ctx)) == ASSAY_OK
      && (status = assay_expr_div (&ratio, m, l, ctx)) == ASSAY_OK
      && (status = assay_expr_sub (&excess, ratio, one, ctx)) == ASSAY_OK
      && (status = assay_expr_mul (&grown, s, excess, ctx)) == ASSAY_OK)
    status = assay_expr_add (bracket, one, grown, ctx);
  assay_expr_unref (one);
  assay_expr_unref (m);
  assay_expr_unref (ratio);
  assay_expr_unref (excess);
  assay_expr_unref (grown);
  return status;
}

enum assay_status
assay_base_dynamic (struct assay_expr **base, struct assay_expr *theta,
                    struct assay_expr *s, struct assay_expr *n,
                    struct assay_expr *l, size_t r, struct assay_ctx *ctx)
{
  struct assay_expr *bracket;
  enum assay_status status = dynamic_bracket (&bracket, s, n, l, ctx);

  *base = NULL;
  if (status == ASSAY_OK)
    status = assay_base_static (base, theta, bracket, r, ctx);
  assay_expr_unref (bracket);
  return status;
}

enum assay_status
assay_frequency_ntk (struct assay_expr **w, struct assay_expr *theta,
                     struct assay_expr *s, size_t i, size_t r,
                     struct assay_ctx *ctx)
{
  struct assay_expr *plain = NULL, *shrink = NULL;
  enum assay_status status;

  *w = NULL;
  if ((status = assay_frequency_default (&plain, theta, i, r, ctx))
      == ASSAY_OK
      && (status = rational_power (&shrink, s, -2 * (long) (i + 1), r, ctx))
         == ASSAY_OK)
    status = assay_expr_mul (w, plain, shrink, ctx);
  assay_expr_unref (plain);
  assay_expr_unref (shrink);
  return status;
}

/* SHRINK <- exp (-a (i+1)^b) = s^(-((i+1)/(r/2))^b).  */
static enum assay_status
mixed_shrink (struct assay_expr **shrink, struct assay_expr *s,
              struct assay_expr *b, size_t i, size_t r,
              struct assay_ctx *ctx)
{
  struct assay_expr *place = assay_expr_new_si (2 * (long) (i + 1), r);
  struct assay_expr *power = NULL, *exponent = NULL;
  enum assay_status status;

  *shrink = NULL;
  if ((status = assay_expr_pow (&power, place, b, ctx)) == ASSAY_OK
      && (status = assay_expr_neg (&exponent, power, ctx)) == ASSAY_OK)
    status = assay_expr_pow (shrink, s, exponent, ctx);
  assay_expr_unref (place);
  assay_expr_unref (power);
  assay_expr_unref (exponent);
  return status;
}

enum assay_status
assay_frequency_ntk_mixed (struct assay_expr **w, struct assay_expr *theta,
                           struct assay_expr *s, struct assay_expr *b,
                           size_t i, size_t r, struct assay_ctx *ctx)
{
  struct assay_expr *plain = NULL, *shrink = NULL;
  enum assay_status status;

  *w = NULL;
  if ((status = assay_frequency_default (&plain, theta, i, r, ctx))
      == ASSAY_OK
      && (status = mixed_shrink (&shrink, s, b, i, r, ctx)) == ASSAY_OK)
    status = assay_expr_mul (w, plain, shrink, ctx);
  assay_expr_unref (plain);
  assay_expr_unref (shrink);
  return status;
}

/* PRODUCT <- the binary64 product of the integer and the binary64 nearest
   to FACTOR.  HEAD_DIM is below 2^31, hence exact.  */
static enum assay_status
binary64_product (mpq_ptr product, size_t head_dim, mpq_srcptr factor,
                  struct assay_ctx *ctx)
{
  enum assay_fmt_class class;
  mpq_t head;

  mpq_init (head);
  mpq_set_ui (head, head_dim, 1);
  class = assay_fmt_decode (product, assay_fmt_round (factor, ASSAY_FMT_F64),
                            ASSAY_FMT_F64);
  if (class == ASSAY_FMT_FINITE)
    {
      mpq_mul (product, product, head);
      class = assay_fmt_decode (product,
                                assay_fmt_round (product, ASSAY_FMT_F64),
                                ASSAY_FMT_F64);
    }
  mpq_clear (head);
  if (class == ASSAY_FMT_FINITE && mpq_sgn (product) >= 0
      && mpq_cmp_ui (product, 1ul << 31, 1) < 0)
    return ASSAY_OK;
  return assay_fail (ctx, ASSAY_EVALUE, NULL, "a width of 0 up to 2^31",
                     "another one");
}

enum assay_status
assay_width_of_factor (size_t *width, int *missed, size_t head_dim,
                       mpq_srcptr factor, struct assay_ctx *ctx)
{
  enum assay_status status;
  mpq_t product, reach;
  mpz_t whole;

  mpq_init (product);
  mpq_init (reach);
  mpz_init (whole);
  status = binary64_product (product, head_dim, factor, ctx);
  if (status == ASSAY_OK)
    {
      mpz_fdiv_q (whole, mpq_numref (product), mpq_denref (product));
      *width = mpz_get_ui (whole);
      mpq_set_ui (reach, head_dim, 1);
      mpq_mul (reach, reach, factor);
      mpq_set_ui (product, 1, 1000000000);
      mpq_add (reach, reach, product);
      *missed = mpq_cmp_ui (reach, *width + 1, 1) >= 0;
    }
  mpq_clear (product);
  mpq_clear (reach);
  mpz_clear (whole);
  return status;
}

enum assay_status
assay_live_pairs (size_t *live, size_t head_dim, mpq_srcptr factor,
                  struct assay_ctx *ctx)
{
  int missed;
  enum assay_status status = assay_width_of_factor (live, &missed, head_dim,
                                                    factor, ctx);

  /* floor (floor (x) / 2) = floor (x / 2).  */
  *live = status == ASSAY_OK ? *live / 2 : 0;
  return status;
}
