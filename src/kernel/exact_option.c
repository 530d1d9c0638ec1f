/* exact_option.c -- numbers of the command line, exactly */

#include "kernel/exact_option.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "exact/rat.h"
#include "real/fmt.h"

static const char spelled[] =
  "a decimal, a fraction, or f32:DECIMAL (a float's value)";

enum assay_status
assay_exact_option (mpq_ptr result, const char *text, const char *option,
                    struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, option, 0 };
  const char *colon = strchr (text, ':');
  enum assay_status status;
  enum assay_fmt fmt;
  uint64_t bits;
  char name[8];

  if (colon == NULL)
    return assay_rat_read_decimal (result, text, ctx, &where, spelled);
  if ((size_t) (colon - text) >= sizeof name)
    return assay_fail (ctx, ASSAY_EVALUE, &where, spelled, "\"%s\"", text);
  memcpy (name, text, (size_t) (colon - text));
  name[colon - text] = '\0';
  if (assay_fmt_find (&fmt, name) != ASSAY_OK)
    return assay_fail (ctx, ASSAY_EVALUE, &where, spelled, "\"%s\"", text);
  status = assay_rat_read_decimal (result, colon + 1, ctx, &where, spelled);
  if (status != ASSAY_OK)
    return status;
  bits = assay_fmt_round (result, fmt);
  if (assay_fmt_decode (result, bits, fmt) != ASSAY_FMT_FINITE)
    return assay_fail (ctx, ASSAY_EVALUE, &where, "a finite float",
                       "\"%s\", which overflows", text);
  return ASSAY_OK;
}

int
assay_names_tensor (const char *text)
{
  size_t length = strlen (text);

  return (length > 4 && strcmp (text + length - 4, ".npy") == 0)
         || strstr (text, ".safetensors:") != NULL;
}

/* VALUE <- element I of TENSOR; ASSAY_EVALUE when it is no number.  */
static enum assay_status
element (mpq_ptr value, const struct assay_tensor *tensor, size_t i,
         struct assay_ctx *ctx, const struct assay_where *where)
{
  uint64_t bits = assay_tensor_bits (tensor, assay_tensor_at (tensor, i));
  double x = assay_dtype_double (bits, tensor->dtype);

  if (!isfinite (x) || !assay_dtype_is_exact (bits, tensor->dtype))
    return assay_fail (ctx, ASSAY_EVALUE, where, "finite numbers",
                       "%g at [%zu]", x, i);
  mpq_set_d (value, x);
  return ASSAY_OK;
}

static enum assay_status
list_of_tensor (mpq_t **values, size_t *count, const char *text,
                const char *option, struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, option, 0 };
  struct assay_tensor tensor;
  enum assay_status status;
  size_t i;

  status = assay_tensor_open (&tensor, text, NULL, ctx);
  if (status == ASSAY_OK && tensor.axes != 1)
    status = assay_fail (ctx, ASSAY_EVALUE, &where, "a tensor of one axis",
                         "%d axes", tensor.axes);
  if (status == ASSAY_OK)
    {
      *values = assay_rationals_new (tensor.elements);
      *count = tensor.elements;
    }
  for (i = 0; status == ASSAY_OK && i < *count; i++)
    status = element ((*values)[i], &tensor, i, ctx, &where);
  assay_tensor_close (&tensor);
  return status;
}

enum assay_status
assay_exact_list (mpq_t **values, size_t *count, const char *text,
                  const char *option, struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  char *copy, *item, *rest;
  const char *c;
  size_t i;

  *values = NULL;
  *count = 0;
  if (assay_names_tensor (text))
    return list_of_tensor (values, count, text, option, ctx);
  for (*count = 1, c = text; *c; c++)
    *count += *c == ',';
  *values = assay_rationals_new (*count);
  copy = assay_strdup (text);
  for (i = 0, item = copy; i < *count && status == ASSAY_OK; i++, item = rest)
    {
      rest = item + strcspn (item, ",");
      if (*rest)
        *rest++ = '\0';
      status = assay_exact_option ((*values)[i], item, option, ctx);
    }
  free (copy);
  return status;
}
