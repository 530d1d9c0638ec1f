/* drawn_rotation.h -- random rotations of stored vectors, for both families

   Plain data first, then what each family makes of them.  */

#ifndef ASSAY_TESTS_DRAWN_ROTATION_H
#define ASSAY_TESTS_DRAWN_ROTATION_H

#include <oracle.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/rotation.h"
#include "position/frequency.h"

enum { MOST_SIZE = 12, MOST_ROWS = 2, MOST_HEADS = 2, MOST_AXES = 3,
       MOST_DIGITS = 4000 };

/* One random case as plain data; X is [head][row][column].  */
struct drawn_rotation
{
  enum assay_fmt x_fmt, fmt;
  struct assay_layout layout;
  int sign;
  long base;
  unsigned long factor;
  int magnitude;                /* 0: 1; 1: 3/4; 2: yarn; 3: longrope */
  struct assay_sections sections;
  size_t axes, heads, rows;
  int64_t position[MOST_AXES][MOST_ROWS];
  double x[MOST_HEADS][MOST_ROWS][MOST_SIZE];
};

/* A value of FMT, all sizes of it; never -0.  */
double drawn_rotation_value (enum assay_fmt fmt);

void drawn_rotation_draw (struct drawn_rotation *d);

/* What distinguishes D, for a failed test.  */
void drawn_rotation_describe (char *text, size_t size,
                              const struct drawn_rotation *d);

/* TURN <- D for the oracle; to be cleared.  */
void drawn_rotation_oracle (struct oracle_turn *turn,
                            const struct drawn_rotation *d);

/* What a rotation of a drawn case borrows.  */
struct rotated
{
  struct assay_tensor x, got, positions_tensor;
  double values[MOST_HEADS * MOST_ROWS * MOST_SIZE];
  uint64_t bits[MOST_HEADS * MOST_ROWS * MOST_SIZE];
  unsigned char packed[8 * MOST_HEADS * MOST_ROWS * MOST_SIZE];
  unsigned char x_packed[8 * MOST_HEADS * MOST_ROWS * MOST_SIZE];
  int64_t position[MOST_AXES * MOST_ROWS];
  struct assay_positions positions;
  struct assay_expr *w[MOST_SIZE], *magnitude;
  size_t pairs;
  struct assay_view x_view, got_view;
  struct assay_rotation rotation;
};

/* ROTATED <- D for src/, with GOT, patterns of GOT_FMT, as what is to be
   judged; to be ended.  */
void rotated_begin (struct rotated *rotated, const struct drawn_rotation *d,
                    const uint64_t *got, enum assay_fmt got_fmt,
                    struct assay_ctx *ctx);
void rotated_end (struct rotated *rotated);

#endif
