#!/bin/sh
# claims_wrong.sh -- wrong claims files and the exact complaint about each
#
# For every tests/cli/claims/NAME.claims the audit, run in that folder, must
# print NAME.stderr on standard error and end with the status in NAME.exit.
# A file that cannot be read prints nothing on standard output; one whose
# claims cannot be evaluated (eval-*) prints its results there.
#
#   claims_wrong.sh             compare
#   claims_wrong.sh --rewrite   write what is printed into the corpus

set -u
# shellcheck source=tests/scratch.sh
. "$(dirname "$0")/scratch.sh"
LC_ALL=C
export LC_ALL
cd "$ASSAY_SOURCE/tests/cli/claims" || exit 99
count=0
failed=0

complain ()
{
  echo "claims_wrong.sh: $1"
  failed=$((failed + 1))
}

for file in *.claims; do
  name=${file%.claims}
  "$ASSAY" audit "$file" >"$scratch/stdout" 2>"$scratch/stderr"
  status=$?
  count=$((count + 1))
  if [ "${1-}" = --rewrite ]; then
    cp "$scratch/stderr" "$name.stderr"
    echo "$status" >"$name.exit"
    continue
  fi
  cmp -s "$scratch/stderr" "$name.stderr" || {
    complain "$file: other complaints than expected"
    diff "$name.stderr" "$scratch/stderr"
  }
  test "$status" = "$(cat "$name.exit")" \
    || complain "$file: status $status instead of $(cat "$name.exit")"
  case $name in
    eval-*) test -s "$scratch/stdout" \
              || complain "$file: nothing on standard output" ;;
    *) test ! -s "$scratch/stdout" \
         || complain "$file: something on standard output" ;;
  esac
done

# Hostile files of a megabyte, none of which may take long or much memory.
hostile ()
{
  awk -v piece="$1" -v head="$2" 'BEGIN {
    printf "%s", head
    for (n = 0; n < 1000000; n += length (piece)) printf "%s", piece
  }' >"$scratch/hostile.claims"
  # shellcheck disable=SC3045 # not POSIX, yet in every shell here
  (ulimit -v 400000 2>/dev/null
   # shellcheck disable=SC3045
   ulimit -t 10
   exec "$ASSAY" audit "$scratch/hostile.claims") \
    >"$scratch/stdout" 2>"$scratch/stderr"
  status=$?
  count=$((count + 1))
  test "$status" -eq 2 || complain "a megabyte of '$1': status $status"
  test ! -s "$scratch/stdout" || complain "a megabyte of '$1': output"
  grep -q "$3" "$scratch/stderr" \
    || complain "a megabyte of '$1': not the complaint '$3'"
  test "$(wc -c <"$scratch/stderr")" -lt 1000000 \
    || complain "a megabyte of '$1': a megabyte of complaints"
}

if [ "${1-}" != --rewrite ] && [ "${ASSAY_SANITIZED:-no}" != yes ]; then
  deep='limit: nested deeper than 200'
  for piece in '(' '[' '-' '2^' '1+(' 'cos(' 'x[0' '[[1],'; do
    hostile "$piece" 'claim a : ' "$deep"
  done
  hostile '[0]' 'claim a : 1' "$deep"
  hostile '.a' 'claim a : (1)' "$deep"
  hostile 'for all x in 0..1 : ' 'claim a : ' "$deep"
  hostile '1,' 'claim a : [' 'the file ends inside'
  hostile '1+' 'claim a : ' 'expected an expression'
  hostile '$' 'claim a : ' 'too many errors'
  hostile 'a' 'claim a : ' 'found the end of the line'
fi

test "$count" -ge 60 || complain "only $count wrong files"
echo "claims_wrong.sh: $count wrong files, $failed failures"
test "$failed" -eq 0
