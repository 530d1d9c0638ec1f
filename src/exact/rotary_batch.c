/* rotary_batch.c -- exact scores of many queries against the same keys */

#include "exact/rotary_batch.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "exact/rat.h"
#include "exact/rotor.h"

/* Integers so short that 2^16 sums of two of their products fit a word.  */
enum { SMALL_BITS = 22, SMALL_PAIRS = 1 << 16 };

/* At a time.  */
enum { QUERIES = 16 };

void
assay_rotary_batch_init (struct assay_rotary_batch *batch)
{
  memset (batch, 0, sizeof *batch);
  mpz_inits (batch->radix, batch->scale, NULL);
}

void
assay_rotary_batch_clear (struct assay_rotary_batch *batch)
{
  size_t g;

  for (g = 0; batch->powers && g < batch->groups; g++)
    {
      assay_integers_free (batch->powers[g].re, batch->reach + 1);
      assay_integers_free (batch->powers[g].im, batch->reach + 1);
    }
  free (batch->powers);
  assay_integers_free (batch->denominator, batch->reach + 1);
  assay_integers_free (batch->key, batch->keys * 2 * batch->pairs);
  free (batch->group);
  free (batch->position);
  free (batch->small);
  mpz_clears (batch->radix, batch->scale, NULL);
}

/* GROUP[i] <- the number of pair I's rotor among those that differ.  */
static void
find_groups (struct assay_rotary_batch *batch, const struct assay_rotor *rotor)
{
  size_t i, before;

  batch->group = assay_calloc (batch->pairs, sizeof *batch->group);
  for (i = 0; i < batch->pairs; i++)
    {
      for (before = 0; before < i; before++)
        if (mpz_cmp (rotor[before].a, rotor[i].a) == 0
            && mpz_cmp (rotor[before].b, rotor[i].b) == 0
            && mpz_cmp (rotor[before].h, rotor[i].h) == 0)
          break;
      batch->group[i] = before < i ? batch->group[before] : batch->groups++;
    }
}

/* The powers of ROTOR, each over radix^d.  */
static void
make_powers (struct assay_rotary_powers *powers,
             const struct assay_rotary_batch *batch,
             const struct assay_rotor *rotor)
{
  mpz_t a, b;
  size_t d;

  powers->re = assay_integers_new (batch->reach + 1);
  powers->im = assay_integers_new (batch->reach + 1);
  mpz_inits (a, b, NULL);
  mpz_divexact (a, batch->radix, rotor->h);
  mpz_mul (b, a, rotor->b);
  mpz_mul (a, a, rotor->a);
  mpz_set_ui (powers->re[0], 1);
  for (d = 1; d <= batch->reach; d++)
    {
      mpz_mul (powers->re[d], powers->re[d - 1], a);
      mpz_submul (powers->re[d], powers->im[d - 1], b);
      mpz_mul (powers->im[d], powers->re[d - 1], b);
      mpz_addmul (powers->im[d], powers->im[d - 1], a);
    }
  mpz_clears (a, b, NULL);
}

static void
make_tables (struct assay_rotary_batch *batch,
             const struct assay_rotor *rotor)
{
  size_t d, i;

  batch->powers = assay_calloc (batch->groups, sizeof *batch->powers);
  for (i = 0; i < batch->pairs; i++)
    if (batch->powers[batch->group[i]].re == NULL)
      make_powers (&batch->powers[batch->group[i]], batch, &rotor[i]);
  batch->denominator = assay_integers_new (batch->reach + 1);
  mpz_set (batch->denominator[0], batch->scale);
  for (d = 1; d <= batch->reach; d++)
    mpz_mul (batch->denominator[d], batch->denominator[d - 1], batch->radix);
}

/* OUT[i] <- V[i] SCALE, integers by the choice of SCALE.  Whether each has at
   most SMALL_BITS bits.  */
static int
scale_up (mpz_t *out, const mpq_t *v, size_t n, mpz_srcptr scale)
{
  int is_small = 1;
  size_t i;

  for (i = 0; i < n; i++)
    {
      mpz_divexact (out[i], scale, mpq_denref (v[i]));
      mpz_mul (out[i], out[i], mpq_numref (v[i]));
      is_small &= mpz_sizeinbase (out[i], 2) <= SMALL_BITS;
    }
  return is_small;
}

static void
pack_keys (struct assay_rotary_batch *batch, const struct assay_matrix *keys)
{
  size_t n = keys->rows * keys->columns, i;

  assay_rat_common_denominator (batch->scale, keys->at, n);
  batch->key = assay_integers_new (n);
  if (!scale_up (batch->key, keys->at, n, batch->scale)
      || batch->pairs > SMALL_PAIRS || sizeof (long) < 8)
    return;
  batch->small = assay_calloc (n, sizeof *batch->small);
  for (i = 0; i < n; i++)
    batch->small[i] = mpz_get_si (batch->key[i]);
}

/* |a - b| of any two positions.  */
static unsigned long
distance (long a, long b)
{
  return a > b ? (unsigned long) a - (unsigned long) b
               : (unsigned long) b - (unsigned long) a;
}

/* The bits of all powers, saturating: reach^2 / 2 radix bits, twice a group,
   and of the denominators.  */
static unsigned long long
table_bits (const struct assay_rotary_batch *batch, unsigned long reach)
{
  unsigned long long bits;

  if (mpz_cmp_ui (batch->radix, 1) == 0)
    return 0;
  bits = assay_saturating_mul (reach, reach / 2 + 1);
  bits = assay_saturating_mul (bits, mpz_sizeinbase (batch->radix, 2));
  return assay_saturating_mul (bits, 2 * batch->groups + 1);
}

static enum assay_status
set_positions (struct assay_rotary_batch *batch, const long *position,
               long first, long last, struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, "key_positions", 0 };
  unsigned long reach = 0, far;
  enum assay_status status;
  size_t j;

  for (j = 0; j < batch->keys; j++)
    {
      far = distance (position[j], first);
      reach = far > reach ? far : reach;
      far = distance (position[j], last);
      reach = far > reach ? far : reach;
    }
  status = assay_ctx_afford (ctx, &where, "a table of powers",
                             table_bits (batch, reach));
  if (status == ASSAY_OK)
    status = assay_ctx_afford (ctx, &where, "a table of powers",
                               assay_saturating_mul (reach, 64));
  if (status != ASSAY_OK)
    return status;
  batch->reach = (size_t) reach;
  batch->position = assay_calloc (batch->keys, sizeof *batch->position);
  memcpy (batch->position, position, batch->keys * sizeof *position);
  return ASSAY_OK;
}

static enum assay_status
set_rotors (struct assay_rotor *rotor, mpz_ptr radix,
            const struct assay_vec *parts, struct assay_ctx *ctx)
{
  struct assay_where list = { NULL, "rotations", 0 };
  enum assay_status status = ASSAY_OK;
  size_t i;

  mpz_set_ui (radix, 1);
  for (i = 0; 2 * i < parts->n && status == ASSAY_OK; i++)
    {
      struct assay_where where = { &list, NULL, i };

      status = assay_rotor_set (&rotor[i], parts->at[2 * i],
                                parts->at[2 * i + 1], ctx, &where);
      mpz_lcm (radix, radix, rotor[i].h);
    }
  return status;
}

enum assay_status
assay_rotary_batch_set (struct assay_rotary_batch *batch,
                        const struct assay_matrix *keys, const long *position,
                        const struct assay_vec *rotors, long first, long last,
                        struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, "keys", 0 };
  struct assay_rotor *rotor;
  enum assay_status status;
  size_t i;

  if (keys->columns != rotors->n || rotors->n % 2 != 0)
    return assay_fail (ctx, ASSAY_EVALUE, &where,
                       "keys as wide as the rotors, cosine and sine a pair",
                       "%zu columns and %zu parts of rotors", keys->columns,
                       rotors->n);
  batch->pairs = rotors->n / 2;
  rotor = assay_calloc (batch->pairs, sizeof *rotor);
  for (i = 0; i < batch->pairs; i++)
    assay_rotor_init (&rotor[i]);
  status = set_rotors (rotor, batch->radix, rotors, ctx);
  if (status == ASSAY_OK)
    {
      find_groups (batch, rotor);
      batch->keys = keys->rows;
      status = set_positions (batch, position, first, last, ctx);
    }
  if (status == ASSAY_OK)
    {
      pack_keys (batch, keys);
      make_tables (batch, rotor);
    }
  for (i = 0; i < batch->pairs; i++)
    assay_rotor_clear (&rotor[i]);
  free (rotor);
  return status;
}

/* A query over one denominator, and room for the sums of each group: the dot
   and cross products of its pairs.  */
struct scaled_query
{
  mpz_t *at, scale, radix;
  long *small;                  /* or null, like the keys' */
  mpz_t *sum;                   /* 2 a group */
  long *small_sum;
};

/* QUERY has one entry a column of the keys.  */
static void
query_set (struct scaled_query *q, const struct assay_rotary_batch *batch,
           const mpq_t *query)
{
  size_t width = 2 * batch->pairs, i;

  mpz_inits (q->scale, q->radix, NULL);
  q->at = assay_integers_new (width);
  q->sum = assay_integers_new (2 * batch->groups);
  q->small = q->small_sum = NULL;
  assay_rat_common_denominator (q->scale, query, width);
  mpz_mul (q->radix, q->scale, batch->radix);
  mpz_mul (q->radix, q->radix, batch->scale);
  if (!scale_up (q->at, query, width, q->scale) || !batch->small)
    return;
  q->small = assay_calloc (width, sizeof *q->small);
  q->small_sum = assay_calloc (2 * batch->groups, sizeof *q->small_sum);
  for (i = 0; i < width; i++)
    q->small[i] = mpz_get_si (q->at[i]);
}

static void
query_clear (struct scaled_query *q, const struct assay_rotary_batch *batch)
{
  assay_integers_free (q->at, 2 * batch->pairs);
  assay_integers_free (q->sum, 2 * batch->groups);
  free (q->small);
  free (q->small_sum);
  mpz_clears (q->scale, q->radix, NULL);
}

/* Dot and cross products of the pairs of each group, as words.  */
static void
sum_small (struct scaled_query *q, const struct assay_rotary_batch *batch,
           const long *key)
{
  size_t i, g;

  memset (q->small_sum, 0, 2 * batch->groups * sizeof *q->small_sum);
  for (i = 0; i < batch->pairs; i++)
    {
      long x = q->small[2 * i], y = q->small[2 * i + 1];
      long u = key[2 * i], v = key[2 * i + 1];

      g = batch->group[i];
      q->small_sum[2 * g] += x * u + y * v;
      q->small_sum[2 * g + 1] += y * u - x * v;
    }
}

static void
sum_long (struct scaled_query *q, const struct assay_rotary_batch *batch,
          const mpz_t *key)
{
  size_t i, g;

  for (g = 0; g < 2 * batch->groups; g++)
    mpz_set_ui (q->sum[g], 0);
  for (i = 0; i < batch->pairs; i++)
    {
      g = batch->group[i];
      mpz_addmul (q->sum[2 * g], q->at[2 * i], key[2 * i]);
      mpz_addmul (q->sum[2 * g], q->at[2 * i + 1], key[2 * i + 1]);
      mpz_addmul (q->sum[2 * g + 1], q->at[2 * i + 1], key[2 * i]);
      mpz_submul (q->sum[2 * g + 1], q->at[2 * i], key[2 * i + 1]);
    }
}

/* INTO[0] or INTO[1] += abs (X FACTOR), by the product's sign.  */
static void
add_word (mpz_t into[2], mpz_srcptr x, long factor)
{
  int is_negative = (factor < 0) != (mpz_sgn (x) < 0);
  unsigned long size = factor < 0 ? -(unsigned long) factor
                                  : (unsigned long) factor;

  if (mpz_sgn (x) < 0)
    mpz_submul_ui (into[is_negative], x, size);
  else
    mpz_addmul_ui (into[is_negative], x, size);
}

/* N[0] <- the sum over groups of re dot + im cross, im being negative for a
   key before the query; N[1] is scratch.  Parts of one sign are added up
   before they cancel, which is quicker.  */
static void
turn (mpz_t n[2], const struct scaled_query *q,
      const struct assay_rotary_batch *batch, size_t d, int is_before)
{
  size_t g;

  mpz_set_ui (n[0], 0);
  mpz_set_ui (n[1], 0);
  for (g = 0; g < batch->groups; g++)
    {
      const struct assay_rotary_powers *powers = &batch->powers[g];

      if (q->small)
        {
          long cross = q->small_sum[2 * g + 1];

          add_word (n, powers->re[d], q->small_sum[2 * g]);
          add_word (n, powers->im[d], is_before ? -cross : cross);
          continue;
        }
      mpz_addmul (n[0], powers->re[d], q->sum[2 * g]);
      if (is_before)
        mpz_submul (n[0], powers->im[d], q->sum[2 * g + 1]);
      else
        mpz_addmul (n[0], powers->im[d], q->sum[2 * g + 1]);
    }
  mpz_sub (n[0], n[0], n[1]);
}

/* The score of Q at M and key J; N[0], N[1] and D are scratch.  */
static void
score (mpq_ptr result, struct scaled_query *q, long m,
       const struct assay_rotary_batch *batch, size_t j, mpz_t n[2], mpz_ptr d)
{
  size_t width = 2 * batch->pairs;
  size_t far = (size_t) distance (batch->position[j], m);

  if (q->small)
    sum_small (q, batch, batch->small + j * width);
  else
    sum_long (q, batch, batch->key + j * width);
  turn (n, q, batch, far, batch->position[j] < m);
  if (mpz_cmp_ui (q->scale, 1) == 0)
    mpz_set (d, batch->denominator[far]);
  else
    mpz_mul (d, batch->denominator[far], q->scale);
  assay_rat_reduce_by (result, n[0], d, q->radix);
}

/* Some queries at a time, and key after key: neighbours need the same powers,
   which stay in the cache.  */
void
assay_rotary_batch_scores (mpq_t *scores,
                           const struct assay_rotary_batch *batch,
                           const struct assay_matrix *queries, const long *m)
{
  struct scaled_query q[QUERIES];
  size_t begin, count, i, j;
  mpz_t n[2], d;

  mpz_inits (n[0], n[1], d, NULL);
  for (begin = 0; begin < queries->rows; begin += count)
    {
      count = queries->rows - begin;
      if (count > QUERIES)
        count = QUERIES;
      for (i = 0; i < count; i++)
        query_set (&q[i], batch,
                   queries->at + (begin + i) * queries->columns);
      for (j = 0; j < batch->keys; j++)
        for (i = 0; i < count; i++)
          score (scores[(begin + i) * batch->keys + j], &q[i], m[begin + i],
                 batch, j, n, d);
      for (i = 0; i < count; i++)
        query_clear (&q[i], batch);
    }
  mpz_clears (n[0], n[1], d, NULL);
}
