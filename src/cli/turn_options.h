/* turn_options.h -- the options of assay kernel rope

   The command line is kept as texts, by option; what they mean is settled
   afterwards, when the files that they speak of are open.  */

#ifndef ASSAY_CLI_TURN_OPTIONS_H
#define ASSAY_CLI_TURN_OPTIONS_H

#include "cli/option_text.h"
#include "kernel/tensor.h"
#include "kernel/view.h"

enum assay_turn_option
{
  ASSAY_TURN_X, ASSAY_TURN_GOT, ASSAY_TURN_COS_GOT, ASSAY_TURN_SIN_GOT,
  ASSAY_TURN_OUT, ASSAY_TURN_CASE, ASSAY_TURN_CONFIG, ASSAY_TURN_LAYER,
  ASSAY_TURN_LENGTH, ASSAY_TURN_BASE, ASSAY_TURN_FACTOR, ASSAY_TURN_COS,
  ASSAY_TURN_SIN, ASSAY_TURN_POSITIONS, ASSAY_TURN_ROTARY_DIM,
  ASSAY_TURN_LAYOUT, ASSAY_TURN_SIGN, ASSAY_TURN_AXES, ASSAY_TURN_HEADS,
  ASSAY_TURN_DTYPE_X, ASSAY_TURN_DTYPE_GOT, ASSAY_TURN_DTYPE_TABLE,
  ASSAY_TURN_ROUND, ASSAY_TURN_CONTRACT,
  ASSAY_TURN_NONFINITE, ASSAY_TURN_ROWS, ASSAY_TURN_JOBS,
  ASSAY_TURN_MAX_BITS, ASSAY_TURN_MAX_ULP, ASSAY_TURN_RTOL,
  ASSAY_TURN_ATOL, ASSAY_TURN_TIMES_NAIVE, ASSAY_TURN_FORMAT,
  ASSAY_TURN_HTML, ASSAY_TURN_EXPLAIN, ASSAY_TURN_HELP, ASSAY_TURN_VERSION
};

enum { ASSAY_TURN_OPTION_COUNT = ASSAY_TURN_VERSION + 1 };

/* TEXT[option] is null where the option is not given.  X_NAME and
   DTYPE_NAME are what --x and --dtype-x are called, null: that.  */
struct assay_turn_options
{
  const char *text[ASSAY_TURN_OPTION_COUNT];
  const char *x_name, *dtype_name;
};

/* "--x"; the option as it is written.  */
const char *assay_turn_option_name (enum assay_turn_option option);

/* The same as these OPTIONS call it.  */
const char *assay_turn_name (const struct assay_turn_options *options,
                             enum assay_turn_option option);

/* OPTIONS' text, empty, <- that of ARGV; 0 after a complaint.  */
int assay_turn_options_take (struct assay_turn_options *options, int argc,
                             char **argv);

/* ASSAY_EVALUE: OPTION's text is not what was EXPECTED.  */
enum assay_status assay_turn_misfit (const struct assay_turn_options *options,
                                     enum assay_turn_option option,
                                     const char *expected,
                                     struct assay_ctx *ctx);

/* *INDEX <- the place of OPTION's text in CHOICES, which a null pointer ends;
   unchanged without the option, ASSAY_EVALUE for another text.  */
enum assay_status assay_turn_choice (int *index,
                                     const struct assay_turn_options *options,
                                     enum assay_turn_option option,
                                     const char *const *choices,
                                     struct assay_ctx *ctx);

/* *VALUE <- the integer in LOW..HIGH that OPTION's text spells; likewise.  */
enum assay_status assay_turn_number (unsigned long *value,
                                     const struct assay_turn_options *options,
                                     enum assay_turn_option option,
                                     unsigned long low, unsigned long high,
                                     struct assay_ctx *ctx);

/* VALUE <- the exact number of that SIGN that OPTION's text spells;
   *IS_GIVEN <- 1.  Both unchanged without the option.  */
enum assay_status assay_turn_exact (mpq_ptr value, int *is_given,
                                    const struct assay_turn_options *options,
                                    enum assay_turn_option option,
                                    enum assay_option_sign sign,
                                    struct assay_ctx *ctx);

/* ALLOWED <- what --nonfinite lets x have besides finite numbers, as in
   assay_census_check.  */
enum assay_status assay_turn_nonfinite
  (unsigned *allowed, const struct assay_turn_options *options,
   struct assay_ctx *ctx);

/* TENSOR <- opened from OPTION's text, read as the type that DTYPE names.  */
enum assay_status assay_turn_tensor (struct assay_tensor *tensor,
                                     const struct assay_turn_options *options,
                                     enum assay_turn_option option,
                                     enum assay_turn_option dtype,
                                     struct assay_ctx *ctx);

#endif
