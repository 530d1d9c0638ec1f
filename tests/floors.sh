#!/bin/sh
# floors.sh -- a folder of src is a floor and includes only what is above it
#
# The list runs from the ground every other folder may stand on to the
# command line; a folder may include itself and what comes before it.

set -u
# shellcheck source=tests/planting.sh
. "$(dirname "$0")/planting.sh"

FLOORS='base exact real position attention claims kernel lessons report cli'

violations ()
{
  (cd "$1" && find src -name '*.[chyl]' | sort | while IFS= read -r file; do
     sed -n 's/^ *# *include *\("[^"]*"\).*/\1/p' "$file" | tr -d '"' \
       | sed "s|^|$file |"
   done) | awk -v floors="$FLOORS" '
    BEGIN {
      n = split (floors, name, " ")
      for (i = 1; i <= n; i++)
        level[name[i]] = i
    }
    {
      split ($1, part, "/")
      here = part[2]
      there = $2
      if ($2 == "config.h")
        next
      if (!(here in level)) {
        print $1 ": the folder " here " is no floor; the floors are " floors
        next
      }
      if (!sub ("/.*", "", there))
        there = $2 == "oracle.h" ? "" : here
      # The one file that knows both families; independence.sh guards it.
      if ($2 == "oracle.h" && $1 == "src/cli/families.c")
        next
      if (!(there in level))
        print $1 ": includes \"" $2 "\", which is on no floor"
      else if (level[there] > level[here])
        print $1 ": " here " includes \"" $2 "\" of the floor " there \
              " below it"
    }'
}

sources_are_clean

new_tree
plant src/exact/planted.c <<'END'
#include "exact/planted.h"
#include "base/ctx.h"
#include <stdio.h>
END
unplanted 'an include of the floor above'

echo '#include "real/encl.h"' | plant src/exact/planted.c
planted 'an include of the floor below' 'exact includes "real/encl.h"'

echo '# include  "cli/main.h"' | plant src/exact/planted.c
planted 'an include with spaces' 'exact includes "cli/main.h"'

echo '#include "../cli/main.h"' | plant src/exact/planted.c
planted 'an include by a relative path' 'on no floor'

echo '#include "oracle.h"' | plant src/exact/planted.c
planted 'an include of the oracle' 'on no floor'

new_tree
echo '#include "base/ctx.h"' | plant src/attic/planted.c
planted 'a new folder' 'attic is no floor'

new_tree
echo '#include "oracle.h"' | plant src/cli/families.c
unplanted 'the file that knows both families'

finish
