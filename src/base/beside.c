/* beside.c -- output files: written beside their places, renamed when whole */

#include "base/beside.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/thread.h"

/* One thread begins and ends files, and the endings come to it alone.  They
   wait while a file is there and not in the list, or the other way.  */
static struct assay_beside *_Atomic pending;

static enum assay_status
fail_file (const struct assay_beside *beside, struct assay_ctx *ctx,
           const char *expected, const char *found)
{
  struct assay_where where = { NULL, beside->file, 0 };

  return assay_fail (ctx, ASSAY_EIO, &where, expected, "%s", found);
}

static enum assay_status
refuse_place (const struct assay_beside *beside, struct assay_ctx *ctx)
{
  struct stat about;

  if (stat (beside->file, &about) != 0 || S_ISREG (about.st_mode))
    return ASSAY_OK;
  return fail_file (beside, ctx, "a writable place",
                    S_ISDIR (about.st_mode) ? strerror (EISDIR)
                    : "something that is no regular file");
}

/* mkstemp makes files of mode 0600.  */
static void
adopt_usual_mode (int fd)
{
  mode_t mask = umask (0);

  umask (mask);
  (void) !fchmod (fd, 0666 & ~mask);
}

/* The stream stays null, and nothing is left, when it cannot be opened.  */
static void
open_stream (struct assay_beside *beside)
{
  sigset_t before;
  int fd;

  assay_thread_hold_endings (&before);
  fd = mkstemp (beside->name);
  if (fd >= 0)
    {
      beside->next = pending;
      pending = beside;
    }
  assay_thread_release_endings (&before);
  if (fd < 0)
    return;
  adopt_usual_mode (fd);
  beside->stream = fdopen (fd, "wb");
  if (beside->stream == NULL)
    {
      int reason = errno;

      close (fd);
      assay_beside_abandon (beside);
      errno = reason;
    }
}

enum assay_status
assay_beside_begin (struct assay_beside *beside, const char *file,
                    struct assay_ctx *ctx)
{
  static const char suffix[] = ".XXXXXX";
  size_t length = strlen (file);
  enum assay_status status;

  memset (beside, 0, sizeof *beside);
  beside->file = file;
  status = refuse_place (beside, ctx);
  if (status != ASSAY_OK)
    return status;
  beside->name = assay_calloc (length + sizeof suffix, 1);
  memcpy (beside->name, file, length);
  memcpy (beside->name + length, suffix, sizeof suffix);
  open_stream (beside);
  if (beside->stream)
    return ASSAY_OK;
  fail_file (beside, ctx, "a writable place", strerror (errno));
  free (beside->name);
  beside->name = NULL;
  return ASSAY_EIO;
}

static void
forget (struct assay_beside *beside)
{
  struct assay_beside *other = pending;

  if (other == beside)
    pending = beside->next;
  else
    {
      while (other->next != beside)
        other = other->next;
      other->next = beside->next;
    }
  free (beside->name);
  beside->name = NULL;
}

enum assay_status
assay_beside_close (struct assay_beside *beside, struct assay_ctx *ctx)
{
  FILE *stream = beside->stream;

  beside->stream = NULL;
  if (fclose (stream) == 0)
    return ASSAY_OK;
  return fail_file (beside, ctx, "room to write", strerror (errno));
}

enum assay_status
assay_beside_place (struct assay_beside *beside, struct assay_ctx *ctx)
{
  sigset_t before;
  int reason;

  assay_thread_hold_endings (&before);
  reason = rename (beside->name, beside->file) == 0 ? 0 : errno;
  if (reason == 0)
    forget (beside);
  assay_thread_release_endings (&before);
  if (reason == 0)
    return ASSAY_OK;
  fail_file (beside, ctx, "a writable place", strerror (reason));
  assay_beside_abandon (beside);
  return ASSAY_EIO;
}

void
assay_beside_abandon (struct assay_beside *beside)
{
  sigset_t before;

  if (beside->name == NULL)
    return;
  if (beside->stream)
    fclose (beside->stream);
  beside->stream = NULL;
  assay_thread_hold_endings (&before);
  unlink (beside->name);
  forget (beside);
  assay_thread_release_endings (&before);
}

void
assay_beside_remove_all (void)
{
  const struct assay_beside *beside;

  for (beside = pending; beside; beside = beside->next)
    unlink (beside->name);
}

static void
end_by_signal (int number)
{
  assay_beside_remove_all ();
  signal (number, SIG_DFL);
  raise (number);
}

void
assay_beside_mind_signals (void)
{
  struct sigaction before, action;
  size_t i;

  memset (&action, 0, sizeof action);
  action.sa_handler = end_by_signal;
  sigemptyset (&action.sa_mask);
  for (i = 0; i < assay_thread_ending_count; i++)
    /* What is ignored from the start, as under nohup, stays ignored.  */
    if (sigaction (assay_thread_endings[i], NULL, &before) == 0
        && before.sa_handler != SIG_IGN)
      sigaction (assay_thread_endings[i], &action, NULL);
  signal (SIGPIPE, SIG_IGN);
  signal (SIGXFSZ, SIG_IGN);
}
