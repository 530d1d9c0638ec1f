#!/bin/sh
# readme.sh -- README.md shows what the program prints, byte by byte, and has
# every command in its table

set -u
# shellcheck source=tests/scratch.sh
. "$(dirname "$0")/scratch.sh"
session=$ASSAY_SOURCE/scripts/sessions.sh

grep -q '^\$ build/assay ' "$ASSAY_SOURCE/README.md" || {
  echo 'README.md shows no session'
  exit 1
}
"$session" --check "$ASSAY_SOURCE/README.md" || exit 1

# The commands of --help; kernel's are its own kinds.
"$ASSAY" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' \
  | grep -v '^kernel$' >"$scratch/commands"
"$ASSAY" kernel --help \
  | sed -n '/^WHAT is/,/^$/s/^  \([a-z]*\) .*/kernel \1/p' \
  >>"$scratch/commands"
# shellcheck disable=SC2016 # backquotes of the table
sed -n 's/^| `assay \([a-z ]*\)` |.*/\1/p' "$ASSAY_SOURCE/README.md" \
  >"$scratch/table"
sort -o "$scratch/commands" "$scratch/commands"
sort -o "$scratch/table" "$scratch/table"
if ! diff "$scratch/commands" "$scratch/table"; then
  echo 'README.md: its table is not the commands of --help'
  exit 1
fi

# One byte changed must be found.
sed 's|^-117/125|-118/125|;s|-117/125$|-118/125|' "$ASSAY_SOURCE/README.md" \
  >"$scratch/README.md"
if cmp -s "$ASSAY_SOURCE/README.md" "$scratch/README.md"; then
  echo 'README.md no longer shows -117/125'
  exit 1
fi
if "$session" --check "$scratch/README.md" >/dev/null 2>&1; then
  echo 'a changed session was not found'
  exit 1
fi
echo 'readme.sh: every session is real, and a planted change was found'
