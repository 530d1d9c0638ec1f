/* beside.h -- output files: written beside their places, renamed when whole

   A file holds the old or the new content and never a part.  What is not yet
   renamed is removed when it is given up, when memory ends, and when a signal
   ends the program.  */

#ifndef ASSAY_BASE_BESIDE_H
#define ASSAY_BASE_BESIDE_H

#include <stdio.h>

#include "base/ctx.h"

struct assay_beside
{
  char *name;                   /* FILE.XXXXXX; null when there is none */
  const char *file;
  FILE *stream;                 /* to be written to; null once closed */
  struct assay_beside *next;    /* the others that are not yet renamed */
};

/* BESIDE <- a new file next to FILE, which must outlive BESIDE, of the mode
   that an ordinary open would give it.  ASSAY_EIO, with nothing to be ended,
   when it cannot be made, or when FILE is there and is no regular file, which
   a renaming would replace: a device, a pipe, a folder.  BESIDE stays where it
   is until one of the two ends below.  */
enum assay_status assay_beside_begin (struct assay_beside *beside,
                                      const char *file,
                                      struct assay_ctx *ctx);

/* Everything written reaches the file.  ASSAY_EIO when there is no room; the
   file is then still to be ended.  */
enum assay_status assay_beside_close (struct assay_beside *beside,
                                      struct assay_ctx *ctx);

/* End: renamed over FILE, after a close that succeeded.  ASSAY_EIO when that
   cannot be done; nothing is then left behind.  */
enum assay_status assay_beside_place (struct assay_beside *beside,
                                      struct assay_ctx *ctx);

/* End: removed.  After an end, or a refusal to begin, it does nothing.  */
void assay_beside_abandon (struct assay_beside *beside);

/* Remove every file that is not yet ended, as the process is about to.  Safe
   in a signal's handler.  */
void assay_beside_remove_all (void);

/* From now on SIGHUP, SIGINT and SIGTERM remove them as well, and then end the
   program as they would have.  A closed pipe (SIGPIPE) and a file's largest
   size (SIGXFSZ) become errors of writing instead.  */
void assay_beside_mind_signals (void);

#endif
