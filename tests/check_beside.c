/* check_beside.c -- output files when the program is ended at any moment

   The calls of the system that make, rename and remove a file are replaced by
   ones that do the same and then send the ending under test: the moment when
   a file and the list of files differ most.  */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/beside.h"
#include "base/thread.h"
#include "testing.h"

enum moment
{
  NO_MOMENT, MADE, RENAMED, REMOVED
};

static enum moment due;
static int ending;

static void
reach (enum moment moment)
{
  if (moment == due)
    {
      due = NO_MOMENT;
      raise (ending);
    }
}

int mkstemp (char *name);

int
mkstemp (char *name)
{
  static const char digits[] = "0123456789abcdef";
  static unsigned long made;
  unsigned long number = made++ ^ (unsigned long) getpid ();
  char *end = name + strlen (name);
  int fd;

  for (; end > name && end[-1] == 'X'; number /= 16)
    *--end = digits[number % 16];
  fd = open (name, O_RDWR | O_CREAT | O_EXCL, 0600);
  reach (MADE);
  return fd;
}

int
rename (const char *from, const char *to)
{
  int result = renameat (AT_FDCWD, from, AT_FDCWD, to);

  reach (RENAMED);
  return result;
}

static int unlinked;

int
unlink (const char *name)
{
  int result = unlinkat (AT_FDCWD, name, 0);

  unlinked++;
  reach (REMOVED);
  return result;
}

static void
write_file (const char *name, const char *content)
{
  FILE *file = fopen (name, "w");

  ck_assert_ptr_nonnull (file);
  fputs (content, file);
  ck_assert_int_eq (fclose (file), 0);
}

static int
count_files (const char *folder)
{
  DIR *open = opendir (folder);
  int count = 0;

  ck_assert_ptr_nonnull (open);
  for (struct dirent *entry; (entry = readdir (open)) != NULL;)
    count += entry->d_name[0] != '.';
  closedir (open);
  return count;
}

/* In a process of its own, which is ended at the moment or fails.  */
static void
place_or_abandon (const char *file, bool is_placed)
{
  struct assay_beside beside;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  assay_beside_mind_signals ();
  if (assay_beside_begin (&beside, file, &ctx) != ASSAY_OK)
    _exit (1);
  fputs ("new", beside.stream);
  if (assay_beside_close (&beside, &ctx) != ASSAY_OK)
    _exit (2);
  if (!is_placed)
    assay_beside_abandon (&beside);
  else if (assay_beside_place (&beside, &ctx) != ASSAY_OK)
    _exit (3);
  _exit (0);
}

static const struct
{
  enum moment moment;
  bool is_placed;
  const char *left;
} moments[] = {
  { MADE, true, "before" }, { MADE, false, "before" },
  { RENAMED, true, "new" }, { REMOVED, false, "before" },
};

START_TEST (program_ended_at_a_moment_leaves_one_whole_file)
{
  size_t which;

  for (which = 0; which < assay_thread_ending_count; which++)
    {
      char folder[] = "check_beside.XXXXXX", file[40], content[10];
      int status;
      pid_t child;
      FILE *left;

      ck_assert_ptr_nonnull (mkdtemp (folder));
      snprintf (file, sizeof file, "%s/t", folder);
      write_file (file, "before");
      due = moments[_i].moment;
      ending = assay_thread_endings[which];
      child = fork ();
      ck_assert_int_ge (child, 0);
      if (child == 0)
        place_or_abandon (file, moments[_i].is_placed);
      due = NO_MOMENT;
      ck_assert_int_eq (waitpid (child, &status, 0), child);
      ck_assert (WIFSIGNALED (status));
      ck_assert_int_eq (WTERMSIG (status), ending);
      ck_assert_int_eq (count_files (folder), 1);
      left = fopen (file, "r");
      ck_assert_ptr_nonnull (left);
      ck_assert_ptr_nonnull (fgets (content, sizeof content, left));
      fclose (left);
      ck_assert_str_eq (content, moments[_i].left);
      unlink (file);
      rmdir (folder);
    }
}
END_TEST

/* Three files are begun, and ended one after the other, ORDER[0] first; what
   is left at every step is all that would be removed.  */
static const int orders[][3] = {
  { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 }, { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 },
};

START_TEST (files_that_ended_are_out_of_the_list)
{
  static const char *const files[] = { "beside.a", "beside.b", "beside.c" };
  struct assay_beside beside[3];
  struct assay_ctx ctx;
  int i;

  assay_ctx_init (&ctx);
  for (i = 0; i < 3; i++)
    ck_assert_int_eq (assay_beside_begin (&beside[i], files[i], &ctx),
                      ASSAY_OK);
  for (i = 0; i < 3; i++)
    {
      struct assay_beside *ended = &beside[orders[_i][i]];

      ck_assert_int_eq (assay_beside_close (ended, &ctx), ASSAY_OK);
      ck_assert_ptr_null (ended->stream);
      if (i == 1)
        assay_beside_abandon (ended);
      else
        ck_assert_int_eq (assay_beside_place (ended, &ctx), ASSAY_OK);
      ck_assert_ptr_null (ended->name);
      assay_beside_abandon (ended);
      unlinked = 0;
      /* Once, or the files of the next step are gone.  */
      if (i == 2)
        assay_beside_remove_all ();
      ck_assert_int_eq (unlinked, 0);
      ck_assert_int_eq (access (ended->file, F_OK), i == 1 ? -1 : 0);
      unlink (ended->file);
    }
}
END_TEST

START_TEST (files_that_did_not_end_are_removed)
{
  struct assay_beside beside[2];
  struct assay_ctx ctx;
  int i;

  assay_ctx_init (&ctx);
  for (i = 0; i < 2; i++)
    ck_assert_int_eq (assay_beside_begin (&beside[i], "beside.t", &ctx),
                      ASSAY_OK);
  unlinked = 0;
  assay_beside_remove_all ();
  ck_assert_int_eq (unlinked, 2);
  for (i = 0; i < 2; i++)
    {
      ck_assert_int_eq (access (beside[i].name, F_OK), -1);
      assay_beside_abandon (&beside[i]);
    }
}
END_TEST

START_TEST (file_that_cannot_be_replaced_is_named_and_leaves_nothing)
{
  struct assay_beside beside;
  struct assay_ctx ctx;
  char name[40];

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_beside_begin (&beside, "beside.d", &ctx),
                    ASSAY_OK);
  strcpy (name, beside.name);
  ck_assert_int_eq (mkdir ("beside.d", 0700), 0);
  ck_assert_int_eq (assay_beside_close (&beside, &ctx), ASSAY_OK);
  ck_assert_int_eq (assay_beside_place (&beside, &ctx), ASSAY_EIO);
  ck_assert_str_eq (ctx.error.found, strerror (EISDIR));
  ck_assert_ptr_null (beside.name);
  ck_assert_int_eq (access (name, F_OK), -1);
  unlinked = 0;
  assay_beside_remove_all ();
  ck_assert_int_eq (unlinked, 0);
  rmdir ("beside.d");
}
END_TEST

static int
waiting_endings (void)
{
  sigset_t mask;
  size_t i;
  int count = 0;

  pthread_sigmask (SIG_SETMASK, NULL, &mask);
  for (i = 0; i < assay_thread_ending_count; i++)
    count += sigismember (&mask, assay_thread_endings[i]);
  return count;
}

static void *
count_in_thread (void *data)
{
  int *count = data;

  *count = waiting_endings ();
  return NULL;
}

START_TEST (endings_go_to_the_thread_that_began_the_others)
{
  pthread_t thread;
  int count = -1;

  ck_assert (assay_thread_begin (&thread, count_in_thread, &count));
  ck_assert_int_eq (pthread_join (thread, NULL), 0);
  ck_assert_int_eq (count, 3);
  ck_assert_int_eq (waiting_endings (), 0);
}
END_TEST

START_TEST (file_that_cannot_be_made_is_named_and_leaves_nothing)
{
  struct assay_beside beside;
  struct assay_ctx ctx;
  char text[200];

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_beside_begin (&beside, "/no/such/folder/t", &ctx),
                    ASSAY_EIO);
  assay_error_render (text, sizeof text, &ctx.error, NULL);
  ck_assert_ptr_nonnull (strstr (text, "/no/such/folder/t"));
  ck_assert_ptr_nonnull (strstr (text, strerror (ENOENT)));
  ck_assert_ptr_null (beside.name);
  assay_beside_abandon (&beside);
}
END_TEST

static Suite *
beside_suite (void)
{
  Suite *suite = suite_create ("beside");
  TCase *table = tcase_create ("table");
  TCase *special = tcase_create ("special");

  tcase_add_loop_test (table,
                       program_ended_at_a_moment_leaves_one_whole_file, 0,
                       (int) (sizeof moments / sizeof moments[0]));
  tcase_add_loop_test (table, files_that_ended_are_out_of_the_list, 0, 6);
  suite_add_tcase (suite, table);
  tcase_add_test (special,
                  file_that_cannot_be_replaced_is_named_and_leaves_nothing);
  tcase_add_test (special, files_that_did_not_end_are_removed);
  tcase_add_test (special, endings_go_to_the_thread_that_began_the_others);
  tcase_add_test (special,
                  file_that_cannot_be_made_is_named_and_leaves_nothing);
  suite_add_tcase (suite, special);
  return suite;
}

int
main (void)
{
  return testing_run (beside_suite ());
}
