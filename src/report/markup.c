/* markup.c -- text inside XML, HTML and markdown tables */

#include "report/markup.h"

void
assay_markup_xml (struct assay_text *text, const char *string)
{
  for (; *string; string++)
    switch (*string)
      {
      case '<':
        assay_text_add (text, "&lt;");
        break;
      case '>':
        assay_text_add (text, "&gt;");
        break;
      case '&':
        assay_text_add (text, "&amp;");
        break;
      case '"':
        assay_text_add (text, "&quot;");
        break;
      case '\n':
        assay_text_add (text, "&#10;");
        break;
      default:
        if ((unsigned char) *string < 0x20 && *string != '\t')
          assay_text_add_char (text, '?');
        else
          assay_text_add_char (text, *string);
      }
}

void
assay_markup_attribute (struct assay_text *text, const char *name,
                        const char *value)
{
  assay_text_printf (text, " %s=\"", name);
  assay_markup_xml (text, value);
  assay_text_add_char (text, '"');
}
