/* rotary.h -- exact scores of rotated queries and keys

   Adjacent pairs, column vectors, R = [[c,-s],[s,c]]; position p applies
   R^p.  The score of query q at m and key k at n is
   (R^m q)^T (R^n k) = q^T R^(n-m) k, a canonical rational.  */

#ifndef ASSAY_EXACT_ROTARY_H
#define ASSAY_EXACT_ROTARY_H

#include "base/ctx.h"
#include "exact/rotor.h"
#include "exact/vec.h"

/* One query against any number of keys.  */
struct assay_rotary
{
  struct assay_vec query;
  mpz_t query_position;
  struct assay_vec *keys;
  size_t key_count;
  mpz_t *key_positions;
  size_t position_count;
  /* Cosine and sine of each pair, side by side: rotors.at[2 * i] and
     rotors.at[2 * i + 1].  Not yet known to lie on the circle.  */
  struct assay_vec rotors;
};

enum assay_profile
{
  ASSAY_PROFILE_OPEN,           /* any even width, refused by budget alone */
  ASSAY_PROFILE_LESSON          /* exactly the published lesson's contract */
};

/* Everything empty, the position 0.  */
void assay_rotary_init (struct assay_rotary *request);
void assay_rotary_clear (struct assay_rotary *request);

/* Make room: COUNT zero keys of WIDTH entries; COUNT zero positions.  */
void assay_rotary_set_keys (struct assay_rotary *request, size_t count,
                            size_t width);
void assay_rotary_set_positions (struct assay_rotary *request, size_t count);

/* ASSAY_OK iff REQUEST meets PROFILE's contract.  Open: an even width >= 2,
   keys as wide as the query, as many positions as keys, one unit rotor a
   pair.  Lesson, besides: width 2 or 4, integer components in [-2,2], at most
   four keys, positions 0..8, key positions strictly increasing, numerators
   and denominators of the rotors at most 13.  Errors name the place as a
   JSON path ("keys[1][0]"): ASSAY_ETYPE for a component that is no integer
   in the lesson profile, else ASSAY_EVALUE.  */
enum assay_status assay_rotary_check (const struct assay_rotary *request,
                                      enum assay_profile profile,
                                      struct assay_ctx *ctx);

/* SCORES[j] <- the score of key j, key_count of them, each initialised by
   the caller.  Exact.  REQUEST must have passed the open profile.
   ASSAY_ELIMIT, before any power is formed, when assay_rotary_bits exceeds
   the budget; SCORES are then unchanged.  */
enum assay_status assay_rotary_scores (mpq_t *scores,
                                       const struct assay_rotary *request,
                                       struct assay_ctx *ctx);

/* An upper bound, saturating, of the bits of the largest integer that
   assay_rotary_scores forms: (|m| + max|n|) times the bits of the least
   common multiple of the rotors' denominators, plus the components'.  */
unsigned long long assay_rotary_bits (const struct assay_rotary *request);

/* ROTATED <- R^p V, canonical, V.n entries initialised by the caller.
   V.n is even, ROTORS hold V.n / 2 unit rotors as in struct assay_rotary.
   ASSAY_EVALUE for a rotor off the circle, ASSAY_ELIMIT for the budget.  */
enum assay_status assay_rotary_rotate (mpq_t *rotated,
                                       const struct assay_vec *v,
                                       mpz_srcptr p,
                                       const struct assay_vec *rotors,
                                       struct assay_ctx *ctx);

#endif
