/* dumped.h -- every stage of a problem as the oracle has it, in f32 */

#ifndef ASSAY_TESTS_DUMPED_H
#define ASSAY_TESTS_DUMPED_H

#include "explained.h"

/* Scores, capped, biased, weights, output, log-sum-exp.  */
enum { DUMPED_STAGES = 6 };

struct dumped
{
  size_t rows;                  /* of all batches and heads */
  size_t columns[DUMPED_STAGES];
  float *stage[DUMPED_STAGES];  /* rows x columns */
};

/* DUMPED <- of the problem of E with MISTAKE (null: none) put in; to be
   cleared.  */
void dumped_init (struct dumped *dumped, const struct explained *e,
                  const struct oracle_mistake *mistake);
void dumped_clear (struct dumped *dumped);

/* ROW, of all batches and heads, as the oracle's place.  */
struct oracle_place dumped_place (const struct explained *e, size_t row);

/* How an element compares with the right one: the same, another number
   clearly, or so near that a tolerance matters.  */
enum dumped_difference
{
  DUMPED_SAME,
  DUMPED_OTHER,
  DUMPED_NEAR
};

enum dumped_difference dumped_compare (float got, float right);

/* LEGAL <- which keys the right row sees; their count.  */
size_t dumped_legal (unsigned char *legal, const struct explained *e,
                     size_t row);

#endif
