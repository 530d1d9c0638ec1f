#!/bin/sh
# processor.sh -- attention is the same by every kind of processor's loops
#
# ASSAY_PROCESSOR names the loops of the fast tiers; a kind that this processor
# has not, or none at all, gives the portable ones.

set -u
# shellcheck source=tests/scratch.sh
. "$(dirname "$0")/scratch.sh"
unset ASSAY_PROCESSOR
failed=0

# patterns SEED N: as many of f16, between -4 and 4.
patterns ()
{
  awk -v x="$1" -v n="$2" 'BEGIN {
    for (; n > 0; n--)
      {
        x = (x * 16807) % 2147483647
        printf "%04x ", int (x / 7) % 17408 + (x % 2) * 32768
      }
  }'
}

cd "$scratch" || exit 99
for tensor in q k v; do
  # shellcheck disable=SC2046 # a word each
  sh "$ASSAY_SOURCE/tests/npy.sh" $tensor.npy '<f2' '1, 2, 40, 12' \
    $(patterns "$(printf %d "'$tensor")" 960) || exit 99
done

# attend KIND: o.KIND and report.KIND
attend ()
{
  for format in f64 f32 f16 bf16; do
    "$ASSAY" kernel attention --q=q.npy --k=k.npy --v=v.npy --causal \
      --round=$format --out="o.$1.$format.npy" --jobs=1 >"$1.$format" \
      || return 1
  done
}

attend default || { echo "processor.sh: attention failed" >&2; exit 1; }
for kind in portable AVX2 AVX-512 nonesuch; do
  ASSAY_PROCESSOR=$kind
  export ASSAY_PROCESSOR
  attend $kind || failed=1
  unset ASSAY_PROCESSOR
  for format in f64 f32 f16 bf16; do
    if ! cmp "o.$kind.$format.npy" "o.default.$format.npy" >&2; then
      echo "processor.sh: $kind: other bits in $format" >&2
      failed=1
    fi
  done
done
[ $failed = 0 ] && echo 'processor.sh: the same bits by every kind of loops'
exit $failed
