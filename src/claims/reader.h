/* reader.h -- what the lexer and the parser of claims share */

#ifndef ASSAY_CLAIMS_READER_H
#define ASSAY_CLAIMS_READER_H

#include "claims/ast.h"

struct assay_reader
{
  struct assay_file *file;
  void *scanner;
  int start;                    /* the token that chooses what is read */
  size_t offset;                /* of the byte after the last token */
  unsigned max_nesting;
  unsigned depth;               /* of open brackets */
  size_t *open;                 /* their offsets */
  int last;                     /* the last token */
  bool line_start;              /* only blanks so far on this line */
  bool resume;                  /* a statement word waits to be read */
  int statement;                /* the word that began this statement */
  unsigned relations;           /* since the last comma or colon */
  int relation;                 /* the last of them, or 0 */
  bool too_deep;                /* complained about this statement */
  struct assay_node *expression; /* result when one expression is read */
};

/* Complain about SPAN.  */
void assay_reader_refuse (struct assay_reader *reader, struct assay_span span,
                          const char *message);

/* Open and close the scanner over the file's text.  */
void assay_reader_open (struct assay_reader *reader);
void assay_reader_close (struct assay_reader *reader);

/* Complain, once a statement, that SPAN nests too deeply.  */
void assay_reader_refuse_depth (struct assay_reader *reader,
                                struct assay_span span);

#endif
