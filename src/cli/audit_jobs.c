/* audit_jobs.c -- deciding claims in worker processes */

#include "cli/audit_jobs.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"

enum
{
  /* Once one claim ran out of time the others get less.  */
  IMPATIENT_MILLISECONDS = 2000,
  /* How long a worker may be silent beyond the time it was given.  */
  GRACE_MILLISECONDS = 1000,
  STRINGS = 6
};

/* What is asked of a worker.  */
struct order
{
  size_t index;
  unsigned long milliseconds;
};

/* What it answers before the strings: plain data within one program.  ALIVE
   means that a new part of the work, with a clock of its own, begins.  */
struct answer
{
  bool alive;
  struct assay_claim_result result;
  size_t length[STRINGS];       /* with the final null; 0 for null */
};

struct worker
{
  pid_t pid;                    /* 0 when there is none */
  int orders, answers;          /* descriptors */
  bool busy;
  size_t index;
  unsigned long milliseconds;
  struct timespec silent_since;
};

struct run
{
  struct assay_audit *audit;
  const struct assay_audit_jobs *jobs;
  struct assay_ctx *ctx;
  struct worker *workers;
  struct pollfd *polled;        /* one a worker */
  size_t next, done;
  bool impatient;
};

static char **
string_of (struct assay_claim_result *result, int i)
{
  char **strings[STRINGS];

  strings[0] = &result->reason;
  strings[1] = &result->left;
  strings[2] = &result->right;
  strings[3] = &result->witness;
  strings[4] = &result->truth;
  strings[5] = &result->explanation;
  return strings[i];
}

/* ---- pipes ---- */

static bool
write_all (int descriptor, const void *bytes, size_t length)
{
  const char *at = bytes;

  while (length > 0)
    {
      ssize_t n = write (descriptor, at, length);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return false;
      at += n;
      length -= (size_t) n;
    }
  return true;
}

static bool
read_all (int descriptor, void *bytes, size_t length)
{
  char *at = bytes;

  while (length > 0)
    {
      ssize_t n = read (descriptor, at, length);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return false;
      at += n;
      length -= (size_t) n;
    }
  return true;
}

/* ---- the worker ---- */

static void
say_alive (void *descriptor)
{
  struct answer answer;

  memset (&answer, 0, sizeof answer);
  answer.alive = true;
  if (!write_all (*(int *) descriptor, &answer, sizeof answer))
    _exit (ASSAY_EXIT_MISUSE);
}

static void
send_result (int descriptor, struct assay_claim_result *result)
{
  struct answer answer;
  bool sent;
  int i;

  memset (&answer, 0, sizeof answer);
  answer.result = *result;
  for (i = 0; i < STRINGS; i++)
    if (*string_of (result, i))
      answer.length[i] = strlen (*string_of (result, i)) + 1;
  sent = write_all (descriptor, &answer, sizeof answer);
  for (i = 0; i < STRINGS && sent; i++)
    if (answer.length[i])
      sent = write_all (descriptor, *string_of (result, i),
                        answer.length[i]);
  if (!sent)
    _exit (ASSAY_EXIT_MISUSE);
}

/* Obey orders until there are none.  */
static void
work (const struct run *run, int orders, int answers)
{
  const struct assay_audit *audit = run->audit;
  struct assay_machine *machines = assay_calloc (audit->file_count,
                                                 sizeof *machines);
  struct assay_claim_result result;
  struct order order;
  size_t i;

  for (i = 0; i < audit->file_count; i++)
    {
      assay_machine_init (&machines[i], &audit->files[i],
                          &run->jobs->limits);
      machines[i].alive = say_alive;
      machines[i].alive_data = &answers;
    }
  while (read_all (orders, &order, sizeof order))
    {
      const struct assay_audit_claim *claim = &audit->claims[order.index];

      assay_claim_decide (&machines[claim->file_index], claim->statement,
                          order.milliseconds, &run->jobs->style, &result);
      send_result (answers, &result);
      assay_claim_result_clear (&result);
    }
  for (i = 0; i < audit->file_count; i++)
    assay_machine_clear (&machines[i]);
  free (machines);
}

static enum assay_status
refuse_system (struct run *run, const char *what)
{
  return assay_fail (run->ctx, ASSAY_EIO, NULL, what, "%s",
                     strerror (errno));
}

static enum assay_status
start_worker (struct run *run, struct worker *worker)
{
  int orders[2], answers[2];
  size_t i;

  if (pipe (orders) != 0)
    return refuse_system (run, "a pipe to a worker");
  if (pipe (answers) != 0)
    {
      close (orders[0]);
      close (orders[1]);
      return refuse_system (run, "a pipe from a worker");
    }
  fflush (NULL);
  worker->pid = fork ();
  if (worker->pid == 0)
    {
      for (i = 0; i < run->jobs->workers; i++)
        if (run->workers[i].pid > 0)
          {
            close (run->workers[i].orders);
            close (run->workers[i].answers);
          }
      close (orders[1]);
      close (answers[0]);
      work (run, orders[0], answers[1]);
      _exit (0);
    }
  close (orders[0]);
  close (answers[1]);
  worker->orders = orders[1];
  worker->answers = answers[0];
  worker->busy = false;
  if (worker->pid < 0)
    {
      worker->pid = 0;
      close (orders[1]);
      close (answers[0]);
      return refuse_system (run, "a worker process");
    }
  return ASSAY_OK;
}

/* How the worker's process ended.  */
static int
stop_worker (struct worker *worker, bool kill_it)
{
  int how = 0;

  if (worker->pid == 0)
    return 0;
  close (worker->orders);
  close (worker->answers);
  if (kill_it)
    kill (worker->pid, SIGKILL);
  while (waitpid (worker->pid, &how, 0) < 0 && errno == EINTR)
    ;
  worker->pid = 0;
  worker->busy = false;
  return how;
}

/* ---- the parent ---- */

static long
milliseconds_since (const struct timespec *then)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (long) (now.tv_sec - then->tv_sec) * 1000
         + (now.tv_nsec - then->tv_nsec) / 1000000;
}

static enum assay_status
give_order (struct run *run, struct worker *worker)
{
  struct order order;
  enum assay_status status = ASSAY_OK;

  if (worker->pid == 0)
    status = start_worker (run, worker);
  if (status != ASSAY_OK)
    return status;
  memset (&order, 0, sizeof order);
  order.index = run->next++;
  order.milliseconds = run->jobs->limits.milliseconds;
  if (run->impatient && order.milliseconds > IMPATIENT_MILLISECONDS)
    order.milliseconds = IMPATIENT_MILLISECONDS;
  worker->busy = true;
  worker->index = order.index;
  worker->milliseconds = order.milliseconds;
  clock_gettime (CLOCK_MONOTONIC, &worker->silent_since);
  if (!write_all (worker->orders, &order, sizeof order))
    return refuse_system (run, "a worker that takes orders");
  return ASSAY_OK;
}

static void
show_progress (const struct run *run)
{
  if (!run->jobs->progress)
    return;
  fprintf (stderr, "\r%zu of %zu claims", run->done, run->audit->count);
  if (run->done == run->audit->count)
    fprintf (stderr, "\r\033[K");
  fflush (stderr);
}

/* The claim WORKER was at is lost: what EXPECTED and FOUND say.  */
static void
give_up (struct run *run, struct worker *worker, const char *expected,
         const char *found)
{
  struct assay_audit_claim *claim = &run->audit->claims[worker->index];
  struct assay_text reason;

  assay_text_init (&reason);
  assay_text_printf (&reason, "limit: expected %s, found %s", expected,
                     found);
  claim->result.verdict = ASSAY_CLAIM_UNDECIDED;
  claim->result.class = ASSAY_ELIMIT;
  claim->result.blame = claim->statement->name_span;
  claim->result.limited = true;
  claim->result.reason = assay_strdup (assay_text_string (&reason));
  assay_text_clear (&reason);
  run->done++;
  show_progress (run);
}

static void
give_up_late (struct run *run, struct worker *worker)
{
  char expected[80];

  stop_worker (worker, true);
  snprintf (expected, sizeof expected, "an answer within %lu.%03lu s",
            worker->milliseconds / 1000, worker->milliseconds % 1000);
  give_up (run, worker, expected, "a computation that takes longer");
  run->impatient = true;
}

/* Read what WORKER has to say; false when it is gone.  */
static bool
take_answer (struct run *run, struct worker *worker)
{
  struct assay_claim_result *result
    = &run->audit->claims[worker->index].result;
  struct answer answer;
  bool complete = true;
  int i;

  if (!read_all (worker->answers, &answer, sizeof answer))
    return false;
  clock_gettime (CLOCK_MONOTONIC, &worker->silent_since);
  if (answer.alive)
    return true;
  *result = answer.result;
  for (i = 0; i < STRINGS; i++)
    *string_of (result, i) = NULL;
  for (i = 0; i < STRINGS && complete; i++)
    if (answer.length[i])
      {
        *string_of (result, i) = assay_calloc (answer.length[i], 1);
        complete = read_all (worker->answers, *string_of (result, i),
                             answer.length[i]);
      }
  if (!complete)
    {
      assay_claim_result_clear (result);
      return false;
    }
  worker->busy = false;
  run->impatient = run->impatient || result->late;
  run->done++;
  show_progress (run);
  return true;
}

static void
bury (struct run *run, struct worker *worker)
{
  char found[80];
  int how = stop_worker (worker, false);

  if (WIFSIGNALED (how))
    snprintf (found, sizeof found, "its end by signal %d", WTERMSIG (how));
  else
    snprintf (found, sizeof found, "its end with status %d",
              WEXITSTATUS (how));
  give_up (run, worker, "a computation that fits into memory", found);
}

/* Wait until some worker answers, dies or is late.  */
static void
wait_for_workers (struct run *run)
{
  struct pollfd *polled = run->polled;
  size_t i, count = run->jobs->workers;
  int timeout = 1000;

  for (i = 0; i < count; i++)
    {
      struct worker *worker = &run->workers[i];
      long left;

      polled[i].fd = worker->busy ? worker->answers : -1;
      polled[i].events = POLLIN;
      polled[i].revents = 0;
      if (!worker->busy || worker->milliseconds == 0)
        continue;
      left = (long) worker->milliseconds + GRACE_MILLISECONDS
             - milliseconds_since (&worker->silent_since);
      if (left < timeout)
        timeout = left > 0 ? (int) left : 0;
    }
  if (poll (polled, (nfds_t) count, timeout) < 0)
    return;
  for (i = 0; i < count; i++)
    {
      struct worker *worker = &run->workers[i];

      if (!worker->busy)
        continue;
      if (polled[i].revents)
        {
          if (!take_answer (run, worker))
            bury (run, worker);
        }
      else if (worker->milliseconds > 0
               && milliseconds_since (&worker->silent_since)
                  > (long) worker->milliseconds + GRACE_MILLISECONDS)
        give_up_late (run, worker);
    }
}

enum assay_status
assay_audit_run (struct assay_audit *audit,
                 const struct assay_audit_jobs *jobs, struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  struct run run;
  size_t i;

  memset (&run, 0, sizeof run);
  run.audit = audit;
  run.jobs = jobs;
  run.ctx = ctx;
  run.workers = assay_calloc (jobs->workers, sizeof *run.workers);
  run.polled = assay_calloc (jobs->workers, sizeof *run.polled);
  while (run.done < audit->count && status == ASSAY_OK)
    {
      for (i = 0; i < jobs->workers && status == ASSAY_OK; i++)
        if (!run.workers[i].busy && run.next < audit->count)
          status = give_order (&run, &run.workers[i]);
      if (status == ASSAY_OK)
        wait_for_workers (&run);
    }
  for (i = 0; i < jobs->workers; i++)
    stop_worker (&run.workers[i], status != ASSAY_OK);
  free (run.workers);
  free (run.polled);
  return status;
}
