/* rope_lab_compare.c -- the lesson's functions as doubles against themselves
   as exact reals, at widths, bases and positions of all kinds */

#include <stdlib.h>

#include "base/memory.h"
#include "lessons/rope_lab_exact.h"
#include "lessons/rope_lab_float.h"
#include "lessons/rope_lab_parts.h"
#include "real/formula.h"

static const struct
{
  size_t d;
  long base;
  long at[3];                   /* positions up to the lesson's 4096 */
} cases[] = {
  { 64, 10000, { 0, 7, 4096 } },
  { 2, 10000, { 1, 63, 4095 } },
  { 6, 500, { 3, 100, 2048 } },
  { 16, 1000000, { 2, 900, 4096 } },
  { 40, 3, { 5, 17, 4001 } },
};

enum { CASE_COUNT = sizeof cases / sizeof cases[0] };

typedef const struct assay_rope_lab_vectors vectors;

static void
compare_vectors (struct assay_double_tally *tally, vectors *v, long at)
{
  struct assay_expr **y = assay_formula_list (v->d);
  struct assay_expr **p = assay_formula_list (v->d);
  struct assay_expr *position = assay_formula_integer (at);
  double *computed = assay_calloc (v->d, sizeof *computed);
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  assay_lesson_must (assay_lab_apply_rope (y, v->q, v->d, position, v->base,
                                           &ctx), &ctx);
  assay_lab_float_apply_rope (computed, v->float_q, v->d, at,
                              v->float_base);
  assay_double_tally_add_list (tally, computed, y, v->d);
  assay_lesson_must (assay_lab_sin_pos (p, position, v->d, v->base, &ctx),
                     &ctx);
  assay_lab_float_sin_pos (computed, at, v->d, v->float_base);
  assay_double_tally_add_list (tally, computed, p, v->d);
  assay_expr_unref (position);
  assay_formula_list_free (y, v->d);
  assay_formula_list_free (p, v->d);
  free (computed);
}

static void
compare_scores (struct assay_double_tally *tally, vectors *v, const long *at)
{
  struct assay_expr *rotary[3] = { 0 }, *added[3] = { 0 };
  double float_rotary[3], float_added[3];
  struct assay_ctx ctx;
  int i;

  assay_ctx_init (&ctx);
  assay_lesson_must (assay_lab_offset_scan (rotary, added, v->q, v->k, v->d,
                                            -at[0], at, 3, v->base, &ctx),
                     &ctx);
  assay_lab_float_offset_scan (float_rotary, float_added, v->float_q,
                               v->float_k, v->d, -at[0], at, 3,
                               v->float_base);
  assay_double_tally_add_list (tally, float_rotary, rotary, 3);
  assay_double_tally_add_list (tally, float_added, added, 3);
  for (i = 0; i < 3; i++)
    {
      assay_expr_unref (rotary[i]);
      assay_expr_unref (added[i]);
    }
}

/* Steps and turns; whether the slow pairs at distance DELTA are as many.  */
static int
compare_turns (struct assay_double_tally *tally, vectors *v, long delta)
{
  struct assay_expr **exact = assay_formula_list (v->d / 2);
  double *computed = assay_calloc (v->d / 2, sizeof *computed);
  struct assay_ctx ctx;
  size_t slow;

  assay_ctx_init (&ctx);
  assay_lesson_must (assay_lab_turns (exact, v->d, delta, v->base, &ctx),
                     &ctx);
  assay_lab_float_turns (computed, v->d, delta, v->float_base);
  assay_double_tally_add_list (tally, computed, exact, v->d / 2);
  assay_formula_list_free (exact, v->d / 2);
  exact = assay_formula_list (v->d / 2);
  assay_lesson_must (assay_lab_thetas (exact, v->d, v->base, &ctx), &ctx);
  assay_lab_float_thetas (computed, v->d, v->float_base);
  assay_double_tally_add_list (tally, computed, exact, v->d / 2);
  assay_lesson_must (assay_lab_slow_pairs (&slow, v->d, delta, v->base,
                                           &ctx), &ctx);
  assay_formula_list_free (exact, v->d / 2);
  free (computed);
  return slow == assay_lab_float_slow_pairs (v->d, delta, v->float_base);
}

enum assay_verdict
assay_rope_lab_compare (struct assay_double_tally *tally)
{
  struct assay_rope_lab_vectors v;
  int alike = 1;
  size_t i, j;

  for (i = 0; i < CASE_COUNT; i++)
    {
      assay_rope_lab_vectors_init (&v, cases[i].d, cases[i].base);
      assay_double_tally_add_list (tally, v.float_q, v.q, v.d);
      assay_double_tally_add_list (tally, v.float_k, v.k, v.d);
      for (j = 0; j < 3; j++)
        {
          compare_vectors (tally, &v, cases[i].at[j]);
          alike &= compare_turns (tally, &v, cases[i].at[j]);
        }
      compare_scores (tally, &v, cases[i].at);
      assay_rope_lab_vectors_clear (&v);
    }
  return assay_verdict_of (alike);
}
