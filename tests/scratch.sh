# scratch.sh -- where a script finds the sources, the build and the program,
# and a folder of its own, which goes with it
#
# Sourced.
# shellcheck shell=sh disable=SC2034

ASSAY_SOURCE=${ASSAY_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
ASSAY_BUILD=${ASSAY_BUILD:-$ASSAY_SOURCE/build}
ASSAY=${ASSAY:-$ASSAY_BUILD/assay}
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
trap 'exit 99' HUP INT TERM

# judged_here WHAT: skips the script where WHAT is another run's: with the
# sanitizers, or with ASSAY_POWER=no.
judged_here ()
{
  if [ "${ASSAY_SANITIZED:-no}" = yes ]; then
    echo "$1 without the sanitizers"
    exit 77
  fi
  if [ "${ASSAY_POWER:-yes}" = no ]; then
    echo "ASSAY_POWER=no: $1 elsewhere"
    exit 77
  fi
}
