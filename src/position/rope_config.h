/* rope_config.h -- from a model's config.json to a plan for each layer

   Read are config.json as huggingface/transformers writes it, old and new key
   names, a model's text part inside a larger config, and a bare rope_scaling
   or rope_parameters block.  Numbers are
   the binary64 values nearest to what they spell, taken exactly.  */

#ifndef ASSAY_POSITION_ROPE_CONFIG_H
#define ASSAY_POSITION_ROPE_CONFIG_H

#include "position/rope_plan.h"

struct assay_rope_warning
{
  const char *code;             /* "factor-below-one", ...; static */
  char path[160];
  char text[280];
  unsigned groups;              /* bit I: it is about group I; 0: the config */
  int is_current;              /* of the group that is being read */
};

struct assay_rope_config
{
  char *model_type;             /* null when absent */
  const struct assay_model_class *class;
  size_t layer_count;           /* 0 when the config does not say */
  struct assay_rope_plan *group;        /* layers that turn alike */
  size_t group_count;
  struct assay_rope_warning *warning;
  size_t warning_count;
};

/* What the caller knows and a bare block does not say.  */
struct assay_rope_given
{
  size_t head_dim;              /* 0 when the config says it */
  int yields;                   /* head_dim, to what the config says */
};

void assay_rope_config_init (struct assay_rope_config *config);
void assay_rope_config_clear (struct assay_rope_config *config);

/* CONFIG, initialised, <- the JSON document in BYTES.  ASSAY_ESYNTAX,
   ASSAY_ETYPE or ASSAY_EVALUE with the path of what is wrong; every rule that
   is only a warning is recorded in CONFIG.  An unknown or absent model_type
   is read by the common rules, with a warning.  */
enum assay_status assay_rope_config_read (struct assay_rope_config *config,
                                          const char *bytes, size_t length,
                                          const struct assay_rope_given *g,
                                          struct assay_ctx *ctx);

/* As assay_rope_config_read for the content of FILE ("-" is standard
   input).  */
enum assay_status assay_rope_config_read_file
  (struct assay_rope_config *config, const char *file,
   const struct assay_rope_given *g, struct assay_ctx *ctx);

/* Record a warning unless the same code and path are recorded already; TEXT
   is a printf format.  */
void assay_rope_config_warn (struct assay_rope_config *config,
                             const char *code, const char *path,
                             const char *text, ...)
  __attribute__ ((format (printf, 4, 5)));

/* Whether WARNING is about GROUP or about the whole config.  */
int assay_rope_warning_is_about (const struct assay_rope_warning *warning,
                                 size_t group);

/* The group that LAYER belongs to; null when there is none.  */
const struct assay_rope_plan *assay_rope_config_layer
  (const struct assay_rope_config *config, size_t layer);

#endif
