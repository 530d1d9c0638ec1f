/* memory.c -- allocation that either succeeds or ends the program */

#include "base/memory.h"

#include <gmp.h>
#include <jansson.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __GLIBC__
# include <malloc.h>
#endif

#include "base/beside.h"
#include "base/status.h"

static atomic_ulong fail_countdown;

static _Noreturn void
out_of_memory (size_t bytes)
{
  fprintf (stderr, "assay: limit: expected %zu bytes of memory, found none\n",
           bytes);
  fflush (stderr);
  assay_beside_remove_all ();
  _exit (ASSAY_EXIT_MISUSE);
}

static void *
require (void *pointer, size_t bytes)
{
  if (pointer == NULL)
    out_of_memory (bytes);
  return pointer;
}

static int
failure_is_due (void)
{
  return atomic_load_explicit (&fail_countdown, memory_order_relaxed) != 0
         && atomic_fetch_sub (&fail_countdown, 1) == 1;
}

void *
assay_calloc (size_t count, size_t size)
{
  if (failure_is_due ())
    out_of_memory (count * size);
  if (count == 0 || size == 0)
    count = size = 1;
  return require (calloc (count, size), count * size);
}

void *
assay_realloc (void *pointer, size_t count, size_t size)
{
  if (failure_is_due () || (size != 0 && count > SIZE_MAX / size))
    out_of_memory (count * size);
  if (count == 0 || size == 0)
    count = size = 1;
  return require (realloc (pointer, count * size), count * size);
}

char *
assay_strdup (const char *text)
{
  size_t bytes = strlen (text) + 1;

  return memcpy (assay_calloc (bytes, 1), text, bytes);
}

/* Numbers of a few limbs come and go by the million: small blocks that were
   released wait here, one list a size, each a block of its own that free ()
   would take as well.  Each thread has lists of its own.  Sanitizers must see
   every release, so they get none of this.  */
enum { CLASS_BYTES = 16, CLASSES = 17, MOST_WAITING = 1 << 16 };

#ifdef __has_feature
# if __has_feature (address_sanitizer)
#  define SEES_RELEASES
# endif
#endif
#ifdef __SANITIZE_ADDRESS__
# define SEES_RELEASES
#endif
#ifdef SEES_RELEASES
enum { POOLED = 0 };
#else
enum { POOLED = 1 };
#endif

struct waiting
{
  struct waiting *next;
};

static _Thread_local struct waiting *waiting[CLASSES];
static _Thread_local unsigned waiting_count[CLASSES];

/* The class whose blocks have room for BYTES; CLASSES when there is none.  */
static size_t
class_of (size_t bytes)
{
  size_t class = (bytes + CLASS_BYTES - 1) / CLASS_BYTES;

  return POOLED && class < CLASSES ? class : CLASSES;
}

static void *
allocate (size_t bytes)
{
  size_t class = class_of (bytes);
  struct waiting *block;

  if (class == CLASSES)
    return assay_realloc (NULL, bytes, 1);
  if (waiting[class] == NULL)
    return assay_realloc (NULL, class * CLASS_BYTES, 1);
  if (failure_is_due ())
    out_of_memory (bytes);
  block = waiting[class];
  waiting[class] = block->next;
  waiting_count[class]--;
  return block;
}

static void
release (void *pointer, size_t bytes)
{
  size_t class = class_of (bytes);
  struct waiting *block = pointer;

  if (class == CLASSES || class == 0 || waiting_count[class] == MOST_WAITING)
    {
      free (pointer);
      return;
    }
  block->next = waiting[class];
  waiting[class] = block;
  waiting_count[class]++;
}

static void *
reallocate (void *pointer, size_t old_bytes, size_t bytes)
{
  size_t old_class = class_of (old_bytes), class = class_of (bytes);
  void *moved;

  if (old_class == CLASSES && class == CLASSES)
    return assay_realloc (pointer, bytes, 1);
  if (old_class == class)
    return pointer;
  moved = allocate (bytes);
  memcpy (moved, pointer, old_bytes < bytes ? old_bytes : bytes);
  release (pointer, old_bytes);
  return moved;
}

void *
assay_memory_take (size_t size)
{
  return memset (allocate (size), 0, size);
}

void
assay_memory_give (void *pointer, size_t size)
{
  if (pointer)
    release (pointer, size);
}

/* Memory that was freed is soon asked for again: the heap is not given back
   to the system piece by piece.  */
static void
keep_heap (void)
{
#ifdef __GLIBC__
  mallopt (M_TRIM_THRESHOLD, 1 << 26);
  mallopt (M_TOP_PAD, 1 << 20);
#endif
}

void
assay_memory_end_thread (void)
{
  struct waiting *block, *next;
  size_t class;

  for (class = 0; class < CLASSES; class++)
    {
      for (block = waiting[class]; block; block = next)
        {
          next = block->next;
          free (block);
        }
      waiting[class] = NULL;
      waiting_count[class] = 0;
    }
}

void
assay_memory_install (void)
{
  keep_heap ();
  mp_set_memory_functions (allocate, reallocate, release);
  json_set_alloc_funcs (allocate, free);
}

void
assay_memory_fail_at (unsigned long n)
{
  fail_countdown = n;
}

void
assay_memory_free_text (char *text)
{
  void (*gmp_release) (void *, size_t);

  mp_get_memory_functions (NULL, NULL, &gmp_release);
  gmp_release (text, strlen (text) + 1);
}
