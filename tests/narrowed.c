/* narrowed.c -- a number of the oracle's in two formats for the price of
   one */

#include "narrowed.h"

#include <string.h>

int
narrowed (uint64_t *bits, uint64_t wide, const struct oracle_format *format)
{
  const struct oracle_format *f64 = oracle_format_named ("f64");
  uint64_t magnitude = wide & ~((uint64_t) 1 << 63), below = 0;
  struct oracle_fraction x;
  int side, tells = magnitude != 0;

  oracle_fraction_init (&x);
  for (side = -1; side <= 1 && tells; side += 2)
    {
      tells = oracle_decode (&x, wide + (uint64_t) side, f64)
              == ORACLE_NUMBER;
      if (tells)
        *bits = oracle_round_bits (&x, format);
      if (side < 0)
        below = *bits;
    }
  oracle_fraction_clear (&x);
  return tells && below == *bits;
}

void
narrowed_store (unsigned char *dump, const uint64_t *bits, size_t count,
                size_t size)
{
  size_t n;

  for (n = 0; n < count; n++)
    {
      uint32_t wide = (uint32_t) bits[n];
      uint16_t narrow = (uint16_t) bits[n];

      memcpy (dump + n * size, size == 4 ? (void *) &wide
                                         : (void *) &narrow, size);
    }
}
