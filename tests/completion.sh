#!/bin/sh
# completion.sh -- completion offers what --help says, in bash and in zsh
#
# Every command has each of its options and choices offered, nothing else,
# and an option that a program adds is offered at once.  A shell that is not
# installed is left out, and said so.

set -u
# shellcheck source=tests/scratch.sh
. "$(dirname "$0")/scratch.sh"
failed=0

command -v bash >/dev/null || {
  echo 'bash is not installed'
  exit 77
}

# offered WORD...: what bash offers for a line of these words, the last of
# which is being typed.
offered ()
{
  # shellcheck disable=SC2016 # for bash to expand
  bash -c '. "$1"; shift
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    _assay "$1" "${!#}" ""
    ((${#COMPREPLY[@]})) && printf "%s\n" "${COMPREPLY[@]}"' \
    bash "$ASSAY_SOURCE/completion/assay" "$@"
}

# expect WHAT: standard input is what $scratch/offered should be.
expect ()
{
  LC_ALL=C sort >"$scratch/expected"
  LC_ALL=C sort -o "$scratch/offered" "$scratch/offered"
  if ! diff "$scratch/expected" "$scratch/offered" >"$scratch/difference" \
     || [ ! -s "$scratch/expected" ]; then
    echo "completion of $1:"
    cat "$scratch/difference"
    failed=1
  fi
}

commands ()
{
  "$ASSAY" --help | awk '/^Commands:/ { on = 1; next } /^$/ { on = 0 }
                         on { print $1 }'
}

kinds ()
{
  "$ASSAY" kernel --help | awk '/^WHAT is/ { on = 1; next } /^$/ { on = 0 }
                                on { print $1 }'
}

offered "$ASSAY" '' >"$scratch/offered"
commands | expect 'the commands'
offered "$ASSAY" kernel '' >"$scratch/offered"
kinds | expect 'the kinds of kernel'
offered "$ASSAY" position '' >"$scratch/offered"
printf '%s\n' alibi axial sinusoid t5 xpos | expect 'the kinds of position'
offered "$ASSAY" position axial --family = l >"$scratch/offered"
echo llama4 | expect 'a family'
offered "$ASSAY" kernel rope --times >"$scratch/offered"
echo '--times-naive=' | expect 'an option that needs a value'
offered "$ASSAY" kernel attention --format = j >"$scratch/offered"
printf '%s\n' json junit | expect 'a value begun'
offered "$ASSAY" kernel attention --causal = >"$scratch/offered"
[ ! -s "$scratch/offered" ] || {
  echo 'a value that is no choice is offered'
  failed=1
}
offered "$ASSAY" kernel merge --lse-base = >"$scratch/offered"
printf '%s\n' e 2 | expect 'the choices of a base'

{
  commands | grep -v '^kernel$'
  kinds | sed 's/^/kernel /'
} >"$scratch/all"
while read -r command; do
  # shellcheck disable=SC2086 # two words may be one command
  offered "$ASSAY" $command -- </dev/null | sed 's/=$//' >"$scratch/offered"
  # shellcheck disable=SC2086
  "$ASSAY" $command --help </dev/null | awk '
    /^  -/ { sub (/^  (-[a-z], )?/, ""); sub (/[^a-z-].*/, ""); print }' \
    | expect "$command --"
done <"$scratch/all"

# A program with one option more.
cat >"$scratch/assay" <<'END'
#!/bin/sh
printf '  --anew=one|two|FILE  new\n'
END
chmod +x "$scratch/assay"
offered "$scratch/assay" rotary --a >"$scratch/offered"
echo '--anew=' | expect 'an option that is new'
offered "$scratch/assay" rotary --anew = >"$scratch/offered"
printf '%s\n' one two | expect 'the choices of an option that is new'

# The same of zsh, whose own functions only say what they were given.
offered_in_zsh ()
{
  # shellcheck disable=SC2016 # for zsh to expand
  zsh -f -c '
    compadd () {
      if [[ $1 = -a ]]; then print -l -- ${(P)2}; return; fi
      while [[ $1 = -* && $1 != -- ]]; do shift; shift; done
      shift
      (( $# )) && print -l -- $@
    }
    compset () { PREFIX=${PREFIX#*=}; }
    _describe () { print -l -- ${${(P)2}%%:*}; }
    _files () { print -r -- files; }
    completion=$1; shift
    words=("$@") CURRENT=$# PREFIX=${@[-1]}
    source $completion' zsh "$ASSAY_SOURCE/completion/_assay" "$@"
}

if command -v zsh >/dev/null; then
  offered_in_zsh "$ASSAY" '' >"$scratch/offered"
  commands | expect 'the commands, zsh'
  offered_in_zsh "$ASSAY" position '' >"$scratch/offered"
  printf '%s\n' alibi axial sinusoid t5 xpos \
    | expect 'the kinds of position, zsh'
  offered_in_zsh "$ASSAY" kernel attention --format= >"$scratch/offered"
  printf '%s\n' text json markdown junit | expect 'a value, zsh'
  offered_in_zsh "$ASSAY" kernel attention --q= >"$scratch/offered"
  echo files | expect 'a file, zsh'
  while read -r command; do
    # shellcheck disable=SC2086
    offered_in_zsh "$ASSAY" $command -- </dev/null | sed 's/=$//' \
      >"$scratch/offered"
    # shellcheck disable=SC2086
    offered "$ASSAY" $command -- </dev/null | sed 's/=$//' \
      | expect "$command --, zsh"
  done <"$scratch/all"
else
  echo 'zsh is not installed: its completion was not tried'
fi

[ $failed -eq 0 ] \
  && echo "completion.sh: $(wc -l <"$scratch/all") commands, as --help says"
exit $failed
