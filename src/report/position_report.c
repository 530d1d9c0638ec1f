/* position_report.c -- encodings of position that no config describes */

#include "report/position_report.h"

#include "report/rope_report.h"

const char *
assay_position_kind_name (enum assay_position_kind kind)
{
  static const char *const names[ASSAY_POSITION_KINDS]
    = { "alibi", "axial", "sinusoid", "t5", "xpos" };

  return names[kind];
}

/* TEXT <- "NAME VALUE".  */
static void
add_number (struct assay_text *text, const char *name, mpq_srcptr value)
{
  assay_text_add (text, name);
  assay_text_take (text, assay_rope_value_text (value));
}

static void
add_alibi (struct assay_text *text, const struct assay_position_view *v)
{
  assay_text_printf (text, "ALiBi, %lu heads, rule %s", v->heads,
                     assay_alibi_rule_name (v->alibi));
  if (v->alibi != ASSAY_ALIBI_PAPER)
    add_number (text, ", largest bias ", v->bias_max);
  assay_text_add (text, "\nthe bias of a head on a scaled score is -slope "
                  "(query - key)");
  if (v->has_distance)
    assay_text_printf (text, ", here at query - key = %ld", v->distance);
}

static void
add_axial (struct assay_text *text, const struct assay_position_view *v)
{
  assay_text_printf (text, "two axes, family %s, head size %lu",
                     assay_axial_name (v->family), v->width);
  add_number (text, ", base ", v->base);
  assay_text_add (text, "\na pair turns x towards y by its axis's coordinate "
                  "times its step");
  if (v->has_position)
    {
      int is_chat = v->family == ASSAY_AXIAL_CHATGLM;

      add_number (text, is_chat ? ",\nhere at token " : ",\nhere at row ",
                  v->row);
      add_number (text, is_chat ? ", block " : ", column ", v->column);
    }
}

static void
add_sinusoid (struct assay_text *text, const struct assay_position_view *v)
{
  assay_text_printf (text, "sinusoids, width %lu", v->width);
  add_number (text, ", base ", v->base);
  assay_text_printf (text, ", order %s, step %s\na channel is the wave of "
                     "position times step",
                     assay_sinusoid_order_name (v->order),
                     assay_sinusoid_step_name (v->step));
  if (v->has_position)
    assay_text_printf (text, ", here of position %lu", v->position);
}

static void
add_t5 (struct assay_text *text, const struct assay_position_view *v)
{
  assay_text_printf (text, "T5, %lu buckets, largest distance %lu, %s\n"
                     "distances are key - query",
                     v->t5.buckets, v->t5.max_distance,
                     v->t5.bidirectional ? "both directions" : "causal");
  if (!v->has_distance)
    assay_text_add (text, ", with - for all beyond");
}

static void
add_xpos (struct assay_text *text, const struct assay_position_view *v)
{
  long centre = v->length > 0 ? assay_xpos_centre (v->length, v->centre) : 0;

  assay_text_printf (text, "xPos, head size %lu, scale %lu, centre %ld\na "
                     "query is multiplied by zeta^((position - centre) / "
                     "scale), a key by the inverse", v->width, v->scale,
                     centre);
  if (v->has_position)
    assay_text_printf (text, ",\nhere at position %lu", v->position);
  if (v->has_distance)
    assay_text_printf (text, ",\na score at query - key = %ld by zeta^(%ld / "
                       "%lu)", v->distance, v->distance, v->scale);
}

static void
add_heading (struct assay_text *text, const struct assay_position_view *v)
{
  switch (v->kind)
    {
    case ASSAY_POSITION_ALIBI:
      add_alibi (text, v);
      break;
    case ASSAY_POSITION_AXIAL:
      add_axial (text, v);
      break;
    case ASSAY_POSITION_SINUSOID:
      add_sinusoid (text, v);
      break;
    case ASSAY_POSITION_T5:
      add_t5 (text, v);
      break;
    case ASSAY_POSITION_XPOS:
      add_xpos (text, v);
      break;
    }
  assay_text_add (text, "\n\n");
}

static void
put_number (struct assay_json_out *out, const char *key, mpq_srcptr value)
{
  assay_json_take (out, key, assay_rope_value_text (value));
}

static void
put_parameters (struct assay_json_out *out,
                const struct assay_position_view *v)
{
  switch (v->kind)
    {
    case ASSAY_POSITION_ALIBI:
      assay_json_integer (out, "heads", (long long) v->heads);
      assay_json_string (out, "rule", assay_alibi_rule_name (v->alibi));
      if (v->alibi != ASSAY_ALIBI_PAPER)
        put_number (out, "max_bias", v->bias_max);
      break;
    case ASSAY_POSITION_AXIAL:
      assay_json_string (out, "family", assay_axial_name (v->family));
      assay_json_integer (out, "head_dim", (long long) v->width);
      put_number (out, "base", v->base);
      if (v->has_position)
        {
          put_number (out, "row", v->row);
          put_number (out, "column", v->column);
        }
      break;
    case ASSAY_POSITION_SINUSOID:
      assay_json_integer (out, "width", (long long) v->width);
      put_number (out, "base", v->base);
      assay_json_string (out, "order", assay_sinusoid_order_name (v->order));
      assay_json_string (out, "step", assay_sinusoid_step_name (v->step));
      break;
    case ASSAY_POSITION_T5:
      assay_json_integer (out, "buckets", (long long) v->t5.buckets);
      assay_json_integer (out, "max_distance",
                          (long long) v->t5.max_distance);
      assay_json_bool (out, "bidirectional", v->t5.bidirectional);
      break;
    case ASSAY_POSITION_XPOS:
      assay_json_integer (out, "head_dim", (long long) v->width);
      assay_json_integer (out, "scale", (long long) v->scale);
      assay_json_integer (out, "centre", v->length > 0
                          ? assay_xpos_centre (v->length, v->centre) : 0);
      break;
    }
  if (v->has_position && v->kind != ASSAY_POSITION_AXIAL)
    assay_json_integer (out, "position", (long long) v->position);
  if (v->has_distance && v->kind != ASSAY_POSITION_T5)
    assay_json_integer (out, "distance", v->distance);
}

enum assay_status
assay_position_report (struct assay_text *text,
                       const struct assay_position_view *v, int as_json,
                       struct assay_ctx *ctx)
{
  struct assay_listing listing;
  struct assay_json_out out;
  enum assay_status status;

  assay_listing_init (&listing);
  status = assay_position_rows (&listing, v, ctx);
  if (status == ASSAY_OK && as_json)
    {
      assay_json_begin (&out, text, v->version, "position");
      assay_json_string (&out, "kind", assay_position_kind_name (v->kind));
      put_parameters (&out, v);
      assay_listing_json (&out, "rows", &listing);
      assay_json_end (&out);
    }
  else if (status == ASSAY_OK)
    {
      add_heading (text, v);
      assay_listing_text (text, &listing);
    }
  assay_listing_clear (&listing);
  return status;
}
