/* rotation.h -- rotary position encoding of a stored tensor, exactly

   In the turned slice of a head, pair i of the row at position p becomes

     y_a = c x_a - s x_b,   y_b = s x_a + c x_b,

   c = A cos (p w_i) and s = A sin (p w_i), or c and s as tables store them
   (which need not be cosine and sine of anything); with SIGN -1 s is its
   negative, and the rotation the other way round.  The other components are
   copied.  Every stored element is the rational it is.  */

#ifndef ASSAY_KERNEL_ROTATION_H
#define ASSAY_KERNEL_ROTATION_H

#include "attention/number.h"
#include "kernel/element.h"
#include "kernel/positions.h"
#include "kernel/view.h"
#include "position/layout.h"
#include "position/table.h"

enum assay_rotation_source
{
  ASSAY_ROTATION_ANGLES,        /* steps w_i and a magnitude A */
  ASSAY_ROTATION_TABLES         /* c and s given */
};

/* Views, expressions and positions are borrowed; the table of angles is
   owned.  */
struct assay_rotation
{
  struct assay_view x;
  struct assay_layout layout;   /* of x's columns */
  int sign;                     /* 1 or -1 */
  const struct assay_positions *positions;      /* null: see COSINE */

  enum assay_rotation_source source;
  /* Of angles.  */
  struct assay_table angles;
  struct assay_sections sections;       /* which axis of a position turns */
  /* Of tables: row p for position p of all batches; without positions
     element (b, 0, s) for row s of batch b.  As many columns as pairs, or as
     the slice has components: then each has a column of its own.  */
  struct assay_view cosine, sine;
  int is_usable;                /* binary64, for what tables give */
};

/* ROTATION <- of X (null: tables alone are asked for) by PAIRS steps W and
   MAGNITUDE (null: 1).  ASSAY_EVALUE when LAYOUT is not that of X's columns or
   has not that many pairs, or X is not of floats or has one that is not
   finite, unless ALLOWED (as in assay_census_check) has it.  To be cleared,
   also after a refusal.  */
enum assay_status assay_rotation_by_angles (
  struct assay_rotation *rotation, const struct assay_view *x,
  unsigned allowed, const struct assay_layout *layout,
  struct assay_expr *const *w,
  size_t pairs, struct assay_expr *magnitude,
  const struct assay_sections *sections,
  const struct assay_positions *positions, struct assay_ctx *ctx);

/* ROTATION <- of X by the tables COSINE and SINE, gathered by POSITIONS unless
   null.  ASSAY_EVALUE as above, or when a shape does not fit or a position is
   beyond the tables' rows.  */
enum assay_status assay_rotation_by_tables (
  struct assay_rotation *rotation, const struct assay_view *x,
  unsigned allowed, const struct assay_layout *layout,
  const struct assay_view *cosine,
  const struct assay_view *sine, const struct assay_positions *positions,
  struct assay_ctx *ctx);

/* COPY <- ROTATION for another thread: the same views and positions, which are
   only read, and expressions of its own.  To be cleared.  */
void assay_rotation_copy (struct assay_rotation *copy,
                          const struct assay_rotation *rotation);

void assay_rotation_clear (struct assay_rotation *rotation);

/* What makes the element of COLUMN: KIND of it, its PAIR and the column of
   its PARTNER.  */
enum assay_turned_kind
{
  ASSAY_TURNED_COPY,
  ASSAY_TURNED_FIRST,           /* y_a */
  ASSAY_TURNED_SECOND           /* y_b */
};

enum assay_turned_kind assay_rotation_column
  (size_t *pair, size_t *partner, const struct assay_layout *layout,
   size_t column);

/* The position that turns PAIR of row S of batch B; 0 without positions.  */
int64_t assay_rotation_position (const struct assay_rotation *rotation,
                                 size_t b, size_t s, size_t pair);

/* C, S <- the tables' numbers for COLUMN of that row, of PAIR; S without
   SIGN.  Of tables.  */
void assay_rotation_given (double *c, double *s,
                           const struct assay_rotation *rotation, size_t b,
                           size_t row, size_t pair, size_t column);

/* ---- the true number ---- */

/* ALPHA A cos (p w) + BETA A sin (p w), or ALPHA c + BETA s.  */
struct assay_turned_sum
{
  double alpha, beta;
  int64_t position;
  size_t pair;
  int is_given;                 /* C and S below are meant */
  double c, s;
};

/* SUM <- that of the element at COLUMN of the row whose values are X; KIND,
   not a copy, PAIR and PARTNER are the column's.  */
void assay_rotation_sum (struct assay_turned_sum *sum,
                         const struct assay_rotation *rotation, size_t b,
                         size_t row, size_t column,
                         enum assay_turned_kind kind, size_t pair,
                         size_t partner, const double *x);

/* What is known of a sum; the members of EXACT point to the others.  */
struct assay_turned
{
  enum assay_verdict settled;   /* open: not rounded at max_precision */
  uint64_t bits;                /* correctly rounded */
  struct assay_exact exact;
  double mass;                  /* abs (ALPHA c) + abs (BETA s) or hardly
                                   more; 0 beyond binary64 */
  /* The rest is its own.  */
  struct assay_expr *value;     /* null until an enclosure was asked for */
  mpq_t rational;
  mpfr_t low, high;
};

void assay_turned_init (struct assay_turned *turned);
void assay_turned_clear (struct assay_turned *turned);

/* TURNED <- SUM rounded to FMT, proven (Lemmas B81 and B82).  A sum that is
   exactly zero is +0.  Refuses as expr.h does, never because the rounding
   stayed open.  */
enum assay_status assay_turned_settle (struct assay_turned *turned,
                                       const struct assay_rotation *rotation,
                                       const struct assay_turned_sum *sum,
                                       enum assay_fmt fmt,
                                       struct assay_ctx *ctx);

/* Whether SUM has a component that is no number.  */
int assay_turned_is_odd (const struct assay_turned_sum *sum);

/* TURNED <- what IEEE 754 makes of SUM, which is odd: an infinity or NaN, its
   pattern in FMT and no mass.  Open, and refuses, where the signs of cosine
   and sine are not decided.  */
enum assay_status assay_turned_ieee (struct assay_turned *turned,
                                     const struct assay_rotation *rotation,
                                     const struct assay_turned_sum *sum,
                                     enum assay_fmt fmt,
                                     struct assay_ctx *ctx);

/* TURNED, settled from SUM: its exact value is now between ends computed at
   BITS, unless it is rational.  */
enum assay_status assay_turned_enclose (struct assay_turned *turned,
                                        const struct assay_rotation *rotation,
                                        const struct assay_turned_sum *sum,
                                        struct assay_ctx *ctx,
                                        mpfr_prec_t bits);

/* NUMBER <- the value of SUM: a fraction where it is known to be one, else
   with DIGITS certified digits.  ASSAY_ELIMIT when max_precision is too low
   for them.  To be cleared by the caller.  */
enum assay_status assay_turned_number (struct assay_number *number,
                                       const struct assay_rotation *rotation,
                                       const struct assay_turned_sum *sum,
                                       unsigned long digits,
                                       struct assay_ctx *ctx);

#endif
