/* bench_explain.c -- how many mistakes of the oracle are named, and how long a
   head takes

   The confusion matrix: for each mistake, how often its hypothesis comes
   first, and what else does; n = 32, d = 16, standard normal inputs.  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "explained.h"
#include "explained_turns.h"
#include "real/encl.h"
#include "tally.h"
#include "turn_matrix.h"

enum { SEEDS = 3, KEYS = 32, WIDTH = 16 };

/* One dump in both formats; RIGHT[f] counts what is named as expected.  */
static void
run_case (struct tally tally[2], int right[2],
          const struct named_mistake *c, unsigned long seed)
{
  struct explained e;
  int f;

  explained_init (&e, c, KEYS, WIDTH, seed, ASSAY_FMT_F32);
  for (f = 0; f < 2; f++)
    {
      struct assay_explanation explanation;
      struct assay_told told;

      if (f == 1)
        explained_dump (&e, ASSAY_FMT_BF16);
      explained_run (&explanation, &e, 2);
      assay_explanation_tell (&told, &explanation);
      tally_note (&tally[f], &told);
      assay_told_clear (&told);
      right[f] += explained_is_expected (&explanation, c, e.fmt);
      assay_explanation_clear (&explanation);
    }
  explained_clear (&e);
}

static void
measure_matrix (void)
{
  int right[2] = { 0, 0 }, all = 0;
  size_t n;

  printf ("  %zu mistakes of attention and %zu of rotary encodings, %d draws "
          "of %d keys or\n  rows, width %d, each in f32 and in bf16: how "
          "often what is named first\n", explained_case_count,
          explained_turn_case_count, SEEDS, KEYS, WIDTH);
  for (n = 0; n < explained_case_count; n++)
    {
      struct tally tally[2];
      unsigned long seed;

      memset (tally, 0, sizeof tally);
      for (seed = 1; seed <= SEEDS; seed++, all++)
        run_case (tally, right, &explained_cases[n], seed);
      tally_print (explained_cases[n].label, tally);
    }
  bench_line ("mistakes named first, f32", 100.0 * right[0] / all, "%",
              BENCH_AT_LEAST, 98.0);
  bench_line ("mistakes named first, bf16", 100.0 * right[1] / all, "%",
              BENCH_AT_LEAST, 95.0);
}

/* A head of 512 keys that no hypothesis reproduces, so that every pair is
   tried; half of the processor time of two threads.  */
static void
measure_head (void)
{
  static const struct named_mistake c = {
    "one head", -1, 0, NULL, EXPLAINED_CAUSAL, NULL, NULL
  };
  struct assay_explanation explanation;
  struct explained e;
  double start;
  size_t n;
  float x;

  explained_begin (&e, &c, 512, 64, 5, ASSAY_FMT_F32);
  e.problem.q.shape[1] = e.problem.k.shape[1] = e.problem.v.shape[1] = 1;
  e.problem.q_heads = e.problem.kv_heads = 1;
  e.target.got.shape[1] = 1;
  for (n = 0; n < 512 * 64; n++)
    {
      x = 0.01f * e.v[n];
      memcpy (e.dump + 4 * n, &x, 4);
    }
  start = bench_cpu ();
  explained_run (&explanation, &e, 2);
  bench_line ("a head of 512 keys, width 64, every pair, 2 cores",
              (bench_cpu () - start) / 2.0, "s", BENCH_BELOW, 10.0);
  assay_explanation_clear (&explanation);
  explained_clear (&e);
}

int
main (void)
{
  assay_real_init ();
  measure_matrix ();
  bench_turn_matrix (SEEDS, KEYS);
  measure_head ();
  return EXIT_SUCCESS;
}
