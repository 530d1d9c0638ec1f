/* config_set.h -- one set of rotary parameters read into a plan */

#ifndef ASSAY_POSITION_CONFIG_SET_H
#define ASSAY_POSITION_CONFIG_SET_H

#include "position/config_values.h"
#include "position/rope_config.h"

struct assay_config_set
{
  struct assay_config_part body;        /* the config of the text model */
  struct assay_config_part set;         /* its parameters; null when none */
  const struct assay_model_class *class;
  int is_nested;                /* the set is one of several, by layer type */
  const char *label;            /* the kind of layers it is for, or "" */
  size_t given_head_dim;        /* 0 when the config says it */
  int given_yields;             /* to a head size that the config says */
};

/* PLAN, initialised, <- the parameters SOURCE gives, by the rules of
   huggingface/transformers 5.16.0.dev0; its warnings go to CONFIG.  What
   section 9's rules call an error is one (config_check.c).  */
enum assay_status assay_config_set_read (struct assay_rope_plan *plan,
                                         const struct assay_config_set *s,
                                         struct assay_rope_config *config,
                                         struct assay_ctx *ctx);

/* TYPE <- what TEXT names, "su", "deepseek_yarn", ...; ASSAY_EVALUE, and no
   error recorded, when it names nothing.  */
enum assay_status assay_rope_type_find (enum assay_rope_type *type,
                                        const char *text);

/* PLAN's head size, rotary width and layout (config_width.c).  */
enum assay_status assay_config_width_read (struct assay_rope_plan *plan,
                                           const struct assay_config_set *s,
                                           struct assay_rope_config *config,
                                           struct assay_ctx *ctx);

/* PLAN's score scale and, where its layers do not turn, the factor of their
   queries (config_score.c).  */
enum assay_status assay_config_score_read (struct assay_rope_plan *plan,
                                           const struct assay_config_set *s,
                                           struct assay_ctx *ctx);

/* PLAN, initialised, <- that of layers which do not turn.  */
enum assay_status assay_config_still_read (struct assay_rope_plan *plan,
                                           const struct assay_config_set *s,
                                           struct assay_rope_config *config,
                                           struct assay_ctx *ctx);

/* The rules that make a plan unusable are errors, the rest warnings
   (config_check.c).  */
enum assay_status assay_config_check (const struct assay_rope_plan *plan,
                                      const struct assay_config_set *s,
                                      struct assay_rope_config *config,
                                      struct assay_ctx *ctx);

#endif
