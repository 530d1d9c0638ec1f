/* case_folder.h -- a folder for one run of an operator, made in a test */

#ifndef ASSAY_CASE_FOLDER_H
#define ASSAY_CASE_FOLDER_H

#include <stddef.h>

/* Its path, until it is removed.  */
extern char case_folder[64];

/* A new folder; NAME in it <- LENGTH BYTES; and away with it, for which its
   files are to be meta.json, x.npy, t.npy, u.npy and n.npy.  */
void case_folder_make (void);
void case_folder_write (const char *name, const void *bytes, size_t length);
void case_folder_remove (void);

#endif
