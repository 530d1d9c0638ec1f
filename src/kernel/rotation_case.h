/* rotation_case.h -- a case of the ONNX operator RotaryEmbedding in a
   folder */

#ifndef ASSAY_KERNEL_ROTATION_CASE_H
#define ASSAY_KERNEL_ROTATION_CASE_H

#include "kernel/case_file.h"
#include "kernel/rotation.h"

struct assay_rotation_case
{
  struct assay_case file;
  struct assay_tensor x, cosine, sine, y;
  struct assay_positions positions;
  int has_positions;
  const char *axes;             /* of x and y: "bhsd" or "bs(hd)" */
  size_t heads;
  struct assay_view got;        /* y */
  struct assay_rotation rotation;
};

/* C <- the case in FOLDER, everything checked: inputs X, cos_cache, sin_cache
   and perhaps position_ids, one output; attributes interleaved,
   rotary_embedding_dim and num_heads.  Refuses an operator, an attribute or a
   tensor that it does not know, and an X as assay_rotation_by_tables does.
   To be closed, also after a refusal.  */
enum assay_status assay_rotation_case_open (struct assay_rotation_case *c,
                                            const char *folder,
                                            unsigned allowed,
                                            struct assay_ctx *ctx);
void assay_rotation_case_close (struct assay_rotation_case *c);

#endif
