/* rope_lab_report.c -- the report of the lesson rope-lab */

#include <mpfr.h>
#include <stdlib.h>

#include "report/double_text.h"
#include "report/lesson_common.h"
#include "report/lesson_report.h"

enum { STARTS = ASSAY_ROPE_LAB_STARTS, DELTAS = ASSAY_ROPE_LAB_DELTAS };

static void
put_report (struct assay_json_out *out, const struct assay_rope_lab *r)
{
  size_t i;

  assay_json_integer (out, "dim", ASSAY_ROPE_LAB_DIM);
  assay_double_put (out, "base", ASSAY_ROPE_LAB_BASE);
  assay_json_integer (out, "offset", ASSAY_ROPE_LAB_OFFSET);
  assay_json_inline_integers (out, "starts", assay_rope_lab_starts, STARTS);
  assay_lesson_put_doubles (out, "rope_scores", r->rope_scores, STARTS);
  assay_double_put (out, "rope_spread", r->rope_spread.computed);
  assay_lesson_put_doubles (out, "add_scores", r->add_scores, STARTS);
  assay_double_put (out, "add_spread", r->add_spread.computed);
  assay_double_put (out, "norm_before", r->norm_before.computed);
  assay_double_put (out, "norm_max_gap", r->norm_max_gap.computed);
  assay_json_inline_integers (out, "deltas", assay_rope_lab_deltas, DELTAS);
  assay_json_open_inline_list (out, "slow_pairs");
  for (i = 0; i < DELTAS; i++)
    assay_json_integer (out, NULL, (long long) r->float_slow_pairs[i]);
  assay_json_close (out);
  assay_lesson_put_doubles (out, "turns_first", r->turns_first, DELTAS);
  assay_lesson_put_doubles (out, "turns_last", r->turns_last, DELTAS);
}

void
assay_rope_lab_json (struct assay_text *text, const struct assay_rope_lab *r,
                     const char *version)
{
  struct assay_json_out out;

  if (version)
    assay_json_begin (&out, text, version, "lesson");
  else
    {
      assay_json_out_init (&out, text);
      assay_json_open_object (&out, NULL);
    }
  put_report (&out, r);
  assay_json_end (&out);
}

/* "  NAME  COMPUTED  CERTIFIED".  */
static void
add_figure (struct assay_text *text, const char *name,
            const struct assay_double_figure *x)
{
  char computed[ASSAY_DOUBLE_TEXT_SIZE];

  assay_double_text (computed, x->computed);
  assay_text_printf (text, "  %-28s %-24s %s\n", name, computed,
                     x->certified);
}

static void
add_numbered (struct assay_text *text, const char *format, long number,
              const struct assay_double_figure *x)
{
  struct assay_text name;

  assay_text_init (&name);
  assay_text_add (&name, format);
  assay_text_printf (&name, " %ld", number);
  add_figure (text, assay_text_string (&name), x);
  assay_text_clear (&name);
}

void
assay_rope_lab_text (struct assay_text *text, const struct assay_rope_lab *r)
{
  size_t i;

  assay_text_printf (text, "Lesson rope-lab: putting the position in by "
                     "rotation\n\n%d dimensions, base %d, query %d places "
                     "ahead of the key\n  %-28s %-24s %s\n",
                     ASSAY_ROPE_LAB_DIM, ASSAY_ROPE_LAB_BASE,
                     ASSAY_ROPE_LAB_OFFSET, "", "in doubles", "certified");
  for (i = 0; i < STARTS; i++)
    add_numbered (text, "rotary score, key at", assay_rope_lab_starts[i],
                  &r->rope_scores[i]);
  add_figure (text, "their spread", &r->rope_spread);
  for (i = 0; i < STARTS; i++)
    add_numbered (text, "added score, key at", assay_rope_lab_starts[i],
                  &r->add_scores[i]);
  add_figure (text, "their spread", &r->add_spread);
  add_figure (text, "norm of the query", &r->norm_before);
  add_figure (text, "largest change by turning", &r->norm_max_gap);
  for (i = 0; i < DELTAS; i++)
    add_numbered (text, "turns of pair 0 over", assay_rope_lab_deltas[i],
                  &r->turns_first[i]);
  for (i = 0; i < DELTAS; i++)
    add_numbered (text, "turns of pair 31 over", assay_rope_lab_deltas[i],
                  &r->turns_last[i]);
  assay_text_add (text, "\npairs that stay below one turn\n");
  for (i = 0; i < DELTAS; i++)
    assay_text_printf (text, "  %4ld positions apart: %zu of %d\n",
                       assay_rope_lab_deltas[i], r->slow_pairs[i],
                       ASSAY_ROPE_LAB_DIM / 2);
  assay_text_printf (text, "\n%lu doubles compared with their certified "
                     "values, abs (a-b) <= 1e-9 + 1e-6 abs (b);\n"
                     "the largest difference is below ", r->tally.compared);
  assay_lesson_add_bound (text, r->tally.largest_error);
  assay_text_add (text, "\n\n");
  assay_lesson_add_checks (text, r->checks, ASSAY_ROPE_LAB_CHECKS);
}

/* ---- the page ---- */

/* A table row of doubles, or of certified values.  */
static void
add_row (struct assay_text *text, const char *name,
         const struct assay_double_figure *x, size_t n, int certified)
{
  char computed[ASSAY_DOUBLE_TEXT_SIZE];
  size_t i;

  assay_text_printf (text, "| %s |", name);
  for (i = 0; i < n; i++)
    {
      assay_double_text (computed, x[i].computed);
      assay_text_printf (text, " %s |", certified ? x[i].certified
                                                  : computed);
    }
  assay_text_add (text, "\n");
}

static void
add_head (struct assay_text *text, const char *name, const long *x, size_t n)
{
  size_t i;

  assay_text_printf (text, "| %s |", name);
  for (i = 0; i < n; i++)
    assay_text_printf (text, " %ld |", x[i]);
  assay_text_add (text, "\n|---|");
  for (i = 0; i < n; i++)
    assay_text_add (text, "---|");
  assay_text_add (text, "\n");
}

static void
add_measured (struct assay_text *text, const struct assay_rope_lab *r)
{
  char norm[ASSAY_DOUBLE_TEXT_SIZE], gap[ASSAY_DOUBLE_TEXT_SIZE];

  assay_double_text (norm, r->norm_before.computed);
  assay_double_text (gap, r->norm_max_gap.computed);
  assay_text_printf (text, "## 무엇을 쟀나\n\n"
    "A query and a key of %d dimensions, q[j] = cos(0.7j + 0.3) and k[j] = "
    "sin(0.4j + 1.1),\nwith %d pairs that turn by %d^(-2i/%d) radians a "
    "position. The query stands %d places\nahead of the key, which starts at "
    "3, 10, 100 and 4000; the score is not divided by √d.\n\n"
    "The norm of q is %s. Turned to positions 0, 1, 7, 100 and 4096 it "
    "changes\nby at most %s in doubles, and exactly by nothing: turning "
    "keeps the length.\n\n",
    ASSAY_ROPE_LAB_DIM, ASSAY_ROPE_LAB_DIM / 2, ASSAY_ROPE_LAB_BASE,
    ASSAY_ROPE_LAB_DIM, ASSAY_ROPE_LAB_OFFSET, norm, gap);
}

static void
add_scores (struct assay_text *text, const struct assay_rope_lab *r)
{
  char first[ASSAY_DOUBLE_TEXT_SIZE], spread[ASSAY_DOUBLE_TEXT_SIZE];
  char added[ASSAY_DOUBLE_TEXT_SIZE];

  assay_double_text (first, r->rope_scores[0].computed);
  assay_double_text (spread, r->rope_spread.computed);
  assay_double_text (added, r->add_spread.computed);
  assay_text_add (text, "## 같은 간격이면 같은 점수다\n\n");
  add_head (text, "key at", assay_rope_lab_starts, STARTS);
  add_row (text, "rotary score", r->rope_scores, STARTS, 0);
  add_row (text, "certified", r->rope_scores, STARTS, 1);
  assay_text_printf (text, "\nThe first rotary score is %s. The four differ "
    "by %s in doubles,\nwhich is rounding; in exact arithmetic the spread is "
    "proved to be %s, at every start.\n\n", first, spread,
    r->rope_spread.certified);
  assay_text_add (text, "## 더하는 방식은 왜 다른가\n\n");
  add_head (text, "key at", assay_rope_lab_starts, STARTS);
  add_row (text, "added score", r->add_scores, STARTS, 0);
  add_row (text, "certified", r->add_scores, STARTS, 1);
  assay_text_printf (text, "\nThe spread is %s. Opened, (q + P[m])·(k + "
    "P[n]) is\nq·k + q·P[n] + P[m]·k + P[m]·P[n]; the middle two terms "
    "see one position each,\nand no difference of positions accounts for "
    "them.\n\n", added);
}

void
assay_rope_lab_markdown (struct assay_text *text,
                         const struct assay_rope_lab *r)
{
  size_t i;

  add_measured (text, r);
  add_scores (text, r);
  assay_text_add (text, "## 멀어지면 어느 성분이 남는가\n\n");
  add_head (text, "positions apart", assay_rope_lab_deltas, DELTAS);
  add_row (text, "turns of pair 0", r->turns_first, DELTAS, 0);
  add_row (text, "turns of pair 31", r->turns_last, DELTAS, 0);
  assay_text_add (text, "| pairs below one turn |");
  for (i = 0; i < DELTAS; i++)
    assay_text_printf (text, " %zu |", r->float_slow_pairs[i]);
  assay_text_printf (text, "\n\nA pair beyond one turn writes a distance and "
    "that distance less a turn as the same\nangle. Of %d pairs %zu stay below "
    "one turn over %ld positions: the slow ones are left.\n",
    ASSAY_ROPE_LAB_DIM / 2, r->float_slow_pairs[DELTAS - 1],
    assay_rope_lab_deltas[DELTAS - 1]);
}
