/* rope_readers_report.c -- readers of one config, side by side */

#include "report/rope_report.h"

#include <stdlib.h>

#include "base/memory.h"

enum { EFFECT_DIGITS = 5 };

/* What a report says of one reader and group.  */
struct row
{
  const struct assay_rope_view *view;
  const struct assay_reading *reference, *reading;
  struct assay_effect effect;
  unsigned long position;
  /* Decimals of the effect; null where there is nothing to say.  */
  char *ratio, *percent, *turns, *logits, *logits_percent;
};

/* PERCENT <- "+76.239" for the ratio 1.76239: 100 (x - 1), signed.  */
static enum assay_status
percent_of (char **percent, struct assay_expr *ratio, struct assay_ctx *ctx)
{
  struct assay_expr *one = assay_expr_new_si (1, 1);
  struct assay_expr *hundred = assay_expr_new_si (100, 1);
  struct assay_expr *excess = NULL, *scaled = NULL;
  struct assay_text text;
  char *number = NULL;
  enum assay_status status;

  *percent = NULL;
  if ((status = assay_expr_sub (&excess, ratio, one, ctx)) == ASSAY_OK
      && (status = assay_expr_mul (&scaled, hundred, excess, ctx))
         == ASSAY_OK
      && (status = assay_rope_digits (&number, scaled, EFFECT_DIGITS, ctx))
         == ASSAY_OK)
    {
      assay_text_init (&text);
      assay_text_printf (&text, "%s%s", number[0] == '-' ? "" : "+", number);
      *percent = assay_strdup (assay_text_string (&text));
      assay_text_clear (&text);
    }
  free (number);
  assay_expr_unref (one);
  assay_expr_unref (hundred);
  assay_expr_unref (excess);
  assay_expr_unref (scaled);
  return status;
}

static enum assay_status
row_make (struct row *row, const struct assay_rope_view *view,
          const struct assay_reading *reference,
          const struct assay_reading *reading, struct assay_ctx *ctx)
{
  struct assay_effect *e = &row->effect;
  enum assay_status status;

  *row = (struct row) { .view = view, .reference = reference,
                        .reading = reading };
  row->position = assay_rope_last_position (view, &reference->plan);
  status = assay_effect_make (e, reference, reading, row->position, ctx);
  if (status == ASSAY_OK && e->ratio
      && (status = assay_rope_digits (&row->ratio, e->ratio, EFFECT_DIGITS,
                                      ctx)) == ASSAY_OK)
    status = percent_of (&row->percent, e->ratio, ctx);
  if (status == ASSAY_OK && e->turns)
    status = assay_rope_digits (&row->turns, e->turns, EFFECT_DIGITS, ctx);
  if (status == ASSAY_OK && e->logits
      && (status = assay_rope_digits (&row->logits, e->logits, EFFECT_DIGITS,
                                      ctx)) == ASSAY_OK)
    status = percent_of (&row->logits_percent, e->logits, ctx);
  return status;
}

static void
row_clear (struct row *row)
{
  assay_effect_clear (&row->effect);
  free (row->ratio);
  free (row->percent);
  free (row->turns);
  free (row->logits);
  free (row->logits_percent);
}

static enum assay_verdict
worse (enum assay_verdict a, enum assay_verdict b)
{
  if (a == ASSAY_FAILS || b == ASSAY_FAILS)
    return ASSAY_FAILS;
  return a == ASSAY_OPEN ? a : b;
}

/* ---- text ---- */

static const char *
agreement (const struct row *row)
{
  if (row->reading == row->reference)
    return row->reading->refuses ? "refuses the set" : "the reference";
  if (row->reading->refuses)
    return "refuses the set";
  if (row->effect.agree == ASSAY_HOLDS)
    return "agrees";
  return row->effect.agree == ASSAY_OPEN ? "undecided" : "differs";
}

static void
add_steps_line (struct assay_text *text, const struct row *row)
{
  const struct assay_effect *e = &row->effect;

  if (e->layouts_differ)
    {
      assay_text_printf (text, "    widths  %zu of %zu coordinates, not %zu\n",
                         row->reading->plan.layout.rotary_dim,
                         row->reading->plan.layout.head_dim,
                         row->reference->plan.layout.rotary_dim);
      return;
    }
  if (e->apart == 0)
    return;
  assay_text_printf (text, "    steps   %zu of %zu differ, pairs %zu to %zu; ",
                     e->apart, row->reference->steps.count, e->first,
                     e->last);
  if (row->ratio)
    assay_text_printf (text, "the worst, of pair %zu, is %s times as large "
                       "(%s %%)\n", e->ratio_pair, row->ratio, row->percent);
  else
    assay_text_printf (text, "pair %zu stands still in one of the two\n",
                       e->ratio_pair);
  if (row->turns)
    assay_text_printf (text, "    angles  farthest apart at position %lu: "
                       "pair %zu by %s turns\n", row->position,
                       e->turns_pair, row->turns);
}

static void
add_row (struct assay_text *text, const struct row *row)
{
  const struct assay_reading *r = row->reading;
  size_t i;

  assay_text_printf (text, "  %-18s %s%s%s\n", assay_reader_name (r->reader),
                     agreement (row), r->refuses ? ": " : "",
                     r->refuses ? r->refusal : "");
  for (i = 0; i < r->note_count; i++)
    if (r->note[i].row > 0)
      assay_text_printf (text, "    D %-5d %s\n", r->note[i].row,
                         r->note[i].text);
    else
      assay_text_printf (text, "    also    %s\n", r->note[i].text);
  if (row->effect.agree == ASSAY_HOLDS || r->refuses
      || row->reference->refuses)
    return;
  add_steps_line (text, row);
  if (row->effect.logits_differ)
    assay_text_printf (text, "    scores  %s times as large (%s %%)\n",
                       row->logits, row->logits_percent);
}

/* ---- JSON ---- */

static void
add_effect_json (struct assay_json_out *out, const struct row *row)
{
  const struct assay_effect *e = &row->effect;

  if (e->layouts_differ)
    assay_json_integer (out, "rotary_dim",
                        (long long) row->reading->plan.layout.rotary_dim);
  if (!e->layouts_differ && !row->reading->refuses)
    assay_json_integer (out, "pairs_apart", (long long) e->apart);
  if (e->apart > 0)
    {
      assay_json_open_inline_object (out, "worst_ratio");
      assay_json_integer (out, "pair", (long long) e->ratio_pair);
      if (row->ratio)
        assay_json_string (out, "ratio", row->ratio);
      else
        assay_json_null (out, "ratio");
      assay_json_close (out);
    }
  if (row->turns)
    {
      assay_json_open_inline_object (out, "worst_turns");
      assay_json_integer (out, "pair", (long long) e->turns_pair);
      assay_json_integer (out, "position", (long long) row->position);
      assay_json_string (out, "turns", row->turns);
      assay_json_close (out);
    }
  if (row->logits)
    assay_json_string (out, "score_ratio", row->logits);
}

static void
add_row_json (struct assay_json_out *out, const struct row *row, size_t group)
{
  const struct assay_reading *r = row->reading;
  size_t i;

  assay_json_open_object (out, NULL);
  assay_json_integer (out, "group", (long long) group);
  assay_json_string (out, "reader", assay_reader_name (r->reader));
  assay_json_string (out, "version", assay_reader_version (r->reader));
  assay_json_string (out, "against",
                     assay_reader_name (row->reference->reader));
  if (row->effect.agree == ASSAY_OPEN)
    assay_json_null (out, "agrees");
  else
    assay_json_bool (out, "agrees", row->effect.agree == ASSAY_HOLDS);
  if (r->refuses)
    assay_json_string (out, "refuses", r->refusal);
  assay_json_open_list (out, "rows");
  for (i = 0; i < r->note_count; i++)
    {
      assay_json_open_inline_object (out, NULL);
      if (r->note[i].row > 0)
        assay_json_integer (out, "d", r->note[i].row);
      assay_json_string (out, "text", r->note[i].text);
      assay_json_close (out);
    }
  assay_json_close (out);
  add_effect_json (out, row);
  assay_json_close (out);
}

/* ---- all readers of a group ---- */

/* One of TEXT and OUT is null.  */
static enum assay_status
add_group (struct assay_text *text, struct assay_json_out *out,
           enum assay_verdict *agree, const struct assay_rope_view *view,
           size_t group, struct assay_ctx *ctx)
{
  const struct assay_rope_plan *plan = &view->config->group[group];
  struct assay_reading *reading = assay_calloc (view->reader_count,
                                                sizeof *reading);
  enum assay_status status = ASSAY_OK;
  size_t i, made;

  for (made = 0; made < view->reader_count && status == ASSAY_OK; made++)
    status = assay_reading_make (&reading[made], view->reader[made], plan,
                                 &view->call, ctx);
  for (i = 0; i < view->reader_count && status == ASSAY_OK; i++)
    {
      struct row row;

      status = row_make (&row, view, &reading[0], &reading[i], ctx);
      if (status == ASSAY_OK)
        {
          *agree = worse (*agree, row.effect.agree);
          if (text)
            add_row (text, &row);
          else
            add_row_json (out, &row, group);
        }
      row_clear (&row);
    }
  for (i = 0; i < made; i++)
    assay_reading_clear (&reading[i]);
  free (reading);
  return status;
}

static int
has_readers (const struct assay_rope_view *view, size_t group)
{
  return assay_rope_view_shows (view, group)
         && view->config->group[group].type != ASSAY_ROPE_NONE;
}

enum assay_status
assay_rope_readers_text (struct assay_text *text, enum assay_verdict *agree,
                         const struct assay_rope_view *view,
                         struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  size_t i;

  assay_text_printf (text, "\nreaders, against %s, by the rules known of "
                     "these versions\n",
                     assay_reader_name (view->reader[0]));
  for (i = 0; i < view->reader_count; i++)
    assay_text_printf (text, "  %-18s %s\n",
                       assay_reader_name (view->reader[i]),
                       assay_reader_version (view->reader[i]));
  for (i = 0; i < view->config->group_count && status == ASSAY_OK; i++)
    {
      if (!has_readers (view, i))
        continue;
      assay_text_add (text, "\n");
      assay_rope_add_layers (text, &view->config->group[i]);
      assay_text_add (text, ":\n");
      status = add_group (text, NULL, agree, view, i, ctx);
    }
  return status;
}

enum assay_status
assay_rope_readers_json (struct assay_json_out *out,
                         enum assay_verdict *agree,
                         const struct assay_rope_view *view,
                         struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  size_t i;

  assay_json_open_list (out, "readers");
  for (i = 0; i < view->config->group_count && status == ASSAY_OK; i++)
    if (has_readers (view, i))
      status = add_group (NULL, out, agree, view, i, ctx);
  assay_json_close (out);
  return status;
}
