/* rope_lab.c -- the figures of the lesson rope-lab */

#include "lessons/rope_lab.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "lessons/rope_lab_exact.h"
#include "lessons/rope_lab_float.h"
#include "lessons/rope_lab_parts.h"
#include "real/formula.h"

enum
{
  STARTS = ASSAY_ROPE_LAB_STARTS,
  DIM = ASSAY_ROPE_LAB_DIM,
  PAIRS = ASSAY_ROPE_LAB_DIM / 2,
  FIGURE_DIGITS = 20
};

const long assay_rope_lab_starts[STARTS] = { 3, 10, 100, 4000 };
const long assay_rope_lab_positions[ASSAY_ROPE_LAB_POSITIONS]
  = { 0, 1, 7, 100, 4096 };
const long assay_rope_lab_deltas[ASSAY_ROPE_LAB_DELTAS]
  = { 1, 16, 256, 4096 };

void
assay_rope_lab_vectors_init (struct assay_rope_lab_vectors *v, size_t d,
                             long base)
{
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  v->d = d;
  v->base = assay_formula_integer (base);
  v->q = assay_formula_list (d);
  v->k = assay_formula_list (d);
  v->float_base = (double) base;
  v->float_q = assay_calloc (d, sizeof *v->float_q);
  v->float_k = assay_calloc (d, sizeof *v->float_k);
  assay_lesson_must (assay_lab_demo (v->q, v->k, d, &ctx), &ctx);
  assay_lab_float_demo (v->float_q, v->float_k, d);
}

void
assay_rope_lab_vectors_clear (struct assay_rope_lab_vectors *v)
{
  assay_expr_unref (v->base);
  assay_formula_list_free (v->q, v->d);
  assay_formula_list_free (v->k, v->d);
  free (v->float_q);
  free (v->float_k);
}

static double
spread_of (const double *x, size_t n)
{
  double most = x[0], least = x[0];
  size_t i;

  for (i = 1; i < n; i++)
    {
      most = x[i] > most ? x[i] : most;
      least = x[i] < least ? x[i] : least;
    }
  return most - least;
}

/* The largest of X[0..N-1] less the least.  */
static struct assay_expr *
exact_spread_of (struct assay_expr *const *x, size_t n,
                 struct assay_ctx *ctx)
{
  struct assay_expr *most = assay_expr_ref (x[0]);
  struct assay_expr *least = assay_expr_ref (x[0]);
  struct assay_expr *next;
  size_t i;

  for (i = 1; i < n; i++)
    {
      assay_lesson_must (assay_expr_max (&next, most, x[i], ctx), ctx);
      assay_expr_unref (most);
      most = next;
      assay_lesson_must (assay_expr_min (&next, least, x[i], ctx), ctx);
      assay_expr_unref (least);
      least = next;
    }
  return assay_formula_sub (most, least, ctx);
}

/* PROVED: that the rotary scores of all starts are one number.  */
static void
run_scan (struct assay_rope_lab *r, const struct assay_rope_lab_vectors *v,
          enum assay_verdict proved)
{
  struct assay_expr **rotary = assay_formula_list (STARTS);
  struct assay_expr **added = assay_formula_list (STARTS), *spread;
  double float_rotary[STARTS], float_added[STARTS];
  struct assay_ctx ctx;
  size_t j;

  assay_ctx_init (&ctx);
  assay_lesson_must (
    assay_lab_offset_scan (rotary, added, v->q, v->k, DIM,
                           ASSAY_ROPE_LAB_OFFSET, assay_rope_lab_starts,
                           STARTS, v->base, &ctx), &ctx);
  assay_lab_float_offset_scan (float_rotary, float_added, v->float_q,
                               v->float_k, DIM, ASSAY_ROPE_LAB_OFFSET,
                               assay_rope_lab_starts, STARTS, v->float_base);
  for (j = 0; j < STARTS; j++)
    {
      assay_double_figure_set (&r->rope_scores[j], float_rotary[j], rotary[j],
                               FIGURE_DIGITS, &r->tally);
      assay_double_figure_set (&r->add_scores[j], float_added[j], added[j],
                               FIGURE_DIGITS, &r->tally);
    }
  spread = proved == ASSAY_HOLDS ? assay_formula_integer (0)
           : exact_spread_of (rotary, STARTS, &ctx);
  assay_double_figure_set (&r->rope_spread, spread_of (float_rotary, STARTS),
                           spread, FIGURE_DIGITS, &r->tally);
  assay_expr_unref (spread);
  spread = exact_spread_of (added, STARTS, &ctx);
  assay_double_figure_set (&r->add_spread, spread_of (float_added, STARTS),
                           spread, FIGURE_DIGITS, &r->tally);
  assay_expr_unref (spread);
  assay_formula_list_free (rotary, STARTS);
  assay_formula_list_free (added, STARTS);
}

/* The norm of Q turned to POSITION less the norm of Q.  */
static struct assay_expr *
exact_gap (const struct assay_rope_lab_vectors *v, long position,
           struct assay_expr *norm, struct assay_ctx *ctx)
{
  struct assay_expr **turned = assay_formula_list (DIM), *gap;
  struct assay_expr *p = assay_formula_integer (position);

  assay_lesson_must (assay_lab_apply_rope (turned, v->q, DIM, p, v->base,
                                           ctx), ctx);
  gap = assay_formula_sub (
    assay_formula_sqrt (assay_formula_dot (turned, turned, DIM, ctx), ctx),
    assay_expr_ref (norm), ctx);
  assay_expr_unref (p);
  assay_formula_list_free (turned, DIM);
  return gap;
}

/* PROVED: that turning keeps the norm.  */
static void
run_norms (struct assay_rope_lab *r, const struct assay_rope_lab_vectors *v,
           enum assay_verdict proved)
{
  double norm = sqrt (assay_lab_float_dot (v->float_q, v->float_q, DIM));
  struct assay_expr *exact, *gap;
  double y[DIM], most = 0, each;
  struct assay_ctx ctx;
  size_t j, worst = 0;

  assay_ctx_init (&ctx);
  exact = assay_formula_sqrt (assay_formula_dot (v->q, v->q, DIM, &ctx),
                              &ctx);
  assay_double_figure_set (&r->norm_before, norm, exact, FIGURE_DIGITS,
                           &r->tally);
  for (j = 0; j < ASSAY_ROPE_LAB_POSITIONS; j++)
    {
      assay_lab_float_apply_rope (y, v->float_q, DIM,
                                  assay_rope_lab_positions[j],
                                  v->float_base);
      each = fabs (sqrt (assay_lab_float_dot (y, y, DIM)) - norm);
      worst = each > most ? j : worst;
      most = each > most ? each : most;
    }
  gap = proved == ASSAY_HOLDS ? assay_formula_integer (0)
        : exact_gap (v, assay_rope_lab_positions[worst], exact, &ctx);
  assay_double_figure_set (&r->norm_max_gap, most, gap, FIGURE_DIGITS,
                           &r->tally);
  assay_expr_unref (gap);
  assay_expr_unref (exact);
}

static void
run_turns (struct assay_rope_lab *r, const struct assay_rope_lab_vectors *v)
{
  struct assay_expr **turns;
  double float_turns[PAIRS];
  struct assay_ctx ctx;
  size_t j;

  for (j = 0; j < ASSAY_ROPE_LAB_DELTAS; j++)
    {
      long delta = assay_rope_lab_deltas[j];

      assay_ctx_init (&ctx);
      turns = assay_formula_list (PAIRS);
      assay_lesson_must (assay_lab_turns (turns, DIM, delta, v->base, &ctx),
                         &ctx);
      assay_lab_float_turns (float_turns, DIM, delta, v->float_base);
      assay_double_figure_set (&r->turns_first[j], float_turns[0], turns[0],
                               FIGURE_DIGITS, &r->tally);
      assay_double_figure_set (&r->turns_last[j], float_turns[PAIRS - 1],
                               turns[PAIRS - 1], FIGURE_DIGITS, &r->tally);
      assay_lesson_must (assay_lab_slow_pairs (&r->slow_pairs[j], DIM, delta,
                                               v->base, &ctx), &ctx);
      r->float_slow_pairs[j]
        = assay_lab_float_slow_pairs (DIM, delta, v->float_base);
      assay_formula_list_free (turns, PAIRS);
    }
}

/* The counts fall from all pairs on, and the doubles count the same.  */
static enum assay_verdict
slow_pairs_fall (const struct assay_rope_lab *r)
{
  int falls = r->slow_pairs[0] == PAIRS;
  size_t j;

  for (j = 0; j < ASSAY_ROPE_LAB_DELTAS; j++)
    {
      falls = falls && r->slow_pairs[j] == r->float_slow_pairs[j];
      if (j > 0)
        falls = falls && r->slow_pairs[j] < r->slow_pairs[j - 1];
    }
  return assay_verdict_of (falls);
}

void
assay_rope_lab_run (struct assay_rope_lab *report)
{
  struct assay_rope_lab_vectors v;
  enum assay_verdict counts;

  assay_double_tally_init (&report->tally, "1e-9", "1e-6");
  assay_rope_lab_vectors_init (&v, DIM, ASSAY_ROPE_LAB_BASE);
  assay_rope_lab_relations (report->checks, &v);
  run_scan (report, &v, report->checks[ASSAY_ROPE_LAB_SPREAD].verdict);
  run_norms (report, &v, report->checks[ASSAY_ROPE_LAB_NORM].verdict);
  run_turns (report, &v);
  counts = assay_verdict_and (slow_pairs_fall (report),
                              assay_rope_lab_compare (&report->tally));
  report->checks[ASSAY_ROPE_LAB_SLOW].name
    = "slow_pairs_fall_with_the_distance_and_are_counted_alike";
  report->checks[ASSAY_ROPE_LAB_SLOW].verdict = counts;
  report->checks[ASSAY_ROPE_LAB_DOUBLES].name
    = "every_double_within_the_tolerance_of_its_certified_value";
  report->checks[ASSAY_ROPE_LAB_DOUBLES].verdict = report->tally.verdict;
  assay_rope_lab_vectors_clear (&v);
}

void
assay_rope_lab_clear (struct assay_rope_lab *report)
{
  assay_double_tally_clear (&report->tally);
}
