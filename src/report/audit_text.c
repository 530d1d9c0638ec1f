/* audit_text.c -- the results of an audit for people */

#include <string.h>

#include "report/audit_report.h"

static const char *
colour_of (const struct assay_audit *audit,
           const struct assay_audit_claim *claim)
{
  switch (assay_audit_holds (audit, claim))
    {
    case ASSAY_HOLDS:
      return claim->result.verdict == ASSAY_CLAIM_TRUNCATED ? "\033[33m"
                                                            : "\033[32m";
    case ASSAY_FAILS:
      return "\033[31m";
    default:
      return claim->result.verdict == ASSAY_CLAIM_ERROR ? "\033[31m"
                                                        : "\033[33m";
    }
}

/* The width of NAME on a terminal: code points.  */
static int
width_of (const char *name)
{
  int width = 0;

  for (; *name; name++)
    width += ((unsigned char) *name & 0xC0) != 0x80;
  return width;
}

static void
add_claim (struct assay_text *text, const struct assay_audit *audit,
           const struct assay_audit_claim *claim,
           const struct assay_audit_look *look, int name_width)
{
  const struct assay_claim_result *result = &claim->result;
  const char *verdict = assay_claim_verdict_name (result->verdict);
  bool expected = claim->statement->expect_refuted;
  const char *said = result->truth && result->truth[0] ? result->truth
                     : result->reason ? result->reason : "";

  if (result->class != ASSAY_OK)
    said = result->reason;
  assay_text_printf (text, "  %s%-9s%s  %s",
                     look->colour ? colour_of (audit, claim) : "", verdict,
                     look->colour ? "\033[0m" : "", claim->statement->name);
  if (said[0] || expected)
    assay_text_printf (text, "%*s  ",
                       name_width - width_of (claim->statement->name), "");
  if (expected)
    assay_text_add (text, result->verdict == ASSAY_CLAIM_REFUTED
                    ? "as expected: " : "though expected to be refuted: ");
  assay_text_printf (text, "%s\n", said);
}

const char *
assay_audit_base_name (const char *file)
{
  const char *slash = strrchr (file, '/');

  return slash ? slash + 1 : file;
}

static void
add_count (struct assay_text *text, size_t count, const char *what,
           bool *first)
{
  if (count == 0)
    return;
  assay_text_printf (text, "%s%zu %s", *first ? "" : ", ", count, what);
  *first = false;
}

void
assay_audit_summary_line (struct assay_text *text,
                          const struct assay_audit *audit)
{
  struct assay_audit_summary s;
  bool first = true;

  assay_audit_summarise (&s, audit);
  assay_text_printf (text, "%zu claim%s: ", audit->count,
                     audit->count == 1 ? "" : "s");
  add_count (text, s.proved, "proved", &first);
  add_count (text, s.rounded, "rounded", &first);
  add_count (text, s.truncated, "truncated", &first);
  add_count (text, s.refuted, "refuted", &first);
  add_count (text, s.expected_refuted, "refuted as expected", &first);
  add_count (text, s.undecided, "undecided", &first);
  add_count (text, s.error, s.error == 1 ? "error" : "errors", &first);
  if (first)
    assay_text_add (text, "none decided");
  if (s.unexpected > 0)
    assay_text_printf (text, "; %zu %s though expected to be refuted",
                       s.unexpected, s.unexpected == 1 ? "holds" : "hold");
  if (audit->note_count > 0)
    assay_text_printf (text, "; %zu note%s", audit->note_count,
                       audit->note_count == 1 ? "" : "s");
}

/* The widest name of FILE's claims, within reason.  */
static int
widest_name (const struct assay_audit *audit, const struct assay_file *file)
{
  int widest = 0;
  size_t i;

  for (i = 0; i < audit->count; i++)
    if (audit->claims[i].file == file)
      {
        int width = width_of (audit->claims[i].statement->name);

        if (width > widest && width <= 32)
          widest = width;
      }
  return widest;
}

static void
add_heading (struct assay_text *text, const struct assay_file *file)
{
  size_t i;

  assay_text_add (text, file->source.name);
  for (i = 0; i < file->count; i++)
    if (file->statements[i]->kind == ASSAY_STATEMENT_TITLE)
      assay_text_printf (text, ": %s", file->statements[i]->text);
    else if (file->statements[i]->kind == ASSAY_STATEMENT_SOURCE)
      assay_text_printf (text, " (%s)", file->statements[i]->text);
  assay_text_add_char (text, '\n');
}

void
assay_audit_report_text (struct assay_text *text,
                         const struct assay_audit *audit,
                         const struct assay_audit_look *look)
{
  const struct assay_file *shown = NULL, *measured = NULL;
  int name_width = 0;
  size_t i;

  for (i = 0; i < audit->count; i++)
    {
      const struct assay_audit_claim *claim = &audit->claims[i];

      if (claim->file != measured)
        name_width = widest_name (audit, claim->file);
      measured = claim->file;
      if (look->quiet && assay_audit_holds (audit, claim) == ASSAY_HOLDS)
        continue;
      if (claim->file != shown)
        add_heading (text, claim->file);
      shown = claim->file;
      if (claim->result.explanation)
        assay_text_add (text, claim->result.explanation);
      else
        add_claim (text, audit, claim, look, name_width);
    }
  assay_audit_summary_line (text, audit);
  assay_text_add_char (text, '\n');
}
