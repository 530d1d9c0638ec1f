/* measure_part.h -- a measure as JSON and back, exactly

   Integers stand as such, sums as decimal strings, bounds as hexadecimal
   floats ("0x1.8p-2", "inf"), so that what is read back and merged is what
   one run would have counted.  */

#ifndef ASSAY_KERNEL_MEASURE_PART_H
#define ASSAY_KERNEL_MEASURE_PART_H

#include <jansson.h>

#include "base/json_out.h"
#include "kernel/measure.h"

/* MEASURE as the member KEY.  */
void assay_measure_put (struct assay_json_out *out, const char *key,
                        const struct assay_measure *measure);

/* MEASURE <- what assay_measure_put wrote; initialised by this, also after a
   refusal.  ASSAY_ETYPE or ASSAY_EVALUE below WHERE when VALUE is no such
   object or does not fit itself.  */
enum assay_status assay_measure_get (struct assay_measure *measure,
                                     const json_t *value,
                                     struct assay_ctx *ctx,
                                     const struct assay_where *where);

/* The same for one double.  */
void assay_double_put_exact (struct assay_json_out *out, const char *key,
                             double x);

#endif
