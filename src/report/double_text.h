/* double_text.h -- doubles as programs print them */

#ifndef ASSAY_REPORT_DOUBLE_TEXT_H
#define ASSAY_REPORT_DOUBLE_TEXT_H

#include "base/json_out.h"

enum { ASSAY_DOUBLE_TEXT_SIZE = 32 };

/* TEXT <- the shortest decimal that reads back as the finite X: with a point
   from 10^-4 to 10^16 ("10000.0", "0.1"), else with an exponent
   ("2.122365276477766e-05").  */
void assay_double_text (char text[ASSAY_DOUBLE_TEXT_SIZE], double x);

void assay_double_put (struct assay_json_out *out, const char *key, double x);

#endif
