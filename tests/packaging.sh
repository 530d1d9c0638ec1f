#!/bin/sh
# packaging.sh -- what is installed works from where it lies, one file can hold
# the whole program, and a release has every file
#
# `make install' into a folder of its own must put there exactly the program,
# its manual pages and its completions, and the program must answer.  The same
# objects, linked statically, must need no library at all; where a static
# library is missing that part is left out, and said so.  In a clone, every
# file that git tracks must be distributed or lie in a folder that is.

set -u
# shellcheck source=tests/scratch.sh
. "$(dirname "$0")/scratch.sh"
failed=0

# answers PROGRAM: asks for the witness, with nothing around the program.
answers ()
{
  answer=$(cd "$scratch" && env -i "$1" rotary --query=1,0 --at=4 \
             --key=1,0@1 --rotor=3/5,4/5 2>&1)
  [ "$answer" = '@1  -117/125' ] || {
    echo "$1 answers: $answer"
    failed=1
  }
}

# The harness's own job server is not this make's.
unset MAKEFLAGS MFLAGS MAKELEVEL
if ! (cd "$ASSAY_BUILD" && ${MAKE:-make} install DESTDIR="$scratch/root" \
        prefix=/usr exec_prefix=/usr datarootdir=/usr/share) \
     >"$scratch/log" 2>&1; then
  tail -n 20 "$scratch/log"
  echo 'make install failed'
  exit 1
fi
cat >"$scratch/expected" <<'END'
usr/bin/assay
usr/share/bash-completion/completions/assay
usr/share/zsh/site-functions/_assay
END
(cd "$ASSAY_SOURCE/doc/man" && printf 'usr/share/man/man1/%s\n' ./*.1) \
  | sed 's|\./||' | LC_ALL=C sort -o "$scratch/expected" - "$scratch/expected"
(cd "$scratch/root" && find . -type f | sed 's|^\./||' | LC_ALL=C sort) \
  >"$scratch/installed"
diff "$scratch/expected" "$scratch/installed" || {
  echo 'other files are installed than expected'
  failed=1
}
answers "$scratch/root/usr/bin/assay"

distributed ()
{
  (cd "$ASSAY_BUILD" && ${MAKE:-make} -s print-distributed) \
    | sed "s|^$ASSAY_SOURCE/||; s|^\.\./||"
}

if [ -e "$ASSAY_SOURCE/.git" ] && command -v git >/dev/null \
   && git -C "$ASSAY_SOURCE" ls-files >"$scratch/tracked" 2>/dev/null; then
  distributed >"$scratch/distributed"
  # One more must be missed, and no other.
  echo tests/planted.sh >>"$scratch/tracked"
  awk 'NR == FNR { has[$0]; next }
       {
         path = $0
         while (!(path in has) && sub ("/[^/]*$", "", path))
           ;
         if (!(path in has) && $0 !~ /^\.git/)
           print "a release would not have " $0
       }' "$scratch/distributed" "$scratch/tracked" >"$scratch/left"
  echo 'a release would not have tests/planted.sh' >"$scratch/expected"
  diff "$scratch/expected" "$scratch/left" || failed=1
fi

static=no
if [ "${ASSAY_SANITIZED:-no}" = yes ]; then
  echo 'sanitized: nothing was linked statically'
elif ! (cd "$ASSAY_BUILD" && ${MAKE:-make} assay-static) \
       >"$scratch/log" 2>&1; then
  if grep -qE 'cannot find -l|library not found' "$scratch/log"; then
    grep -E 'cannot find -l|library not found' "$scratch/log"
    echo 'not installed: nothing was linked statically'
  else
    tail -n 20 "$scratch/log"
    echo 'the static program cannot be linked'
    failed=1
  fi
else
  static=yes
  answers "$ASSAY_BUILD/assay-static"
  if command -v readelf >/dev/null \
     && readelf -d "$ASSAY_BUILD/assay-static" | grep -q NEEDED; then
    readelf -d "$ASSAY_BUILD/assay-static"
    echo 'the static program needs libraries'
    failed=1
  fi
  rm -f "$ASSAY_BUILD/assay-static"
fi

[ $failed -eq 0 ] \
  && echo "packaging.sh: installed and asked; static program tried: $static"
exit $failed
