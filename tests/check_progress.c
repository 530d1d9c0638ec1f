/* check_progress.c -- what a long judgement shows on a terminal */

#define _XOPEN_SOURCE 700

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/progress.h"
#include "testing.h"

/* What stands in the place of standard error: the other end, and the one that
   it has in the meantime.  */
static int shown, kept;

static void
replace_stderr (int by)
{
  kept = dup (STDERR_FILENO);
  ck_assert_int_ge (kept, 0);
  ck_assert_int_ge (dup2 (by, STDERR_FILENO), 0);
  close (by);
  ck_assert_int_eq (fcntl (shown, F_SETFL, O_NONBLOCK), 0);
}

static void
begin_terminal (void)
{
  int slave;

  shown = posix_openpt (O_RDWR | O_NOCTTY);
  ck_assert_int_ge (shown, 0);
  ck_assert_int_eq (grantpt (shown), 0);
  ck_assert_int_eq (unlockpt (shown), 0);
  slave = open (ptsname (shown), O_RDWR | O_NOCTTY);
  ck_assert_int_ge (slave, 0);
  replace_stderr (slave);
}

static void
begin_pipe (void)
{
  int ends[2];

  ck_assert_int_eq (pipe (ends), 0);
  shown = ends[0];
  replace_stderr (ends[1]);
}

/* TEXT <- what has been shown since the last call.  */
static void
take (char *text, size_t size)
{
  ssize_t n = read (shown, text, size - 1);

  text[n > 0 ? n : 0] = '\0';
}

static void
end (void)
{
  dup2 (kept, STDERR_FILENO);
  close (kept);
  close (shown);
}

START_TEST (terminal_shows_rate_and_time_left_five_times_a_second)
{
  struct assay_progress progress;
  char first[200], second[200], third[200], erased[200];

  begin_terminal ();
  assay_progress_init (&progress, "rows");
  assay_progress_show (1, 10000, &progress);
  take (first, sizeof first);
  progress.start.tv_sec -= 2000;
  progress.last.tv_sec -= 1;
  assay_progress_show (0, 10000, &progress);
  assay_progress_show (5000, 10000, &progress);
  take (second, sizeof second);
  assay_progress_show (5001, 10000, &progress);
  take (third, sizeof third);
  assay_progress_end (&progress);
  take (erased, sizeof erased);
  end ();
  ck_assert_str_eq (first, "");
  ck_assert_str_eq (second, "\r\033[K5000 of 10000 rows, 2.5 a second, "
                    "2000 s left");
  ck_assert_str_eq (third, "");
  ck_assert_str_eq (erased, "\r\033[K");
}
END_TEST

START_TEST (what_is_no_terminal_shows_nothing)
{
  struct assay_progress progress;
  char text[200];

  begin_pipe ();
  assay_progress_init (&progress, "rows");
  progress.start.tv_sec -= 2000;
  progress.last.tv_sec -= 1;
  assay_progress_show (5000, 10000, &progress);
  assay_progress_end (&progress);
  take (text, sizeof text);
  end ();
  ck_assert_str_eq (text, "");
}
END_TEST

static Suite *
progress_suite (void)
{
  Suite *suite = suite_create ("progress");
  TCase *table = tcase_create ("table");

  tcase_add_test (table,
                  terminal_shows_rate_and_time_left_five_times_a_second);
  tcase_add_test (table, what_is_no_terminal_shows_nothing);
  suite_add_tcase (suite, table);
  return suite;
}

int
main (void)
{
  return testing_run (progress_suite ());
}
