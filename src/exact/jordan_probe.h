/* jordan_probe.h -- kernel probes: named bases against (d/L) cos (omega d)

   The target y (d) = (d/L) cos (omega d) and every basis function take
   cos (omega d) + i sin (omega d) as the d-th power of a rational rotor and
   r^d for the damping, so each is rational.  */

#ifndef ASSAY_EXACT_JORDAN_PROBE_H
#define ASSAY_EXACT_JORDAN_PROBE_H

#include "exact/leastsq.h"
#include "exact/rotor.h"

enum assay_probe_basis
{
  ASSAY_PROBE_ROPE,             /* cos, sin */
  ASSAY_PROBE_ROPE_CONST,       /* 1, cos, sin */
  ASSAY_PROBE_ALIBI,            /* 1, d */
  ASSAY_PROBE_DIRECT_SUM,       /* cos, sin, 1, d */
  /* cos, sin, r^d, d r^d */
  ASSAY_PROBE_DIRECT_SUM_UNIPOTENT_DAMPED,
  /* 1, cos, sin, d, r^d, tau r^d */
  ASSAY_PROBE_DIRECT_SUM_PUBLIC,
  ASSAY_PROBE_DAMPED_ROPE,      /* r^d cos, r^d sin */
  /* r^d cos, r^d sin, d r^d cos, d r^d sin */
  ASSAY_PROBE_RAW_JORDAN,
  /* r^d cos, r^d sin, tau r^d cos, tau r^d sin */
  ASSAY_PROBE_STABILISED_JORDAN,
  ASSAY_PROBE_STABILISED_JORDAN_PUBLIC  /* 1, then the stabilised basis */
};

enum { ASSAY_PROBE_BASES = 10, ASSAY_PROBE_MOST = 6 };

/* "rope", "rope_const", "alibi", "direct_sum", ...: as listed above, in lower
   case.  */
const char *assay_probe_basis_name (enum assay_probe_basis basis);

/* BASIS <- the one called NAME; ASSAY_EVALUE, and no error recorded, when
   there is none.  */
enum assay_status assay_probe_basis_find (enum assay_probe_basis *basis,
                                          const char *name);

/* The count of the basis's functions, at most ASSAY_PROBE_MOST.  */
size_t assay_probe_basis_size (enum assay_probe_basis basis);

/* A basis with its parameters.  */
struct assay_probe
{
  enum assay_probe_basis basis;
  const struct assay_rotor *rotor;
  mpq_srcptr damping;           /* r > 0 */
  unsigned long length;         /* L >= 1, of the target and of tau */
};

/* Walks over the points: the row at d and its denominator.  */
struct assay_probe_row
{
  const struct assay_probe *probe;
  unsigned long d;
  mpz_t *at;                    /* size + 1 integers, the target last */
  mpz_t den;
  /* The rotor's and the damping's d-th powers, and scratch.  */
  struct assay_rotor power;
  mpz_t rn, rd;
  mpz_t scratch[2];
};

/* ROW <- that of PROBE at d = 0.  PROBE and what it points to must outlive
   ROW.  */
void assay_probe_row_init (struct assay_probe_row *row,
                           const struct assay_probe *probe);
void assay_probe_row_clear (struct assay_probe_row *row);

/* ROW <- that of d + 1.  */
void assay_probe_row_next (struct assay_probe_row *row);

/* GRAM, with as many functions as the basis, takes the rows of PROBE at d =
   FROM..TO.  ASSAY_ELIMIT, before any row, when the sums would exceed the
   budget.  */
enum assay_status assay_probe_gram (struct assay_gram *gram,
                                    const struct assay_probe *probe,
                                    unsigned long from, unsigned long to,
                                    struct assay_ctx *ctx);

/* Whether the residual of FIT on d = FROM..TO is orthogonal to every function
   of the basis, computed from the rows.  */
int assay_probe_is_orthogonal (const struct assay_fit *fit,
                               const struct assay_probe *probe,
                               unsigned long from, unsigned long to);

#endif
