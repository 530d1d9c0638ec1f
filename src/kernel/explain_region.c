/* explain_region.c -- which part of a dump is wrong */

#include "kernel/explain_region.h"

#include <stdlib.h>

#include "base/memory.h"

/* The indices of one axis at which a row is wrong, as first, first + step,
   ..., last; step 0 when they are no such progression.  */
struct span
{
  size_t size;                  /* of the axis */
  size_t first, last, step, count;
};

static void
set_span (struct span *span, const unsigned char *wrong, size_t size)
{
  size_t n, previous = 0;
  int is_regular = 1;

  *span = (struct span) { size, 0, 0, 1, 0 };
  for (n = 0; n < size; n++)
    if (wrong[n])
      {
        if (span->count == 0)
          span->first = n;
        if (span->count == 1)
          span->step = n - span->first;
        if (span->count > 1 && n - previous != span->step)
          is_regular = 0;
        span->last = previous = n;
        span->count++;
      }
  if (!is_regular)
    span->step = 0;
}

/* A progression that leaves out something; or everything.  */
static int
is_partial (const struct span *span)
{
  return span->step > 0 && span->count < span->size;
}

static void
add_span (struct assay_text *text, const struct span *span, const char *one,
          const char *several)
{
  const char *comma = text->length > 0 ? " of " : "";

  if (span->count == span->size)
    return;
  if (span->step == 0)
    assay_text_printf (text, "%s%zu %s from %zu to %zu", comma, span->count,
                       several, span->first, span->last);
  else if (span->count == 1)
    assay_text_printf (text, "%s%s %zu", comma, one, span->first);
  else if (span->step == 1)
    assay_text_printf (text, "%s%s %zu to %zu", comma, several, span->first,
                       span->last);
  else
    assay_text_printf (text, "%severy %zu%s %s from %s %zu", comma,
                       span->step, span->step == 2 ? "nd"
                       : span->step == 3 ? "rd" : "th", one, one,
                       span->first);
}

int
assay_explain_region (struct assay_text *text,
                      const struct assay_matched_row *row, size_t rows,
                      size_t batches, size_t heads, size_t queries)
{
  unsigned char *batch = assay_calloc (batches, 1);
  unsigned char *head = assay_calloc (heads, 1);
  unsigned char *query = assay_calloc (queries, 1);
  struct span b, h, i;
  size_t wrong = 0, inside = 0, n;
  int is_region;

  for (n = 0; n < rows; n++)
    if (row[n].is_wrong)
      {
        batch[row[n].b] = head[row[n].h] = query[row[n].i] = 1;
        wrong++;
      }
  for (n = 0; n < rows; n++)
    inside += batch[row[n].b] && head[row[n].h] && query[row[n].i];
  set_span (&b, batch, batches);
  set_span (&h, head, heads);
  set_span (&i, query, queries);
  is_region = wrong > 0 && inside < rows && 2 * wrong >= inside
              && (is_partial (&b) || is_partial (&h) || is_partial (&i));
  if (is_region)
    {
      add_span (text, &i, "row", "rows");
      add_span (text, &h, "head", "heads");
      add_span (text, &b, "batch", "batches");
    }
  free (batch);
  free (head);
  free (query);
  return is_region;
}
