#!/bin/sh
# lint.sh -- what cppcheck and clang-tidy say about the sources: nothing
#
# It takes a minute or two and is run by .ci/run, not by `make check'.  A tool
# that is not installed is left out, and said so.  clang-tidy's checks, and the
# reasons for those it does not make, are in .clang-tidy; it needs a build for
# the headers that are made.  Uninitialised variables are left to the compilers
# and valgrind: cppcheck takes the array types of GMP, MPFR and MPFI for values
# when their init functions get them.

set -u
# shellcheck source=tests/scratch.sh
. "$(dirname "$0")/scratch.sh"
jobs=$(nproc 2>/dev/null || echo 1)
failed=0 ran=

# by_cppcheck FOLDER...: its complaints, one line each.
by_cppcheck ()
{
  cppcheck --quiet --std=c11 --language=c -j"$jobs" \
    --enable=warning,portability --suppress=missingInclude \
    --suppress=uninitvar --suppress=legacyUninitvar \
    -I "$ASSAY_SOURCE/src" -I "$ASSAY_SOURCE/oracle" \
    --template='{file}:{line}: {message} [{id}]' "$@" 2>&1
}

# by_clang_tidy FOLDER...: its complaints, one line each.
by_clang_tidy ()
{
  # shellcheck disable=SC2016 # the inner shell's arguments
  find "$@" -name '*.c' | sort \
    | ASSAY_SOURCE=$ASSAY_SOURCE ASSAY_BUILD=$ASSAY_BUILD \
      xargs -n 16 -P "$jobs" sh -c '
        clang-tidy --quiet --config-file="$ASSAY_SOURCE/.clang-tidy" "$@" \
          -- -std=c11 -DHAVE_CONFIG_H -D_GNU_SOURCE -I"$ASSAY_BUILD" \
          -I"$ASSAY_BUILD/src" -I"$ASSAY_SOURCE/src" \
          -I"$ASSAY_SOURCE/oracle" 2>&1' clang-tidy \
    | grep -E ': (warning|error): ' | sort -u
}

# finds TOOL WHAT PATTERN: must see the fault of standard input.
finds ()
{
  mkdir -p "$scratch/planted"
  cat >"$scratch/planted/planted.c"
  "$1" "$scratch/planted" | grep -q -e "$3" || {
    echo "planted $2: not found"
    failed=1
  }
}

# passes TOOL: has no complaint about the sources.
passes ()
{
  "$1" "$ASSAY_SOURCE/src" "$ASSAY_SOURCE/oracle" >"$scratch/found"
  if [ -s "$scratch/found" ]; then
    cat "$scratch/found"
    failed=1
  fi
  ran="$ran $1"
}

if command -v cppcheck >/dev/null; then
  finds by_cppcheck 'a comparison that comes too late' \
    '\[nullPointerRedundantCheck\]' <<'END'
#include <stdio.h>

void
planted (int *x)
{
  *x = 1;
  if (x == NULL)
    puts ("null");
}
END
  passes by_cppcheck
else
  echo 'cppcheck is not installed'
fi

if ! command -v clang-tidy >/dev/null; then
  echo 'clang-tidy is not installed'
elif [ ! -f "$ASSAY_BUILD/config.h" ]; then
  echo "clang-tidy was left out: $ASSAY_BUILD has no config.h, build first"
else
  finds by_clang_tidy 'a branch like its neighbour' \
    '\[bugprone-branch-clone\]' <<'END'
int
planted (int x)
{
  if (x < 0)
    return 1;
  else if (x == 0)
    return 2;
  else
    return 2;
}
END
  finds by_clang_tidy 'one operand twice' \
    '\[misc-redundant-expression\]' <<'END'
int
planted (int x, int y)
{
  return x > y && x > y;
}
END
  passes by_clang_tidy
fi

[ $failed -eq 0 ] || exit 1
[ -n "$ran" ] || exit 77
echo "lint.sh: no complaint, every planted fault was found;$ran"
