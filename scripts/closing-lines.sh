#!/bin/sh
# closing-lines.sh BUILD -- how every suite run in the folder BUILD ended
#
# The parallel harness of automake keeps that in log files.  Suites made with
# Check end in "100%: Checks: N, Failures: N, Errors: N", printed here as it
# is; for scripts the harness's own verdict stands.

set -u
cd "$1" || exit 2

for result in *.trs tests/*.trs; do
  [ -f "$result" ] || continue
  name=${result%.trs}
  line=$(grep '^[0-9]*%: Checks: ' "$name.log" | tail -n 1)
  if [ -n "$line" ]; then
    printf '%s:\n%s\n' "${name#tests/}" "$line"
  else
    printf '%s: %s\n' "${name#tests/}" \
           "$(sed -n 's/^:global-test-result: //p' "$result")"
  fi
done
