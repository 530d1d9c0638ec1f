/* fuzz_options.c -- any bytes as a command line, one argument a line: the
   first names the command, which then runs on small files

   The exit status must be one of the four, and no file may be left beside the
   place of an output.  Lessons, which read nothing but a name, are left
   out.  */

#include <getopt.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/commands.h"
#include "fuzz_folder.h"

enum { MOST_BYTES = 2000, MOST_ARGUMENTS = 24 };

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t length);

static const struct assay_command commands[] = {
  { "attention", assay_cmd_attention, NULL },
  { "audit", assay_cmd_audit, NULL },
  { "eval", assay_cmd_eval, NULL },
  { "kernel", assay_cmd_kernel, NULL },
  { "plot", assay_cmd_plot, NULL },
  { "position", assay_cmd_position, NULL },
  { "rope", assay_cmd_rope, NULL },
  { "rotary", assay_cmd_rotary, NULL },
  { "tolerance", assay_cmd_tolerance, NULL }
};

static const char config[] =
  "{\"head_dim\": 8, \"max_position_embeddings\": 64, \"rope_theta\": 10000,"
  " \"rope_scaling\": {\"rope_type\": \"yarn\", \"factor\": 4}}";

static const char claims[] =
  "claim a : 1/3 + 1/6 = 1/2\nclaim b : exp (1) < 2\n";

static const char request[] =
  "{\"query\":[1,0],\"query_position\":4,\"keys\":[[1,0]],"
  "\"key_positions\":[1],\"rotations\":[[\"3/5\",\"4/5\"]]}";

static const char attention[] =
  "{\"q\":[[0],[1]],\"k\":[[0],[1]],\"v\":[[0],[4]],\"causal\":true}";

static void
put_files (void)
{
  fuzz_folder_tensor ("q", "1, 2, 3, 4", 24, 0.5f);
  fuzz_folder_tensor ("k", "1, 1, 3, 4", 12, 0.25f);
  fuzz_folder_tensor ("v", "1, 1, 3, 4", 12, 1.0f);
  fuzz_folder_tensor ("o", "1, 2, 3, 4", 24, 0.125f);
  fuzz_folder_tensor ("l", "1, 2, 3", 6, 0.5f);
  fuzz_folder_tensor ("m", "3, 3", 9, 1.0f);
  fuzz_folder_tensor ("c", "3, 2", 6, 0.125f);
  fuzz_folder_put ("c.json", config, sizeof config - 1);
  fuzz_folder_put ("a.claims", claims, sizeof claims - 1);
  fuzz_folder_put ("r.json", request, sizeof request - 1);
  fuzz_folder_put ("t.json", attention, sizeof attention - 1);
}

/* Files anew, where a command changed them.  */
static void
restore_files (void)
{
  static struct timespec then;
  static int ready;
  struct stat about;

  if (stat (".", &about) != 0)
    abort ();
  if (ready && then.tv_sec == about.st_mtim.tv_sec
      && then.tv_nsec == about.st_mtim.tv_nsec)
    return;
  fuzz_folder_empty ();
  put_files ();
  stat (".", &about);
  then = about.st_mtim;
  ready = 1;
}

/* A slash stays in a fraction alone, and so no file beyond the folder is
   named.  */
static void
keep_inside (char *text)
{
  size_t i;

  for (i = 0; text[i]; i++)
    if (text[i] == '/'
        && !(i > 0 && strchr ("0123456789", text[i - 1])
             && text[i + 1] && strchr ("0123456789", text[i + 1])))
      text[i] = '_';
}

/* Options that say how much work there is, cut so that there is little.  */
static void
keep_small (char *text)
{
  static const char *const work[] = { "--j" };
  size_t i, k;

  for (i = 0; i < sizeof work / sizeof work[0]; i++)
    if (strncmp (text, work[i], strlen (work[i])) == 0)
      for (k = 0; text[k]; k++)
        if (text[k] >= '0' && text[k] <= '9' && text[k + 1])
          text[k] = '0';
}

/* Every digit of a shape, whose product is work, 0, 1 or 2.  */
static void
keep_tiny (char *text)
{
  if (text[0] == '-' && strncmp (text, "--s", 3) != 0)
    return;
  for (; *text; text++)
    if (*text >= '3' && *text <= '9')
      *text = (char) ('0' + (*text - '0') % 3);
}

static void
run (int argc, char **argv)
{
  size_t i;
  int status;

  for (i = 0; i < sizeof commands / sizeof commands[0]; i++)
    if (strcmp (argv[0], commands[i].name) == 0)
      {
        /* As in a new process.  */
        optind = 0;
        status = commands[i].run (argc, argv);
        if (status < 0 || status > 3)
          abort ();
      }
}

int
LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t length)
{
  char *argv[MOST_ARGUMENTS + 1], *text, *line;
  int argc = 0, i;

  if (length > MOST_BYTES)
    return 0;
  fuzz_folder_enter ();
  setenv ("GNUPLOT", "false", 1);
  restore_files ();
  text = malloc (length + 1);
  if (text == NULL)
    abort ();
  memcpy (text, bytes, length);
  text[length] = '\0';
  for (line = strtok (text, "\n"); line && argc < MOST_ARGUMENTS;
       line = strtok (NULL, "\n"))
    argv[argc++] = line;
  argv[argc] = NULL;
  for (i = 0; i < argc; i++)
    {
      keep_inside (argv[i]);
      keep_small (argv[i]);
      if (strcmp (argv[0], "tolerance") == 0)
        keep_tiny (argv[i]);
    }
  if (argc > 0)
    run (argc, argv);
  free (text);
  return 0;
}
