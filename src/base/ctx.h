/* ctx.h -- the budget of a computation and the record of its first error */

#ifndef ASSAY_BASE_CTX_H
#define ASSAY_BASE_CTX_H

#include <stddef.h>
#include <time.h>

#include "base/status.h"

/* Where in a request something stands: a chain on the caller's stack, written
   out ("keys[1][0]") only when something is refused.  A link with a key is a
   member, one with a null key the element INDEX of its parent.  A null link
   is the request itself.  */
struct assay_where
{
  const struct assay_where *up;
  const char *key;
  size_t index;
};

/* "keys[1][0]" into TEXT, cut to SIZE; "request" for a null WHERE.  */
void assay_where_render (char *text, size_t size,
                         const struct assay_where *where);

struct assay_error
{
  enum assay_status status;
  /* WHERE is a LINE:COLUMN in the file rather than a path in the request.  */
  int is_position;
  char where[160];
  char expected[240];
  char found[240];
};

struct assay_ctx
{
  /* The largest integer, in bits, that any step may form.  */
  unsigned long max_bits;
  /* The highest precision, in bits, of an enclosure.  */
  unsigned long max_precision;
  /* Work started by assay_ctx_start_clock ends by DEADLINE (monotonic) after
     MILLISECONDS; 0 means that time is not limited.  */
  unsigned long milliseconds;
  struct timespec deadline;
  /* Vectors rotated so far: a refused request must leave this at 0.  */
  unsigned long rotations;
  struct assay_error error;
};

#define ASSAY_DEFAULT_MAX_BITS (1ul << 30)
#define ASSAY_DEFAULT_MAX_PRECISION 65536ul

/* Default budgets, no error.  Holds no memory: there is nothing to clear.  */
void assay_ctx_init (struct assay_ctx *ctx);

/* Record an error unless one is recorded already, and return STATUS.
   FOUND and what follows are a printf format and its arguments.  */
enum assay_status assay_fail (struct assay_ctx *ctx, enum assay_status status,
                              const struct assay_where *where,
                              const char *expected, const char *found, ...)
  __attribute__ ((format (printf, 5, 6)));

/* As assay_fail with LINE:COLUMN for the place.  */
enum assay_status assay_fail_at (struct assay_ctx *ctx,
                                 enum assay_status status, int line,
                                 int column, const char *expected,
                                 const char *found);

/* As assay_fail for ASSAY_ELIMIT when BITS exceeds the budget, else
   ASSAY_OK.  WHAT names the number that would grow.  */
enum assay_status assay_ctx_afford (struct assay_ctx *ctx,
                                    const struct assay_where *where,
                                    const char *what,
                                    unsigned long long bits);

/* From now on, long loops end within MILLISECONDS (0: whenever they end).  */
void assay_ctx_start_clock (struct assay_ctx *ctx,
                            unsigned long milliseconds);

/* As assay_fail for ASSAY_ELIMIT when the deadline has passed, else
   ASSAY_OK.  Loops call it once a round.  */
enum assay_status assay_ctx_in_time (struct assay_ctx *ctx,
                                     const struct assay_where *where);

/* A * B and A + B, or the largest value where they would wrap: predictions
   saturate.  */
unsigned long long assay_saturating_mul (unsigned long long a,
                                         unsigned long long b);
unsigned long long assay_saturating_add (unsigned long long a,
                                         unsigned long long b);

/* "request.json: keys[1][0]: type: expected an integer in [-2,2], found true"
   into TEXT, cut to SIZE; "request.json:3:7: syntax: ..." for a position.
   SOURCE, the file's name, may be null and is then left out, and so is an
   empty place.  One line without control characters.  */
void assay_error_render (char *text, size_t size,
                         const struct assay_error *error,
                         const char *source);

/* Put SOURCE, a file's name, in front of the recorded error's place, which is
   then a place as any other: "FILE:3:7", "FILE: keys[1]", "FILE".  */
void assay_ctx_name_source (struct assay_ctx *ctx, const char *source);

/* Forget the recorded error.  */
void assay_ctx_forgive (struct assay_ctx *ctx);

#endif
