/* arena.h -- memory that lives and dies with one claims file */

#ifndef ASSAY_CLAIMS_ARENA_H
#define ASSAY_CLAIMS_ARENA_H

#include <stddef.h>

struct assay_arena_block;

struct assay_arena
{
  struct assay_arena_block *blocks;
};

void assay_arena_init (struct assay_arena *arena);
void assay_arena_clear (struct assay_arena *arena);

/* SIZE zeroed bytes, aligned for any type, owned by ARENA.  */
void *assay_arena_alloc (struct assay_arena *arena, size_t size);

/* The LENGTH bytes at TEXT and a null byte, owned by ARENA.  */
char *assay_arena_strndup (struct assay_arena *arena, const char *text,
                           size_t length);

#endif
