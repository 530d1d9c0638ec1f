/* form_constant.c -- coefficients of normal forms, interned

   A form's coefficients are mostly a few values over and over (halves and
   quarters times powers of i where sines are multiplied), so the last sums
   and products are remembered too.  */

#include "real/form.h"

#include <stdlib.h>

#include "base/memory.h"

enum { FIRST_CAPACITY = 64 };

static unsigned long
mix (unsigned long hash, unsigned long value)
{
  return (hash ^ value) * 0x9e3779b97f4a7c15ul ^ (hash >> 29);
}

static unsigned long
hash_rational (unsigned long hash, mpq_srcptr x)
{
  hash = mix (hash, mpz_get_ui (mpq_numref (x)));
  hash = mix (hash, (unsigned long) mpq_sgn (x));
  return mix (hash, mpz_get_ui (mpq_denref (x)));
}

static unsigned long
hash_gauss (const struct assay_gauss *c)
{
  unsigned long hash = hash_rational (hash_rational (1, c->re), c->im);

  return hash ^ (hash >> 32);
}

void
assay_constant_tables_clear (struct assay_form_pool *pool)
{
  size_t i;

  for (i = 0; i < pool->capacity; i++)
    {
      struct assay_constant *constant = pool->constant[i];

      for (; constant; constant = constant->next)
        assay_gauss_clear (&constant->value);
    }
  free (pool->constant);
}

static void
widen (struct assay_form_pool *pool)
{
  size_t i, capacity = pool->capacity ? 2 * pool->capacity : FIRST_CAPACITY;
  struct assay_constant **table = assay_calloc (capacity, sizeof *table);

  for (i = 0; i < pool->capacity; i++)
    while (pool->constant[i])
      {
        struct assay_constant *constant = pool->constant[i];
        struct assay_constant **list
          = &table[constant->hash & (capacity - 1)];

        pool->constant[i] = constant->next;
        constant->next = *list;
        *list = constant;
      }
  free (pool->constant);
  pool->constant = table;
  pool->capacity = capacity;
}

const struct assay_constant *
assay_constant_of (struct assay_form_pool *pool, const struct assay_gauss *c)
{
  unsigned long hash = hash_gauss (c);
  struct assay_constant **list, *constant;

  if (pool->constants == pool->capacity)
    widen (pool);
  list = &pool->constant[hash & (pool->capacity - 1)];
  for (constant = *list; constant; constant = constant->next)
    if (constant->hash == hash && assay_gauss_equal (&constant->value, c))
      return constant;
  constant = assay_form_allot (pool, sizeof *constant);
  assay_gauss_init (&constant->value);
  assay_gauss_set (&constant->value, c);
  constant->bits = assay_gauss_bits (c);
  constant->hash = hash;
  constant->next = *list;
  *list = constant;
  pool->constants++;
  return constant;
}

/* A and B by OPERATION, remembered in TABLE.  */
static const struct assay_constant *
remembered (struct assay_form_pool *pool, struct assay_constant_pair *table,
            const struct assay_constant *a, const struct assay_constant *b,
            void (*operation) (struct assay_gauss *,
                               const struct assay_gauss *,
                               const struct assay_gauss *))
{
  struct assay_constant_pair *pair
    = &table[(a->hash + 31 * b->hash) % ASSAY_FORM_PAIRS];
  struct assay_gauss c;

  if (pair->a == a && pair->b == b)
    return pair->c;
  assay_gauss_init (&c);
  operation (&c, &a->value, &b->value);
  pair->a = a;
  pair->b = b;
  pair->c = assay_constant_of (pool, &c);
  assay_gauss_clear (&c);
  return pair->c;
}

const struct assay_constant *
assay_constant_add (struct assay_form_pool *pool,
                    const struct assay_constant *a,
                    const struct assay_constant *b)
{
  return remembered (pool, pool->added, a, b, assay_gauss_add);
}

const struct assay_constant *
assay_constant_mul (struct assay_form_pool *pool,
                    const struct assay_constant *a,
                    const struct assay_constant *b)
{
  if (a == pool->unity)
    return b;
  if (b == pool->unity)
    return a;
  return remembered (pool, pool->multiplied, a, b, assay_gauss_mul);
}
