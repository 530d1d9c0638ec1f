#!/bin/sh
# bench_formulas.sh -- are the formulas that `make bench' hands to other
# programs the left sides of the ledgers' claims?
#
# To each ledger a claim is added for each line of bench/ledger_formulas.txt:
# its formula is the left side within 10^-60.  The printed digits must be the
# ledger's, and a spoiled formula must be refuted.

set -u
# shellcheck source=tests/scratch.sh
. "$(dirname "$0")/scratch.sh"

awk -v dialect=plain -f "$ASSAY_SOURCE/bench/translate_formulas.awk" \
    "$ASSAY_SOURCE/bench/ledger_formulas.txt" >"$scratch/formulas" || exit 1

# Reads the formulas, then a ledger as the program prints it.
cat >"$scratch/same.awk" <<'END'
FNR == 1 { part++ }
part == 1 { digits[$1 ":"] = $2; formula[$1 ":"] = $3; next }
{ print }
$1 == "claim" && $2 in formula {
  left = $0
  sub(/^claim [^ ]*: /, "", left)
  sub(/ ~ [^ ]*$/, "", left)
  if ($(NF - 1) != "~" || $NF "" != digits[$2] "")
    print "claim other-digits." $2 " 0 = 1"
  print "claim same." $2 " " formula[$2] " = " left " +- 1e-60"
}
END

# audit_with FORMULAS: all five ledgers, their summary in $scratch/told.
audit_with ()
{
  mkdir -p "$scratch/claims"
  for ledger in "$ASSAY_SOURCE"/claims/*.claims; do
    "$ASSAY" audit --print "$ledger" >"$scratch/printed" || exit 1
    awk -f "$scratch/same.awk" "$1" "$scratch/printed" \
      >"$scratch/claims/$(basename "$ledger")"
  done
  "$ASSAY" audit --quiet --only='*[es].[0-9]*' "$scratch/claims" \
    >"$scratch/told"
}

failed=0
lines=$(wc -l <"$scratch/formulas")
lines=$((lines))
audit_with "$scratch/formulas" || failed=1
cat "$scratch/told"
grep -q "^$lines claims: $lines proved" "$scratch/told" || failed=1

sed 's/^\(004-041[^ ]* [^ ]*\) cos/\1 sin/
     s/^\(004-002[^ ]*\) [^ ]*/\1 .099959/' "$scratch/formulas" \
  >"$scratch/spoiled"
audit_with "$scratch/spoiled"
for name in same.004-041 other-digits.004-002; do
  if ! grep -q "refuted *$name" "$scratch/told"; then
    echo "planted in $name: not found"
    failed=1
  fi
done
test $failed -eq 0 \
  && echo "bench_formulas.sh: $lines formulas, each its ledger's"
exit $failed
