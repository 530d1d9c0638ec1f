/* convention_words.h -- the words that a convention is told in */

#ifndef ASSAY_KERNEL_CONVENTION_WORDS_H
#define ASSAY_KERNEL_CONVENTION_WORDS_H

#include <gmp.h>

#include "base/ctx.h"

enum assay_word
{
  ASSAY_WORD_LAYOUT, ASSAY_WORD_DIM, ASSAY_WORD_ROTARY, ASSAY_WORD_BASE,
  ASSAY_WORD_CONFIG, ASSAY_WORD_LENGTH, ASSAY_WORD_DENOMINATOR,
  ASSAY_WORD_FACTOR, ASSAY_WORD_SIGN, ASSAY_WORD_MAGNITUDE, ASSAY_WORD_SCALE,
  ASSAY_WORD_Q_OFFSET, ASSAY_WORD_K_OFFSET, ASSAY_WORD_PERMUTE,
  ASSAY_WORD_ROW, ASSAY_WORD_QUERY_SLOPE, ASSAY_WORD_KEY_SLOPE,
  ASSAY_WORD_SLOPE
};

enum { ASSAY_WORD_COUNT = ASSAY_WORD_SLOPE + 1 };

/* The texts of one convention, called NAME in refusals; null where a word is
   not given.  */
struct assay_words
{
  const char *name;
  char *text[ASSAY_WORD_COUNT];
};

/* WORDS, which has its name alone, <- what TEXT says: "key=value,..." or a
   JSON object.  To be cleared, also after a refusal.  */
enum assay_status assay_words_read (struct assay_words *words,
                                    const char *text, struct assay_ctx *ctx);
void assay_words_clear (struct assay_words *words);

/* ASSAY_EVALUE: the word at KEY is not what was EXPECTED.  */
enum assay_status assay_words_misfit (const struct assay_words *words,
                                      enum assay_word key,
                                      const char *expected,
                                      struct assay_ctx *ctx);

/* *VALUE <- the integer of KEY in LOW..HIGH; unchanged without it.  */
enum assay_status assay_words_integer (long *value,
                                       const struct assay_words *words,
                                       enum assay_word key, long low,
                                       long high, struct assay_ctx *ctx);

/* VALUE <- the exact number of KEY, above 0 where it IS_POSITIVE; unchanged
   without it.  */
enum assay_status assay_words_number (mpq_ptr value,
                                      const struct assay_words *words,
                                      enum assay_word key, int is_positive,
                                      struct assay_ctx *ctx);

#endif
