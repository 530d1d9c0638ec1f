/* bench_attention.c -- correctly rounded attention against the same without
   proof, and against arithmetic of many digits

   Causal heads, scale 1 / sqrt (width).  What is proved includes making the
   head ready and settling every element; nothing may stay open.  */

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "attention_plain.h"
#include "bench.h"
#include "real/encl.h"

#ifdef BENCH_ARB
#include BENCH_ARB
#endif

static void
give_up (const char *what)
{
  fprintf (stderr, "%s\n", what);
  exit (EXIT_FAILURE);
}

static void *
room (size_t count, size_t size)
{
  void *block = calloc (count, size);

  if (block == NULL)
    give_up ("no memory");
  return block;
}

/* One run of the fast tiers over a head, by so many threads.  */
struct proved
{
  const struct bench_head *given;
  struct assay_fast_head head;
  struct assay_fast_rule rule;
  enum assay_fmt fmt;
  uint64_t *bits;
  unsigned char *open;
  size_t *first, *last;
  pthread_mutex_t lock;
  size_t next;
  uint64_t settled[ASSAY_FAST_TIERS];
  double busiest;               /* seconds of a thread */
};

enum { BLOCK = 48 };

static void *
run_blocks (void *data)
{
  struct proved *p = data;
  size_t n = p->given->n, width = p->given->width, row, count;
  struct assay_fast_out out = { .fmt = p->fmt };
  double start = bench_thread_cpu (), busy;
  struct assay_fast_work work;
  int tier;

  assay_fast_work_init (&work);
  for (;;)
    {
      pthread_mutex_lock (&p->lock);
      row = p->next;
      p->next += BLOCK;
      pthread_mutex_unlock (&p->lock);
      if (row >= n)
        break;
      count = n - row < BLOCK ? n - row : BLOCK;
      out.bits = p->bits + row * width;
      out.open = p->open + row * width;
      assay_fast_rows_round (&out, &(struct assay_fast_rows) {
          .count = count, .q = p->given->q + row * width,
          .first = p->first + row, .last = p->last + row },
        &p->head, &p->rule, &work);
    }
  busy = bench_thread_cpu () - start;
  pthread_mutex_lock (&p->lock);
  if (busy > p->busiest)
    p->busiest = busy;
  for (tier = 0; tier < ASSAY_FAST_TIERS; tier++)
    p->settled[tier] += out.settled[tier];
  pthread_mutex_unlock (&p->lock);
  assay_fast_work_clear (&work);
  return NULL;
}

static void
proved_init (struct proved *p, const struct bench_head *given,
             enum assay_fmt fmt)
{
  struct assay_surd sigma;
  size_t i;

  memset (p, 0, sizeof *p);
  p->given = given;
  p->fmt = fmt;
  p->bits = room (given->n * given->width, sizeof *p->bits);
  p->open = room (given->n * given->width, 1);
  p->first = room (given->n, sizeof *p->first);
  p->last = room (given->n, sizeof *p->last);
  for (i = 0; i < given->n; i++)
    p->last[i] = i + 1;
  assay_surd_init (&sigma);
  assay_surd_set_inverse_sqrt (&sigma, (unsigned long) given->width);
  assay_fast_rule_init (&p->rule, &sigma, NULL, NULL);
  assay_surd_clear (&sigma);
  pthread_mutex_init (&p->lock, NULL);
}

static void
proved_clear (struct proved *p)
{
  free (p->bits);
  free (p->open);
  free (p->first);
  free (p->last);
  pthread_mutex_destroy (&p->lock);
}

/* Everything: the head too.  Returns the processor seconds of the longest way
   through it: the head, and the busiest thread.  */
static double
proved_run (struct proved *p, int threads)
{
  double start = bench_thread_cpu (), longest;
  pthread_t other;

  memset (p->settled, 0, sizeof p->settled);
  p->next = 0;
  p->busiest = 0;
  assay_fast_head_init (&p->head, p->given->n, p->given->width,
                        p->given->width);
  assay_fast_head_set_keys (&p->head, p->given->k);
  assay_fast_head_set_values (&p->head, p->given->v);
  longest = bench_thread_cpu () - start;
  if (threads == 2 && pthread_create (&other, NULL, run_blocks, p) != 0)
    give_up ("no thread");
  run_blocks (p);
  if (threads == 2)
    pthread_join (other, NULL);
  assay_fast_head_clear (&p->head);
  if (p->settled[ASSAY_FAST_OPEN] != 0)
    give_up ("elements stayed open");
  return longest + p->busiest;
}

static double
proved_seconds (struct proved *p)
{
  double start = bench_cpu ();

  proved_run (p, 1);
  return bench_cpu () - start;
}

/* F32 and bf16, 4096 rows of 64.  */
static void
bench_narrow (enum assay_fmt fmt, const char *name, double goal)
{
  /* So near to each other, ours and the same without proof need more.  */
  enum { N = 4096, WIDTH = 64, RUNS = 3 * BENCH_RUNS };
  double ours[RUNS], loops[BENCH_RUNS], same[RUNS], start;
  double *out = room (N * WIDTH, sizeof *out), beyond;
  uint64_t *bits = room (N * WIDTH, sizeof *bits);
  struct bench_head head;
  size_t wrong = 0, i;
  struct proved p;
  char line[80];

  bench_head_init (&head, N, WIDTH, fmt);
  proved_init (&p, &head, fmt);
  for (i = 0; i < BENCH_RUNS; i++)
    {
      start = bench_cpu ();
      bench_plain_loops (out, &head);
      loops[i] = bench_cpu () - start;
    }
  for (i = 0; i < RUNS; i++)
    {
      ours[i] = proved_seconds (&p);
      start = bench_cpu ();
      bench_unproved (bits, &head, fmt);
      same[i] = bench_cpu () - start;
    }
  for (i = 0; i < N * WIDTH; i++)
    wrong += bits[i] != p.bits[i];
  snprintf (line, sizeof line, "%s attention 4096 x 64, of plain loops' time",
            name);
  bench_line (line, bench_median (ours, RUNS)
                    / bench_median (loops, BENCH_RUNS), "", BENCH_BELOW, 0.3);
  snprintf (line, sizeof line, "%s attention, of the same without proof",
            name);
  bench_line (line, bench_median (ours, RUNS) / bench_median (same, RUNS), "",
              BENCH_BELOW, goal);
  beyond = (double) p.settled[ASSAY_FAST_PAIR] / (N * WIDTH);
  snprintf (line, sizeof line, "%s attention, elements beyond binary64",
            name);
  bench_line (line, 100 * beyond, "%", BENCH_BELOW, 0.05);
  printf ("  %.4f s; without proof %zu of %d elements would be wrong\n",
          bench_median (ours, RUNS), wrong, N * WIDTH);
  proved_clear (&p);
  bench_head_clear (&head);
  free (out);
  free (bits);
}

static void
bench_threads (void)
{
  enum { N = 8192, WIDTH = 64 };
  double one[BENCH_RUNS], two[BENCH_RUNS], start;
  double way[BENCH_RUNS], shorter[BENCH_RUNS];
  struct bench_head head;
  struct proved p;
  size_t i;

  if (sysconf (_SC_NPROCESSORS_ONLN) < 2)
    {
      bench_unmeasured ("2 threads against 1", "one processor");
      return;
    }
  bench_head_init (&head, N, WIDTH, ASSAY_FMT_F32);
  proved_init (&p, &head, ASSAY_FMT_F32);
  for (i = 0; i < BENCH_RUNS; i++)
    {
      start = bench_wall ();
      way[i] = proved_run (&p, 1);
      one[i] = bench_wall () - start;
      start = bench_wall ();
      shorter[i] = proved_run (&p, 2);
      two[i] = bench_wall () - start;
    }
  bench_line ("f32 attention 8192 x 64, 2 threads against 1",
              bench_median (one, BENCH_RUNS)
                / bench_median (two, BENCH_RUNS), "times", BENCH_AT_LEAST,
              1.8);
  printf ("  by processor time of the busiest thread: %.3g times\n",
          bench_median (way, BENCH_RUNS)
            / bench_median (shorter, BENCH_RUNS));
  proved_clear (&p);
  bench_head_clear (&head);
}

#ifdef BENCH_ARB

/* The same head by Arb at 128 bits: all products, then the causal part.  */
static double
arb_seconds (const struct bench_head *head)
{
  slong n = (slong) head->n, width = (slong) head->width, i, j;
  arb_mat_t q, k, v, s, o;
  double start;
  arb_t x, sum;

  arb_mat_init (q, n, width);
  arb_mat_init (k, width, n);
  arb_mat_init (v, n, width);
  arb_mat_init (s, n, n);
  arb_mat_init (o, n, width);
  arb_init (x);
  arb_init (sum);
  for (i = 0; i < n; i++)
    for (j = 0; j < width; j++)
      {
        arb_set_d (arb_mat_entry (q, i, j), head->q[i * width + j]);
        arb_set_d (arb_mat_entry (k, j, i), head->k[i * width + j]);
        arb_set_d (arb_mat_entry (v, i, j), head->v[i * width + j]);
      }
  start = bench_cpu ();
  arb_set_si (x, width);
  arb_rsqrt (x, x, 128);
  arb_mat_mul (s, q, k, 128);
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      if (j > i)
        arb_zero (arb_mat_entry (s, i, j));
      else
        {
          arb_mul (sum, arb_mat_entry (s, i, j), x, 128);
          arb_exp (arb_mat_entry (s, i, j), sum, 128);
        }
  arb_mat_mul (o, s, v, 128);
  for (i = 0; i < n; i++)
    {
      arb_zero (sum);
      for (j = 0; j <= i; j++)
        arb_add (sum, sum, arb_mat_entry (s, i, j), 128);
      for (j = 0; j < width; j++)
        arb_div (arb_mat_entry (o, i, j), arb_mat_entry (o, i, j), sum, 128);
    }
  start = bench_cpu () - start;
  arb_clear (x);
  arb_clear (sum);
  arb_mat_clear (q);
  arb_mat_clear (k);
  arb_mat_clear (v);
  arb_mat_clear (s);
  arb_mat_clear (o);
  return start;
}

#endif

static void
bench_wide (void)
{
  static const char name[] = "f64 attention 512 x 64, against Arb at 128 bits";
#ifdef BENCH_ARB
  double ours[BENCH_RUNS], arb[BENCH_RUNS];
  struct bench_head head;
  struct proved p;
  size_t i;

  bench_head_init (&head, 512, 64, ASSAY_FMT_F64);
  proved_init (&p, &head, ASSAY_FMT_F64);
  for (i = 0; i < BENCH_RUNS; i++)
    {
      ours[i] = proved_seconds (&p);
      arb[i] = arb_seconds (&head);
    }
  bench_line (name, bench_median (arb, BENCH_RUNS)
                    / bench_median (ours, BENCH_RUNS), "times",
              BENCH_AT_LEAST, 10);
  proved_clear (&p);
  bench_head_clear (&head);
#else
  bench_unmeasured (name, "Arb (FLINT 3, or flint-arb) is not here");
#endif
}

static void
bench_mpmath (const char *script)
{
  static const char name[] = "f64 attention 128 x 64, against mpmath";
  double ours[BENCH_RUNS], mpmath[BENCH_RUNS];
  struct bench_head head;
  struct proved p;
  size_t i;

  bench_head_init (&head, 128, 64, ASSAY_FMT_F64);
  proved_init (&p, &head, ASSAY_FMT_F64);
  for (i = 0; i < BENCH_RUNS; i++)
    {
      ours[i] = proved_seconds (&p);
      mpmath[i] = bench_script_seconds (script, 128, 64);
    }
  if (bench_median (mpmath, BENCH_RUNS) < 0)
    bench_unmeasured (name, "no Python with mpmath");
  else
    bench_line (name, bench_median (mpmath, BENCH_RUNS)
                      / bench_median (ours, BENCH_RUNS), "times",
                BENCH_AT_LEAST, 200);
  proved_clear (&p);
  bench_head_clear (&head);
}

/* The first workload by PyTorch in float64, which is rounded, not proved.  */
static void
bench_torch (const char *script)
{
  static const char name[] =
    "f32 attention 4096 x 64, against PyTorch float64";
  double torch = bench_script_seconds (script, 4096, 64);
  double ours[BENCH_RUNS];
  struct bench_head head;
  struct proved p;
  size_t i;

  if (torch < 0)
    {
      bench_unmeasured (name, "no Python with torch");
      return;
    }
  bench_head_init (&head, 4096, 64, ASSAY_FMT_F32);
  proved_init (&p, &head, ASSAY_FMT_F32);
  for (i = 0; i < BENCH_RUNS; i++)
    ours[i] = proved_seconds (&p);
  bench_line (name, torch / bench_median (ours, BENCH_RUNS), "times",
              BENCH_AT_LEAST, 20);
  proved_clear (&p);
  bench_head_clear (&head);
}

/* X <- N elements of single precision as binary64.  */
static double *
widened (const float *x, size_t n)
{
  double *wide = malloc (n * sizeof *wide);
  size_t i;

  if (wide == NULL)
    give_up ("no memory");
  for (i = 0; i < n; i++)
    wide[i] = x[i];
  return wide;
}

/* A process of its own: 16384 rows of 128, inputs and outputs in single
   precision, the first and last blocks of rows.  */
static void
use_memory (void)
{
  enum { N = 16384, WIDTH = 128, SIZE = N * WIDTH };
  float *q = room (SIZE, sizeof *q), *k = room (SIZE, sizeof *k);
  float *v = room (SIZE, sizeof *v), *o = room (SIZE, sizeof *o);
  uint64_t bits[BLOCK * WIDTH];
  unsigned char open[BLOCK * WIDTH];
  size_t first[BLOCK] = { 0 }, last[BLOCK], i, row;
  struct bench_head none = { N, WIDTH, NULL, NULL, NULL };
  struct assay_fast_out out = { .fmt = ASSAY_FMT_F32, .bits = bits,
                                .open = open };
  struct assay_fast_work work;
  struct proved p;
  double *wide;

  for (i = 0; i < SIZE; i++)
    {
      q[i] = (float) sin ((double) i);
      k[i] = (float) cos (1.5 * (double) i);
      v[i] = (float) cos (0.7 * (double) i);
      o[i] = 1;
    }
  proved_init (&p, &none, ASSAY_FMT_F32);
  assay_fast_head_init (&p.head, N, WIDTH, WIDTH);
  wide = widened (k, SIZE);
  assay_fast_head_set_keys (&p.head, wide);
  free (wide);
  wide = widened (v, SIZE);
  assay_fast_head_set_values (&p.head, wide);
  free (wide);
  assay_fast_work_init (&work);
  for (row = 0; row + BLOCK <= N; row += N / 2 - BLOCK)
    {
      struct assay_fast_rows rows = { .count = BLOCK, .first = first,
                                      .last = last };

      for (i = 0; i < BLOCK; i++)
        last[i] = row + i + 1;
      wide = widened (q + row * WIDTH, (size_t) BLOCK * WIDTH);
      rows.q = wide;
      assay_fast_rows_round (&out, &rows, &p.head, &p.rule, &work);
      for (i = 0; i < (size_t) BLOCK * WIDTH; i++)
        memcpy (&o[row * WIDTH + i], &(uint32_t) { (uint32_t) bits[i] },
                sizeof *o);
      free (wide);
    }
  assay_fast_work_clear (&work);
  assay_fast_head_clear (&p.head);
}

static void
bench_peak (const char *self)
{
  const double given = 4.0 * 16384 * 128 * 4;
  char *const argv[] = { (char *) self, "--memory", NULL };
  struct bench_child child;

  bench_run (&child, argv);
  bench_line ("f32 attention 16384 x 128, memory beyond inputs and output",
              (child.peak_bytes - given) / 1048576.0, "MB", BENCH_BELOW, 64);
}

int
main (int argc, char **argv)
{
  assay_real_init ();
  if (argc == 2 && strcmp (argv[1], "--memory") == 0)
    {
      use_memory ();
      return 0;
    }
  bench_peak (argv[0]);
  bench_narrow (ASSAY_FMT_F32, "f32", 1.35);
  bench_narrow (ASSAY_FMT_BF16, "bf16", 1.1);
  bench_wide ();
  bench_mpmath (argc > 1 ? argv[1] : "bench/attention_mpmath.py");
  bench_torch (argc > 2 ? argv[2] : "bench/attention_torch.py");
  bench_threads ();
  assay_real_finish ();
  return 0;
}
