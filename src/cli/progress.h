/* progress.h -- how far a long judgement is, on a terminal, and its end by an
   interrupt */

#ifndef ASSAY_CLI_PROGRESS_H
#define ASSAY_CLI_PROGRESS_H

#include <signal.h>
#include <time.h>

struct assay_progress
{
  const char *what;             /* "rows" */
  int is_shown;                 /* standard error is a terminal */
  struct timespec start, last;
};

/* Starts the clock.  */
void assay_progress_init (struct assay_progress *progress, const char *what);

/* Shows DONE of ALL, rate and time left, at most five times a second.
   PROGRESS is a struct assay_progress.  */
void assay_progress_show (size_t done, size_t all, void *progress);

/* Takes the line away.  */
void assay_progress_end (struct assay_progress *progress);

/* 1 once the user interrupted, after assay_progress_catch; a second interrupt
   ends the program.  */
extern volatile sig_atomic_t assay_progress_stop;
void assay_progress_catch (void);

#endif
