/* dtype.c -- the types a tensor's elements can have, and their values */

#include "kernel/dtype.h"

#include <math.h>
#include <string.h>

enum kind { FLOAT, TRUTH, SIGNED, UNSIGNED };

/* In the order of enum assay_dtype.  */
static const struct
{
  const char *name, *other;     /* ours, and numpy's or ml_dtypes' */
  enum kind kind;
  unsigned char size;
  enum assay_fmt fmt;           /* of a float */
} types[ASSAY_DTYPE_COUNT] = {
  { "f64", "float64", FLOAT, 8, ASSAY_FMT_F64 },
  { "f32", "float32", FLOAT, 4, ASSAY_FMT_F32 },
  { "f16", "float16", FLOAT, 2, ASSAY_FMT_F16 },
  { "bf16", "bfloat16", FLOAT, 2, ASSAY_FMT_BF16 },
  { "e4m3", "float8_e4m3fn", FLOAT, 1, ASSAY_FMT_E4M3 },
  { "e5m2", "float8_e5m2", FLOAT, 1, ASSAY_FMT_E5M2 },
  { "bool", "bool", TRUTH, 1, ASSAY_FMT_F64 },
  { "i8", "int8", SIGNED, 1, ASSAY_FMT_F64 },
  { "i16", "int16", SIGNED, 2, ASSAY_FMT_F64 },
  { "i32", "int32", SIGNED, 4, ASSAY_FMT_F64 },
  { "i64", "int64", SIGNED, 8, ASSAY_FMT_F64 },
  { "u8", "uint8", UNSIGNED, 1, ASSAY_FMT_F64 },
  { "u16", "uint16", UNSIGNED, 2, ASSAY_FMT_F64 },
  { "u32", "uint32", UNSIGNED, 4, ASSAY_FMT_F64 },
  { "u64", "uint64", UNSIGNED, 8, ASSAY_FMT_F64 },
};

const char *
assay_dtype_name (enum assay_dtype dtype)
{
  return types[dtype].name;
}

enum assay_status
assay_dtype_find (enum assay_dtype *dtype, const char *name)
{
  int i;

  for (i = 0; i < ASSAY_DTYPE_COUNT; i++)
    if (strcmp (types[i].name, name) == 0
        || strcmp (types[i].other, name) == 0)
      {
        *dtype = (enum assay_dtype) i;
        return ASSAY_OK;
      }
  return ASSAY_EVALUE;
}

size_t
assay_dtype_size (enum assay_dtype dtype)
{
  return types[dtype].size;
}

int
assay_dtype_fmt (enum assay_fmt *fmt, enum assay_dtype dtype)
{
  if (types[dtype].kind != FLOAT)
    return 0;
  if (fmt)
    *fmt = types[dtype].fmt;
  return 1;
}

enum assay_status
assay_dtype_need_fmt (enum assay_fmt *fmt, enum assay_dtype dtype,
                      struct assay_ctx *ctx, const struct assay_where *where)
{
  if (assay_dtype_fmt (fmt, dtype))
    return ASSAY_OK;
  return assay_fail (ctx, ASSAY_EVALUE, where, "a tensor of floats", "%s",
                     assay_dtype_name (dtype));
}

enum assay_dtype
assay_dtype_of_fmt (enum assay_fmt fmt)
{
  int i;

  for (i = 0; types[i].kind != FLOAT || types[i].fmt != fmt; i++)
    ;
  return (enum assay_dtype) i;
}

int
assay_dtype_reads_as (enum assay_dtype stored, enum assay_dtype as)
{
  return stored == as || (types[stored].kind >= SIGNED
                          && types[stored].size == types[as].size);
}

uint64_t
assay_dtype_load (const unsigned char *at, enum assay_dtype dtype,
                  int swapped)
{
  uint64_t u64;
  uint32_t u32;
  uint16_t u16;

  switch (types[dtype].size)
    {
    case 8:
      memcpy (&u64, at, sizeof u64);
      if (swapped)
        u64 = (u64 & 0x00ff00ff00ff00ff) << 8
              | (u64 >> 8 & 0x00ff00ff00ff00ff);
      if (swapped)
        u64 = (u64 & 0x0000ffff0000ffff) << 16
              | (u64 >> 16 & 0x0000ffff0000ffff);
      return swapped ? u64 << 32 | u64 >> 32 : u64;
    case 4:
      memcpy (&u32, at, sizeof u32);
      if (swapped)
        u32 = (u32 & 0x00ff00ff) << 8 | (u32 >> 8 & 0x00ff00ff);
      return swapped ? u32 << 16 | u32 >> 16 : u32;
    case 2:
      memcpy (&u16, at, sizeof u16);
      return swapped ? (uint16_t) (u16 << 8 | u16 >> 8) : u16;
    default:
      return *at;
    }
}

/* The integer that BITS stores in two's complement of SIZE bytes.  */
static int64_t
signed_value (uint64_t bits, unsigned size)
{
  uint64_t sign = (uint64_t) 1 << (8 * size - 1);

  /* -(2^w - bits) = -(~bits in w bits) - 1, which never leaves int64_t.  */
  return bits & sign ? -(int64_t) (~bits & (sign - 1)) - 1 : (int64_t) bits;
}

/* The value of BITS in a format narrower than 64 bits: every such value is a
   normal binary64, so that scaling by a power of two is exact.  */
static double
narrow_float (uint64_t bits, enum assay_fmt fmt)
{
  const struct assay_fmt_shape *shape = assay_fmt_shape (fmt);
  unsigned fraction_bits = shape->precision - 1;
  uint64_t hidden = (uint64_t) 1 << fraction_bits;
  uint64_t magnitude = bits & (((uint64_t) 1 << (shape->width - 1)) - 1);
  uint64_t fraction = magnitude & (hidden - 1);
  int exponent = (int) (magnitude >> fraction_bits);
  double value;

  switch (assay_fmt_classify (bits, fmt))
    {
    case ASSAY_FMT_NAN:
      value = NAN;
      break;
    case ASSAY_FMT_INFINITE:
      value = INFINITY;
      break;
    default:
      if (exponent > 0)
        fraction |= hidden;
      else
        exponent = 1;
      value = ldexp ((double) fraction,
                     exponent - 1 + shape->emin - (int) fraction_bits);
    }
  return assay_fmt_is_negative (bits, fmt) ? -value : value;
}

double
assay_dtype_double (uint64_t bits, enum assay_dtype dtype)
{
  uint32_t word = (uint32_t) bits;
  double value;
  float single;

  switch (dtype)
    {
    case ASSAY_DTYPE_F64:
      memcpy (&value, &bits, sizeof value);
      return value;
    case ASSAY_DTYPE_F32:
      memcpy (&single, &word, sizeof single);
      return single;
    case ASSAY_DTYPE_BF16:
      word <<= 16;
      memcpy (&single, &word, sizeof single);
      return single;
    default:
      if (types[dtype].kind == FLOAT)
        return narrow_float (bits, types[dtype].fmt);
      if (types[dtype].kind == SIGNED)
        return (double) signed_value (bits, types[dtype].size);
      return (double) bits;
    }
}

int
assay_dtype_is_exact (uint64_t bits, enum assay_dtype dtype)
{
  uint64_t magnitude = bits;

  if (types[dtype].size < 8 || types[dtype].kind == FLOAT)
    return 1;
  if (types[dtype].kind == SIGNED && bits >> 63)
    magnitude = 0 - bits;
  return magnitude == 0
         || magnitude / (magnitude & (0 - magnitude)) < (uint64_t) 1 << 53;
}

int
assay_dtype_integer (int64_t *value, uint64_t bits, enum assay_dtype dtype)
{
  if (types[dtype].kind == FLOAT
      || (types[dtype].kind == UNSIGNED && bits > INT64_MAX))
    return 0;
  *value = types[dtype].kind == SIGNED
           ? signed_value (bits, types[dtype].size) : (int64_t) bits;
  return 1;
}
