/* kernel_problem.c -- an attention problem in a line */

#include "report/kernel_problem.h"

#include <stdlib.h>

#include "exact/rat.h"

static void
add_rational (struct assay_text *text, mpq_srcptr value)
{
  assay_text_take (text, assay_rat_text (value));
}

static void
add_scale (struct assay_text *text, const struct assay_surd *sigma)
{
  add_rational (text, sigma->factor);
  if (sigma->den == 2)
    assay_text_printf (text, " sqrt %lu", sigma->radicand);
}

static void
add_sizes (struct assay_text *text, const struct assay_problem *problem)
{
  assay_text_printf (text, "%zu batch%s, %zu query head%s on %zu key head%s, "
                     "%zu quer%s, %zu key%s", problem->batches,
                     problem->batches == 1 ? "" : "es", problem->q_heads,
                     problem->q_heads == 1 ? "" : "s", problem->kv_heads,
                     problem->kv_heads == 1 ? "" : "s", problem->queries,
                     problem->queries == 1 ? "y" : "ies", problem->keys,
                     problem->keys == 1 ? "" : "s");
  if (problem->has_past)
    assay_text_printf (text, " (%zu past)", problem->past);
  assay_text_printf (text, ", width %zu", problem->width);
  if (problem->values != problem->width)
    assay_text_printf (text, ", values %zu wide", problem->values);
}

static void
add_frontier (struct assay_text *text, const struct assay_problem *problem)
{
  int differs = 0;
  size_t b;

  if (!problem->causal && problem->left < 0 && problem->right < 0
      && !problem->slopes)
    return;
  assay_text_add (text, problem->causal ? "; causal" : "");
  if (problem->left >= 0 || problem->right >= 0)
    assay_text_printf (text, "; window %ld,%ld", problem->left,
                       problem->right);
  if (problem->slopes)
    assay_text_add (text, "; ALiBi");
  for (b = 1; b < problem->batches; b++)
    differs |= assay_problem_offset (problem, b)
               != assay_problem_offset (problem, 0);
  if (differs)
    assay_text_add (text, ", query 0 where each batch's lengths put it");
  else if (problem->batches > 0)
    assay_text_printf (text, ", query 0 at key %ld",
                       assay_problem_offset (problem, 0));
}

void
assay_problem_describe (struct assay_text *text,
                        const struct assay_problem *problem)
{
  assay_text_add (text, "softmax (");
  add_scale (text, &problem->sigma);
  assay_text_add (text, " q.k) v: ");
  add_sizes (text, problem);
  if (mpq_sgn (problem->softcap) != 0)
    {
      assay_text_add (text, "; soft cap ");
      add_rational (text, problem->softcap);
    }
  if (problem->has_mask)
    assay_text_add (text, problem->mask.dtype == ASSAY_DTYPE_BOOL
                          ? "; boolean mask" : "; additive mask");
  add_frontier (text, problem);
  if (problem->valid)
    assay_text_add (text, "; valid lengths");
  if (problem->sinks)
    assay_text_add (text, "; sink");
}
