/* rope_magnitude.c -- what multiplies cosine and sine, and what the score */

#include "position/rope_steps.h"

#include "real/fmt.h"
#include "real/step.h"

/* RESULT <- KEY's value, or OTHERWISE.  */
static struct assay_expr *
value_or (const struct assay_rope_plan *plan, enum assay_rope_key key,
          long otherwise)
{
  mpq_srcptr value = assay_rope_plan_value (plan, key);

  return value ? assay_expr_new_rational (value)
         : assay_expr_new_si (otherwise, 1);
}

static int
is_nonzero (const struct assay_rope_plan *plan, enum assay_rope_key key)
{
  mpq_srcptr value = assay_rope_plan_value (plan, key);

  return value && mpq_sgn (value) != 0;
}

/* RESULT <- L/L0.  */
static enum assay_status
length_ratio (struct assay_expr **result, const struct assay_rope_plan *plan,
              struct assay_ctx *ctx)
{
  mpq_srcptr length = assay_rope_plan_value (plan, ASSAY_KEY_LENGTH);
  mpq_srcptr original = assay_rope_plan_value (plan, ASSAY_KEY_ORIGINAL);
  mpq_t ratio;

  *result = NULL;
  if (length == NULL || original == NULL || mpq_sgn (original) == 0)
    return assay_fail (ctx, ASSAY_EVALUE, NULL, "max_position_embeddings and "
                       "original_max_position_embeddings, or a factor",
                       "neither");
  mpq_init (ratio);
  mpq_div (ratio, length, original);
  *result = assay_expr_new_rational (ratio);
  mpq_clear (ratio);
  return ASSAY_OK;
}

enum assay_status
assay_rope_scale (struct assay_expr **result,
                  const struct assay_rope_plan *plan, struct assay_ctx *ctx)
{
  mpq_srcptr factor = assay_rope_plan_value (plan, ASSAY_KEY_FACTOR);

  if (factor == NULL)
    return length_ratio (result, plan, ctx);
  *result = assay_expr_new_rational (factor);
  return ASSAY_OK;
}

int
assay_rope_is_long (const struct assay_rope_plan *plan,
                    enum assay_length_rule rule,
                    const struct assay_rope_call *call)
{
  mpq_srcptr original = assay_rope_plan_value (plan, ASSAY_KEY_ORIGINAL);
  mpq_srcptr length = assay_rope_plan_value (plan, ASSAY_KEY_LENGTH);

  switch (rule)
    {
    case ASSAY_LENGTH_ALWAYS_LONG:
      return 1;
    case ASSAY_LENGTH_OF_CALL:
      return original && mpq_cmp_ui (original, call->length, 1) < 0;
    case ASSAY_LENGTH_OF_CONTEXT:
      if (call->context > 0)
        return original && mpq_cmp_ui (original, call->context, 1) < 0;
      return original && length && mpq_cmp (original, length) < 0;
    default:
      return 0;
    }
}

/* RESULT <- m(s, K) / m(s, L).  */
static enum assay_status
magnitude_ratio (struct assay_expr **result, struct assay_expr *s,
                 struct assay_expr *k, struct assay_expr *l,
                 struct assay_ctx *ctx)
{
  struct assay_expr *top = NULL, *bottom = NULL;
  enum assay_status status;

  *result = NULL;
  if ((status = assay_magnitude_yarn (&top, s, k, ctx)) == ASSAY_OK
      && (status = assay_magnitude_yarn (&bottom, s, l, ctx)) == ASSAY_OK)
    status = assay_expr_div (result, top, bottom, ctx);
  assay_expr_unref (top);
  assay_expr_unref (bottom);
  return status;
}

/* RESULT <- 0.1 ln s + 1.  */
static enum assay_status
unclamped_magnitude (struct assay_expr **result,
                     const struct assay_rope_plan *plan,
                     struct assay_ctx *ctx)
{
  struct assay_expr *s = NULL, *log = NULL, *tenth = NULL;
  struct assay_expr *one = assay_expr_new_si (1, 1);
  struct assay_expr *part = assay_expr_new_si (1, 10);
  enum assay_status status;

  *result = NULL;
  if ((status = assay_rope_scale (&s, plan, ctx)) == ASSAY_OK
      && (status = assay_expr_log (&log, s, ctx)) == ASSAY_OK
      && (status = assay_expr_mul (&tenth, part, log, ctx)) == ASSAY_OK)
    status = assay_expr_add (result, tenth, one, ctx);
  assay_expr_unref (s);
  assay_expr_unref (log);
  assay_expr_unref (tenth);
  assay_expr_unref (one);
  assay_expr_unref (part);
  return status;
}

/* The mscale pair counts when both are given and not zero; MSCALE alone only
   by the RULE that says so.  */
static enum assay_status
yarn_magnitude (struct assay_expr **result, const struct assay_rope_plan *plan,
                enum assay_magnitude_rule rule, struct assay_ctx *ctx)
{
  int pair = is_nonzero (plan, ASSAY_KEY_MSCALE)
             && is_nonzero (plan, ASSAY_KEY_MSCALE_ALL_DIM);
  struct assay_expr *s = NULL, *k, *l;
  enum assay_status status;

  *result = NULL;
  if (rule == ASSAY_MAGNITUDE_MSCALE && !pair
      && is_nonzero (plan, ASSAY_KEY_MSCALE))
    {
      *result = value_or (plan, ASSAY_KEY_MSCALE, 1);
      return ASSAY_OK;
    }
  if (rule == ASSAY_MAGNITUDE_RATIO || pair)
    {
      k = value_or (plan, ASSAY_KEY_MSCALE, 1);
      l = value_or (plan, ASSAY_KEY_MSCALE_ALL_DIM, 0);
    }
  else
    {
      k = assay_expr_new_si (1, 1);
      l = assay_expr_new_si (0, 1);
    }
  status = assay_rope_scale (&s, plan, ctx);
  if (status == ASSAY_OK)
    status = magnitude_ratio (result, s, k, l, ctx);
  assay_expr_unref (s);
  assay_expr_unref (k);
  assay_expr_unref (l);
  return status;
}

static enum assay_status
longrope_magnitude (struct assay_expr **result,
                    const struct assay_rope_plan *plan,
                    enum assay_magnitude_rule rule, struct assay_ctx *ctx)
{
  struct assay_expr *s = NULL, *one = assay_expr_new_si (1, 1);
  struct assay_expr *original = value_or (plan, ASSAY_KEY_ORIGINAL, 0);
  enum assay_status status;

  *result = NULL;
  if (rule == ASSAY_MAGNITUDE_TENTH_LOG)
    {
      status = length_ratio (&s, plan, ctx);
      if (status == ASSAY_OK)
        status = assay_magnitude_yarn (result, s, one, ctx);
    }
  else
    {
      status = assay_rope_scale (&s, plan, ctx);
      if (status == ASSAY_OK)
        status = assay_magnitude_longrope (result, s, original, ctx);
    }
  assay_expr_unref (s);
  assay_expr_unref (one);
  assay_expr_unref (original);
  return status;
}

enum assay_status
assay_rope_magnitude (struct assay_expr **result,
                      const struct assay_rope_plan *plan,
                      const struct assay_rope_call *call,
                      struct assay_ctx *ctx)
{
  enum assay_magnitude_rule rule = plan->rules.magnitude;

  if (rule == ASSAY_MAGNITUDE_LIST_MSCALE)
    {
      int is_long = assay_rope_is_long (plan, plan->rules.list_mscale, call);
      enum assay_rope_key key = is_long ? ASSAY_KEY_LONG_MSCALE
                                : ASSAY_KEY_SHORT_MSCALE;

      if (plan->value[key].is_set)
        {
          *result = value_or (plan, key, 1);
          return ASSAY_OK;
        }
      rule = ASSAY_MAGNITUDE_GIVEN_FIRST;
    }
  if ((plan->type != ASSAY_ROPE_YARN && plan->type != ASSAY_ROPE_LONGROPE)
      || rule == ASSAY_MAGNITUDE_ONE)
    {
      *result = assay_expr_new_si (1, 1);
      return ASSAY_OK;
    }
  if ((rule == ASSAY_MAGNITUDE_GIVEN_FIRST
       || rule == ASSAY_MAGNITUDE_UNCLAMPED)
      && plan->value[ASSAY_KEY_ATTENTION_FACTOR].is_set)
    {
      *result = value_or (plan, ASSAY_KEY_ATTENTION_FACTOR, 1);
      return ASSAY_OK;
    }
  if (plan->type == ASSAY_ROPE_YARN && rule == ASSAY_MAGNITUDE_UNCLAMPED)
    return unclamped_magnitude (result, plan, ctx);
  if (plan->type == ASSAY_ROPE_YARN)
    return yarn_magnitude (result, plan, rule, ctx);
  return longrope_magnitude (result, plan, rule, ctx);
}

enum assay_status
assay_rope_near (int *near, struct assay_expr *x, struct assay_expr *y,
                 struct assay_ctx *ctx)
{
  uint64_t of_x = 0, of_y = 0;
  int64_t apart = 0;
  enum assay_status status;

  if ((status = assay_step_fmt_bits (&of_x, x, ASSAY_FMT_F64, ctx))
      == ASSAY_OK
      && (status = assay_step_fmt_bits (&of_y, y, ASSAY_FMT_F64, ctx))
         == ASSAY_OK)
    apart = assay_fmt_ordinal (of_x, ASSAY_FMT_F64)
            - assay_fmt_ordinal (of_y, ASSAY_FMT_F64);
  *near = status == ASSAY_OK && apart >= -2 && apart <= 2;
  return status;
}

/* RESULT <- m(s, k)^2 with k the score's mscale, 1 when there is none.  */
static enum assay_status
score_growth (struct assay_expr **result, const struct assay_rope_plan *plan,
              struct assay_ctx *ctx)
{
  enum assay_rope_key key = plan->rules.score == ASSAY_SCORE_ALL_DIM
                            ? ASSAY_KEY_MSCALE_ALL_DIM : ASSAY_KEY_MSCALE;
  struct assay_expr *s = NULL, *k, *m = NULL;
  enum assay_status status;

  *result = NULL;
  if (!plan->is_mla || plan->type == ASSAY_ROPE_DEFAULT
      || !is_nonzero (plan, key))
    {
      *result = assay_expr_new_si (1, 1);
      return ASSAY_OK;
    }
  k = value_or (plan, key, 1);
  if ((status = assay_rope_scale (&s, plan, ctx)) == ASSAY_OK
      && (status = assay_magnitude_yarn (&m, s, k, ctx)) == ASSAY_OK)
    status = assay_expr_mul (result, m, m, ctx);
  assay_expr_unref (s);
  assay_expr_unref (k);
  assay_expr_unref (m);
  return status;
}

/* The keys of the query's factor; 0 when PLAN has none.  */
static int
query_keys (mpq_srcptr *growth, mpq_srcptr *length,
            const struct assay_rope_plan *plan)
{
  int is_still = plan->type == ASSAY_ROPE_NONE;

  *growth = assay_rope_plan_value (plan, is_still ? ASSAY_KEY_ATTN_SCALE
                                         : ASSAY_KEY_QUERY_BETA);
  *length = assay_rope_plan_value (plan, is_still ? ASSAY_KEY_FLOOR_SCALE
                                         : ASSAY_KEY_ORIGINAL);
  return *growth && *length;
}

int
assay_rope_grows_query (const struct assay_rope_plan *plan)
{
  mpq_srcptr growth, length;

  return query_keys (&growth, &length, plan);
}

/* COUNT <- 1 + floor (q / LENGTH), q the POSITION, one more where layers stand
   still.  */
static void
count_lengths (mpq_ptr count, mpq_srcptr length, unsigned long position,
               int is_still)
{
  mpz_t q;

  mpz_init_set_ui (q, position);
  mpz_add_ui (q, q, is_still ? 1 : 0);
  mpz_mul (q, q, mpq_denref (length));
  mpz_fdiv_q (q, q, mpq_numref (length));
  mpz_add_ui (q, q, 1);
  mpq_set_z (count, q);
  mpz_clear (q);
}

enum assay_status
assay_rope_query_factor (struct assay_expr **result,
                         const struct assay_rope_plan *plan,
                         unsigned long position, struct assay_ctx *ctx)
{
  struct assay_expr *lengths, *slope, *log = NULL, *grown = NULL;
  struct assay_expr *one = assay_expr_new_si (1, 1);
  mpq_srcptr growth, length;
  enum assay_status status;
  mpq_t count;

  *result = NULL;
  if (!query_keys (&growth, &length, plan))
    {
      *result = one;
      return ASSAY_OK;
    }
  mpq_init (count);
  count_lengths (count, length, position, plan->type == ASSAY_ROPE_NONE);
  lengths = assay_expr_new_rational (count);
  slope = assay_expr_new_rational (growth);
  if ((status = assay_expr_log (&log, lengths, ctx)) == ASSAY_OK
      && (status = assay_expr_mul (&grown, slope, log, ctx)) == ASSAY_OK)
    status = assay_expr_add (result, one, grown, ctx);
  assay_expr_unref (lengths);
  assay_expr_unref (slope);
  assay_expr_unref (log);
  assay_expr_unref (grown);
  assay_expr_unref (one);
  mpq_clear (count);
  return status;
}

enum assay_status
assay_rope_score_scale (struct assay_expr **result,
                        const struct assay_rope_plan *plan,
                        struct assay_ctx *ctx)
{
  struct assay_expr *width, *root = NULL, *growth = NULL;
  enum assay_status status;

  *result = NULL;
  if (plan->value[ASSAY_KEY_SCORE_MULTIPLIER].is_set)
    {
      *result = value_or (plan, ASSAY_KEY_SCORE_MULTIPLIER, 1);
      return ASSAY_OK;
    }
  width = value_or (plan, ASSAY_KEY_SCORE_SCALAR,
                    (long) plan->layout.head_dim);
  if ((status = assay_expr_sqrt (&root, width, ctx)) == ASSAY_OK
      && (status = score_growth (&growth, plan, ctx)) == ASSAY_OK)
    status = assay_expr_div (result, growth, root, ctx);
  assay_expr_unref (width);
  assay_expr_unref (root);
  assay_expr_unref (growth);
  return status;
}
