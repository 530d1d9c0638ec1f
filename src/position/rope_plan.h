/* rope_plan.h -- how one group of layers turns its heads: every parameter,
   and where it came from */

#ifndef ASSAY_POSITION_ROPE_PLAN_H
#define ASSAY_POSITION_ROPE_PLAN_H

#include <gmp.h>
#include <stddef.h>

#include "position/frequency_yarn.h"
#include "position/layout.h"
#include "position/model_class.h"

enum assay_rope_type
{
  ASSAY_ROPE_NONE,              /* these layers do not turn */
  ASSAY_ROPE_DEFAULT,
  ASSAY_ROPE_LINEAR,
  ASSAY_ROPE_DYNAMIC,           /* by factor, or by a fixed alpha */
  ASSAY_ROPE_NTK,
  ASSAY_ROPE_YARN,
  ASSAY_ROPE_LONGROPE,
  ASSAY_ROPE_LLAMA3,
  ASSAY_ROPE_PROPORTIONAL
};

/* Numbers a plan may have; named as in config.json.  */
enum assay_rope_key
{
  ASSAY_KEY_THETA,
  ASSAY_KEY_FACTOR,
  ASSAY_KEY_ALPHA,
  ASSAY_KEY_PARTIAL,
  ASSAY_KEY_LENGTH,             /* max_position_embeddings, L */
  ASSAY_KEY_ORIGINAL,           /* original_max_position_embeddings, L0 */
  ASSAY_KEY_ATTENTION_FACTOR,
  ASSAY_KEY_BETA_FAST,
  ASSAY_KEY_BETA_SLOW,
  ASSAY_KEY_MSCALE,
  ASSAY_KEY_MSCALE_ALL_DIM,
  ASSAY_KEY_LOW,
  ASSAY_KEY_HIGH,
  ASSAY_KEY_SHORT_MSCALE,
  ASSAY_KEY_LONG_MSCALE,
  ASSAY_KEY_MIXED_B,
  ASSAY_KEY_QUERY_BETA,         /* llama_4_scaling_beta */
  ASSAY_KEY_SCORE_SCALAR,       /* query_pre_attn_scalar */
  ASSAY_KEY_SCORE_MULTIPLIER,   /* attention_multiplier */
  ASSAY_KEY_ATTN_SCALE,         /* of layers that do not turn */
  ASSAY_KEY_FLOOR_SCALE
};

enum { ASSAY_KEY_COUNT = 21 };

struct assay_rope_value
{
  int is_set;
  int is_given;                 /* spelled in the config, no default */
  mpq_t value;
  char from[120];               /* "rope_scaling.factor", or a reason */
};

struct assay_rope_list
{
  size_t count;
  mpq_t *entry;                 /* null when absent */
  char from[120];
};

/* How a reader computes what the parameters leave open; all zero is the
   rule of huggingface/transformers.  */
enum assay_magnitude_rule
{
  ASSAY_MAGNITUDE_GIVEN_FIRST,  /* attention_factor, mscale pair, formula */
  ASSAY_MAGNITUDE_RATIO,        /* m(s, mscale or 1) / m(s, all_dim or 0) */
  ASSAY_MAGNITUDE_MSCALE,       /* mscale itself when it stands alone */
  ASSAY_MAGNITUDE_TENTH_LOG,    /* longrope: m(L/L0, 1) */
  ASSAY_MAGNITUDE_UNCLAMPED,    /* yarn: 0.1 ln s + 1, also for s < 1 */
  ASSAY_MAGNITUDE_LIST_MSCALE,  /* the mscale of the list chosen */
  ASSAY_MAGNITUDE_ONE
};

enum assay_length_rule
{
  ASSAY_LENGTH_OF_CALL,         /* N of this call; absent counts as short */
  ASSAY_LENGTH_OF_CONTEXT,      /* the configured length */
  ASSAY_LENGTH_ALWAYS_LONG,
  ASSAY_LENGTH_ALWAYS_SHORT,
  ASSAY_LENGTH_TIMES_FACTOR     /* dynamic: M = s L whatever the length */
};

enum assay_rope_score_rule
{
  ASSAY_SCORE_ALL_DIM,          /* MLA: m(s, mscale_all_dim)^2 */
  ASSAY_SCORE_MSCALE            /* MLA: m(s, mscale)^2 */
};

struct assay_rope_rules
{
  enum assay_ramp_rule ramp;
  int ramp_counts_head;         /* c(b) with the head size, not the width */
  enum assay_magnitude_rule magnitude;
  enum assay_length_rule list;  /* which list longrope takes */
  enum assay_length_rule list_mscale;   /* for MAGNITUDE_LIST_MSCALE */
  enum assay_length_rule dynamic;
  enum assay_rope_score_rule score;
};

struct assay_rope_plan
{
  /* Layers LAYER[0..LAYER_COUNT-1]; all of them when ALL_LAYERS; LABEL names
     layers that the config does not number ("sliding_attention").  */
  int all_layers;
  size_t *layer;
  size_t layer_count;
  char label[48];

  enum assay_rope_type type;
  char type_text[48];           /* as spelled: "su", "deepseek_yarn" */
  char type_from[120];
  char other_type[48];          /* "type" where "rope_type" won; or empty */
  char set_path[120];           /* "rope_scaling"; empty when there is none */
  int is_nested;                /* the set is one of several, by layer type */
  const struct assay_model_class *class;
  struct assay_layout layout;
  char head_dim_from[120], rotary_dim_from[120];
  int turns_back;
  struct assay_rope_value value[ASSAY_KEY_COUNT];
  int truncate, truncate_is_given;      /* yarn: floor and ceiling */
  char truncate_from[120];
  struct assay_rope_list short_factor, long_factor;
  struct assay_sections sections;
  int is_mla;                   /* a slice shared by all heads */
  /* Sliding layers whose base transformers takes from the class although
     the config gives another one (D 24).  */
  int base_is_overridden;
  struct assay_rope_rules rules;
};

/* "default", "linear", ..., "none".  */
const char *assay_rope_type_name (enum assay_rope_type type);

/* "rope_theta", "factor", ...  */
const char *assay_rope_key_name (enum assay_rope_key key);

void assay_rope_plan_init (struct assay_rope_plan *plan);
void assay_rope_plan_clear (struct assay_rope_plan *plan);

/* COPY, initialised, <- PLAN.  */
void assay_rope_plan_copy (struct assay_rope_plan *copy,
                           const struct assay_rope_plan *plan);

/* Whether two plans turn heads alike: everything but layers, labels and
   origins.  */
int assay_rope_plan_equal (const struct assay_rope_plan *a,
                           const struct assay_rope_plan *b);

/* LAYER, larger than PLAN's others, joins them.  */
void assay_rope_plan_add_layer (struct assay_rope_plan *plan, size_t layer);

/* VALUE <- X, not spelled in the config but for the reason FROM.  */
void assay_rope_value_set (struct assay_rope_value *value, mpq_srcptr x,
                           const char *from);
void assay_rope_value_set_ui (struct assay_rope_value *value,
                              unsigned long x, const char *from);
void assay_rope_value_unset (struct assay_rope_value *value);

/* Whether A and B round to the same binary64: a quotient that a config may
   have been written from, L/L0, against the factor it gives.  */
int assay_rope_same_number (mpq_srcptr a, mpq_srcptr b);

/* The value of KEY, or a null pointer.  */
mpq_srcptr assay_rope_plan_value (const struct assay_rope_plan *plan,
                                  enum assay_rope_key key);

#endif
