/* rotary.c -- exact scores of rotated queries and keys */

#include "exact/rotary.h"

#include <limits.h>
#include <stdlib.h>

#include "base/memory.h"
#include "exact/rat.h"

/* R^p v without denominators: pair i is (x, y) / (scale * power[i].h), all
   of them integers.  */
struct rotated
{
  size_t pairs;
  struct assay_rotor *power;
  mpz_t *xy;
  mpz_t scale;
};

static void
rotated_init (struct rotated *r, size_t pairs)
{
  size_t i;

  r->pairs = pairs;
  r->power = assay_calloc (pairs, sizeof *r->power);
  r->xy = assay_calloc (2 * pairs, sizeof *r->xy);
  for (i = 0; i < pairs; i++)
    {
      assay_rotor_init (&r->power[i]);
      mpz_inits (r->xy[2 * i], r->xy[2 * i + 1], NULL);
    }
  mpz_init (r->scale);
}

static void
rotated_clear (struct rotated *r)
{
  size_t i;

  for (i = 0; i < r->pairs; i++)
    {
      assay_rotor_clear (&r->power[i]);
      mpz_clears (r->xy[2 * i], r->xy[2 * i + 1], NULL);
    }
  free (r->power);
  free (r->xy);
  mpz_clear (r->scale);
}

/* RESULT <- VALUE * SCALE, an integer by the choice of SCALE.  */
static void
scaled_component (mpz_ptr result, mpq_srcptr value, mpz_srcptr scale)
{
  mpz_divexact (result, scale, mpq_denref (value));
  mpz_mul (result, result, mpq_numref (value));
}

static enum assay_status
rotated_set (struct rotated *r, const struct assay_vec *v, mpz_srcptr p,
             const struct assay_rotor *rotors, struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  mpz_t x, y;
  size_t i;

  mpz_inits (x, y, NULL);
  ctx->rotations++;
  assay_rat_common_denominator (r->scale, v->at, v->n);
  for (i = 0; i < r->pairs && status == ASSAY_OK; i++)
    {
      status = assay_rotor_power (&r->power[i], &rotors[i], p, ctx, NULL);
      if (status != ASSAY_OK)
        break;
      scaled_component (x, v->at[2 * i], r->scale);
      scaled_component (y, v->at[2 * i + 1], r->scale);
      assay_rotor_turn (r->xy[2 * i], r->xy[2 * i + 1], &r->power[i], x, y);
    }
  mpz_clears (x, y, NULL);
  return status;
}

/* A part of the score: n / (radix^e), e common to a whole score.  */
struct part
{
  mpz_t n;
  mpz_t radix;
};

static void
part_init (struct part *part)
{
  mpz_init (part->n);
  mpz_init_set_ui (part->radix, 1);
}

static void
part_clear (struct part *part)
{
  mpz_clears (part->n, part->radix, NULL);
}

/* INTO <- INTO + PART.  A part that is 0 must not enlarge the radix: what it
   would add could not be stripped by a few small gcds (Lemma B3).  */
static void
part_add (struct part *into, struct part *part, unsigned long e)
{
  mpz_t radix, factor;

  if (mpz_sgn (part->n) == 0)
    return;
  if (mpz_sgn (into->n) == 0)
    {
      mpz_swap (into->n, part->n);
      mpz_swap (into->radix, part->radix);
      return;
    }
  if (mpz_cmp (into->radix, part->radix) == 0)
    {
      mpz_add (into->n, into->n, part->n);
      return;
    }
  mpz_inits (radix, factor, NULL);
  mpz_lcm (radix, into->radix, part->radix);
  mpz_divexact (factor, radix, into->radix);
  mpz_pow_ui (factor, factor, e);
  mpz_mul (into->n, into->n, factor);
  mpz_divexact (factor, radix, part->radix);
  mpz_pow_ui (factor, factor, e);
  mpz_addmul (into->n, part->n, factor);
  mpz_swap (into->radix, radix);
  mpz_clears (radix, factor, NULL);
}

/* PARTS[0] <- the sum of COUNT parts, by halves so that long numbers meet
   numbers of their own length.  */
static void
parts_sum (struct part *parts, size_t count, unsigned long e)
{
  size_t half = count / 2;

  if (count < 2)
    return;
  parts_sum (parts, half, e);
  parts_sum (parts + half, count - half, e);
  part_add (&parts[0], &parts[half], e);
}

/* The pair's dot product over h^e.  When both positions have one sign the
   integer dot product carries h^(2 min(|m|,|n|)), which cancels (Lemma B3):
   the power at the smaller position holds h^min.  */
static void
part_set (struct part *part, size_t i, const struct rotated *q,
          const struct rotated *k, mpz_srcptr h, int same_sign,
          int query_is_nearer)
{
  mpz_srcptr shared = query_is_nearer ? q->power[i].h : k->power[i].h;

  mpz_mul (part->n, q->xy[2 * i], k->xy[2 * i]);
  mpz_addmul (part->n, q->xy[2 * i + 1], k->xy[2 * i + 1]);
  if (same_sign && mpz_cmp_ui (shared, 1) != 0)
    {
      mpz_divexact (part->n, part->n, shared);
      mpz_divexact (part->n, part->n, shared);
    }
  mpz_set (part->radix, h);
}

static void
score_from_rotated (mpq_ptr score, const struct rotated *q, mpz_srcptr m,
                    const struct rotated *k, mpz_srcptr n,
                    const struct assay_rotor *rotors)
{
  struct part *parts = assay_calloc (q->pairs, sizeof *parts);
  mpz_t distance, denominator;
  unsigned long e;
  size_t i;

  mpz_inits (distance, denominator, NULL);
  mpz_sub (distance, n, m);
  /* Beyond an unsigned long every rotor is over 1, or the budget would have
     refused: then e is the exponent of 1.  */
  e = mpz_sizeinbase (distance, 2) <= 63 ? mpz_get_ui (distance) : 0;
  for (i = 0; i < q->pairs; i++)
    {
      part_init (&parts[i]);
      part_set (&parts[i], i, q, k, rotors[i].h,
                mpz_sgn (m) * mpz_sgn (n) > 0, mpz_cmpabs (m, n) < 0);
    }
  parts_sum (parts, q->pairs, e);

  mpz_pow_ui (denominator, parts[0].radix, e);
  mpz_mul (denominator, denominator, q->scale);
  mpz_mul (denominator, denominator, k->scale);
  mpz_mul (distance, parts[0].radix, q->scale);
  mpz_mul (distance, distance, k->scale);
  assay_rat_reduce_by (score, parts[0].n, denominator, distance);
  for (i = 0; i < q->pairs; i++)
    part_clear (&parts[i]);
  free (parts);
  mpz_clears (distance, denominator, NULL);
}

static struct assay_rotor *
rotors_new (size_t pairs)
{
  struct assay_rotor *rotors = assay_calloc (pairs, sizeof *rotors);
  size_t i;

  for (i = 0; i < pairs; i++)
    assay_rotor_init (&rotors[i]);
  return rotors;
}

static void
rotors_free (struct assay_rotor *rotors, size_t pairs)
{
  size_t i;

  for (i = 0; i < pairs; i++)
    assay_rotor_clear (&rotors[i]);
  free (rotors);
}

static enum assay_status
rotors_set (struct assay_rotor *rotors, const struct assay_vec *parts,
            struct assay_ctx *ctx)
{
  struct assay_where list = { NULL, "rotations", 0 };
  enum assay_status status = ASSAY_OK;
  size_t i;

  for (i = 0; 2 * i < parts->n && status == ASSAY_OK; i++)
    {
      struct assay_where where = { &list, NULL, i };

      status = assay_rotor_set (&rotors[i], parts->at[2 * i],
                                parts->at[2 * i + 1], ctx, &where);
    }
  return status;
}

/* |m| + max |n|, saturating.  */
static unsigned long long
farthest (const struct assay_rotary *request)
{
  unsigned long long bits;
  mpz_t reach;
  size_t j;

  mpz_init (reach);
  for (j = 0; j < request->key_count; j++)
    if (mpz_cmpabs (request->key_positions[j], reach) > 0)
      mpz_abs (reach, request->key_positions[j]);
  if (mpz_sgn (request->query_position) < 0)
    mpz_sub (reach, reach, request->query_position);
  else
    mpz_add (reach, reach, request->query_position);
  bits = mpz_sizeinbase (reach, 2) > 63 ? ULLONG_MAX
         : (unsigned long long) mpz_get_ui (reach);
  mpz_clear (reach);
  return bits;
}

unsigned long long
assay_rotary_bits (const struct assay_rotary *request)
{
  unsigned long long bits = 0, key_bits = 0;
  mpz_t lcm;
  size_t i, j;

  mpz_init (lcm);
  assay_rat_common_denominator (lcm, request->rotors.at, request->rotors.n);
  if (mpz_cmp_ui (lcm, 1) != 0)
    bits = assay_saturating_mul (farthest (request),
                                 mpz_sizeinbase (lcm, 2));
  mpz_clear (lcm);
  for (i = 0; i < request->query.n; i++)
    bits = assay_saturating_add (bits,
                                 2 * assay_rat_bits (request->query.at[i]));
  for (j = 0; j < request->key_count; j++)
    {
      unsigned long long sum = 0;

      for (i = 0; i < request->keys[j].n; i++)
        sum += 2 * assay_rat_bits (request->keys[j].at[i]);
      key_bits = sum > key_bits ? sum : key_bits;
    }
  return assay_saturating_add (bits, key_bits);
}

enum assay_status
assay_rotary_scores (mpq_t *scores, const struct assay_rotary *request,
                     struct assay_ctx *ctx)
{
  struct assay_where where = { NULL, "key_positions", 0 };
  size_t pairs = request->query.n / 2, j;
  struct assay_rotor *rotors;
  enum assay_status status;
  struct rotated q, k;

  status = assay_ctx_afford (ctx, &where, "scores over integers",
                             assay_rotary_bits (request));
  if (status != ASSAY_OK)
    return status;
  rotors = rotors_new (pairs);
  rotated_init (&q, pairs);
  rotated_init (&k, pairs);
  status = rotors_set (rotors, &request->rotors, ctx);
  if (status == ASSAY_OK && request->key_count > 0)
    status = rotated_set (&q, &request->query, request->query_position,
                          rotors, ctx);
  for (j = 0; j < request->key_count && status == ASSAY_OK; j++)
    {
      status = rotated_set (&k, &request->keys[j], request->key_positions[j],
                            rotors, ctx);
      if (status == ASSAY_OK)
        score_from_rotated (scores[j], &q, request->query_position, &k,
                            request->key_positions[j], rotors);
    }
  rotated_clear (&k);
  rotated_clear (&q);
  rotors_free (rotors, pairs);
  return status;
}

enum assay_status
assay_rotary_rotate (mpq_t *rotated, const struct assay_vec *v, mpz_srcptr p,
                     const struct assay_vec *rotors, struct assay_ctx *ctx)
{
  size_t pairs = v->n / 2, i;
  struct assay_rotor *set = rotors_new (pairs);
  enum assay_status status = rotors_set (set, rotors, ctx);
  struct rotated r;

  rotated_init (&r, pairs);
  if (status == ASSAY_OK)
    status = rotated_set (&r, v, p, set, ctx);
  for (i = 0; status == ASSAY_OK && i < v->n; i++)
    {
      mpz_swap (mpq_numref (rotated[i]), r.xy[i]);
      mpz_mul (mpq_denref (rotated[i]), r.power[i / 2].h, r.scale);
      mpq_canonicalize (rotated[i]);
    }
  rotated_clear (&r);
  rotors_free (set, pairs);
  return status;
}

void
assay_rotary_init (struct assay_rotary *request)
{
  assay_vec_init (&request->query, 0);
  mpz_init (request->query_position);
  request->keys = NULL;
  request->key_count = 0;
  request->key_positions = NULL;
  request->position_count = 0;
  assay_vec_init (&request->rotors, 0);
}

void
assay_rotary_clear (struct assay_rotary *request)
{
  size_t j;

  assay_vec_clear (&request->query);
  mpz_clear (request->query_position);
  for (j = 0; j < request->key_count; j++)
    assay_vec_clear (&request->keys[j]);
  free (request->keys);
  for (j = 0; j < request->position_count; j++)
    mpz_clear (request->key_positions[j]);
  free (request->key_positions);
  assay_vec_clear (&request->rotors);
}

void
assay_rotary_set_keys (struct assay_rotary *request, size_t count,
                       size_t width)
{
  size_t j;

  request->keys = assay_calloc (count, sizeof *request->keys);
  request->key_count = count;
  for (j = 0; j < count; j++)
    assay_vec_init (&request->keys[j], width);
}

void
assay_rotary_set_positions (struct assay_rotary *request, size_t count)
{
  size_t j;

  request->key_positions = assay_calloc (count,
                                         sizeof *request->key_positions);
  request->position_count = count;
  for (j = 0; j < count; j++)
    mpz_init (request->key_positions[j]);
}
