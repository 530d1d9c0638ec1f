/* fast_loops.h -- the kernels of tier 1, binary64; included as fast_lanes.h */

#include "attention/fast_parts.h"

/* The sum of 16 components after the other, then of those sums.  */
static TARGET void
scores_of_panel (double *s, size_t stride, const double *q, const double *k,
                 size_t width)
{
  size_t begin, end, t;
  int r, w;

  for (begin = 0; begin < width; begin = end)
    {
      lanes acc[ASSAY_FAST_TILE][VECTORS] = { { { 0.0 } } };

      end = begin + ASSAY_FAST_LINK < width ? begin + ASSAY_FAST_LINK : width;
      for (t = begin; t < end; t++)
        {
          lanes key[VECTORS];

#pragma GCC unroll 8
          for (w = 0; w < VECTORS; w++)
            key[w] = load (k + t * ASSAY_FAST_PANEL + w * LANES);
#pragma GCC unroll 8
          for (r = 0; r < ASSAY_FAST_TILE; r++)
            {
              lanes query = splat (q[t * ASSAY_FAST_TILE + r]);

#pragma GCC unroll 8
              for (w = 0; w < VECTORS; w++)
                acc[r][w] = madd (key[w], query, acc[r][w]);
            }
        }
#pragma GCC unroll 8
      for (r = 0; r < ASSAY_FAST_TILE; r++)
#pragma GCC unroll 8
        for (w = 0; w < VECTORS; w++)
          {
            double *to = s + r * stride + w * LANES;

            store (to, begin == 0 ? acc[r][w] : load (to) + acc[r][w]);
          }
    }
}

static TARGET void
scores (double *s, size_t stride, const double *q, const double *k,
        size_t width, size_t panels)
{
  size_t p;

  for (p = 0; p < panels; p++)
    scores_of_panel (s + p * ASSAY_FAST_PANEL, stride, q,
                     k + p * width * ASSAY_FAST_PANEL, width);
}

/* exp (z) 2^-shift by Lemma B91: z = n ln 2 + r, and the powers of r up to
   the 13th.  */
static inline TARGET lanes
exponential (lanes z, int shift)
{
  const double magic = 0x1.8p52;
  lanes scaled = madd (z, splat (0x1.71547652b82fep0), splat (magic));
  lanes n = scaled - splat (magic);
  lanes r = madd (n, splat (-0x1.62e42feep-1), z);
  lanes tail = splat (1.0 / 6227020800.0);
  pattern exponent;

  r = madd (n, splat (-0x1.a39ef35793c76p-33), r);
  tail = madd (tail, r, splat (1.0 / 479001600.0));
  tail = madd (tail, r, splat (1.0 / 39916800.0));
  tail = madd (tail, r, splat (1.0 / 3628800.0));
  tail = madd (tail, r, splat (1.0 / 362880.0));
  tail = madd (tail, r, splat (1.0 / 40320.0));
  tail = madd (tail, r, splat (1.0 / 5040.0));
  tail = madd (tail, r, splat (1.0 / 720.0));
  tail = madd (tail, r, splat (1.0 / 120.0));
  tail = madd (tail, r, splat (1.0 / 24.0));
  tail = madd (tail, r, splat (1.0 / 6.0));
  tail = madd (tail, r, splat (0.5));
  tail = splat (1.0) + madd (r * r, tail, r);
  exponent = (pattern) scaled - (uint64_t) (int64_t) shift;
  return (lanes) ((pattern) tail + (exponent << 52));
}

static TARGET void
weights (double *s, double *sums, size_t chunks, double scale,
         const double *add, int drops, double floor, int shift)
{
  size_t c, j;
  int w;

  for (c = 0; c < chunks; c++)
    {
      lanes total = { 0.0 };
      double lane[LANES], all = 0.0;

      for (j = c * ASSAY_FAST_CHUNK; j < (c + 1) * ASSAY_FAST_CHUNK;
           j += LANES)
        {
          lanes z = load (s + j) * splat (scale), p;

          if (add)
            z += load (add + j);
          if (add || drops)
            {
              pattern keep = (pattern) (z >= splat (floor));

              p = keep_where (exponential (keep_where (z, keep), shift),
                              keep);
            }
          else
            p = exponential (z, shift);
          store (s + j, p);
          total += p;
        }
      store (lane, total);
      for (w = 0; w < LANES; w++)
        all += lane[w];
      sums[c] = all;
    }
}

static inline TARGET void
sums_of_tile (double *o, size_t stride, const double *p, size_t p_stride,
              const double *v, size_t padded, size_t keys, int absolute)
{
  lanes acc[ASSAY_FAST_TILE][VECTORS] = { { { 0.0 } } };
  size_t j;
  int r, w;

  for (j = 0; j < keys; j++)
    {
      lanes value[VECTORS];

#pragma GCC unroll 8
      for (w = 0; w < VECTORS; w++)
        {
          value[w] = load (v + j * padded + w * LANES);
          if (absolute)
            value[w] = magnitude (value[w]);
        }
#pragma GCC unroll 8
      for (r = 0; r < ASSAY_FAST_TILE; r++)
        {
          lanes weight = splat (p[r * p_stride + j]);

#pragma GCC unroll 8
          for (w = 0; w < VECTORS; w++)
            acc[r][w] = madd (value[w], weight, acc[r][w]);
        }
    }
#pragma GCC unroll 8
  for (r = 0; r < ASSAY_FAST_TILE; r++)
#pragma GCC unroll 8
    for (w = 0; w < VECTORS; w++)
      {
        double *to = o + r * stride + w * LANES;

        store (to, load (to) + acc[r][w]);
      }
}

static TARGET void
sums (double *o, size_t stride, const double *p, size_t p_stride,
      size_t tiles, const double *v, size_t padded, size_t keys, int absolute)
{
  size_t c, tile;

  for (c = 0; c < padded; c += ASSAY_FAST_PANEL)
    for (tile = 0; tile < tiles; tile++)
      {
        double *to = o + tile * ASSAY_FAST_TILE * stride + c;
        const double *from = p + tile * ASSAY_FAST_TILE * p_stride;

        if (absolute)
          sums_of_tile (to, stride, from, p_stride, v + c, padded, keys, 1);
        else
          sums_of_tile (to, stride, from, p_stride, v + c, padded, keys, 0);
      }
}

/* The pattern of X in the narrower format, if it is between least and most,
   to nearest, ties to even; the sign is left above the magnitude.  */
static inline TARGET pattern
narrowed (lanes x, int shift)
{
  pattern bits = (pattern) x;

  return (bits + (((uint64_t) 1 << (shift - 1)) - 1) + (bits >> shift & 1))
         >> shift;
}

static TARGET int
narrow_columns (uint64_t *bits, uint64_t *same, const double *sum,
                const double *mass, const double *scale, size_t columns,
                const struct assay_fast_sums *row,
                const struct assay_fast_narrow *narrow)
{
  int shift = narrow->shift, sign = narrow->width - 1;
  uint64_t magnitudes = ((uint64_t) 1 << (63 - shift)) - 1, lane[LANES];
  pattern all = ~(pattern) { 0 };
  size_t c;
  int w;

  for (c = 0; c < columns; c += LANES)
    {
      lanes x = load (sum + c) * splat (row->inverse);
      lanes most = load (mass + c) * splat (row->mass_factor);
      lanes radius = splat (row->relative) * (most + magnitude (x))
                     + splat (row->least);
      lanes low = (x - radius) * load (scale + c);
      lanes high = (x + radius) * load (scale + c);
      pattern here = narrowed (low, shift), there = narrowed (high, shift);
      pattern both = (pattern) (here == there)
                     & (pattern) (magnitude (low) >= splat (narrow->least))
                     & (pattern) (magnitude (low) < splat (narrow->most))
                     & (pattern) (magnitude (high) >= splat (narrow->least))
                     & (pattern) (magnitude (high) < splat (narrow->most));

      here = ((here & magnitudes) - narrow->bias)
             | here >> (63 - shift) << sign;
      memcpy (bits + c, &here, sizeof here);
      memcpy (same + c, &both, sizeof both);
      all &= both;
    }
  memcpy (lane, &all, sizeof lane);
  for (w = 1; w < LANES; w++)
    lane[0] &= lane[w];
  return lane[0] != 0;
}

static TARGET void
flush_sums (double *sum, double *part, size_t n)
{
  size_t i;

  for (i = 0; i < n; i += LANES)
    {
      store (sum + i, load (sum + i) + load (part + i));
      store (part + i, (lanes) { 0.0 });
    }
}

static inline TARGET lanes
choose (pattern where, lanes x, lanes y)
{
  return (lanes) (((pattern) x & where) | ((pattern) y & ~where));
}

/* What LANES numbers have in common with those before.  */
struct survey
{
  lanes most, least;
  pattern any, finite;
};

static inline TARGET void
look_at (struct survey *s, lanes x)
{
  const uint64_t fractions = ((uint64_t) 1 << 52) - 1;
  const lanes vast = splat (__builtin_inf ());
  pattern bits = (pattern) magnitude (x), field = bits & fractions;
  lanes size = (lanes) bits, last;
  /* Without its last bit, whose value is the difference.  */
  pattern rest = (bits - field) | (field & (field - 1));

  last = size - keep_where ((lanes) rest, (pattern) (field != 0));
  last = (lanes) ((pattern) last | ((pattern) vast
                                    & (pattern) (last == splat (0.0))));
  s->any |= field;
  s->finite &= (pattern) (size < vast);
  s->most = choose ((pattern) (size > s->most), size, s->most);
  s->least = choose ((pattern) (last < s->least), last, s->least);
}

static TARGET int
survey_numbers (double *most, double *least, uint64_t *any, const double *x,
                size_t n)
{
  struct survey s = { { 0.0 }, splat (__builtin_inf ()), { 0 },
                      ~(pattern) { 0 } };
  double rest[LANES] = { 0.0 };
  uint64_t all = ~(uint64_t) 0;
  size_t i;

  for (i = 0; i + LANES <= n; i += LANES)
    look_at (&s, load (x + i));
  memcpy (rest, x + i, (n - i) * sizeof *rest);
  look_at (&s, load (rest));
  *most = 0.0;
  *least = __builtin_inf ();
  *any = 0;
  for (i = 0; i < LANES; i++)
    {
      *most = s.most[i] > *most ? s.most[i] : *most;
      *least = s.least[i] < *least ? s.least[i] : *least;
      *any |= s.any[i];
      all &= s.finite[i];
    }
  return all != 0;
}
