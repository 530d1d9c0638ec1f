/* oracle_mistake.c -- names of mistakes; those of precision */

#include "oracle.h"

static const char *const names[] = {
  "scale missing",
  "scale twice",
  "scale other width",
  "scale no root",
  "scores left out",
  "query factor",
  "query factor lost",
  "base of two",
  "causal top left",
  "causal bottom right",
  "causal too few",
  "causal too many",
  "causal missing",
  "causal added",
  "mask ignored",
  "mask inverted",
  "mask after softmax",
  "mask finite",
  "score finite",
  "bias negated",
  "empty otherwise",
  "valid ignored",
  "window left less",
  "window left more",
  "window right less",
  "window right more",
  "window missing",
  "heads tiled",
  "axes swapped",
  "softmax over queries",
  "softmax over heads",
  "past ignored",
  "past last",
  "last key missed",
  "rows of block",
  "rows every fourth",
  "rows of batch",
  "rows next head",
  "rows next batch",
  "values shifted",
  "cap missing",
  "cap added",
  "cap after bias",
  "cap before scale",
  "sink missing",
  "sink each split",
  "sink next head",
  "sink not shifted",
  "merge log2",
  "merge plain",
  "output not rescaled",
  "sum not rescaled",
  "neither rescaled",
  "slopes missing",
  "slopes negated",
  "slopes from zero",
  "slopes plain rule",
  "slopes other head",
  "slopes signed",
  "slopes from rows",
  "slopes times",
  "bias scaled",
  "round inputs",
  "round values",
  "round dot",
  "round scores",
  "round biased",
  "round weights",
  "round powers",
  "round before sink",
  "round each",
  "round partial",
  "softmax rounded",
  "softmax no max"
};

const char *
oracle_mistake_name (enum oracle_mistake_kind kind)
{
  return names[kind];
}

int
oracle_mistaken (const struct oracle_mistake *mistake,
                 enum oracle_mistake_kind kind)
{
  return mistake != NULL && mistake->kind == kind;
}

int
oracle_mistake_round (struct oracle_fraction *f,
                      const struct oracle_mistake *mistake)
{
  if (oracle_round (f, f, mistake->format) == ORACLE_OVERFLOW)
    return oracle_fraction_sign (f);
  return 0;
}

/* ---- rows ---- */

void
oracle_mistake_move (struct oracle_place *place,
                     const struct oracle_mistake *mistake)
{
  size_t block;

  if (oracle_mistaken (mistake, ORACLE_ROWS_EVERY_FOURTH)
      && place->query % 4 == 3)
    place->query--;
  if (oracle_mistaken (mistake, ORACLE_ROWS_OF_BLOCK))
    {
      block = (size_t) mistake->number;
      if (place->query / block == 1)
        place->query -= block;
    }
  if (oracle_mistaken (mistake, ORACLE_ROWS_NEXT_HEAD) && place->head > 0)
    place->head--;
  if (oracle_mistaken (mistake, ORACLE_ROWS_NEXT_BATCH) && place->batch > 0)
    place->batch--;
}

/* ---- scores ---- */

struct asked_score
{
  const struct oracle_line *line;
  size_t j;
  enum oracle_stage stage;
};

static int
score_order (void *data, const struct oracle_fraction *t)
{
  const struct asked_score *asked = data;

  return oracle_line_score_is (asked->line, asked->j, asked->stage, t)
         ? 0 : ORACLE_ORDER_OPEN;
}

/* score <- that of key j, rounded; 0, or the sign of an overflow.  The scores
   up to BIASED can always be decided.  */
static int
rounded_score (struct oracle_fraction *score, const struct oracle_line *line,
               size_t j, enum oracle_stage stage,
               const struct oracle_format *format)
{
  struct asked_score asked = { line, j, stage };
  struct oracle_interval z;
  uint64_t bits = 0;
  unsigned long digits = 40;
  int done = 0;

  oracle_interval_init (&z);
  for (; !done; digits *= 3)
    {
      oracle_line_score (&z, line, j, stage, digits);
      done = oracle_decide (&bits, &z, digits, format, score_order, &asked);
    }
  oracle_interval_clear (&z);
  return oracle_decode (score, bits, format) == ORACLE_NUMBER
         ? 0 : oracle_fraction_sign (score);
}

/* A score that became infinite: the row is NaN, or the key is out.  */
static void
overflow (struct oracle_line *line, size_t j, int sign)
{
  if (sign > 0)
    line->spoilt = 1;
  if (sign < 0)
    line->key[j].legal = 0;
}

static void
round_scores (struct oracle_line *line, const struct oracle_format *format)
{
  struct oracle_fraction *score = oracle_fractions_new (line->keys);

  for (size_t j = 0; j < line->keys; j++)
    if (line->key[j].legal && !line->key[j].plain)
      overflow (line, j, rounded_score (&score[j], line, j, ORACLE_SCORES,
                                        format));
  for (size_t j = 0; j < line->keys; j++)
    oracle_fraction_set (&line->key[j].dot, &score[j]);
  mpz_set_ui (line->factor.num, 1);
  mpz_set_ui (line->factor.den, 1);
  line->radicand = 1;
  oracle_fractions_free (score, line->keys);
}

static void
round_biased (struct oracle_line *line, const struct oracle_format *format)
{
  struct oracle_fraction score;

  oracle_fraction_init (&score);
  for (size_t j = 0; j < line->keys; j++)
    if (line->key[j].legal)
      {
        overflow (line, j,
                  rounded_score (&score, line, j, ORACLE_BIASED, format));
        oracle_fraction_set (&line->key[j].bias, &score);
        line->key[j].plain = 1;
      }
  oracle_fraction_clear (&score);
}

void
oracle_line_base (struct oracle_line *line,
                  const struct oracle_mistake *mistake)
{
  struct oracle_fraction f;

  if (!oracle_mistaken (mistake, ORACLE_BASE_OF_TWO))
    return;
  oracle_fraction_init (&f);
  oracle_log_of_two (&f, mistake->format);
  oracle_fraction_mul (&line->factor, &line->factor, &f);
  for (size_t j = 0; j < line->keys; j++)
    {
      oracle_fraction_mul (&line->key[j].bias, &line->key[j].bias, &f);
      oracle_fraction_mul (&line->key[j].lag, &line->key[j].lag, &f);
    }
  oracle_fraction_clear (&f);
}

void
oracle_line_round (struct oracle_line *line,
                   const struct oracle_mistake *mistake)
{
  int each = oracle_mistaken (mistake, ORACLE_ROUND_EACH);
  size_t before = 0, after = 0;

  for (size_t j = 0; j < line->keys; j++)
    before += line->key[j].legal != 0;
  if (each || oracle_mistaken (mistake, ORACLE_ROUND_DOT))
    for (size_t j = 0; j < line->keys; j++)
      if (line->key[j].legal && !line->key[j].plain)
        overflow (line, j, oracle_mistake_round (&line->key[j].dot, mistake));
  if (each || oracle_mistaken (mistake, ORACLE_ROUND_SCORES))
    round_scores (line, mistake->format);
  if (each || oracle_mistaken (mistake, ORACLE_ROUND_BIASED)
      || oracle_mistaken (mistake, ORACLE_SOFTMAX_ROUNDED)
      || oracle_mistaken (mistake, ORACLE_SOFTMAX_NO_MAX))
    round_biased (line, mistake->format);
  for (size_t j = 0; j < line->keys; j++)
    after += line->key[j].legal != 0;
  if (before > 0 && after == 0)
    line->spoilt = 1;
}
