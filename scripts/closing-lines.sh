#!/bin/sh
# closing-lines.sh BUILD -- the last line of every suite run in BUILD
#
# The parallel harness of automake keeps them in log files.  Suites made with
# Check end in "100%: Checks: N, Failures: N, Errors: N"; for scripts the
# harness's own verdict stands.

set -u
cd "$1" || exit 2

for result in *.trs tests/*.trs; do
  [ -f "$result" ] || continue
  name=${result%.trs}
  verdict=$(sed -n 's/^:global-test-result: //p' "$result")
  line=$(grep '^[0-9]*%: Checks: ' "$name.log" | tail -n 1)
  printf '%-28s %s\n' "${name#tests/}" "${line:-$verdict}"
done
