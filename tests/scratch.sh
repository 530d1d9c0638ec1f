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
