/* check_leastsq.c -- exact least squares, kernel probes, readouts */

#include <stdlib.h>
#include <string.h>

#include "exact/jordan_signs.h"
#include "exact/leastsq.h"
#include "exact/matrix.h"
#include "exact/rat.h"
#include "testing.h"

enum { MOST_ROWS = 12 };

/* A random problem of N rows and M functions.  */
struct problem
{
  size_t n, m;
  struct assay_matrix rows;
};

static void
problem_random (struct problem *p, size_t n, size_t m)
{
  size_t i;

  p->n = n;
  p->m = m;
  assay_matrix_init (&p->rows, n, m + 1);
  for (i = 0; i < n * (m + 1); i++)
    testing_rational (p->rows.at[i], 9);
}

static void
problem_gram (struct assay_gram *gram, const struct problem *p)
{
  size_t i;

  assay_gram_init (gram, p->m);
  for (i = 0; i < p->n; i++)
    assay_gram_add_rationals (gram, (const mpq_t *) p->rows.at
                                    + i * (p->m + 1));
}

static void
problem_fit (struct assay_fit *fit, const struct problem *p)
{
  struct assay_gram gram;

  problem_gram (&gram, p);
  assay_fit_init (fit, p->m);
  assay_leastsq_fit (fit, &gram);
  assay_gram_clear (&gram);
}

/* RESIDUAL <- the target of row I less the fit's value.  */
static void
residual_at (mpq_ptr residual, const struct problem *p,
             const struct assay_fit *fit, size_t i)
{
  mpq_t w;
  size_t b;

  mpq_init (w);
  mpq_set (residual, assay_matrix_entry (&p->rows, i, p->m));
  for (b = 0; b < p->m; b++)
    {
      assay_fit_weight (w, fit, b);
      mpq_mul (w, w, assay_matrix_entry (&p->rows, i, b));
      mpq_sub (residual, residual, w);
    }
  mpq_clear (w);
}

/* ---- table ---- */

static const struct
{
  enum assay_probe_basis basis;
  long num;
  unsigned long den, D, L;
  const char *mse;
} probes[] = {
  { ASSAY_PROBE_ROPE, 1, 1, 8, 8,
    "152411432170737130784/2612329892523193359375" },
  { ASSAY_PROBE_ALIBI, 1, 1, 8, 8, "12394222819979/123596191406250" },
  { ASSAY_PROBE_DIRECT_SUM, 1, 1, 8, 8,
    "5623182736183889152/483834810465087890625" },
  { ASSAY_PROBE_RAW_JORDAN, 1, 1, 8, 8, "0" },
  { ASSAY_PROBE_STABILISED_JORDAN, 1, 1, 8, 8,
    "324550224597458562304670864/174890536076940940864013671875" },
  { ASSAY_PROBE_ALIBI, 1, 1, 16, 16,
    "2531772085248922840570103/16149133443832397460937500" },
  { ASSAY_PROBE_ALIBI, 1, 1, 16, 8,
    "2531772085248922840570103/4037283360958099365234375" },
  { ASSAY_PROBE_RAW_JORDAN, 1, 1, 64, 8, "0" },
};

static void
rotor_3_5 (struct assay_rotor *rotor)
{
  assay_rotor_init (rotor);
  mpz_set_ui (rotor->a, 3);
  mpz_set_ui (rotor->b, 4);
  mpz_set_ui (rotor->h, 5);
}

/* FIT <- PROBE's on FROM..TO; to be cleared.  */
static void
fit_probe (struct assay_fit *fit, const struct assay_probe *probe,
           unsigned long from, unsigned long to)
{
  size_t m = assay_probe_basis_size (probe->basis);
  struct assay_gram gram;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  assay_gram_init (&gram, m);
  assay_fit_init (fit, m);
  ck_assert_int_eq (assay_probe_gram (&gram, probe, from, to, &ctx),
                    ASSAY_OK);
  assay_leastsq_fit (fit, &gram);
  assay_gram_clear (&gram);
}

START_TEST (published_errors)
{
  struct assay_rotor rotor;
  struct assay_probe probe;
  struct assay_fit fit;
  mpq_t damping;

  rotor_3_5 (&rotor);
  mpq_init (damping);
  mpq_set_si (damping, probes[_i].num, probes[_i].den);
  probe = (struct assay_probe) { probes[_i].basis, &rotor, damping,
                                 probes[_i].L };
  fit_probe (&fit, &probe, 0, probes[_i].D);
  testing_assert_rational (fit.mse, probes[_i].mse);
  ck_assert (assay_probe_is_orthogonal (&fit, &probe, 0, probes[_i].D));
  assay_fit_clear (&fit);
  assay_rotor_clear (&rotor);
  mpq_clear (damping);
}
END_TEST

START_TEST (line_through_three_points)
{
  /* y = 1, 2, 4 at x = 0, 1, 2: the least line is 5/6 + 3/2 x, with mean
     square 1/18.  */
  static const long values[3][3] = { { 1, 0, 1 }, { 1, 1, 2 }, { 1, 2, 4 } };
  struct problem p;
  struct assay_fit fit;
  mpq_t w;
  size_t i;

  mpq_init (w);
  problem_random (&p, 3, 2);
  for (i = 0; i < 9; i++)
    mpq_set_si (p.rows.at[i], values[i / 3][i % 3], 1);
  problem_fit (&fit, &p);
  assay_fit_weight (w, &fit, 0);
  testing_assert_rational (w, "5/6");
  assay_fit_weight (w, &fit, 1);
  testing_assert_rational (w, "3/2");
  testing_assert_rational (fit.mse, "1/18");
  ck_assert_uint_eq (fit.rank, 2);
  assay_fit_clear (&fit);
  assay_matrix_clear (&p.rows);
  mpq_clear (w);
}
END_TEST

/* ---- special ---- */

START_TEST (no_function_leaves_the_mean_square_of_the_target)
{
  struct assay_gram gram;
  struct assay_fit fit;
  mpq_t y;

  mpq_init (y);
  assay_gram_init (&gram, 0);
  mpq_set_si (y, 1, 2);
  assay_gram_add_rationals (&gram, (const mpq_t *) &y);
  mpq_set_si (y, -1, 3);
  assay_gram_add_rationals (&gram, (const mpq_t *) &y);
  assay_fit_init (&fit, 0);
  assay_leastsq_fit (&fit, &gram);
  testing_assert_rational (fit.mse, "13/72");
  assay_fit_clear (&fit);
  assay_gram_clear (&gram);
  mpq_clear (y);
}
END_TEST

START_TEST (dependent_function_gets_weight_zero_and_changes_nothing)
{
  size_t n, count = testing_count (60), i, m = 3;
  struct problem p, q;
  struct assay_fit with, without;
  mpq_t term;

  testing_reseed ();
  mpq_init (term);
  for (n = 0; n < count; n++)
    {
      /* q is p with the function 2 f_0 - f_1 put in at place 2.  */
      problem_random (&p, MOST_ROWS, m);
      problem_random (&q, MOST_ROWS, m + 1);
      for (i = 0; i < MOST_ROWS; i++)
        {
          mpq_t *from = p.rows.at + i * (m + 1);
          mpq_t *to = q.rows.at + i * (m + 2);

          mpq_set (to[0], from[0]);
          mpq_set (to[1], from[1]);
          mpq_add (term, from[0], from[0]);
          mpq_sub (to[2], term, from[1]);
          mpq_set (to[3], from[2]);
          mpq_set (to[4], from[3]);
        }
      problem_fit (&without, &p);
      problem_fit (&with, &q);
      ck_assert_uint_eq (with.rank, without.rank);
      ck_assert (mpq_equal (with.mse, without.mse));
      ck_assert_int_eq (mpz_sgn (with.weights[2]), 0);
      assay_fit_clear (&with);
      assay_fit_clear (&without);
      assay_matrix_clear (&p.rows);
      assay_matrix_clear (&q.rows);
    }
  mpq_clear (term);
}
END_TEST

START_TEST (more_functions_than_points_fit_exactly)
{
  struct problem p;
  struct assay_fit fit;

  testing_reseed ();
  problem_random (&p, 3, 5);
  problem_fit (&fit, &p);
  ck_assert_int_eq (mpq_sgn (fit.mse), 0);
  ck_assert_uint_le (fit.rank, 3);
  assay_fit_clear (&fit);
  assay_matrix_clear (&p.rows);
}
END_TEST

START_TEST (sums_beyond_the_budget_are_refused_without_a_row)
{
  struct assay_rotor rotor;
  struct assay_gram gram;
  struct assay_ctx ctx;
  mpq_t one;

  rotor_3_5 (&rotor);
  mpq_init (one);
  mpq_set_ui (one, 1, 1);
  assay_ctx_init (&ctx);
  ctx.max_bits = 1000;
  struct assay_probe probe = { ASSAY_PROBE_ROPE, &rotor, one, 8 };
  assay_gram_init (&gram, 2);
  ck_assert_int_eq (assay_probe_gram (&gram, &probe, 0, 1000, &ctx),
                    ASSAY_ELIMIT);
  ck_assert_uint_eq (gram.points, 0);
  assay_gram_clear (&gram);
  assay_rotor_clear (&rotor);
  mpq_clear (one);
}
END_TEST

START_TEST (basis_names_are_found_again)
{
  enum assay_probe_basis basis;
  int i;

  for (i = 0; i < ASSAY_PROBE_BASES; i++)
    {
      const char *name = assay_probe_basis_name ((enum assay_probe_basis) i);

      ck_assert_int_eq (assay_probe_basis_find (&basis, name), ASSAY_OK);
      ck_assert_int_eq (basis, i);
    }
  ck_assert_int_eq (assay_probe_basis_find (&basis, "ropes"), ASSAY_EVALUE);
}
END_TEST

/* ---- relations ---- */

START_TEST (residual_is_orthogonal_to_every_function)
{
  size_t n, count = testing_count (200), i, b;
  mpq_t residual, sum, squares;
  struct assay_fit fit;
  struct problem p;

  testing_reseed ();
  mpq_inits (residual, sum, squares, NULL);
  for (n = 0; n < count; n++)
    {
      size_t m = 1 + testing_below (5);

      problem_random (&p, m + testing_below (6), m);
      problem_fit (&fit, &p);
      mpq_set_ui (squares, 0, 1);
      for (b = 0; b < m; b++)
        {
          mpq_set_ui (sum, 0, 1);
          for (i = 0; i < p.n; i++)
            {
              residual_at (residual, &p, &fit, i);
              mpq_mul (residual, residual,
                       assay_matrix_entry (&p.rows, i, b));
              mpq_add (sum, sum, residual);
            }
          ck_assert_msg (mpq_sgn (sum) == 0, "seed %lu: case %zu",
                         testing_seed (), n);
        }
      for (i = 0; i < p.n; i++)
        {
          residual_at (residual, &p, &fit, i);
          mpq_mul (residual, residual, residual);
          mpq_add (squares, squares, residual);
        }
      mpq_set_ui (sum, p.n, 1);
      mpq_div (squares, squares, sum);
      ck_assert (mpq_equal (squares, fit.mse));
      assay_fit_clear (&fit);
      assay_matrix_clear (&p.rows);
    }
  mpq_clears (residual, sum, squares, NULL);
}
END_TEST

/* DETERMINANT <- Gram's of the first COUNT columns.  */
static void
gram_determinant (mpq_ptr determinant, const struct problem *p, size_t count)
{
  struct assay_matrix rows, columns, products;
  size_t i, j;

  assay_matrix_init (&rows, p->n, count);
  assay_matrix_init (&columns, count, p->n);
  assay_matrix_init (&products, count, count);
  for (i = 0; i < p->n; i++)
    for (j = 0; j < count; j++)
      mpq_set (assay_matrix_entry (&rows, i, j),
               assay_matrix_entry (&p->rows, i, j));
  assay_matrix_transpose (&columns, &rows);
  assay_matrix_multiply (&products, &columns, &rows);
  assay_matrix_determinant (determinant, &products);
  assay_matrix_clear (&rows);
  assay_matrix_clear (&columns);
  assay_matrix_clear (&products);
}

START_TEST (least_square_is_the_ratio_of_gram_determinants)
{
  size_t n, count = testing_count (60);
  mpq_t with, without;
  struct assay_fit fit;
  struct problem p;

  testing_reseed ();
  mpq_inits (with, without, NULL);
  for (n = 0; n < count; n++)
    {
      size_t m = 1 + testing_below (4);

      problem_random (&p, m + 1 + testing_below (5), m);
      problem_fit (&fit, &p);
      gram_determinant (without, &p, m);
      gram_determinant (with, &p, m + 1);
      if (mpq_sgn (without) != 0)
        {
          mpq_div (with, with, without);
          mpq_set_ui (without, p.n, 1);
          mpq_div (with, with, without);
          ck_assert (mpq_equal (with, fit.mse));
        }
      assay_fit_clear (&fit);
      assay_matrix_clear (&p.rows);
    }
  mpq_clears (with, without, NULL);
}
END_TEST

START_TEST (error_on_the_fitted_points_is_the_least)
{
  size_t n, count = testing_count (60);
  struct assay_gram gram;
  struct assay_fit fit;
  struct problem p;
  mpq_t error, moved;

  testing_reseed ();
  mpq_inits (error, moved, NULL);
  for (n = 0; n < count; n++)
    {
      problem_random (&p, MOST_ROWS, 3);
      problem_gram (&gram, &p);
      assay_fit_init (&fit, 3);
      assay_leastsq_fit (&fit, &gram);
      assay_leastsq_error (error, &fit, &gram);
      ck_assert (mpq_equal (error, fit.mse));
      /* Any other weight is worse.  */
      mpz_add_ui (fit.weights[testing_below (3)], fit.weights[0], 1);
      assay_leastsq_error (moved, &fit, &gram);
      ck_assert_int_ge (mpq_cmp (moved, error), 0);
      assay_fit_clear (&fit);
      assay_gram_clear (&gram);
      assay_matrix_clear (&p.rows);
    }
  mpq_clears (error, moved, NULL);
}
END_TEST

/* VALUE <- a word of the basis at D from the definitions, by rationals.  */
static void
by_definition (mpq_ptr value, const char *word, const struct assay_probe *p,
               long d)
{
  struct assay_rotor power;
  struct assay_ctx ctx;
  mpq_t c, s, x;
  mpz_t lag;
  long i;

  assay_ctx_init (&ctx);
  assay_rotor_init (&power);
  mpq_inits (c, s, x, NULL);
  mpz_init_set_si (lag, d);
  assay_rotor_power (&power, p->rotor, lag, &ctx, NULL);
  assay_rotor_get (c, s, &power);
  mpq_set_ui (value, 1, 1);
  for (; *word; word++)
    {
      mpq_set_ui (x, 1, 1);
      if (*word == 'c')
        mpq_set (x, c);
      else if (*word == 's')
        mpq_set (x, s);
      else if (*word == 'd')
        mpq_set_si (x, d, 1);
      else if (*word == 't')
        mpq_set_ui (x, p->length * (unsigned long) d,
                    p->length + (unsigned long) d);
      mpq_canonicalize (x);
      for (i = 0; *word == 'r' && i < d; i++)
        mpq_mul (x, x, p->damping);
      mpq_mul (value, value, x);
    }
  assay_rotor_clear (&power);
  mpq_clears (c, s, x, NULL);
  mpz_clear (lag);
}

static const char *const words[ASSAY_PROBE_BASES][ASSAY_PROBE_MOST] = {
  { "c", "s" }, { "1", "c", "s" }, { "1", "d" }, { "c", "s", "1", "d" },
  { "c", "s", "r", "dr" }, { "1", "c", "s", "d", "r", "tr" },
  { "rc", "rs" }, { "rc", "rs", "drc", "drs" }, { "rc", "rs", "trc", "trs" },
  { "1", "rc", "rs", "trc", "trs" }
};

START_TEST (rows_are_the_definitions)
{
  enum assay_probe_basis basis = (enum assay_probe_basis) _i;
  size_t m = assay_probe_basis_size (basis), b;
  struct assay_probe_row row;
  struct assay_rotor rotor;
  mpq_t damping, found, expected;

  rotor_3_5 (&rotor);
  mpq_inits (damping, found, expected, NULL);
  mpq_set_si (damping, 6, 7);
  struct assay_probe probe = { basis, &rotor, damping, 6 };
  assay_probe_row_init (&row, &probe);
  for (; row.d <= 9; assay_probe_row_next (&row))
    for (b = 0; b <= m; b++)
      {
        if (b < m)
          by_definition (expected, words[basis][b], &probe, (long) row.d);
        else
          {
            by_definition (expected, "dc", &probe, (long) row.d);
            mpq_set_ui (found, 6, 1);
            mpq_div (expected, expected, found);
          }
        mpq_set_num (found, row.at[b]);
        mpq_set_den (found, row.den);
        mpq_canonicalize (found);
        ck_assert_msg (mpq_equal (found, expected), "d %lu, column %zu",
                       row.d, b);
      }
  assay_probe_row_clear (&row);
  assay_rotor_clear (&rotor);
  mpq_clears (damping, found, expected, NULL);
}
END_TEST

/* ---- readouts ---- */

/* The counts from every string's own sums.  */
static void
count_naively (struct assay_signs *signs, const mpz_t *k, const mpz_t *f,
               size_t t)
{
  unsigned long string;
  mpz_t label, readout;
  size_t d;

  mpz_inits (label, readout, NULL);
  memset (signs, 0, sizeof *signs);
  for (string = 0; string < 1ul << t; string++)
    {
      mpz_set_ui (label, 0);
      mpz_set_ui (readout, 0);
      for (d = 0; d < t; d++)
        if (string >> d & 1)
          {
            mpz_add (label, label, k[d]);
            mpz_add (readout, readout, f[d]);
          }
        else
          {
            mpz_sub (label, label, k[d]);
            mpz_sub (readout, readout, f[d]);
          }
      signs->strings++;
      signs->agree += (mpz_sgn (label) > 0) == (mpz_sgn (readout) > 0);
      signs->label_ties += mpz_sgn (label) == 0;
      signs->readout_ties += mpz_sgn (readout) == 0;
    }
  mpz_clears (label, readout, NULL);
}

START_TEST (counts_are_those_of_every_string)
{
  size_t n, count = testing_count (40), d, t;
  struct assay_signs fast, naive;
  mpz_t k[11], f[11];
  struct assay_ctx ctx;

  testing_reseed ();
  assay_ctx_init (&ctx);
  for (d = 0; d < 11; d++)
    mpz_inits (k[d], f[d], NULL);
  for (n = 0; n < count; n++)
    {
      t = 1 + testing_below (11);
      for (d = 0; d < t; d++)
        {
          /* Small values tie often.  */
          mpz_set_si (k[d], testing_between (-3, 3));
          testing_integer (f[d], n % 2 ? 2 : 90);
        }
      ck_assert_int_eq (assay_signs_count (&fast, (const mpz_t *) k,
                                           (const mpz_t *) f, t, &ctx),
                        ASSAY_OK);
      count_naively (&naive, (const mpz_t *) k, (const mpz_t *) f, t);
      ck_assert_uint_eq (fast.strings, naive.strings);
      ck_assert_uint_eq (fast.agree, naive.agree);
      ck_assert_uint_eq (fast.label_ties, naive.label_ties);
      ck_assert_uint_eq (fast.readout_ties, naive.readout_ties);
    }
  for (d = 0; d < 11; d++)
    mpz_clears (k[d], f[d], NULL);
}
END_TEST

START_TEST (length_beyond_the_most_is_refused)
{
  struct assay_signs signs;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_signs_count (&signs, NULL, NULL, 31, &ctx),
                    ASSAY_ELIMIT);
}
END_TEST

int
main (void)
{
  Suite *suite = suite_create ("leastsq");
  TCase *table = tcase_create ("table"), *special = tcase_create ("special");
  TCase *relations = tcase_create ("relations");
  TCase *readouts = tcase_create ("readouts");

  tcase_add_loop_test (table, published_errors, 0,
                       sizeof probes / sizeof probes[0]);
  tcase_add_test (table, line_through_three_points);
  tcase_add_test (special, no_function_leaves_the_mean_square_of_the_target);
  tcase_add_test (special,
                  dependent_function_gets_weight_zero_and_changes_nothing);
  tcase_add_test (special, more_functions_than_points_fit_exactly);
  tcase_add_test (special, sums_beyond_the_budget_are_refused_without_a_row);
  tcase_add_test (special, basis_names_are_found_again);
  tcase_add_test (relations, residual_is_orthogonal_to_every_function);
  tcase_add_test (relations, least_square_is_the_ratio_of_gram_determinants);
  tcase_add_test (relations, error_on_the_fitted_points_is_the_least);
  tcase_add_loop_test (relations, rows_are_the_definitions, 0,
                       ASSAY_PROBE_BASES);
  tcase_add_test (readouts, counts_are_those_of_every_string);
  tcase_add_test (readouts, length_beyond_the_most_is_refused);
  tcase_set_timeout (relations, 60);
  tcase_set_timeout (readouts, 60);
  suite_add_tcase (suite, table);
  suite_add_tcase (suite, special);
  suite_add_tcase (suite, relations);
  suite_add_tcase (suite, readouts);
  return testing_run (suite);
}
