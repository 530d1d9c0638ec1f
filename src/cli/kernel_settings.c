/* kernel_settings.c -- what the options of assay kernel attention say about
   scores, legality and policies */

#include <stdlib.h>
#include <string.h>

#include "cli/kernel_options.h"
#include "exact/rat.h"
#include "kernel/attention_case.h"
#include "kernel/exact_option.h"
#include "position/alibi.h"

static enum assay_status
read_scale (struct assay_problem *problem,
            const struct assay_kernel_options *options, struct assay_ctx *ctx)
{
  const char *text = options->text[ASSAY_OPTION_SCALE];
  enum assay_status status = ASSAY_OK;
  mpq_t scale;

  if (text && strcmp (text, "default") != 0)
    {
      mpq_init (scale);
      status = assay_exact_option (scale, text, "--scale", ctx);
      assay_surd_set_rational (&problem->sigma, scale);
      problem->is_scaled = 1;
      mpq_clear (scale);
    }
  text = options->text[ASSAY_OPTION_SOFTCAP];
  if (status == ASSAY_OK && text)
    status = assay_exact_option (problem->softcap, text, "--softcap", ctx);
  if (status == ASSAY_OK && mpq_sgn (problem->softcap) < 0)
    status = assay_option_misfit (ASSAY_OPTION_SOFTCAP,
                                  "a cap above 0, or 0 for none", text, ctx);
  return status;
}

/* "top-left", "bottom-right", "offset:N"; the empty text leaves it as is.  */
static enum assay_status
read_alignment (struct assay_problem *problem,
                enum assay_kernel_option option, const char *text,
                struct assay_ctx *ctx)
{
  static const char expected[] = "top-left, bottom-right or offset:N";
  char *end;

  if (text[0] == '\0')
    return ASSAY_OK;
  if (strcmp (text, "top-left") == 0)
    problem->alignment = ASSAY_ALIGN_TOP_LEFT;
  else if (strcmp (text, "bottom-right") == 0)
    problem->alignment = ASSAY_ALIGN_BOTTOM_RIGHT;
  else if (strncmp (text, "offset:", 7) == 0)
    {
      problem->alignment = ASSAY_ALIGN_OFFSET;
      problem->offset = strtol (text + 7, &end, 10);
      if (end == text + 7 || *end != '\0' || problem->offset < -INT32_MAX
          || problem->offset > INT32_MAX)
        return assay_option_misfit (option, expected, text, ctx);
    }
  else
    return assay_option_misfit (option, expected, text, ctx);
  return ASSAY_OK;
}

static enum assay_status
read_frontier (struct assay_problem *problem,
               const struct assay_kernel_options *options,
               struct assay_ctx *ctx)
{
  const char *causal = options->text[ASSAY_OPTION_CAUSAL];
  const char *align = options->text[ASSAY_OPTION_ALIGN];
  const char *window = options->text[ASSAY_OPTION_WINDOW];
  enum assay_status status = ASSAY_OK;
  long sides[2];

  problem->causal = causal != NULL;
  if (causal)
    status = read_alignment (problem, ASSAY_OPTION_CAUSAL, causal, ctx);
  if (status == ASSAY_OK && align && causal && causal[0])
    status = assay_option_misfit (ASSAY_OPTION_ALIGN, "nothing beside "
                                  "--causal=WHERE", align, ctx);
  else if (status == ASSAY_OK && align && !causal && !window
           && !options->text[ASSAY_OPTION_ALIBI])
    status = assay_option_misfit (ASSAY_OPTION_ALIGN, "--window, --alibi or "
                                  "a bare --causal beside it", align, ctx);
  else if (status == ASSAY_OK && align)
    status = read_alignment (problem, ASSAY_OPTION_ALIGN, align, ctx);
  if (status == ASSAY_OK && window)
    {
      status = assay_option_pair (sides, ASSAY_OPTION_WINDOW, window, -1,
                                  "LEFT,RIGHT: how many keys before and "
                                  "after the query's own, -1 for no bound",
                                  ctx);
      problem->left = sides[0];
      problem->right = sides[1];
    }
  return status;
}

/* *TAKEN: the text names a rule, which has been followed for HEADS heads.  */
static enum assay_status
slopes_by_rule (struct assay_problem *problem, const char *text,
                size_t heads, int *taken, struct assay_ctx *ctx)
{
  static const enum assay_alibi_rule rules[] = {
    ASSAY_ALIBI_PAPER, ASSAY_ALIBI_MPT, ASSAY_ALIBI_GGML
  };
  enum assay_status status = ASSAY_OK;
  unsigned long denominator;
  long numerator;
  size_t r, h;

  *taken = 0;
  for (r = 0; r < 3 && !*taken; r++)
    *taken = strcmp (text, assay_alibi_rule_name (rules[r])) == 0;
  if (!*taken)
    return ASSAY_OK;
  assay_problem_new_slopes (problem, heads);
  for (h = 0; h < heads && status == ASSAY_OK; h++)
    {
      status = assay_alibi_exponent (&numerator, &denominator, h + 1, heads,
                                     rules[r - 1], ctx);
      if (status == ASSAY_OK)
        assay_surd_set_power_of_two (&problem->slopes[h], -8 * numerator,
                                     denominator);
    }
  return status;
}

static enum assay_status
read_slopes (struct assay_problem *problem,
             const struct assay_kernel_options *options, size_t heads,
             struct assay_ctx *ctx)
{
  const char *text = options->text[ASSAY_OPTION_ALIBI];
  enum assay_status status;
  size_t count, h;
  mpq_t *list;
  int taken;

  if (text == NULL)
    return ASSAY_OK;
  status = slopes_by_rule (problem, text, heads, &taken, ctx);
  if (status != ASSAY_OK || taken)
    return status;
  status = assay_exact_list (&list, &count, text, "--alibi", ctx);
  if (status == ASSAY_OK)
    {
      assay_problem_new_slopes (problem, count);
      for (h = 0; h < count; h++)
        assay_surd_set_rational (&problem->slopes[h], list[h]);
    }
  assay_rationals_free (list, count);
  return status;
}

static enum assay_status
read_sinks (struct assay_problem *problem,
            const struct assay_kernel_options *options, size_t heads,
            struct assay_ctx *ctx)
{
  const char *text = options->text[ASSAY_OPTION_SINK];
  enum assay_status status;
  size_t count, h;
  mpq_t *list;

  if (text == NULL)
    return ASSAY_OK;
  status = assay_exact_list (&list, &count, text, "--sink", ctx);
  if (status == ASSAY_OK)
    {
      /* One number is the sink of every head.  */
      assay_problem_new_sinks (problem, count == 1 ? heads : count);
      for (h = 0; h < problem->sink_count; h++)
        mpq_set (problem->sinks[h], list[count == 1 ? 0 : h]);
    }
  assay_rationals_free (list, count);
  return status;
}

static enum assay_status
read_valid (struct assay_problem *problem,
            const struct assay_kernel_options *options, struct assay_ctx *ctx)
{
  const char *text = options->text[ASSAY_OPTION_VALID_LENGTH];
  enum assay_status status;
  size_t count, b;
  mpq_t *list;

  if (text == NULL)
    return ASSAY_OK;
  status = assay_exact_list (&list, &count, text, "--valid-length", ctx);
  if (status == ASSAY_OK)
    assay_problem_new_valid (problem, count);
  for (b = 0; b < count && status == ASSAY_OK; b++)
    if (mpz_cmp_ui (mpq_denref (list[b]), 1) != 0
        || !mpz_fits_ulong_p (mpq_numref (list[b])))
      status = assay_option_misfit (ASSAY_OPTION_VALID_LENGTH,
                                    "counts of keys, one a batch", text, ctx);
    else
      problem->valid[b] = mpz_get_ui (mpq_numref (list[b]));
  assay_rationals_free (list, count);
  return status;
}

/* What the operator of an opset implies; options may say otherwise.  */
static enum assay_status
read_profile (struct assay_problem *problem,
              const struct assay_kernel_options *options,
              struct assay_ctx *ctx)
{
  static const char *const profiles[] = { "onnx-23", "onnx-24", "onnx-25",
                                          NULL };
  enum assay_status status;
  int index = -1;

  status = assay_option_choice (&index, options, ASSAY_OPTION_PROFILE,
                                profiles, ctx);
  if (status != ASSAY_OK || index < 0)
    return status;
  assay_problem_follow_onnx (problem, 23 + index);
  if (index < 1 && options->text[ASSAY_OPTION_VALID_LENGTH])
    return assay_option_misfit (ASSAY_OPTION_VALID_LENGTH, "no lengths with "
                                "--profile=onnx-23",
                                options->text[ASSAY_OPTION_VALID_LENGTH],
                                ctx);
  if (index < 2 && options->text[ASSAY_OPTION_WINDOW])
    return assay_option_misfit (ASSAY_OPTION_WINDOW, "no window before "
                                "--profile=onnx-25",
                                options->text[ASSAY_OPTION_WINDOW], ctx);
  return ASSAY_OK;
}

static enum assay_status
read_policies (struct assay_problem *problem,
               const struct assay_kernel_options *options,
               struct assay_ctx *ctx)
{
  static const char *const empty[] = { "error", "zero", "nan", NULL };
  static const char *const nonfinite[] = { "refuse", "ieee", "ignore-masked",
                                           NULL };
  enum assay_status status;
  int choice = problem->empty_row;

  status = assay_option_choice (&choice, options,
                                ASSAY_OPTION_EMPTY_ROW, empty, ctx);
  problem->empty_row = (enum assay_empty_row) choice;
  choice = 0;
  if (status == ASSAY_OK)
    status = assay_option_choice (&choice, options,
                                  ASSAY_OPTION_NONFINITE, nonfinite,
                                  ctx);
  problem->nonfinite = (enum assay_nonfinite) choice;
  return status;
}

enum assay_status
assay_kernel_settings (struct assay_problem *problem,
                       const struct assay_kernel_options *options,
                       size_t heads, struct assay_ctx *ctx)
{
  enum assay_status status;

  status = read_profile (problem, options, ctx);
  if (status == ASSAY_OK)
    status = read_scale (problem, options, ctx);
  if (status == ASSAY_OK)
    status = read_frontier (problem, options, ctx);
  if (status == ASSAY_OK)
    status = read_slopes (problem, options, heads, ctx);
  if (status == ASSAY_OK)
    status = read_sinks (problem, options, heads, ctx);
  if (status == ASSAY_OK)
    status = read_valid (problem, options, ctx);
  if (status == ASSAY_OK)
    status = read_policies (problem, options, ctx);
  return status;
}
