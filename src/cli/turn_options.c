/* turn_options.c -- the options of assay kernel rope */

#include "cli/turn_options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>


/* In the order of enum assay_turn_option.  */
static const char *const names[ASSAY_TURN_OPTION_COUNT] = {
  "--x", "--got", "--cos-got", "--sin-got", "--out", "--case", "--config",
  "--layer", "--length", "--base", "--factor", "--cos", "--sin",
  "--positions", "--rotary-dim", "--layout", "--sign", "--axes", "--heads",
  "--dtype-x", "--dtype-got", "--dtype-table", "--round", "--contract",
  "--nonfinite", "--rows", "--jobs", "--max-bits", "--max-ulp", "--rtol",
  "--atol", "--times-naive", "--format", "--html", "--explain", "--help",
  "--version"
};

_Static_assert ((int) ASSAY_TURN_OPTION_COUNT
                <= (int) ASSAY_OPTION_TEXTS_MAX, "more options than room");

const char *
assay_turn_option_name (enum assay_turn_option option)
{
  return names[option];
}

const char *
assay_turn_name (const struct assay_turn_options *options,
                 enum assay_turn_option option)
{
  if (option == ASSAY_TURN_X && options->x_name)
    return options->x_name;
  if (option == ASSAY_TURN_DTYPE_X && options->dtype_name)
    return options->dtype_name;
  return names[option];
}

static int
argument_of (int option)
{
  return option == ASSAY_TURN_HELP || option == ASSAY_TURN_VERSION
         || option == ASSAY_TURN_EXPLAIN ? no_argument : required_argument;
}

int
assay_turn_options_take (struct assay_turn_options *options, int argc,
                         char **argv)
{
  return assay_option_texts (options->text, names, ASSAY_TURN_OPTION_COUNT,
                             argument_of, ASSAY_TURN_HELP, argc, argv);
}

enum assay_status
assay_turn_misfit (const struct assay_turn_options *options,
                   enum assay_turn_option option, const char *expected,
                   struct assay_ctx *ctx)
{
  return assay_option_refuse (assay_turn_name (options, option), expected,
                              options->text[option], ctx);
}

enum assay_status
assay_turn_choice (int *index, const struct assay_turn_options *options,
                   enum assay_turn_option option, const char *const *choices,
                   struct assay_ctx *ctx)
{
  return assay_option_one_of (index, options->text[option],
                              assay_turn_name (options, option), choices,
                              ctx);
}

enum assay_status
assay_turn_number (unsigned long *value,
                   const struct assay_turn_options *options,
                   enum assay_turn_option option, unsigned long low,
                   unsigned long high, struct assay_ctx *ctx)
{
  const char *text = options->text[option];
  unsigned long number;
  char expected[80];
  char *end;

  if (text == NULL)
    return ASSAY_OK;
  errno = 0;
  number = strtoul (text, &end, 10);
  if (text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0
      && number >= low && number <= high)
    {
      *value = number;
      return ASSAY_OK;
    }
  snprintf (expected, sizeof expected, "an integer from %lu to %lu", low,
            high);
  return assay_turn_misfit (options, option, expected, ctx);
}

enum assay_status
assay_turn_exact (mpq_ptr value, int *is_given,
                  const struct assay_turn_options *options,
                  enum assay_turn_option option, enum assay_option_sign sign,
                  struct assay_ctx *ctx)
{
  return assay_option_exact (value, is_given, options->text[option],
                             assay_turn_name (options, option), sign, ctx);
}

enum assay_status
assay_turn_nonfinite (unsigned *allowed,
                      const struct assay_turn_options *options,
                      struct assay_ctx *ctx)
{
  static const char *const choices[] = { "refuse", "ieee", NULL };
  static const unsigned oddities[] = {
    0, 1u << ASSAY_ODD_NAN | 1u << ASSAY_ODD_PLUS_INFINITY
       | 1u << ASSAY_ODD_MINUS_INFINITY
  };
  int index = 0;
  enum assay_status status = assay_turn_choice (&index, options,
                                                ASSAY_TURN_NONFINITE,
                                                choices, ctx);

  *allowed = oddities[index];
  return status;
}

enum assay_status
assay_turn_tensor (struct assay_tensor *tensor,
                   const struct assay_turn_options *options,
                   enum assay_turn_option option,
                   enum assay_turn_option dtype, struct assay_ctx *ctx)
{
  return assay_option_open (tensor, options->text[option],
                            options->text[dtype],
                            assay_turn_name (options, dtype),
                            "f64, f32, f16, bf16, e4m3 or e5m2", ctx);
}
