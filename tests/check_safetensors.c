/* check_safetensors.c -- tensors in .safetensors files, right and wrong */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernel/safetensors.h"
#include "tensor_testing.h"
#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

static const struct { const char *name; enum assay_dtype dtype; } types[] = {
  { "F64", ASSAY_DTYPE_F64 }, { "F32", ASSAY_DTYPE_F32 },
  { "F16", ASSAY_DTYPE_F16 }, { "BF16", ASSAY_DTYPE_BF16 },
  { "F8_E4M3", ASSAY_DTYPE_E4M3 }, { "F8_E5M2", ASSAY_DTYPE_E5M2 },
  { "BOOL", ASSAY_DTYPE_BOOL }, { "I8", ASSAY_DTYPE_I8 },
  { "I16", ASSAY_DTYPE_I16 }, { "I32", ASSAY_DTYPE_I32 },
  { "I64", ASSAY_DTYPE_I64 }, { "U8", ASSAY_DTYPE_U8 },
  { "U16", ASSAY_DTYPE_U16 }, { "U32", ASSAY_DTYPE_U32 },
  { "U64", ASSAY_DTYPE_U64 },
};

START_TEST (tensor_of_each_type_is_found_among_others)
{
  enum assay_dtype dtype = types[_i].dtype;
  size_t size = assay_dtype_size (dtype), i, k;
  struct assay_tensor tensor;
  unsigned char data[3 + 6 * 8];
  struct assay_text file;
  struct assay_ctx ctx;
  char header[300];
  uint64_t bits;

  testing_reseed ();
  for (i = 0; i < sizeof data; i++)
    data[i] = (unsigned char) testing_below (256);
  /* Three bytes before it: no element is aligned.  */
  snprintf (header, sizeof header, "{\"__metadata__\":{\"format\":\"pt\"},"
            "\"w.q\":{\"dtype\":\"%s\",\"shape\":[2,3],\"data_offsets\":"
            "[3,%zu]},\"a\":{\"dtype\":\"U8\",\"shape\":[3],"
            "\"data_offsets\":[0,3]}}   ", types[_i].name, 3 + 6 * size);
  assay_text_init (&file);
  testing_safetensors (&file, header, data, 3 + 6 * size);
  assay_ctx_init (&ctx);
  ck_assert_int_eq (
    assay_tensor_read (&tensor, "m.safetensors:w.q", "w.q",
                       (const unsigned char *) file.bytes, file.length, NULL,
                       &ctx), ASSAY_OK);
  ck_assert_str_eq (tensor.name, "m.safetensors:w.q");
  ck_assert_int_eq (tensor.dtype, dtype);
  ck_assert_int_eq (tensor.axes, 2);
  ck_assert_uint_eq (tensor.shape[0], 2);
  ck_assert_uint_eq (tensor.shape[1], 3);
  ck_assert_uint_eq (tensor.elements, 6);
  for (i = 0; i < 6; i++)
    {
      for (bits = 0, k = 0; k < size; k++)
        bits |= (uint64_t) data[3 + i * size + k] << (8 * k);
      ck_assert_uint_eq (assay_tensor_bits (&tensor,
                                            assay_tensor_at (&tensor, i)),
                         bits);
    }
  assay_tensor_close (&tensor);
  assay_text_clear (&file);
}
END_TEST

START_TEST (file_on_disk_is_opened_by_file_and_member)
{
  static const uint16_t data[] = { 0x3f80, 0xc040 };
  const char *name = "check_safetensors.safetensors";
  enum assay_dtype e5m2 = ASSAY_DTYPE_E5M2, bf16 = ASSAY_DTYPE_BF16;
  struct assay_tensor tensor;
  struct assay_text file;
  struct assay_ctx ctx;

  assay_text_init (&file);
  testing_safetensors (&file, "{\"a:b.safetensors:c\":{\"dtype\":\"U16\","
                       "\"shape\":[2],\"data_offsets\":[0,4]}}", data,
                       sizeof data);
  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_text_write_file (&file, name, &ctx), ASSAY_OK);
  ck_assert_int_eq (
    assay_tensor_open (&tensor,
                       "check_safetensors.safetensors:a:b.safetensors:c",
                       &bf16, &ctx), ASSAY_OK);
  ck_assert_double_eq (assay_tensor_double (&tensor,
                                            assay_tensor_at (&tensor, 1)),
                       -3);
  assay_tensor_close (&tensor);
  testing_assert_refused (
    assay_tensor_open (&tensor,
                       "check_safetensors.safetensors:a:b.safetensors:c",
                       &e5m2, &ctx), ASSAY_EVALUE, &ctx, "found u16");
  assay_ctx_init (&ctx);
  testing_assert_refused (
    assay_tensor_open (&tensor, "check_safetensors.safetensors:q", NULL,
                       &ctx), ASSAY_EVALUE, &ctx,
    "check_safetensors.safetensors: value: expected the name of one of the "
    "file's tensors, found q; the first of 1 is a:b.safetensors:c");
  /* Without a member it is taken for an .npy file.  */
  assay_ctx_init (&ctx);
  testing_assert_refused (assay_tensor_open (&tensor, name, NULL, &ctx),
                          ASSAY_EVALUE, &ctx, "FILE.safetensors:TENSOR");
  unlink (name);
  assay_text_clear (&file);
}
END_TEST

#define Q(type, shape, offsets) \
  "\"q\":{\"dtype\":\"" type "\",\"shape\":" shape ",\"data_offsets\":" \
  offsets "}"
#define K(type, shape, offsets) \
  "\"k\":{\"dtype\":\"" type "\",\"shape\":" shape ",\"data_offsets\":" \
  offsets "}"

/* Sixteen bytes of elements follow each header; "q" is asked for.  */
static const struct
{
  const char *header;
  enum assay_status status;
  const char *part;
}
headers[] = {
  { "{" Q ("F32", "[4]", "[0,16]") "}", ASSAY_OK, "" },
  { "{" Q ("F32", "[]", "[0,4]") "," K ("F32", "[3]", "[4,16]") "}",
    ASSAY_OK, "" },
  { "{" Q ("F32", "[0]", "[8,8]") "," K ("F32", "[4]", "[0,16]") "}",
    ASSAY_EVALUE, "they overlap" },
  { "{" Q ("F32", "[0]", "[16,16]") "," K ("F32", "[4]", "[0,16]") "}",
    ASSAY_OK, "" },
  { "{" Q ("F32", "[2]", "[0,8]") "," K ("F4", "[16]", "[8,16]") "}",
    ASSAY_OK, "" },
  { "{" Q ("F4", "[32]", "[0,16]") "}", ASSAY_EVALUE, "found F4" },
  { "{" Q ("F32", "[5]", "[0,20]") "}", ASSAY_EIO, "20 bytes" },
  { "{" Q ("F32", "[3]", "[0,12]") "}", ASSAY_EVALUE,
    "expected 12 bytes of elements, found 16" },
  { "{" Q ("F32", "[4]", "[0,12]") "}", ASSAY_EVALUE,
    "offsets 16 bytes apart, as the shape asks, found 12" },
  { "{" Q ("F32", "[2]", "[0,8]") "," K ("F32", "[3]", "[4,16]") "}",
    ASSAY_EVALUE, "they overlap" },
  { "{" Q ("F32", "[4]", "[0,16]") "," K ("F32", "[4]", "[0,16]") "}",
    ASSAY_EVALUE, "they overlap" },
  { "{" Q ("F32", "[1]", "[0,4]") "," K ("F32", "[2]", "[8,16]") "}",
    ASSAY_EVALUE, "a hole" },
  { "{" Q ("F32", "[3]", "[4,16]") "}", ASSAY_EVALUE, "a hole" },
  { "{" Q ("F32", "[4]", "[16,0]") "}", ASSAY_EVALUE, "in order" },
  { "{" Q ("F32", "[4]", "[0]") "}", ASSAY_EVALUE, "two offsets" },
  { "{" Q ("F32", "[4]", "[0,8,16]") "}", ASSAY_EVALUE, "two offsets" },
  { "{" Q ("F32", "[4]", "[-16,0]") "}", ASSAY_EVALUE,
    "q.data_offsets[0]" },
  { "{" Q ("F32", "[4]", "[0,16.0]") "}", ASSAY_EVALUE,
    "q.data_offsets[1]" },
  { "{" Q ("F32", "[4]", "\"0,16\"") "}", ASSAY_EVALUE, "two offsets" },
  { "{" Q ("F32", "[4]", "[0,18446744073709551632]") "}", ASSAY_EVALUE,
    "64 bits" },
  { "{" Q ("F32", "[-4]", "[0,16]") "}", ASSAY_EVALUE, "q.shape[0]" },
  { "{" Q ("F32", "[4611686018427387905,4]", "[0,16]") "}", ASSAY_EVALUE,
    "addressed" },
  { "{" Q ("F32", "[4294967296,4294967296]", "[0,16]") "}", ASSAY_EVALUE,
    "addressed" },
  { "{" Q ("F32", "[0,9223372036854775807]", "[0,0]") "}", ASSAY_EVALUE,
    "addressed" },
  { "{" Q ("F32", "[true]", "[0,16]") "}", ASSAY_EVALUE, "q.shape[0]" },
  { "{" Q ("F32", "4", "[0,16]") "}", ASSAY_EVALUE, "q.shape" },
  { "{" Q ("F32", "[1,1,1,1,1,1,1,1,4]", "[0,16]") "}", ASSAY_EVALUE,
    "at most 8" },
  { "{" Q ("f32", "[4]", "[0,16]") "}", ASSAY_EVALUE, "found f32" },
  { "{\"q\":{\"dtype\":3,\"shape\":[4],\"data_offsets\":[0,16]}}",
    ASSAY_EVALUE, "q.dtype" },
  { "{\"q\":{\"shape\":[4],\"data_offsets\":[0,16]}}", ASSAY_EVALUE,
    "q.dtype" },
  { "{\"q\":{\"dtype\":\"F32\",\"data_offsets\":[0,16]}}", ASSAY_EVALUE,
    "q.shape" },
  { "{\"q\":{\"dtype\":\"F32\",\"shape\":[4]}}", ASSAY_EVALUE,
    "q.data_offsets" },
  { "{\"q\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,16],"
    "\"strides\":[1]}}", ASSAY_EVALUE, "strides" },
  { "{\"q\":{\"dtype\":\"F32\",\"dtype\":\"I32\",\"shape\":[4],"
    "\"data_offsets\":[0,16]}}", ASSAY_EVALUE, "dtype" },
  { "{" Q ("F32", "[4]", "[0,16]") "," Q ("F32", "[4]", "[0,16]") "}",
    ASSAY_EVALUE, "q" },
  { "{\"q\":[]}", ASSAY_EVALUE, "an object" },
  { "{\"q\":null}", ASSAY_EVALUE, "an object" },
  { "{" K ("F32", "[4]", "[0,16]") "}", ASSAY_EVALUE,
    "found q; the first of 1 is k" },
  { "{}", ASSAY_EVALUE, "expected 0 bytes of elements, found 16" },
  { "{\"__metadata__\":3," Q ("F32", "[4]", "[0,16]") "}", ASSAY_EVALUE,
    "__metadata__" },
  { "{\"__metadata__\":{\"a\":3}," Q ("F32", "[4]", "[0,16]") "}",
    ASSAY_EVALUE, "__metadata__.a" },
  { "[" "]", ASSAY_EVALUE, "begins with {" },
  { " {" Q ("F32", "[4]", "[0,16]") "}", ASSAY_EVALUE, "begins with {" },
  { "", ASSAY_EVALUE, "begins with {" },
  { "{" Q ("F32", "[4]", "[0,16]") "} x", ASSAY_EVALUE, "header" },
  { "{" Q ("F32", "[4]", "[0,16]"), ASSAY_EVALUE, "header" },
  { "{" Q ("F32", "[4]", "[0,16]") ",}", ASSAY_EVALUE, "header" },
  { "{\"q\\u0000\":{}}", ASSAY_EVALUE, "header" },
  { "{\"\xff\":{}}", ASSAY_EVALUE, "header" },
};

START_TEST (header_is_read_as_it_says_or_refused_where_it_is_wrong)
{
  static const char data[16];
  struct assay_tensor tensor;
  struct assay_text file;
  struct assay_ctx ctx;

  assay_text_init (&file);
  testing_safetensors (&file, headers[_i].header, data, sizeof data);
  testing_assert_refused (testing_read (&tensor, &file, "q", NULL, &ctx),
                          headers[_i].status, &ctx, headers[_i].part);
  ck_assert_ptr_null (tensor.name);
  assay_text_clear (&file);
}
END_TEST

START_TEST (file_cut_anywhere_or_too_long_is_refused)
{
  static const char data[16];
  struct assay_tensor tensor;
  struct assay_text file;
  struct assay_ctx ctx;
  size_t whole;

  assay_text_init (&file);
  testing_safetensors (&file, headers[0].header, data, sizeof data);
  whole = file.length;
  while (file.length-- > 0)
    ck_assert_msg (testing_read (&tensor, &file, "q", NULL, &ctx)
                   == ASSAY_EIO, "%zu of %zu bytes", file.length, whole);
  file.length = whole;
  assay_text_add_char (&file, 0);
  testing_assert_refused (testing_read (&tensor, &file, "q", NULL, &ctx),
                          ASSAY_EVALUE, &ctx, "found 17");
  assay_text_clear (&file);
}
END_TEST

START_TEST (deep_nesting_is_refused)
{
  enum { DEPTH = 100000 };
  struct assay_tensor tensor;
  struct assay_text header, file;
  struct assay_ctx ctx;
  int i;

  assay_text_init (&header);
  assay_text_init (&file);
  assay_text_add (&header, "{\"q\":");
  for (i = 0; i < DEPTH; i++)
    assay_text_add_char (&header, '[');
  testing_safetensors (&file, assay_text_string (&header), "", 0);
  testing_assert_refused (testing_read (&tensor, &file, "q", NULL, &ctx),
                          ASSAY_EVALUE, &ctx, "header");
  assay_text_clear (&header);
  assay_text_clear (&file);
}
END_TEST

START_TEST (lying_length_of_the_header_is_refused)
{
  static const unsigned char lengths[][8] = {
    { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff },
    { 0, 0, 0, 0, 0, 0, 0, 0x80 }, { 0, 0xe1, 0xf5, 5, 0, 0, 0, 0 },
    { 0x50, 0, 0, 0, 0, 0, 0, 0 }, { 1, 0, 0, 0, 0, 0, 0, 0 }
  };
  static const enum assay_status statuses[] = {
    ASSAY_EVALUE, ASSAY_EVALUE, ASSAY_EIO, ASSAY_EIO, ASSAY_EVALUE
  };
  static const char data[16];
  struct assay_tensor tensor;
  struct assay_text file;
  struct assay_ctx ctx;
  int i;

  for (i = 0; i < ROWS (lengths); i++)
    {
      assay_text_init (&file);
      testing_safetensors (&file, headers[0].header, data, sizeof data);
      ck_assert_uint_lt (file.length, 0x50 + 8);
      memcpy (file.bytes, lengths[i], 8);
      testing_assert_refused (testing_read (&tensor, &file, "q", NULL, &ctx),
                              statuses[i], &ctx, "header");
      assay_text_clear (&file);
    }
}
END_TEST

int
main (void)
{
  Suite *suite = suite_create ("safetensors");
  TCase *tcase = tcase_create ("right");

  tcase_add_loop_test (tcase, tensor_of_each_type_is_found_among_others, 0,
                       ROWS (types));
  tcase_add_test (tcase, file_on_disk_is_opened_by_file_and_member);
  suite_add_tcase (suite, tcase);
  tcase = tcase_create ("hostile");
  tcase_add_loop_test (
    tcase, header_is_read_as_it_says_or_refused_where_it_is_wrong, 0,
    ROWS (headers));
  tcase_add_test (tcase, file_cut_anywhere_or_too_long_is_refused);
  tcase_add_test (tcase, deep_nesting_is_refused);
  tcase_add_test (tcase, lying_length_of_the_header_is_refused);
  suite_add_tcase (suite, tcase);
  return testing_run (suite);
}
