#!/bin/sh
# style.sh -- the house style of README.dev, where a machine can see it

set -u
# shellcheck source=tests/planting.sh
. "$(dirname "$0")/planting.sh"

rules=$ASSAY_SOURCE/tests/style.awk

# Without the files that Bison and Flex write.
c_files ()
{
  find src oracle tests bench -name '*.[chyl]' 2>/dev/null | sort \
    | while IFS= read -r file; do
        case $file in
          *.[ch])
            if [ -f "${file%.?}.y" ] || [ -f "${file%.?}.l" ]; then
              continue
            fi ;;
        esac
        printf '%s\n' "$file"
      done
}

scripts ()
{
  find tests scripts bench bootstrap .ci/run -type f 2>/dev/null | sort \
    | grep -E '(\.sh|\.awk|^bootstrap|^\.ci/run)$'
}

violations ()
{
  (cd "$1" || exit
   c_files | xargs -r awk -f "$rules"
   # shellcheck disable=SC2016
   scripts | xargs -r awk '
     length ($0) > 79 { print FILENAME ":" FNR ": " length ($0) " columns" }
     /\t/ && FILENAME !~ /\.awk$/ { print FILENAME ":" FNR ": a tab" }
     /(^|[^A-Za-z])(TO[D]O|XX[X]|HAC[K])([^A-Za-z]|$)/ {
       print FILENAME ":" FNR ": a word for unfinished work"
     }'
   { c_files; scripts; } | sed 's|.*/||' | sort | uniq -d \
     | sed 's/$/: two files of this name/')
}

sources_are_clean

# The body of a good file; each plant below spoils one thing.
good='/* planted.c -- a file in house style */

#include <stdio.h>

#define PLANTED_PAIR(a, b) \
  pair (a, b)

struct planted
{
  int count;
};

static const int table[] =
{
  1, 2
};

/* Says (twice) what "double (" is: no float here.  */
static int
planted_twice (const char *name,
               int count)
{
  puts ("// mpfr_init (x) and double(y)");
  return 2 * count + '"'('"';
}

START_TEST (planted_test)
{
  puts ("x");
}
END_TEST
'

new_tree
printf '%s' "$good" | plant src/exact/planted.c
unplanted 'a good file'

spoil ()
{
  printf '%s' "$good" | sed "$3" | plant src/exact/planted.c
  planted "$1" "$2"
}

tab=$(printf '\t')
spoil 'a long line' '80 columns' \
  "s|^  puts (\"x\");|  puts (\"$(printf '%068d' 0)\");|"
spoil 'a tab' 'a tab' "s/^  return/${tab}return/"
spoil 'a blank at the end' 'a blank at the end' 's/^  int count;$/& /'
spoil 'unfinished work' ':18: a word' "s|^/. Says|/* TO""DO says|"
spoil 'a word for it' ':18: a word' "s|^/. Says|/* A stu""b says|"
spoil 'a // comment' 'a // comment' 's|^  int count;|& // how many|'
spoil 'default precision' 'default precision' \
  's/^  puts ("x")/  mpfr_init (x)/'
spoil 'default precision of an interval' 'default precision' \
  's/^  puts ("x")/  mpfi_init (x)/'
spoil 'changed defaults' "MPFR's defaults" \
  's/^  puts ("x")/  mpfr_set_default_prec (53)/'
spoil 'mpq_set_str' 'mpq_set_str outside' \
  's/^  puts ("x")/  mpq_set_str (q, "1", 10)/'
spoil 'a thread of its own' 'use assay_thread_begin' \
  's/^  puts ("x")/  pthread_create (t, NULL, f, p)/'
spoil 'a double' 'floating-point type' 's/^  int count/  double count/'
spoil 'an argument out of its column' 'column 14 for 16' \
  's/^ *int count)/             int count)/'
spoil 'a missing space' 'no space' 's/^  puts ("x")/  puts("x")/'
spoil 'a head in one line' 'column one, its type above' \
  's/^static int$/static/;s/^planted_twice/int &/;s/^ *int count)/    &/'
spoil 'a brace behind the head' 'brace of a function' \
  's/^START_TEST.*/& {/;/^START_TEST/{n;d;}'

new_tree
printf '%s' "$good" | sed 's/^  puts ("x")/  mpq_set_str (q, "1", 10)/' \
  | plant src/exact/rat.c
unplanted 'mpq_set_str where it belongs'

# long_function LINES
long_function ()
{
  printf 'int\nplanted (void)\n{\n'
  yes '  puts ("x");' | head -n "$1"
  printf '}\n'
}

new_tree
long_function 60 | plant src/exact/planted.c
unplanted 'a function just short enough'
long_function 61 | plant src/exact/planted.c
planted 'a long function' 'a function of 61 lines'
{
  echo '/* Long on purpose: a table of cases.  */'
  long_function 61
} | plant src/exact/planted.c
unplanted 'a long function with its reason'

yes 'int x;' | head -n 501 | plant src/exact/planted.c
planted 'a long file' ':501: more than 500 lines'

new_tree
printf '%s' "$good" | plant src/exact/planted.c
printf '%s' "$good" | plant src/real/planted.c
planted 'two files of one name' 'planted.c: two files of this name'

new_tree
printf 'if true; then\n\techo\nfi\n' | plant tests/planted.sh
planted 'a tab in a script' 'planted.sh:2: a tab'

finish
