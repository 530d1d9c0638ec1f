/* ctx.c -- the budget of a computation and the record of its first error */

#include "base/ctx.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Appends at LENGTH and returns the new length, never beyond SIZE - 1.  */
static size_t
where_append (char *text, size_t size, size_t length,
              const struct assay_where *where)
{
  int n;

  if (where->up)
    length = where_append (text, size, length, where->up);
  if (length + 1 >= size)
    return length;
  if (where->key)
    n = snprintf (text + length, size - length, "%s%s",
                  length > 0 ? "." : "", where->key);
  else
    n = snprintf (text + length, size - length, "[%zu]", where->index);
  if (n < 0)
    return length;
  return (size_t) n < size - length ? length + (size_t) n : size - 1;
}

void
assay_where_render (char *text, size_t size, const struct assay_where *where)
{
  text[0] = '\0';
  if (where)
    where_append (text, size, 0, where);
  else
    snprintf (text, size, "request");
}

void
assay_ctx_init (struct assay_ctx *ctx)
{
  ctx->max_bits = ASSAY_DEFAULT_MAX_BITS;
  ctx->max_precision = ASSAY_DEFAULT_MAX_PRECISION;
  assay_ctx_start_clock (ctx, 0);
  ctx->rotations = 0;
  assay_ctx_forgive (ctx);
}

void
assay_ctx_forgive (struct assay_ctx *ctx)
{
  memset (&ctx->error, 0, sizeof ctx->error);
}

enum assay_status
assay_fail (struct assay_ctx *ctx, enum assay_status status,
            const struct assay_where *where, const char *expected,
            const char *found, ...)
{
  struct assay_error *error = &ctx->error;
  va_list args;

  if (error->status != ASSAY_OK)
    return error->status;
  error->status = status;
  assay_where_render (error->where, sizeof error->where, where);
  snprintf (error->expected, sizeof error->expected, "%s", expected);
  va_start (args, found);
  vsnprintf (error->found, sizeof error->found, found, args);
  va_end (args);
  return status;
}

unsigned long long
assay_saturating_mul (unsigned long long a, unsigned long long b)
{
  return b != 0 && a > ULLONG_MAX / b ? ULLONG_MAX : a * b;
}

unsigned long long
assay_saturating_add (unsigned long long a, unsigned long long b)
{
  return a > ULLONG_MAX - b ? ULLONG_MAX : a + b;
}

enum assay_status
assay_ctx_afford (struct assay_ctx *ctx, const struct assay_where *where,
                  const char *what, unsigned long long bits)
{
  char expected[sizeof ctx->error.expected];

  if (bits <= ctx->max_bits)
    return ASSAY_OK;
  snprintf (expected, sizeof expected, "%s of at most %lu bits", what,
            ctx->max_bits);
  if (bits == ULLONG_MAX)
    return assay_fail (ctx, ASSAY_ELIMIT, where, expected,
                       "a prediction beyond 2^64 bits");
  return assay_fail (ctx, ASSAY_ELIMIT, where, expected,
                     "a prediction of %llu bits", bits);
}

void
assay_ctx_start_clock (struct assay_ctx *ctx, unsigned long milliseconds)
{
  ctx->milliseconds = milliseconds;
  clock_gettime (CLOCK_MONOTONIC, &ctx->deadline);
  ctx->deadline.tv_sec += (time_t) (milliseconds / 1000);
  ctx->deadline.tv_nsec += (long) (milliseconds % 1000) * 1000000;
  if (ctx->deadline.tv_nsec >= 1000000000)
    {
      ctx->deadline.tv_nsec -= 1000000000;
      ctx->deadline.tv_sec++;
    }
}

enum assay_status
assay_ctx_in_time (struct assay_ctx *ctx, const struct assay_where *where)
{
  struct timespec now;
  char expected[sizeof ctx->error.expected];

  if (ctx->milliseconds == 0)
    return ASSAY_OK;
  clock_gettime (CLOCK_MONOTONIC, &now);
  if (now.tv_sec < ctx->deadline.tv_sec
      || (now.tv_sec == ctx->deadline.tv_sec
          && now.tv_nsec < ctx->deadline.tv_nsec))
    return ASSAY_OK;
  snprintf (expected, sizeof expected, "an answer within %lu.%03lu s",
            ctx->milliseconds / 1000, ctx->milliseconds % 1000);
  return assay_fail (ctx, ASSAY_ELIMIT, where, expected,
                     "a computation that takes longer");
}

enum assay_status
assay_fail_at (struct assay_ctx *ctx, enum assay_status status, int line,
               int column, const char *expected, const char *found)
{
  int is_first = ctx->error.status == ASSAY_OK;

  status = assay_fail (ctx, status, NULL, expected, "%s", found);
  if (is_first)
    {
      ctx->error.is_position = 1;
      snprintf (ctx->error.where, sizeof ctx->error.where, "%d:%d", line,
                column);
    }
  return status;
}

void
assay_error_render (char *text, size_t size, const struct assay_error *error,
                    const char *source)
{
  const char *separator = error->is_position ? ":" : ": ";

  if (source && source[0] == '\0')
    source = "\"\"";
  snprintf (text, size, "%s%s%s%s%s: expected %s, found %s",
            source ? source : "", source ? separator : "", error->where,
            error->where[0] ? ": " : "", assay_status_name (error->status),
            error->expected, error->found);
  /* What was found may hold what a terminal would obey: also in UTF-8, where
     U+0080 to U+009F are control characters of two bytes.  */
  for (; *text; text++)
    if ((unsigned char) *text < ' ' || *text == 0x7f)
      *text = '?';
    else if (text[0] == '\302' && ((unsigned char) text[1] & 0xe0) == 0x80)
      text[0] = text[1] = '?';
}

void
assay_ctx_name_source (struct assay_ctx *ctx, const char *source)
{
  struct assay_error *error = &ctx->error;
  char where[sizeof error->where];

  snprintf (where, sizeof where, "%s", error->where);
  snprintf (error->where, sizeof error->where, "%.80s%s%.70s", source,
            error->is_position ? ":" : where[0] ? ": " : "", where);
  error->is_position = 0;
}
