/* growth_report.c -- how the errors of contracts look */

#include "report/growth_report.h"

#include <math.h>
#include <mpfr.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_out.h"
#include "real/decimal.h"

enum { COLUMN = 15, HEAD = 22 };

/* X, not negative, to DIGITS significant digits by RND; to be freed by the
   caller.  */
static char *
bound_text (double x, size_t digits, mpfr_rnd_t rnd)
{
  struct assay_text text;
  mpfr_t value;
  char *bound;

  if (isinf (x))
    {
      assay_text_init (&text);
      assay_text_add (&text, "inf");
      return text.bytes;
    }
  mpfr_init2 (value, 53);
  mpfr_set_d (value, x, MPFR_RNDN);
  bound = assay_decimal_text (value, digits, rnd);
  mpfr_clear (value);
  return bound;
}

/* The four digits that both ends of row ROW round to, or else the upper end
   rounded up.  */
static char *
row_text (const struct assay_error_growth *growth, size_t row)
{
  char *low = bound_text (growth->low[row], 4, MPFR_RNDN);
  char *high = bound_text (growth->high[row], 4, MPFR_RNDN);
  int alike = strcmp (low, high) == 0;

  free (high);
  if (alike)
    return low;
  free (low);
  return bound_text (growth->high[row], 4, MPFR_RNDU);
}

static void
add_event (struct assay_text *text, const struct assay_growth_event *event,
           int has_pair)
{
  struct assay_text cell;

  assay_text_init (&cell);
  if (event->position == 0)
    assay_text_add (&cell, "none");
  else if (has_pair)
    assay_text_printf (&cell, "%lu pair %zu", event->position, event->pair);
  else
    assay_text_printf (&cell, "%lu", event->position);
  assay_text_printf (text, " %*s", COLUMN, cell.bytes);
  assay_text_clear (&cell);
}

/* A row of events; WHICH picks one of a growth.  */
static void
add_events (struct assay_text *text, const struct assay_growth_view *v,
            const char *name, int which)
{
  size_t i;

  assay_text_printf (text, "  %-*s", HEAD, name);
  for (i = 0; i < v->count; i++)
    if (v->is_defined[i])
      add_event (text, which == 0 ? &v->growth[i].shared
                       : which == 1 ? &v->growth[i].over_f32
                       : &v->growth[i].over_bf16, which > 0);
    else
      assay_text_printf (text, " %*s", COLUMN, "-");
  assay_text_add_char (text, '\n');
}

void
assay_growth_text (struct assay_text *text,
                   const struct assay_growth_view *v)
{
  size_t i, row;
  char *bound;

  assay_text_add (text, "largest error of an angle in radians, certified to "
                  "the digits shown\n");
  if (v->length > 0)
    assay_text_printf (text, "by the steps of a call of length %lu\n",
                       v->length);
  assay_text_printf (text, "  %-*s", HEAD, "positions");
  for (i = 0; i < v->count; i++)
    assay_text_printf (text, " %*s", COLUMN,
                       assay_contract_name (v->growth[i].contract));
  assay_text_add_char (text, '\n');
  for (row = 0; row < ASSAY_GROWTH_ROWS; row++)
    {
      assay_text_printf (text, "  1 .. 2^%-*zu", HEAD - 7,
                         row + ASSAY_GROWTH_FIRST);
      for (i = 0; i < v->count; i++)
        {
          bound = v->is_defined[i] ? row_text (&v->growth[i], row) : NULL;
          assay_text_printf (text, " %*s", COLUMN, bound ? bound : "-");
          free (bound);
        }
      assay_text_add_char (text, '\n');
    }
  assay_text_add (text, "first position up to 2^20 where\n");
  add_events (text, v, "p + 1 has its angles", 0);
  add_events (text, v, "cos is an f32 ulp off", 1);
  add_events (text, v, "cos is a bf16 ulp off", 2);
  assay_text_add (text, "exact, bf16-table and f16-table keep every angle.\n");
  for (i = 0; i < v->count; i++)
    if (!v->is_defined[i])
      assay_text_printf (text, "%s is not defined for these steps, which are "
                         "no geometric progression.\n",
                         assay_contract_name (v->growth[i].contract));
}

static void
put_event (struct assay_json_out *out, const char *key,
           const struct assay_growth_event *event, int has_pair)
{
  if (event->position == 0)
    {
      assay_json_null (out, key);
      return;
    }
  if (!has_pair)
    {
      assay_json_integer (out, key, (long long) event->position);
      return;
    }
  assay_json_open_inline_object (out, key);
  assay_json_integer (out, "position", (long long) event->position);
  assay_json_integer (out, "pair", (long long) event->pair);
  assay_json_close (out);
}

static void
put_bound (struct assay_json_out *out, const char *key, double x,
           mpfr_rnd_t rnd)
{
  assay_json_take (out, key, bound_text (x, 17, rnd));
}

static void
put_growth (struct assay_json_out *out, const struct assay_error_growth *g)
{
  size_t row;

  assay_json_open_list (out, "worst_angle_error");
  for (row = 0; row < ASSAY_GROWTH_ROWS; row++)
    {
      assay_json_open_inline_object (out, NULL);
      assay_json_integer (out, "up_to",
                          1LL << (row + ASSAY_GROWTH_FIRST));
      put_bound (out, "lo", g->low[row], MPFR_RNDD);
      put_bound (out, "hi", g->high[row], MPFR_RNDU);
      assay_json_integer (out, "pair", (long long) g->pair[row]);
      assay_json_close (out);
    }
  assay_json_close (out);
  put_event (out, "first_shared_position", &g->shared, 0);
  put_event (out, "first_over_f32_ulp", &g->over_f32, 1);
  put_event (out, "first_over_bf16_ulp", &g->over_bf16, 1);
}

void
assay_growth_json (struct assay_text *text, const struct assay_growth_view *v,
                   const char *version)
{
  struct assay_json_out out;
  size_t i;

  assay_json_begin (&out, text, version, "rope");
  if (v->length > 0)
    assay_json_integer (&out, "length", (long long) v->length);
  assay_json_open_list (&out, "error_growth");
  for (i = 0; i < v->count; i++)
    {
      assay_json_open_object (&out, NULL);
      assay_json_string (&out, "contract",
                         assay_contract_name (v->growth[i].contract));
      assay_json_bool (&out, "defined", v->is_defined[i]);
      if (v->is_defined[i])
        put_growth (&out, &v->growth[i]);
      assay_json_close (&out);
    }
  assay_json_close (&out);
  assay_json_end (&out);
}
