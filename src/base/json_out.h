/* json_out.h -- writing JSON whose numbers keep the digits they were given

   jansson prints reals through a double; a report's decimals are certified
   texts, which must come out as they went in.  Keys keep their order.  */

#ifndef ASSAY_BASE_JSON_OUT_H
#define ASSAY_BASE_JSON_OUT_H

#include "base/text.h"

enum { ASSAY_JSON_MAX_DEPTH = 32 };

struct assay_json_out
{
  struct assay_text *text;
  int depth;
  /* Of each open list or object: the bracket that closes it, whether it has
     members already, and whether it stands on one line.  */
  struct
  {
    char bracket;
    char has_members;
    char is_inline;
  } level[ASSAY_JSON_MAX_DEPTH];
};

/* Append to TEXT, which the caller owns.  */
void assay_json_out_init (struct assay_json_out *out,
                          struct assay_text *text);

/* KEY is the member's name inside an object, null inside a list and at the
   top.  A list or object within an inline one is inline as well.  */
void assay_json_open_object (struct assay_json_out *out, const char *key);
void assay_json_open_list (struct assay_json_out *out, const char *key);
void assay_json_open_inline_list (struct assay_json_out *out,
                                  const char *key);
void assay_json_open_inline_object (struct assay_json_out *out,
                                    const char *key);
void assay_json_close (struct assay_json_out *out);

/* A whole list of N of them on one line.  */
void assay_json_inline_integers (struct assay_json_out *out, const char *key,
                                 const long *x, size_t n);

/* STRING is UTF-8 and is escaped as RFC 8259 asks.  */
void assay_json_string (struct assay_json_out *out, const char *key,
                        const char *string);

/* The same; frees STRING.  */
void assay_json_take (struct assay_json_out *out, const char *key,
                      char *string);

void assay_json_printf (struct assay_json_out *out, const char *key,
                        const char *format, ...)
  __attribute__ ((format (printf, 3, 4)));
void assay_json_integer (struct assay_json_out *out, const char *key,
                         long long value);
void assay_json_bool (struct assay_json_out *out, const char *key, int value);
void assay_json_null (struct assay_json_out *out, const char *key);

/* LITERAL is a JSON number already ("0.333333333333").  */
void assay_json_number (struct assay_json_out *out, const char *key,
                        const char *literal);

/* The object that every document is, opened, with "assay": VERSION and
   "command": COMMAND; assay_json_end closes it and ends the line.  */
void assay_json_begin (struct assay_json_out *out, struct assay_text *text,
                       const char *version, const char *command);
void assay_json_end (struct assay_json_out *out);

#endif
