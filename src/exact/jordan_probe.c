/* jordan_probe.c -- kernel probes: named bases against (d/L) cos (omega d) */

#include "exact/jordan_probe.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "exact/rat.h"

/* A basis function is a product of these.  */
enum
{
  COS = 1, SIN = 2, DAMPED = 4, LAG = 8, TAU = 16
};

static const struct
{
  const char *name;
  size_t size;
  unsigned char functions[ASSAY_PROBE_MOST];
} bases[ASSAY_PROBE_BASES] = {
  { "rope", 2, { COS, SIN } },
  { "rope_const", 3, { 0, COS, SIN } },
  { "alibi", 2, { 0, LAG } },
  { "direct_sum", 4, { COS, SIN, 0, LAG } },
  { "direct_sum_unipotent_damped", 4,
    { COS, SIN, DAMPED, DAMPED | LAG } },
  { "direct_sum_public", 6,
    { 0, COS, SIN, LAG, DAMPED, DAMPED | TAU } },
  { "damped_rope", 2, { DAMPED | COS, DAMPED | SIN } },
  { "raw_jordan", 4,
    { DAMPED | COS, DAMPED | SIN, DAMPED | LAG | COS, DAMPED | LAG | SIN } },
  { "stabilised_jordan", 4,
    { DAMPED | COS, DAMPED | SIN, DAMPED | TAU | COS, DAMPED | TAU | SIN } },
  { "stabilised_jordan_public", 5,
    { 0, DAMPED | COS, DAMPED | SIN, DAMPED | TAU | COS,
      DAMPED | TAU | SIN } },
};

const char *
assay_probe_basis_name (enum assay_probe_basis basis)
{
  return bases[basis].name;
}

enum assay_status
assay_probe_basis_find (enum assay_probe_basis *basis, const char *name)
{
  int i;

  for (i = 0; i < ASSAY_PROBE_BASES; i++)
    if (strcmp (name, bases[i].name) == 0)
      {
        *basis = (enum assay_probe_basis) i;
        return ASSAY_OK;
      }
  return ASSAY_EVALUE;
}

size_t
assay_probe_basis_size (enum assay_probe_basis basis)
{
  return bases[basis].size;
}

/* Whether some function of BASIS has FACTOR.  */
static int
uses (enum assay_probe_basis basis, unsigned factor)
{
  size_t b;

  for (b = 0; b < bases[basis].size; b++)
    if (bases[basis].functions[b] & factor)
      return 1;
  return 0;
}

/* Z <- Z times the denominator of FACTOR's value at d, for a function that
   lacks it.  */
static void
fill (mpz_ptr z, const struct assay_probe_row *row, unsigned factor)
{
  if (factor == (COS | SIN))
    mpz_mul (z, z, row->power.h);
  else if (factor == DAMPED)
    mpz_mul (z, z, row->rd);
  else
    mpz_mul_ui (z, z, row->probe->length + row->d);
}

/* Z <- FUNCTION's value at d times the row's denominator, but for L.  */
static void
set_value (mpz_ptr z, const struct assay_probe_row *row, unsigned function)
{
  enum assay_probe_basis basis = row->probe->basis;

  if (function & COS)
    mpz_set (z, row->power.a);
  else if (function & SIN)
    mpz_set (z, row->power.b);
  else
    mpz_set (z, row->power.h);
  if (function & DAMPED)
    mpz_mul (z, z, row->rn);
  else if (uses (basis, DAMPED))
    fill (z, row, DAMPED);
  if (function & LAG)
    mpz_mul_ui (z, z, row->d);
  if (function & TAU)
    {
      mpz_mul_ui (z, z, row->d);
      mpz_mul_ui (z, z, row->probe->length);
    }
  else if (uses (basis, TAU))
    fill (z, row, TAU);
}

/* The row's denominator is h^d, times that of r^d and L + d where the basis
   needs them, times L for the target.  */
static void
set_row (struct assay_probe_row *row)
{
  enum assay_probe_basis basis = row->probe->basis;
  size_t size = bases[basis].size, b;

  mpz_set_ui (row->den, row->probe->length);
  fill (row->den, row, COS | SIN);
  if (uses (basis, DAMPED))
    fill (row->den, row, DAMPED);
  if (uses (basis, TAU))
    fill (row->den, row, TAU);
  for (b = 0; b < size; b++)
    {
      set_value (row->at[b], row, bases[basis].functions[b]);
      mpz_mul_ui (row->at[b], row->at[b], row->probe->length);
    }
  set_value (row->at[size], row, COS | LAG);
}

void
assay_probe_row_init (struct assay_probe_row *row,
                      const struct assay_probe *probe)
{
  size_t size = bases[probe->basis].size, b;

  row->probe = probe;
  row->d = 0;
  row->at = assay_calloc (size + 1, sizeof *row->at);
  for (b = 0; b <= size; b++)
    mpz_init (row->at[b]);
  mpz_inits (row->den, row->scratch[0], row->scratch[1], NULL);
  mpz_init_set_ui (row->rn, 1);
  mpz_init_set_ui (row->rd, 1);
  assay_rotor_init (&row->power);
  set_row (row);
}

void
assay_probe_row_clear (struct assay_probe_row *row)
{
  size_t size = bases[row->probe->basis].size, b;

  for (b = 0; b <= size; b++)
    mpz_clear (row->at[b]);
  free (row->at);
  mpz_clears (row->den, row->scratch[0], row->scratch[1], NULL);
  mpz_clears (row->rn, row->rd, NULL);
  assay_rotor_clear (&row->power);
}

void
assay_probe_row_next (struct assay_probe_row *row)
{
  const struct assay_rotor *rotor = row->probe->rotor;

  row->d++;
  assay_rotor_turn (row->scratch[0], row->scratch[1], rotor, row->power.a,
                    row->power.b);
  mpz_swap (row->power.a, row->scratch[0]);
  mpz_swap (row->power.b, row->scratch[1]);
  mpz_mul (row->power.h, row->power.h, rotor->h);
  mpz_mul (row->rn, row->rn, mpq_numref (row->probe->damping));
  mpz_mul (row->rd, row->rd, mpq_denref (row->probe->damping));
  set_row (row);
}

/* An upper bound, saturating, of the bits of a sum of products of two entries
   of the rows up to d = TO.  */
static unsigned long long
gram_bits (const struct assay_probe *probe, unsigned long to)
{
  unsigned long long step = mpz_sizeinbase (probe->rotor->h, 2);
  unsigned long long small;

  if (uses (probe->basis, DAMPED))
    step += assay_rat_bits (probe->damping);
  /* The least common multiple of 1..n is below 4^n.  */
  small = uses (probe->basis, TAU)
          ? assay_saturating_mul (2, assay_saturating_add (probe->length, to))
          : 64;
  return assay_saturating_mul (
    2, assay_saturating_add (assay_saturating_mul (step, to),
                             assay_saturating_add (small, 256)));
}

enum assay_status
assay_probe_gram (struct assay_gram *gram, const struct assay_probe *probe,
                  unsigned long from, unsigned long to, struct assay_ctx *ctx)
{
  struct assay_where where = { NULL, "range", 0 };
  struct assay_probe_row row;
  enum assay_status status;

  status = assay_ctx_afford (ctx, &where, "sums of products",
                             gram_bits (probe, to));
  if (status != ASSAY_OK)
    return status;
  assay_probe_row_init (&row, probe);
  while (row.d < from)
    assay_probe_row_next (&row);
  for (;;)
    {
      assay_gram_add (gram, (const mpz_t *) row.at, row.den);
      if (row.d >= to)
        break;
      assay_probe_row_next (&row);
    }
  assay_probe_row_clear (&row);
  return ASSAY_OK;
}

int
assay_probe_is_orthogonal (const struct assay_fit *fit,
                           const struct assay_probe *probe,
                           unsigned long from, unsigned long to)
{
  struct assay_probe_row row;
  struct assay_gram sums;
  int orthogonal = 1;
  mpz_t *at;
  size_t b;

  /* The residual takes the target's place; then the last column of the sums
     must vanish.  */
  assay_gram_init (&sums, fit->m);
  assay_probe_row_init (&row, probe);
  at = row.at;
  for (; row.d <= to; assay_probe_row_next (&row))
    if (row.d >= from)
      {
        assay_fit_residual (row.scratch[0], fit, (const mpz_t *) at);
        mpz_swap (at[fit->m], row.scratch[0]);
        assay_gram_add (&sums, (const mpz_t *) at, row.den);
      }
  for (b = 0; b < fit->m; b++)
    orthogonal = orthogonal
                 && mpz_sgn (sums.sums[b * (fit->m + 1) + fit->m]) == 0;
  assay_probe_row_clear (&row);
  assay_gram_clear (&sums);
  return orthogonal;
}
