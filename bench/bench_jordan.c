/* bench_jordan.c -- the kernel probes of jordan-rope against PARI/GP, and the
   readout of all strings of 20 signs

   Usage: bench-jordan PROBE.gp  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "bench.h"
#include "exact/rat.h"
#include "lessons/jordan_rope.h"

static const char probes_name[]
  = "148 kernel probes: PARI/GP over ours, processor time";

/* Seconds of one table of all probes.  */
static double
probes_once (struct assay_probe_result *probes)
{
  double start = bench_cpu ();

  assay_jordan_probes_run (probes);
  return bench_cpu () - start;
}

/* Write to FILE what makes gp compute the table and compare it with PROBES;
   nothing but the end when PROBES is null.  */
static void
write_script (const char *file, const char *source,
              const struct assay_probe_result *probes)
{
  FILE *script = fopen (file, "w");
  size_t i;

  if (!script)
    {
      perror (file);
      exit (EXIT_FAILURE);
    }
  if (probes)
    fprintf (script, "read(\"%s\");\n", source);
  for (i = 0; probes && i < ASSAY_JORDAN_ROPE_PROBES; i++)
    {
      const struct assay_probe_result *p = &probes[i];
      char *error = assay_rat_text (p->error);

      fprintf (script, "same(%lu,%lu,%lu,%ld/%lu,\"%s\",%s);\n", p->fit,
               p->length, p->check, p->damping.num, p->damping.den,
               assay_probe_basis_name (p->basis), error);
      free (error);
    }
  fprintf (script, "print(\"done\");\nquit\n");
  fclose (script);
}

/* The median of the processor seconds of gp on FILE.  */
static double
gp_seconds (char *file)
{
  char *const gp[] = { "/usr/bin/env", "gp", "-q", "-f", file, NULL };
  double seconds[BENCH_RUNS];
  struct bench_child child;
  int i;

  for (i = 0; i < BENCH_RUNS; i++)
    {
      bench_run (&child, gp);
      /* "done" and nothing else: an error of gp's says more.  */
      if (child.printed_bytes != 5)
        {
          fprintf (stderr, "gp did not reproduce the table: %s\n", file);
          exit (EXIT_FAILURE);
        }
      seconds[i] = child.cpu;
    }
  return bench_median (seconds, BENCH_RUNS);
}

static void
bench_probes (const char *source)
{
  struct assay_probe_result probes[ASSAY_JORDAN_ROPE_PROBES];
  char all[] = "/tmp/bench-jordan-XXXXXX", none[] = "/tmp/bench-none-XXXXXX";
  double seconds[BENCH_RUNS], ours, theirs;
  int i, ends[2];

  for (i = 0; i < BENCH_RUNS; i++)
    {
      if (i > 0)
        assay_jordan_probes_clear (probes);
      seconds[i] = probes_once (probes);
    }
  ours = bench_median (seconds, BENCH_RUNS);
  printf ("148 kernel probes: %.1f ms of processor time\n", 1000 * ours);
  if (system ("command -v gp >/dev/null 2>&1") != 0)
    bench_unmeasured (probes_name, "gp is not installed");
  else
    {
      ends[0] = mkstemp (all);
      ends[1] = mkstemp (none);
      if (ends[0] < 0 || ends[1] < 0)
        {
          perror ("mkstemp");
          exit (EXIT_FAILURE);
        }
      close (ends[0]);
      close (ends[1]);
      write_script (all, source, probes);
      write_script (none, source, NULL);
      theirs = gp_seconds (all) - gp_seconds (none);
      unlink (all);
      unlink (none);
      bench_line (probes_name, theirs / ours, "times", BENCH_AT_LEAST, 3);
    }
  assay_jordan_probes_clear (probes);
}

/* Seconds of the readout of 2^20 strings: stabilised Jordan, r = 9/10, fitted
   on the lags 1..20.  */
static double
readout_once (void)
{
  enum { T = 20 };
  struct assay_signs signs;
  struct assay_rotor rotor;
  struct assay_probe probe;
  struct assay_gram gram;
  struct assay_fit fit;
  struct assay_ctx ctx;
  mpz_t k[T], f[T];
  mpq_t damping;
  double start = bench_cpu ();
  int i;

  assay_ctx_init (&ctx);
  assay_rotor_init (&rotor);
  mpz_set_ui (rotor.a, 3);
  mpz_set_ui (rotor.b, 4);
  mpz_set_ui (rotor.h, 5);
  mpq_init (damping);
  mpq_set_ui (damping, 9, 10);
  probe = (struct assay_probe) { ASSAY_PROBE_STABILISED_JORDAN, &rotor,
                                 damping, T };
  for (i = 0; i < T; i++)
    mpz_inits (k[i], f[i], NULL);
  assay_gram_init (&gram, 4);
  assay_fit_init (&fit, 4);
  assay_probe_gram (&gram, &probe, 1, T, &ctx);
  assay_leastsq_fit (&fit, &gram);
  assay_probe_values (k, f, &fit, &probe, T);
  if (assay_signs_count (&signs, (const mpz_t *) k, (const mpz_t *) f, T,
                         &ctx) != ASSAY_OK || signs.strings != 1ull << T)
    {
      fprintf (stderr, "the strings were not counted\n");
      exit (EXIT_FAILURE);
    }
  for (i = 0; i < T; i++)
    mpz_clears (k[i], f[i], NULL);
  assay_gram_clear (&gram);
  assay_fit_clear (&fit);
  assay_rotor_clear (&rotor);
  mpq_clear (damping);
  return bench_cpu () - start;
}

int
main (int argc, char **argv)
{
  double seconds[BENCH_RUNS];
  int i;

  if (argc != 2)
    {
      fprintf (stderr, "usage: bench-jordan PROBE.gp\n");
      return 2;
    }
  bench_probes (argv[1]);
  for (i = 0; i < BENCH_RUNS; i++)
    seconds[i] = readout_once ();
  bench_line ("readout of all 2^20 strings, processor time",
              bench_median (seconds, BENCH_RUNS), "s", BENCH_BELOW, 2);
  return EXIT_SUCCESS;
}
