/* fuzz_tensor.c -- what both fuzz targets of tensors do with one that was
   read  */

#include "fuzz_tensor.h"

#include <stdlib.h>

#include "kernel/view.h"

/* Shapes with an empty axis may claim any size of the others.  */
enum { MOST_ELEMENTS = 1 << 16 };

static void
look_at (const struct assay_tensor *tensor)
{
  static const char *const axes[] = { "bhsd", "s(hd)", "sd", "d" };
  struct assay_census census;
  struct assay_view view;
  struct assay_ctx ctx;
  size_t i, at;

  for (i = 0; i < tensor->elements && i < MOST_ELEMENTS; i++)
    {
      at = (size_t) (assay_tensor_at (tensor, i) - tensor->data);
      if (at % assay_dtype_size (tensor->dtype) != 0)
        abort ();
      (void) assay_tensor_double (tensor, tensor->data + at);
    }
  for (i = 0; i < sizeof axes / sizeof axes[0]; i++)
    {
      assay_ctx_init (&ctx);
      if (assay_view_axes (&view, tensor, axes[i], 2, &ctx, NULL) == ASSAY_OK
          && tensor->elements > 0 && tensor->elements < MOST_ELEMENTS)
        {
          assay_view_census (&census, &view);
          if (census.elements != tensor->elements)
            abort ();
        }
    }
}

void
fuzz_tensor (const uint8_t *bytes, size_t length, const char *member)
{
  static const enum assay_dtype types[] = { ASSAY_DTYPE_BF16,
                                            ASSAY_DTYPE_E4M3 };
  struct assay_tensor tensor;
  enum assay_status status;
  struct assay_ctx ctx;
  int i;

  for (i = 0; i < 3; i++)
    {
      assay_ctx_init (&ctx);
      status = assay_tensor_read (&tensor, "fuzz", member, bytes, length,
                                  i ? &types[i - 1] : NULL, &ctx);
      if (status == ASSAY_OK)
        look_at (&tensor);
      else if (status != ctx.error.status
               || (status != ASSAY_EIO && status != ASSAY_EVALUE))
        abort ();
      assay_tensor_close (&tensor);
    }
}
