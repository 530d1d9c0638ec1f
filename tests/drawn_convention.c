/* drawn_convention.c -- random conventions of rotary attention as plain
   numbers */

#include "drawn_convention.h"

#include <stdio.h>

#include "testing.h"

void
drawn_convention (struct drawn_convention *d)
{
  static const int bases[] = { 2, 100, 10000 };
  int j, k, kept;

  d->rotary = 2 * (int) testing_between (1, d->dim / 2);
  d->adjacent = (int) testing_below (2);
  d->sign = testing_below (2) ? 1 : -1;
  d->a = (int) testing_below (2);
  d->b = (int) testing_below (2);
  d->base = bases[testing_below (3)];
  d->denominator = testing_below (2) ? d->rotary : 2 * d->rotary;
  for (j = 0; j < d->dim; j++)
    d->source[j] = j;
  for (j = 0; j < d->dim && testing_below (2); j++)
    {
      k = (int) testing_below ((unsigned long) d->dim);
      kept = d->source[j];
      d->source[j] = d->source[k];
      d->source[k] = kept;
    }
}

void
drawn_convention_pair (int *x, int *y, const struct drawn_convention *d,
                       int i)
{
  *x = d->adjacent ? 2 * i : i;
  *y = d->adjacent ? 2 * i + 1 : i + d->rotary / 2;
}

void
drawn_convention_rewrite (struct drawn_convention *to,
                          const struct drawn_convention *from)
{
  int turns_back = (int) testing_below (2), i, x, y, u, v, kept;

  *to = *from;
  to->adjacent = (int) testing_below (2);
  to->a += 3;
  to->b += 3;
  if (testing_below (2) && from->base == 100)
    {
      to->base = 10000;
      to->denominator *= 2;
    }
  for (i = 0; i < from->rotary / 2; i++)
    {
      drawn_convention_pair (&x, &y, from, i);
      drawn_convention_pair (&u, &v, to, i);
      to->source[u] = from->source[x];
      to->source[v] = from->source[y];
    }
  if (!turns_back)
    return;
  to->sign = -from->sign;
  for (i = 0; i < to->rotary / 2; i++)
    {
      drawn_convention_pair (&u, &v, to, i);
      kept = to->source[u];
      to->source[u] = to->source[v];
      to->source[v] = kept;
    }
}

void
drawn_convention_spell (char *text, const struct drawn_convention *d)
{
  int n = sprintf (text, "layout=%s,dim=%d,rotary=%d,base=%d,denominator=%d,"
                   "sign=%d,q-offset=%d,k-offset=%d,permute=",
                   d->adjacent ? "adjacent" : "split-half", d->dim, d->rotary,
                   d->base, d->denominator, d->sign, d->a, d->b), j;

  for (j = 0; j < d->dim; j++)
    n += sprintf (text + n, "%s%d", j ? ":" : "", d->source[j]);
}
