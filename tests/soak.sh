#!/bin/sh
# soak.sh --minutes=N [BUILD] -- random cases of every kind, both families,
# until they disagree
#
# Runs the suites that compare the two families in the folder BUILD (build),
# one after the other, each round with another seed.  Stops at the first
# disagreement and prints the case and the one command that repeats it.

set -u
source=$(cd "$(dirname "$0")/.." && pwd)
minutes=
build=$source/build
for argument
do
  case $argument in
    --minutes=*) minutes=${argument#--minutes=} ;;
    -h | --help) echo "usage: soak.sh --minutes=N [BUILD]"; exit ;;
    -*) echo "soak.sh: unknown option $argument" >&2; exit 2 ;;
    *) build=$argument ;;
  esac
done
case $minutes in
  ''|*[!0-9]*)
    echo "usage: soak.sh --minutes=N [BUILD]" >&2
    exit 2 ;;
esac

chosen=
for program in "$build"/check_agree_* "$build"/check_fast \
               "$build"/check_rotary_batch "$build"/check_kernel_judge
do
  case $program in
    *.log|*.trs|*.o|*\**) ;;
    *) [ -x "$program" ] && chosen="$chosen $(basename "$program")" ;;
  esac
done
if [ -z "$chosen" ]
then
  echo "soak.sh: no suites in $build; 'make test-programs' builds them" >&2
  exit 2
fi

log=$(mktemp) || exit 2
trap 'rm -f "$log"' EXIT
end=$(($(date +%s) + minutes * 60))
round=0
seed=$(date +%s)
while [ "$(date +%s)" -lt "$end" ]
do
  round=$((round + 1))
  seed=$((seed + 1))
  for suite in $chosen
  do
    [ "$(date +%s)" -lt "$end" ] || break
    if ! ASSAY_SEED=$seed ASSAY_TEST_SCALE=0.1 CK_DEFAULT_TIMEOUT=600 \
         "$build/$suite" >"$log" 2>&1
    then
      cat "$log"
      echo "disagreement; again with:"
      echo "  ASSAY_SEED=$seed ASSAY_TEST_SCALE=0.1 $build/$suite"
      exit 1
    fi
  done
  echo "round $round, seed $seed: no disagreement"
done
echo "$round rounds without a disagreement"
