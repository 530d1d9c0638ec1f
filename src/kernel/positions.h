/* positions.h -- which position turns each row of a tensor */

#ifndef ASSAY_KERNEL_POSITIONS_H
#define ASSAY_KERNEL_POSITIONS_H

#include <stdint.h>

#include "kernel/tensor.h"

/* BATCHES x ROWS positions, of AXES axes each.  */
struct assay_positions
{
  size_t axes, batches, rows;
  int is_range;
  int64_t first;                /* of a range: that of row 0 */
  struct assay_tensor tensor;   /* owned; closed for a range */
  ptrdiff_t stride[3];          /* bytes: axis, batch, row; 0: the same */
  int64_t least, most;          /* of all positions; 0, -1 of none */
};

/* POSITIONS <- what TEXT, the value of OPTION, says: "A..B", both ends
   included, or a tensor of integers of shape (rows), (batches, rows) or, of
   several axes, (axes, rows) or (axes, batches, rows); where an axis or the
   batch is missing all have the same.  ASSAY_EVALUE when it does not fit.  To
   be closed, also after a refusal.  */
enum assay_status assay_positions_open (struct assay_positions *positions,
                                        const char *text, const char *option,
                                        size_t axes, size_t batches,
                                        size_t rows, struct assay_ctx *ctx);

/* The same for TENSOR, which POSITIONS takes over.  */
enum assay_status assay_positions_take (struct assay_positions *positions,
                                        struct assay_tensor *tensor,
                                        const char *option, size_t axes,
                                        size_t batches, size_t rows,
                                        struct assay_ctx *ctx);

/* POSITIONS <- 0, 1, 2, ... in every batch.  */
void assay_positions_count_up (struct assay_positions *positions, size_t axes,
                               size_t batches, size_t rows);

void assay_positions_close (struct assay_positions *positions);

int64_t assay_positions_at (const struct assay_positions *positions,
                            size_t axis, size_t b, size_t row);

#endif
