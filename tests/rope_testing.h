/* rope_testing.h -- what the suites of rotary configs share */

#ifndef ASSAY_ROPE_TESTING_H
#define ASSAY_ROPE_TESTING_H

#include "position/rope_config.h"
#include "position/rope_steps.h"

/* The file NAME under tests/data, as a string to be freed.  */
char *rope_testing_data (const char *name);

/* CONFIG, to be cleared, <- TEXT; fails the test when it is refused.  */
void rope_testing_read (struct assay_rope_config *config, const char *text);

/* As above for the file NAME.json of tests/data/configs.  */
void rope_testing_model (struct assay_rope_config *config, const char *name);

/* Fails the test unless TEXT is refused with STATUS and a message, as
   printed, that contains PART.  */
void rope_testing_refused (const char *text, enum assay_status status,
                           const char *part);

/* STEPS, to be cleared, <- those of PLAN at LENGTH (0: none).  */
void rope_testing_steps (struct assay_rope_steps *steps,
                         const struct assay_rope_plan *plan,
                         unsigned long length);

/* Fails the test unless X to as many significant digits as TEXT has reads
   TEXT.  */
void rope_testing_digits (struct assay_expr *x, const char *text);

/* Whether CONFIG has a warning of this code, at PATH unless it is null.  */
int rope_testing_warns (const struct assay_rope_config *config,
                        const char *code, const char *path);

/* Fails the test unless X = Y is proved.  */
void rope_testing_equal (struct assay_expr *x, struct assay_expr *y);

/* The sign of X - Y, proved, else the test fails.  */
int rope_testing_order (struct assay_expr *x, struct assay_expr *y);

/* The rational that TEXT spells, as an expression.  */
struct assay_expr *rope_testing_number (const char *text);

#endif
