/* jordan_rope_page.c -- the report of the lesson jordan-rope, to be read */

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "exact/jordan_baseline.h"
#include "exact/rat.h"
#include "real/decimal.h"
#include "report/lesson_common.h"
#include "report/lesson_report.h"

static void
add_rational (struct assay_text *text, mpq_srcptr x, int width)
{
  char *spelled = assay_rat_text (x);

  assay_text_printf (text, "%*s", width, spelled);
  free (spelled);
}

static void
add_digits (struct assay_text *text, mpq_srcptr x, size_t digits, int width)
{
  char *spelled = assay_decimal_rational (x, digits);

  assay_text_printf (text, "%*s", width, spelled);
  free (spelled);
}

static void
add_actions (struct assay_text *text, const struct assay_jordan_rope *r)
{
  static const int at[3][2] = { { 3, 0 }, { 5, 2 }, { 8, 5 } };
  const mpq_t *row = (const mpq_t *) r->contragredient.at;
  int n;

  assay_text_add (text, "\nthe contragredient action: G(i)^T on the query, "
                  "G(-j) on the key, lag 3\n"
                  "   i j  contragredient  q^T G(3) k     with A(p) = G(p), "
                  "the sign trap\n");
  for (n = 0; n < 3; n++, row += 4)
    {
      assay_text_printf (text, "  %2d %d  ", at[n][0], at[n][1]);
      add_rational (text, row[0], -16);
      add_rational (text, row[1], -15);
      add_rational (text, row[3], 0);
      assay_text_add_char (text, '\n');
    }
  assay_text_add (text, "  the same transform on both, G(i)q . G(j)k, at "
                  "these positions:\n");
  for (n = 0; n < 3; n++)
    {
      assay_text_add (text, n ? ", " : "  ");
      add_rational (text, r->contragredient.at[4 * n + 2], 0);
    }
  assay_text_add (text, "\n  and undamped, at equal positions 0, 1, 2, 3, "
                  "where q . k = 0:");
  for (n = 0; n < 4; n++)
    {
      assay_text_add (text, n ? ", " : " ");
      add_rational (text, r->shared.at[2 * n], 0);
    }
  assay_text_add_char (text, '\n');
}

static void
add_shears (struct assay_text *text, const struct assay_jordan_rope *r)
{
  static const int at[3][2] = { { 3, 0 }, { 5, 2 }, { 9, 6 } };
  const mpq_t *row = (const mpq_t *) r->positions.at;
  int n;

  assay_text_add (text, "\nthe bounded shear tau(d) = d/(1 + d/L), L = 8\n"
                  "  tau(1) + tau(1) - tau(2) = ");
  add_rational (text, r->tau.at[9], 0);
  assay_text_add (text, ": S(1)S(1) is not S(2)\n"
                  "   i j  tau(i)-tau(j)  score            tau(i-j)  "
                  "score\n");
  for (n = 0; n < 3; n++, row += 4)
    {
      assay_text_printf (text, "  %2d %d  ", at[n][0], at[n][1]);
      add_rational (text, row[0], -15);
      add_rational (text, row[2], -17);
      add_rational (text, row[1], -10);
      add_rational (text, row[3], 0);
      assay_text_add_char (text, '\n');
    }
  assay_text_printf (text, "  rank of tau(i-j) on 16 <= i < 32, 0 <= j < 16: "
                     "%zu, so no factors of\n  width 4 by position exist\n",
                     r->tau_rank);
}

static void
add_witnesses (struct assay_text *text, const struct assay_jordan_rope *r)
{
  int n;

  assay_text_add (text, "Lesson jordan-rope: one complex Jordan block couples "
                  "distance and phase\n\n"
                  "G(d) = r^d [R_d, eta d R_d; 0, R_d], cos = 3/5, sin = "
                  "4/5, r = 9/10, eta = 1/2,\n"
                  "q = (1,2,-1,1) at i, k = (2,0,1,-1) at j, d = i - j\n");
  assay_text_add (text, "\nindependence on d = 0, 1, 2, ...\n"
                  "  det of cos, sin, d cos, d sin = ");
  add_rational (text, r->determinants.at[0], 0);
  assay_text_add (text, " = 4 sin^4\n  det of cos, sin, 1, d, d cos = ");
  add_rational (text, r->determinants.at[1], 0);
  assay_text_add (text, ": d cos is outside the direct sum\n");
  add_actions (text, r);
  add_shears (text, r);
  assay_text_add (text, "\nbaselines, lag 3 (ALiBi with slope 1/4)\n");
  for (n = 0; n < ASSAY_BASELINES; n++)
    {
      assay_text_printf (text, "  %-12s ",
                         assay_baseline_name ((enum assay_baseline) n));
      add_rational (text, r->baselines.at[n], 0);
      assay_text_add_char (text, '\n');
    }
}

static void
add_name (struct assay_text *text, enum assay_probe_basis basis,
          struct assay_small r, int width)
{
  char damping[24] = "1";

  if (r.den != 1)
    snprintf (damping, sizeof damping, "%ld/%lu", r.num, r.den);
  assay_text_printf (text, "  %-*s %-5s", width,
                     assay_probe_basis_name (basis), damping);
}

/* Rows P, P + 1, ... of COUNT choices, the columns being the ranges FIRST to
   FIRST + COLUMNS - 1, with PLACES decimals.  */
static void
add_grid (struct assay_text *text, const struct assay_probe_result *p,
          size_t choices, size_t first, size_t columns, int name_width,
          unsigned long places)
{
  size_t a, b;
  char *error;

  for (b = 0; b < choices; b++)
    {
      add_name (text, p[b].basis, p[b].damping, name_width);
      for (a = first; a < first + columns; a++)
        {
          error = mpq_sgn (p[a * choices + b].error) == 0
                  ? assay_rat_text (p[a * choices + b].error)
                  : assay_rat_decimal (p[a * choices + b].error, places);
          assay_text_printf (text, "%*s", (int) places + 4, error);
          free (error);
        }
      assay_text_add_char (text, '\n');
    }
}

static void
add_tables (struct assay_text *text, const struct assay_probe_result *p)
{
  size_t a, b;
  char *error;

  assay_text_add (text, "\nkernel probes: least mean squared error of (d/L) "
                  "cos(omega d) on d = 0..D,\nexact fractions (--format=json "
                  "prints them), here to 6 decimals\n"
                  "  basis                       r    "
                  "    D=L=8        16        32        64\n");
  add_grid (text, p, 13, 0, 4, 27, 6);
  assay_text_add (text, "\n  basis                       r    "
                  "   D=16,L=8     64,16      64,8\n");
  add_grid (text, p, 13, 4, 3, 27, 6);
  p += ASSAY_JORDAN_ROPE_MSE;
  assay_text_add (text, "\nthe same with r = (L-1)/L, D = L\n");
  for (a = 0; a < 3; a++)
    for (b = 0; b < 3; b++)
      {
        const struct assay_probe_result *row = &p[3 * a + b];

        add_name (text, row->basis, row->damping, 27);
        error = assay_rat_decimal (row->error, 6);
        assay_text_printf (text, "%10s\n", error);
        free (error);
      }
  p += ASSAY_JORDAN_ROPE_SCALED;
  assay_text_add (text, "\nextrapolation: fitted on 0..D, L = D, the error on "
                  "0..E, columns D,E\n"
                  "  basis             r         8,16     8,64    16,32   "
                  "16,128   64,128   64,512\n");
  add_grid (text, p, 8, 0, 6, 17, 5);
}

static void
add_readouts (struct assay_text *text, const struct assay_readout *o)
{
  size_t i;

  assay_text_add (text, "\nthe synthetic task without training: the best "
                  "linear readout, fitted on lags\n1..L, against the label on "
                  "all 2^T strings of signs; rho and the Gaussian law\n1 - "
                  "arccos(rho)/pi, certified, to 8 digits\n"
                  "   L  T basis             r     equal decisions  ties  "
                  "rho         law\n");
  for (i = 0; i < ASSAY_JORDAN_ROPE_READOUTS; i++, o++)
    {
      assay_text_printf (text, "  %2lu %2lu", o->train, o->t);
      add_name (text, o->basis, o->damping, 17);
      assay_text_printf (text, "%6llu of %-6llu %5llu  %-11.*s %.10s\n",
                         o->signs.agree, o->signs.strings,
                         o->signs.readout_ties,
                         o->rho.text[0] == '-' ? 11 : 10, o->rho.text,
                         o->law.text);
    }
}

static void
add_limits (struct assay_text *text, const struct assay_jordan_limit *l)
{
  size_t i;

  assay_text_add (text, "\nlimits D = L to infinity for generic omega, "
                  "certified to 40 digits\n");
  for (i = 0; i < ASSAY_JORDAN_ROPE_LIMITS; i++, l++)
    assay_text_printf (text, "  %-20s %s\n", l->id, l->value.text);
}

static void
add_ceilings (struct assay_text *text, const struct assay_jordan_ceiling *c)
{
  static const char *const names[ASSAY_JORDAN_ROPE_CEILINGS] = {
    "RoPE, 10^(-i/4), i = 0..15", "direct sum, 10^(-i/2), and 1, d",
    "stabilised Jordan, 10^(-b/4)", "tau(i)-tau(j), one frequency"
  };
  size_t i;

  assay_text_add (text, "\nceilings in the public configuration, target "
                  "frequency 10^(-3/4), lags 1..8191:\nthe best readout, and "
                  "the one fitted below 1024 (rho, then the law)\n");
  for (i = 0; i < ASSAY_JORDAN_ROPE_CEILINGS; i++, c++)
    assay_text_printf (text, "  %-32s %-14s %-10s %-16s %s\n", names[i],
                       c->best_rho.text, c->best_law.text,
                       c->fitted_rho.text, c->fitted_law.text);
  assay_text_add (text, "  the direct sum's second pair is called damped "
                  "without a value of the damping\n");
}

static void
add_f32 (struct assay_text *text, const struct assay_jordan_f32 *f32)
{
  size_t i;

  assay_text_add (text, "\nthe score of lag 3 with query and key factors in "
                  "f32, key at j\n");
  for (i = 0; i < ASSAY_JORDAN_ROPE_F32_ROWS; i++)
    {
      const struct assay_f32_score *row = &f32->rows[i];

      assay_text_printf (text, "  j = %4lu: ", row->position);
      if (!row->is_finite)
        {
          assay_text_add (text, "overflow\n");
          continue;
        }
      add_digits (text, row->score, 9, 0);
      if (row->error_exponent == LONG_MIN)
        assay_text_add (text, ", exact\n");
      else
        assay_text_printf (text, ", relative error below 2^%ld\n",
                           row->error_exponent);
    }
  assay_text_printf (text, "  first error of 2^-20 or more at j = %lu; first "
                     "key that overflows at j = %lu;\n"
                     "  first query with a subnormal component at i = %lu\n"
                     "  with positions counted from a block of %lu, every "
                     "error is below 2^%ld\n",
                     f32->first_loss, f32->first_overflow,
                     f32->first_subnormal, f32->block,
                     f32->block_worst_exponent);
}

static void
add_reported (struct assay_text *text, const struct assay_jordan_rope *r)
{
  size_t i;

  assay_text_add (text, "\nreported results of training runs, not decidable "
                  "by arithmetic\n");
  for (i = 0; i < ASSAY_JORDAN_ROPE_REPORTED; i++)
    {
      const struct assay_reported *p = &r->reported[i];

      assay_text_printf (text, "  %s  %s", p->reported, p->what);
      if (p->has_nearest)
        {
          mpz_t over;

          mpz_init_set_ui (over, 32);
          mpz_divexact (over, over, mpq_denref (p->nearest));
          mpz_mul (over, over, mpq_numref (p->nearest));
          assay_text_printf (text, " (%lu/32 prints so)",
                             mpz_get_ui (over));
          mpz_clear (over);
        }
      assay_text_add_char (text, '\n');
    }
  assay_text_printf (text, "  one standard error is at most %s over 32 "
                     "sequences, %s over 96\n",
                     r->standard_error[0].text, r->standard_error[1].text);
  assay_text_add (text, "  all of this is about scores before the softmax, "
                  "which couples separate channels:\n"
                  "  the sum over a, b = -1, 1 of a b exp (a x + b y) is 4 "
                  "sinh x sinh y (proved in the ledger)\n");
}

void
assay_jordan_rope_text (struct assay_text *text,
                        const struct assay_jordan_rope *r)
{
  add_witnesses (text, r);
  add_tables (text, r->probes);
  add_readouts (text, r->readouts);
  add_limits (text, r->limits);
  add_ceilings (text, r->ceilings);
  add_f32 (text, &r->f32);
  add_reported (text, r);
  assay_text_add_char (text, '\n');
  assay_lesson_add_checks (text, r->checks, ASSAY_JORDAN_ROPE_CHECKS);
}
