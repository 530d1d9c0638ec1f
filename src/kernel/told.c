/* told.c -- an explanation of a dump in words */

#include "kernel/told.h"

struct assay_told_finding *
assay_told_add (struct assay_told *told)
{
  struct assay_told_finding *finding = &told->finding[told->findings++];

  assay_text_init (&finding->meaning);
  assay_text_init (&finding->fix);
  return finding;
}

void
assay_told_clear (struct assay_told *told)
{
  size_t n;

  for (n = 0; n < told->findings; n++)
    {
      assay_text_clear (&told->finding[n].meaning);
      assay_text_clear (&told->finding[n].fix);
    }
}
