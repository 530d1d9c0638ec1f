/* fuzz_folder.h -- the folder that a fuzz target's files lie in  */

#ifndef ASSAY_FUZZ_FOLDER_H
#define ASSAY_FUZZ_FOLDER_H

#include <stddef.h>

/* The first call makes a new folder below TMPDIR, moves there and has it
   removed at the end of the process.  Standard output, which targets of whole
   commands would fill, goes nowhere from then on.  */
void fuzz_folder_enter (void);

/* The file NAME <- LENGTH bytes.  */
void fuzz_folder_put (const char *name, const void *bytes, size_t length);

/* The file NAME.npy <- COUNT elements of f32 in SHAPE ("1, 2, 4"), each
   FACTOR times its index modulo 7, less 3.  */
void fuzz_folder_tensor (const char *name, const char *shape, size_t count,
                         float factor);

/* Removes every file; folders stay.  */
void fuzz_folder_empty (void);

#endif
