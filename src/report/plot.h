/* plot.h -- curves as pictures, drawn by gnuplot, or by the program that the
   environment variable GNUPLOT names

   A picture has no background, and greys and hues that can be read on white
   and on black.  */

#ifndef ASSAY_REPORT_PLOT_H
#define ASSAY_REPORT_PLOT_H

#include "base/text.h"

struct assay_curve
{
  const char *name;
  size_t n;
  const double *x, *y;          /* finite */
};

struct assay_plot
{
  const char *title, *x_label, *y_label;
  const struct assay_curve *curves;
  size_t count;
};

enum assay_picture
{
  ASSAY_PICTURE_SVG,
  ASSAY_PICTURE_PNG,
  ASSAY_PICTURE_PDF
};

/* PICTURE <- the kind that FILE's ending (".svg", ".png", ".pdf") names;
   ASSAY_EVALUE for another one.  */
enum assay_status assay_picture_of_file (enum assay_picture *picture,
                                         const char *file,
                                         struct assay_ctx *ctx);

/* BYTES <- the picture, appended.  ASSAY_EIO when gnuplot is not found, the
   error then naming its package, or fails.  */
enum assay_status assay_plot_draw (struct assay_text *bytes,
                                   const struct assay_plot *plot,
                                   enum assay_picture picture,
                                   struct assay_ctx *ctx);

/* A line of names, then a line a distance: curves of one X, which is of whole
   numbers, each value the shortest decimal that reads back.  */
void assay_plot_csv (struct assay_text *text, const struct assay_plot *plot);

/* The picture into FILE, as assay_text_write_file.  */
enum assay_status assay_plot_write (const char *file,
                                    const struct assay_plot *plot,
                                    struct assay_ctx *ctx);

#endif
