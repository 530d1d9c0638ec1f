/* case_folder.c -- a folder for one run of an operator, made in a test */

#include "case_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "testing.h"

char case_folder[64];

void
case_folder_write (const char *name, const void *bytes, size_t length)
{
  char path[128];
  FILE *stream;

  snprintf (path, sizeof path, "%s/%s", case_folder, name);
  stream = fopen (path, "wb");
  ck_assert_ptr_nonnull (stream);
  ck_assert_uint_eq (fwrite (bytes, 1, length, stream), length);
  fclose (stream);
}

void
case_folder_make (void)
{
  snprintf (case_folder, sizeof case_folder, "/tmp/assay-case-XXXXXX");
  ck_assert_ptr_nonnull (mkdtemp (case_folder));
}

void
case_folder_remove (void)
{
  static const char *const name[] = { "meta.json", "x.npy", "t.npy",
                                      "u.npy", "n.npy" };
  char path[128];
  size_t i;

  for (i = 0; i < sizeof name / sizeof name[0]; i++)
    {
      snprintf (path, sizeof path, "%s/%s", case_folder, name[i]);
      unlink (path);
    }
  rmdir (case_folder);
}
