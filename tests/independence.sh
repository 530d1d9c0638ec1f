#!/bin/sh
# independence.sh -- the oracle and the main path share no code
#
# The oracle includes its own header and the system's, is compiled without a
# path to src/ and uses no symbol of the main path, of MPFR or of MPFI.  The
# main path knows nothing of the oracle; one file of the program,
# src/cli/families.c, knows both and compares them.

set -u
# shellcheck source=tests/planting.sh
. "$(dirname "$0")/planting.sh"

MEETING_POINT=src/cli/families.c
NM=${NM:-nm}
CC=${CC:-cc}

# An include of the oracle is "oracle.h", or a <header> that is neither ours
# nor MPFR's nor MPFI's.
check_includes ()
{
  find oracle -name '*.[ch]' -exec grep -H '^ *# *include ' '{}' + \
    2>/dev/null | sort | while IFS= read -r line; do
        file=${line%%:*}
        included=${line#*include}
        included=${included##* }
        name=${included#[<\"]}
        name=${name%%[>\"]*}
        case $included in
          '"oracle.h"'* | '"oracle_value.h"'* | '"oracle_models.h"'*) ;;
          '"oracle_kernel.h"'* | '"oracle_mistake.h"'*) ;;
          '"oracle_turn.h"'*) ;;
          *mpf[ri]*) echo "$file: includes $included" ;;
          '<'*)
            [ ! -f "src/$name" ] && [ ! -f "$name" ] \
              || echo "$file: includes $included, a file of this project" ;;
          *) echo "$file: includes $included" ;;
        esac
      done
}

# The targets of Makefile.am made from oracle/: where their compiler looks and
# what they are linked with.
check_makefile ()
{
  awk '
    { line = line $0 }
    /\\$/ { sub (/\\$/, " ", line); next }
    {
      if (line ~ /^[A-Za-z_]+ *\+?=/) {
        name = value = line
        sub (/ *\+?=.*/, "", name)
        sub (/^[^=]*=/, "", value)
        variable[name] = variable[name] " " value
      }
      line = ""
    }
    function judge(name,    value)
    {
      value = variable[name]
      gsub (/\$\((top_)?srcdir\)/, "", value)
      if (name !~ /^AM_/ && value ~ /\$\(/ && name !~ /LDADD$/)
        print "Makefile.am: " name " hides its options in a variable"
      else if (value ~ /-I[^ ]*src/)
        print "Makefile.am: " name " names a path to src:" value
      else if (name ~ /(LDADD|LIBADD)$/ && value ~ /assay|mpf[ri]/)
        print "Makefile.am: " name " links the main path:" value
    }
    END {
      judge("AM_CPPFLAGS")
      judge("AM_CFLAGS")
      for (name in variable)
        if (name ~ /_SOURCES$/ && variable[name] ~ / oracle\//) {
          if (variable[name] ~ / src\//)
            print "Makefile.am: " name " mixes oracle/ and src/"
          target = name
          sub (/_SOURCES$/, "", target)
          judge(target "_CPPFLAGS")
          judge(target "_CFLAGS")
          judge(target "_LDADD")
        }
    }' Makefile.am
}

# users_of PATTERN FILE...: each file with a symbol matching it, defined or
# not, and the first such symbol, one pair a line.
users_of ()
{
  pattern=$1
  shift
  [ $# -gt 0 ] || return 0
  $NM -A -P "$@" | awk -v pattern="^_?($pattern)" 'NF > 2 && $2 ~ pattern {
    file = $1
    sub (/(\[[^]]*\])?:$/, "", file)
    if (!seen[file]++)
      print file, $2
  }'
}

# objects_in FOLDER: each object that the build made of its sources, behind the
# source's name.  Names of files are unique, and an object is called after its
# file, behind its target's name or without.
objects_in ()
{
  find "$1" -name '*.c' 2>/dev/null | sort | while IFS= read -r file; do
    stem=${file%.c}
    for object in "$build/$stem".o "$build/${stem%/*}"/*-"${stem##*/}".o; do
      [ ! -f "$object" ] || printf '%s %s\n' "$file" "$object"
    done
  done
}

# blame WHOSE: pairs of an object and a symbol, told by the source's name.
blame ()
{
  awk 'NR == FNR { source[$2] = $1; next }
       { print ($1 in source ? source[$1] : $1) ": uses " $2 }' "$1" -
}

check_symbols ()
{
  foreign='assay_|mpfr_|mpfi_|__gmpfr'
  objects_in oracle >"$scratch/oracle.objects"
  find oracle -name '*.c' 2>/dev/null | sort | while IFS= read -r file; do
    grep -q "^$file " "$scratch/oracle.objects" \
      || echo "$file: has no object in $build to look at"
  done
  # shellcheck disable=SC2046
  users_of "$foreign" $(cut -d ' ' -f 2 "$scratch/oracle.objects") \
    | blame "$scratch/oracle.objects"
  if [ -f "$build/liboracle.a" ]; then
    users_of "$foreign" "$build/liboracle.a" | sed 's|.* |liboracle.a: uses |'
  fi
  users_of oracle_ "$build/libassay.a" | sed 's|.* |libassay.a: uses |'
  objects_in src >"$scratch/src.objects"
  # shellcheck disable=SC2046
  users_of oracle_ $(cut -d ' ' -f 2 "$scratch/src.objects") \
    | blame "$scratch/src.objects" >"$scratch/users"
  if grep -q "^$MEETING_POINT " "$scratch/src.objects" \
     && ! grep -q "^$MEETING_POINT: " "$scratch/users"; then
    echo "$MEETING_POINT: does not use the oracle"
  fi
  grep -v "^$MEETING_POINT: " "$scratch/users"
}

violations ()
{
  build=$1/build
  [ "$1" != "$ASSAY_SOURCE" ] || build=$ASSAY_BUILD
  (cd "$1" && check_includes && check_makefile && check_symbols)
}

sources_are_clean

# ---- planted faults --------------------------------------------------------

good_tree ()
{
  new_tree
  plant src/base/planted.h </dev/null
  echo 'int assay_planted (void) { return 1; }' | plant src/base/planted.c
  echo 'int oracle_planted (void) { return 1; }' | plant oracle/orb.c
  printf '%s\n' '#include <gmp.h>' '#include "oracle.h"' \
    | plant oracle/oracle.h
  plant Makefile.am <<'END'
AM_CFLAGS = $(ASSAY_CFLAGS)
libassay_a_CPPFLAGS = -I$(srcdir)/src
libassay_a_SOURCES = \
  src/base/planted.c
liboracle_a_CPPFLAGS = -I$(srcdir)/oracle
liboracle_a_SOURCES = \
  oracle/orb.c
check_both_CPPFLAGS = -I$(srcdir)/src -I$(srcdir)/oracle
check_both_SOURCES = tests/check_both.c
END
  compile libassay_a src/base/planted.c
  compile liboracle_a oracle/orb.c
  archive
}

# compile TARGET FILE: the object that automake would make.
compile ()
{
  mkdir -p "$tree/build/$(dirname "$2")"
  # shellcheck disable=SC2086
  $CC -c -o "$tree/build/$(dirname "$2")/$1-$(basename "$2" .c).o" \
      "$tree/$2" || failed=1
}

archive ()
{
  rm -f "$tree"/build/*.a
  ar cr "$tree/build/libassay.a" "$tree"/build/src/base/*.o
  ar cr "$tree/build/liboracle.a" "$tree"/build/oracle/*.o
}

good_tree
unplanted 'two families apart'

echo '#include "../src/base/planted.h"' | plant oracle/orb.h
planted 'an include by path' 'orb.h: includes "../src'
echo '#include <base/planted.h>' | plant oracle/orb.h
planted 'an include in angles' 'a file of this project'
echo '# include <mpfr.h>' | plant oracle/orb.h
planted 'an include of MPFR' 'includes <mpfr.h>'
rm "$tree/oracle/orb.h"

good_tree
# shellcheck disable=SC2016
sed 's|^liboracle_a_CPPFLAGS = .*|& -I$(srcdir)/src|' "$tree/Makefile.am" \
  >"$scratch/edited"
plant Makefile.am <"$scratch/edited"
planted 'an include path' 'liboracle_a_CPPFLAGS names a path to src'

good_tree
echo 'AM_CPPFLAGS = -Isrc' >>"$tree/Makefile.am"
planted 'an include path for everybody' 'AM_CPPFLAGS names a path'

good_tree
echo 'liboracle_a_SOURCES += src/base/planted.c' >>"$tree/Makefile.am"
planted 'a shared source' 'liboracle_a_SOURCES mixes'

good_tree
printf '%s\n' 'orb_SOURCES = oracle/main.c' 'orb_LDADD = libassay.a' \
  >>"$tree/Makefile.am"
planted 'a shared library' 'orb_LDADD links the main path'

for symbol in assay_planted mpfr_exp mpfi_exp; do
  good_tree
  printf 'int %s (void);\nint oracle_planted (void)\n{ return %s (); }\n' \
         $symbol $symbol | plant oracle/orb.c
  compile liboracle_a oracle/orb.c
  planted "a call of $symbol" "oracle/orb.c: uses $symbol"
done

good_tree
echo 'int assay_planted (void) { return 1; }' | plant oracle/unlisted.c
planted 'an oracle that is not built' 'unlisted.c: has no object'

good_tree
printf 'int oracle_planted (void);\n%s\n' \
       'int assay_other (void) { return oracle_planted (); }' \
  | plant src/cli/other.c
compile assay src/cli/other.c
planted 'a second meeting point' 'src/cli/other.c: uses oracle_planted'

mv "$tree/src/cli/other.c" "$tree/$MEETING_POINT"
mv "$tree/build/src/cli/assay-other.o" "$tree/build/src/cli/assay-families.o"
unplanted 'the one meeting point'

compile libassay_a "$MEETING_POINT"
mv "$tree/build/src/cli/libassay_a-families.o" "$tree/build/src/base"
archive
planted 'a meeting point inside the library' 'libassay.a: uses oracle_planted'

good_tree
echo 'int assay_families (void) { return 1; }' | plant "$MEETING_POINT"
compile assay "$MEETING_POINT"
planted 'a meeting point without the oracle' 'does not use the oracle'

finish
