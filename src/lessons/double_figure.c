/* double_figure.c -- a double beside the certified value it stands for */

#include "lessons/double_figure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exact/rat.h"
#include "lessons/lesson.h"
#include "real/decide.h"
#include "real/encl.h"
#include "real/print.h"

enum { TALLY_BITS = 160 };

void
assay_lesson_must (enum assay_status status, const struct assay_ctx *ctx)
{
  char line[640];

  if (status == ASSAY_OK)
    return;
  assay_error_render (line, sizeof line, &ctx->error, NULL);
  fprintf (stderr, "assay: a constant of a lesson was refused: %s\n", line);
  abort ();
}

void
assay_double_tally_init (struct assay_double_tally *tally,
                         const char *absolute, const char *relative)
{
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  tally->compared = 0;
  tally->verdict = ASSAY_HOLDS;
  mpq_inits (tally->absolute, tally->relative, NULL);
  assay_lesson_must (assay_rat_read_decimal (tally->absolute, absolute, &ctx,
                                             NULL, "a decimal"), &ctx);
  assay_lesson_must (assay_rat_read_decimal (tally->relative, relative, &ctx,
                                             NULL, "a decimal"), &ctx);
  mpfr_init2 (tally->largest_error, 53);
  mpfr_set_zero (tally->largest_error, 1);
}

void
assay_double_tally_clear (struct assay_double_tally *tally)
{
  mpq_clears (tally->absolute, tally->relative, NULL);
  mpfr_clear (tally->largest_error);
}

void
assay_double_tally_add (struct assay_double_tally *tally, double computed,
                        struct assay_expr *exact)
{
  enum assay_verdict within = ASSAY_OPEN;
  mpfi_t value, error, bound;
  struct assay_ctx ctx;
  mpfr_t farthest;
  int order;

  assay_ctx_init (&ctx);
  mpfi_init2 (value, TALLY_BITS);
  mpfi_init2 (error, TALLY_BITS);
  mpfi_init2 (bound, TALLY_BITS);
  mpfr_init2 (farthest, 53);
  assay_lesson_must (assay_expr_enclose (value, exact, &ctx, TALLY_BITS),
                     &ctx);
  mpfi_d_sub (error, computed, value);
  mpfi_abs (error, error);
  mpfi_abs (bound, value);
  mpfi_mul_q (bound, bound, tally->relative);
  mpfi_add_q (bound, bound, tally->absolute);
  if (assay_encl_compare (&order, error, bound) == ASSAY_HOLDS)
    within = order <= 0 ? ASSAY_HOLDS : ASSAY_FAILS;
  tally->verdict = assay_verdict_and (tally->verdict, within);
  mpfr_set (farthest, &error->right, MPFR_RNDU);
  if (mpfr_cmp (farthest, tally->largest_error) > 0)
    mpfr_set (tally->largest_error, farthest, MPFR_RNDU);
  tally->compared++;
  mpfr_clear (farthest);
  mpfi_clear (bound);
  mpfi_clear (error);
  mpfi_clear (value);
}

void
assay_double_tally_add_list (struct assay_double_tally *tally,
                             const double *computed,
                             struct assay_expr *const *exact, size_t n)
{
  size_t i;

  for (i = 0; i < n; i++)
    assay_double_tally_add (tally, computed[i], exact[i]);
}

void
assay_double_figure_set (struct assay_double_figure *figure, double computed,
                         struct assay_expr *exact, unsigned long digits,
                         struct assay_double_tally *tally)
{
  struct assay_decision decision;
  struct assay_ctx ctx;
  char *text = NULL;

  assay_ctx_init (&ctx);
  if (assay_expr_rational (exact))
    text = assay_rat_text (assay_expr_rational (exact));
  else
    assay_lesson_must (assay_print_digits (&text, &decision, exact, digits,
                                           &ctx), &ctx);
  if (text == NULL)
    abort ();
  figure->computed = computed;
  memset (figure->certified, 0, sizeof figure->certified);
  strncpy (figure->certified, text, sizeof figure->certified - 1);
  free (text);
  assay_double_tally_add (tally, computed, exact);
}

static enum assay_verdict
relation_holds (struct assay_expr *a, enum assay_relation relation,
                struct assay_expr *b)
{
  struct assay_decision decision;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  assay_lesson_must (assay_decide (&decision, a, relation, b, &ctx), &ctx);
  return decision.verdict;
}

enum assay_verdict
assay_lesson_equal (struct assay_expr *a, struct assay_expr *b)
{
  return relation_holds (a, ASSAY_EQ, b);
}

enum assay_verdict
assay_lesson_below (struct assay_expr *a, struct assay_expr *b)
{
  return relation_holds (a, ASSAY_LT, b);
}

enum assay_verdict
assay_lesson_apart (struct assay_expr *a, struct assay_expr *b)
{
  return relation_holds (a, ASSAY_NE, b);
}

enum assay_verdict
assay_lesson_settle (enum assay_verdict (*relation) (struct assay_expr *,
                                                     struct assay_expr *),
                     struct assay_expr *a, struct assay_expr *b)
{
  enum assay_verdict verdict = relation (a, b);

  assay_expr_unref (a);
  assay_expr_unref (b);
  return verdict;
}
