/* bench_memory.c -- the peak memory of a score at a distance of 10^7 against
   the size of the printed answer

   Usage: bench-memory ASSAY  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "bench.h"

int
main (int argc, char **argv)
{
  char *const rotary[] = { argv[1], "rotary", "--query=1,0", "--at=10000000",
                           "--key=1,0@0", "--rotor=3/5,4/5", NULL };
  double ratios[BENCH_RUNS], seconds[BENCH_RUNS];
  struct bench_child child;
  int i;

  if (argc != 2)
    {
      fprintf (stderr, "usage: bench-memory ASSAY\n");
      return 2;
    }
  for (i = 0; i < BENCH_RUNS; i++)
    {
      bench_run (&child, rotary);
      ratios[i] = child.peak_bytes / child.printed_bytes;
      seconds[i] = child.cpu;
    }
  printf ("assay rotary at 10^7 against 0: %.1f MB printed, %.1f MB at peak, "
          "%.2f s of processor time\n", child.printed_bytes / 1e6,
          child.peak_bytes / 1e6, bench_median (seconds, BENCH_RUNS));
  bench_line ("assay rotary at 10^7, peak memory over the printed answer",
              bench_median (ratios, BENCH_RUNS), "times", BENCH_BELOW, 10);
  return EXIT_SUCCESS;
}
