/* scope.h -- the names in sight at a place of a claims file */

#ifndef ASSAY_CLAIMS_SCOPE_H
#define ASSAY_CLAIMS_SCOPE_H

#include "claims/ast.h"

/* A bound variable or parameter in sight.  */
struct assay_local
{
  const char *name;
  size_t slot;
};

struct assay_scope
{
  struct assay_file *file;
  size_t visible;               /* statements before the one being read */
  size_t *order;                /* let and def by name, then by place */
  size_t order_count;
  struct assay_local *locals;
  size_t local_count, local_capacity;
};

/* A statement by its name.  */
struct assay_entry
{
  const char *name;
  size_t index;
};

/* FILE's, with no statement and no local in sight yet.  */
void assay_scope_init (struct assay_scope *scope, struct assay_file *file);
void assay_scope_clear (struct assay_scope *scope);

const struct assay_statement *
assay_scope_statement (const struct assay_scope *scope, size_t index);

bool assay_scope_is_definition (const struct assay_statement *statement);

/* The statements of FILE that WANTED accepts, sorted by name and place, to be
   freed by the caller.  */
struct assay_entry *
assay_scope_sorted (const struct assay_file *file, size_t *count,
                    bool (*wanted) (const struct assay_statement *));

/* The first let or def called NAME anywhere in the file, or null.  */
const struct assay_statement *
assay_scope_find (const struct assay_scope *scope, const char *name,
                  size_t *index);

const struct assay_local *assay_scope_local (const struct assay_scope *scope,
                                             const char *name);
void assay_scope_push (struct assay_scope *scope, const char *name,
                       size_t slot);

/* Complain that NAME, used at SPAN as WHAT ("name", "function"), is
   unknown.  */
void assay_scope_refuse_unknown (const struct assay_scope *scope,
                                 const char *name, struct assay_span span,
                                 const char *what);

/* Whether NAME may be given a meaning at SPAN; complains if not.  */
bool assay_scope_may_define (const struct assay_scope *scope,
                             const char *name, struct assay_span span);

#endif
