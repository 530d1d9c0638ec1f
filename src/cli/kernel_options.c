/* kernel_options.c -- the options of assay kernel attention */

#include "cli/kernel_options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/option_text.h"

/* In the order of enum assay_kernel_option.  */
static const char *const names[ASSAY_KERNEL_OPTION_COUNT] = {
  "--q", "--k", "--v", "--got", "--mask", "--past-k", "--past-v", "--lse",
  "--lse-base", "--axes", "--heads", "--dtype-q", "--dtype-k", "--dtype-v",
  "--dtype-got", "--dtype-mask", "--dtype-past", "--dtype-lse", "--causal",
  "--align", "--scale", "--softcap", "--window", "--alibi", "--sink",
  "--valid-length", "--empty-row", "--nonfinite", "--stage", "--round",
  "--out", "--rows", "--sample", "--seed", "--shard",
  "--max-bits", "--jobs",
  "--max-ulp", "--rtol", "--atol", "--times-naive", "--profile", "--case",
  "--format", "--html", "--explain", "--help", "--version"
};

_Static_assert ((int) ASSAY_KERNEL_OPTION_COUNT
                <= (int) ASSAY_OPTION_TEXTS_MAX, "more options than room");

const char *
assay_option_name (enum assay_kernel_option option)
{
  return names[option];
}

int
assay_option_argument (int option)
{
  switch (option)
    {
    case ASSAY_OPTION_CAUSAL:
      return optional_argument;
    case ASSAY_OPTION_EXPLAIN:
    case ASSAY_OPTION_HELP:
    case ASSAY_OPTION_VERSION:
      return no_argument;
    default:
      return required_argument;
    }
}

int
assay_kernel_options_take (struct assay_kernel_options *options, int argc,
                           char **argv)
{
  return assay_option_texts (options->text, names, ASSAY_KERNEL_OPTION_COUNT,
                             assay_option_argument, ASSAY_OPTION_HELP, argc,
                             argv);
}

enum assay_status
assay_option_misfit (enum assay_kernel_option option, const char *expected,
                     const char *found, struct assay_ctx *ctx)
{
  return assay_option_refuse (names[option], expected, found, ctx);
}

enum assay_status
assay_option_choice (int *index, const struct assay_kernel_options *options,
                     enum assay_kernel_option option,
                     const char *const *choices, struct assay_ctx *ctx)
{
  return assay_option_one_of (index, options->text[option], names[option],
                              choices, ctx);
}

enum assay_status
assay_option_tensor (struct assay_tensor *tensor,
                     const struct assay_kernel_options *options,
                     enum assay_kernel_option option,
                     enum assay_kernel_option dtype, struct assay_ctx *ctx)
{
  return assay_option_open (tensor, options->text[option],
                            options->text[dtype], names[dtype],
                            "f64, f32, f16, bf16, e4m3, e5m2, bool, i8 to "
                            "i64 or u8 to u64", ctx);
}

const char *
assay_option_axes (const struct assay_kernel_options *options,
                   const struct assay_tensor *tensor)
{
  static const char *const usual[] = { "", "d", "sd", "hsd", "bhsd" };

  if (options->text[ASSAY_OPTION_AXES])
    return options->text[ASSAY_OPTION_AXES];
  return usual[tensor->axes < 5 ? tensor->axes : 4];
}

enum assay_status
assay_option_view (struct assay_view *view,
                   struct assay_tensor *tensor,
                   const struct assay_kernel_options *options,
                   enum assay_kernel_option option,
                   enum assay_kernel_option dtype, size_t heads,
                   struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, assay_option_name (option), 0 };
  enum assay_status status;

  status = assay_option_tensor (tensor, options, option, dtype, ctx);
  if (status == ASSAY_OK)
    status = assay_view_axes (view, tensor,
                              assay_option_axes (options, tensor),
                              heads, ctx, &where);
  return status;
}

enum assay_status
assay_option_lse_view (struct assay_view *view, struct assay_tensor *tensor,
                       const struct assay_kernel_options *options,
                       enum assay_kernel_option option,
                       enum assay_kernel_option dtype, struct assay_ctx *ctx)
{
  static const char *const axes[] = { "", "s", "hs", "bhs" };
  const struct assay_where where = { NULL, "--lse", 0 };
  enum assay_status status = assay_option_tensor (tensor, options, option,
                                                  dtype, ctx);

  if (status == ASSAY_OK && (tensor->axes < 1 || tensor->axes > 3))
    status = assay_fail (ctx, ASSAY_EVALUE, &where, "1 to 3 axes: batch, "
                         "head, query", "%d", tensor->axes);
  return status != ASSAY_OK ? status
         : assay_view_axes (view, tensor, axes[tensor->axes], 0, ctx, &where);
}

enum assay_status
assay_option_pair (long two[2], enum assay_kernel_option option,
                   const char *text, long low, const char *expected,
                   struct assay_ctx *ctx)
{
  const char *second;
  char *end;

  two[0] = strtol (text, &end, 10);
  if (end == text || *end != ',')
    return assay_option_misfit (option, expected, text, ctx);
  second = end + 1;
  two[1] = strtol (second, &end, 10);
  if (end == second || *end != '\0' || two[0] < low || two[1] < low
      || two[0] > INT32_MAX || two[1] > INT32_MAX)
    return assay_option_misfit (option, expected, text, ctx);
  return ASSAY_OK;
}

/* The heads of q and of k that --heads gives; 0, 0 without it.  */
static enum assay_status
read_heads (size_t heads[2], const struct assay_kernel_options *options,
            struct assay_ctx *ctx)
{
  const char *text = options->text[ASSAY_OPTION_HEADS];
  enum assay_status status;
  long two[2];

  heads[0] = heads[1] = 0;
  if (text == NULL)
    return ASSAY_OK;
  status = assay_option_pair (two, ASSAY_OPTION_HEADS, text, 1, "HQ,HK: "
                              "query heads and key heads, at least 1 each",
                              ctx);
  if (status == ASSAY_OK)
    {
      heads[0] = (size_t) two[0];
      heads[1] = (size_t) two[1];
    }
  return status;
}

static enum assay_status
check_heads (const struct assay_problem *problem, const size_t heads[2],
             struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, "--heads", 0 };
  size_t q = problem->q.shape[ASSAY_VIEW_H];
  size_t k = problem->k.shape[ASSAY_VIEW_H];

  if (heads[0] == 0 || (heads[0] == q && heads[1] == k))
    return ASSAY_OK;
  return assay_fail (ctx, ASSAY_EVALUE, &where, "the heads that the tensors "
                     "have", "%zu,%zu, where q has %zu and k has %zu",
                     heads[0], heads[1], q, k);
}

static enum assay_status
require (const struct assay_kernel_options *options,
         enum assay_kernel_option option, struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, assay_option_name (option),
                                     0 };

  if (options->text[option])
    return ASSAY_OK;
  return assay_fail (ctx, ASSAY_EVALUE, &where, "a tensor: FILE.npy or "
                     "FILE.safetensors:NAME", "no such option");
}

static enum assay_status
open_past (struct assay_problem *problem,
           struct assay_kernel_tensors *tensors,
           const struct assay_kernel_options *options, size_t kv_heads,
           struct assay_ctx *ctx)
{
  enum assay_status status;

  if (!options->text[ASSAY_OPTION_PAST_K]
      && !options->text[ASSAY_OPTION_PAST_V])
    return ASSAY_OK;
  status = require (options, ASSAY_OPTION_PAST_K, ctx);
  if (status == ASSAY_OK)
    status = require (options, ASSAY_OPTION_PAST_V, ctx);
  if (status == ASSAY_OK)
    status = assay_option_view (&problem->past_k, &tensors->past_k,
                                options, ASSAY_OPTION_PAST_K,
                                ASSAY_OPTION_DTYPE_PAST, kv_heads,
                                ctx);
  if (status == ASSAY_OK)
    status = assay_option_view (&problem->past_v, &tensors->past_v,
                                options, ASSAY_OPTION_PAST_V,
                                ASSAY_OPTION_DTYPE_PAST, kv_heads,
                                ctx);
  problem->has_past = status == ASSAY_OK;
  return status;
}

static enum assay_status
open_mask (struct assay_problem *problem,
           struct assay_kernel_tensors *tensors,
           const struct assay_kernel_options *options, struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, "--mask", 0 };
  enum assay_status status;

  if (!options->text[ASSAY_OPTION_MASK])
    return ASSAY_OK;
  status = assay_option_tensor (&tensors->mask, options, ASSAY_OPTION_MASK,
                                ASSAY_OPTION_DTYPE_MASK, ctx);
  if (status == ASSAY_OK)
    status = assay_view_right (&problem->mask, &tensors->mask, ctx, &where);
  problem->has_mask = status == ASSAY_OK;
  return status;
}

static enum assay_status
open_tensors (struct assay_problem *problem,
              struct assay_kernel_tensors *tensors,
              const struct assay_kernel_options *options,
              struct assay_ctx *ctx)
{
  enum assay_status status;
  size_t heads[2];

  status = read_heads (heads, options, ctx);
  if (status == ASSAY_OK)
    status = require (options, ASSAY_OPTION_Q, ctx);
  if (status == ASSAY_OK)
    status = require (options, ASSAY_OPTION_K, ctx);
  if (status == ASSAY_OK)
    status = require (options, ASSAY_OPTION_V, ctx);
  if (status == ASSAY_OK)
    status = assay_option_view (&problem->q, &tensors->q, options,
                                ASSAY_OPTION_Q, ASSAY_OPTION_DTYPE_Q,
                                heads[0], ctx);
  if (status == ASSAY_OK)
    status = assay_option_view (&problem->k, &tensors->k, options,
                                ASSAY_OPTION_K, ASSAY_OPTION_DTYPE_K,
                                heads[1], ctx);
  if (status == ASSAY_OK)
    status = assay_option_view (&problem->v, &tensors->v, options,
                                ASSAY_OPTION_V, ASSAY_OPTION_DTYPE_V,
                                heads[1], ctx);
  if (status == ASSAY_OK)
    status = check_heads (problem, heads, ctx);
  if (status == ASSAY_OK)
    status = open_past (problem, tensors, options, heads[1], ctx);
  if (status == ASSAY_OK)
    status = open_mask (problem, tensors, options, ctx);
  return status;
}

enum assay_status
assay_kernel_options_problem (struct assay_problem *problem,
                              struct assay_kernel_tensors *tensors,
                              const struct assay_kernel_options *options,
                              struct assay_ctx *ctx)
{
  enum assay_status status;
  size_t heads;

  assay_problem_init (problem);
  memset (tensors, 0, sizeof *tensors);
  status = open_tensors (problem, tensors, options, ctx);
  heads = status == ASSAY_OK ? problem->q.shape[ASSAY_VIEW_H] : 0;
  if (status == ASSAY_OK)
    status = assay_kernel_settings (problem, options, heads, ctx);
  if (status == ASSAY_OK)
    status = assay_problem_settle (problem, ctx);
  return status;
}

void
assay_kernel_tensors_close (struct assay_kernel_tensors *tensors)
{
  assay_tensor_close (&tensors->q);
  assay_tensor_close (&tensors->k);
  assay_tensor_close (&tensors->v);
  assay_tensor_close (&tensors->past_k);
  assay_tensor_close (&tensors->past_v);
  assay_tensor_close (&tensors->mask);
}
