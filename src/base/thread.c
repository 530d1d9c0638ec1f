/* thread.c -- threads, and the signals that end the program */

#include "base/thread.h"

const int assay_thread_endings[] = { SIGHUP, SIGINT, SIGTERM };
const size_t assay_thread_ending_count
  = sizeof assay_thread_endings / sizeof assay_thread_endings[0];

void
assay_thread_hold_endings (sigset_t *before)
{
  sigset_t endings;
  size_t i;

  sigemptyset (&endings);
  for (i = 0; i < assay_thread_ending_count; i++)
    sigaddset (&endings, assay_thread_endings[i]);
  pthread_sigmask (SIG_BLOCK, &endings, before);
}

void
assay_thread_release_endings (const sigset_t *before)
{
  pthread_sigmask (SIG_SETMASK, before, NULL);
}

bool
assay_thread_begin (pthread_t *thread, void *(*work) (void *), void *data)
{
  sigset_t before;
  bool begun;

  assay_thread_hold_endings (&before);
  begun = pthread_create (thread, NULL, work, data) == 0;
  assay_thread_release_endings (&before);
  return begun;
}
