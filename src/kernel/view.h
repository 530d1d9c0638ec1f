/* view.h -- a tensor as batches, heads, rows and columns */

#ifndef ASSAY_KERNEL_VIEW_H
#define ASSAY_KERNEL_VIEW_H

#include "kernel/tensor.h"

enum assay_view_axis
{
  ASSAY_VIEW_B,                 /* batch */
  ASSAY_VIEW_H,                 /* head */
  ASSAY_VIEW_S,                 /* row: a query or a key */
  ASSAY_VIEW_D                  /* column */
};

enum { ASSAY_VIEW_AXES = 4 };

/* Element (b, h, s, d) is at data + b * stride[0] + ... + d * stride[3].  The
   tensor is borrowed and must stay open.  */
struct assay_view
{
  size_t shape[ASSAY_VIEW_AXES];
  ptrdiff_t stride[ASSAY_VIEW_AXES];    /* bytes; 0 where one is repeated */
  const unsigned char *data;
  enum assay_dtype dtype;
  int swapped;
  const struct assay_tensor *tensor;
};

/* VIEW <- TENSOR with its axes named by AXES, one letter of "bhsd" an axis in
   any order, each at most once; "(hd)" names one axis that holds HEADS heads
   one after the other (HEADS is read only then).  A letter that is missing
   has size 1.  ASSAY_EVALUE at WHERE when AXES is not such a name or does not
   fit the tensor: the error shows the shape.  */
enum assay_status assay_view_axes (struct assay_view *view,
                                   const struct assay_tensor *tensor,
                                   const char *axes, size_t heads,
                                   struct assay_ctx *ctx,
                                   const struct assay_where *where);

/* VIEW <- TENSOR of at most four axes, the last one the columns, the one
   before it the rows, and so on; missing ones have size 1 (numpy's
   broadcasting, from the right).  ASSAY_EVALUE at WHERE for more axes.  */
enum assay_status assay_view_right (struct assay_view *view,
                                    const struct assay_tensor *tensor,
                                    struct assay_ctx *ctx,
                                    const struct assay_where *where);

/* Each axis of VIEW of size 1 is repeated to the size in SHAPE.  ASSAY_EVALUE
   at WHERE, VIEW unchanged, when another size differs from that in SHAPE.  */
enum assay_status assay_view_spread (struct assay_view *view,
                                     const size_t *shape,
                                     struct assay_ctx *ctx,
                                     const struct assay_where *where);

/* ASSAY_EVALUE at WHERE when a size of VIEW differs from that in SHAPE.  */
enum assay_status assay_view_check_shape (const struct assay_view *view,
                                          const size_t *shape,
                                          struct assay_ctx *ctx,
                                          const struct assay_where *where);

/* OUT <- the shape[3] values of row (B, H, S), each as assay_dtype_double
   gives it: exact unless a census says otherwise.  */
void assay_view_row (double *out, const struct assay_view *view, size_t b,
                     size_t h, size_t s);

/* The pattern, and the value, of one element.  */
uint64_t assay_view_bits (const struct assay_view *view, size_t b, size_t h,
                          size_t s, size_t d);
double assay_view_double (const struct assay_view *view, size_t b, size_t h,
                          size_t s, size_t d);

/* What an element can be besides a number that a binary64 holds.  */
enum assay_oddity
{
  ASSAY_ODD_NAN,
  ASSAY_ODD_PLUS_INFINITY,
  ASSAY_ODD_MINUS_INFINITY,
  ASSAY_ODD_WIDE,               /* an integer that no binary64 is */
  ASSAY_ODD_BOOL                /* a bool that is neither 0 nor 1 */
};

enum { ASSAY_ODDITIES = 5 };

struct assay_census
{
  size_t elements;
  size_t count[ASSAY_ODDITIES];
  size_t first[ASSAY_ODDITIES][ASSAY_VIEW_AXES];  /* where count is not 0 */
};

/* CENSUS <- the oddities of VIEW, the first of each in the order of b, h, s,
   d.  Elements repeated by assay_view_spread are looked at once.  */
void assay_view_census (struct assay_census *census,
                        const struct assay_view *view);

/* ASSAY_EVALUE at WHERE when CENSUS has an oddity whose bit (1 << oddity) is
   not in ALLOWED: how many there are, and where the first is.  */
enum assay_status assay_census_check (const struct assay_census *census,
                                      unsigned allowed,
                                      struct assay_ctx *ctx,
                                      const struct assay_where *where);

/* "nan", "+inf", ...: what assay_census_check calls ODDITY.  */
const char *assay_oddity_name (enum assay_oddity oddity);

#endif
