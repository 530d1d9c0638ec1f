/* shard_report.c -- what one of several shards of a judgement found */

#include "kernel/shard_report.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "exact/rat.h"
#include "kernel/measure_part.h"

/* The limits of a run and whether each is given.  */
struct limit
{
  const char *key;
  mpq_ptr value;
  int *is_given;
};

enum { LIMITS = 4 };

static void
list_limits (struct limit *limit, struct assay_criteria *criteria)
{
  limit[0] = (struct limit) { "max_ulp", criteria->max_ulp,
                              &criteria->has_max_ulp };
  limit[1] = (struct limit) { "rtol", criteria->rtol,
                              &criteria->has_tolerance };
  limit[2] = (struct limit) { "atol", criteria->atol,
                              &criteria->has_tolerance };
  limit[3] = (struct limit) { "times_naive", criteria->times_naive,
                              &criteria->has_times_naive };
}

static void
put_optional (struct assay_json_out *out, const char *key, const char *text)
{
  if (text)
    assay_json_string (out, key, text);
}

static void
put_judged (struct assay_json_out *out, const struct assay_judged *judged)
{
  assay_json_open_object (out, NULL);
  assay_json_string (out, "name", judged->name);
  put_optional (out, "file", judged->file);
  put_optional (out, "mass_of", judged->mass);
  assay_json_integer (out, "open", (long long) judged->open);
  assay_json_integer (out, "far", (long long) judged->far);
  assay_json_integer (out, "far_open", (long long) judged->far_open);
  put_optional (out, "worst_exact", judged->worst.exact);
  put_optional (out, "worst_value", judged->worst.value);
  put_optional (out, "worst_lo", judged->worst.lo);
  put_optional (out, "worst_hi", judged->worst.hi);
  assay_measure_put (out, "measure", judged->measure);
  if (judged->naive)
    assay_measure_put (out, "naive", judged->naive);
  assay_json_close (out);
}

void
assay_shard_report_put (struct assay_text *text, const char *version,
                        const struct assay_shard_report *report)
{
  struct assay_criteria criteria = report->criteria;
  struct limit limit[LIMITS];
  struct assay_json_out out;
  size_t n;

  assay_json_begin (&out, text, version, report->command);
  assay_json_integer (&out, "shard", (long long) report->shard);
  assay_json_integer (&out, "of", (long long) report->shards);
  assay_json_string (&out, "problem", report->problem);
  assay_json_string (&out, "identity", report->identity);
  assay_json_integer (&out, "rows", (long long) report->rows);
  assay_json_integer (&out, "rows_done", (long long) report->rows_done);
  assay_json_integer (&out, "of_rows", (long long) report->all_rows);
  assay_json_open_inline_object (&out, "criteria");
  list_limits (limit, &criteria);
  for (n = 0; n < LIMITS; n++)
    if (*limit[n].is_given)
      assay_json_take (&out, limit[n].key, assay_rat_text (limit[n].value));
  assay_json_close (&out);
  assay_json_open_list (&out, "tensors");
  for (n = 0; n < report->count; n++)
    put_judged (&out, &report->judged[n]);
  assay_json_close (&out);
  assay_json_end (&out);
}

/* RESULT <- the member KEY, a string, copied; null, and ASSAY_OK only where
   it may be ABSENT, when there is none.  */
static enum assay_status
get_text (char **result, const json_t *object, const char *key, int absent,
          struct assay_ctx *ctx, const struct assay_where *up)
{
  const struct assay_where where = { up, key, 0 };
  const json_t *value = json_object_get (object, key);

  *result = NULL;
  if (value == NULL && absent)
    return ASSAY_OK;
  if (!json_is_string (value))
    return assay_json_refuse (ctx, ASSAY_ETYPE, &where, "a string", value);
  *result = assay_strdup (json_string_value (value));
  return ASSAY_OK;
}

static enum assay_status
get_count (size_t *count, const json_t *object, const char *key,
           struct assay_ctx *ctx, const struct assay_where *up)
{
  const struct assay_where where = { up, key, 0 };
  const json_t *value = json_object_get (object, key);

  if (!json_is_integer (value) || json_integer_value (value) < 0)
    return assay_json_refuse (ctx, ASSAY_EVALUE, &where,
                              "an integer of at least 0", value);
  *count = (size_t) json_integer_value (value);
  return ASSAY_OK;
}

static int
is_of_one_tensor (const struct assay_measure *a,
                  const struct assay_measure *b)
{
  return a->fmt == b->fmt
         && memcmp (a->shape, b->shape, sizeof a->shape) == 0;
}

static enum assay_status
get_judged (struct assay_shard_report *report, size_t n, const json_t *object,
            struct assay_ctx *ctx, const struct assay_where *where)
{
  const struct assay_where measure = { where, "measure", 0 };
  const struct assay_where naive = { where, "naive", 0 };
  struct assay_judged *judged = &report->judged[n];
  const json_t *value = json_object_get (object, "naive");
  size_t open = 0, far = 0, far_open = 0;
  enum assay_status status;

  judged->measure = &report->measure[n];
  status = assay_measure_get (judged->measure,
                              json_object_get (object, "measure"), ctx,
                              &measure);
  if (status == ASSAY_OK && value)
    {
      judged->naive = &report->naive[n];
      status = assay_measure_get (&report->naive[n], value, ctx, &naive);
      if (status == ASSAY_OK
          && !is_of_one_tensor (&report->naive[n], judged->measure))
        status = assay_fail (ctx, ASSAY_EVALUE, &naive, "the dtype and shape "
                             "of the measure beside it", "another one");
    }
  if (status == ASSAY_OK)
    status = get_text ((char **) &judged->name, object, "name", 0, ctx,
                       where);
  if (status == ASSAY_OK)
    status = get_text ((char **) &judged->file, object, "file", 1, ctx,
                       where);
  if (status == ASSAY_OK)
    status = get_text ((char **) &judged->mass, object, "mass_of", 1, ctx,
                       where);
  if (status == ASSAY_OK)
    status = get_text (&judged->worst.exact, object, "worst_exact", 1, ctx,
                       where);
  if (status == ASSAY_OK)
    status = get_text (&judged->worst.value, object, "worst_value", 1, ctx,
                       where);
  if (status == ASSAY_OK)
    status = get_text (&judged->worst.lo, object, "worst_lo", 1, ctx, where);
  if (status == ASSAY_OK)
    status = get_text (&judged->worst.hi, object, "worst_hi", 1, ctx, where);
  if (status == ASSAY_OK)
    status = get_count (&open, object, "open", ctx, where);
  if (status == ASSAY_OK)
    status = get_count (&far, object, "far", ctx, where);
  if (status == ASSAY_OK)
    status = get_count (&far_open, object, "far_open", ctx, where);
  judged->open = open;
  judged->far = far;
  judged->far_open = far_open;
  return status;
}

static enum assay_status
get_criteria (struct assay_criteria *criteria, const json_t *object,
              struct assay_ctx *ctx)
{
  const struct assay_where up = { NULL, "criteria", 0 };
  enum assay_status status = ASSAY_OK;
  struct limit limit[LIMITS];
  size_t n;

  list_limits (limit, criteria);
  for (n = 0; n < LIMITS && status == ASSAY_OK; n++)
    {
      const struct assay_where where = { &up, limit[n].key, 0 };
      const char *text = json_string_value (json_object_get (object,
                                                             limit[n].key));

      if (text == NULL)
        continue;
      *limit[n].is_given = 1;
      status = assay_rat_read (limit[n].value, text, ctx, &where,
                               "a fraction");
    }
  return status;
}

static enum assay_status
get_report (struct assay_shard_report *report, const json_t *root,
            struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, "tensors", 0 };
  const json_t *list = json_object_get (root, "tensors");
  enum assay_status status;
  size_t n;

  status = get_count (&report->shard, root, "shard", ctx, NULL);
  if (status == ASSAY_OK)
    status = get_count (&report->shards, root, "of", ctx, NULL);
  if (status == ASSAY_OK)
    status = get_text (&report->command, root, "command", 0, ctx, NULL);
  if (status == ASSAY_OK)
    status = get_text (&report->problem, root, "problem", 0, ctx, NULL);
  if (status == ASSAY_OK)
    status = get_text (&report->identity, root, "identity", 0, ctx, NULL);
  if (status == ASSAY_OK)
    status = get_count (&report->rows, root, "rows", ctx, NULL);
  if (status == ASSAY_OK)
    status = get_count (&report->rows_done, root, "rows_done", ctx, NULL);
  if (status == ASSAY_OK)
    status = get_count (&report->all_rows, root, "of_rows", ctx, NULL);
  if (status == ASSAY_OK)
    status = get_criteria (&report->criteria,
                           json_object_get (root, "criteria"), ctx);
  if (status == ASSAY_OK && !json_is_array (list))
    status = assay_json_refuse (ctx, ASSAY_ETYPE, &where, "a list", list);
  if (status != ASSAY_OK)
    return status;
  report->judged = assay_calloc (json_array_size (list),
                                 sizeof *report->judged);
  report->measure = assay_calloc (json_array_size (list),
                                  sizeof *report->measure);
  report->naive = assay_calloc (json_array_size (list),
                                sizeof *report->naive);
  for (n = 0; n < json_array_size (list) && status == ASSAY_OK; n++)
    {
      const struct assay_where at = { &where, NULL, n };

      report->count++;
      status = get_judged (report, n, json_array_get (list, n), ctx, &at);
    }
  return status;
}

enum assay_status
assay_shard_report_read (struct assay_shard_report *report, const char *file,
                         struct assay_ctx *ctx)
{
  enum assay_status status;
  json_t *root;

  memset (report, 0, sizeof *report);
  assay_criteria_init (&report->criteria);
  status = assay_json_read (&root, file, ctx);
  if (status == ASSAY_OK)
    status = get_report (report, root, ctx);
  json_decref (root);
  if (status != ASSAY_OK)
    assay_ctx_name_source (ctx, file);
  return status;
}

void
assay_shard_report_clear (struct assay_shard_report *report)
{
  size_t n;

  for (n = 0; n < report->count; n++)
    {
      struct assay_judged *judged = &report->judged[n];

      assay_measure_clear (judged->measure);
      if (judged->naive)
        assay_measure_clear (&report->naive[n]);
      free ((char *) judged->name);
      free ((char *) judged->file);
      free ((char *) judged->mass);
      assay_judged_clear (judged);
    }
  free (report->judged);
  free (report->measure);
  free (report->naive);
  free (report->command);
  free (report->problem);
  free (report->identity);
  assay_criteria_clear (&report->criteria);
}

/* Whether both are reports of one run.  */
static int
is_one_run (const struct assay_shard_report *a,
            const struct assay_shard_report *b)
{
  size_t n;

  if (a->shards != b->shards || a->count != b->count
      || strcmp (a->identity, b->identity) != 0)
    return 0;
  for (n = 0; n < a->count; n++)
    if (strcmp (a->judged[n].name, b->judged[n].name) != 0
        || !is_of_one_tensor (&a->measure[n], &b->measure[n])
        || !a->judged[n].naive != !b->judged[n].naive)
      return 0;
  return 1;
}

static void
replace (char **text, const char *other)
{
  free (*text);
  *text = other ? assay_strdup (other) : NULL;
}

static void
add_judged (struct assay_judged *sum, struct assay_measure *naive,
            const struct assay_judged *from)
{
  assay_measure_merge (sum->measure, from->measure);
  if (from->naive)
    assay_measure_merge (naive, from->naive);
  sum->open += from->open;
  sum->far += from->far;
  sum->far_open += from->far_open;
  /* The worst of the sum is that of one of both.  */
  if (from->measure->elements > 0
      && memcmp (sum->measure->ulps.index, from->measure->ulps.index,
                 sizeof sum->measure->ulps.index) == 0)
    {
      replace (&sum->worst.exact, from->worst.exact);
      replace (&sum->worst.value, from->worst.value);
      replace (&sum->worst.lo, from->worst.lo);
      replace (&sum->worst.hi, from->worst.hi);
    }
}

enum assay_status
assay_shard_report_add (struct assay_shard_report *sum,
                        const struct assay_shard_report *from,
                        const char *file, struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, file, 0 };
  size_t n;

  if (!is_one_run (sum, from))
    return assay_fail (ctx, ASSAY_EVALUE, &where, "a shard of the same run "
                       "as the first", "one of another: %s", from->problem);
  for (n = 0; n < sum->count; n++)
    add_judged (&sum->judged[n], &sum->naive[n], &from->judged[n]);
  sum->rows += from->rows;
  sum->rows_done += from->rows_done;
  return ASSAY_OK;
}
