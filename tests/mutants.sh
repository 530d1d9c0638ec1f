#!/bin/sh
# mutants.sh -- mutation testing: one token of src is changed at a time, and
# some test must turn red
#
#   mutants.sh            what `make check' runs: the mutants of the record
#                         whose hash falls into a fixed twentieth, each by the
#                         test that found it; and faults planted in this check
#   mutants.sh --sample   what `make mutants' runs: a fixed sample, tabulated
#                         by folder and file, the survivors shown
#
# tests/mutate.c lists the mutants: operators, constants, directions of
# comparisons and of roundings, neighbouring arguments swapped, statements
# deleted.  Sorted by hash they are in random order; the sample is the first
# MUTANTS (60, or "all") of each folder that compile without a warning and
# into other code than the original.  MUTANTS_FOLDER=src/exact takes a folder
# alone, MUTANTS_JOBS=N judges N at a time.
#
# A mutant's object takes the place of libassay.a's member in a test's
# program, as in power.sh.  The test that found it before goes first (the
# record, tests/mutants.found); otherwise those that run the very line, told
# by a build with gcov, the cheapest first: the suites with a twentieth of
# their random cases, the sessions of tests/cli, and the scripts below.  Of a
# statement that gives memory back the leak sanitizer is the judge.  Too much
# time, memory or output counts as found.
#
# A survivor gets a test, or an entry with the reason why nothing can tell it
# from the original in tests/mutants.allow; an entry that is no mutant is an
# error.  Verdicts are kept in build/mutants and hold until the file or, for
# a survivor, a test changes.  --record writes the record from them.
#
# Not mutated: headers, the grammar and the lexer, constants outside of
# functions.

set -u
# shellcheck source=tests/scratch.sh
. "$(dirname "$0")/scratch.sh"
MUTATE=$ASSAY_BUILD/mutate
CC=${CC:-cc}
LC_ALL=C
export ASSAY_SOURCE ASSAY_BUILD LC_ALL

SEED=8
ALLOWED=$ASSAY_SOURCE/tests/mutants.allow
RECORD=$ASSAY_SOURCE/tests/mutants.found
SCRIPTS='claims_manual claims_wrong jordan_hashes ledger_verdicts manual
  vectors'
tab=$(printf '\t')

judged_here 'mutants are judged'

ASSAY_TEST_SCALE=0.05
CK_DEFAULT_TIMEOUT=1000
MALLOC_PERTURB_=165
export ASSAY_TEST_SCALE CK_DEFAULT_TIMEOUT MALLOC_PERTURB_
unset ASSAY_SEED

PATTERN=-ftrivial-auto-var-init=pattern
echo 'int main (void) { return 0; }' >"$scratch/probe.c"
$CC $PATTERN -c "$scratch/probe.c" -o "$scratch/probe.o" 2>/dev/null \
  || PATTERN=

# shellcheck source=tests/mutant_judge.sh
. "$(dirname "$0")/mutant_judge.sh"

# ---- what there is ---------------------------------------------------------

# Without the files that Bison and Flex write.
sources ()
{
  (cd "$ASSAY_SOURCE" && find "$@" -name '*.c' | sort) \
    | while IFS= read -r file; do
        base=$ASSAY_SOURCE/${file%.c}
        [ -f "$base.y" ] || [ -f "$base.l" ] || printf '%s\n' "$file"
      done
}

# list_mutants FOLDER...: in random order.
list_mutants ()
{
  sources "$@" >"$scratch/sources"
  (cd "$ASSAY_SOURCE" \
   && xargs "$MUTATE" "$SEED" <"$scratch/sources") | sort
}

# allowed_hashes LIST ALLOWED: the hashes of the entries; complains of those
# that are no mutant of LIST.
allowed_hashes ()
{
  awk -F '\t' -v list="$1" '
    BEGIN {
      while ((getline line <list) > 0) {
        split (line, field, "\t")
        hash[field[2] " " field[5] " " field[6] "\t" field[7] "\t" \
             field[8]] = field[1]
      }
    }
    { rest = substr ($0, 3) }
    /^# / { reason = rest }
    /^= / { place = rest }
    /^- / { from = rest }
    /^\+ / {
      key = place "\t" from "\t" rest
      if (!(key in hash)) {
        print FILENAME ":" FNR ": no mutant of " place >"/dev/stderr"
        wrong = 1
      } else if (reason == "") {
        print FILENAME ":" FNR ": without a reason" >"/dev/stderr"
        wrong = 1
      } else
        print hash[key]
    }
    /^$/ { reason = "" }
    END { exit wrong }' "$2"
}

# describe HASH LIST: a mutant as an entry of mutants.allow.
describe ()
{
  awk -F '\t' -v hash="$1" '$1 == hash {
    printf "= %s %s %s\n- %s\n+ %s\n", $2, $5, $6, $7, $8
    exit
  }' "$2"
}

# ---- the sample ------------------------------------------------------------

# verdict_of HASH FILE: the one that is kept, if it still holds.
verdict_of ()
{
  [ -f "$work/verdicts/$1" ] || return 1
  IFS=$tab read -r verdict by sum <"$work/verdicts/$1"
  [ "$sum" = "$(rests_on "$2")" ] || return 1
  case $verdict in
    survived) ! grep -qxF "$1" "$work/allowed" ;;
    equivalent) grep -qxF "$1" "$work/allowed" ;;
  esac
}

# rests_on FILE: the sums of what the verdict was made from.
rests_on ()
{
  {
    cksum <"$ASSAY_SOURCE/$1"
    case $verdict in
      killed) cksum <"$(source_of "$by")" ;;
      survived) printf '%s\n' "$tests_sum" ;;
    esac
  } | tr '\n' ' '
}

# settle HASH FILE LINE KIND: sets verdict and by.
settle ()
{
  here=$scratch/$1
  by=-
  make_mutant "$1" "$2" "$here"
  case $? in
    1) verdict=uncompiled ;;
    2) verdict=identical ;;
    *)
      object=$here/$(basename "$2" .c).o
      verdict=survived
      known=$(sed -n "s/^$1 //p" "$RECORD" 2>/dev/null)
      if grep -qxF "$1" "$work/allowed"; then
        verdict=equivalent
      elif [ -n "$known" ] && finds "$known" "$4" "$object" "$here"; then
        verdict=killed by=$known
      else
        for test in $(tests_of "$2" "$3"); do
          if finds "$test" "$4" "$object" "$here"; then
            verdict=killed by=$test
            printf '%s %s\n' "${2%/*}" "$test" >>"$work/kills"
            break
          fi
        done
      fi ;;
  esac
  rm -rf "$here"
}

# judge_share FIRST CANDIDATES QUOTA: every JOBS-th from the FIRST-th on, as
# long as those before it are fewer than QUOTA that count.
judge_share ()
{
  # What runs at the same time has its own files.
  scratch=$scratch/share.$1
  mkdir -p "$scratch"
  place=0
  while IFS=$tab read -r hash file line kind rest; do
    place=$((place + 1))
    [ $((place % jobs)) -eq $(($1 % jobs)) ] || continue
    [ "$(awk -v place="$place" '$1 < place' "$work/counted" | wc -l)" \
      -lt "$3" ] || break
    if ! verdict_of "$hash" "$file"; then
      settle "$hash" "$file" "$line" "$kind"
      printf '%s\t%s\t%s\n' "$verdict" "$by" "$(rests_on "$file")" \
        >"$work/verdicts/$hash"
      [ $verdict != survived ] \
        || { echo survives:; describe "$hash" "$work/list"; }
    fi
    case $verdict in
      killed | survived | equivalent) echo "$place" >>"$work/counted" ;;
    esac
  done <"$2"
}

# sample FOLDER QUOTA: its judged mutants, as VERDICT TEST and their lines of
# the list.
sample ()
{
  grep "$tab$1/" "$work/list" >"$scratch/candidates"
  : >"$work/counted"
  share=0
  while [ $share -lt "$jobs" ]; do
    (judge_share $share "$scratch/candidates" "$2") >&2 &
    share=$((share + 1))
  done
  wait
  while IFS= read -r line; do
    hash=${line%%"$tab"*}
    file=${line#*"$tab"}
    verdict_of "$hash" "${file%%"$tab"*}" || break
    printf '%s\t%s\t%s\n' "$verdict" "$by" "$line"
  done <"$scratch/candidates" \
    | awk -v quota="$2" '
        $1 ~ /^(killed|survived|equivalent)$/ && n++ >= quota { exit }
        { print }'
}

# tabulate FIELD <JUDGED: by folder (1) or file (2).
tabulate ()
{
  awk -F '\t' -v by="$1" '
    {
      key = $4
      if (by == 1)
        sub (/\/[^\/]*$/, "", key)
      count[key, $1]++
      seen[key] = 1
    }
    END {
      for (key in seen) {
        killed = count[key, "killed"]
        judged = killed + count[key, "survived"]
        printf "%-36s %7d %8d %10d %9d %10d %6s\n", key, killed,
          count[key, "survived"], count[key, "equivalent"],
          count[key, "identical"], count[key, "uncompiled"],
          judged ? sprintf ("%.1f", 100 * killed / judged) : "-"
      }
    }' | sort
}

heading ()
{
  printf '%-36s %7s %8s %10s %9s %10s %6s\n' "$1" killed survived \
    equivalent identical uncompiled percent
}

run_sample ()
{
  work=$ASSAY_BUILD/mutants
  jobs=${MUTANTS_JOBS:-2}
  quota=${MUTANTS:-60}
  [ "$quota" != all ] || quota=1000000
  mkdir -p "$work/verdicts"
  tests_sum=$(cd "$ASSAY_SOURCE/tests" \
              && cat check_*.c cli/*.session | cksum)
  list_mutants src >"$work/list"
  allowed_hashes "$work/list" "$ALLOWED" >"$work/allowed" || return 1
  prepare_link || return 1
  map_lines || return 1
  : >"$scratch/judged"
  for folder in ${MUTANTS_FOLDER:-$(cd "$ASSAY_SOURCE" && ls -d src/*)}; do
    folder=${folder%/}
    sample "$folder" "$quota" >"$scratch/share"
    cat "$scratch/share" >>"$scratch/judged"
    heading "$folder"
    tabulate 2 <"$scratch/share"
  done
  heading 'by folder'
  tabulate 1 <"$scratch/judged"
  cp "$scratch/judged" "$work/judged"
  if grep -q '^survived' "$scratch/judged"; then
    echo 'survivors, each due a test or an entry of tests/mutants.allow:'
    sed -n "s/^survived$tab-$tab\([0-9a-f]*\).*/\1/p" "$scratch/judged" \
      | while IFS= read -r hash; do
          describe "$hash" "$work/list"
          echo
        done
    return 1
  fi
}

# Which test found which mutant, as far as it is known.
write_record ()
{
  work=$ASSAY_BUILD/mutants
  list_mutants src >"$work/list"
  awk -F '\t' -v kept="$work/verdicts" '
    {
      file = kept "/" $1
      if ((getline line <file) > 0 && split (line, field, "\t") > 1 \
          && field[1] == "killed")
        print $1, field[2]
      close (file)
    }' "$work/list"
}

# ---- in `make check' -------------------------------------------------------

# try HASH FILE KIND TEST: one word for what becomes of it.
try ()
{
  here=$scratch/$1
  make_mutant "$1" "$2" "$here"
  case $? in
    1) echo uncompiled ;;
    2) echo identical ;;
    *)
      finds "$4" "$3" "$here/$(basename "$2" .c).o" "$here"
      case $? in
        0) echo killed ;;
        1) echo survived ;;
        *) echo unlinked ;;
      esac ;;
  esac
  rm -rf "$here"
}

# planted WHAT DUE TEST KIND <ENTRY: the entry's mutant must become DUE.
planted ()
{
  cat >"$scratch/entry.read"
  mv "$scratch/entry.read" "$scratch/entry"
  hash=$(allowed_hashes "$work/list" "$scratch/entry" 2>"$scratch/said")
  if [ -z "$hash" ]; then
    found=refused
  else
    file=$(sed -n 's/^= \([^ ]*\).*/\1/p' "$scratch/entry")
    found=$(try "$hash" "$file" "$4" "$3")
  fi
  if [ "$found" != "$2" ]; then
    printf 'planted %s: expected %s, found %s\n' "$1" "$2" "$found"
    cat "$scratch/said"
    blind=1
  fi
}

plant_all ()
{
  blind=0
  planted 'a fault' killed check_rotor operator <<'END_OF_ENTRY'
# the sign of s
= src/exact/rotor.c assay_rotor_turn 1
- mpz_submul (X, rotor->b, y);
+ mpz_addmul (X, rotor->b, y);
END_OF_ENTRY
  planted 'a fault before the wrong test' survived check_mask operator \
    <"$scratch/entry"
  planted 'a leak' killed check_rotor release <<'END_OF_ENTRY'
# memory kept
= src/exact/rotor.c refuse_off_circle 1
- free (text);
+ (deleted)
END_OF_ENTRY
  planted 'a leak that nobody looks for' survived check_rotor statement \
    <"$scratch/entry"
  planted 'a fault that does not compile' uncompiled check_rotor arguments \
    <<'END_OF_ENTRY'
# an index for a number
= src/exact/rotor.c assay_rotor_power 1
- if (mpz_tstbit (exponent, i))
+ if (mpz_tstbit (i, exponent))
END_OF_ENTRY
  planted 'an entry that is no mutant' refused check_rotor operator \
    <<'END_OF_ENTRY'
# no such line
= src/exact/rotor.c assay_rotor_power 1
- if (mpz_tstbit (no_such_name, i))
+ if (mpz_tstbit (i, no_such_name))
END_OF_ENTRY
  planted 'an entry without a reason' refused check_rotor operator \
    <<'END_OF_ENTRY'
= src/exact/rotor.c assay_rotor_turn 1
- mpz_submul (X, rotor->b, y);
+ mpz_addmul (X, rotor->b, y);
END_OF_ENTRY
}

# check_share N: every second mutant of WORK/twentieth.
check_share ()
{
  scratch=$scratch/share.$1
  mkdir -p "$scratch"
  awk -v share="$1" 'NR % 2 == share' "$work/twentieth" \
    | while IFS=$tab read -r hash file line kind test rest; do
        found=$(try "$hash" "$file" "$kind" "$test")
        echo "$found" >>"$work/became"
        case $found in
          survived | unlinked)
            printf '%s by %s, which found it once:\n' "$found" "$test"
            describe "$hash" "$work/list" ;;
        esac
      done
}

# The twentieth of the record that the last two digits of the hashes name.
run_check ()
{
  work=$scratch/work
  mkdir -p "$work"
  list_mutants src >"$work/list"
  allowed_hashes "$work/list" "$ALLOWED" >"$work/allowed" || return 1
  prepare_link || return 1
  plant_all
  awk -F '\t' -v record="$RECORD" '
    BEGIN {
      digits = "0123456789abcdef"
      while ((getline line <record) > 0) {
        split (line, field, " ")
        n = 16 * index (digits, substr (field[1], 15, 1)) \
            + index (digits, substr (field[1], 16, 1))
        if (n % 20 == 0)
          test[field[1]] = field[2]
      }
    }
    $1 in test { print $1 "\t" $2 "\t" $3 "\t" $4 "\t" test[$1] }' \
    "$work/list" >"$work/twentieth"
  : >"$work/became"
  check_share 0 >"$scratch/said.0" &
  (check_share 1 >"$scratch/said.1")
  wait
  cat "$scratch/said.0" "$scratch/said.1"
  killed=$(grep -c '^killed$' "$work/became")
  due=$(grep -cv -e '^uncompiled$' -e '^identical$' "$work/became")
  printf '%d mutants of a sample, %d found, %d not\n' "$due" "$killed" \
    $((due - killed))
  [ "$killed" -eq "$due" ] && [ "$due" -ge 5 ] && [ $blind -eq 0 ]
}

case ${1-} in
  --sample) run_sample ;;
  --record)
    write_record >"$scratch/record" && cp "$scratch/record" "$RECORD" ;;
  *) run_check ;;
esac
