/* rope_steps.c -- what a plan makes of every pair */

#include "position/rope_steps.h"

#include <stdlib.h>

#include "base/memory.h"

/* A plan's parameters as expressions; null where they are not set.  */
struct operands
{
  struct assay_expr *theta, *scale, *original, *low, *high, *mixed_b;
};

static struct assay_expr *
operand (const struct assay_rope_plan *plan, enum assay_rope_key key)
{
  mpq_srcptr value = assay_rope_plan_value (plan, key);

  return value ? assay_expr_new_rational (value) : NULL;
}

static enum assay_status
operands_make (struct operands *o, const struct assay_rope_plan *plan,
               struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;

  o->theta = operand (plan, ASSAY_KEY_THETA);
  o->original = operand (plan, ASSAY_KEY_ORIGINAL);
  o->low = operand (plan, ASSAY_KEY_LOW);
  o->high = operand (plan, ASSAY_KEY_HIGH);
  o->mixed_b = operand (plan, ASSAY_KEY_MIXED_B);
  if (plan->type == ASSAY_ROPE_YARN)
    status = assay_rope_scale (&o->scale, plan, ctx);
  else
    o->scale = operand (plan, ASSAY_KEY_FACTOR);
  if (o->scale == NULL && status == ASSAY_OK)
    o->scale = assay_expr_new_si (1, 1);
  return status;
}

static void
operands_clear (struct operands *o)
{
  assay_expr_unref (o->theta);
  assay_expr_unref (o->scale);
  assay_expr_unref (o->original);
  assay_expr_unref (o->low);
  assay_expr_unref (o->high);
  assay_expr_unref (o->mixed_b);
}

static enum assay_status
require (const struct assay_expr *operand, const char *name,
         struct assay_ctx *ctx)
{
  if (operand)
    return ASSAY_OK;
  return assay_fail (ctx, ASSAY_EVALUE, NULL, name, "nothing");
}

/* BASE <- theta, grown by alpha or by the length.  */
static enum assay_status
dynamic_base (struct assay_expr **base, const struct operands *o,
              const struct assay_rope_plan *plan,
              const struct assay_rope_call *call, struct assay_ctx *ctx)
{
  struct assay_expr *alpha = operand (plan, ASSAY_KEY_ALPHA);
  struct assay_expr *l = operand (plan, ASSAY_KEY_LENGTH), *n = NULL;
  enum assay_status status = ASSAY_OK;

  *base = NULL;
  if (alpha)
    status = assay_base_static (base, o->theta, alpha, plan->layout.head_dim,
                                ctx);
  else if ((status = require (l, "max_position_embeddings", ctx))
           == ASSAY_OK)
    {
      if (plan->rules.dynamic == ASSAY_LENGTH_TIMES_FACTOR)
        status = assay_expr_mul (&n, o->scale, l, ctx);
      else if (plan->rules.dynamic == ASSAY_LENGTH_OF_CALL
               && call->length > 0)
        n = assay_expr_new_si ((long) call->length, 1);
      else
        n = assay_expr_ref (l);
      if (status == ASSAY_OK)
        status = assay_base_dynamic (base, o->theta, o->scale, n, l,
                                     plan->layout.rotary_dim, ctx);
    }
  assay_expr_unref (alpha);
  assay_expr_unref (l);
  assay_expr_unref (n);
  return status;
}

static enum assay_status
yarn_ramp (struct assay_ramp *ramp, const struct operands *o,
           const struct assay_rope_plan *plan, struct assay_ctx *ctx)
{
  struct assay_expr *fast = operand (plan, ASSAY_KEY_BETA_FAST);
  struct assay_expr *slow = operand (plan, ASSAY_KEY_BETA_SLOW);
  size_t width = plan->rules.ramp_counts_head ? plan->layout.head_dim
                 : plan->layout.rotary_dim;
  enum assay_status status;

  if ((status = require (o->original, "original_max_position_embeddings",
                         ctx)) == ASSAY_OK
      && (status = require (fast, "beta_fast", ctx)) == ASSAY_OK
      && (status = require (slow, "beta_slow", ctx)) == ASSAY_OK)
    status = assay_ramp_make (ramp, o->theta, o->original, fast, slow, width,
                              plan->truncate, plan->rules.ramp, ctx);
  assay_expr_unref (fast);
  assay_expr_unref (slow);
  return status;
}

/* The kind of a pair whose step is the plain one divided by S.  */
static enum assay_pair_kind
divided (mpq_srcptr s)
{
  return s == NULL || mpq_cmp_ui (s, 1, 1) == 0 ? ASSAY_PAIR_KEPT
         : ASSAY_PAIR_SCALED;
}

static enum assay_status
longrope_step (struct assay_rope_steps *steps, const struct operands *o,
               const struct assay_rope_plan *plan, size_t i,
               struct assay_ctx *ctx)
{
  const struct assay_rope_list *list = steps->has_long_list
                                       ? &plan->long_factor
                                       : &plan->short_factor;
  struct assay_expr *f;
  enum assay_status status;

  if (i >= list->count)
    return assay_fail (ctx, ASSAY_EVALUE, NULL, "a factor for each pair",
                       "%zu", list->count);
  f = assay_expr_new_rational (list->entry[i]);
  steps->kind[i] = divided (list->entry[i]);
  status = assay_frequency_longrope (&steps->w[i], o->theta, f, i,
                                     plan->layout.rotary_dim, ctx);
  assay_expr_unref (f);
  return status;
}

/* All but longrope and proportional.  */
static enum assay_status
scaled_step (struct assay_rope_steps *steps, const struct operands *o,
             const struct assay_rope_plan *plan, size_t i,
             struct assay_ctx *ctx)
{
  size_t r = plan->layout.rotary_dim;
  mpq_srcptr factor = assay_rope_plan_value (plan, ASSAY_KEY_FACTOR);

  switch (plan->type)
    {
    case ASSAY_ROPE_LINEAR:
      steps->kind[i] = divided (factor);
      return assay_frequency_linear (&steps->w[i], o->theta, o->scale, i, r,
                                     ctx);
    case ASSAY_ROPE_NTK:
      steps->kind[i] = divided (factor);
      if (o->mixed_b)
        return assay_frequency_ntk_mixed (&steps->w[i], o->theta, o->scale,
                                          o->mixed_b, i, r, ctx);
      return assay_frequency_ntk (&steps->w[i], o->theta, o->scale, i, r,
                                  ctx);
    case ASSAY_ROPE_YARN:
      return assay_frequency_yarn (&steps->w[i], &steps->kind[i],
                                   &steps->ramp, o->theta, o->scale, i, r,
                                   ctx);
    case ASSAY_ROPE_LLAMA3:
      return assay_frequency_llama3 (&steps->w[i], &steps->kind[i], o->theta,
                                     o->scale, o->original, o->low, o->high,
                                     i, r, ctx);
    case ASSAY_ROPE_DYNAMIC:
      steps->kind[i] = i > 0 && steps->base != o->theta
                       ? ASSAY_PAIR_SCALED : ASSAY_PAIR_KEPT;
      return assay_frequency_default (&steps->w[i], steps->base, i, r, ctx);
    default:
      steps->kind[i] = ASSAY_PAIR_KEPT;
      return assay_frequency_default (&steps->w[i], o->theta, i, r, ctx);
    }
}

static enum assay_status
proportional_steps (struct assay_rope_steps *steps, const struct operands *o,
                    const struct assay_rope_plan *plan, struct assay_ctx *ctx)
{
  mpq_srcptr partial = assay_rope_plan_value (plan, ASSAY_KEY_PARTIAL);
  size_t i, live = plan->layout.head_dim / 2;
  enum assay_status status = ASSAY_OK;

  if (partial)
    status = assay_live_pairs (&live, plan->layout.head_dim, partial, ctx);
  for (i = 0; i < steps->count && status == ASSAY_OK; i++)
    {
      steps->kind[i] = i >= live ? ASSAY_PAIR_ZERO
                       : divided (assay_rope_plan_value (plan,
                                                         ASSAY_KEY_FACTOR));
      status = assay_frequency_proportional (&steps->w[i], o->theta,
                                             o->scale, i, live,
                                             plan->layout.head_dim, ctx);
    }
  return status;
}

static enum assay_status
fill (struct assay_rope_steps *steps, const struct operands *o,
      const struct assay_rope_plan *plan, const struct assay_rope_call *call,
      struct assay_ctx *ctx)
{
  enum assay_status status = require (o->theta, "rope_theta", ctx);
  size_t i;

  if (status == ASSAY_OK && plan->type == ASSAY_ROPE_DYNAMIC)
    {
      status = dynamic_base (&steps->base, o, plan, call, ctx);
      /* A bracket of 1 keeps the base: the pairs are then called kept.  */
      if (status == ASSAY_OK && assay_expr_rational (steps->base)
          && mpq_equal (assay_expr_rational (steps->base),
                        assay_expr_rational (o->theta)))
        {
          assay_expr_unref (steps->base);
          steps->base = assay_expr_ref (o->theta);
        }
    }
  else if (status == ASSAY_OK)
    steps->base = assay_expr_ref (o->theta);
  if (status == ASSAY_OK && plan->type == ASSAY_ROPE_YARN)
    status = yarn_ramp (&steps->ramp, o, plan, ctx);
  if (status == ASSAY_OK && plan->type == ASSAY_ROPE_LLAMA3
      && (status = require (o->original, "original_max_position_embeddings",
                            ctx)) == ASSAY_OK
      && (status = require (o->low, "low_freq_factor", ctx)) == ASSAY_OK)
    status = require (o->high, "high_freq_factor", ctx);
  if (status == ASSAY_OK && plan->type == ASSAY_ROPE_PROPORTIONAL)
    return proportional_steps (steps, o, plan, ctx);
  for (i = 0; i < steps->count && status == ASSAY_OK; i++)
    status = plan->type == ASSAY_ROPE_LONGROPE
             ? longrope_step (steps, o, plan, i, ctx)
             : scaled_step (steps, o, plan, i, ctx);
  return status;
}

enum assay_status
assay_rope_steps_make (struct assay_rope_steps *steps,
                       const struct assay_rope_plan *plan,
                       const struct assay_rope_call *call,
                       struct assay_ctx *ctx)
{
  struct operands o = { 0 };
  enum assay_status status;

  *steps = (struct assay_rope_steps) { 0 };
  if (plan->type == ASSAY_ROPE_NONE)
    {
      steps->magnitude = assay_expr_new_si (1, 1);
      return assay_rope_score_scale (&steps->score_scale, plan, ctx);
    }
  steps->count = plan->layout.rotary_dim / 2;
  steps->w = assay_calloc (steps->count, sizeof (struct assay_expr *));
  steps->kind = assay_calloc (steps->count, sizeof steps->kind[0]);
  steps->has_long_list = assay_rope_is_long (plan, plan->rules.list, call);
  if ((status = operands_make (&o, plan, ctx)) == ASSAY_OK
      && (status = fill (steps, &o, plan, call, ctx)) == ASSAY_OK
      && (status = assay_rope_magnitude (&steps->magnitude, plan, call, ctx))
         == ASSAY_OK)
    status = assay_rope_score_scale (&steps->score_scale, plan, ctx);
  operands_clear (&o);
  return status;
}

void
assay_rope_steps_clear (struct assay_rope_steps *steps)
{
  size_t i;

  for (i = 0; steps->w && i < steps->count; i++)
    assay_expr_unref (steps->w[i]);
  free (steps->w);
  free (steps->kind);
  assay_expr_unref (steps->base);
  assay_expr_unref (steps->magnitude);
  assay_expr_unref (steps->score_scale);
  assay_ramp_clear (&steps->ramp);
  *steps = (struct assay_rope_steps) { 0 };
}
