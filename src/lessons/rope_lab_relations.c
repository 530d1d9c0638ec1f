/* rope_lab_relations.c -- what the lesson rope-lab says, proved

   Relations over a symbol s hold for every integer s, not for the positions
   of the report alone.  */

#include <string.h>

#include "lessons/rope_lab_exact.h"
#include "lessons/rope_lab_float.h"
#include "lessons/rope_lab_parts.h"
#include "real/formula.h"

typedef const struct assay_rope_lab_vectors vectors;

static struct assay_expr *
rotary (vectors *v, struct assay_expr *m, struct assay_expr *n,
        struct assay_ctx *ctx)
{
  struct assay_expr *score = NULL;

  assay_lesson_must (assay_lab_score (&score, assay_lab_apply_rope, v->q,
                                      v->k, v->d, m, n, v->base, ctx), ctx);
  assay_expr_unref (m);
  assay_expr_unref (n);
  return score;
}

static struct assay_expr *
position (long p)
{
  return assay_formula_integer (p);
}

static enum assay_verdict
thetas_fall_from_one (vectors *v, struct assay_ctx *ctx)
{
  struct assay_expr **theta = assay_formula_list (v->d / 2);
  enum assay_verdict verdict;
  size_t i;

  assay_lesson_must (assay_lab_thetas (theta, v->d, v->base, ctx), ctx);
  verdict = assay_lesson_settle (assay_lesson_equal, assay_expr_ref (theta[0]),
                                 assay_formula_integer (1));
  for (i = 1; i < v->d / 2; i++)
    verdict = assay_verdict_and (verdict,
                                 assay_lesson_below (theta[i],
                                                     theta[i - 1]));
  assay_formula_list_free (theta, v->d / 2);
  return verdict;
}

/* (1, 0) by a quarter turn is (0, 1), and (3, 4) by no angle is (3, 4).  */
static enum assay_verdict
quarter_turn_is_counter_clockwise (struct assay_ctx *ctx)
{
  struct assay_expr *x[4], *y[4], *angle[2];
  enum assay_verdict verdict;
  static const long given[4] = { 1, 0, 3, 4 }, expected[4] = { 0, 1, 3, 4 };
  int i;

  for (i = 0; i < 4; i++)
    x[i] = assay_formula_integer (given[i]);
  angle[0] = assay_formula_div (assay_expr_new_pi (),
                                assay_formula_integer (2), ctx);
  angle[1] = assay_formula_integer (0);
  verdict = ASSAY_HOLDS;
  for (i = 0; i < 2; i++)
    assay_lesson_must (assay_lab_rotate_pair (&y[2 * i], &y[2 * i + 1],
                                              x[2 * i], x[2 * i + 1],
                                              angle[i], ctx), ctx);
  for (i = 0; i < 4; i++)
    {
      verdict = assay_verdict_and (
        verdict, assay_lesson_settle (assay_lesson_equal, y[i],
                                      assay_formula_integer (expected[i])));
      assay_expr_unref (x[i]);
    }
  assay_expr_unref (angle[0]);
  assay_expr_unref (angle[1]);
  return verdict;
}

static enum assay_verdict
norm_kept_everywhere (vectors *v, struct assay_ctx *ctx)
{
  struct assay_expr **y = assay_formula_list (v->d);
  struct assay_expr *s = assay_expr_new_symbol ("s");
  enum assay_verdict verdict;

  assay_lesson_must (assay_lab_apply_rope (y, v->q, v->d, s, v->base, ctx),
                     ctx);
  verdict = assay_lesson_settle (
    assay_lesson_equal, assay_formula_dot (y, y, v->d, ctx),
    assay_formula_dot (v->q, v->q, v->d, ctx));
  assay_expr_unref (s);
  assay_formula_list_free (y, v->d);
  return verdict;
}

/* Exactly, and for the doubles as well, whose input stays as it was.  */
static enum assay_verdict
position_zero_gives_the_vector_back (vectors *v, struct assay_ctx *ctx)
{
  struct assay_expr **y = assay_formula_list (v->d), *zero = position (0);
  double x[ASSAY_ROPE_LAB_DIM], turned[ASSAY_ROPE_LAB_DIM];
  enum assay_verdict verdict = ASSAY_HOLDS;
  size_t j;

  assay_lesson_must (assay_lab_apply_rope (y, v->q, v->d, zero, v->base,
                                           ctx), ctx);
  for (j = 0; j < v->d; j++)
    verdict = assay_verdict_and (verdict, assay_lesson_equal (y[j], v->q[j]));
  memcpy (x, v->float_q, sizeof x);
  assay_lab_float_apply_rope (turned, x, v->d, 0, v->float_base);
  for (j = 0; j < v->d; j++)
    if (turned[j] != v->float_q[j])
      verdict = ASSAY_FAILS;
  assay_lab_float_apply_rope (turned, x, v->d, 4096, v->float_base);
  if (memcmp (x, v->float_q, sizeof x) != 0)
    verdict = ASSAY_FAILS;
  assay_expr_unref (zero);
  assay_formula_list_free (y, v->d);
  return verdict;
}

static enum assay_verdict
equal_positions_give_the_dot (vectors *v, struct assay_ctx *ctx)
{
  return assay_lesson_settle (assay_lesson_equal,
                              rotary (v, assay_expr_new_symbol ("s"),
                                      assay_expr_new_symbol ("s"), ctx),
                              assay_formula_dot (v->q, v->k, v->d, ctx));
}

static enum assay_verdict
score_is_one_at_every_start (vectors *v, struct assay_ctx *ctx)
{
  struct assay_expr *ahead
    = assay_formula_add (assay_expr_new_symbol ("s"),
                         position (ASSAY_ROPE_LAB_OFFSET), ctx);

  return assay_lesson_settle (
    assay_lesson_equal,
    rotary (v, ahead, assay_expr_new_symbol ("s"), ctx),
    rotary (v, position (ASSAY_ROPE_LAB_OFFSET), position (0), ctx));
}

static enum assay_verdict
reversed_offset_differs (vectors *v, struct assay_ctx *ctx)
{
  return assay_lesson_settle (assay_lesson_apart,
                              rotary (v, position (5), position (3), ctx),
                              rotary (v, position (3), position (5), ctx));
}

/* The key turned alone: the score moves with the position.  */
static enum assay_verdict
one_side_alone_depends_on_the_position (vectors *v, struct assay_ctx *ctx)
{
  return assay_lesson_settle (assay_lesson_apart,
                              rotary (v, position (0), position (5), ctx),
                              rotary (v, position (0), position (12), ctx));
}

/* add_score (5, 3) = q.k + q.P[3] + P[5].k + P[5].P[3], where the middle
   two, which see one position each, differ from those at (12, 10).  */
static enum assay_verdict
added_positions_leave_one_sided_terms (vectors *v, struct assay_ctx *ctx)
{
  static const long at[4] = { 5, 3, 12, 10 };
  struct assay_expr **p[4], *m[4], *score, *one_sided[2];
  enum assay_verdict verdict;
  int i;

  for (i = 0; i < 4; i++)
    {
      p[i] = assay_formula_list (v->d);
      m[i] = position (at[i]);
      assay_lesson_must (assay_lab_sin_pos (p[i], m[i], v->d, v->base, ctx),
                         ctx);
    }
  for (i = 0; i < 2; i++)
    one_sided[i] = assay_formula_add (
      assay_formula_dot (v->q, p[2 * i + 1], v->d, ctx),
      assay_formula_dot (p[2 * i], v->k, v->d, ctx), ctx);
  assay_lesson_must (assay_lab_score (&score, assay_lab_add_position, v->q,
                                      v->k, v->d, m[0], m[1], v->base, ctx),
                     ctx);
  verdict = assay_lesson_apart (one_sided[0], one_sided[1]);
  verdict = assay_verdict_and (
    verdict,
    assay_lesson_settle (
      assay_lesson_equal, score,
      assay_formula_add (
        assay_formula_add (assay_formula_dot (v->q, v->k, v->d, ctx),
                           one_sided[0], ctx),
        assay_formula_dot (p[0], p[1], v->d, ctx), ctx)));
  assay_expr_unref (one_sided[1]);
  for (i = 0; i < 4; i++)
    {
      assay_formula_list_free (p[i], v->d);
      assay_expr_unref (m[i]);
    }
  return verdict;
}

void
assay_rope_lab_relations (struct assay_lesson_check *checks, vectors *v)
{
  struct assay_ctx ctx;
  size_t i = 0;

#define CHECK(text, proof) \
  (checks[i].name = (text), checks[i].verdict = (proof), i++)
  assay_ctx_init (&ctx);
  CHECK ("one_theta_a_pair_from_one_on_falling",
         thetas_fall_from_one (v, &ctx));
  CHECK ("quarter_turn_is_counter_clockwise_and_no_angle_no_turn",
         quarter_turn_is_counter_clockwise (&ctx));
  CHECK ("position_zero_gives_the_vector_back_and_input_is_kept",
         position_zero_gives_the_vector_back (v, &ctx));
  CHECK ("norm_is_kept_at_every_position", norm_kept_everywhere (v, &ctx));
  CHECK ("equal_positions_give_the_plain_dot",
         equal_positions_give_the_dot (v, &ctx));
  CHECK ("rope_spread_is_exactly_zero_over_all_starts",
         score_is_one_at_every_start (v, &ctx));
  CHECK ("reversed_offset_gives_another_score",
         reversed_offset_differs (v, &ctx));
  CHECK ("one_side_turned_alone_sees_the_position",
         one_side_alone_depends_on_the_position (v, &ctx));
  CHECK ("added_positions_leave_one_sided_terms",
         added_positions_leave_one_sided_terms (v, &ctx));
#undef CHECK
}
