/* dtype.h -- the types a tensor's elements can have, and their values

   An element is a pattern in the low bits of a uint64_t.  Every value of a
   float type, of bool and of the integers to 2^53 is a binary64 exactly.  */

#ifndef ASSAY_KERNEL_DTYPE_H
#define ASSAY_KERNEL_DTYPE_H

#include <stddef.h>
#include <stdint.h>

#include "base/ctx.h"
#include "real/fmt.h"

enum assay_dtype
{
  ASSAY_DTYPE_F64,
  ASSAY_DTYPE_F32,
  ASSAY_DTYPE_F16,
  ASSAY_DTYPE_BF16,
  ASSAY_DTYPE_E4M3,
  ASSAY_DTYPE_E5M2,
  ASSAY_DTYPE_BOOL,
  ASSAY_DTYPE_I8,
  ASSAY_DTYPE_I16,
  ASSAY_DTYPE_I32,
  ASSAY_DTYPE_I64,
  ASSAY_DTYPE_U8,
  ASSAY_DTYPE_U16,
  ASSAY_DTYPE_U32,
  ASSAY_DTYPE_U64
};

enum { ASSAY_DTYPE_COUNT = 15 };

/* "f64", "bf16", "e4m3", "bool", "i8", "u64", ...  */
const char *assay_dtype_name (enum assay_dtype dtype);

/* DTYPE <- the type called NAME: a name as above, or numpy's or ml_dtypes'
   ("float32", "bfloat16", "float8_e4m3fn", "float8_e5m2", "int64", ...).
   ASSAY_EVALUE, DTYPE unchanged and no error recorded, when there is
   none.  */
enum assay_status assay_dtype_find (enum assay_dtype *dtype,
                                    const char *name);

/* Bytes of an element.  */
size_t assay_dtype_size (enum assay_dtype dtype);

/* Whether DTYPE is a float format; FMT <- that format then, else
   unchanged.  FMT may be null.  */
int assay_dtype_fmt (enum assay_fmt *fmt, enum assay_dtype dtype);

/* The same; ASSAY_EVALUE at WHERE when DTYPE is none.  */
enum assay_status assay_dtype_need_fmt (enum assay_fmt *fmt,
                                        enum assay_dtype dtype,
                                        struct assay_ctx *ctx,
                                        const struct assay_where *where);

enum assay_dtype assay_dtype_of_fmt (enum assay_fmt fmt);

/* Whether elements stored as STORED may be read as AS: the same type, or an
   integer type whose patterns have the width of AS.  */
int assay_dtype_reads_as (enum assay_dtype stored, enum assay_dtype as);

/* The pattern at AT, which need not be aligned; SWAPPED: its bytes stand in
   the order that is not this machine's.  */
uint64_t assay_dtype_load (const unsigned char *at, enum assay_dtype dtype,
                           int swapped);

/* The value of BITS: exact for every float type (an infinity, or some NaN,
   where it stores one), bool (the byte: 0 or 1 unless the file is wrong) and
   every integer of at most 53 significant bits; another is rounded to
   nearest, which assay_dtype_is_exact tells.  */
double assay_dtype_double (uint64_t bits, enum assay_dtype dtype);

/* Whether assay_dtype_double is the value itself.  */
int assay_dtype_is_exact (uint64_t bits, enum assay_dtype dtype);

/* Whether DTYPE is bool or an integer type and the value of BITS an int64_t;
   VALUE <- it then, else unchanged.  */
int assay_dtype_integer (int64_t *value, uint64_t bits,
                         enum assay_dtype dtype);

#endif
