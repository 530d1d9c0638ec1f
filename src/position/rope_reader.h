/* rope_reader.h -- what other programs make of the same config

   Each reader is a plan with its own rules; rows D 1, D 2, ... number the
   disagreements that are known, with the version each was read from.  A
   reader's rule is a fact about that version and nothing more.  */

#ifndef ASSAY_POSITION_ROPE_READER_H
#define ASSAY_POSITION_ROPE_READER_H

#include "position/rope_config.h"
#include "position/rope_steps.h"
#include "real/fmt.h"

enum assay_reader
{
  ASSAY_READER_HF,
  ASSAY_READER_VLLM,
  ASSAY_READER_LLAMA_CPP,
  ASSAY_READER_ORT_GENAI,
  ASSAY_READER_MLX_LM,
  ASSAY_READER_EXLLAMAV3,
  /* The six above are the usual list; these are read when named.  */
  ASSAY_READER_HF_4_45,
  ASSAY_READER_DEEPSEEK,
  ASSAY_READER_GPT_OSS,
  ASSAY_READER_WRITTEN          /* every key as the config spells it */
};

enum { ASSAY_READER_COUNT = 10, ASSAY_READER_USUAL = 6,
       ASSAY_MAX_NOTES = 12 };

/* "hf", "vllm", "llama.cpp", "onnxruntime-genai", "mlx-lm", "exllamav3",
   "hf-4.45", "deepseek", "gpt-oss", "written".  */
const char *assay_reader_name (enum assay_reader reader);

/* What was read, and its version.  */
const char *assay_reader_version (enum assay_reader reader);

/* READER <- the one called NAME; ASSAY_EVALUE, and no error recorded, when
   there is none.  */
enum assay_status assay_reader_find (enum assay_reader *reader,
                                     const char *name);

struct assay_reader_note
{
  int row;                      /* of the D rows; 0 for what has none */
  char text[200];
};

struct assay_reading
{
  enum assay_reader reader;
  struct assay_rope_plan plan;  /* with the reader's rules */
  struct assay_reader_note note[ASSAY_MAX_NOTES];
  size_t note_count;
  int refuses;                  /* the reader stops with an error */
  char refusal[240];
  struct assay_rope_steps steps;        /* none when it refuses */
};

/* READING <- what READER makes of PLAN for CALL.  Its notes are only about
   keys that PLAN has.  A set that the reader refuses is no refusal of this
   call.  To be cleared, also after a refusal.  */
enum assay_status assay_reading_make (struct assay_reading *reading,
                                      enum assay_reader reader,
                                      const struct assay_rope_plan *plan,
                                      const struct assay_rope_call *call,
                                      struct assay_ctx *ctx);

void assay_reading_clear (struct assay_reading *reading);

/* The reader's rules applied to READING's plan (rope_rules.c).  */
void assay_reading_apply (struct assay_reading *reading,
                          const struct assay_rope_call *call);

void assay_reading_note (struct assay_reading *reading, int row,
                         const char *text, ...)
  __attribute__ ((format (printf, 3, 4)));

/* BASE <- the base of a dynamic set for CALL when the bracket, the power and
   the base are each rounded to FMT (binary32: transformers' forward pass;
   binary64: its function called with a plain integer), the power correctly.
   The set has a factor and L.  */
enum assay_status assay_reader_rounded_base
  (struct assay_expr **base, const struct assay_rope_plan *plan,
   const struct assay_rope_call *call, enum assay_fmt fmt,
   struct assay_ctx *ctx);

#endif
