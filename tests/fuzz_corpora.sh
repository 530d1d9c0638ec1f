#!/bin/sh
# fuzz_corpora.sh -- every fuzz target over its corpus and variants of it
#
# The corpus of NAME is tests/fuzz/corpus_NAME; beside it, that of the claims
# has the wrong files of tests/cli/claims, and that of arrays what numpy wrote.
# A target of whole commands says much on standard error: it is shown when the
# target fails.

set -u
# shellcheck source=tests/scratch.sh
. "$(dirname "$0")/scratch.sh"
fuzz=$ASSAY_SOURCE/tests/fuzz
TMPDIR=$scratch
export TMPDIR

mkdir "$scratch/claims"
cp "$ASSAY_SOURCE"/tests/cli/claims/*.claims "$scratch/claims"
failed=0

# over NAME FOLDER...
over ()
{
  name=$1
  shift
  "$ASSAY_BUILD/fuzz_$name" "$fuzz/corpus_$name" "$@" >"$scratch/said" 2>&1 \
    && { echo "$name: $(tail -n 1 "$scratch/said")"; return; }
  echo "fuzz_$name fails:"
  tail -n 40 "$scratch/said"
  failed=1
}

over case
over claims "$scratch/claims"
over config
over npy "$ASSAY_SOURCE/tests/data/numpy"
over options
over request
over safetensors
over shard
exit $failed
