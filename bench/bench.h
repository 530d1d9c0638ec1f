/* bench.h -- clocks, medians and the lines that `make bench' prints */

#ifndef ASSAY_BENCH_H
#define ASSAY_BENCH_H

#include <stddef.h>

/* Every figure is the median of so many runs.  */
enum { BENCH_RUNS = 5 };

enum bench_goal { BENCH_AT_LEAST, BENCH_BELOW };

/* Seconds of processor time of this process, and of this thread; seconds of
   the wall clock.  */
double bench_cpu (void);
double bench_thread_cpu (void);
double bench_wall (void);

/* The median of N samples, which are sorted.  */
double bench_median (double *samples, size_t n);

/* One line: NAME, what was measured in UNIT, the goal, and whether it is
   met.  */
void bench_line (const char *name, double measured, const char *unit,
                 enum bench_goal direction, double goal);

/* One line for what could not be measured, and why.  */
void bench_unmeasured (const char *name, const char *why);

/* What a run of the program took.  */
struct bench_child
{
  double wall;                  /* seconds */
  double cpu;                   /* seconds, of user and system */
  double peak_bytes;            /* resident, the largest child so far */
  double printed_bytes;         /* on standard output, which is read */
};

/* Run ARGV, its name first, and fill CHILD; a run that fails ends the
   bench with a complaint.  */
void bench_run (struct bench_child *child, char *const argv[]);

/* Seconds that the Python SCRIPT prints of N rows of WIDTH, or -1 without
   Python and what it imports.  */
double bench_script_seconds (const char *script, size_t n, size_t width);

#endif
