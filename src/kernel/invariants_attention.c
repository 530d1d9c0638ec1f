/* invariants_attention.c -- what must hold of dumped attention whatever the
   scores are */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "kernel/heads.h"
#include "kernel/invariants.h"
#include "kernel/rounding.h"

enum { EQUAL_ROWS, ONE_KEY, HULL, SUMS, BLOCKED };

/* What a query sees, as a number: rows that see the same have the same.  */
struct seen
{
  size_t h, i;
  uint64_t hash;
  double *q;                    /* borrowed from QUERIES below */
  size_t width;
};

/* One batch and key head, and the row at hand.  */
struct scene
{
  const struct assay_attention_dump *dump;
  const struct assay_problem *problem;
  struct assay_invariant *all;
  struct assay_head head;
  size_t b, kv_head, group;
  struct seen *seen;            /* group * queries */
  double *queries;
  unsigned char *legal, *other_legal;
  double *bias, *other_bias, *got, *weights, *buffer;
  double *low, *high;           /* hull of the values seen, by column */
  enum assay_fmt fmt, weight_fmt;
};

/* ---- equal rows ---- */

static uint64_t
mixed (uint64_t hash, const void *bytes, size_t count)
{
  const unsigned char *byte = bytes;
  size_t n;

  for (n = 0; n < count; n++)
    hash = (hash ^ byte[n]) * UINT64_C (1099511628211);
  return hash;
}

/* With slopes two queries see the same only from one position, with slopes or
   sinks only in one head.  */
static uint64_t
hash_of_row (const struct scene *scene, size_t h, size_t i, const double *q)
{
  const struct assay_problem *problem = scene->problem;
  uint64_t hash = UINT64_C (14695981039346656037);

  hash = mixed (hash, q, problem->width * sizeof *q);
  hash = mixed (hash, scene->legal, problem->keys);
  hash = mixed (hash, scene->bias, problem->keys * sizeof *scene->bias);
  if (problem->slopes || problem->sinks)
    hash = mixed (hash, &h, sizeof h);
  if (problem->slopes)
    hash = mixed (hash, &i, sizeof i);
  return hash;
}

static int
by_hash (const void *a, const void *b)
{
  const struct seen *x = a, *y = b;

  if (x->hash != y->hash)
    return x->hash < y->hash ? -1 : 1;
  if (x->h != y->h)
    return x->h < y->h ? -1 : 1;
  return x->i < y->i ? -1 : x->i > y->i;
}

/* Whether A and B, of one hash, do see the same.  */
static int
see_the_same (struct scene *scene, const struct seen *a, const struct seen *b)
{
  const struct assay_problem *problem = scene->problem;

  if (memcmp (a->q, b->q, problem->width * sizeof *a->q) != 0
      || (problem->slopes && a->i != b->i)
      || ((problem->slopes || problem->sinks) && a->h != b->h))
    return 0;
  assay_problem_legal (scene->legal, scene->bias, problem, scene->b, a->h,
                       a->i);
  assay_problem_legal (scene->other_legal, scene->other_bias, problem,
                       scene->b, b->h, b->i);
  return memcmp (scene->legal, scene->other_legal, problem->keys) == 0
         && memcmp (scene->bias, scene->other_bias,
                    problem->keys * sizeof *scene->bias) == 0;
}

/* Count each element of row B against that of row A, whose input is the
   same.  */
static void
compare_rows (struct scene *scene, const struct seen *a, const struct seen *b)
{
  struct assay_invariant *invariant = &scene->all[EQUAL_ROWS];
  const struct assay_view *got = &scene->dump->got;
  size_t c;

  for (c = 0; c < scene->problem->values; c++)
    {
      const size_t index[] = { scene->b, b->h, b->i, c };
      uint64_t first = assay_view_bits (got, scene->b, a->h, a->i, c);
      uint64_t second = assay_view_bits (got, scene->b, b->h, b->i, c);

      if (!assay_invariant_count (invariant, first == second
                                  ? ASSAY_HOLDS : ASSAY_FAILS, index))
        continue;
      assay_invariant_add (&invariant->expected,
                           assay_view_double (got, scene->b, a->h, a->i, c),
                           scene->fmt);
      assay_text_printf (&invariant->expected, ", as row %zu of head %zu, of "
                         "the same query", a->i, a->h);
      assay_invariant_add (&invariant->found,
                           assay_view_double (got, scene->b, b->h, b->i, c),
                           scene->fmt);
    }
}

static void
check_equal_rows (struct scene *scene)
{
  size_t count = scene->group * scene->problem->queries, n, first = 0;

  qsort (scene->seen, count, sizeof *scene->seen, by_hash);
  for (n = 1; n < count; n++)
    if (scene->seen[n].hash != scene->seen[first].hash)
      first = n;
    else if (see_the_same (scene, &scene->seen[first], &scene->seen[n]))
      compare_rows (scene, &scene->seen[first], &scene->seen[n]);
}

/* ---- outputs of a row ---- */

/* LOW and HIGH <- the hull of the values of the legal keys and, with a sink,
   of 0.  Returns the last legal key.  */
static size_t
find_hull (struct scene *scene)
{
  const struct assay_problem *problem = scene->problem;
  size_t j, c, last = 0;

  for (c = 0; c < problem->values; c++)
    {
      scene->low[c] = problem->sinks ? 0.0 : INFINITY;
      scene->high[c] = problem->sinks ? 0.0 : -INFINITY;
    }
  for (j = 0; j < problem->keys; j++)
    if (scene->legal[j])
      {
        const double *v = assay_head_value (&scene->head, j, scene->buffer);

        last = j;
        for (c = 0; c < problem->values; c++)
          {
            scene->low[c] = fmin (scene->low[c], v[c]);
            scene->high[c] = fmax (scene->high[c], v[c]);
          }
      }
  return last;
}

static void
check_one_key (struct scene *scene, const struct seen *row, size_t key)
{
  struct assay_invariant *invariant = &scene->all[ONE_KEY];
  const double *v = assay_head_value (&scene->head, key, scene->buffer);
  size_t c;

  for (c = 0; c < scene->problem->values; c++)
    {
      const size_t index[] = { scene->b, row->h, row->i, c };
      double right = assay_rounded (v[c], scene->fmt);

      if (!assay_invariant_count (invariant, right == scene->got[c]
                                  ? ASSAY_HOLDS : ASSAY_FAILS, index))
        continue;
      assay_invariant_add (&invariant->expected, right, scene->fmt);
      assay_text_printf (&invariant->expected, ", the value of key %zu", key);
      assay_invariant_add (&invariant->found, scene->got[c], scene->fmt);
    }
}

static void
check_hull (struct scene *scene, const struct seen *row, size_t legal)
{
  struct assay_invariant *invariant = &scene->all[HULL];
  double relative = (4.0 * (double) legal + 6.0)
                    * assay_unit_roundoff (scene->dump->arithmetic);
  double absolute = (2.0 * (double) legal + 1.0)
                    * assay_least_positive (scene->dump->arithmetic);
  size_t c;

  if (relative >= 0.5)
    return;
  relative /= 1.0 - relative;
  for (c = 0; c < scene->problem->values; c++)
    {
      const size_t index[] = { scene->b, row->h, row->i, c };
      double most = fmax (fabs (scene->low[c]), fabs (scene->high[c]));
      double slack = (most * relative + absolute) * (1 + 0x1p-40)
                     + 0x1p-1060;
      double low = assay_rounded (nextafter (scene->low[c] - slack,
                                             -INFINITY), scene->fmt);
      double high = assay_rounded (nextafter (scene->high[c] + slack,
                                              INFINITY), scene->fmt);

      if (!assay_invariant_count (invariant, scene->got[c] >= low
                                  && scene->got[c] <= high
                                  ? ASSAY_HOLDS : ASSAY_FAILS, index))
        continue;
      assay_text_add (&invariant->expected, "between ");
      assay_invariant_add (&invariant->expected, low, scene->fmt);
      assay_text_add (&invariant->expected, " and ");
      assay_invariant_add (&invariant->expected, high, scene->fmt);
      assay_invariant_add (&invariant->found, scene->got[c], scene->fmt);
    }
}

/* ---- weights of a row ---- */

/* Count whether the row's weights sum to 1, or with a sink to no more.  */
static void
check_sum (struct scene *scene, const struct seen *row, size_t legal)
{
  struct assay_invariant *invariant = &scene->all[SUMS];
  const size_t index[] = { scene->b, row->h, row->i };
  double slack = ((double) legal + 2.0)
                 * assay_unit_roundoff (scene->dump->arithmetic);
  enum assay_verdict verdict;
  mpq_t sum, term;
  int is_finite = 1;
  size_t j;

  if (slack >= 0.5)
    return;
  slack = slack / (1.0 - slack) + 2.0 * assay_unit_roundoff (scene->weight_fmt)
          + (double) legal * assay_least_positive (scene->weight_fmt);
  mpq_inits (sum, term, NULL);
  for (j = 0; j < scene->problem->keys && is_finite; j++)
    {
      is_finite = isfinite (scene->weights[j]);
      if (is_finite && scene->legal[j])
        {
          mpq_set_d (term, scene->weights[j]);
          mpq_add (sum, sum, term);
        }
    }
  mpq_set_d (term, 1.0 + slack * (1 + 0x1p-40) + 0x1p-50);
  verdict = is_finite && mpq_cmp (sum, term) <= 0 ? ASSAY_HOLDS
                                                  : ASSAY_FAILS;
  mpq_set_d (term, 1.0 - slack * (1 + 0x1p-40) - 0x1p-50);
  if (scene->problem->sinks)
    mpq_set_ui (term, 0, 1);
  if (mpq_cmp (sum, term) < 0)
    verdict = ASSAY_FAILS;
  if (assay_invariant_count (invariant, verdict, index))
    {
      assay_text_printf (&invariant->expected, scene->problem->sinks
                         ? "0 to 1, above by %.3g at most"
                         : "1, off by %.3g at most", slack);
      if (is_finite)
        assay_text_printf (&invariant->found, "%.17g", mpq_get_d (sum));
      else
        assay_text_add (&invariant->found, "a weight that is no number");
    }
  mpq_clears (sum, term, NULL);
}

static void
check_blocked (struct scene *scene, const struct seen *row)
{
  struct assay_invariant *invariant = &scene->all[BLOCKED];
  size_t j;

  for (j = 0; j < scene->problem->keys; j++)
    if (!scene->legal[j])
      {
        const size_t index[] = { scene->b, row->h, row->i, j };

        if (!assay_invariant_count (invariant, scene->weights[j] == 0.0
                                    ? ASSAY_HOLDS : ASSAY_FAILS, index))
          continue;
        assay_text_add (&invariant->expected, "0, the key being blocked");
        assay_invariant_add (&invariant->found, scene->weights[j],
                             scene->weight_fmt);
      }
}

/* ---- all of it ---- */

static void
check_row (struct scene *scene, struct seen *row, size_t h, size_t i,
           double *q)
{
  const struct assay_problem *problem = scene->problem;
  size_t legal = assay_problem_legal (scene->legal, scene->bias, problem,
                                      scene->b, h, i), last;

  row->h = h;
  row->i = i;
  row->q = q;
  assay_view_row (q, &problem->q, scene->b, h, i);
  row->hash = hash_of_row (scene, h, i, q);
  if (legal == 0)
    return;
  if (scene->dump->has_got)
    {
      last = find_hull (scene);
      assay_view_row (scene->got, &scene->dump->got, scene->b, h, i);
      if (legal == 1 && !problem->sinks)
        check_one_key (scene, row, last);
      check_hull (scene, row, legal);
    }
  if (scene->dump->has_weights)
    {
      assay_view_row (scene->weights, &scene->dump->weights, scene->b, h, i);
      check_sum (scene, row, legal);
      check_blocked (scene, row);
    }
}

static void
check_head (struct scene *scene)
{
  const struct assay_problem *problem = scene->problem;
  size_t g, i, n = 0;

  assay_head_init (&scene->head, problem, scene->b, scene->kv_head, 0);
  for (g = 0; g < scene->group; g++)
    for (i = 0; i < problem->queries; i++, n++)
      check_row (scene, &scene->seen[n], scene->kv_head * scene->group + g, i,
                 scene->queries + n * problem->width);
  if (scene->dump->has_got)
    check_equal_rows (scene);
  assay_head_clear (&scene->head);
}

static void
check_all (struct scene *scene)
{
  const struct assay_problem *problem = scene->problem;
  size_t rows = scene->group * problem->queries, keys = problem->keys;

  scene->seen = assay_calloc (rows, sizeof *scene->seen);
  scene->queries = assay_calloc (rows * problem->width,
                                 sizeof *scene->queries);
  scene->legal = assay_calloc (keys, 1);
  scene->other_legal = assay_calloc (keys, 1);
  scene->bias = assay_calloc (keys, sizeof (double));
  scene->other_bias = assay_calloc (keys, sizeof (double));
  scene->weights = assay_calloc (keys, sizeof (double));
  scene->got = assay_calloc (problem->values, sizeof (double));
  scene->low = assay_calloc (problem->values, sizeof (double));
  scene->high = assay_calloc (problem->values, sizeof (double));
  scene->buffer = assay_calloc (problem->width + problem->values,
                                sizeof (double));
  for (scene->b = 0; scene->b < problem->batches; scene->b++)
    for (scene->kv_head = 0; scene->kv_head < problem->kv_heads;
         scene->kv_head++)
      check_head (scene);
  free (scene->seen);
  free (scene->queries);
  free (scene->legal);
  free (scene->other_legal);
  free (scene->bias);
  free (scene->other_bias);
  free (scene->weights);
  free (scene->got);
  free (scene->low);
  free (scene->high);
  free (scene->buffer);
}

static enum assay_status
check_view (const struct assay_view *view, const char *option,
            const struct assay_problem *problem, size_t columns,
            struct assay_ctx *ctx)
{
  const size_t shape[] = { problem->batches, problem->q_heads,
                           problem->queries, columns };
  const struct assay_where where = { NULL, option, 0 };
  enum assay_status status = assay_dtype_need_fmt (NULL, view->dtype, ctx,
                                                   &where);

  return status != ASSAY_OK ? status
         : assay_view_check_shape (view, shape, ctx, &where);
}

static void
end_all (struct assay_invariant *all, const struct assay_attention_dump *dump)
{
  const char *no_got = dump->has_got ? NULL : "no --got";
  const char *no_weights = dump->has_weights ? NULL : "no --weights";

  assay_invariant_end (&all[EQUAL_ROWS], no_got ? no_got
                       : "no two queries are equal and see the same");
  assay_invariant_end (&all[ONE_KEY], no_got ? no_got
                       : "no row has one legal key alone");
  assay_invariant_end (&all[HULL], no_got ? no_got
                       : "no row has a legal key, or too many to tell");
  assay_invariant_end (&all[SUMS], no_weights ? no_weights
                       : "no row has a legal key, or too many to tell");
  assay_invariant_end (&all[BLOCKED], no_weights ? no_weights
                       : "no key is blocked in a row that has a legal one");
}

enum assay_status
assay_invariants_attention (
  struct assay_invariant all[ASSAY_ATTENTION_INVARIANTS],
  const struct assay_attention_dump *dump, struct assay_ctx *ctx)
{
  const struct assay_problem *problem = dump->problem;
  enum assay_status status = ASSAY_OK;
  struct scene scene = { .dump = dump, .problem = problem, .all = all };

  assay_invariant_init (&all[EQUAL_ROWS], "equal rows give equal outputs", 4);
  assay_invariant_init (&all[ONE_KEY], "one legal key returns its value", 4);
  assay_invariant_init (&all[HULL], "outputs lie in the hull of the legal "
                        "values", 4);
  assay_invariant_init (&all[SUMS], "rows of weights sum to 1", 3);
  assay_invariant_init (&all[BLOCKED], "blocked weights are 0", 4);
  if (dump->has_got)
    status = check_view (&dump->got, "--got", problem, problem->values, ctx);
  if (dump->has_weights && status == ASSAY_OK)
    status = check_view (&dump->weights, "--weights", problem, problem->keys,
                         ctx);
  if (status != ASSAY_OK)
    return status;
  scene.fmt = scene.weight_fmt = ASSAY_FMT_F32;
  if (dump->has_got)
    assay_dtype_fmt (&scene.fmt, dump->got.dtype);
  if (dump->has_weights)
    assay_dtype_fmt (&scene.weight_fmt, dump->weights.dtype);
  scene.group = problem->q_heads / problem->kv_heads;
  check_all (&scene);
  end_all (all, dump);
  return ASSAY_OK;
}
