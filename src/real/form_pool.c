/* form_pool.c -- what normal forms are made of, interned and budgeted */

#include "real/form.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Enough for attention rows of hundreds of keys, gone in about a second.  */
enum { WORK_LIMIT = 400000, CLOCK_EVERY = 64 };

int
assay_form_afford (struct assay_form_pool *pool, unsigned long amount)
{
  pool->work += amount < WORK_LIMIT ? amount : WORK_LIMIT;
  if (pool->work > pool->limit)
    pool->failed = 1;
  if (!pool->failed && pool->clock++ % CLOCK_EVERY == 0
      && assay_ctx_in_time (pool->ctx, NULL) != ASSAY_OK)
    {
      pool->status = ASSAY_ELIMIT;
      pool->failed = 1;
    }
  return !pool->failed;
}

/* Blocks double in size up to a point: small forms touch little memory.  */
enum { FIRST_BLOCK = 8192, LAST_BLOCK = 1 << 16, ALIGNMENT = 16 };

struct assay_form_block
{
  struct assay_form_block *next;
  size_t used, size;            /* of BYTES */
  _Alignas (ALIGNMENT) char bytes[];
};

static void
add_block (struct assay_form_pool *pool, size_t bytes)
{
  struct assay_form_block *block, *last = pool->blocks;
  size_t size = last ? 2 * last->size : FIRST_BLOCK;

  size = size > LAST_BLOCK ? LAST_BLOCK : size;
  size = size < bytes ? bytes : size;
  block = assay_realloc (NULL, sizeof *block + size, 1);
  block->next = last;
  block->used = 0;
  block->size = size;
  pool->blocks = block;
}

void *
assay_form_allot (struct assay_form_pool *pool, size_t bytes)
{
  struct assay_form_block *block;
  size_t size = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;

  if (pool->blocks == NULL || pool->blocks->size - pool->blocks->used < size)
    add_block (pool, size);
  block = pool->blocks;
  block->used += size;
  return block->bytes + block->used - size;
}

void
assay_form_pool_init (struct assay_form_pool *pool, struct assay_ctx *ctx)
{
  struct assay_gauss constant;
  mpq_t one;

  memset (pool, 0, sizeof *pool);
  pool->ctx = ctx;
  pool->limit = WORK_LIMIT;
  assay_gauss_init (&constant);
  pool->nothing = assay_constant_of (pool, &constant);
  mpq_set_ui (constant.re, 1, 1);
  pool->unity = assay_constant_of (pool, &constant);
  assay_gauss_clear (&constant);
  pool->unit = assay_form_intern (pool, NULL, 0, NULL);
  mpq_init (one);
  pool->zero = assay_sum_rational (pool, one);
  mpq_set_ui (one, 1, 1);
  pool->one = assay_sum_rational (pool, one);
  mpq_clear (one);
}

void
assay_form_pool_clear (struct assay_form_pool *pool)
{
  struct assay_atom *atom;
  struct assay_monomial *m;
  size_t i, k;

  assay_constant_tables_clear (pool);
  for (i = 0; i < ASSAY_FORM_BUCKETS; i++)
    {
      for (atom = pool->atom[i]; atom; atom = atom->next)
        {
          mpz_clear (atom->number);
          free (atom->name);
        }
      for (m = pool->bucket[i]; m; m = m->next)
        for (k = 0; k < m->count; k++)
          mpq_clear (m->factor[k].power);
    }
  while (pool->blocks)
    {
      struct assay_form_block *block = pool->blocks;

      pool->blocks = block->next;
      free (block);
    }
}

/* ---- atoms ---- */

static unsigned long
mix (unsigned long hash, unsigned long value)
{
  hash ^= value + 0x9e3779b97f4a7c15ul + (hash << 6) + (hash >> 2);
  return hash;
}

static int
arguments_equal (const struct assay_sum *a, const struct assay_sum *b)
{
  return a == b || (a && b && assay_sum_equal (a, b));
}

static int
atoms_equal (const struct assay_atom *a, const struct assay_atom *b)
{
  return a->kind == b->kind && a->function == b->function
         && a->fmt == b->fmt && mpz_cmp (a->number, b->number) == 0
         && (a->name == b->name
             || (a->name && b->name && strcmp (a->name, b->name) == 0))
         && arguments_equal (a->argument[0], b->argument[0])
         && arguments_equal (a->argument[1], b->argument[1]);
}

static unsigned long
hash_atom (const struct assay_atom *atom)
{
  unsigned long hash = mix (atom->kind, mpz_get_ui (atom->number));
  const char *c;
  size_t i, k;

  hash = mix (hash, atom->function);
  for (c = atom->name; c && *c; c++)
    hash = mix (hash, (unsigned char) *c);
  for (i = 0; i < 2; i++)
    for (k = 0; atom->argument[i] && k < atom->argument[i]->count; k++)
      hash = mix (hash, atom->argument[i]->term[k].m->id);
  return hash;
}

/* The atom equal to WANTED, which is copied if it is new.  */
static struct assay_atom *
intern_atom (struct assay_form_pool *pool, const struct assay_atom *wanted)
{
  struct assay_atom **bucket
    = &pool->atom[hash_atom (wanted) % ASSAY_FORM_BUCKETS];
  struct assay_atom *atom;

  for (atom = *bucket; atom; atom = atom->next)
    if (atoms_equal (atom, wanted))
      return atom;
  atom = assay_form_allot (pool, sizeof *atom);
  *atom = *wanted;
  mpz_init_set (atom->number, wanted->number);
  if (wanted->name)
    atom->name = assay_strdup (wanted->name);
  atom->id = pool->atoms++;
  atom->next = *bucket;
  *bucket = atom;
  return atom;
}

struct assay_atom *
assay_form_prime (struct assay_form_pool *pool, enum assay_atom_kind kind,
                  mpz_srcptr number, int certain)
{
  struct assay_atom wanted = { .kind = kind, .certain = certain }, *atom;

  mpz_init_set (wanted.number, number);
  atom = intern_atom (pool, &wanted);
  mpz_clear (wanted.number);
  return atom;
}

struct assay_atom *
assay_form_pi (struct assay_form_pool *pool)
{
  struct assay_atom wanted = { .kind = ASSAY_ATOM_PI }, *atom;

  mpz_init (wanted.number);
  atom = intern_atom (pool, &wanted);
  mpz_clear (wanted.number);
  return atom;
}

struct assay_atom *
assay_form_symbol (struct assay_form_pool *pool, const char *name)
{
  struct assay_atom wanted = { .kind = ASSAY_ATOM_SYMBOL }, *atom;

  mpz_init (wanted.number);
  wanted.name = assay_strdup (name);
  atom = intern_atom (pool, &wanted);
  mpz_clear (wanted.number);
  free (wanted.name);
  return atom;
}

struct assay_atom *
assay_form_atom_over (struct assay_form_pool *pool, enum assay_atom_kind kind,
                      enum assay_kind function, enum assay_fmt fmt,
                      struct assay_sum *first, struct assay_sum *second)
{
  struct assay_atom wanted = { .kind = kind, .function = function,
                               .fmt = fmt, .argument = { first, second } };
  struct assay_atom *atom;

  mpz_init (wanted.number);
  atom = intern_atom (pool, &wanted);
  mpz_clear (wanted.number);
  return atom;
}

/* ---- monomials ---- */

static unsigned long
hash_rational (unsigned long hash, mpq_srcptr x)
{
  hash = mix (hash, mpz_get_ui (mpq_numref (x)));
  hash = mix (hash, (unsigned long) mpq_sgn (x));
  return mix (hash, mpz_get_ui (mpq_denref (x)));
}

static unsigned long
hash_monomial (const struct assay_factor *factor, size_t count,
               const struct assay_sum *exponent)
{
  unsigned long hash = count;
  size_t i;

  for (i = 0; i < count; i++)
    hash = hash_rational (mix (hash, factor[i].atom->id), factor[i].power);
  for (i = 0; exponent && i < exponent->count; i++)
    {
      hash = mix (hash, exponent->term[i].m->id);
      hash = mix (hash, exponent->term[i].c->hash);
    }
  return hash;
}

static int
same_monomial (const struct assay_monomial *m,
               const struct assay_factor *factor, size_t count,
               const struct assay_sum *exponent)
{
  size_t i;

  if (m->count != count)
    return 0;
  for (i = 0; i < count; i++)
    if (m->factor[i].atom != factor[i].atom
        || !mpq_equal (m->factor[i].power, factor[i].power))
      return 0;
  return arguments_equal (m->exponent, exponent);
}

/* Whether a term of this monomial in an exponent may have something in it
   that is no exponential: i pi times an integer, logarithms, arctangents.  */
static int
may_leave_exponent (const struct assay_factor *factor, size_t count,
                    const struct assay_sum *exponent)
{
  size_t i;

  if (exponent)
    return 0;
  for (i = 0; i < count; i++)
    if (factor[i].atom->kind == ASSAY_ATOM_PI
        || factor[i].atom->kind == ASSAY_ATOM_LOG_PRIME
        || factor[i].atom->kind == ASSAY_ATOM_FUNCTION)
      return 1;
  return 0;
}

static int
is_plain_exponent (const struct assay_sum *exponent)
{
  size_t i;

  for (i = 0; exponent && i < exponent->count; i++)
    if (!exponent->term[i].m->is_plain)
      return 0;
  return 1;
}

struct assay_monomial *
assay_form_intern (struct assay_form_pool *pool,
                   const struct assay_factor *factor, size_t count,
                   struct assay_sum *exponent)
{
  unsigned long hash;
  struct assay_monomial **bucket, *m;
  size_t i;

  if (exponent && exponent->count == 0)
    exponent = NULL;
  hash = hash_monomial (factor, count, exponent);
  bucket = &pool->bucket[hash % ASSAY_FORM_BUCKETS];
  for (m = *bucket; m; m = m->next)
    if (m->hash == hash && same_monomial (m, factor, count, exponent))
      return m;
  m = assay_form_allot (pool, sizeof *m);
  m->id = pool->monomials++;
  m->hash = hash;
  m->count = count;
  m->factor = assay_form_allot (pool, count * sizeof *m->factor);
  m->exponent = exponent;
  m->is_plain = !may_leave_exponent (factor, count, exponent);
  m->has_plain_exponent = is_plain_exponent (exponent);
  for (i = 0; i < count; i++)
    {
      m->factor[i].atom = factor[i].atom;
      mpq_init (m->factor[i].power);
      mpq_set (m->factor[i].power, factor[i].power);
    }
  m->next = *bucket;
  *bucket = m;
  return m;
}

/* ---- products of monomials ---- */

static struct assay_product **
product_bucket (struct assay_form_pool *pool, const struct assay_monomial *a,
                const struct assay_monomial *b)
{
  return &pool->product[mix (a->id, b->id) % ASSAY_FORM_BUCKETS];
}

const struct assay_product *
assay_form_known_product (struct assay_form_pool *pool,
                          const struct assay_monomial *a,
                          const struct assay_monomial *b)
{
  struct assay_product *product = *product_bucket (pool, a, b);

  while (product && (product->a != a || product->b != b))
    product = product->next;
  return product;
}

void
assay_form_keep_product (struct assay_form_pool *pool,
                         const struct assay_monomial *a,
                         const struct assay_monomial *b,
                         const struct assay_constant *c,
                         struct assay_monomial *m)
{
  struct assay_product **bucket = product_bucket (pool, a, b);
  struct assay_product *product = assay_form_allot (pool, sizeof *product);

  product->a = a;
  product->b = b;
  product->m = m;
  product->c = c;
  product->next = *bucket;
  *bucket = product;
}
