/* measure_part.c -- a measure as JSON and back, exactly */

#include "kernel/measure_part.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "exact/rat.h"
#include "kernel/regions.h"

/* Counters of a measure, by name.  */
static const struct
{
  const char *key;
  size_t offset;
} counters[] = {
  { "elements", offsetof (struct assay_measure, elements) },
  { "bit_equal", offsetof (struct assay_measure, bit_equal) },
  { "open", offsetof (struct assay_measure, open) },
  { "nan", offsetof (struct assay_measure, got_nan) },
  { "infinite", offsetof (struct assay_measure, got_infinite) },
  { "unbounded", offsetof (struct assay_measure, unbounded) },
  { "vast", offsetof (struct assay_measure, vast) },
};

static const struct
{
  const char *key;
  size_t offset;
} maxima[] = {
  { "ulps", offsetof (struct assay_measure, ulps) },
  { "mass", offsetof (struct assay_measure, mass) },
  { "absolute", offsetof (struct assay_measure, absolute) },
  { "relative", offsetof (struct assay_measure, relative) },
};

enum { COUNTERS = sizeof counters / sizeof counters[0],
       MAXIMA = sizeof maxima / sizeof maxima[0] };

/* More than any tensor has; a million measures of fewer add up.  */
#define MOST_ELEMENTS ((uint64_t) 1 << 43)

static uint64_t *
counter (const struct assay_measure *measure, size_t n)
{
  return (uint64_t *) ((char *) measure + counters[n].offset);
}

static struct assay_worst *
maximum (const struct assay_measure *measure, size_t n)
{
  return (struct assay_worst *) ((char *) measure + maxima[n].offset);
}

/* ---- writing ---- */

void
assay_double_put_exact (struct assay_json_out *out, const char *key, double x)
{
  assay_json_printf (out, key, "%a", x);
}

static void
put_bounds (struct assay_json_out *out, const char *key,
            const struct assay_bounds *bounds)
{
  assay_json_open_inline_list (out, key);
  assay_double_put_exact (out, NULL, bounds->low);
  assay_double_put_exact (out, NULL, bounds->high);
  assay_json_close (out);
}

static void
put_worst (struct assay_json_out *out, const char *key,
           const struct assay_worst *worst)
{
  int k;

  assay_json_open_inline_object (out, key);
  put_bounds (out, "bounds", &worst->bounds);
  assay_json_open_inline_list (out, "index");
  for (k = 0; k < ASSAY_MEASURE_AXES; k++)
    assay_json_integer (out, NULL, (long long) worst->index[k]);
  assay_json_close (out);
  assay_json_printf (out, "got", "%" PRIx64, worst->got);
  assay_json_printf (out, "rounded", "%" PRIx64, worst->rounded);
  assay_json_close (out);
}

static void
put_sum (struct assay_json_out *out, const char *key,
         const struct assay_ulp_sum *sum)
{
  mpz_t total;
  char *text;

  mpz_init (total);
  mpz_import (total, 1, -1, sizeof sum->pending, 0, 0, &sum->pending);
  mpz_add (total, total, sum->total);
  text = mpz_get_str (NULL, 10, total);
  assay_json_string (out, key, text);
  assay_memory_free_text (text);
  mpz_clear (total);
}

/* [[region, count], ...] of the regions that have any.  */
static void
put_regions (struct assay_json_out *out, const char *key,
             const uint64_t *region)
{
  int n;

  assay_json_open_inline_list (out, key);
  for (n = 0; n < ASSAY_REGIONS; n++)
    if (region[n] > 0)
      {
        assay_json_open_inline_list (out, NULL);
        assay_json_integer (out, NULL, n);
        assay_json_integer (out, NULL, (long long) region[n]);
        assay_json_close (out);
      }
  assay_json_close (out);
}

/* [[index, elements, unequal, worst], ...] of the slices that have any.  */
static void
put_slices (struct assay_json_out *out, const struct assay_measure *measure)
{
  size_t n;
  int k;

  assay_json_open_list (out, "slices");
  for (k = 0; k < ASSAY_MEASURE_AXES; k++)
    {
      assay_json_open_inline_list (out, NULL);
      for (n = 0; n < measure->shape[k]; n++)
        {
          const struct assay_slice *slice = &measure->slice[k][n];

          if (slice->elements == 0)
            continue;
          assay_json_open_inline_list (out, NULL);
          assay_json_integer (out, NULL, (long long) n);
          assay_json_integer (out, NULL, (long long) slice->elements);
          assay_json_integer (out, NULL, (long long) slice->unequal);
          assay_double_put_exact (out, NULL, slice->worst);
          assay_json_close (out);
        }
      assay_json_close (out);
    }
  assay_json_close (out);
}

void
assay_measure_put (struct assay_json_out *out, const char *key,
                   const struct assay_measure *measure)
{
  size_t n;

  assay_json_open_object (out, key);
  assay_json_string (out, "dtype", assay_fmt_shape (measure->fmt)->name);
  assay_json_open_inline_list (out, "shape");
  for (n = 0; n < ASSAY_MEASURE_AXES; n++)
    assay_json_integer (out, NULL, (long long) measure->shape[n]);
  assay_json_close (out);
  for (n = 0; n < COUNTERS; n++)
    assay_json_integer (out, counters[n].key,
                        (long long) *counter (measure, n));
  for (n = 0; n < MAXIMA; n++)
    put_worst (out, maxima[n].key, maximum (measure, n));
  put_bounds (out, "bounded", &measure->bounded);
  put_sum (out, "low_sum", &measure->low_sum);
  put_sum (out, "high_sum", &measure->high_sum);
  put_regions (out, "low", measure->low);
  put_regions (out, "high", measure->high);
  put_slices (out, measure);
  assay_json_open_inline_list (out, "each");
  for (n = 0; measure->each && n < measure->elements; n++)
    {
      assay_double_put_exact (out, NULL, measure->each[n].low);
      assay_double_put_exact (out, NULL, measure->each[n].high);
    }
  assay_json_close (out);
  assay_json_close (out);
}

/* ---- reading ---- */

/* Whether VALUE is an integer of at least 0 and below BELOW.  */
static int
get_count (uint64_t *count, const json_t *value, uint64_t below)
{
  json_int_t number = json_integer_value (value);

  if (!json_is_integer (value) || number < 0 || (uint64_t) number >= below)
    return 0;
  *count = (uint64_t) number;
  return 1;
}

static int
get_double (double *x, const json_t *value)
{
  const char *text = json_string_value (value);
  char *end;

  if (text == NULL || text[0] == '\0')
    return 0;
  *x = strtod (text, &end);
  return *end == '\0' && *x >= 0;
}

static int
get_bounds (struct assay_bounds *bounds, const json_t *value)
{
  return json_array_size (value) == 2
         && get_double (&bounds->low, json_array_get (value, 0))
         && get_double (&bounds->high, json_array_get (value, 1))
         && bounds->low <= bounds->high;
}

static int
get_pattern (uint64_t *bits, const json_t *value, enum assay_fmt fmt)
{
  unsigned width = assay_fmt_shape (fmt)->width;
  const char *text = json_string_value (value);
  char *end;

  if (text == NULL || text[0] == '\0')
    return 0;
  *bits = strtoull (text, &end, 16);
  return *end == '\0' && *bits >> (width - 1) <= 1;
}

static int
get_worst (struct assay_worst *worst, const json_t *value,
           const struct assay_measure *measure)
{
  const json_t *index = json_object_get (value, "index");
  int good = json_array_size (index) == ASSAY_MEASURE_AXES, k;

  for (k = 0; good && k < ASSAY_MEASURE_AXES; k++)
    {
      uint64_t at = 0;

      good = get_count (&at, json_array_get (index, (size_t) k),
                        measure->shape[k] > 0 ? measure->shape[k] : 1);
      worst->index[k] = (size_t) at;
    }
  return good
         && get_bounds (&worst->bounds, json_object_get (value, "bounds"))
         && get_pattern (&worst->got, json_object_get (value, "got"),
                         measure->fmt)
         && get_pattern (&worst->rounded, json_object_get (value, "rounded"),
                         measure->fmt);
}

static int
get_sum (struct assay_ulp_sum *sum, const json_t *value)
{
  const char *text = json_string_value (value);

  return text != NULL && text[0] >= '0' && text[0] <= '9'
         && mpz_set_str (sum->total, text, 10) == 0;
}

/* Counts of COUNTED elements.  */
static int
get_regions (uint64_t *region, const json_t *value, uint64_t counted)
{
  uint64_t n, count;
  size_t i;

  if (!json_is_array (value))
    return 0;
  for (i = 0; i < json_array_size (value); i++)
    {
      const json_t *pair = json_array_get (value, i);

      if (!get_count (&n, json_array_get (pair, 0), ASSAY_REGIONS)
          || !get_count (&count, json_array_get (pair, 1), counted + 1))
        return 0;
      region[n] = count;
    }
  return 1;
}

static int
get_slices (struct assay_measure *measure, const json_t *value)
{
  size_t i;
  int k;

  if (json_array_size (value) != ASSAY_MEASURE_AXES)
    return 0;
  for (k = 0; k < ASSAY_MEASURE_AXES; k++)
    {
      const json_t *list = json_array_get (value, (size_t) k);

      if (!json_is_array (list))
        return 0;
      for (i = 0; i < json_array_size (list); i++)
        {
          const json_t *entry = json_array_get (list, i);
          struct assay_slice *slice;
          uint64_t n;

          if (!get_count (&n, json_array_get (entry, 0), measure->shape[k]))
            return 0;
          slice = &measure->slice[k][n];
          if (!get_count (&slice->elements, json_array_get (entry, 1),
                          measure->elements + 1)
              || !get_count (&slice->unequal, json_array_get (entry, 2),
                             slice->elements + 1)
              || !get_double (&slice->worst, json_array_get (entry, 3)))
            return 0;
        }
    }
  return 1;
}

static int
get_each (struct assay_measure *measure, const json_t *value)
{
  size_t n;

  if (!json_is_array (value))
    return 0;
  if (measure->elements > ASSAY_MEASURE_EACH)
    return json_array_size (value) == 0;
  if (json_array_size (value) != 2 * measure->elements)
    return 0;
  measure->each_capacity = (size_t) measure->elements;
  measure->each = assay_calloc (measure->each_capacity,
                                sizeof *measure->each);
  for (n = 0; n < measure->elements; n++)
    if (!get_double (&measure->each[n].low, json_array_get (value, 2 * n))
        || !get_double (&measure->each[n].high,
                        json_array_get (value, 2 * n + 1))
        || measure->each[n].low > measure->each[n].high)
      return 0;
  return 1;
}

/* Whether the histogram of the lower, or the upper, bounds counts every
   element once, and where the bounds are kept, each where it is: percentiles
   rely on that.  */
static int
regions_fit (const struct assay_measure *measure, int upper)
{
  const uint64_t *region = upper ? measure->high : measure->low;
  uint64_t sum = 0, *counted;
  size_t n;
  int fit;

  for (n = 0; n < ASSAY_REGIONS; n++)
    sum += region[n];
  if (sum != measure->elements
      || region[ASSAY_REGION_BEYOND] != measure->unbounded)
    return 0;
  if (measure->each == NULL)
    return 1;
  counted = assay_calloc (ASSAY_REGIONS, sizeof *counted);
  for (n = 0; n < measure->elements; n++)
    {
      const struct assay_bounds *bounds = &measure->each[n];

      counted[isinf (bounds->low) ? ASSAY_REGION_BEYOND
              : assay_region_of (upper ? bounds->high : bounds->low)]++;
    }
  fit = memcmp (counted, region, ASSAY_REGIONS * sizeof *counted) == 0;
  free (counted);
  return fit;
}

/* Whether the slices of each axis have every element once.  */
static int
slices_fit (const struct assay_measure *measure)
{
  size_t n;
  int k;

  for (k = 0; k < ASSAY_MEASURE_AXES; k++)
    {
      uint64_t elements = 0, unequal = 0;

      for (n = 0; n < measure->shape[k]; n++)
        {
          elements += measure->slice[k][n].elements;
          unequal += measure->slice[k][n].unequal;
        }
      if (elements != measure->elements
          || unequal != measure->elements - measure->bit_equal)
        return 0;
    }
  return 1;
}

/* The dtype and shape, without which nothing can be initialised.  */
static int
get_head (enum assay_fmt *fmt, size_t *shape, const json_t *value)
{
  const char *name = json_string_value (json_object_get (value, "dtype"));
  const json_t *sizes = json_object_get (value, "shape");
  uint64_t size;
  size_t k;

  memset (shape, 0, ASSAY_MEASURE_AXES * sizeof *shape);
  if (name == NULL || assay_fmt_find (fmt, name) != ASSAY_OK
      || json_array_size (sizes) != ASSAY_MEASURE_AXES)
    return 0;
  for (k = 0; k < ASSAY_MEASURE_AXES; k++)
    {
      if (!get_count (&size, json_array_get (sizes, k), (uint64_t) 1 << 26))
        return 0;
      shape[k] = (size_t) size;
    }
  return 1;
}

static int
get_body (struct assay_measure *measure, const json_t *value)
{
  size_t n;

  /* The elements come first; none of the others counts more.  */
  for (n = 0; n < COUNTERS; n++)
    if (!get_count (counter (measure, n),
                    json_object_get (value, counters[n].key),
                    n == 0 ? MOST_ELEMENTS : measure->elements + 1))
      return 0;
  for (n = 0; n < MAXIMA; n++)
    if (!get_worst (maximum (measure, n),
                    json_object_get (value, maxima[n].key), measure))
      return 0;
  return get_bounds (&measure->bounded, json_object_get (value, "bounded"))
         && get_sum (&measure->low_sum, json_object_get (value, "low_sum"))
         && get_sum (&measure->high_sum, json_object_get (value, "high_sum"))
         && get_regions (measure->low, json_object_get (value, "low"),
                         measure->elements)
         && get_regions (measure->high, json_object_get (value, "high"),
                         measure->elements)
         && get_slices (measure, json_object_get (value, "slices"))
         && get_each (measure, json_object_get (value, "each"))
         && regions_fit (measure, 0) && regions_fit (measure, 1)
         && slices_fit (measure);
}

enum assay_status
assay_measure_get (struct assay_measure *measure, const json_t *value,
                   struct assay_ctx *ctx, const struct assay_where *where)
{
  size_t shape[ASSAY_MEASURE_AXES];
  enum assay_fmt fmt = ASSAY_FMT_F32;
  int good = get_head (&fmt, shape, value);

  assay_measure_init (measure, fmt, shape);
  if (good && get_body (measure, value))
    return ASSAY_OK;
  return assay_json_refuse (ctx, ASSAY_EVALUE, where, "a measure as a shard's "
                            "report has it", value);
}
