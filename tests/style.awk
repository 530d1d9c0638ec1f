# style.awk -- the house style of the C files named on the command line
#
# Works line by line: code is the line with blanks for comments and for what
# stands between quotes; comment is the last block comment seen.  (Awk wants
# no space between a function of one's own and its parenthesis.)

BEGIN {
  MAX_COLUMNS = 79
  MAX_FUNCTION = 60
  MAX_FILE = 500
}

function fault (text) { print FILENAME ":" FNR ": " text }

function blanks (count) { return sprintf ("%" count "s", "") }

# The code of LINE; updates in_comment and comment.
function code_of (line,    code, c, two, quote, before)
{
  code = ""
  while (line != "") {
    before = length (line)
    if (in_comment) {
      if ((c = index (line, "*/")) == 0) {
        comment = comment " " line
        break
      }
      comment = comment " " substr (line, 1, c - 1)
      line = substr (line, c + 2)
      in_comment = 0
      code = code blanks(before - length (line))
      continue
    }
    c = substr (line, 1, 1)
    two = substr (line, 1, 2)
    if (two == "/*") {
      in_comment = 1
      comment = ""
      line = substr (line, 3)
      code = code "  "
    } else if (c == "\"" || c == "'") {
      quote = c
      line = substr (line, 2)
      while (line != "" && (c = substr (line, 1, 1)) != quote)
        line = substr (line, c == "\\" ? 3 : 2)
      line = substr (line, 2)
      code = code quote blanks(before - length (line) - 2) quote
    } else {
      code = code c
      line = substr (line, 2)
    }
  }
  sub (/[ \t]+$/, "", code)
  return code
}

function start_of_file ()
{
  in_comment = in_function = continued = depth = after_comma = 0
  comment = head = ""
  exact_only = FILENAME ~ /^src\/(exact|claims)\// \
               || FILENAME == "src/real/decide.c"
}

# What may stand in front of a "{" at column one.
function check_head ()
{
  if (head ~ /=$/ || head !~ /\(/)
    return 0
  if (head !~ /(^|\n)[A-Za-z_][A-Za-z0-9_]* \(/)
    fault("a function's name must stand at column one, its type above it")
  return 1
}

function check_words (code)
{
  if (code ~ /\/\//)
    fault("a // comment")
  if (code ~ /(^|[^A-Za-z0-9_])mpf[ri]_(init|inits|init_set[a-z_]*) *\(/)
    fault("a number of default precision: use mpfr_init2 or mpfi_init2")
  if (code ~ /(^|[^A-Za-z0-9_])mpfr_set_default_[a-z_]* *\(/)
    fault("a change of MPFR's defaults")
  if (code ~ /(^|[^A-Za-z0-9_])mpq_set_str *\(/ \
      && FILENAME ~ /^(src|oracle|bench)\// && FILENAME != "src/exact/rat.c")
    fault("mpq_set_str outside src/exact/rat.c")
  if (code ~ /(^|[^A-Za-z0-9_])(pthread|thrd)_create *\(/ \
      && FILENAME ~ /^src\// && FILENAME != "src/base/thread.c")
    fault("a thread that endings can come to: use assay_thread_begin")
  if (exact_only && code ~ /(^|[^A-Za-z0-9_])(double|float)([^A-Za-z0-9_]|$)/)
    fault("a floating-point type in an exact file")
  if (code !~ /^ *#/ && !continued && code ~ /[A-Za-z0-9_]\(/)
    fault("no space before a parenthesis")
}

# What goes on behind a comma stands below what follows the open parenthesis,
# where there is room for it; not where a text, or what a bracket at the end of
# a line holds, has been moved to the left.
function check_column (code,    column, ends, outer)
{
  if (code == "" || code ~ /^ *#/ || continued)
    return
  ends = code ~ /^}/
  column = match (code, /[^ ]/)
  if (code ~ /^ *"/ && depth > 0 && column < opened[depth])
    opened[depth] = 0
  if (depth > 0 && after_comma && opened[depth] > 0 \
      && column != opened[depth] \
      && length ($0) - column + opened[depth] <= MAX_COLUMNS)
    fault("column " column " for " opened[depth] ", below the first argument")
  column = 0
  while (match (code, /[](){}[]/)) {
    column += RSTART
    if (substr (code, RSTART, 1) ~ /[])}]/)
      depth -= depth > 0
    else if (length (code) > RSTART)
      opened[++depth] = substr (code, RSTART, 1) == "(" ? column + 1 : 0
    else {
      depth++
      for (outer in opened)
        opened[outer] = 0
    }
    code = substr (code, RSTART + 1)
  }
  after_comma = code ~ /,$/
  if (ends)
    depth = 0
}

FNR == 1 { start_of_file() }

FNR == MAX_FILE + 1 && FILENAME ~ /^(src|oracle)\// {
  fault("more than " MAX_FILE " lines: one concept a file")
}

length ($0) > MAX_COLUMNS {
  fault(length ($0) " columns, at most " MAX_COLUMNS)
}

/\t/ { fault("a tab") }

/[ \t]$/ { fault("a blank at the end of the line") }

/(^|[^A-Za-z])(TO[D]O|XX[X]|HAC[K])([^A-Za-z]|$)/ {
  fault("a word for unfinished work")
}

tolower ($0) ~ /(^|[^a-z])(stu[b]s?|placeholde[r]s?)([^a-z]|$)/ {
  fault("a word for unfinished work")
}

FILENAME ~ /\.[yl]$/ { next }

{
  was_in_comment = in_comment
  code = code_of($0)
  check_words(code)
  check_column(code)
  if (code ~ /^\{/) {
    if (check_head()) {
      in_function = 1
      length_of_function = 0
      excused = comment ~ /Long on purpose:/
    }
    head = ""
  } else if (code ~ /^\}/) {
    if (in_function && length_of_function > MAX_FUNCTION && !excused)
      fault("a function of " length_of_function " lines, at most " \
             MAX_FUNCTION)
    in_function = 0
    head = ""
  } else if (in_function) {
    if (code != "")
      length_of_function++
  } else if (code ~ /^[A-Za-z_].*\) *\{$/)
    fault("the brace of a function must stand at column one")
  else if (code ~ /^ *#/ || continued || code ~ /;$/)
    head = ""
  else if (code != "")
    head = head (head == "" ? "" : "\n") code
  else if (!was_in_comment && $0 == "")
    head = ""
  continued = (code ~ /^ *#/ || continued) && code ~ /\\$/
}
