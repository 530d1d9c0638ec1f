/* explained_cases.c -- every mistake that the oracle can make, and the name it
   is to be given */

#include "equal_names.h"
#include "explained.h"

#define PLAIN EXPLAINED_CAUSAL
#define OPEN 0

const struct explained_case explained_cases[] = {
  { "right", -1, 0, NULL, PLAIN, NULL, NULL },
  { "right, everything", -1, 0, NULL,
    PLAIN | EXPLAINED_PAST | EXPLAINED_MASK | EXPLAINED_WINDOW
    | EXPLAINED_GROUPS | EXPLAINED_CAP | EXPLAINED_SINK | EXPLAINED_SLOPES,
    NULL, NULL },
  { "scale missing", ORACLE_SCALE_MISSING, 0, NULL, PLAIN, "scale missing",
    NULL },
  { "scale twice", ORACLE_SCALE_TWICE, 0, NULL, PLAIN, "scale twice",
    "scale without root" },
  { "scale of d_model", ORACLE_SCALE_OTHER_WIDTH, 32, NULL, PLAIN,
    "scale of another width", NULL },
  { "scale of the heads", ORACLE_SCALE_OTHER_WIDTH, 2, NULL, PLAIN,
    "scale of another width", NULL },
  { "scale of 41", ORACLE_SCALE_OTHER_WIDTH, 41, NULL, PLAIN, "fitted scale",
    NULL },
  { "scale without root", ORACLE_SCALE_NO_ROOT, 0, NULL, PLAIN,
    "scale without root", "scale twice" },
  { "default scale", ORACLE_SCALE_OTHER_WIDTH, 16, NULL,
    PLAIN | EXPLAINED_SCALED, "default scale", NULL },
  { "root of the scale", ORACLE_SCALE_OTHER_WIDTH, 4, NULL, PLAIN,
    "root of the scale", NULL },
  { "base of two", ORACLE_BASE_OF_TWO, 0, "f64", PLAIN,
    "base of the exponential", NULL },
  { "scores left out", ORACLE_SCORES_LEFT_OUT, 0, NULL, PLAIN,
    "scores left out", "chunks averaged" },
  { "query factor", ORACLE_QUERY_FACTOR, 8192, "f32",
    PLAIN | EXPLAINED_LATE, "query factor doubled", NULL },
  { "query factor lost", ORACLE_QUERY_FACTOR_LOST, 8192, "f32",
    PLAIN | EXPLAINED_LATE, "query factor missing", NULL },
  { "query factor of 10", ORACLE_QUERY_FACTOR, 10, "f32", PLAIN,
    "query factor doubled", NULL },
  { "query factor of 13 lost", ORACLE_QUERY_FACTOR_LOST, 13, "f32",
    PLAIN | EXPLAINED_PAST, "query factor missing", NULL },
  { "causal top-left", ORACLE_CAUSAL_TOP_LEFT, 0, NULL,
    PLAIN | EXPLAINED_PAST, "causal top-left", NULL },
  { "causal bottom-right", ORACLE_CAUSAL_BOTTOM_RIGHT, 0, NULL,
    PLAIN | EXPLAINED_TALL, "causal bottom-right", NULL },
  { "causal too few", ORACLE_CAUSAL_TOO_FEW, 0, NULL, PLAIN | EXPLAINED_PAST,
    "causal one key less", NULL },
  { "causal too many", ORACLE_CAUSAL_TOO_MANY, 0, NULL, PLAIN,
    "causal one key more", NULL },
  { "causal missing", ORACLE_CAUSAL_MISSING, 0, NULL, PLAIN,
    "causal missing", NULL },
  { "causal added", ORACLE_CAUSAL_ADDED, 0, NULL, OPEN, "causal added",
    NULL },
  { "mask ignored", ORACLE_MASK_IGNORED, 0, NULL, PLAIN | EXPLAINED_MASK,
    "mask ignored", NULL },
  { "mask inverted", ORACLE_MASK_INVERTED, 0, NULL, EXPLAINED_MASK,
    "mask inverted", NULL },
  { "mask after softmax", ORACLE_MASK_AFTER_SOFTMAX, 0, NULL,
    EXPLAINED_MASK, "mask after softmax", NULL },
  { "causal after softmax", ORACLE_MASK_AFTER_SOFTMAX, 0, NULL, PLAIN,
    "mask after softmax", NULL },
  { "mask -10", ORACLE_MASK_FINITE, -10, NULL, PLAIN, "finite mask", NULL },
  { "mask -3", ORACLE_MASK_FINITE, -3, NULL, PLAIN, "fitted mask", NULL },
  { "mask -10000 and an empty row", ORACLE_MASK_FINITE, -10000, NULL,
    EXPLAINED_MASK | EXPLAINED_EMPTY, "finite mask", NULL },
  { "lowest mask and an empty row", ORACLE_MASK_FINITE, 0, NULL,
    EXPLAINED_MASK | EXPLAINED_EMPTY, "finite mask",
    "finite score, empty rows" },
  { "blocked scores 0", ORACLE_SCORE_FINITE, 0, NULL, PLAIN, "finite score",
    NULL },
  { "blocked scores -3", ORACLE_SCORE_FINITE, -3, NULL, EXPLAINED_MASK,
    "fitted score", NULL },
  { "mask negated", ORACLE_BIAS_NEGATED, 0, NULL, EXPLAINED_MASK,
    "mask negated", NULL },
  { "empty otherwise", ORACLE_EMPTY_OTHERWISE, 0, NULL,
    EXPLAINED_MASK | EXPLAINED_EMPTY, "empty rows", NULL },
  { "valid ignored", ORACLE_VALID_IGNORED, 0, NULL,
    EXPLAINED_VALID | EXPLAINED_BATCHES, "valid length ignored", NULL },
  { "window left less", ORACLE_WINDOW_LEFT_LESS, 0, NULL, EXPLAINED_WINDOW,
    "window left", NULL },
  { "window left more", ORACLE_WINDOW_LEFT_MORE, 0, NULL, EXPLAINED_WINDOW,
    "window left", NULL },
  { "window right less", ORACLE_WINDOW_RIGHT_LESS, 0, NULL,
    EXPLAINED_WINDOW, "window right", NULL },
  { "window right more", ORACLE_WINDOW_RIGHT_MORE, 0, NULL,
    EXPLAINED_WINDOW, "window right", NULL },
  { "window missing", ORACLE_WINDOW_MISSING, 0, NULL,
    PLAIN | EXPLAINED_WINDOW, "window ignored", NULL },
  { "heads tiled", ORACLE_HEADS_TILED, 0, NULL, PLAIN | EXPLAINED_GROUPS,
    "heads tiled", NULL },
  { "axes swapped", ORACLE_AXES_SWAPPED, 0, NULL, PLAIN, "axes swapped",
    NULL },
  { "softmax over queries", ORACLE_SOFTMAX_OVER_QUERIES, 0, NULL, PLAIN,
    "softmax over queries", NULL },
  { "softmax over heads", ORACLE_SOFTMAX_OVER_HEADS, 0, NULL, PLAIN,
    "softmax over heads", NULL },
  { "past ignored", ORACLE_PAST_IGNORED, 0, NULL, PLAIN | EXPLAINED_PAST,
    "past ignored", NULL },
  { "past last", ORACLE_PAST_LAST, 0, NULL, PLAIN | EXPLAINED_PAST,
    "past behind", NULL },
  { "last key missed", ORACLE_LAST_KEY_MISSED, 0, NULL, OPEN,
    "last key missed", NULL },
  { "rows of a block", ORACLE_ROWS_OF_BLOCK, 8, NULL, PLAIN,
    "rows displaced", NULL },
  { "every fourth row", ORACLE_ROWS_EVERY_FOURTH, 0, NULL, PLAIN,
    "rows displaced", NULL },
  { "last batch", ORACLE_ROWS_OF_BATCH, 0, NULL, PLAIN | EXPLAINED_BATCHES,
    "last batch reads batch 0", NULL },
  { "values of the next key", ORACLE_VALUES_SHIFTED, 1, NULL, PLAIN,
    "values shifted", NULL },
  { "head before", ORACLE_ROWS_NEXT_HEAD, 0, NULL, PLAIN, "heads displaced",
    NULL },
  { "batch before", ORACLE_ROWS_NEXT_BATCH, 0, NULL,
    PLAIN | EXPLAINED_BATCHES, "batches displaced", NULL },
  { "cap missing", ORACLE_CAP_MISSING, 0, NULL, PLAIN | EXPLAINED_CAP,
    "cap missing", NULL },
  { "cap added", ORACLE_CAP_ADDED, 5, NULL, PLAIN, "cap added", NULL },
  { "cap 7 added", ORACLE_CAP_ADDED, 7, NULL, PLAIN, "fitted cap", NULL },
  { "cap after bias", ORACLE_CAP_AFTER_BIAS, 0, NULL,
    PLAIN | EXPLAINED_MASK | EXPLAINED_CAP, "cap after bias", NULL },
  { "cap before scale", ORACLE_CAP_BEFORE_SCALE, 0, NULL,
    PLAIN | EXPLAINED_CAP, "cap before scale", NULL },
  { "sink missing", ORACLE_SINK_MISSING, 0, NULL, PLAIN | EXPLAINED_SINK,
    "sink missing", NULL },
  { "sink each of 4 splits", ORACLE_SINK_EACH_SPLIT, 4, NULL,
    PLAIN | EXPLAINED_SINK, "sink per split", NULL },
  { "sink of the next head", ORACLE_SINK_NEXT_HEAD, 0, NULL,
    PLAIN | EXPLAINED_GROUPS | EXPLAINED_SINK, "sink of another head",
    NULL },
  { "sink not shifted", ORACLE_SINK_NOT_SHIFTED, 0, NULL,
    PLAIN | EXPLAINED_SINK, "sink not shifted", NULL },
  { "merge log2", ORACLE_MERGE_LOG2, 16, NULL, PLAIN,
    "log2 for ln in a merge", NULL },
  { "merge of 8 log2", ORACLE_MERGE_LOG2, 8, NULL, OPEN,
    "log2 for ln in a merge", NULL },
  { "merge plain", ORACLE_MERGE_PLAIN, 16, NULL, PLAIN, "chunks averaged",
    NULL },
  { "log2 of the sum", -1, 0, NULL, PLAIN | EXPLAINED_LSE,
    "log-sum-exp in the other base", NULL },
  { "slopes missing", ORACLE_SLOPES_MISSING, 0, NULL,
    PLAIN | EXPLAINED_SLOPES, "slopes missing", NULL },
  { "slopes negated", ORACLE_SLOPES_NEGATED, 0, NULL,
    PLAIN | EXPLAINED_SLOPES, "slopes negated", NULL },
  { "slopes from zero", ORACLE_SLOPES_FROM_ZERO, 0, NULL,
    PLAIN | EXPLAINED_SLOPES, "slopes from zero", NULL },
  { "slopes of the next head", ORACLE_SLOPES_OTHER_HEAD, 1, NULL,
    PLAIN | EXPLAINED_GROUPS | EXPLAINED_SLOPES, "slopes of another head",
    NULL },
  { "slopes of any number of heads", ORACLE_SLOPES_PLAIN_RULE, 0, NULL,
    PLAIN | EXPLAINED_SLOPES | EXPLAINED_THREE, "slopes by another rule",
    NULL },
  { "slopes twice", ORACLE_SLOPES_TIMES, 2, NULL, PLAIN | EXPLAINED_SLOPES,
    "slopes multiplied", NULL },
  { "signed distance", ORACLE_SLOPES_SIGNED, 0, NULL, EXPLAINED_SLOPES,
    "distance signed", NULL },
  { "distance from rows", ORACLE_SLOPES_FROM_ROWS, 0, NULL,
    EXPLAINED_SLOPES | EXPLAINED_PAST, "distance from rows", NULL },
  { "bias scaled", ORACLE_BIAS_SCALED, 0, NULL, PLAIN | EXPLAINED_MASK,
    "mask scaled", NULL },
  { "inputs bf16", ORACLE_ROUND_INPUTS, 0, "bf16", PLAIN, "inputs rounded",
    NULL },
  { "values bf16", ORACLE_ROUND_VALUES, 0, "bf16", PLAIN, "values rounded",
    NULL },
  { "values f16", ORACLE_ROUND_VALUES, 0, "f16", PLAIN, "values rounded",
    NULL },
  { "dot bf16", ORACLE_ROUND_DOT, 0, "bf16", PLAIN, "products rounded",
    "scores rounded, biased scores rounded" },
  { "scores bf16", ORACLE_ROUND_SCORES, 0, "bf16", PLAIN, "scores rounded",
    "products rounded, biased scores rounded" },
  { "dot f16 overflows", ORACLE_ROUND_DOT, 0, "f16", PLAIN | EXPLAINED_HUGE,
    "products rounded", "scores and weights rounded" },
  { "biased bf16", ORACLE_ROUND_BIASED, 0, "bf16",
    PLAIN | EXPLAINED_SLOPES, "biased scores rounded", NULL },
  { "weights bf16", ORACLE_ROUND_WEIGHTS, 0, "bf16", PLAIN,
    "weights rounded", NULL },
  { "weights f16", ORACLE_ROUND_WEIGHTS, 0, "f16", PLAIN, "weights rounded",
    NULL },
  { "each step bf16", ORACLE_ROUND_EACH, 0, "bf16",
    PLAIN | EXPLAINED_SLOPES, "scores and weights rounded", NULL },
  { "sums bf16", ORACLE_ROUND_PARTIAL, 0, "bf16", PLAIN,
    "output summed narrowly", NULL },
  { "sums f16", ORACLE_ROUND_PARTIAL, 0, "f16", PLAIN,
    "output summed narrowly", NULL },
  { "softmax bf16", ORACLE_SOFTMAX_ROUNDED, 0, "bf16", PLAIN,
    "softmax rounded", NULL },
  { "no max f32", ORACLE_SOFTMAX_NO_MAX, 0, "f32",
    PLAIN | EXPLAINED_LARGE, "maximum not subtracted", NULL },
  { "no max f16", ORACLE_SOFTMAX_NO_MAX, 0, "f16", PLAIN | EXPLAINED_LARGE,
    "maximum not subtracted", NULL }
};

const size_t explained_case_count
  = sizeof explained_cases / sizeof explained_cases[0];

/* ---- what is told ---- */

/* Whether finding N is the first or stated to be equal to it, and no finding
   before it has its name.  */
static int
is_stated (const struct assay_explanation *x, size_t n)
{
  size_t m;

  for (m = 0; m < n; m++)
    if (x->finding[m].hypothesis == x->finding[n].hypothesis)
      return 0;
  return n == 0 || x->finding[n].is_equal;
}

int
explained_is_expected (const struct assay_explanation *x,
                       const struct explained_case *c, enum assay_fmt fmt)
{
  size_t stated = 0, n;
  int is_alone = 1;

  if (c->expected == NULL)
    return x->outcome == ASSAY_EXPLAINED_RIGHT;
  if (x->outcome != ASSAY_EXPLAINED_NAMED || x->finding[0].second != NULL)
    return 0;
  for (n = 0; n < x->findings; n++)
    {
      const struct assay_hypothesis *h = x->finding[n].hypothesis;
      int is_named = equal_names_have (h->name, c->expected, c->equals);

      if (!is_stated (x, n))
        continue;
      stated += is_named;
      if (n == 0 ? !is_named
                 : !is_named && !h->range && fmt == ASSAY_FMT_F32)
        is_alone = 0;
    }
  return is_alone && stated == equal_names_count (c->equals);
}
