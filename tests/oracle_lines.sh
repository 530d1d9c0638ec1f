#!/bin/sh
# The oracle's line program: answers, refusals, exit status.

oracle=${ASSAY_BUILD:-.}/assay-oracle
failures=0
count=0

# expect STATUS INPUT OUTPUT COMPLAINT
expect () {
  count=$((count + 1))
  found=$(printf '%s' "$2" | "$oracle" 2>oracle_lines.$$)
  status=$?
  complaint=$(cat oracle_lines.$$)
  rm -f oracle_lines.$$
  if [ "$status:$found:$complaint" != "$1:$3:$4" ]; then
    failures=$((failures + 1))
    printf 'FAIL: %s\n  expected %s:%s:%s\n  found    %s:%s:%s\n' \
      "$2" "$1" "$3" "$4" "$status" "$found" "$complaint"
  fi
}

# The newline inside the input separates two cases.
expect 0 'rotary 1 4 1 1 0 1 0 3/5 4/5
rotary 2 8 4 2 -2 2 -2 2 -2 -2 2 3/5 5/13 4/5 12/13' '-117/125
-119218176/17850625' ''
expect 0 'attention 1 2 1 1 20 sqrt 1 0 1 0 4 11' \
  "26894142136999512074:26894142136999512075 \
73105857863000487925:73105857863000487926 \
292423431452001951700:292423431452001951701" ''
expect 0 'attention 1 2 1 1 3 7/2 1 0 1 0 4 01' \
  '0:0 1000:1000 3999:4001' ''
expect 0 'round e4m3 464
round e4m3 -465
round f16 1/3' 'finite 448/1
overflow -448/1
finite 1365/4096' ''
expect 0 'power 5 10000 -64 128
pi 3' '1000:1000
3141:3142' ''
expect 0 'eval 20 + 1/2 * exp 3/7 sqrt 2
eval 4 / sqrt 18/8 -2
eval 9 log - 3 pi
eval 9 floor * sqrt 2 sqrt 2' '267090692678597376447:267090692678597376448
-7500:-7500
undefined
undecided' ''
expect 0 '' '' ''

me='assay-oracle: line 1, field'
expect 1 'exp 5 1/0' '' "$me 3: expected a fraction, found 1/0"
expect 1 'exp 5' '' "$me 3: expected a fraction, found the end of the line"
expect 1 'exp 5 1 1' '' "$me 4: expected the end of the line, found 1"
expect 1 'exp  5 1' '' "$me 2: expected an integer, found an empty field"
expect 1 'exp 100001 1' '' \
  "$me 2: expected a number of digits up to 100000, found 100001"
expect 1 'rotary 1 4 1.5 1 0 1 0 3/5 4/5' '' \
  "$me 4: expected an integer, found 1.5"
expect 1 'rotary 9 4 1 1 0 1 0 3/5 4/5' '' \
  "$me 11: expected more fractions, found the end of the line"
expect 1 'attention 1 2 1 1 20 sqrt 1 0 1 0 4 12' '' \
  "$me 13: expected a row of the mask, one 0 or 1 for each key, found 12"
expect 1 'attention 1 2 1 1 20 sqrt 1 0 1 0 4 00' '' \
  'assay-oracle: line 1: no features, or a row without a legal key'
expect 1 'eval 5' '' \
  "$me 3: expected an expression, found the end of the line"
expect 1 'eval 5 + 1 sine 2' '' \
  "$me 5: expected a number or an operator, found sine"
expect 1 'eval 5 + 1 * 2' '' \
  "$me 7: expected a number or an operator, found the end of the line"
expect 1 'eval 5 + 1 2 3' '' \
  "$me 6: expected the end of the expression, found 3"
expect 1 'eval 5 softmax x 1 2' '' \
  "$me 4: expected a count of operands, found x"
expect 1 'log 5 0' '' \
  'assay-oracle: line 1: the function has no value, or too large a one, there'
expect 1 'rotary 1 0 99999999999999999999 1 0 1 0 3/5 4/5' '' \
  'assay-oracle: line 1: the positions are too far apart'
expect 1 'round f8 1' '' \
  "$me 2: expected f64, f32, f16, bf16, e5m2 or e4m3, found f8"
expect 1 'pi 1
nonsense' '31:32' "assay-oracle: line 2, field 1: expected rotary, \
attention, pi, power, round, eval or a function, found nonsense"

printf '%d cases, %d failures\n' "$count" "$failures"
[ "$failures" -eq 0 ]
