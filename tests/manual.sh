#!/bin/sh
# manual.sh -- doc/manual/ shows what the program prints, byte by byte
#
# Every page has sessions, shows no command outside one, is reached from
# README.md, and links to files that exist.

set -u
# shellcheck source=tests/scratch.sh
. "$(dirname "$0")/scratch.sh"
session=$ASSAY_SOURCE/scripts/sessions.sh
failed=0

# complaints PAGE: what is wrong with its form.
complaints ()
{
  awk '
    /^```$/ && inside { inside = 0; next }
    /^```/ {
      inside = 1
      if ($0 !~ /^```(console|python)$/)
        print FILENAME ":" FNR ": a block of another kind: " $0
      next
    }
    /^\$ |^    (\$ )?assay / && !inside {
      print FILENAME ":" FNR ": a command outside a session"
    }
    END { if (inside) print FILENAME ": the last block has no end" }' "$1"
  grep -q '^\$ .*assay ' "$1" || echo "$1: shows no session"
  grep -o '](\([^)]*\))' "$1" | sed 's/^](//; s/)$//' \
    | while IFS= read -r target; do
        [ -e "$ASSAY_SOURCE/doc/manual/$target" ] \
          || echo "$1: links to $target, which is missing"
      done
}

for page in "$ASSAY_SOURCE"/doc/manual/*.md; do
  name=$(basename "$page")
  complaints "$page" >"$scratch/found"
  grep -q "](doc/manual/$name)" "$ASSAY_SOURCE/README.md" \
    || echo "README.md: no link to doc/manual/$name" >>"$scratch/found"
  if [ -s "$scratch/found" ]; then
    cat "$scratch/found"
    failed=1
  fi
  "$session" --check "$page" || failed=1
done

# planted WHAT PAGE SED: a page so changed must be found.
planted ()
{
  sed "$3" "$ASSAY_SOURCE/doc/manual/$2" >"$scratch/$2"
  if cmp -s "$ASSAY_SOURCE/doc/manual/$2" "$scratch/$2"; then
    echo "planted $1: $2 no longer has the place"
    failed=1
  elif [ -z "$(complaints "$scratch/$2")" ] \
       && "$session" --check "$scratch/$2" >/dev/null 2>&1; then
    echo "planted $1: not found"
    failed=1
  fi
}

planted 'another fraction' by-hand.md 's|^@1  -45/26$|@1  -45/27|'
planted 'another verdict' number.md 's|^  refuted  \( *row.80\)|  proved   \1|'
planted 'a block that is not run' by-hand.md 's|console$|sh|'
planted 'a dead link' number.md 's|(\.\./claims-language.md)|(language.md)|'

[ $failed -eq 0 ] \
  && echo 'manual.sh: every session is real, every planted fault was found'
exit $failed
