/* causal_attention.c -- the lesson "causal attention" */

#include "lessons/causal_attention.h"

#include <string.h>

#include "lessons/causal_attention_parts.h"

#define ZEROS "[[0,0],[0,0],[0,0]]"
#define K3 "[[1,0],[0,1],[1,1]]"
#define V3 "[[2,0],[4,4],[6,8]]"

static const char baseline_request[]
  = "{\"q\":" ZEROS ",\"k\":" K3 ",\"v\":" V3 ",\"causal\":true}";
static const char open_request[]
  = "{\"q\":" ZEROS ",\"k\":" K3 ",\"v\":" V3 ",\"causal\":false}";
static const char unequal_request[]
  = "{\"q\":[[1],[1]],\"k\":[[0],[1]],\"v\":[[0],[4]],\"causal\":false}";
static const char scaled_request[]
  = "{\"q\":[[1,1,1,1],[1,1,1,1]],\"k\":[[0,0,0,0],[1,1,1,1]],"
    "\"v\":[[0],[4]],\"causal\":false}";
static const char identity_request[]
  = "{\"q\":" ZEROS ",\"k\":" K3 ",\"v\":" V3 ",\"allowed\":"
    "[[true,false,false],[false,true,false],[false,false,true]],"
    "\"causal\":false}";
static const char supplied_request[]
  = "{\"q\":" ZEROS ",\"k\":" K3 ",\"v\":" V3 ",\"allowed\":"
    "[[true,true,true],[true,false,true],[false,true,true]],"
    "\"causal\":true}";

/* The requests that several checks look at.  */
struct witnesses
{
  struct assay_rows baseline, open, unequal, scaled, identity, supplied;
};

static void
witnesses_init (struct witnesses *w)
{
  assay_rows_read (&w->baseline, baseline_request);
  assay_rows_read (&w->open, open_request);
  assay_rows_read (&w->unequal, unequal_request);
  assay_rows_read (&w->scaled, scaled_request);
  assay_rows_read (&w->identity, identity_request);
  assay_rows_read (&w->supplied, supplied_request);
}

static void
witnesses_clear (struct witnesses *w)
{
  assay_rows_clear (&w->baseline);
  assay_rows_clear (&w->open);
  assay_rows_clear (&w->unequal);
  assay_rows_clear (&w->scaled);
  assay_rows_clear (&w->identity);
  assay_rows_clear (&w->supplied);
}

/* Whether the weights and outputs of a 3 x 3 request with two values are,
   exactly, WEIGHTS over their DENOMINATORS and OUTPUT.  */
static int
rows_are (const struct assay_rows *rows, const long weights[3][3],
          const unsigned long denominators[3], const long output[3][2])
{
  int equal = rows->status == ASSAY_OK;
  size_t i, j;

  for (i = 0; i < 3 && equal; i++)
    {
      for (j = 0; j < 3 && equal; j++)
        equal = assay_rows_weight_is (rows, i, j, weights[i][j],
                                      denominators[i]);
      for (j = 0; j < 2 && equal; j++)
        equal = assay_rows_output_is (rows, i, j, output[i][j], 1);
    }
  return equal;
}

static enum assay_verdict
check_uniform (const struct witnesses *w)
{
  static const long weights[3][3] = { { 1, 0, 0 }, { 1, 1, 0 }, { 1, 1, 1 } };
  static const unsigned long denominators[3] = { 1, 2, 3 };
  static const long output[3][2] = { { 2, 0 }, { 3, 2 }, { 4, 4 } };

  return assay_verdict_of (rows_are (&w->baseline, weights, denominators,
                                     output));
}

static enum assay_verdict
check_logistic (const struct witnesses *w)
{
  int holds = w->unequal.status == ASSAY_OK;
  size_t i;

  for (i = 0; i < 2 && holds; i++)
    {
      struct assay_quotient first = assay_rows_weight (&w->unequal, i, 0);
      struct assay_quotient second = assay_rows_weight (&w->unequal, i, 1);
      struct assay_quotient output = assay_rows_output (&w->unequal, i, 0);

      holds = assay_quotient_is_logistic (&second, 1, 1)
              && assay_quotient_is_logistic (&first, -1, 1)
              && assay_quotient_is_logistic (&output, 1, 4);
    }
  return assay_verdict_of (holds);
}

static enum assay_verdict
check_scale (const struct witnesses *w)
{
  int holds = w->scaled.status == ASSAY_OK;
  size_t i;

  for (i = 0; i < 2 && holds; i++)
    {
      struct assay_quotient first = assay_rows_weight (&w->scaled, i, 0);
      struct assay_quotient second = assay_rows_weight (&w->scaled, i, 1);

      holds = assay_quotient_is_logistic (&second, 2, 1)
              && assay_quotient_is_logistic (&first, -2, 1)
              && !assay_quotient_is_logistic (&second, 4, 1);
    }
  return assay_verdict_of (holds);
}

static enum assay_verdict
check_one_key (const struct witnesses *w)
{
  static const long weights[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
  static const unsigned long denominators[3] = { 1, 1, 1 };
  static const long output[3][2] = { { 2, 0 }, { 4, 4 }, { 6, 8 } };

  return assay_verdict_of (rows_are (&w->identity, weights, denominators,
                                     output));
}

static enum assay_verdict
check_intersection (const struct witnesses *w)
{
  static const long weights[3][3] = { { 1, 0, 0 }, { 1, 0, 0 }, { 0, 1, 1 } };
  static const unsigned long denominators[3] = { 1, 1, 2 };
  static const long output[3][2] = { { 2, 0 }, { 2, 0 }, { 5, 6 } };

  return assay_verdict_of (rows_are (&w->supplied, weights, denominators,
                                     output));
}

/* SUM <- what is left of query I's open weights under the identity mask,
   applied after the softmax and not renormalised.  */
static void
after_mask_sum (mpq_ptr sum, const struct witnesses *w, size_t i)
{
  mpq_t weight;
  size_t j;

  mpq_init (weight);
  mpq_set_ui (sum, 0, 1);
  for (j = 0; j < 3; j++)
    if (assay_rows_is_legal (&w->identity, i, j))
      {
        struct assay_quotient q = assay_rows_weight (&w->open, i, j);

        if (assay_quotient_rational (weight, &q) == ASSAY_HOLDS)
          mpq_add (sum, sum, weight);
      }
  mpq_clear (weight);
}

static enum assay_verdict
check_after_mask (const struct witnesses *w)
{
  int holds = 1;
  mpq_t sum;
  size_t i;

  mpq_init (sum);
  for (i = 0; i < 3 && holds; i++)
    {
      after_mask_sum (sum, w, i);
      holds = mpq_cmp_ui (sum, 1, 3) == 0
              && assay_rows_weight_is (&w->identity, i, i, 1, 1);
    }
  mpq_clear (sum);
  return assay_verdict_of (holds);
}

static void
figures_of_rows (struct assay_figure *weights, struct assay_figure *output,
                 const struct assay_rows *rows)
{
  size_t keys = rows->request.k.rows, columns = rows->request.v.columns;
  struct assay_quotient q;
  mpq_t zero;
  size_t i, j;

  mpq_init (zero);
  for (i = 0; i < rows->request.q.rows; i++)
    {
      for (j = 0; j < keys; j++)
        if (assay_rows_is_legal (rows, i, j))
          {
            q = assay_rows_weight (rows, i, j);
            assay_figure_set (&weights[i * keys + j], &q, 12);
          }
        else
          assay_figure_set_rational (&weights[i * keys + j], zero, 12);
      for (j = 0; j < columns; j++)
        {
          q = assay_rows_output (rows, i, j);
          assay_figure_set (&output[i * columns + j], &q, 12);
        }
    }
  mpq_clear (zero);
}

/* The weight of the second key when the root of d = 4 is left out: scores 0
   and 4.  */
static void
figure_unscaled (struct assay_figure *figure)
{
  static const unsigned char legal[] = { 1, 1 };
  struct assay_softmax row;
  struct assay_quotient q;
  mpq_t scores[2];

  mpq_inits (scores[0], scores[1], NULL);
  mpq_set_ui (scores[1], 4, 1);
  assay_softmax_init (&row, scores, legal, 2, 1);
  q = (struct assay_quotient) { &row, NULL, row.classes.class_of[1] };
  assay_figure_set (figure, &q, 12);
  assay_softmax_clear (&row);
  mpq_clears (scores[0], scores[1], NULL);
}

static void
compute_figures (struct assay_causal_attention *r, const struct witnesses *w)
{
  struct assay_quotient q = assay_rows_weight (&w->scaled, 0, 1);
  mpq_t sum;
  size_t i;

  figures_of_rows (r->causal_weights, r->causal_output, &w->baseline);
  figures_of_rows (r->unequal_weights, r->unequal_output, &w->unequal);
  figures_of_rows (r->intersection_weights, r->intersection_output,
                   &w->supplied);
  assay_figure_set (&r->scaled_weight, &q, 12);
  figure_unscaled (&r->unscaled_weight);
  mpq_init (sum);
  for (i = 0; i < 3; i++)
    {
      after_mask_sum (sum, w, i);
      assay_figure_set_rational (&r->after_mask_sums[i], sum, 16);
    }
  mpq_clear (sum);
  /* |q . k| / sqrt (d) <= 8 * 8 * d / sqrt (d), and d = 4 has the root 2;
     two scores differ by twice that at most.  */
  r->score_bound = 8 * 8 * 4 / 2;
  r->difference_bound = 2 * r->score_bound;
}

static void
set_check (struct assay_causal_attention *r, size_t i, const char *name,
           enum assay_verdict verdict)
{
  r->checks[i] = (struct assay_lesson_check) { name, verdict };
}

static void
run_checks (struct assay_causal_attention *r, const struct witnesses *w,
            const struct assay_second_family *oracle)
{
  enum assay_verdict agree, hull;

  assay_attention_fixtures (&agree, &hull, &r->oracle_fixtures, oracle);
  set_check (r, 0, "literal_uniform_causal_rows_and_hand_outputs",
             check_uniform (w));
  set_check (r, 1, "unequal_two_key_analytic_logistic_weight",
             check_logistic (w));
  set_check (r, 2, "key_feature_count_sqrt_scale_not_positions_or_value_"
             "width", check_scale (w));
  set_check (r, 3, "independent_unshifted_decimal_288_fixtures_ONE_group",
             agree);
  set_check (r, 4, "future_query_key_and_value_changes_leave_earlier_rows_"
             "unchanged", assay_attention_future (&w->baseline));
  set_check (r, 5, "one_allowed_key_returns_its_value_not_zeroed_mixture",
             check_one_key (w));
  set_check (r, 6, "own_mask_intersection_causal_and_supplied_permissions",
             check_intersection (w));
  set_check (r, 7, "zeroing_after_softmax_without_renormalization_loses_"
             "unit_row_sum", check_after_mask (w));
  set_check (r, 8, "softmax_key_axis_is_not_query_axis",
             assay_attention_axis ());
  set_check (r, 9, "consistent_key_value_mask_permutation_and_query_row_"
             "permutation", assay_attention_permutations ());
  set_check (r, 10, "same_QK_feature_permutation_preserves_dots_and_outputs",
             assay_attention_reversed_features ());
  set_check (r, 11, "fixed_scores_affine_value_transform_preserves_weights",
             assay_attention_affine_values ());
  set_check (r, 12, "legal_positive_weights_blocked_exact_zeros_and_"
             "coordinate_convex_hull", hull);
  set_check (r, 13, "strict_types_rectangular_shapes_shared_axes_and_"
             "resource_caps", assay_attention_invalid (&r->invalid_cases));
  set_check (r, 14, "all_blocked_rows_rejected_including_causal_mask_"
             "intersection", assay_attention_blocked_rows ());
  set_check (r, 15, "maximum_profile_positive_finite_extremes_and_input_"
             "preservation", assay_attention_extremes (oracle));
}

void
assay_causal_attention_run (struct assay_causal_attention *r,
                            const struct assay_second_family *oracle)
{
  struct witnesses w;

  memset (r, 0, sizeof *r);
  witnesses_init (&w);
  compute_figures (r, &w);
  run_checks (r, &w, oracle);
  witnesses_clear (&w);
}
