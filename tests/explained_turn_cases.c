/* explained_turn_cases.c -- every mistake of rotary encodings that the oracle
   can make, and the name it is to be given */

#include "equal_names.h"
#include "explained_turns.h"

const struct explained_turn_case explained_turn_cases[] = {
  { "right", -1, 0, NULL, 0, NULL, NULL },
  { "right, far", -1, 0, NULL, EXPLAINED_FAR, NULL, NULL },
  { "right, yarn", -1, 0, NULL, EXPLAINED_YARN | EXPLAINED_PARTIAL, NULL,
    NULL },
  { "other pairing", ORACLE_TURN_OTHER_PAIRING, 0, NULL, 0, "layout", NULL },
  { "other pairing of adjacent", ORACLE_TURN_OTHER_PAIRING, 0, NULL,
    EXPLAINED_ADJACENT | EXPLAINED_PARTIAL, "layout", NULL },
  { "permuted", ORACLE_TURN_PERMUTED, 0, NULL, 0, "permuted output", NULL },
  { "backwards", ORACLE_TURN_BACKWARDS, 0, NULL, 0, "sign", NULL },
  { "waves swapped", ORACLE_TURN_WAVES_SWAPPED, 0, NULL, 0,
    "cosine and sine swapped", NULL },
  { "duplicated", ORACLE_TURN_DUPLICATED, 0, NULL, 0,
    "duplicated frequencies", NULL },
  { "duplicated, adjacent", ORACLE_TURN_DUPLICATED, 0, NULL,
    EXPLAINED_ADJACENT, "duplicated frequencies", NULL },
  { "full width", ORACLE_TURN_FULL_WIDTH, 0, NULL, EXPLAINED_PARTIAL,
    "other width", NULL },
  { "half of the size", ORACLE_TURN_HALF_OF_SIZE, 0, NULL,
    EXPLAINED_PARTIAL, "pair distance", NULL },
  { "base 500000", ORACLE_TURN_OTHER_BASE, 500000, NULL, 0, "known base",
    NULL },
  { "base 7777", ORACLE_TURN_OTHER_BASE, 7777, NULL, 0, "fitted base",
    NULL },
  { "base of llama3", ORACLE_TURN_OTHER_BASE, 500000, NULL, EXPLAINED_LLAMA3,
    "known base", NULL },
  { "denominator", ORACLE_TURN_DENOMINATOR_SIZE, 0, NULL, EXPLAINED_PARTIAL,
    "denominator", "half exponent" },
  { "half exponent", ORACLE_TURN_HALF_EXPONENT, 0, NULL, 0, "half exponent",
    NULL },
  { "double exponent", ORACLE_TURN_DOUBLE_EXPONENT, 0, NULL, EXPLAINED_BASE,
    "double exponent", NULL },
  { "double exponent of 10000", ORACLE_TURN_DOUBLE_EXPONENT, 0, NULL, 0,
    "double exponent", "known base" },
  { "more pairs", ORACLE_TURN_FULL_COUNT, 0, NULL, EXPLAINED_PARTIAL,
    "other count", NULL },
  { "angles over 3", ORACLE_TURN_ANGLE_DIVIDED, 3, NULL, 0, "fitted divisor",
    NULL },
  { "angles over 5, llama3", ORACLE_TURN_ANGLE_DIVIDED, 5, NULL,
    EXPLAINED_LLAMA3, "fitted divisor", NULL },
  { "linear missing", ORACLE_TURN_SCALING_MISSING, 0, NULL, EXPLAINED_LINEAR,
    "scaling missing", NULL },
  { "llama3 missing", ORACLE_TURN_SCALING_MISSING, 0, NULL, EXPLAINED_LLAMA3,
    "scaling missing", NULL },
  { "yarn missing", ORACLE_TURN_SCALING_MISSING, 0, NULL, EXPLAINED_YARN,
    "frequency scaling missing", NULL },
  { "linear twice", ORACLE_TURN_SCALING_TWICE, 0, NULL, EXPLAINED_LINEAR,
    "scaling twice", NULL },
  { "yarn twice", ORACLE_TURN_SCALING_TWICE, 0, NULL, EXPLAINED_YARN,
    "scaling twice", NULL },
  { "betas swapped", ORACLE_TURN_BETAS_SWAPPED, 0, NULL, EXPLAINED_YARN,
    "betas swapped", NULL },
  { "truncate", ORACLE_TURN_TRUNCATE_OTHERWISE, 0, NULL, EXPLAINED_YARN,
    "truncate", NULL },
  { "ramp of the size", ORACLE_TURN_RAMP_OF_SIZE, 0, NULL,
    EXPLAINED_YARN | EXPLAINED_PARTIAL, "ramp width", NULL },
  { "ramp to the last pair", ORACLE_TURN_RAMP_TO_PAIR, 0, NULL,
    EXPLAINED_YARN | EXPLAINED_LONG | EXPLAINED_FAR, "ramp to the last pair",
    NULL },
  { "linear added", -1, 0, NULL, EXPLAINED_LINEAR | EXPLAINED_UNSAID,
    "linear scaling", NULL },
  { "ntk added", -1, 0, NULL, EXPLAINED_NTK | EXPLAINED_UNSAID,
    "ntk scaling", NULL },
  { "yarn added", -1, 0, NULL, EXPLAINED_YARN | EXPLAINED_UNSAID,
    "yarn scaling", NULL },
  { "llama3 added", -1, 0, NULL, EXPLAINED_LLAMA3 | EXPLAINED_UNSAID,
    "llama3 scaling", NULL },
  { "right, longrope", -1, 0, NULL, EXPLAINED_LISTS, NULL, NULL },
  { "the long list", -1, 0, NULL, EXPLAINED_LISTS | EXPLAINED_OTHER_LIST,
    "other list", NULL },
  { "longrope missing", ORACLE_TURN_SCALING_MISSING, 0, NULL,
    EXPLAINED_LISTS, "frequency scaling missing", NULL },
  { "longrope twice", ORACLE_TURN_SCALING_TWICE, 0, NULL, EXPLAINED_LISTS,
    "scaling twice", NULL },
  { "longrope added", -1, 0, NULL, EXPLAINED_LISTS | EXPLAINED_UNSAID,
    "longrope scaling", NULL },
  { "right, dynamic", -1, 0, NULL, EXPLAINED_DYNAMIC, NULL, NULL },
  { "capacity", -1, 0, NULL, EXPLAINED_DYNAMIC | EXPLAINED_CAPACITY,
    "dynamic by capacity", NULL },
  { "steps of two", ORACLE_TURN_STEPS_OF_TWO, 0, NULL,
    EXPLAINED_DYNAMIC | EXPLAINED_TRIPLE, "ntk by powers of two", NULL },
  { "steps of two, no length told", ORACLE_TURN_STEPS_OF_TWO, 0, NULL, 0,
    "ntk by powers of two", NULL },
  { "magnitude missing", ORACLE_TURN_MAGNITUDE_MISSING, 0, NULL,
    EXPLAINED_YARN, "magnitude missing", NULL },
  { "magnitude squared", ORACLE_TURN_MAGNITUDE_SQUARED, 0, NULL,
    EXPLAINED_YARN, "magnitude squared", NULL },
  { "magnitude 1.25", ORACLE_TURN_MAGNITUDE_OTHER, 125, NULL, 0,
    "fitted magnitude", NULL },
  { "magnitude 1.37 of yarn", ORACLE_TURN_MAGNITUDE_OTHER, 137, NULL,
    EXPLAINED_YARN, "fitted magnitude", NULL },
  { "sections ignored", ORACLE_TURN_SECTIONS_IGNORED, 0, NULL,
    EXPLAINED_AXES, "sections ignored", NULL },
  { "sections", ORACLE_TURN_SECTIONS_OTHERWISE, 0, NULL, EXPLAINED_AXES,
    "sections", NULL },
  { "offset 1", ORACLE_TURN_POSITION_OFFSET, 1, NULL, 0, "position offset",
    NULL },
  { "offset -37", ORACLE_TURN_POSITION_OFFSET, -37, NULL, EXPLAINED_FAR,
    "position offset", NULL },
  { "the row", ORACLE_TURN_POSITION_ROW, 0, NULL, EXPLAINED_FAR,
    "position of the row", NULL },
  { "plus the row", ORACLE_TURN_POSITION_PLUS_ROW, 0, NULL, 0,
    "position plus row", NULL },
  { "clamped", ORACLE_TURN_POSITION_CLAMPED, 20, NULL, 0, "table too short",
    NULL },
  { "not at all", ORACLE_TURN_NOT_AT_ALL, 0, NULL, 0, "not turned", NULL },
  { "twice", ORACLE_TURN_TWICE, 0, NULL, 0, "turned twice", NULL },
  { "position in bf16", ORACLE_TURN_ROUND_POSITION, 0, "bf16",
    EXPLAINED_FAR, "rounded positions", NULL },
  { "position in f16", ORACLE_TURN_ROUND_POSITION, 0, "f16", EXPLAINED_FAR,
    "rounded positions", "all rounded" },
  { "frequency in bf16", ORACLE_TURN_ROUND_FREQUENCY, 0, "bf16", 0,
    "rounded frequencies", NULL },
  { "frequency in f16", ORACLE_TURN_ROUND_FREQUENCY, 0, "f16", 0,
    "rounded frequencies", NULL },
  { "angle in bf16", ORACLE_TURN_ROUND_ANGLE, 0, "bf16", 0, "rounded angles",
    NULL },
  { "angle in f16", ORACLE_TURN_ROUND_ANGLE, 0, "f16", 0, "rounded angles",
    NULL },
  { "angle in f32, far", ORACLE_TURN_ROUND_ANGLE, 0, "f32", EXPLAINED_FAR,
    "rounded angles", NULL },
  { "table in bf16", ORACLE_TURN_ROUND_TABLE, 0, "bf16", 0, "rounded table",
    NULL },
  { "table in f16", ORACLE_TURN_ROUND_TABLE, 0, "f16", 0, "rounded table",
    NULL },
  { "all in bf16", ORACLE_TURN_ROUND_ALL, 0, "bf16", 0, "all rounded",
    NULL },
  { "all in f16", ORACLE_TURN_ROUND_ALL, 0, "f16", 0, "all rounded", NULL },
  { "products in bf16", ORACLE_TURN_ROUND_PRODUCTS, 0, "bf16", 0,
    "rounded products", NULL },
  { "products in f16", ORACLE_TURN_ROUND_PRODUCTS, 0, "f16", 0,
    "rounded products", NULL }
};

const size_t explained_turn_case_count
  = sizeof explained_turn_cases / sizeof explained_turn_cases[0];

/* ---- what is told ---- */

static int
is_fitted (const struct assay_turn_hypothesis *h)
{
  return h->search > ASSAY_TURN_SEARCH_CHOICES;
}

/* Whether finding N is the first or stated to be equal to it, and no finding
   before it has its name.  */
static int
is_stated (const struct assay_turn_explanation *x, size_t n)
{
  size_t m;

  for (m = 0; m < n; m++)
    if (x->finding[m].hypothesis == x->finding[n].hypothesis)
      return 0;
  return n == 0 || x->finding[n].is_equal;
}

int
explained_turn_is_expected (const struct assay_turn_explanation *x,
                            const struct explained_turn_case *c,
                            enum assay_fmt fmt)
{
  size_t stated = 0, n;
  int is_alone = 1;

  if (c->expected == NULL)
    return x->outcome == ASSAY_EXPLAINED_RIGHT;
  if (x->outcome != ASSAY_EXPLAINED_NAMED || x->finding[0].second != NULL)
    return 0;
  for (n = 0; n < x->findings; n++)
    {
      const struct assay_turn_hypothesis *h = x->finding[n].hypothesis;
      int is_named = equal_names_have (h->name, c->expected, c->equals);

      if (!is_stated (x, n))
        continue;
      stated += is_named;
      if (n == 0 ? !is_named
                 : !is_named && !is_fitted (h) && fmt == ASSAY_FMT_F32)
        is_alone = 0;
    }
  return is_alone && stated == equal_names_count (c->equals);
}
