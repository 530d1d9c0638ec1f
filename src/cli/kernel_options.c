/* kernel_options.c -- the options of assay kernel attention */

#include "cli/kernel_options.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cli/commands.h"
#include "kernel/exact_option.h"
#include "kernel/slopes.h"

static const char *
option_name (enum assay_kernel_option option)
{
  return assay_kernel_option_names[option];
}

static enum assay_status
misfit (enum assay_kernel_option option, const char *expected,
        const char *found, struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, option_name (option), 0 };

  return assay_fail (ctx, ASSAY_EVALUE, &where, expected, "\"%s\"", found);
}

/* *INDEX <- the place of OPTION's text in NAMES, unchanged without one.  */
enum assay_status
assay_kernel_options_choice (int *index,
                             const struct assay_kernel_options *options,
                             enum assay_kernel_option option,
                             const char *const *names, struct assay_ctx *ctx)
{
  const char *text = options->text[option];
  char expected[200] = "";
  size_t i;

  if (text == NULL)
    return ASSAY_OK;
  for (i = 0; names[i]; i++)
    {
      if (strcmp (names[i], text) == 0)
        {
          *index = (int) i;
          return ASSAY_OK;
        }
      if (i > 0)
        strcat (expected, names[i + 1] ? ", " : " or ");
      strcat (expected, names[i]);
    }
  return misfit (option, expected, text, ctx);
}

static enum assay_status
open_tensor (struct assay_tensor *tensor,
             const struct assay_kernel_options *options,
             enum assay_kernel_option option, enum assay_kernel_option dtype,
             struct assay_ctx *ctx)
{
  enum assay_dtype as;

  if (options->text[dtype] == NULL)
    return assay_tensor_open (tensor, options->text[option], NULL, ctx);
  if (assay_dtype_find (&as, options->text[dtype]) != ASSAY_OK)
    return misfit (dtype, "f64, f32, f16, bf16, e4m3, e5m2, bool, i8 to i64 "
                   "or u8 to u64", options->text[dtype], ctx);
  return assay_tensor_open (tensor, options->text[option], &as, ctx);
}

/* The axes of a tensor of that many, when --axes does not say.  */
static const char *
usual_axes (int axes)
{
  return axes == 2 ? "sd" : axes == 3 ? "hsd" : "bhsd";
}

enum assay_status
assay_kernel_options_view (struct assay_view *view,
                           struct assay_tensor *tensor,
                           const struct assay_kernel_options *options,
                           enum assay_kernel_option option,
                           enum assay_kernel_option dtype, size_t heads,
                           struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, option_name (option), 0 };
  const char *axes = options->text[ASSAY_OPTION_AXES];
  enum assay_status status;

  status = open_tensor (tensor, options, option, dtype, ctx);
  if (status == ASSAY_OK)
    status = assay_view_axes (view, tensor, axes ? axes
                              : usual_axes (tensor->axes), heads, ctx,
                              &where);
  return status;
}

/* Unsigned integers "A,B" into TWO.  */
static enum assay_status
read_pair (long two[2], enum assay_kernel_option option, const char *text,
           long low, const char *expected, struct assay_ctx *ctx)
{
  char *end;

  two[0] = strtol (text, &end, 10);
  if (end == text || *end != ',')
    return misfit (option, expected, text, ctx);
  text = end + 1;
  two[1] = strtol (text, &end, 10);
  if (end == text || *end != '\0' || two[0] < low || two[1] < low
      || two[0] > INT32_MAX || two[1] > INT32_MAX)
    return misfit (option, expected, text, ctx);
  return ASSAY_OK;
}
