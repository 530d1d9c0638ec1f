#!/bin/sh
# output_failure.sh -- no room for what is written: an error, and no part of it
#
# Every command with standard output on a full disk and in a closed pipe;
# every command that writes files with files that may not grow, with files
# that are no files, and ended by a signal.  Status 2 and one line that says
# where; files hold what they held, and nothing lies beside them.

# shellcheck disable=SC2317 # functions are called by their names
set -u
# shellcheck source=tests/scratch.sh
. "$(dirname "$0")/scratch.sh"
LC_ALL=C
export LC_ALL
failed=0
tried=0
# shellcheck source=tests/hostile_commands.sh
. "$ASSAY_SOURCE/tests/hostile_commands.sh"
cd "$scratch" || exit 99
make_inputs

# clean_folder OUTPUT...: an empty folder, but for outputs that say "before".
clean_folder ()
{
  cd "$scratch" || exit 99
  rm -rf run
  mkdir run
  cd run || exit 99
  for output
  do
    echo before >"$output"
  done
}

# expect NAME WHERE STATUS SAID FOUND OUTPUT...: status 2, one line that names
# WHERE, and the outputs alone, as they were.
expect ()
{
  name=$1 where=$2 status=$3 said=$4 found=$5
  shift 5
  tried=$((tried + 1))
  wrong=
  [ "$status" = 2 ] || wrong="status $status"
  case $said in
    *'
'*) wrong="$wrong, several lines" ;;
    "assay: "*"$where"*": io: expected "*", found $found"*) ;;
    *) wrong="$wrong, not what is expected of \"$where\"" ;;
  esac
  left=$(ls -A)
  for output
  do
    [ "$(cat "$output")" = before ] || wrong="$wrong, changed $output"
  done
  [ "$left" = "$(for output; do echo "$output"; done | sort)" ] \
    || wrong="$wrong, leaves: $left"
  [ -z "$wrong" ] && return
  echo "$name, $where: $wrong"
  printf '  %s\n' "$said"
  failed=1
}

# A full disk, and a pipe that nobody reads from any more.
no_output ()
{
  name=$1
  shift 2
  # It prints nothing.
  [ "$name" != plot ] || return 0
  clean_folder
  mkfifo ../pipe 2>/dev/null
  if [ -c /dev/full ]; then
    said=$("$ASSAY" "$@" 2>&1 >/dev/full)
    left_by "$name" full $?
  fi
  # Open for both ends first, or opening would wait for a reader.
  # shellcheck disable=SC2094
  said=$(exec 4<>../pipe 5>../pipe 4>&-
         "$ASSAY" "$@" 2>&1 >&5)
  left_by "$name" pipe $?
}

# left_by NAME KIND STATUS: of a standard output that failed.  Files that a
# command writes beside it are whole.
left_by ()
{
  case $2 in
    full) why='No space left on device' ;;
    pipe) why='Broken pipe' ;;
  esac
  rm -f w.npy h.html t.npy p.svg
  expect "$1" 'standard output' "$3" "$said" "$why"
}

# Files that may not grow beyond BLOCKS of 512 bytes: there is no room at all,
# or too little.
no_room ()
{
  name=$1 outputs=$2
  shift 2
  [ -n "$outputs" ] || return 0
  for blocks in 0 1
  do
    # shellcheck disable=SC2086 # one word a file
    clean_folder $outputs
    said=$(ulimit -f "$blocks" && "$ASSAY" "$@" 2>&1 >/dev/null)
    status=$?
    # The smallest outputs fit into one block.
    if [ "$blocks" = 1 ] && [ "$status" -lt 2 ]; then
      continue
    fi
    # shellcheck disable=SC2086
    expect "$name" '' "$status" "$said" '' $outputs
  done
}

# A folder and a device in the place of each output.
no_file ()
{
  name=$1 outputs=$2
  shift 2
  for output in $outputs
  do
    clean_folder
    mkdir "$output"
    said=$("$ASSAY" "$@" 2>&1 >/dev/null)
    status=$?
    [ -d "$output" ] && rmdir "$output"
    rm -f w.npy
    expect "$name" "$output" "$status" "$said" 'Is a directory'
    clean_folder
    ln -s /dev/null "$output"
    said=$("$ASSAY" "$@" 2>&1 >/dev/null)
    status=$?
    [ -L "$output" ] && rm "$output"
    rm -f w.npy
    expect "$name" "$output" "$status" "$said" \
      'something that is no regular file'
  done
}

# Ended by SIGNAL, whose status is STATUS, while a file is being written.
ended_by ()
{
  clean_folder t.npy
  "$ASSAY" rope --table=t.npy --positions=0..3000000 ../in/config.json \
    >../said 2>&1 &
  process=$!
  until [ -e "$(echo t.npy.*)" ]
  do
    kill -0 $process 2>/dev/null || break
  done
  kill "-$1" $process
  wait $process 2>/dev/null
  status=$?
  tried=$((tried + 1))
  if [ $status != "$2" ] || [ "$(ls -A)" != t.npy ] \
     || [ "$(cat t.npy)" != before ]; then
    echo "ended by $1: status $status, left $(ls -A)"
    cat ../said
    failed=1
  fi
}

each_command no_output
each_command no_room
each_command no_file
ended_by TERM 143
# Where nobody hangs up (nohup), the program does not either.
# shellcheck disable=SC2016 # of the shell that is ended
if [ "$(sh -c 'kill -HUP $$; echo stays' 2>/dev/null)" != stays ]; then
  ended_by HUP 129
fi
echo "$tried failures of output"
[ $tried -gt 50 ] || { echo 'expected more than 50'; failed=1; }
exit $failed
