/* builtin_number.c -- built-in functions of numbers */

#include "claims/builtin_functions.h"
#include "claims/call.h"
#include "claims/numeric.h"
#include "exact/rat.h"
#include "real/normal.h"
#include "real/step.h"

static enum assay_status
apply (struct assay_value **result, struct assay_call *call,
       assay_expr_function *function)
{
  enum assay_status status = assay_call_number (call, 0);

  if (status != ASSAY_OK)
    return status;
  return assay_numeric_apply (result, function, call->arguments[0],
                              assay_call_ctx (call));
}

enum assay_status
assay_builtin_abs (struct assay_value **result, struct assay_call *call)
{
  return apply (result, call, assay_expr_abs);
}

enum assay_status
assay_builtin_floor (struct assay_value **result, struct assay_call *call)
{
  return apply (result, call, assay_step_floor);
}

enum assay_status
assay_builtin_ceil (struct assay_value **result, struct assay_call *call)
{
  return apply (result, call, assay_step_ceil);
}

enum assay_status
assay_builtin_round (struct assay_value **result, struct assay_call *call)
{
  return apply (result, call, assay_step_round);
}

enum assay_status
assay_builtin_sqrt (struct assay_value **result, struct assay_call *call)
{
  return apply (result, call, assay_expr_sqrt);
}

enum assay_status
assay_builtin_exp (struct assay_value **result, struct assay_call *call)
{
  return apply (result, call, assay_expr_exp);
}

enum assay_status
assay_builtin_log (struct assay_value **result, struct assay_call *call)
{
  return apply (result, call, assay_expr_log);
}

enum assay_status
assay_builtin_log2 (struct assay_value **result, struct assay_call *call)
{
  return apply (result, call, assay_expr_log2);
}

enum assay_status
assay_builtin_sin (struct assay_value **result, struct assay_call *call)
{
  return apply (result, call, assay_expr_sin);
}

enum assay_status
assay_builtin_cos (struct assay_value **result, struct assay_call *call)
{
  return apply (result, call, assay_expr_cos);
}

enum assay_status
assay_builtin_tan (struct assay_value **result, struct assay_call *call)
{
  return apply (result, call, assay_expr_tan);
}

enum assay_status
assay_builtin_atan (struct assay_value **result, struct assay_call *call)
{
  return apply (result, call, assay_expr_atan);
}

enum assay_status
assay_builtin_tanh (struct assay_value **result, struct assay_call *call)
{
  return apply (result, call, assay_expr_tanh);
}

enum assay_status
assay_builtin_pow (struct assay_value **result, struct assay_call *call)
{
  enum assay_status status = assay_call_number (call, 0);

  if (status == ASSAY_OK)
    status = assay_call_number (call, 1);
  if (status != ASSAY_OK)
    return status;
  return assay_numeric_pow (result, call->arguments[0], call->arguments[1],
                            assay_call_ctx (call));
}

static struct assay_value *
integer_value (mpz_srcptr n)
{
  struct assay_value *value;
  mpq_t q;

  mpq_init (q);
  mpz_set (mpq_numref (q), n);
  value = assay_value_rational (q);
  mpq_clear (q);
  return value;
}

/* n choose k for n >= 0; 0 for k outside 0..n.  It has at most
   min (n, k * bits of n) bits for k <= n/2.  */
enum assay_status
assay_builtin_comb (struct assay_value **result, struct assay_call *call)
{
  unsigned long long bits;
  enum assay_status status;
  mpz_srcptr n, k;
  mpz_t least, value;

  status = assay_call_integer (call, 0, &n);
  if (status == ASSAY_OK)
    status = assay_call_integer (call, 1, &k);
  if (status != ASSAY_OK)
    return status;
  if (mpz_sgn (n) < 0)
    return assay_call_refuse (call, 0, ASSAY_EVALUE, "an integer >= 0",
                              call->arguments[0]);
  if (mpz_sgn (k) < 0 || mpz_cmp (k, n) > 0)
    {
      *result = assay_value_integer (0);
      return ASSAY_OK;
    }
  mpz_inits (least, value, NULL);
  mpz_sub (least, n, k);
  if (mpz_cmp (k, least) < 0)
    mpz_set (least, k);
  bits = mpz_fits_ulong_p (least)
         ? assay_saturating_mul (mpz_get_ui (least), mpz_sizeinbase (n, 2))
         : (unsigned long long) -1;
  status = assay_ctx_afford (assay_call_ctx (call), NULL,
                             "a binomial coefficient", bits);
  if (status == ASSAY_OK)
    {
      mpz_bin_ui (value, n, mpz_get_ui (least));
      *result = integer_value (value);
    }
  mpz_clears (least, value, NULL);
  return status;
}

/* n! has at most n * bits of n bits.  */
enum assay_status
assay_builtin_factorial (struct assay_value **result,
                         struct assay_call *call)
{
  enum assay_status status;
  unsigned long n;
  mpz_srcptr z;
  mpz_t value;

  status = assay_call_size (call, 0, 0, (unsigned long) -1, &n);
  if (status != ASSAY_OK)
    return status;
  status = assay_call_integer (call, 0, &z);
  if (status == ASSAY_OK)
    status = assay_ctx_afford (assay_call_ctx (call), NULL, "a factorial",
                               assay_saturating_mul (n, mpz_sizeinbase (z,
                                                                        2)));
  if (status != ASSAY_OK)
    return status;
  mpz_init (value);
  mpz_fac_ui (value, n);
  *result = integer_value (value);
  mpz_clear (value);
  return ASSAY_OK;
}

enum assay_status
assay_builtin_gcd (struct assay_value **result, struct assay_call *call)
{
  enum assay_status status;
  mpz_srcptr a, b;
  mpz_t value;

  status = assay_call_integer (call, 0, &a);
  if (status == ASSAY_OK)
    status = assay_call_integer (call, 1, &b);
  if (status != ASSAY_OK)
    return status;
  mpz_init (value);
  mpz_gcd (value, a, b);
  *result = integer_value (value);
  mpz_clear (value);
  return ASSAY_OK;
}

/* Q <- the rational that argument 0 is proved to be.  */
static enum assay_status
rational_argument (mpq_ptr q, struct assay_call *call)
{
  const struct assay_value *value = call->arguments[0];
  enum assay_verdict verdict = ASSAY_OPEN;
  enum assay_status status = assay_call_number (call, 0);

  if (status != ASSAY_OK)
    return status;
  if (value->kind == ASSAY_VALUE_RATIONAL)
    {
      mpq_set (q, value->rational);
      return ASSAY_OK;
    }
  status = assay_normal_rational (&verdict, q, value->real,
                                  assay_call_ctx (call));
  if (status == ASSAY_OK && verdict == ASSAY_OPEN
      && assay_expr_is_closed (value->real))
    status = assay_call_refuse (call, 0, ASSAY_ELIMIT,
                                "a number proved to be rational or not",
                                value);
  else if (status == ASSAY_OK && verdict != ASSAY_HOLDS)
    status = assay_call_refuse (call, 0, ASSAY_EVALUE, "a rational number",
                                value);
  return status;
}

/* RESULT <- the argument's numerator or denominator.  */
static enum assay_status
take_part (struct assay_value **result, struct assay_call *call,
           bool is_denominator)
{
  enum assay_status status;
  mpq_t q;

  mpq_init (q);
  status = rational_argument (q, call);
  if (status == ASSAY_OK)
    *result = integer_value (is_denominator ? mpq_denref (q)
                                            : mpq_numref (q));
  mpq_clear (q);
  return status;
}

enum assay_status
assay_builtin_num (struct assay_value **result, struct assay_call *call)
{
  return take_part (result, call, false);
}

enum assay_status
assay_builtin_den (struct assay_value **result, struct assay_call *call)
{
  return take_part (result, call, true);
}

/* ---- formats ---- */

static enum assay_status
to_format (struct assay_value **result, struct assay_call *call,
           enum assay_fmt fmt)
{
  struct assay_expr *x, *rounded;
  enum assay_status status = assay_call_number (call, 0);

  if (status != ASSAY_OK)
    return status;
  x = assay_value_expr (call->arguments[0]);
  status = assay_step_fmt (&rounded, x, fmt, assay_call_ctx (call));
  assay_expr_unref (x);
  if (status == ASSAY_OK)
    *result = assay_value_real (rounded);
  return status;
}

enum assay_status
assay_builtin_bf16 (struct assay_value **result, struct assay_call *call)
{
  return to_format (result, call, ASSAY_FMT_BF16);
}

enum assay_status
assay_builtin_f16 (struct assay_value **result, struct assay_call *call)
{
  return to_format (result, call, ASSAY_FMT_F16);
}

enum assay_status
assay_builtin_f32 (struct assay_value **result, struct assay_call *call)
{
  return to_format (result, call, ASSAY_FMT_F32);
}

enum assay_status
assay_builtin_f64 (struct assay_value **result, struct assay_call *call)
{
  return to_format (result, call, ASSAY_FMT_F64);
}

enum assay_status
assay_builtin_e4m3 (struct assay_value **result, struct assay_call *call)
{
  return to_format (result, call, ASSAY_FMT_E4M3);
}

enum assay_status
assay_builtin_e5m2 (struct assay_value **result, struct assay_call *call)
{
  return to_format (result, call, ASSAY_FMT_E5M2);
}

enum assay_status
assay_builtin_ulp (struct assay_value **result, struct assay_call *call)
{
  static const char names[] = "\"f64\", \"f32\", \"f16\", \"bf16\","
                              " \"e4m3\" or \"e5m2\"";
  const struct assay_value *name = call->arguments[0];
  struct assay_expr *x, *spacing;
  enum assay_status status;
  enum assay_fmt fmt;

  if (name->kind != ASSAY_VALUE_STRING)
    return assay_call_refuse (call, 0, ASSAY_ETYPE, names, name);
  if (assay_fmt_find (&fmt, name->string) != ASSAY_OK)
    return assay_call_refuse (call, 0, ASSAY_EVALUE, names, name);
  status = assay_call_number (call, 1);
  if (status != ASSAY_OK)
    return status;
  x = assay_value_expr (call->arguments[1]);
  status = assay_step_ulp (&spacing, x, fmt, assay_call_ctx (call));
  assay_expr_unref (x);
  if (status == ASSAY_OK)
    *result = assay_value_real (spacing);
  return status;
}
