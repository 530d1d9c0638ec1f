/* fuzz_claims.c -- any bytes as a claims file

   Reads them, complains or writes them back and reads that again, and decides
   the claims within small budgets.  For libFuzzer, AFL++ and standalone.c.  */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "claims/canonical.h"
#include "claims/verdict.h"

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t length);

static const struct assay_audit_limits small = {
  .nesting = 60,
  .size = 1 << 14,
  .bits = 256,
  .instances = 200,
  .milliseconds = 100
};

/* What is written back must be read without complaint and written the same
   way again.  */
static void
check_round_trip (const struct assay_file *file)
{
  struct assay_text once, twice;
  struct assay_file again;

  assay_text_init (&once);
  assay_text_init (&twice);
  assay_canonical_file (&once, file);
  assay_file_init (&again, "again", assay_text_string (&once), once.length);
  assay_file_parse (&again, small.nesting);
  if (again.complaints.count > 0)
    abort ();
  assay_canonical_file (&twice, &again);
  if (strcmp (assay_text_string (&once), assay_text_string (&twice)) != 0)
    abort ();
  assay_file_clear (&again);
  assay_text_clear (&once);
  assay_text_clear (&twice);
}

static void
decide_claims (const struct assay_file *file)
{
  struct assay_verdict_style style = { .minimise = true, .explain = true,
                                       .digits = 5 };
  struct assay_claim_result result;
  struct assay_machine machine;
  size_t i, decided = 0;

  assay_machine_init (&machine, file, &small);
  for (i = 0; i < file->count && decided < 5; i++)
    if (file->statements[i]->kind == ASSAY_STATEMENT_CLAIM)
      {
        assay_claim_decide (&machine, file->statements[i],
                            small.milliseconds, &style, &result);
        if (result.truth == NULL)
          abort ();
        assay_claim_result_clear (&result);
        decided++;
      }
  assay_machine_clear (&machine);
}

int
LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t length)
{
  struct assay_file file;
  struct assay_text text;

  assay_file_init (&file, "fuzz", (const char *) bytes, length);
  assay_file_parse (&file, small.nesting);
  assay_text_init (&text);
  if (file.complaints.count > 0)
    assay_complaints_render (&text, &file.source, &file.complaints);
  else
    {
      check_round_trip (&file);
      decide_claims (&file);
    }
  assay_text_clear (&text);
  assay_file_clear (&file);
  return 0;
}
