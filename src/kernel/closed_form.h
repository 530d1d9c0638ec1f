/* closed_form.h -- a fitted number as somebody would write it */

#ifndef ASSAY_KERNEL_CLOSED_FORM_H
#define ASSAY_KERNEL_CLOSED_FORM_H

#include "base/text.h"
#include "kernel/scene.h"

/* VALUE, known to within TOLERANCE relatively, appended to TEXT: "1/8",
   "1/sqrt(128)", "log2(e)/8", a multiple of SCENE's scale, and otherwise seven
   digits.  The first of those in the order of this list that lies within the
   tolerance, and nothing so dense that it would do so by accident.  Returns
   the number that is written.  */
double assay_closed_form (struct assay_text *text, double value,
                          double tolerance, const struct assay_scene *scene);

#endif
