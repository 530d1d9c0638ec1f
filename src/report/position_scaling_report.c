/* position_scaling_report.c -- the report of the lesson position-scaling */

#include "report/double_text.h"
#include "report/lesson_common.h"
#include "report/lesson_report.h"
#include "report/plot.h"

static void
put_two_scales (struct assay_json_out *out, const char *key,
                const struct assay_double_figure *unscaled,
                const struct assay_double_figure *scaled, size_t n)
{
  assay_json_open_object (out, key);
  assay_lesson_put_doubles (out, "unscaled", unscaled, n);
  assay_lesson_put_doubles (out, "scaled", scaled, n);
  assay_json_close (out);
}

static void
put_shifts (struct assay_json_out *out,
            const struct assay_position_scaling *r)
{
  size_t i;

  assay_json_open_list (out, "shift_invariance");
  for (i = 0; i < ASSAY_SCALING_PAIRS; i++)
    {
      assay_json_open_inline_object (out, NULL);
      assay_json_inline_integers (out, "positions", assay_scaling_pairs[i], 2);
      assay_json_integer (out, "shift", ASSAY_SCALING_SHIFT);
      assay_double_put (out, "score", r->pair[i].computed);
      assay_double_put (out, "shifted_score", r->moved[i].computed);
      assay_json_close (out);
    }
  assay_json_close (out);
}

static void
put_content (struct assay_json_out *out,
             const struct assay_position_scaling *r)
{
  assay_json_open_object (out, "content_coefficients");
  assay_double_put (out, "dot", r->coefficient[0].computed);
  assay_double_put (out, "quarter_turn", r->coefficient[1].computed);
  assay_json_inline_integers (out, "lags", assay_scaling_lags,
                              ASSAY_SCALING_LAGS);
  assay_lesson_put_doubles (out, "direct", r->direct, ASSAY_SCALING_LAGS);
  assay_lesson_put_doubles (out, "expanded", r->expanded, ASSAY_SCALING_LAGS);
  assay_json_close (out);
}

void
assay_position_scaling_json (struct assay_text *text,
                             const struct assay_position_scaling *r,
                             const char *version)
{
  struct assay_json_out out;
  size_t i;

  if (version)
    assay_json_begin (&out, text, version, "lesson");
  else
    {
      assay_json_out_init (&out, text);
      assay_json_open_object (&out, NULL);
    }
  assay_json_number (&out, "theta", "0.1");
  assay_json_number (&out, "second_theta", "0.01");
  assay_json_integer (&out, "scale", ASSAY_SCALING_SCALE);
  assay_json_inline_integers (&out, "distances", assay_scaling_rows,
                              ASSAY_SCALING_ROWS);
  put_two_scales (&out, "scores", r->score[0], r->score[1],
                  ASSAY_SCALING_ROWS);
  assay_json_open_object (&out, "chord");
  assay_double_put (&out, "unscaled", r->chord[0].computed);
  assay_double_put (&out, "scaled", r->chord[1].computed);
  assay_json_close (&out);
  assay_double_put (&out, "period", r->period.computed);
  assay_lesson_put_doubles (&out, "squared_length", r->squared_length, 3);
  put_shifts (&out, r);
  assay_json_open_inline_list (&out, "kernel_distances");
  for (i = 0; i < ASSAY_SCALING_KERNEL; i++)
    assay_json_integer (&out, NULL, (long long) i);
  assay_json_close (&out);
  put_two_scales (&out, "kernel", r->kernel[0], r->kernel[1],
                  ASSAY_SCALING_KERNEL);
  assay_double_put (&out, "second_cosine_at_63",
                    r->second_cosine_at_63.computed);
  put_content (&out, r);
  assay_lesson_put_checks (&out, r->checks, ASSAY_SCALING_CHECKS);
  assay_json_end (&out);
}

/* "  NAME  UNSCALED  SCALED".  */
static void
add_row (struct assay_text *text, const char *name, long number,
         const struct assay_double_figure *unscaled,
         const struct assay_double_figure *scaled)
{
  assay_text_printf (text, "  %-12s %3ld  %-25s %s\n", name, number,
                     unscaled->certified, scaled->certified);
}

void
assay_position_scaling_text (struct assay_text *text,
                             const struct assay_position_scaling *r)
{
  size_t i;

  assay_text_printf (text, "Lesson position-scaling: what is gained at a "
                     "distance and lost nearby\n\n"
                     "certified, with positions as they are and divided by "
                     "%d\n  %-18s%-25s %s\n", ASSAY_SCALING_SCALE, "",
                     "unscaled", "scaled");
  for (i = 0; i < ASSAY_SCALING_ROWS; i++)
    add_row (text, "score at", assay_scaling_rows[i], &r->score[0][i],
             &r->score[1][i]);
  add_row (text, "chord over", 1, &r->chord[0], &r->chord[1]);
  for (i = 0; i < ASSAY_SCALING_ROWS; i++)
    add_row (text, "kernel at", assay_scaling_rows[i],
             &r->kernel[0][assay_scaling_rows[i]],
             &r->kernel[1][assay_scaling_rows[i]]);
  assay_text_printf (text, "\none frequency repeats after %s positions; the "
                     "second cosine at 63 is %s\n", r->period.certified,
                     r->second_cosine_at_63.certified);
  assay_text_printf (text, "\n(1,2) against (3,-1): coefficients q.k = %s and "
                     "q.Jk = %s\n", r->coefficient[0].certified,
                     r->coefficient[1].certified);
  for (i = 0; i < ASSAY_SCALING_LAGS; i++)
    assay_text_printf (text, "  lag %3ld  %s\n", assay_scaling_lags[i],
                       r->direct[i].certified);
  assay_text_printf (text, "\n%lu doubles compared with their certified "
                     "values; the largest difference is below ",
                     r->tally.compared);
  assay_lesson_add_bound (text, r->tally.largest_error);
  assay_text_add (text, "\n\n");
  assay_lesson_add_checks (text, r->checks, ASSAY_SCALING_CHECKS);
}

enum assay_status
assay_position_scaling_picture (struct assay_text *svg,
                                const struct assay_position_scaling *r,
                                struct assay_ctx *ctx)
{
  enum { N = ASSAY_SCALING_KERNEL };
  double x[N], kernel[2][N];
  const struct assay_curve curves[] = {
    { "K, positions as they are", N, x, kernel[0] },
    { "K, positions divided by 4", N, x, kernel[1] },
    { "cos(0.1 Δ) alone", N, x, r->single },
  };
  const struct assay_plot plot = {
    "Two-frequency kernel K(Δ) = (cos 0.1Δ + cos 0.01Δ) / 2",
    "distance Δ (positions)", "score", curves, 3
  };
  size_t i;

  for (i = 0; i < N; i++)
    {
      x[i] = (double) i;
      kernel[0][i] = r->kernel[0][i].computed;
      kernel[1][i] = r->kernel[1][i].computed;
    }
  return assay_plot_draw (svg, &plot, ASSAY_PICTURE_SVG, ctx);
}
