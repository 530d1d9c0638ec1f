#!/bin/sh
# vectors.sh -- cases that others made, judged
#
# Every output of an Attention case is the correctly rounded exact value, bit
# for bit.  FlexAttention outputs are not: their worst errors, known from an
# evaluation in 80 bits, must be what the report shows.

set -u
# shellcheck source=tests/scratch.sh
. "$(dirname "$0")/scratch.sh"
cases=$ASSAY_SOURCE/tests/data/onnx
failed=0
count=0

complain ()
{
  echo "$1"
  failed=1
}

for folder in "$cases"/test_attention_*
do
  count=$((count + 1))
  report=$("$ASSAY" kernel attention --case="$folder" 2>&1) \
    || complain "$(basename "$folder"): expected exit status 0, found
$report"
done
[ "$count" -eq 52 ] || complain "expected 52 Attention cases, found $count"

# flex CASE ULPS: fails, with that worst error but for one unit of its last
# digit, which 80 bits leave open.
flex ()
{
  report=$("$ASSAY" kernel attention --case="$cases/test_flexattention$1" \
             --format=json 2>&1)
  status=$?
  found=$(echo "$report" | sed -n 's/.*"max_ulp": "\([0-9.]*\)".*/\1/p')
  [ "$status" -eq 1 ] \
    || complain "flexattention$1: expected exit status 1, found $status"
  awk -v found="$found" -v wanted="$2" 'BEGIN {
    unit = 10 ^ (index (wanted, ".") - length (wanted))
    exit found == "" || found - wanted > unit || wanted - found > unit }' \
    || complain "flexattention$1: expected $2 ulps, found $found"
}

flex "" 3.01
flex _causal_mask 0.804
flex _double 3.33
flex _gqa 2.50
flex _prob_mod 0.524
flex _soft_cap 0.561

# Rotary outputs are two products and a sum, each rounded to f32: bit for bit,
# and so within 1.19 ulps of |c x1| + |s x2| of the exact value.
count=0
for folder in "$cases"/test_rotary_embedding*
do
  count=$((count + 1))
  report=$("$ASSAY" kernel rope --case="$folder" --format=json 2>&1) \
    || complain "$(basename "$folder"): expected exit status 0, found
$report"
  echo "$report" | awk -F'"' '
    /"elements"/ { elements = $3 }
    /"bit_equal_contract"/ { equal = $3 }
    /"max_mass_ulp"/ { mass = $4 }
    END { exit !(elements != "" && elements == equal && mass != "" &&
                 mass <= 1.19) }' \
    || complain "$(basename "$folder"): expected every element as the contract
gives it, within 1.19 ulps of |c x1| + |s x2|, found
$report"
  "$ASSAY" kernel rope --case="$folder" --contract=exact > /dev/null 2>&1
  [ $? -eq 1 ] || complain "$(basename "$folder"): passed as exact"
done
[ "$count" -eq 5 ] || complain "expected 5 rotary cases, found $count"

# A wrong answer is refused: the outputs of one case against another's.
"$ASSAY" kernel attention --q="$cases/test_attention_4d/Q.npy" \
  --k="$cases/test_attention_4d/K.npy" --v="$cases/test_attention_4d/V.npy" \
  --got="$cases/test_attention_4d_causal/Y.npy" > /dev/null 2>&1
[ $? -eq 1 ] || complain "a causal output passed for one that is not"

exit "$failed"
