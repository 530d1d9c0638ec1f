/* growth_report.h -- how the errors of contracts look */

#ifndef ASSAY_REPORT_GROWTH_REPORT_H
#define ASSAY_REPORT_GROWTH_REPORT_H

#include "base/text.h"
#include "position/error_growth.h"

/* The contracts that round angles, and what became of them.  */
struct assay_growth_view
{
  struct assay_error_growth growth[ASSAY_CONTRACT_COUNT];
  int is_defined[ASSAY_CONTRACT_COUNT];
  size_t count;
  unsigned long length;         /* of the call; 0 where no step depends on
                                   it */
};

void assay_growth_text (struct assay_text *text,
                        const struct assay_growth_view *view);

/* The whole document.  */
void assay_growth_json (struct assay_text *text,
                        const struct assay_growth_view *view,
                        const char *version);

#endif
