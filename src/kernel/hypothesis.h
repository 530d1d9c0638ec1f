/* hypothesis.h -- named mistakes, each a small record

   To add one: an entry in one of the tables, and a case that the oracle makes
   in tests/explained_cases.c.  The letters are the kinds of public reports:
   A position or frequency in too few bits, B YaRN magnitude, C scaling or base
   ignored, D dynamic NTK, E pair layout, F wrong position, G causal mask of
   unequal lengths, H masked values and empty rows, I soft cap, J softmax
   scale, K windows, groups, sinks, merges, L overflow and softmax precision, M
   trigonometric accuracy, N ALiBi, O several axes, P indexing, shape or
   stride, Q sinusoids, R tolerance.  */

#ifndef ASSAY_KERNEL_HYPOTHESIS_H
#define ASSAY_KERNEL_HYPOTHESIS_H

#include "base/text.h"
#include "kernel/plan.h"

enum { ASSAY_CHOICES = 48 };

/* Two hypotheses of one slot are not tried together.  */
enum assay_slot
{
  ASSAY_SLOT_SCALE,
  ASSAY_SLOT_CAP,
  ASSAY_SLOT_FRONTIER,
  ASSAY_SLOT_MASK,
  ASSAY_SLOT_BLOCKED,
  ASSAY_SLOT_EMPTY,
  ASSAY_SLOT_WINDOW,
  ASSAY_SLOT_VALID,
  ASSAY_SLOT_HEADS,
  ASSAY_SLOT_AXIS,
  ASSAY_SLOT_KEYS,
  ASSAY_SLOT_VALUES,
  ASSAY_SLOT_ROWS,
  ASSAY_SLOT_SINK,
  ASSAY_SLOT_MERGE,
  ASSAY_SLOT_SLOPES,
  ASSAY_SLOT_PRECISION
};

/* Where a free parameter is looked for: STEPS points from LOW to HIGH, spaced
   evenly, or by ratio where both have one sign and BY_RATIO is set.  */
struct assay_search_range
{
  double low, high;
  int by_ratio;
  size_t steps;
};

struct assay_hypothesis
{
  const char *name;
  const char *meaning;
  const char *fix;
  char kind;
  enum assay_slot slot;
  /* LIST <- the parameters to try, at most ASSAY_CHOICES; their count, 0
     where the hypothesis says nothing about the problem.  Null: one, 0.  */
  size_t (*choices) (double *list, const struct assay_scene *scene);
  /* Which of them it is changes what is named, hardly how much is wrong: the
     last stands for all of them where no dump is judged.  */
  int choices_are_alike;
  /* RANGE <- where the parameter is to be fitted; 0 where not at all.  Null:
     no free parameter.  */
  int (*range) (struct assay_search_range *range,
                const struct assay_scene *scene);
  /* The parameter is how far the wrong rows stand from the ones that they
     are: found in the dump, not tried.  */
  int is_displacement;
  void (*apply) (struct assay_plan *plan, const struct assay_scene *scene,
                 double parameter);
  /* What it means with PARAMETER, appended to TEXT; null: meaning.  */
  void (*tell) (struct assay_text *text, const struct assay_scene *scene,
                double parameter, double tolerance);
};

struct assay_hypotheses
{
  const struct assay_hypothesis *entry;
  size_t count;
};

extern const struct assay_hypotheses assay_hypotheses_scale;
extern const struct assay_hypotheses assay_hypotheses_mask;
extern const struct assay_hypotheses assay_hypotheses_axes;
extern const struct assay_hypotheses assay_hypotheses_sums;
extern const struct assay_hypotheses assay_hypotheses_rescaling;
extern const struct assay_hypotheses assay_hypotheses_precision;
extern const struct assay_hypotheses assay_hypotheses_tiles;

/* All hypotheses about attention, in the order in which equals are named.  */
size_t assay_hypothesis_count (void);
const struct assay_hypothesis *assay_hypothesis_at (size_t n);

#endif
