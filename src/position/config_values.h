/* config_values.h -- members of a config, with the path each came from */

#ifndef ASSAY_POSITION_CONFIG_VALUES_H
#define ASSAY_POSITION_CONFIG_VALUES_H

#include "position/config_text.h"
#include "position/rope_plan.h"

/* An object of the document and its place; OBJECT is null when it is
   absent, WHERE is null for the document itself.  */
struct assay_config_part
{
  const struct assay_config_text *text;
  const json_t *object;
  const struct assay_where *where;
};

/* The member KEY; a null pointer when it is absent or null.  */
const json_t *assay_config_member (const struct assay_config_part *part,
                                   const char *key);

/* Whether KEY is there, be it null.  */
int assay_config_has (const struct assay_config_part *part, const char *key);

/* PATH <- "rope_scaling.factor", cut to SIZE.  */
void assay_config_path (char *path, size_t size,
                        const struct assay_config_part *part,
                        const char *key);

/* VALUE <- the number KEY with its path, when it is there and VALUE is not
   set; unchanged otherwise.  ASSAY_ETYPE for what is no number.  */
enum assay_status assay_config_value (struct assay_rope_value *value,
                                      const struct assay_config_part *part,
                                      const char *key,
                                      struct assay_ctx *ctx);

/* NUMBER <- the integer KEY in LOW..HIGH, PATH (unless null) <- its path, and
   FOUND <- 1, when it is there; unchanged otherwise.  ASSAY_EVALUE for
   another number.  A spelling such as 131072.0 is an integer.  */
enum assay_status assay_config_size (size_t *number, int *found, char *path,
                                     size_t path_size,
                                     const struct assay_config_part *part,
                                     const char *key, size_t low,
                                     size_t high, struct assay_ctx *ctx);

/* STRING <- the string KEY, owned by the document; null when absent.
   ASSAY_ETYPE for what is no string.  */
enum assay_status assay_config_string (const char **string,
                                       const struct assay_config_part *part,
                                       const char *key,
                                       struct assay_ctx *ctx);

/* FLAG <- the boolean KEY and FOUND <- 1, when it is there.  ASSAY_ETYPE for
   what is no boolean.  */
enum assay_status assay_config_flag (int *flag, int *found,
                                     const struct assay_config_part *part,
                                     const char *key, struct assay_ctx *ctx);

/* LIST <- the numbers of the list KEY, when it is there.  */
enum assay_status assay_config_list (struct assay_rope_list *list,
                                     const struct assay_config_part *part,
                                     const char *key, struct assay_ctx *ctx);

#endif
