#!/bin/sh
# jordan_hashes.sh -- the fractions of jordan-rope have the published hashes
#
# Hashes each reduced fraction that `assay lesson jordan-rope --format=json'
# prints with sha256sum and compares it with tests/data/jordan-probe.json, row
# by row in the order of both.

set -u
# shellcheck source=tests/scratch.sh
. "$(dirname "$0")/scratch.sh"
data=$ASSAY_SOURCE/tests/data/jordan-probe.json

if ! command -v sha256sum >/dev/null 2>&1; then
  echo 'jordan_hashes.sh: skipped, no sha256sum'
  exit 77
fi

hash_lines ()
{
  while IFS= read -r line; do
    printf '%s' "$line" | sha256sum | sed 's/ .*//'
  done
}

sed -n 's/^ *"sha256_of_fraction": "\([0-9a-f]*\)".*/\1/p' "$data" \
  >"$scratch/expected"
if ! "$ASSAY" lesson jordan-rope --format=json >"$scratch/report"; then
  echo "jordan_hashes.sh: $ASSAY lesson jordan-rope fails"
  exit 1
fi
sed -n 's/^ *"mse": "\([-0-9/]*\)".*/\1/p' "$scratch/report" \
  >"$scratch/fractions"
hash_lines <"$scratch/fractions" >"$scratch/found"

rows=$(wc -l <"$scratch/expected" | tr -d ' ')
if [ "$rows" -ne 148 ]; then
  echo "jordan_hashes.sh: $data has $rows hashes, not 148"
  exit 1
fi
if ! cmp -s "$scratch/expected" "$scratch/found"; then
  echo 'jordan_hashes.sh: a fraction has another hash (published, found):'
  diff "$scratch/expected" "$scratch/found" | head -n 6
  exit 1
fi

# A fraction that is off by one in its last digit is noticed.
awk 'NR == 77 { n = length ($0)
                $0 = substr ($0, 1, n - 1) (substr ($0, n) + 1) % 10 }
     { print }' "$scratch/fractions" >"$scratch/wrong"
hash_lines <"$scratch/wrong" >"$scratch/found"
if cmp -s "$scratch/expected" "$scratch/found"; then
  echo 'jordan_hashes.sh: a wrong digit is not noticed'
  exit 1
fi
echo "jordan_hashes.sh: $rows fractions have the published hashes"
