/* check_shard_hostile.c -- reports of shards that are wrong, and what is said
   */

#include <string.h>

#include "shard_file.h"
#include "tensor_testing.h"
#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

/* TEXT <- the report of one tensor of two elements, wrong by 1/4 and 3.  */
static void
write_small (struct assay_text *text)
{
  static const size_t two[] = { 1, 1, 1, 2 };
  struct assay_measure measure, naive;
  struct assay_judged judged = { .name = "output", .measure = &measure,
                                 .naive = &naive };
  struct assay_shard_report report = {
    .shard = 1, .shards = 2, .command = "c", .problem = "p",
    .identity = "i", .rows = 1, .rows_done = 1, .all_rows = 2,
    .judged = &judged, .measure = &measure, .naive = &naive, .count = 1
  };
  size_t index[4] = { 0 };

  assay_measure_init (&measure, ASSAY_FMT_F16, two);
  assay_measure_init (&naive, ASSAY_FMT_F16, two);
  for (index[3] = 0; index[3] < 2; index[3]++)
    {
      const double ulps = index[3] == 0 ? 0.25 : 3;
      struct assay_element element = { .got = 0xfc0f, .rounded = 0x3c00 };
      struct assay_element_error error = {
        .bit_equal = index[3] == 0, .ulps = { ulps, ulps }
      };

      assay_measure_add (&measure, index, &element, &error, ASSAY_HOLDS);
    }
  assay_criteria_init (&report.criteria);
  mpq_set_ui (report.criteria.max_ulp, 3, 2);
  report.criteria.has_max_ulp = 1;
  assay_text_init (text);
  assay_shard_report_put (text, "1.2.3", &report);
  assay_criteria_clear (&report.criteria);
  assay_measure_clear (&measure);
  assay_measure_clear (&naive);
}

#define MEASURE "tensors[0].measure: value: expected a measure as a shard's " \
  "report has it, found an object"

/* The first OLD in the text <- NEW.  */
static const struct { const char *old, *new, *part; } spoilt[] = {
  { "\"shard\": 1", "\"shard\": -1",
    "shard: value: expected an integer of at least 0, found -1" },
  { "\"of\": 2", "\"of\": \"2\"",
    "of: value: expected an integer of at least 0, found \"2\"" },
  { "\"command\": \"c\"", "\"command\": 1",
    "command: type: expected a string, found 1" },
  { "\"problem\": \"p\",", "",
    "problem: type: expected a string, found nothing" },
  { "\"identity\": \"i\"", "\"identity\": []", "identity: type: " },
  { "\"rows\": 1", "\"rows\": 1.0", "rows: value: " },
  { "\"rows_done\": 1", "\"rows_done\": null", "rows_done: value: " },
  { "\"of_rows\"", "\"off_rows\"", "of_rows: value: " },
  { "3/2", "3/0", "criteria.max_ulp: value: expected a fraction" },
  { "\"tensors\": [", "\"tensors\": {}, \"others\": [",
    "tensors: type: expected a list, found an object" },
  { "\"name\": \"output\",", "\"worst_hi\": 1, \"name\": \"\",",
    "tensors[0].worst_hi: type: expected a string, found 1" },
  { "\"far\": 0", "\"far\": -4", "tensors[0].far: value: " },
  /* The dtype and shape.  */
  { "\"f16\"", "\"f15\"", MEASURE },
  { "\"f16\"", "16", MEASURE },
  { "[1, 1, 1, 2]", "[1, 1, 2]", MEASURE },
  { "[1, 1, 1, 2]", "[1, 1, 2, 1]", MEASURE },
  { "[1, 1, 1, 2]", "[1, 1, 1, 67108864]", MEASURE },
  /* Counts that do not fit each other.  */
  { "\"elements\": 2", "\"elements\": 3", MEASURE },
  { "\"elements\": 2", "\"elements\": 9223372036854775807", MEASURE },
  { "\"bit_equal\": 1", "\"bit_equal\": 0", MEASURE },
  { "\"bit_equal\": 1", "\"bit_equal\": 3", MEASURE },
  { "\"nan\": 2", "\"nan\": 3", MEASURE },
  { "\"unbounded\": 0", "\"unbounded\": 1", MEASURE },
  { "\"vast\": 0", "\"vast\": -1", MEASURE },
  { "\"vast\": 0", "\"vast\": false", MEASURE },
  /* A worst element.  */
  { "\"bounds\": [\"0x1.8p+1\"", "\"bounds\": [\"0x1.9p+1\"", MEASURE },
  { "\"bounds\": [\"0x1.8p+1\"", "\"bounds\": [\"-1\"", MEASURE },
  { "\"bounds\": [\"0x1.8p+1\"", "\"bounds\": [\"nan\"", MEASURE },
  { "\"bounds\": [\"0x1.8p+1\"", "\"bounds\": [\"\"", MEASURE },
  { "\"bounds\": [\"0x1.8p+1\"", "\"bounds\": [\"3 \"", MEASURE },
  { "\"bounds\": [\"0x1.8p+1\"", "\"bounds\": [\"0\", \"1\"", MEASURE },
  { "[0, 0, 0, 1]", "[0, 0, 0, 2]", MEASURE },
  { "[0, 0, 0, 1]", "[0, 0, 1]", MEASURE },
  { "\"got\": \"fc0f\"", "\"got\": \"1fc0f\"", MEASURE },
  { "\"rounded\": \"3c00\"", "\"rounded\": \"3g00\"", MEASURE },
  { "\"rounded\": \"3c00\"", "\"rounded\": \"\"", MEASURE },
  /* Sums and regions.  */
  { "\"3573412790272\"", "\"-3573412790272\"", MEASURE },
  { "\"3573412790272\"", "\"3573412790272.0\"", MEASURE },
  { "\"3573412790272\"", "3573412790272", MEASURE },
  { "\"low\": [[2818, 1], [3266, 1]]", "\"low\": []", MEASURE },
  { "\"low\": [[2818, 1]", "\"low\": [[2818, 2]", MEASURE },
  { "\"low\": [[2818, 1]", "\"low\": [[2819, 1]", MEASURE },
  { "\"high\": [[2818, 1], [3266, 1]]", "\"high\": [[2818, 2]]", MEASURE },
  { "\"low\": [[2818, 1]", "\"low\": [[100000, 1]", MEASURE },
  { "\"low\": [[2818, 1], [3266, 1]]", "\"low\": {}", MEASURE },
  /* Slices and the elements' bounds.  */
  { "[[0, 2, 1, \"0x1.8p+1\"]],", "", MEASURE },
  { "[[0, 2, 1, \"0x1.8p+1\"]]", "2", MEASURE },
  { "[[0, 2, 1, \"0x1.8p+1\"]]", "[]", MEASURE },
  { "[[0, 2, 1,", "[[1, 2, 1,", MEASURE },
  { "[[0, 2, 1,", "[[0, 3, 1,", MEASURE },
  { "[[0, 2, 1,", "[[0, 2, 0,", MEASURE },
  { "[1, 1, 1, \"0x1.8p+1\"]", "[1, 1, 2, \"0x1.8p+1\"]", MEASURE },
  { "[[0, 2, 1, \"0x1.8p+1\"]]", "[[0, 2, 1, \"x\"]]", MEASURE },
  { "[1, 1, 1, \"0x1.8p+1\"]", "[1, 1, 1, \"x\"]", MEASURE },
  { "[\"0x1p-2\", \"0x1p-2\",", "[", MEASURE },
  { "[\"0x1p-2\", \"0x1p-2\",", "[\"0x1p-2\", \"0x1p-2 \",", MEASURE },
  { "[\"0x1p-2\", \"0x1p-2\",", "[\"0x1p-2 \", \"0x1p-2\",", MEASURE },
  { "[\"0x1p-2\", \"0x1p-2\",", "[\"0x1p-2\", \"0\",", MEASURE },
  { "[\"0x1p-2\", \"0x1p-2\",", "[\"0x1p-2\", \"1\",", MEASURE },
  { "[\"0x1p-2\", \"0x1p-2\",", "[\"0\", \"0x1p-2\",", MEASURE },
  { "[\"0x1p-2\", \"0x1p-2\",", "[\"inf\", \"inf\",", MEASURE },
  { "\"each\": ", "\"each\": null, \"all\": ", MEASURE },
  /* The plain evaluation is of the same tensor.  */
  { "\"naive\": {\n        \"dtype\": \"f16\"",
    "\"naive\": {\n        \"dtype\": \"bf16\"",
    "tensors[0].naive: value: expected the dtype and shape of the measure "
    "beside it, found another one" },
  { "\"dtype\": \"f16\",\n        \"shape\": [1, 1, 1, 2],\n"
    "        \"elements\": 0",
    "\"dtype\": \"f16\", \"shape\": [1, 1, 1, 1], \"elements\": 0",
    "tensors[0].naive: value: expected the dtype" },
};

START_TEST (a_report_that_does_not_fit_itself_is_refused)
{
  struct assay_shard_report report;
  struct assay_text text, other;
  enum assay_status status;
  struct assay_ctx ctx;
  const char *at;

  write_small (&text);
  ck_assert_int_eq (shard_file_read (&report, &text, &ctx), ASSAY_OK);
  assay_shard_report_clear (&report);
  at = strstr (assay_text_string (&text), spoilt[_i].old);
  ck_assert_msg (at != NULL, "no %s", spoilt[_i].old);
  assay_text_init (&other);
  assay_text_add_bytes (&other, text.bytes, (size_t) (at - text.bytes));
  assay_text_add (&other, spoilt[_i].new);
  assay_text_add (&other, at + strlen (spoilt[_i].old));
  status = shard_file_read (&report, &other, &ctx);
  ck_assert_msg (status != ASSAY_OK, "%s is taken", spoilt[_i].new);
  testing_assert_refused (status, ctx.error.status, &ctx, spoilt[_i].part);
  testing_assert_refused (status, ctx.error.status, &ctx,
                          "/tmp/assay-shard-");
  assay_shard_report_clear (&report);
  assay_text_clear (&text);
  assay_text_clear (&other);
}
END_TEST

int
main (void)
{
  Suite *suite = suite_create ("shard_hostile");
  TCase *tcase = tcase_create ("hostile");

  tcase_add_loop_test (tcase, a_report_that_does_not_fit_itself_is_refused, 0,
                       ROWS (spoilt));
  suite_add_tcase (suite, tcase);
  return testing_run (suite);
}
