/* testing.h -- what every suite shares: seed, scale, random values, a main */

#ifndef ASSAY_TESTING_H
#define ASSAY_TESTING_H

#include <check.h>
#include <gmp.h>
#include <stddef.h>
#include <stdint.h>

/* COUNT times ASSAY_TEST_SCALE (a decimal such as 0.1; default 1), at least
   one.  */
size_t testing_count (size_t count);

/* Whether the run is shortened (ASSAY_TEST_SCALE below 1) and LABEL is none of
   the COUNT labels KEPT for it.  */
int testing_leaves_out (const char *label, const char *const *kept,
                        size_t count);

/* The generator's state starts from ASSAY_SEED (default 20261130) in every
   test; the seed is printed at the head of each suite.  */
void testing_reseed (void);
unsigned long testing_seed (void);

/* Uniform in 0..BOUND-1 and LOW..HIGH.  */
unsigned long testing_below (unsigned long bound);
long testing_between (long low, long high);

/* A random integer of at most BITS bits and either sign, half of the time
   with long runs of equal bits.  */
void testing_integer (mpz_ptr result, unsigned long bits);

/* A random canonical rational, numerator and denominator as above.  */
void testing_rational (mpq_ptr result, unsigned long bits);

/* A rational unit rotor (C, S) from a random Pythagorean parameter p/q with
   parts up to BOUND.  */
void testing_rotor (mpq_ptr c, mpq_ptr s, unsigned long bound);

/* VALUE <- the fraction TEXT spells; fails the test where it spells none.  */
void testing_read_rational (mpq_ptr value, const char *text);

/* X > 0 <- a quotient of numbers from 1 to MOST.  */
void testing_positive (mpq_ptr x, long most);

/* The binary32 of the pattern BITS.  */
float testing_float (uint32_t bits);

/* Fails the test unless VALUE is canonical and prints as TEXT.  */
void testing_assert_rational (mpq_srcptr value, const char *text);

/* COUNT answers of the two families were compared and are the same.  The
   process prints their number when it ends, for the table of `make check'.  */
void testing_agreed (size_t count);

/* Runs SUITE, prints Check's closing line, and returns main's status.  */
int testing_run (Suite *suite);

#endif
