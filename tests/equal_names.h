/* equal_names.h -- a name and others that are the same function */

#ifndef ASSAY_TESTS_EQUAL_NAMES_H
#define ASSAY_TESTS_EQUAL_NAMES_H

#include <stddef.h>

/* Whether NAME is EXPECTED or one of EQUALS, which stand with ", " between
   them (null: none).  */
int equal_names_have (const char *name, const char *expected,
                      const char *equals);

/* How many there are, EXPECTED among them.  */
size_t equal_names_count (const char *equals);

#endif
