/* lesson.h -- what the published lessons share: checks, and the oracle */

#ifndef ASSAY_LESSONS_LESSON_H
#define ASSAY_LESSONS_LESSON_H

#include "attention/attention.h"
#include "base/ctx.h"
#include "exact/jordan.h"
#include "exact/jordan_signs.h"
#include "exact/rotary.h"

/* One named group of checks of a report, really evaluated.  */
struct assay_lesson_check
{
  const char *name;
  enum assay_verdict verdict;
};

/* Lower and upper bound of one real.  */
struct assay_bounds
{
  mpq_t lo;
  mpq_t hi;
};

struct assay_bounds *assay_bounds_new (size_t n);
void assay_bounds_free (struct assay_bounds *bounds, size_t n);

/* The independent family, as the program hands it to the lessons: they name
   no function of it.  Both answer ASSAY_OK, or ASSAY_EVALUE for a request
   outside their reach.  */
struct assay_second_family
{
  /* SCORE <- the score of key J, exactly.  */
  enum assay_status (*rotary_score) (mpq_ptr score,
                                     const struct assay_rotary *request,
                                     size_t j);
  /* Bounds of every weight (queries x keys) and output (queries x columns of
     V), no wider than 10^-180.  */
  enum assay_status (*attention) (struct assay_bounds *weights,
                                  struct assay_bounds *output,
                                  const struct assay_attention *request);
  /* SCORE <- that of assay_jordan_score, exactly.  */
  enum assay_status (*jordan_score) (mpq_ptr score,
                                     const struct assay_jordan *block,
                                     enum assay_jordan_variant variant,
                                     const mpq_t *q, long i, const mpq_t *k,
                                     long j);
  /* ERROR <- the mean squared error on d = 0..CHECK of PROBE fitted on
     0..FIT, exactly.  */
  enum assay_status (*probe_error) (mpq_ptr error,
                                    const struct assay_probe *probe,
                                    unsigned long fit, unsigned long check);
  /* SIGNS <- the counts of PROBE fitted on d = 1..TRAIN, over the strings of
     T bits; SQUARE <- sign (rho) rho^2 of its correlation.  */
  enum assay_status (*probe_signs) (struct assay_signs *signs,
                                    mpq_ptr square,
                                    const struct assay_probe *probe,
                                    unsigned long train, unsigned long t);
};

/* HOLDS for a true CONDITION, FAILS for a false one.  */
enum assay_verdict assay_verdict_of (int condition);

/* FAILS if either does, else OPEN if either is, else HOLDS.  */
enum assay_verdict assay_verdict_and (enum assay_verdict a,
                                      enum assay_verdict b);

/* HOLDS iff all COUNT checks hold; see assay_verdict_and.  */
enum assay_verdict assay_lesson_verdict (
  const struct assay_lesson_check *checks, size_t count);

/* A refusal that a contract owes: the JSON request, the class and the
   place.  */
struct assay_refusal
{
  const char *request;
  enum assay_status status;
  const char *where;
};

/* HOLDS iff IS_REFUSED says so of all COUNT REFUSALS.  */
enum assay_verdict assay_lesson_refusals (
  const struct assay_refusal *refusals, size_t count,
  int (*is_refused) (const struct assay_refusal *refusal));

#endif
