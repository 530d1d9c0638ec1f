# planting.sh -- for the scripts that check the sources themselves
#
# Sourced.  The script defines violations ROOT, which prints one line for each
# fault of the tree ROOT.  sources_are_clean asks it about the project;
# planted proves that it can find something, on small trees of its own.
# shellcheck shell=sh

# shellcheck source=tests/scratch.sh
. "$(dirname "$0")/scratch.sh"
failed=0

sources_are_clean ()
{
  violations "$ASSAY_SOURCE" >"$scratch/found"
  [ -s "$scratch/found" ] || return 0
  cat "$scratch/found"
  failed=1
}

# tree: empties $tree, a small tree that the script fills and then judges.
tree=$scratch/tree

new_tree ()
{
  rm -rf "$tree"
  mkdir -p "$tree"
}

# plant FILE: standard input becomes that file of $tree.
plant ()
{
  mkdir -p "$(dirname "$tree/$1")"
  cat >"$tree/$1"
}

# planted WHAT PATTERN: $tree must show exactly one fault, matching PATTERN.
planted ()
{
  violations "$tree" >"$scratch/found"
  if [ "$(wc -l <"$scratch/found")" -ne 1 ] \
     || ! grep -q -e "$2" "$scratch/found"; then
    printf 'planted %s: expected one fault matching "%s", found:\n' "$1" "$2"
    cat "$scratch/found"
    failed=1
  fi
}

# unplanted WHAT: $tree, which looks suspicious, must show no fault.
unplanted ()
{
  violations "$tree" >"$scratch/found"
  if [ -s "$scratch/found" ]; then
    printf 'planted nothing (%s), found:\n' "$1"
    cat "$scratch/found"
    failed=1
  fi
}

finish ()
{
  if [ $failed -eq 0 ]; then
    printf '%s: clean, and every planted fault was found\n' \
           "$(basename "$0")"
  fi
  exit $failed
}
