# mutant_judge.sh -- making a mutant, and the tests that judge it
#
# Sourced by mutants.sh, which sets ASSAY_SOURCE, ASSAY_BUILD, CC, MUTATE,
# SEED, SCRIPTS, tab, scratch and work.
# shellcheck shell=sh disable=SC2154

# ---- making and judging one ------------------------------------------------

# compile FOLDER FILE: FOLDER/NAME.c, a changed copy of FILE, to FOLDER/NAME.o.
# What the house's own warnings refuse is no mutant.  What is not initialised
# must not be zero by chance; for the heap MALLOC_PERTURB_ sees to it.
compile ()
{
  name=$(basename "$2" .c)
  # shellcheck disable=SC2086
  (cd "$1" \
   && $CC -DHAVE_CONFIG_H -I"$ASSAY_BUILD" -I"$ASSAY_SOURCE/src" \
        -I"$ASSAY_BUILD/src" -I"$ASSAY_SOURCE/oracle" ${CPPFLAGS-} \
        -std=c11 -D_POSIX_C_SOURCE=200809L -O2 -Wall -Wextra -Werror \
        -Wno-psabi ${PATTERN-} -c "$name.c" -o "$name.o") >"$1/said" 2>&1
}

# make_mutant HASH FILE FOLDER: fails with 1 when it does not compile, with 2
# when its code is the original's, of which WORK/original keeps the object.
make_mutant ()
{
  original=$work/original/$(basename "$2" .c)
  mkdir -p "$3"
  (cd "$ASSAY_SOURCE" && "$MUTATE" "$SEED" --make "$1" "$2") \
    >"$3/$(basename "$2")" || return 1
  compile "$3" "$2" || return 1
  if [ -n "$(find "$ASSAY_SOURCE/$2" -newer "$original.o" 2>&1)" ]; then
    mkdir -p "$3/original" "$work/original"
    cp "$ASSAY_SOURCE/$2" "$3/original/" || return 1
    compile "$3/original" "$2" || return 1
    mv "$3/original/$(basename "$2" .c).o" "$original.o"
  fi
  if cmp -s "$original.o" "$3/$(basename "$2" .c).o"; then
    return 2
  fi
}

# program_of TEST
program_of ()
{
  case $1 in
    check_*) printf '%s\n' "$1" ;;
    *) echo assay ;;
  esac
}

# Libraries without what debuggers need are linked in half of the time.
prepare_link ()
{
  mkdir -p "$work/link"
  for library in assay families oracle testing tensortesting claimed; do
    strip -g -o "$work/link/lib$library.a" "$ASSAY_BUILD/lib$library.a" \
      || return 1
  done
}

# link_with PROGRAM OBJECT OUTPUT FLAGS...: OBJECT instead of what has its
# name.
link_with ()
{
  program=$1 object=$2 output=$3
  shift 3
  testing=
  case $program in
    assay) set -- "$@" "$ASSAY_BUILD"/src/cli/assay-*.o ;;
    *)
      testing="libtensortesting.a libtesting.a libclaimed.a ${CHECK_LIBS-}"
      set -- "$@" "$ASSAY_BUILD/tests/$program"-*.o ;;
  esac
  for part; do
    shift
    case $part in
      *-"${object##*/}") ;;
      *) set -- "$@" "$part" ;;
    esac
  done
  # shellcheck disable=SC2086
  (cd "$work/link" \
   && $CC ${CFLAGS-} ${LDFLAGS-} -Wl,--strip-debug -o "$output" "$@" $object \
        libfamilies.a $testing libassay.a liboracle.a libassay.a \
        ${LIBS-}) >"$output.said" 2>&1
}

# A fault may loop, fill the memory or print without end.
limited ()
{
  # shellcheck disable=SC3045
  (ulimit -t "${limit:-20}"
   ulimit -f 400000
   [ "$leaks" = yes ] || ulimit -v 4000000 2>/dev/null
   if command -v timeout >/dev/null; then
     exec timeout 1200 "$@"
   fi
   exec "$@") >"$scratch/output" 2>&1
}

# is_green TEST PROGRAM: TEST with PROGRAM in the place of its own.  Without
# fork, so that the leaks of all cases are seen and a loop is met once.
is_green ()
{
  case $1 in
    session/*)
      ASSAY=$2 limited sh "$ASSAY_SOURCE/tests/cli.sh" --case '' \
        "$ASSAY_SOURCE/tests/cli/${1#session/}.session" ;;
    script/*)
      ASSAY=$2 limited sh "$ASSAY_SOURCE/tests/${1#script/}.sh" ;;
    *)
      (cd "$scratch" && CK_FORK=no limited "$2") ;;
  esac
}

# finds TEST KIND OBJECT FOLDER: whether TEST turns red with OBJECT.
finds ()
{
  program=$(program_of "$1")
  leaks=no
  limit=$(awk -v test="$1" '$2 == test { t = $1 }
            END { print int (4 + 3 * t) }' "$work/map/costs" 2>/dev/null)
  set -- "$1" "$2" "$3" "$4" "$4/$program"
  if [ "$2" = release ]; then
    leaks=yes
    set -- "$1" "$2" "$3" "$4" "$5.leaks" -fsanitize=leak
  fi
  [ -x "$5" ] || link_with "$program" "$3" "$5" ${6+"$6"} || return 2
  ! is_green "$1" "$5" 2>/dev/null
}

# tests_of FILE LINE: those that run the line, the likeliest for their cost
# first: suites that include the file's header, and what found other mutants
# of the folder.  A line without code of its own belongs to one above it.
# What a suite's child runs that a signal ends is not known to gcov: suites
# that include the header are tried in any case.
tests_of ()
{
  line=$2
  until grep -qxF "$1:$line" "$work/map/lines"; do
    line=$((line - 1))
    [ $line -gt 0 ] || return 0
  done
  header=${1#src/}
  (cd "$ASSAY_SOURCE/tests" && grep -lF "\"${header%.c}.h\"" check_*.c) \
    | sed 's/\.c$//' >"$scratch/near"
  touch "$work/kills"
  (cd "$work/map" && grep -lxF "$1:$line" -r run) | sed 's/^run.//' \
    | sort -u - "$scratch/near" \
    | awk -v folder="${1%/*}" '
        FILENAME ~ /near$/ { merit[$1] += 5; next }
        FILENAME ~ /kills$/ { merit[$2] += $1 == folder; next }
        FILENAME ~ /costs$/ { cost[$2] = $1; next }
        { print (0.1 + cost[$1]) / (0.05 + merit[$1]), $1 }' \
        "$scratch/near" "$work/kills" "$work/map/costs" - | sort -n \
    | sed 's/^[^ ]* //'
}

# source_of TEST
source_of ()
{
  case $1 in
    session/*) printf '%s/tests/cli/%s.session\n' "$ASSAY_SOURCE" \
                 "${1#session/}" ;;
    script/*) printf '%s/tests/%s.sh\n' "$ASSAY_SOURCE" "${1#script/}" ;;
    *) printf '%s/tests/%s.c\n' "$ASSAY_SOURCE" "$1" ;;
  esac
}

# ---- which test runs which line --------------------------------------------

every_test ()
{
  (cd "$ASSAY_BUILD" && ls check_*) | grep -v '\.' \
    | while IFS= read -r suite; do
        case $suite in
          check_oracle*) ;;
          *) printf '%s\n' "$suite" ;;
        esac
      done
  for session in "$ASSAY_SOURCE"/tests/cli/*.session; do
    printf 'session/%s\n' "$(basename "$session" .session)"
  done
  for script in $SCRIPTS; do
    printf 'script/%s\n' "$script"
  done
}

# time_test TEST: its processor seconds without a fault; it must be green.
time_test ()
{
  leaks=no limit=600
  (is_green "$1" "$ASSAY_BUILD/$(program_of "$1")" || exit
   times >"$scratch/times") || return
  awk -F '[ms ]+' -v test="$1" '
    NR == 2 { print 60 * $1 + $2 + 60 * $3 + $4, test }' "$scratch/times"
}

# lines_run: the lines of src that gcov knows in the files .gcda below the
# folder, as FILE:LINE, those that were run marked with "+".
lines_run ()
{
  find . -name '*.gcda' -exec gcov -t {} + 2>/dev/null | awk -F : '
    $3 == "Source" {
      file = $4
      sub (/.*\/src\//, "src/", file)
      known = file ~ /^src\/.*\.c$/
      next
    }
    known {
      gsub (/ /, "", $1)
      gsub (/ /, "", $2)
      if ($1 != "-")
        print file ":" $2 ($1 ~ /^[0-9]/ ? "\t+" : "")
    }'
}

# Builds what gcov needs, the oracle without it, and runs in it every test
# that is newer than what is known of it; all of them when src has changed.
map_lines ()
{
  coverage=$work/coverage
  mkdir -p "$coverage" "$work/map/run/session" "$work/map/run/script"
  # Their age is asked below.
  for known in costs lines; do
    [ -f "$work/map/$known" ] || : >"$work/map/$known"
  done
  if [ -n "$(find "$ASSAY_SOURCE/src" -name '*.[chyl]' \
               -newer "$work/map/costs")" ]; then
    rm -f "$work/map/run"/*/* "$work/map/run"/check_*
  fi
  echo 'which test runs which line: building with gcov, running every test'
  (cd "$coverage" \
   && { [ -f Makefile ] \
        || "$ASSAY_SOURCE/configure" -q CC="$CC" CFLAGS=-O1; } \
   && { [ -f mutant_exit.o ] || rm -f assay; } \
   && $CC -c "$ASSAY_SOURCE/tests/mutant_exit.c" \
   && counted="--coverage -Wl,--wrap=_exit $coverage/mutant_exit.o" \
   && $MAKE -s -j"$jobs" liboracle.a \
   && $MAKE -s -j"$jobs" libassay.a libfamilies.a assay \
        CFLAGS='-O0 --coverage' LDFLAGS="$counted" \
   && $MAKE -s -j"$jobs" all test-programs LDFLAGS="$counted") \
    >"$work/coverage.log" 2>&1 || { cat "$work/coverage.log"; return 1; }
  every_test >"$work/map/tests"
  while IFS= read -r test; do
    [ -f "$work/map/run/$test" ] && [ -z "$(find "$work/map/run/$test" \
      ! -newer "$(source_of "$test")")" ] && continue
    if ! time_test "$test" >"$scratch/cost"; then
      printf '%s is red without a fault:\n' "$test"
      cat "$scratch/output"
      return 1
    fi
    grep -v " $test\$" "$work/map/costs" >>"$scratch/cost"
    cp "$scratch/cost" "$work/map/costs"
    (cd "$coverage" && find . -name '*.gcda' -exec rm -f {} +)
    leaks=no limit=600
    is_green "$test" "$coverage/$(program_of "$test")"
    (cd "$coverage" && lines_run) >"$scratch/lines"
    sed -n "s/$tab+\$//p" "$scratch/lines" >"$work/map/run/$test"
    sed "s/$tab+\$//" "$scratch/lines" | sort -u - "$work/map/lines" \
      >"$scratch/known" 2>/dev/null
    cp "$scratch/known" "$work/map/lines"
  done <"$work/map/tests"
}
