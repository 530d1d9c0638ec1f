/* bench_audit.c -- the five ledgers on one core, and decimals of theirs
   against PARI/GP, Sollya and mpmath

   Usage: bench-audit ASSAY CLAIMS TRANSLATE.awk FORMULAS  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"

/* One pass over the formulas is shorter than what a clock shows well.  */
enum { COPIES = 3, COMMAND_SIZE = 2048, WORDS = 6 };

struct rival
{
  const char *name;
  const char *what;             /* it computes */
  const char *dialect;          /* of the translation */
  const char *installed;        /* a command that succeeds if it is there */
  const char *argv[WORDS];      /* the file of formulas follows */
  double printed_bytes;         /* "done" if all values agree; 0: any */
  char empty[32], full[32];     /* the files */
  int is_there;
  double seconds[BENCH_RUNS];   /* a pass, start-up subtracted */
  double startup[BENCH_RUNS];
};

static struct rival rivals[] =
{
  { .name = "assay audit", .dialect = "claims", .installed = ":",
    .what = "certified verdict on the digits printed" },
  { .name = "PARI/GP", .dialect = "gp", .printed_bytes = 5,
    .what = "19 digits, uncertified", .installed = "command -v gp",
    .argv = { "/usr/bin/env", "gp", "-q", "-f" } },
  { .name = "Sollya", .dialect = "sollya", .printed_bytes = 5,
    .what = "64 bits, no verdict on rounding",
    .installed = "command -v sollya",
    .argv = { "/usr/bin/env", "sollya" } },
  { .name = "mpmath", .dialect = "mpmath", .printed_bytes = 5,
    .what = "64 bits, uncertified",
    .installed = "python3 -c 'import mpmath'",
    .argv = { "/usr/bin/env", "python3" } }
};

enum { RIVALS = sizeof rivals / sizeof rivals[0] };

static void
give_up (const char *what)
{
  fprintf (stderr, "bench-audit: %s\n", what);
  exit (EXIT_FAILURE);
}

/* A new empty file, its name in FILE.  */
static void
make_file (char file[32])
{
  int fd;

  strcpy (file, "/tmp/bench-audit-XXXXXX");
  fd = mkstemp (file);
  if (fd < 0)
    give_up ("cannot make a file in /tmp");
  close (fd);
}

static void
translate (const char *file, const char *dialect, int copies,
           const char *script, const char *formulas)
{
  char command[COMMAND_SIZE];
  int n = snprintf (command, sizeof command,
                    "awk -v dialect=%s -v copies=%d -f '%s' '%s' >'%s'",
                    dialect, copies, script, formulas, file);

  if (n >= (int) sizeof command || system (command) != 0)
    give_up ("cannot translate the formulas");
}

/* The number that begins the line COMMAND prints.  */
static unsigned long
first_number (const char *command)
{
  unsigned long number = 0;
  FILE *pipe = popen (command, "r");

  if (!pipe || fscanf (pipe, "%lu", &number) != 1 || pclose (pipe) != 0)
    give_up (command);
  return number;
}

static unsigned long
claims_in (const char *assay, const char *ledgers)
{
  char command[COMMAND_SIZE];
  int n = snprintf (command, sizeof command, "'%s' audit --quiet '%s'",
                    assay, ledgers);

  if (n >= (int) sizeof command)
    give_up ("the names of the files are too long");
  return first_number (command);
}

static void
bench_ledgers (char *assay, char *ledgers)
{
  char *const audit[] = { assay, "audit", "--jobs=1", ledgers, NULL };
  unsigned long claims = claims_in (assay, ledgers);
  double cpu[BENCH_RUNS], seconds;
  struct bench_child child;
  int i;

  for (i = 0; i < BENCH_RUNS; i++)
    {
      bench_run (&child, audit);
      cpu[i] = child.cpu;
    }
  seconds = bench_median (cpu, BENCH_RUNS);
  bench_line ("audit of the five ledgers, processor time", seconds, "s",
              BENCH_BELOW, 2);
  printf ("%-58s %9.4g a second\n", "their claims, quantified ones included",
          (double) claims / seconds);
}

static double
run_on (const struct rival *rival, const char *file)
{
  struct bench_child child;
  char *argv[WORDS + 2];
  int n = 0;

  for (; n < WORDS && rival->argv[n]; n++)
    argv[n] = (char *) rival->argv[n];
  argv[n++] = (char *) file;
  argv[n] = NULL;
  bench_run (&child, argv);
  if (rival->printed_bytes > 0
      && child.printed_bytes != rival->printed_bytes)
    {
      fprintf (stderr, "bench-audit: %s does not confirm every decimal\n",
               rival->name);
      exit (EXIT_FAILURE);
    }
  return child.cpu;
}

static void
prepare (struct rival *rival, const char *script, const char *formulas)
{
  char command[COMMAND_SIZE];

  snprintf (command, sizeof command, "%s >/dev/null 2>&1", rival->installed);
  rival->is_there = system (command) == 0;
  if (!rival->is_there)
    return;
  make_file (rival->empty);
  make_file (rival->full);
  translate (rival->empty, rival->dialect, 0, script, formulas);
  translate (rival->full, rival->dialect, COPIES, script, formulas);
}

static void
report (struct rival *rival)
{
  char line[128];
  double ours = bench_median (rivals[0].seconds, BENCH_RUNS), theirs;

  snprintf (line, sizeof line, "%s: %s", rival->name, rival->what);
  if (!rival->is_there)
    {
      bench_unmeasured (line, "it is not installed");
      return;
    }
  theirs = bench_median (rival->seconds, BENCH_RUNS);
  printf ("%-58s %9.4g ms    %.3g times ours (start-up %.3g ms)\n", line,
          1000 * theirs, theirs / ours,
          1000 * bench_median (rival->startup, BENCH_RUNS));
  unlink (rival->empty);
  unlink (rival->full);
}

static void
bench_rivals (char *assay, const char *script, const char *formulas)
{
  char command[COMMAND_SIZE];
  struct rival *rival;
  int run;

  rivals[0].argv[0] = assay;
  rivals[0].argv[1] = "audit";
  rivals[0].argv[2] = "--jobs=1";
  for (rival = rivals; rival < rivals + RIVALS; rival++)
    prepare (rival, script, formulas);
  snprintf (command, sizeof command, "grep -vc '^#' '%s'", formulas);
  printf ("%lu decimals of the ledgers as closed formulas: each program reads"
          " them, evaluates\nthem and compares each with the digits printed;"
          " processor time without start-up,\nmedian of %d runs in turn:\n",
          first_number (command), BENCH_RUNS);
  fflush (stdout);
  for (run = 0; run < BENCH_RUNS; run++)
    for (rival = rivals; rival < rivals + RIVALS; rival++)
      if (rival->is_there)
        {
          rival->startup[run] = run_on (rival, rival->empty);
          rival->seconds[run] = (run_on (rival, rival->full)
                                 - rival->startup[run]) / COPIES;
        }
  for (rival = rivals; rival < rivals + RIVALS; rival++)
    report (rival);
}

int
main (int argc, char **argv)
{
  if (argc != 5)
    {
      fprintf (stderr, "usage: bench-audit ASSAY CLAIMS TRANSLATE.awk"
               " FORMULAS\n");
      return 2;
    }
  bench_ledgers (argv[1], argv[2]);
  bench_rivals (argv[1], argv[3], argv[4]);
  return EXIT_SUCCESS;
}
