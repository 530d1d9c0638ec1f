/* tally.c -- what has been named for one mistake, and how often */

#include "tally.h"

#include <stdio.h>
#include <string.h>

static const char *
named (const struct assay_told *told)
{
  if (told->outcome == ASSAY_EXPLAINED_RIGHT)
    return "nothing";
  if (told->outcome == ASSAY_EXPLAINED_OPEN)
    return "none of all";
  return told->finding[0].second ? "a pair" : told->finding[0].name;
}

void
tally_note (struct tally *tally, const struct assay_told *told)
{
  const char *name = named (told);
  int n;

  for (n = 0; n < tally->names && strcmp (tally->name[n], name) != 0; n++)
    continue;
  if (n == TALLY_NAMES)
    return;
  if (n == tally->names)
    tally->name[tally->names++] = name;
  tally->count[n]++;
}

void
tally_print (const char *label, const struct tally tally[2])
{
  int f, n;

  printf ("  %-30s", label);
  for (f = 0; f < 2; f++)
    {
      printf ("%s", f == 0 ? "f32:" : "  bf16:");
      for (n = 0; n < tally[f].names; n++)
        printf (" %d %s%s", tally[f].count[n], tally[f].name[n],
                n + 1 < tally[f].names ? "," : "");
    }
  printf ("\n");
}
