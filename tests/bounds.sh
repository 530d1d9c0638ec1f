#!/bin/sh
# bounds.sh -- the lemmas of doc/bounds.md and the code that stands on them
#
# A lemma is a heading "## B3. ..." there.  Every lemma named in src/, oracle/
# or tests/ must exist, every lemma must be named by code or by another
# lemma, and an unproved bound is a FIXME, which no release may have.  Every
# lemma has a paragraph "Proof..." and one "Witness. ...", which says how sharp
# it is and names a test, "tests/check_rotor.c: some_test", that asserts it.

set -u
# shellcheck source=tests/planting.sh
. "$(dirname "$0")/planting.sh"

violations ()
{
  (cd "$1" && {
     [ ! -f doc/bounds.md ] || echo doc/bounds.md
     find src oracle tests -name '*.[chyl]' 2>/dev/null | sort
   } | awk '
    # Calls cite for every B3 in TEXT that stands as a word.
    function scan (text, place,    before, after, name)
    {
      before = ""
      while (match (text, /B[0-9]+/)) {
        if (RSTART > 1)
          before = substr (text, RSTART - 1, 1)
        name = substr (text, RSTART, RLENGTH)
        after = substr (text, RSTART + RLENGTH, 1)
        if (before !~ /[A-Za-z0-9_]/ && after !~ /[A-Za-z0-9_]/)
          cite(name, place)
        before = substr (text, RSTART + RLENGTH - 1, 1)
        text = substr (text, RSTART + RLENGTH)
      }
    }
    function cite (name, place)
    {
      if (name == section)
        return
      named[name] = 1
      if (!(name in first))
        first[name] = place
    }
    # The paragraph that ended with the line before, and the lemma that did.
    function end_paragraph ()
    {
      if (paragraph ~ /^Proof/)
        proved[section] = 1
      if (paragraph ~ /^Witness\. /) {
        witnessed[section] = 1
        name_tests(paragraph)
      }
      paragraph = ""
    }
    function name_tests (text,    test)
    {
      while (match (text, /tests\/[a-z0-9_]+\.c: [a-z0-9_]+/)) {
        test = substr (text, RSTART, RLENGTH)
        tested[section] = 1
        wanted[test] = lemma[section] ": the witness of " section
        text = substr (text, RSTART + RLENGTH)
      }
    }
    {
      file = $0
      line = 0
      section = ""
      while ((getline text < file) > 0) {
        line++
        place = file ":" line
        if (text ~ /FIXME/)
          print place ": an unproved bound: " text
        if (file == "doc/bounds.md" && (text == "" || text ~ /^#/))
          end_paragraph()
        else if (file == "doc/bounds.md")
          paragraph = paragraph (paragraph == "" ? "" : " ") text
        if (match (text, /^START_TEST \([a-z0-9_]+/))
          test[file ": " substr (text, 13, RLENGTH - 12)] = 1
        if (file == "doc/bounds.md" && text ~ /^#+ *(Lemma )?B[0-9]+[.: ]/) {
          match (text, /B[0-9]+/)
          section = substr (text, RSTART, RLENGTH)
          if (section in lemma)
            print place ": " section " is stated twice"
          lemma[section] = place
        } else
          scan(text, place)
      }
      close (file)
      end_paragraph()
    }
    END {
      for (name in named)
        if (!(name in lemma))
          print first[name] ": cites " name \
                ", which doc/bounds.md does not state"
      for (name in lemma) {
        if (!(name in named))
          print lemma[name] ": no code and no other lemma cites " name
        if (!(name in proved))
          print lemma[name] ": " name " has no paragraph \"Proof\""
        if (!(name in witnessed))
          print lemma[name] ": " name " has no paragraph \"Witness.\""
        else if (!(name in tested))
          print lemma[name] ": the witness of " name " names no test"
      }
      for (name in wanted)
        if (!(name in test))
          print wanted[name] " names " name ", which is not there"
    }' | sort)
}

sources_are_clean

# lemmas PROOF WITNESS: doc/bounds.md with these paragraphs in the second.
lemmas ()
{
  plant doc/bounds.md <<END
## B1. Powers
Statement.

Proof of B1 by induction.

Witness. Two is the least (tests/check_planted.c:
power_of_two_is_the_least).
## B12. Sums
Statement.

$1

$2
END
}

proof='Proof. Clear.'
witness='Witness. One (tests/check_planted.c: sum_of_one_reaches_it).'

new_tree
lemmas "$proof" "$witness"
plant tests/check_planted.c <<'END'
START_TEST (power_of_two_is_the_least)
START_TEST (sum_of_one_reaches_it)
END
plant src/exact/planted.c <<'END'
/* By B1 and (B12); BB1, B1x and AB12 are no lemmas.  */
END
unplanted 'two lemmas, both cited'

lemmas 'This is clear.' "$witness"
planted 'a lemma without a proof' 'bounds.md:8: B12 has no paragraph "Proof"'

lemmas "$proof" 'It is sharp (tests/check_planted.c: sum_of_one_reaches_it).'
planted 'a lemma without a witness' 'B12 has no paragraph "Witness."'

lemmas "$proof" 'Witness. One is as large as that.'
planted 'a witness that nothing tests' 'the witness of B12 names no test'

lemmas "$proof" 'Witness. One (tests/check_planted.c: sum_of_one_reaches).'
planted 'a witness of no test' 'check_planted.c: sum_of_one_reaches, which is'

lemmas "$proof" 'Witness. One (tests/check_other.c: sum_of_one_reaches_it).'
planted 'a witness in another file' 'check_other.c: sum_of_one_reaches_it,'
lemmas "$proof" "$witness"

echo '/* By B1, B12 and B2.  */' | plant src/exact/planted.c
planted 'a citation of no lemma' 'planted.c:1: cites B2,'

echo '/* By B1.  */' | plant src/exact/planted.c
planted 'a lemma that nobody cites' 'bounds.md:8: no code .* cites B12'

printf '/* By B1.\n   B12 again.\n   FIX%s: 3 ulps?  */\n' ME \
  | plant oracle/planted.c
planted 'an unproved bound' 'oracle/planted.c:3: an unproved bound'

new_tree
echo '/* By B1.  */' | plant src/exact/planted.c
planted 'a citation without the file' 'cites B1,'

finish
