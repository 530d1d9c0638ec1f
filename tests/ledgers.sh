#!/bin/sh
# ledgers.sh -- do the ledgers of claims/ state every record of the lessons?
#
# Each identity of tests/data/ledger-ids.txt must begin the name of exactly
# one claim or note, in the ledger of its lesson (names that begin with "also."
# belong to no record); a claim must compute its left side; and claim, note and
# relation must suit the verdict that tests/data/ledger-expected.tsv expects.
# Run in the source tree, or with ASSAY_SOURCE naming it.  Prints the counts,
# then what failed.

srcdir=${ASSAY_SOURCE:-${srcdir:-.}}
ids=$srcdir/tests/data/ledger-ids.txt
expected=$srcdir/tests/data/ledger-expected.tsv

for file in "$ids" "$expected" \
            "$srcdir/claims/rope-fractions.claims" \
            "$srcdir/claims/rope-lab.claims" \
            "$srcdir/claims/causal-attention.claims" \
            "$srcdir/claims/jordan-rope.claims" \
            "$srcdir/claims/position-scaling.claims"
do
  if ! test -r "$file"; then
    echo "ledgers.sh: cannot read $file" >&2
    exit 1
  fi
done

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' 0
trap 'exit 1' 1 2 15

# One claim or note a line: FILE LINE KIND NAME BODY, separated by tabs; the
# body has its strings emptied (but for "pending: ...") and its line breaks
# joined as the language joins them.
cat > "$work/statements.awk" <<'EOF'
function finish()
{
  if (kind != "")
    print FILENAME "\t" first "\t" kind "\t" name "\t" body
  kind = ""
}
function append(text,    i, c)
{
  if (kind == "")
    return
  body = body == "" ? text : body " " text
  for (i = 1; i <= length(text); i++)
    {
      c = substr(text, i, 1)
      if (c == "(" || c == "[")
        depth++
      if (c == ")" || c == "]")
        depth--
    }
  if (depth == 0 && text !~ /[-+*\/^@=<>~:,]$/ &&
      text !~ /(^| )(in|where|fails)$/)
    finish()
}
FNR == 1 { finish() }
{
  line = $0
  gsub(/"pending: [a-z_]*"/, "PENDING", line)
  gsub(/"[^"]*"/, "\"\"", line)
  sub(/#.*/, "", line)
  gsub(/[ \t]+/, " ", line)
  sub(/^ /, "", line)
  sub(/ $/, "", line)
}
line == "" { next }
kind != "" { append(line); next }
line ~ /^(claim|note) / {
  split(line, word, " ")
  kind = word[1]
  name = word[2]
  first = FNR
  depth = 0
  body = ""
  sub(/^(claim|note) [^ ]+ ?/, "", line)
  append(line)
}
END { finish() }
EOF

# Refuses a claim whose left side is written down instead of computed, that is,
# has no call, field, index or operator on a name, no bound variable, and no
# operator but signs and fraction bars on numbers.
cat > "$work/literals.awk" <<'EOF'
BEGIN { FS = "\t" }
function literal(side, quantified)
{
  gsub(/""/, "0", side)
  gsub(/0x[0-9a-fA-F.]+p[-+]?[0-9]+/, "0", side)
  gsub(/[0-9]*\.?[0-9]+e[-+]?[0-9]+/, "0", side)
  gsub(/[0-9]*\.[0-9]+/, "0", side)
  gsub(/[A-Za-z_][A-Za-z_0-9]*/, "<&>", side)
  gsub(/<(true|false|none|pi|e)>/, "0", side)
  gsub(/<[A-Za-z_0-9]*>/, "N", side)
  gsub(/[0-9]+/, "0", side)
  if (side ~ /N/)
    return !(quantified || side ~ /N ?[[(.]/ || side ~ /[-+*\/^@]/)
  return side !~ /[+*^@]/
}
$3 == "claim" {
  body = $5
  quantified = body ~ /(^|: ?)(for all|exists) /
  sub(/^(expect refuted )?:/, "", body)
  sub(/.*: /, "", body)
  depth = 0
  left = ""
  for (i = 1; i <= length(body); i++)
    {
      c = substr(body, i, 1)
      if (c == "(" || c == "[")
        depth++
      else if (c == ")" || c == "]")
        depth--
      else if (depth == 0 &&
               (c ~ /[=<>~!]/ || substr(body, i) ~ /^ (in|fails) /))
        break
      left = left c
    }
  if (literal(left, quantified))
    print $1 ":" $2 ": " $4 ": the left side is not computed: " left
}
EOF

cat > "$work/records.awk" <<'EOF'
BEGIN {
  FS = "\t"
  ledger["000"] = "rope-fractions"
  ledger["001"] = "rope-lab"
  ledger["002"] = "causal-attention"
  ledger["003"] = "jordan-rope"
  ledger["004"] = "position-scaling"
}
FNR == 1 { part++ }
/^#/ && part < 3 { next }
part == 1 {
  split($0, word, " ")
  known[word[1]] = 1
  order[++records] = word[1]
  next
}
part == 2 { expect[$1] = $2; next }
{
  if ($4 ~ /^also\./)
    {
      count["also"]++
      next
    }
  id = substr($4, 1, 7)
  place = $1 ":" $2 ": " $4
  count[$3]++
  if (!(id in known))
    {
      print place ": no record has this name"
      next
    }
  if ($4 !~ /^[0-9][0-9][0-9]-[0-9][0-9][0-9](\.|$)/)
    print place ": the identity must be followed by a dot"
  if (index($1, "/" ledger[substr(id, 1, 3)] ".claims") == 0)
    print place ": belongs to " ledger[substr(id, 1, 3)] ".claims"
  if (id in seen)
    print place ": stated before, " seen[id]
  seen[id] = $1 ":" $2
  pending = $5 ~ /PENDING/
  if (pending)
    count["pending"]++
  refuted = $5 ~ /^expect refuted /
  if (refuted)
    count["refuted"]++
  decimal = $5 ~ /[])a-z0-9_] ~ /
  want = expect[id]
  if (want == "not-computable" || want == "program")
    {
      if ($3 != "note" || pending)
        print place ": expected a note with its reason (" want ")"
    }
  else if (!pending)
    {
      if ($3 != "claim")
        print place ": expected a claim (" want ")"
      else if (refuted != (want == "refuted"))
        print place ": expect refuted does not suit " want
      else if (decimal != (want == "rounded"))
        print place ": the relation does not suit " want
    }
}
END {
  for (i = 1; i <= records; i++)
    {
      if (!(order[i] in seen))
        print order[i] ": stated by no ledger"
      if (!(order[i] in expect))
        print order[i] ": no verdict in ledger-expected.tsv"
    }
  if (records == 0)
    print "no records read"
  printf "%d claims (%d expected refuted), %d notes (%d pending)\n", \
    count["claim"], count["refuted"], count["note"], count["pending"] > counts
  printf "%d records, %d claims besides\n", records, count["also"] > counts
}
EOF

# The refusal must be able to fire, and to stay silent.
cat > "$work/bad.claims" <<'EOF'
claim a.rational : 80/4 = 20
claim a.list : [1, -2/3] = [1, -2/3]
claim a.name : width = 64
claim a.quantified-literal : for all x in 0..3: 1 = 1
claim a.difference : 1.884 - 1.869 = 0.015
EOF
cat > "$work/good.claims" <<'EOF'
claim a.call : sqrt(4) = 2
claim a.operator : 2^3 = 8
claim a.index : v[0] = 1
claim a.bound : for all p in 0..3: p in [0, 3]
claim a.fails : f(1,
  x="=") fails value   # a comment = 1
claim a.broken :
  a - b =
  c
EOF
awk -f "$work/statements.awk" "$work/bad.claims" > "$work/bad"
awk -f "$work/statements.awk" "$work/good.claims" > "$work/good"
refused=$(awk -f "$work/literals.awk" "$work/bad" | wc -l)
passed=$(awk -f "$work/literals.awk" "$work/good" | wc -l)
read_bad=$(wc -l < "$work/bad")
read_good=$(wc -l < "$work/good")
if test "$read_bad" -ne 5 || test "$refused" -ne 5 \
   || test "$read_good" -ne 6 || test "$passed" -ne 0; then
  echo "ledgers.sh: the check of left sides has failed on its samples:" \
       "refused $refused of 5 bad and $passed of 6 good claims" >&2
  exit 1
fi

awk -f "$work/statements.awk" "$srcdir"/claims/*.claims > "$work/statements"
awk -f "$work/literals.awk" "$work/statements" > "$work/failures"
awk -v counts="$work/counts" -f "$work/records.awk" \
  "$ids" "$expected" "$work/statements" >> "$work/failures"

cat "$work/counts"
if test -s "$work/failures"; then
  cat "$work/failures"
  echo "ledgers.sh: $(wc -l < "$work/failures") complaints" >&2
  exit 1
fi
