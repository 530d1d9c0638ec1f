#!/bin/sh
# alloc_failure.sh -- memory ends at the N-th allocation: an error, status 2,
# nothing half-written
#
#   alloc_failure.sh         N = 1 to 4 and then a share, each N twice as
#                            large as the one before, and what halving the
#                            last step tries on the way to the last one
#   alloc_failure.sh --all [NAME...]
#                            every N of commands with up to 20000 allocations;
#                            of others every N up to 300 and then each by a
#                            quarter larger; of the commands of those names
#                            alone
#
# ASSAY_FAIL_ALLOCATION=N makes the program's N-th allocation fail: its own
# and those of GMP, MPFR, MPFI, jansson, the scanner and the parser.  N grows
# until the command no longer meets it.

# shellcheck disable=SC2317 # functions are called by their names
set -u
# shellcheck source=tests/scratch.sh
. "$(dirname "$0")/scratch.sh"
LC_ALL=C
export LC_ALL
whole=0
if [ "${1-}" = --all ]; then
  whole=1
  shift
fi
wanted=" $* "
failed=0
runs=0
# shellcheck source=tests/hostile_commands.sh
. "$ASSAY_SOURCE/tests/hostile_commands.sh"
cd "$scratch" || exit 99
make_inputs
mkdir run right

complain ()
{
  echo "$name, allocation $n: $1"
  cat ../said
  failed=1
}

# step: the next N.
step ()
{
  if [ $whole = 1 ] && { [ $n -lt 300 ] || [ $few = 1 ]; }; then
    n=$((n + 1))
  elif [ $whole = 1 ]; then
    n=$((n + n / 4))
  elif [ "${ASSAY_SANITIZED-no}" = yes ]; then
    n=$((n * 4))
  elif [ $n -lt 4 ]; then
    n=$((n + 1))
  else
    n=$((n * 2))
  fi
}

# run_at N COMMAND...: status, ../out and ../said of a run with old outputs.
run_at ()
{
  for output in $outputs
  do
    echo before >"$output"
  done
  ASSAY_FAIL_ALLOCATION=$1
  export ASSAY_FAIL_ALLOCATION
  shift
  "$ASSAY" "$@" >../out 2>../said
  status=$?
  unset ASSAY_FAIL_ALLOCATION
  runs=$((runs + 1))
}

# The line of said that tells of memory; nothing else may stand there.
tells_of_memory ()
{
  said=
  IFS= read -r said <../said
  case $said in
    'assay: limit: expected '*' bytes of memory, found none') ;;
    *) return 1 ;;
  esac
}

# Each output as it was, or whole; nothing beside them.
check_outputs ()
{
  for output in $outputs
  do
    IFS= read -r first <"$output"
    [ "$first" = before ] || cmp -s "$output" "../right/$output" \
      || complain "$output is a part"
  done
  left=$(echo .[!.]* *)
  [ "$left" = ".[!.]* $sorted" ] || complain "leaves $left"
}

# fail_everywhere NAME OUTPUTS COMMAND...
fail_everywhere ()
{
  name=$1 outputs=$2
  shift 2
  case $wanted in
    '  ' | *" $name "*) ;;
    *) return ;;
  esac
  cd "$scratch/run" || exit 99
  rm -f ./*
  run_at 0 "$@"
  usual=$status
  [ "$usual" != 2 ] || { n=0; complain 'is refused by itself'; }
  sorted=$(echo *)
  for output in $outputs
  do
    cp "$output" ../right
  done
  cp ../out ../usual
  few=0
  if [ $whole = 1 ]; then
    run_at 20000 "$@"
    tells_of_memory || few=1
  fi
  n=1
  met=0
  last=0
  while fails_at $n "$@"
  do
    last=$n
    step
  done
  # Halving between leads to the last one, where all but the end is done; runs
  # under the sanitizers take long.
  beyond=$n
  while [ $((beyond - last)) -gt 1 ] && [ "${ASSAY_SANITIZED-no}" = no ]
  do
    n=$(((last + beyond) / 2))
    if fails_at $n "$@"; then
      last=$n
    else
      beyond=$n
    fi
  done
  [ $met -gt 2 ] || complain "met only $met failures"
  echo "$name: $met failures of $last"
}

# fails_at N COMMAND...: whether the N-th allocation is met; either way all
# must be as it should.
fails_at ()
{
  run_at "$@"
  if tells_of_memory; then
    met=$((met + 1))
    check_failure
    check_outputs
    return 0
  fi
  if [ "$status" != "$usual" ] || ! cmp -s ../out ../usual; then
    complain "status $status, or another output than without a failure"
  fi
  return 1
}

# Status 2, one line, no output.
check_failure ()
{
  [ "$status" = 2 ] || complain "status $status"
  [ ! -s ../out ] || complain 'prints something'
  [ "$(wc -l <../said)" = 1 ] || complain 'says more than one line'
}

each_command fail_everywhere

# A worker that decides claims ends alone: its claim is open, and the audit
# goes on with another one, to which the same happens.
check_failure ()
{
  while IFS= read -r line
  do
    case $line in
      *.claims | '  proved '* | '2 claims: '*) ;;
      '  undecided '*'  limit: expected a computation that fits into memory,'*)
        undecided=$((undecided + 1)) ;;
      *) complain "prints: $line" ;;
    esac
  done <../out
  case $status in
    2) [ ! -s ../out ] || complain 'prints something' ;;
    3) [ $undecided -gt 0 ] || complain 'no claim is undecided' ;;
    *) complain "status $status" ;;
  esac
  undecided=0
}
undecided=0
fail_everywhere audit '' audit ../in/two.claims
if [ $whole = 1 ]; then
  fail_everywhere lesson '' lesson rope-fractions --format=json
fi

echo "$runs runs"
exit $failed
