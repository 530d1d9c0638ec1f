/* rotation_row.h -- the elements of one turned row against the true numbers;
   a part of rotation_judge.h */

#ifndef ASSAY_KERNEL_ROTATION_ROW_H
#define ASSAY_KERNEL_ROTATION_ROW_H

#include <pthread.h>

#include "kernel/rotation_judge.h"

/* The row at hand: batch B, head H, row S.  */
struct assay_rotation_row
{
  size_t b, h, s;
  double *x;
  struct assay_turned turned;
  uint64_t *patterns;
  unsigned char *packed;
  pthread_mutex_t *out_lock;    /* borrowed; held while a file is written */
};

/* Room for rows of COLUMNS.  */
void assay_rotation_row_init (struct assay_rotation_row *row, size_t columns,
                              pthread_mutex_t *out_lock);
void assay_rotation_row_clear (struct assay_rotation_row *row);

/* Settle, count in JUDGE's results and write the row.  */
enum assay_status assay_rotation_row_do (struct assay_rotation_judge *judge,
                                         struct assay_rotation_row *row,
                                         struct assay_ctx *ctx);

/* SUM <- that of COLUMN of ROW, whose x is loaded; 0 for a column that is
   copied.  */
int assay_rotation_row_sum (struct assay_turned_sum *sum,
                            const struct assay_rotation_judge *judge,
                            const struct assay_rotation_row *row,
                            size_t column);

#endif
