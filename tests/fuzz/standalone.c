/* standalone.c -- a fuzz target without a fuzzer

   With files: each is given to the target.  Without: every file of the
   target's corpus (tests/fuzz/corpus/config for fuzz_config), and mutants of
   each, as many as ASSAY_FUZZ_MUTANTS says (20), from the seed ASSAY_SEED.
   No file at all is a failure.  */

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "real/encl.h"

enum { MAX_BYTES = 1 << 24, USUAL_MUTANTS = 20 };

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t length);

static uint64_t state;

static size_t
below (size_t bound)
{
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (size_t) (state >> 33) % bound;
}

/* One to four bytes changed, dropped, or a piece repeated.  */
static void
mutate (struct assay_text *mutant, const struct assay_text *text)
{
  static const char likely[] = "0123456789.eE+-\"\\[]{}:,ntfu \0\377";
  size_t i, at, changes = 1 + below (4);

  assay_text_add_bytes (mutant, text->bytes, text->length);
  for (i = 0; i < changes && mutant->length > 1; i++)
    {
      at = below (mutant->length);
      switch (below (3))
        {
        case 0:
          mutant->bytes[at] = likely[below (sizeof likely - 1)];
          break;
        case 1:
          memmove (mutant->bytes + at, mutant->bytes + at + 1,
                   mutant->length - at);
          mutant->length--;
          break;
        default:
          memmove (mutant->bytes + at,
                   mutant->bytes + below (at + 1), mutant->length - at);
          break;
        }
    }
}

static void
run_mutants (const struct assay_text *text)
{
  const char *wanted = getenv ("ASSAY_FUZZ_MUTANTS");
  unsigned long i, count = wanted ? strtoul (wanted, NULL, 10)
                           : USUAL_MUTANTS;

  for (i = 0; i < count; i++)
    {
      struct assay_text mutant;

      assay_text_init (&mutant);
      mutate (&mutant, text);
      LLVMFuzzerTestOneInput ((const uint8_t *) mutant.bytes,
                              mutant.length);
      assay_text_clear (&mutant);
    }
}

static int
run_file (const char *file, int with_mutants)
{
  struct assay_text text;
  struct assay_ctx ctx;
  int status = 1;

  assay_ctx_init (&ctx);
  assay_text_init (&text);
  if (assay_text_read_file (&text, file, MAX_BYTES, &ctx) == ASSAY_OK)
    {
      LLVMFuzzerTestOneInput ((const uint8_t *) text.bytes, text.length);
      if (with_mutants && text.length > 0)
        run_mutants (&text);
      status = 0;
    }
  else
    fprintf (stderr, "%s: cannot be read\n", file);
  assay_text_clear (&text);
  return status;
}

static int
run_corpus (const char *program)
{
  const char *source = getenv ("ASSAY_SOURCE"), *name = strrchr (program, '_');
  char folder[1000], file[2000];
  struct dirent *entry;
  size_t count = 0;
  int status = 0;
  DIR *stream;

  snprintf (folder, sizeof folder, "%s/tests/fuzz/corpus/%s",
            source ? source : "..", name ? name + 1 : "");
  stream = opendir (folder);
  while (stream && (entry = readdir (stream)))
    if (entry->d_name[0] != '.')
      {
        snprintf (file, sizeof file, "%s/%s", folder, entry->d_name);
        status |= run_file (file, 1);
        count++;
      }
  if (stream)
    closedir (stream);
  printf ("%s: %zu files\n", folder, count);
  return count > 0 ? status : 1;
}

int
main (int argc, char **argv)
{
  const char *seed = getenv ("ASSAY_SEED");
  int i, status = 0;

  state = seed ? strtoul (seed, NULL, 10) : 20261130;
  assay_memory_install ();
  assay_real_init ();
  if (argc < 2)
    status = run_corpus (argv[0]);
  for (i = 1; i < argc; i++)
    status |= run_file (argv[i], 0);
  assay_real_finish ();
  return status;
}
