/* literal.c -- the numbers that literals of the claims language spell */

#include "claims/literal.h"

#include <stdlib.h>
#include <string.h>

#include "exact/rat.h"

/* The exponent TEXT spells, saturating at 10^18.  */
static long
exponent_of (const char *text)
{
  int negative = text[0] == '-';
  long value;

  text += negative || text[0] == '+';
  text += strspn (text, "0");
  value = strlen (text) > 18 ? 1000000000000000000l : strtol (text, NULL, 10);
  return negative ? -value : value;
}

static unsigned long
digit_of (char c)
{
  return c <= '9' ? (unsigned long) (c - '0')
                  : (unsigned long) ((c | 0x20) - 'a' + 10);
}

/* "0x1.8p-3" and "0x1f".  */
static enum assay_status
read_hexadecimal (mpq_ptr result, const char *text, struct assay_ctx *ctx)
{
  const char *p = strpbrk (text, "pP");
  size_t length = p ? (size_t) (p - text) : strlen (text), i;
  long exponent = p ? exponent_of (p + 1) : 0;
  enum assay_status status;
  int in_fraction = 0;

  status = assay_ctx_afford (ctx, NULL, "a number",
                             assay_saturating_add (4 * length,
                                                   exponent < 0
                                                   ? -(unsigned long) exponent
                                                   : (unsigned long)
                                                     exponent));
  if (status != ASSAY_OK)
    return status;
  mpq_set_ui (result, 0, 1);
  for (i = 2; i < length; i++)
    if (text[i] == '.')
      in_fraction = 1;
    else
      {
        mpz_mul_2exp (mpq_numref (result), mpq_numref (result), 4);
        mpz_add_ui (mpq_numref (result), mpq_numref (result),
                    digit_of (text[i]));
        exponent -= in_fraction ? 4 : 0;
      }
  if (exponent >= 0)
    mpq_mul_2exp (result, result, (mp_bitcnt_t) exponent);
  else
    mpq_div_2exp (result, result, -(mp_bitcnt_t) exponent);
  mpq_canonicalize (result);
  return ASSAY_OK;
}

enum assay_status
assay_literal_read (mpq_ptr result, const char *text, struct assay_ctx *ctx)
{
  if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
    return read_hexadecimal (result, text, ctx);
  return assay_rat_read_decimal (result, text, ctx, NULL, "a number");
}

long
assay_literal_places (const char *text)
{
  const char *point = strchr (text, '.'), *e = strpbrk (text, "eE");
  long places = 0;

  if (point)
    places = (long) strspn (point + 1, "0123456789");
  if (e)
    places -= exponent_of (e + 1);
  return places;
}
