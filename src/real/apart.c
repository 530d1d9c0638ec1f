/* apart.c -- classes of forms in which nonzero forms are nonzero numbers
   (Lemma B23) */

#include "real/form.h"

/* What occurs in the monomials of a form.  */
struct traits
{
  int other;                    /* anything that no class below covers */
  int has_pi, has_exponential, has_log;
  int has_plain_log;            /* a logarithm not over LOG_BELOW */
  int nonlinear_log;
  const struct assay_atom *log_below;   /* occurs to the power -1 */
};

static int
is_radical (const struct assay_monomial *m)
{
  size_t i;

  if (m->exponent)
    return 0;
  for (i = 0; i < m->count; i++)
    if (m->factor[i].atom->kind != ASSAY_ATOM_PRIME
        || !m->factor[i].atom->certain)
      return 0;
  return 1;
}

/* The logarithms of M: at most one to the power 1, and at most one, the same
   in the whole form, to the power -1.  Multiplied by the latter, the form is
   linear in logarithms if none stands alone (or if there is no latter).  */
static void
look_at_logarithms (struct traits *traits, const struct assay_monomial *m)
{
  int above = 0, below = 0;
  size_t i;

  for (i = 0; i < m->count; i++)
    {
      const struct assay_atom *atom = m->factor[i].atom;

      if (atom->kind != ASSAY_ATOM_LOG_PRIME)
        continue;
      traits->has_log = 1;
      if (mpq_cmp_si (m->factor[i].power, 1, 1) == 0)
        above++;
      else if (mpq_cmp_si (m->factor[i].power, -1, 1) == 0
               && (traits->log_below == NULL || traits->log_below == atom))
        {
          traits->log_below = atom;
          below++;
        }
      else
        traits->nonlinear_log = 1;
    }
  if (above > 1)
    traits->nonlinear_log = 1;
  if (above == 1 && below == 0)
    traits->has_plain_log = 1;
}

static void
look_at (struct traits *traits, const struct assay_monomial *m)
{
  size_t i;

  if (m->exponent)
    {
      traits->has_exponential = 1;
      for (i = 0; i < m->exponent->count; i++)
        if (!is_radical (m->exponent->term[i].m))
          traits->other = 1;
    }
  for (i = 0; i < m->count; i++)
    {
      const struct assay_atom *atom = m->factor[i].atom;

      if (atom->kind == ASSAY_ATOM_PI)
        traits->has_pi = 1;
      else if ((atom->kind != ASSAY_ATOM_LOG_PRIME
                && atom->kind != ASSAY_ATOM_PRIME) || !atom->certain)
        traits->other = 1;
    }
  look_at_logarithms (traits, m);
}

enum assay_apart
assay_form_apart (struct assay_form_pool *pool, struct assay_fraction a)
{
  struct traits traits = { 0, 0, 0, 0, 0, 0, NULL };
  size_t i;

  if (pool->failed)
    return ASSAY_APART_UNKNOWN;
  for (i = 0; i < a.num->count; i++)
    look_at (&traits, a.num->term[i].m);
  for (i = 0; i < a.den->count; i++)
    look_at (&traits, a.den->term[i].m);
  if (traits.other || traits.has_pi + traits.has_exponential
                      + traits.has_log > 1)
    return ASSAY_APART_UNKNOWN;
  if (traits.has_pi)
    return ASSAY_APART_PI;
  if (traits.has_exponential)
    return ASSAY_APART_LINDEMANN;
  if (traits.has_log)
    return traits.nonlinear_log || (traits.log_below && traits.has_plain_log)
           ? ASSAY_APART_UNKNOWN : ASSAY_APART_BAKER;
  return ASSAY_APART_RADICALS;
}
