/* turn_matrix.c -- how many mistakes of rotary encodings are named */

#include "turn_matrix.h"

#include <string.h>

#include "bench.h"
#include "explained_turns.h"
#include "tally.h"

/* One dump in both formats; RIGHT[f] counts what is named as expected.  */
static void
run_case (struct tally tally[2], int right[2],
          const struct named_mistake *c, size_t rows,
          unsigned long seed)
{
  static const enum assay_fmt formats[2] = { ASSAY_FMT_F32, ASSAY_FMT_BF16 };
  struct explained_turn e;
  int f;

  explained_turn_init (&e, c, rows, seed, formats[0]);
  for (f = 0; f < 2; f++)
    {
      struct assay_turn_explanation explanation;
      struct assay_told told;

      if (f == 1)
        explained_turn_dump (&e, formats[f]);
      explained_turn_run (&explanation, &e);
      assay_turn_explanation_tell (&told, &explanation);
      tally_note (&tally[f], &told);
      assay_told_clear (&told);
      right[f] += explained_turn_is_expected (&explanation, c, formats[f]);
      assay_turn_explanation_clear (&explanation);
    }
  explained_turn_clear (&e);
}

void
bench_turn_matrix (unsigned long seeds, size_t rows)
{
  int right[2] = { 0, 0 }, all = 0;
  size_t n;

  for (n = 0; n < explained_turn_case_count; n++)
    {
      const struct named_mistake *c = &explained_turn_cases[n];
      struct tally tally[2];
      unsigned long seed;

      memset (tally, 0, sizeof tally);
      for (seed = 1; seed <= seeds; seed++, all++)
        run_case (tally, right, c, rows, seed);
      tally_print (c->label, tally);
    }
  bench_line ("mistakes of rope named first, f32", 100.0 * right[0] / all,
              "%", BENCH_AT_LEAST, 98.0);
  bench_line ("mistakes of rope named first, bf16", 100.0 * right[1] / all,
              "%", BENCH_AT_LEAST, 95.0);
}
