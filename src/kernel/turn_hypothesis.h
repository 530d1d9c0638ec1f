/* turn_hypothesis.h -- named mistakes of rotary encodings, each a small
   record

   To add one: an entry in one of the tables, and a case that the oracle
   makes in tests/explained_turn_cases.c.  The letters of kinds are
   hypothesis.h's.  */

#ifndef ASSAY_KERNEL_TURN_HYPOTHESIS_H
#define ASSAY_KERNEL_TURN_HYPOTHESIS_H

#include "base/text.h"
#include "kernel/turn_plan.h"

enum { ASSAY_TURN_CHOICES = 32 };

/* Two hypotheses of one slot are not tried together.  */
enum assay_turn_slot
{
  ASSAY_TURN_SLOT_LAYOUT,
  ASSAY_TURN_SLOT_ORDER,
  ASSAY_TURN_SLOT_SIGN,
  ASSAY_TURN_SLOT_WAVES,
  ASSAY_TURN_SLOT_STEPS,
  ASSAY_TURN_SLOT_MAGNITUDE,
  ASSAY_TURN_SLOT_PLACES,
  ASSAY_TURN_SLOT_SECTIONS,
  ASSAY_TURN_SLOT_TIMES,
  ASSAY_TURN_SLOT_ROUNDING
};

/* How the parameter is found.  */
enum assay_turn_search_kind
{
  ASSAY_TURN_SEARCH_NONE,       /* there is none */
  ASSAY_TURN_SEARCH_CHOICES,
  ASSAY_TURN_SEARCH_BASE,       /* fitted: a base above 1 */
  ASSAY_TURN_SEARCH_DIVISOR,    /* fitted: what angles are divided by */
  ASSAY_TURN_SEARCH_MAGNITUDE,  /* fitted */
  ASSAY_TURN_SEARCH_OFFSET      /* an integer, small or not */
};

struct assay_turn_hypothesis
{
  const char *name;
  const char *meaning;
  const char *fix;
  char kind;
  enum assay_turn_slot slot;
  enum assay_turn_search_kind search;
  int is_of_vectors;            /* says nothing about tables */
  /* LIST <- the parameters to try, at most ASSAY_TURN_CHOICES; their
     count.  */
  size_t (*choices) (double *list, const struct assay_turn_scene *scene);
  /* PLAN <- changed by the parameter; 0 where the hypothesis says nothing
     about the problem.  */
  int (*apply) (struct assay_turn_plan *plan,
                const struct assay_turn_scene *scene, double parameter);
  /* What it means with PARAMETER, appended to TEXT; null: meaning.  */
  void (*tell) (struct assay_text *text,
                const struct assay_turn_scene *scene, double parameter);
};

struct assay_turn_hypotheses
{
  const struct assay_turn_hypothesis *entry;
  size_t count;
};

extern const struct assay_turn_hypotheses assay_turn_hypotheses_shape;
extern const struct assay_turn_hypotheses assay_turn_hypotheses_steps;
extern const struct assay_turn_hypotheses assay_turn_hypotheses_scaling;
extern const struct assay_turn_hypotheses assay_turn_hypotheses_places;

/* All of them, in the order in which equals are named.  */
size_t assay_turn_hypothesis_count (void);
const struct assay_turn_hypothesis *assay_turn_hypothesis_at (size_t n);

#endif
