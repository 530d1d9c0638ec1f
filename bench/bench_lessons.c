/* bench_lessons.c -- the lessons: the finite family by both families of
   programs, and all reports by the program

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
  char *const lesson_all[] = { argv[1], "lesson", "all", NULL };
  double family[FAMILY_RUNS], wall[PAGE_RUNS], cpu[PAGE_RUNS];
  struct bench_child child;
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
      bench_run (&child, lesson_all);
      cpu[i] = child.cpu;
      wall[i] = child.wall;
    }
  bench_line ("assay lesson all, processor time",
              bench_median (cpu, PAGE_RUNS), "s", BENCH_BELOW, 0.3);
  /* On a machine that does other things besides, this one says so.  */
  bench_line ("assay lesson all, wall clock", bench_median (wall, PAGE_RUNS),
              "s", BENCH_BELOW, 0.3);
  return EXIT_SUCCESS;
}
