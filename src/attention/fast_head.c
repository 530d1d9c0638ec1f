/* fast_head.c -- keys and values of a head made ready for the fast tiers */

#include "attention/fast.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "attention/fast_parts.h"
#include "base/memory.h"

/* An exponent above that of every binary64: a multiple of 2^2000 is 0.  */
enum { NO_GRID = 2000 };

struct assay_fast_scale
assay_fast_scale_by (int e)
{
  struct assay_fast_scale scale = { ldexp (1.0, -(e / 2)),
                                    ldexp (1.0, e / 2 - e) };

  return scale;
}

/* The pattern of abs (X).  */
static uint64_t
magnitude_of (double x)
{
  uint64_t bits;

  memcpy (&bits, &x, sizeof bits);
  return bits & ~((uint64_t) 1 << 63);
}

static const uint64_t infinite = (uint64_t) 2047 << 52;

/* The exponent of the number whose pattern is MAGNITUDE.  */
static int
exponent_of (uint64_t magnitude)
{
  double x;
  int e = 0;

  memcpy (&x, &magnitude, sizeof x);
  frexp (x, &e);
  return e;
}

void
assay_fast_look (struct assay_fast_survey *survey, const double *x, size_t n)
{
  const uint64_t low = ((uint64_t) 1 << 27) - 1;
  double most, least;
  uint64_t any;

  survey->is_finite = assay_fast_kernels_best ()->survey (&most, &least, &any,
                                                          x, n);
  survey->exponent = exponent_of (magnitude_of (most));
  survey->grid = least < INFINITY ? ilogb (least) : NO_GRID;
  survey->is_short = (any & low) == 0;
}

/* How many additions of Lemma B92's sum component T of WIDTH goes through,
   and one for its product.  */
static double
depth_of (size_t t, size_t width)
{
  size_t link = t / ASSAY_FAST_LINK, at = t % ASSAY_FAST_LINK;
  size_t links = (width + ASSAY_FAST_LINK - 1) / ASSAY_FAST_LINK;
  size_t size = link + 1 < links ? ASSAY_FAST_LINK
                : width - link * ASSAY_FAST_LINK;

  return 1.0 + (double) (size - (at > 1 ? at : 1))
         + (double) (links - (link > 1 ? link : 1));
}

void
assay_fast_lengths (double *length, double *spread, const double *x,
                    size_t stride, const struct assay_fast_head *head)
{
  /* The sums' roundings, and squares that underflow.  */
  const double ample = 1.0 + 0x1p-30, least = 0x1p-400;
  double squares = 0.0, deep = 0.0;
  size_t t;

  for (t = 0; t < head->width; t++)
    {
      double square = x[t * stride] * x[t * stride];

      squares += square;
      deep += head->depth[t] * square;
    }
  *length = sqrt (squares) * ample + least;
  *spread = sqrt (deep) * ample + least;
}

static void
pack_keys (struct assay_fast_head *head, const double *k)
{
  struct assay_fast_scale scale = assay_fast_scale_by (head->key_exponent);
  size_t j, t, width = head->width;
  double length, spread;

  for (j = 0; j < head->keys; j++)
    {
      double *panel = head->k + j / ASSAY_FAST_PANEL * width
                                * ASSAY_FAST_PANEL + j % ASSAY_FAST_PANEL;
      size_t chunk = j / ASSAY_FAST_CHUNK;

      for (t = 0; t < width; t++)
        panel[t * ASSAY_FAST_PANEL]
          = assay_fast_scaled (k[j * width + t], scale);
      assay_fast_lengths (&length, &spread, panel, ASSAY_FAST_PANEL, head);
      if (length > head->length[chunk])
        head->length[chunk] = length;
      if (spread > head->spread[chunk])
        head->spread[chunk] = spread;
    }
}

static void
find_runs (struct assay_fast_head *head, const double *k)
{
  size_t j, t, width = head->width;

  for (j = 0; j < head->keys; j++)
    {
      const double *key = k + j * width;
      const double *before = j > 0 ? key - width : key;

      for (t = 0; j > 0 && t < width && key[t] == before[t]; t++)
        continue;
      head->run[j] = j > 0 && t == width ? head->run[j - 1] : j;
    }
}

/* SCALE and the columns' exponents; whether all is finite.  */
static int
scale_columns (struct assay_fast_head *head, struct assay_fast_scale *scale,
               const double *v)
{
  uint64_t *most = assay_calloc (head->values, sizeof *most), bits;
  int is_finite = 1;
  size_t c, j;

  for (j = 0; j < head->keys; j++)
    for (c = 0; c < head->values; c++)
      {
        bits = magnitude_of (v[j * head->values + c]);
        most[c] = bits > most[c] ? bits : most[c];
      }
  for (c = 0; c < head->values; c++)
    {
      is_finite &= most[c] < infinite;
      head->value_exponent[c] = exponent_of (most[c]);
      scale[c] = assay_fast_scale_by (head->value_exponent[c]);
    }
  free (most);
  return is_finite;
}

static void
pack_values (struct assay_fast_head *head,
             const struct assay_fast_scale *scale, const double *v)
{
  size_t c, j;

  for (j = 0; j < head->keys; j++)
    {
      double *most = head->chunk_maximum
                     + j / ASSAY_FAST_CHUNK * head->padded;
      double *packed = head->v + j * head->padded;
      const double *given = v + j * head->values;

      for (c = 0; c < head->values; c++)
        {
          double x = assay_fast_scaled (given[c], scale[c]), size = fabs (x);

          packed[c] = x;
          /* What scaling made 0 is none.  */
          if (size < 0x1p-1022 && given[c] != 0.0)
            {
              size = 0x1p-1022;
              head->values_are_exact
                &= ldexp (x, head->value_exponent[c]) == given[c];
            }
          if (size > most[c])
            most[c] = size;
        }
      memset (packed + c, 0, (head->padded - c) * sizeof *packed);
    }
}

static size_t
chunks_of (size_t keys)
{
  return (keys + ASSAY_FAST_CHUNK - 1) / ASSAY_FAST_CHUNK;
}

void
assay_fast_head_init (struct assay_fast_head *head, size_t keys,
                      size_t width, size_t values)
{
  size_t t;

  memset (head, 0, sizeof *head);
  head->keys = keys;
  head->width = width;
  head->values = values;
  head->panels = chunks_of (keys) * (ASSAY_FAST_CHUNK / ASSAY_FAST_PANEL);
  head->padded = (values + ASSAY_FAST_PANEL - 1) / ASSAY_FAST_PANEL
                 * ASSAY_FAST_PANEL;
  head->depth = assay_calloc (width, sizeof *head->depth);
  for (t = 0; t < width; t++)
    head->depth[t] = depth_of (t, width);
}

void
assay_fast_head_set_keys (struct assay_fast_head *head, const double *k)
{
  size_t chunks = chunks_of (head->keys);
  struct assay_fast_survey survey;

  assay_fast_look (&survey, k, head->keys * head->width);
  head->has_keys = survey.is_finite;
  if (!head->has_keys)
    return;
  head->k = assay_realloc (NULL, head->panels * head->width
                                 * ASSAY_FAST_PANEL, sizeof *head->k);
  memset (head->k + (head->panels * ASSAY_FAST_PANEL - ASSAY_FAST_CHUNK)
                    * head->width,
          0, ASSAY_FAST_CHUNK * head->width * sizeof *head->k);
  head->length = assay_calloc (chunks, sizeof *head->length);
  head->spread = assay_calloc (chunks, sizeof *head->spread);
  head->run = assay_calloc (head->keys, sizeof *head->run);
  head->key_exponent = survey.exponent;
  head->grid = survey.grid - survey.exponent;
  head->is_short = survey.is_short;
  pack_keys (head, k);
  find_runs (head, k);
}

void
assay_fast_head_set_values (struct assay_fast_head *head, const double *v)
{
  struct assay_fast_scale *scale = assay_calloc (head->values,
                                                 sizeof *scale);

  head->v = assay_realloc (NULL, head->keys * head->padded, sizeof *head->v);
  head->value_exponent = assay_calloc (head->padded,
                                       sizeof *head->value_exponent);
  head->chunk_maximum = assay_calloc (chunks_of (head->keys) * head->padded,
                                      sizeof *head->chunk_maximum);
  head->values_are_exact = 1;
  head->has_values = scale_columns (head, scale, v);
  if (head->has_values)
    pack_values (head, scale, v);
  free (scale);
}

void
assay_fast_head_clear (struct assay_fast_head *head)
{
  free (head->k);
  free (head->v);
  free (head->value_exponent);
  free (head->chunk_maximum);
  free (head->depth);
  free (head->length);
  free (head->spread);
  free (head->run);
  memset (head, 0, sizeof *head);
}
