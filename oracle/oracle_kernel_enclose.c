/* oracle_kernel_enclose.c -- a row's elements, enclosed to so many places */

#include "oracle.h"

#include <stdlib.h>

/* x at scale 10^(digits + more) becomes x at scale 10^digits, outwards.  1
   when it is at most three units wide.  */
static int
shorten (struct oracle_interval *x, unsigned long more)
{
  mpz_t unit;

  mpz_init (unit);
  mpz_ui_pow_ui (unit, 10, more);
  mpz_fdiv_q (x->lo, x->lo, unit);
  mpz_cdiv_q (x->hi, x->hi, unit);
  mpz_sub (unit, x->hi, x->lo);
  int narrow = mpz_cmp_ui (unit, 3) <= 0;
  mpz_clear (unit);
  return narrow;
}

/* All elements at one working scale: 1 when every one is narrow.  */
static int
enclose_line (struct oracle_interval *element, struct oracle_line *line,
              size_t columns, enum oracle_stage stage, unsigned long digits,
              unsigned long guard)
{
  struct oracle_exponentials e;
  int narrow = 1;

  oracle_exponentials_init (&e, line);
  e.digits = digits + guard;
  if (stage >= ORACLE_WEIGHTS)
    narrow = oracle_line_exponentials (&e, line, digits + guard) == 0;
  for (size_t c = 0; c < columns && narrow; c++)
    {
      if (stage < ORACLE_WEIGHTS)
        oracle_line_score (&element[c], line, c, stage, e.digits);
      else
        narrow = oracle_line_element (&element[c], line, &e, stage, c) == 0;
      narrow = narrow && shorten (&element[c], e.digits - digits);
    }
  oracle_exponentials_clear (&e);
  return narrow;
}

int
oracle_kernel_enclose (struct oracle_interval *element,
                       const struct oracle_problem *p,
                       enum oracle_stage stage,
                       const struct oracle_place *place,
                       unsigned long digits)
{
  size_t columns = oracle_kernel_columns (p, stage);
  struct oracle_line line;
  size_t legal = 0;
  int finite = 1;

  oracle_line_init (&line, p->past + p->fresh);
  oracle_line_fill (&line, p, NULL, place);
  for (size_t j = 0; j < line.keys; j++)
    legal += line.key[j].legal != 0;
  if (stage == ORACLE_BIASED)
    for (size_t j = 0; j < columns; j++)
      finite = finite && line.key[j].legal;
  if (legal == 0 && stage >= ORACLE_WEIGHTS)
    finite = 0;
  if (legal == 0 && stage <= ORACLE_OUTPUT && stage >= ORACLE_WEIGHTS
      && p->empty == ORACLE_EMPTY_ZERO)
    {
      for (size_t c = 0; c < columns; c++)
        {
          mpz_set_ui (element[c].lo, 0);
          mpz_set_ui (element[c].hi, 0);
        }
      oracle_line_clear (&line);
      return 0;
    }
  for (unsigned long guard = 20;
       finite && !enclose_line (element, &line, columns, stage, digits,
                                guard);
       guard *= 3)
    continue;
  oracle_line_clear (&line);
  return finite ? 0 : -1;
}
