/* drawn_kernel.h -- random attention problems as plain data

   Belongs to neither family: bit patterns, numbers and options, from which
   each fills its own problem.  Computes no answer.  Biased to equal scores,
   zeros, large scores, values that cancel, subnormals, empty rows.  */

#ifndef ASSAY_TESTS_DRAWN_KERNEL_H
#define ASSAY_TESTS_DRAWN_KERNEL_H

#include <stddef.h>
#include <stdint.h>

/* A format by its name ("f64", "f32", "f16", "bf16", "e5m2", "e4m3") and the
   widths of its fields.  */
struct drawn_format
{
  const char *name;
  unsigned exponent_bits, stored_bits;
};

/* num / den, den > 0.  */
struct drawn_fraction
{
  long num, den;
};

enum drawn_mask
{
  DRAWN_NO_MASK,
  DRAWN_BOOLEAN,        /* entries 1: open, 0: blocked */
  DRAWN_ADDITIVE        /* entries: f32 patterns, -inf among them */
};

/* Query i stands at key i + an offset.  */
enum drawn_offset
{
  DRAWN_TOP_LEFT,       /* 0 */
  DRAWN_BOTTOM_RIGHT,   /* (valid length of the batch, else keys) - queries */
  DRAWN_GIVEN,          /* offset */
  DRAWN_ONNX            /* past when not 0; else valid length - queries where
                           there is one; else 0 */
};

enum drawn_slopes
{
  DRAWN_NO_SLOPES,
  DRAWN_SLOPE_RULE,     /* the standard slopes of so many heads */
  DRAWN_SLOPE_LIST      /* factor 2^(power/root), one for each head */
};

struct drawn_slope
{
  struct drawn_fraction factor;
  long power;
  unsigned long root;
};

/* q (batches, query_heads, queries, width), k (batches, key_heads, fresh,
   width), v (.., value_width), past_k and past_v with past in place of fresh:
   row-major patterns of `format'.  The mask's entries have the shape
   mask_shape, each axis 1 or full; a last axis that is neither blocks the
   keys beyond it.  scale: scale sqrt (radicand), or 1/sqrt (width) when
   scale_is_default.  cap.num 0: none.  left and right -1: no bound.  valid
   and sinks may be NULL.  */
struct drawn_kernel
{
  const struct drawn_format *format;
  size_t batches, query_heads, key_heads, queries, past, fresh;
  size_t width, value_width;
  uint64_t *q, *k, *v, *past_k, *past_v;
  int scale_is_default;
  struct drawn_fraction scale;
  unsigned long radicand;
  struct drawn_fraction cap;
  enum drawn_mask mask_kind;
  size_t mask_shape[4];
  uint64_t *mask;
  int causal;
  enum drawn_offset offset_kind;
  long offset, left, right;
  long *valid;
  enum drawn_slopes slopes_kind;
  struct drawn_slope *slopes;
  struct drawn_fraction *sinks;
  int empty_is_nan;
};

struct drawn_kernel_shape
{
  size_t most_batches, most_key_heads, most_group, most_queries, most_past,
         most_fresh, most_width, most_value_width;
  int may_cap;          /* soft caps are drawn, too */
};

/* DRAWN <- a problem; to be cleared.  The random numbers are those of
   testing.h.  */
void drawn_kernel (struct drawn_kernel *drawn,
                   const struct drawn_kernel_shape *shape);
void drawn_kernel_clear (struct drawn_kernel *drawn);

/* Dimensions and options in one line, for a failure's message: SIZE bytes of
   TEXT at most.  */
void drawn_kernel_describe (char *text, size_t size,
                            const struct drawn_kernel *drawn);

#endif
