/* builtin.h -- the table of built-in functions */

#ifndef ASSAY_CLAIMS_BUILTIN_H
#define ASSAY_CLAIMS_BUILTIN_H

#include <stddef.h>

#include "base/status.h"

struct assay_machine;
struct assay_node;
struct assay_value;

enum { ASSAY_MAX_OPTIONS = 4, ASSAY_ANY_COUNT = 1000000 };

struct assay_call
{
  struct assay_machine *machine;
  const struct assay_node *node;
  struct assay_value **arguments;
  size_t count;
  struct assay_value *options[ASSAY_MAX_OPTIONS]; /* null when not given */
};

/* *RESULT <- a new reference; on refusal it is left alone and the error is
   recorded in the machine's context.  */
typedef enum assay_status assay_builtin_function (struct assay_value **result,
                                                  struct assay_call *call);

struct assay_builtin
{
  const char *name;
  assay_builtin_function *function;
  size_t least, most;           /* positional arguments */
  const char *options[ASSAY_MAX_OPTIONS]; /* up to the first null */
};

extern const struct assay_builtin assay_builtins[];
extern const size_t assay_builtin_count;

/* The index of NAME, or assay_builtin_count.  */
size_t assay_builtin_find (const char *name);

#endif
