/* check_oracle_real.c -- digits of the oracle's real functions alone */

#include <oracle.h>

#include "oracle_testing.h"
#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

enum { DIGITS = 60 };

static void
set (struct oracle_fraction *f, const char *text)
{
  ck_assert_msg (oracle_fraction_set_text (f, text) == 0, "%s", text);
}

/* floor (10^60 f (x)), computed with mpmath 1.3.0 at 140 digits.  */
static const struct
{
  oracle_function *f;
  const char *x, *digits;
} table[] = {
  { oracle_exp, "1",
    "2718281828459045235360287471352662497757247093699959574966967" },
  { oracle_exp, "-1",
    "367879441171442321595523770161460867445811131031767834507836" },
  { oracle_exp, "-700/3", "0" },
  { oracle_exp, "100",
    "268811714181613544841262555158001358736111187737419224151916086152"
    "80287034909564914158871097219845710811" },
  { oracle_exp, "1/1000000000000",
    "1000000000001000000000000500000000000166666666666708333333333" },
  { oracle_log, "2",
    "693147180559945309417232121458176568075500134360255254120680" },
  { oracle_log, "10",
    "2302585092994045684017991454684364207601101488628772976033327" },
  { oracle_log, "1/3",
    "-1098612288668109691395245236922525704647490557822749451734695" },
  { oracle_log, "1000001/1000000",
    "999999500000333333083333533333166666809523684523920634" },
  { oracle_log, "500000",
    "13122363377404328794690716606648008677531108797412382602079287" },
  { oracle_sin, "1",
    "841470984807896506652502321630298999622563060798371065672751" },
  { oracle_sin, "-1/2",
    "-479425538604203000273287935215571388081803367940600675188617" },
  { oracle_sin, "355/113",
    "-266764189062419148406374528873468886822105426621271026" },
  { oracle_sin, "1000000000000000000000",
    "-667120177071804846965195758126176248689484131541575708343350" },
  { oracle_cos, "1",
    "540302305868139717400936607442976603732310420617922227670097" },
  { oracle_cos, "11/7",
    "-632244591553273654518350775214556730314202919963507503604" },
  { oracle_cos, "-131072",
    "42090815250296232101458991116398326975510736980986107749886" },
  { oracle_cos, "100000000000000000000000000001/3",
    "652482872073057634573698353178085871576476635212010319329880" },
  { oracle_atan, "1/2",
    "463647609000806116214256231461214402028537054286120263810933" },
  { oracle_atan, "-1000000",
    "-1570795326794896619564655024972884775431918175878029100852552" },
  { oracle_atan, "1",
    "785398163397448309615660845819875721049292349843776455243736" },
  { oracle_atan, "99999/100000",
    "785393163372448226282327514986563221138578064126018487485657" },
  { oracle_tanh, "1",
    "761594155955764888119458282604793590412768597257936551596810" },
  { oracle_tanh, "-1/100",
    "-9999666679999460339328919708839497510011031424233651642632" },
  { oracle_tanh, "20",
    "999999999999999991503291489416822045438558191190987257130474" },
  { oracle_sqrt, "2",
    "1414213562373095048801688724209698078569671875376948073176679" },
  { oracle_sqrt, "1/3",
    "577350269189625764509148780501957455647601751270126876018602" },
  { oracle_sqrt, "123456789",
    "11111111060555555440541666143353469245878409860134351071458570675" },
};

START_TEST (function_has_the_known_digits)
{
  struct oracle_fraction x;
  struct oracle_interval result;

  oracle_fraction_init (&x);
  oracle_interval_init (&result);
  set (&x, table[_i].x);
  ck_assert_int_eq (table[_i].f (&result, &x, DIGITS), 0);
  testing_assert_digits (&result, table[_i].digits, 3, table[_i].digits);
  oracle_fraction_clear (&x);
  oracle_interval_clear (&result);
}
END_TEST

static const struct
{
  const char *base;
  long num;
  unsigned long den;
  const char *digits;
} powers[] = {
  { "10000", -2, 128,
    "865964323360065352353169183420229981939812606639589255115771" },
  { "10000", -126, 128,
    "115478198468945817966648288729550828156694804147961112997" },
  { "500000", -62, 64,
    "3013858152139171148752231275103040379818729977693221317" },
  { "3/2", 5, 7,
    "1335916982535434019495997416057083481232069687367536186962073" },
  { "2", -1, 3,
    "793700525984099737375852819636154130195746663949926504904142" },
};

START_TEST (power_has_the_known_digits)
{
  struct oracle_fraction base;
  struct oracle_interval result;

  oracle_fraction_init (&base);
  oracle_interval_init (&result);
  set (&base, powers[_i].base);
  ck_assert_int_eq (oracle_power (&result, &base, powers[_i].num,
                                  powers[_i].den, DIGITS), 0);
  testing_assert_digits (&result, powers[_i].digits, 3, powers[_i].digits);
  mpz_sub (result.hi, result.hi, result.lo);
  ck_assert_int_eq (mpz_cmp_ui (result.hi, 1), 0);
  oracle_fraction_clear (&base);
  oracle_interval_clear (&result);
}
END_TEST

START_TEST (pi_has_the_known_digits)
{
  struct oracle_interval pi;

  oracle_interval_init (&pi);
  oracle_pi (&pi, 100);
  testing_assert_digits (&pi,
                         "31415926535897932384626433832795028841971693993751"
                         "058209749445923078164062862089986280348253421170679",
                         3, "pi");
  oracle_pi (&pi, 0);
  testing_assert_digits (&pi, "3", 3, "pi");
  oracle_interval_clear (&pi);
}
END_TEST

static void
assert_ends (const struct oracle_interval *x, const char *lo, const char *hi)
{
  mpz_t end;

  ck_assert_int_eq (mpz_init_set_str (end, lo, 10), 0);
  ck_assert_msg (mpz_cmp (x->lo, end) == 0, "lo is not %s", lo);
  mpz_set_str (end, hi, 10);
  ck_assert_msg (mpz_cmp (x->hi, end) == 0, "hi is not %s", hi);
  mpz_clear (end);
}

START_TEST (exact_roots_are_points_and_others_are_one_unit_wide)
{
  struct oracle_fraction x;
  struct oracle_interval r;

  oracle_fraction_init (&x);
  oracle_interval_init (&r);
  set (&x, "49/4");
  ck_assert_int_eq (oracle_sqrt (&r, &x, 3), 0);
  assert_ends (&r, "3500", "3500");
  set (&x, "98/8");
  ck_assert_int_eq (oracle_sqrt (&r, &x, 3), 0);
  assert_ends (&r, "3500", "3500");
  set (&x, "1/9");
  ck_assert_int_eq (oracle_sqrt (&r, &x, 3), 0);
  assert_ends (&r, "333", "334");
  set (&x, "0");
  ck_assert_int_eq (oracle_root (&r, &x, 5, 3), 0);
  assert_ends (&r, "0", "0");
  set (&x, "1/1024");
  ck_assert_int_eq (oracle_root (&r, &x, 10, 3), 0);
  assert_ends (&r, "500", "500");
  set (&x, "10000");
  ck_assert_int_eq (oracle_power (&r, &x, -64, 128, 5), 0);
  assert_ends (&r, "1000", "1000");
  ck_assert_int_eq (oracle_power (&r, &x, 0, 128, 5), 0);
  assert_ends (&r, "100000", "100000");
  oracle_fraction_clear (&x);
  oracle_interval_clear (&r);
}
END_TEST

START_TEST (points_without_a_value_are_refused)
{
  struct oracle_fraction x;
  struct oracle_interval r;

  oracle_fraction_init (&x);
  oracle_interval_init (&r);
  mpz_set_si (r.lo, -5);
  ck_assert_int_eq (oracle_log (&r, &x, 9), -1);
  ck_assert_int_eq (oracle_power (&r, &x, 1, 2, 9), -1);
  set (&x, "-1/9");
  ck_assert_int_eq (oracle_log (&r, &x, 9), -1);
  ck_assert_int_eq (oracle_sqrt (&r, &x, 9), -1);
  ck_assert_int_eq (oracle_root (&r, &x, 3, 9), -1);
  set (&x, "1048577");
  ck_assert_int_eq (oracle_exp (&r, &x, 9), -1);
  ck_assert_int_eq (oracle_root (&r, &x, 0, 9), -1);
  ck_assert_int_eq (oracle_power (&r, &x, 1, 0, 9), -1);
  ck_assert_int_eq (mpz_cmp_si (r.lo, -5), 0);
  oracle_fraction_clear (&x);
  oracle_interval_clear (&r);
}
END_TEST

START_TEST (far_tails_are_one_unit_from_their_limit)
{
  struct oracle_fraction x;
  struct oracle_interval r;

  oracle_fraction_init (&x);
  oracle_interval_init (&r);
  set (&x, "-1000000000000000000000000");
  ck_assert_int_eq (oracle_exp (&r, &x, 4), 0);
  assert_ends (&r, "0", "1");
  ck_assert_int_eq (oracle_tanh (&r, &x, 4), 0);
  assert_ends (&r, "-10000", "-9999");
  set (&x, "1000000000000000000000000");
  ck_assert_int_eq (oracle_tanh (&r, &x, 4), 0);
  assert_ends (&r, "9999", "10000");
  oracle_fraction_clear (&x);
  oracle_interval_clear (&r);
}
END_TEST

START_TEST (wave_over_a_whole_turn_is_the_whole_range)
{
  struct oracle_interval x;

  oracle_interval_init (&x);
  mpz_set_si (x.lo, -100);
  mpz_set_si (x.hi, 900);
  ck_assert_int_eq (oracle_wave (&x, oracle_cos, &x, 2), 0);
  assert_ends (&x, "-100", "100");
  oracle_interval_clear (&x);
}
END_TEST

static Suite *
real_suite (void)
{
  Suite *suite = suite_create ("oracle real");
  TCase *digits = tcase_create ("table");
  TCase *special = tcase_create ("special");

  tcase_add_loop_test (digits, function_has_the_known_digits, 0,
                       ROWS (table));
  tcase_add_loop_test (digits, power_has_the_known_digits, 0, ROWS (powers));
  tcase_add_test (digits, pi_has_the_known_digits);
  suite_add_tcase (suite, digits);
  tcase_add_test (special,
                  exact_roots_are_points_and_others_are_one_unit_wide);
  tcase_add_test (special, points_without_a_value_are_refused);
  tcase_add_test (special, far_tails_are_one_unit_from_their_limit);
  tcase_add_test (special, wave_over_a_whole_turn_is_the_whole_range);
  suite_add_tcase (suite, special);
  return suite;
}

int
main (void)
{
  return testing_run (real_suite ());
}
