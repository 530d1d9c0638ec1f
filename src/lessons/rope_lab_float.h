/* rope_lab_float.h -- the functions of the lesson rope-lab as plain doubles

   What a reader's own program computes: binary64, the C library's cos, sin
   and pow, every sum from its first term on.  Nothing is guaranteed here; the
   lesson compares each value with rope_lab_exact.h.  Vectors have D entries, D
   even; a result may not be an operand.  */

#ifndef ASSAY_LESSONS_ROPE_LAB_FLOAT_H
#define ASSAY_LESSONS_ROPE_LAB_FLOAT_H

#include <stddef.h>

void assay_lab_float_demo (double *q, double *k, size_t d);

double assay_lab_float_dot (const double *a, const double *b, size_t d);

/* THETA[i], i < D/2.  */
void assay_lab_float_thetas (double *theta, size_t d, double base);

void assay_lab_float_rotate_pair (double *y0, double *y1, double x0,
                                  double x1, double angle);

void assay_lab_float_apply_rope (double *y, const double *x, size_t d,
                                 long position, double base);

double assay_lab_float_rope_score (const double *q, const double *k,
                                   size_t d, long m, long n, double base);

void assay_lab_float_sin_pos (double *p, long position, size_t d,
                              double base);

double assay_lab_float_add_score (const double *q, const double *k, size_t d,
                                  long m, long n, double base);

/* ROTARY[j], ADDED[j]: query at STARTS[j] + OFFSET, key at STARTS[j].  */
void assay_lab_float_offset_scan (double *rotary, double *added,
                                  const double *q, const double *k, size_t d,
                                  long offset, const long *starts,
                                  size_t count, double base);

/* TURNS[i], i < D/2.  */
void assay_lab_float_turns (double *turns, size_t d, long delta, double base);

size_t assay_lab_float_slow_pairs (size_t d, long delta, double base);

#endif
