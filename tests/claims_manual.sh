#!/bin/sh
# claims_manual.sh -- every example of doc/claims-language.md
#
# A block marked "claims" is written to example.claims and audited, with the
# options that stand beside the mark; a block marked "sh" is run.  What is
# printed, errors included, must be the block marked "text" that follows, and
# a last line tells the exit status if it is not 0.
#
#   claims_manual.sh             compare
#   claims_manual.sh --rewrite   write what is printed into the manual

set -u
# shellcheck source=tests/scratch.sh
. "$(dirname "$0")/scratch.sh"
ASSAY_PROGRAM=$ASSAY
export ASSAY_PROGRAM
manual=$ASSAY_SOURCE/doc/claims-language.md
LC_ALL=C
export LC_ALL

mkdir "$scratch/bin" "$scratch/in"
cat >"$scratch/bin/assay" <<'END'
#!/bin/sh
exec "$ASSAY_PROGRAM" "$@"
END
chmod +x "$scratch/bin/assay"
PATH=$scratch/bin:$PATH
export PATH

# The manual cut into numbered pieces: N.claims (its first line the options),
# N.sh, N.text, N.prose.
awk -v folder="$scratch" '
  function open (kind) {
    close (piece)
    piece = sprintf ("%s/%03d.%s", folder, ++count, kind)
    printf "" >piece
  }
  BEGIN { open("prose") }
  /^```(claims|sh|text)/ {
    kind = substr ($1, 4)
    open(kind)
    if (kind == "claims") print substr ($0, 11) >piece
    next
  }
  /^```$/ { open("prose"); next }
  { print >piece }' "$manual"

run_piece ()
{
  cd "$scratch/in" || exit 99
  case $1 in
    *.claims)
      sed 1d "$1" >example.claims
      # The options are words.
      # shellcheck disable=SC2046
      assay audit $(sed 1q "$1") example.claims 2>&1 ;;
    *) sh "$1" 2>&1 ;;
  esac
  status=$?
  test "$status" -eq 0 || echo "(exit status $status)"
}

count=0
failed=0
for piece in "$scratch"/*.claims "$scratch"/*.sh; do
  # Leading zeros would make it octal.
  number=$(basename "$piece" | sed 's/\..*//; s/^0*\([0-9]\)/\1/')
  answer=$(printf '%s/%03d.text' "$scratch" $((number + 1)))
  test -f "$answer" || answer=$(printf '%s/%03d.text' "$scratch" \
                                  $((number + 2)))
  count=$((count + 1))
  run_piece "$piece" >"$scratch/printed"
  if [ "${1-}" = --rewrite ]; then
    cp "$scratch/printed" "$answer"
  elif ! cmp -s "$scratch/printed" "$answer"; then
    echo "claims_manual.sh: this example prints something else:"
    cat "$piece"
    diff "$answer" "$scratch/printed"
    failed=$((failed + 1))
  fi
done

if [ "${1-}" = --rewrite ]; then
  for piece in "$scratch"/[0-9]*; do
    case $piece in
      *.claims) printf '```claims'
                options=$(sed 1q "$piece")
                printf '%s\n' "${options:+ $options}"
                sed 1d "$piece"; echo '```' ;;
      *.sh) echo '```sh'; cat "$piece"; echo '```' ;;
      *.text) echo '```text'; cat "$piece"; echo '```' ;;
      *) cat "$piece" ;;
    esac
  done >"$scratch/manual"
  cp "$scratch/manual" "$manual"
fi

test "$count" -ge 20 || { echo "claims_manual.sh: only $count examples"
                          exit 1; }
echo "claims_manual.sh: $count examples, $failed wrong"
test "$failed" -eq 0
