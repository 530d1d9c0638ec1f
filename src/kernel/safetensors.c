/* safetensors.c -- tensors in .safetensors files */

#include "kernel/safetensors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"

enum { PREFIX = 8 };

/* The sorted types of the format; those of no dtype are not read here.  */
static const struct { const char *name; enum assay_dtype dtype; } types[] = {
  { "BF16", ASSAY_DTYPE_BF16 }, { "BOOL", ASSAY_DTYPE_BOOL },
  { "F16", ASSAY_DTYPE_F16 }, { "F32", ASSAY_DTYPE_F32 },
  { "F64", ASSAY_DTYPE_F64 }, { "F8_E4M3", ASSAY_DTYPE_E4M3 },
  { "F8_E5M2", ASSAY_DTYPE_E5M2 }, { "I16", ASSAY_DTYPE_I16 },
  { "I32", ASSAY_DTYPE_I32 }, { "I64", ASSAY_DTYPE_I64 },
  { "I8", ASSAY_DTYPE_I8 }, { "U16", ASSAY_DTYPE_U16 },
  { "U32", ASSAY_DTYPE_U32 }, { "U64", ASSAY_DTYPE_U64 },
  { "U8", ASSAY_DTYPE_U8 },
};

enum { TYPES = sizeof types / sizeof types[0] };

/* Bytes BEGIN to END - 1 of the buffer are the tensor NAME's.  */
struct span
{
  size_t begin, end;
  const char *name;
};

struct reader
{
  struct assay_tensor *tensor;
  const char *member;
  const enum assay_dtype *as;
  const unsigned char *buffer;
  size_t buffer_length;
  struct span *spans;
  size_t count;
  int found;
  struct assay_ctx *ctx;
  const struct assay_where *where;
};

/* SIZE <- VALUE, an integer that counts something in memory.  */
static enum assay_status
read_size (size_t *size, const json_t *value, struct assay_ctx *ctx,
           const struct assay_where *where)
{
  if (!json_is_integer (value) || json_integer_value (value) < 0
      || (uintmax_t) json_integer_value (value) > PTRDIFF_MAX)
    return assay_json_refuse (ctx, ASSAY_EVALUE, where,
                              "an integer from 0 to 2^63 - 1", value);
  *size = (size_t) json_integer_value (value);
  return ASSAY_OK;
}

/* SIZES <- the list VALUE of at most MOST sizes, COUNT of them.  */
static enum assay_status
read_sizes (size_t *sizes, size_t *count, size_t most, const json_t *value,
            const char *expected, struct assay_ctx *ctx,
            const struct assay_where *where)
{
  enum assay_status status = ASSAY_OK;
  size_t i;

  if (!json_is_array (value) || json_array_size (value) > most)
    return assay_json_refuse (ctx, ASSAY_EVALUE, where, expected, value);
  *count = json_array_size (value);
  for (i = 0; i < *count && status == ASSAY_OK; i++)
    {
      struct assay_where place = { where, NULL, i };

      status = read_size (&sizes[i], json_array_get (value, i), ctx, &place);
    }
  return status;
}

/* TENSOR's type and shape <- those of ENTRY; HAS_TYPE <- whether its type is
   one of ours.  */
static enum assay_status
read_type_and_shape (struct assay_tensor *tensor, int *has_type,
                     const json_t *entry, struct assay_ctx *ctx,
                     const struct assay_where *where)
{
  struct assay_where place = { where, "dtype", 0 };
  struct assay_where shape = { where, "shape", 0 };
  const json_t *type = json_object_get (entry, "dtype");
  enum assay_status status;
  size_t axes = 0;
  int i;

  if (!json_is_string (type))
    return assay_json_refuse (ctx, ASSAY_EVALUE, &place,
                              "the name of a type", type);
  for (i = 0; i < TYPES; i++)
    if (strcmp (types[i].name, json_string_value (type)) == 0)
      break;
  *has_type = i < TYPES;
  tensor->dtype = types[i < TYPES ? i : 0].dtype;
  status = read_sizes (tensor->shape, &axes, ASSAY_TENSOR_AXES,
                       json_object_get (entry, "shape"),
                       "a list of at most 8 sizes", ctx, &shape);
  tensor->axes = (int) axes;
  return status;
}

/* SPAN <- the offsets of ENTRY, LENGTH bytes apart if not null.  */
static enum assay_status
read_span (struct span *span, const json_t *entry, const size_t *length,
           const struct reader *reader, const struct assay_where *where)
{
  struct assay_where place = { where, "data_offsets", 0 };
  const json_t *list = json_object_get (entry, "data_offsets");
  enum assay_status status;
  size_t ends[2], count = 0;
  char expected[80];

  status = read_sizes (ends, &count, 2, list, "a list of two offsets",
                       reader->ctx, &place);
  if (status != ASSAY_OK)
    return status;
  if (count != 2 || ends[1] < ends[0])
    return assay_json_refuse (reader->ctx, ASSAY_EVALUE, &place,
                              "two offsets in order", list);
  span->begin = ends[0];
  span->end = ends[1];
  if (span->end > reader->buffer_length)
    {
      snprintf (expected, sizeof expected, "a file with %zu bytes of "
                "elements", span->end);
      return assay_fail (reader->ctx, ASSAY_EIO, &place, expected, "%zu",
                         reader->buffer_length);
    }
  if (length == NULL || span->end - span->begin == *length)
    return ASSAY_OK;
  snprintf (expected, sizeof expected, "offsets %zu bytes apart, as the "
            "shape asks", *length);
  return assay_fail (reader->ctx, ASSAY_EVALUE, &place, expected, "%zu",
                     span->end - span->begin);
}

/* The tensor sought is ENTRY, whose type and shape are those of FOUND and
   whose bytes begin at BEGIN.  */
static enum assay_status
take_tensor (struct reader *reader, const struct assay_tensor *found,
             int has_type, const json_t *entry, size_t begin,
             const struct assay_where *where)
{
  struct assay_where place = { where, "dtype", 0 };
  struct assay_tensor *tensor = reader->tensor;
  const uint16_t probe = 1;
  enum assay_status status;

  reader->found = 1;
  if (!has_type)
    return assay_fail (reader->ctx, ASSAY_EVALUE, &place,
                       "BF16, F16, F32, F64, F8_E4M3, F8_E5M2, BOOL, "
                       "I8..I64 or U8..U64", "%s",
                       json_string_value (json_object_get (entry, "dtype")));
  tensor->axes = found->axes;
  memcpy (tensor->shape, found->shape, sizeof found->shape);
  tensor->data = reader->buffer + begin;
  tensor->swapped = *(const unsigned char *) &probe == 0;
  status = assay_tensor_set_type (tensor, found->dtype, reader->as,
                                  reader->ctx, &place);
  return status == ASSAY_OK
         ? assay_tensor_lay_out (tensor, 0, reader->ctx, where) : status;
}

static enum assay_status
read_entry (struct reader *reader, const char *name, const json_t *entry)
{
  static const char *const known[] = { "dtype", "shape", "data_offsets",
                                       NULL };
  struct assay_where where = { reader->where, name, 0 };
  struct assay_where shape = { &where, "shape", 0 };
  struct span *span = &reader->spans[reader->count];
  struct assay_tensor found = { 0 };
  enum assay_status status;
  int has_type = 0;
  size_t length;

  if (!json_is_object (entry))
    return assay_json_refuse (reader->ctx, ASSAY_EVALUE, &where,
                              "an object", entry);
  status = assay_json_check_object (entry, known, reader->ctx, &where);
  if (status == ASSAY_OK)
    status = read_type_and_shape (&found, &has_type, entry, reader->ctx,
                                  &where);
  if (status == ASSAY_OK && has_type)
    status = assay_tensor_lay_out (&found, 0, reader->ctx, &shape);
  if (status != ASSAY_OK)
    return status;
  length = found.elements * assay_dtype_size (found.dtype);
  status = read_span (span, entry, has_type ? &length : NULL, reader,
                      &where);
  if (status != ASSAY_OK)
    return status;
  span->name = name;
  reader->count++;
  return strcmp (name, reader->member) == 0
         ? take_tensor (reader, &found, has_type, entry, span->begin, &where)
         : ASSAY_OK;
}

/* Text to text, and nothing else.  */
static enum assay_status
check_metadata (const json_t *metadata, struct assay_ctx *ctx,
                const struct assay_where *where)
{
  struct assay_where all = { where, "__metadata__", 0 };
  json_t *value;
  const char *key;

  if (!json_is_object (metadata))
    return assay_json_refuse (ctx, ASSAY_EVALUE, &all, "an object",
                              metadata);
  json_object_foreach ((json_t *) (uintptr_t) metadata, key, value)
    {
      struct assay_where place = { &all, key, 0 };

      if (!json_is_string (value))
        return assay_json_refuse (ctx, ASSAY_EVALUE, &place, "a string",
                                  value);
    }
  return ASSAY_OK;
}

static int
compare_spans (const void *left, const void *right)
{
  const struct span *a = left, *b = right;

  if (a->begin != b->begin)
    return a->begin < b->begin ? -1 : 1;
  if (a->end != b->end)
    return a->end < b->end ? -1 : 1;
  return strcmp (a->name, b->name);
}

/* End to end, from the first byte to the last.  */
static enum assay_status
check_spans (struct reader *reader)
{
  size_t end = 0, i;
  char expected[80];

  qsort (reader->spans, reader->count, sizeof *reader->spans, compare_spans);
  for (i = 0; i < reader->count; i++)
    {
      const struct span *span = &reader->spans[i];
      struct assay_where name = { reader->where, span->name, 0 };
      struct assay_where place = { &name, "data_offsets", 0 };

      snprintf (expected, sizeof expected,
                "a tensor that begins at byte %zu, where another ends", end);
      if (span->begin != end)
        return assay_fail (reader->ctx, ASSAY_EVALUE, &place, expected,
                           "%zu: %s", span->begin,
                           span->begin < end ? "they overlap"
                                             : "a hole between them");
      end = span->end;
    }
  if (end == reader->buffer_length)
    return ASSAY_OK;
  snprintf (expected, sizeof expected, "%zu bytes of elements", end);
  return assay_fail (reader->ctx, ASSAY_EVALUE, reader->where, expected,
                     "%zu", reader->buffer_length);
}

static enum assay_status
read_header (struct reader *reader, json_t *root)
{
  enum assay_status status = ASSAY_OK;
  json_t *entry;
  const char *name;

  if (!json_is_object (root))
    return assay_json_refuse (reader->ctx, ASSAY_EVALUE, reader->where,
                              "a header that is an object", root);
  reader->spans = assay_calloc (json_object_size (root),
                                sizeof *reader->spans);
  json_object_foreach (root, name, entry)
    {
      if (strcmp (name, "__metadata__") == 0)
        status = check_metadata (entry, reader->ctx, reader->where);
      else
        status = read_entry (reader, name, entry);
      if (status != ASSAY_OK)
        return status;
    }
  status = check_spans (reader);
  if (status == ASSAY_OK && !reader->found)
    status = assay_fail (reader->ctx, ASSAY_EVALUE, reader->where,
                         "the name of one of the file's tensors",
                         reader->count ? "%s; the first of %zu is %s"
                                       : "%s, in a file without tensors",
                         reader->member, reader->count,
                         reader->count ? reader->spans[0].name : "");
  return status;
}

/* HEADER <- the length that the first eight bytes tell.  */
static enum assay_status
find_header (size_t *header, const unsigned char *bytes, size_t length,
             struct assay_ctx *ctx, const struct assay_where *where)
{
  uint64_t told = 0;
  int i;

  if (length < PREFIX)
    return assay_fail (ctx, ASSAY_EIO, where, "a .safetensors file",
                       "%zu bytes", length);
  for (i = 0; i < PREFIX; i++)
    told |= (uint64_t) bytes[i] << (8 * i);
  if (told > ASSAY_SAFETENSORS_HEADER)
    return assay_fail (ctx, ASSAY_EVALUE, where,
                       "a header of at most 100000000 bytes", "%llu",
                       (unsigned long long) told);
  if (told > length - PREFIX)
    return assay_fail (ctx, ASSAY_EIO, where, "a whole header",
                       "the end of the file after %zu bytes", length);
  *header = (size_t) told;
  if (*header == 0 || bytes[PREFIX] != '{')
    return assay_fail (ctx, ASSAY_EVALUE, where, "a header that begins "
                       "with {", *header ? "another byte" : "none");
  return ASSAY_OK;
}

enum assay_status
assay_safetensors_find (struct assay_tensor *tensor, const char *member,
                        const unsigned char *bytes, size_t length,
                        const enum assay_dtype *as, struct assay_ctx *ctx,
                        const struct assay_where *where)
{
  struct reader reader = { .tensor = tensor, .member = member, .as = as,
                           .ctx = ctx, .where = where };
  struct assay_ctx of_json;
  enum assay_status status;
  json_t *root = NULL;
  size_t header = 0;

  status = find_header (&header, bytes, length, ctx, where);
  if (status != ASSAY_OK)
    return status;
  assay_ctx_init (&of_json);
  if (assay_json_parse (&root, (const char *) bytes + PREFIX, header,
                        &of_json) != ASSAY_OK)
    return assay_fail (ctx, ASSAY_EVALUE, where, of_json.error.expected,
                       "%s (header, %s)", of_json.error.found,
                       of_json.error.where);
  reader.buffer = bytes + PREFIX + header;
  reader.buffer_length = length - PREFIX - header;
  status = read_header (&reader, root);
  free (reader.spans);
  json_decref (root);
  return status;
}
