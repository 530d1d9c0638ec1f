/* audit_markdown.c -- the results of an audit as a table for a review */

#include <ctype.h>
#include <string.h>

#include "claims/canonical.h"
#include "report/audit_report.h"

/* C as a cell of one line may hold it.  */
static char
printable (char c)
{
  unsigned char byte = (unsigned char) c;

  if (byte == '\n' || byte == '\t')
    return ' ';
  if (byte < 0x20 || byte == 0x7F)
    return '?';
  return c;
}

/* Whether the character at S, behind BEFORE, could be read as markup or as
   the end of a cell.  */
static int
is_markup (const char *s, char before)
{
  switch (*s)
    {
    case '\\':
    case '`':
    case '|':
    case '*':
      return 1;
    case '_':
      return !isalnum ((unsigned char) before)
             || !isalnum ((unsigned char) s[1]);
    case ']':
      return s[1] == '(';
    case '<':
      return isalpha ((unsigned char) s[1])
             || (s[1] && strchr ("/!?", s[1]));
    case '&':
      return isalpha ((unsigned char) s[1]) || s[1] == '#';
    default:
      return 0;
    }
}

/* STRING as the text of a table cell or a heading: nothing in it is markup or
   ends the cell.  */
static void
add_plain (struct assay_text *text, const char *string)
{
  char before = ' ';

  for (; *string; before = *string++)
    {
      if (is_markup (string, before))
        assay_text_add_char (text, '\\');
      assay_text_add_char (text, printable (*string));
    }
}

/* STRING as code in a table cell, between more backticks than it has in a
   row.  A bar needs its backslash even there.  */
static void
add_code (struct assay_text *text, const char *string)
{
  size_t run = 0, longest = 0, i;
  const char *s;

  for (s = string; *s; s++)
    {
      run = *s == '`' ? run + 1 : 0;
      longest = run > longest ? run : longest;
    }
  for (i = 0; i <= longest; i++)
    assay_text_add_char (text, '`');
  assay_text_add (text, longest > 0 ? " " : "");
  for (s = string; *s; s++)
    {
      if (*s == '|')
        assay_text_add_char (text, '\\');
      assay_text_add_char (text, printable (*s));
    }
  assay_text_add (text, longest > 0 ? " " : "");
  for (i = 0; i <= longest; i++)
    assay_text_add_char (text, '`');
}

static void
add_claim (struct assay_text *text, const struct assay_audit *audit,
           const struct assay_audit_claim *claim)
{
  const struct assay_claim_result *result = &claim->result;
  enum assay_verdict holds = assay_audit_holds (audit, claim);
  const char *said = result->truth && result->truth[0] ? result->truth
                     : result->reason ? result->reason : "";
  struct assay_text body;

  assay_text_init (&body);
  assay_canonical_body (&body, claim->statement);
  assay_text_printf (text, holds == ASSAY_HOLDS ? "| %s%s | " : "| **%s**%s"
                     " | ", assay_claim_verdict_name (result->verdict),
                     claim->statement->expect_refuted ? " (expected refuted)"
                                                      : "");
  add_plain (text, claim->statement->name);
  assay_text_add (text, " | ");
  add_code (text, assay_text_string (&body));
  assay_text_add (text, " | ");
  add_plain (text, result->class != ASSAY_OK ? result->reason : said);
  assay_text_add (text, " |\n");
  assay_text_clear (&body);
}

void
assay_audit_report_markdown (struct assay_text *text,
                             const struct assay_audit *audit,
                             const struct assay_audit_look *look)
{
  const struct assay_file *shown = NULL;
  size_t i;

  for (i = 0; i < audit->count; i++)
    {
      const struct assay_audit_claim *claim = &audit->claims[i];

      if (look->quiet && assay_audit_holds (audit, claim) == ASSAY_HOLDS)
        continue;
      if (claim->file != shown)
        {
          assay_text_add (text, shown ? "\n### " : "### ");
          add_plain (text, claim->file->source.name);
          assay_text_add (text, "\n\n"
                          "| verdict | claim | states | what is true |\n"
                          "| --- | --- | --- | --- |\n");
        }
      shown = claim->file;
      add_claim (text, audit, claim);
    }
  if (shown)
    assay_text_add_char (text, '\n');
  assay_audit_summary_line (text, audit);
  assay_text_add_char (text, '\n');
}
