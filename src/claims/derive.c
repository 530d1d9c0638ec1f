/* derive.c -- how a claim was decided, line by line */

#include "claims/tell.h"

#include <stdlib.h>

#include "claims/canonical.h"
#include "claims/render.h"

static void
explain_side (struct assay_text *text, const struct assay_telling *t,
              const char *label, const struct assay_node *node,
              struct assay_value *value)
{
  struct assay_ctx quiet = t->machine->ctx;
  unsigned long bits = t->outcome.decision.precision;
  struct assay_value *part = value ? assay_tell_deciding (t, value) : NULL;
  char *lo, *hi;
  mpfi_t box;

  assay_text_printf (text, "  %-9s ", label);
  assay_canonical_node (text, node);
  assay_text_add_char (text, '\n');
  if (value == NULL)
    return;
  assay_text_add (text, "            = ");
  assay_tell_value (text, t, value);
  assay_text_add_char (text, '\n');
  if (part->kind != ASSAY_VALUE_REAL || !assay_expr_is_closed (part->real))
    return;
  bits = bits ? bits : 64;
  mpfi_init2 (box, (mpfr_prec_t) bits);
  if (assay_expr_enclose (box, part->real, &quiet, (mpfr_prec_t) bits)
      == ASSAY_OK)
    {
      assay_render_ends (&lo, &hi, box, 25);
      assay_text_printf (text, "            %s%sin [%s, %s] at %lu bits\n",
                         t->outcome.path, t->outcome.path[0] ? " " : "", lo,
                         hi, bits);
      free (lo);
      free (hi);
    }
  mpfi_clear (box);
}

void
assay_tell_derivation (struct assay_telling *t)
{
  const struct assay_formula *formula = t->claim->relation;
  struct assay_text text;
  const char *said;
  char rule[160];

  assay_text_init (&text);
  assay_text_printf (&text, "claim %s: ", t->claim->name);
  assay_canonical_body (&text, t->claim);
  assay_text_add_char (&text, '\n');
  if (t->finding && t->result->witness)
    assay_text_printf (&text, "  at        %s\n", t->result->witness);
  explain_side (&text, t, "left", formula->left, t->sides.left);
  if (formula->right)
    explain_side (&text, t, "right", formula->right, t->sides.right);
  if (formula->third)
    explain_side (&text, t,
                  formula->kind == ASSAY_FORMULA_IN ? "up to" : "tolerance",
                  formula->third, t->sides.third);
  if (t->result->class == ASSAY_OK && formula->kind != ASSAY_FORMULA_FAILS)
    {
      assay_decision_render (rule, sizeof rule, &t->outcome.decision);
      assay_text_printf (&text, "  %-9s %s\n", "rule",
                         t->outcome.decision.rule == ASSAY_RULE_NONE
                         && t->result->verdict != ASSAY_CLAIM_UNDECIDED
                         ? "every instance of the range decided" : rule);
    }
  assay_text_printf (&text, "  %-9s %s", "verdict",
                     assay_claim_verdict_name (t->result->verdict));
  said = t->result->class != ASSAY_OK ? t->result->reason : t->result->truth;
  assay_text_printf (&text, "%s%s\n", said ? ": " : "", said ? said : "");
  t->result->explanation = assay_tell_take (&text);
}
