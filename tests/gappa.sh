#!/bin/sh
# gappa.sh -- Gappa proves what doc/*.g state, and no bound that is too small

set -u
# shellcheck source=tests/planting.sh
. "$(dirname "$0")/planting.sh"

if ! command -v gappa >/dev/null; then
  echo 'gappa is not here: doc/*.g are not checked'
  exit 77
fi

# No compiler is asked: once is enough.
if [ "${ASSAY_POWER:-yes}" = no ]; then
  echo 'ASSAY_POWER=no: doc/*.g are checked elsewhere'
  exit 77
fi

status=0

for script in "$ASSAY_SOURCE"/doc/*.g; do
  if gappa "$script" >"$scratch/said" 2>&1; then
    echo "proved: ${script##*/}"
  else
    echo "not proved: ${script##*/}"
    cat "$scratch/said"
    status=1
  fi
  # Half of each bound is not provable.  Bounds are hexadecimal with an
  # exponent of -53 or -106, which nothing else is.
  sed 's/\(<= 0x[0-9a-f.]*p-\)53/\154/g
       s/\(<= 0x[0-9a-f.]*p-\)106/\1107/g' "$script" >"$scratch/planted.g"
  if cmp -s "$script" "$scratch/planted.g" \
     || gappa "$scratch/planted.g" >"$scratch/said" 2>&1; then
    echo "half of the bound passes too: ${script##*/}"
    status=1
  fi
done
exit $status
