#!/bin/sh
# check-table.sh RESULT.trs... -- what `make check' ran, in one table
#
# Suites made with Check end in "100%: Checks: N, Failures: N, Errors: N" and
# may say "agreements: N", the answers that both families gave alike; scripts
# have the harness's verdict alone.

set -u

for result in "$@"; do
  log=${result%.trs}.log
  if [ ! -f "$result" ] || [ ! -f "$log" ]; then
    continue
  fi
  case $result in
    *.sh.trs | tests/*) kind=script ;;
    *) kind=suite ;;
  esac
  sed -n "s/^:global-test-result: \([A-Z]*\).*/$kind verdict \1/p" "$result"
  sed -nE "s/^[0-9]+%: Checks: ([0-9]+), .*/$kind cases \1/p
           s/^agreements: ([0-9]+)\$/$kind agreements \1/p" "$log"
done | awk '
  $2 == "verdict" {
    count[$1]++
    outcome[$1, $3 == "PASS" || $3 == "SKIP" ? $3 : "FAIL"]++
  }
  $2 == "cases" { cases += $3 }
  $2 == "agreements" { agreements += $3 }
  function row(name, kind, shown) {
    printf "%-10s %7d %7d %7d %7d %9s\n", name, count[kind],
           outcome[kind, "PASS"], outcome[kind, "FAIL"],
           outcome[kind, "SKIP"], shown
  }
  END {
    printf "%-10s %7s %7s %7s %7s %9s\n", "", "run", "passed", "failed",
           "skipped", "cases"
    row("suites", "suite", cases + 0)
    row("scripts", "script", "-")
    printf "answers compared between the two families and found alike: %d\n",
           agreements
  }'
