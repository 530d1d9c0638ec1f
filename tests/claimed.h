/* claimed.h -- claims and expressions from strings, for suites of claims */

#ifndef ASSAY_TESTS_CLAIMED_H
#define ASSAY_TESTS_CLAIMED_H

#include "claims/verdict.h"

/* TEXT parsed as a file called "test"; to be closed.  */
struct assay_file *claimed_open (const char *text);
void claimed_close (struct assay_file *file);

/* The complaints about TEXT as a user reads them, and the file written back
   canonically; to be freed.  */
char *claimed_complaints (const char *text);
char *claimed_canonical (const char *text);

/* The value of EXPRESSION for people, or "class: expected ..., found ..." when
   it is refused; to be freed.  */
char *claimed_value (const char *expression);

/* The part of EXPRESSION, which is refused, that is blamed for it; to be
   freed.  */
char *claimed_blame (const char *expression);

/* The last claim of TEXT decided with LIMITS (null: the defaults) as "verdict:
   what is true", for an error or limit the reason; to be freed.  */
char *claimed_verdict (const char *text,
                       const struct assay_audit_limits *limits,
                       bool minimise);

/* Whether the two trees, spans apart, are the same.  */
bool claimed_same_files (const struct assay_file *a,
                         const struct assay_file *b);

#endif
