/* turn_search.h -- trials of hypotheses on a sample of rows; shared by
   turn_explain.c, turn_trials.c and turn_fit.c */

#ifndef ASSAY_KERNEL_TURN_SEARCH_H
#define ASSAY_KERNEL_TURN_SEARCH_H

#include "kernel/turn_explain.h"

enum { ASSAY_TURN_SAMPLE = 48, ASSAY_TURN_TRIALS = 256,
       ASSAY_TURN_PAIRS_KEPT = 16 };

struct assay_turn_trial
{
  const struct assay_turn_hypothesis *hypothesis, *second;
  double parameter, second_parameter;
  struct assay_turn_plan plan;  /* owned */
  struct assay_score_count count;       /* on the sample */
  int survives;
};

struct assay_turn_rows
{
  const struct assay_turn_dump *dump;
  struct assay_turn_scene *scene;
  double unit;
  double *out, *noise, *work;
  struct assay_matched_row *row;        /* all of them */
  size_t rows;
};

struct assay_turn_search
{
  struct assay_turn_rows rows;
  struct assay_turn_plan right;
  int is_local;                 /* wrong rows alone are looked at */
  /* By the size of their positions.  */
  const struct assay_matched_row *sample[ASSAY_TURN_SAMPLE];
  size_t samples;
  struct assay_score_count right_sample;
  struct assay_turn_trial *trial;
  size_t trials;
  size_t hypotheses;
};

/* COUNT <- the elements of ROW by PLAN added.  */
void assay_turn_match_row (struct assay_score_count *count,
                           struct assay_turn_rows *rows,
                           const struct assay_turn_plan *plan,
                           const struct assay_matched_row *row);

/* COUNT <- of the sample.  */
void assay_turn_match_sample (struct assay_score_count *count,
                              struct assay_turn_search *search,
                              const struct assay_turn_plan *plan);

/* Whether FOUND leaves so much less over than RIGHT that it explains the
   dump.  */
int assay_turn_is_explained (const struct assay_score_count *found,
                             const struct assay_score_count *right,
                             const struct assay_turn_plan *plan);

/* The sample and the trials of every hypothesis alone.  */
void assay_turn_try_all (struct assay_turn_search *search);
void assay_turn_forget_trials (struct assay_turn_search *search);

/* PAIR <- the best trials of two hypotheses that have no parameter to be
   fitted; their count.  Their plans are the caller's.  */
size_t assay_turn_try_pairs (struct assay_turn_trial *pair,
                             struct assay_turn_search *search);

/* *PARAMETER <- what brings HYPOTHESIS, which has one to be found, nearest to
   the sample, rounded to as few digits as fit equally well; 0 when nothing
   does.  */
int assay_turn_fit (double *parameter, struct assay_turn_search *search,
                    const struct assay_turn_hypothesis *hypothesis);

/* Whether angles below a bound, at least a quarter of a turn, are right
   whatever the pair, and most of those above are wrong, the more so the
   larger: another frequency would have made small angles wrong, too.  */
int assay_turn_grows (struct assay_turn_search *search);

/* The position that a row is ordered by: that of its first axis.  */
double assay_turn_row_position (const struct assay_turn_scene *scene,
                                const struct assay_matched_row *row);

#endif
