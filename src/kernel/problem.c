/* problem.c -- one attention problem over tensors */

#include "kernel/problem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void
assay_problem_init (struct assay_problem *problem)
{
  memset (problem, 0, sizeof *problem);
  assay_surd_init (&problem->sigma);
  mpq_init (problem->softcap);
  problem->value_factor = 1.0;
  problem->left = problem->right = -1;
}

static void
clear_tables (struct assay_problem *problem)
{
  size_t h;

  for (h = 0; h < problem->slope_count; h++)
    assay_surd_clear (&problem->slopes[h]);
  for (h = 0; h < problem->sink_count; h++)
    mpq_clear (problem->sinks[h]);
  free (problem->slopes);
  free (problem->sinks);
  free (problem->valid);
}

void
assay_problem_clear (struct assay_problem *problem)
{
  clear_tables (problem);
  assay_surd_clear (&problem->sigma);
  mpq_clear (problem->softcap);
}

void
assay_problem_new_slopes (struct assay_problem *problem, size_t count)
{
  size_t h;

  problem->slopes = assay_calloc (count, sizeof *problem->slopes);
  problem->slope_count = count;
  for (h = 0; h < count; h++)
    assay_surd_init (&problem->slopes[h]);
}

void
assay_problem_new_sinks (struct assay_problem *problem, size_t count)
{
  size_t h;

  problem->sinks = assay_calloc (count, sizeof *problem->sinks);
  problem->sink_count = count;
  for (h = 0; h < count; h++)
    mpq_init (problem->sinks[h]);
}

void
assay_problem_new_valid (struct assay_problem *problem, size_t count)
{
  problem->valid = assay_calloc (count, sizeof *problem->valid);
  problem->valid_count = count;
}

/* ASSAY_EVALUE unless both views have the same size along AXIS.  */
static enum assay_status
check_axis (const struct assay_view *a, const char *a_name,
            const struct assay_view *b, const char *b_name, int axis,
            struct assay_ctx *ctx)
{
  static const char *const axes[] = { "batches", "heads", "rows",
                                      "components" };
  struct assay_where where = { NULL, b_name, 0 };
  char expected[160];

  if (a->shape[axis] == b->shape[axis])
    return ASSAY_OK;
  snprintf (expected, sizeof expected, "as many %s as %s: "
            "[%zu, %zu, %zu, %zu] as batch, head, row, component",
            axes[axis], a_name, a->shape[0], a->shape[1], a->shape[2],
            a->shape[3]);
  return assay_fail (ctx, ASSAY_EVALUE, &where, expected,
                     "[%zu, %zu, %zu, %zu]", b->shape[0], b->shape[1],
                     b->shape[2], b->shape[3]);
}

static enum assay_status
check_past (const struct assay_problem *problem, struct assay_ctx *ctx)
{
  static const int kept[] = { 0, 1, 3 };
  enum assay_status status = ASSAY_OK;
  size_t n;

  for (n = 0; status == ASSAY_OK && n < 3; n++)
    {
      status = check_axis (&problem->k, "k", &problem->past_k, "past_k",
                           kept[n], ctx);
      if (status == ASSAY_OK)
        status = check_axis (&problem->v, "v", &problem->past_v, "past_v",
                             kept[n], ctx);
    }
  if (status == ASSAY_OK)
    status = check_axis (&problem->past_k, "past_k", &problem->past_v,
                         "past_v", 2, ctx);
  return status;
}

static enum assay_status
check_shapes (const struct assay_problem *problem, struct assay_ctx *ctx)
{
  const struct assay_where heads = { NULL, "q", 0 };
  enum assay_status status;

  status = check_axis (&problem->q, "q", &problem->k, "k", 0, ctx);
  if (status == ASSAY_OK)
    status = check_axis (&problem->q, "q", &problem->k, "k", 3, ctx);
  if (status == ASSAY_OK)
    status = check_axis (&problem->k, "k", &problem->v, "v", 0, ctx);
  if (status == ASSAY_OK)
    status = check_axis (&problem->k, "k", &problem->v, "v", 1, ctx);
  if (status == ASSAY_OK)
    status = check_axis (&problem->k, "k", &problem->v, "v", 2, ctx);
  if (status == ASSAY_OK && problem->has_past)
    status = check_past (problem, ctx);
  if (status == ASSAY_OK && problem->width == 0)
    return assay_fail (ctx, ASSAY_EVALUE, &heads, "at least one component",
                       "none");
  if (status == ASSAY_OK && (problem->kv_heads == 0
                             || problem->q_heads % problem->kv_heads != 0))
    return assay_fail (ctx, ASSAY_EVALUE, &heads,
                       "a multiple of the key heads as query heads",
                       "%zu query heads and %zu key heads", problem->q_heads,
                       problem->kv_heads);
  return status;
}

/* The mask's axis AXIS stretched to SIZE where it is 1.  */
static enum assay_status
stretch (struct assay_problem *problem, int axis, size_t size,
         struct assay_ctx *ctx)
{
  static const char *const names[] = { "batches", "query heads", "queries",
                                       "keys" };
  struct assay_where where = { NULL, "mask", 0 };
  struct assay_view *mask = &problem->mask;
  char expected[120];

  if (mask->shape[axis] == size
      || (axis == 3 && problem->mask_extends && mask->shape[3] < size
          && (mask->shape[3] != 1)))
    return ASSAY_OK;
  if (mask->shape[axis] == 1 && !(axis == 3 && problem->mask_extends))
    {
      mask->shape[axis] = size;
      mask->stride[axis] = 0;
      return ASSAY_OK;
    }
  if (mask->shape[axis] == 1)
    return assay_fail (ctx, ASSAY_EVALUE, &where, "a mask of more than one "
                       "key (broadcast over the keys and extended to them "
                       "by blocked ones are two answers)", "one key of %zu",
                       size);
  snprintf (expected, sizeof expected, "1 or %zu %s", size, names[axis]);
  return assay_fail (ctx, ASSAY_EVALUE, &where, expected,
                     "[%zu, %zu, %zu, %zu]", mask->shape[0], mask->shape[1],
                     mask->shape[2], mask->shape[3]);
}

/* NaN and +inf mean nothing in a mask, and -inf blocks.  */
static enum assay_status
check_mask_values (const struct assay_view *mask, struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, "mask", 0 };
  struct assay_census census;

  assay_view_census (&census, mask);
  return assay_census_check (&census, 1u << ASSAY_ODD_MINUS_INFINITY, ctx,
                             &where);
}

static enum assay_status
settle_mask (struct assay_problem *problem, struct assay_ctx *ctx)
{
  const size_t sizes[] = { problem->batches, problem->q_heads,
                           problem->queries, problem->keys };
  enum assay_status status = ASSAY_OK;
  int axis;

  for (axis = 0; axis < 4 && status == ASSAY_OK; axis++)
    status = stretch (problem, axis, sizes[axis], ctx);
  if (status == ASSAY_OK)
    status = check_mask_values (&problem->mask, ctx);
  return status;
}

static enum assay_status
check_count (const char *name, size_t count, size_t wanted, const char *what,
             struct assay_ctx *ctx)
{
  struct assay_where where = { NULL, name, 0 };
  char expected[80];

  if (count == wanted)
    return ASSAY_OK;
  snprintf (expected, sizeof expected, "%zu, one a %s", wanted, what);
  return assay_fail (ctx, ASSAY_EVALUE, &where, expected, "%zu", count);
}

static enum assay_status
check_tables (const struct assay_problem *problem, struct assay_ctx *ctx)
{
  struct assay_where where = { NULL, "valid-length", 0 };
  enum assay_status status = ASSAY_OK;
  size_t b;

  if (problem->slopes)
    status = check_count ("alibi", problem->slope_count, problem->q_heads,
                          "query head", ctx);
  if (status == ASSAY_OK && problem->sinks)
    status = check_count ("sink", problem->sink_count, problem->q_heads,
                          "query head", ctx);
  if (status == ASSAY_OK && problem->valid)
    status = check_count ("valid-length", problem->valid_count,
                          problem->batches, "batch", ctx);
  for (b = 0; status == ASSAY_OK && problem->valid && b < problem->batches;
       b++)
    if (problem->valid[b] > problem->keys)
      status = assay_fail (ctx, ASSAY_EVALUE, &where,
                           "at most as many as there are keys",
                           "%zu of %zu keys in batch %zu", problem->valid[b],
                           problem->keys, b);
    else if (problem->has_mask && problem->mask_extends
             && problem->mask.stride[3] != 0
             && problem->valid[b] > problem->mask.shape[3])
      status = assay_fail (ctx, ASSAY_EVALUE, &where,
                           "at most as many as the mask is wide",
                           "%zu of %zu in batch %zu", problem->valid[b],
                           problem->mask.shape[3], b);
  return status;
}

static enum assay_status
check_alignment (const struct assay_problem *problem, struct assay_ctx *ctx)
{
  struct assay_where where = { NULL, problem->causal ? "causal" : "align",
                               0 };
  int matters = problem->causal || problem->left >= 0 || problem->right >= 0
                || problem->slopes;

  if (problem->alignment != ASSAY_ALIGN_NATURAL || !matters
      || problem->has_past || problem->valid
      || problem->queries == problem->keys)
    return ASSAY_OK;
  return assay_fail (ctx, ASSAY_EVALUE, &where,
                     "top-left, bottom-right or offset:N, the position of "
                     "query 0 among the keys", "nothing; queries: %zu, keys: "
                     "%zu", problem->queries, problem->keys);
}

/* Refuses what is no number in one input, unless ALLOWED.  */
static enum assay_status
check_finite (const struct assay_view *view, const char *name,
              unsigned allowed, struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, name, 0 };
  struct assay_census census;

  assay_view_census (&census, view);
  return assay_census_check (&census, allowed, ctx, &where);
}

static enum assay_status
check_values (const struct assay_problem *problem, struct assay_ctx *ctx)
{
  const unsigned any = 1u << ASSAY_ODD_NAN | 1u << ASSAY_ODD_PLUS_INFINITY
                       | 1u << ASSAY_ODD_MINUS_INFINITY;
  unsigned query = problem->nonfinite == ASSAY_NONFINITE_IEEE ? any : 0;
  unsigned key = problem->nonfinite == ASSAY_NONFINITE_REFUSE ? 0 : any;
  enum assay_status status;

  status = check_finite (&problem->q, "q (--nonfinite)", query, ctx);
  if (status == ASSAY_OK)
    status = check_finite (&problem->k, "k (--nonfinite)", key, ctx);
  if (status == ASSAY_OK)
    status = check_finite (&problem->v, "v (--nonfinite)", key, ctx);
  if (status == ASSAY_OK && problem->has_past)
    status = check_finite (&problem->past_k, "past_k (--nonfinite)", key,
                           ctx);
  if (status == ASSAY_OK && problem->has_past)
    status = check_finite (&problem->past_v, "past_v (--nonfinite)", key,
                           ctx);
  return status;
}

/* Every value times a power of two must be a binary64.  */
static enum assay_status
check_factor (const struct assay_problem *problem, struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, "v", 0 };
  const struct assay_view *v = &problem->v;
  double factor = problem->value_factor;
  size_t b, h, j, c;

  for (b = 0; factor != 1.0 && b < v->shape[0]; b++)
    for (h = 0; h < v->shape[1]; h++)
      for (j = 0; j < v->shape[2]; j++)
        for (c = 0; c < v->shape[3]; c++)
          {
            double x = assay_view_double (v, b, h, j, c);

            if (isfinite (x) && (x * factor) / factor != x)
              return assay_fail (ctx, ASSAY_EVALUE, &where, "values that can "
                                 "be multiplied exactly", "%g times %g", x,
                                 factor);
          }
  return ASSAY_OK;
}

enum assay_status
assay_problem_settle (struct assay_problem *problem, struct assay_ctx *ctx)
{
  enum assay_status status;

  problem->batches = problem->q.shape[0];
  problem->q_heads = problem->q.shape[1];
  problem->queries = problem->q.shape[2];
  problem->width = problem->q.shape[3];
  problem->kv_heads = problem->k.shape[1];
  problem->past = problem->has_past ? problem->past_k.shape[2] : 0;
  problem->keys = problem->past + problem->k.shape[2];
  problem->values = problem->v.shape[3];
  status = check_shapes (problem, ctx);
  if (status == ASSAY_OK && !problem->is_scaled)
    assay_surd_set_inverse_sqrt (&problem->sigma, problem->width);
  if (status == ASSAY_OK && problem->has_mask)
    status = settle_mask (problem, ctx);
  if (status == ASSAY_OK)
    status = check_tables (problem, ctx);
  if (status == ASSAY_OK)
    status = check_alignment (problem, ctx);
  if (status == ASSAY_OK)
    status = check_values (problem, ctx);
  if (status == ASSAY_OK)
    status = check_factor (problem, ctx);
  return status;
}

long
assay_problem_offset (const struct assay_problem *problem, size_t b)
{
  long queries = (long) problem->queries;
  long reach = problem->valid ? (long) problem->valid[b]
                              : (long) problem->keys;

  switch (problem->alignment)
    {
    case ASSAY_ALIGN_NATURAL:
    case ASSAY_ALIGN_ONNX:
      if (problem->has_past)
        return (long) problem->past;
      return problem->valid ? reach - queries : 0;
    case ASSAY_ALIGN_BOTTOM_RIGHT:
      return reach - queries;
    case ASSAY_ALIGN_OFFSET:
      return problem->offset;
    case ASSAY_ALIGN_TOP_LEFT:
      break;
    }
  return 0;
}

unsigned long
assay_problem_distance (const struct assay_problem *problem, size_t b,
                        size_t i, size_t j)
{
  return (unsigned long) labs ((long) i + assay_problem_offset (problem, b)
                               - (long) j);
}

/* LEGAL, BIAS <- what the mask alone says.  */
static void
apply_mask (unsigned char *legal, double *bias,
            const struct assay_problem *problem, size_t b, size_t h, size_t i)
{
  size_t reach = problem->has_mask ? problem->mask.shape[3] : 0, j;

  for (j = 0; j < problem->keys; j++)
    {
      double value = 0.0;

      legal[j] = !problem->has_mask || j < reach;
      if (problem->has_mask && legal[j])
        value = assay_view_double (&problem->mask, b, h, i, j);
      if (problem->has_mask && legal[j]
          && problem->mask.dtype == ASSAY_DTYPE_BOOL)
        {
          legal[j] = value != 0.0;
          value = 0.0;
        }
      if (value == -HUGE_VAL)
        {
          legal[j] = 0;
          value = 0.0;
        }
      bias[j] = value;
    }
}

void
assay_problem_range (size_t *first, size_t *last,
                     const struct assay_problem *problem, size_t b, size_t i)
{
  long position = (long) i + assay_problem_offset (problem, b);
  long low = 0, high = (long) (problem->valid ? problem->valid[b]
                                              : problem->keys);

  if (problem->causal && high > position + 1)
    high = position + 1;
  if (problem->right >= 0 && high > position + problem->right + 1)
    high = position + problem->right + 1;
  if (problem->left >= 0 && low < position - problem->left)
    low = position - problem->left;
  *first = (size_t) (high <= low ? 0 : low);
  *last = (size_t) (high <= low ? 0 : high);
}

size_t
assay_problem_legal (unsigned char *legal, double *bias,
                     const struct assay_problem *problem, size_t b, size_t h,
                     size_t i)
{
  size_t first, last, count = 0, j;

  apply_mask (legal, bias, problem, b, h, i);
  assay_problem_range (&first, &last, problem, b, i);
  for (j = 0; j < problem->keys; j++)
    {
      if (j < first || j >= last)
        legal[j] = 0;
      if (!legal[j])
        bias[j] = 0.0;
      count += legal[j];
    }
  return count;
}
