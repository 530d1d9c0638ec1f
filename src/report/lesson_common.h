/* lesson_common.h -- what the lessons' reports share */

#ifndef ASSAY_REPORT_LESSON_COMMON_H
#define ASSAY_REPORT_LESSON_COMMON_H

#include <mpfr.h>

#include "base/json_out.h"
#include "base/text.h"
#include "lessons/double_figure.h"
#include "lessons/lesson.h"

/* OUT <- a lesson's document, to be ended by assay_json_end, with
   "gmp_version", "mpfr_version" and "mpfi_version": the libraries in use.  */
void assay_lesson_begin (struct assay_json_out *out, struct assay_text *text,
                         const char *version);

void assay_lesson_put_checks (struct assay_json_out *out,
                              const struct assay_lesson_check *checks,
                              size_t count);

/* The same, and before them how many there are.  */
void assay_lesson_put_groups (struct assay_json_out *out,
                              const struct assay_lesson_check *checks,
                              size_t count);

void assay_lesson_put_strings (struct assay_json_out *out, const char *key,
                               const char *const *strings, size_t count);

/* The COUNT computed doubles, on one line.  */
void assay_lesson_put_doubles (struct assay_json_out *out, const char *key,
                               const struct assay_double_figure *figures,
                               size_t count);

/* "  holds  literal column rotation ..." a group, and the count of them.  */
void assay_lesson_add_checks (struct assay_text *text,
                              const struct assay_lesson_check *checks,
                              size_t count);

/* "1.3e-13": the finite positive X in two digits, rounded up.  */
void assay_lesson_add_bound (struct assay_text *text, mpfr_srcptr x);

#endif
