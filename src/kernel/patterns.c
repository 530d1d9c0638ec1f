/* patterns.c -- elements as patterns: of what is stored, and for a file */

#include "kernel/patterns.h"

#include <string.h>

#include "kernel/special.h"

enum assay_status
assay_pattern_stored (uint64_t *got, const struct assay_view *view,
                      const size_t *index, enum assay_fmt fmt,
                      const char *name, struct assay_ctx *ctx)
{
  const struct assay_where where = { NULL, name, 0 };
  enum assay_status status = ASSAY_OK;
  enum assay_fmt stored;
  mpq_t value;

  assay_dtype_fmt (&stored, view->dtype);
  *got = assay_view_bits (view, index[0], index[1], index[2], index[3]);
  if (stored == fmt)
    return ASSAY_OK;
  mpq_init (value);
  if (assay_fmt_decode (value, *got, stored) != ASSAY_FMT_FINITE)
    *got = assay_special_bits (assay_dtype_double (*got, view->dtype), fmt);
  else if (mpq_sgn (value) == 0)
    *got = assay_special_bits (assay_fmt_is_negative (*got, stored) ? -0.0
                                                                    : 0.0,
                               fmt);
  else if (assay_fmt_encode (got, value, fmt) != ASSAY_OK)
    status = assay_fail (ctx, ASSAY_EVALUE, &where, "values of the format "
                         "that --round names", "%.17g at "
                         "[%zu, %zu, %zu, %zu], which %s has not",
                         mpq_get_d (value), index[0], index[1], index[2],
                         index[3], assay_fmt_shape (fmt)->name);
  mpq_clear (value);
  return status;
}

void
assay_pattern_pack (unsigned char *bytes, const uint64_t *patterns,
                    size_t count, size_t width)
{
  size_t n;

  for (n = 0; n < count; n++)
    switch (width)
      {
      case 1:
        bytes[n] = (unsigned char) patterns[n];
        break;
      case 2:
        memcpy (bytes + n * 2, &(uint16_t) { (uint16_t) patterns[n] }, 2);
        break;
      case 4:
        memcpy (bytes + n * 4, &(uint32_t) { (uint32_t) patterns[n] }, 4);
        break;
      default:
        memcpy (bytes + n * 8, &patterns[n], 8);
      }
}
