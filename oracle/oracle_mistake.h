/* oracle_mistake.h -- attention with one named mistake put in; a part of
   oracle.h.  */

#ifndef ORACLE_MISTAKE_H
#define ORACLE_MISTAKE_H

#include "oracle.h"

/* What number and format of struct oracle_mistake say stands behind each; P
   is the problem, T its keys, S its queries.  A mistake that changes nothing
   in a problem (no cap to be left out) gives the right answer.  */
enum oracle_mistake_kind
{
  /* Scale.  */
  ORACLE_SCALE_MISSING,         /* 1 */
  ORACLE_SCALE_TWICE,
  ORACLE_SCALE_OTHER_WIDTH,     /* 1/sqrt (number) */
  ORACLE_SCALE_NO_ROOT,         /* 1/width */
  ORACLE_SCORES_LEFT_OUT,       /* 0 */
  ORACLE_QUERY_FACTOR,          /* times f = 1 + ln (1 + floor ((i + offset +
                                   1) / number)) / 10, f rounded to format */
  ORACLE_QUERY_FACTOR_LOST,     /* over f */
  ORACLE_BASE_OF_TWO,           /* 2^z for exp (z): z times ln 2 rounded to
                                   format, where P has no cap */

  /* Who sees whom.  */
  ORACLE_CAUSAL_TOP_LEFT,       /* offset 0, where P is causal */
  ORACLE_CAUSAL_BOTTOM_RIGHT,   /* offset T - S, where P is causal */
  ORACLE_CAUSAL_TOO_FEW,        /* j >= i + offset blocked */
  ORACLE_CAUSAL_TOO_MANY,       /* j > i + offset + 1 blocked */
  ORACLE_CAUSAL_MISSING,
  ORACLE_CAUSAL_ADDED,          /* with the offset of P */
  ORACLE_MASK_IGNORED,
  ORACLE_MASK_INVERTED,         /* open and blocked changed places; the bias
                                   negated */
  ORACLE_MASK_AFTER_SOFTMAX,    /* blocked weights dropped from the sum of
                                   values, not from that of weights */
  ORACLE_MASK_FINITE,           /* blocked: bias number; 0: so low that it
                                   absorbs the score, which shows in rows
                                   without a legal key: the mean of all T */
  ORACLE_SCORE_FINITE,          /* blocked: z is number */
  ORACLE_BIAS_NEGATED,          /* the mask's numbers subtracted */
  ORACLE_EMPTY_OTHERWISE,       /* NaN for zero and zero for NaN */
  ORACLE_VALID_IGNORED,
  ORACLE_WINDOW_LEFT_LESS,      /* left - 1, where P has one */
  ORACLE_WINDOW_LEFT_MORE,
  ORACLE_WINDOW_RIGHT_LESS,
  ORACLE_WINDOW_RIGHT_MORE,
  ORACLE_WINDOW_MISSING,

  /* Heads, axes, rows.  */
  ORACLE_HEADS_TILED,           /* query head h reads h mod key_heads */
  ORACLE_AXES_SWAPPED,          /* q, k, v stored position, head, component
                                   are read as head, position, component */
  ORACLE_SOFTMAX_OVER_QUERIES,
  ORACLE_SOFTMAX_OVER_HEADS,    /* slopes must be rational */
  ORACLE_PAST_IGNORED,          /* past keys blocked */
  ORACLE_PAST_LAST,             /* k and v before past_k and past_v */
  ORACLE_LAST_KEY_MISSED,
  ORACLE_ROWS_OF_BLOCK,         /* rows number..2 number - 1 <- 0.. */
  ORACLE_ROWS_EVERY_FOURTH,     /* rows 3, 7, ... <- the row before */
  ORACLE_ROWS_OF_BATCH,         /* the last batch reads k, v of batch 0 */
  ORACLE_ROWS_NEXT_HEAD,        /* head h > 0 <- head h - 1 */
  ORACLE_ROWS_NEXT_BATCH,       /* batch b > 0 <- batch b - 1 */
  ORACLE_VALUES_SHIFTED,        /* key j has the value of key j + number mod
                                   T */

  /* Soft cap.  */
  ORACLE_CAP_MISSING,
  ORACLE_CAP_ADDED,             /* number, where P has none */
  ORACLE_CAP_AFTER_BIAS,        /* blocked keys get -cap; number 1: they stay
                                   blocked */
  ORACLE_CAP_BEFORE_SCALE,

  /* Sinks and merges.  */
  ORACLE_SINK_MISSING,
  ORACLE_SINK_EACH_SPLIT,       /* counted number times */
  ORACLE_SINK_NEXT_HEAD,
  ORACLE_SINK_NOT_SHIFTED,      /* sink + the largest score */
  ORACLE_MERGE_LOG2,            /* chunks of number keys, the sink in the last
                                   one, merged by exp (log2 of their sums) */
  ORACLE_MERGE_PLAIN,           /* the mean of the chunks' outputs */
  ORACLE_OUTPUT_NOT_RESCALED,   /* in tiles of number keys, from the last one
                                   on if negative, after the sink: what is
                                   summed up stays as it is when the largest
                                   score so far grows */
  ORACLE_SUM_NOT_RESCALED,      /* the same of the sum of the exponentials */
  ORACLE_NEITHER_RESCALED,

  /* Linear biases.  */
  ORACLE_SLOPES_MISSING,
  ORACLE_SLOPES_NEGATED,
  ORACLE_SLOPES_FROM_ZERO,      /* 2^(-8 h / n) */
  ORACLE_SLOPES_PLAIN_RULE,     /* 2^(-8 (h+1) / n) for every n */
  ORACLE_SLOPES_OTHER_HEAD,     /* that of head h + number */
  ORACLE_SLOPES_SIGNED,         /* - slope (i + offset - j) */
  ORACLE_SLOPES_FROM_ROWS,      /* - slope |i - j| */
  ORACLE_SLOPES_TIMES,          /* number slope */
  ORACLE_BIAS_SCALED,           /* the mask's bias added before the scale */

  /* Precision: rounded to format at one place, exact elsewhere.  An overflow
     is infinite, and a row with a score of +inf is NaN.  */
  ORACLE_ROUND_INPUTS,          /* q, k and v */
  ORACLE_ROUND_VALUES,          /* v */
  ORACLE_ROUND_DOT,             /* q . k, then scaled */
  ORACLE_ROUND_SCORES,          /* u */
  ORACLE_ROUND_BIASED,          /* z */
  ORACLE_ROUND_WEIGHTS,         /* p */
  ORACLE_ROUND_POWERS,          /* exp (z - max) where it multiplies v, not in
                                   the sum, which is taken to 40 digits; max
                                   of all, or, unless number is 0, so far, in
                                   tiles as above */
  ORACLE_ROUND_BEFORE_SINK,     /* the same, the sink not among the scores
                                   until every tile is left */
  ORACLE_ROUND_EACH,            /* q . k, u, z and p */
  ORACLE_ROUND_PARTIAL,         /* p[0] v[0], + p[1] v[1], ...: each sum */
  ORACLE_SOFTMAX_ROUNDED,       /* z, z - max, exp, each partial sum, p */
  ORACLE_SOFTMAX_NO_MAX,        /* z, exp (z) and each partial sum, which may
                                   overflow, then p exactly */
  ORACLE_MISTAKES               /* how many there are */
};

struct oracle_mistake
{
  enum oracle_mistake_kind kind;
  long number;
  const struct oracle_format *format;
};

/* "scale missing", ...: the words of the enumerator, in small letters.  */
const char *oracle_mistake_name (enum oracle_mistake_kind kind);

/* ---- steps of the evaluation ---- */

/* Is the mistake of that kind?  It may be NULL.  */
int oracle_mistaken (const struct oracle_mistake *mistake,
                     enum oracle_mistake_kind kind);

/* f <- f rounded to the mistake's format; 0, or the sign of an overflow.  */
int oracle_mistake_round (struct oracle_fraction *f,
                          const struct oracle_mistake *mistake);

/* f <- 1 + ln (1 + steps) / 10 rounded to format, steps below 1 counting
   as 0.  */
void oracle_query_factor (struct oracle_fraction *f, long steps,
                          const struct oracle_format *format);

/* place <- the row that is answered instead of it.  */
void oracle_mistake_move (struct oracle_place *place,
                          const struct oracle_mistake *mistake);

/* line, filled with its keys, gets the sink of its head, if there is one.  */
void oracle_line_sink (struct oracle_line *line,
                       const struct oracle_problem *p,
                       const struct oracle_mistake *mistake,
                       const struct oracle_place *place);

/* All scores times the ln 2 of a mistaken base.  */
void oracle_line_base (struct oracle_line *line,
                       const struct oracle_mistake *mistake);

/* f <- ln 2 rounded to format.  */
void oracle_log_of_two (struct oracle_fraction *f,
                        const struct oracle_format *format);

/* The key, or the sink, of the largest score among those seen when the tile
   of key j is left: exponential by exponential, as far as E tells.  */
size_t oracle_line_top (const struct oracle_line *line,
                        const struct oracle_exponentials *e, size_t j);

/* E <- as of a line with a stale part; -1 when it takes more digits.  */
int oracle_line_leave_stale (struct oracle_exponentials *e,
                             const struct oracle_line *line);

/* Rounds the dots or scores of the line where the mistake says so.  */
void oracle_line_round (struct oracle_line *line,
                        const struct oracle_mistake *mistake);

/* sum[c] <- column c of the output, each partial sum rounded, for a line with
   a legal key, which an overflow spoils; 1.  -1 when most_digits do not
   tell.  */
int oracle_line_partial_sums (struct oracle_fraction *sum,
                              struct oracle_line *line,
                              const struct oracle_mistake *mistake,
                              unsigned long most_digits);

/* Does the mistake leave weights that are fractions?  1: weight[j] <- them,
   for all keys; the line is spoilt when they are NaN.  -1: it does, but
   most_digits do not tell which.  The line has a legal key.  */
int oracle_line_weights (struct oracle_fraction *weight,
                         struct oracle_line *line,
                         const struct oracle_mistake *mistake,
                         unsigned long most_digits);

#endif
