/* jordan_rope.h -- the lesson "Jordan-RoPE" */

#ifndef ASSAY_LESSONS_JORDAN_ROPE_H
#define ASSAY_LESSONS_JORDAN_ROPE_H

#include "exact/jordan_probe.h"
#include "exact/jordan_signs.h"
#include "exact/vec.h"
#include "lessons/lesson.h"

enum
{
  ASSAY_JORDAN_ROPE_CHECKS = 24,
  ASSAY_JORDAN_ROPE_PROBES = 148,       /* of three tables, in this order */
  ASSAY_JORDAN_ROPE_MSE = 91,
  ASSAY_JORDAN_ROPE_SCALED = 9,
  ASSAY_JORDAN_ROPE_EXTRAPOLATION = 48,
  ASSAY_JORDAN_ROPE_READOUTS = 32,
  ASSAY_JORDAN_ROPE_LIMITS = 13,
  ASSAY_JORDAN_ROPE_REPORTED = 6,
  ASSAY_JORDAN_ROPE_F32_ROWS = 6,
  ASSAY_JORDAN_ROPE_CEILINGS = 4
};

/* A positive rational of small parts, as the tables name their damping.  */
struct assay_small
{
  long num;
  unsigned long den;
};

/* One row of a table: the basis fitted on d = 0..fit, the error on 0..check,
   which is fit itself where nothing is extrapolated.  */
struct assay_probe_result
{
  enum assay_probe_basis basis;
  struct assay_small damping;
  unsigned long fit, length, check;
  mpq_t error;
  struct assay_vec weights;
};

/* A certified decimal, correctly rounded, without the zeros at its end.  */
struct assay_digits
{
  char text[64];
};

/* One row of the synthetic task: fitted on d = 1..train, strings of T.  */
struct assay_readout
{
  enum assay_probe_basis basis;
  struct assay_small damping;
  unsigned long train, t;
  struct assay_signs signs;
  mpq_t square;                 /* sign (rho) rho^2, exact */
  struct assay_digits rho, law; /* law = 1 - arccos (rho) / pi, 30 digits */
  enum assay_verdict decided;   /* whether all of their digits are */
};

struct assay_jordan_limit
{
  const char *id, *what, *closed_form;
  struct assay_digits value;    /* 40 digits */
};

/* A basis in the public code's configuration, train length 1024, length 8192;
   which of them is in the order of the report.  */
enum assay_ceiling
{
  ASSAY_CEILING_ROPE,
  ASSAY_CEILING_DIRECT_SUM,
  ASSAY_CEILING_STABILISED,
  ASSAY_CEILING_DEPLOYED
};

/* The correlation with the target over the lags 1..8191 and its Gaussian
   law: of the best weights there, and of those fitted below 1024.  */
struct assay_jordan_ceiling
{
  const char *what;
  struct assay_digits best_rho, best_law;       /* 10 and 5 digits */
  struct assay_digits fitted_rho, fitted_law;
};

/* What a training run was reported to reach: not decidable here.  NEAREST is
   the fraction over 32 that prints as REPORTED, if there is one.  */
struct assay_reported
{
  const char *what, *reported;
  mpq_t nearest;
  int has_nearest;
};

/* The score of lag 3 in f32 with the key at POSITION.  */
struct assay_f32_score
{
  unsigned long position;
  int is_finite;
  mpq_t score;
  /* The relative error is below 2^error_exponent, and not below half of
     that; LONG_MIN when there is none.  */
  long error_exponent;
};

struct assay_jordan_f32
{
  struct assay_f32_score rows[ASSAY_JORDAN_ROPE_F32_ROWS];
  unsigned long first_loss;     /* relative error above 2^-20, by position */
  unsigned long first_overflow; /* a component of the key is infinite */
  unsigned long first_subnormal;        /* a query's is, not zero */
  unsigned long block;          /* of a block-local origin */
  long block_worst_exponent;    /* of every position, as error_exponent */
};

/* Every figure of the lesson's specification, computed.  */
struct assay_jordan_rope
{
  /* Rows (contragredient, pure, shared transform, sign reversed).  */
  struct assay_vec contragredient;      /* of (3,0), (5,2), (8,5) */
  struct assay_vec shared;      /* r = 1, (shared, pure) at 0..3 */
  struct assay_vec tau;         /* L = 8, tau (0..8) and the defect (1,1) */
  /* Rows (shear, pairwise shear, score, pairwise score), L = 8.  */
  struct assay_vec positions;   /* of (3,0), (5,2), (9,6) */
  struct assay_vec determinants;        /* four functions, five functions */
  struct assay_vec baselines;   /* each baseline's score of lag 3, slope 1/4 */
  size_t tau_rank;              /* of the block of 16 x 16 lags */
  struct assay_probe_result probes[ASSAY_JORDAN_ROPE_PROBES];
  struct assay_readout readouts[ASSAY_JORDAN_ROPE_READOUTS];
  struct assay_jordan_limit limits[ASSAY_JORDAN_ROPE_LIMITS];
  struct assay_jordan_ceiling ceilings[ASSAY_JORDAN_ROPE_CEILINGS];
  struct assay_reported reported[ASSAY_JORDAN_ROPE_REPORTED];
  /* The largest standard error of a frequency over 32 and over 96 trials,
     4 decimals.  */
  struct assay_digits standard_error[2];
  struct assay_jordan_f32 f32;
  struct assay_lesson_check checks[ASSAY_JORDAN_ROPE_CHECKS];
};

/* REPORT <- the lesson's figures and checks, ORACLE being the other side of
   the scores, the tables and the readouts; to be cleared by the caller.  */
void assay_jordan_rope_run (struct assay_jordan_rope *report,
                            const struct assay_second_family *oracle);
void assay_jordan_rope_clear (struct assay_jordan_rope *report);

/* The kernel probes and their errors alone, PROBES of them: what is timed
   against another system.  To be cleared by the caller.  */
void assay_jordan_probes_run (struct assay_probe_result *probes);
void assay_jordan_probes_clear (struct assay_probe_result *probes);

#endif
