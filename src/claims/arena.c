/* arena.c -- memory that lives and dies with one claims file */

#include "claims/arena.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { BLOCK_SIZE = 16384 };

struct assay_arena_block
{
  struct assay_arena_block *next;
  size_t used, size;
  alignas (max_align_t) char bytes[];
};

void
assay_arena_init (struct assay_arena *arena)
{
  arena->blocks = NULL;
}

void
assay_arena_clear (struct assay_arena *arena)
{
  while (arena->blocks)
    {
      struct assay_arena_block *block = arena->blocks;

      arena->blocks = block->next;
      free (block);
    }
}

void *
assay_arena_alloc (struct assay_arena *arena, size_t size)
{
  struct assay_arena_block *block = arena->blocks;
  size_t step = alignof (max_align_t);
  size_t rounded = (size + step - 1) / step * step;
  void *result;

  if (block == NULL || block->size - block->used < rounded)
    {
      size_t room = rounded > BLOCK_SIZE ? rounded : BLOCK_SIZE;

      block = assay_calloc (1, sizeof *block + room);
      block->size = room;
      block->next = arena->blocks;
      arena->blocks = block;
    }
  result = block->bytes + block->used;
  block->used += rounded;
  return result;
}

char *
assay_arena_strndup (struct assay_arena *arena, const char *text,
                     size_t length)
{
  char *copy = assay_arena_alloc (arena, length + 1);

  memcpy (copy, text, length);
  return copy;
}
