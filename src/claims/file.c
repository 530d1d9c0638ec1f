/* file.c -- reading a claims file: encoding, grammar, names */

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "claims/ast.h"
#include "claims/names.h"
#include "claims/parse.h"
#include "claims/reader.h"

/* One complaint a line about bytes that are not UTF-8.  */
static void
check_encoding (struct assay_file *file)
{
  const struct assay_source *source = &file->source;
  bool complained = false;
  size_t i = 0;

  while (i < source->length)
    {
      size_t length = assay_utf8_length (source->bytes + i,
                                         source->length - i);

      if (length == 0 && !complained)
        {
          struct assay_span span = { i, i + 1 };

          assay_complaints_add (&file->complaints, span,
                                "not UTF-8: byte 0x%02x",
                                (unsigned char) source->bytes[i]);
          complained = true;
        }
      if (source->bytes[i] == '\n')
        complained = false;
      i += length ? length : 1;
    }
}

static struct assay_node *
run_parser (struct assay_file *file, unsigned max_nesting, int start)
{
  struct assay_reader reader;

  memset (&reader, 0, sizeof reader);
  reader.file = file;
  reader.start = start;
  reader.max_nesting = max_nesting < 1 ? 1
                       : max_nesting > ASSAY_LARGEST_NESTING
                       ? ASSAY_LARGEST_NESTING : max_nesting;
  if (file->source.length > INT_MAX - 16)
    {
      struct assay_span nowhere = { 0, 0 };

      assay_complaints_add (&file->complaints, nowhere,
                            "limit: the file is too large");
      return NULL;
    }
  check_encoding (file);
  reader.open = assay_calloc (reader.max_nesting, sizeof *reader.open);
  assay_reader_open (&reader);
  assay_claims_yyparse (&reader);
  assay_reader_close (&reader);
  free (reader.open);
  return reader.expression;
}

void
assay_file_parse (struct assay_file *file, unsigned max_nesting)
{
  run_parser (file, max_nesting, TOKEN_START_FILE);
  assay_names_resolve (file);
}

struct assay_node *
assay_file_parse_expression (struct assay_file *file, unsigned max_nesting)
{
  struct assay_node *node = run_parser (file, max_nesting,
                                        TOKEN_START_EXPRESSION);

  if (file->complaints.count == 0)
    assay_names_resolve_expression (file, node);
  return file->complaints.count == 0 ? node : NULL;
}
