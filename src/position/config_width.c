/* config_width.c -- head size, rotary width and layout of a set */

#include "position/config_set.h"

#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "real/fmt.h"

enum { MAX_WIDTH = 65536 };

#define EVEN_WIDTH "an even rotary width above 0, up to the head size"

static enum assay_status
first_size (size_t *number, int *found, char *path, size_t path_size,
            const struct assay_config_part *part, const char *const *keys,
            struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  size_t i;

  for (i = 0; keys[i] && !*found && status == ASSAY_OK; i++)
    status = assay_config_size (number, found, path, path_size, part,
                                keys[i], 1, (size_t) 1 << 24, ctx);
  return status;
}

/* HEAD <- the hidden size over the number of heads, rounded down.  */
static enum assay_status
head_of_hidden (size_t *head, int *found, char *from, size_t from_size,
                const struct assay_config_set *s, struct assay_ctx *ctx)
{
  static const char *const width[] = { "hidden_size", "n_embd", "d_model",
                                       NULL };
  static const char *const count[] = { "num_attention_heads", "n_head",
                                       "n_heads", NULL };
  size_t hidden = 0, heads = 1;
  int has_hidden = 0, has_heads = 0;
  enum assay_status status;

  if ((status = first_size (&hidden, &has_hidden, NULL, 0, &s->body, width,
                            ctx)) != ASSAY_OK
      || (status = first_size (&heads, &has_heads, NULL, 0, &s->body, count,
                               ctx)) != ASSAY_OK)
    return status;
  if (!has_hidden || !has_heads)
    return ASSAY_OK;
  *found = 1;
  *head = hidden / heads;
  snprintf (from, from_size, "hidden_size / num_attention_heads, %zu / %zu",
            hidden, heads);
  return ASSAY_OK;
}

/* HEAD <- what the block says outright; another one that was given is
   refused unless it yields.  */
static enum assay_status
said_head (size_t *head, int *found, char *from, size_t from_size,
           const struct assay_config_set *s, struct assay_ctx *ctx)
{
  static const char *const keys[] = { "head_dim", "kv_channels",
                                      "attention_head_dim", NULL };
  struct assay_where where = { NULL, from, 0 };
  enum assay_status status;
  char expected[64];

  status = first_size (head, found, from, from_size, &s->body, keys, ctx);
  if (status != ASSAY_OK || !*found || s->given_head_dim == 0
      || s->given_yields || *head == s->given_head_dim)
    return status;
  snprintf (expected, sizeof expected, "%zu, the head size that was given",
            s->given_head_dim);
  return assay_fail (ctx, ASSAY_EVALUE, &where, expected, "%zu", *head);
}

static int
is_gemma4 (const struct assay_config_set *s)
{
  return s->class->layers == ASSAY_LAYERS_PERIOD_LAST;
}

static enum assay_status
read_head (struct assay_rope_plan *plan, const struct assay_config_set *s,
           struct assay_rope_config *config, struct assay_ctx *ctx)
{
  static const char *const global_keys[] = { "global_head_dim", NULL };
  char *from = plan->head_dim_from;
  size_t size = sizeof plan->head_dim_from, head = 0;
  enum assay_status status = ASSAY_OK;
  struct assay_where where = { s->body.where, "head_dim", 0 };
  int found = 0;

  if (is_gemma4 (s) && strcmp (s->label, "full_attention") == 0)
    {
      status = first_size (&head, &found, from, size, &s->body, global_keys,
                           ctx);
      if (!found)
        snprintf (from, size, "default of model_type %s", s->class->name);
      head = found ? head : 512;
      found = 1;
    }
  if (status == ASSAY_OK && !found)
    status = said_head (&head, &found, from, size, s, ctx);
  if (status == ASSAY_OK && !found && s->given_head_dim > 0)
    {
      head = s->given_head_dim;
      found = 1;
      snprintf (from, size, "--head-dim");
    }
  if (status == ASSAY_OK && !found)
    status = head_of_hidden (&head, &found, from, size, s, ctx);
  if (status != ASSAY_OK)
    return status;
  if (!found)
    return assay_fail (ctx, ASSAY_EVALUE, &where, "head_dim, or hidden_size "
                       "and num_attention_heads, or --head-dim=D",
                       "none of them");
  if (head == 0 || head > MAX_WIDTH)
    return assay_fail (ctx, ASSAY_EVALUE, &where, "a head size in 1..65536",
                       "%zu", head);
  if (assay_config_has (&s->body, "head_dim")
      && assay_config_member (&s->body, "head_dim") == NULL
      && (plan->type == ASSAY_ROPE_DYNAMIC || plan->type == ASSAY_ROPE_YARN
          || plan->type == ASSAY_ROPE_LONGROPE))
    assay_rope_config_warn (config, "head-dim-null", "head_dim", "null: "
                            "transformers fails on it for type %s",
                            assay_rope_type_name (plan->type));
  plan->layout.head_dim = head;
  return ASSAY_OK;
}

/* A slice of its own, shared by all heads.  FOUND <- whether there is
   one.  */
static enum assay_status
read_mla (struct assay_rope_plan *plan, int *found,
          const struct assay_config_set *s, struct assay_ctx *ctx)
{
  size_t still = 0;
  int has_still = 0;
  enum assay_status status;

  status = assay_config_size (&plan->layout.rotary_dim, found,
                              plan->rotary_dim_from,
                              sizeof plan->rotary_dim_from, &s->body,
                              "qk_rope_head_dim", 1, MAX_WIDTH, ctx);
  if (status == ASSAY_OK && *found)
    status = assay_config_size (&still, &has_still, NULL, 0, &s->body,
                                "qk_nope_head_dim", 0, MAX_WIDTH, ctx);
  if (status != ASSAY_OK || !*found)
    return status;
  if (!has_still)
    {
      *found = 0;
      return ASSAY_OK;
    }
  plan->is_mla = 1;
  plan->layout.head_dim = still + plan->layout.rotary_dim;
  plan->layout.offset = still;
  snprintf (plan->head_dim_from, sizeof plan->head_dim_from,
            "qk_nope_head_dim + qk_rope_head_dim");
  return ASSAY_OK;
}

/* The factor: the whole config's wins over a set's for all layers; a set for
   some layers has its own.  */
static enum assay_status
read_partial (struct assay_rope_plan *plan, const struct assay_config_set *s,
              struct assay_ctx *ctx)
{
  static const char name[] = "partial_rotary_factor";
  struct assay_rope_value *partial = &plan->value[ASSAY_KEY_PARTIAL];
  enum assay_status status = ASSAY_OK;

  if (s->is_nested)
    status = assay_config_value (partial, &s->set, name, ctx);
  if (status == ASSAY_OK && !s->is_nested)
    status = assay_config_value (partial, &s->body, name, ctx);
  if (status == ASSAY_OK && !s->is_nested)
    status = assay_config_value (partial, &s->body, "rotary_pct", ctx);
  if (status == ASSAY_OK && !s->is_nested)
    status = assay_config_value (partial, &s->set, name, ctx);
  return status;
}

static void
default_partial (struct assay_rope_plan *plan,
                 const struct assay_config_set *s)
{
  struct assay_rope_value *partial = &plan->value[ASSAY_KEY_PARTIAL];
  unsigned thousandths = s->class->partial;
  char from[80];
  mpq_t value;

  if (is_gemma4 (s) && plan->type == ASSAY_ROPE_PROPORTIONAL
      && s->set.object == NULL)
    thousandths = 250;
  if (partial->is_set || thousandths == 1000)
    return;
  mpq_init (value);
  mpq_set_ui (value, thousandths, 1000);
  mpq_canonicalize (value);
  assay_fmt_decode (value, assay_fmt_round (value, ASSAY_FMT_F64),
                    ASSAY_FMT_F64);
  snprintf (from, sizeof from, "default of model_type %s", s->class->name);
  assay_rope_value_set (partial, value, from);
  mpq_clear (value);
}

/* Whether the factor says how many coordinates turn.  */
static int
turns_by_factor (const struct assay_rope_plan *plan,
                 const struct assay_config_set *s)
{
  return plan->type != ASSAY_ROPE_PROPORTIONAL
         && (plan->type != ASSAY_ROPE_DEFAULT || s->class->honours_partial);
}

/* The width by a factor, where the class and type let it count.  */
static enum assay_status
width_by_factor (struct assay_rope_plan *plan,
                 const struct assay_config_set *s,
                 struct assay_rope_config *config, struct assay_ctx *ctx)
{
  struct assay_rope_value *partial = &plan->value[ASSAY_KEY_PARTIAL];
  struct assay_where where = { NULL, partial->from, 0 };
  size_t head = plan->layout.head_dim;
  enum assay_status status;
  int missed = 0;

  if (mpq_sgn (partial->value) < 0 || mpq_cmp_ui (partial->value, 1, 1) > 0)
    return assay_fail (ctx, ASSAY_EVALUE, &where, "a part of the head, 0 to "
                       "1", "another number");
  status = assay_width_of_factor (&plan->layout.rotary_dim, &missed, head,
                                  partial->value, ctx);
  if (status == ASSAY_OK && missed)
    assay_rope_config_warn (config, "width-missed-integer", partial->from,
                            "the product with the head size %zu falls just "
                            "short of %zu in binary64 and gives the width "
                            "%zu", head, plan->layout.rotary_dim + 1,
                            plan->layout.rotary_dim);
  snprintf (plan->rotary_dim_from, sizeof plan->rotary_dim_from,
            "head size times partial_rotary_factor");
  if (status == ASSAY_OK && missed && turns_by_factor (plan, s)
      && plan->layout.rotary_dim % 2 != 0)
    return assay_fail (ctx, ASSAY_EVALUE, &where, EVEN_WIDTH, "%zu of %zu: "
                       "the product falls just short of %zu in binary64",
                       plan->layout.rotary_dim, head,
                       plan->layout.rotary_dim + 1);
  if (status == ASSAY_OK && plan->type == ASSAY_ROPE_PROPORTIONAL)
    {
      plan->layout.rotary_dim = head;
      snprintf (plan->rotary_dim_from, sizeof plan->rotary_dim_from,
                "the whole head, with pairs that stand still");
    }
  else if (status == ASSAY_OK && !turns_by_factor (plan, s))
    {
      assay_rope_config_warn (config, "partial-ignored", partial->from,
                              "transformers' class of %s ignores it under "
                              "the type default and turns the whole head; "
                              "others honour it (D 17)", s->class->name);
      plan->layout.rotary_dim = head;
      snprintf (plan->rotary_dim_from, sizeof plan->rotary_dim_from,
                "the whole head: this class ignores the factor");
    }
  return status;
}

static enum assay_status
read_width (struct assay_rope_plan *plan, const struct assay_config_set *s,
            struct assay_rope_config *config, struct assay_ctx *ctx)
{
  struct assay_rope_value *partial = &plan->value[ASSAY_KEY_PARTIAL];
  enum assay_status status = read_partial (plan, s, ctx);
  int found = 0;

  if (status == ASSAY_OK && !partial->is_set)
    status = assay_config_size (&plan->layout.rotary_dim, &found,
                                plan->rotary_dim_from,
                                sizeof plan->rotary_dim_from, &s->body,
                                "rotary_dim", 0, MAX_WIDTH, ctx);
  if (status != ASSAY_OK || found)
    return status;
  default_partial (plan, s);
  if (partial->is_set)
    return width_by_factor (plan, s, config, ctx);
  plan->layout.rotary_dim = plan->layout.head_dim;
  snprintf (plan->rotary_dim_from, sizeof plan->rotary_dim_from,
            "the whole head");
  return ASSAY_OK;
}

enum assay_status
assay_config_width_read (struct assay_rope_plan *plan,
                         const struct assay_config_set *s,
                         struct assay_rope_config *config,
                         struct assay_ctx *ctx)
{
  struct assay_layout *layout = &plan->layout;
  struct assay_where where = { s->body.where, NULL, 0 };
  enum assay_status status;
  int is_mla = 0;

  layout->pairing = s->class->pairing;
  status = read_mla (plan, &is_mla, s, ctx);
  if (status == ASSAY_OK && !is_mla
      && (status = read_head (plan, s, config, ctx)) == ASSAY_OK)
    status = read_width (plan, s, config, ctx);
  if (status != ASSAY_OK)
    return status;
  where.key = plan->value[ASSAY_KEY_PARTIAL].is_given
              ? "partial_rotary_factor"
              : is_mla ? "qk_rope_head_dim" : "head_dim";
  if (layout->rotary_dim == 0 || layout->rotary_dim % 2 != 0
      || layout->rotary_dim > layout->head_dim)
    return assay_fail (ctx, ASSAY_EVALUE, &where, EVEN_WIDTH, "%zu of %zu",
                       layout->rotary_dim, layout->head_dim);
  if (s->class->slice_is_last)
    layout->offset = layout->head_dim - layout->rotary_dim;
  return ASSAY_OK;
}
