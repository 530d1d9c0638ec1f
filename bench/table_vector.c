/* table_vector.c -- a table by the C library's vector cosine and sine */

#include "table_vector.h"

#ifdef BENCH_MVEC

#include <immintrin.h>

/* The names of the x86-64 vector ABI: AVX2, four doubles, no mask.  */
__attribute__ ((target ("avx2"))) __m256d _ZGVdN4v_cos (__m256d);
__attribute__ ((target ("avx2"))) __m256d _ZGVdN4v_sin (__m256d);

const char *
table_vector_lacks (void)
{
  return __builtin_cpu_supports ("avx2") ? NULL : "a processor without AVX2";
}

__attribute__ ((target ("avx2"))) void
table_vector_fill (float *cosine, float *sine, const double *w,
                   size_t positions, size_t pairs)
{
  size_t p, i;

  for (p = 0; p < positions; p++)
    for (i = 0; i < pairs; i += 4, cosine += 4, sine += 4)
      {
        __m256d angle = _mm256_mul_pd (_mm256_set1_pd ((double) p),
                                       _mm256_loadu_pd (w + i));

        _mm_storeu_ps (cosine, _mm256_cvtpd_ps (_ZGVdN4v_cos (angle)));
        _mm_storeu_ps (sine, _mm256_cvtpd_ps (_ZGVdN4v_sin (angle)));
      }
}

#else

const char *
table_vector_lacks (void)
{
  return "no libmvec for this processor";
}

void
table_vector_fill (float *cosine, float *sine, const double *w,
                   size_t positions, size_t pairs)
{
  (void) cosine;
  (void) sine;
  (void) w;
  (void) positions;
  (void) pairs;
}

#endif
