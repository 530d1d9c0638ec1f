/* jordan_rope_report.c -- the report of the lesson jordan-rope, as JSON */

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "exact/jordan_baseline.h"
#include "exact/rat.h"
#include "real/decimal.h"
#include "report/lesson_common.h"
#include "report/lesson_report.h"

static void
put_rational (struct assay_json_out *out, const char *key, mpq_srcptr x)
{
  assay_json_take (out, key, assay_rat_text (x));
}

static void
put_small (struct assay_json_out *out, const char *key, struct assay_small x)
{
  if (x.den == 1)
    assay_json_printf (out, key, "%ld", x.num);
  else
    assay_json_printf (out, key, "%ld/%lu", x.num, x.den);
}

static void
put_integers (struct assay_json_out *out, const char *key, const int *x,
              size_t n)
{
  size_t i;

  assay_json_open_inline_list (out, key);
  for (i = 0; i < n; i++)
    assay_json_printf (out, NULL, "%d", x[i]);
  assay_json_close (out);
}

/* The error as a fraction and to 30 digits.  */
static void
put_error (struct assay_json_out *out, mpq_srcptr error)
{
  put_rational (out, "mse", error);
  assay_json_take (out, "decimal_30", assay_decimal_rational (error, 30));
}

static void
put_mse_row (struct assay_json_out *out, const struct assay_probe_result *p)
{
  size_t b;

  assay_json_open_object (out, NULL);
  assay_json_integer (out, "D", (long long) p->fit);
  assay_json_integer (out, "L", (long long) p->length);
  put_small (out, "r", p->damping);
  assay_json_string (out, "basis", assay_probe_basis_name (p->basis));
  assay_json_integer (out, "size", (long long) p->weights.n);
  assay_json_integer (out, "points", (long long) p->fit + 1);
  put_error (out, p->error);
  assay_json_open_list (out, "weights");
  for (b = 0; b < p->weights.n; b++)
    put_rational (out, NULL, p->weights.at[b]);
  assay_json_close (out);
  assay_json_close (out);
}

static void
put_tables (struct assay_json_out *out, const struct assay_probe_result *p)
{
  size_t i;

  assay_json_open_list (out, "mse");
  for (i = 0; i < ASSAY_JORDAN_ROPE_MSE; i++)
    put_mse_row (out, p++);
  assay_json_close (out);
  assay_json_open_list (out, "mse_scaled_damping");
  for (i = 0; i < ASSAY_JORDAN_ROPE_SCALED; i++)
    put_mse_row (out, p++);
  assay_json_close (out);
  assay_json_open_list (out, "extrapolation");
  for (i = 0; i < ASSAY_JORDAN_ROPE_EXTRAPOLATION; i++, p++)
    {
      assay_json_open_object (out, NULL);
      assay_json_integer (out, "fit_D", (long long) p->fit);
      assay_json_integer (out, "L", (long long) p->length);
      assay_json_integer (out, "eval_D", (long long) p->check);
      put_small (out, "r", p->damping);
      assay_json_string (out, "basis", assay_probe_basis_name (p->basis));
      put_error (out, p->error);
      assay_json_close (out);
    }
  assay_json_close (out);
}

static void
put_readouts (struct assay_json_out *out, const struct assay_readout *o)
{
  mpq_t accuracy;
  size_t i;

  mpq_init (accuracy);
  assay_json_open_object (out, "sign_agreement");
  assay_json_string (
    out, "definition", "all 2^T strings s in {-1,1}^T; label = [sum_{d=1..T} "
    "s_d K(d) > 0]; readout = [sum s_d f(d) > 0], f = least-squares fit of K "
    "in the basis on lags 1..train_L (exact rationals, no intercept unless "
    "in the basis); agree = number of equal decisions");
  assay_json_open_list (out, "rows");
  for (i = 0; i < ASSAY_JORDAN_ROPE_READOUTS; i++, o++)
    {
      assay_json_open_object (out, NULL);
      assay_json_integer (out, "train_L", (long long) o->train);
      assay_json_integer (out, "T", (long long) o->t);
      assay_json_string (out, "basis", assay_probe_basis_name (o->basis));
      put_small (out, "r", o->damping);
      assay_json_integer (out, "strings", (long long) o->signs.strings);
      assay_json_integer (out, "agree", (long long) o->signs.agree);
      mpq_set_ui (accuracy, o->signs.agree, o->signs.strings);
      mpq_canonicalize (accuracy);
      put_rational (out, "accuracy", accuracy);
      assay_json_integer (out, "label_ties",
                          (long long) o->signs.label_ties);
      assay_json_integer (out, "readout_ties",
                          (long long) o->signs.readout_ties);
      assay_json_string (out, "rho_30", o->rho.text);
      assay_json_string (out, "gaussian_limit_30", o->law.text);
      assay_json_close (out);
    }
  assay_json_close (out);
  assay_json_close (out);
  mpq_clear (accuracy);
}

static void
put_limits (struct assay_json_out *out, const struct assay_jordan_limit *l)
{
  size_t i;

  assay_json_open_list (out, "limits");
  for (i = 0; i < ASSAY_JORDAN_ROPE_LIMITS; i++, l++)
    {
      assay_json_open_object (out, NULL);
      assay_json_string (out, "id", l->id);
      assay_json_string (out, "what", l->what);
      assay_json_string (out, "closed_form", l->closed_form);
      assay_json_string (out, "value_40", l->value.text);
      assay_json_close (out);
    }
  assay_json_close (out);
}

static void
put_ceilings (struct assay_json_out *out,
              const struct assay_jordan_ceiling *c)
{
  size_t i;

  assay_json_open_object (out, "public_configuration_ceilings");
  assay_json_string (
    out, "assumption", "one head, linear readout, target frequency "
    "10^(-3/4), lags 1..8191, fitted on 1..1023, tau of L = 1024; enclosed");
  assay_json_open_list (out, "rows");
  for (i = 0; i < ASSAY_JORDAN_ROPE_CEILINGS; i++, c++)
    {
      assay_json_open_object (out, NULL);
      assay_json_string (out, "case", c->what);
      assay_json_string (out, "best_rho_at_8192", c->best_rho.text);
      assay_json_string (out, "accuracy_ceiling", c->best_law.text);
      assay_json_string (out, "rho_fitted_below_1024", c->fitted_rho.text);
      assay_json_string (out, "accuracy_fitted_below_1024",
                         c->fitted_law.text);
      assay_json_close (out);
    }
  assay_json_close (out);
  assay_json_string (
    out, "note", "the direct sum's pair is called damped without a value of "
    "the damping; it is undamped here");
  assay_json_close (out);
}

/* Rows of WIDTH rationals with the positions (AT[2i], AT[2i+1]) before
   them.  */
static void
put_rows (struct assay_json_out *out, const char *key, const int *at,
          const struct assay_vec *values, size_t width,
          const char *const *names)
{
  size_t i, j;

  assay_json_open_list (out, key);
  for (i = 0; i < values->n / width; i++)
    {
      assay_json_open_object (out, NULL);
      assay_json_integer (out, "i", at[2 * i]);
      assay_json_integer (out, "j", at[2 * i + 1]);
      for (j = 0; j < width; j++)
        put_rational (out, names[j], values->at[i * width + j]);
      assay_json_close (out);
    }
  assay_json_close (out);
}

static void
put_parameters (struct assay_json_out *out)
{
  static const int q[] = { 1, 2, -1, 1 }, k[] = { 2, 0, 1, -1 };

  assay_json_open_object (out, "parameters");
  assay_json_string (out, "cos", "3/5");
  assay_json_string (out, "sin", "4/5");
  assay_json_string (out, "r", "9/10");
  assay_json_string (out, "eta", "1/2");
  put_integers (out, "q", q, 4);
  put_integers (out, "k", k, 4);
  assay_json_close (out);
}

static void
put_tau (struct assay_json_out *out, const struct assay_vec *tau)
{
  char key[16];
  int d;

  assay_json_open_object (out, "tau_L8");
  assay_json_open_object (out, "values");
  for (d = 0; d <= 8; d++)
    {
      snprintf (key, sizeof key, "%d", d);
      put_rational (out, key, tau->at[d]);
    }
  assay_json_close (out);
  put_rational (out, "defect_1_1", tau->at[9]);
  assay_json_string (out, "identity", "tau(a)+tau(b)-tau(a+b) = L a b "
                     "(2L+a+b)/((L+a)(L+b)(L+a+b))");
  assay_json_close (out);
}

static void
put_witnesses (struct assay_json_out *out, const struct assay_jordan_rope *r)
{
  static const int lag_three[] = { 3, 0, 5, 2, 8, 5 };
  static const int equal[] = { 0, 0, 1, 1, 2, 2, 3, 3 };
  static const int deployed[] = { 3, 0, 5, 2, 9, 6 };
  static const char *const actions[] = {
    "contragredient", "pure_q_G_d_k", "shared_transform",
    "inverse_transpose_of_G_i_with_G_j"
  };
  static const char *const shared[] = { "shared_transform", "pure" };
  static const char *const shears[] = {
    "shear", "pairwise", "score", "pairwise_score"
  };
  char *five;
  int i;

  assay_json_open_object (out, "witnesses");
  put_parameters (out);
  put_rows (out, "contragredient", lag_three, &r->contragredient, 4,
            actions);
  put_rows (out, "shared_r1_equal_positions", equal, &r->shared, 2, shared);
  put_tau (out, &r->tau);
  put_rows (out, "position_factorised_L8", deployed, &r->positions, 4,
            shears);
  assay_json_open_object (out, "casorati");
  assay_json_string (out, "basis", "cos, sin, d cos, d sin at d=0..3");
  put_rational (out, "determinant", r->determinants.at[0]);
  assay_json_string (out, "formula", "4 sin^4(omega)");
  five = assay_rat_text (r->determinants.at[1]);
  assay_json_printf (out, "with_target_and_direct_sum",
                     "det{cos,sin,1,d,d cos} at d=0..4 = %s", five);
  free (five);
  assay_json_close (out);
  assay_json_open_object (out, "baselines_lag_3_slope_1_4");
  for (i = 0; i < ASSAY_BASELINES; i++)
    put_rational (out, assay_baseline_name ((enum assay_baseline) i),
                  r->baselines.at[i]);
  assay_json_close (out);
  assay_json_integer (out, "rank_of_tau_16_by_16", (long long) r->tau_rank);
  assay_json_close (out);
}

static void
put_exponent (struct assay_json_out *out, const char *key, long exponent)
{
  if (exponent == LONG_MIN)
    assay_json_null (out, key);
  else
    assay_json_integer (out, key, exponent);
}

static void
put_f32 (struct assay_json_out *out, const struct assay_jordan_f32 *f32)
{
  size_t i;

  assay_json_open_object (out, "f32");
  assay_json_open_list (out, "scores");
  for (i = 0; i < ASSAY_JORDAN_ROPE_F32_ROWS; i++)
    {
      const struct assay_f32_score *row = &f32->rows[i];

      assay_json_open_object (out, NULL);
      assay_json_integer (out, "key_position", (long long) row->position);
      if (row->is_finite)
        {
          put_rational (out, "score", row->score);
          put_exponent (out, "relative_error_below_2_to",
                        row->error_exponent);
        }
      else
        assay_json_string (out, "score", "overflow");
      assay_json_close (out);
    }
  assay_json_close (out);
  assay_json_integer (out, "first_error_above_2_to_minus_20",
                      (long long) f32->first_loss);
  assay_json_integer (out, "first_key_overflow",
                      (long long) f32->first_overflow);
  assay_json_integer (out, "first_query_subnormal",
                      (long long) f32->first_subnormal);
  assay_json_integer (out, "block_local_origin", (long long) f32->block);
  put_exponent (out, "block_local_error_below_2_to",
                f32->block_worst_exponent);
  assay_json_close (out);
}

static void
put_reported (struct assay_json_out *out, const struct assay_jordan_rope *r)
{
  size_t i;

  assay_json_open_list (out, "not_decidable_by_arithmetic");
  for (i = 0; i < ASSAY_JORDAN_ROPE_REPORTED; i++)
    {
      const struct assay_reported *p = &r->reported[i];

      assay_json_open_object (out, NULL);
      assay_json_string (out, "what", p->what);
      assay_json_string (out, "reported", p->reported);
      if (p->has_nearest)
        put_rational (out, "fraction_over_32", p->nearest);
      assay_json_close (out);
    }
  assay_json_close (out);
  assay_json_open_object (out, "largest_standard_error");
  assay_json_string (out, "32", r->standard_error[0].text);
  assay_json_string (out, "96", r->standard_error[1].text);
  assay_json_close (out);
}

void
assay_jordan_rope_json (struct assay_text *text,
                        const struct assay_jordan_rope *r,
                        const char *version)
{
  struct assay_json_out out;

  assay_lesson_begin (&out, text, version);
  put_tables (&out, r->probes);
  put_readouts (&out, r->readouts);
  put_limits (&out, r->limits);
  put_ceilings (&out, r->ceilings);
  put_witnesses (&out, r);
  put_f32 (&out, &r->f32);
  put_reported (&out, r);
  assay_lesson_put_groups (&out, r->checks, ASSAY_JORDAN_ROPE_CHECKS);
  assay_json_end (&out);
}
