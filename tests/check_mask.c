/* check_mask.c -- which keys a query may see */

#include <string.h>

#include "attention/mask.h"
#include "testing.h"

START_TEST (new_mask_allows_everything)
{
  struct assay_mask mask;
  size_t i;

  assay_mask_init (&mask, 3, 5);
  ck_assert_uint_eq (mask.queries, 3);
  ck_assert_uint_eq (mask.keys, 5);
  for (i = 0; i < 15; i++)
    ck_assert_int_ne (mask.legal[i], 0);
  assay_mask_clear (&mask);
}
END_TEST

/* Of QUERIES x KEYS: 1 x 1, square, wide, tall.  */
static const struct { size_t queries, keys; const char *legal; } causal[] = {
  { 1, 1, "1" }, { 3, 3, "100" "110" "111" }, { 2, 4, "1000" "1100" },
  { 4, 2, "10" "11" "11" "11" }, { 0, 3, "" },
};

START_TEST (causal_mask_allows_keys_up_to_the_query)
{
  struct assay_mask mask;
  size_t i;

  assay_mask_init (&mask, causal[_i].queries, causal[_i].keys);
  assay_mask_causal (&mask);
  for (i = 0; i < mask.queries * mask.keys; i++)
    ck_assert_int_eq (mask.legal[i] != 0, causal[_i].legal[i] == '1');
  assay_mask_clear (&mask);
}
END_TEST

/* Intersection: nothing blocked becomes legal, and once is enough.  */
START_TEST (causality_only_takes_away)
{
  struct assay_mask mask;
  unsigned char before[36], once[36];
  size_t i, n;

  for (n = 1; n <= 6; n++)
    {
      assay_mask_init (&mask, n, n);
      for (i = 0; i < n * n; i++)
        before[i] = mask.legal[i] = testing_below (2) != 0;
      assay_mask_causal (&mask);
      for (i = 0; i < n * n; i++)
        ck_assert_int_eq (mask.legal[i] != 0,
                          before[i] && i % n <= i / n);
      memcpy (once, mask.legal, n * n);
      assay_mask_causal (&mask);
      ck_assert (memcmp (once, mask.legal, n * n) == 0);
      assay_mask_clear (&mask);
    }
}
END_TEST

START_TEST (row_without_a_key_is_named)
{
  struct assay_where where = { NULL, "allowed", 0 };
  struct assay_mask mask;
  struct assay_ctx ctx;

  assay_mask_init (&mask, 4, 3);
  assay_ctx_init (&ctx);
  memset (mask.legal, 0, 12);
  mask.legal[0] = mask.legal[5] = mask.legal[11] = 1;
  ck_assert_int_eq (assay_mask_check_rows (&mask, &ctx, &where),
                    ASSAY_EVALUE);
  ck_assert_str_eq (ctx.error.where, "allowed[2]");
  ck_assert_str_eq (ctx.error.found, "none in row 2");
  mask.legal[7] = 1;
  assay_ctx_forgive (&ctx);
  ck_assert_int_eq (assay_mask_check_rows (&mask, &ctx, &where), ASSAY_OK);
  assay_mask_clear (&mask);
}
END_TEST

START_TEST (mask_without_queries_has_no_empty_row)
{
  struct assay_mask mask;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  assay_mask_init (&mask, 0, 0);
  ck_assert_int_eq (assay_mask_check_rows (&mask, &ctx, NULL), ASSAY_OK);
  assay_mask_clear (&mask);
  assay_mask_init (&mask, 1, 0);
  ck_assert_int_eq (assay_mask_check_rows (&mask, &ctx, NULL), ASSAY_EVALUE);
  assay_mask_clear (&mask);
}
END_TEST

/* A key is legal when its byte is not 0; the search was for a byte of 1.  */
START_TEST (regress_20261130_any_byte_but_zero_is_legal)
{
  struct assay_mask mask;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  assay_mask_init (&mask, 1, 2);
  mask.legal[0] = 0;
  mask.legal[1] = 2;
  ck_assert_int_eq (assay_mask_check_rows (&mask, &ctx, NULL), ASSAY_OK);
  assay_mask_clear (&mask);
}
END_TEST

static Suite *
mask_suite (void)
{
  Suite *suite = suite_create ("mask");
  TCase *table = tcase_create ("table");
  TCase *special = tcase_create ("special");
  TCase *relations = tcase_create ("relations");
  TCase *regress = tcase_create ("regress");

  tcase_add_loop_test (table, causal_mask_allows_keys_up_to_the_query, 0,
                       (int) (sizeof causal / sizeof causal[0]));
  suite_add_tcase (suite, table);
  tcase_add_test (special, new_mask_allows_everything);
  tcase_add_test (special, row_without_a_key_is_named);
  tcase_add_test (special, mask_without_queries_has_no_empty_row);
  suite_add_tcase (suite, special);
  tcase_add_test (relations, causality_only_takes_away);
  suite_add_tcase (suite, relations);
  tcase_add_test (regress, regress_20261130_any_byte_but_zero_is_legal);
  suite_add_tcase (suite, regress);
  return suite;
}

int
main (void)
{
  return testing_run (mask_suite ());
}
