/* rotary_report.c -- how exact scores look */

#include "report/rotary_report.h"

#include <stdlib.h>

#include "base/json_out.h"
#include "base/memory.h"
#include "exact/rat.h"

static void
add_rational (struct assay_text *text, mpq_srcptr value)
{
  assay_text_take (text, assay_rat_text (value));
}

static void
add_integer (struct assay_text *text, mpz_srcptr value)
{
  char *digits = mpz_get_str (assay_calloc (mpz_sizeinbase (value, 10) + 2,
                                            1), 10, value);

  assay_text_take (text, digits);
}

static void
add_vector (struct assay_text *text, const mpq_t *v, size_t n)
{
  size_t i;

  for (i = 0; i < n; i++)
    {
      assay_text_add (text, i == 0 ? "[" : ", ");
      add_rational (text, v[i]);
    }
  assay_text_add (text, "]");
}

/* What the steps of one vector show: R^p v, and p itself.  */
struct turned
{
  const struct assay_vec *v;
  mpz_srcptr p;
  struct assay_vec rotated;
};

static enum assay_status
turned_init (struct turned *t, const struct assay_vec *v, mpz_srcptr p,
             const struct assay_vec *rotors, struct assay_ctx *ctx)
{
  t->v = v;
  t->p = p;
  assay_vec_init (&t->rotated, v->n);
  return assay_rotary_rotate (t->rotated.at, v, p, rotors, ctx);
}

/* "  pair 0: R^4 = [[-527/625, 336/625], [-336/625, -527/625]]".  The power
   applied to (1, 0) is its first column.  */
static enum assay_status
add_powers (struct assay_text *text, mpz_srcptr p,
            const struct assay_vec *rotors, struct assay_ctx *ctx)
{
  enum assay_status status;
  struct assay_vec axis, column;
  mpq_t minus;
  size_t i;

  mpq_init (minus);
  assay_vec_init (&axis, rotors->n);
  assay_vec_init (&column, rotors->n);
  for (i = 0; i < rotors->n; i += 2)
    mpq_set_ui (axis.at[i], 1, 1);
  status = assay_rotary_rotate (column.at, &axis, p, rotors, ctx);
  for (i = 0; i < rotors->n && status == ASSAY_OK; i += 2)
    {
      assay_text_printf (text, "  pair %zu: R^", i / 2);
      add_integer (text, p);
      mpq_neg (minus, column.at[i + 1]);
      assay_text_add (text, " = [[");
      add_rational (text, column.at[i]);
      assay_text_add (text, ", ");
      add_rational (text, minus);
      assay_text_add (text, "], [");
      add_rational (text, column.at[i + 1]);
      assay_text_add (text, ", ");
      add_rational (text, column.at[i]);
      assay_text_add (text, "]]\n");
    }
  assay_vec_clear (&axis);
  assay_vec_clear (&column);
  mpq_clear (minus);
  return status;
}

static enum assay_status
add_turned (struct assay_text *text, const char *name, const struct turned *t,
            const struct assay_vec *rotors, struct assay_ctx *ctx)
{
  enum assay_status status;

  assay_text_printf (text, "%s ", name);
  add_vector (text, t->v->at, t->v->n);
  assay_text_add (text, " at position ");
  add_integer (text, t->p);
  assay_text_add_char (text, '\n');
  status = add_powers (text, t->p, rotors, ctx);
  assay_text_add (text, "  rotated: ");
  add_vector (text, t->rotated.at, t->rotated.n);
  assay_text_add_char (text, '\n');
  return status;
}

/* "  products: -527/625 * 3/5 = -1581/3125" and so on, then their sum.  */
static void
add_products (struct assay_text *text, const struct turned *q,
              const struct turned *k, mpq_srcptr score)
{
  mpq_t product;
  size_t i;

  mpq_init (product);
  for (i = 0; i < q->rotated.n; i++)
    {
      mpq_mul (product, q->rotated.at[i], k->rotated.at[i]);
      assay_text_add (text, i == 0 ? "  products: " : "            ");
      add_rational (text, q->rotated.at[i]);
      assay_text_add (text, " * ");
      add_rational (text, k->rotated.at[i]);
      assay_text_add (text, " = ");
      add_rational (text, product);
      assay_text_add_char (text, '\n');
    }
  assay_text_add (text, "  sum: ");
  add_rational (text, score);
  assay_text_add_char (text, '\n');
  mpq_clear (product);
}

static enum assay_status
add_steps (struct assay_text *text, const struct assay_rotary *request,
           const mpq_t *scores, struct assay_ctx *ctx)
{
  enum assay_status status;
  struct turned q, k;
  size_t j;

  status = turned_init (&q, &request->query, request->query_position,
                        &request->rotors, ctx);
  if (status == ASSAY_OK)
    status = add_turned (text, "query", &q, &request->rotors, ctx);
  for (j = 0; j < request->key_count && status == ASSAY_OK; j++)
    {
      char name[40];

      snprintf (name, sizeof name, "key %zu", j);
      status = turned_init (&k, &request->keys[j], request->key_positions[j],
                            &request->rotors, ctx);
      if (status == ASSAY_OK)
        status = add_turned (text, name, &k, &request->rotors, ctx);
      if (status == ASSAY_OK)
        add_products (text, &q, &k, scores[j]);
      assay_vec_clear (&k.rotated);
    }
  assay_vec_clear (&q.rotated);
  assay_text_add_char (text, '\n');
  return status;
}

enum assay_status
assay_rotary_report_text (struct assay_text *text,
                          const struct assay_rotary *request,
                          const mpq_t *scores,
                          const struct assay_rotary_style *style,
                          struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  size_t j;

  if (style->steps)
    status = add_steps (text, request, scores, ctx);
  for (j = 0; j < request->key_count && status == ASSAY_OK; j++)
    {
      assay_text_add_char (text, '@');
      add_integer (text, request->key_positions[j]);
      assay_text_add (text, "  ");
      add_rational (text, scores[j]);
      if (style->decimals)
        {
          assay_text_add (text, "  ");
          assay_text_take (text, assay_rat_decimal (scores[j],
                                                    style->places));
        }
      assay_text_add_char (text, '\n');
    }
  return status;
}

/* A member or element that is STRING; frees it.  */
static void
take_string (struct assay_json_out *out, const char *key, char *string)
{
  assay_json_string (out, key, string);
  free (string);
}

static void
put_vector (struct assay_json_out *out, const char *key, const mpq_t *v,
            size_t n)
{
  size_t i;

  assay_json_open_inline_list (out, key);
  for (i = 0; i < n; i++)
    take_string (out, NULL, assay_rat_text (v[i]));
  assay_json_close (out);
}

static void
put_key_step (struct assay_json_out *out, const struct turned *q,
              const struct turned *k)
{
  struct assay_text position;
  mpq_t product;
  size_t i;

  mpq_init (product);
  assay_text_init (&position);
  add_integer (&position, k->p);
  assay_json_open_object (out, NULL);
  assay_json_string (out, "position", assay_text_string (&position));
  put_vector (out, "rotated_query", q->rotated.at, q->rotated.n);
  put_vector (out, "rotated_key", k->rotated.at, k->rotated.n);
  assay_json_open_inline_list (out, "products");
  for (i = 0; i < q->rotated.n; i++)
    {
      mpq_mul (product, q->rotated.at[i], k->rotated.at[i]);
      take_string (out, NULL, assay_rat_text (product));
    }
  assay_json_close (out);
  assay_json_close (out);
  assay_text_clear (&position);
  mpq_clear (product);
}

static enum assay_status
put_steps (struct assay_json_out *out, const struct assay_rotary *request,
           struct assay_ctx *ctx)
{
  enum assay_status status;
  struct turned q, k;
  size_t j;

  status = turned_init (&q, &request->query, request->query_position,
                        &request->rotors, ctx);
  assay_json_open_list (out, "steps");
  for (j = 0; j < request->key_count && status == ASSAY_OK; j++)
    {
      status = turned_init (&k, &request->keys[j], request->key_positions[j],
                            &request->rotors, ctx);
      if (status == ASSAY_OK)
        put_key_step (out, &q, &k);
      assay_vec_clear (&k.rotated);
    }
  assay_json_close (out);
  assay_vec_clear (&q.rotated);
  return status;
}

enum assay_status
assay_rotary_report_json (struct assay_text *text,
                          const struct assay_rotary *request,
                          const mpq_t *scores,
                          const struct assay_rotary_style *style,
                          const char *version, struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  struct assay_json_out out;
  size_t j;

  assay_json_begin (&out, text, version, "rotary");
  put_vector (&out, "scores", scores, request->key_count);
  if (style->decimals)
    {
      assay_json_open_inline_list (&out, "decimals");
      for (j = 0; j < request->key_count; j++)
        take_string (&out, NULL, assay_rat_decimal (scores[j],
                                                    style->places));
      assay_json_close (&out);
    }
  if (style->steps)
    status = put_steps (&out, request, ctx);
  assay_json_end (&out);
  return status;
}
