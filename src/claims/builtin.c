/* builtin.c -- the table of built-in functions */

#include "claims/builtin.h"

#include <string.h>

#include "claims/builtin_functions.h"

/* In no particular order but by topic.  */
const struct assay_builtin assay_builtins[] = {
  { "abs", assay_builtin_abs, 1, 1, { NULL } },
  { "min", assay_builtin_min, 1, ASSAY_ANY_COUNT, { NULL } },
  { "max", assay_builtin_max, 1, ASSAY_ANY_COUNT, { NULL } },
  { "sum", assay_builtin_sum, 1, 1, { NULL } },
  { "prod", assay_builtin_prod, 1, 1, { NULL } },
  { "mean", assay_builtin_mean, 1, 1, { NULL } },
  { "floor", assay_builtin_floor, 1, 1, { NULL } },
  { "ceil", assay_builtin_ceil, 1, 1, { NULL } },
  { "round", assay_builtin_round, 1, 1, { NULL } },
  { "sqrt", assay_builtin_sqrt, 1, 1, { NULL } },
  { "exp", assay_builtin_exp, 1, 1, { NULL } },
  { "log", assay_builtin_log, 1, 1, { NULL } },
  { "log2", assay_builtin_log2, 1, 1, { NULL } },
  { "sin", assay_builtin_sin, 1, 1, { NULL } },
  { "cos", assay_builtin_cos, 1, 1, { NULL } },
  { "tan", assay_builtin_tan, 1, 1, { NULL } },
  { "atan", assay_builtin_atan, 1, 1, { NULL } },
  { "tanh", assay_builtin_tanh, 1, 1, { NULL } },
  { "pow", assay_builtin_pow, 2, 2, { NULL } },
  { "comb", assay_builtin_comb, 2, 2, { NULL } },
  { "factorial", assay_builtin_factorial, 1, 1, { NULL } },
  { "gcd", assay_builtin_gcd, 2, 2, { NULL } },
  { "num", assay_builtin_num, 1, 1, { NULL } },
  { "den", assay_builtin_den, 1, 1, { NULL } },

  { "len", assay_builtin_len, 1, 1, { NULL } },
  { "range", assay_builtin_range, 2, 2, { NULL } },
  { "reverse", assay_builtin_reverse, 1, 1, { NULL } },
  { "permute", assay_builtin_permute, 2, 2, { NULL } },
  { "transpose", assay_builtin_transpose, 1, 1, { NULL } },
  { "concat", assay_builtin_concat, 1, ASSAY_ANY_COUNT, { NULL } },
  { "flatten", assay_builtin_flatten, 1, 1, { NULL } },
  { "repeat", assay_builtin_repeat, 2, 2, { NULL } },
  { "map", assay_builtin_map, 2, 2, { NULL } },
  { "dot", assay_builtin_dot, 2, 2, { NULL } },
  { "norm2", assay_builtin_norm2, 1, 1, { NULL } },
  { "matvec", assay_builtin_matvec, 2, 2, { NULL } },
  { "matmul", assay_builtin_matmul, 2, 2, { NULL } },
  { "argmax", assay_builtin_argmax, 1, 1, { NULL } },

  { "bf16", assay_builtin_bf16, 1, 1, { NULL } },
  { "f16", assay_builtin_f16, 1, 1, { NULL } },
  { "f32", assay_builtin_f32, 1, 1, { NULL } },
  { "f64", assay_builtin_f64, 1, 1, { NULL } },
  { "e4m3", assay_builtin_e4m3, 1, 1, { NULL } },
  { "e5m2", assay_builtin_e5m2, 1, 1, { NULL } },
  { "ulp", assay_builtin_ulp, 2, 2, { NULL } },

  { "rotor", assay_builtin_rotor, 2, 2, { NULL } },
  { "rotary", assay_builtin_rotary, 3, 3, { "layout", "profile", NULL } },
  { "rotate", assay_builtin_rotate, 3, 3, { "layout", NULL } },
  { "thetas", assay_builtin_thetas, 2, 2, { NULL } },
  { "rope", assay_builtin_rope, 2, 2, { "base", "layout", "scale", NULL } },
  { "rope_score", assay_builtin_rope_score, 2, 2,
    { "base", "layout", "scale", NULL } },
  { "sinusoid", assay_builtin_sinusoid, 3, 3, { NULL } },
  { "add_score", assay_builtin_add_score, 3, 3, { NULL } },
  { "turns", assay_builtin_turns, 3, 3, { NULL } },
  { "slow_pairs", assay_builtin_slow_pairs, 3, 3, { NULL } },
  { "alibi_slopes", assay_builtin_alibi_slopes, 1, 1, { NULL } },

  { "jordan", assay_builtin_jordan, 4, 4, { "variant", "length", NULL } },
  { "jordan_score", assay_builtin_jordan_score, 5, 5,
    { "variant", "length", NULL } },
  { "mse", assay_builtin_mse, 3, 3, { NULL } },

  { "attention", assay_builtin_attention, 3, 3,
    { "mask", "causal", "scale", NULL } },
  { "softmax", assay_builtin_softmax, 1, 1, { NULL } },
};

const size_t assay_builtin_count = sizeof assay_builtins
                                   / sizeof assay_builtins[0];

size_t
assay_builtin_find (const char *name)
{
  size_t i = 0;

  while (i < assay_builtin_count
         && strcmp (assay_builtins[i].name, name) != 0)
    i++;
  return i;
}
