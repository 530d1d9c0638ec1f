/* fuzz_folder.c -- the folder that a fuzz target's files lie in  */

#include "fuzz_folder.h"

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[4096];
static pid_t owner;

static void
require (int holds, const char *what)
{
  if (!holds)
    {
      perror (what);
      exit (99);
    }
}

void
fuzz_folder_empty (void)
{
  DIR *stream = opendir (folder);
  struct dirent *entry;

  require (stream != NULL, folder);
  while ((entry = readdir (stream)) != NULL)
    if (strcmp (entry->d_name, ".") != 0 && strcmp (entry->d_name, "..") != 0)
      unlink (entry->d_name);
  closedir (stream);
}

/* Not by a worker that a target forked.  */
static void
leave (void)
{
  if (getpid () != owner)
    return;
  fuzz_folder_empty ();
  rmdir (folder);
}

void
fuzz_folder_enter (void)
{
  const char *below = getenv ("TMPDIR");

  if (folder[0])
    return;
  snprintf (folder, sizeof folder, "%s/assay-fuzz.XXXXXX",
            below && below[0] == '/' ? below : "/tmp");
  require (mkdtemp (folder) != NULL, folder);
  require (chdir (folder) == 0, folder);
  require (freopen ("/dev/null", "w", stdout) != NULL, "/dev/null");
  owner = getpid ();
  atexit (leave);
}

void
fuzz_folder_put (const char *name, const void *bytes, size_t length)
{
  FILE *stream = fopen (name, "wb");

  require (stream != NULL, name);
  require (fwrite (bytes, 1, length, stream) == length, name);
  require (fclose (stream) == 0, name);
}

void
fuzz_folder_tensor (const char *name, const char *shape, size_t count,
                    float factor)
{
  char header[128];
  FILE *stream;
  char file[64];
  size_t i;

  snprintf (file, sizeof file, "%s.npy", name);
  snprintf (header, sizeof header,
            "{'descr': '<f4', 'fortran_order': False, 'shape': (%s), }",
            shape);
  stream = fopen (file, "wb");
  require (stream != NULL, file);
  fwrite ("\x93NUMPY\x01\x00\x76\x00", 1, 10, stream);
  fprintf (stream, "%-117s\n", header);
  for (i = 0; i < count; i++)
    {
      float value = factor * ((float) (i % 7) - 3);
      unsigned char bytes[4];
      uint32_t bits;

      memcpy (&bits, &value, sizeof bits);
      bytes[0] = (unsigned char) bits;
      bytes[1] = (unsigned char) (bits >> 8);
      bytes[2] = (unsigned char) (bits >> 16);
      bytes[3] = (unsigned char) (bits >> 24);
      fwrite (bytes, 1, 4, stream);
    }
  require (fclose (stream) == 0, file);
}
