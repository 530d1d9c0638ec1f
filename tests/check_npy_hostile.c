/* check_npy_hostile.c -- .npy files that are wrong, and what is said */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tensor_testing.h"
#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

/* Sixteen bytes of elements follow each header.  */
static const struct
{
  const char *header;
  enum assay_status status;
  const char *part;
}
headers[] = {
  { "{'descr': '<f4', 'fortran_order': False, 'shape': (4,)}", ASSAY_OK, "" },
  { "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }    \n",
    ASSAY_OK, "" },
  { "{'shape':(4,),'fortran_order':True,'descr':'<i4'}", ASSAY_OK, "" },
  { "{'descr': '<f4', 'fortran_order': False, 'shape': (1,1,1,1,1,1,1,4)}",
    ASSAY_OK, "" },
  { "{'descr': '<f4', 'fortran_order': False, 'shape': (5,)}", ASSAY_EIO,
    "expected 20 bytes of elements, found 16" },
  { "{'descr': '<f4', 'fortran_order': False, 'shape': (3,)}", ASSAY_EVALUE,
    "expected 12 bytes of elements, found 16" },
  { "{'descr': '<f4', 'fortran_order': False, 'shape': ()}", ASSAY_EVALUE,
    "4 bytes" },
  { "{'descr': '<f4', 'fortran_order': False, 'shape': (4)}", ASSAY_EVALUE,
    "(N,)" },
  { "{'descr': '<f4', 'fortran_order': False, 'shape': 4}", ASSAY_EVALUE,
    "a tuple" },
  { "{'descr': '<f4', 'fortran_order': False, 'shape': [4]}", ASSAY_EVALUE,
    "a tuple" },
  { "{'descr': '<f4', 'fortran_order': False, 'shape': (-4,)}", ASSAY_EVALUE,
    "found -4,)}" },
  { "{'descr': '<f4', 'fortran_order': False, 'shape': (4L,)}", ASSAY_EVALUE,
    "L,)}" },
  { "{'descr': '<f4', 'fortran_order': False, 'shape': (04,)}", ASSAY_EVALUE,
    "04" },
  { "{'descr': '<f4', 'fortran_order': False, 'shape': (2 2)}", ASSAY_EVALUE,
    "a comma" },
  { "{'descr': '<f4', 'fortran_order': False, 'shape': (,)}", ASSAY_EVALUE,
    "a size" },
  { "{'descr': '<f4', 'fortran_order': False, 'shape': (4,,)}", ASSAY_EVALUE,
    "a size" },
  { "{'descr': '<f4', 'fortran_order': False, 'shape': (2**2,)}",
    ASSAY_EVALUE, "a comma" },
  { "{'descr': '<f4', 'fortran_order': False, 'shape': (4.0,)}",
    ASSAY_EVALUE, "a comma" },
  { "{'descr': '<f4', 'fortran_order': False, 'shape': (1,1,1,1,1,1,1,1,4)}",
    ASSAY_EVALUE, "at most 8" },
  { "{'descr': '<f4', 'fortran_order': False, 'shape': "
    "(9223372036854775807,)}", ASSAY_EVALUE, "[9223372036854775807] of f32" },
  { "{'descr': '<f4', 'fortran_order': False, 'shape': "
    "(9223372036854775808,)}", ASSAY_EVALUE, "9223372036854775808" },
  { "{'descr': '<f4', 'fortran_order': False, 'shape': "
    "(18446744073709551620,)}", ASSAY_EVALUE, "18446744073709551620" },
  { "{'descr': '<f4', 'fortran_order': False, 'shape': "
    "(4294967296, 4294967296)}", ASSAY_EVALUE, "addressed" },
  { "{'descr': '<f4', 'fortran_order': False, 'shape': "
    "(4611686018427387905, 4)}", ASSAY_EVALUE, "addressed" },
  { "{'descr': '<f4', 'fortran_order': False, 'shape': "
    "(0, 9223372036854775807, 3)}", ASSAY_EVALUE, "addressed" },
  { "{'descr': '<f4', 'fortran_order': False, 'shape': "
    "(2305843009213693951,)}", ASSAY_EIO, "9223372036854775804 bytes" },
  { "{'descr': '=f4', 'fortran_order': False, 'shape': (4,)}", ASSAY_EVALUE,
    "=f4" },
  { "{'descr': 'f4', 'fortran_order': False, 'shape': (4,)}", ASSAY_EVALUE,
    "descr: " },
  { "{'descr': '', 'fortran_order': False, 'shape': (4,)}", ASSAY_EVALUE,
    "descr: " },
  { "{'descr': '|f4', 'fortran_order': False, 'shape': (4,)}", ASSAY_EVALUE,
    "unknown byte order" },
  { "{'descr': '>V2', 'fortran_order': False, 'shape': (8,)}", ASSAY_EVALUE,
    "unknown byte order" },
  { "{'descr': '<f3', 'fortran_order': False, 'shape': (4,)}", ASSAY_EVALUE,
    "<f3" },
  { "{'descr': '<f16', 'fortran_order': False, 'shape': (1,)}", ASSAY_EVALUE,
    "<f16" },
  { "{'descr': '<M8[ns]', 'fortran_order': False, 'shape': (2,)}",
    ASSAY_EVALUE, "<M8[ns]" },
  { "{'descr': '<a long name of a type', 'fortran_order': False, "
    "'shape': (2,)}", ASSAY_EVALUE, "one plain type" },
  { "{'descr': '<f4\\'', 'fortran_order': False, 'shape': (4,)}",
    ASSAY_EVALUE, "one plain type" },
  { "{'descr': '<f4, 'fortran_order': False, 'shape': (4,)}", ASSAY_EVALUE,
    "" },
  { "{'descr': \"<f4', 'fortran_order': False, 'shape': (4,)}", ASSAY_EVALUE,
    "one plain type" },
  { "{'descr': ('<f4', (2,)), 'fortran_order': False, 'shape': (4,)}",
    ASSAY_EVALUE, "one plain type" },
  { "{'descr': __import__('os').system('true'), 'fortran_order': False, "
    "'shape': (4,)}", ASSAY_EVALUE, "__import__" },
  { "{'descr': '<f4', 'fortran_order': 0, 'shape': (4,)}", ASSAY_EVALUE,
    "True or False" },
  { "{'descr': '<f4', 'fortran_order': Falsehood, 'shape': (4,)}",
    ASSAY_EVALUE, "found hood" },
  { "{'descr': '<f4', 'fortran_order': False, 'shape': (4,), 'x': 1}",
    ASSAY_EVALUE, "no keys but" },
  { "{'descr': '<f4', 'fortran_order': False, 'shape': (4,), "
    "'descr': '<f4'}", ASSAY_EVALUE, "each key once" },
  { "{'descr': '<f4', 'fortran_order': False}", ASSAY_EVALUE, "the keys" },
  { "{'descr': '<f4' 'fortran_order': False, 'shape': (4,)}", ASSAY_EVALUE,
    "a comma" },
  { "{'descr': '<f4',, 'fortran_order': False, 'shape': (4,)}", ASSAY_EVALUE,
    "a key in quotes" },
  { "{,'descr': '<f4', 'fortran_order': False, 'shape': (4,)}", ASSAY_EVALUE,
    "a key in quotes" },
  { "{'descr' '<f4', 'fortran_order': False, 'shape': (4,)}", ASSAY_EVALUE,
    "a colon" },
  { "{'descr': '<f4', 'fortran_order': False, 'shape': (4,)} + 1",
    ASSAY_EVALUE, "nothing behind" },
  { "{'descr': '<f4', 'fortran_order': False, 'shape': (4,)", ASSAY_EVALUE,
    "the end of the header" },
  { "{'descr': '<f4', 'fortran_order': False, 'shape': (4", ASSAY_EVALUE,
    "the end of the header" },
  { "{'descr': {'descr': {'descr': {", ASSAY_EVALUE, "one plain type" },
  { "['descr', '<f4']", ASSAY_EVALUE, "a dictionary" },
  { "{}", ASSAY_EVALUE, "the keys" },
  { "", ASSAY_EVALUE, "the end of the header" },
  { "   ", ASSAY_EVALUE, "the end of the header" },
};

START_TEST (header_is_read_as_it_says_or_refused_where_it_is_wrong)
{
  static const char data[16];
  struct assay_tensor tensor;
  struct assay_text file;
  struct assay_ctx ctx;
  int major;

  for (major = 1; major <= 3; major++)
    {
      assay_text_init (&file);
      testing_npy (&file, major, headers[_i].header, data, sizeof data);
      testing_assert_refused (testing_read (&tensor, &file, NULL, NULL, &ctx),
                              headers[_i].status, &ctx, headers[_i].part);
      ck_assert_ptr_null (tensor.name);
      assay_text_clear (&file);
    }
}
END_TEST

START_TEST (file_cut_anywhere_is_refused)
{
  const char *header = headers[0].header;
  static const char data[16];
  struct assay_tensor tensor;
  enum assay_status status;
  struct assay_text file;
  struct assay_ctx ctx;
  size_t whole;

  assay_text_init (&file);
  testing_npy (&file, 1 + _i, header, data, sizeof data);
  whole = file.length;
  ck_assert_int_eq (testing_read (&tensor, &file, NULL, NULL, &ctx),
                    ASSAY_OK);
  while (file.length-- > 0)
    {
      status = testing_read (&tensor, &file, NULL, NULL, &ctx);
      ck_assert_msg (status == ASSAY_EIO, "%zu of %zu bytes", file.length,
                     whole);
    }
  file.length = whole;
  assay_text_add_char (&file, 0);
  testing_assert_refused (testing_read (&tensor, &file, NULL, NULL, &ctx),
                          ASSAY_EVALUE, &ctx, "16 bytes of elements, found "
                          "17");
  assay_text_clear (&file);
}
END_TEST

/* A file that ends before it can be told from others is cut; a longer one is
   another kind.  */
START_TEST (what_begins_otherwise_is_told_from_what_is_cut)
{
  static const char bytes[] = "PK\3\4abcdefgh";
  struct assay_tensor tensor;
  struct assay_text file;
  struct assay_ctx ctx;
  char found[200];
  size_t n;

  for (n = 0; n < sizeof bytes; n++)
    {
      assay_text_init (&file);
      assay_text_add_bytes (&file, bytes, n);
      snprintf (found, sizeof found,
                n < 8 ? "expected an .npy file, or FILE.safetensors:TENSOR, "
                        "found %zu bytes"
                : "expected an .npy file, or FILE.safetensors:TENSOR, found "
                  "a file of %zu bytes that begins otherwise", n);
      testing_assert_refused (testing_read (&tensor, &file, NULL, NULL, &ctx),
                              n < 8 ? ASSAY_EIO : ASSAY_EVALUE, &ctx, found);
      assay_text_clear (&file);
    }
}
END_TEST

/* Where the file is cut decides what is said.  */
START_TEST (a_cut_file_is_said_to_lack_what_it_lacks)
{
  const char *header = headers[0].header;
  const size_t start = _i == 0 ? 10 : 12, end = start + strlen (header);
  static const char data[16];
  struct assay_tensor tensor;
  struct assay_text file;
  struct assay_ctx ctx;
  char found[200];
  size_t n;

  assay_text_init (&file);
  testing_npy (&file, 1 + _i, header, data, sizeof data);
  ck_assert_uint_eq (file.length, end + sizeof data);
  for (n = end + sizeof data - 1; n >= 8; n--)
    {
      file.length = n;
      if (n < end)
        snprintf (found, sizeof found, "expected a whole header, found the "
                  "end of the file after %zu bytes", n);
      else
        snprintf (found, sizeof found, "expected 16 bytes of elements, found "
                  "%zu", n - end);
      testing_assert_refused (testing_read (&tensor, &file, NULL, NULL, &ctx),
                              ASSAY_EIO, &ctx, found);
    }
  assay_text_clear (&file);
}
END_TEST

/* TEXT <- the first header, with blanks up to LENGTH bytes.  */
static void
pad_header (struct assay_text *text, size_t length)
{
  static const char data[16];
  char *header = malloc (length + 1);
  size_t size = strlen (headers[0].header);

  ck_assert_ptr_nonnull (header);
  memcpy (header, headers[0].header, size);
  memset (header + size, ' ', length - size);
  header[length] = '\0';
  assay_text_init (text);
  testing_npy (text, 2, header, data, sizeof data);
  free (header);
}

START_TEST (a_header_has_at_most_a_mebibyte)
{
  struct assay_tensor tensor;
  struct assay_text file;
  struct assay_ctx ctx;

  pad_header (&file, 1 << 20);
  ck_assert_int_eq (testing_read (&tensor, &file, NULL, NULL, &ctx),
                    ASSAY_OK);
  assay_text_clear (&file);
  pad_header (&file, (1 << 20) + 1);
  testing_assert_refused (testing_read (&tensor, &file, NULL, NULL, &ctx),
                          ASSAY_EVALUE, &ctx, "expected a header of at most "
                          "2^20 bytes, found 1048577");
  assay_text_clear (&file);
}
END_TEST

/* The byte AT of an .npy file <- BYTE.  */
static const struct
{
  size_t at;
  unsigned char byte;
  enum assay_status status;
  const char *part;
}
spoilt[] = {
  { 0, 'x', ASSAY_EVALUE, "an .npy file" },
  { 5, 'y', ASSAY_EVALUE, "an .npy file" },
  { 6, 0, ASSAY_EVALUE, "version 0.0" },
  { 6, 4, ASSAY_EVALUE, "version 4.0" },
  { 7, 1, ASSAY_EVALUE, "version 1.1" },
  { 9, 0xff, ASSAY_EIO, "a whole header" },
  { 12, 0, ASSAY_EVALUE, "" },
};

START_TEST (spoilt_prefix_is_refused)
{
  static const char data[16];
  struct assay_tensor tensor;
  struct assay_text file;
  struct assay_ctx ctx;

  assay_text_init (&file);
  testing_npy (&file, 1, headers[0].header, data, sizeof data);
  file.bytes[spoilt[_i].at] = (char) spoilt[_i].byte;
  testing_assert_refused (testing_read (&tensor, &file, NULL, NULL, &ctx),
                          spoilt[_i].status, &ctx, spoilt[_i].part);
  assay_text_clear (&file);
}
END_TEST

START_TEST (header_of_four_gigabytes_is_refused)
{
  static const unsigned char bytes[] = { 0x93, 'N', 'U', 'M', 'P', 'Y', 2, 0,
                                         0xff, 0xff, 0xff, 0xff, '{', '}' };
  struct assay_tensor tensor;
  struct assay_text file;
  struct assay_ctx ctx;

  assay_text_init (&file);
  assay_text_add_bytes (&file, (const char *) bytes, sizeof bytes);
  testing_assert_refused (testing_read (&tensor, &file, NULL, NULL, &ctx),
                          ASSAY_EIO, &ctx, "a whole header");
  assay_text_clear (&file);
}
END_TEST

int
main (void)
{
  Suite *suite = suite_create ("npy_hostile");
  TCase *tcase = tcase_create ("hostile");

  tcase_add_loop_test (
    tcase, header_is_read_as_it_says_or_refused_where_it_is_wrong, 0,
    ROWS (headers));
  tcase_add_loop_test (tcase, file_cut_anywhere_is_refused, 0, 3);
  tcase_add_test (tcase, what_begins_otherwise_is_told_from_what_is_cut);
  tcase_add_loop_test (tcase, a_cut_file_is_said_to_lack_what_it_lacks, 0, 3);
  tcase_add_test (tcase, a_header_has_at_most_a_mebibyte);
  tcase_add_loop_test (tcase, spoilt_prefix_is_refused, 0, ROWS (spoilt));
  tcase_add_test (tcase, header_of_four_gigabytes_is_refused);
  suite_add_tcase (suite, tcase);
  return testing_run (suite);
}
