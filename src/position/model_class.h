/* model_class.h -- what a model_type decides that its config does not say

   Facts of huggingface/transformers 5.16.0.dev0, read 2026-08-19: classes
   differ in the defaults of absent keys, in whether a partial factor counts
   under the type default, in layouts and in which layers turn.  */

#ifndef ASSAY_POSITION_MODEL_CLASS_H
#define ASSAY_POSITION_MODEL_CLASS_H

#include <stddef.h>

#include "position/layout.h"

/* How the label of a layer is found when no "layer_types" gives it.  */
enum assay_layer_rule
{
  ASSAY_LAYERS_ALIKE,
  /* Every PERIOD-th layer is full, the others slide.  */
  ASSAY_LAYERS_PERIOD,
  /* The same, and the last layer is full.  */
  ASSAY_LAYERS_PERIOD_LAST
};

/* Which layers do not turn at all.  */
enum assay_nope_rule
{
  ASSAY_NOPE_NEVER,
  /* Full layers, if a sliding window is configured.  */
  ASSAY_NOPE_FULL,
  /* Where "no_rope_layers" has 0; every PERIOD-th layer without it.  */
  ASSAY_NOPE_LISTED
};

/* Which layers the block "rope_scaling" of older configs is for.  */
enum assay_legacy_rule
{
  ASSAY_LEGACY_ALL,
  /* Full layers; the sliding ones are default with "rope_local_base_freq"
     (Gemma3).  */
  ASSAY_LEGACY_LOCAL_BASE,
  /* Full layers; the sliding ones are default (OLMo3).  */
  ASSAY_LEGACY_FULL
};

struct assay_model_class
{
  const char *name;             /* model_type */
  enum assay_pairing pairing;
  unsigned long theta;          /* of an absent rope_theta */
  unsigned long local_theta;    /* of sliding layers; 0: the same */
  /* Thousandths that stand for an absent partial_rotary_factor.  */
  unsigned partial;
  int honours_partial;          /* also under the type default */
  int slice_is_last;            /* the turned coordinates end the head */
  int turns_back;               /* by -a instead of a */
  enum assay_section_rule sections;
  enum assay_layer_rule layers;
  enum assay_nope_rule nope;
  size_t period;
  enum assay_legacy_rule legacy;
  /* For an absent query_pre_attn_scalar; 0: the head size.  */
  unsigned long score_scalar;
  /* attention_multiplier, 1 when absent, is the score's scale.  */
  int multiplies_score;
  /* Layers that do not turn multiply queries by a factor that grows with
     the position.  */
  int tunes_still_layers;
};

/* The class of MODEL_TYPE; null for a null or unknown one.  */
const struct assay_model_class *assay_model_class_find
  (const char *model_type);

/* What stands for an unknown one: split-half, base 10000, a partial factor
   counts, all layers alike.  */
const struct assay_model_class *assay_model_class_common (void);

#endif
