/* explain_search.h -- hypotheses on a sample of rows; parts of explain.c */

#ifndef ASSAY_KERNEL_EXPLAIN_SEARCH_H
#define ASSAY_KERNEL_EXPLAIN_SEARCH_H

#include "kernel/explain.h"

/* Room for what all hypotheses try.  */
enum { ASSAY_SAMPLE_ROWS = 48, ASSAY_TRIALS = 96 * ASSAY_CHOICES };

/* A hypothesis with a parameter, or a pair of such.  */
struct assay_trial
{
  const struct assay_hypothesis *hypothesis, *second;
  double parameter, second_parameter, tolerance;
  struct assay_plan plan;
  struct assay_score_count count;       /* on the sample, as far as it went */
  int survives;
  int has_effect;               /* it differs from the right plan there */
};

struct assay_search
{
  struct assay_scene *scene;
  const struct assay_target *target;
  size_t jobs;
  struct assay_plan right;
  struct assay_matched_row *row;        /* all that are looked at */
  size_t rows;
  int is_local;                 /* only wrong rows are looked at */
  struct assay_matcher matcher;
  const struct assay_matched_row *sample[ASSAY_SAMPLE_ROWS];
  size_t samples;
  struct assay_score_count right_sample;
  struct assay_trial *trial;    /* ASSAY_TRIALS */
  size_t trials;
  size_t hypotheses;            /* that had a trial */
};

/* Whether a plan that matches as FOUND explains what the right one leaves at
   RIGHT, both of the same rows: it leaves at most a tenth of the elements
   that are not near (a quarter where PLAN rounds inside: a sum's order may
   tip a rounding), and where those are few and not far off, at most so many
   that are not equal, too, and 97 of 100 equal.  */
int assay_search_explains (const struct assay_score_count *found,
                           const struct assay_score_count *right,
                           const struct assay_plan *plan);

/* SEARCH->sample <- the rows that tell most, late ones first.  */
void assay_search_sample (struct assay_search *search);

/* Every hypothesis alone: SEARCH->trial.  */
void assay_search_singles (struct assay_search *search);

/* Whether pairs can be tried in a minute or so.  */
int assay_search_affords_pairs (const struct assay_search *search);

/* All pairs of trials that have an effect: TRIAL, to be freed, <- those that
   survive; their count.  */
size_t assay_search_pairs (struct assay_trial **trial,
                           struct assay_search *search);

#endif
