# translate_formulas.awk -- ledger_formulas.txt in the dialect of a program
#
# awk -v dialect=plain|claims|gp|sollya|mpmath -v copies=N: N times all lines,
# 1 if not given.  A script of gp, Sollya or mpmath ends with "done" when every
# value lies within half a unit of the last digit printed; none is certified.
# With copies=0 it does nothing but begin and end.

BEGIN {
  if (copies == "")
    copies = 1
  if (dialect == "gp")
    print "default(realprecision,19);n=0;"
  else if (dialect == "sollya")
    print "prec=64!;verbosity=0!;n=0;"
  else if (dialect == "mpmath")
    print "from mpmath import *\nmp.prec=64\nn=0"
}

# F with each sum {COUNT:TERM} written out.
function expanded(f,    head, body, tail, count, i, term, sum)
{
  while (match(f, /[{][0-9]+:[^}]*[}]/))
    {
      head = substr(f, 1, RSTART - 1)
      body = substr(f, RSTART + 1, RLENGTH - 2)
      tail = substr(f, RSTART + RLENGTH)
      count = body + 0
      sub(/^[0-9]+:/, "", body)
      sum = ""
      for (i = 0; i < count; i++)
        {
          term = body
          gsub(/N/, i, term)
          sum = sum (i > 0 ? "+" : "") term
        }
      f = head "(" sum ")" tail
    }
  return f
}

# Half a unit of the last digit of the decimal TEXT.
function half_unit(text,    exponent, at)
{
  exponent = 0
  at = index(text, "e")
  if (at > 0)
    {
      exponent = substr(text, at + 1) + 0
      text = substr(text, 1, at - 1)
    }
  at = index(text, ".")
  if (at > 0)
    exponent -= length(text) - at
  return "5e" (exponent - 1)
}

/^#/ { next }
{
  lines++
  name[lines] = $1
  printed[lines] = $2
  formula[lines] = expanded($3)
}

function translate(copy, line,    f, p, h)
{
  f = formula[line]
  p = printed[line]
  h = half_unit(p)
  if (dialect == "plain")
    print name[line], p, f
  else if (dialect == "claims")
    print "claim copy" copy "." name[line] " : " f " ~ " p
  else if (dialect == "gp")
    {
      gsub(/pi/, "Pi", f)
      print "n+=(abs(" f "-(" p "))<=" h ");"
    }
  else if (dialect == "sollya")
    print "if (abs(" f "-(" p ")) <= " h ") then n = n+1;"
  else if (dialect == "mpmath")
    {
      # Python divides two integers in binary64.
      gsub(/\/[0-9]+/, "&)", f)
      gsub(/\/[0-9]/, "/mpf(&", f)
      gsub(/mpf\(\//, "mpf(", f)
      gsub(/\^/, "**", f)
      print "n+=abs(" f "-mpf('" p "'))<=mpf('" h "')"
    }
}

END {
  for (copy = 1; copy <= copies; copy++)
    for (line = 1; line <= lines; line++)
      translate(copy, line)
  if (dialect == "gp")
    print "if(n==" copies * lines ",print(\"done\"));\nquit"
  else if (dialect == "sollya")
    print "if (n == " copies * lines ") then print(\"done\");\nquit;"
  else if (dialect == "mpmath")
    print "print('done') if n==" copies * lines " else None"
}
