/* rope_fractions_report.c -- the report of the lesson rope-fractions */

#include "exact/rat.h"
#include "report/lesson_common.h"
#include "report/lesson_report.h"

static void
put_scores (struct assay_json_out *out, const char *key,
            const struct assay_vec *scores)
{
  size_t i;

  assay_json_open_inline_list (out, key);
  for (i = 0; i < scores->n; i++)
    assay_json_take (out, NULL, assay_rat_text (scores->at[i]));
  assay_json_close (out);
}

static void
put_integers (struct assay_json_out *out, const char *key, long a, long b)
{
  assay_json_open_inline_list (out, key);
  assay_json_integer (out, NULL, a);
  assay_json_integer (out, NULL, b);
  assay_json_close (out);
}

static void
put_profile (struct assay_json_out *out)
{
  assay_json_open_object (out, "profile");
  assay_json_string (out, "width", "2 or 4; adjacent feature pairs");
  assay_json_string (out, "component_values", "exact ints [-2,2], unitless");
  assay_json_string (out, "keys",
                     "0..4, aligned strictly increasing position IDs");
  assay_json_string (out, "position_IDs",
                     "exact ints0..8, not storage slots or time");
  assay_json_string (out, "rotations",
                     "exact Fraction unit-circle pairs; part caps13");
  assay_json_string (out, "score", "raw dot product, not a probability");
  assay_json_string (out, "column_rotation", "[[c,-s],[s,c]]");
  assay_json_string (out, "relative_exponent", "key_position-query_position");
  assay_json_close (out);
}

static void
put_witnesses (struct assay_json_out *out,
               const struct assay_rope_fractions *r)
{
  assay_json_open_object (out, "manual_single_pair");
  put_integers (out, "query", 1, 0);
  put_integers (out, "key", 0, 1);
  assay_json_open_inline_list (out, "rotation");
  assay_json_string (out, NULL, "3/5");
  assay_json_string (out, NULL, "4/5");
  assay_json_close (out);
  put_integers (out, "positions", 0, 1);
  put_scores (out, "raw_score", &r->manual);
  put_scores (out, "reverse_score", &r->reverse);
  assay_json_close (out);
  assay_json_open_object (out, "gap_compaction");
  assay_json_integer (out, "query_position", 4);
  put_integers (out, "key_positions", 1, 3);
  put_scores (out, "original_scores", &r->original);
  assay_json_integer (out, "compacted_query_position", 2);
  put_integers (out, "compacted_key_positions", 0, 1);
  put_scores (out, "compacted_scores", &r->compacted);
  assay_json_close (out);
  assay_json_open_object (out, "layout_fixture");
  put_scores (out, "adjacent_score", &r->adjacent);
  put_scores (out, "permuted_features_with_unadjusted_pair_rule",
              &r->permuted);
  assay_json_close (out);
}

void
assay_rope_fractions_json (struct assay_text *text,
                           const struct assay_rope_fractions *r,
                           const char *version)
{
  static const char *const limitations[] = {
    "Rational supplied rotation schedule, not actual HF frequencies.",
    "Fixed Q/K only; rerunning a model can change their contents.",
    "No real KV cache, tokenizer, training, audio or quality result.",
    "A common rotation preserves a dot; unequal positions need not.",
    "No monotonic score decay, context extension or speed guarantee.",
    "Other pair layouts can be valid with consistent conventions."
  };
  struct assay_json_out out;

  assay_lesson_begin (&out, text, version);
  put_profile (&out);
  put_witnesses (&out, r);
  assay_json_integer (&out, "family_profiles_inside_ONE_group",
                      (long long) r->family_profiles);
  assay_json_integer (&out, "family_raw_scores_inside_ONE_group",
                      (long long) r->family_scores);
  assay_json_integer (&out, "invalid_profiles_inside_ONE_group",
                      (long long) r->invalid_profiles);
  assay_json_integer (&out, "resource_rejections_inside_cap_group",
                      (long long) r->resource_rejections);
  put_scores (&out, "maximum_profile_scores", &r->maximum);
  assay_lesson_put_groups (&out, r->checks, ASSAY_ROPE_FRACTIONS_CHECKS);
  assay_lesson_put_strings (&out, "limitations", limitations,
                            sizeof limitations / sizeof limitations[0]);
  assay_json_end (&out);
}

/* "  WHAT = 3/5: WHY".  */
static void
add_witness (struct assay_text *text, mpq_srcptr score, const char *what,
             const char *why)
{
  assay_text_printf (text, "  %s = ", what);
  assay_text_take (text, assay_rat_text (score));
  assay_text_printf (text, "    %s\n", why);
}

void
assay_rope_fractions_text (struct assay_text *text,
                           const struct assay_rope_fractions *r)
{
  size_t i;

  assay_text_add (text, "Lesson rope-fractions: relative position with exact "
                  "fractions\n\n"
                  "witnesses, s(m, n) = q^T R^(n-m) k with R = [[3/5, -4/5], "
                  "[4/5, 3/5]]\n");
  add_witness (text, r->manual.at[0], "(1,0)@0 . (0,1)@1",
               "R (0,1) = (-4/5, 3/5); the query takes its first component");
  add_witness (text, r->reverse.at[0], "(1,0)@1 . (0,1)@0",
               "R^-1 (0,1) = (4/5, 3/5): the sign of n - m counts");
  add_witness (text, r->original.at[0], "(1,0)@4 . (1,0)@1",
               "Re (3/5 + 4/5 i)^3 = (27 - 3*3*16)/125");
  add_witness (text, r->original.at[1], "(1,0)@4 . (1,0)@3",
               "Re (3/5 + 4/5 i)^1");
  add_witness (text, r->compacted.at[0], "(1,0)@2 . (1,0)@0",
               "Re (3/5 + 4/5 i)^2 = (9 - 16)/25: the gap 3 became 2");
  add_witness (text, r->compacted.at[1], "(1,0)@2 . (1,0)@1",
               "the gap 1 is kept, and so is the score");
  add_witness (text, r->adjacent.at[0], "(1,2,-1,0)@0 . (0,1,2,-1)@1",
               "adjacent pairs, rotors (3/5,4/5) and (0,1): 2/5 - 1");
  add_witness (text, r->permuted.at[0], "(1,-1,2,0)@0 . (0,2,1,-1)@1",
               "components permuted, pairing rule kept: another number");
  assay_text_add (text, "\nthe maximum profile, (2,-2,2,-2)@8 against four "
                  "keys, rotors (3/5,4/5) and (5/13,12/13)\n");
  for (i = 0; i < r->maximum.n; i++)
    {
      assay_text_printf (text, "  key %zu: ", i);
      assay_text_take (text, assay_rat_text (r->maximum.at[i]));
      assay_text_add_char (text, '\n');
    }
  assay_text_printf (text, "\nthe finite family: %lu profiles, %lu scores, "
                     "compared exactly with the oracle\n"
                     "refusals: %lu invalid requests, %lu over a cap\n\n",
                     r->family_profiles, r->family_scores,
                     r->invalid_profiles, r->resource_rejections);
  assay_lesson_add_checks (text, r->checks, ASSAY_ROPE_FRACTIONS_CHECKS);
}
