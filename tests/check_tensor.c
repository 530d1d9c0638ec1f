/* check_tensor.c -- types of elements, and tensors in .npy files */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "kernel/tensor.h"
#include "position/npy_out.h"
#include "tensor_testing.h"
#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

static uint64_t
random_word (void)
{
  return (uint64_t) testing_below (1ul << 32) << 32
         | (uint64_t) testing_below (1ul << 32);
}

/* ---- types ---- */

START_TEST (type_is_found_by_its_name)
{
  enum assay_dtype dtype = (enum assay_dtype) _i, found = ASSAY_DTYPE_U64;
  enum assay_fmt fmt;

  ck_assert_int_eq (assay_dtype_find (&found, assay_dtype_name (dtype)),
                    ASSAY_OK);
  ck_assert_int_eq (found, dtype);
  if (assay_dtype_fmt (&fmt, dtype))
    {
      ck_assert_int_eq (assay_dtype_of_fmt (fmt), dtype);
      ck_assert_uint_eq (assay_fmt_shape (fmt)->width / 8,
                         assay_dtype_size (dtype));
      ck_assert_str_eq (assay_fmt_shape (fmt)->name,
                        assay_dtype_name (dtype));
    }
}
END_TEST

START_TEST (other_names_of_types_are_known_and_no_more)
{
  enum assay_dtype dtype = ASSAY_DTYPE_F64;

  ck_assert_int_eq (assay_dtype_find (&dtype, "bfloat16"), ASSAY_OK);
  ck_assert_int_eq (dtype, ASSAY_DTYPE_BF16);
  ck_assert_int_eq (assay_dtype_find (&dtype, "float8_e4m3fn"), ASSAY_OK);
  ck_assert_int_eq (dtype, ASSAY_DTYPE_E4M3);
  ck_assert_int_eq (assay_dtype_find (&dtype, "complex64"), ASSAY_EVALUE);
  ck_assert_int_eq (assay_dtype_find (&dtype, ""), ASSAY_EVALUE);
  ck_assert_int_eq (dtype, ASSAY_DTYPE_E4M3);
}
END_TEST

/* The double of a float pattern is the rational that fmt.c decodes.  */
static void
check_float (uint64_t bits, enum assay_dtype dtype, enum assay_fmt fmt)
{
  double value = assay_dtype_double (bits, dtype);
  mpq_t wanted, found;

  mpq_inits (wanted, found, NULL);
  switch (assay_fmt_decode (wanted, bits, fmt))
    {
    case ASSAY_FMT_FINITE:
      ck_assert (isfinite (value));
      mpq_set_d (found, value);
      ck_assert_msg (mpq_equal (wanted, found), "%s %llx",
                     assay_dtype_name (dtype), (unsigned long long) bits);
      ck_assert_int_eq (signbit (value) != 0,
                        assay_fmt_is_negative (bits, fmt));
      break;
    case ASSAY_FMT_INFINITE:
      ck_assert (isinf (value));
      ck_assert_int_eq (value < 0, assay_fmt_is_negative (bits, fmt));
      break;
    default:
      ck_assert (isnan (value));
    }
  mpq_clears (wanted, found, NULL);
}

START_TEST (float_pattern_has_the_value_of_its_format)
{
  enum assay_dtype dtype = (enum assay_dtype) _i;
  unsigned width = 8 * (unsigned) assay_dtype_size (dtype);
  /* All of them, in a shortened run some of each binade.  */
  uint64_t step = testing_count (1000) < 1000 ? 61 : 1, bits;
  enum assay_fmt fmt;
  size_t n, i;

  testing_reseed ();
  ck_assert (assay_dtype_fmt (&fmt, dtype));
  if (width <= 16)
    for (bits = 0; bits < (uint64_t) 1 << width; bits += step)
      check_float (bits, dtype, fmt);
  else
    for (n = testing_count (5000), i = 0; i < n; i++)
      {
        bits = random_word () >> (64 - width);
        check_float (i % 4 ? bits : bits & bits << 9 & bits << 20, dtype,
                     fmt);
      }
}
END_TEST

static const struct
{
  enum assay_dtype dtype;
  uint64_t bits;
  double value;
  int exact;
}
integers[] = {
  { ASSAY_DTYPE_I8, 0x80, -128, 1 }, { ASSAY_DTYPE_I8, 0x7f, 127, 1 },
  { ASSAY_DTYPE_I8, 0xff, -1, 1 }, { ASSAY_DTYPE_U8, 0xff, 255, 1 },
  { ASSAY_DTYPE_I16, 0x8000, -32768, 1 },
  { ASSAY_DTYPE_U16, 0x8000, 32768, 1 },
  { ASSAY_DTYPE_I32, 0x80000000, -2147483648.0, 1 },
  { ASSAY_DTYPE_U32, 0xffffffff, 4294967295.0, 1 },
  { ASSAY_DTYPE_I64, 0xffffffffffffffff, -1, 1 },
  { ASSAY_DTYPE_I64, 0x8000000000000000, -0x1p63, 1 },
  { ASSAY_DTYPE_I64, 0x7fffffffffffffff, 0x1p63, 0 },
  { ASSAY_DTYPE_I64, 0x0020000000000000, 0x1p53, 1 },
  { ASSAY_DTYPE_I64, 0x0020000000000001, 0x1p53, 0 },
  { ASSAY_DTYPE_I64, 0xffdfffffffffffff, -0x1p53, 0 },
  { ASSAY_DTYPE_U64, 0xffffffffffffffff, 0x1p64, 0 },
  { ASSAY_DTYPE_U64, 0xfffffffffffff800, 0x1.fffffffffffffp63, 1 },
  { ASSAY_DTYPE_U64, 0, 0, 1 }, { ASSAY_DTYPE_BOOL, 1, 1, 1 },
  { ASSAY_DTYPE_BOOL, 2, 2, 1 },
};

START_TEST (integer_pattern_has_its_value_and_says_whether_that_is_exact)
{
  int64_t value = 77;
  int fits = assay_dtype_integer (&value, integers[_i].bits,
                                  integers[_i].dtype);

  ck_assert_double_eq (assay_dtype_double (integers[_i].bits,
                                           integers[_i].dtype),
                       integers[_i].value);
  ck_assert_int_eq (assay_dtype_is_exact (integers[_i].bits,
                                          integers[_i].dtype),
                    integers[_i].exact);
  ck_assert_int_eq (fits, integers[_i].dtype != ASSAY_DTYPE_U64
                          || integers[_i].bits == 0);
  if (fits)
    ck_assert_double_eq ((double) value, integers[_i].value);
  else
    ck_assert_int_eq (value, 77);
}
END_TEST

/* ---- what numpy wrote: tests/data/numpy/make.py says the values ---- */

static double
numpy_value (enum assay_dtype dtype, size_t i)
{
  double bits = 8 * (double) assay_dtype_size (dtype);
  const char *name = assay_dtype_name (dtype);
  mpq_t smallest;
  enum assay_fmt fmt;
  double value;

  if (dtype == ASSAY_DTYPE_BOOL)
    return i % 3 == 0;
  if (assay_dtype_fmt (&fmt, dtype))
    {
      mpq_init (smallest);
      assay_fmt_smallest (smallest, fmt);
      value = mpq_get_d (smallest);
      mpq_clear (smallest);
      return i == 0 ? -INFINITY : i == 1 ? value : ((double) i - 4) * 0.75;
    }
  if (name[0] == 'u')
    return i == 0 ? ldexp (1, (int) bits) - 1 : (double) i;
  return i == 0 ? -ldexp (1, (int) bits - 1)
         : i == 1 ? ldexp (1, (int) bits - 1) - 1 : (double) i - 4;
}

static void
open_data (struct assay_tensor *tensor, const char *name,
           const enum assay_dtype *as, enum assay_status expected,
           const char *part)
{
  const char *source = getenv ("ASSAY_SOURCE");
  struct assay_ctx ctx;
  enum assay_status status;
  char path[1000];

  snprintf (path, sizeof path, "%s/tests/data/numpy/%s.npy",
            source ? source : "..", name);
  assay_ctx_init (&ctx);
  status = assay_tensor_open (tensor, path, as, &ctx);
  testing_assert_refused (status, expected, &ctx, part);
}

static const struct { const char *name; enum assay_dtype dtype; }
by_numpy[] = {
  { "f2", ASSAY_DTYPE_F16 }, { "big_f2", ASSAY_DTYPE_F16 },
  { "f4", ASSAY_DTYPE_F32 }, { "big_f4", ASSAY_DTYPE_F32 },
  { "f8", ASSAY_DTYPE_F64 }, { "big_f8", ASSAY_DTYPE_F64 },
  { "b1", ASSAY_DTYPE_BOOL }, { "i1", ASSAY_DTYPE_I8 },
  { "i2", ASSAY_DTYPE_I16 }, { "big_i2", ASSAY_DTYPE_I16 },
  { "i4", ASSAY_DTYPE_I32 }, { "big_i4", ASSAY_DTYPE_I32 },
  { "i8", ASSAY_DTYPE_I64 }, { "big_i8", ASSAY_DTYPE_I64 },
  { "u1", ASSAY_DTYPE_U8 }, { "u2", ASSAY_DTYPE_U16 },
  { "big_u2", ASSAY_DTYPE_U16 }, { "u4", ASSAY_DTYPE_U32 },
  { "big_u4", ASSAY_DTYPE_U32 }, { "u8", ASSAY_DTYPE_U64 },
  { "big_u8", ASSAY_DTYPE_U64 },
};

START_TEST (file_written_by_numpy_has_the_values_numpy_wrote)
{
  struct assay_tensor tensor;
  double value;
  size_t i;

  open_data (&tensor, by_numpy[_i].name, NULL, ASSAY_OK, "");
  ck_assert_int_eq (tensor.dtype, by_numpy[_i].dtype);
  ck_assert_int_eq (tensor.axes, 3);
  ck_assert_uint_eq (tensor.shape[0], 2);
  ck_assert_uint_eq (tensor.shape[1], 3);
  ck_assert_uint_eq (tensor.shape[2], 2);
  ck_assert_uint_eq (tensor.elements, 12);
  for (i = 0; i < 12; i++)
    {
      value = assay_tensor_double (&tensor, assay_tensor_at (&tensor, i));
      if (i == 2 && assay_dtype_fmt (NULL, tensor.dtype))
        ck_assert (isnan (value));
      else
        ck_assert_double_eq (value, numpy_value (tensor.dtype, i));
    }
  assay_tensor_close (&tensor);
}
END_TEST

START_TEST (array_without_axes_without_elements_or_of_void_is_read)
{
  enum assay_dtype e4m3 = ASSAY_DTYPE_E4M3;
  struct assay_tensor tensor;

  open_data (&tensor, "scalar", NULL, ASSAY_OK, "");
  ck_assert_int_eq (tensor.axes, 0);
  ck_assert_uint_eq (tensor.elements, 1);
  ck_assert_double_eq (assay_tensor_double (&tensor, tensor.data), 2.5);
  assay_tensor_close (&tensor);
  open_data (&tensor, "empty", NULL, ASSAY_OK, "");
  ck_assert_uint_eq (tensor.elements, 0);
  ck_assert_uint_eq (tensor.shape[1], 3);
  assay_tensor_close (&tensor);
  open_data (&tensor, "v2", NULL, ASSAY_OK, "");
  ck_assert_int_eq (tensor.dtype, ASSAY_DTYPE_BF16);
  ck_assert_double_eq (assay_tensor_double (&tensor, tensor.data), 1);
  ck_assert_double_eq (assay_tensor_double (&tensor,
                                            assay_tensor_at (&tensor, 1)),
                       -3);
  assay_tensor_close (&tensor);
  open_data (&tensor, "v1", &e4m3, ASSAY_OK, "");
  ck_assert_double_eq (assay_tensor_double (&tensor, tensor.data), 1);
  ck_assert_double_eq (assay_tensor_double (&tensor,
                                            assay_tensor_at (&tensor, 1)),
                       -3);
  assay_tensor_close (&tensor);
}
END_TEST

START_TEST (array_of_another_type_is_refused_by_its_name)
{
  struct assay_tensor tensor;

  open_data (&tensor, "v1", NULL, ASSAY_EVALUE, "found |V1");
  open_data (&tensor, "complex", NULL, ASSAY_EVALUE, "found <c8");
  open_data (&tensor, "object", NULL, ASSAY_EVALUE, "found |O");
  open_data (&tensor, "structured", NULL, ASSAY_EVALUE, "one plain type");
  open_data (&tensor, "text", NULL, ASSAY_EVALUE, "found <U2");
  ck_assert_ptr_null (tensor.name);
}
END_TEST

/* ---- files made here ---- */

static const char *const codes[ASSAY_DTYPE_COUNT] = {
  "f8", "f4", "f2", "V2", "V1", "V1", "b1", "i1", "i2", "i4", "i8", "u1",
  "u2", "u4", "u8"
};

/* Where element INDEX (C order) of SHAPE stands in a file.  */
static size_t
place_in_file (size_t index, const size_t *shape, int axes, int fortran)
{
  size_t i[ASSAY_TENSOR_AXES], place = 0;
  int k;

  for (k = axes - 1; k >= 0; k--)
    {
      i[k] = index % shape[k];
      index /= shape[k];
    }
  if (fortran)
    for (k = axes - 1; k >= 0; k--)
      place = place * shape[k] + i[k];
  else
    for (k = 0; k < axes; k++)
      place = place * shape[k] + i[k];
  return place;
}

static void
check_made_file (enum assay_dtype dtype, int major, int fortran, int big)
{
  size_t size = assay_dtype_size (dtype), shape[4], elements = 1, i, k, p;
  int axes = 1 + (int) testing_below (4), a;
  struct assay_text header, file;
  unsigned char data[4 * 4 * 4 * 4 * 8];
  struct assay_tensor tensor;
  struct assay_ctx ctx;
  uint64_t bits;

  assay_text_init (&header);
  assay_text_init (&file);
  assay_text_printf (&header, "{\"shape\" : (");
  for (a = 0; a < axes; a++)
    {
      shape[a] = 1 + testing_below (4);
      elements *= shape[a];
      assay_text_printf (&header, "%zu,", shape[a]);
    }
  assay_text_printf (&header, "),'descr':'%s%s', 'fortran_order' :%s } \n",
                     codes[dtype][0] == 'V' ? "|" : big ? ">" : "<",
                     codes[dtype], fortran ? "True" : "False");
  for (i = 0; i < elements * size; i++)
    data[i] = (unsigned char) testing_below (256);
  testing_npy (&file, major, assay_text_string (&header), data,
               elements * size);
  assay_ctx_init (&ctx);
  ck_assert_int_eq (
    assay_tensor_read (&tensor, "made", NULL,
                       (const unsigned char *) file.bytes, file.length,
                       &dtype, &ctx), ASSAY_OK);
  ck_assert_int_eq (tensor.axes, axes);
  ck_assert_uint_eq (tensor.elements, elements);
  for (i = 0; i < elements; i++)
    {
      p = size * place_in_file (i, shape, axes, fortran);
      for (bits = 0, k = 0; k < size; k++)
        bits |= (uint64_t) data[p + k] << 8 * (big ? size - 1 - k : k);
      ck_assert_uint_eq (assay_tensor_bits (&tensor,
                                            assay_tensor_at (&tensor, i)),
                         bits);
    }
  assay_tensor_close (&tensor);
  assay_text_clear (&header);
  assay_text_clear (&file);
}

START_TEST (pattern_is_found_in_every_version_order_and_byte_order)
{
  enum assay_dtype dtype = (enum assay_dtype) _i;
  size_t n = testing_count (20), i;
  int major, fortran, big;

  testing_reseed ();
  for (i = 0; i < n; i++)
    for (major = 1; major <= 3; major++)
      for (fortran = 0; fortran <= 1; fortran++)
        for (big = 0; big <= (codes[dtype][0] != 'V'); big++)
          check_made_file (dtype, major, fortran, big);
}
END_TEST

START_TEST (array_of_ours_is_read_as_it_was_written)
{
  static const uint16_t patterns[] = { 0x3f80, 0x0201, 0x7fc0, 0x8000, 1, 2 };
  static const size_t shape[] = { 3, 2 };
  struct assay_npy_out out;
  struct assay_tensor tensor;
  struct assay_ctx ctx;
  size_t i;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_npy_begin (&out, "check_tensor.npy",
                                     ASSAY_FMT_BF16, shape, 2, &ctx),
                    ASSAY_OK);
  ck_assert_int_eq (assay_npy_put (&out, 0, patterns, 6, &ctx), ASSAY_OK);
  ck_assert_int_eq (assay_npy_finish (&out, &ctx), ASSAY_OK);
  ck_assert_int_eq (assay_tensor_open (&tensor, "check_tensor.npy", NULL,
                                       &ctx), ASSAY_OK);
  unlink ("check_tensor.npy");
  ck_assert_str_eq (tensor.name, "check_tensor.npy");
  ck_assert_int_eq (tensor.dtype, ASSAY_DTYPE_BF16);
  for (i = 0; i < 6; i++)
    ck_assert_uint_eq (assay_tensor_bits (&tensor,
                                          assay_tensor_at (&tensor, i)),
                       patterns[i]);
  assay_tensor_close (&tensor);
  assay_tensor_close (&tensor);
}
END_TEST

START_TEST (wrapped_array_is_read_where_it_is)
{
  static const float values[] = { 1, 2, 3, 4, 5, 6 };
  static const size_t shape[] = { 2, 3 };
  struct assay_tensor tensor;

  assay_tensor_wrap (&tensor, "mine", ASSAY_DTYPE_F32, 2, shape, values);
  ck_assert_uint_eq (tensor.elements, 6);
  ck_assert_double_eq (assay_tensor_double (&tensor,
                                            assay_tensor_at (&tensor, 4)), 5);
  assay_tensor_close (&tensor);
}
END_TEST

static const struct { enum assay_dtype stored, as; int may; } readings[] = {
  { ASSAY_DTYPE_U16, ASSAY_DTYPE_BF16, 1 },
  { ASSAY_DTYPE_I16, ASSAY_DTYPE_BF16, 1 },
  { ASSAY_DTYPE_BF16, ASSAY_DTYPE_BF16, 1 },
  { ASSAY_DTYPE_U8, ASSAY_DTYPE_E4M3, 1 },
  { ASSAY_DTYPE_U8, ASSAY_DTYPE_E5M2, 1 },
  { ASSAY_DTYPE_U8, ASSAY_DTYPE_BOOL, 1 },
  { ASSAY_DTYPE_F16, ASSAY_DTYPE_BF16, 0 },
  { ASSAY_DTYPE_BF16, ASSAY_DTYPE_F16, 0 },
  { ASSAY_DTYPE_U32, ASSAY_DTYPE_BF16, 0 },
  { ASSAY_DTYPE_F32, ASSAY_DTYPE_F64, 0 },
  { ASSAY_DTYPE_BOOL, ASSAY_DTYPE_U8, 0 },
};

START_TEST (patterns_are_read_as_another_type_of_their_width)
{
  enum assay_dtype stored = readings[_i].stored, as = readings[_i].as;
  static const char zeros[8];
  struct assay_tensor tensor;
  struct assay_text file;
  struct assay_ctx ctx;
  char header[100];

  assay_text_init (&file);
  snprintf (header, sizeof header, "{'descr': '<%s', 'fortran_order': False,"
            " 'shape': (1,)}", codes[stored]);
  testing_npy (&file, 1, header, zeros, assay_dtype_size (stored));
  testing_assert_refused (testing_read (&tensor, &file, NULL, &as, &ctx),
                          readings[_i].may ? ASSAY_OK : ASSAY_EVALUE, &ctx,
                          readings[_i].may ? "" : assay_dtype_name (stored));
  assay_text_clear (&file);
}
END_TEST

/* ---- files that cannot be read ---- */

static void
check_unreadable (const char *name, const char *part)
{
  struct assay_tensor tensor;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  testing_assert_refused (assay_tensor_open (&tensor, name, NULL, &ctx),
                          ASSAY_EIO, &ctx, part);
  ck_assert_ptr_null (tensor.name);
  assay_tensor_close (&tensor);
}

START_TEST (file_that_is_no_file_is_refused)
{
  FILE *stream;

  check_unreadable ("no-such-file.npy", "no-such-file.npy: io:");
  check_unreadable ("no-such-file.safetensors:q",
                    "no-such-file.safetensors: io:");
  check_unreadable ("-", "No such file");
  check_unreadable (".", "a folder");
  check_unreadable ("/dev/null", "another kind of file");
  ck_assert_int_eq (mkfifo ("check_tensor.fifo", 0600), 0);
  check_unreadable ("check_tensor.fifo", "another kind of file");
  unlink ("check_tensor.fifo");
  stream = fopen ("check_tensor.empty", "wb");
  ck_assert_ptr_nonnull (stream);
  fclose (stream);
  check_unreadable ("check_tensor.empty", "0 bytes");
  unlink ("check_tensor.empty");
}
END_TEST

int
main (void)
{
  Suite *suite = suite_create ("tensor");
  TCase *tcase = tcase_create ("types");

  tcase_add_loop_test (tcase, type_is_found_by_its_name, 0,
                       ASSAY_DTYPE_COUNT);
  tcase_add_test (tcase, other_names_of_types_are_known_and_no_more);
  tcase_add_loop_test (tcase, float_pattern_has_the_value_of_its_format, 0,
                       ASSAY_DTYPE_E5M2 + 1);
  tcase_add_loop_test (
    tcase, integer_pattern_has_its_value_and_says_whether_that_is_exact, 0,
    ROWS (integers));
  suite_add_tcase (suite, tcase);
  tcase = tcase_create ("numpy");
  tcase_add_loop_test (tcase,
                       file_written_by_numpy_has_the_values_numpy_wrote, 0,
                       ROWS (by_numpy));
  tcase_add_test (tcase,
                  array_without_axes_without_elements_or_of_void_is_read);
  tcase_add_test (tcase, array_of_another_type_is_refused_by_its_name);
  suite_add_tcase (suite, tcase);
  tcase = tcase_create ("made");
  tcase_add_loop_test (
    tcase, pattern_is_found_in_every_version_order_and_byte_order, 0,
    ASSAY_DTYPE_COUNT);
  tcase_add_test (tcase, array_of_ours_is_read_as_it_was_written);
  tcase_add_test (tcase, wrapped_array_is_read_where_it_is);
  tcase_add_loop_test (tcase,
                       patterns_are_read_as_another_type_of_their_width, 0,
                       ROWS (readings));
  tcase_add_test (tcase, file_that_is_no_file_is_refused);
  suite_add_tcase (suite, tcase);
  return testing_run (suite);
}
