/* oracle_kernel_sink.c -- the key of no column */

#include "oracle.h"

/* The largest legal key, by enclosures at growing scale; keys of equal score
   are as good as one another.  */
static size_t
largest (struct oracle_line *line)
{
  struct oracle_interval best, other;
  size_t found = line->keys;

  oracle_line_group (line);
  oracle_interval_init (&best);
  oracle_interval_init (&other);
  for (size_t j = 0; j < line->keys; j++)
    {
      if (!line->key[j].legal || line->group[j] != j)
        continue;
      unsigned long digits = 20;
      int order = found == line->keys ? 1 : 0;
      for (; order == 0; digits *= 2)
        {
          oracle_line_score (&best, line, found, ORACLE_BIASED, digits);
          oracle_line_score (&other, line, j, ORACLE_BIASED, digits);
          if (mpz_cmp (other.lo, best.hi) > 0)
            order = 1;
          else if (mpz_cmp (other.hi, best.lo) < 0)
            order = -1;
        }
      if (order > 0)
        found = j;
    }
  oracle_interval_clear (&best);
  oracle_interval_clear (&other);
  line->grouped = 0;
  return found;
}

void
oracle_line_sink (struct oracle_line *line, const struct oracle_problem *p,
                  const struct oracle_mistake *mistake,
                  const struct oracle_place *place)
{
  size_t head = place->head, top = line->keys;
  struct oracle_key *sink = &line->key[line->columns];

  if (p->sinks == NULL || oracle_mistaken (mistake, ORACLE_SINK_MISSING))
    return;
  if (oracle_mistaken (mistake, ORACLE_SINK_NEXT_HEAD))
    head = (head + 1) % p->query_heads;
  if (oracle_mistaken (mistake, ORACLE_SINK_NOT_SHIFTED))
    top = largest (line);
  sink->legal = sink->plain = 1;
  if (top < line->keys)
    {
      const struct oracle_key *model = &line->key[top];

      oracle_fraction_set (&sink->dot, &model->dot);
      oracle_fraction_set (&sink->bias, &model->bias);
      oracle_fraction_set (&sink->lag, &model->lag);
      sink->plain = 0;
    }
  oracle_fraction_add (&sink->bias, &sink->bias, &p->sinks[head]);
  if (oracle_mistaken (mistake, ORACLE_SINK_EACH_SPLIT))
    sink->count = (unsigned long) mistake->number;
  line->keys++;
}
