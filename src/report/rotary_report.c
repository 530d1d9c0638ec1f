/* rotary_report.c -- how exact scores look */

#include "report/rotary_report.h"

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

/* What the steps of one vector show: p, R^p as cosine and sine of each pair,
   and R^p v.  */
struct turned
{
  const struct assay_vec *v;
  mpz_srcptr p;
  struct assay_vec power;
  struct assay_vec rotated;
};

/* To be cleared, on refusal too.  The power applied to (1, 0) is its first
   column: cosine and sine.  */
static enum assay_status
turned_init (struct turned *t, const struct assay_vec *v, mpz_srcptr p,
             const struct assay_vec *rotors, struct assay_ctx *ctx)
{
  enum assay_status status;
  struct assay_vec axis;
  size_t i;

  t->v = v;
  t->p = p;
  assay_vec_init (&t->power, v->n);
  assay_vec_init (&t->rotated, v->n);
  assay_vec_init (&axis, v->n);
  for (i = 0; i < v->n; i += 2)
    mpq_set_ui (axis.at[i], 1, 1);
  status = assay_rotary_rotate (t->power.at, &axis, p, rotors, ctx);
  assay_vec_clear (&axis);
  if (status == ASSAY_OK)
    status = assay_rotary_rotate (t->rotated.at, v, p, rotors, ctx);
  return status;
}

static void
turned_clear (struct turned *t)
{
  assay_vec_clear (&t->power);
  assay_vec_clear (&t->rotated);
}

/* "  pair 0: R^4 = [[-527/625, 336/625], [-336/625, -527/625]]".  */
static void
add_powers (struct assay_text *text, const struct turned *t)
{
  mpq_t minus;
  size_t i;

  mpq_init (minus);
  for (i = 0; i < t->power.n; i += 2)
    {
      assay_text_printf (text, "  pair %zu: R^", i / 2);
      add_integer (text, t->p);
      mpq_neg (minus, t->power.at[i + 1]);
      assay_text_add (text, " = [[");
      add_rational (text, t->power.at[i]);
      assay_text_add (text, ", ");
      add_rational (text, minus);
      assay_text_add (text, "], [");
      add_rational (text, t->power.at[i + 1]);
      assay_text_add (text, ", ");
      add_rational (text, t->power.at[i]);
      assay_text_add (text, "]]\n");
    }
  mpq_clear (minus);
}

static void
add_turned (struct assay_text *text, const char *name, const struct turned *t)
{
  assay_text_printf (text, "%s ", name);
  add_vector (text, t->v->at, t->v->n);
  assay_text_add (text, " at position ");
  add_integer (text, t->p);
  assay_text_add_char (text, '\n');
  add_powers (text, t);
  assay_text_add (text, "  rotated: ");
  add_vector (text, t->rotated.at, t->rotated.n);
  assay_text_add_char (text, '\n');
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
    add_turned (text, "query", &q);
  for (j = 0; j < request->key_count && status == ASSAY_OK; j++)
    {
      char name[40];

      snprintf (name, sizeof name, "key %zu", j);
      status = turned_init (&k, &request->keys[j], request->key_positions[j],
                            &request->rotors, ctx);
      if (status == ASSAY_OK)
        {
          add_turned (text, name, &k);
          add_products (text, &q, &k, scores[j]);
        }
      turned_clear (&k);
    }
  turned_clear (&q);
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

static void
put_vector (struct assay_json_out *out, const char *key, const mpq_t *v,
            size_t n)
{
  size_t i;

  assay_json_open_inline_list (out, key);
  for (i = 0; i < n; i++)
    assay_json_take (out, NULL, assay_rat_text (v[i]));
  assay_json_close (out);
}

/* Cosine and sine of each pair.  */
static void
put_power (struct assay_json_out *out, const char *key,
           const struct assay_vec *power)
{
  size_t i;

  assay_json_open_inline_list (out, key);
  for (i = 0; i < power->n; i += 2)
    put_vector (out, NULL, power->at + i, 2);
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
  put_power (out, "query_power", &q->power);
  put_power (out, "key_power", &k->power);
  put_vector (out, "rotated_query", q->rotated.at, q->rotated.n);
  put_vector (out, "rotated_key", k->rotated.at, k->rotated.n);
  assay_json_open_inline_list (out, "products");
  for (i = 0; i < q->rotated.n; i++)
    {
      mpq_mul (product, q->rotated.at[i], k->rotated.at[i]);
      assay_json_take (out, NULL, assay_rat_text (product));
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
      turned_clear (&k);
    }
  assay_json_close (out);
  turned_clear (&q);
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
        assay_json_take (&out, NULL, assay_rat_decimal (scores[j],
                                                        style->places));
      assay_json_close (&out);
    }
  if (style->steps)
    status = put_steps (&out, request, ctx);
  assay_json_end (&out);
  return status;
}
