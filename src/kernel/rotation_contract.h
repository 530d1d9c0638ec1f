/* rotation_contract.h -- rotation as kernels compute it: two products and
   one sum, each rounded

   In a format T: c and s rounded to T, then fl (x_a c), fl (x_b s) and fl of
   their difference, and likewise for y_b; no fused multiply-add.  The result
   is then rounded to the tensor's format.  IEEE 754 to the last bit: signs of
   zeros, subnormals, infinities and NaN.  */

#ifndef ASSAY_KERNEL_ROTATION_CONTRACT_H
#define ASSAY_KERNEL_ROTATION_CONTRACT_H

#include "kernel/rotation.h"

struct assay_two_products
{
  enum assay_fmt arithmetic;    /* T: f64, f32, f16 or bf16 */
  enum assay_fmt result;
  /* Of angles: rows of patterns of T for the positions on the axes of the row
     that was begun last.  */
  struct assay_table table;
  int has_table;
  size_t axes;
  double *cosine, *sine;        /* [axis * pairs + pair], owned */
  int has_row;
  size_t b, row;                /* which row that is */
  void *packed;
};

/* CONTRACT <- that of ROTATION, borrowed.  ASSAY_EVALUE when ARITHMETIC is
   none of the above or does not hold the elements of x.  To be cleared, also
   after a refusal.  */
enum assay_status assay_two_products_init
  (struct assay_two_products *contract, const struct assay_rotation *rotation,
   enum assay_fmt arithmetic, enum assay_fmt result, struct assay_ctx *ctx);
/* COPY <- CONTRACT for another thread.  To be cleared.  */
void assay_two_products_copy (struct assay_two_products *copy,
                              const struct assay_two_products *contract);
void assay_two_products_clear (struct assay_two_products *contract);

/* BITS <- what the contract gives for SUM, an element of row ROW of batch B.
   Refuses as assay_table_fill.  */
enum assay_status assay_two_products_element
  (uint64_t *bits, struct assay_two_products *contract,
   const struct assay_rotation *rotation, size_t b, size_t row,
   const struct assay_turned_sum *sum, struct assay_ctx *ctx);

/* The pattern of X, any binary64, in FMT: to nearest, ties to even.  */
uint64_t assay_rounded_double (double x, enum assay_fmt fmt);

#endif
