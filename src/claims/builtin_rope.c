/* builtin_rope.c -- positions by real frequencies: rope, sinusoid, ALiBi */

#include <stdint.h>
#include <stdlib.h>

#include "base/memory.h"
#include "claims/builtin_functions.h"
#include "claims/call.h"
#include "claims/number.h"
#include "claims/pairs.h"

enum { OPTION_BASE, OPTION_LAYOUT, OPTION_SCALE };

/* No vector is wider than this: tables grow with it.  */
enum { LARGEST_WIDTH = 65536 };

/* BASE is a positive number.  I is the argument to blame.  */
static enum assay_status
check_positive (struct assay_call *call, size_t i, struct assay_value *value,
                const char *expected)
{
  struct assay_value *zero;
  enum assay_status status = ASSAY_OK;
  int order = 0;

  if (!assay_value_is_number (value))
    return assay_call_refuse (call, i, ASSAY_ETYPE, expected, value);
  zero = assay_value_integer (0);
  status = assay_number_order (&order, value, zero, assay_call_ctx (call));
  assay_value_unref (zero);
  if (status == ASSAY_OK && order <= 0)
    status = assay_call_refuse (call, i, ASSAY_EVALUE, expected, value);
  return status;
}

static enum assay_status
check_width (struct assay_call *call, size_t i, unsigned long *width)
{
  enum assay_status status = assay_call_size (call, i, 2, LARGEST_WIDTH,
                                              width);

  if (status == ASSAY_OK && *width % 2)
    status = assay_call_refuse (call, i, ASSAY_EVALUE, "an even width",
                                call->arguments[i]);
  return status;
}

/* *THETA <- BASE^(-2I/WIDTH).  */
static enum assay_status
frequency (struct assay_value **theta, struct assay_call *call,
           struct assay_value *base, size_t i, size_t width)
{
  struct assay_value *exponent;
  enum assay_status status;
  mpq_t q;

  mpq_init (q);
  mpq_set_si (q, -2 * (long) i, width);
  mpq_canonicalize (q);
  exponent = assay_value_rational (q);
  mpq_clear (q);
  status = assay_number_pow (theta, base, exponent, assay_call_ctx (call));
  assay_value_unref (exponent);
  return status;
}

/* *RESULT <- FACTOR * BASE^(-2i/WIDTH) for each pair i, a list.  */
static enum assay_status
scaled_frequencies (struct assay_value **result, struct assay_call *call,
                    struct assay_value *base, size_t width,
                    struct assay_value *factor)
{
  struct assay_value **items, *theta;
  enum assay_status status = assay_call_items (call, &items, width / 2);
  size_t i;

  if (status != ASSAY_OK)
    return status;
  for (i = 0; i < width / 2 && status == ASSAY_OK; i++)
    {
      status = frequency (&theta, call, base, i, width);
      if (status == ASSAY_OK)
        {
          status = assay_number_mul (&items[i], theta, factor,
                                     assay_call_ctx (call));
          assay_value_unref (theta);
        }
    }
  return assay_call_finish (result, items, width / 2, status);
}

enum assay_status
assay_builtin_thetas (struct assay_value **result, struct assay_call *call)
{
  struct assay_value *one;
  enum assay_status status;
  unsigned long width;

  status = check_width (call, 0, &width);
  if (status == ASSAY_OK)
    status = check_positive (call, 1, call->arguments[1], "a base above 0");
  if (status != ASSAY_OK)
    return status;
  one = assay_value_integer (1);
  status = scaled_frequencies (result, call, call->arguments[1], width, one);
  assay_value_unref (one);
  return status;
}

/* *RESULT <- delta theta_i / (2 pi) for each pair.  */
enum assay_status
assay_builtin_turns (struct assay_value **result, struct assay_call *call)
{
  struct assay_ctx *ctx = assay_call_ctx (call);
  struct assay_value *pi, *two, *circle = NULL, *factor = NULL;
  enum assay_status status;
  unsigned long width;

  status = check_width (call, 0, &width);
  if (status == ASSAY_OK)
    status = assay_call_number (call, 1);
  if (status == ASSAY_OK)
    status = check_positive (call, 2, call->arguments[2], "a base above 0");
  if (status != ASSAY_OK)
    return status;
  pi = assay_value_real (assay_expr_new_pi ());
  two = assay_value_integer (2);
  status = assay_number_mul (&circle, two, pi, ctx);
  if (status == ASSAY_OK)
    status = assay_number_div (&factor, call->arguments[1], circle, ctx);
  if (status == ASSAY_OK)
    status = scaled_frequencies (result, call, call->arguments[2], width,
                                 factor);
  assay_value_unref (pi);
  assay_value_unref (two);
  assay_value_unref (circle);
  assay_value_unref (factor);
  return status;
}

enum assay_status
assay_builtin_slow_pairs (struct assay_value **result,
                          struct assay_call *call)
{
  struct assay_value *turns, *one;
  enum assay_status status = assay_builtin_turns (&turns, call);
  long count = 0;
  size_t i;
  int order;

  if (status != ASSAY_OK)
    return status;
  one = assay_value_integer (1);
  for (i = 0; i < turns->count && status == ASSAY_OK; i++)
    {
      status = assay_number_order (&order, turns->items[i], one,
                                   assay_call_ctx (call));
      count += status == ASSAY_OK && order < 0;
    }
  assay_value_unref (one);
  assay_value_unref (turns);
  if (status == ASSAY_OK)
    *result = assay_value_integer (count);
  return status;
}

/* What rope and rope_score are told by options.  */
struct rope_options
{
  struct assay_value *base, *scale;
  enum assay_pairing pairing;
};

static enum assay_status
read_options (struct rope_options *options, struct assay_call *call)
{
  struct assay_value *base = call->options[OPTION_BASE];
  struct assay_value *scale = call->options[OPTION_SCALE];
  enum assay_status status;
  size_t pairing;

  options->base = base ? assay_value_ref (base)
                       : assay_value_integer (10000);
  options->scale = scale ? assay_value_ref (scale) : assay_value_integer (1);
  status = assay_call_choice (call, OPTION_LAYOUT, assay_pairing_names,
                              &pairing);
  options->pairing = (enum assay_pairing) pairing;
  if (status == ASSAY_OK)
    status = check_positive (call, SIZE_MAX, options->base,
                             "a base above 0");
  if (status == ASSAY_OK)
    status = check_positive (call, SIZE_MAX, options->scale,
                             "a scale above 0");
  return status;
}

static void
drop_options (struct rope_options *options)
{
  assay_value_unref (options->base);
  assay_value_unref (options->scale);
}

/* V is a list of numbers of even width; I is the argument to blame.  */
static enum assay_status
check_vector (struct assay_call *call, size_t i, const struct assay_value *v)
{
  enum assay_status status = assay_call_vector (call, i, v);

  if (status == ASSAY_OK && (v->count == 0 || v->count % 2
                             || v->count > LARGEST_WIDTH))
    status = assay_call_refuse (call, i, ASSAY_EVALUE,
                                "a vector of even width", v);
  return status;
}

/* *ANGLES <- POSITION / scale * theta_i for each pair.  */
static enum assay_status
rope_angles (struct assay_value **angles, struct assay_call *call,
             struct assay_value *position, size_t width,
             const struct rope_options *options)
{
  struct assay_value *scaled;
  enum assay_status status
    = assay_number_div (&scaled, position, options->scale,
                        assay_call_ctx (call));

  if (status != ASSAY_OK)
    return status;
  status = scaled_frequencies (angles, call, options->base, width, scaled);
  assay_value_unref (scaled);
  return status;
}

/* *RESULT <- V with pair i turned by POSITION / scale * theta_i.  */
static enum assay_status
rope_vector (struct assay_value **result, struct assay_call *call,
             const struct assay_value *v, struct assay_value *position,
             const struct rope_options *options)
{
  struct assay_ctx *ctx = assay_call_ctx (call);
  struct assay_value *angles, **items, *c, *s;
  enum assay_status status = rope_angles (&angles, call, position, v->count,
                                          options);
  size_t i, x, y;

  if (status != ASSAY_OK)
    return status;
  status = assay_call_items (call, &items, v->count);
  for (i = 0; i < angles->count && status == ASSAY_OK; i++)
    {
      status = assay_ctx_in_time (ctx, NULL);
      if (status == ASSAY_OK)
        status = assay_pair_direction (&c, &s, angles->items[i], ctx);
      if (status != ASSAY_OK)
        break;
      assay_pair_places (&x, &y, i, v->count, options->pairing);
      status = assay_pair_turn (&items[x], &items[y], v->items[x],
                                v->items[y], c, s, ctx);
      assay_value_unref (c);
      assay_value_unref (s);
    }
  assay_value_unref (angles);
  return assay_call_finish (result, items, v->count, status);
}

enum assay_status
assay_builtin_rope (struct assay_value **result, struct assay_call *call)
{
  struct rope_options options;
  enum assay_status status = check_vector (call, 0, call->arguments[0]);

  if (status == ASSAY_OK)
    status = assay_call_number (call, 1);
  if (status != ASSAY_OK)
    return status;
  status = read_options (&options, call);
  if (status == ASSAY_OK)
    status = rope_vector (result, call, call->arguments[0],
                          call->arguments[1], &options);
  drop_options (&options);
  return status;
}

/* Arguments 0 and 1 are positioned vectors of the same even width.  */
static enum assay_status
check_points (struct assay_call *call)
{
  enum assay_status status = ASSAY_OK;
  size_t i;

  for (i = 0; i < 2 && status == ASSAY_OK; i++)
    {
      const struct assay_value *point = call->arguments[i];

      if (point->kind != ASSAY_VALUE_POINT)
        status = assay_call_refuse (call, i, ASSAY_ETYPE,
                                    "a positioned vector such as v@3",
                                    point);
      else
        status = check_vector (call, i, point->items[0]);
    }
  if (status == ASSAY_OK && call->arguments[0]->items[0]->count
                            != call->arguments[1]->items[0]->count)
    status = assay_call_refuse (call, 1, ASSAY_EVALUE,
                                "a key as wide as the query",
                                call->arguments[1]->items[0]);
  return status;
}

/* TERM[0..1] <- the two products whose sum is the part of pair (X, Y) in the
   score of Q turned by (CQ, SQ) against K turned by (CK, SK):

     (xq cq - yq sq)(xk ck - yk sk) + (xq sq + yq cq)(xk sk + yk ck)
     = (xq xk + yq yk)(cq ck + sq sk) + (yq xk - xq yk)(cq sk - sq ck)

   the same products collected, so that proofs multiply out fewer terms.  */
static enum assay_status
pair_score (struct assay_value **term, struct assay_ctx *ctx,
            struct assay_value *const *q, struct assay_value *const *k,
            size_t x, size_t y, struct assay_value *const *turn_q,
            struct assay_value *const *turn_k)
{
  struct assay_value *vector[2] = { NULL, NULL }, *turn[2] = { NULL, NULL };
  enum assay_status status;
  size_t i;

  /* A turn backwards by (c, s) takes (x, y) to (x c + y s, y c - x s).  */
  struct assay_value *back_q;

  status = assay_number_neg (&back_q, turn_q[1], ctx);
  if (status == ASSAY_OK)
    {
      status = assay_pair_turn (&turn[0], &turn[1], turn_k[0], turn_k[1],
                                turn_q[0], back_q, ctx);
      assay_value_unref (back_q);
    }
  if (status == ASSAY_OK)
    {
      struct assay_value *back_k;

      status = assay_number_neg (&back_k, k[y], ctx);
      if (status == ASSAY_OK)
        {
          status = assay_pair_turn (&vector[0], &vector[1], q[x], q[y], k[x],
                                    back_k, ctx);
          assay_value_unref (back_k);
        }
    }
  term[0] = term[1] = NULL;
  for (i = 0; i < 2 && status == ASSAY_OK; i++)
    status = assay_number_mul (&term[i], vector[i], turn[i], ctx);
  for (i = 0; i < 2; i++)
    {
      assay_value_unref (vector[i]);
      assay_value_unref (turn[i]);
    }
  return status;
}

/* *RESULT <- the sum over pairs of pair_score.  */
static enum assay_status
score_vectors (struct assay_value **result, struct assay_call *call,
               const struct assay_value *q, const struct assay_value *k,
               struct assay_value *const *angles_q,
               struct assay_value *const *angles_k,
               const struct rope_options *options)
{
  struct assay_ctx *ctx = assay_call_ctx (call);
  struct assay_value *turn_q[2], *turn_k[2], **terms;
  enum assay_status status = assay_call_items (call, &terms, q->count);
  size_t i, x, y;

  for (i = 0; i < q->count / 2 && status == ASSAY_OK; i++)
    {
      status = assay_pair_direction (&turn_q[0], &turn_q[1], angles_q[i],
                                     ctx);
      if (status != ASSAY_OK)
        break;
      status = assay_pair_direction (&turn_k[0], &turn_k[1], angles_k[i],
                                     ctx);
      if (status == ASSAY_OK)
        {
          assay_pair_places (&x, &y, i, q->count, options->pairing);
          status = pair_score (&terms[2 * i], ctx, q->items, k->items, x, y,
                               turn_q, turn_k);
          assay_value_unref (turn_k[0]);
          assay_value_unref (turn_k[1]);
        }
      assay_value_unref (turn_q[0]);
      assay_value_unref (turn_q[1]);
      if (status == ASSAY_OK)
        status = assay_ctx_in_time (ctx, NULL);
    }
  if (status == ASSAY_OK)
    status = assay_number_sum (result, terms, q->count, ctx);
  for (i = 0; terms && i < q->count; i++)
    assay_value_unref (terms[i]);
  free (terms);
  return status;
}

enum assay_status
assay_builtin_rope_score (struct assay_value **result,
                          struct assay_call *call)
{
  struct assay_value *const *q = call->arguments[0]->items;
  struct assay_value *const *k = call->arguments[1]->items;
  struct assay_value *angles_q = NULL, *angles_k = NULL;
  struct rope_options options;
  enum assay_status status = check_points (call);

  if (status != ASSAY_OK)
    return status;
  status = read_options (&options, call);
  if (status == ASSAY_OK)
    status = rope_angles (&angles_q, call, q[1], q[0]->count, &options);
  if (status == ASSAY_OK)
    status = rope_angles (&angles_k, call, k[1], k[0]->count, &options);
  if (status == ASSAY_OK)
    status = score_vectors (result, call, q[0], k[0], angles_q->items,
                            angles_k->items, &options);
  assay_value_unref (angles_q);
  assay_value_unref (angles_k);
  drop_options (&options);
  return status;
}

/* *RESULT <- sin and cos of POSITION theta_i, alternating.  */
static enum assay_status
sinusoid (struct assay_value **result, struct assay_call *call,
          struct assay_value *position, size_t width,
          struct assay_value *base)
{
  struct assay_value *angles, **items;
  enum assay_status status;
  size_t i;

  status = scaled_frequencies (&angles, call, base, width, position);
  if (status != ASSAY_OK)
    return status;
  status = assay_call_items (call, &items, width);
  for (i = 0; i < angles->count && status == ASSAY_OK; i++)
    status = assay_pair_direction (&items[2 * i + 1], &items[2 * i],
                                   angles->items[i], assay_call_ctx (call));
  assay_value_unref (angles);
  return assay_call_finish (result, items, width, status);
}

enum assay_status
assay_builtin_sinusoid (struct assay_value **result, struct assay_call *call)
{
  enum assay_status status = assay_call_number (call, 0);
  unsigned long width;

  if (status == ASSAY_OK)
    status = check_width (call, 1, &width);
  if (status == ASSAY_OK)
    status = check_positive (call, 2, call->arguments[2], "a base above 0");
  if (status != ASSAY_OK)
    return status;
  return sinusoid (result, call, call->arguments[0], width,
                   call->arguments[2]);
}

/* (q + P[m]) . (k + P[n]) with P the sinusoid.  */
enum assay_status
assay_builtin_add_score (struct assay_value **result,
                         struct assay_call *call)
{
  struct assay_value *sums[2] = { NULL, NULL }, *table;
  enum assay_status status = check_points (call);
  size_t i;

  if (status == ASSAY_OK)
    status = check_positive (call, 2, call->arguments[2], "a base above 0");
  for (i = 0; i < 2 && status == ASSAY_OK; i++)
    {
      struct assay_value *vector = call->arguments[i]->items[0];

      status = sinusoid (&table, call, call->arguments[i]->items[1],
                         vector->count, call->arguments[2]);
      if (status == ASSAY_OK)
        {
          status = assay_machine_operate (call->machine, &sums[i], '+',
                                          vector, table);
          assay_value_unref (table);
        }
    }
  if (status == ASSAY_OK)
    status = assay_number_dot (result, sums[0]->items, sums[1]->items,
                               sums[0]->count, assay_call_ctx (call));
  assay_value_unref (sums[0]);
  assay_value_unref (sums[1]);
  return status;
}

/* *SLOPE <- 2^(-P/Q).  */
static enum assay_status
slope (struct assay_value **result, struct assay_call *call, unsigned long p,
       unsigned long q)
{
  struct assay_value *two = assay_value_integer (2), *exponent;
  enum assay_status status;
  mpq_t x;

  mpq_init (x);
  mpq_set_si (x, -(long) p, q);
  mpq_canonicalize (x);
  exponent = assay_value_rational (x);
  mpq_clear (x);
  status = assay_number_pow (result, two, exponent, assay_call_ctx (call));
  assay_value_unref (two);
  assay_value_unref (exponent);
  return status;
}

/* With c the largest power of two up to the count of heads: 2^(-8k/c) for
   k = 1..c, then every other slope of 2c heads, 2^(-4(2j-1)/c).  */
enum assay_status
assay_builtin_alibi_slopes (struct assay_value **result,
                            struct assay_call *call)
{
  unsigned long heads, c = 1, k;
  struct assay_value **items;
  enum assay_status status;

  status = assay_call_size (call, 0, 1, LARGEST_WIDTH, &heads);
  if (status == ASSAY_OK)
    status = assay_call_items (call, &items, heads);
  if (status != ASSAY_OK)
    return status;
  while (2 * c <= heads)
    c *= 2;
  for (k = 0; k < heads && status == ASSAY_OK; k++)
    status = k < c ? slope (&items[k], call, 8 * (k + 1), c)
                   : slope (&items[k], call, 4 * (2 * (k - c) + 1), c);
  return assay_call_finish (result, items, heads, status);
}
