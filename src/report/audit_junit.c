/* audit_junit.c -- the results of an audit for continuous integration */

#include <string.h>

#include "claims/canonical.h"
#include "report/audit_report.h"
#include "report/markup.h"

/* "rope-lab" for "claims/rope-lab.claims".  */
static void
add_class (struct assay_text *text, const char *file)
{
  struct assay_text name;
  const char *base = assay_audit_base_name (file);
  const char *dot = strrchr (base, '.');

  assay_text_init (&name);
  assay_text_add_bytes (&name, base, dot && dot > base
                                     ? (size_t) (dot - base)
                                     : strlen (base));
  assay_markup_attribute (text, "classname", assay_text_string (&name));
  assay_text_clear (&name);
}

static void
add_body (struct assay_text *text, const struct assay_audit_claim *claim)
{
  struct assay_text body;

  assay_text_init (&body);
  assay_text_printf (&body, "%s:%zu: ", claim->file->source.name,
                     claim->line);
  assay_canonical_body (&body, claim->statement);
  assay_markup_xml (text, assay_text_string (&body));
  assay_text_clear (&body);
}

static void
add_claim (struct assay_text *text, const struct assay_audit *audit,
           const struct assay_audit_claim *claim)
{
  const struct assay_claim_result *result = &claim->result;
  enum assay_verdict holds = assay_audit_holds (audit, claim);
  const char *tag = holds == ASSAY_FAILS ? "failure" : "error";

  assay_text_add (text, "    <testcase");
  add_class (text, claim->file->source.name);
  assay_markup_attribute (text, "name", claim->statement->name);
  assay_markup_attribute (text, "file", claim->file->source.name);
  assay_text_printf (text, " line=\"%zu\" time=\"0\"", claim->line);
  if (holds == ASSAY_HOLDS)
    {
      assay_text_add (text, "/>\n");
      return;
    }
  assay_text_printf (text, ">\n      <%s", tag);
  assay_markup_attribute (text, "type",
                          assay_claim_verdict_name (result->verdict));
  assay_markup_attribute (text, "message",
                          result->reason ? result->reason
                          : claim->statement->expect_refuted
                          ? "expected to be refuted" : result->truth);
  assay_text_add_char (text, '>');
  add_body (text, claim);
  assay_text_printf (text, "</%s>\n    </testcase>\n", tag);
}

static void
add_notes (struct assay_text *text, const struct assay_audit *audit,
           size_t file_index)
{
  size_t i;

  for (i = 0; i < audit->note_count; i++)
    if (audit->notes[i].file_index == file_index)
      {
        assay_text_add (text, "    <testcase");
        add_class (text, audit->files[file_index].source.name);
        assay_markup_attribute (text, "name", audit->notes[i].statement->name);
        assay_text_add (text, " time=\"0\">\n      <skipped");
        assay_markup_attribute (text, "message",
                                audit->notes[i].statement->text);
        assay_text_add (text, "/>\n    </testcase>\n");
      }
}

static size_t
count_notes (const struct assay_audit *audit, size_t file_index)
{
  size_t i, count = 0;

  for (i = 0; i < audit->note_count; i++)
    count += audit->notes[i].file_index == file_index;
  return count;
}

static void
add_suite (struct assay_text *text, const struct assay_audit *audit,
           size_t file_index)
{
  const struct assay_file *file = &audit->files[file_index];
  size_t i, claims = 0, failures = 0, errors = 0;
  size_t notes = count_notes (audit, file_index);

  for (i = 0; i < audit->count; i++)
    if (audit->claims[i].file == file)
      {
        enum assay_verdict holds = assay_audit_holds (audit,
                                                      &audit->claims[i]);

        claims++;
        failures += holds == ASSAY_FAILS;
        errors += holds == ASSAY_OPEN;
      }
  assay_text_add (text, "  <testsuite");
  assay_markup_attribute (text, "name", file->source.name);
  assay_text_printf (text, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\""
                     " skipped=\"%zu\" time=\"0\">\n", claims + notes,
                     failures, errors, notes);
  for (i = 0; i < audit->count; i++)
    if (audit->claims[i].file == file)
      add_claim (text, audit, &audit->claims[i]);
  add_notes (text, audit, file_index);
  assay_text_add (text, "  </testsuite>\n");
}

void
assay_audit_report_junit (struct assay_text *text,
                          const struct assay_audit *audit,
                          const struct assay_audit_look *look)
{
  size_t i;

  (void) look;                  /* a CI viewer wants all of them */
  assay_text_add (text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                  "<testsuites name=\"assay audit\">\n");
  for (i = 0; i < audit->file_count; i++)
    add_suite (text, audit, i);
  assay_text_add (text, "</testsuites>\n");
}
