/* plot_csv.c -- curves as comma-separated values (RFC 4180) */

#include <string.h>

#include "report/double_text.h"
#include "report/plot.h"

static void
add_field (struct assay_text *text, const char *field)
{
  if (strpbrk (field, ",\"\r\n") == NULL)
    {
      assay_text_add (text, field);
      return;
    }
  assay_text_add_char (text, '"');
  for (; *field; field++)
    {
      if (*field == '"')
        assay_text_add_char (text, '"');
      assay_text_add_char (text, *field);
    }
  assay_text_add_char (text, '"');
}

void
assay_plot_csv (struct assay_text *text, const struct assay_plot *plot)
{
  char value[ASSAY_DOUBLE_TEXT_SIZE];
  size_t i, j;

  assay_text_add (text, "distance");
  for (i = 0; i < plot->count; i++)
    {
      assay_text_add_char (text, ',');
      add_field (text, plot->curves[i].name);
    }
  assay_text_add_char (text, '\n');
  for (j = 0; j < plot->curves[0].n; j++)
    {
      assay_text_printf (text, "%.0f", plot->curves[0].x[j]);
      for (i = 0; i < plot->count; i++)
        {
          assay_double_text (value, plot->curves[i].y[j]);
          assay_text_printf (text, ",%s", value);
        }
      assay_text_add_char (text, '\n');
    }
}
