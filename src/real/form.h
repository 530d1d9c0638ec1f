/* form.h -- normal forms: sums of c * M, for normal.h alone

   A form is made of pieces that live in one pool and die with it.  Atoms,
   monomials and coefficients are interned: equal ones are the same object,
   so sums compare by pointers.  When the pool's budget ends, POOL->failed is
   set and whatever is returned from then on is meaningless; callers look at
   it once, at the end, and in loops.  */

#ifndef ASSAY_REAL_FORM_H
#define ASSAY_REAL_FORM_H

#include <gmp.h>

#include "base/ctx.h"
#include "real/node.h"

struct assay_gauss              /* an element of Q(i) */
{
  mpq_t re, im;
};

/* A coefficient, never changed.  */
struct assay_constant
{
  struct assay_gauss value;
  size_t bits;                  /* assay_gauss_bits */
  unsigned long hash;
  struct assay_constant *next;
};

enum assay_atom_kind
{
  ASSAY_ATOM_PRIME,             /* NUMBER, prime if CERTAIN */
  ASSAY_ATOM_PI,
  ASSAY_ATOM_SYMBOL,            /* NAME */
  ASSAY_ATOM_LOG_PRIME,         /* log of NUMBER */
  ASSAY_ATOM_BASE,              /* ARGUMENT[0], to be raised to a fraction */
  ASSAY_ATOM_INVERSE,           /* 1 / ARGUMENT[0] */
  ASSAY_ATOM_FUNCTION           /* FUNCTION (ARGUMENT...) */
};

struct assay_atom
{
  enum assay_atom_kind kind;
  size_t id;
  mpz_t number;
  int certain;
  char *name;
  enum assay_kind function;
  enum assay_fmt fmt;
  struct assay_sum *argument[2];
  struct assay_atom *next;
};

struct assay_factor
{
  struct assay_atom *atom;
  mpq_t power;
};

/* The product of atom^power, atoms in order of their ids, powers not zero,
   and exp (EXPONENT) where that is not null.  Powers of primes and bases lie
   in (0,1), those of inverses are positive integers, of symbols and
   functions positive integers, of pi and logarithms rational.  */
struct assay_monomial
{
  size_t id;
  unsigned long hash;
  size_t count;
  struct assay_factor *factor;
  struct assay_sum *exponent;
  int is_plain;                 /* in an exponent it stays as it is */
  int has_plain_exponent;       /* or none: all of that stays as it is */
  struct assay_monomial *next;
};

struct assay_term
{
  const struct assay_constant *c;
  struct assay_monomial *m;
};

/* Terms in order of their monomials' ids, no coefficient zero.  */
struct assay_sum
{
  size_t count;
  struct assay_term *term;
};

/* A times B is C times M.  */
struct assay_product
{
  const struct assay_monomial *a, *b;
  const struct assay_constant *c;
  struct assay_monomial *m;
  struct assay_product *next;
};

struct assay_fraction
{
  struct assay_sum *num, *den;
};

/* A and B give C, by one of the operations on constants.  */
struct assay_constant_pair
{
  const struct assay_constant *a, *b, *c;
};

enum { ASSAY_FORM_BUCKETS = 1024, ASSAY_FORM_PAIRS = 256 };

struct assay_form_pool
{
  struct assay_ctx *ctx;
  enum assay_status status;     /* of the deadline */
  int failed;
  unsigned long work, limit;    /* terms made, limbs of them counted */
  size_t atoms, monomials;
  struct assay_atom *atom[ASSAY_FORM_BUCKETS];
  struct assay_monomial *bucket[ASSAY_FORM_BUCKETS];
  struct assay_product *product[ASSAY_FORM_BUCKETS];
  unsigned clock;               /* terms made since the time was looked at */
  struct assay_form_block *blocks;      /* the last one has room */
  /* A table of CAPACITY lists, a power of 2; at most as many constants.  */
  size_t constants, capacity;
  struct assay_constant **constant;
  /* The last sum and product of constants with some hash.  */
  struct assay_constant_pair added[ASSAY_FORM_PAIRS];
  struct assay_constant_pair multiplied[ASSAY_FORM_PAIRS];
  struct assay_monomial *unit;  /* the empty product */
  struct assay_sum *zero, *one;
  const struct assay_constant *nothing, *unity;         /* 0 and 1 */
};

/* ---- form_pool.c ---- */

void assay_form_pool_init (struct assay_form_pool *pool,
                           struct assay_ctx *ctx);
void assay_form_pool_clear (struct assay_form_pool *pool);
/* BYTES, not cleared, for as long as POOL lives.  */
void *assay_form_allot (struct assay_form_pool *pool, size_t bytes);
/* Counts AMOUNT of work; 0 once the budget or the time is over.  */
int assay_form_afford (struct assay_form_pool *pool, unsigned long amount);
struct assay_atom *assay_form_prime (struct assay_form_pool *pool,
                                     enum assay_atom_kind kind,
                                     mpz_srcptr number, int certain);
struct assay_atom *assay_form_pi (struct assay_form_pool *pool);
struct assay_atom *assay_form_symbol (struct assay_form_pool *pool,
                                      const char *name);
/* A BASE, INVERSE or FUNCTION atom; null second argument if unary.  */
struct assay_atom *assay_form_atom_over (struct assay_form_pool *pool,
                                         enum assay_atom_kind kind,
                                         enum assay_kind function,
                                         enum assay_fmt fmt,
                                         struct assay_sum *first,
                                         struct assay_sum *second);
/* The monomial of COUNT factors in canonical order and range.  */
struct assay_monomial *assay_form_intern (struct assay_form_pool *pool,
                                          const struct assay_factor *factor,
                                          size_t count,
                                          struct assay_sum *exponent);

/* The product of two monomials, null when it was not kept.  */
const struct assay_product *
assay_form_known_product (struct assay_form_pool *pool,
                          const struct assay_monomial *a,
                          const struct assay_monomial *b);
void assay_form_keep_product (struct assay_form_pool *pool,
                              const struct assay_monomial *a,
                              const struct assay_monomial *b,
                              const struct assay_constant *c,
                              struct assay_monomial *m);

/* ---- gauss.c ---- */

void assay_gauss_init (struct assay_gauss *c);
void assay_gauss_clear (struct assay_gauss *c);
void assay_gauss_set (struct assay_gauss *r, const struct assay_gauss *a);
int assay_gauss_is_zero (const struct assay_gauss *c);
int assay_gauss_equal (const struct assay_gauss *a,
                       const struct assay_gauss *b);
void assay_gauss_add (struct assay_gauss *r, const struct assay_gauss *a,
                      const struct assay_gauss *b);
/* R may be A or B.  */
void assay_gauss_mul (struct assay_gauss *r, const struct assay_gauss *a,
                      const struct assay_gauss *b);
/* R <- 1 / A, A not zero.  */
void assay_gauss_inv (struct assay_gauss *r, const struct assay_gauss *a);
/* R <- A^N, N >= 0.  */
void assay_gauss_pow (struct assay_gauss *r, const struct assay_gauss *a,
                      unsigned long n);
size_t assay_gauss_bits (const struct assay_gauss *a);

/* ---- form_constant.c ---- */

void assay_constant_tables_clear (struct assay_form_pool *pool);
/* The constant equal to C, which is copied if it is new.  */
const struct assay_constant *
assay_constant_of (struct assay_form_pool *pool, const struct assay_gauss *c);
const struct assay_constant *
assay_constant_add (struct assay_form_pool *pool,
                    const struct assay_constant *a,
                    const struct assay_constant *b);
const struct assay_constant *
assay_constant_mul (struct assay_form_pool *pool,
                    const struct assay_constant *a,
                    const struct assay_constant *b);

/* ---- form_sum.c ---- */

enum { ASSAY_BAG_ROOM = 8 };

/* Terms being collected, in any order and with repetitions; { 0 } is an empty
   one.  A few are held in FEW, so bags are not copied.  */
struct assay_bag
{
  size_t count, capacity;       /* of TERM */
  struct assay_term *term;      /* null while FEW suffices */
  struct assay_term few[ASSAY_BAG_ROOM];
};

void assay_bag_add (struct assay_form_pool *pool, struct assay_bag *bag,
                    const struct assay_constant *c,
                    struct assay_monomial *m);
/* Like terms combined; BAG is emptied.  */
struct assay_sum *assay_bag_sum (struct assay_form_pool *pool,
                                 struct assay_bag *bag);

struct assay_sum *assay_sum_rational (struct assay_form_pool *pool,
                                      mpq_srcptr re);
struct assay_sum *assay_sum_gauss (struct assay_form_pool *pool,
                                   const struct assay_gauss *c);
/* C * M as a sum.  */
struct assay_sum *assay_sum_single (struct assay_form_pool *pool,
                                    const struct assay_gauss *c,
                                    struct assay_monomial *m);
/* ATOM^POWER.  */
struct assay_sum *assay_sum_atom (struct assay_form_pool *pool,
                                  struct assay_atom *atom, mpq_srcptr power);
struct assay_sum *assay_sum_add (struct assay_form_pool *pool,
                                 const struct assay_sum *a,
                                 const struct assay_sum *b);
/* RE + i IM times A.  */
struct assay_sum *assay_sum_scale (struct assay_form_pool *pool,
                                   const struct assay_sum *a, long re,
                                   long im);
struct assay_sum *assay_sum_scale_gauss (struct assay_form_pool *pool,
                                         const struct assay_sum *a,
                                         const struct assay_gauss *c);
struct assay_sum *assay_sum_mul (struct assay_form_pool *pool,
                                 const struct assay_sum *a,
                                 const struct assay_sum *b);
struct assay_sum *assay_sum_pow (struct assay_form_pool *pool,
                                 struct assay_sum *a, unsigned long n);
int assay_sum_equal (const struct assay_sum *a, const struct assay_sum *b);
/* The coefficient when A is constant (zero included), else null.  */
const struct assay_gauss *assay_sum_constant (struct assay_form_pool *pool,
                                              const struct assay_sum *a);
/* As above, real ones only.  */
mpq_srcptr assay_sum_as_rational (struct assay_form_pool *pool,
                                  const struct assay_sum *a);

/* ---- form_term.c ---- */

/* A product under construction: factors in any range, sorted by atom.  */
struct assay_draft
{
  struct assay_gauss c;
  size_t count, capacity;
  struct assay_factor *factor;
  struct assay_sum *exponent;
  struct assay_sum *rest;       /* a further factor, or null */
};

void assay_draft_init (struct assay_draft *draft);
void assay_draft_clear (struct assay_draft *draft);
/* Times ATOM^POWER; times BASE^R, BASE a positive rational; times SUM.  */
void assay_draft_times_atom (struct assay_draft *draft,
                             struct assay_atom *atom, mpq_srcptr power);
void assay_draft_times_rational (struct assay_form_pool *pool,
                                 struct assay_draft *draft, mpq_srcptr base,
                                 mpq_srcptr r);
void assay_draft_times_sum (struct assay_form_pool *pool,
                            struct assay_draft *draft,
                            struct assay_sum *sum);
/* Brought to canonical form and added to BAG.  */
void assay_draft_finish (struct assay_form_pool *pool, struct assay_bag *bag,
                         struct assay_draft *draft);
/* A * B added to BAG.  */
void assay_term_mul (struct assay_form_pool *pool, struct assay_bag *bag,
                     const struct assay_term *a, const struct assay_term *b);
/* exp (E).  */
struct assay_sum *assay_form_exp (struct assay_form_pool *pool,
                                  struct assay_sum *exponent);

/* ---- unity.c ---- */

/* exp (i pi R) over radicals and the basis of Lemma B24.  */
struct assay_sum *assay_form_unity (struct assay_form_pool *pool,
                                    mpq_srcptr r);

/* ---- factor.c ---- */

/* Calls FN for each prime power of the positive N with the exponent times
   SIGN.  */
typedef void assay_prime_fn (void *closure, struct assay_atom *prime,
                             long exponent);
void assay_form_factor (struct assay_form_pool *pool, mpz_srcptr n, long sign,
                        assay_prime_fn *fn, void *closure);

/* ---- form_fraction.c ---- */

struct assay_fraction assay_fraction_of_sum (struct assay_form_pool *pool,
                                             struct assay_sum *sum);
struct assay_fraction assay_fraction_add (struct assay_form_pool *pool,
                                          struct assay_fraction a,
                                          struct assay_fraction b);
struct assay_fraction assay_fraction_mul (struct assay_form_pool *pool,
                                          struct assay_fraction a,
                                          struct assay_fraction b);
/* A / B; the pool fails when B is zero.  */
struct assay_fraction assay_fraction_div (struct assay_form_pool *pool,
                                          struct assay_fraction a,
                                          struct assay_fraction b);
/* The fraction as a sum: a denominator becomes an INVERSE atom.  */
struct assay_sum *assay_fraction_sum (struct assay_form_pool *pool,
                                      struct assay_fraction a);
/* Index of the leading term in an order that products preserve (of a nonzero
   sum).  */
size_t assay_sum_leading (struct assay_form_pool *pool,
                          const struct assay_sum *sum);

/* ---- form_power.c ---- */

/* Whether every term of A is a positive real by its form.  */
int assay_sum_is_positive (struct assay_form_pool *pool,
                           const struct assay_sum *a);
/* A^R; A >= 0 when R is not an integer, A not zero when R < 0.  */
struct assay_fraction assay_fraction_pow (struct assay_form_pool *pool,
                                          struct assay_fraction a,
                                          mpq_srcptr r);
/* log A of a positive A.  */
struct assay_fraction assay_fraction_log (struct assay_form_pool *pool,
                                          struct assay_fraction a);

/* ---- form_function.c ---- */

/* The form of NODE from those of its operands.  */
struct assay_fraction assay_form_node (struct assay_form_pool *pool,
                                       struct assay_expr *node,
                                       const struct assay_fraction *operand);

/* ---- apart.c ---- */

#include "real/normal.h"

/* Why NUM - q DEN, not the zero form, is not zero for any rational q.  */
enum assay_apart assay_form_apart (struct assay_form_pool *pool,
                                   struct assay_fraction a);

#endif
