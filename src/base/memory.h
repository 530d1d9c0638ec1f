/* memory.h -- allocation that either succeeds or ends the program

   Bignum libraries cannot recover from a failed allocation, so neither do
   we: budgets refuse what would grow too far, and whatever still fails here
   ends the process with a message and status 2 before anything is written
   in place.  */

#ifndef ASSAY_BASE_MEMORY_H
#define ASSAY_BASE_MEMORY_H

#include <stddef.h>

/* COUNT * SIZE zeroed bytes; never null, not even for zero bytes.  */
void *assay_calloc (size_t count, size_t size);

/* POINTER resized to COUNT * SIZE bytes; never null.  */
void *assay_realloc (void *pointer, size_t count, size_t size);

char *assay_strdup (const char *text);

/* SIZE zeroed bytes for what comes and goes by the thousand.  free () takes
   them too, but given back by assay_memory_give, SIZE as asked or less, they
   are at hand for the next.  POINTER may be null.  */
void *assay_memory_take (size_t size);
void assay_memory_give (void *pointer, size_t size);

/* Let GMP, MPFR and jansson allocate the same way.  Called once by main.  */
void assay_memory_install (void);

/* A thread that used GMP, MPFR or jansson ends by this: released blocks that
   it keeps for its own later use go back to the system.  */
void assay_memory_end_thread (void);

/* Make the Nth allocation from now on (1 is the next) fail; 0 never.  */
void assay_memory_fail_at (unsigned long n);

/* free's counterpart for text that a GMP or MPFR call allocated.  */
void assay_memory_free_text (char *text);

#endif
