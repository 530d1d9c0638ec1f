/* standalone.c -- a fuzz target without a fuzzer: each file named on the
   command line, or in a folder named there, once; then cut short and with
   bytes changed, by a fixed sequence  */

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t length);

enum { MOST_BYTES = 1 << 20, VARIANTS = 12 };

static size_t inputs;

static uint64_t state = 20261130;

static uint64_t
next_random (void)
{
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

static void
run_variants (const uint8_t *bytes, size_t length)
{
  size_t i, k;

  for (i = 0; i < VARIANTS; i++)
    {
      /* Exactly as long as what is read, so that reading on is seen.  */
      size_t cut = i % 2 || length == 0 ? length : next_random () % length;
      uint8_t *changed = malloc (cut + 1);
      size_t changes = i % 3;

      if (changed == NULL)
        exit (EXIT_FAILURE);
      memcpy (changed, bytes, cut);
      for (k = 0; k < changes && cut > 0; k++)
        changed[next_random () % cut] = (uint8_t) next_random ();
      LLVMFuzzerTestOneInput (changed, cut);
      inputs++;
      free (changed);
    }
}

static void
run_file (const char *name)
{
  uint8_t *bytes = malloc (MOST_BYTES);
  FILE *stream = fopen (name, "rb");
  size_t length;

  if (bytes == NULL || stream == NULL)
    {
      fprintf (stderr, "standalone: cannot read %s\n", name);
      exit (EXIT_FAILURE);
    }
  length = fread (bytes, 1, MOST_BYTES, stream);
  fclose (stream);
  LLVMFuzzerTestOneInput (bytes, length);
  inputs++;
  run_variants (bytes, length);
  free (bytes);
}

static int
compare_entries (const struct dirent **a, const struct dirent **b)
{
  return strcmp ((*a)->d_name, (*b)->d_name);
}

static void
run_folder (const char *name)
{
  struct dirent **entries;
  int count = scandir (name, &entries, NULL, compare_entries), i;

  for (i = 0; i < count; i++)
    {
      char path[4096];
      struct stat about;

      snprintf (path, sizeof path, "%s/%s", name, entries[i]->d_name);
      if (entries[i]->d_name[0] != '.' && stat (path, &about) == 0
          && S_ISREG (about.st_mode))
        run_file (path);
      free (entries[i]);
    }
  if (count >= 0)
    free (entries);
}

int
main (int argc, char **argv)
{
  struct stat about;
  int i;

  for (i = 1; i < argc; i++)
    if (stat (argv[i], &about) == 0 && S_ISDIR (about.st_mode))
      run_folder (argv[i]);
    else
      run_file (argv[i]);
  /* Targets of whole commands have no standard output.  */
  fprintf (stderr, "%zu inputs\n", inputs);
  return inputs > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
