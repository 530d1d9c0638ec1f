/* splitmix.c -- random numbers that a seed determines on every machine */

#include "kernel/splitmix.h"

#include <math.h>

uint64_t
assay_splitmix_next (uint64_t *state)
{
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);

  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static double
uniform (uint64_t *state)
{
  return ((double) (assay_splitmix_next (state) >> 11) + 0.5) * 0x1p-53;
}

double
assay_splitmix_normal (uint64_t *state)
{
  double radius = sqrt (-2.0 * log (uniform (state)));

  return radius * cos (2.0 * 3.14159265358979323846 * uniform (state));
}
