/* rope_number.c -- the numbers of a config as a user wrote them */

#include "report/rope_report.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/memory.h"
#include "exact/rat.h"
#include "real/fmt.h"
#include "report/double_text.h"

/* Places after the point that nobody minds reading.  */
enum { SHORT_PLACES = 17 };

/* The places after the point that X needs as a decimal; ULONG_MAX when no
   number of places is enough.  */
static unsigned long
places_of (mpq_srcptr x)
{
  unsigned long twos, fives;
  mpz_t rest, five;

  mpz_init_set (rest, mpq_denref (x));
  mpz_init_set_ui (five, 5);
  twos = mpz_scan1 (rest, 0);
  mpz_fdiv_q_2exp (rest, rest, twos);
  fives = mpz_remove (rest, rest, five);
  if (mpz_cmp_ui (rest, 1) != 0)
    twos = ULONG_MAX;
  mpz_clear (rest);
  mpz_clear (five);
  return twos > fives ? twos : fives;
}

char *
assay_rope_value_text (mpq_srcptr x)
{
  unsigned long places = places_of (x);
  char text[ASSAY_DOUBLE_TEXT_SIZE];
  uint64_t bits;

  if (places <= SHORT_PLACES)
    return assay_rat_decimal (x, places);
  if (assay_fmt_encode (&bits, x, ASSAY_FMT_F64) != ASSAY_OK)
    return assay_rat_text (x);
  assay_double_text (text, mpq_get_d (x));
  return assay_strdup (text);
}
