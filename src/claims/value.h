/* value.h -- what an expression of the claims language can be

   Values are immutable and counted.  A number is an exact rational or, where
   it is not known to be one, an exact real kept as an expression.  */

#ifndef ASSAY_CLAIMS_VALUE_H
#define ASSAY_CLAIMS_VALUE_H

#include <gmp.h>
#include <stdbool.h>

#include "base/ctx.h"
#include "base/text.h"
#include "real/expr.h"

enum assay_value_kind
{
  ASSAY_VALUE_RATIONAL,
  ASSAY_VALUE_REAL,
  ASSAY_VALUE_BOOLEAN,
  ASSAY_VALUE_STRING,
  ASSAY_VALUE_NONE,
  ASSAY_VALUE_LIST,
  ASSAY_VALUE_POINT,            /* a positioned vector: vector, position */
  ASSAY_VALUE_RECORD            /* named fields */
};

struct assay_value
{
  enum assay_value_kind kind;
  unsigned references;
  unsigned depth;               /* of lists in lists */
  bool boolean;
  mpq_t rational;               /* rationals alone */
  struct assay_expr *real;      /* reals; rationals once asked for as such */
  char *string;
  struct assay_value **items;   /* list, point, record */
  size_t count;
  const char *label;            /* record: "a rotor"; not owned */
  const char *const *names;     /* record: fields; not owned */
};

struct assay_value *assay_value_ref (struct assay_value *value);
/* A null VALUE is allowed.  */
void assay_value_unref (struct assay_value *value);

/* Drops the COUNT references of VALUES and frees the array; a null one is
   allowed.  */
void assay_values_free (struct assay_value **values, size_t count);

/* New references.  assay_value_real takes over the reference to X and gives a
   rational when X is one; _list takes over the COUNT references in ITEMS, but
   not the array.  */
struct assay_value *assay_value_rational (mpq_srcptr q);
/* A rational 0 whose number the caller sets before anyone else sees it, and
   which assay_value_ready then completes.  */
struct assay_value *assay_value_blank (void);
struct assay_value *assay_value_ready (struct assay_value *value);
struct assay_value *assay_value_integer (long n);
struct assay_value *assay_value_real (struct assay_expr *x);
struct assay_value *assay_value_boolean (bool boolean);
struct assay_value *assay_value_string (const char *string);
struct assay_value *assay_value_none (void);
struct assay_value *assay_value_list (struct assay_value *const *items,
                                      size_t count);
struct assay_value *assay_value_point (struct assay_value *vector,
                                       struct assay_value *position);
struct assay_value *assay_value_record (const char *label,
                                        const char *const *names,
                                        struct assay_value *const *items,
                                        size_t count);

/* COUNT new references in ITEMS become the list *RESULT when STATUS is
   ASSAY_OK, and are dropped otherwise; ITEMS is freed.  STATUS.  */
enum assay_status assay_list_finish (struct assay_value **result,
                                     struct assay_value **items, size_t count,
                                     enum assay_status status);

/* The field NAME of a record, borrowed, or null.  */
struct assay_value *assay_value_field (const struct assay_value *record,
                                       const char *name);

/* How many values that are no lists VALUE holds, counted up to CEILING: a
   short expression can stand for very many.  */
size_t assay_value_leaves (const struct assay_value *value, size_t ceiling);

bool assay_value_is_number (const struct assay_value *value);

/* A number as an expression: a new reference.  */
struct assay_expr *assay_value_expr (struct assay_value *number);

/* ASSAY_ELIMIT when COUNT more items, or all values together, would need
   more memory than the evaluator may use.  */
enum assay_status assay_value_afford (size_t count, struct assay_ctx *ctx);

/* ASSAY_ELIMIT when lists in VALUE nest too deeply to be handled.  */
enum assay_status assay_value_check_depth (const struct assay_value *value,
                                           struct assay_ctx *ctx);

/* "-117/125", "a list of 3", "true", "a positioned vector": what was found,
   into TEXT, cut to SIZE.  */
void assay_value_describe (char *text, size_t size,
                           const struct assay_value *value);

#endif
