/* drawn.c -- random requests, biased to the cases that are hard */

#include "drawn.h"

#include <stdlib.h>

#include "exact/rat.h"
#include "testing.h"

unsigned long
drawn_size (unsigned long most)
{
  unsigned long size = most, bits = 0;

  while (size >>= 1)
    bits++;
  size = testing_below (2ul << testing_below (bits + 1));
  return size < 1 ? 1 : size > most ? most : size;
}

void
drawn_rotor (mpq_ptr c, mpq_ptr s, unsigned long bound)
{
  /* Over 65 = (2+i)(2-i)(3+2i)(3-2i) and 1105 = 65 (4+i)(4-i) the primes
     split in several ways; what they share may cancel in a sum.  */
  static const struct { long a, b; unsigned long h; } chosen[] = {
    { 1, 0, 1 }, { 0, 1, 1 }, { 3, 4, 5 }, { 5, 12, 13 }, { 33, 56, 65 },
    { 63, 16, 65 }, { 7, 24, 25 }, { 47, 1104, 1105 }, { 264, 1073, 1105 },
    { 576, 943, 1105 }, { 744, 817, 1105 },
  };
  size_t i = testing_below (2 * sizeof chosen / sizeof chosen[0]);

  if (i >= sizeof chosen / sizeof chosen[0])
    {
      testing_rotor (c, s, bound);
      return;
    }
  mpq_set_si (c, chosen[i].a, chosen[i].h);
  mpq_set_si (s, chosen[i].b, chosen[i].h);
  if (testing_below (2))
    mpq_swap (c, s);
  if (testing_below (2))
    mpq_neg (c, c);
  if (testing_below (2))
    mpq_neg (s, s);
}

void
drawn_component (mpq_ptr x, unsigned long bits)
{
  if (testing_below (2))
    mpq_set_si (x, testing_between (-2, 2), 1);
  else
    testing_rational (x, bits);
}

/* A position in -REACH..REACH, near 0 and the ends more often.  */
static void
drawn_position (mpz_ptr p, unsigned long reach)
{
  mpz_set_ui (p, testing_below (8) ? drawn_size (reach) - 1 : reach);
  if (testing_below (2))
    mpz_neg (p, p);
}

/* Entries FIRST, FIRST + 1 <- entries FROM, FROM + 1.  */
static void
copy_pair (struct assay_vec *v, size_t first, size_t from)
{
  mpq_set (v->at[first], v->at[from]);
  mpq_set (v->at[first + 1], v->at[from + 1]);
}

/* Pair FIRST <- the one before it: the same rotor, or its conjugate, or with
   the key's pair negated, so that it cancels.  */
static void
repeat_pair (struct assay_rotary *r, size_t first)
{
  unsigned long kind = testing_below (3);
  size_t j;

  copy_pair (&r->rotors, first, first - 2);
  copy_pair (&r->query, first, first - 2);
  for (j = 0; j < r->key_count; j++)
    {
      copy_pair (&r->keys[j], first, first - 2);
      if (kind == 0)
        {
          mpq_neg (r->keys[j].at[first], r->keys[j].at[first]);
          mpq_neg (r->keys[j].at[first + 1], r->keys[j].at[first + 1]);
        }
    }
  if (kind == 1)
    mpq_neg (r->rotors.at[first + 1], r->rotors.at[first + 1]);
}

void
drawn_rotary (struct assay_rotary *r, const struct drawn_rotary *shape)
{
  size_t pairs = drawn_size (shape->most_pairs), i, j;
  size_t keys = 1 + testing_below (shape->most_keys);

  assay_rotary_init (r);
  assay_vec_clear (&r->query);
  assay_vec_clear (&r->rotors);
  assay_vec_init (&r->query, 2 * pairs);
  assay_vec_init (&r->rotors, 2 * pairs);
  assay_rotary_set_keys (r, keys, 2 * pairs);
  assay_rotary_set_positions (r, keys);
  drawn_position (r->query_position, shape->reach);
  for (j = 0; j < keys; j++)
    if (testing_below (8))
      drawn_position (r->key_positions[j], shape->reach);
    else
      mpz_set (r->key_positions[j], r->query_position);
  for (i = 0; i < 2 * pairs; i += 2)
    if (i > 0 && testing_below (4) == 0)
      repeat_pair (r, i);
    else
      {
        drawn_rotor (r->rotors.at[i], r->rotors.at[i + 1],
                     shape->rotor_bound);
        drawn_component (r->query.at[i], shape->bits);
        drawn_component (r->query.at[i + 1], shape->bits);
        for (j = 0; j < keys; j++)
          {
            drawn_component (r->keys[j].at[i], shape->bits);
            drawn_component (r->keys[j].at[i + 1], shape->bits);
          }
      }
}

static void
drawn_matrix (struct assay_matrix *m, size_t rows, size_t columns,
              unsigned long bits)
{
  size_t i;

  assay_matrix_clear (m);
  assay_matrix_init (m, rows, columns);
  for (i = 0; i < rows * columns; i++)
    /* A row may repeat the one before it: equal scores, equal values.  */
    if (i >= columns && i % columns == 0 && testing_below (4) == 0)
      {
        size_t j;

        for (j = 0; j < columns; j++)
          mpq_set (m->at[i + j], m->at[i + j - columns]);
        if (testing_below (2))
          mpq_neg (m->at[i], m->at[i]);
        i += columns - 1;
      }
    else
      drawn_component (m->at[i], bits);
}

void
drawn_attention (struct assay_attention *r,
                 const struct drawn_attention *shape)
{
  size_t n = 1 + testing_below (shape->most_positions), i;
  size_t d = 1 + testing_below (shape->most_features);
  int masked = testing_below (2) != 0;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  assay_attention_init (r);
  drawn_matrix (&r->q, n, d, shape->bits);
  drawn_matrix (&r->k, n, d, shape->bits);
  drawn_matrix (&r->v, n, 1 + testing_below (shape->most_columns),
                shape->bits);
  assay_mask_clear (&r->mask);
  assay_mask_init (&r->mask, n, n);
  for (i = 0; masked && i < n * n; i++)
    if (i / n != i % n)
      r->mask.legal[i] = testing_below (3) != 0;
  r->causal = testing_below (2) != 0;
  ck_assert_int_eq (assay_attention_check (r, ASSAY_PROFILE_OPEN, &ctx),
                    ASSAY_OK);
}

/* ---- as a user writes them ---- */

static void
spell_list (struct assay_text *text, const mpq_t *at, size_t n,
            const char *quote)
{
  size_t i;

  for (i = 0; i < n; i++)
    {
      assay_text_printf (text, "%s%s", i > 0 ? "," : "", quote);
      assay_text_take (text, assay_rat_text (at[i]));
      assay_text_add (text, quote);
    }
}

static void
spell_integer (struct assay_text *text, mpz_srcptr n)
{
  assay_text_take (text, mpz_get_str (NULL, 10, n));
}

void
drawn_rotary_spell (struct assay_text *text, const struct assay_rotary *r)
{
  size_t i;

  assay_text_add (text, "assay rotary --query=");
  spell_list (text, r->query.at, r->query.n, "");
  assay_text_add (text, " --at=");
  spell_integer (text, r->query_position);
  for (i = 0; i < r->key_count; i++)
    {
      assay_text_add (text, " --key=");
      spell_list (text, r->keys[i].at, r->keys[i].n, "");
      assay_text_add_char (text, '@');
      spell_integer (text, r->key_positions[i]);
    }
  for (i = 0; i < r->rotors.n; i += 2)
    {
      assay_text_add (text, " --rotor=");
      spell_list (text, r->rotors.at + i, 2, "");
    }
}

static void
spell_matrix (struct assay_text *text, const char *name,
              const struct assay_matrix *m)
{
  size_t i;

  assay_text_printf (text, "\"%s\":[", name);
  for (i = 0; i < m->rows; i++)
    {
      assay_text_add (text, i > 0 ? ",[" : "[");
      spell_list (text, m->at + i * m->columns, m->columns, "\"");
      assay_text_add_char (text, ']');
    }
  assay_text_add (text, "],");
}

void
drawn_attention_spell (struct assay_text *text,
                       const struct assay_attention *r)
{
  size_t i, n = r->mask.queries * r->mask.keys;

  assay_text_add_char (text, '{');
  spell_matrix (text, "q", &r->q);
  spell_matrix (text, "k", &r->k);
  spell_matrix (text, "v", &r->v);
  assay_text_add (text, "\"allowed\":[");
  for (i = 0; i < n; i++)
    assay_text_printf (text, "%s%s%s%s", i > 0 ? "," : "",
                       i % r->mask.keys == 0 ? "[" : "",
                       r->mask.legal[i] ? "true" : "false",
                       (i + 1) % r->mask.keys == 0 ? "]" : "");
  assay_text_printf (text, "],\"causal\":%s}", r->causal ? "true" : "false");
}
