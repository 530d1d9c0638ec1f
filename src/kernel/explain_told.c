/* explain_told.c -- an explanation of attention in words */

#include <string.h>

#include "kernel/explain.h"

static int
has_parameter (const struct assay_hypothesis *hypothesis)
{
  return hypothesis->choices || hypothesis->range
         || hypothesis->is_displacement;
}

void
assay_explanation_tell (struct assay_told *told,
                        const struct assay_explanation *explanation)
{
  size_t n;

  memset (told, 0, sizeof *told);
  told->name = explanation->name;
  told->outcome = explanation->outcome;
  told->right = explanation->right;
  told->hypotheses = explanation->hypotheses;
  told->tried_pairs = explanation->tried_pairs;
  told->region = assay_text_string (&explanation->region);
  /* The closest of none that fits stands first, uncounted.  */
  for (n = 0; n < explanation->findings
              || (n == 0 && explanation->outcome == ASSAY_EXPLAINED_OPEN
                  && explanation->finding[0].hypothesis); n++)
    {
      const struct assay_finding *from = &explanation->finding[n];
      struct assay_told_finding *to = assay_told_add (told);

      to->name = from->hypothesis->name;
      to->has_parameter = has_parameter (from->hypothesis);
      to->parameter = from->parameter;
      to->kind = from->hypothesis->kind;
      to->is_local = from->is_local;
      to->is_equal = from->is_equal;
      to->count = from->count;
      if (from->second)
        {
          to->second = from->second->name;
          to->second_kind = from->second->kind;
          to->has_second_parameter = has_parameter (from->second);
          to->second_parameter = from->second_parameter;
        }
      assay_finding_tell (&to->meaning, from, explanation);
      assay_finding_fix (&to->fix, from);
    }
}
