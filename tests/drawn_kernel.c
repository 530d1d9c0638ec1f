/* drawn_kernel.c -- random attention problems as plain data */

#include "drawn_kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

static const struct drawn_format formats[] = {
  { "f64", 11, 52 }, { "f32", 8, 23 }, { "f16", 5, 10 },
  { "bf16", 8, 7 }, { "e5m2", 5, 2 }, { "e4m3", 4, 3 },
};

static const struct drawn_format *const mask_format = &formats[1];

/* How the elements of one tensor are drawn.  */
enum manner
{
  ZEROS,
  SMALL,        /* -3..3 in halves */
  MIDDLING,     /* between 1/8 and 8 */
  LARGE,        /* between 16 and 64, for scores of thousands */
  SUBNORMAL,
  MANNERS
};

static void *
cleared (size_t count, size_t size)
{
  void *memory = calloc (count + 1, size);

  ck_assert_ptr_nonnull (memory);
  return memory;
}

/* One in so many.  */
static int
one_in (unsigned long many)
{
  return testing_below (many) == 0;
}

static uint64_t
random_bits (unsigned count)
{
  uint64_t bits = 0;
  unsigned i;

  /* Runs of equal bits half of the time.  */
  unsigned long repeat = one_in (2) ? 1 : 5;
  for (i = 0; i < count; i++)
    bits = bits << 1
           | (testing_below (repeat) ? bits & 1 : testing_below (2));
  return bits;
}

/* The pattern with the sign, the power of two (from the format's 1) and the
   stored bits.  */
static uint64_t
compose (const struct drawn_format *f, int negative, long exponent,
         uint64_t stored)
{
  uint64_t bias = ((uint64_t) 1 << (f->exponent_bits - 1)) - 1;
  uint64_t field = (uint64_t) ((long) bias + exponent);

  return (uint64_t) (negative != 0) << (f->exponent_bits + f->stored_bits)
         | field << f->stored_bits | stored;
}

/* HALVES / 2 for -7 <= HALVES <= 7.  */
static uint64_t
half_pattern (const struct drawn_format *f, long halves)
{
  unsigned long size = (unsigned long) labs (halves);
  unsigned length = 0;

  if (size == 0)
    return 0;
  while (size >> (length + 1))
    length++;
  return compose (f, halves < 0, (long) length - 1,
                  (uint64_t) (size - (1ul << length))
                    << (f->stored_bits - length));
}

static uint64_t
element (const struct drawn_format *f, enum manner manner)
{
  int negative = one_in (2);

  switch (manner)
    {
    case ZEROS:
      return one_in (4) ? half_pattern (f, testing_between (-2, 2)) : 0;
    case SMALL:
      return half_pattern (f, testing_between (-6, 6));
    case LARGE:
      return compose (f, negative, testing_between (4, 5),
                      random_bits (f->stored_bits));
    case SUBNORMAL:
      return (uint64_t) negative << (f->exponent_bits + f->stored_bits)
             | random_bits (f->stored_bits);
    default:
      return compose (f, negative, testing_between (-3, 2),
                      random_bits (f->stored_bits));
    }
}

/* ROWS x WIDTH elements; a row may repeat one before it, or its opposite, or
   all of it but one element.  */
static uint64_t *
drawn_tensor (const struct drawn_format *f, size_t rows, size_t width,
              enum manner manner)
{
  uint64_t *tensor = cleared (rows * width, sizeof *tensor);
  uint64_t sign = (uint64_t) 1 << (f->exponent_bits + f->stored_bits);
  size_t i, c;

  for (i = 0; i < rows; i++)
    {
      uint64_t *row = tensor + i * width;
      int again = i > 0 && one_in (3);
      uint64_t flip = again && one_in (3) ? sign : 0;

      for (c = 0; c < width; c++)
        row[c] = again ? tensor[(i - 1) * width + c] ^ flip
                       : element (f, manner);
      if (again && width > 0 && one_in (3))
        row[testing_below (width)] = element (f, manner);
    }
  return tensor;
}

static void
drawn_tensors (struct drawn_kernel *d)
{
  const struct drawn_format *f = d->format;
  enum manner queries = testing_below (MANNERS);
  enum manner keys = one_in (2) ? queries : testing_below (MANNERS);
  enum manner values = testing_below (MANNERS);
  size_t heads = d->batches * d->key_heads;

  d->q = drawn_tensor (f, d->batches * d->query_heads * d->queries, d->width,
                       queries);
  d->k = drawn_tensor (f, heads * d->fresh, d->width, keys);
  d->v = drawn_tensor (f, heads * d->fresh, d->value_width, values);
  d->past_k = drawn_tensor (f, heads * d->past, d->width, keys);
  d->past_v = drawn_tensor (f, heads * d->past, d->value_width, values);
}

static struct drawn_fraction
drawn_fraction (long low, long high, unsigned long most_den)
{
  struct drawn_fraction f;

  f.num = testing_between (low, high);
  f.den = 1 + (long) testing_below (most_den);
  return f;
}

static void
drawn_scale (struct drawn_kernel *d)
{
  d->scale_is_default = one_in (2);
  d->scale = drawn_fraction (1, 5, 8);
  if (one_in (8))
    d->scale.num = -d->scale.num;
  d->radicand = one_in (2) ? 1 : 1 + testing_below (12);
}

static uint64_t
mask_entry (enum drawn_mask kind)
{
  uint64_t all = ((uint64_t) 1 << mask_format->exponent_bits) - 1;

  if (kind == DRAWN_BOOLEAN)
    return !one_in (3);
  if (one_in (3))
    return ((uint64_t) 1 << 31) | all << mask_format->stored_bits;
  /* -1 2^13, the finite number that some put for -inf.  */
  if (one_in (8))
    return compose (mask_format, 1, 13, 0);
  return element (mask_format, one_in (2) ? SMALL : MIDDLING);
}

static void
drawn_mask (struct drawn_kernel *d)
{
  size_t full[4] = { d->batches, d->query_heads, d->queries,
                     d->past + d->fresh };
  size_t count = 1, i;

  d->mask_kind = testing_below (3);
  if (d->mask_kind == DRAWN_NO_MASK)
    return;
  for (i = 0; i < 4; i++)
    {
      d->mask_shape[i] = one_in (3) && i < 3 ? 1 : full[i];
      if (i == 3 && full[i] > 2 && one_in (6))
        d->mask_shape[i] = 2 + testing_below (full[i] - 2);
      count *= d->mask_shape[i];
    }
  d->mask = cleared (count, sizeof *d->mask);
  for (i = 0; i < count; i++)
    d->mask[i] = mask_entry (d->mask_kind);
}

static void
drawn_places (struct drawn_kernel *d)
{
  size_t keys = d->past + d->fresh, b;

  d->causal = one_in (2);
  d->offset_kind = testing_below (4);
  d->offset = testing_between (-3, 3);
  d->left = one_in (4) ? testing_between (0, 3) : -1;
  d->right = one_in (6) ? testing_between (0, 3) : -1;
  if (d->past > 0 || !one_in (4))
    return;
  d->valid = cleared (d->batches, sizeof *d->valid);
  for (b = 0; b < d->batches; b++)
    d->valid[b] = (long) testing_below (keys + 1);
}

static void
drawn_head_options (struct drawn_kernel *d)
{
  size_t h;

  if (one_in (2))
    d->slopes_kind = one_in (2) ? DRAWN_SLOPE_RULE : DRAWN_SLOPE_LIST;
  if (d->slopes_kind == DRAWN_SLOPE_LIST)
    d->slopes = cleared (d->query_heads, sizeof *d->slopes);
  if (one_in (4))
    d->sinks = cleared (d->query_heads, sizeof *d->sinks);
  for (h = 0; h < d->query_heads; h++)
    {
      if (d->slopes != NULL)
        {
          d->slopes[h].factor = drawn_fraction (1, 4, 4);
          d->slopes[h].power = testing_between (-8, 3);
          d->slopes[h].root = 1 + testing_below (4);
        }
      if (d->sinks != NULL)
        d->sinks[h] = drawn_fraction (-3, 3, 2);
    }
}

void
drawn_kernel (struct drawn_kernel *d, const struct drawn_kernel_shape *shape)
{
  static const long caps[] = { 1, 2, 5, 30, 50 };

  memset (d, 0, sizeof *d);
  d->format = &formats[testing_below (sizeof formats / sizeof formats[0])];
  d->batches = 1 + testing_below (shape->most_batches);
  d->key_heads = 1 + testing_below (shape->most_key_heads);
  d->query_heads = d->key_heads * (1 + testing_below (shape->most_group));
  d->queries = 1 + testing_below (shape->most_queries);
  d->past = one_in (2) ? 0 : testing_below (shape->most_past + 1);
  d->fresh = 1 + testing_below (shape->most_fresh);
  d->width = 1 + testing_below (shape->most_width);
  d->value_width = 1 + testing_below (shape->most_value_width);
  drawn_tensors (d);
  drawn_scale (d);
  d->cap.den = 1;
  if (shape->may_cap && one_in (4))
    {
      d->cap.num = caps[testing_below (sizeof caps / sizeof caps[0])];
      d->cap.den = 1 + (long) testing_below (2);
    }
  drawn_mask (d);
  drawn_places (d);
  drawn_head_options (d);
  d->empty_is_nan = one_in (2);
}

void
drawn_kernel_clear (struct drawn_kernel *d)
{
  free (d->q);
  free (d->k);
  free (d->v);
  free (d->past_k);
  free (d->past_v);
  free (d->mask);
  free (d->valid);
  free (d->slopes);
  free (d->sinks);
}

void
drawn_kernel_describe (char *text, size_t size, const struct drawn_kernel *d)
{
  snprintf (text, size,
            "%s batches %zu heads %zu/%zu queries %zu keys %zu+%zu width %zu"
            " value %zu scale %s%ld/%ld sqrt %lu cap %ld/%ld mask %d"
            " (%zu %zu %zu %zu) causal %d offset %d/%ld window %ld %ld"
            " valid %d slopes %d sinks %d nan %d",
            d->format->name, d->batches, d->query_heads, d->key_heads,
            d->queries, d->past, d->fresh, d->width, d->value_width,
            d->scale_is_default ? "default, not " : "", d->scale.num,
            d->scale.den, d->radicand, d->cap.num, d->cap.den, d->mask_kind,
            d->mask_shape[0], d->mask_shape[1], d->mask_shape[2],
            d->mask_shape[3], d->causal, d->offset_kind, d->offset, d->left,
            d->right, d->valid != NULL, d->slopes_kind, d->sinks != NULL,
            d->empty_is_nan);
}
