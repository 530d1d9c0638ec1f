/* npy_in.c -- arrays in .npy files */

#include "kernel/npy_in.h"

#include <stdio.h>
#include <string.h>

/* Longer than any header of three short entries, with room for padding.  */
enum { LONGEST_HEADER = 1 << 20, PREFIX = 8, LONGEST_DESCR = 15 };

/* The header being read: the bytes from AT to END are still to come.  */
struct reader
{
  const unsigned char *at, *end;
  struct assay_tensor *tensor;
  char descr[LONGEST_DESCR + 1];
  int fortran;
  int has_descr, has_fortran, has_shape;
  struct assay_ctx *ctx;
  const struct assay_where *where;
};

static void
skip_blanks (struct reader *reader)
{
  while (reader->at < reader->end && strchr (" \t\n\r\f", *reader->at)
         && *reader->at != '\0')
    reader->at++;
}

/* What stands at the reader's place is not what was EXPECTED.  */
static enum assay_status
refuse (struct reader *reader, const char *key, const char *expected)
{
  struct assay_where place = { reader->where, key, 0 };
  size_t left = (size_t) (reader->end - reader->at);

  if (left == 0)
    return assay_fail (reader->ctx, ASSAY_EVALUE, &place, expected,
                       "the end of the header");
  return assay_fail (reader->ctx, ASSAY_EVALUE, &place, expected, "%.*s%s",
                     left > 40 ? 40 : (int) left, (const char *) reader->at,
                     left > 40 ? "..." : "");
}

/* Whether C comes next; it is taken then.  */
static int
take (struct reader *reader, char c)
{
  skip_blanks (reader);
  if (reader->at == reader->end || *reader->at != (unsigned char) c)
    return 0;
  reader->at++;
  return 1;
}

/* TEXT, of SIZE bytes, <- the string that comes next: short, in quotes of
   either kind, printable ASCII without an escape.  */
static int
take_string (struct reader *reader, char *text, size_t size)
{
  const unsigned char *p = reader->at;
  size_t n = 0;

  if (p == reader->end || (*p != '\'' && *p != '"'))
    return 0;
  for (p++; p < reader->end && *p != *reader->at; p++)
    {
      if (*p < ' ' || *p > '~' || *p == '\\' || n + 1 == size)
        return 0;
      text[n++] = (char) *p;
    }
  if (p == reader->end)
    return 0;
  text[n] = '\0';
  reader->at = p + 1;
  return 1;
}

static int
take_word (struct reader *reader, const char *word)
{
  size_t length = strlen (word);

  if ((size_t) (reader->end - reader->at) < length
      || memcmp (reader->at, word, length) != 0)
    return 0;
  reader->at += length;
  return 1;
}

static int
is_digit (const struct reader *reader)
{
  return reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9';
}

/* SIZE <- the decimal integer that comes next, without a leading zero.  */
static int
take_size (struct reader *reader, size_t *size)
{
  const unsigned char *start = reader->at;

  for (*size = 0; is_digit (reader); reader->at++)
    {
      unsigned digit = *reader->at - (unsigned) '0';

      if (*size > ((size_t) PTRDIFF_MAX - digit) / 10)
        break;
      *size = 10 * *size + digit;
    }
  if (reader->at > start && !is_digit (reader)
      && (*start != '0' || reader->at == start + 1))
    return 1;
  reader->at = start;
  return 0;
}

/* A tuple of sizes: "()", "(2,)", "(2, 3)".  */
static enum assay_status
read_shape (struct reader *reader)
{
  struct assay_tensor *tensor = reader->tensor;
  const char *expected = "a tuple of at most 8 sizes";
  int comma = 0;

  if (!take (reader, '('))
    return refuse (reader, "shape", expected);
  while (!take (reader, ')'))
    {
      if (tensor->axes > 0 && !comma)
        return refuse (reader, "shape", "a comma or the end of the tuple");
      if (tensor->axes == ASSAY_TENSOR_AXES)
        return refuse (reader, "shape", expected);
      if (!take_size (reader, &tensor->shape[tensor->axes]))
        return refuse (reader, "shape", "a size from 0 to 2^63 - 1");
      tensor->axes++;
      comma = take (reader, ',');
    }
  if (tensor->axes == 1 && !comma)
    return refuse (reader, "shape", "a tuple: (N,) with its comma");
  return ASSAY_OK;
}

static enum assay_status
read_value (struct reader *reader, const char *key)
{
  int *has = NULL;

  if (strcmp (key, "descr") == 0)
    has = &reader->has_descr;
  else if (strcmp (key, "fortran_order") == 0)
    has = &reader->has_fortran;
  else if (strcmp (key, "shape") == 0)
    has = &reader->has_shape;
  if (has == NULL || *has)
    return refuse (reader, key, has ? "each key once"
                                    : "no keys but 'descr', 'fortran_order' "
                                      "and 'shape'");
  *has = 1;
  if (has == &reader->has_shape)
    return read_shape (reader);
  if (has == &reader->has_fortran)
    {
      reader->fortran = take_word (reader, "True");
      return reader->fortran || take_word (reader, "False")
             ? ASSAY_OK : refuse (reader, key, "True or False");
    }
  return take_string (reader, reader->descr, sizeof reader->descr)
         ? ASSAY_OK : refuse (reader, key, "the name of one plain type");
}

static enum assay_status
read_dictionary (struct reader *reader)
{
  enum assay_status status;
  char key[16];
  int comma = 1;

  if (!take (reader, '{'))
    return refuse (reader, "header", "a dictionary");
  while (!take (reader, '}'))
    {
      if (!comma)
        return refuse (reader, "header",
                       "a comma or the end of the dictionary");
      if (!take_string (reader, key, sizeof key) || !take (reader, ':'))
        return refuse (reader, "header", "a key in quotes and a colon");
      skip_blanks (reader);
      status = read_value (reader, key);
      if (status != ASSAY_OK)
        return status;
      comma = take (reader, ',');
    }
  skip_blanks (reader);
  if (reader->at < reader->end)
    return refuse (reader, "header", "nothing behind the dictionary");
  if (!reader->has_descr || !reader->has_fortran || !reader->has_shape)
    return refuse (reader, "header", "the keys 'descr', 'fortran_order' and "
                   "'shape'");
  return ASSAY_OK;
}

/* The types of Python's names without their byte order.  */
static const struct { const char *name; enum assay_dtype dtype; } codes[] = {
  { "f2", ASSAY_DTYPE_F16 }, { "f4", ASSAY_DTYPE_F32 },
  { "f8", ASSAY_DTYPE_F64 }, { "b1", ASSAY_DTYPE_BOOL },
  { "i1", ASSAY_DTYPE_I8 }, { "i2", ASSAY_DTYPE_I16 },
  { "i4", ASSAY_DTYPE_I32 }, { "i8", ASSAY_DTYPE_I64 },
  { "u1", ASSAY_DTYPE_U8 }, { "u2", ASSAY_DTYPE_U16 },
  { "u4", ASSAY_DTYPE_U32 }, { "u8", ASSAY_DTYPE_U64 },
  { "V2", ASSAY_DTYPE_BF16 }, { "V1", ASSAY_DTYPE_U8 },
};

static int
is_little_endian (void)
{
  const uint16_t probe = 1;

  return *(const unsigned char *) &probe == 1;
}

/* The tensor's type and byte order from the reader's DESCR.  */
static enum assay_status
set_type (struct reader *reader, const enum assay_dtype *as)
{
  const char *descr = reader->descr, *expected =
    "f2 f4 f8 b1 i1..i8 u1..u8 or V2 behind < or > (| for one byte)";
  struct assay_where place = { reader->where, "descr", 0 };
  enum assay_fmt fmt;
  size_t i, count = sizeof codes / sizeof codes[0];
  int bare, single;

  for (i = 0; i < count; i++)
    if (descr[0] != '\0' && strcmp (descr + 1, codes[i].name) == 0)
      break;
  if (i == count || strchr ("<>|", descr[0]) == NULL)
    return assay_fail (reader->ctx, ASSAY_EVALUE, &place, expected, "%s",
                       descr);
  bare = codes[i].name[0] == 'V';
  single = assay_dtype_size (codes[i].dtype) == 1;
  if (descr[0] == '|' ? !single && !bare : descr[0] == '>' && bare)
    return assay_fail (reader->ctx, ASSAY_EVALUE, &place, expected,
                       "%s, of unknown byte order", descr);
  if (bare && single && (as == NULL || !assay_dtype_fmt (&fmt, *as)))
    return assay_fail (reader->ctx, ASSAY_EVALUE, &place,
                       "a type with a meaning (bytes can be read as e4m3 or "
                       "e5m2 if told so)", "%s", descr);
  reader->tensor->swapped = !single
                            && (descr[0] == '>') == is_little_endian ();
  return assay_tensor_set_type (reader->tensor, codes[i].dtype, as,
                                reader->ctx, &place);
}

/* START and LENGTH <- where the dictionary is.  */
static enum assay_status
find_header (size_t *start, size_t *header, const unsigned char *bytes,
             size_t length, struct assay_ctx *ctx,
             const struct assay_where *where)
{
  size_t width, i;

  if (length < PREFIX || memcmp (bytes, "\x93NUMPY", 6) != 0)
    return assay_fail (ctx, length < PREFIX ? ASSAY_EIO : ASSAY_EVALUE,
                       where, "an .npy file, or FILE.safetensors:TENSOR",
                       length < PREFIX ? "%zu bytes"
                       : "a file of %zu bytes that begins otherwise", length);
  if (bytes[6] < 1 || bytes[6] > 3 || bytes[7] != 0)
    return assay_fail (ctx, ASSAY_EVALUE, where,
                       ".npy of version 1.0, 2.0 or 3.0", "version %u.%u",
                       bytes[6], bytes[7]);
  width = bytes[6] == 1 ? 2 : 4;
  *start = PREFIX + width;
  *header = 0;
  for (i = 0; i < width && length >= *start; i++)
    *header |= (size_t) bytes[PREFIX + i] << (8 * i);
  if (length < *start || length - *start < *header)
    return assay_fail (ctx, ASSAY_EIO, where, "a whole header",
                       "the end of the file after %zu bytes", length);
  if (*header > LONGEST_HEADER)
    return assay_fail (ctx, ASSAY_EVALUE, where,
                       "a header of at most 2^20 bytes", "%zu", *header);
  return ASSAY_OK;
}

enum assay_status
assay_npy_in_read (struct assay_tensor *tensor, const unsigned char *bytes,
                   size_t length, const enum assay_dtype *as,
                   struct assay_ctx *ctx, const struct assay_where *where)
{
  struct reader reader = { .tensor = tensor, .ctx = ctx, .where = where };
  struct assay_where place = { where, "shape", 0 };
  size_t start = 0, header = 0, wanted, found;
  enum assay_status status;
  char expected[80];

  status = find_header (&start, &header, bytes, length, ctx, where);
  if (status != ASSAY_OK)
    return status;
  reader.at = bytes + start;
  reader.end = reader.at + header;
  status = read_dictionary (&reader);
  if (status == ASSAY_OK)
    status = set_type (&reader, as);
  if (status == ASSAY_OK)
    status = assay_tensor_lay_out (tensor, reader.fortran, ctx, &place);
  if (status != ASSAY_OK)
    return status;
  tensor->data = bytes + start + header;
  wanted = tensor->elements * assay_dtype_size (tensor->dtype);
  found = length - start - header;
  if (found == wanted)
    return ASSAY_OK;
  snprintf (expected, sizeof expected, "%zu bytes of elements", wanted);
  return assay_fail (ctx, found < wanted ? ASSAY_EIO : ASSAY_EVALUE, where,
                     expected, "%zu", found);
}
