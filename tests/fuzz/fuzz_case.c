/* fuzz_case.c -- any bytes as the meta.json of a folder with small tensors: as
   a case of attention and as a case of a rotation  */

#include <stdint.h>

#include "fuzz_folder.h"
#include "kernel/attention_case.h"
#include "kernel/rotation_case.h"

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t length);

static void
put_tensors (void)
{
  fuzz_folder_enter ();
  fuzz_folder_tensor ("q", "1, 2, 3, 4", 24, 0.5f);
  fuzz_folder_tensor ("k", "1, 1, 3, 4", 12, 0.25f);
  fuzz_folder_tensor ("v", "1, 1, 3, 4", 12, 1.0f);
  fuzz_folder_tensor ("mask", "3, 3", 9, 1.0f);
  fuzz_folder_tensor ("flat", "1, 3, 8", 24, 2.0f);
  fuzz_folder_tensor ("table", "3, 2", 6, 0.125f);
}

int
LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t length)
{
  struct assay_attention_case attention;
  struct assay_rotation_case rotation;
  struct assay_ctx ctx;
  static int ready;

  if (!ready)
    put_tensors ();
  ready = 1;
  fuzz_folder_put ("meta.json", bytes, length);

  assay_ctx_init (&ctx);
  assay_attention_case_open (&attention, ".", &ctx);
  assay_attention_case_close (&attention);

  assay_ctx_init (&ctx);
  assay_rotation_case_open (&rotation, ".", 0, &ctx);
  assay_rotation_case_close (&rotation);
  return 0;
}
