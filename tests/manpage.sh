#!/bin/sh
# manpage.sh [--write] -- the pages of doc/man and the program say the same
#
# A page a command, with the sections a reader expects; its options, each told
# once, whether they take a value, their choices, and its exit statuses are
# those of --help, both ways;
# what stands between .EX and .EE behind EXAMPLES is what a session prints;
# other pages that it names exist; it renders without a warning where groff
# is installed.  --write puts what the examples print now into the pages.

set -u
# shellcheck source=tests/scratch.sh
. "$(dirname "$0")/scratch.sh"
folder=$ASSAY_SOURCE/doc/man
LC_ALL=C NO_COLOR=1
export LC_ALL NO_COLOR
failed=0

# ---- what the program says --------------------------------------------------

# help_of PAGE: of the command whose page that is.
help_of ()
{
  name=$(basename "$1" .1)
  command=${name#assay}
  # shellcheck disable=SC2046 # "kernel rope" is two words
  "$ASSAY" $(printf '%s\n' "$command" | sed 's/^-//; s/^kernel-/kernel /') \
    --help 2>/dev/null </dev/null
}

# The words of a help text that begin a line as an option does; "=" behind
# those that need a value, "[=" behind those that may have one.
options_of_help ()
{
  sed -nE 's/^  (-[a-z], )?(--[a-z-]+(\[?=)?).*/\2/p' | sort -u
}

# The options with their choices: "--format=text|json".
choices_of_help ()
{
  sed -nE 's/^  (-[a-z], )?(--[a-z-]+=[a-z0-9-]+[|][^ ]*).*/\2/p' \
    | tr '[:upper:]' '[:lower:]' | sort -u
}

statuses_of_help ()
{
  sed -n '/^Exit status: /,$p' | grep -oE '(^|: |, |; )[0-3] ' \
    | tr -dc '0-3\n' | sort -u
}

# "audit", "kernel-rope", ...
commands_of_program ()
{
  "$ASSAY" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'
  "$ASSAY" kernel --help \
    | sed -n '/^WHAT is/,/^$/s/^  \([a-z]*\) .*/kernel-\1/p'
}

# ---- what a page says -------------------------------------------------------

# tags_of PAGE SECTION: the lines behind .TP in it, as they are read.
tags_of ()
{
  awk -v wanted="$2" '
    /^\.SH / {
      title = $0
      sub (/^\.SH /, "", title)
      gsub (/"/, "", title)
      next
    }
    title == wanted && tagged {
      sub (/^\.[BIR]* /, "")
      gsub (/\\f[A-Z]|\\&/, "")
      gsub (/\\-/, "-")
      gsub (/[" ]/, "")
      print
    }
    { tagged = $0 == ".TP" }' "$1"
}

options_of_page ()
{
  tags_of "$1" OPTIONS | grep -oE -e '--[a-z]+(-[a-z]+)*(\[?=)?' | sort -u
}

choices_of_page ()
{
  tags_of "$1" OPTIONS | grep -E -e '^--[a-z-]+=[{][a-z0-9-]' \
    | tr -d '{}' | sort -u
}

sections_of_page ()
{
  sed -n 's/^\.SH //p' "$1" | tr -d '"'
}

# The pages of assay that a page names.
named_by_page ()
{
  sed 's/\\-/-/g' "$1" | sed -nE 's/^\.BR (assay[a-z-]*) \(1\).*/\1/p' \
    | sort -u
}

# compare WHAT HELP PAGE: shows what one has and the other has not.
compare ()
{
  comm -23 "$2" "$3" | sed "s/^/$1: in --help, not in the man page: /"
  comm -13 "$2" "$3" | sed "s/^/$1: in the man page, not in --help: /"
}

# ---- what can be wrong ------------------------------------------------------

# lists PAGE: lists in a page that the program has as well.
lists ()
{
  name=$(basename "$1" .1)
  case $name in
    assay | assay-kernel)
      named=$(tags_of "$1" COMMANDS | sed -n 's/^assay-\(.*\)(1)$/\1/p' \
                | sort)
      printf '%s\n' "$named" >"$scratch/page"
      commands_of_program | if [ "$name" = assay ]
                            then grep -v -
                            else grep -
                            fi | sort >"$scratch/help" ;;
    assay-lesson)
      sed 's/\\-/-/g' "$1" | sed -n 's/^\.B \([a-z][a-z]*-[a-z-]*\)$/\1/p' \
        | sort >"$scratch/page"
      help_of "$1" | sed -n '/^Lessons:/,/^$/s/^  \([a-z-]*\) .*/\1/p' \
        | sort >"$scratch/help" ;;
    assay-kernel-equal)
      tags_of "$1" CONVENTIONS | sed -n 's/^\([a-z-]*=\).*/\1/p' | sort \
        >"$scratch/page"
      help_of "$1" | sed -n 's/^  \([a-z][a-z-]*=\).*/\1/p' | sort \
        >"$scratch/help" ;;
    *)
      return ;;
  esac
  compare "$name" "$scratch/help" "$scratch/page"
}

# differences PAGE: where it departs from the program.
differences ()
{
  name=$(basename "$1" .1)
  help_of "$1" >"$scratch/text"
  options_of_help <"$scratch/text" >"$scratch/help"
  [ -s "$scratch/help" ] || echo "$name: the program has no such command"
  options_of_page "$1" >"$scratch/page"
  compare "$name" "$scratch/help" "$scratch/page"
  tags_of "$1" OPTIONS | sed 's/[={[].*//' | sort | uniq -d \
    | sed "s/^/$name: told twice: /"
  choices_of_help <"$scratch/text" >"$scratch/help"
  choices_of_page "$1" >"$scratch/page"
  compare "$name" "$scratch/help" "$scratch/page"
  # Those of combine are "as of the one run".
  if [ "$name" != assay-kernel-combine ]; then
    statuses_of_help <"$scratch/text" | sed 's/^/exit status /' \
      >"$scratch/help"
    tags_of "$1" 'EXIT STATUS' | sed 's/^/exit status /' >"$scratch/page"
    compare "$name" "$scratch/help" "$scratch/page"
  fi
  lists "$1"
}

# form PAGE: what it lacks of a page.
form ()
{
  name=$(basename "$1" .1)
  printf '%s\n' NAME SYNOPSIS DESCRIPTION OPTIONS 'EXIT STATUS' EXAMPLES \
    'SEE ALSO' >"$scratch/wanted"
  sections_of_page "$1" | grep -xF -f "$scratch/wanted" \
    | diff "$scratch/wanted" - | sed -n "s/^[<>]/$name: sections in order:/p"
  upper=$(printf '%s\n' "$name" | tr '[:lower:]' '[:upper:]')
  sed 's/\\-/-/g' "$1" | grep -q "^\.TH $upper 1 " \
    || echo "$name: .TH does not say $upper"
  sed 's/\\-/-/g' "$1" | grep -q "^$name - [^ ]" \
    || echo "$name: NAME does not say \"$name - what it is for\""
  for other in $(named_by_page "$1"); do
    [ -e "$folder/$other.1" ] \
      || echo "$name: names $other(1), which is missing"
    [ "$other" != "$name" ] || echo "$name: names itself"
  done
  # Between .nf and .fi are commands of other programs.
  sed '/^\.nf/,/^\.fi/d; s/\\-/-/g' "$1" \
    | grep -oE -e '(^|[^a-z-])--[a-z]+(-[a-z]+)*' \
    | grep -oE -e '--.*' | sort -u >"$scratch/page"
  comm -13 "$scratch/all-options" "$scratch/page" \
    | sed "s/^/$name: names an option that no command has: /"
}

# sessions_of_page PAGE [MARK]: the sessions of EXAMPLES as a reader sees them,
# MARK before each.
sessions_of_page ()
{
  awk -v mark="${2-}" '
    /^\.SH / { inside = $2 == "EXAMPLES" }
    /^\.EE/ { example = 0 }
    inside && example { print }
    /^\.EX/ { example = 1; if (inside && mark != "") print mark }' "$1" \
    | sed 's/^\\&//; s/\\-/-/g; s/\\(aq/'"'"'/g; s/\\e/\\/g'
}

# What the pages take for granted to lie where their commands are called.
new_replay ()
{
  rm -rf "$scratch/replay"
  mkdir "$scratch/replay"
  cp "$ASSAY_SOURCE"/tests/data/onnx/test_attention_4d_causal/?.npy \
    "$scratch/replay"
  cp "$ASSAY_SOURCE"/tests/data/configs/llama-3.2-1b-instruct.json \
    "$scratch/replay/config.json"
  (cd "$scratch/replay" && chmod u+w ./* || exit
   npy () { sh "$ASSAY_SOURCE/tests/npy.sh" "$@"; }
   npy o1.npy '<f4' '1, 1' 00000000
   npy o2.npy '<f4' '1, 1' 3f800000
   npy lse1.npy '<f4' '1' 3fcae00d
   npy lse2.npy '<f4' '1' 4038aa3b
   npy merged.npy '<f4' '1, 1' 3f361378)
}

# replay: runs the sessions of standard input and prints them anew.  A
# backslash at its end continues a command.  After `cat >FILE' the lines up to
# the next command are the file's.
replay ()
{
  into=/dev/null command=
  while IFS= read -r line; do
    case $command$line in
      '$ cat >'*)
        printf '%s\n' "$line"
        into=$scratch/replay/${line#??cat >}
        : >"$into"
        continue ;;
      '$ '*)
        printf '%s\n' "$line"
        into=/dev/null
        command="$command$line
" ;;
      *)
        [ "$into" = /dev/null ] && continue
        printf '%s\n' "$line" | tee -a "$into"
        continue ;;
    esac
    case $line in
      *\\) continue ;;
    esac
    (cd "$scratch/replay" && sh -c "assay () { '$ASSAY' \"\$@\"; }
       ${command#??}" 2>&1 </dev/null)
    command=
  done
}

unreal_examples ()
{
  new_replay
  sessions_of_page "$1" >"$scratch/shown"
  replay <"$scratch/shown" >"$scratch/printed"
  [ -s "$scratch/shown" ] || echo "$1: the page shows no example"
  diff -u "$scratch/shown" "$scratch/printed" | sed '1,2d'
}

# write_examples PAGE: the same, put into the page.
write_examples ()
{
  new_replay
  # shellcheck disable=SC2016 # the prompt
  sessions_of_page "$1" '$ : next' | replay \
    | sed 's/\\/\\e/g; s/-/\\-/g; s/'"'"'/\\(aq/g; s/^\./\\\&./' \
    >"$scratch/anew"
  awk -v anew="$scratch/anew" '
    BEGIN { getline line <anew }
    /^\.SH / { inside = $2 == "EXAMPLES" }
    /^\.EE/ { example = 0 }
    !(inside && example) { print }
    inside && /^\.EX/ {
      example = 1
      while ((getline line <anew) > 0 && line != "$ : next")
        print line
    }' "$1" >"$scratch/written"
  cmp -s "$scratch/written" "$1" || cat "$scratch/written" >"$1"
}

warnings ()
{
  if command -v groff >/dev/null; then
    groff -man -Tutf8 -ww -z "$1" 2>&1
  fi
}

# departures PAGE: everything that is wrong with it.
departures ()
{
  differences "$1"
  form "$1"
  unreal_examples "$1"
  warnings "$1"
}

# missing_pages FOLDER: commands that have none.
missing_pages ()
{
  for command in '' $(commands_of_program); do
    name=assay${command:+-$command}
    [ -e "$1/$name.1" ] || echo "$name: has no page"
  done
}

# ---- the pages --------------------------------------------------------------

if [ "${1-}" = --write ]; then
  for page in "$folder"/*.1; do
    write_examples "$page"
  done
  exit 0
fi

for page in "$folder"/*.1; do
  help_of "$page"
done | sed -nE 's/^  (-[a-z], )?(--[a-z-]+).*/\2/p' | sort -u \
  >"$scratch/all-options"

missing_pages "$folder" >"$scratch/found"
for page in "$folder"/*.1; do
  departures "$page" >>"$scratch/found"
done
if [ -s "$scratch/found" ]; then
  cat "$scratch/found"
  failed=1
fi
command -v groff >/dev/null \
  || echo 'groff is not installed: no page was rendered'

# ---- planted faults ---------------------------------------------------------

mkdir "$scratch/planted"

# planted WHAT PAGE SED CHECK PATTERN: the page so changed must be found by
# CHECK.
planted ()
{
  page=$folder/$2.1 changed=$scratch/planted/$2.1
  sed "$3" "$page" >"$changed"
  if cmp -s "$page" "$changed"; then
    printf 'planted %s: the page no longer has the place\n' "$1"
    failed=1
  elif ! "$4" "$changed" 2>&1 | grep -q -e "$5"; then
    printf 'planted %s: not found\n' "$1"
    failed=1
  fi
}

planted 'a missing option' assay-rotary '/^\.B \\-\\-steps$/d' differences \
  'assay-rotary: in --help, not in the man page: --steps'
planted 'an option that is none' assay-attention \
  's/^\.BI \\-\\-digits=/.BI \\-\\-places=/' differences \
  'attention: in the man page, not in --help: --places='
planted 'an option that lost its value' assay-kernel-rope \
  's/^\.BI \\-\\-base= B/.B \\-\\-base/' differences \
  'rope: in --help, not in the man page: --base='
planted 'an option that is told twice' assay-plot \
  's/^\.BI \\-\\-pair= I$/.BI \\-\\-layer= K/' differences \
  'plot: told twice: --layer'
planted 'a missing choice' assay-position 's/ | mpt | ggml / | mpt /' \
  differences 'position: in --help, not in the man page: --rule=paper|mpt|ggml'
planted 'a missing command' assay '/^\.BR assay\\-lesson (1)$/d' differences \
  'assay: in --help, not in the man page: lesson'
planted 'a missing kernel command' assay-kernel \
  '/^\.BR assay\\-kernel\\-merge (1)$/d' differences \
  'kernel: in --help, not in the man page: kernel-merge'
planted 'a missing lesson' assay-lesson '/^\.B jordan/d' differences \
  'lesson: in --help, not in the man page: jordan-rope'
planted 'a missing key' assay-kernel-equal '/^\.BI permute= P$/d' \
  differences 'equal: in --help, not in the man page: permute='
planted 'a missing status' assay-tolerance '/^\.B 3$/d' differences \
  'tolerance: in --help, not in the man page: exit status 3'
planted 'a missing section' assay-eval '/^\.SH "SEE ALSO"$/d' form \
  'assay-eval: sections in order: SEE ALSO'
planted 'a page that does not exist' assay-eval \
  's/^\.BR assay\\-audit (1)/.BR assay\\-audits (1)/' form \
  'names assay-audits(1), which is missing'
planted 'an option that no command has' assay-audit \
  's/^Only the claims and notes/With \\-\\-onlys those/' form \
  'no command has: --onlys'
planted 'another example' assay-rotary 's/^@3  3\/5$/@3  4\/5/' \
  unreal_examples '^-@3  4/5'
if command -v groff >/dev/null; then
  planted 'a request that groff does not know' assay-plot 's/^\.EE$/.EEE/' \
    warnings 'EEE'
fi
missing_pages "$scratch/planted" | grep -q 'assay-kernel-stages: has no page' \
  || { echo 'planted a missing page: not found'; failed=1; }

[ $failed -eq 0 ] \
  && echo 'manpage.sh: pages and program agree, every planted fault was found'
exit $failed
