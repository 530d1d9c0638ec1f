/* double_text.c -- doubles as programs print them */

#include "report/double_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
assay_double_text (char text[ASSAY_DOUBLE_TEXT_SIZE], double x)
{
  int digits = 0, exponent, places;

  do
    snprintf (text, ASSAY_DOUBLE_TEXT_SIZE, "%.*e", digits, x);
  while (strtod (text, NULL) != x && ++digits < 17);
  exponent = atoi (strchr (text, 'e') + 1);
  if (exponent < -4 || exponent > 15)
    {
      snprintf (text, ASSAY_DOUBLE_TEXT_SIZE, "%.*e", digits, x);
      return;
    }
  places = digits > exponent ? digits - exponent : 1;
  snprintf (text, ASSAY_DOUBLE_TEXT_SIZE, "%.*f", places, x);
}

void
assay_double_put (struct assay_json_out *out, const char *key, double x)
{
  char text[ASSAY_DOUBLE_TEXT_SIZE];

  assay_double_text (text, x);
  assay_json_number (out, key, text);
}
