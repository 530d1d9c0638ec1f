/* option_text.h -- options that are kept as texts

   A command line of many options is kept as texts, by option; what they mean
   is settled afterwards, when the files that they speak of are open.  */

#ifndef ASSAY_CLI_OPTION_TEXT_H
#define ASSAY_CLI_OPTION_TEXT_H

#include "kernel/criteria.h"
#include "kernel/tensor.h"

enum { ASSAY_OPTION_TEXTS_MAX = 64 };

/* What --round may name, in the order of enum assay_fmt, and --lse-base: lists
   that a null pointer ends.  */
extern const char *const assay_option_floats[];
extern const char *const assay_option_lse_bases[];

/* TEXT[i] <- what ARGV gives to the option NAMES[i] ("--q"), of COUNT, at most
   ASSAY_OPTION_TEXTS_MAX; "" where it has no value.  ARGUMENT_OF is what
   getopt_long calls has_arg; -h is option HELP.  0 after a complaint.  */
int assay_option_texts (const char **text, const char *const *names,
                        int count, int (*argument_of) (int option), int help,
                        int argc, char **argv);

/* ASSAY_EVALUE: OPTION's text FOUND is not what was EXPECTED.  */
enum assay_status assay_option_refuse (const char *option,
                                       const char *expected,
                                       const char *found,
                                       struct assay_ctx *ctx);

/* *INDEX <- the place of OPTION's TEXT in CHOICES, which a null pointer ends;
   unchanged where TEXT is null, ASSAY_EVALUE for another text.  */
enum assay_status assay_option_one_of (int *index, const char *text,
                                       const char *option,
                                       const char *const *choices,
                                       struct assay_ctx *ctx);

enum assay_option_sign
{
  ASSAY_ABOVE_ZERO,
  ASSAY_ZERO_OR_ABOVE
};

/* VALUE <- the exact number of that SIGN that OPTION's TEXT spells;
   *IS_GIVEN <- 1.  Both unchanged where TEXT is null.  */
enum assay_status assay_option_exact (mpq_ptr value, int *is_given,
                                      const char *text, const char *option,
                                      enum assay_option_sign sign,
                                      struct assay_ctx *ctx);

/* *FIRST <- A and *LAST <- B of TEXT, "A..B", or A twice of "A": whether that
   is a range with A <= B < END.  */
int assay_option_range (unsigned long *first, unsigned long *last,
                        const char *text, unsigned long end);

/* CRITERIA, fresh, <- the texts of --max-ulp, --rtol, --atol and
   --times-naive, each of which may be null.  */
enum assay_status assay_option_criteria (struct assay_criteria *criteria,
                                         const char *max_ulp,
                                         const char *rtol, const char *atol,
                                         const char *times_naive,
                                         struct assay_ctx *ctx);

/* TENSOR <- opened from FILE, as assay_tensor_open; read as the type that
   DTYPE, the text of the option NAME, names, unless it is null.  EXPECTED
   lists the types.  */
enum assay_status assay_option_open (struct assay_tensor *tensor,
                                     const char *file, const char *dtype,
                                     const char *name, const char *expected,
                                     struct assay_ctx *ctx);

#endif
