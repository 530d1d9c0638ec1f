#!/bin/sh
# power.sh -- the tests find faults: each mutant of tests/power/mutants.txt
# turns the test that is named with it red
#
# A mutant that does not apply, does not compile or is not found by its test
# is a failure, and so is a test that is red without any fault.  Only the
# changed file is compiled and only the program that the test runs is linked:
# its object stands before libassay.a and takes the place of the member.

# shellcheck disable=SC2031  # what runs in a share has a scratch of its own
set -u
# shellcheck source=tests/scratch.sh
. "$(dirname "$0")/scratch.sh"
CC=${CC:-cc}
export ASSAY_SOURCE

judged_here 'the power of the tests is measured'

# A twentieth of the random cases is enough for these faults.
ASSAY_TEST_SCALE=0.05
CK_DEFAULT_TIMEOUT=10
CK_FORK=yes
export ASSAY_TEST_SCALE CK_DEFAULT_TIMEOUT CK_FORK
unset ASSAY_SEED

# A fault may loop or fill the memory.
limited ()
{
  # shellcheck disable=SC3045
  (ulimit -v 4000000 2>/dev/null
   if command -v timeout >/dev/null; then
     exec timeout 20 "$@"
   fi
   exec "$@")
}

# cut_into_mutants FILE FOLDER: one folder a mutant, with what it says.
cut_into_mutants ()
{
  awk -v folder="$2" '
    function put (name, text) {
      print text >(here "/" name)
      close (here "/" name)
    }
    /^$/ { here = ""; next }
    /^# / && here == "" {
      if (heading++ == 0)
        next
      here = sprintf ("%s/%03d", folder, ++count)
      system ("mkdir -p " here)
      put("name", substr ($0, 3))
      group = 1
      next
    }
    here == "" { next }
    { rest = substr ($0, 3) }
    /^= / {
      sub (/^.* in /, "", rest)
      put("unit", rest)
      rest = substr ($0, 3)
      sub (/ in .*/, "", rest)
      put("file", rest)
    }
    /^\^ / { put("after." group, rest) }
    /^- / { put("from." group, rest) }
    /^\+ / { put("to." group, rest); group++ }
    /^\? / { put("test", rest) }' "$1"
}

# replace FROM TO AFTER <OLD >NEW: fails unless FROM, from the first line with
# AFTER on, is there; without AFTER it must be there once.
replace ()
{
  from=$1 to=$2 after=$3 awk '
    BEGIN {
      from = ENVIRON["from"]
      to = ENVIRON["to"]
      after = ENVIRON["after"]
      reached = after == ""
    }
    !reached && index ($0, after) { reached = 1 }
    reached && (at = index ($0, from)) && (after == "" || count == 0) {
      count++
      $0 = substr ($0, 1, at - 1) to substr ($0, at + length (from))
    }
    { print }
    END { exit count != 1 }'
}

# mutate MUTANT: its changed file, a header's in a folder of its own.
mutate ()
{
  cp "$ASSAY_SOURCE/$(cat "$1/file")" "$1/mutant.c" || return 1
  chmod u+w "$1/mutant.c"
  for part in "$1"/from.*; do
    group=${part##*.}
    replace "$(cat "$part")" "$(cat "$1/to.$group")" \
      "$(cat "$1/after.$group" 2>/dev/null)" \
      <"$1/mutant.c" >"$1/changed.c" || return 1
    mv "$1/changed.c" "$1/mutant.c"
  done
  case $(cat "$1/file") in
    *.h)
      header=$1/include/$(sed 's|^src/||' "$1/file")
      mkdir -p "$(dirname "$header")"
      mv "$1/mutant.c" "$header"
      cp "$ASSAY_SOURCE/$(cat "$1/unit")" "$1/mutant.c" ;;
  esac
}

compile ()
{
  # shellcheck disable=SC2086
  $CC -DHAVE_CONFIG_H -I"$1/include" -I"$ASSAY_BUILD" -I"$ASSAY_SOURCE/src" \
    -I"$ASSAY_BUILD/src" ${CPPFLAGS-} -std=c11 -D_POSIX_C_SOURCE=200809L \
    -O0 -w -c "$1/mutant.c" -o "$1/mutant.o" >"$1/said" 2>&1
}

# objects_of PROGRAM MUTANT: without the one whose place the mutant takes.
objects_of ()
{
  changed=$(basename "$(cat "$2/unit")" .c).o
  case $1 in
    assay) set -- "$ASSAY_BUILD"/src/cli/assay-*.o ;;
    *) set -- "$ASSAY_BUILD/tests/$1"-*.o ;;
  esac
  for object; do
    [ "${object##*-}" = "$changed" ] || printf '%s\n' "$object"
  done
}

# build PROGRAM MUTANT: the program with the fault in it.
build ()
{
  case $1 in
    assay) testing= ;;
    *) testing="libtensortesting.a libtesting.a ${CHECK_LIBS-}" ;;
  esac
  # shellcheck disable=SC2046,SC2086
  (cd "$ASSAY_BUILD" \
   && $CC ${CFLAGS-} ${LDFLAGS-} -s -o "$2/$1" $(objects_of "$1" "$2") \
        "$2/mutant.o" libfamilies.a $testing libassay.a liboracle.a \
        libassay.a ${LIBS-}) >"$2/said" 2>&1
}

# finds PROGRAM TEST: whether the test is red.  TEST is session/NAME: CASE or
# SUITE: CASE/TEST; 2 when there is no such test.
finds ()
{
  suite=${2%%: *}
  test=${2#*: }
  case $suite in
    session/*)
      ASSAY=$1 limited sh "$ASSAY_SOURCE/tests/cli.sh" --case "$test" \
        "$ASSAY_SOURCE/tests/cli/${suite#session/}.session" \
        >"$scratch/output" 2>&1
      status=$?
      [ $status -ne 0 ] || return 1
      [ $status -ne 99 ] || return 2 ;;
    *)
      (cd "$scratch" && CK_RUN_CASE=${test%%/*} limited "$1") \
        >"$scratch/output" 2>&1 && return 1
      grep -q ":[FE]:${test%%/*}:${test#*/}:" "$scratch/output" \
        || return 2 ;;
  esac
}

# case_of TEST: a suite runs whole cases.
case_of ()
{
  case $1 in
    session/*) printf '%s\n' "$1" ;;
    *) printf '%s\n' "${1%/*}/" ;;
  esac
}

# share SHARE: every second line.
share ()
{
  awk -v share="$1" 'NR % 2 == share'
}

# prove_green SHARE: the cases that are green without any fault, of every
# second one that a mutant names.
prove_green ()
{
  cat "$mutants"/*/test | while IFS= read -r test; do
    case_of "$test"
  done | sort -u | share "$1" >"$scratch/cases"
  while IFS= read -r case; do
    case $case in
      session/*) sound=$ASSAY ;;
      *) sound=$ASSAY_BUILD/${case%%: *} ;;
    esac
    finds "$sound" "$case" </dev/null
    [ $? -ne 1 ] || printf '%s\n' "$case"
  done <"$scratch/cases" >"$scratch/green"
}

# is_green TEST: whether there is such a test, and it is green without a fault.
is_green ()
{
  case $1 in
    session/*) ;;
    *) grep -q "START_TEST (${1##*/})" "$ASSAY_SOURCE/tests/${1%%: *}.c" \
         || return 1 ;;
  esac
  grep -qxF -e "$(case_of "$1")" "$scratch/green"
}

# judge MUTANT: prints why it counts as a failure.
judge ()
{
  named=$(cat "$1/test")
  case $named in
    session/*) program=assay ;;
    *) program=${named%%: *} ;;
  esac
  if ! is_green "$named"; then
    echo 'its test is red, or missing, without the fault'
  elif ! mutate "$1"; then
    echo 'does not apply'
  elif ! compile "$1" || ! build "$program" "$1"; then
    echo 'does not compile:'
    sed -n '1,5s/^/  /p' "$1/said"
  else
    finds "$1/$program" "$named"
    case $? in
      1) echo 'SURVIVES' ;;
      2)
        echo 'is found, but not by the test that is named:'
        sed -n '1,5s/^/  /p' "$scratch/output" ;;
    esac
  fi
}

# judge_share SHARE: every second mutant of those that are cut; of each a file
# with what there is to say.
judge_share ()
{
  printf '%s\n' "$mutants"/* | share "$1" >"$scratch/share"
  while IFS= read -r mutant; do
    [ -f "$mutant/test" ] || continue
    judge "$mutant" >"$scratch/why" </dev/null
    {
      if [ -s "$scratch/why" ]; then
        printf '%s (%s): %s\n' "$(cat "$mutant/name")" \
          "$(cat "$mutant/file")" "$(cat "$scratch/why")"
        printf '  expected red: %s\n' "$(cat "$mutant/test")"
      fi
    } >"$told/${mutant##*/}"
    rm -f "$mutant"/*.o "$mutant"/check_* "$mutant/assay"
  done <"$scratch/share"
}

# in_shares COMMAND: both shares of it at the same time, each with files of
# its own, which remain.
in_shares ()
{
  for each in 0 1; do
    # shellcheck disable=SC2030
    (scratch=$scratch/share.$each && "$1" $each) &
  done
  wait
}

# run FILE: its mutants and those that count as failures, which are told in
# the order of FILE.
run ()
{
  mutants=$scratch/mutants
  told=$scratch/told
  rm -rf "$mutants" "$told" "$scratch"/share.*
  mkdir "$mutants" "$told" "$scratch/share.0" "$scratch/share.1"
  cut_into_mutants "$1" "$mutants"
  in_shares prove_green
  cat "$scratch/share.0/green" "$scratch/share.1/green" >"$scratch/green"
  cp "$scratch/green" "$scratch/share.0/green"
  mv "$scratch/green" "$scratch/share.1/green"
  in_shares judge_share
  planted=0
  failures=0
  for mutant in "$mutants"/*; do
    [ -f "$mutant/test" ] || continue
    planted=$((planted + 1))
    said=$told/${mutant##*/}
    [ -f "$said" ] || echo "$(cat "$mutant/name"): not judged" >"$said"
    [ ! -s "$said" ] || failures=$((failures + 1))
    cat "$said"
  done
}

cat >"$scratch/planted.txt" <<'END'
# Mutants that must count as failures.

# a fault that does not apply
= src/exact/rotor.c
- no such line
+ nothing
? session/rotary: the witness from a file

# a fault of a line that is there twice
= src/exact/rotor.c
- return status;
+ return ASSAY_OK;
? session/rotary: the witness from a file

# a fault that does not compile
= src/exact/rotor.c
- mpz_submul (X, rotor->b, y);
+ mpz_submul (X, rotor->b, no_such_name);
? session/rotary: the witness from a file

# no fault at all
= src/exact/rotor.c
- mpz_submul (X, rotor->b, y);
+ mpz_submul (X, y, rotor->b);
? session/rotary: the witness from a file

# a fault that its test cannot see
= src/exact/rotor.c
- mpz_submul (X, rotor->b, y);
+ mpz_addmul (X, rotor->b, y);
? session/attention: equal scores, causal: fractions

# a fault without a test
= src/exact/rotor.c
- mpz_submul (X, rotor->b, y);
+ mpz_addmul (X, rotor->b, y);
? session/rotary: no such case
END
run "$scratch/planted.txt" >"$scratch/planted.found"
blind=0
cat >"$scratch/planted.due" <<'END'
does not apply
does not apply
does not compile
SURVIVES
SURVIVES
its test is red, or missing, without the fault
END
sed -n 's/^a* *\(no \)*fault.*(src[^ ]*: \([^:]*\).*/\2/p' \
  "$scratch/planted.found" >"$scratch/planted.reasons"
if ! cmp -s "$scratch/planted.due" "$scratch/planted.reasons"; then
  echo 'planted mutants: expected (-) and found (+)'
  diff -u "$scratch/planted.due" "$scratch/planted.reasons" | sed '1,2d'
  cat "$scratch/planted.found"
  blind=1
fi

run "$ASSAY_SOURCE/tests/power/mutants.txt"
printf '%d mutants, %d found, %d not\n' "$planted" \
  "$((planted - failures))" "$failures"
[ "$failures" -eq 0 ] && [ "$blind" -eq 0 ] && [ "$planted" -ge 25 ]
