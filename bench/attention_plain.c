/* attention_plain.c -- attention without proof, to be compared with */

/* Plain loops are to have all that a compiler does for them.  */
#if defined __GNUC__ && !defined __clang__
#pragma GCC optimize ("O3")
#endif

#include "attention_plain.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attention/fast_kernels.h"
#include "position/table_round.h"

static void *
room (size_t count, size_t size)
{
  void *block = calloc (count, size);

  if (block == NULL)
    {
      fputs ("no memory\n", stderr);
      exit (EXIT_FAILURE);
    }
  return block;
}

/* About normal, by the sum of four; a fixed sequence.  */
static double
draw (uint64_t *state)
{
  double sum = 0.0;
  int i;

  for (i = 0; i < 4; i++)
    {
      *state = *state * 6364136223846793005u + 1442695040888963407u;
      sum += (double) (*state >> 11) * 0x1p-53 - 0.5;
    }
  return sum * sqrt (3.0);
}

static void
fill (double *x, size_t n, uint64_t seed, enum assay_fmt fmt)
{
  size_t i;

  for (i = 0; i < n; i++)
    {
      x[i] = draw (&seed);
      if (fmt == ASSAY_FMT_F32)
        x[i] = (float) x[i];
      else if (fmt == ASSAY_FMT_BF16)
        x[i] = ldexp (nearbyint (ldexp (x[i], 7 - ilogb (x[i]))),
                      ilogb (x[i]) - 7);
    }
}

void
bench_head_init (struct bench_head *head, size_t n, size_t width,
                 enum assay_fmt fmt)
{
  head->n = n;
  head->width = width;
  head->q = room (n * width, sizeof *head->q);
  head->k = room (n * width, sizeof *head->k);
  head->v = room (n * width, sizeof *head->v);
  fill (head->q, n * width, 1, fmt);
  fill (head->k, n * width, 2, fmt);
  fill (head->v, n * width, 3, fmt);
}

void
bench_head_clear (struct bench_head *head)
{
  free (head->q);
  free (head->k);
  free (head->v);
}

void
bench_plain_loops (double *out, const struct bench_head *head)
{
  size_t width = head->width, i, j, t;
  double *p = room (head->n, sizeof *p), scale = 1.0 / sqrt ((double) width);

  memset (out, 0, head->n * width * sizeof *out);
  for (i = 0; i < head->n; i++)
    {
      const double *q = head->q + i * width;
      double *o = out + i * width, top = -HUGE_VAL, sum = 0.0;

      for (j = 0; j <= i; j++)
        {
          const double *k = head->k + j * width;
          double s = 0.0;

          for (t = 0; t < width; t++)
            s += q[t] * k[t];
          p[j] = s * scale;
          top = p[j] > top ? p[j] : top;
        }
      for (j = 0; j <= i; j++)
        sum += p[j] = exp (p[j] - top);
      for (j = 0; j <= i; j++)
        for (t = 0; t < width; t++)
          o[t] += p[j] * head->v[j * width + t];
      for (t = 0; t < width; t++)
        o[t] /= sum;
    }
  free (p);
}

/* The blocks of tier 1.  */
enum
{
  TILES = 8, ROWS = TILES * ASSAY_FAST_TILE, KEYS = 128,
  CHUNKS = KEYS / ASSAY_FAST_CHUNK, STRIDE = KEYS + 8
};

struct unproved
{
  const struct assay_fast_kernels *kernels;
  size_t n, width;
  double *k;                    /* by panels */
  double *q, *s, *part, *sum, weight[ROWS];
};

static void
pack (struct unproved *u, const struct bench_head *head)
{
  size_t width = head->width, j, t;

  u->k = room ((head->n + KEYS) * width, sizeof *u->k);
  for (j = 0; j < head->n; j++)
    for (t = 0; t < width; t++)
      u->k[j / 8 * 8 * width + t * 8 + j % 8] = head->k[j * width + t];
}

static void
weigh (struct unproved *u, size_t row, size_t rows, size_t at, size_t size)
{
  double sums[CHUNKS], add[KEYS];
  size_t r, j;

  for (r = 0; r < rows; r++)
    {
      int is_whole = at + size <= row + r + 1;

      for (j = 0; !is_whole && j < size; j++)
        add[j] = at + j <= row + r ? 0.0 : ASSAY_FAST_BLOCKED;
      u->kernels->weights (u->s + r * STRIDE, sums, size / ASSAY_FAST_CHUNK,
                           1.0 / sqrt ((double) u->width),
                           is_whole ? NULL : add, 0, -1200.0, 0);
      for (j = 0; j < size / ASSAY_FAST_CHUNK; j++)
        u->weight[r] += sums[j];
    }
}

static void
do_rows (struct unproved *u, uint64_t *bits, const struct bench_head *head,
         size_t row, enum assay_fmt fmt)
{
  size_t rows = head->n - row < ROWS ? head->n - row : ROWS;
  size_t width = u->width, at, size, r, c, tile, steps = 0;

  memset (u->part, 0, ROWS * width * sizeof *u->part);
  memset (u->sum, 0, ROWS * width * sizeof *u->sum);
  memset (u->weight, 0, sizeof u->weight);
  memset (u->q, 0, ROWS * width * sizeof *u->q);
  for (r = 0; r < rows; r++)
    for (c = 0; c < width; c++)
      u->q[r / 6 * 6 * width + c * 6 + r % 6]
        = head->q[(row + r) * width + c];
  for (at = 0; at < row + rows; at += size)
    {
      size = row + rows - at < KEYS ? (row + rows - at + 31) / 32 * 32 : KEYS;
      for (tile = 0; tile < TILES; tile++)
        u->kernels->scores (u->s + tile * 6 * STRIDE, STRIDE,
                            u->q + tile * 6 * width, u->k + at * width,
                            width, size / 8);
      weigh (u, row, rows, at, size);
      for (c = 0; c < size && at + c < head->n; c += ASSAY_FAST_CHUNK)
        u->kernels->sums (u->part, width, u->s + c, STRIDE, TILES,
                          head->v + (at + c) * width, width,
                          head->n - at - c < 32 ? head->n - at - c : 32, 0);
      if (++steps % 4 == 0 || at + size >= row + rows)
        for (c = 0; c < ROWS * width; c++)
          {
            u->sum[c] += u->part[c];
            u->part[c] = 0.0;
          }
    }
  for (r = 0; r < rows; r++)
    for (c = 0; c < width; c++)
      bits[(row + r) * width + c]
        = assay_fmt_of_double (u->sum[r * width + c] / u->weight[r], fmt);
}

void
bench_unproved (uint64_t *bits, const struct bench_head *head,
                enum assay_fmt fmt)
{
  struct unproved u = { .kernels = assay_fast_kernels_best (),
                        .n = head->n, .width = head->width };
  size_t row;

  pack (&u, head);
  u.q = room (ROWS * head->width, sizeof *u.q);
  u.s = room (ROWS * STRIDE, sizeof *u.s);
  u.part = room (ROWS * head->width, sizeof *u.part);
  u.sum = room (ROWS * head->width, sizeof *u.sum);
  for (row = 0; row < head->n; row += ROWS)
    do_rows (&u, bits, head, row, fmt);
  free (u.k);
  free (u.q);
  free (u.s);
  free (u.part);
  free (u.sum);
}
