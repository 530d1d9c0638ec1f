/* canonical.h -- a claims file written back canonically */

#ifndef ASSAY_CLAIMS_CANONICAL_H
#define ASSAY_CLAIMS_CANONICAL_H

#include "base/text.h"
#include "claims/ast.h"

/* Append NODE with no parenthesis that is not needed.  What is appended
   parses to an equal tree.  */
void assay_canonical_node (struct assay_text *text,
                           const struct assay_node *node);

void assay_canonical_formula (struct assay_text *text,
                              const struct assay_formula *formula);

/* Quantifiers and relation of a claim, without its name.  */
void assay_canonical_body (struct assay_text *text,
                           const struct assay_statement *claim);

/* All statements of a FILE without complaints, one a line, comments and
   blank lines gone.  */
void assay_canonical_file (struct assay_text *text,
                           const struct assay_file *file);

#endif
