/* tell.c -- a decided claim put into words */

#include "claims/tell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "claims/canonical.h"
#include "claims/contrast.h"
#include "claims/printed.h"
#include "claims/render.h"
#include "real/print.h"

enum
{
  MOST_DIGITS = 1000
};

char *
assay_tell_take (struct assay_text *text)
{
  char *string = assay_strdup (assay_text_string (text));

  assay_text_clear (text);
  return string;
}

void
assay_tell_value (struct assay_text *text, const struct assay_telling *t,
                  struct assay_value *value)
{
  assay_render_text (text, value, t->digits, &t->machine->ctx);
}

struct assay_value *
assay_tell_deciding (const struct assay_telling *t, struct assay_value *side)
{
  return assay_value_at_path (side, t->outcome.path);
}

/* ---- values as JSON ---- */

static void
set_json (char **place, const struct assay_telling *t,
          struct assay_value *value)
{
  struct assay_text text;

  if (!assay_render_fits_json (value))
    return;
  assay_text_init (&text);
  assay_render_json (&text, value, t->style->digits, &t->machine->ctx);
  *place = assay_tell_take (&text);
}

/* The right side of ~ as the strings it was printed as.  */
static void
add_printed_json (struct assay_text *text, const struct assay_node *printed)
{
  struct assay_text literal;
  size_t i;

  if (printed->kind == ASSAY_NODE_LIST)
    {
      assay_text_add_char (text, '[');
      for (i = 0; i < printed->count; i++)
        {
          assay_text_add (text, i > 0 ? ", " : "");
          add_printed_json (text, printed->items[i]);
        }
      assay_text_add_char (text, ']');
      return;
    }
  assay_text_init (&literal);
  assay_canonical_node (&literal, printed);
  assay_render_json_string (text, assay_text_string (&literal));
  assay_text_clear (&literal);
}

static void
add_right_json (struct assay_telling *t)
{
  const struct assay_formula *formula = t->claim->relation;
  struct assay_text text;

  if ((t->sides.right && !assay_render_fits_json (t->sides.right))
      || (t->sides.third && !assay_render_fits_json (t->sides.third)))
    return;
  assay_text_init (&text);
  if (formula->kind == ASSAY_FORMULA_PRINTS)
    add_printed_json (&text, formula->right);
  else if (formula->kind == ASSAY_FORMULA_FAILS)
    assay_render_json_string (&text, formula->class);
  else if (t->sides.right && t->sides.third)
    {
      assay_text_add_char (&text, '[');
      assay_render_json (&text, t->sides.right, t->style->digits,
                         &t->machine->ctx);
      assay_text_add (&text, ", ");
      assay_render_json (&text, t->sides.third, t->style->digits,
                         &t->machine->ctx);
      assay_text_add_char (&text, ']');
    }
  else if (t->sides.right)
    assay_render_json (&text, t->sides.right, t->style->digits,
                       &t->machine->ctx);
  else
    {
      assay_text_clear (&text);
      return;
    }
  t->result->right = assay_tell_take (&text);
}

/* Names and values of the variables of the outermost block.  */
static void
tell_witness (struct assay_telling *t, struct assay_text *people)
{
  const struct assay_finding *finding = t->finding;
  struct assay_text json;
  size_t i, j, slot = 0;

  assay_text_init (&json);
  assay_text_add_char (&json, '{');
  for (i = 0; i < t->claim->quantifier_count; i++)
    for (j = 0; j < t->claim->quantifiers[i]->binding_count
                && slot < finding->witness_count;
         j++, slot++)
      {
        const char *name = t->claim->quantifiers[i]->bindings[j]->name;
        const char *comma = slot > 0 ? ", " : "";

        assay_text_printf (people, "%s%s = ", comma, name);
        assay_tell_value (people, t, finding->witness[slot]);
        assay_text_printf (&json, "%s\"%s\": ", comma, name);
        if (assay_render_fits_json (finding->witness[slot]))
          assay_render_json (&json, finding->witness[slot], t->style->digits,
                             &t->machine->ctx);
        else
          assay_text_add (&json, "null");
      }
  assay_text_add_char (&json, '}');
  t->result->witness = assay_tell_take (&json);
}

/* ---- what is true ---- */

static void
add_printed (struct assay_text *text, const struct assay_telling *t)
{
  assay_canonical_node (
    text, assay_printed_at_path (t->claim->relation->right, t->outcome.path));
}

/* The decimal of as many places as were printed that would be right; nothing
   for a list, which a path cut short ends at.  */
static void
add_correct_print (struct assay_text *text, const struct assay_telling *t)
{
  const struct assay_node *printed = assay_printed_at_path (
    t->claim->relation->right, t->outcome.path);
  struct assay_value *value = assay_tell_deciding (t, t->sides.left);
  struct assay_ctx quiet = t->machine->ctx;
  struct assay_decision decision;
  struct assay_expr *x;
  char *correct = NULL;

  if (!assay_value_is_number (value))
    return;
  x = assay_value_expr (value);
  if (assay_print_places (&correct, &decision, x,
                          assay_printed_places (printed), &quiet)
        == ASSAY_OK
      && correct)
    assay_text_printf (text, ", correctly rounded %s", correct);
  free (correct);
  assay_expr_unref (x);
}

static void
tell_printed (struct assay_text *text, const struct assay_telling *t)
{
  char rule[160];

  assay_tell_value (text, t, assay_tell_deciding (t, t->sides.left));
  switch (t->outcome.verdict)
    {
    case ASSAY_CLAIM_ROUNDED:
      assay_text_add (text, " is rounded to ");
      add_printed (text, t);
      break;
    case ASSAY_CLAIM_TRUNCATED:
      assay_text_add (text, " is cut to ");
      add_printed (text, t);
      add_correct_print (text, t);
      break;
    case ASSAY_CLAIM_REFUTED:
      assay_text_add (text, " is not printed as ");
      add_printed (text, t);
      add_correct_print (text, t);
      break;
    default:
      assay_decision_render (rule, sizeof rule, &t->outcome.decision);
      assay_text_add (text, " may or may not be printed as ");
      add_printed (text, t);
      assay_text_printf (text, ": %s", rule);
    }
}

static void
tell_failure (struct assay_text *text, const struct assay_telling *t)
{
  if (t->sides.failure != ASSAY_OK)
    assay_text_printf (text, "refused: %s", t->sides.message);
  else if (t->sides.left)
    {
      assay_text_add (text, "not refused but ");
      assay_tell_value (text, t, t->sides.left);
    }
}

/* T->digits <- so many that sides which differ are seen to; true where no
   reasonable number of them shows it.  */
static bool
look_alike (struct assay_telling *t)
{
  enum assay_formula_kind kind = t->claim->relation->kind;
  bool refuted = t->outcome.verdict == ASSAY_CLAIM_REFUTED;
  bool holds = assay_claim_verdict_holds (t->outcome.verdict);
  unsigned long shown = t->style->digits, digits, more = 0;
  struct assay_value *left = assay_tell_deciding (t, t->sides.left);
  struct assay_value *right = assay_tell_deciding (t, t->sides.right);

  if (kind == ASSAY_FORMULA_IN && refuted)
    more = assay_contrast_digits (left,
                                  assay_tell_deciding (t, t->sides.third),
                                  shown, &t->machine->ctx);
  else if (t->sides.third
           || (kind == ASSAY_FORMULA_EQUAL || kind == ASSAY_FORMULA_LESS_EQUAL
               || kind == ASSAY_FORMULA_GREATER_EQUAL ? !refuted : !holds))
    return false;
  digits = assay_contrast_digits (left, right, shown, &t->machine->ctx);
  t->digits = more > digits ? more : digits ? digits : shown;
  return digits == 0 && kind != ASSAY_FORMULA_IN;
}

/* All of SIDE where the relation holds, else the component that decided.  */
static void
tell_side (struct assay_text *text, const struct assay_telling *t,
           struct assay_value *side)
{
  bool holds = assay_claim_verdict_holds (t->outcome.verdict);

  assay_tell_value (text, t, holds ? side : assay_tell_deciding (t, side));
}

static void
tell_relation (struct assay_text *text, struct assay_telling *t)
{
  const struct assay_formula *formula = t->claim->relation;
  bool holds = assay_claim_verdict_holds (t->outcome.verdict);
  bool refuted = t->outcome.verdict == ASSAY_CLAIM_REFUTED;
  char rule[160];
  bool alike;

  if (formula->kind == ASSAY_FORMULA_FAILS)
    {
      tell_failure (text, t);
      return;
    }
  if (t->outcome.note)
    {
      assay_text_printf (text, "%s: ", t->outcome.note);
      assay_tell_value (text, t, t->sides.left);
      assay_text_add (text, " and ");
      assay_tell_value (text, t, t->sides.right);
      return;
    }
  if (!holds && t->outcome.path[0])
    assay_text_printf (text, "at %s: ", t->outcome.path);
  if (formula->kind == ASSAY_FORMULA_PRINTS)
    {
      tell_printed (text, t);
      return;
    }
  alike = look_alike (t);
  if (!holds && !refuted)
    {
      assay_decision_render (rule, sizeof rule, &t->outcome.decision);
      assay_text_printf (text, "%s: ", rule);
    }
  if (refuted && formula->kind == ASSAY_FORMULA_UNEQUAL)
    assay_text_add (text, "both sides are ");
  tell_side (text, t, t->sides.left);
  if ((holds && formula->kind == ASSAY_FORMULA_EQUAL)
      || (refuted && formula->kind == ASSAY_FORMULA_UNEQUAL))
    return;
  if (refuted && formula->kind == ASSAY_FORMULA_EQUAL)
    assay_text_add (text, " is not ");
  else
    assay_text_printf (text, " %s%s ",
                       refuted ? "is not " : "",
                       formula->kind == ASSAY_FORMULA_WITHIN
                         ? "="
                         : assay_formula_name (formula->kind));
  if (formula->kind == ASSAY_FORMULA_IN)
    assay_text_add_char (text, '[');
  tell_side (text, t, t->sides.right);
  if (t->sides.third)
    {
      assay_text_add (text, formula->kind == ASSAY_FORMULA_IN ? ", " : " +- ");
      tell_side (text, t, t->sides.third);
    }
  if (formula->kind == ASSAY_FORMULA_IN)
    assay_text_add_char (text, ']');
  if (alike)
    assay_contrast_tell (text, assay_tell_deciding (t, t->sides.left),
                         assay_tell_deciding (t, t->sides.right),
                         t->style->digits, &t->machine->ctx);
}

/* "4617 of 4617 instances", "no witness among 81", ...  */
static void
tell_finding (struct assay_text *text, struct assay_telling *t)
{
  const struct assay_finding *finding = t->finding;
  bool exists = t->claim->quantifiers[0]->exists;
  bool holds = assay_claim_verdict_holds (t->result->verdict);
  bool refuted = t->result->verdict == ASSAY_CLAIM_REFUTED;
  char rule[160];

  if (finding->vacuous)
    assay_text_add (text, "there is no instance");
  else if (!finding->counted && holds && !exists)
    {
      assay_decision_render (rule, sizeof rule, &finding->outcome.decision);
      assay_text_printf (text, "for all integers: %s", rule);
    }
  else if (!finding->counted && !holds && !refuted)
    assay_text_printf (text, "no proof%s up to %ld",
                       exists ? ", and no witness"
                              : ", and no"
                                " counterexample",
                       finding->box);
  else if (exists && refuted)
    assay_text_printf (text, "no witness among %llu", finding->of);
  else if (exists && holds)
    assay_text_add (text, "witness ");
  else if (refuted && finding->counted && finding->limited)
    assay_text_printf (text, "%llu of the first %llu instances fail, %s ",
                       finding->refuted, finding->decided,
                       t->style->minimise ? "the least at" : "first at");
  else if (refuted && finding->counted)
    assay_text_printf (text, "%llu of %llu instances fail, %s ",
                       finding->refuted, finding->of,
                       t->style->minimise ? "the least at" : "first at");
  else if (refuted)
    assay_text_add (text, "counterexample ");
  else
    assay_text_printf (text, "%llu of %llu instances%s", finding->decided,
                       finding->of, holds ? "" : " decided");
  if (finding->witness_count > 0)
    {
      if (!holds && !refuted)
        assay_text_add (text, ", open at ");
      tell_witness (t, text);
      if (t->has_sides)
        assay_text_add (text, ": ");
    }
}

/* ---- the reason ---- */

static void
tell_reason (struct assay_telling *t)
{
  struct assay_text text;
  char rule[160];

  assay_text_init (&text);
  if (t->result->verdict == ASSAY_CLAIM_REFUTED)
    {
      if (t->outcome.note)
        assay_text_add (&text, t->outcome.note);
      else if (t->has_sides)
        tell_relation (&text, t);
      else
        assay_text_add (&text, t->result->truth);
    }
  else if (t->result->verdict == ASSAY_CLAIM_TRUNCATED && t->has_sides)
    tell_relation (&text, t);
  else if (t->result->verdict == ASSAY_CLAIM_UNDECIDED)
    {
      if (t->finding && !t->finding->counted)
        assay_text_add (&text, t->result->truth);
      else
        {
          assay_decision_render (rule, sizeof rule, &t->outcome.decision);
          assay_text_add (&text, rule);
        }
    }
  if (text.length > 0)
    t->result->reason = assay_tell_take (&text);
  else
    assay_text_clear (&text);
}

void
assay_tell (struct assay_telling *t)
{
  struct assay_claim_result *result = t->result;
  struct assay_text truth;

  t->digits = t->style->digits;
  assay_text_init (&truth);
  if (t->finding && (!result->limited || t->finding->witness_count > 0))
    tell_finding (&truth, t);
  if (t->has_sides)
    {
      tell_relation (&truth, t);
      if (t->sides.left && !t->style->words_only)
        set_json (&result->left, t, t->sides.left);
      if (!t->style->words_only)
        add_right_json (t);
    }
  if (t->finding && t->has_sides && result->limited)
    assay_text_add (&truth, " (the search was ended by a limit)");
  result->truth = assay_tell_take (&truth);
  if (result->reason == NULL)
    tell_reason (t);
}
