/* fast_lanes.h -- what a file of kernels is made of

   Included once by each of fast_portable.c, fast_avx2.c and fast_avx512.c,
   which define LANES (2, 4 or 8 binary64 side by side), TARGET (an attribute
   for every function) and the type lanes, and, with HAS_MADD, madd, the
   fused a b + c.  */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "attention/fast_kernels.h"

typedef uint64_t pattern __attribute__ ((vector_size (8 * LANES)));

enum { VECTORS = ASSAY_FAST_PANEL / LANES };

static inline TARGET lanes
load (const double *from)
{
  lanes x;

  memcpy (&x, from, sizeof x);
  return x;
}

static inline TARGET void
store (double *to, lanes x)
{
  memcpy (to, &x, sizeof x);
}

/* x - 0 is x, -0 too.  */
static inline TARGET lanes
splat (double x)
{
  return x - (lanes) { 0.0 };
}

static inline TARGET lanes
magnitude (lanes x)
{
  return (lanes) ((pattern) x & ~((pattern) { 0 } + ((uint64_t) 1 << 63)));
}

/* x where KEEP is all ones, 0 where it is 0.  */
static inline TARGET lanes
keep_where (lanes x, pattern keep)
{
  return (lanes) ((pattern) x & keep);
}

#ifdef HAS_MADD

/* P + E = A B exactly.  */
static inline TARGET void
product (lanes *p, lanes *e, lanes a, lanes b)
{
  *p = a * b;
  *e = madd (a, b, -*p);
}

#else

static inline TARGET lanes
madd (lanes a, lanes b, lanes c)
{
  return a * b + c;
}

static inline TARGET void
split (lanes *hi, lanes *lo, lanes a)
{
  lanes scaled = a * splat (134217729.0);       /* 2^27 + 1 */

  *hi = scaled - (scaled - a);
  *lo = a - *hi;
}

static inline TARGET void
product (lanes *p, lanes *e, lanes a, lanes b)
{
  lanes ah, al, bh, bl;

  split (&ah, &al, a);
  split (&bh, &bl, b);
  *p = a * b;
  *e = ((ah * bh - *p) + ah * bl + al * bh) + al * bl;
}

#endif

/* S + E = A + B exactly.  */
static inline TARGET void
sum (lanes *s, lanes *e, lanes a, lanes b)
{
  lanes total = a + b, part = total - a;

  *e = (a - (total - part)) + (b - part);
  *s = total;
}

/* The same where |A| >= |B| or A = 0.  */
static inline TARGET void
fast_sum (lanes *s, lanes *e, lanes a, lanes b)
{
  lanes total = a + b;

  *e = b - (total - a);
  *s = total;
}
