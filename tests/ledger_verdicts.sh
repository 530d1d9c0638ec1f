#!/bin/sh
# ledger_verdicts.sh -- does the audit say of each record what is known of it?
#
# The verdicts of claims/ are compared with tests/data/ledger-expected.tsv: a
# record is one claim with the verdict expected, or one note with its reason;
# every claim holds, and claims, notes and summary add up.  Names that begin
# with "also." belong to no record and must hold as well.  At the end rows are
# spoiled, each of which must be found.

set -u
# shellcheck source=tests/scratch.sh
. "$(dirname "$0")/scratch.sh"
expected=$ASSAY_SOURCE/tests/data/ledger-expected.tsv

# One key a line, as the program prints it: "claim NAME VERDICT HOLDS" for each
# claim, "notes N", and "count KEY N" for each number of the summary.
cat >"$scratch/json.awk" <<'EOF'
function value(text)
{
  sub(/^ *"[a-z_]*": */, "", text)
  sub(/,$/, "", text)
  gsub(/"/, "", text)
  return text
}
/^      "name": / { name = value($0) }
/^      "verdict": / { verdict = value($0) }
/^      "holds": / { print "claim", name, verdict, value($0) }
/^  "notes": / { print "notes", value($0) }
/^  "summary": / { summary = 1 }
summary && /^    "/ {
  key = $1
  gsub(/[":]/, "", key)
  print "count", key, value($0)
}
EOF

cat >"$scratch/judge.awk" <<'EOF'
FNR == 1 { part++ }
part == 1 {
  if ($0 !~ /^#/)
    {
      expect[$1] = $2
      order[++records] = $1
    }
  next
}
# The record of NAME, counted; names of no record begin with "also.".
function record_of(name,    id)
{
  if (name ~ /^also\./)
    return ""
  id = substr(name, 1, 7)
  if (name !~ /^[0-9][0-9][0-9]-[0-9][0-9][0-9]\./ || !(id in expect))
    {
      print name ": of no record"
      return ""
    }
  if (++stated[id] == 2)
    print id ": stated more than once"
  return id
}
part == 2 && $1 == "note" {
  notes++
  sub(/:$/, "", $2)
  if ($0 ~ /pending/)
    print $2 ": a pending note"
  id = record_of($2)
  if (id != "" && expect[id] != "not-computable" && expect[id] != "program")
    print $2 ": a note, expected " expect[id]
}
part == 3 && $1 == "claim" {
  claims++
  id = record_of($2)
  if (id != "" && $3 != expect[id])
    print $2 ": " $3 ", expected " expect[id]
  if ($4 != "true")
    print $2 ": " $3 ", and it does not hold"
}
part == 3 && $1 == "notes" && $2 != notes {
  print "the audit counts " $2 " notes, " notes + 0 " are printed"
}
part == 3 && $1 == "count" { total += $3; count[$2] = $3 }
END {
  for (i = 1; i <= records; i++)
    if (!(order[i] in stated))
      print order[i] ": neither a claim nor a note"
  if (part != 3 || records == 0 || claims == 0)
    print "nothing was read"
  if (total != claims)
    print "the summary counts " total + 0 " claims, " claims + 0 " are told"
  if (count["refuted"] + count["undecided"] + count["error"] != 0)
    print "the summary counts claims that do not hold"
  printf "%d claims, %d notes, %d records\n", claims, notes, records >told
}
EOF

# complaints EXPECTED PRINTED VERDICTS
complaints ()
{
  awk -v told="$scratch/told" -f "$scratch/judge.awk" "$1" "$2" "$3"
}

"$ASSAY" audit --print "$ASSAY_SOURCE/claims/" >"$scratch/printed" || exit 1
"$ASSAY" audit --format=json "$ASSAY_SOURCE/claims/" >"$scratch/json"
status=$?
awk -f "$scratch/json.awk" "$scratch/json" >"$scratch/verdicts"
complaints "$expected" "$scratch/printed" "$scratch/verdicts" \
  >"$scratch/found"
cat "$scratch/told" "$scratch/found"
failed=0
test ! -s "$scratch/found" || failed=1
if test "$status" -ne 0; then
  echo "the audit ends with status $status"
  failed=1
fi

# spoiled WHAT FILE SCRIPT PATTERN: FILE (expected, printed or verdicts) after
# sed SCRIPT must lead to a complaint that matches PATTERN.
spoiled ()
{
  cp "$expected" "$scratch/plant.expected"
  cp "$scratch/printed" "$scratch/plant.printed"
  cp "$scratch/verdicts" "$scratch/plant.verdicts"
  sed "$3" "$scratch/plant.$2" >"$scratch/plant"
  if cmp -s "$scratch/plant" "$scratch/plant.$2"; then
    echo "planted $1: nothing was changed"
    failed=1
  fi
  mv "$scratch/plant" "$scratch/plant.$2"
  if ! complaints "$scratch/plant.expected" "$scratch/plant.printed" \
       "$scratch/plant.verdicts" | grep -q -e "$4"; then
    echo "planted $1: not found"
    failed=1
  fi
}

tab=$(printf '\t')
spoiled 'a wrong row' expected "s/^000-022${tab}proved/000-022${tab}rounded/" \
        '^000-022.*: proved, expected rounded'
spoiled 'a refutation not expected' expected \
        "s/^001-036${tab}refuted/001-036${tab}proved/" \
        '^001-036.*: refuted, expected proved'
spoiled 'a row too few' expected '/^004-002/d' '^004-002.*: of no record'
spoiled 'a row too many' expected "\$s/\$/\\
005-001${tab}proved/" '^005-001: neither a claim nor a note'
spoiled 'a record that should be a note' expected \
        "s/^003-001${tab}proved/003-001${tab}program/" \
        '^003-001.*: proved, expected program'
spoiled 'a note that should be a claim' expected \
        "s/^004-065${tab}.*/004-065${tab}proved/" \
        '^004-065.*: a note, expected proved'
spoiled 'a pending note' printed \
        's/^\(note 004-065[^:]*:\) .*/\1 "pending: jordan"/' \
        '^004-065.*: a pending note'
spoiled 'a note lost' printed '/^note 004-065/d' 'the audit counts'
spoiled 'a record twice' verdicts '/^claim 000-001/p' '^000-001: stated more'
spoiled 'an open claim' verdicts \
        's/^\(claim also[^ ]*\) proved true/\1 undecided null/' \
        ': undecided, and it does not hold'
spoiled 'a summary that does not add up' verdicts \
        's/^count proved .*/count proved 1/' 'the summary counts'

test $failed -eq 0 \
  && echo 'ledger_verdicts.sh: as expected, and every planted row was found'
exit $failed
