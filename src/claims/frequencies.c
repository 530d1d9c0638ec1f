/* frequencies.c -- the frequencies base^(-2i/d) and what they are asked
   for */

#include "claims/frequencies.h"

#include "claims/numeric.h"

enum assay_status
assay_call_positive (struct assay_call *call, size_t i,
                     struct assay_value *value, const char *expected)
{
  struct assay_value *zero;
  enum assay_status status = ASSAY_OK;
  int order = 0;

  if (!assay_value_is_number (value))
    return assay_call_refuse (call, i, ASSAY_ETYPE, expected, value);
  zero = assay_value_integer (0);
  status = assay_numeric_order (&order, value, zero, assay_call_ctx (call));
  assay_value_unref (zero);
  if (status == ASSAY_OK && order <= 0)
    status = assay_call_refuse (call, i, ASSAY_EVALUE, expected, value);
  return status;
}

enum assay_status
assay_call_width (struct assay_call *call, size_t i, unsigned long *width)
{
  enum assay_status status = assay_call_size (call, i, 2, ASSAY_LARGEST_WIDTH,
                                              width);

  if (status == ASSAY_OK && *width % 2)
    status = assay_call_refuse (call, i, ASSAY_EVALUE, "an even width",
                                call->arguments[i]);
  return status;
}

/* *THETA <- BASE^(-2I/WIDTH).  */
static enum assay_status
frequency (struct assay_value **theta, struct assay_call *call,
           struct assay_value *base, size_t i, size_t width)
{
  struct assay_value *exponent;
  enum assay_status status;
  mpq_t q;

  mpq_init (q);
  mpq_set_si (q, -2 * (long) i, width);
  mpq_canonicalize (q);
  exponent = assay_value_rational (q);
  mpq_clear (q);
  status = assay_numeric_pow (theta, base, exponent, assay_call_ctx (call));
  assay_value_unref (exponent);
  return status;
}

enum assay_status
assay_frequencies (struct assay_value **result, struct assay_call *call,
                   struct assay_value *base, size_t width,
                   struct assay_value *factor)
{
  struct assay_value **items, *theta;
  enum assay_status status = assay_call_items (call, &items, width / 2);
  size_t i;

  if (status != ASSAY_OK)
    return status;
  for (i = 0; i < width / 2 && status == ASSAY_OK; i++)
    {
      status = frequency (&theta, call, base, i, width);
      if (status == ASSAY_OK)
        {
          status = assay_numeric_mul (&items[i], theta, factor,
                                      assay_call_ctx (call));
          assay_value_unref (theta);
        }
    }
  return assay_list_finish (result, items, width / 2, status);
}

enum assay_status
assay_call_even_vector (struct assay_call *call, size_t i,
                        const struct assay_value *v)
{
  enum assay_status status = assay_call_vector (call, i, v);

  if (status == ASSAY_OK
      && (v->count == 0 || v->count % 2 || v->count > ASSAY_LARGEST_WIDTH))
    status = assay_call_refuse (call, i, ASSAY_EVALUE,
                                "a vector of even width", v);
  return status;
}

enum assay_status
assay_call_two_points (struct assay_call *call)
{
  enum assay_status status = ASSAY_OK;
  size_t i;

  for (i = 0; i < 2 && status == ASSAY_OK; i++)
    {
      const struct assay_value *point = call->arguments[i];

      if (point->kind != ASSAY_VALUE_POINT)
        status = assay_call_refuse (call, i, ASSAY_ETYPE,
                                    "a positioned vector such as v@3", point);
      else
        status = assay_call_even_vector (call, i, point->items[0]);
    }
  if (status == ASSAY_OK
      && call->arguments[0]->items[0]->count
           != call->arguments[1]->items[0]->count)
    status = assay_call_refuse (call, 1, ASSAY_EVALUE,
                                "a key as wide as the query",
                                call->arguments[1]->items[0]);
  return status;
}
