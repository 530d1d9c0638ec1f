/* render.c -- values as people and programs read them */

#include "claims/render.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exact/rat.h"
#include "real/decimal.h"
#include "real/encl.h"
#include "real/normal.h"
#include "real/print.h"
#include "real/simplest.h"

enum
{
  LONGEST_FRACTION = 200,       /* bits shown in full in a report */
  LONGEST_WHOLE = 1 << 22,      /* bits shown in full at all */
  MOST_JSON_LEAVES = 100000,
  MOST_JSON_BITS = 1 << 24,
  MOST_ITEMS = 12,
  LONGEST_TEXT = 1000,          /* after which lists are cut */
  START_PRECISION = 64,
  GUESS_PRECISION = 192,
  MOST_SHOWN = 1024
};

/* Whether BOX, tight, may hold a fraction of few bits by its magnitude alone:
   a number so large or so small that its binary digits would fill the memory
   is never made a fraction.  */
static bool
has_moderate_ends (mpfi_srcptr box)
{
  return mpfr_regular_p (&box->left) && mpfr_regular_p (&box->right)
         && mpfr_get_exp (&box->left) > -GUESS_PRECISION
         && mpfr_get_exp (&box->right) > -GUESS_PRECISION
         && mpfr_get_exp (&box->left) < GUESS_PRECISION
         && mpfr_get_exp (&box->right) < GUESS_PRECISION;
}

/* Whether a number in BOX may be a fraction of few digits: a tight enclosure
   has such a fraction in it, which an irrational number's hardly ever has.  */
static bool
looks_rational (mpfi_srcptr box)
{
  if (!mpfr_number_p (&box->left) || !mpfr_number_p (&box->right)
      || assay_encl_width_exponent (box) >= -GUESS_PRECISION / 2)
    return false;
  return mpfi_has_zero (box)
         || (has_moderate_ends (box)
             && assay_simplest_bits (box, GUESS_PRECISION / 4)
                < GUESS_PRECISION / 4);
}

/* Q <- the rational that the real X is proved to be, and true.  The proof is
   tried only where the value looks like a fraction.  BOX <- an enclosure of X
   at GUESS_PRECISION.  */
static bool
find_rational (mpq_ptr q, mpfi_ptr box, struct assay_expr *x,
               struct assay_ctx *ctx)
{
  enum assay_verdict verdict = ASSAY_OPEN;
  struct assay_ctx quiet = *ctx;

  mpfi_set_prec (box, GUESS_PRECISION);
  if (assay_expr_enclose (box, x, &quiet, GUESS_PRECISION) != ASSAY_OK)
    {
      assay_encl_set_unbounded (box);
      return false;
    }
  return looks_rational (box)
         && assay_normal_rational (&verdict, q, x, &quiet) == ASSAY_OK
         && verdict == ASSAY_HOLDS;
}

void
assay_render_ends (char **lo, char **hi, mpfi_ptr box, unsigned long digits)
{
  if (mpfr_number_p (&box->left) && mpfr_number_p (&box->right))
    {
      *lo = assay_decimal_text (&box->left, digits, MPFR_RNDD);
      *hi = assay_decimal_text (&box->right, digits, MPFR_RNDU);
    }
  else
    assay_encl_decimals (lo, hi, box, digits);
}

/* Whether BOX is so tight that DIGITS digits of its ends tell all.  */
static bool
is_tight (mpfi_srcptr box, unsigned long digits)
{
  long width = assay_encl_width_exponent (box);

  if (width == LONG_MIN)
    return true;
  return mpfr_regular_p (&box->left) && width != LONG_MAX
         && width < (long) mpfr_get_exp (&box->left) - 4 * (long) digits;
}

/* The decimal of DIGITS digits that both ends of BOX, and so every point
   between them, round to; null where there is none.  */
static char *
decimal_of_ends (mpfi_srcptr box, unsigned long digits)
{
  char *rounded, *other;

  if (!mpfr_number_p (&box->left) || !mpfr_number_p (&box->right))
    return NULL;
  rounded = assay_decimal_text (&box->left, digits, MPFR_RNDN);
  other = assay_decimal_text (&box->right, digits, MPFR_RNDN);
  if (strcmp (rounded, other) != 0)
    {
      free (rounded);
      rounded = NULL;
    }
  free (other);
  return rounded;
}

/* BOX <- X tightly enough for DIGITS digits where the precision shown to
   people suffices for that.  ROUNDED, unless null, <- X correctly rounded,
   or null.  */
static void
enclose (mpfi_ptr box, char **rounded, struct assay_expr *x,
         unsigned long digits, struct assay_ctx *ctx)
{
  unsigned long precision = START_PRECISION;
  struct assay_ctx quiet = *ctx;

  if (rounded)
    *rounded = NULL;
  while (precision < 4 * digits)
    precision *= 2;
  for (;; precision *= 2)
    {
      mpfi_set_prec (box, (mpfr_prec_t) precision);
      if (assay_expr_enclose (box, x, &quiet, (mpfr_prec_t) precision)
          != ASSAY_OK)
        assay_encl_set_unbounded (box);
      if (rounded)
        {
          free (*rounded);
          *rounded = decimal_of_ends (box, digits);
        }
      if ((!rounded || *rounded) && is_tight (box, digits))
        return;
      if (2 * precision > ctx->max_precision || precision > MOST_SHOWN
          || assay_ctx_in_time (&quiet, NULL) != ASSAY_OK)
        return;
    }
}

/* X, which lies in BOX, correctly rounded to DIGITS significant digits, or
   null.  */
static char *
round_to_digits (struct assay_expr *x, mpfi_ptr box, unsigned long digits,
                 struct assay_ctx *ctx)
{
  struct assay_decision decision;
  struct assay_ctx quiet = *ctx;
  char *text = decimal_of_ends (box, digits);

  if (text == NULL)
    enclose (box, &text, x, digits, ctx);
  if (text == NULL
      && assay_print_digits (&text, &decision, x, digits, &quiet)
         != ASSAY_OK)
    text = NULL;
  return text;
}

/* How much of a value is written.  */
struct extent
{
  unsigned long digits;         /* of numbers that are not exact */
  size_t fraction;              /* bits of an exact number in full */
  size_t items;                 /* of a list */
  size_t longest;               /* text after which lists are cut */
  struct assay_ctx *ctx;
};

static void
add_rational (struct assay_text *text, mpq_srcptr q,
              const struct extent *extent)
{
  const char *kind = mpz_cmp_ui (mpq_denref (q), 1) == 0 ? "an integer"
                                                         : "a fraction";
  size_t bits = assay_rat_bits (q);

  if (bits <= extent->fraction)
    assay_text_take (text, assay_rat_text (q));
  else if (bits <= LONGEST_WHOLE)
    {
      assay_text_take (text, assay_decimal_rational (q, extent->digits));
      assay_text_printf (text, " (%s of %zu bits)", kind, bits);
    }
  else
    assay_text_printf (text, "%s of %zu bits", kind, bits);
}

static void
add_real (struct assay_text *text, struct assay_expr *x,
          const struct extent *extent)
{
  char *decimal, *lo, *hi;
  mpfi_t box;
  mpq_t q;

  if (!assay_expr_is_closed (x))
    {
      assay_text_add (text, "an expression in integer variables");
      return;
    }
  mpq_init (q);
  mpfi_init2 (box, GUESS_PRECISION);
  if (find_rational (q, box, x, extent->ctx))
    add_rational (text, q, extent);
  else if ((decimal = round_to_digits (x, box, extent->digits, extent->ctx)))
    assay_text_take (text, decimal);
  else
    {
      enclose (box, NULL, x, extent->digits, extent->ctx);
      assay_render_ends (&lo, &hi, box, extent->digits);
      assay_text_printf (text, "between %s and %s", lo, hi);
      free (lo);
      free (hi);
    }
  mpfi_clear (box);
  mpq_clear (q);
}

static void render (struct assay_text *text, const struct assay_value *value,
                    const struct extent *extent);

static void
add_items (struct assay_text *text, const struct assay_value *value,
           const struct extent *extent)
{
  size_t i;

  assay_text_add_char (text, '[');
  for (i = 0; i < value->count; i++)
    {
      if (i == extent->items || text->length > extent->longest)
        {
          assay_text_printf (text, ", ... %zu items", value->count);
          break;
        }
      if (i > 0)
        assay_text_add (text, ", ");
      render (text, value->items[i], extent);
    }
  assay_text_add_char (text, ']');
}

static void
render (struct assay_text *text, const struct assay_value *value,
        const struct extent *extent)
{
  size_t i;

  switch (value->kind)
    {
    case ASSAY_VALUE_RATIONAL:
      add_rational (text, value->rational, extent);
      break;
    case ASSAY_VALUE_REAL:
      add_real (text, value->real, extent);
      break;
    case ASSAY_VALUE_BOOLEAN:
      assay_text_add (text, value->boolean ? "true" : "false");
      break;
    case ASSAY_VALUE_STRING:
      assay_text_printf (text, "\"%s\"", value->string);
      break;
    case ASSAY_VALUE_NONE:
      assay_text_add (text, "none");
      break;
    case ASSAY_VALUE_LIST:
      add_items (text, value, extent);
      break;
    case ASSAY_VALUE_POINT:
      render (text, value->items[0], extent);
      assay_text_add (text, "@(");
      render (text, value->items[1], extent);
      assay_text_add_char (text, ')');
      break;
    case ASSAY_VALUE_RECORD:
      assay_text_printf (text, "%s {", value->label);
      for (i = 0; i < value->count; i++)
        {
          assay_text_printf (text, "%s%s: ", i > 0 ? ", " : "",
                             value->names[i]);
          render (text, value->items[i], extent);
        }
      assay_text_add_char (text, '}');
      break;
    }
}

void
assay_render_text (struct assay_text *text, const struct assay_value *value,
                   unsigned long digits, struct assay_ctx *ctx)
{
  struct extent extent = { digits, LONGEST_FRACTION, MOST_ITEMS,
                           text->length + LONGEST_TEXT, ctx };

  render (text, value, &extent);
}

void
assay_render_whole (struct assay_text *text, const struct assay_value *value,
                    unsigned long digits, struct assay_ctx *ctx)
{
  struct extent extent = { digits, LONGEST_WHOLE, SIZE_MAX, LONGEST_WHOLE,
                           ctx };

  render (text, value, &extent);
}

/* The bits of all rationals below VALUE, counted up to CEILING.  */
static size_t
count_bits (const struct assay_value *value, size_t ceiling)
{
  size_t i, bits = 0;

  if (value->kind == ASSAY_VALUE_RATIONAL)
    return assay_rat_bits (value->rational);
  for (i = 0; i < value->count && bits < ceiling; i++)
    bits += count_bits (value->items[i], ceiling - bits);
  return bits;
}

bool
assay_render_fits_json (const struct assay_value *value)
{
  return assay_value_leaves (value, MOST_JSON_LEAVES) < MOST_JSON_LEAVES
         && count_bits (value, MOST_JSON_BITS) < MOST_JSON_BITS;
}

void
assay_render_json_string (struct assay_text *text, const char *string)
{
  assay_text_add_char (text, '"');
  for (; *string; string++)
    {
      unsigned char c = (unsigned char) *string;

      if (c == '"' || c == '\\')
        assay_text_printf (text, "\\%c", c);
      else if (c < 0x20)
        assay_text_printf (text, "\\u%04x", c);
      else
        assay_text_add_char (text, (char) c);
    }
  assay_text_add_char (text, '"');
}

/* X as a decimal rounded towards RND; null where it has no bound.  */
static void
add_json_end (struct assay_text *text, mpfr_srcptr x, unsigned long digits,
              mpfr_rnd_t rnd)
{
  char *decimal;

  if (!mpfr_number_p (x))
    {
      assay_text_add (text, "null");
      return;
    }
  decimal = assay_decimal_text (x, digits, rnd);
  assay_render_json_string (text, decimal);
  free (decimal);
}

static void
add_json_real (struct assay_text *text, struct assay_expr *x,
               unsigned long digits, struct assay_ctx *ctx)
{
  char *decimal;
  mpfi_t box;
  mpq_t q;

  if (!assay_expr_is_closed (x))
    {
      assay_text_add (text, "null");
      return;
    }
  mpq_init (q);
  mpfi_init2 (box, GUESS_PRECISION);
  if (find_rational (q, box, x, ctx))
    {
      decimal = assay_rat_text (q);
      assay_render_json_string (text, decimal);
      free (decimal);
    }
  else
    {
      decimal = round_to_digits (x, box, digits, ctx);
      enclose (box, NULL, x, digits, ctx);
      assay_text_add_char (text, '{');
      if (decimal)
        assay_text_printf (text, "\"value\": \"%s\", ", decimal);
      assay_text_add (text, "\"lo\": ");
      add_json_end (text, &box->left, digits + 3, MPFR_RNDD);
      assay_text_add (text, ", \"hi\": ");
      add_json_end (text, &box->right, digits + 3, MPFR_RNDU);
      assay_text_add_char (text, '}');
      free (decimal);
    }
  mpfi_clear (box);
  mpq_clear (q);
}

void
assay_render_json (struct assay_text *text, const struct assay_value *value,
                   unsigned long digits, struct assay_ctx *ctx)
{
  char *number;
  size_t i;

  switch (value->kind)
    {
    case ASSAY_VALUE_RATIONAL:
      number = assay_rat_text (value->rational);
      assay_render_json_string (text, number);
      free (number);
      break;
    case ASSAY_VALUE_REAL:
      add_json_real (text, value->real, digits, ctx);
      break;
    case ASSAY_VALUE_BOOLEAN:
      assay_text_add (text, value->boolean ? "true" : "false");
      break;
    case ASSAY_VALUE_STRING:
      assay_render_json_string (text, value->string);
      break;
    case ASSAY_VALUE_NONE:
      assay_text_add (text, "null");
      break;
    case ASSAY_VALUE_LIST:
    case ASSAY_VALUE_POINT:
      assay_text_add_char (text, '[');
      for (i = 0; i < value->count; i++)
        {
          assay_text_add (text, i > 0 ? ", " : "");
          assay_render_json (text, value->items[i], digits, ctx);
        }
      assay_text_add_char (text, ']');
      break;
    case ASSAY_VALUE_RECORD:
      assay_text_add_char (text, '{');
      for (i = 0; i < value->count; i++)
        {
          assay_text_printf (text, "%s\"%s\": ", i > 0 ? ", " : "",
                             value->names[i]);
          assay_render_json (text, value->items[i], digits, ctx);
        }
      assay_text_add_char (text, '}');
      break;
    }
}
