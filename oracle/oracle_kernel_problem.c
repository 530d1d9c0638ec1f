/* oracle_kernel_problem.c -- the arrays of an attention problem */

#include "oracle.h"

#include <stdlib.h>
#include <string.h>

static size_t
query_entries (const struct oracle_problem *p)
{
  return p->batches * p->query_heads * p->queries;
}

static size_t
key_entries (const struct oracle_problem *p, size_t length)
{
  return p->batches * p->key_heads * length;
}

static size_t
mask_entries (const struct oracle_problem *p)
{
  return p->mask_shape[0] * p->mask_shape[1] * p->mask_shape[2]
         * p->mask_shape[3];
}

void
oracle_problem_init (struct oracle_problem *p)
{
  struct oracle_problem empty;

  memset (&empty, 0, sizeof empty);
  empty.batches = p->batches;
  empty.query_heads = p->query_heads;
  empty.key_heads = p->key_heads;
  empty.queries = p->queries;
  empty.past = p->past;
  empty.fresh = p->fresh;
  empty.width = p->width;
  empty.value_width = p->value_width;
  *p = empty;
  p->q = oracle_fractions_new (query_entries (p) * p->width);
  p->k = oracle_fractions_new (key_entries (p, p->fresh) * p->width);
  p->v = oracle_fractions_new (key_entries (p, p->fresh) * p->value_width);
  p->past_k = oracle_fractions_new (key_entries (p, p->past) * p->width);
  p->past_v
    = oracle_fractions_new (key_entries (p, p->past) * p->value_width);
  oracle_fraction_init (&p->factor);
  oracle_fraction_init (&p->cap);
  mpz_set_ui (p->factor.num, 1);
  mpz_set_ui (p->factor.den, p->width);
  p->radicand = p->width;
  p->left = p->right = -1;
}

void
oracle_problem_add_mask (struct oracle_problem *p)
{
  p->bias = oracle_fractions_new (mask_entries (p));
  p->blocked = oracle_allocate (mask_entries (p), 1);
}

void
oracle_problem_add_valid (struct oracle_problem *p)
{
  p->valid = oracle_allocate (p->batches, sizeof *p->valid);
}

void
oracle_problem_add_slopes (struct oracle_problem *p)
{
  p->slopes = oracle_allocate (p->query_heads, sizeof *p->slopes);
  for (size_t h = 0; h < p->query_heads; h++)
    {
      oracle_fraction_init (&p->slopes[h].factor);
      p->slopes[h].den = 1;
    }
}

void
oracle_problem_add_sinks (struct oracle_problem *p)
{
  p->sinks = oracle_fractions_new (p->query_heads);
}

void
oracle_problem_clear (struct oracle_problem *p)
{
  oracle_fractions_free (p->q, query_entries (p) * p->width);
  oracle_fractions_free (p->k, key_entries (p, p->fresh) * p->width);
  oracle_fractions_free (p->v, key_entries (p, p->fresh) * p->value_width);
  oracle_fractions_free (p->past_k, key_entries (p, p->past) * p->width);
  oracle_fractions_free (p->past_v,
                         key_entries (p, p->past) * p->value_width);
  oracle_fraction_clear (&p->factor);
  oracle_fraction_clear (&p->cap);
  if (p->bias != NULL)
    oracle_fractions_free (p->bias, mask_entries (p));
  free (p->blocked);
  free (p->valid);
  for (size_t h = 0; p->slopes != NULL && h < p->query_heads; h++)
    oracle_fraction_clear (&p->slopes[h].factor);
  free (p->slopes);
  if (p->sinks != NULL)
    oracle_fractions_free (p->sinks, p->query_heads);
}

void
oracle_alibi_slope (struct oracle_slope *slope, size_t n, size_t h)
{
  size_t power = 1;

  while (power <= n / 2)
    power *= 2;
  size_t which = h + 1, of = power;
  if (h >= power)
    {
      which = 2 * (h - power) + 1;
      of = 2 * power;
    }
  mpz_set_ui (slope->factor.num, 1);
  mpz_set_ui (slope->factor.den, 1);
  slope->num = -8 * (long) which;
  slope->den = of;
}

size_t
oracle_kernel_columns (const struct oracle_problem *p,
                       enum oracle_stage stage)
{
  switch (stage)
    {
    case ORACLE_OUTPUT:
      return p->value_width;
    case ORACLE_LSE:
    case ORACLE_LSE2:
      return 1;
    default:
      return p->past + p->fresh;
    }
}

void
oracle_line_init (struct oracle_line *line, size_t keys)
{
  memset (line, 0, sizeof *line);
  line->keys = line->columns = keys;
  line->room = keys + 1;
  line->key = oracle_allocate (line->room, sizeof *line->key);
  line->group = oracle_allocate (line->room, sizeof *line->group);
  line->radicand = line->den = 1;
  oracle_fraction_init (&line->factor);
  oracle_fraction_init (&line->cap);
  for (size_t j = 0; j < line->room; j++)
    {
      struct oracle_key *key = &line->key[j];

      oracle_fraction_init (&key->dot);
      oracle_fraction_init (&key->bias);
      oracle_fraction_init (&key->lag);
      key->kept = 1;
      key->count = 1;
    }
}

void
oracle_line_clear (struct oracle_line *line)
{
  for (size_t j = 0; j < line->room; j++)
    {
      oracle_fraction_clear (&line->key[j].dot);
      oracle_fraction_clear (&line->key[j].bias);
      oracle_fraction_clear (&line->key[j].lag);
    }
  oracle_fraction_clear (&line->factor);
  oracle_fraction_clear (&line->cap);
  if (line->rounded_values != NULL)
    oracle_fractions_free (line->rounded_values,
                           line->room * line->value_width);
  free (line->key);
  free (line->group);
}
