/* config_score.c -- what a config says about scores and queries besides A */

#include "position/config_set.h"

#include <stdio.h>

#include "base/json.h"
#include "real/fmt.h"

static void
class_default (struct assay_rope_value *value, unsigned long numerator,
               unsigned long denominator, const struct assay_config_set *s)
{
  char from[80];
  mpq_t x;

  if (value->is_set)
    return;
  mpq_init (x);
  mpq_set_ui (x, numerator, denominator);
  mpq_canonicalize (x);
  assay_fmt_decode (x, assay_fmt_round (x, ASSAY_FMT_F64), ASSAY_FMT_F64);
  snprintf (from, sizeof from, "default of model_type %s", s->class->name);
  assay_rope_value_set (value, x, from);
  mpq_clear (x);
}

/* TUNES <- whether layers that do not turn scale their queries by position;
   older configs spell the flag as a number.  */
static enum assay_status
read_tuning (int *tunes, const struct assay_config_set *s,
             struct assay_ctx *ctx)
{
  static const char key[] = "attn_temperature_tuning";
  const json_t *member = assay_config_member (&s->body, key);
  struct assay_where where = { s->body.where, key, 0 };
  enum assay_status status = ASSAY_OK;
  mpq_t number;

  *tunes = s->class->tunes_still_layers;
  if (member == NULL || !*tunes)
    return ASSAY_OK;
  *tunes = json_is_true (member);
  if (json_is_boolean (member))
    return ASSAY_OK;
  mpq_init (number);
  status = assay_config_number (number, s->body.text, member, ctx, &where,
                                "true, false or a number");
  *tunes = mpq_sgn (number) != 0;
  mpq_clear (number);
  return status;
}

enum assay_status
assay_config_score_read (struct assay_rope_plan *plan,
                         const struct assay_config_set *s,
                         struct assay_ctx *ctx)
{
  struct assay_rope_value *scalar = &plan->value[ASSAY_KEY_SCORE_SCALAR];
  struct assay_rope_value *times = &plan->value[ASSAY_KEY_SCORE_MULTIPLIER];
  struct assay_rope_value *scale = &plan->value[ASSAY_KEY_ATTN_SCALE];
  struct assay_rope_value *floor = &plan->value[ASSAY_KEY_FLOOR_SCALE];
  enum assay_status status;
  int tunes;

  if ((status = assay_config_value (scalar, &s->body, "query_pre_attn_scalar",
                                    ctx)) != ASSAY_OK
      || (status = assay_config_value (times, &s->body,
                                       "attention_multiplier", ctx))
         != ASSAY_OK)
    return status;
  if (s->class->score_scalar > 0)
    class_default (scalar, s->class->score_scalar, 1, s);
  if (s->class->multiplies_score)
    class_default (times, 1, 1, s);
  if (plan->type != ASSAY_ROPE_NONE
      || (status = read_tuning (&tunes, s, ctx)) != ASSAY_OK || !tunes)
    return status;
  if ((status = assay_config_value (scale, &s->body, "attn_scale", ctx))
      != ASSAY_OK
      || (status = assay_config_value (floor, &s->body, "floor_scale", ctx))
         != ASSAY_OK)
    return status;
  class_default (scale, 1, 10, s);
  class_default (floor, 8192, 1, s);
  return status;
}
