/* rope_table.c -- assay rope --table and --error-growth */

#include "cli/rope_table.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cli/commands.h"
#include "position/npy_out.h"
#include "position/table_layout.h"
#include "report/growth_report.h"

static const char *const types[] = { "f64", "f32", "f16", "bf16", NULL };
static const char *const layouts[]
  = { "half", "split-half", "adjacent", NULL };

/* Positions computed before they are written.  */
enum { CHUNK = 1024 };

void
assay_rope_table_init (struct assay_rope_table *table)
{
  memset (table, 0, sizeof *table);
  table->fmt = ASSAY_FMT_F32;
}

/* "A..B" with A <= B.  */
static int
take_positions (struct assay_rope_table *table)
{
  const char *dots = strstr (optarg, "..");
  char *end;

  errno = 0;
  table->has_positions = 1;
  if (dots && optarg[0] >= '0' && optarg[0] <= '9' && dots[2] >= '0'
      && dots[2] <= '9')
    {
      table->first = strtoul (optarg, &end, 10);
      if (end == dots)
        {
          table->last = strtoul (dots + 2, &end, 10);
          if (*end == '\0' && errno == 0 && table->first <= table->last
              && table->last <= ASSAY_TABLE_MAX_POSITION)
            return 1;
        }
    }
  fprintf (stderr, "assay: --positions: value: expected A..B with 0 <= A <= "
           "B <= %lu, found \"%s\"\n", ASSAY_TABLE_MAX_POSITION, optarg);
  return 0;
}

static int
take_contract (struct assay_rope_table *table)
{
  const char *names[ASSAY_CONTRACT_COUNT + 1];
  int i, index;

  for (i = 0; i < ASSAY_CONTRACT_COUNT; i++)
    names[i] = assay_contract_name ((enum assay_contract) i);
  names[i] = NULL;
  if (!assay_cli_choice (&index, optarg, "--contract", names))
    return 0;
  table->contract = (enum assay_contract) index;
  return 1;
}

int
assay_rope_table_option (struct assay_rope_table *table, int found)
{
  int index;

  if (found == ASSAY_ROPE_OPT_TABLE)
    {
      table->file = optarg;
      return 1;
    }
  if (found == ASSAY_ROPE_OPT_ERROR_GROWTH)
    return table->error_growth = 1;
  table->has_option = 1;
  switch (found)
    {
    case ASSAY_ROPE_OPT_POSITIONS:
      return take_positions (table);
    case ASSAY_ROPE_OPT_DTYPE:
      if (!assay_cli_choice (&index, optarg, "--dtype", types))
        return 0;
      return assay_fmt_find (&table->fmt, types[index]) == ASSAY_OK;
    case ASSAY_ROPE_OPT_LAYOUT:
      return assay_cli_choice (&table->layout, optarg, "--layout", layouts);
    case ASSAY_ROPE_OPT_CONTRACT:
      return take_contract (table);
    default:
      return 0;
    }
}

int
assay_rope_table_is_asked (const struct assay_rope_table *table)
{
  return table->file || table->error_growth || table->has_option;
}

/* ---- which plan ---- */

/* PLAN <- the only group that VIEW shows.  */
static enum assay_status
only_plan (const struct assay_rope_plan **plan,
           const struct assay_rope_view *view, struct assay_ctx *ctx)
{
  size_t i, shown = 0;

  for (i = 0; i < view->config->group_count; i++)
    if (assay_rope_view_shows (view, i))
      {
        *plan = &view->config->group[i];
        shown++;
      }
  if (shown != 1)
    return assay_fail (ctx, ASSAY_EVALUE, NULL, shown > 1
                       ? "one group of layers: choose it with --layer"
                       : "a layer of the config", "%zu groups", shown);
  if ((*plan)->type == ASSAY_ROPE_NONE)
    return assay_fail (ctx, ASSAY_EVALUE, NULL, "layers that turn",
                       "layers without a rotation");
  return ASSAY_OK;
}

/* The positions of the table: as asked, else those of --length, else
   0..L-1.  */
static enum assay_status
positions_of (unsigned long *first, unsigned long *last,
              const struct assay_rope_table *table,
              const struct assay_rope_plan *plan,
              const struct assay_rope_view *view, struct assay_ctx *ctx)
{
  struct assay_where place = { NULL, table->has_positions ? "--positions"
                               : "--length", 0 };
  mpq_srcptr length;
  char expected[80];

  *first = table->first;
  *last = table->has_positions || view->call.length == 0 ? table->last
          : view->call.length - 1;
  snprintf (expected, sizeof expected, "positions below the --length %lu",
            view->call.length);
  if (view->call.length > 0 && *last >= view->call.length)
    return assay_fail (ctx, ASSAY_EVALUE, &place, expected, "%lu", *last);
  snprintf (expected, sizeof expected, "positions up to %lu",
            ASSAY_TABLE_MAX_POSITION);
  if (*last > ASSAY_TABLE_MAX_POSITION)
    return assay_fail (ctx, ASSAY_EVALUE, &place, expected, "%lu", *last);
  if (table->has_positions || view->call.length > 0)
    return ASSAY_OK;
  length = assay_rope_plan_value (plan, ASSAY_KEY_LENGTH);
  if (length == NULL || mpz_cmp_ui (mpq_denref (length), 1) != 0
      || mpz_sgn (mpq_numref (length)) <= 0
      || mpz_cmp_ui (mpq_numref (length), ASSAY_TABLE_MAX_POSITION) > 0)
    return assay_fail (ctx, ASSAY_EVALUE, NULL, "--positions=A..B",
                       "none, and a config without its length");
  *last = mpz_get_ui (mpq_numref (length)) - 1;
  return ASSAY_OK;
}

/* A position lies in its call: without --length that of the shortest one that
   reaches LAST.  */
static struct assay_rope_call
call_reaching (const struct assay_rope_view *view, unsigned long last)
{
  struct assay_rope_call call = view->call;

  if (call.length == 0)
    call.length = last + 1;
  return call;
}

/* CALL's length where PLAN's steps depend on it, else 0.  */
static unsigned long
length_in_steps (const struct assay_rope_plan *plan,
                 const struct assay_rope_call *call)
{
  return plan->type == ASSAY_ROPE_DYNAMIC || plan->type == ASSAY_ROPE_LONGROPE
         ? call->length : 0;
}

/* ---- the table ---- */

struct writing
{
  struct assay_contract_table rows;
  unsigned long first, last;
  unsigned long length;         /* of the call; 0 where no step depends on
                                   it */
  struct assay_npy_out out;
  unsigned char *cosine, *sine, *spread;
  size_t pairs, width, positions, size;
  enum assay_table_layout layout;
};

static enum assay_status
put_rows (struct writing *w, const unsigned char *rows, size_t plane,
          size_t done, size_t count, struct assay_ctx *ctx)
{
  if (w->layout != ASSAY_TABLE_HALF)
    {
      assay_table_spread (w->spread, rows, count, w->pairs, w->size,
                          w->layout);
      rows = w->spread;
    }
  return assay_npy_put (&w->out, (plane * w->positions + done) * w->width,
                        rows, count * w->width, ctx);
}

static enum assay_status
write_rows (struct writing *w, struct assay_ctx *ctx)
{
  enum assay_status status = ASSAY_OK;
  size_t done, count;

  w->cosine = assay_calloc (CHUNK * w->pairs, w->size);
  w->sine = assay_calloc (CHUNK * w->pairs, w->size);
  w->spread = assay_calloc (CHUNK * w->width, w->size);
  for (done = 0; done < w->positions && status == ASSAY_OK; done += count)
    {
      count = w->positions - done < CHUNK ? w->positions - done : CHUNK;
      status = assay_contract_fill (&w->rows, w->cosine, w->sine,
                                    w->first + done, count, ctx);
      if (status == ASSAY_OK)
        status = put_rows (w, w->cosine, 0, done, count, ctx);
      if (status == ASSAY_OK)
        status = put_rows (w, w->sine, 1, done, count, ctx);
    }
  free (w->cosine);
  free (w->sine);
  free (w->spread);
  return status;
}

static void
report_table (struct assay_text *text, const struct assay_rope_table *table,
              const struct writing *w, int as_json, const char *version)
{
  int keeps = !assay_contract_rounds_angles (table->contract);
  struct assay_json_out out;

  if (!as_json)
    {
      assay_text_printf (text, "%s: %s, shape (2, %zu, %zu): cosines, then "
                         "sines, of positions %lu..%lu\ncontract %s, layout "
                         "%s\n", table->file,
                         assay_fmt_shape (table->fmt)->name, w->positions,
                         w->width, w->first, w->last,
                         assay_contract_name (table->contract),
                         layouts[table->layout]);
      if (w->length > 0)
        assay_text_printf (text, "steps of a call of length %lu\n",
                           w->length);
      if (keeps)
        assay_text_printf (text, "%llu entries, correctly rounded; %llu of "
                           "them went to double-double arithmetic,\n%llu to "
                           "enclosures\n", w->rows.table.entries,
                           w->rows.table.second, w->rows.table.third);
      return;
    }
  assay_json_begin (&out, text, version, "rope");
  assay_json_open_object (&out, "table");
  assay_json_string (&out, "file", table->file);
  assay_json_string (&out, "dtype", assay_fmt_shape (table->fmt)->name);
  assay_json_open_inline_list (&out, "shape");
  assay_json_integer (&out, NULL, 2);
  assay_json_integer (&out, NULL, (long long) w->positions);
  assay_json_integer (&out, NULL, (long long) w->width);
  assay_json_close (&out);
  assay_json_integer (&out, "first_position", (long long) w->first);
  assay_json_integer (&out, "last_position", (long long) w->last);
  if (w->length > 0)
    assay_json_integer (&out, "length", (long long) w->length);
  assay_json_string (&out, "contract",
                     assay_contract_name (table->contract));
  assay_json_string (&out, "layout", layouts[table->layout]);
  if (keeps)
    {
      assay_json_integer (&out, "entries",
                          (long long) w->rows.table.entries);
      assay_json_integer (&out, "by_double_double",
                          (long long) w->rows.table.second);
      assay_json_integer (&out, "by_enclosures",
                          (long long) w->rows.table.third);
    }
  assay_json_close (&out);
  assay_json_end (&out);
}

/* The table's rows into its file.  */
static enum assay_status
write_file (struct writing *w, const struct assay_rope_table *table,
            const struct assay_rope_steps *steps, struct assay_ctx *ctx)
{
  enum assay_status status;
  size_t shape[3];

  w->pairs = steps->count;
  w->layout = (enum assay_table_layout) table->layout;
  w->width = assay_table_width (w->layout, w->pairs);
  w->positions = w->last - w->first + 1;
  w->size = assay_fmt_shape (table->fmt)->width / 8;
  shape[0] = 2;
  shape[1] = w->positions;
  shape[2] = w->width;
  status = assay_contract_init (&w->rows, table->contract, steps->w,
                                steps->count, steps->magnitude, table->fmt,
                                ctx);
  if (status != ASSAY_OK)
    return status;
  status = assay_npy_begin (&w->out, table->file, table->fmt, shape, 3, ctx);
  if (status == ASSAY_OK)
    status = write_rows (w, ctx);
  if (status == ASSAY_OK)
    status = assay_npy_finish (&w->out, ctx);
  else
    assay_npy_abandon (&w->out);
  return status;
}

static enum assay_status
write_table (struct assay_text *text, const struct assay_rope_table *table,
             const struct assay_rope_plan *plan,
             const struct assay_rope_view *view, int as_json,
             struct assay_ctx *ctx)
{
  struct writing *w = assay_calloc (1, sizeof *w);
  struct assay_rope_steps steps = { 0 };
  struct assay_rope_call call;
  enum assay_status status = positions_of (&w->first, &w->last, table, plan,
                                           view, ctx);

  call = call_reaching (view, w->last);
  w->length = length_in_steps (plan, &call);
  if (status == ASSAY_OK)
    status = assay_rope_steps_make (&steps, plan, &call, ctx);
  if (status == ASSAY_OK)
    {
      status = write_file (w, table, &steps, ctx);
      if (status == ASSAY_OK)
        report_table (text, table, w, as_json, view->version);
      assay_contract_clear (&w->rows);
    }
  assay_rope_steps_clear (&steps);
  free (w);
  return status;
}

/* ---- growth ---- */

static enum assay_status
grow (struct assay_text *text, const struct assay_rope_plan *plan,
      const struct assay_rope_view *view, int as_json, struct assay_ctx *ctx)
{
  struct assay_growth_view *growth = assay_calloc (1, sizeof *growth);
  struct assay_rope_call call
    = call_reaching (view, 1ul << ASSAY_GROWTH_LAST);
  struct assay_rope_steps steps;
  enum assay_status status = assay_rope_steps_make (&steps, plan, &call, ctx);
  int i;

  for (i = 0; i < ASSAY_CONTRACT_COUNT && status == ASSAY_OK; i++)
    {
      if (!assay_contract_rounds_angles ((enum assay_contract) i))
        continue;
      status = assay_error_growth_run (&growth->growth[growth->count],
                                       (enum assay_contract) i, steps.w,
                                       steps.count, ctx);
      growth->is_defined[growth->count++] = status == ASSAY_OK;
      if (status == ASSAY_EVALUE && i == ASSAY_CONTRACT_F32_RUNNING)
        {
          assay_ctx_forgive (ctx);
          status = ASSAY_OK;
        }
    }
  growth->length = length_in_steps (plan, &call);
  if (status == ASSAY_OK && as_json)
    assay_growth_json (text, growth, view->version);
  else if (status == ASSAY_OK)
    assay_growth_text (text, growth);
  assay_rope_steps_clear (&steps);
  free (growth);
  return status;
}

int
assay_rope_table_run (const struct assay_rope_table *table,
                      const struct assay_rope_view *view, int as_json)
{
  const struct assay_rope_plan *plan = NULL;
  enum assay_status status;
  struct assay_text text;
  struct assay_ctx ctx;

  if (table->file == NULL && table->has_option)
    return assay_cli_misuse ("rope", "--positions, --dtype, --layout and "
                             "--contract belong to --table=OUT.npy");
  if (table->file && table->error_growth && as_json)
    return assay_cli_misuse ("rope", "one of --table and --error-growth with "
                             "--format=json");
  if (view->has_position || view->has_pair || view->reader_count > 0)
    return assay_cli_misuse ("rope", "--position, --pair, --as and --check "
                             "belong to the report, not to --table or "
                             "--error-growth");
  assay_ctx_init (&ctx);
  assay_text_init (&text);
  status = only_plan (&plan, view, &ctx);
  if (status == ASSAY_OK && table->file)
    status = write_table (&text, table, plan, view, as_json, &ctx);
  if (status == ASSAY_OK && table->error_growth)
    status = grow (&text, plan, view, as_json, &ctx);
  return assay_cli_answer (&text, ASSAY_EXIT_HOLDS, status, &ctx, view->name);
}
