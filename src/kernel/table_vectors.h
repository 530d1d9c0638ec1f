/* table_vectors.h -- tables of cosines and sines as turned vectors

   A pair (1, 0) turned is (A cos, A sin), and (0, 1) is (-A sin, A cos): what
   explains a turned tensor explains tables, too.  */

#ifndef ASSAY_KERNEL_TABLE_VECTORS_H
#define ASSAY_KERNEL_TABLE_VECTORS_H

#include "kernel/rotation_judge.h"
#include "kernel/turn_explain.h"

struct assay_table_vectors
{
  struct assay_rotation rotation;       /* of the pairs; shares its parts */
  struct assay_turn_dump dump;
  /* The rest is its own.  */
  float *x;
  unsigned char *got, *is_absent;
  struct assay_tensor x_tensor, got_tensor;
};

/* TABLES <- what COSINES and SINES judge, of ROTATION; all are borrowed.  One
   of the two may be null: then only what the other says is there.  A table
   with a column for each pair is one head of pairs (1, 0); one with a column
   for each component has another head, of pairs (0, 1), for the second
   components.  ASSAY_EVALUE when the tables differ in shape, type or rows.  To
   be cleared, also after a refusal.  */
enum assay_status assay_table_vectors_init
  (struct assay_table_vectors *tables, const struct assay_rotation *rotation,
   const struct assay_rotation_judge *cosines,
   const struct assay_rotation_judge *sines, struct assay_ctx *ctx);
void assay_table_vectors_clear (struct assay_table_vectors *tables);

#endif
