/* named_mistake.h -- a mistake that the oracle makes, and the name that an
   explanation is to give it */

#ifndef ASSAY_TESTS_NAMED_MISTAKE_H
#define ASSAY_TESTS_NAMED_MISTAKE_H

#include <stddef.h>

#include "kernel/told.h"
#include "real/fmt.h"

struct named_mistake
{
  const char *label;
  int kind;                     /* of the oracle's mistakes; -1: none */
  long number;
  const char *format;
  unsigned features;            /* what its problem has */
  const char *expected;         /* name of a hypothesis; null: none */
  const char *equals;           /* others that are the same function here,
                                   with ", " between them */
};

/* Whether one of the COUNT cases expects NAME.  */
int named_mistake_has (const struct named_mistake *cases, size_t count,
                       const char *name);

/* What one finding says.  */
struct named_finding
{
  const char *name, *second;    /* of hypotheses; SECOND null: of one */
  int is_equal, is_fitted;
};

/* Whether the COUNT findings are what C expects (nothing, where it expects
   none): it or an equal of it is first, the others are stated to be equal;
   and for a dump in f32 nothing else is, but for what was fitted.  */
int named_as_expected (const struct named_mistake *c,
                       enum assay_explained outcome,
                       const struct named_finding *finding, size_t count,
                       enum assay_fmt fmt);

#endif
