/* fast_processor.c -- which kernels this processor runs, and their tables */

#include "attention/fast_processor.h"

#include <math.h>
#include <mpfr.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static struct assay_fast_constants constants;
static pthread_once_t constants_once = PTHREAD_ONCE_INIT;

static const struct assay_fast_kernels *best;
static pthread_once_t best_once = PTHREAD_ONCE_INIT;

enum { STEP_BITS = 38, PRECISION = 300 };

/* step[0], step[1] and step[2] <- ln 2 / 256, the first two of 38 bits.  */
static void
make_steps (void)
{
  mpfr_t rest, part;

  mpfr_init2 (rest, PRECISION);
  mpfr_init2 (part, STEP_BITS);
  mpfr_const_log2 (rest, MPFR_RNDN);
  mpfr_div_ui (rest, rest, ASSAY_FAST_STEPS, MPFR_RNDN);
  mpfr_set (part, rest, MPFR_RNDZ);
  constants.step[0] = mpfr_get_d (part, MPFR_RNDN);
  mpfr_sub (rest, rest, part, MPFR_RNDN);
  mpfr_set (part, rest, MPFR_RNDZ);
  constants.step[1] = mpfr_get_d (part, MPFR_RNDN);
  mpfr_sub (rest, rest, part, MPFR_RNDN);
  constants.step[2] = mpfr_get_d (rest, MPFR_RNDN);
  mpfr_clears (rest, part, (mpfr_ptr) 0);
}

static void
make_constants (void)
{
  struct assay_dd power;
  mpfr_t x;
  int i;

  mpfr_init2 (x, PRECISION);
  for (i = 0; i < ASSAY_FAST_STEPS; i++)
    {
      mpfr_set_si_2exp (x, i, -8, MPFR_RNDN);
      mpfr_exp2 (x, x, MPFR_RNDN);
      power = assay_dd_of_mpfr (x);
      constants.power_hi[i] = power.hi;
      constants.power_lo[i] = power.lo;
    }
  mpfr_set_ui (x, 1, MPFR_RNDN);
  mpfr_div_ui (x, x, 6, MPFR_RNDN);
  constants.sixth_lo = assay_dd_of_mpfr (x).lo;
  mpfr_clear (x);
  make_steps ();
}

const struct assay_fast_constants *
assay_fast_constants (void)
{
  pthread_once (&constants_once, make_constants);
  return &constants;
}

const struct assay_fast_kernels *
assay_fast_kernels_at (size_t n)
{
  const struct assay_fast_kernels *found[4] = { &assay_fast_portable };
  size_t count = 1;

#ifdef ASSAY_FAST_HAS_X86
  if (__builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma"))
    found[count++] = &assay_fast_avx2;
  if (__builtin_cpu_supports ("avx512f"))
    found[count++] = &assay_fast_avx512;
#endif
  return n < count ? found[n] : NULL;
}

const struct assay_fast_kernels *
assay_fast_kernels_named (const char *name)
{
  const struct assay_fast_kernels *next;
  size_t n;

  for (n = 0; (next = assay_fast_kernels_at (n)) != NULL; n++)
    if (strcmp (next->name, name) == 0)
      return next;
  return &assay_fast_portable;
}

/* The last that this processor runs, unless ASSAY_PROCESSOR names one.  */
static void
choose_best (void)
{
  const char *name = getenv ("ASSAY_PROCESSOR");
  const struct assay_fast_kernels *next;
  size_t n;

  for (n = 0; (next = assay_fast_kernels_at (n)) != NULL; n++)
    best = next;
  if (name)
    best = assay_fast_kernels_named (name);
}

const struct assay_fast_kernels *
assay_fast_kernels_best (void)
{
  pthread_once (&best_once, choose_best);
  return best;
}
