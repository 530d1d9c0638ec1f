/* rope_testing.c -- what the suites of rotary configs share */

#include "rope_testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "exact/rat.h"
#include "real/decide.h"
#include "real/print.h"
#include "testing.h"

char *
rope_testing_data (const char *name)
{
  const char *source = getenv ("ASSAY_SOURCE");
  struct assay_text path, text;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  assay_text_init (&path);
  assay_text_init (&text);
  assay_text_printf (&path, "%s/tests/data/%s", source ? source : "..", name);
  ck_assert_msg (assay_text_read_file (&text, assay_text_string (&path),
                                       (size_t) 1 << 24, &ctx) == ASSAY_OK,
                 "%s cannot be read (ASSAY_SOURCE names the source tree)",
                 assay_text_string (&path));
  assay_text_clear (&path);
  return text.bytes;
}

void
rope_testing_read (struct assay_rope_config *config, const char *text)
{
  struct assay_rope_given given = { 0 };
  enum assay_status status;
  struct assay_ctx ctx;
  char message[600];

  assay_ctx_init (&ctx);
  assay_rope_config_init (config);
  status = assay_rope_config_read (config, text, strlen (text), &given, &ctx);
  assay_error_render (message, sizeof message, &ctx.error, NULL);
  ck_assert_msg (status == ASSAY_OK, "%s: %s", text, message);
}

void
rope_testing_model (struct assay_rope_config *config, const char *name)
{
  char path[200], *text;

  snprintf (path, sizeof path, "configs/%s.json", name);
  text = rope_testing_data (path);
  rope_testing_read (config, text);
  free (text);
}

void
rope_testing_refused (const char *text, enum assay_status status,
                      const char *part)
{
  struct assay_rope_given given = { 0 };
  struct assay_rope_config config;
  struct assay_ctx ctx;
  char message[600];

  assay_ctx_init (&ctx);
  assay_rope_config_init (&config);
  ck_assert_msg (assay_rope_config_read (&config, text, strlen (text), &given,
                                         &ctx) == status,
                 "%s: not the status expected", text);
  assay_error_render (message, sizeof message, &ctx.error, NULL);
  ck_assert_msg (strstr (message, part) != NULL,
                 "%s: expected \"%s\" in \"%s\"", text, part, message);
  assay_rope_config_clear (&config);
}

void
rope_testing_steps (struct assay_rope_steps *steps,
                    const struct assay_rope_plan *plan, unsigned long length)
{
  struct assay_rope_call call = { length, 0 };
  enum assay_status status;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  status = assay_rope_steps_make (steps, plan, &call, &ctx);
  ck_assert_msg (status == ASSAY_OK, "expected %s, found %s",
                 ctx.error.expected, ctx.error.found);
}

static unsigned long
significant (const char *text)
{
  unsigned long count = 0;
  int leading = 1;

  for (; *text && *text != 'e'; text++)
    if (*text >= '0' && *text <= '9')
      {
        leading = leading && *text == '0';
        count += !leading;
      }
  return count > 0 ? count : 1;
}

void
rope_testing_digits (struct assay_expr *x, const char *text)
{
  struct assay_decision decision;
  struct assay_ctx ctx;
  char *digits;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_print_digits (&digits, &decision, x,
                                        significant (text), &ctx), ASSAY_OK);
  ck_assert_ptr_nonnull (digits);
  ck_assert_str_eq (digits, text);
  free (digits);
}

int
rope_testing_warns (const struct assay_rope_config *config, const char *code,
                    const char *path)
{
  size_t i;

  for (i = 0; i < config->warning_count; i++)
    if (strcmp (config->warning[i].code, code) == 0
        && (path == NULL || strcmp (config->warning[i].path, path) == 0))
      return 1;
  return 0;
}

void
rope_testing_equal (struct assay_expr *x, struct assay_expr *y)
{
  struct assay_decision decision;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_decide (&decision, x, ASSAY_EQ, y, &ctx), ASSAY_OK);
  ck_assert_int_eq (decision.verdict, ASSAY_HOLDS);
}

int
rope_testing_order (struct assay_expr *x, struct assay_expr *y)
{
  struct assay_decision decision;
  struct assay_ctx ctx;
  int order = 0;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_decide_order (&decision, &order, x, y, &ctx),
                    ASSAY_OK);
  ck_assert_int_eq (decision.verdict, ASSAY_HOLDS);
  return order;
}

struct assay_expr *
rope_testing_number (const char *text)
{
  struct assay_expr *number;
  struct assay_ctx ctx;
  mpq_t value;

  assay_ctx_init (&ctx);
  mpq_init (value);
  ck_assert_int_eq (assay_rat_read_decimal (value, text, &ctx, NULL, "x"),
                    ASSAY_OK);
  number = assay_expr_new_rational (value);
  mpq_clear (value);
  return number;
}
