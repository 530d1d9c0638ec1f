/* rope_table.h -- assay rope --table and --error-growth */

#ifndef ASSAY_CLI_ROPE_TABLE_H
#define ASSAY_CLI_ROPE_TABLE_H

#include "position/contract.h"
#include "report/rope_report.h"

/* Their places among the options of assay rope.  */
enum
{
  ASSAY_ROPE_OPT_TABLE = 512,
  ASSAY_ROPE_OPT_POSITIONS,
  ASSAY_ROPE_OPT_DTYPE,
  ASSAY_ROPE_OPT_LAYOUT,
  ASSAY_ROPE_OPT_CONTRACT,
  ASSAY_ROPE_OPT_ERROR_GROWTH
};

#define ASSAY_ROPE_TABLE_OPTIONS \
  { "table", required_argument, NULL, ASSAY_ROPE_OPT_TABLE }, \
  { "positions", required_argument, NULL, ASSAY_ROPE_OPT_POSITIONS }, \
  { "dtype", required_argument, NULL, ASSAY_ROPE_OPT_DTYPE }, \
  { "layout", required_argument, NULL, ASSAY_ROPE_OPT_LAYOUT }, \
  { "contract", required_argument, NULL, ASSAY_ROPE_OPT_CONTRACT }, \
  { "error-growth", no_argument, NULL, ASSAY_ROPE_OPT_ERROR_GROWTH }

#define ASSAY_ROPE_TABLE_HELP \
  "  --table=OUT.npy      write cosines and sines, shape (2, positions, " \
  "width)\n" \
  "  --positions=A..B     of the table, both ends included (all of " \
  "--length, else\n" \
  "                       of the configured length)\n" \
  "  --dtype=f32|bf16|f16|f64   of the table (f32)\n" \
  "  --layout=half|split-half|adjacent   half: each pair once; else a " \
  "value for\n" \
  "                       each coordinate of the turned slice (half)\n" \
  "  --contract=NAME      the table's roundings: exact, f32, f32-running,\n" \
  "                       bf16-frequency, bf16-position, f16-position, " \
  "bf16-table\n" \
  "                       or f16-table (exact)\n" \
  "  --error-growth       the contracts' largest errors of an angle up to " \
  "2^8 ...\n" \
  "                       2^20, and from where on they are seen\n" \
  "                       (without --length by the steps of a call that " \
  "long)\n"

/* All zero but FMT when nothing was asked for.  */
struct assay_rope_table
{
  const char *file;             /* null: no table */
  int has_positions, has_option;
  unsigned long first, last;
  enum assay_fmt fmt;
  int layout;                   /* an enum assay_table_layout */
  enum assay_contract contract;
  int error_growth;
};

void assay_rope_table_init (struct assay_rope_table *table);

/* Take the option FOUND with optarg: 1, or 0 after a complaint.  */
int assay_rope_table_option (struct assay_rope_table *table, int found);

/* Whether a table or the growth was asked for, and the report is not
   printed.  */
int assay_rope_table_is_asked (const struct assay_rope_table *table);

/* Do it for the group that VIEW shows, which must be one; print in text or
   AS_JSON.  Returns the exit status.  */
int assay_rope_table_run (const struct assay_rope_table *table,
                          const struct assay_rope_view *view, int as_json);

#endif
