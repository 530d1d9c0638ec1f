/* convention.c -- a convention of rotary attention, in a few words */

#include "kernel/convention.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "kernel/convention_words.h"
#include "position/frequency.h"
#include "real/formula.h"

enum { MOST_COLUMNS = 4096, MOST_OFFSET = 1 << 30 };

/* ---- layout and permutation ---- */

static enum assay_status
read_pairing (enum assay_pairing *pairing, const struct assay_words *words,
              int is_known, struct assay_ctx *ctx)
{
  const char *text = words->text[ASSAY_WORD_LAYOUT];

  if (text == NULL && is_known)
    return ASSAY_OK;
  if (text && strcmp (text, "adjacent") == 0)
    *pairing = ASSAY_PAIRING_ADJACENT;
  else if (text && strcmp (text, "split-half") == 0)
    *pairing = ASSAY_PAIRING_SPLIT_HALF;
  else
    return assay_words_misfit (words, ASSAY_WORD_LAYOUT,
                               "adjacent or split-half", ctx);
  return ASSAY_OK;
}

static enum assay_status
read_indices (struct assay_convention *convention,
              const struct assay_words *words,
              struct assay_ctx *ctx)
{
  static const char expected[]
    = "to-adjacent, to-split-half, swap-pairs or every component once, as in "
      "0:2:1:3";
  size_t dim = convention->layout.head_dim, j, index;
  unsigned char *seen = assay_calloc (dim, sizeof *seen);
  const char *text = words->text[ASSAY_WORD_PERMUTE];
  int is_fit = 1;
  char *end;

  for (j = 0; j < dim && is_fit; j++)
    {
      index = strtoul (text, &end, 10);
      is_fit = *text >= '0' && *text <= '9' && index < dim && !seen[index]
               && *end == (j + 1 < dim ? ':' : '\0');
      if (!is_fit)
        break;
      seen[index] = 1;
      convention->source[j] = index;
      text = end + 1;
    }
  free (seen);
  return is_fit ? ASSAY_OK : assay_words_misfit (words, ASSAY_WORD_PERMUTE,
                                                 expected, ctx);
}

static enum assay_status
read_permutation (struct assay_convention *convention,
                  const struct assay_words *words, struct assay_ctx *ctx)
{
  struct assay_layout to = convention->layout, from = convention->layout;
  const char *text = words->text[ASSAY_WORD_PERMUTE];
  size_t j, x, y;

  convention->source = assay_calloc (convention->layout.head_dim,
                                     sizeof *convention->source);
  for (j = 0; j < convention->layout.head_dim; j++)
    convention->source[j] = j;
  if (text == NULL)
    return ASSAY_OK;
  to.pairing = ASSAY_PAIRING_ADJACENT;
  from.pairing = ASSAY_PAIRING_SPLIT_HALF;
  if (strcmp (text, "to-adjacent") == 0)
    return assay_layout_permutation (convention->source, &to, &from, ctx);
  if (strcmp (text, "to-split-half") == 0)
    return assay_layout_permutation (convention->source, &from, &to, ctx);
  if (strcmp (text, "swap-pairs") != 0)
    return read_indices (convention, words, ctx);
  for (j = 0; j < convention->pairs; j++)
    {
      assay_layout_pair (&x, &y, &convention->layout, j);
      convention->source[x] = y;
      convention->source[y] = x;
    }
  return ASSAY_OK;
}

/* ---- angles ---- */

/* W[i] <- base^(-2i/denominator) / factor.  */
static enum assay_status
steps_of_base (struct assay_convention *convention,
               const struct assay_words *words,
               struct assay_ctx *ctx)
{
  long denominator = (long) convention->layout.rotary_dim;
  struct assay_expr *base, *factor;
  enum assay_status status;
  mpq_t value;
  size_t i;

  if (words->text[ASSAY_WORD_BASE] == NULL)
    return assay_words_misfit (words, ASSAY_WORD_BASE, "base=B or config=FILE",
                               ctx);
  if (words->text[ASSAY_WORD_LENGTH])
    return assay_words_misfit (words, ASSAY_WORD_LENGTH,
                               "config=FILE beside it", ctx);
  mpq_init (value);
  status = assay_words_number (value, words, ASSAY_WORD_BASE, 1, ctx);
  base = assay_expr_new_rational (value);
  mpq_set_ui (value, 1, 1);
  if (status == ASSAY_OK)
    status = assay_words_number (value, words, ASSAY_WORD_FACTOR, 1, ctx);
  factor = assay_expr_new_rational (value);
  if (status == ASSAY_OK)
    status = assay_words_integer (&denominator, words, ASSAY_WORD_DENOMINATOR,
                                  1, 2 * MOST_COLUMNS, ctx);
  for (i = 0; i < convention->pairs && status == ASSAY_OK; i++)
    status = assay_frequency_linear (&convention->w[i], base, factor, i,
                                     (size_t) denominator, ctx);
  assay_expr_unref (base);
  assay_expr_unref (factor);
  mpq_clear (value);
  return status;
}

static enum assay_status
begin_layout (struct assay_convention *convention,
              const struct assay_words *words,
              const struct assay_layout *known, struct assay_ctx *ctx)
{
  struct assay_layout *layout = &convention->layout;
  long dim = 0, rotary;
  enum assay_status status;

  memset (layout, 0, sizeof *layout);
  if (known)
    *layout = *known;
  status = read_pairing (&layout->pairing, words, known != NULL, ctx);
  if (status == ASSAY_OK && !known && words->text[ASSAY_WORD_DIM] == NULL)
    status = assay_words_misfit (words, ASSAY_WORD_DIM,
                                 "the components of a head, dim=D", ctx);
  if (status == ASSAY_OK && !known)
    status = assay_words_integer (&dim, words, ASSAY_WORD_DIM, 2, MOST_COLUMNS,
                                  ctx);
  rotary = dim - dim % 2;
  if (status == ASSAY_OK && !known)
    status = assay_words_integer (&rotary, words, ASSAY_WORD_ROTARY, 2, dim,
                                  ctx);
  if (status == ASSAY_OK && rotary % 2 != 0)
    status = assay_words_misfit (words, ASSAY_WORD_ROTARY, "an even number",
                                 ctx);
  if (!known)
    {
      layout->head_dim = (size_t) dim;
      layout->rotary_dim = (size_t) rotary;
    }
  convention->pairs = layout->rotary_dim / 2;
  convention->w = assay_formula_list (convention->pairs);
  return status;
}

/* What a plan makes: layout, steps and MAGNITUDE, a new reference.  */
static enum assay_status
by_plan (struct assay_convention *convention, const struct assay_words *words,
         const struct assay_rope_plan *plan, struct assay_expr **magnitude,
         struct assay_ctx *ctx)
{
  struct assay_rope_call call = { 0, 0 };
  struct assay_rope_steps steps;
  enum assay_status status;
  long length = 0;
  size_t i;

  memset (&steps, 0, sizeof steps);
  status = begin_layout (convention, words, &plan->layout, ctx);
  if (status == ASSAY_OK)
    status = assay_words_integer (&length, words, ASSAY_WORD_LENGTH, 1,
                                  MOST_OFFSET, ctx);
  call.length = (unsigned long) length;
  if (status == ASSAY_OK)
    status = assay_rope_steps_make (&steps, plan, &call, ctx);
  if (status == ASSAY_OK)
    {
      for (i = 0; i < convention->pairs && i < steps.count; i++)
        convention->w[i] = assay_expr_ref (steps.w[i]);
      *magnitude = assay_expr_ref (steps.magnitude);
    }
  assay_rope_steps_clear (&steps);
  return status;
}

static enum assay_status
by_config (struct assay_convention *convention,
           const struct assay_words *words,
           struct assay_expr **magnitude, struct assay_ctx *ctx)
{
  static const enum assay_word told[] = { ASSAY_WORD_ROTARY, ASSAY_WORD_BASE,
                                          ASSAY_WORD_DENOMINATOR,
                                          ASSAY_WORD_FACTOR };
  struct assay_rope_given given = { 0 };
  struct assay_rope_config config;
  enum assay_status status = ASSAY_OK;
  long dim = 0;
  size_t n;

  for (n = 0; n < sizeof told / sizeof told[0]; n++)
    if (words->text[told[n]])
      return assay_words_misfit (words, told[n],
                                 "nothing beside config=, which tells it",
                                 ctx);
  assay_rope_config_init (&config);
  status = assay_words_integer (&dim, words, ASSAY_WORD_DIM, 2, MOST_COLUMNS,
                                ctx);
  given.head_dim = (size_t) dim;
  given.yields = 1;
  if (status == ASSAY_OK)
    {
      status = assay_rope_config_read_file (&config,
                                            words->text[ASSAY_WORD_CONFIG],
                                            &given, ctx);
      if (status != ASSAY_OK)
        assay_ctx_name_source (ctx, words->text[ASSAY_WORD_CONFIG]);
    }
  if (status == ASSAY_OK
      && (config.group_count != 1
          || config.group[0].type == ASSAY_ROPE_NONE
          || config.group[0].sections.rule != ASSAY_SECTIONS_NONE))
    status = assay_words_misfit (words, ASSAY_WORD_CONFIG,
                                 "layers that all turn alike, by one "
                                 "position a token", ctx);
  if (status == ASSAY_OK)
    {
      convention->sign = config.group[0].turns_back ? -1 : 1;
      status = by_plan (convention, words, &config.group[0], magnitude, ctx);
    }
  assay_rope_config_clear (&config);
  return status;
}

/* ---- all of it ---- */

/* SQUARE <- scale magnitude^2; consumes MAGNITUDE.  */
static enum assay_status
square_magnitude (struct assay_convention *convention,
                  const struct assay_words *words,
                  struct assay_expr *magnitude, struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  mpq_t value;

  mpq_init (value);
  if (words->text[ASSAY_WORD_MAGNITUDE])
    {
      status = assay_words_number (value, words, ASSAY_WORD_MAGNITUDE, 1, ctx);
      assay_expr_unref (magnitude);
      magnitude = assay_expr_new_rational (value);
    }
  if (magnitude == NULL)
    magnitude = assay_formula_integer (1);
  if (status == ASSAY_OK)
    {
      convention->square = assay_formula_mul (
        assay_expr_new_rational (convention->scale),
        assay_formula_pow (assay_expr_ref (magnitude),
                           assay_formula_integer (2), ctx), ctx);
      status = assay_formula_status (convention->square, ctx);
    }
  assay_expr_unref (magnitude);
  mpq_clear (value);
  return status;
}

static enum assay_status
read_addends (struct assay_convention *convention,
              const struct assay_words *words,
              struct assay_ctx *ctx)
{
  static const enum assay_word key[ASSAY_ADDENDS] = {
    ASSAY_WORD_ROW, ASSAY_WORD_QUERY_SLOPE, ASSAY_WORD_KEY_SLOPE
  };
  enum assay_status status = ASSAY_OK;
  mpq_t slope;
  int n;

  for (n = 0; n < ASSAY_ADDENDS && status == ASSAY_OK; n++)
    status = assay_words_number (convention->addend[n], words, key[n], 0, ctx);
  mpq_init (slope);
  if (status == ASSAY_OK)
    status = assay_words_number (slope, words, ASSAY_WORD_SLOPE, 0, ctx);
  mpq_sub (convention->addend[ASSAY_ADDEND_QUERY],
           convention->addend[ASSAY_ADDEND_QUERY], slope);
  mpq_add (convention->addend[ASSAY_ADDEND_KEY],
           convention->addend[ASSAY_ADDEND_KEY], slope);
  mpq_clear (slope);
  return status;
}

/* Whether the angles are negative ones, in a configuration's turn or in the
   other.  */
static enum assay_status
read_sign (struct assay_convention *convention,
           const struct assay_words *words, struct assay_ctx *ctx)
{
  const char *text = words->text[ASSAY_WORD_SIGN];

  if (text == NULL || strcmp (text, "1") == 0)
    return ASSAY_OK;
  if (strcmp (text, "-1") != 0)
    return assay_words_misfit (words, ASSAY_WORD_SIGN, "1 or -1", ctx);
  convention->sign = -convention->sign;
  return ASSAY_OK;
}

static enum assay_status
settle (struct assay_convention *convention, const struct assay_words *words,
        struct assay_ctx *ctx)
{
  struct assay_expr *magnitude = NULL;
  long a = 0, b = 0;
  enum assay_status status;

  if (words->text[ASSAY_WORD_CONFIG])
    status = by_config (convention, words, &magnitude, ctx);
  else
    {
      status = begin_layout (convention, words, NULL, ctx);
      if (status == ASSAY_OK)
        status = steps_of_base (convention, words, ctx);
    }
  if (status == ASSAY_OK)
    status = read_sign (convention, words, ctx);
  if (status == ASSAY_OK)
    status = assay_words_integer (&a, words, ASSAY_WORD_Q_OFFSET, -MOST_OFFSET,
                                  MOST_OFFSET, ctx);
  if (status == ASSAY_OK)
    status = assay_words_integer (&b, words, ASSAY_WORD_K_OFFSET, -MOST_OFFSET,
                                  MOST_OFFSET, ctx);
  convention->offset = b - a;
  if (status == ASSAY_OK)
    status = assay_words_number (convention->scale, words, ASSAY_WORD_SCALE, 0,
                                 ctx);
  if (status == ASSAY_OK)
    status = read_permutation (convention, words, ctx);
  if (status == ASSAY_OK)
    status = read_addends (convention, words, ctx);
  if (status != ASSAY_OK)
    {
      assay_expr_unref (magnitude);
      return status;
    }
  return square_magnitude (convention, words, magnitude, ctx);
}

enum assay_status
assay_convention_init (struct assay_convention *convention, const char *text,
                       const char *name, struct assay_ctx *ctx)
{
  struct assay_words words = { .name = name };
  enum assay_status status;
  int n;

  memset (convention, 0, sizeof *convention);
  convention->sign = 1;
  mpq_init (convention->scale);
  mpq_set_ui (convention->scale, 1, 1);
  for (n = 0; n < ASSAY_ADDENDS; n++)
    mpq_init (convention->addend[n]);
  status = assay_words_read (&words, text, ctx);
  if (status == ASSAY_OK)
    status = settle (convention, &words, ctx);
  assay_words_clear (&words);
  return status;
}

void
assay_convention_clear (struct assay_convention *convention)
{
  int n;

  assay_formula_list_free (convention->w, convention->pairs);
  assay_expr_unref (convention->square);
  free (convention->source);
  mpq_clear (convention->scale);
  for (n = 0; n < ASSAY_ADDENDS; n++)
    mpq_clear (convention->addend[n]);
}
