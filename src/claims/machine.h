/* machine.h -- the evaluator: a claims file's values and its budgets */

#ifndef ASSAY_CLAIMS_MACHINE_H
#define ASSAY_CLAIMS_MACHINE_H

#include "claims/ast.h"
#include "claims/builtin.h"
#include "claims/value.h"

struct assay_audit_limits
{
  unsigned nesting;             /* of expressions and lists */
  unsigned long size;           /* bits of an exact number */
  unsigned long bits;           /* precision of enclosures */
  unsigned long long instances; /* of quantifiers, a claim */
  unsigned long milliseconds;   /* a claim, and each let it needs */
};

void assay_audit_limits_init (struct assay_audit_limits *limits);

/* A let, evaluated when first used; what refused it is kept as well.  */
struct assay_let
{
  struct assay_value *value;
  enum assay_status status;
  struct assay_error error;
  struct assay_span blame;
  bool known, late;
};

enum { ASSAY_MEMO_CALLS = 8 };

/* The last calls of a def and what came of them: in a loop the inner
   variables change first, so the same call is often made again.  Functions
   have no side effects.  */
struct assay_memo
{
  struct
  {
    struct assay_value **arguments;
    struct assay_value *result; /* null: no call is kept here */
  } call[ASSAY_MEMO_CALLS];
  unsigned next;                /* where the next call goes */
  bool listed;                  /* among the machine's used memos */
};

struct assay_machine
{
  const struct assay_file *file;
  struct assay_audit_limits limits;
  struct assay_ctx ctx;
  struct assay_let *lets;       /* by the statement's index */
  struct assay_memo *memos;     /* by the statement's index */
  size_t *used, used_count;     /* the memos that hold something */
  unsigned ticks;               /* nodes since the clock was looked at */
  struct assay_value **numbers; /* literals by node index */
  struct assay_value **frame;   /* the locals in sight */
  unsigned depth;
  unsigned symbols;             /* integer variables bound as symbols */
  bool late;                    /* a let that was needed ran out of time */
  bool blamed;
  struct assay_span blame;      /* the innermost node that was refused */
  unsigned long long instances; /* counted for the claim at hand */
  /* Called, unless null, when a part of the work with a clock of its own
     begins.  */
  void (*alive) (void *data);
  void *alive_data;
};

void assay_machine_init (struct assay_machine *machine,
                         const struct assay_file *file,
                         const struct assay_audit_limits *limits);
void assay_machine_clear (struct assay_machine *machine);

/* Start the clock, counters and error record of another claim.  */
void assay_machine_begin (struct assay_machine *machine,
                          unsigned long milliseconds);

/* Append "value: expected a list, found 3", with the place in a request in
   front where ERROR has one.  */
void assay_refusal_render (struct assay_text *text,
                           const struct assay_error *error);

/* Forget the recorded refusal and its place.  */
void assay_machine_forgive (struct assay_machine *machine);

/* Forget the last calls.  */
void assay_machine_forget (struct assay_machine *machine);

/* Whether time alone ended what was going on.  */
bool assay_machine_is_late (struct assay_machine *machine);

/* *RESULT <- the value of NODE, a new reference; null on refusal, with the
   reason in MACHINE->ctx.error and its place in MACHINE->blame.  */
enum assay_status assay_machine_eval (struct assay_machine *machine,
                                      struct assay_value **result,
                                      const struct assay_node *node);

/* The value of the function that NODE (bound by names.c) names at one
   argument.  */
enum assay_status assay_machine_apply (struct assay_machine *machine,
                                       struct assay_value **result,
                                       const struct assay_node *function,
                                       struct assay_value *argument);

/* A range FIRST..LAST as its ends: ASSAY_ETYPE unless both are integers.  */
enum assay_status assay_machine_range (struct assay_machine *machine,
                                       mpz_ptr first, mpz_ptr last,
                                       const struct assay_node *range);

/* Componentwise + - * / of numbers and lists, as the operator between
   expressions.  */
enum assay_status assay_machine_operate (struct assay_machine *machine,
                                         struct assay_value **result,
                                         char operator,
                                         struct assay_value *a,
                                         struct assay_value *b);

#endif
