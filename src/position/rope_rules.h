/* rope_rules.h -- rules of readers, applied to a reading's plan

   Private to rope_rules.c and rope_engines.c.  Every change that the plan's
   keys bring about is noted in the reading with the row of its D number.  */

#ifndef ASSAY_POSITION_ROPE_RULES_H
#define ASSAY_POSITION_ROPE_RULES_H

#include "position/rope_reader.h"

int assay_rules_is_class (const struct assay_rope_plan *plan,
                          const char *name);
void assay_rules_drop (struct assay_rope_plan *plan, enum assay_rope_key key);

/* The type default with transformers' rules: plain steps, A = 1.  */
void assay_rules_make_default (struct assay_rope_plan *plan);

void assay_rules_ignore_attention_factor (struct assay_reading *r);
void assay_rules_always_truncate (struct assay_reading *r);
void assay_rules_never_truncate (struct assay_reading *r);

/* Longrope's A by L/L0 and the list by RULE.  */
void assay_rules_longrope_by (struct assay_reading *r,
                              enum assay_length_rule rule);

/* An mscale for each list, where the set has one.  */
void assay_rules_honour_list_mscale (struct assay_reading *r,
                                     enum assay_length_rule rule);

/* A partial factor counts under the type default, too.  */
void assay_rules_honour_partial (struct assay_reading *r);

/* Engines (rope_engines.c).  */
void assay_rules_vllm (struct assay_reading *r);
void assay_rules_llama_cpp (struct assay_reading *r);
void assay_rules_ort_genai (struct assay_reading *r);
void assay_rules_mlx_lm (struct assay_reading *r);
void assay_rules_exllamav3 (struct assay_reading *r,
                            const struct assay_rope_call *call);

#endif
