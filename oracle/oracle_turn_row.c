/* oracle_turn_row.c -- a stored vector turned, correctly rounded */

#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>

enum { FIRST_DIGITS = 60 };

static const char *const names[] = {
  "other pairing",
  "permuted",
  "backwards",
  "waves swapped",
  "duplicated",
  "full width",
  "half of size",
  "full count",
  "other base",
  "denominator size",
  "half exponent",
  "double exponent",
  "angle divided",
  "scaling missing",
  "scaling twice",
  "steps of two",
  "betas swapped",
  "truncate otherwise",
  "ramp of size",
  "ramp to pair",
  "magnitude missing",
  "magnitude squared",
  "magnitude other",
  "sections otherwise",
  "sections ignored",
  "position offset",
  "position row",
  "position plus row",
  "position clamped",
  "not at all",
  "twice",
  "round position",
  "round frequency",
  "round angle",
  "round table",
  "round all",
  "round products"
};

const char *
oracle_turn_mistake_name (enum oracle_turn_mistake_kind kind)
{
  return names[kind];
}

int
oracle_turn_mistaken (const struct oracle_turn_mistake *mistake,
                      enum oracle_turn_mistake_kind kind)
{
  return mistake != NULL && mistake->kind == kind;
}

/* What one row is made from.  */
struct job
{
  const struct oracle_turn *turn;
  const struct oracle_turn_mistake *mistake;
  const struct oracle_fraction *position;
  long row;
  size_t width;
  unsigned long digits;
};

static int
is (const struct job *job, enum oracle_turn_mistake_kind kind)
{
  return oracle_turn_mistaken (job->mistake, kind);
}

/* The components that pair t consists of.  */
static void
components (size_t pair[2], const struct job *job,
            enum oracle_pairing pairing, size_t t)
{
  size_t apart = is (job, ORACLE_TURN_HALF_OF_SIZE) ? job->turn->size / 2
                                                    : job->width / 2;

  pair[0] = pairing == ORACLE_ADJACENT ? 2 * t : t;
  pair[1] = pairing == ORACLE_ADJACENT ? 2 * t + 1 : t + apart;
}

static enum oracle_pairing
other (enum oracle_pairing pairing)
{
  return pairing == ORACLE_ADJACENT ? ORACLE_SPLIT_HALF : ORACLE_ADJACENT;
}

/* sum <- factor[0] x[0] + sign factor[1] x[1]; both products and the sum
   rounded when the mistake says so.  */
static enum oracle_outcome
combine (struct oracle_value *sum, const struct job *job,
         const struct oracle_value *const factor[2],
         const struct oracle_value *const x[2], int sign)
{
  struct oracle_value part;
  int rounds = is (job, ORACLE_TURN_ROUND_PRODUCTS);
  enum oracle_outcome outcome;

  oracle_value_init (&part);
  oracle_value_set (sum, factor[0]);
  oracle_value_set (&part, factor[1]);
  outcome = oracle_value_mul (sum, x[0], job->digits);
  if (outcome == ORACLE_VALUE)
    outcome = oracle_value_mul (&part, x[1], job->digits);
  if (outcome == ORACLE_VALUE && rounds)
    outcome = oracle_value_format (sum, job->mistake->format, job->digits);
  if (outcome == ORACLE_VALUE && rounds)
    outcome = oracle_value_format (&part, job->mistake->format, job->digits);
  if (outcome == ORACLE_VALUE && sign < 0)
    outcome = oracle_value_neg (&part, job->digits);
  if (outcome == ORACLE_VALUE)
    outcome = oracle_value_add (sum, &part, job->digits);
  if (outcome == ORACLE_VALUE && rounds)
    outcome = oracle_value_format (sum, job->mistake->format, job->digits);
  oracle_value_clear (&part);
  return outcome;
}

/* The pair whose frequency a component takes.  */
static size_t
frequency_of (const struct job *job, size_t component, size_t t)
{
  if (!is (job, ORACLE_TURN_DUPLICATED))
    return t;
  return job->turn->pairing == ORACLE_ADJACENT ? component % (job->width / 2)
                                               : component / 2;
}

/* y[pair[i]] <- half i of pair t of x.  */
static enum oracle_outcome
turn_half (struct oracle_value *y, const struct job *job,
           const struct oracle_value *x, const size_t pair[2], size_t t,
           int i)
{
  struct oracle_value cosine, sine;
  enum oracle_outcome outcome;

  oracle_value_init (&cosine);
  oracle_value_init (&sine);
  outcome = oracle_turn_waves (&cosine, &sine, job->turn, job->mistake,
                               frequency_of (job, pair[i], t), job->position,
                               job->row, job->digits);
  if (outcome == ORACLE_VALUE)
    {
      const struct oracle_value *const factor[2]
        = { i == 0 ? &cosine : &sine, i == 0 ? &sine : &cosine };
      const struct oracle_value *const part[2] = { &x[pair[0]], &x[pair[1]] };

      outcome = combine (&y[pair[i]], job, factor, part, i == 0 ? -1 : 1);
    }
  oracle_value_clear (&cosine);
  oracle_value_clear (&sine);
  return outcome;
}

/* Components and what became of each.  */
struct vector
{
  struct oracle_value *at;
  enum oracle_outcome *outcome;
};

static void
vector_init (struct vector *v, size_t size)
{
  v->at = calloc (size + 1, sizeof *v->at);
  v->outcome = calloc (size + 1, sizeof *v->outcome);
  if (v->at == NULL || v->outcome == NULL)
    {
      fprintf (stderr, "oracle: no memory for %zu components\n", size);
      exit (1);
    }
  for (size_t c = 0; c < size; c++)
    {
      oracle_value_init (&v->at[c]);
      v->outcome[c] = ORACLE_VALUE;
    }
}

static void
vector_clear (struct vector *v, size_t size)
{
  for (size_t c = 0; c < size; c++)
    oracle_value_clear (&v->at[c]);
  free (v->at);
  free (v->outcome);
}

static void
copy_component (struct vector *v, size_t to, const struct vector *w,
                size_t from)
{
  oracle_value_set (&v->at[to], &w->at[from]);
  v->outcome[to] = w->outcome[from];
}

/* y <- x turned once, in the layout that the mistake reads.  */
static void
turn_all (struct vector *y, const struct job *job, const struct vector *x)
{
  enum oracle_pairing pairing = job->turn->pairing;

  if (is (job, ORACLE_TURN_OTHER_PAIRING))
    pairing = other (pairing);
  for (size_t c = 0; c < job->turn->size; c++)
    copy_component (y, c, x, c);
  for (size_t t = 0; t < job->width / 2; t++)
    {
      size_t pair[2];

      components (pair, job, pairing, t);
      for (int i = 0; i < 2; i++)
        {
          enum oracle_outcome *outcome = &y->outcome[pair[i]];

          *outcome = x->outcome[pair[0]];
          if (*outcome == ORACLE_VALUE)
            *outcome = x->outcome[pair[1]];
          if (*outcome == ORACLE_VALUE)
            *outcome = turn_half (y->at, job, x->at, pair, t, i);
        }
    }
}

/* Puts the halves of each pair where the other layout has them.  */
static void
permute (struct vector *y, const struct job *job, const struct vector *x)
{
  for (size_t t = 0; t < job->width / 2; t++)
    {
      size_t source[2], target[2];

      components (source, job, job->turn->pairing, t);
      components (target, job, other (job->turn->pairing), t);
      for (int i = 0; i < 2; i++)
        copy_component (y, target[i], x, source[i]);
    }
}

/* A component that is no fraction is transcendental.  */
static int
unknown (void *data, const struct oracle_fraction *t)
{
  (void) data;
  (void) t;
  return ORACLE_ORDER_OPEN;
}

/* 1 and *bits, or 0 while the digits are too few.  */
static int
deliver (uint64_t *bits, const struct oracle_value *y,
         enum oracle_outcome outcome, const struct oracle_format *format,
         unsigned long digits)
{
  switch (outcome)
    {
    case ORACLE_UNDEFINED:
      *bits = oracle_nan (format);
      return 1;
    case ORACLE_VALUE:
      if (!y->exact)
        return oracle_decide (bits, &y->interval, digits, format, unknown,
                              NULL);
      *bits = oracle_round_bits (&y->fraction, format);
      return 1;
    default:
      return 0;
    }
}

static void
attempt (struct vector *y, const struct job *job,
         const struct oracle_fraction *x)
{
  size_t size = job->turn->size;
  struct vector other;

  vector_init (&other, size);
  for (size_t c = 0; c < size; c++)
    {
      oracle_fraction_set (&y->at[c].fraction, &x[c]);
      y->at[c].exact = 1;
      y->outcome[c] = ORACLE_VALUE;
    }
  if (!is (job, ORACLE_TURN_NOT_AT_ALL))
    {
      for (size_t c = 0; c < size; c++)
        copy_component (&other, c, y, c);
      turn_all (y, job, &other);
    }
  for (size_t c = 0; c < size; c++)
    copy_component (&other, c, y, c);
  if (is (job, ORACLE_TURN_TWICE))
    turn_all (y, job, &other);
  if (is (job, ORACLE_TURN_PERMUTED))
    permute (y, job, &other);
  vector_clear (&other, size);
}

static int
is_defined (const struct oracle_turn *turn)
{
  struct oracle_interval theta;

  oracle_interval_init (&theta);
  int status = turn->set.width >= 2 && turn->set.width <= turn->size
               ? oracle_frequency (&theta, &turn->set, 0, FIRST_DIGITS) : -1;
  oracle_interval_clear (&theta);
  return status == 0;
}

size_t
oracle_turn_row (uint64_t *bits, unsigned char *open,
                 const struct oracle_turn *turn,
                 const struct oracle_turn_mistake *mistake,
                 const struct oracle_fraction *x,
                 const struct oracle_fraction *position, long row,
                 const struct oracle_format *format,
                 unsigned long most_digits)
{
  struct job job = { turn, mistake, position, row, turn->set.width, 0 };
  size_t left = turn->size;
  struct vector y;

  if (!is_defined (turn))
    return (size_t) -1;
  if (is (&job, ORACLE_TURN_FULL_WIDTH) || is (&job, ORACLE_TURN_FULL_COUNT))
    job.width = turn->size / 2 * 2;
  vector_init (&y, turn->size);
  for (unsigned long digits = FIRST_DIGITS; left > 0; digits *= 3)
    {
      job.digits = digits < most_digits ? digits : most_digits;
      attempt (&y, &job, x);
      left = 0;
      for (size_t c = 0; c < turn->size; c++)
        {
          int done = deliver (&bits[c], &y.at[c], y.outcome[c], format,
                              job.digits);

          if (open != NULL)
            open[c] = !done;
          left += !done;
        }
      if (digits >= most_digits)
        break;
    }
  vector_clear (&y, turn->size);
  return left;
}
