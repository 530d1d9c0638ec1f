/* listing.c -- rows of cells, as aligned text or as JSON objects */

#include "report/listing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void
assay_listing_init (struct assay_listing *listing)
{
  *listing = (struct assay_listing) { 0 };
}

void
assay_listing_clear (struct assay_listing *listing)
{
  size_t i;

  for (i = 0; i < listing->cells; i++)
    free (listing->cell[i]);
  free (listing->cell);
  assay_listing_init (listing);
}

void
assay_listing_column (struct assay_listing *listing, const char *heading,
                      const char *key, int is_number)
{
  listing->column[listing->columns++]
    = (struct assay_column) { heading, key, is_number };
}

void
assay_listing_take (struct assay_listing *listing, char *cell)
{
  /* The memory doubles whenever the count is a power of two.  */
  if ((listing->cells & (listing->cells - 1)) == 0)
    listing->cell = assay_realloc (listing->cell,
                                   2 * (listing->cells ? listing->cells : 1),
                                   sizeof listing->cell[0]);
  listing->cell[listing->cells++] = cell;
}

void
assay_listing_add (struct assay_listing *listing, const char *cell)
{
  assay_listing_take (listing, assay_strdup (cell));
}

void
assay_listing_integer (struct assay_listing *listing, long long value)
{
  char text[32];

  snprintf (text, sizeof text, "%lld", value);
  assay_listing_add (listing, text);
}

static const char *
cell_text (const struct assay_listing *listing, size_t at)
{
  return listing->cell[at] ? listing->cell[at] : "-";
}

static size_t
column_width (const struct assay_listing *listing, size_t k)
{
  size_t width = strlen (listing->column[k].heading), i;

  for (i = k; i < listing->cells; i += listing->columns)
    if (strlen (cell_text (listing, i)) > width)
      width = strlen (cell_text (listing, i));
  return width;
}

void
assay_listing_text (struct assay_text *text,
                    const struct assay_listing *listing)
{
  size_t width[ASSAY_LISTING_COLUMNS], i, k;

  for (k = 0; k < listing->columns; k++)
    {
      width[k] = k + 1 < listing->columns ? column_width (listing, k) : 0;
      assay_text_printf (text, "  %-*s", (int) width[k],
                         listing->column[k].heading);
    }
  assay_text_add_char (text, '\n');
  for (i = 0; i < listing->cells; i++)
    {
      k = i % listing->columns;
      assay_text_printf (text, "  %-*s", (int) width[k],
                         cell_text (listing, i));
      if (k + 1 == listing->columns)
        assay_text_add_char (text, '\n');
    }
}

void
assay_listing_json (struct assay_json_out *out, const char *key,
                    const struct assay_listing *listing)
{
  size_t i, k;

  assay_json_open_list (out, key);
  for (i = 0; i < listing->cells; i += listing->columns)
    {
      assay_json_open_inline_object (out, NULL);
      for (k = 0; k < listing->columns; k++)
        if (listing->cell[i + k] == NULL)
          assay_json_null (out, listing->column[k].key);
        else if (listing->column[k].is_number)
          assay_json_number (out, listing->column[k].key,
                             listing->cell[i + k]);
        else
          assay_json_string (out, listing->column[k].key,
                             listing->cell[i + k]);
      assay_json_close (out);
    }
  assay_json_close (out);
}
