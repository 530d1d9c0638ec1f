/* mapping.h -- files read where they lie, without a copy */

#ifndef ASSAY_KERNEL_MAPPING_H
#define ASSAY_KERNEL_MAPPING_H

#include <stddef.h>

#include "base/ctx.h"

/* LENGTH bytes of a file, read-only and as long as when it was opened.  */
struct assay_mapping
{
  const unsigned char *bytes;
  size_t length;
};

/* MAPPING <- the regular file FILE.  ASSAY_EIO, and an empty mapping, when it
   cannot be opened, is no regular file ("-" is the file of that name, not
   standard input) or cannot be mapped.  An empty file is an empty mapping.
   The file must not shrink while it is mapped.  */
enum assay_status assay_mapping_open (struct assay_mapping *mapping,
                                      const char *file,
                                      struct assay_ctx *ctx);

/* MAPPING is empty afterwards; closing it again does nothing.  */
void assay_mapping_close (struct assay_mapping *mapping);

#endif
