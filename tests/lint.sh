#!/bin/sh
# lint.sh -- what cppcheck has to say about the sources: nothing
#
# It takes a minute and is run by .ci/run, not by `make check'.  Uninitialised
# variables are left to the compilers and valgrind: cppcheck takes the array
# types of GMP, MPFR and MPFI for values when their init functions get them.

set -u
ASSAY_SOURCE=${ASSAY_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
trap 'exit 99' HUP INT TERM

command -v cppcheck >/dev/null || {
  echo 'cppcheck is not installed'
  exit 77
}

# complaints FOLDER...: one line each.
complaints ()
{
  cppcheck --quiet --std=c11 --language=c -j2 \
    --enable=warning,portability --suppress=missingInclude \
    --suppress=uninitvar --suppress=legacyUninitvar \
    -I "$ASSAY_SOURCE/src" -I "$ASSAY_SOURCE/oracle" \
    --template='{file}:{line}: {message} [{id}]' "$@" 2>&1
}

mkdir "$scratch/planted"
cat >"$scratch/planted/planted.c" <<'END'
#include <stdio.h>

void
planted (int *x)
{
  *x = 1;
  if (x == NULL)
    puts ("null");
}
END
complaints "$scratch/planted" | grep -q '\[nullPointerRedundantCheck\]' || {
  echo 'a planted fault was not found'
  exit 1
}

complaints "$ASSAY_SOURCE/src" "$ASSAY_SOURCE/oracle" >"$scratch/found"
if [ -s "$scratch/found" ]; then
  cat "$scratch/found"
  exit 1
fi
echo 'lint.sh: cppcheck has no complaint, and a planted fault was found'
