/* kernel_options.h -- the options of assay kernel attention

   The command line is kept as texts, by option; what they mean is settled
   afterwards, when the files that they speak of are open.  */

#ifndef ASSAY_CLI_KERNEL_OPTIONS_H
#define ASSAY_CLI_KERNEL_OPTIONS_H

#include "kernel/problem.h"
#include "kernel/tensor.h"

enum assay_kernel_option
{
  ASSAY_OPTION_Q, ASSAY_OPTION_K, ASSAY_OPTION_V, ASSAY_OPTION_GOT,
  ASSAY_OPTION_MASK, ASSAY_OPTION_PAST_K, ASSAY_OPTION_PAST_V,
  ASSAY_OPTION_LSE, ASSAY_OPTION_LSE_BASE, ASSAY_OPTION_AXES,
  ASSAY_OPTION_HEADS, ASSAY_OPTION_DTYPE_Q, ASSAY_OPTION_DTYPE_K,
  ASSAY_OPTION_DTYPE_V, ASSAY_OPTION_DTYPE_GOT, ASSAY_OPTION_DTYPE_MASK,
  ASSAY_OPTION_DTYPE_PAST, ASSAY_OPTION_DTYPE_LSE,
  ASSAY_OPTION_CAUSAL, ASSAY_OPTION_ALIGN, ASSAY_OPTION_SCALE,
  ASSAY_OPTION_SOFTCAP, ASSAY_OPTION_WINDOW, ASSAY_OPTION_ALIBI,
  ASSAY_OPTION_SINK, ASSAY_OPTION_VALID_LENGTH, ASSAY_OPTION_EMPTY_ROW,
  ASSAY_OPTION_NONFINITE, ASSAY_OPTION_STAGE, ASSAY_OPTION_ROUND,
  ASSAY_OPTION_OUT, ASSAY_OPTION_ROWS, ASSAY_OPTION_SAMPLE,
  ASSAY_OPTION_SEED, ASSAY_OPTION_SHARD, ASSAY_OPTION_MAX_BITS,
  ASSAY_OPTION_JOBS,
  ASSAY_OPTION_MAX_ULP, ASSAY_OPTION_RTOL, ASSAY_OPTION_ATOL,
  ASSAY_OPTION_TIMES_NAIVE, ASSAY_OPTION_PROFILE, ASSAY_OPTION_CASE,
  ASSAY_OPTION_FORMAT, ASSAY_OPTION_HTML, ASSAY_OPTION_EXPLAIN,
  ASSAY_OPTION_HELP, ASSAY_OPTION_VERSION
};

enum { ASSAY_KERNEL_OPTION_COUNT = ASSAY_OPTION_VERSION + 1 };

/* TEXT[option] is null where the option is not given, "" where it is given
   without a value.  */
struct assay_kernel_options
{
  const char *text[ASSAY_KERNEL_OPTION_COUNT];
};

/* Tensors of a problem, open; the problem's views look into them.  */
struct assay_kernel_tensors
{
  struct assay_tensor q, k, v, past_k, past_v, mask;
};

/* "--q"; the option as it is written.  */
const char *assay_option_name (enum assay_kernel_option option);

/* Whether OPTION, an enum assay_kernel_option, has a value: no_argument,
   required_argument or optional_argument of getopt_long.  */
int assay_option_argument (int option);

/* OPTIONS, empty, <- those of ARGV; 0 after a complaint.  */
int assay_kernel_options_take (struct assay_kernel_options *options, int argc,
                               char **argv);

/* *INDEX <- the place of OPTION's text in CHOICES, which a null pointer ends;
   unchanged without the option, ASSAY_EVALUE for another text.  */
enum assay_status assay_option_choice (
  int *index, const struct assay_kernel_options *options,
  enum assay_kernel_option option, const char *const *choices,
  struct assay_ctx *ctx);

/* ASSAY_EVALUE: OPTION's text FOUND is not what was EXPECTED.  */
enum assay_status assay_option_misfit (
  enum assay_kernel_option option, const char *expected, const char *found,
  struct assay_ctx *ctx);

/* TWO <- the integers of TEXT, "A,B", both LOW or more.  */
enum assay_status assay_option_pair (
  long two[2], enum assay_kernel_option option, const char *text, long low,
  const char *expected, struct assay_ctx *ctx);

/* PROBLEM, whose q has HEADS heads, <- scale, cap, frontier, window, slopes,
   sinks, lengths and policies of OPTIONS.  */
enum assay_status assay_kernel_settings (
  struct assay_problem *problem, const struct assay_kernel_options *options,
  size_t heads, struct assay_ctx *ctx);

/* PROBLEM <- what OPTIONS say, its tensors opened and everything checked.
   Both are initialised by this and to be cleared by the next, also after a
   refusal.  */
enum assay_status assay_kernel_options_problem (
  struct assay_problem *problem, struct assay_kernel_tensors *tensors,
  const struct assay_kernel_options *options, struct assay_ctx *ctx);
void assay_kernel_tensors_close (struct assay_kernel_tensors *tensors);

/* TENSOR <- opened from OPTION's text, read as the type that DTYPE names.  */
enum assay_status assay_option_tensor (
  struct assay_tensor *tensor, const struct assay_kernel_options *options,
  enum assay_kernel_option option, enum assay_kernel_option dtype,
  struct assay_ctx *ctx);

/* --axes, or what a tensor of so many axes has without it.  */
const char *assay_option_axes (
  const struct assay_kernel_options *options,
  const struct assay_tensor *tensor);

/* VIEW <- of TENSOR, opened from OPTION's text with the axes of --axes, its
   heads being HEADS where the last axis holds (hd).  */
enum assay_status assay_option_view (
  struct assay_view *view, struct assay_tensor *tensor,
  const struct assay_kernel_options *options, enum assay_kernel_option option,
  enum assay_kernel_option dtype, size_t heads, struct assay_ctx *ctx);

/* The same of a log-sum-exp, which has the axes of q without the last.  */
enum assay_status assay_option_lse_view (
  struct assay_view *view, struct assay_tensor *tensor,
  const struct assay_kernel_options *options, enum assay_kernel_option option,
  enum assay_kernel_option dtype, struct assay_ctx *ctx);

#endif
