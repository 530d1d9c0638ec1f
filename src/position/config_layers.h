/* config_layers.h -- which kind of layer each layer of a model is */

#ifndef ASSAY_POSITION_CONFIG_LAYERS_H
#define ASSAY_POSITION_CONFIG_LAYERS_H

#include "position/config_values.h"
#include "position/model_class.h"

enum { ASSAY_MAX_LABELS = 8, ASSAY_MAX_LAYERS = 65536 };

struct assay_layer_kind
{
  char label[48];               /* "full_attention"; empty: all alike */
  int turns;                    /* 0 for layers without rotation */
};

struct assay_layer_kinds
{
  size_t kind_count;
  struct assay_layer_kind kind[ASSAY_MAX_LABELS];
  /* KIND_OF[k] of layer k; null when LAYER_COUNT is 0 (not known).  */
  size_t layer_count;
  unsigned char *kind_of;
};

/* KINDS <- from "layer_types", else a pattern of the config, else the rule
   of CLASS; one kind without a label when nothing tells layers apart.  To be
   cleared, also after a refusal.  */
enum assay_status assay_layer_kinds_read
  (struct assay_layer_kinds *kinds, const struct assay_config_part *body,
   const struct assay_model_class *class, struct assay_ctx *ctx);

void assay_layer_kinds_clear (struct assay_layer_kinds *kinds);

/* Whether LABEL is among the names of layer kinds that a set of parameters
   may be for.  */
int assay_layer_label_is_known (const char *label);

#endif
