/* oracle_kernel.h -- attention of stored tensors; a part of oracle.h.

   With b a batch, h a query head that reads key head h / (query_heads /
   key_heads), i a query, j a key, the keys of the past first:

     u = factor sqrt (radicand) (q . k)              ORACLE_SCORES
     c = cap tanh (u / cap), or u without a cap      ORACLE_CAPPED
     z = c + bias - slope |i + offset - j|           ORACLE_BIASED
     p = exp (z) / sum of exp (z), legal keys        ORACLE_WEIGHTS
     y = sum of p v                                  ORACLE_OUTPUT
     log (sum of exp (z)), or log2 of it             ORACLE_LSE, ORACLE_LSE2

   A sink is one more legal key, of score z = sink and value 0, which has no
   column among the scores and weights.  */

#ifndef ORACLE_KERNEL_H
#define ORACLE_KERNEL_H

#include <stdint.h>

#include "oracle.h"

/* ---- bit patterns ------------------------------------------------------ */

enum oracle_class
{
  ORACLE_NUMBER,
  ORACLE_INFINITE,      /* f <- 1 or -1 */
  ORACLE_NAN
};

/* f <- the number that bits encode in format.  */
enum oracle_class oracle_decode (struct oracle_fraction *f, uint64_t bits,
                                 const struct oracle_format *format);

/* The pattern of a number of the format; -0 when it is 0 and negative.  */
uint64_t oracle_encode (const struct oracle_fraction *f, int negative,
                        const struct oracle_format *format);

/* The pattern of an infinity; of a NaN with that sign in e4m3, which has no
   infinity.  */
uint64_t oracle_infinity (int negative, const struct oracle_format *format);

/* The positive quiet NaN; 0x7f in e4m3.  */
uint64_t oracle_nan (const struct oracle_format *format);

/* The pattern of x correctly rounded: ties to even, overflow to
   oracle_infinity, -0 for a negative x that rounds to 0.  */
uint64_t oracle_round_bits (const struct oracle_fraction *x,
                            const struct oracle_format *format);

/* Where a number stands to the fraction t: -1 below, 0 equal, 1 above,
   ORACLE_ORDER_OPEN unknown.  */
enum { ORACLE_ORDER_OPEN = 2 };

/* The same for the number that lies in x, at scale 10^digits, and of which
   order (data, t) may know more.  0 with *bits untouched when the rounding is
   open at this scale.  */
int oracle_decide (uint64_t *bits, const struct oracle_interval *x,
                   unsigned long digits, const struct oracle_format *format,
                   int (*order) (void *data, const struct oracle_fraction *t),
                   void *data);

/* ---- a problem --------------------------------------------------------- */

/* Where the diagonal lies: query i stands at key i + offset.  */
enum oracle_offset
{
  ORACLE_TOP_LEFT,      /* 0 */
  ORACLE_BOTTOM_RIGHT,  /* valid length of the batch, else keys, - queries */
  ORACLE_GIVEN_OFFSET,  /* offset */
  ORACLE_ONNX_OFFSET    /* past, when it is not 0; else valid length of the
                           batch - queries, where there is one; else 0 */
};

enum oracle_empty_row
{
  ORACLE_EMPTY_ZERO,
  ORACLE_EMPTY_NAN
};

/* factor 2^(num/den), den > 0.  */
struct oracle_slope
{
  struct oracle_fraction factor;
  long num;
  unsigned long den;
};

/* Row-major arrays of fractions: q (batches, query_heads, queries, width),
   k (batches, key_heads, fresh, width), v (.., value_width), past_k and
   past_v with past in place of fresh.

   mask_shape says of each of batches, query_heads, queries and keys (past +
   fresh) whether the mask has that many or 1, which is spread; a last axis
   longer than 1 and shorter than keys blocks the keys beyond it.  All 0: no
   mask.  bias is added; blocked means -inf and bias there nothing.

   causal blocks j > i + offset; left and right, when they are not negative,
   block j < i + offset - left and j > i + offset + right.  valid, per batch
   or NULL, blocks j >= valid.  slopes and sinks: one for each query head, or
   NULL.  cap 0: none.  */
struct oracle_problem
{
  size_t batches, query_heads, key_heads, queries, past, fresh;
  size_t width, value_width;
  struct oracle_fraction *q, *k, *v, *past_k, *past_v;
  struct oracle_fraction factor;
  unsigned long radicand;
  struct oracle_fraction cap;
  size_t mask_shape[4];
  struct oracle_fraction *bias;
  unsigned char *blocked;
  int causal;
  enum oracle_offset offset_kind;
  long offset, left, right;
  long *valid;
  struct oracle_slope *slopes;
  struct oracle_fraction *sinks;
  enum oracle_empty_row empty;
};

/* The eight dimensions of p are set; everything else becomes 0, no mask, no
   window, no valid lengths, slopes or sinks, and the scale 1/sqrt (width) as
   1/width sqrt (width).  The five tensors belong to p.  width > 0, and
   query_heads is a multiple of key_heads > 0.  */
void oracle_problem_init (struct oracle_problem *p);
void oracle_problem_clear (struct oracle_problem *p);

/* Each makes the array of its name, which belongs to p: the mask from
   mask_shape, all 0 and open; a valid length, slope or sink for each batch
   or head, all 0.  */
void oracle_problem_add_mask (struct oracle_problem *p);
void oracle_problem_add_valid (struct oracle_problem *p);
void oracle_problem_add_slopes (struct oracle_problem *p);
void oracle_problem_add_sinks (struct oracle_problem *p);

/* The standard slope of head 0 <= h < n: 2^(-8 (h+1) / n) for n a power of
   two; else the c slopes of the largest power of two c below n, then the 1st,
   3rd, 5th, ... of the 2 c slopes (Press, Smith, Lewis 2021, appendix).  */
void oracle_alibi_slope (struct oracle_slope *slope, size_t n, size_t h);

/* ---- its answer -------------------------------------------------------- */

enum oracle_stage
{
  ORACLE_SCORES,
  ORACLE_CAPPED,
  ORACLE_BIASED,        /* -inf where a key is blocked */
  ORACLE_WEIGHTS,
  ORACLE_OUTPUT,
  ORACLE_LSE,           /* -inf in an empty row, whatever its policy */
  ORACLE_LSE2
};

/* A row of the problem.  */
struct oracle_place
{
  size_t batch, head, query;
};

/* The number of elements of a row: keys, value_width or 1.  */
size_t oracle_kernel_columns (const struct oracle_problem *p,
                              enum oracle_stage stage);

struct oracle_mistake;

/* bits[c] <- the correctly rounded element c of a row, for all its columns;
   ties to even, overflow to oracle_infinity, +0 for a zero, -0 for a negative
   number that rounds to 0.  The digits worked with grow until the rounding is
   decided.  A number that is a midpoint of the format, or 0, is recognised:
   always in the stages up to BIASED, and in the others when there is no cap.

   Returns the number of elements that `most_digits' decimal places left
   undecided, of which open[c] is 1; their bits mean nothing.  open may be
   NULL.  mistake: NULL, or what is done wrong (oracle_mistake.h), and then
   any stage behind the wrong one is a wrong one.  */
size_t oracle_kernel_row (uint64_t *bits, unsigned char *open,
                          const struct oracle_problem *p,
                          const struct oracle_mistake *mistake,
                          enum oracle_stage stage,
                          const struct oracle_place *place,
                          const struct oracle_format *format,
                          unsigned long most_digits);

/* element[c], at scale 10^digits, contains element c of the row, and is at
   most three units wide.  -1 with no element changed when an element is
   infinite or NaN.  */
int oracle_kernel_enclose (struct oracle_interval *element,
                           const struct oracle_problem *p,
                           enum oracle_stage stage,
                           const struct oracle_place *place,
                           unsigned long digits);

/* ---- one row taken apart ----------------------------------------------- */

/* A key: z = scale dot + bias + lag 2^(num/den), with the tanh of struct
   oracle_line somewhere in it, or z = bias when plain.  Its exponential
   counts `count' times in the sum below, and with value in the one above when
   kept.  Not legal: -inf.  */
struct oracle_key
{
  int legal, kept, plain;
  size_t part;
  unsigned long count;
  struct oracle_fraction dot, bias, lag;
  const struct oracle_fraction *value;  /* NULL: zeros */
};

/* Which part of z stands under the tanh.  */
enum oracle_capping
{
  ORACLE_NO_CAP,
  ORACLE_CAP_SCORE,     /* cap tanh (scale dot / cap) + rest */
  ORACLE_CAP_ALL,       /* cap tanh ((scale dot + rest) / cap) */
  ORACLE_CAP_DOT        /* scale cap tanh (dot / cap) + rest */
};

/* How the parts of a line are put together.  */
enum oracle_merging
{
  ORACLE_MERGED_RIGHT,
  ORACLE_MERGED_LOG2,   /* by exp of the log2 of their sums */
  ORACLE_MERGED_PLAIN   /* their mean */
};

/* What is not rescaled when the largest score so far grows.  */
enum oracle_stale
{
  ORACLE_STALE_NOTHING,
  ORACLE_STALE_OUTPUT,
  ORACLE_STALE_SUM,
  ORACLE_STALE_BOTH
};

/* The columns of the row, then the sink when there is one: keys in all, of
   room.  scale is factor sqrt (radicand).  group[j] <= j is the least legal
   key of the same score and part, once `grouped'; part is 0 for all but keys
   that some mistake keeps apart.  tile: how many keys are taken at a time,
   from the last one on if negative; 0: all.  The sink is taken first, or last
   when it says so.  A line that is
   spoilt is NaN.  rounded_values belongs to the line: NULL, or room *
   value_width.  */
struct oracle_line
{
  size_t keys, columns, room, value_width;
  int spoilt;
  enum oracle_merging merging;
  enum oracle_stale stale;
  long tile;
  int sink_is_last;
  struct oracle_fraction *rounded_values;
  struct oracle_key *key;
  enum oracle_capping capping;
  struct oracle_fraction factor, cap;
  unsigned long radicand;
  long num;
  unsigned long den;
  int grouped;
  size_t *group;
};

/* keys columns and no sink, but room for one; all illegal, kept, counted
   once.  */
void oracle_line_init (struct oracle_line *line, size_t keys);
void oracle_line_clear (struct oracle_line *line);

/* line <- the row at place, as the mistake makes it.  */
void oracle_line_fill (struct oracle_line *line,
                       const struct oracle_problem *p,
                       const struct oracle_mistake *mistake,
                       const struct oracle_place *place);

/* The exponentials of a line at scale 10^digits, 0 where a key is not legal:
   of z - shift, and shift is 0 unless the largest score is beyond +-2^12.
   Parts that are merged wrongly have been divided by their sums.  shares:
   the entries are weights already, which are not to be divided by their
   sum.  in_sum: NULL, or what stands in the sum instead of them.  */
struct oracle_exponentials
{
  size_t keys;
  unsigned long digits;
  mpz_t shift;
  int shares;
  struct oracle_interval *of_key, *in_sum;
};

void oracle_exponentials_init (struct oracle_exponentials *e,
                               const struct oracle_line *line);
void oracle_exponentials_clear (struct oracle_exponentials *e);

/* The scale becomes 10^digits and finer, so that the largest one is at least
   10^digits units.  -1 when a sum is not parted from 0.  */
int oracle_line_exponentials (struct oracle_exponentials *e,
                              const struct oracle_line *line,
                              unsigned long digits);

/* element <- column c of WEIGHTS, OUTPUT, LSE or LSE2 at e's scale.  -1 when
   the sum of the exponentials is not parted from 0.  */
int oracle_line_element (struct oracle_interval *element,
                         const struct oracle_line *line,
                         const struct oracle_exponentials *e,
                         enum oracle_stage stage, size_t c);

/* The order of that number to the fraction t; open may be what depends on
   equality with a cap or parts, and on the side with a logarithm or a
   score.  */
int oracle_line_element_order (struct oracle_line *line,
                               enum oracle_stage stage, size_t c,
                               const struct oracle_fraction *t);

/* z of key j at scale 10^digits.  stage: SCORES, CAPPED or BIASED; a key
   that is not legal is treated as if it were.  */
void oracle_line_score (struct oracle_interval *z,
                        const struct oracle_line *line, size_t j,
                        enum oracle_stage stage, unsigned long digits);

/* Is that number the fraction t?  Proved either way.  */
int oracle_line_score_is (const struct oracle_line *line, size_t j,
                          enum oracle_stage stage,
                          const struct oracle_fraction *t);

/* Have the keys j and l the same z?  Proved either way.  */
int oracle_line_same (const struct oracle_line *line, size_t j, size_t l);

/* Fills group, of the legal keys, unless it is done.  */
void oracle_line_group (struct oracle_line *line);

/* Is a sqrt (m) + b + c 2^(num/den) = 0?  Proved either way.  */
int oracle_surd_is_zero (const struct oracle_fraction *a, unsigned long m,
                         const struct oracle_fraction *b,
                         const struct oracle_fraction *c, long num,
                         unsigned long den);

#endif
