/* check_encodings.c -- sinusoids, slopes, buckets and decays of position, and
   the files that tables are written to */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "position/alibi.h"
#include "position/npy_out.h"
#include "position/sinusoid.h"
#include "position/t5_bucket.h"
#include "position/xpos.h"
#include "real/decide.h"
#include "real/formula.h"
#include "rpn.h"
#include "testing.h"

/* Fails unless X, which is dropped, equals the expression TEXT.  */
static void
assert_equal (struct assay_expr *x, const char *text)
{
  struct assay_expr *wanted = rpn (text);
  struct assay_decision decision;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_decide (&decision, x, ASSAY_EQ, wanted, &ctx),
                    ASSAY_OK);
  ck_assert_msg (decision.verdict == ASSAY_HOLDS, "not %s", text);
  assay_expr_unref (x);
  assay_expr_unref (wanted);
}

/* ---- sinusoids ---- */

enum { WIDEST = 6 };

/* The sinusoid of POSITION to base 10000 has the COUNT components TEXTS.  */
static void
assert_sinusoid (long position, enum assay_sinusoid_order order,
                 enum assay_sinusoid_step step, const char *const *texts,
                 size_t count)
{
  struct assay_expr *p[WIDEST], *base = rpn ("10000");
  struct assay_ctx ctx;
  size_t n;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_sinusoid (p, position, base, count, order, step,
                                    &ctx), ASSAY_OK);
  for (n = 0; n < count; n++)
    assert_equal (p[n], texts[n]);
  assay_expr_unref (base);
}

START_TEST (sinusoid_of_the_paper_alternates)
{
  static const char *const texts[] = { "3 sin", "3 cos", "3/100 sin",
                                       "3/100 cos" };

  assert_sinusoid (3, ASSAY_SINUSOID_ADJACENT, ASSAY_SINUSOID_PAPER, texts,
                   4);
}
END_TEST

/* The other step is another number from pair 1 on: D23.  */
START_TEST (sinusoid_of_tensor2tensor_has_sines_first_and_another_step)
{
  static const char *const texts[] = { "2 sin", "1/50 sin", "1/5000 sin",
                                       "2 cos", "1/50 cos", "1/5000 cos" };

  assert_sinusoid (2, ASSAY_SINUSOID_SINES_FIRST,
                   ASSAY_SINUSOID_TENSOR2TENSOR, texts, 6);
}
END_TEST

START_TEST (sinusoid_that_divides_by_zero_is_refused)
{
  struct assay_expr *p[2], *base = rpn ("10000");
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_sinusoid (p, 1, base, 2, ASSAY_SINUSOID_ADJACENT,
                                    ASSAY_SINUSOID_TENSOR2TENSOR, &ctx),
                    ASSAY_EVALUE);
  assay_expr_unref (p[0]);
  assay_expr_unref (p[1]);
  assay_expr_unref (base);
}
END_TEST

/* ---- ALiBi ---- */

static const struct
{
  size_t heads, head;
  const char *slope;
} slopes[] = {
  { 8, 1, "1/2" }, { 8, 8, "1/256" }, { 16, 1, "2 -1/2 ^" },
  { 1, 1, "1/256" }, { 2, 1, "1/16" },
  /* 12 heads: 2^-1 ... 2^-8, then 2^-0.5, 2^-1.5, 2^-2.5, 2^-3.5.  */
  { 12, 8, "1/256" }, { 12, 9, "2 -1/2 ^" }, { 12, 12, "2 -7/2 ^" },
  { 3, 1, "1/16" }, { 3, 2, "1/256" }, { 3, 3, "1/4" },
};

START_TEST (slope_is_the_known_one_by_every_rule)
{
  struct assay_expr *eight = rpn ("8"), *slope;
  struct assay_ctx ctx;
  int rule;

  for (rule = ASSAY_ALIBI_PAPER; rule <= ASSAY_ALIBI_GGML; rule++)
    {
      assay_ctx_init (&ctx);
      ck_assert_int_eq (assay_alibi_slope (&slope, slopes[_i].head,
                                           slopes[_i].heads,
                                           (enum assay_alibi_rule) rule,
                                           eight, &ctx), ASSAY_OK);
      assert_equal (slope, slopes[_i].slope);
    }
  assay_expr_unref (eight);
}
END_TEST

START_TEST (slope_of_another_maximum_is_another_by_two_rules)
{
  struct assay_expr *sixteen = rpn ("16"), *slope, *bias;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_alibi_slope (&slope, 1, 8, ASSAY_ALIBI_MPT,
                                       sixteen, &ctx), ASSAY_OK);
  ck_assert_int_eq (assay_alibi_bias (&bias, slope, 9, 4, &ctx), ASSAY_OK);
  assert_equal (slope, "1/4");
  assert_equal (bias, "-5/4");
  ck_assert_int_eq (assay_alibi_slope (&slope, 9, 12, ASSAY_ALIBI_GGML,
                                       sixteen, &ctx), ASSAY_OK);
  assert_equal (slope, "1/2");
  ck_assert_int_eq (assay_alibi_slope (&slope, 9, 8, ASSAY_ALIBI_PAPER,
                                       sixteen, &ctx), ASSAY_EVALUE);
  ck_assert_ptr_null (slope);
  assay_expr_unref (sixteen);
}
END_TEST

/* ---- T5 ---- */

static const struct
{
  int bidirectional;
  long distance;
  unsigned long bucket;
} buckets[] = {
  { 1, 0, 0 }, { 1, -7, 7 }, { 1, 7, 23 }, { 1, -8, 8 }, { 1, 8, 24 },
  /* Exactly on a border: n = 8 16^(j/8) for j = 2, 4, 6, 8.  */
  { 1, -15, 9 }, { 1, -16, 10 }, { 1, -31, 11 }, { 1, -32, 12 },
  { 1, -63, 13 }, { 1, -64, 14 }, { 1, -127, 15 }, { 1, -128, 15 },
  { 1, 100000, 31 },
  { 0, 5, 0 }, { 0, 0, 0 }, { 0, -15, 15 }, { 0, -16, 16 }, { 0, -18, 16 },
  { 0, -19, 17 }, { 0, -127, 31 }, { 0, -1000000, 31 },
};

START_TEST (bucket_is_the_known_one)
{
  struct assay_t5 t5 = { 32, 128, buckets[_i].bidirectional };
  unsigned long bucket;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_t5_bucket (&bucket, &t5, buckets[_i].distance,
                                     &ctx), ASSAY_OK);
  ck_assert_uint_eq (bucket, buckets[_i].bucket);
}
END_TEST

/* Away from the borders doubles are good enough to compare with.  */
START_TEST (bucket_is_that_of_logarithms_off_the_borders)
{
  size_t n = testing_count (2000), k;
  unsigned long bucket;
  struct assay_ctx ctx;

  testing_reseed ();
  assay_ctx_init (&ctx);
  for (k = 0; k < n; k++)
    {
      struct assay_t5 t5 = { 2 * (unsigned long) testing_between (1, 60), 0,
                             0 };
      unsigned long e = t5.buckets / 2, distance;
      double x;

      t5.max_distance = e + 1 + testing_below (1000);
      distance = e + testing_below (3000);
      x = log ((double) distance / (double) e)
          / log ((double) t5.max_distance / (double) e) * (double) e;
      if (fabs (x - nearbyint (x)) < 1e-9)
        continue;
      ck_assert_int_eq (assay_t5_bucket (&bucket, &t5, -(long) distance,
                                         &ctx), ASSAY_OK);
      ck_assert_uint_eq (bucket, x >= (double) (e - 1)
                                 ? t5.buckets - 1
                                 : e + (unsigned long) x);
    }
}
END_TEST

START_TEST (buckets_that_make_no_sense_are_refused)
{
  static const struct assay_t5 rows[] = {
    { 1, 128, 0 }, { 2, 128, 1 }, { 32, 16, 0 }, { 33, 128, 1 },
    { 5000, 100000, 0 }
  };
  unsigned long bucket;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_t5_bucket (&bucket, &rows[_i], -20, &ctx),
                    ASSAY_EVALUE);
}
END_TEST

/* ---- xPos ---- */

/* Run after run, every distance has the bucket of its run, and the next one
   another.  */
START_TEST (runs_of_buckets_hold_every_distance_once)
{
  size_t n = testing_count (60), i;
  struct assay_ctx ctx;

  testing_reseed ();
  assay_ctx_init (&ctx);
  for (i = 0; i < n; i++)
    {
      struct assay_t5 t5 = { 4 * (unsigned long) testing_between (1, 16), 0,
                             testing_below (2) == 0 };
      unsigned long bucket, other, before = 4096;
      long first, last, d;

      t5.max_distance = t5.buckets / 2 + 1 + testing_below (200);
      for (first = -(long) t5.max_distance; first <= (long) t5.max_distance;
           first = last + 1)
        {
          ck_assert_int_eq (assay_t5_run (&bucket, &last, &t5, first, &ctx),
                            ASSAY_OK);
          ck_assert_int_ge (last, first);
          ck_assert_int_le (last, (long) t5.max_distance);
          ck_assert_uint_ne (bucket, before);
          for (d = first; d <= last; d++)
            {
              ck_assert_int_eq (assay_t5_bucket (&other, &t5, d, &ctx),
                                ASSAY_OK);
              ck_assert_msg (other == bucket, "%lu buckets to %lu, %s: %ld",
                             t5.buckets, t5.max_distance,
                             t5.bidirectional ? "both" : "causal", d);
            }
          before = bucket;
        }
    }
}
END_TEST

START_TEST (centre_of_xpos_cancels_and_the_decay_is_left)
{
  struct assay_expr *zeta, *q[2], *k[2], *score[2];
  struct assay_ctx ctx;
  int rule;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_xpos_centre (7, ASSAY_XPOS_CEILING), 4);
  ck_assert_int_eq (assay_xpos_centre (7, ASSAY_XPOS_FLOOR), 3);
  ck_assert_int_eq (assay_xpos_centre (8, ASSAY_XPOS_CEILING), 4);
  ck_assert_int_eq (assay_xpos_zeta (&zeta, 3, 8, &ctx), ASSAY_OK);
  for (rule = 0; rule < 2; rule++)
    {
      long m = assay_xpos_centre (7, (enum assay_xpos_centre) rule);

      ck_assert_int_eq (assay_xpos_factor (&q[rule], zeta, 100, m, 512, 0,
                                           &ctx), ASSAY_OK);
      ck_assert_int_eq (assay_xpos_factor (&k[rule], zeta, 36, m, 512, 1,
                                           &ctx), ASSAY_OK);
      score[rule] = assay_formula_mul (q[rule], k[rule], &ctx);
      /* (6 + 3.2) / 11.2 to the (100 - 36)/512.  */
      assert_equal (score[rule], "23/28 1/8 ^");
    }
  ck_assert_int_eq (assay_xpos_factor (&q[0], zeta, 1, 0, 0, 0, &ctx),
                    ASSAY_EVALUE);
  assay_expr_unref (zeta);
}
END_TEST

/* ---- .npy ---- */

START_TEST (npy_file_is_the_array_byte_by_byte)
{
  static const unsigned char expected[] = { 0x80, 0x3f, 0x01, 0x02, 0, 0,
                                            0xff, 0xff };
  static const uint16_t first[] = { 0x3f80, 0x0201 }, last[] = { 0xffff };
  static const size_t shape[] = { 2, 2 };
  char name[] = "check_encodings.npy";
  struct assay_npy_out out;
  unsigned char bytes[256];
  struct assay_ctx ctx;
  size_t length;
  FILE *file;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_npy_begin (&out, name, ASSAY_FMT_BF16, shape, 2,
                                     &ctx), ASSAY_OK);
  ck_assert_int_eq (assay_npy_put (&out, 3, last, 1, &ctx), ASSAY_OK);
  ck_assert_int_eq (assay_npy_put (&out, 0, first, 2, &ctx), ASSAY_OK);
  ck_assert_int_eq (assay_npy_finish (&out, &ctx), ASSAY_OK);
  file = fopen (name, "rb");
  ck_assert_ptr_nonnull (file);
  length = fread (bytes, 1, sizeof bytes - 1, file);
  fclose (file);
  unlink (name);
  bytes[length] = 0;
  ck_assert_uint_eq (length, 128 + 8);
  ck_assert_mem_eq (bytes, "\x93NUMPY\x01\x00\x76\x00", 10);
  ck_assert_ptr_nonnull (strstr ((char *) bytes + 10,
                                 "{'descr': '<V2', 'fortran_order': False, "
                                 "'shape': (2, 2), }"));
  ck_assert_uint_eq (bytes[127], '\n');
  ck_assert_mem_eq (bytes + 128, expected, sizeof expected);
}
END_TEST

START_TEST (npy_file_that_cannot_be_made_leaves_nothing)
{
  static const size_t shape[] = { 1 };
  struct assay_npy_out out;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_npy_begin (&out, "no/such/folder/x.npy",
                                     ASSAY_FMT_F32, shape, 1, &ctx),
                    ASSAY_EIO);
  assay_npy_abandon (&out);
  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_npy_begin (&out, "abandoned.npy", ASSAY_FMT_F32,
                                     shape, 1, &ctx), ASSAY_OK);
  assay_npy_abandon (&out);
  ck_assert_int_ne (access ("abandoned.npy", F_OK), 0);
}
END_TEST

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

int
main (void)
{
  Suite *suite = suite_create ("encodings");
  TCase *tcase = tcase_create ("table");

  tcase_add_test (tcase, sinusoid_of_the_paper_alternates);
  tcase_add_test (tcase,
                  sinusoid_of_tensor2tensor_has_sines_first_and_another_step);
  tcase_add_loop_test (tcase, slope_is_the_known_one_by_every_rule, 0,
                       ROWS (slopes));
  tcase_add_test (tcase, slope_of_another_maximum_is_another_by_two_rules);
  tcase_add_loop_test (tcase, bucket_is_the_known_one, 0, ROWS (buckets));
  suite_add_tcase (suite, tcase);
  tcase = tcase_create ("relations");
  tcase_add_test (tcase, bucket_is_that_of_logarithms_off_the_borders);
  tcase_add_test (tcase, runs_of_buckets_hold_every_distance_once);
  tcase_add_test (tcase, centre_of_xpos_cancels_and_the_decay_is_left);
  tcase_add_test (tcase, npy_file_is_the_array_byte_by_byte);
  suite_add_tcase (suite, tcase);
  tcase = tcase_create ("special");
  tcase_add_test (tcase, sinusoid_that_divides_by_zero_is_refused);
  tcase_add_loop_test (tcase, buckets_that_make_no_sense_are_refused, 0, 5);
  tcase_add_test (tcase, npy_file_that_cannot_be_made_leaves_nothing);
  suite_add_tcase (suite, tcase);
  return testing_run (suite);
}
