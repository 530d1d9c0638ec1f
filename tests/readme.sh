#!/bin/sh
# readme.sh -- README.md shows what the program prints, byte by byte

set -u
source=${ASSAY_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
session=$source/scripts/readme-session.sh
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT

grep -q '^\$ build/assay ' "$source/README.md" || {
  echo 'README.md shows no session'
  exit 1
}
"$session" --check "$source/README.md" || exit 1

# One byte changed must be found.
sed 's|^-117/125|-118/125|;s|-117/125$|-118/125|' "$source/README.md" \
  >"$scratch/README.md"
if cmp -s "$source/README.md" "$scratch/README.md"; then
  echo 'README.md no longer shows -117/125'
  exit 1
fi
if "$session" --check "$scratch/README.md" >/dev/null 2>&1; then
  echo 'a changed session was not found'
  exit 1
fi
echo 'readme.sh: every session is real, and a planted change was found'
