/* fuzz_npy.c -- any bytes as an .npy file

   Refused as io or value, or every element lies in the bytes.  */

#include "fuzz_tensor.h"

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t length);

int
LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t length)
{
  fuzz_tensor (bytes, length, NULL);
  return 0;
}
