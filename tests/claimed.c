/* claimed.c -- claims and expressions from strings */

#include "claimed.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "claims/canonical.h"
#include "claims/render.h"

struct assay_file *
claimed_open (const char *text)
{
  struct assay_file *file = assay_calloc (1, sizeof *file);

  assay_file_init (file, "test", text, strlen (text));
  assay_file_parse (file, ASSAY_DEFAULT_NESTING);
  return file;
}

void
claimed_close (struct assay_file *file)
{
  assay_file_clear (file);
  free (file);
}

static char *
taken (struct assay_text *text)
{
  char *string = assay_strdup (assay_text_string (text));

  assay_text_clear (text);
  return string;
}

char *
claimed_complaints (const char *text)
{
  struct assay_file *file = claimed_open (text);
  struct assay_text out;

  assay_text_init (&out);
  assay_complaints_render (&out, &file->source, &file->complaints);
  claimed_close (file);
  return taken (&out);
}

char *
claimed_canonical (const char *text)
{
  struct assay_file *file = claimed_open (text);
  struct assay_text out;

  assay_text_init (&out);
  if (file->complaints.count > 0)
    assay_complaints_render (&out, &file->source, &file->complaints);
  else
    assay_canonical_file (&out, file);
  claimed_close (file);
  return taken (&out);
}

/* An expression read by itself: NODE is null where it cannot be read.  */
struct expression
{
  struct assay_audit_limits limits;
  struct assay_machine machine;
  struct assay_node *node;
  struct assay_file file;
};

static void
expression_open (struct expression *e, const char *text)
{
  assay_audit_limits_init (&e->limits);
  e->limits.milliseconds = 0;
  assay_file_init (&e->file, "test", text, strlen (text));
  e->node = assay_file_parse_expression (&e->file, e->limits.nesting);
  assay_machine_init (&e->machine, &e->file, &e->limits);
}

static void
expression_close (struct expression *e)
{
  assay_machine_clear (&e->machine);
  assay_file_clear (&e->file);
}

char *
claimed_value (const char *expression)
{
  struct assay_value *value;
  struct assay_text out;
  struct expression e;

  assay_text_init (&out);
  expression_open (&e, expression);
  if (e.node == NULL)
    assay_complaints_render (&out, &e.file.source, &e.file.complaints);
  else if (assay_machine_eval (&e.machine, &value, e.node) == ASSAY_OK)
    {
      assay_render_text (&out, value, 20, &e.machine.ctx);
      assay_value_unref (value);
    }
  else
    assay_refusal_render (&out, &e.machine.ctx.error);
  expression_close (&e);
  return taken (&out);
}

char *
claimed_blame (const char *expression)
{
  struct assay_value *value;
  struct assay_text out;
  struct expression e;
  size_t i;

  assay_text_init (&out);
  expression_open (&e, expression);
  if (e.node == NULL)
    assay_text_add (&out, "cannot be read");
  else if (assay_machine_eval (&e.machine, &value, e.node) == ASSAY_OK)
    {
      assay_text_add (&out, "has a value");
      assay_value_unref (value);
    }
  else
    for (i = e.machine.blame.begin; i < e.machine.blame.end; i++)
      assay_text_add_char (&out, expression[i]);
  expression_close (&e);
  return taken (&out);
}

char *
claimed_verdict (const char *text, const struct assay_audit_limits *limits,
                 bool minimise)
{
  struct assay_verdict_style style = { minimise, true, 17, false };
  struct assay_file *file = claimed_open (text);
  struct assay_audit_limits defaults;
  struct assay_claim_result result;
  struct assay_machine machine;
  struct assay_text out;

  assay_text_init (&out);
  assay_audit_limits_init (&defaults);
  defaults.milliseconds = 0;
  if (file->complaints.count > 0)
    assay_complaints_render (&out, &file->source, &file->complaints);
  else
    {
      assay_machine_init (&machine, file, limits ? limits : &defaults);
      assay_claim_decide (&machine, file->statements[file->count - 1],
                          limits ? limits->milliseconds : 0, &style,
                          &result);
      assay_text_printf (&out, "%s: %s",
                         assay_claim_verdict_name (result.verdict),
                         result.class != ASSAY_OK ? result.reason
                                                  : result.truth);
      assay_claim_result_clear (&result);
      assay_machine_clear (&machine);
    }
  claimed_close (file);
  return taken (&out);
}

/* ---- comparing trees ---- */

static bool
same_text (const char *a, const char *b)
{
  return a == b || (a && b && strcmp (a, b) == 0);
}

static bool
same_nodes (const struct assay_node *a, const struct assay_node *b)
{
  size_t i;

  if (a == NULL || b == NULL)
    return a == b;
  if (a->kind != b->kind || a->count != b->count || a->depth != b->depth
      || !same_text (a->text, b->text) || a->binding != b->binding)
    return false;
  for (i = 0; i < a->count; i++)
    if (!same_nodes (a->items[i], b->items[i])
        || (i > 0 && a->operators && a->operators[i] != b->operators[i]))
      return false;
  return true;
}

static bool
same_formulas (const struct assay_formula *a, const struct assay_formula *b)
{
  return a->kind == b->kind && same_text (a->class, b->class)
         && same_nodes (a->left, b->left) && same_nodes (a->right, b->right)
         && same_nodes (a->third, b->third);
}

static bool
same_quantifiers (const struct assay_quantifier *a,
                  const struct assay_quantifier *b)
{
  size_t i;

  if (a->exists != b->exists || a->binding_count != b->binding_count
      || a->condition_count != b->condition_count)
    return false;
  for (i = 0; i < a->binding_count; i++)
    if (strcmp (a->bindings[i]->name, b->bindings[i]->name) != 0
        || !same_nodes (a->bindings[i]->range, b->bindings[i]->range))
      return false;
  for (i = 0; i < a->condition_count; i++)
    if (!same_formulas (a->conditions[i], b->conditions[i]))
      return false;
  return true;
}

static bool
same_statements (const struct assay_statement *a,
                 const struct assay_statement *b)
{
  size_t i;

  if (a->kind != b->kind || !same_text (a->name, b->name)
      || !same_text (a->text, b->text) || !same_nodes (a->value, b->value)
      || a->param_count != b->param_count
      || a->expect_refuted != b->expect_refuted
      || a->quantifier_count != b->quantifier_count
      || (a->relation == NULL) != (b->relation == NULL))
    return false;
  for (i = 0; i < a->param_count; i++)
    if (!same_text (a->params[i]->text, b->params[i]->text))
      return false;
  for (i = 0; i < a->quantifier_count; i++)
    if (!same_quantifiers (a->quantifiers[i], b->quantifiers[i]))
      return false;
  return a->relation == NULL || same_formulas (a->relation, b->relation);
}

bool
claimed_same_files (const struct assay_file *a, const struct assay_file *b)
{
  size_t i;

  if (a->count != b->count)
    return false;
  for (i = 0; i < a->count; i++)
    if (!same_statements (a->statements[i], b->statements[i]))
      return false;
  return true;
}
