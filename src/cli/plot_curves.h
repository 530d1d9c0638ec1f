/* plot_curves.h -- what assay plot draws: configs and frequencies at scales */

#ifndef ASSAY_CLI_PLOT_CURVES_H
#define ASSAY_CLI_PLOT_CURVES_H

#include "position/rope_config.h"
#include "position/rope_steps.h"
#include "position/score_curve.h"
#include "report/plot.h"

enum { ASSAY_PLOT_MAX_CURVES = 24, ASSAY_PLOT_MAX_SCALES = 8 };

struct assay_plot_curves
{
  struct assay_distances distances;
  mpq_t scale[ASSAY_PLOT_MAX_SCALES];
  size_t scale_count;
  struct assay_rope_call call;
  struct assay_rope_given given;
  int has_layer, has_pair;
  size_t layer, pair;
  /* The distances as doubles, and the curves so far; owned.  */
  double *x;
  struct assay_curve curve[ASSAY_PLOT_MAX_CURVES];
  size_t count;
};

/* One scale, 1, and no curve.  */
void assay_plot_curves_init (struct assay_plot_curves *curves);
void assay_plot_curves_clear (struct assay_plot_curves *curves);

/* Scales become those of LIST, "1,4,8/3": none is zero.  */
enum assay_status assay_plot_scales (struct assay_plot_curves *curves,
                                     const char *list,
                                     struct assay_ctx *ctx);

/* A curve a scale for the steps of LIST, "0.1,1/100".  */
enum assay_status assay_plot_add_frequencies
  (struct assay_plot_curves *curves, const char *list,
   struct assay_ctx *ctx);

/* The same for each group of layers of the config in FILE that turns, or for
   the one of the layer asked for.  */
enum assay_status assay_plot_add_config (struct assay_plot_curves *curves,
                                         const char *file,
                                         struct assay_ctx *ctx);

#endif
