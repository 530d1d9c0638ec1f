/* check_text.c -- growing text, and how it reaches and leaves files */

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"
#include "testing.h"

START_TEST (empty_text_is_an_empty_string)
{
  struct assay_text text;

  assay_text_init (&text);
  ck_assert_str_eq (assay_text_string (&text), "");
  ck_assert_uint_eq (text.length, 0);
  assay_text_add (&text, "");
  assay_text_printf (&text, "%s", "");
  ck_assert_str_eq (assay_text_string (&text), "");
  assay_text_clear (&text);
  ck_assert_str_eq (assay_text_string (&text), "");
}
END_TEST

START_TEST (every_way_of_adding_appends)
{
  struct assay_text text;

  assay_text_init (&text);
  assay_text_add (&text, "one ");
  assay_text_add_bytes (&text, "two three", 4);
  assay_text_add_char (&text, '|');
  assay_text_printf (&text, " %d/%s", -117, "125");
  assay_text_take (&text, assay_strdup (" taken"));
  ck_assert_str_eq (assay_text_string (&text), "one two | -117/125 taken");
  ck_assert_uint_eq (text.length, strlen (text.bytes));
  assay_text_clear (&text);
}
END_TEST

START_TEST (null_byte_is_counted_and_kept)
{
  struct assay_text text;

  assay_text_init (&text);
  assay_text_add_bytes (&text, "a\0b", 3);
  assay_text_add_char (&text, 'c');
  ck_assert_uint_eq (text.length, 4);
  ck_assert (memcmp (text.bytes, "a\0bc", 5) == 0);
  assay_text_clear (&text);
}
END_TEST

/* Grown in random steps, the text equals a buffer filled beside it.  */
START_TEST (long_text_equals_what_was_added)
{
  size_t rounds = testing_count (4000), length = 0, i, n;
  char *expected = malloc (rounds * 60 + 1), piece[60];
  struct assay_text text;

  assay_text_init (&text);
  for (i = 0; i < rounds; i++)
    {
      n = testing_below (sizeof piece);
      memset (piece, (int) ('a' + testing_below (26)), n);
      memcpy (expected + length, piece, n);
      length += n;
      if (i % 2)
        assay_text_add_bytes (&text, piece, n);
      else
        assay_text_printf (&text, "%.*s", (int) n, piece);
      ck_assert_uint_eq (text.length, length);
      ck_assert_uint_lt (text.length, text.capacity + (length == 0));
    }
  expected[length] = '\0';
  ck_assert_str_eq (assay_text_string (&text), expected);
  free (expected);
  assay_text_clear (&text);
}
END_TEST

/* A folder of our own, gone with remove_folder.  */
struct folder
{
  char name[40];
  char file[60];
};

static void
folder_init (struct folder *folder)
{
  strcpy (folder->name, "check_text.XXXXXX");
  ck_assert_ptr_nonnull (mkdtemp (folder->name));
  snprintf (folder->file, sizeof folder->file, "%s/file", folder->name);
}

static void
folder_clear (const struct folder *folder)
{
  unlink (folder->file);
  ck_assert_msg (rmdir (folder->name) == 0, "something is left in %s",
                 folder->name);
}

START_TEST (file_reads_back_as_written)
{
  static const char bytes[] = "line\n\0\xff end";
  struct assay_text out, in;
  struct folder folder;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  folder_init (&folder);
  assay_text_init (&out);
  assay_text_init (&in);
  assay_text_add_bytes (&out, bytes, sizeof bytes);
  ck_assert_int_eq (assay_text_write_file (&out, folder.file, &ctx),
                    ASSAY_OK);
  assay_text_add (&in, "before ");
  ck_assert_int_eq (assay_text_read_file (&in, folder.file, 1000, &ctx),
                    ASSAY_OK);
  ck_assert_uint_eq (in.length, 7 + sizeof bytes);
  ck_assert (memcmp (in.bytes + 7, bytes, sizeof bytes) == 0);
  assay_text_clear (&out);
  assay_text_clear (&in);
  folder_clear (&folder);
}
END_TEST

START_TEST (file_larger_than_a_block_is_read_whole)
{
  struct assay_text out, in;
  struct folder folder;
  struct assay_ctx ctx;
  unsigned i;

  assay_ctx_init (&ctx);
  folder_init (&folder);
  assay_text_init (&out);
  assay_text_init (&in);
  for (i = 0; i < 20000; i++)
    assay_text_printf (&out, "%u,", i);
  ck_assert_int_eq (assay_text_write_file (&out, folder.file, &ctx),
                    ASSAY_OK);
  ck_assert_int_eq (assay_text_read_file (&in, folder.file, out.length,
                                          &ctx), ASSAY_OK);
  ck_assert_str_eq (assay_text_string (&in), assay_text_string (&out));
  ck_assert_int_eq (assay_text_read_file (&in, folder.file, out.length - 1,
                                          &ctx), ASSAY_ELIMIT);
  assay_text_clear (&out);
  assay_text_clear (&in);
  folder_clear (&folder);
}
END_TEST

START_TEST (written_file_replaces_the_old_one_and_has_the_usual_mode)
{
  mode_t mask = umask (022);
  struct assay_text text;
  struct folder folder;
  struct assay_ctx ctx;
  struct stat status;

  assay_ctx_init (&ctx);
  folder_init (&folder);
  assay_text_init (&text);
  assay_text_add (&text, "a long old content");
  ck_assert_int_eq (assay_text_write_file (&text, folder.file, &ctx),
                    ASSAY_OK);
  assay_text_clear (&text);
  assay_text_add (&text, "new");
  ck_assert_int_eq (assay_text_write_file (&text, folder.file, &ctx),
                    ASSAY_OK);
  ck_assert_int_eq (stat (folder.file, &status), 0);
  ck_assert_int_eq (status.st_size, 3);
  ck_assert_uint_eq (status.st_mode & 0777, 0644);
  ck_assert_uint_eq (umask (mask), 022);
  assay_text_clear (&text);
  folder_clear (&folder);
}
END_TEST

START_TEST (missing_file_and_missing_folder_are_io_errors)
{
  struct assay_text text;
  struct assay_ctx ctx;
  char message[300];

  assay_text_init (&text);
  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_text_read_file (&text, "no/such/file", 10, &ctx),
                    ASSAY_EIO);
  assay_error_render (message, sizeof message, &ctx.error, "no/such/file");
  ck_assert_str_eq (message, "no/such/file: io: expected a readable file, "
                    "found No such file or directory");
  assay_ctx_forgive (&ctx);
  ck_assert_int_eq (assay_text_write_file (&text, "no/such/file", &ctx),
                    ASSAY_EIO);
  ck_assert_str_eq (ctx.error.where, "no/such/file");
  assay_text_clear (&text);
}
END_TEST

START_TEST (folder_in_place_of_a_file_is_refused_and_left_alone)
{
  struct assay_text text;
  struct folder folder;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  folder_init (&folder);
  assay_text_init (&text);
  assay_text_add (&text, "x");
  ck_assert_int_eq (assay_text_read_file (&text, folder.name, 10, &ctx),
                    ASSAY_EIO);
  assay_ctx_forgive (&ctx);
  ck_assert_int_eq (mkdir (folder.file, 0700), 0);
  ck_assert_int_eq (assay_text_write_file (&text, folder.file, &ctx),
                    ASSAY_EIO);
  ck_assert_int_eq (rmdir (folder.file), 0);
  assay_text_clear (&text);
  folder_clear (&folder);
}
END_TEST

START_TEST (full_disk_is_an_io_error)
{
  FILE *full = fopen ("/dev/full", "w");
  struct assay_text text;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  assay_text_init (&text);
  assay_text_add (&text, "lost");
  if (full)
    {
      ck_assert_int_eq (assay_text_send (&text, full, "answer", &ctx),
                        ASSAY_EIO);
      ck_assert_str_eq (ctx.error.where, "answer");
      fclose (full);
    }
  assay_text_clear (&text);
}
END_TEST

static Suite *
text_suite (void)
{
  Suite *suite = suite_create ("text");
  TCase *special = tcase_create ("special");
  TCase *relations = tcase_create ("relations");

  tcase_add_test (special, empty_text_is_an_empty_string);
  tcase_add_test (special, every_way_of_adding_appends);
  tcase_add_test (special, null_byte_is_counted_and_kept);
  tcase_add_test (special,
                  written_file_replaces_the_old_one_and_has_the_usual_mode);
  tcase_add_test (special, missing_file_and_missing_folder_are_io_errors);
  tcase_add_test (special,
                  folder_in_place_of_a_file_is_refused_and_left_alone);
  tcase_add_test (special, full_disk_is_an_io_error);
  suite_add_tcase (suite, special);
  tcase_add_test (relations, long_text_equals_what_was_added);
  tcase_add_test (relations, file_reads_back_as_written);
  tcase_add_test (relations, file_larger_than_a_block_is_read_whole);
  tcase_set_timeout (relations, 60);
  suite_add_tcase (suite, relations);
  return suite;
}

int
main (void)
{
  return testing_run (text_suite ());
}
