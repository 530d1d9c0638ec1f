#!/bin/sh
# named.sh -- the texts name files, functions and floors that exist
#
# In README.dev and README.md every word that looks like a file of the
# project is one, every function or type is defined; README.dev lists the
# floors in the order that tests/floors.sh has, and says what each is.

set -u
# shellcheck source=tests/planting.sh
. "$(dirname "$0")/planting.sh"

FOLDERS='\.ci|bench|claims|doc|oracle|scripts|src|tests'

violations ()
{
  (cd "$1" && for text in README.dev README.md; do
     [ -f "$text" ] || continue
     grep -oE "(^|[^A-Za-z0-9_./-])($FOLDERS)/[A-Za-z0-9_./*-]*[A-Za-z0-9_]" \
       "$text" | grep -oE "($FOLDERS)/.*" | sort -u \
       | while IFS= read -r name; do
           # shellcheck disable=SC2086 # a pattern names what it matches
           set -- $name
           [ -e "$1" ] || echo "$text: names $name, which is missing"
         done
     grep -oE '(assay|oracle)_[a-z0-9_]+[a-z0-9]' "$text" | sort -u \
       | while IFS= read -r name; do
           grep -rqsE "^$name \(|^(enum|struct) $name$|/$name\.[ch]" \
                src oracle "$text" \
             || echo "$text: names $name, which is defined nowhere"
         done
   done
   [ -f tests/floors.sh ] || exit 0
   floors=$(sed -n "s/^FLOORS='\(.*\)'/\1/p" tests/floors.sh)
   tr -s ' ' <README.dev | grep -qx " $floors" \
     || echo "README.dev: its floors are not those of tests/floors.sh"
   for folder in src/*/; do
     grep -q "\b$(basename "$folder")/" README.dev \
       || echo "README.dev: does not say what $folder is"
   done)
}

sources_are_clean

new_tree
plant src/base/text.c <<'END'
int
assay_text_add (int x)
END
plant README.dev <<'END'
`src/base/text.c` has assay_text_add (see src/base/).
END
unplanted 'names that exist'

echo 'See src/base/words.c.' | plant README.dev
planted 'a file that is gone' 'src/base/words.c, which is missing'

echo 'Call assay_text_append.' | plant README.dev
planted 'a function that is gone' 'assay_text_append, which is defined nowhere'

echo "FLOORS='base exact'" | plant tests/floors.sh
printf '    base  real\n\nbase/ has the ground.\n' | plant README.dev
planted 'other floors' 'not those of tests/floors.sh'

printf '    base  exact\n' | plant README.dev
planted 'a folder without a word' 'does not say what src/base/ is'

finish
