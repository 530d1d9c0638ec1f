/* names.h -- what every name of a claims file means */

#ifndef ASSAY_CLAIMS_NAMES_H
#define ASSAY_CLAIMS_NAMES_H

#include "claims/ast.h"

/* Bind every name in FILE to its let, def, local slot or built-in; complain
   about names that are unknown, used before their statement, used twice or
   shadowed, about calls with a wrong count of arguments or an unknown
   option, and about ranges where none may stand.  */
void assay_names_resolve (struct assay_file *file);

/* The same for one expression that sees the built-ins only.  */
void assay_names_resolve_expression (struct assay_file *file,
                                     struct assay_node *node);

#endif
