#!/bin/sh
# fuzz.sh -- every fuzz target under libFuzzer or AFL++, one after the other
#
#   fuzz.sh [--minutes=N] [--afl] [NAME...]
#
# N minutes each, 10 without the option; all targets without a NAME.  Builds
# in build/fuzz (build/fuzz-afl with --afl) of the source, keeps there what
# the targets were led to (grown_NAME), what they found (found_NAME-*, or the
# crashes and hangs of afl_NAME) and what the fuzzer said (NAME.log), and ends
# with a line a target: executions and findings.  An input may take 25 seconds
# and 2 GB.  Not part of `make check', which runs the corpora alone.

set -u
source=$(cd "$(dirname "$0")/.." && pwd)
minutes=10
afl=0
while [ $# -gt 0 ]
do
  case $1 in
    --minutes=*) minutes=${1#*=} ;;
    --afl) afl=1 ;;
    -*)
      echo "fuzz.sh: expected --minutes=N or --afl, found $1" >&2
      exit 2 ;;
    *) break ;;
  esac
  shift
done
case $minutes in
  '' | *[!0-9]* | 0)
    echo "fuzz.sh: --minutes: expected a number from 1, found $minutes" >&2
    exit 2 ;;
esac
[ $# -gt 0 ] || set -- case claims config npy options request safetensors \
  shard
seconds=$((minutes * 60))
if [ $afl = 1 ]; then
  build=$source/build/fuzz-afl
  compiler='afl-clang-fast'
else
  build=$source/build/fuzz
  compiler=${CC:-clang}
fi

mkdir -p "$build" && cd "$build" || exit 2
[ -f Makefile ] \
  || "$source/configure" -q --enable-fuzzer CC="$compiler" CFLAGS='-O1 -g' \
  || exit 2
for name
do
  make -s "fuzz-$name" || exit 2
done

# seeds NAME: the folders of its corpus.
seeds ()
{
  echo "$source/tests/fuzz/corpus_$1"
  case $1 in
    claims) echo "$source/tests/cli/claims" ;;
    npy) echo "$source/tests/data/numpy" ;;
  esac
}

failed=0

by_libfuzzer ()
{
  mkdir -p "grown_$1"
  mask=0
  # What commands print would hide what the fuzzer says.
  [ "$1" = options ] && mask=3
  # shellcheck disable=SC2046
  "./fuzz_$1" -max_total_time=$seconds -timeout=25 -rss_limit_mb=2048 \
    -max_len=4096 -close_fd_mask=$mask -print_final_stats=1 \
    -dict="$source/tests/fuzz/$1.dict" -artifact_prefix="$PWD/found_$1-" \
    "$PWD/grown_$1" $(seeds "$1") >"$1.log" 2>&1
  status=$?
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$1.log")
  found=$(find . -maxdepth 1 -name "found_$1-*" | wc -l)
  # shellcheck disable=SC2086
  echo "$1:" ${runs:-?} executions, $found findings
  if [ $status -ne 0 ] || [ "$found" -gt 0 ]; then
    failed=1
  fi
}

by_afl ()
{
  rm -rf "seeds_$1" "afl_$1"
  mkdir "seeds_$1"
  for folder in $(seeds "$1")
  do
    find "$folder" -maxdepth 1 -type f -size -64k -exec cp {} "seeds_$1" \;
  done
  AFL_HANG_TMOUT=25000 AFL_SKIP_CPUFREQ=1 AFL_NO_UI=1 \
    AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 \
    AFL_NO_AFFINITY=1 ASAN_OPTIONS=abort_on_error=1:symbolize=0 \
    UBSAN_OPTIONS=abort_on_error=1:symbolize=0 \
    afl-fuzz -i "seeds_$1" -o "afl_$1" -x "$source/tests/fuzz/$1.dict" \
      -m none -t 25000+ -V $seconds -- "./fuzz_$1" >"$1.log" 2>&1
  status=$?
  stats=afl_$1/default/fuzzer_stats
  runs=$(sed -n 's/^execs_done *: *//p' "$stats")
  found=$(find "afl_$1/default/crashes" "afl_$1/default/hangs" \
            -name 'id*' | wc -l)
  # shellcheck disable=SC2086
  echo "$1:" ${runs:-?} executions, $found findings
  if [ $status -ne 0 ] || [ "$found" -gt 0 ]; then
    failed=1
  fi
}

for name
do
  if [ $afl = 1 ]; then
    by_afl "$name"
  else
    by_libfuzzer "$name"
  fi
done
exit $failed
