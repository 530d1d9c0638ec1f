/* named_mistake.c -- whether an explanation gives a mistake its name */

#include "named_mistake.h"

#include <string.h>

int
named_mistake_has (const struct named_mistake *cases, size_t count,
                   const char *name)
{
  size_t n;

  for (n = 0; n < count; n++)
    if (cases[n].expected && strcmp (cases[n].expected, name) == 0)
      return 1;
  return 0;
}

/* Whether NAME is what C expects or one of its equals.  */
static int
is_expected (const char *name, const struct named_mistake *c)
{
  size_t length = strlen (name);
  const char *at = c->equals;

  if (strcmp (name, c->expected) == 0)
    return 1;
  while (at != NULL)
    {
      if (strncmp (at, name, length) == 0
          && (at[length] == ',' || at[length] == '\0'))
        return 1;
      at = strchr (at, ',');
      at = at == NULL ? NULL : at + 2;
    }
  return 0;
}

/* How many names C expects, its equals among them.  */
static size_t
names_of (const struct named_mistake *c)
{
  size_t count = 1;
  const char *at;

  for (at = c->equals; at != NULL; at = strchr (at + 1, ','))
    count++;
  return count;
}

/* Whether finding N is the first or stated to be equal to it, and no finding
   before it has its name.  */
static int
is_stated (const struct named_finding *finding, size_t n)
{
  size_t m;

  for (m = 0; m < n; m++)
    if (strcmp (finding[m].name, finding[n].name) == 0)
      return 0;
  return n == 0 || finding[n].is_equal;
}

int
named_as_expected (const struct named_mistake *c,
                   enum assay_explained outcome,
                   const struct named_finding *finding, size_t count,
                   enum assay_fmt fmt)
{
  size_t stated = 0, n;
  int is_alone = 1;

  if (c->expected == NULL)
    return outcome == ASSAY_EXPLAINED_RIGHT;
  if (outcome != ASSAY_EXPLAINED_NAMED || finding[0].second != NULL)
    return 0;
  for (n = 0; n < count; n++)
    {
      int is_named = is_expected (finding[n].name, c);

      if (!is_stated (finding, n))
        continue;
      stated += is_named;
      if (n == 0 ? !is_named
                 : !is_named && !finding[n].is_fitted && fmt == ASSAY_FMT_F32)
        is_alone = 0;
    }
  return is_alone && stated == names_of (c);
}
