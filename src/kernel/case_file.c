/* case_file.c -- one run of an operator, kept in a folder */

#include "kernel/case_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "exact/rat.h"

static const char *const list_key[] = { "inputs", "outputs" };
static const char *const node_key[] = { "node_inputs", "node_outputs" };

/* FOLDER/NAME, to be freed by the caller.  */
static char *
path_in (const char *folder, const char *name)
{
  struct assay_text text;
  size_t length = strlen (folder);

  assay_text_init (&text);
  assay_text_printf (&text, "%s%s%s", folder,
                     length > 0 && folder[length - 1] == '/' ? "" : "/",
                     name);
  return text.bytes;
}

/* TEXT <- the string KEY of OBJECT, inside AT; null without one when it may
   be MISSING.  */
static enum assay_status
get_string (const char **text, const json_t *object, const char *key,
            int missing, struct assay_ctx *ctx, const struct assay_where *at)
{
  const struct assay_where where = { at, key, 0 };
  const json_t *value = json_object_get (object, key);

  *text = json_string_value (value);
  if (*text || (missing && value == NULL))
    return ASSAY_OK;
  return assay_json_refuse (ctx, ASSAY_ETYPE, &where, "a string", value);
}

/* Find the entry of each name that KEY of NODE lists among the tensors of
   SIDE.  */
static enum assay_status
read_places (struct assay_case *c, enum assay_case_side side,
             const json_t *node, struct assay_ctx *ctx,
             const struct assay_where *at)
{
  const struct assay_where where = { at, node_key[side], 0 };
  const json_t *names = json_object_get (node, node_key[side]);
  const json_t *tensors = json_object_get (c->root, list_key[side]);
  const struct assay_where tensors_where = { at, list_key[side], 0 };
  enum assay_status status;
  size_t i, j;

  status = assay_json_check_list (names, ctx, &where, "a list of names");
  if (status == ASSAY_OK)
    status = assay_json_check_list (tensors, ctx, &tensors_where,
                                    "a list of tensors");
  if (status == ASSAY_OK && json_array_size (names) > ASSAY_CASE_PLACES)
    status = assay_fail (ctx, ASSAY_EVALUE, &where, "at most 16 names",
                         "a list of %zu", json_array_size (names));
  for (i = 0; status == ASSAY_OK && i < json_array_size (names); i++)
    {
      const struct assay_where link = { &where, NULL, i };
      const json_t *entry = json_array_get (names, i);
      const char *name = json_string_value (entry), *other;
      json_t *tensor;

      if (name == NULL)
        return assay_json_refuse (ctx, ASSAY_ETYPE, &link,
                                  "a tensor's name, or \"\"", entry);
      json_array_foreach (tensors, j, tensor)
        {
          other = json_string_value (json_object_get (tensor, "name"));
          if (other && *name && strcmp (other, name) == 0)
            c->place[side][i] = tensor;
        }
      if (*name && c->place[side][i] == NULL)
        status = assay_fail (ctx, ASSAY_EVALUE, &link,
                             side == ASSAY_CASE_INPUT
                             ? "the name of one of \"inputs\""
                             : "the name of one of \"outputs\"",
                             "\"%.60s\"", name);
    }
  return status;
}

static enum assay_status
read_opset (struct assay_case *c, struct assay_ctx *ctx,
            const struct assay_where *at)
{
  const struct assay_where opset = { at, "opset", 0 };
  const struct assay_where where = { &opset, "ai.onnx", 0 };
  const json_t *version = json_object_get (json_object_get (c->root, "opset"),
                                           "ai.onnx");

  c->opset = (long) json_integer_value (version);
  if (json_is_integer (version) && c->opset > 0 && c->opset < 1000)
    return ASSAY_OK;
  return assay_json_refuse (ctx, json_is_integer (version) ? ASSAY_EVALUE
                                 : ASSAY_ETYPE,
                            &where, "a version from 1 to 999", version);
}

/* "multiply Y by 0.5", or nothing.  */
static enum assay_status
read_extra (struct assay_case *c, const json_t *plain, struct assay_ctx *ctx,
            const struct assay_where *at)
{
  static const char expected[] = "\"\" or \"multiply Y by FACTOR\"";
  static const char start[] = "multiply Y by ";
  const struct assay_where where = { at, "extra", 0 };
  const char *extra;
  enum assay_status status = get_string (&extra, plain, "extra", 1, ctx, at);

  if (status != ASSAY_OK || extra == NULL || *extra == '\0')
    return status;
  if (strncmp (extra, start, sizeof start - 1) != 0)
    return assay_fail (ctx, ASSAY_EVALUE, &where, expected, "\"%.80s\"",
                       extra);
  return assay_rat_read_decimal (c->times, extra + sizeof start - 1, ctx,
                                 &where, expected);
}

/* The part of the document that says what is to be computed.  */
static enum assay_status
read_node (struct assay_case *c, struct assay_ctx *ctx,
           const struct assay_where *at)
{
  const json_t *equivalent = json_object_get (c->root, "equivalent");
  const json_t *plain = json_object_get (c->root, "plain_attention");
  const json_t *node = equivalent ? equivalent : plain ? plain : c->root;
  struct assay_where place
    = { at, equivalent ? "equivalent" : "plain_attention", 0 };
  const struct assay_where *in = node == c->root ? at : &place;
  const struct assay_where where = { in, "attributes", 0 };
  enum assay_status status = ASSAY_OK;

  c->plain_op = c->op;
  if (node == plain)
    {
      c->plain_op = "Attention";
      status = read_extra (c, plain, ctx, in);
    }
  else if (node == equivalent)
    status = get_string (&c->plain_op, node, "op", 0, ctx, in);
  c->attributes = json_object_get (node, "attributes");
  if (status == ASSAY_OK && !json_is_object (c->attributes))
    status = assay_json_refuse (ctx, ASSAY_ETYPE, &where, "an object",
                                c->attributes);
  if (status == ASSAY_OK)
    status = read_places (c, ASSAY_CASE_INPUT,
                          node == equivalent ? node : c->root, ctx,
                          node == equivalent ? in : at);
  return status;
}

enum assay_status
assay_case_open (struct assay_case *c, const char *folder,
                 struct assay_ctx *ctx)
{
  struct assay_where at = { NULL, NULL, 0 };
  enum assay_status status;

  memset (c, 0, sizeof *c);
  c->folder = assay_strdup (folder);
  c->source = path_in (folder, "meta.json");
  at.key = c->source;
  mpq_init (c->times);
  mpq_set_ui (c->times, 1, 1);
  c->taken = json_object ();
  if (folder[0] == '\0')
    return assay_fail (ctx, ASSAY_EVALUE, &(struct assay_where)
                       { NULL, "--case", 0 }, "a folder", "an empty name");
  status = assay_json_read (&c->root, c->source, ctx);
  if (status != ASSAY_OK)
    {
      assay_ctx_name_source (ctx, c->source);
      return status;
    }
  if (!json_is_object (c->root))
    return assay_json_refuse (ctx, ASSAY_ETYPE, &at, "an object", c->root);
  status = get_string (&c->name, c->root, "case", 1, ctx, &at);
  if (c->name == NULL)
    c->name = "";
  if (status == ASSAY_OK)
    status = get_string (&c->op, c->root, "op", 0, ctx, &at);
  if (status == ASSAY_OK)
    status = read_opset (c, ctx, &at);
  if (status == ASSAY_OK)
    status = read_node (c, ctx, &at);
  if (status == ASSAY_OK)
    status = read_places (c, ASSAY_CASE_OUTPUT, c->root, ctx, &at);
  return status;
}

void
assay_case_close (struct assay_case *c)
{
  json_decref (c->root);
  json_decref (c->taken);
  mpq_clear (c->times);
  free (c->folder);
  free (c->source);
}

/* ---- tensors ---- */

int
assay_case_has (const struct assay_case *c, enum assay_case_side side,
                size_t place)
{
  return place < ASSAY_CASE_PLACES && c->place[side][place] != NULL;
}

const char *
assay_case_name (const struct assay_case *c, enum assay_case_side side,
                 size_t place)
{
  return assay_case_has (c, side, place)
         ? json_string_value (json_object_get (c->place[side][place], "name"))
         : NULL;
}

static enum assay_status
check_shape (const struct assay_tensor *tensor, const json_t *shape,
             struct assay_ctx *ctx, const struct assay_where *where)
{
  size_t axes = json_array_size (shape), i;
  int same = json_is_array (shape) && axes == (size_t) tensor->axes;
  struct assay_text text;

  for (i = 0; same && i < axes; i++)
    {
      const json_t *size = json_array_get (shape, i);

      same = json_is_integer (size) && json_integer_value (size) >= 0
             && (size_t) json_integer_value (size) == tensor->shape[i];
    }
  if (same)
    return ASSAY_OK;
  assay_text_init (&text);
  assay_tensor_add_shape (&text, tensor);
  assay_fail (ctx, ASSAY_EVALUE, where, "the shape of its file",
              "another one than %s", assay_text_string (&text));
  assay_text_clear (&text);
  return ASSAY_EVALUE;
}

enum assay_status
assay_case_tensor (struct assay_tensor *tensor, const struct assay_case *c,
                   enum assay_case_side side, size_t place,
                   struct assay_ctx *ctx)
{
  const struct assay_where at = { NULL, c->source, 0 };
  const struct assay_where list = { &at, node_key[side], 0 };
  const struct assay_where link = { &list, NULL, place };
  const struct assay_where where = { &at, assay_case_name (c, side, place),
                                     0 };
  const struct assay_where where_shape = { &where, "shape", 0 };
  const struct assay_where where_type = { &where, "dtype", 0 };
  const struct assay_where where_file = { &where, "file", 0 };
  const char *file, *type;
  enum assay_status status;
  enum assay_dtype dtype;
  const json_t *entry;
  char *path;

  memset (tensor, 0, sizeof *tensor);
  if (!assay_case_has (c, side, place))
    return assay_fail (ctx, ASSAY_EVALUE, &link, "a tensor", "none");
  entry = c->place[side][place];
  status = get_string (&file, entry, "file", 0, ctx, &where);
  if (status == ASSAY_OK && (strchr (file, '/') || *file == '\0'))
    status = assay_fail (ctx, ASSAY_EVALUE, &where_file,
                         "a file of the case's folder", "\"%.80s\"", file);
  if (status == ASSAY_OK)
    status = get_string (&type, entry, "dtype", 0, ctx, &where);
  if (status == ASSAY_OK && assay_dtype_find (&dtype, type) != ASSAY_OK)
    status = assay_fail (ctx, ASSAY_EVALUE, &where_type,
                         "the name of an element type", "\"%.40s\"", type);
  if (status != ASSAY_OK)
    return status;
  path = path_in (c->folder, file);
  status = assay_tensor_open (tensor, path, &dtype, ctx);
  free (path);
  if (status == ASSAY_OK)
    status = check_shape (tensor, json_object_get (entry, "shape"), ctx,
                          &where_shape);
  if (status != ASSAY_OK)
    assay_tensor_close (tensor);
  return status;
}

enum assay_status
assay_case_no_more (const struct assay_case *c, enum assay_case_side side,
                    size_t first, struct assay_ctx *ctx)
{
  const struct assay_where at = { NULL, c->source, 0 };
  const struct assay_where list = { &at, node_key[side], 0 };

  for (; first < ASSAY_CASE_PLACES; first++)
    if (c->place[side][first])
      {
        const struct assay_where link = { &list, NULL, first };

        return assay_fail (ctx, ASSAY_EVALUE, &link,
                           "no further tensor of this operator", "\"%.60s\"",
                           assay_case_name (c, side, first));
      }
  return ASSAY_OK;
}

/* ---- attributes ---- */

static const json_t *
take (struct assay_case *c, const char *name)
{
  json_object_set_new (c->taken, name, json_true ());
  return json_object_get (c->attributes, name);
}

enum assay_status
assay_case_integer (long *value, struct assay_case *c, const char *name,
                    long low, long high, long absent, struct assay_ctx *ctx)
{
  const struct assay_where at = { NULL, c->source, 0 };
  const struct assay_where list = { &at, "attributes", 0 };
  const struct assay_where where = { &list, name, 0 };
  const json_t *given = take (c, name);
  char expected[80];
  json_int_t n;

  *value = absent;
  if (given == NULL)
    return ASSAY_OK;
  snprintf (expected, sizeof expected, "an integer from %ld to %ld", low,
            high);
  if (!json_is_integer (given))
    return assay_json_refuse (ctx, ASSAY_ETYPE, &where, expected, given);
  n = json_integer_value (given);
  if (n < low || n > high)
    return assay_json_refuse (ctx, ASSAY_EVALUE, &where, expected, given);
  *value = (long) n;
  return ASSAY_OK;
}

enum assay_status
assay_case_real (mpq_ptr value, int *is_given, struct assay_case *c,
                 const char *name, struct assay_ctx *ctx)
{
  const struct assay_where at = { NULL, c->source, 0 };
  const struct assay_where list = { &at, "attributes", 0 };
  const struct assay_where where = { &list, name, 0 };
  const json_t *given = take (c, name);

  *is_given = given != NULL;
  if (given == NULL)
    return ASSAY_OK;
  if (json_is_real (given))
    mpq_set_d (value, json_real_value (given));
  else if (json_is_integer (given)
           && json_integer_value (given) >= -(1l << 53)
           && json_integer_value (given) <= 1l << 53)
    mpq_set_si (value, (long) json_integer_value (given), 1);
  else
    return assay_json_refuse (ctx, ASSAY_ETYPE, &where,
                              "a number that is a binary64", given);
  return ASSAY_OK;
}

enum assay_status
assay_case_all_taken (const struct assay_case *c, struct assay_ctx *ctx)
{
  const struct assay_where at = { NULL, c->source, 0 };
  const struct assay_where list = { &at, "attributes", 0 };
  json_t *value;
  const char *name;

  json_object_foreach (c->attributes, name, value)
    if (json_object_get (c->taken, name) == NULL)
      {
        char expected[80];

        snprintf (expected, sizeof expected,
                  "only attributes that %.40s has here", c->plain_op);
        return assay_fail (ctx, ASSAY_EVALUE, &list, expected,
                           "\"%.60s\"", name);
      }
  return ASSAY_OK;
}
