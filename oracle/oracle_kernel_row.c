/* oracle_kernel_row.c -- a row's elements, correctly rounded */

#include "oracle.h"

#include <stdlib.h>

/* Decimal places of the first attempt; each further one has three times as
   many.  */
#define FIRST_DIGITS 45UL

/* All that one row is answered from.  exact: weights that are fractions, or
   NULL.  partial: sums that were rounded on the way, or NULL.  across: for a
   softmax over another axis the line of each column, of which key self is
   this row's.  */
struct job
{
  const struct oracle_problem *p;
  const struct oracle_mistake *mistake;
  enum oracle_stage stage;
  struct oracle_place place;
  const struct oracle_format *format;
  struct oracle_line line;
  struct oracle_fraction *exact, *partial;
  struct oracle_line *across;
  size_t self;
};

static int
is_behind_softmax (enum oracle_stage stage)
{
  return stage >= ORACLE_WEIGHTS;
}

/* The weight of key j is 1 / n when the n keys of its column have one score
   among them: share <- that, else 0.  */
static int
column_share (struct oracle_fraction *share, struct oracle_line *column,
              size_t self)
{
  unsigned long n = 0;

  mpz_set_ui (share->num, 0);
  mpz_set_ui (share->den, 1);
  if (!column->key[self].legal)
    return 1;
  oracle_line_group (column);
  for (size_t j = 0; j < column->keys; j++)
    if (column->key[j].legal)
      {
        if (column->group[j] != column->group[self])
          return 0;
        n++;
      }
  mpz_set_ui (share->num, 1);
  mpz_set_ui (share->den, n);
  return 1;
}

/* Is a row of such shares t in column c?  0 may mean that it is not
   known.  */
static int
shares_are (struct job *job, size_t c, const struct oracle_fraction *t)
{
  struct oracle_fraction sum, share;
  int known = 1;

  oracle_fraction_init (&sum);
  oracle_fraction_init (&share);
  for (size_t j = 0; j < job->line.columns && known; j++)
    {
      if (job->stage == ORACLE_WEIGHTS && j != c)
        continue;
      known = column_share (&share, &job->across[j], job->self);
      if (job->stage == ORACLE_OUTPUT)
        oracle_fraction_mul (&share, &share, &job->line.key[j].value[c]);
      oracle_fraction_add (&sum, &sum, &share);
    }
  known = known && oracle_fraction_equal (&sum, t);
  oracle_fraction_clear (&sum);
  oracle_fraction_clear (&share);
  return known;
}

/* What oracle_decide is to call.  */
struct asked
{
  struct job *job;
  size_t c;
};

static int
order (void *data, const struct oracle_fraction *t)
{
  struct asked *asked = data;
  struct job *job = asked->job;

  if (job->across == NULL)
    return oracle_line_element_order (&job->line, job->stage, asked->c, t);
  return shares_are (job, asked->c, t) ? 0 : ORACLE_ORDER_OPEN;
}

/* ---- elements that are no numbers ---- */

static int
has_no_key (const struct oracle_line *line)
{
  for (size_t j = 0; j < line->keys; j++)
    if (line->key[j].legal)
      return 0;
  return 1;
}

/* The elements whose answer needs no softmax: 1 and *bits.  */
static int
is_special (uint64_t *bits, const struct job *job, size_t c)
{
  const struct oracle_line *line = &job->line;
  const struct oracle_format *format = job->format;
  int swapped = oracle_mistaken (job->mistake, ORACLE_EMPTY_OTHERWISE);

  if (!is_behind_softmax (job->stage))
    {
      *bits = oracle_infinity (1, format);
      return job->stage == ORACLE_BIASED && !line->key[c].legal;
    }
  if (line->spoilt)
    {
      *bits = oracle_nan (format);
      return 1;
    }
  if (job->stage == ORACLE_LSE || job->stage == ORACLE_LSE2)
    {
      *bits = oracle_infinity (1, format);
      return has_no_key (line);
    }
  if (has_no_key (line))
    {
      int zero = (job->p->empty == ORACLE_EMPTY_ZERO) ^ swapped;

      *bits = zero ? 0 : oracle_nan (format);
      return 1;
    }
  *bits = 0;
  return job->stage == ORACLE_WEIGHTS
         && (!line->key[c].legal || !line->key[c].kept);
}

/* ---- weights from another axis ---- */

/* Copies what makes the score of key j of one line to key to of another.  */
static void
copy_key (struct oracle_line *target, size_t to,
          const struct oracle_line *line, size_t j)
{
  struct oracle_key *key = &target->key[to];
  const struct oracle_key *model = &line->key[j];

  key->legal = model->legal;
  key->plain = model->plain;
  oracle_fraction_set (&key->dot, &model->dot);
  oracle_fraction_set (&key->bias, &model->bias);
  oracle_fraction_set (&key->lag, &model->lag);
  oracle_fraction_set (&target->factor, &line->factor);
  oracle_fraction_set (&target->cap, &line->cap);
  target->radicand = line->radicand;
  target->capping = line->capping;
  target->num = line->num;
  target->den = line->den;
}

/* The lines of the columns, when the mistake is a softmax over queries or
   heads: every row of that axis is filled once.  */
static void
make_across (struct job *job)
{
  int queries = oracle_mistaken (job->mistake, ORACLE_SOFTMAX_OVER_QUERIES);
  size_t length = queries ? job->p->queries : job->p->query_heads;
  size_t columns = job->line.columns;
  struct oracle_place place = job->place;

  if (!queries && !oracle_mistaken (job->mistake, ORACLE_SOFTMAX_OVER_HEADS))
    return;
  job->across = calloc (columns + 1, sizeof *job->across);
  if (job->across == NULL)
    abort ();
  job->self = queries ? place.query : place.head;
  for (size_t j = 0; j < columns; j++)
    oracle_line_init (&job->across[j], length);
  for (size_t i = 0; i < length; i++)
    {
      struct oracle_line row;

      *(queries ? &place.query : &place.head) = i;
      oracle_line_init (&row, columns);
      oracle_line_fill (&row, job->p, job->mistake, &place);
      for (size_t j = 0; j < columns; j++)
        copy_key (&job->across[j], i, &row, j);
      oracle_line_clear (&row);
    }
}

/* e <- the weights of this row's keys in their columns.  */
static int
shares (struct oracle_exponentials *e, struct job *job, unsigned long digits)
{
  int status = 0;

  e->digits = digits;
  e->shares = 1;
  for (size_t j = 0; j < job->line.columns && status == 0; j++)
    {
      struct oracle_line *column = &job->across[j];
      struct oracle_exponentials own;
      struct oracle_interval *share = &e->of_key[j];

      mpz_set_ui (share->lo, 0);
      mpz_set_ui (share->hi, 0);
      if (!column->key[job->self].legal)
        continue;
      oracle_exponentials_init (&own, column);
      status = oracle_line_exponentials (&own, column, digits);
      if (status == 0)
        status = oracle_line_element (share, column, &own, ORACLE_WEIGHTS,
                                      job->self);
      mpz_ui_pow_ui (own.shift, 10, own.digits - digits);
      mpz_fdiv_q (share->lo, share->lo, own.shift);
      mpz_cdiv_q (share->hi, share->hi, own.shift);
      oracle_exponentials_clear (&own);
    }
  return status;
}

/* ---- the row ---- */

static void
job_init (struct job *job)
{
  const struct oracle_problem *p = job->p;

  oracle_line_init (&job->line, p->past + p->fresh);
  oracle_line_fill (&job->line, p, job->mistake, &job->place);
  job->across = NULL;
  job->exact = job->partial = NULL;
  if (is_behind_softmax (job->stage))
    make_across (job);
}

static void
job_clear (struct job *job)
{
  for (size_t j = 0; job->across != NULL && j < job->line.columns; j++)
    oracle_line_clear (&job->across[j]);
  free (job->across);
  if (job->exact != NULL)
    oracle_fractions_free (job->exact, job->line.room);
  if (job->partial != NULL)
    oracle_fractions_free (job->partial, job->line.value_width);
  oracle_line_clear (&job->line);
}

/* One attempt at the elements that are open: how many are left.  */
static size_t
attempt (uint64_t *bits, unsigned char *open, size_t columns,
         struct job *job, unsigned long digits)
{
  struct oracle_exponentials e;
  struct oracle_interval x;
  size_t left = 0;
  int status = 0;

  oracle_exponentials_init (&e, &job->line);
  oracle_interval_init (&x);
  e.digits = digits;
  if (job->across != NULL)
    status = shares (&e, job, digits);
  else if (is_behind_softmax (job->stage))
    status = oracle_line_exponentials (&e, &job->line, digits);
  for (size_t c = 0; c < columns; c++)
    {
      if (!open[c])
        continue;
      int failed = status;
      if (failed == 0 && is_behind_softmax (job->stage))
        failed = oracle_line_element (&x, &job->line, &e, job->stage, c);
      else if (failed == 0)
        oracle_line_score (&x, &job->line, c, job->stage, digits);
      struct asked asked = { job, c };
      if (failed == 0
          && oracle_decide (&bits[c], &x, e.digits, job->format, order,
                            &asked))
        open[c] = 0;
      else
        left++;
    }
  oracle_interval_clear (&x);
  oracle_exponentials_clear (&e);
  return left;
}

/* Elements of a row whose weights, or whose sums, are fractions.  */
static void
round_weighted (uint64_t *bits, size_t columns, const struct job *job)
{
  struct oracle_fraction sum, part;

  oracle_fraction_init (&sum);
  oracle_fraction_init (&part);
  for (size_t c = 0; c < columns; c++)
    {
      oracle_fraction_set (&sum, job->partial != NULL ? &job->partial[c]
                                                      : &job->exact[c]);
      if (job->stage == ORACLE_OUTPUT && job->partial == NULL)
        {
          mpz_set_ui (sum.num, 0);
          mpz_set_ui (sum.den, 1);
          for (size_t j = 0; j < job->line.columns; j++)
            {
              oracle_fraction_mul (&part, &job->exact[j],
                                   &job->line.key[j].value[c]);
              oracle_fraction_add (&sum, &sum, &part);
            }
        }
      bits[c] = oracle_round_bits (&sum, job->format);
    }
  oracle_fraction_clear (&sum);
  oracle_fraction_clear (&part);
}

/* Whether the mistake leaves fractions, which are then found: 1, 0, or -1
   when most_digits do not tell which.  */
static int
find_fractions (struct job *job, unsigned long most_digits)
{
  job->exact = oracle_fractions_new (job->line.room);
  if (has_no_key (&job->line))
    return 0;
  if (job->stage == ORACLE_OUTPUT
      && oracle_mistaken (job->mistake, ORACLE_ROUND_PARTIAL))
    {
      job->partial = oracle_fractions_new (job->line.value_width);
      return oracle_line_partial_sums (job->partial, &job->line,
                                       job->mistake, most_digits);
    }
  return oracle_line_weights (job->exact, &job->line, job->mistake,
                              most_digits);
}

size_t
oracle_kernel_row (uint64_t *bits, unsigned char *open,
                   const struct oracle_problem *p,
                   const struct oracle_mistake *mistake,
                   enum oracle_stage stage, const struct oracle_place *place,
                   const struct oracle_format *format,
                   unsigned long most_digits)
{
  struct job job = { .p = p, .mistake = mistake, .stage = stage,
                     .place = *place, .format = format };
  size_t columns = oracle_kernel_columns (p, stage);
  unsigned char *todo = calloc (columns + 1, 1);
  size_t left = 0;
  int exact = 0;

  if (todo == NULL)
    abort ();
  job_init (&job);
  if (stage == ORACLE_WEIGHTS || stage == ORACLE_OUTPUT)
    exact = find_fractions (&job, most_digits);
  for (size_t c = 0; c < columns; c++)
    {
      todo[c] = !is_special (&bits[c], &job, c);
      left += todo[c];
    }
  if (exact < 0)
    most_digits = 0;
  if (exact > 0 && left > 0)
    {
      round_weighted (bits, columns, &job);
      left = 0;
    }
  for (unsigned long digits = FIRST_DIGITS; left > 0 && digits < most_digits;
       digits *= 3)
    left = attempt (bits, todo, columns, &job, digits);
  if (left > 0 && exact == 0)
    left = attempt (bits, todo, columns, &job, most_digits);
  for (size_t c = 0; open != NULL && c < columns; c++)
    open[c] = left > 0 ? todo[c] : 0;
  free (todo);
  job_clear (&job);
  return left;
}
