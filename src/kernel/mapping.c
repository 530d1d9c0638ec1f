/* mapping.c -- files read where they lie, without a copy */

#include "kernel/mapping.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static enum assay_status
fail_file (const char *file, const char *expected, const char *found,
           struct assay_ctx *ctx)
{
  struct assay_where where = { NULL, file[0] ? file : "\"\"", 0 };

  return assay_fail (ctx, ASSAY_EIO, &where, expected, "%s", found);
}

/* MAPPING <- the file that FD has open.  */
static enum assay_status
map_open_file (struct assay_mapping *mapping, int fd, const char *file,
               struct assay_ctx *ctx)
{
  struct stat about;
  void *bytes;

  if (fstat (fd, &about) != 0)
    return fail_file (file, "a readable file", strerror (errno), ctx);
  if (!S_ISREG (about.st_mode))
    return fail_file (file, "a regular file, which can be mapped",
                      S_ISDIR (about.st_mode) ? "a folder"
                                              : "another kind of file", ctx);
  if ((uintmax_t) about.st_size > PTRDIFF_MAX)
    return fail_file (file, "a file that fits into memory",
                      "a longer one", ctx);
  if (about.st_size == 0)
    return ASSAY_OK;
  bytes = mmap (NULL, (size_t) about.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (bytes == MAP_FAILED)
    return fail_file (file, "a file that can be mapped", strerror (errno),
                      ctx);
  mapping->bytes = bytes;
  mapping->length = (size_t) about.st_size;
  return ASSAY_OK;
}

enum assay_status
assay_mapping_open (struct assay_mapping *mapping, const char *file,
                    struct assay_ctx *ctx)
{
  enum assay_status status;
  int fd;

  *mapping = (struct assay_mapping) { NULL, 0 };
  /* A pipe without a writer would block: it is refused instead.  */
  fd = open (file, O_RDONLY | O_NONBLOCK);
  if (fd < 0)
    return fail_file (file, "a readable file", strerror (errno), ctx);
  status = map_open_file (mapping, fd, file, ctx);
  close (fd);
  return status;
}

void
assay_mapping_close (struct assay_mapping *mapping)
{
  if (mapping->bytes)
    {
      /* The library's type has no const; nothing is written.  */
      munmap ((void *) (uintptr_t) mapping->bytes, mapping->length);
      *mapping = (struct assay_mapping) { NULL, 0 };
    }
}
