/* fast_table.h -- the end of a file of kernels: its table; NAME and LABEL are
   the table's name in C and for people */

const struct assay_fast_kernels NAME =
{
  .name = LABEL,
  .scores = scores,
  .weights = weights,
  .sums = sums,
  .flush = flush_sums,
  .narrow = narrow_columns,
  .survey = survey_numbers,
  .pair_scores = pair_scores,
  .pair_scale = pair_scale,
  .pair_exp = pair_exp,
  .pair_sums = pair_sums
};
