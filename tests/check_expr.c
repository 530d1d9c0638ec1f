/* check_expr.c -- exact reals: folding, domains, limits, enclosures */

#include <stdlib.h>
#include <string.h>

#include "exact/rat.h"
#include "real/decide.h"
#include "real/encl.h"
#include "real/normal.h"
#include "rpn.h"
#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

/* ---- table: what folds to a rational, and to which ---- */

static const struct { const char *text, *value; } folded[] = {
  { "1/3 1/6 +", "1/2" }, { "1/3 1/3 -", "0" }, { "2/3 3/2 *", "1" },
  { "1 3 /", "1/3" }, { "2 10 ^", "1024" }, { "2 -3 ^", "1/8" },
  { "-2/3 3 ^", "-8/27" }, { "0 0 ^", "1" }, { "0 5 ^", "0" },
  { "-1 1000000000000000000000 ^", "1" }, { "-1 1000000000000000000001 ^",
    "-1" },
  { "9/4 sqrt", "3/2" }, { "0 sqrt", "0" }, { "2 sqrt 2 ^", "2" },
  { "2 sqrt 4 ^", "4" }, { "10000 -1/2 ^", "1/100" },
  { "10000 -3/4 ^", "1/1000" }, { "8 2/3 ^", "4" }, { "1/27 -1/3 ^", "3" },
  { "0 1/2 ^", "0" }, { "1 pi ^", "1" }, { "0 exp", "1" }, { "1 log", "0" },
  { "5 log exp", "5" }, { "5 exp log", "5" }, { "e log", "1" },
  { "e 3 ^ log", "3" }, { "8 log2", "3" }, { "1/8 log2", "-3" },
  { "2 sqrt log2", "1/2" }, { "1 log2", "0" }, { "0 sin", "0" },
  { "0 cos", "1" }, { "0 tan", "0" }, { "0 atan", "0" }, { "0 tanh", "0" },
  { "pi cos", "-1" }, { "pi 3 / cos", "1/2" }, { "pi 2 / cos", "0" },
  { "pi 6 / sin", "1/2" }, { "pi 2 / sin", "1" }, { "pi -7 * 6 / sin",
    "1/2" },
  { "pi 100 * sin", "0" }, { "pi 4 / tan", "1" }, { "pi 3 * 4 / tan", "-1" },
  { "1 atan 4 * cos", "-1" }, { "pi neg cos", "-1" }, { "-3/4 abs", "3/4" },
  { "1/2 1/3 min", "1/3" }, { "1/2 1/3 max", "1/2" }, { "0 pi *", "0" },
  { "0 pi /", "0" }, { "pi 0 ^", "1" }, { "pi neg neg pi - 0 *", "0" },
};

START_TEST (exact_value_is_a_rational_node)
{
  struct assay_expr *x = rpn (folded[_i].text);

  ck_assert_msg (assay_expr_rational (x) != NULL, "%s", folded[_i].text);
  testing_assert_rational (assay_expr_rational (x), folded[_i].value);
  assay_expr_unref (x);
}
END_TEST

/* Sixty digits, by PARI/GP at realprecision 100: printf ("%.60e", ...).  */
static const struct { const char *text, *value; } values[] = {
  { "pi",
    "3.141592653589793238462643383279502884197169399375105820974945e0" },
  { "e",
    "2.718281828459045235360287471352662497757247093699959574966968e0" },
  { "2 sqrt",
    "1.414213562373095048801688724209698078569671875376948073176680e0" },
  { "2 1/3 ^",
    "1.259921049894873164767210607278228350570251464701507980081975e0" },
  { "5/7 3/4 ^",
    "7.769695042409122661507979484496818363107533209902120985547382e-1" },
  { "3 -2/5 ^",
    "6.443940149772542505082929810887227153539535428007689415461823e-1" },
  { "1/3 exp",
    "1.395612425086089528628125319602586837597906515199406982617517e0" },
  { "-20 exp",
    "2.061153622438557827965940380155820976375807275599103692972245e-9" },
  { "10 log",
    "2.302585092994045684017991454684364207601101488628772976033328e0" },
  { "1/7 log",
    "-1.945910149055313305105352743443179729637084729581861188459390e0" },
  { "10 log2",
    "3.321928094887362347870319429489390175864831393024580612054756e0" },
  { "1/3 sin",
    "3.271946967961522441733440852676206060643014068937597915900563e-1" },
  { "1000000 sin",
    "-3.499935021712929521176524867807714690614066053287162738570591e-1" },
  { "-5 cos",
    "2.836621854632262644666391715135573083344225922522159449303591e-1" },
  { "22 tan",
    "8.851656041684460764105139501368437637063400258344696720804310e-3" },
  { "3/2 tan",
    "1.410141994717171938764608365198775644565954357723586186612327e1" },
  { "7 atan",
    "1.428899272190732696418470074537198359090802940959088838109342e0" },
  { "-1/9 atan",
    "-1.106572211738956465591398722100621059752860950030640321228144e-1" },
  { "5/4 tanh",
    "8.482836399575128976133876467075044537385759206784315223273453e-1" },
  { "-40 tanh 1 +",
    "3.609702775690830344624256714700054777192435551529032138067286e-35" },
  { "pi e ^",
    "2.245915771836104547342715220454373502758931513399669224920300e1" },
  { "2 pi neg ^",
    "1.133147322967608730202821722133293778961214564421278226330751e-1" },
  { "2 sqrt 3 sqrt - abs",
    "3.178372451957822447257576172961742883731333784334325548791272e-1" },
  { "pi 22/7 min",
    "3.141592653589793238462643383279502884197169399375105820974945e0" },
  { "pi 355/113 max",
    "3.141592920353982300884955752212389380530973451327433628318584e0" },
  { "pi 3 - 5 ^",
    "5.691196814500106267601362236749981765925935774601773121048450e-5" },
  { "pi 4 - -3 ^",
    "-1.580955780206663976718965963469088493634351783813945850377042e0" },
  { "pi 4 - 4 ^",
    "5.429673347966727904937214836405586497627454736125085512509742e-1" },
  { "1 1 3 sqrt - /",
    "-1.366025403784438646763723170752936183471402626905190314027903e0" },
  { "2 cos 3 * 10 sqrt log -",
    "-2.399733056138450003001700415844468673098553057541021160282114e0" },
  { "10000 -1/8 ^ 5 * sin",
    "9.999465167896045797934133309941874420288250454134044630459690e-1" },
  { "e log 2 * sqrt",
    "1.414213562373095048801688724209698078569671875376948073176680e0" },
};

START_TEST (enclosure_contains_the_known_digits)
{
  struct assay_expr *x = rpn (values[_i].text);
  mpfr_prec_t precision;
  struct assay_ctx ctx;
  mpfi_t enclosure, known;
  mpfr_t last_digit;

  assay_ctx_init (&ctx);
  mpfi_init2 (enclosure, 64);
  mpfi_init2 (known, 300);
  ck_assert_int_eq (mpfr_set_str (&known->left, values[_i].value, 10,
                                  MPFR_RNDD), 0);
  mpfi_set_fr (known, &known->left);
  mpfr_init2 (last_digit, 53);
  mpfr_abs (last_digit, &known->left, MPFR_RNDU);
  mpfr_mul_d (last_digit, last_digit, 1e-60, MPFR_RNDU);
  mpfi_increase (known, last_digit);
  for (precision = 2; precision <= 200; precision += 22)
    {
      ck_assert_int_eq (assay_expr_enclose (enclosure, x, &ctx, precision),
                        ASSAY_OK);
      ck_assert_int_eq (mpfi_get_prec (enclosure), precision);
      ck_assert_msg (assay_encl_overlap (enclosure, known) == ASSAY_HOLDS,
                     "%s at %ld bits", values[_i].text, (long) precision);
    }
  ck_assert_int_lt (assay_encl_width_exponent (enclosure), -150);
  mpfi_clear (enclosure);
  mpfi_clear (known);
  mpfr_clear (last_digit);
  assay_expr_unref (x);
}
END_TEST

/* ---- special: domains and limits ---- */

static const struct { const char *text; enum assay_status status;
                      const char *expected; } refused[] = {
  { "1 0 /", ASSAY_EVALUE, "a nonzero divisor" },
  { "1 2 sqrt 3 sqrt * 6 sqrt - /", ASSAY_EVALUE, "a nonzero divisor" },
  { "-1 sqrt", ASSAY_EVALUE, "a base of a root that is not negative" },
  { "2 sqrt 3 sqrt - sqrt", ASSAY_EVALUE,
    "a base of a root that is not negative" },
  { "0 log", ASSAY_EVALUE, "a positive argument of log" },
  { "2 sqrt 8 sqrt * 4 - log", ASSAY_EVALUE, "a positive argument of log" },
  { "-3 log2", ASSAY_EVALUE, "a positive argument of log" },
  { "0 -1 ^", ASSAY_EVALUE, "a nonzero base of a negative power" },
  { "0 -1/2 ^", ASSAY_EVALUE, "a positive base of a negative root" },
  { "-8 1/3 ^", ASSAY_EVALUE, "a base of a root that is not negative" },
  { "0 pi neg ^", ASSAY_EVALUE, "a positive power of zero" },
  { "-2 pi ^", ASSAY_EVALUE,
    "a base of a real power that is not negative" },
  { "pi 2 / tan", ASSAY_EVALUE,
    "an argument of tan whose cosine is not 0" },
  { "2 atan 1/2 atan + tan", ASSAY_EVALUE,
    "an argument of tan whose cosine is not 0" },
  { "9 9 9 ^ ^", ASSAY_ELIMIT, "a power of at most 1073741824 bits" },
  { "2 1e30 ^", ASSAY_ELIMIT, "a power of at most 1073741824 bits" },
  { "pi 1e30 ^", ASSAY_ELIMIT, "an exponent of at most 63 bits" },
  { "1 pi 8 / cos 2 2 sqrt + sqrt 2 / - /", ASSAY_ELIMIT,
    "a nonzero divisor" },
};

START_TEST (refusal_names_what_was_expected)
{
  struct assay_expr *x;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ctx.max_precision = 4096;
  ck_assert_int_eq (rpn_try (&x, refused[_i].text, &ctx),
                    refused[_i].status);
  ck_assert_ptr_null (x);
  ck_assert_str_eq (ctx.error.expected, refused[_i].expected);
}
END_TEST

START_TEST (a_root_of_what_is_exactly_zero_is_zero)
{
  struct assay_expr *x = rpn ("2 sqrt 8 sqrt * 4 - sqrt");

  ck_assert_ptr_nonnull (assay_expr_rational (x));
  testing_assert_rational (assay_expr_rational (x), "0");
  assay_expr_unref (x);
}
END_TEST

static const struct { const char *text; int total; } totals[] = {
  { ":n 1 +", 1 }, { "1 :n /", 0 }, { ":n 2 ^ 1 + sqrt", 1 },
  { ":n sqrt", 0 }, { "1 :n 2 ^ 1 + /", 1 }, { "1 :n exp /", 1 },
  { ":n exp log", 1 }, { ":n log", 0 }, { "0 :n log *", 0 },
  { "3/5 :n ^", 1 }, { "0 :n ^", 0 }, { ":n :m ^", 0 }, { "-2 :n ^", 1 },
  { ":n 2 ^ :m 4 ^ + log", 0 }, { ":n 2 ^ neg 1 - abs log", 1 },
  { "2 :n 2 / ^", 1 }, { "-2 :n 2 ^ 3 * ^", 1 },
};

START_TEST (with_symbols_it_is_known_whether_it_is_total)
{
  struct assay_expr *x = rpn (totals[_i].text);
  struct assay_ctx ctx;
  mpfi_t enclosure;

  assay_ctx_init (&ctx);
  mpfi_init2 (enclosure, 64);
  ck_assert (!assay_expr_is_closed (x));
  ck_assert_msg (assay_expr_is_total (x) == totals[_i].total, "%s",
                 totals[_i].text);
  ck_assert_int_eq (assay_expr_enclose (enclosure, x, &ctx, 100),
                    ASSAY_EVALUE);
  mpfi_clear (enclosure);
  assay_expr_unref (x);
}
END_TEST

START_TEST (an_angle_wants_a_rotor)
{
  static const struct { long c, s; unsigned long h; } rotors[] = {
    { 3, 4, 5 }, { -3, 4, 5 }, { 3, -4, 5 }, { -3, -4, 5 }, { 1, 0, 1 },
    { -1, 0, 1 }, { 0, 1, 1 }, { 0, -1, 1 },
  };
  struct assay_expr *phi, *cosine, *sine, *c_expr, *s_expr;
  struct assay_decision decision;
  struct assay_ctx ctx;
  mpq_t c, s;
  size_t i;

  assay_ctx_init (&ctx);
  mpq_inits (c, s, NULL);
  for (i = 0; i < sizeof rotors / sizeof rotors[0]; i++)
    {
      mpq_set_si (c, rotors[i].c, rotors[i].h);
      mpq_set_si (s, rotors[i].s, rotors[i].h);
      ck_assert_int_eq (assay_expr_angle (&phi, c, s, &ctx), ASSAY_OK);
      assay_expr_cos (&cosine, phi, &ctx);
      assay_expr_sin (&sine, phi, &ctx);
      c_expr = assay_expr_new_rational (c);
      s_expr = assay_expr_new_rational (s);
      assay_decide (&decision, cosine, ASSAY_EQ, c_expr, &ctx);
      ck_assert_int_eq (decision.verdict, ASSAY_HOLDS);
      assay_decide (&decision, sine, ASSAY_EQ, s_expr, &ctx);
      ck_assert_int_eq (decision.verdict, ASSAY_HOLDS);
      assay_expr_unref (phi);
      assay_expr_unref (cosine);
      assay_expr_unref (sine);
      assay_expr_unref (c_expr);
      assay_expr_unref (s_expr);
    }
  ck_assert_int_eq (assay_expr_angle (&phi, c, c, &ctx), ASSAY_EVALUE);
  ck_assert_ptr_null (phi);
  mpq_clears (c, s, NULL);
}
END_TEST

/* 10^5 additions one after another, and a sum of 10^5 terms.  */
/* Powers are kept by a hash that takes no notice of a sign.  */
START_TEST (kept_power_is_that_of_its_exponent_and_base)
{
  static const struct { long base, exponent, low; } rows[] = {
    { 2, 1, 1259 }, { 2, -1, 793 }, { 2, 1, 1259 }, { 2, 2, 1587 },
    { 7, 1, 1912 }, { 2, -1, 793 }, { 7, -1, 522 }, { 258, 1, 6366 },
    { 2, 1, 1259 },
  };
  struct assay_ctx ctx;
  size_t i;

  assay_ctx_init (&ctx);
  for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
    {
      struct assay_expr *base = assay_expr_new_si (rows[i].base, 1);
      struct assay_expr *third = assay_expr_new_si (rows[i].exponent, 3);
      struct assay_expr *power;
      mpfi_t box;

      mpfi_init2 (box, 64);
      ck_assert_int_eq (assay_expr_pow (&power, base, third, &ctx), ASSAY_OK);
      ck_assert_int_eq (assay_expr_enclose (box, power, &ctx, 64), ASSAY_OK);
      mpfi_mul_ui (box, box, 1000);
      ck_assert_msg (mpfr_cmp_si (&box->left, rows[i].low) > 0
                     && mpfr_cmp_si (&box->right, rows[i].low + 1) < 0,
                     "%ld^(%ld/3)", rows[i].base, rows[i].exponent);
      mpfi_clear (box);
      assay_expr_unref (power);
      assay_expr_unref (third);
      assay_expr_unref (base);
    }
}
END_TEST

START_TEST (long_chains_need_no_stack)
{
  size_t length = testing_count (100000), i;
  struct assay_expr **term = calloc (length, sizeof *term);
  struct assay_expr *chain = assay_expr_new_si (0, 1), *next, *sum;
  struct assay_decision decision;
  struct assay_ctx ctx;
  int order;

  assay_ctx_init (&ctx);
  for (i = 0; i < length; i++)
    {
      struct assay_expr *r = assay_expr_new_si ((long) i + 2, 1);

      ck_assert_int_eq (assay_expr_sqrt (&term[i], r, &ctx), ASSAY_OK);
      assay_expr_unref (r);
      ck_assert_int_eq (assay_expr_add (&next, chain, term[i], &ctx),
                        ASSAY_OK);
      assay_expr_unref (chain);
      chain = next;
    }
  ck_assert_int_eq (assay_expr_sum (&sum, term, length, &ctx), ASSAY_OK);
  ctx.max_precision = 128;
  ck_assert_int_eq (assay_decide_order (&decision, &order, chain, sum, &ctx),
                    ASSAY_OK);
  ck_assert (decision.verdict == ASSAY_OPEN || order == 0);
  for (i = 0; i < length; i++)
    assay_expr_unref (term[i]);
  free (term);
  assay_expr_unref (chain);
  assay_expr_unref (sum);
}
END_TEST

/* x -> x x / 2 + x, a hundred times: 3^100 paths, some 200 nodes.  */
START_TEST (shared_nodes_are_evaluated_once)
{
  struct assay_expr *x = rpn ("1/2 sqrt"), *square, *half, *next;
  struct assay_ctx ctx;
  mpfi_t enclosure;
  int i;

  assay_ctx_init (&ctx);
  half = assay_expr_new_si (1, 4);
  for (i = 0; i < 100; i++)
    {
      ck_assert_int_eq (assay_expr_sin (&square, x, &ctx), ASSAY_OK);
      ck_assert_int_eq (assay_expr_product (&next, (struct assay_expr *[])
                                            { square, x, half }, 3, &ctx),
                        ASSAY_OK);
      assay_expr_unref (square);
      ck_assert_int_eq (assay_expr_cos (&square, next, &ctx), ASSAY_OK);
      assay_expr_unref (next);
      ck_assert_int_eq (assay_expr_mul (&next, square, x, &ctx), ASSAY_OK);
      assay_expr_unref (square);
      assay_expr_unref (x);
      x = next;
    }
  ck_assert_uint_lt (assay_expr_size (x), 600);
  mpfi_init2 (enclosure, 64);
  ck_assert_int_eq (assay_expr_enclose (enclosure, x, &ctx, 500), ASSAY_OK);
  ck_assert_int_lt (assay_encl_width_exponent (enclosure), -200);
  mpfi_clear (enclosure);
  assay_expr_unref (half);
  assay_expr_unref (x);
}
END_TEST

/* ---- random expressions, each with a rearranged copy ---- */

struct pair
{
  struct assay_expr *x, *copy;
};

static struct pair random_pair (int depth, struct assay_ctx *ctx);

typedef enum assay_status unary_fn (struct assay_expr **, struct assay_expr *,
                                    struct assay_ctx *);
typedef enum assay_status binary_fn (struct assay_expr **,
                                     struct assay_expr *,
                                     struct assay_expr *, struct assay_ctx *);

static void
drop (struct pair pair)
{
  assay_expr_unref (pair.x);
  assay_expr_unref (pair.copy);
}

/* F (A, B) consumed; null if refused or if either is null.  */
static struct assay_expr *
join (binary_fn *f, struct assay_expr *a, struct assay_expr *b,
      struct assay_ctx *ctx)
{
  struct assay_expr *result = NULL;

  if (a && b)
    f (&result, a, b, ctx);
  assay_expr_unref (a);
  assay_expr_unref (b);
  assay_ctx_forgive (ctx);
  return result;
}

static struct assay_expr *
apply (unary_fn *f, struct assay_expr *a, struct assay_ctx *ctx)
{
  struct assay_expr *result = NULL;

  if (a)
    f (&result, a, ctx);
  assay_expr_unref (a);
  assay_ctx_forgive (ctx);
  return result;
}

static struct assay_expr *
again (struct assay_expr *a)
{
  return a ? assay_expr_ref (a) : NULL;
}

static struct pair
random_leaf (void)
{
  struct pair pair;
  mpq_t value;

  mpq_init (value);
  testing_rational (value, 5);
  switch (testing_below (5))
    {
    case 0:
      pair.x = assay_expr_new_pi ();
      break;
    case 1:
      pair.x = assay_expr_new_e ();
      break;
    default:
      pair.x = assay_expr_new_rational (value);
    }
  mpq_clear (value);
  pair.copy = assay_expr_ref (pair.x);
  return pair;
}

/* x + y -> y + x; x - y -> -(y - x); x y -> y x; x / y -> x (1/y); (x + y) z
   -> x z + y z.  */
static struct pair
random_arithmetic (int depth, struct assay_ctx *ctx)
{
  struct pair a = random_pair (depth - 1, ctx);
  struct pair b = random_pair (depth - 1, ctx), c, result;
  struct assay_expr *left, *right;

  switch (testing_below (5))
    {
    case 0:
      return (struct pair) { join (assay_expr_add, a.x, b.x, ctx),
                             join (assay_expr_add, b.copy, a.copy, ctx) };
    case 1:
      return (struct pair) { join (assay_expr_sub, a.x, b.x, ctx),
                             apply (assay_expr_neg,
                                    join (assay_expr_sub, b.copy, a.copy,
                                          ctx), ctx) };
    case 2:
      return (struct pair) { join (assay_expr_mul, a.x, b.x, ctx),
                             join (assay_expr_mul, b.copy, a.copy, ctx) };
    case 3:
      result.x = join (assay_expr_div, a.x, b.x, ctx);
      result.copy = join (assay_expr_mul, a.copy,
                          join (assay_expr_div, assay_expr_new_si (1, 1),
                                b.copy, ctx), ctx);
      return result;
    default:
      c = random_pair (depth - 2, ctx);
      result.x = join (assay_expr_mul,
                       join (assay_expr_add, a.x, b.x, ctx), c.x, ctx);
      left = join (assay_expr_mul, a.copy, again (c.copy), ctx);
      right = join (assay_expr_mul, c.copy, b.copy, ctx);
      result.copy = join (assay_expr_add, left, right, ctx);
      return result;
    }
}

/* exp (x + y) -> exp x exp y; cos and sin (x + y) by the addition theorems;
   sqrt (x^2 y) -> |x| sqrt y; and functions of rearranged arguments.  */
static struct pair
random_function (int depth, struct assay_ctx *ctx)
{
  static unary_fn *const plain[] = { assay_expr_atan, assay_expr_tanh,
                                     assay_expr_sqrt, assay_expr_log,
                                     assay_expr_abs, assay_expr_cos };
  struct pair a = random_pair (depth - 1, ctx), b, result;
  struct assay_expr *ca, *sa, *cb, *sb;
  unary_fn *f;

  switch (testing_below (4))
    {
    case 0:
      b = random_pair (depth - 2, ctx);
      result.x = apply (assay_expr_exp, join (assay_expr_add, a.x, b.x, ctx),
                        ctx);
      result.copy = join (assay_expr_mul, apply (assay_expr_exp, b.copy, ctx),
                          apply (assay_expr_exp, a.copy, ctx), ctx);
      return result;
    case 1:
      b = random_pair (depth - 2, ctx);
      result.x = apply (assay_expr_cos, join (assay_expr_add, a.x, b.x, ctx),
                        ctx);
      ca = apply (assay_expr_cos, again (a.copy), ctx);
      cb = apply (assay_expr_cos, again (b.copy), ctx);
      sa = apply (assay_expr_sin, a.copy, ctx);
      sb = apply (assay_expr_sin, b.copy, ctx);
      result.copy = join (assay_expr_sub, join (assay_expr_mul, ca, cb, ctx),
                          join (assay_expr_mul, sa, sb, ctx), ctx);
      return result;
    default:
      f = plain[testing_below (6)];
      return (struct pair) { apply (f, a.x, ctx), apply (f, a.copy, ctx) };
    }
}

/* Both null when one was refused.  */
static struct pair
random_pair (int depth, struct assay_ctx *ctx)
{
  struct pair pair;

  if (depth <= 0 || testing_below (8) == 0)
    return random_leaf ();
  pair = testing_below (3) ? random_arithmetic (depth, ctx)
         : random_function (depth, ctx);
  if (pair.x && pair.copy)
    return pair;
  drop (pair);
  return random_leaf ();
}

START_TEST (rearranged_copy_is_never_refuted)
{
  size_t i, proved = 0, count = testing_count (400);
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ctx.max_precision = 512;
  ctx.max_bits = 100000;
  for (i = 0; i < count; i++)
    {
      struct pair pair = random_pair (5, &ctx);
      struct assay_decision decision;
      enum assay_status status = assay_decide (&decision, pair.x, ASSAY_EQ,
                                               pair.copy, &ctx);

      ck_assert_msg (status == ASSAY_OK && decision.verdict != ASSAY_FAILS,
                     "case %zu, seed %lu, rule %d", i, testing_seed (),
                     decision.rule);
      proved += decision.verdict == ASSAY_HOLDS;
      drop (pair);
    }
  /* Most of them are proved, which the form is for.  */
  ck_assert_msg (proved * 4 >= count * 3, "%zu of %zu proved", proved,
                 count);
}
END_TEST

START_TEST (a_copy_moved_a_little_is_never_proved_equal)
{
  size_t i;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ctx.max_precision = 2048;
  ctx.max_bits = 100000;
  for (i = 0; i < testing_count (200); i++)
    {
      struct pair pair = random_pair (4, &ctx);
      struct assay_expr *moved;
      struct assay_decision decision;

      moved = join (assay_expr_add, again (pair.copy),
                    rpn ("2 -300 ^"), &ctx);
      ck_assert_int_eq (assay_decide (&decision, pair.x, ASSAY_EQ, moved,
                                      &ctx), ASSAY_OK);
      /* Of huge values 2048 bits do not show 2^-300.  */
      ck_assert_msg (decision.verdict == ASSAY_FAILS
                     || (decision.verdict == ASSAY_OPEN
                         && decision.width_exponent > -302),
                     "case %zu, seed %lu: %s, width 2^%ld", i,
                     testing_seed (), assay_verdict_name (decision.verdict),
                     decision.width_exponent);
      assay_expr_unref (moved);
      drop (pair);
    }
}
END_TEST

START_TEST (a_rational_found_by_the_form_lies_in_the_enclosure)
{
  size_t i, found = 0;
  struct assay_ctx ctx;
  mpfi_t enclosure;
  mpq_t value;

  assay_ctx_init (&ctx);
  ctx.max_precision = 512;
  ctx.max_bits = 100000;
  mpq_init (value);
  mpfi_init2 (enclosure, 64);
  for (i = 0; i < testing_count (300); i++)
    {
      struct pair pair = random_pair (3, &ctx);
      struct assay_expr *x = join (assay_expr_sub, pair.x, pair.copy, &ctx);
      struct assay_expr *moved = join (assay_expr_add, x, rpn ("355/113"),
                                       &ctx);
      enum assay_verdict verdict;

      ck_assert_int_eq (assay_normal_rational (&verdict, value, moved, &ctx),
                        ASSAY_OK);
      ck_assert_int_ne (verdict, ASSAY_FAILS);
      ck_assert_int_eq (assay_expr_enclose (enclosure, moved, &ctx, 300),
                        ASSAY_OK);
      if (verdict == ASSAY_HOLDS)
        {
          found++;
          testing_assert_rational (value, "355/113");
          ck_assert (mpfr_cmp_q (&enclosure->left, value) <= 0
                     && mpfr_cmp_q (&enclosure->right, value) >= 0);
        }
      assay_expr_unref (moved);
    }
  ck_assert_uint_gt (found, 0);
  mpfi_clear (enclosure);
  mpq_clear (value);
}
END_TEST

/* ---- nested ---- */

START_TEST (enclosures_at_p_and_2p_overlap_and_narrow)
{
  struct assay_ctx ctx;
  mpfi_t narrow, wide;
  size_t i;

  assay_ctx_init (&ctx);
  ctx.max_precision = 512;
  ctx.max_bits = 100000;
  mpfi_init2 (narrow, 64);
  mpfi_init2 (wide, 64);
  for (i = 0; i < testing_count (400); i++)
    {
      struct pair pair = random_pair (5, &ctx);
      mpfr_prec_t precision = (mpfr_prec_t) testing_between (2, 150);

      ck_assert_int_eq (assay_expr_enclose (wide, pair.x, &ctx, precision),
                        ASSAY_OK);
      ck_assert_int_eq (assay_expr_enclose (narrow, pair.copy, &ctx,
                                            2 * precision), ASSAY_OK);
      ck_assert_msg (assay_encl_overlap (wide, narrow) == ASSAY_HOLDS,
                     "case %zu, seed %lu", i, testing_seed ());
      ck_assert_int_eq (assay_expr_enclose (narrow, pair.x, &ctx,
                                            20 * precision + 400), ASSAY_OK);
      ck_assert_msg (assay_encl_overlap (wide, narrow) == ASSAY_HOLDS,
                     "case %zu, seed %lu", i, testing_seed ());
      ck_assert (assay_encl_width_exponent (narrow)
                 <= assay_encl_width_exponent (wide)
                 || mpfr_equal_p (&wide->left, &wide->right));
      drop (pair);
    }
  mpfi_clear (narrow);
  mpfi_clear (wide);
}
END_TEST

static Suite *
expr_suite (void)
{
  Suite *suite = suite_create ("expr");
  TCase *table = tcase_create ("table");
  TCase *special = tcase_create ("special");
  TCase *relations = tcase_create ("relations");
  TCase *nested = tcase_create ("nested");

  tcase_add_checked_fixture (table, assay_real_init, assay_real_finish);
  tcase_add_checked_fixture (special, assay_real_init, assay_real_finish);
  tcase_add_checked_fixture (relations, assay_real_init, assay_real_finish);
  tcase_add_checked_fixture (nested, assay_real_init, assay_real_finish);
  tcase_add_loop_test (table, exact_value_is_a_rational_node, 0,
                       ROWS (folded));
  tcase_add_loop_test (table, enclosure_contains_the_known_digits, 0,
                       ROWS (values));
  suite_add_tcase (suite, table);
  tcase_set_timeout (special, 60);
  tcase_add_loop_test (special, refusal_names_what_was_expected, 0,
                       ROWS (refused));
  tcase_add_test (special, a_root_of_what_is_exactly_zero_is_zero);
  tcase_add_loop_test (special,
                       with_symbols_it_is_known_whether_it_is_total, 0,
                       ROWS (totals));
  tcase_add_test (special, an_angle_wants_a_rotor);
  tcase_add_test (special, kept_power_is_that_of_its_exponent_and_base);
  tcase_add_test (special, long_chains_need_no_stack);
  tcase_add_test (special, shared_nodes_are_evaluated_once);
  suite_add_tcase (suite, special);
  tcase_set_timeout (relations, 120);
  tcase_add_test (relations, rearranged_copy_is_never_refuted);
  tcase_add_test (relations, a_copy_moved_a_little_is_never_proved_equal);
  tcase_add_test (relations,
                  a_rational_found_by_the_form_lies_in_the_enclosure);
  suite_add_tcase (suite, relations);
  tcase_set_timeout (nested, 60);
  tcase_add_test (nested, enclosures_at_p_and_2p_overlap_and_narrow);
  suite_add_tcase (suite, nested);
  return suite;
}

int
main (void)
{
  return testing_run (expr_suite ());
}
