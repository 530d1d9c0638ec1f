#!/bin/sh
# cli.sh -- the whole program, as a user meets it: tests/cli/*.session
#
# A case of a session is a paragraph of lines, told apart by their first two
# characters:
#
#   # what the case is about (its name)
#   < a line of the file request.json, which is there for the case alone
#   $ the command, run by sh in an empty folder; `assay' is the program,
#     `npy' writes an array (tests/npy.sh)
#   > a line of standard output
#   ! a line of standard error
#   = the exit status, 0 when there is no such line
#
# Output is compared exactly, without the newlines at its end; @VERSION@ is
# the version of configure.ac.  What ends with status 2 must print nothing on
# standard output, but for audits and evaluations, where what can be decided
# still is.  Lines that begin with ";" are remarks.
#
#   cli.sh                        every session, and faults planted in one
#   cli.sh --case NAME SESSION    the cases of that name, and nothing else
#
# ASSAY_SESSION_STEP=N takes every N-th case of a session alone.

set -u
# shellcheck source=tests/scratch.sh
. "$(dirname "$0")/scratch.sh"
ASSAY_PROGRAM=$ASSAY
export ASSAY_PROGRAM
LC_ALL=C
export LC_ALL

mkdir "$scratch/bin"
ln -s "$ASSAY_PROGRAM" "$scratch/bin/assay"
cp "$ASSAY_SOURCE/tests/npy.sh" "$scratch/bin/npy"
chmod +x "$scratch/bin/npy"
PATH=$scratch/bin:$PATH
export PATH

version=$(sed -n 's/^AC_INIT(\[assay\], \[\([^]]*\)\].*/\1/p' \
            "$ASSAY_SOURCE/configure.ac")

# cut_into_cases SESSION FOLDER ONLY: one folder a case, with what it says, of
# every STEP-th case.
cut_into_cases ()
{
  seq -f "$2/%03g/in" "$(grep -c '^# ' "$1")" | xargs mkdir -p
  awk -v folder="$2" -v only="$3" -v version="$version" -v step="$step" '
    function begin (name) {
      here = ""
      if (only != "" && name != only || ++place % step != 0)
        return
      here = sprintf ("%s/%03d", folder, ++count)
      print name >(here "/name")
      printf "" >(here "/stdout")
      printf "" >(here "/stderr")
      status = 0
    }
    function end () {
      if (here == "")
        return
      print status >(here "/status")
      close (here "/name"); close (here "/command"); close (here "/status")
      close (here "/stdout"); close (here "/stderr")
      close (here "/in/request.json")
    }
    { mark = substr ($0, 1, 2); rest = substr ($0, 3) }
    mark == "# " { end(); begin(rest); next }
    /^$/ || /^;/ { next }
    mark !~ /^[<$>!=]( |$)/ {
      print FILENAME ":" FNR ": not a line of a session: " $0
      exit 1
    }
    here == "" { next }
    /^</ { print rest >(here "/in/request.json") }
    /^\$/ { print rest >(here "/command") }
    /^>/ { gsub (/@VERSION@/, version, rest); print rest >(here "/stdout") }
    /^!/ { print rest >(here "/stderr") }
    /^=/ { status = rest }
    END { end() }' "$1"
}

# differs CASE WHAT: shows how, and whether, what was found is not expected.
differs ()
{
  cmp -s "$1/$2" "$1/found.$2" && return 1
  printf '%s\n' "$(cat "$1/$2")" >"$1/expected"
  printf '%s\n' "$(cat "$1/found.$2")" >"$1/found"
  cmp -s "$1/expected" "$1/found" && return 1
  printf '%s, expected (-) and found (+):\n' "$2"
  diff -u "$1/expected" "$1/found" | sed '1,2d'
}

# judge CASE: prints what is wrong with it.
judge ()
{
  (cd "$1/in" && sh "$1/command") >"$1/found.stdout" 2>"$1/found.stderr" \
    </dev/null
  echo $? >"$1/found.status"
  differs "$1" status
  differs "$1" stdout
  differs "$1" stderr
  read -r status <"$1/found.status"
  if [ "$status" = 2 ] && [ -s "$1/found.stdout" ] \
     && ! grep -qE 'assay (audit|eval)' "$1/command"; then
    echo 'something on standard output, and status 2'
  fi
}

cases=0
failures=0
step=1

# run SESSION ONLY: every STEP-th of its cases
run ()
{
  rm -rf "$scratch/cases"
  mkdir "$scratch/cases"
  cut_into_cases "$1" "$scratch/cases" "$2" || failures=$((failures + 1))
  for one in "$scratch/cases"/*; do
    [ -f "$one/command" ] || continue
    cases=$((cases + 1))
    judge "$one" >"$one/wrong" &
    # A few cases at a time.
    [ $((cases % 4)) -ne 0 ] || wait
  done
  wait
  for one in "$scratch/cases"/*; do
    if [ -s "$one/wrong" ]; then
      failures=$((failures + 1))
      printf '%s: %s\n' "$(basename "$1")" "$(cat "$one/name")"
      sed 's/^/  | /' "$one/in/request.json" 2>/dev/null
      sed 's/^/  $ /' "$one/command"
      sed 's/^/  /' "$one/wrong"
    fi
  done
}

# planted WHAT SED: the good case below, spoilt, must fail.
planted ()
{
  printf '%s\n' "$good" | sed "$2" >"$scratch/planted.session"
  cases=0
  failures=0
  run "$scratch/planted.session" '' >/dev/null
  if [ "$cases:$failures" != "$3" ]; then
    printf 'planted %s: expected cases:failures %s, found %s\n' "$1" "$3" \
      "$cases:$failures"
    blind=1
  fi
}

if [ "${1-}" = --case ]; then
  run "$3" "$2"
  if [ $cases -eq 0 ]; then
    printf 'no case "%s" in %s\n' "$2" "$3"
    exit 99
  fi
  [ $failures -eq 0 ]
  exit
fi

step=${ASSAY_SESSION_STEP:-1}
for session in "$ASSAY_SOURCE"/tests/cli/*.session; do
  run "$session" ''
done
step=1
total=$cases
failed=$failures

good='# printed, complained and ended
< one
$ cat request.json; echo two >&2; exit 3
> one
! two
= 3'
blind=0
planted 'nothing' '' 1:0
planted 'another line of output' 's/^> one/> One/' 1:1
planted 'a missing line of output' '/^>/d' 1:1
planted 'another complaint' 's/^! two/! Two/' 1:1
planted 'another status' 's/^= 3/= 0/' 1:1
planted 'a blank' 's/^> one/> one /' 1:1
planted 'output in spite of status 2' 's/exit 3/exit 2/;s/^= 3/= 2/' 1:1
planted 'a line of no kind' 's/^! two/? two/' 1:2

printf '%d cases, %d failures\n' "$total" "$failed"
[ "$failed" -eq 0 ] && [ "$blind" -eq 0 ] && [ "$total" -gt 0 ]
