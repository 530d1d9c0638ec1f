/* machine.c -- the evaluator's state: clock, budgets, values kept */

#include "claims/machine.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void
assay_audit_limits_init (struct assay_audit_limits *limits)
{
  limits->nesting = ASSAY_DEFAULT_NESTING;
  limits->size = ASSAY_DEFAULT_MAX_BITS;
  limits->bits = ASSAY_DEFAULT_MAX_PRECISION;
  limits->instances = 10000000;
  limits->milliseconds = 5000;
}

void
assay_machine_init (struct assay_machine *machine,
                    const struct assay_file *file,
                    const struct assay_audit_limits *limits)
{
  memset (machine, 0, sizeof *machine);
  machine->file = file;
  machine->limits = *limits;
  assay_ctx_init (&machine->ctx);
  machine->ctx.max_bits = limits->size;
  machine->ctx.max_precision = limits->bits;
  machine->lets = assay_calloc (file->count, sizeof *machine->lets);
  machine->memos = assay_calloc (file->count, sizeof *machine->memos);
  machine->used = assay_calloc (file->count, sizeof *machine->used);
  machine->numbers = assay_calloc (file->numbers, sizeof *machine->numbers);
}

void
assay_machine_clear (struct assay_machine *machine)
{
  size_t i;

  for (i = 0; i < machine->file->count; i++)
    assay_value_unref (machine->lets[i].value);
  assay_values_free (machine->numbers, machine->file->numbers);
  assay_machine_forget (machine);
  free (machine->lets);
  free (machine->memos);
  free (machine->used);
}

static void
forget_calls (struct assay_memo *memo, size_t param_count)
{
  size_t i;

  for (i = 0; i < ASSAY_MEMO_CALLS; i++)
    {
      if (memo->call[i].result == NULL)
        continue;
      assay_values_free (memo->call[i].arguments, param_count);
      assay_value_unref (memo->call[i].result);
      memo->call[i].result = NULL;
      memo->call[i].arguments = NULL;
    }
}

void
assay_machine_forget (struct assay_machine *machine)
{
  while (machine->used_count > 0)
    {
      size_t index = machine->used[--machine->used_count];

      forget_calls (&machine->memos[index],
                    machine->file->statements[index]->param_count);
      machine->memos[index].listed = false;
    }
}

void
assay_machine_begin (struct assay_machine *machine,
                     unsigned long milliseconds)
{
  assay_machine_forgive (machine);
  assay_machine_forget (machine);
  assay_ctx_start_clock (&machine->ctx, milliseconds);
  machine->limits.milliseconds = milliseconds;
  machine->instances = 0;
  machine->depth = 0;
  machine->symbols = 0;
  machine->frame = NULL;
  machine->late = false;
}

void
assay_refusal_render (struct assay_text *text,
                      const struct assay_error *error)
{
  if (error->where[0] && strcmp (error->where, "request") != 0)
    assay_text_printf (text, "%s: ", error->where);
  assay_text_printf (text, "%s: expected %s, found %s",
                     assay_status_name (error->status), error->expected,
                     error->found);
}

void
assay_machine_forgive (struct assay_machine *machine)
{
  assay_ctx_forgive (&machine->ctx);
  machine->blamed = false;
}

bool
assay_machine_is_late (struct assay_machine *machine)
{
  struct timespec now;

  if (machine->late || machine->ctx.milliseconds == 0)
    return machine->late;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_sec > machine->ctx.deadline.tv_sec
         || (now.tv_sec == machine->ctx.deadline.tv_sec
             && now.tv_nsec >= machine->ctx.deadline.tv_nsec);
}
