/* check_memory.c -- allocation that succeeds or ends the program, and the
   small blocks that are used again */

#include <gmp.h>
#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "testing.h"

#ifdef __has_feature
# if __has_feature (address_sanitizer)
#  define SEES_RELEASES
# endif
#endif
#ifdef __SANITIZE_ADDRESS__
# define SEES_RELEASES
#endif
#ifdef SEES_RELEASES
enum { IS_POOLED = 0 };
#else
enum { IS_POOLED = 1 };
#endif

enum { CLASS = 16, LARGEST = 256 };

START_TEST (released_blocks_serve_their_own_sizes_last_first)
{
  size_t size;

  for (size = 1; size <= LARGEST + CLASS && IS_POOLED; size++)
    {
      size_t largest = (size + CLASS - 1) / CLASS * CLASS;
      char *first = assay_memory_take (size);
      char *second = assay_memory_take (size), *again, *other;

      memset (first, '#', size);
      memset (second, '#', size);
      assay_memory_give (first, size);
      assay_memory_give (second, size);
      other = assay_memory_take (largest + 1);
      again = assay_memory_take (largest);
      if (largest <= LARGEST)
        {
          ck_assert_ptr_ne (other, first);
          ck_assert_ptr_ne (other, second);
          ck_assert_ptr_eq (again, second);
          ck_assert_ptr_eq (assay_memory_take (largest - CLASS + 1), first);
          free (first);
        }
      free (again);
      free (other);
    }
}
END_TEST

START_TEST (blocks_are_zeroed_whether_new_or_used_again)
{
  size_t size, i, round, wrong;

  for (size = 0; size <= LARGEST + CLASS; size++)
    for (round = 0; round < 3; round++)
      {
        char *block = assay_memory_take (size);

        ck_assert_ptr_nonnull (block);
        for (i = wrong = 0; i < size; i++)
          wrong += block[i] != 0;
        ck_assert_uint_eq (wrong, 0);
        memset (block, '#', size);
        assay_memory_give (block, size);
      }
  assay_memory_give (NULL, 8);
  assay_memory_end_thread ();
}
END_TEST

/* From each size to each, by the functions that GMP is given.  */
START_TEST (resized_numbers_keep_what_fits)
{
  void *(*allocate) (size_t), *(*resize) (void *, size_t, size_t);
  void (*release) (void *, size_t);
  size_t from, to, i, wrong;

  assay_memory_install ();
  mp_get_memory_functions (&allocate, &resize, &release);
  for (from = 1; from <= LARGEST + 3 * CLASS; from += 7)
    for (to = 1; to <= LARGEST + 3 * CLASS; to += 7)
      {
        char *block = allocate (from), *resized;

        for (i = 0; i < from; i++)
          block[i] = (char) i;
        resized = resize (block, from, to);
        for (i = wrong = 0; i < from && i < to; i++)
          wrong += resized[i] != (char) i;
        ck_assert_uint_eq (wrong, 0);
        if (IS_POOLED && from <= LARGEST
            && (from - 1) / CLASS == (to - 1) / CLASS)
          ck_assert_ptr_eq (resized, block);
        memset (resized, '#', to);
        release (resized, to);
      }
  assay_memory_end_thread ();
}
END_TEST

/* A thread's lists, once given back, hold nothing: what is then released and
   taken comes in the order of those blocks alone.  */
START_TEST (lists_are_empty_once_they_were_given_back)
{
  void *first = assay_memory_take (40), *second;

  assay_memory_give (first, 40);
  assay_memory_end_thread ();
  first = assay_memory_take (40);
  second = assay_memory_take (40);
  ck_assert_ptr_ne (first, second);
  memset (first, '#', 40);
  memset (second, '#', 40);
  free (first);
  free (second);
}
END_TEST

START_TEST (libraries_allocate_the_same_way)
{
  void *(*gmp_allocate) (size_t), *(*json_allocate) (size_t);
  void (*json_release) (void *);

  assay_memory_install ();
  mp_get_memory_functions (&gmp_allocate, NULL, NULL);
  json_get_alloc_funcs (&json_allocate, &json_release);
  ck_assert (json_allocate == gmp_allocate);
  ck_assert (json_release == free);
}
END_TEST

/* NTH of four allocations, each of another kind, fails.  */
static void
allocate_four (unsigned long nth)
{
  void *block[4];

  block[0] = assay_memory_take (100);
  assay_memory_give (block[0], 100);
  assay_memory_fail_at (nth);
  block[0] = assay_memory_take (100);
  block[1] = assay_calloc (3, 5);
  block[2] = assay_realloc (NULL, 3, 5);
  block[3] = assay_strdup ("text");
  for (int i = 0; i < 4; i++)
    free (block[i]);
  _exit (0);
}

/* What a child that runs allocate_four leaves: its status, and SAID.  */
static int
status_of_four (char *said, size_t size, unsigned long nth)
{
  int ends[2], status;
  ssize_t length;
  pid_t child;

  ck_assert_int_eq (pipe (ends), 0);
  child = fork ();
  ck_assert_int_ge (child, 0);
  if (child == 0)
    {
      dup2 (ends[1], STDERR_FILENO);
      allocate_four (nth);
    }
  close (ends[1]);
  length = read (ends[0], said, size - 1);
  ck_assert_int_ge (length, 0);
  said[length] = '\0';
  close (ends[0]);
  ck_assert_int_eq (waitpid (child, &status, 0), child);
  ck_assert (WIFEXITED (status));
  return WEXITSTATUS (status);
}

START_TEST (allocation_that_is_to_fail_ends_the_program)
{
  static const int bytes[] = { 0, 100, 15, 15, 5 };
  char said[200], due[200] = "";
  int nth = _i;

  ck_assert_int_eq (status_of_four (said, sizeof said, (unsigned long) nth),
                    nth >= 1 && nth <= 4 ? 2 : 0);
  if (nth >= 1 && nth <= 4)
    snprintf (due, sizeof due, "assay: limit: expected %d bytes of memory, "
              "found none\n", bytes[nth]);
  ck_assert_str_eq (said, due);
}
END_TEST

START_TEST (product_that_wraps_is_no_size)
{
  pid_t child = fork ();
  int status;

  ck_assert_int_ge (child, 0);
  if (child == 0)
    {
      close (STDERR_FILENO);
      free (assay_realloc (NULL, SIZE_MAX / 8 + 2, 8));
      _exit (0);
    }
  ck_assert_int_eq (waitpid (child, &status, 0), child);
  ck_assert (WIFEXITED (status));
  ck_assert_int_eq (WEXITSTATUS (status), 2);
}
END_TEST

static Suite *
memory_suite (void)
{
  Suite *suite = suite_create ("memory");
  TCase *special = tcase_create ("special");
  TCase *relations = tcase_create ("relations");

  tcase_add_loop_test (special, allocation_that_is_to_fail_ends_the_program,
                       0, 6);
  tcase_add_test (special, product_that_wraps_is_no_size);
  tcase_add_test (special, libraries_allocate_the_same_way);
  tcase_add_test (special, lists_are_empty_once_they_were_given_back);
  suite_add_tcase (suite, special);
  tcase_add_test (relations,
                  released_blocks_serve_their_own_sizes_last_first);
  tcase_add_test (relations, blocks_are_zeroed_whether_new_or_used_again);
  tcase_add_test (relations, resized_numbers_keep_what_fits);
  suite_add_tcase (suite, relations);
  return suite;
}

int
main (void)
{
  return testing_run (memory_suite ());
}
