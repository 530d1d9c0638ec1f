/* jordan.h -- the real 4x4 block of order two, exactly

   A vector is two adjacent pairs, v = (v0, v1).  With the rotation R of a
   rational rotor, the damping r per step and the shear eta,

     G(d) = r^d [ R^d  eta t R^d ]        t = d,
                [ 0        R^d   ]

   is the group exp (d J) of one complex Jordan block, and the score of the
   query q at i and the key k at j is q^T G(i-j) k: the lag is query minus
   key.  The position matrix is A(p) = G(-p); the query takes its inverse
   transpose G(p)^T, the key A(p) itself (Lemma B41).  */

#ifndef ASSAY_EXACT_JORDAN_H
#define ASSAY_EXACT_JORDAN_H

#include "base/ctx.h"
#include "exact/rotor.h"
#include "exact/vec.h"

enum { ASSAY_JORDAN_WIDTH = 4 };

struct assay_jordan
{
  struct assay_rotor rotor;
  mpq_t damping;                /* r > 0 */
  mpq_t eta;
  mpq_t length;                 /* L > 0: of the variants below */
};

/* What stands for the shear's t.  */
enum assay_jordan_variant
{
  ASSAY_JORDAN_EXACT,           /* i - j */
  ASSAY_JORDAN_SCALED,          /* (i - j) / L: a group still */
  /* tau (i - j), tau (d) = d / (1 + abs (d) / L): relative, no group, no
     factors by position (Lemmas B42, B43).  */
  ASSAY_JORDAN_BOUNDED,
  /* tau (i) - tau (j), as deployed: factors by position, not relative.  */
  ASSAY_JORDAN_BOUNDED_POSITIONS
};

enum { ASSAY_JORDAN_VARIANTS = 4 };

/* "exact", "scaled", "bounded", "bounded-positions".  */
const char *assay_jordan_variant_name (enum assay_jordan_variant variant);

/* VARIANT <- the one called NAME; ASSAY_EVALUE, and no error recorded, when
   there is none.  */
enum assay_status assay_jordan_variant_find (
  enum assay_jordan_variant *variant, const char *name);

/* The identity: rotor 1, damping 1, eta 0, length 1.  */
void assay_jordan_init (struct assay_jordan *block);
void assay_jordan_clear (struct assay_jordan *block);

/* BLOCK <- rotor C + iS, damping R, shear ETA, length L.  ASSAY_EVALUE unless
   C^2 + S^2 = 1, R > 0 and L > 0; BLOCK is then undefined but clearable.  */
enum assay_status assay_jordan_set (struct assay_jordan *block, mpq_srcptr c,
                                    mpq_srcptr s, mpq_srcptr r,
                                    mpq_srcptr eta, mpq_srcptr length,
                                    struct assay_ctx *ctx);

/* T <- the shear of the query at I and the key at J, without eta.  */
void assay_jordan_shear (mpq_ptr t, const struct assay_jordan *block,
                         enum assay_jordan_variant variant, long i, long j);

/* DEFECT <- tau (A) + tau (B) - tau (A + B): what keeps the bounded shear
   from being additive (Lemma B42).  */
void assay_jordan_defect (mpq_ptr defect, const struct assay_jordan *block,
                          long a, long b);

/* An upper bound, saturating, of the bits of G(D)'s entries.  */
unsigned long long assay_jordan_bits (const struct assay_jordan *block,
                                      long d);

/* G, a 4x4 matrix, <- the operator between the query's position I and the
   key's J; of all but the bounded-positions variant it is a function of the
   lag I - J.  Exact.  ASSAY_ELIMIT before any power is formed.  */
enum assay_status assay_jordan_matrix (struct assay_matrix *g,
                                       const struct assay_jordan *block,
                                       enum assay_jordan_variant variant,
                                       long i, long j,
                                       struct assay_ctx *ctx);

/* SCORE <- q^T G k of the query Q at I and the key K at J, four components
   each, by the operator between I and J.  Exact, SCORE no component.  */
enum assay_status assay_jordan_score (mpq_ptr score,
                                      const struct assay_jordan *block,
                                      enum assay_jordan_variant variant,
                                      const mpq_t *q, long i,
                                      const mpq_t *k, long j,
                                      struct assay_ctx *ctx);

/* ROTATED <- the query Q carried to position P, G(P)^T Q, and the key K
   carried to P, G(-P) K: the contragredient pair, whose dot product is the
   score.  ROTATED is not Q or K.  ASSAY_EVALUE for the bounded variant,
   which has no such factors.  */
enum assay_status assay_jordan_query (mpq_t *rotated,
                                      const struct assay_jordan *block,
                                      enum assay_jordan_variant variant,
                                      const mpq_t *q, long p,
                                      struct assay_ctx *ctx);
enum assay_status assay_jordan_key (mpq_t *rotated,
                                    const struct assay_jordan *block,
                                    enum assay_jordan_variant variant,
                                    const mpq_t *k, long p,
                                    struct assay_ctx *ctx);

/* Two ways to get the action wrong.  */
enum assay_jordan_fault
{
  /* The same G(p) on both sides, as for orthogonal maps.  */
  ASSAY_JORDAN_SHARED_TRANSFORM,
  /* The position matrix read as G(p): G(i)^-T on the query, G(j) on the key,
     which is q^T G(j-i) k, a relative score with the wrong sign.  */
  ASSAY_JORDAN_SIGN_REVERSED
};

/* SCORE <- what the exact variant scores with FAULT.  */
enum assay_status assay_jordan_faulty_score (mpq_ptr score,
                                             const struct assay_jordan *block,
                                             enum assay_jordan_fault fault,
                                             const mpq_t *q, long i,
                                             const mpq_t *k, long j,
                                             struct assay_ctx *ctx);

#endif
