#!/bin/sh
# npy.sh OUT.npy TYPE SHAPE HEX... -- a little-endian array for a test
#
# TYPE is numpy's ("<f4"), SHAPE its tuple without parentheses ("2, 3"), each
# HEX the pattern of an element, most significant digit first.

set -eu
out=$1
header="{'descr': '$2', 'fortran_order': False, 'shape': ($3,), }"
shift 3
# The header, its ten bytes before and its newline fill multiples of 64.
length=$(( (${#header} + 11 + 63) / 64 * 64 - 10 ))
{
  printf '\223NUMPY\001\000'
  # shellcheck disable=SC2059 # the format is the bytes
  printf "\\$(printf %03o $((length % 256)))\\$(printf %03o $((length / 256)))"
  printf '%-*s\n' $((length - 1)) "$header"
  for pattern
  do
    while [ -n "$pattern" ]
    do
      rest=${pattern%??}
      [ "$rest" != "$pattern" ] || exit 2
      # shellcheck disable=SC2059
      printf "\\$(printf %03o $((0x${pattern#"$rest"})))"
      pattern=$rest
    done
  done
} >"$out"
