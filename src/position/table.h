/* table.h -- tables of cosines and sines, every entry correctly rounded

   The entry of position p and pair i is A cos (p w_i) or A sin (p w_i),
   rounded once to the format, to nearest, ties to even.  Three ways to it,
   each taken where the one before cannot prove its rounding: a rotation in
   binary64 from a neighbouring position (Lemma B64), double-double arithmetic
   (B62), enclosures (real/step.h).  */

#ifndef ASSAY_POSITION_TABLE_H
#define ASSAY_POSITION_TABLE_H

#include "position/turn.h"
#include "real/fmt.h"

enum { ASSAY_TABLE_BLOCK = 128 };

#define ASSAY_TABLE_MAX_POSITION 0xfffffffful

struct assay_table
{
  size_t pairs;
  struct assay_expr **w;        /* radians a position, closed; owned */
  struct assay_expr *magnitude; /* A, closed; owned */
  enum assay_fmt fmt;
  /* Entries so far, and how many of them the first way and the first two
     ways could not decide.  */
  unsigned long long entries, second, third;

  /* The rest is the table's own.  */
  int is_fast;                  /* the first two ways may be taken */
  struct assay_turns turns;
  struct assay_phase *phase;    /* of every pair */
  struct assay_dd scale;        /* A */
  double slack;                 /* of the first way: 6 u abs (A) */
  /* [j * pairs + i]: cosine and sine of j steps of pair i.  */
  double *rotor_c, *rotor_s;
  double *base_c, *base_s;      /* A times those of a block's start */
};

/* TABLE <- prepared for PAIRS steps W, which are borrowed and referenced;
   a null MAGNITUDE is 1.  FMT is f64, f32, f16 or bf16, else ASSAY_EVALUE.
   To be cleared, also after a refusal.  */
enum assay_status assay_table_init (struct assay_table *table,
                                    struct assay_expr *const *w, size_t pairs,
                                    struct assay_expr *magnitude,
                                    enum assay_fmt fmt,
                                    struct assay_ctx *ctx);
void assay_table_clear (struct assay_table *table);

/* COPY <- TABLE for another thread, with expressions of its own.  To be
   cleared.  */
void assay_table_copy (struct assay_table *copy,
                       const struct assay_table *table);

/* COSINE, SINE [j * pairs + i] <- the patterns of positions FIRST + j, j <
   COUNT, as unsigned integers of the format's width.  ASSAY_EVALUE when a
   position is beyond ASSAY_TABLE_MAX_POSITION, ASSAY_ELIMIT when an entry
   cannot be decided at ctx->max_precision.  */
enum assay_status assay_table_fill (struct assay_table *table, void *cosine,
                                    void *sine, unsigned long first,
                                    size_t count, struct assay_ctx *ctx);

/* Whether the second way may be taken at 0 < POSITION <=
   ASSAY_TABLE_MAX_POSITION; then abs (C - A cos (p w)) <= ERROR[0] and abs (S
   - A sin (p w)) <= ERROR[1] for the step w of PAIR (Lemma B62).  */
int assay_table_near (struct assay_dd *c, struct assay_dd *s,
                      double error[2], const struct assay_table *table,
                      unsigned long position, size_t pair);

/* One entry by the third way alone, which assumes nothing of the machine's
   arithmetic.  */
enum assay_status assay_table_entry (uint64_t *cosine, uint64_t *sine,
                                     const struct assay_table *table,
                                     unsigned long position, size_t pair,
                                     struct assay_ctx *ctx);

#endif
