/* oracle_testing.c -- what suites of the oracle's numbers share */

#include "oracle_testing.h"

#include <string.h>

#include "testing.h"

void
testing_fractions (struct oracle_fraction *f, size_t count, const char *text)
{
  char word[64];
  size_t i;

  for (i = 0; i < count; i++)
    {
      size_t length = strcspn (text, " ");

      ck_assert_uint_lt (length, sizeof word);
      memcpy (word, text, length);
      word[length] = '\0';
      ck_assert_msg (oracle_fraction_set_text (&f[i], word) == 0, "%s", word);
      text += length + (text[length] == ' ');
    }
  ck_assert_str_eq (text, "");
}

void
testing_assert_digits (const struct oracle_interval *x, const char *floor,
                       unsigned long width, const char *what)
{
  mpz_t expected;

  ck_assert_int_eq (mpz_init_set_str (expected, floor, 10), 0);
  ck_assert_msg (mpz_cmp (x->hi, expected) >= 0, "%s: below", what);
  mpz_add_ui (expected, expected, 1);
  ck_assert_msg (mpz_cmp (x->lo, expected) <= 0, "%s: above", what);
  mpz_sub (expected, x->hi, x->lo);
  ck_assert_msg (mpz_sgn (expected) >= 0, "%s: ends crossed", what);
  ck_assert_msg (mpz_cmp_ui (expected, width) <= 0, "%s: wide", what);
  mpz_clear (expected);
}
