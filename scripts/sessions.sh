#!/bin/sh
# sessions.sh --check|--write FILE... -- the sessions shown in FILE
#
# Runs the commands of every block that opens with ```console, all commands of
# a FILE in one shell, as a reader in the project's folder would, who has
# either built the program (build/assay) or installed it (assay).  A line
# "$ ..." is a command, "> ..." continues it, everything else is what the
# commands print.  --check compares that with what they print now, --write
# puts it in place.  ASSAY_SOURCE and ASSAY_BUILD say where the project is.

set -u

case ${1-} in
  --check | --write) mode=$1 ;;
  *) echo "Usage: $0 --check|--write FILE..." >&2; exit 2 ;;
esac
shift

source=${ASSAY_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
build=${ASSAY_BUILD:-$source/build}
[ -x "$build/assay" ] || { echo "$0: $build/assay is missing" >&2; exit 2; }

scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 2' HUP INT TERM

mkdir "$scratch/bin"
ln -s "$build/assay" "$scratch/bin/assay"
PATH=$scratch/bin:$PATH
LC_ALL=C
NO_COLOR=1
export PATH LC_ALL NO_COLOR

# The project's folder as the commands see it; what they write stays there.
new_project ()
{
  rm -rf "$scratch/project"
  mkdir "$scratch/project"
  for entry in "$source"/*; do
    ln -s "$entry" "$scratch/project/"
  done
  rm -f "$scratch/project/build"
  ln -s "$build" "$scratch/project/build"
}

# Turns FILE into a shell program that prints FILE anew.
program_of ()
{
  awk '
    function quoted(text)
    {
      gsub (/\047/, "\047\\\047\047", text)
      return "\047" text "\047"
    }
    function run_command()
    {
      if (command == "")
        return
      print "(exit $status)"
      print command
      print "status=$?"
      command = ""
    }
    /^```console$/ {
      print "printf \"%s\\n\" " quoted($0)
      print "{"
      print "status=0"
      inside = 1
      next
    }
    inside && /^```$/ {
      run_command()
      print "} 2>&1 </dev/null"
      inside = 0
    }
    !inside { print "printf \"%s\\n\" " quoted($0); next }
    /^\$ / {
      run_command()
      command = substr ($0, 3)
      print "printf \"%s\\n\" " quoted($0)
      next
    }
    /^>( |$)/ && command != "" {
      command = command "\n" substr ($0, 3)
      print "printf \"%s\\n\" " quoted($0)
    }
  ' "$1"
}

status=0
for file in "$@"; do
  program_of "$file" >"$scratch/program" || exit 2
  new_project
  if ! (cd "$scratch/project" && sh "$scratch/program") >"$scratch/anew"; then
    echo "$file: its sessions cannot be run" >&2
    exit 2
  fi
  if [ "$mode" = --write ]; then
    cmp -s "$file" "$scratch/anew" || cat "$scratch/anew" >"$file"
  elif ! diff -u "$file" "$scratch/anew"; then
    echo "$file: shows what the program no longer prints;" \
         "call $(basename "$0") --write $file and read it" >&2
    status=1
  fi
done
exit $status
