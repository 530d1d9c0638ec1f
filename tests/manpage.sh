#!/bin/sh
# manpage.sh -- doc/assay.1 and the program say the same
#
# Commands and options are those of --help, both ways; what stands between
# .EX and .EE behind EXAMPLES is what a session prints; the page renders
# without a warning where groff is installed.

set -u
ASSAY_SOURCE=${ASSAY_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
ASSAY=${ASSAY:-$ASSAY_SOURCE/build/assay}
page=$ASSAY_SOURCE/doc/assay.1
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
trap 'exit 99' HUP INT TERM
failed=0

# The words of a help text that begin a line as an option does.
options_of_help ()
{
  sed -n 's/^  \(-[a-z], \)\{0,1\}\(--[a-z-]*\).*/\2/p' | sort -u
}

# options_of_page PAGE HEADING: the options tagged below .SS or .SH HEADING.
options_of_page ()
{
  awk -v heading="$2" '
    /^\.S[SH] / {
      title = $0
      sub (/^\.S[SH] /, "", title)
      gsub (/"/, "", title)
      inside = title == heading
    }
    inside && tagged { gsub (/\\-/, "-"); print }
    { tagged = $0 == ".TP" }' "$1" \
    | grep -oE -e '--[a-z]+(-[a-z]+)*' | sort -u
}

# "rope", "kernel", "kernel attention": the headings below COMMANDS.
commands_of_page ()
{
  awk '/^\.SH / { inside = $2 == "COMMANDS" }
       inside && /^\.SS / { gsub (/"/, ""); sub (/^\.SS /, ""); print }' \
    "$1" | sort
}

# Lessons are named in bold below .SS "lesson".
lessons_of_page ()
{
  awk '/^\.S[SH] / { inside = $2 == "\"lesson\"" }
       inside && /^\.B [a-z]+\\-[a-z\\-]*$/ { gsub (/\\/, ""); print $2 }' \
    "$1" | sort
}

# compare WHAT HELP PAGE: shows what one has and the other has not.
compare ()
{
  comm -23 "$2" "$3" | sed "s/^/$1: in --help, not in the man page: /"
  comm -13 "$2" "$3" | sed "s/^/$1: in the man page, not in --help: /"
}

# differences PAGE: where it departs from the program.
differences ()
{
  "$ASSAY" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' \
    | sort >"$scratch/help"
  commands_of_page "$1" | grep -v ' ' >"$scratch/page"
  compare commands "$scratch/help" "$scratch/page"
  "$ASSAY" kernel --help \
    | sed -n '/^WHAT is/,/^$/s/^  \([a-z]*\) .*/kernel \1/p' | sort \
    >"$scratch/help"
  commands_of_page "$1" | grep ' ' >"$scratch/page"
  compare 'kernel commands' "$scratch/help" "$scratch/page"
  "$ASSAY" lesson --help \
    | sed -n '/^Lessons:/,/^$/s/^  \([a-z-]*\) .*/\1/p' | sort \
    >"$scratch/help"
  lessons_of_page "$1" >"$scratch/page"
  compare lessons "$scratch/help" "$scratch/page"
  options_of_page "$1" OPTIONS >"$scratch/common"
  "$ASSAY" --help | options_of_help >"$scratch/help"
  compare assay "$scratch/help" "$scratch/common"
  commands_of_page "$1" >"$scratch/commands"
  while read -r command; do
    # shellcheck disable=SC2086 # two words may be one command
    "$ASSAY" $command --help 2>/dev/null </dev/null | options_of_help \
      >"$scratch/help"
    options_of_page "$1" "$command" | sort -u - "$scratch/common" \
      >"$scratch/page"
    compare "$command" "$scratch/help" "$scratch/page"
  done <"$scratch/commands"
}

# The sessions of EXAMPLES, as a reader sees them.
sessions_of_page ()
{
  awk '/^\.SH / { inside = $2 == "EXAMPLES" }
       /^\.EE/ { example = 0 }
       inside && example { print }
       /^\.EX/ { example = 1 }' "$1" \
    | sed 's/\\-/-/g; s/\\(aq/'"'"'/g; s/\\(rs/\\/g'
}

# replay: runs the sessions of standard input and prints them anew.  After
# `cat >FILE' the lines up to the next command are the file's.
replay ()
{
  mkdir -p "$scratch/replay"
  : >"$scratch/replay/.nothing"
  into=/dev/null
  while IFS= read -r line; do
    case $line in
      '$ cat >'*)
        printf '%s\n' "$line"
        into=$scratch/replay/${line#??cat >}
        : >"$into" ;;
      '$ '*)
        printf '%s\n' "$line"
        into=/dev/null
        (cd "$scratch/replay" && sh -c "assay () { '$ASSAY' \"\$@\"; }
           ${line#??}" 2>&1 </dev/null) ;;
      *)
        [ "$into" = /dev/null ] && continue
        printf '%s\n' "$line" | tee -a "$into" ;;
    esac
  done
}

unreal_examples ()
{
  sessions_of_page "$1" >"$scratch/shown"
  replay <"$scratch/shown" >"$scratch/printed"
  [ -s "$scratch/shown" ] || echo 'the page shows no example'
  diff -u "$scratch/shown" "$scratch/printed" | sed '1,2d'
}

warnings ()
{
  if command -v groff >/dev/null; then
    groff -man -Tutf8 -ww -z "$1" 2>&1
  else
    echo 'groff is not installed: the page was not rendered' >&2
  fi
}

# departures PAGE: everything that is wrong with it.
departures ()
{
  differences "$1"
  unreal_examples "$1"
  warnings "$1"
}

departures "$page" >"$scratch/found"
if [ -s "$scratch/found" ]; then
  cat "$scratch/found"
  failed=1
fi

# planted WHAT SED CHECK PATTERN: the page so changed must be found by CHECK.
planted ()
{
  sed "$2" "$page" >"$scratch/planted.1"
  if cmp -s "$page" "$scratch/planted.1"; then
    printf 'planted %s: the page no longer has the place\n' "$1"
    failed=1
  elif ! "$3" "$scratch/planted.1" 2>&1 | grep -q -e "$4"; then
    printf 'planted %s: not found\n' "$1"
    failed=1
  fi
}

planted 'a missing option' '/^\.B \\-\\-steps$/d' differences \
  'rotary: in --help, not in the man page: --steps'
planted 'an option that is none' 's/^\.BI \\-\\-digits=/.BI \\-\\-places=/' \
  differences 'attention: in the man page, not in --help: --places'
planted 'a missing command' 's/^\.SS "lesson"/.SS "lessons"/' differences \
  'commands: in --help, not in the man page: lesson'
planted 'a missing lesson' '/^\.B jordan/d' differences \
  'lessons: in --help, not in the man page: jordan-rope'
planted 'another example' 's/^@3  3\/5$/@3  4\/5/' unreal_examples \
  '^-@3  4/5'
if command -v groff >/dev/null; then
  planted 'a request that groff does not know' 's/^\.EE$/.EEE/' warnings \
    'EEE'
fi

[ $failed -eq 0 ] \
  && echo 'manpage.sh: page and program agree, every planted fault was found'
exit $failed
