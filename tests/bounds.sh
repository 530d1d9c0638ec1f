#!/bin/sh
# bounds.sh -- the lemmas of doc/bounds.md and the code that stands on them
#
# A lemma is a heading "## B3. ..." there.  Every lemma named in src/, oracle/
# or tests/ must exist, every lemma must be named by code or by another
# lemma, and an unproved bound is a FIXME, which no release may have.

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
    {
      file = $0
      line = 0
      section = ""
      while ((getline text < file) > 0) {
        line++
        place = file ":" line
        if (text ~ /FIXME/)
          print place ": an unproved bound: " text
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
    }
    END {
      for (name in named)
        if (!(name in lemma))
          print first[name] ": cites " name \
                ", which doc/bounds.md does not state"
      for (name in lemma)
        if (!(name in named))
          print lemma[name] ": no code and no other lemma cites " name
    }' | sort)
}

sources_are_clean

new_tree
plant doc/bounds.md <<'END'
## B1. Powers
Proof of B1 by induction.
## B12. Sums
Proof.
END
plant src/exact/planted.c <<'END'
/* By B1 and (B12); BB1, B1x and AB12 are no lemmas.  */
END
unplanted 'two lemmas, both cited'

echo '/* By B1, B12 and B2.  */' | plant src/exact/planted.c
planted 'a citation of no lemma' 'planted.c:1: cites B2,'

echo '/* By B1.  */' | plant src/exact/planted.c
planted 'a lemma that nobody cites' 'bounds.md:3: no code .* cites B12'

printf '/* By B1.\n   B12 again.\n   FIX%s: 3 ulps?  */\n' ME \
  | plant oracle/planted.c
planted 'an unproved bound' 'oracle/planted.c:3: an unproved bound'

new_tree
echo '/* By B1.  */' | plant src/exact/planted.c
planted 'a citation without the file' 'cites B1,'

finish
