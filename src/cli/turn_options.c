/* turn_options.c -- the options of assay kernel rope */

#include "cli/turn_options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/exact_option.h"

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

enum assay_status
assay_turn_misfit (const struct assay_turn_options *options,
                   enum assay_turn_option option, const char *expected,
                   struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, assay_turn_name (options, option),
                                     0 };

  return assay_fail (ctx, ASSAY_EVALUE, &where, expected, "\"%s\"",
                     options->text[option]);
}

enum assay_status
assay_turn_choice (int *index, const struct assay_turn_options *options,
                   enum assay_turn_option option, const char *const *choices,
                   struct assay_ctx *ctx)
{
  const char *text = options->text[option];
  char expected[200] = "";
  size_t i;

  if (text == NULL)
    return ASSAY_OK;
  for (i = 0; choices[i]; i++)
    {
      if (strcmp (choices[i], text) == 0)
        {
          *index = (int) i;
          return ASSAY_OK;
        }
      if (i > 0)
        strcat (expected, choices[i + 1] ? ", " : " or ");
      strcat (expected, choices[i]);
    }
  return assay_turn_misfit (options, option, expected, ctx);
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
                  enum assay_turn_option option, long low,
                  struct assay_ctx *ctx)
{
  const char *text = options->text[option];
  enum assay_status status;
  char expected[60];

  if (text == NULL)
    return ASSAY_OK;
  status = assay_exact_option (value, text, names[option], ctx);
  snprintf (expected, sizeof expected, "a number of at least %ld", low);
  if (status == ASSAY_OK && mpq_cmp_si (value, low, 1) < 0)
    status = assay_turn_misfit (options, option, expected, ctx);
  *is_given = status == ASSAY_OK;
  return status;
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
  enum assay_dtype as;

  if (options->text[dtype] == NULL)
    return assay_tensor_open (tensor, options->text[option], NULL, ctx);
  if (assay_dtype_find (&as, options->text[dtype]) != ASSAY_OK)
    return assay_turn_misfit (options, dtype, "f64, f32, f16, bf16, e4m3 or "
                              "e5m2", ctx);
  return assay_tensor_open (tensor, options->text[option], &as, ctx);
}
