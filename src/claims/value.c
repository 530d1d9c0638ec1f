/* value.c -- what an expression of the claims language can be */

#include "claims/value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "exact/rat.h"

enum { LARGEST_DEPTH = 1000 };

#define LARGEST_LIST 4000000ul
#define LARGEST_MEMORY (1ul << 30)

/* Bytes held by all values together, list items and large numbers.  */
static size_t live;

static size_t
bytes_of (const struct assay_value *value)
{
  size_t bytes = sizeof *value + value->count * sizeof *value->items;

  if (value->kind == ASSAY_VALUE_RATIONAL)
    bytes += sizeof (mp_limb_t) * (mpz_size (mpq_numref (value->rational))
                                   + mpz_size (mpq_denref (value->rational)));
  return bytes;
}

static struct assay_value *
new_value (enum assay_value_kind kind)
{
  struct assay_value *value = assay_memory_take (sizeof *value);

  value->kind = kind;
  value->references = 1;
  return value;
}

static struct assay_value *
counted (struct assay_value *value)
{
  live += bytes_of (value);
  return value;
}

struct assay_value *
assay_value_ref (struct assay_value *value)
{
  value->references++;
  return value;
}

void
assay_value_unref (struct assay_value *value)
{
  size_t i;

  if (value == NULL || --value->references > 0)
    return;
  live -= bytes_of (value);
  for (i = 0; i < value->count; i++)
    assay_value_unref (value->items[i]);
  assay_memory_give (value->items, value->count * sizeof *value->items);
  free (value->string);
  if (value->kind == ASSAY_VALUE_RATIONAL)
    mpq_clear (value->rational);
  assay_expr_unref (value->real);
  assay_memory_give (value, sizeof *value);
}

void
assay_values_free (struct assay_value **values, size_t count)
{
  size_t i;

  for (i = 0; values && i < count; i++)
    assay_value_unref (values[i]);
  free (values);
}

struct assay_value *
assay_value_blank (void)
{
  struct assay_value *value = new_value (ASSAY_VALUE_RATIONAL);

  mpq_init (value->rational);
  return value;
}

struct assay_value *
assay_value_ready (struct assay_value *value)
{
  return counted (value);
}

struct assay_value *
assay_value_rational (mpq_srcptr q)
{
  struct assay_value *value = assay_value_blank ();

  mpq_set (value->rational, q);
  return counted (value);
}

struct assay_value *
assay_value_integer (long n)
{
  struct assay_value *value = new_value (ASSAY_VALUE_RATIONAL);

  mpq_init (value->rational);
  mpz_set_si (mpq_numref (value->rational), n);
  return counted (value);
}

struct assay_value *
assay_value_real (struct assay_expr *x)
{
  mpq_srcptr q = assay_expr_rational (x);
  struct assay_value *value;

  if (q)
    {
      value = assay_value_rational (q);
      assay_expr_unref (x);
      return value;
    }
  value = new_value (ASSAY_VALUE_REAL);
  value->real = x;
  return counted (value);
}

struct assay_value *
assay_value_boolean (bool boolean)
{
  struct assay_value *value = new_value (ASSAY_VALUE_BOOLEAN);

  value->boolean = boolean;
  return counted (value);
}

struct assay_value *
assay_value_string (const char *string)
{
  struct assay_value *value = new_value (ASSAY_VALUE_STRING);

  value->string = assay_strdup (string);
  return counted (value);
}

struct assay_value *
assay_value_none (void)
{
  return counted (new_value (ASSAY_VALUE_NONE));
}

static struct assay_value *
new_compound (enum assay_value_kind kind, struct assay_value *const *items,
              size_t count)
{
  struct assay_value *value = new_value (kind);
  size_t i;

  value->items = assay_memory_take (count * sizeof *value->items);
  value->count = count;
  for (i = 0; i < count; i++)
    {
      value->items[i] = items[i];
      if (value->depth <= items[i]->depth)
        value->depth = items[i]->depth + 1;
    }
  return counted (value);
}

struct assay_value *
assay_value_list (struct assay_value *const *items, size_t count)
{
  return new_compound (ASSAY_VALUE_LIST, items, count);
}

enum assay_status
assay_list_finish (struct assay_value **result, struct assay_value **items,
                   size_t count, enum assay_status status)
{
  if (status == ASSAY_OK)
    {
      *result = assay_value_list (items, count);
      free (items);
    }
  else
    assay_values_free (items, count);
  return status;
}

struct assay_value *
assay_value_point (struct assay_value *vector, struct assay_value *position)
{
  struct assay_value *items[2];

  items[0] = vector;
  items[1] = position;
  return new_compound (ASSAY_VALUE_POINT, items, 2);
}

struct assay_value *
assay_value_record (const char *label, const char *const *names,
                    struct assay_value *const *items, size_t count)
{
  struct assay_value *value = new_compound (ASSAY_VALUE_RECORD, items, count);

  value->label = label;
  value->names = names;
  return value;
}

struct assay_value *
assay_value_field (const struct assay_value *record, const char *name)
{
  size_t i;

  for (i = 0; i < record->count; i++)
    if (strcmp (record->names[i], name) == 0)
      return record->items[i];
  return NULL;
}

size_t
assay_value_leaves (const struct assay_value *value, size_t ceiling)
{
  size_t i, count = 0;

  if (value->count == 0)
    return 1;
  for (i = 0; i < value->count && count < ceiling; i++)
    count += assay_value_leaves (value->items[i], ceiling - count);
  return count;
}

bool
assay_value_is_number (const struct assay_value *value)
{
  return value->kind == ASSAY_VALUE_RATIONAL
         || value->kind == ASSAY_VALUE_REAL;
}

struct assay_expr *
assay_value_expr (struct assay_value *number)
{
  if (number->real == NULL)
    number->real = assay_expr_new_rational (number->rational);
  return assay_expr_ref (number->real);
}

enum assay_status
assay_value_afford (size_t count, struct assay_ctx *ctx)
{
  if (count > LARGEST_LIST)
    return assay_fail (ctx, ASSAY_ELIMIT, NULL, "lists of at most 4000000"
                       " items", "%zu items", count);
  if (live + count * sizeof (struct assay_value *) > LARGEST_MEMORY)
    return assay_fail (ctx, ASSAY_ELIMIT, NULL, "values of at most 1 GiB"
                       " together", "more");
  return ASSAY_OK;
}

enum assay_status
assay_value_check_depth (const struct assay_value *value,
                         struct assay_ctx *ctx)
{
  if (value->depth > LARGEST_DEPTH)
    return assay_fail (ctx, ASSAY_ELIMIT, NULL, "lists nested at most 1000"
                       " deep", "deeper ones");
  return ASSAY_OK;
}

void
assay_value_describe (char *text, size_t size,
                      const struct assay_value *value)
{
  char *number;

  switch (value->kind)
    {
    case ASSAY_VALUE_RATIONAL:
      if (assay_rat_bits (value->rational) > 200)
        {
          snprintf (text, size, "a fraction of %zu bits",
                    assay_rat_bits (value->rational));
          break;
        }
      number = assay_rat_text (value->rational);
      snprintf (text, size, "%s", number);
      free (number);
      break;
    case ASSAY_VALUE_REAL:
      snprintf (text, size, assay_expr_is_closed (value->real)
                ? "a real number" : "an expression in integer variables");
      break;
    case ASSAY_VALUE_BOOLEAN:
      snprintf (text, size, value->boolean ? "true" : "false");
      break;
    case ASSAY_VALUE_STRING:
      snprintf (text, size, "\"%.60s\"", value->string);
      break;
    case ASSAY_VALUE_NONE:
      snprintf (text, size, "none");
      break;
    case ASSAY_VALUE_LIST:
      snprintf (text, size, value->count ? "a list of %zu"
                : "an empty list", value->count);
      break;
    case ASSAY_VALUE_POINT:
      snprintf (text, size, "a positioned vector");
      break;
    case ASSAY_VALUE_RECORD:
      snprintf (text, size, "%s", value->label);
      break;
    }
}
