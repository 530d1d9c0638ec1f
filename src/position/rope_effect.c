/* rope_effect.c -- how far apart two readings of one config are */

#include "position/rope_effect.h"

#include "real/decide.h"
#include "real/encl.h"

/* Enough to tell ratios apart that a reader could tell apart.  */
enum { COMPARE_BITS = 128 };

/* The measure of the worst pair so far, enclosed.  */
struct worst
{
  int is_set;
  mpfi_t measure;
};

static void
worst_init (struct worst *worst)
{
  worst->is_set = 0;
  mpfi_init2 (worst->measure, COMPARE_BITS);
}

/* Whether X is proved to exceed the worst so far, which it then is.  */
static enum assay_status
worst_beaten (int *beaten, struct worst *worst, struct assay_expr *x,
              struct assay_ctx *ctx)
{
  enum assay_status status;
  mpfi_t measure;
  int order = 0;

  mpfi_init2 (measure, COMPARE_BITS);
  status = assay_expr_enclose (measure, x, ctx, COMPARE_BITS);
  *beaten = status == ASSAY_OK
            && (!worst->is_set
                || (assay_encl_compare (&order, measure, worst->measure)
                    == ASSAY_HOLDS && order > 0));
  if (*beaten)
    {
      mpfi_set (worst->measure, measure);
      worst->is_set = 1;
    }
  mpfi_clear (measure);
  return status;
}

/* SIZE <- max (x, 1/x), x > 0.  */
static enum assay_status
ratio_size (struct assay_expr **size, struct assay_expr *x,
            struct assay_ctx *ctx)
{
  struct assay_expr *one = assay_expr_new_si (1, 1), *inverse = NULL;
  enum assay_status status;

  *size = NULL;
  if ((status = assay_expr_div (&inverse, one, x, ctx)) == ASSAY_OK)
    status = assay_expr_max (size, x, inverse, ctx);
  assay_expr_unref (one);
  assay_expr_unref (inverse);
  return status;
}

/* TURNS <- abs (a - b) POSITION / (2 pi).  */
static enum assay_status
turns_apart (struct assay_expr **turns, struct assay_expr *a,
             struct assay_expr *b, unsigned long position,
             struct assay_ctx *ctx)
{
  struct assay_expr *place = assay_expr_new_si ((long) position, 2);
  struct assay_expr *pi = assay_expr_new_pi ();
  struct assay_expr *step = NULL, *size = NULL, *angle = NULL;
  enum assay_status status;

  *turns = NULL;
  if ((status = assay_expr_sub (&step, b, a, ctx)) == ASSAY_OK
      && (status = assay_expr_abs (&size, step, ctx)) == ASSAY_OK
      && (status = assay_expr_mul (&angle, size, place, ctx)) == ASSAY_OK)
    status = assay_expr_div (turns, angle, pi, ctx);
  assay_expr_unref (place);
  assay_expr_unref (pi);
  assay_expr_unref (step);
  assay_expr_unref (size);
  assay_expr_unref (angle);
  return status;
}

struct comparison
{
  struct assay_effect *effect;
  const struct assay_rope_steps *a, *b;
  unsigned long position;
  struct worst ratio, turns;
};

static int
is_zero (const struct assay_expr *x)
{
  return assay_expr_rational (x) && mpq_sgn (assay_expr_rational (x)) == 0;
}

/* The ratio of pair I, kept when it is the worst so far.  A pair that stands
   still in one reading alone is worse than any ratio.  */
static enum assay_status
weigh_ratio (struct comparison *c, size_t i, struct assay_ctx *ctx)
{
  struct assay_effect *e = c->effect;
  struct assay_expr *ratio = NULL, *size = NULL;
  enum assay_status status;
  int beaten = 0;

  if (e->apart > 1 && e->ratio == NULL)
    return ASSAY_OK;
  if (is_zero (c->a->w[i]) || is_zero (c->b->w[i]))
    {
      assay_expr_unref (e->ratio);
      e->ratio = NULL;
      e->ratio_pair = i;
      return ASSAY_OK;
    }
  if ((status = assay_expr_div (&ratio, c->b->w[i], c->a->w[i], ctx))
      == ASSAY_OK
      && (status = ratio_size (&size, ratio, ctx)) == ASSAY_OK)
    status = worst_beaten (&beaten, &c->ratio, size, ctx);
  if (beaten)
    {
      assay_expr_unref (e->ratio);
      e->ratio = assay_expr_ref (ratio);
      e->ratio_pair = i;
    }
  assay_expr_unref (ratio);
  assay_expr_unref (size);
  return status;
}

static enum assay_status
weigh_turns (struct comparison *c, size_t i, struct assay_ctx *ctx)
{
  struct assay_effect *e = c->effect;
  struct assay_expr *turns = NULL;
  enum assay_status status;
  int beaten = 0;

  if (c->position == 0)
    return ASSAY_OK;
  status = turns_apart (&turns, c->a->w[i], c->b->w[i], c->position, ctx);
  if (status == ASSAY_OK)
    status = worst_beaten (&beaten, &c->turns, turns, ctx);
  if (beaten)
    {
      assay_expr_unref (e->turns);
      e->turns = assay_expr_ref (turns);
      e->turns_pair = i;
    }
  assay_expr_unref (turns);
  return status;
}

static enum assay_status
compare_pair (struct comparison *c, size_t i, struct assay_ctx *ctx)
{
  struct assay_effect *e = c->effect;
  struct assay_decision decision;
  enum assay_status status;

  status = assay_decide (&decision, c->a->w[i], ASSAY_EQ, c->b->w[i], ctx);
  if (status != ASSAY_OK || decision.verdict == ASSAY_HOLDS)
    return status;
  if (decision.verdict == ASSAY_OPEN)
    {
      if (e->agree == ASSAY_HOLDS)
        e->agree = ASSAY_OPEN;
      return ASSAY_OK;
    }
  e->agree = ASSAY_FAILS;
  if (e->apart++ == 0)
    e->first = i;
  e->last = i;
  status = weigh_ratio (c, i, ctx);
  if (status == ASSAY_OK)
    status = weigh_turns (c, i, ctx);
  return status;
}

/* RESULT <- A^2 times the score's scale.  */
static enum assay_status
score_growth (struct assay_expr **result, const struct assay_rope_steps *s,
              struct assay_ctx *ctx)
{
  struct assay_expr *const factor[] = { s->magnitude, s->magnitude,
                                        s->score_scale };

  return assay_expr_product (result, factor, 3, ctx);
}

/* SAME <- whether A of both is one number: the factor that one config spells,
   and what others compute for it.  */
static enum assay_status
same_magnitude (int *same, const struct assay_reading *a,
                const struct assay_reading *b, struct assay_ctx *ctx)
{
  *same = 0;
  if (!a->plan.value[ASSAY_KEY_ATTENTION_FACTOR].is_set
      && !b->plan.value[ASSAY_KEY_ATTENTION_FACTOR].is_set)
    return ASSAY_OK;
  return assay_rope_near (same, a->steps.magnitude, b->steps.magnitude, ctx);
}

static enum assay_status
compare_logits (struct assay_effect *e, const struct assay_reading *a,
                const struct assay_reading *b, struct assay_ctx *ctx)
{
  struct assay_expr *of_a = NULL, *of_b = NULL;
  struct assay_decision decision = { .verdict = ASSAY_OPEN };
  enum assay_status status;
  int same = 0;

  if ((status = score_growth (&of_a, &a->steps, ctx)) == ASSAY_OK
      && (status = score_growth (&of_b, &b->steps, ctx)) == ASSAY_OK
      && (status = assay_expr_div (&e->logits, of_b, of_a, ctx)) == ASSAY_OK)
    status = same_magnitude (&same, a, b, ctx);
  if (status == ASSAY_OK && same)
    status = assay_decide (&decision, a->steps.score_scale, ASSAY_EQ,
                           b->steps.score_scale, ctx);
  else if (status == ASSAY_OK)
    status = assay_decide (&decision, of_a, ASSAY_EQ, of_b, ctx);
  e->logits_differ = status == ASSAY_OK && decision.verdict == ASSAY_FAILS;
  if (e->logits_differ)
    e->agree = ASSAY_FAILS;
  else if (status == ASSAY_OK && decision.verdict == ASSAY_OPEN
           && e->agree == ASSAY_HOLDS)
    e->agree = ASSAY_OPEN;
  assay_expr_unref (of_a);
  assay_expr_unref (of_b);
  return status;
}

static int
axes_differ (const struct assay_rope_plan *a, const struct assay_rope_plan *b)
{
  size_t i;

  for (i = 0; i < a->layout.rotary_dim / 2; i++)
    if (assay_sections_axis (&a->sections, i)
        != assay_sections_axis (&b->sections, i))
      return 1;
  return 0;
}

static int
layouts_differ (const struct assay_rope_plan *a,
                const struct assay_rope_plan *b)
{
  return a->layout.pairing != b->layout.pairing
         || a->layout.rotary_dim != b->layout.rotary_dim
         || a->layout.offset != b->layout.offset;
}

enum assay_status
assay_effect_make (struct assay_effect *effect, const struct assay_reading *a,
                   const struct assay_reading *b, unsigned long position,
                   struct assay_ctx *ctx)
{
  struct comparison c = { .effect = effect, .a = &a->steps, .b = &b->steps,
                          .position = position };
  enum assay_status status = ASSAY_OK;
  size_t i;

  *effect = (struct assay_effect) { .agree = ASSAY_HOLDS };
  if (!a->refuses && !b->refuses
      && assay_rope_plan_equal (&a->plan, &b->plan))
    return compare_logits (effect, a, b, ctx);
  if (a->refuses || b->refuses)
    {
      effect->agree = a->refuses && b->refuses ? ASSAY_HOLDS : ASSAY_FAILS;
      return ASSAY_OK;
    }
  effect->layouts_differ = layouts_differ (&a->plan, &b->plan);
  if (effect->layouts_differ || axes_differ (&a->plan, &b->plan))
    effect->agree = ASSAY_FAILS;
  worst_init (&c.ratio);
  worst_init (&c.turns);
  for (i = 0; i < a->steps.count && !effect->layouts_differ
              && status == ASSAY_OK; i++)
    status = compare_pair (&c, i, ctx);
  mpfi_clear (c.ratio.measure);
  mpfi_clear (c.turns.measure);
  if (status == ASSAY_OK)
    status = compare_logits (effect, a, b, ctx);
  return status;
}

void
assay_effect_clear (struct assay_effect *effect)
{
  assay_expr_unref (effect->ratio);
  assay_expr_unref (effect->turns);
  assay_expr_unref (effect->logits);
  *effect = (struct assay_effect) { 0 };
}
