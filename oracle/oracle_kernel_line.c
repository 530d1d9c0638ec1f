/* oracle_kernel_line.c -- one row of a problem, right or with a mistake */

#include "oracle.h"

/* What a line is filled from.  */
struct source
{
  const struct oracle_problem *p;
  const struct oracle_mistake *mistake;
  struct oracle_place place;
  size_t keys;
};

static long
number_of (const struct source *s)
{
  return s->mistake->number;
}

static int
is (const struct source *s, enum oracle_mistake_kind kind)
{
  return oracle_mistaken (s->mistake, kind);
}

/* sum <- sum + x: over the longer denominator when it is a multiple of the
   other, as it is for powers of two.  */
static void
add (struct oracle_fraction *sum, const struct oracle_fraction *x)
{
  struct oracle_fraction part;

  oracle_fraction_init (&part);
  oracle_fraction_set (&part, x);
  if (mpz_cmp (part.den, sum->den) < 0)
    {
      mpz_swap (part.num, sum->num);
      mpz_swap (part.den, sum->den);
    }
  if (mpz_divisible_p (part.den, sum->den))
    {
      mpz_divexact (sum->den, part.den, sum->den);
      mpz_mul (sum->num, sum->num, sum->den);
      mpz_set (sum->den, part.den);
    }
  oracle_fraction_add (sum, sum, &part);
  oracle_fraction_clear (&part);
}

/* Entry of (batches, heads, length, size); with the axes swapped the buffer
   is (batches, length, heads, size) and row head * length + position of it is
   taken, whatever that is.  at is where the right entry stands.  */
static size_t
row_index (const struct source *s, size_t batch, size_t heads,
           size_t length, size_t head, size_t position)
{
  if (is (s, ORACLE_AXES_SWAPPED))
    {
      size_t flat = head * length + position;

      position = flat / heads;
      head = flat % heads;
    }
  return (batch * heads + head) * length + position;
}

static const struct oracle_fraction *
query_row (const struct source *s)
{
  const struct oracle_problem *p = s->p;

  return p->q + p->width * row_index (s, s->place.batch, p->query_heads,
                                      p->queries, s->place.head,
                                      s->place.query);
}

/* Row j of the joined keys (or values, of their width).  */
static const struct oracle_fraction *
key_row (const struct source *s, const struct oracle_fraction *past,
         const struct oracle_fraction *fresh, size_t width, size_t j)
{
  const struct oracle_problem *p = s->p;
  size_t batch = s->place.batch;
  size_t head = s->place.head / (p->query_heads / p->key_heads);

  if (is (s, ORACLE_HEADS_TILED))
    head = s->place.head % p->key_heads;
  if (is (s, ORACLE_ROWS_OF_BATCH) && batch + 1 == p->batches)
    batch = 0;
  if (is (s, ORACLE_PAST_LAST))
    j = (j + p->past) % s->keys;
  if (j < p->past)
    return past + width * ((batch * p->key_heads + head) * p->past + j);
  return fresh + width * row_index (s, batch, p->key_heads, p->fresh, head,
                                    j - p->past);
}

static void
set_dot (struct oracle_fraction *dot, const struct source *s, size_t j)
{
  const struct oracle_fraction *q = query_row (s);
  const struct oracle_fraction *k
    = key_row (s, s->p->past_k, s->p->k, s->p->width, j);
  struct oracle_fraction first, second;

  oracle_fraction_init (&first);
  oracle_fraction_init (&second);
  for (size_t d = 0; d < s->p->width; d++)
    {
      oracle_fraction_set (&first, &q[d]);
      oracle_fraction_set (&second, &k[d]);
      if (is (s, ORACLE_ROUND_INPUTS))
        {
          oracle_mistake_round (&first, s->mistake);
          oracle_mistake_round (&second, s->mistake);
        }
      oracle_fraction_mul (&first, &first, &second);
      add (dot, &first);
    }
  oracle_fraction_clear (&first);
  oracle_fraction_clear (&second);
}

/* i + offset.  */
static long
diagonal (const struct source *s)
{
  const struct oracle_problem *p = s->p;
  long i = (long) s->place.query;
  long end = (long) s->keys - (long) p->queries;
  long valid = p->valid != NULL
               ? p->valid[s->place.batch] - (long) p->queries : end;

  if (p->causal && is (s, ORACLE_CAUSAL_TOP_LEFT))
    return i;
  if (p->causal && is (s, ORACLE_CAUSAL_BOTTOM_RIGHT))
    return i + end;
  switch (p->offset_kind)
    {
    case ORACLE_TOP_LEFT:
      return i;
    case ORACLE_BOTTOM_RIGHT:
      return i + valid;
    case ORACLE_GIVEN_OFFSET:
      return i + p->offset;
    default:
      return i + (p->past > 0 ? (long) p->past : p->valid ? valid : 0);
    }
}

/* Blocked by causality, windows, lengths: all but the mask.  */
static int
is_hidden (const struct source *s, size_t column)
{
  const struct oracle_problem *p = s->p;
  long here = diagonal (s), j = (long) column;
  long reach = is (s, ORACLE_CAUSAL_TOO_FEW) ? -1
               : is (s, ORACLE_CAUSAL_TOO_MANY) ? 1 : 0;
  int causal = p->causal ? !is (s, ORACLE_CAUSAL_MISSING)
                         : is (s, ORACLE_CAUSAL_ADDED);
  int windows = !is (s, ORACLE_WINDOW_MISSING);
  long left = p->left, right = p->right;

  if (left >= 0)
    left += is (s, ORACLE_WINDOW_LEFT_MORE) - is (s, ORACLE_WINDOW_LEFT_LESS);
  if (right >= 0)
    right += is (s, ORACLE_WINDOW_RIGHT_MORE)
             - is (s, ORACLE_WINDOW_RIGHT_LESS);
  if (causal && j > here + reach)
    return 1;
  if (windows && ((p->left >= 0 && j < here - left)
                  || (p->right >= 0 && j > here + right)))
    return 1;
  if (p->valid != NULL && j >= p->valid[s->place.batch]
      && !is (s, ORACLE_VALID_IGNORED))
    return 1;
  return (is (s, ORACLE_PAST_IGNORED) && column < p->past)
         || (is (s, ORACLE_LAST_KEY_MISSED) && column + 1 == s->keys);
}

/* bias <- the mask's; 1 when it blocks.  */
static int
mask_at (struct oracle_fraction *bias, const struct source *s, size_t j)
{
  const struct oracle_problem *p = s->p;
  const size_t *shape = p->mask_shape;
  size_t at[4] = { s->place.batch, s->place.head, s->place.query, j };
  size_t index = 0;

  if (p->bias == NULL || is (s, ORACLE_MASK_IGNORED))
    return 0;
  if (shape[3] > 1 && j >= shape[3])
    return !is (s, ORACLE_MASK_INVERTED);
  for (int axis = 0; axis < 4; axis++)
    index = index * shape[axis] + (shape[axis] > 1 ? at[axis] : 0);
  int blocked = p->blocked[index] ^ is (s, ORACLE_MASK_INVERTED);
  if (!blocked)
    {
      oracle_fraction_set (bias, &p->bias[index]);
      if (is (s, ORACLE_MASK_INVERTED) || is (s, ORACLE_BIAS_NEGATED))
        mpz_neg (bias->num, bias->num);
    }
  return blocked;
}

/* A rational slope is a part of the bias.  */
static void
fold_lag (struct oracle_line *line, struct oracle_key *key)
{
  if (line->den != 1)
    return;
  if (line->num >= 0)
    mpz_mul_2exp (key->lag.num, key->lag.num, (unsigned long) line->num);
  else
    mpz_mul_2exp (key->lag.den, key->lag.den, (unsigned long) -line->num);
  add (&key->bias, &key->lag);
  mpz_set_ui (key->lag.num, 0);
  mpz_set_ui (key->lag.den, 1);
}

/* The lag of a key, and on the line the root it is to be multiplied by.  */
static void
set_lag (struct oracle_line *line, const struct source *s, size_t j)
{
  const struct oracle_problem *p = s->p;
  size_t head = s->place.head;
  long here = is (s, ORACLE_SLOPES_FROM_ROWS) ? (long) s->place.query
                                              : diagonal (s);
  long distance = here - (long) j;
  long numerator = -8 * (long) head, plain = numerator - 8;
  struct oracle_fraction *lag = &line->key[j].lag;

  if (p->slopes == NULL || is (s, ORACLE_SLOPES_MISSING))
    return;
  if (is (s, ORACLE_SLOPES_OTHER_HEAD))
    head = (head + (size_t) number_of (s)) % p->query_heads;
  oracle_fraction_set (lag, &p->slopes[head].factor);
  line->num = p->slopes[head].num;
  line->den = p->slopes[head].den;
  if (is (s, ORACLE_SLOPES_FROM_ZERO) || is (s, ORACLE_SLOPES_PLAIN_RULE))
    {
      mpz_set_ui (lag->num, 1);
      mpz_set_ui (lag->den, 1);
      line->num = is (s, ORACLE_SLOPES_FROM_ZERO) ? numerator : plain;
      line->den = p->query_heads;
    }
  if (!is (s, ORACLE_SLOPES_SIGNED) && distance < 0)
    distance = -distance;
  if (is (s, ORACLE_SLOPES_TIMES))
    distance *= number_of (s);
  mpz_mul_si (lag->num, lag->num,
              is (s, ORACLE_SLOPES_NEGATED) ? distance : -distance);
}

static void
set_query_factor (struct oracle_fraction *factor, const struct source *s)
{
  struct oracle_fraction f;

  oracle_fraction_init (&f);
  oracle_query_factor (&f, (diagonal (s) + 1) / number_of (s),
                       s->mistake->format);
  if (is (s, ORACLE_QUERY_FACTOR_LOST))
    mpz_swap (f.num, f.den);
  oracle_fraction_mul (factor, factor, &f);
  oracle_fraction_clear (&f);
}

static void
set_scale (struct oracle_line *line, const struct source *s)
{
  const struct oracle_problem *p = s->p;
  struct oracle_fraction *factor = &line->factor;

  oracle_fraction_set (factor, &p->factor);
  line->radicand = p->radicand;
  if (is (s, ORACLE_SCALE_TWICE))
    {
      oracle_fraction_mul (factor, factor, factor);
      mpz_mul_ui (factor->num, factor->num, p->radicand);
      line->radicand = 1;
    }
  if (is (s, ORACLE_SCALE_MISSING) || is (s, ORACLE_SCORES_LEFT_OUT)
      || is (s, ORACLE_SCALE_NO_ROOT))
    {
      mpz_set_si (factor->num, !is (s, ORACLE_SCORES_LEFT_OUT));
      mpz_set_ui (factor->den, is (s, ORACLE_SCALE_NO_ROOT) ? p->width : 1);
      line->radicand = 1;
    }
  if (is (s, ORACLE_SCALE_OTHER_WIDTH))
    {
      line->radicand = (unsigned long) number_of (s);
      mpz_set_ui (factor->num, 1);
      mpz_set_ui (factor->den, line->radicand);
    }
  if (is (s, ORACLE_QUERY_FACTOR) || is (s, ORACLE_QUERY_FACTOR_LOST))
    set_query_factor (factor, s);
}

static void
set_cap (struct oracle_line *line, const struct source *s)
{
  oracle_fraction_set (&line->cap, &s->p->cap);
  line->capping = ORACLE_NO_CAP;
  if (oracle_fraction_sign (&line->cap) == 0 && is (s, ORACLE_CAP_ADDED))
    mpz_set_si (line->cap.num, number_of (s));
  if (oracle_fraction_sign (&line->cap) == 0 || is (s, ORACLE_CAP_MISSING))
    return;
  line->capping = is (s, ORACLE_CAP_AFTER_BIAS) ? ORACLE_CAP_ALL
                  : is (s, ORACLE_CAP_BEFORE_SCALE) ? ORACLE_CAP_DOT
                  : ORACLE_CAP_SCORE;
}

/* A key that the mask or its place blocks: what a mistake makes of it.  */
static void
block (struct oracle_line *line, struct oracle_key *key,
       const struct source *s)
{
  key->legal = 0;
  if (is (s, ORACLE_MASK_AFTER_SOFTMAX))
    {
      key->legal = 1;
      key->kept = 0;
    }
  if (is (s, ORACLE_MASK_FINITE) && number_of (s) != 0)
    {
      key->legal = 1;
      mpz_set_si (key->bias.num, number_of (s));
      mpz_set_ui (key->bias.den, 1);
    }
  if (is (s, ORACLE_CAP_AFTER_BIAS) && number_of (s) == 0
      && line->capping == ORACLE_CAP_ALL)
    {
      key->legal = key->plain = 1;
      oracle_fraction_set (&key->bias, &line->cap);
      mpz_neg (key->bias.num, key->bias.num);
    }
  if (is (s, ORACLE_SCORE_FINITE))
    {
      key->legal = key->plain = 1;
      mpz_set_si (key->bias.num, number_of (s));
      mpz_set_ui (key->bias.den, 1);
    }
  if (key->plain)
    mpz_set_ui (key->lag.num, 0);
}

static void
set_values (struct oracle_line *line, const struct source *s)
{
  size_t width = s->p->value_width;
  size_t shift = is (s, ORACLE_VALUES_SHIFTED) ? (size_t) number_of (s) : 0;

  if (is (s, ORACLE_ROUND_INPUTS) || is (s, ORACLE_ROUND_VALUES))
    line->rounded_values = oracle_fractions_new (line->room * width);
  for (size_t j = 0; j < s->keys; j++)
    {
      struct oracle_key *key = &line->key[j];

      key->value = key_row (s, s->p->past_v, s->p->v, width,
                            (j + shift) % s->keys);
      if (line->rounded_values == NULL)
        continue;
      struct oracle_fraction *copy = line->rounded_values + j * width;
      for (size_t c = 0; c < width; c++)
        {
          oracle_fraction_set (&copy[c], &key->value[c]);
          oracle_mistake_round (&copy[c], s->mistake);
        }
      key->value = copy;
    }
}

/* Where the lowest finite number stands for -inf, scores vanish beside it,
   and a row without a legal key is the mean of all.  */
static void
absorb (struct oracle_line *line)
{
  for (size_t j = 0; j < line->keys; j++)
    if (line->key[j].legal)
      return;
  for (size_t j = 0; j < line->columns; j++)
    {
      line->key[j].legal = line->key[j].plain = 1;
      mpz_set_ui (line->key[j].bias.num, 0);
    }
}

void
oracle_line_fill (struct oracle_line *line, const struct oracle_problem *p,
                  const struct oracle_mistake *mistake,
                  const struct oracle_place *place)
{
  struct source s = { p, mistake, *place, p->past + p->fresh };

  oracle_mistake_move (&s.place, mistake);
  line->value_width = p->value_width;
  line->merging = is (&s, ORACLE_MERGE_LOG2) ? ORACLE_MERGED_LOG2
                  : is (&s, ORACLE_MERGE_PLAIN) ? ORACLE_MERGED_PLAIN
                  : ORACLE_MERGED_RIGHT;
  line->stale = is (&s, ORACLE_OUTPUT_NOT_RESCALED) ? ORACLE_STALE_OUTPUT
                : is (&s, ORACLE_SUM_NOT_RESCALED) ? ORACLE_STALE_SUM
                : is (&s, ORACLE_NEITHER_RESCALED) ? ORACLE_STALE_BOTH
                : ORACLE_STALE_NOTHING;
  line->tile = line->stale != ORACLE_STALE_NOTHING
               || is (&s, ORACLE_ROUND_POWERS)
               || is (&s, ORACLE_ROUND_BEFORE_SINK) ? number_of (&s) : 0;
  line->sink_is_last = is (&s, ORACLE_ROUND_BEFORE_SINK);
  set_scale (line, &s);
  set_cap (line, &s);
  for (size_t j = 0; j < s.keys; j++)
    {
      struct oracle_key *key = &line->key[j];

      set_dot (&key->dot, &s, j);
      set_lag (line, &s, j);
      key->legal = 1;
      int masked = mask_at (&key->bias, &s, j);
      if (is (&s, ORACLE_BIAS_SCALED))
        {
          add (&key->dot, &key->bias);
          mpz_set_ui (key->bias.num, 0);
        }
      if (is_hidden (&s, j) || masked)
        block (line, key, &s);
      fold_lag (line, key);
      if (line->merging != ORACLE_MERGED_RIGHT)
        key->part = j / (size_t) mistake->number;
    }
  set_values (line, &s);
  if (is (&s, ORACLE_MASK_FINITE) && number_of (&s) == 0)
    absorb (line);
  oracle_line_sink (line, p, mistake, &s.place);
  if (line->keys > line->columns && line->columns > 0)
    line->key[line->columns].part = line->key[line->columns - 1].part;
  oracle_line_base (line, mistake);
  oracle_line_round (line, mistake);
}
