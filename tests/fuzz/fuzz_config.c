/* fuzz_config.c -- any bytes as a config.json: read, computed, compared

   Nothing may crash, leak or run without end; what a config means is the
   suites' business.  */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/memory.h"
#include "position/rope_effect.h"
#include "real/encl.h"

/* Wide heads only take longer.  */
enum { WIDEST = 32, MILLISECONDS = 500, PRECISION = 512 };

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t length);

static void
compare_readers (const struct assay_rope_plan *plan, struct assay_ctx *ctx)
{
  static const struct assay_rope_call call = { 5000, 6000 };
  struct assay_reading first, other;
  struct assay_effect effect;
  int reader;

  if (assay_reading_make (&first, ASSAY_READER_HF, plan, &call, ctx)
      == ASSAY_OK)
    for (reader = 1; reader < ASSAY_READER_COUNT; reader++)
      {
        if (assay_reading_make (&other, (enum assay_reader) reader, plan,
                                &call, ctx) == ASSAY_OK)
          {
            assay_effect_make (&effect, &first, &other, 4999, ctx);
            assay_effect_clear (&effect);
          }
        assay_reading_clear (&other);
        assay_ctx_forgive (ctx);
      }
  assay_reading_clear (&first);
  assay_ctx_forgive (ctx);
}

int
LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t length)
{
  static const struct assay_rope_given given = { 8, 0 };
  struct assay_rope_config config;
  struct assay_ctx ctx;
  char *text;
  size_t i;

  /* The reader is given a string, as from a file.  */
  text = assay_calloc (length + 1, 1);
  for (i = 0; i < length; i++)
    text[i] = (char) bytes[i];
  assay_ctx_init (&ctx);
  ctx.max_precision = PRECISION;
  ctx.max_bits = 1 << 20;
  assay_ctx_start_clock (&ctx, MILLISECONDS);
  assay_rope_config_init (&config);
  if (assay_rope_config_read (&config, text, length, &given, &ctx)
      == ASSAY_OK)
    for (i = 0; i < config.group_count; i++)
      if (config.group[i].layout.rotary_dim <= WIDEST)
        compare_readers (&config.group[i], &ctx);
  assay_rope_config_clear (&config);
  free (text);
  return 0;
}
