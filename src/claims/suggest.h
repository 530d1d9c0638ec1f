/* suggest.h -- the name that a misspelled one may have meant */

#ifndef ASSAY_CLAIMS_SUGGEST_H
#define ASSAY_CLAIMS_SUGGEST_H

#include <stddef.h>

/* The best candidate so far for a name that nobody knows.  */
struct assay_suggestion
{
  const char *wanted;
  const char *best;             /* null: none is close enough */
  size_t distance;
};

void assay_suggestion_init (struct assay_suggestion *suggestion,
                            const char *wanted);

/* CANDIDATE is the best when fewer edits (a letter inserted, dropped,
   replaced, or two neighbours exchanged) lead to it than to those before, at
   most a third of its letters, rounded up.  */
void assay_suggestion_offer (struct assay_suggestion *suggestion,
                             const char *candidate);

/* "; did you mean 'rotor'?" or "", into TEXT.  */
void assay_suggestion_render (char *text, size_t size,
                              const struct assay_suggestion *suggestion);

#endif
