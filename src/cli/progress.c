/* progress.c -- how far a long judgement is, and its end by an interrupt */

#include "cli/progress.h"

#include <stdio.h>
#include <unistd.h>

volatile sig_atomic_t assay_progress_stop;

static void
interrupted (int signal_number)
{
  assay_progress_stop = 1;
  signal (signal_number, SIG_DFL);
}

void
assay_progress_catch (void)
{
  struct sigaction before;

  if (sigaction (SIGINT, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
    signal (SIGINT, interrupted);
}

void
assay_progress_init (struct assay_progress *progress, const char *what)
{
  progress->what = what;
  progress->is_shown = isatty (STDERR_FILENO);
  clock_gettime (CLOCK_MONOTONIC, &progress->start);
  progress->last = progress->start;
}

static double
seconds_between (const struct timespec *a, const struct timespec *b)
{
  return (double) (b->tv_sec - a->tv_sec)
         + 1e-9 * (double) (b->tv_nsec - a->tv_nsec);
}

void
assay_progress_show (size_t done, size_t all, void *data)
{
  struct assay_progress *progress = data;
  struct timespec now;
  double spent, rate;

  if (!progress->is_shown || done == 0)
    return;
  clock_gettime (CLOCK_MONOTONIC, &now);
  if (seconds_between (&progress->last, &now) < 0.2)
    return;
  progress->last = now;
  spent = seconds_between (&progress->start, &now);
  rate = (double) done / spent;
  fprintf (stderr, "\r\033[K%zu of %zu %s, %.3g a second, %.0f s left", done,
           all, progress->what, rate, (double) (all - done) / rate);
  fflush (stderr);
}

void
assay_progress_end (struct assay_progress *progress)
{
  if (progress->is_shown)
    fputs ("\r\033[K", stderr);
}
