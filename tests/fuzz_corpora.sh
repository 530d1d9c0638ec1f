#!/bin/sh
# fuzz_corpora.sh -- every fuzz target over its corpus and variants of it
#
# The corpus of the claims: tests/fuzz/corpus_claims, the wrong files of
# tests/cli/claims and the ledgers.  The corpus of configs:
# tests/fuzz/corpus_config.  Tensors: tests/fuzz/corpus_npy and what numpy
# wrote, tests/fuzz/corpus_safetensors.

set -u
ASSAY_SOURCE=${ASSAY_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
ASSAY_BUILD=${ASSAY_BUILD:-$ASSAY_SOURCE/build}
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
trap 'exit 99' HUP INT TERM

mkdir "$scratch/claims"
cp "$ASSAY_SOURCE"/tests/cli/claims/*.claims "$scratch/claims"
"$ASSAY_BUILD/fuzz_claims" "$ASSAY_SOURCE/tests/fuzz/corpus_claims" \
  "$scratch/claims" || exit 1
"$ASSAY_BUILD/fuzz_config" "$ASSAY_SOURCE/tests/fuzz/corpus_config" || exit 1
"$ASSAY_BUILD/fuzz_npy" "$ASSAY_SOURCE/tests/fuzz/corpus_npy" \
  "$ASSAY_SOURCE/tests/data/numpy" || exit 1
"$ASSAY_BUILD/fuzz_safetensors" "$ASSAY_SOURCE/tests/fuzz/corpus_safetensors" \
  || exit 1
