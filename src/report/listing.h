/* listing.h -- rows of cells, as aligned text or as JSON objects */

#ifndef ASSAY_REPORT_LISTING_H
#define ASSAY_REPORT_LISTING_H

#include "base/json_out.h"

enum { ASSAY_LISTING_COLUMNS = 8 };

struct assay_column
{
  const char *heading;          /* above the column */
  const char *key;              /* in JSON */
  int is_number;                /* a JSON number, else a string */
};

/* Cells are strings of the listing; a null one is "-", in JSON null.  */
struct assay_listing
{
  struct assay_column column[ASSAY_LISTING_COLUMNS];
  size_t columns;
  char **cell;                  /* row by row */
  size_t cells;
};

void assay_listing_init (struct assay_listing *listing);
void assay_listing_clear (struct assay_listing *listing);

/* Columns come before the first cell.  HEADING and KEY outlive LISTING.  */
void assay_listing_column (struct assay_listing *listing,
                           const char *heading, const char *key,
                           int is_number);

/* The next cell; CELL, which may be null, is taken over.  */
void assay_listing_take (struct assay_listing *listing, char *cell);
void assay_listing_add (struct assay_listing *listing, const char *cell);
void assay_listing_integer (struct assay_listing *listing, long long value);

/* A line of headings and a line a row, columns aligned at the left.  */
void assay_listing_text (struct assay_text *text,
                         const struct assay_listing *listing);

/* The member KEY: a list with an object a row.  */
void assay_listing_json (struct assay_json_out *out, const char *key,
                         const struct assay_listing *listing);

#endif
