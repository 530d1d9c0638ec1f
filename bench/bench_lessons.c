/* bench_lessons.c -- the finite family of rope-fractions by both families of
   programs, and the reports of rope-fractions and causal-attention

   Usage: bench-lessons ASSAY  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "cli/families.h"
#include "lessons/rope_fractions_parts.h"
#include "real/encl.h"

/* One lesson is shorter than what a clock shows well.  */
enum { FAMILY_RUNS = 21, PAGE_RUNS = 11 };

static double
family_once (void)
{
  unsigned long profiles, scores;
  double start = bench_cpu ();

  if (assay_rope_family (&profiles, &scores, &assay_oracle) != ASSAY_HOLDS)
    {
      fprintf (stderr, "the finite family does not hold\n");
      exit (EXIT_FAILURE);
    }
  return 1000 * (bench_cpu () - start);
}

int
main (int argc, char **argv)
{
  char *const rope[] = { argv[1], "lesson", "rope-fractions", NULL };
  char *const attention[] = { argv[1], "lesson", "causal-attention", NULL };
  double family[FAMILY_RUNS], wall[PAGE_RUNS], cpu[PAGE_RUNS];
  struct bench_child first, second;
  int i;

  if (argc != 2)
    {
      fprintf (stderr, "usage: bench-lessons ASSAY\n");
      return 2;
    }
  assay_real_init ();
  for (i = 0; i < FAMILY_RUNS; i++)
    family[i] = family_once ();
  assay_real_finish ();
  bench_line ("4617 profiles by both families, processor time",
              bench_median (family, FAMILY_RUNS), "ms", BENCH_BELOW, 60);
  for (i = 0; i < PAGE_RUNS; i++)
    {
      bench_run (&first, rope);
      bench_run (&second, attention);
      cpu[i] = first.cpu + second.cpu;
      wall[i] = first.wall + second.wall;
    }
  bench_line ("both reports, processor time", bench_median (cpu, PAGE_RUNS),
              "s", BENCH_BELOW, 0.3);
  /* On a machine that does other things besides, this one says so.  */
  bench_line ("both reports, wall clock", bench_median (wall, PAGE_RUNS),
              "s", BENCH_BELOW, 0.3);
  return EXIT_SUCCESS;
}
