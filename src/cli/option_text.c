/* option_text.c -- options that are kept as texts */

#include "config.h"

#include "cli/option_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "kernel/exact_option.h"

/* What getopt_long finds is FIRST and the option.  */
enum { FIRST = 256 };

const char *const assay_option_floats[] = { "f64", "f32", "f16", "bf16",
                                            "e4m3", "e5m2", NULL };
const char *const assay_option_lse_bases[] = { "e", "2", NULL };

int
assay_option_texts (const char **text, const char *const *names, int count,
                    int (*argument_of) (int option), int help, int argc,
                    char **argv)
{
  struct option table[ASSAY_OPTION_TEXTS_MAX + 1] = { { 0 } };
  int found, i;

  for (i = 0; i < count; i++)
    {
      table[i].name = names[i] + strlen ("--");
      table[i].has_arg = argument_of (i);
      table[i].val = FIRST + i;
    }
  while ((found = assay_cli_option (argc, argv, table)) != -1)
    if (found == 'h')
      text[help] = "";
    else if (found < FIRST)
      return 0;
    else
      text[found - FIRST] = optarg ? optarg : "";
  return 1;
}

enum assay_status
assay_option_refuse (const char *option, const char *expected,
                     const char *found, struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, option, 0 };

  return assay_fail (ctx, ASSAY_EVALUE, &where, expected, "\"%s\"", found);
}

enum assay_status
assay_option_one_of (int *index, const char *text, const char *option,
                     const char *const *choices, struct assay_ctx *ctx)
{
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
  return assay_option_refuse (option, expected, text, ctx);
}

enum assay_status
assay_option_exact (mpq_ptr value, int *is_given, const char *text,
                    const char *option, enum assay_option_sign sign,
                    struct assay_ctx *ctx)
{
  enum assay_status status;

  if (text == NULL)
    return ASSAY_OK;
  status = assay_exact_option (value, text, option, ctx);
  if (status == ASSAY_OK && sign == ASSAY_ABOVE_ZERO
      && mpq_sgn (value) <= 0)
    status = assay_option_refuse (option, "a number above 0", text, ctx);
  if (status == ASSAY_OK && mpq_sgn (value) < 0)
    status = assay_option_refuse (option, "a number of at least 0", text,
                                  ctx);
  *is_given = 1;
  return status;
}

int
assay_option_range (unsigned long *first, unsigned long *last,
                    const char *text, unsigned long end)
{
  char *rest;

  *first = *last = strtoul (text, &rest, 10);
  if (text[0] >= '0' && text[0] <= '9' && strncmp (rest, "..", 2) == 0
      && rest[2] >= '0' && rest[2] <= '9')
    *last = strtoul (rest + 2, &rest, 10);
  return text[0] >= '0' && text[0] <= '9' && *rest == '\0' && *first <= *last
         && *last < end;
}

enum assay_status
assay_option_criteria (struct assay_criteria *criteria, const char *max_ulp,
                       const char *rtol, const char *atol,
                       const char *times_naive, struct assay_ctx *ctx)
{
  enum assay_status status
    = assay_option_exact (criteria->max_ulp, &criteria->has_max_ulp, max_ulp,
                          "--max-ulp", ASSAY_ZERO_OR_ABOVE, ctx);

  if (status == ASSAY_OK)
    status = assay_option_exact (criteria->rtol, &criteria->has_tolerance,
                                 rtol, "--rtol", ASSAY_ZERO_OR_ABOVE, ctx);
  if (status == ASSAY_OK)
    status = assay_option_exact (criteria->atol, &criteria->has_tolerance,
                                 atol, "--atol", ASSAY_ZERO_OR_ABOVE, ctx);
  if (status == ASSAY_OK)
    status = assay_option_exact (criteria->times_naive,
                                 &criteria->has_times_naive, times_naive,
                                 "--times-naive", ASSAY_ZERO_OR_ABOVE,
                                 ctx);
  return status;
}

enum assay_status
assay_option_open (struct assay_tensor *tensor, const char *file,
                   const char *dtype, const char *name, const char *expected,
                   struct assay_ctx *ctx)
{
  enum assay_dtype as;

  if (dtype == NULL)
    return assay_tensor_open (tensor, file, NULL, ctx);
  if (assay_dtype_find (&as, dtype) != ASSAY_OK)
    return assay_option_refuse (name, expected, dtype, ctx);
  return assay_tensor_open (tensor, file, &as, ctx);
}
