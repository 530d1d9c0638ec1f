#!/bin/sh
# bench-table.sh -- standard input, the lines of `make bench', and a table
#
# Copies every line as it comes.  Then: how many goals were met, which were
# missed, and what was not measured.  Fails unless the last line says that all
# were run.

set -u
awk '
  { print; fflush (); last = $0 }
  /: met$/ { met++ }
  /: MISSED$/ { missed++; gsub (/ +/, " "); list = list "  " $0 "\n" }
  / not measured: / { unmeasured++ }
  END {
    printf "\n%-14s %5d\n", "goals met", met
    printf "%-14s %5d\n", "goals missed", missed
    printf "%-14s %5d\n", "not measured", unmeasured
    printf "%s", list
    if (last != "bench: all were run") {
      print "bench: ended early, after: " last
      exit 1
    }
  }'
