/* bench.c -- clocks, medians, lines, and children that are measured */

#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double
seconds_of (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

double
bench_cpu (void)
{
  return seconds_of (CLOCK_PROCESS_CPUTIME_ID);
}

double
bench_thread_cpu (void)
{
  return seconds_of (CLOCK_THREAD_CPUTIME_ID);
}

double
bench_wall (void)
{
  return seconds_of (CLOCK_MONOTONIC);
}

static int
compare_samples (const void *left, const void *right)
{
  double a = *(const double *) left, b = *(const double *) right;

  return a < b ? -1 : a > b;
}

double
bench_median (double *samples, size_t n)
{
  qsort (samples, n, sizeof *samples, compare_samples);
  return n % 2 == 1 ? samples[n / 2]
         : (samples[n / 2 - 1] + samples[n / 2]) / 2;
}

void
bench_line (const char *name, double measured, const char *unit,
            enum bench_goal direction, double goal)
{
  int met = direction == BENCH_AT_LEAST ? measured >= goal : measured < goal;

  printf ("%-58s %9.4g %-5s goal %s %g %s: %s\n", name, measured, unit,
          direction == BENCH_AT_LEAST ? "at least" : "below", goal, unit,
          met ? "met" : "MISSED");
  fflush (stdout);
}

void
bench_unmeasured (const char *name, const char *why)
{
  printf ("%-58s not measured: %s\n", name, why);
  fflush (stdout);
}

static void
give_up (const char *what)
{
  perror (what);
  exit (EXIT_FAILURE);
}

static double
drain (int fd)
{
  static char block[1 << 16];
  double total = 0;
  ssize_t n;

  while ((n = read (fd, block, sizeof block)) > 0)
    total += (double) n;
  return total;
}

static double
seconds_in (struct timeval t)
{
  return (double) t.tv_sec + 1e-6 * (double) t.tv_usec;
}

static double
cpu_in (const struct rusage *usage)
{
  return seconds_in (usage->ru_utime) + seconds_in (usage->ru_stime);
}

/* ru_maxrss is in kibibytes but on macOS.  */
static double
peak_in (const struct rusage *usage)
{
#ifdef __APPLE__
  return (double) usage->ru_maxrss;
#else
  return 1024 * (double) usage->ru_maxrss;
#endif
}

void
bench_run (struct bench_child *child, char *const argv[])
{
  struct rusage before, after;
  double start = bench_wall ();
  int ends[2], status;
  pid_t pid;

  getrusage (RUSAGE_CHILDREN, &before);
  if (pipe (ends) != 0)
    give_up ("pipe");
  pid = fork ();
  if (pid < 0)
    give_up ("fork");
  if (pid == 0)
    {
      dup2 (ends[1], STDOUT_FILENO);
      close (ends[0]);
      close (ends[1]);
      execv (argv[0], argv);
      perror (argv[0]);
      _exit (127);
    }
  close (ends[1]);
  child->printed_bytes = drain (ends[0]);
  close (ends[0]);
  if (waitpid (pid, &status, 0) < 0)
    give_up ("waitpid");
  child->wall = bench_wall () - start;
  getrusage (RUSAGE_CHILDREN, &after);
  child->cpu = cpu_in (&after) - cpu_in (&before);
  child->peak_bytes = peak_in (&after);
  if (!WIFEXITED (status) || WEXITSTATUS (status) != 0)
    {
      fprintf (stderr, "%s failed\n", argv[0]);
      exit (EXIT_FAILURE);
    }
}

double
bench_script_seconds (const char *script, size_t n, size_t width)
{
  double seconds = -1;
  char command[600];
  FILE *output;

  snprintf (command, sizeof command, "python3 '%s' %zu %zu 2>/dev/null",
            script, n, width);
  output = popen (command, "r");
  if (output == NULL)
    return -1;
  if (fscanf (output, "%lf", &seconds) != 1)
    seconds = -1;
  pclose (output);
  return seconds;
}
