/* contrast.c -- two different values told so that they look different */

#include "claims/contrast.h"

#include <string.h>

#include "claims/numeric.h"
#include "claims/render.h"

enum { MOST_DIGITS = 1000 };

/* Append VALUE; of a number the decimal alone, without what is said of its
   size and without zeros at its end, so that 1 looks like 1.000.  */
static void
add_decimal (struct assay_text *text, const struct assay_value *value,
             unsigned long digits, struct assay_ctx *ctx)
{
  struct assay_text whole;
  const char *string;
  size_t length;

  assay_text_init (&whole);
  assay_render_text (&whole, value, digits, ctx);
  string = assay_text_string (&whole);
  length = strlen (string);
  if (assay_value_is_number (value))
    {
      length = strcspn (string, " ");
      if (memchr (string, '.', length) && !memchr (string, 'e', length))
        {
          while (string[length - 1] == '0')
            length--;
          if (string[length - 1] == '.')
            length--;
        }
    }
  assay_text_printf (text, "%.*s", (int) length, string);
  assay_text_clear (&whole);
}

unsigned long
assay_contrast_digits (const struct assay_value *a,
                       const struct assay_value *b, unsigned long digits,
                       struct assay_ctx *ctx)
{
  for (; digits <= MOST_DIGITS; digits *= 2)
    {
      struct assay_text x, y;
      bool differ;

      assay_text_init (&x);
      assay_text_init (&y);
      add_decimal (&x, a, digits, ctx);
      add_decimal (&y, b, digits, ctx);
      differ = strcmp (assay_text_string (&x), assay_text_string (&y)) != 0;
      assay_text_clear (&x);
      assay_text_clear (&y);
      if (differ)
        return digits;
    }
  return 0;
}

void
assay_contrast_tell (struct assay_text *text, struct assay_value *a,
                     struct assay_value *b, unsigned long digits,
                     struct assay_ctx *ctx)
{
  struct assay_value *difference;
  struct assay_ctx quiet = *ctx;

  if (!assay_value_is_number (a) || !assay_value_is_number (b)
      || assay_numeric_sub (&difference, a, b, &quiet) != ASSAY_OK)
    return;
  assay_text_add (text, "; the difference is ");
  assay_render_text (text, difference, digits, &quiet);
  assay_value_unref (difference);
}
