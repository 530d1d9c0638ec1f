/* suggest.c -- the name that a misspelled one may have meant */

#include "claims/suggest.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST = 40 };

void
assay_suggestion_init (struct assay_suggestion *suggestion,
                       const char *wanted)
{
  suggestion->wanted = wanted;
  suggestion->best = NULL;
  suggestion->distance = LONGEST;
}

static size_t
least (size_t a, size_t b)
{
  return a < b ? a : b;
}

/* Edits from A to B: the optimal string alignment distance.  */
static size_t
edits (const char *a, size_t n, const char *b, size_t m)
{
  size_t rows[3][LONGEST + 1];
  size_t *two = rows[0], *one = rows[1], *row = rows[2], *spare;
  size_t i, j;

  for (j = 0; j <= m; j++)
    one[j] = j;
  for (i = 1; i <= n; i++)
    {
      row[0] = i;
      for (j = 1; j <= m; j++)
        {
          row[j] = least (one[j - 1] + (a[i - 1] != b[j - 1]),
                          1 + least (one[j], row[j - 1]));
          if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
            row[j] = least (row[j], two[j - 2] + 1);
        }
      spare = two;
      two = one;
      one = row;
      row = spare;
    }
  return one[m];
}

void
assay_suggestion_offer (struct assay_suggestion *suggestion,
                        const char *candidate)
{
  size_t n = strlen (suggestion->wanted), m = strlen (candidate);
  size_t distance;

  if (n > LONGEST || m > LONGEST || n == 0)
    return;
  distance = edits (suggestion->wanted, n, candidate, m);
  if (distance <= (n + 2) / 3 && distance < n
      && distance < suggestion->distance)
    {
      suggestion->distance = distance;
      suggestion->best = candidate;
    }
}

void
assay_suggestion_render (char *text, size_t size,
                         const struct assay_suggestion *suggestion)
{
  if (suggestion->best)
    snprintf (text, size, "; did you mean '%s'?", suggestion->best);
  else
    text[0] = '\0';
}
