/* equal_names.c -- a name and others that are the same function */

#include "equal_names.h"

#include <string.h>

int
equal_names_have (const char *name, const char *expected, const char *equals)
{
  size_t length = strlen (name);
  const char *at = equals;

  if (strcmp (name, expected) == 0)
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

size_t
equal_names_count (const char *equals)
{
  size_t count = 1;
  const char *at;

  if (equals == NULL)
    return count;
  for (at = equals; at != NULL; at = strchr (at + 1, ','))
    count++;
  return count;
}
