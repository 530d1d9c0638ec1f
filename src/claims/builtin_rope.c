/* builtin_rope.c -- rotations by real frequencies */

#include <stdint.h>
#include <stdlib.h>

#include "claims/builtin_functions.h"
#include "claims/frequencies.h"
#include "claims/numeric.h"
#include "claims/pairs.h"

enum
{
  OPTION_BASE,
  OPTION_LAYOUT,
  OPTION_SCALE
};

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

  options->base = base ? assay_value_ref (base) : assay_value_integer (10000);
  options->scale = scale ? assay_value_ref (scale) : assay_value_integer (1);
  status = assay_call_choice (call, OPTION_LAYOUT, assay_pairing_names,
                              &pairing);
  options->pairing = (enum assay_pairing) pairing;
  if (status == ASSAY_OK)
    status = assay_call_positive (call, SIZE_MAX, options->base,
                                  "a base above 0");
  if (status == ASSAY_OK)
    status = assay_call_positive (call, SIZE_MAX, options->scale,
                                  "a scale above 0");
  return status;
}

static void
drop_options (struct rope_options *options)
{
  assay_value_unref (options->base);
  assay_value_unref (options->scale);
}

/* *ANGLES <- POSITION / scale * theta_i for each pair.  */
static enum assay_status
rope_angles (struct assay_value **angles, struct assay_call *call,
             struct assay_value *position, size_t width,
             const struct rope_options *options)
{
  struct assay_value *scaled;
  enum assay_status status = assay_numeric_div (
    &scaled, position, options->scale, assay_call_ctx (call));

  if (status != ASSAY_OK)
    return status;
  status = assay_frequencies (angles, call, options->base, width, scaled);
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
      status = assay_pair_turn (&items[x], &items[y], v->items[x], v->items[y],
                                c, s, ctx);
      assay_value_unref (c);
      assay_value_unref (s);
    }
  assay_value_unref (angles);
  return assay_list_finish (result, items, v->count, status);
}

enum assay_status
assay_builtin_rope (struct assay_value **result, struct assay_call *call)
{
  struct rope_options options;
  enum assay_status status = assay_call_even_vector (call, 0,
                                                     call->arguments[0]);

  if (status == ASSAY_OK)
    status = assay_call_number (call, 1);
  if (status != ASSAY_OK)
    return status;
  status = read_options (&options, call);
  if (status == ASSAY_OK)
    status = rope_vector (result, call, call->arguments[0], call->arguments[1],
                          &options);
  drop_options (&options);
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

  status = assay_numeric_neg (&back_q, turn_q[1], ctx);
  if (status == ASSAY_OK)
    {
      status = assay_pair_turn (&turn[0], &turn[1], turn_k[0], turn_k[1],
                                turn_q[0], back_q, ctx);
      assay_value_unref (back_q);
    }
  if (status == ASSAY_OK)
    {
      struct assay_value *back_k;

      status = assay_numeric_neg (&back_k, k[y], ctx);
      if (status == ASSAY_OK)
        {
          status = assay_pair_turn (&vector[0], &vector[1], q[x], q[y], k[x],
                                    back_k, ctx);
          assay_value_unref (back_k);
        }
    }
  term[0] = term[1] = NULL;
  for (i = 0; i < 2 && status == ASSAY_OK; i++)
    status = assay_numeric_mul (&term[i], vector[i], turn[i], ctx);
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
      status = assay_pair_direction (&turn_q[0], &turn_q[1], angles_q[i], ctx);
      if (status != ASSAY_OK)
        break;
      status = assay_pair_direction (&turn_k[0], &turn_k[1], angles_k[i], ctx);
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
    status = assay_numeric_sum (result, terms, q->count, ctx);
  assay_values_free (terms, q->count);
  return status;
}

enum assay_status
assay_builtin_rope_score (struct assay_value **result, struct assay_call *call)
{
  struct assay_value *const *q = call->arguments[0]->items;
  struct assay_value *const *k = call->arguments[1]->items;
  struct assay_value *angles_q = NULL, *angles_k = NULL;
  struct rope_options options;
  enum assay_status status = assay_call_two_points (call);

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
