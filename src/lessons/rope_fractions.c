/* rope_fractions.c -- the lesson "relative position with exact fractions" */

#include "lessons/rope_fractions.h"

#include <stdio.h>
#include <string.h>

#include "exact/rotary_options.h"
#include "lessons/rope_fractions_parts.h"

/* A fixture of the lesson: at most four keys and two pairs.  */
struct fixture
{
  const char *query, *at;
  const char *keys[4];
  const char *rotors[2];
};

#define R35 "3/5,4/5"
#define R513 "5/13,12/13"
#define Q4 "2,-1,0,1"
#define K4 "-1,2,1,0"

static size_t
count_of (const char *const *words, size_t most)
{
  size_t n = 0;

  while (n < most && words[n])
    n++;
  return n;
}

/* SCORES <- those of FIXTURE under the lesson's contract; SCORES is given
   one entry a key, and stays zero on refusal.  */
static enum assay_status
fixture_scores (struct assay_vec *scores, const struct fixture *fixture)
{
  struct assay_rotary_words words = {
    fixture->query, fixture->at, fixture->keys, count_of (fixture->keys, 4),
    fixture->rotors, count_of (fixture->rotors, 2)
  };
  struct assay_rotary request;
  enum assay_status status;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  assay_rotary_init (&request);
  assay_vec_init (scores, words.key_count);
  status = assay_rotary_words_read (&request, &words, ASSAY_PROFILE_LESSON,
                                    &ctx);
  if (status == ASSAY_OK)
    status = assay_rotary_scores (scores->at, &request, &ctx);
  assay_rotary_clear (&request);
  return status;
}

/* Whether the scores of FIXTURE are the two (SECOND null: the one)
   fractions.  */
static int
scores_are (const struct fixture *fixture, const char *first,
            const char *second)
{
  struct assay_vec scores;
  int equal;

  equal = fixture_scores (&scores, fixture) == ASSAY_OK
          && assay_rope_vec_is (&scores, first, second);
  assay_vec_clear (&scores);
  return equal;
}

static enum assay_verdict
check_literal (const struct assay_rope_fractions *r)
{
  return assay_verdict_of (assay_rope_vec_is (&r->manual, "-4/5", NULL));
}

static enum assay_verdict
check_sign (const struct assay_rope_fractions *r)
{
  return assay_verdict_of (assay_rope_vec_is (&r->reverse, "4/5", NULL)
                           && !mpq_equal (r->manual.at[0],
                                          r->reverse.at[0]));
}

static enum assay_verdict
check_identity (const struct assay_rope_fractions *r)
{
  struct fixture zero = { Q4, "0", { K4 "@0" }, { R35, R35 } };
  struct fixture still = { Q4, "8", { K4 "@3" }, { "1,0", "1,0" } };

  (void) r;
  return assay_verdict_of (scores_are (&zero, "-4", NULL)
                           && scores_are (&still, "-4", NULL));
}

static enum assay_verdict
check_equal_positions (const struct assay_rope_fractions *r)
{
  int holds = 1, p;

  (void) r;
  for (p = 0; p <= 8; p++)
    {
      char at[16], key[32];
      struct fixture fixture = { Q4, at, { key }, { R35, R513 } };

      snprintf (at, sizeof at, "%d", p);
      snprintf (key, sizeof key, K4 "@%d", p);
      holds = holds && scores_are (&fixture, "-4", NULL);
    }
  return assay_verdict_of (holds);
}

static enum assay_verdict
check_translation (const struct assay_rope_fractions *r)
{
  struct fixture base = { "1,0", "4", { "1,0@1", "0,1@3" }, { R35 } };
  struct assay_vec expected, shifted;
  int holds, d;

  (void) r;
  holds = fixture_scores (&expected, &base) == ASSAY_OK;
  for (d = -1; d <= 4; d++)
    {
      char at[16], first[24], second[24];
      struct fixture fixture = { "1,0", at, { first, second }, { R35 } };

      snprintf (at, sizeof at, "%d", 4 + d);
      snprintf (first, sizeof first, "1,0@%d", 1 + d);
      snprintf (second, sizeof second, "0,1@%d", 3 + d);
      holds = holds && fixture_scores (&shifted, &fixture) == ASSAY_OK
              && mpq_equal (shifted.at[0], expected.at[0])
              && mpq_equal (shifted.at[1], expected.at[1]);
      assay_vec_clear (&shifted);
    }
  assay_vec_clear (&expected);
  return assay_verdict_of (holds);
}

static enum assay_verdict
check_compaction (const struct assay_rope_fractions *r)
{
  return assay_verdict_of (assay_rope_vec_is (&r->original, "-117/125", "3/5")
                           && assay_rope_vec_is (&r->compacted, "-7/25",
                                                 "3/5")
                           && !mpq_equal (r->original.at[0],
                                          r->compacted.at[0]));
}

static enum assay_verdict
check_alignment (const struct assay_rope_fractions *r)
{
  struct fixture aligned = { "1,0", "2", { "1,0@0", "0,1@1" }, { R35 } };
  struct fixture crossed = { "1,0", "2", { "0,1@0", "1,0@1" }, { R35 } };

  (void) r;
  return assay_verdict_of (scores_are (&aligned, "-7/25", "4/5")
                           && scores_are (&crossed, "24/25", "3/5"));
}

static enum assay_verdict
check_layout (const struct assay_rope_fractions *r)
{
  return assay_verdict_of (assay_rope_vec_is (&r->adjacent, "-3/5", NULL)
                           && assay_rope_vec_is (&r->permuted, "-4/5", NULL)
                           && !mpq_equal (r->adjacent.at[0],
                                          r->permuted.at[0]));
}

static enum assay_verdict
check_empty (const struct assay_rope_fractions *r)
{
  struct fixture two = { "1,0", "0", { NULL }, { R35 } };
  struct fixture four = { Q4, "8", { NULL }, { R35, R513 } };
  struct assay_vec scores;
  int holds;

  (void) r;
  holds = fixture_scores (&scores, &two) == ASSAY_OK && scores.n == 0;
  assay_vec_clear (&scores);
  holds = holds && fixture_scores (&scores, &four) == ASSAY_OK
          && scores.n == 0;
  assay_vec_clear (&scores);
  return assay_verdict_of (holds
                           && assay_rope_empty_keys_still_validate ());
}

/* Two results of one request are equal and apart in memory, and spoiling the
   first changes neither the second nor the request.  */
static enum assay_verdict
check_fresh (const struct assay_rope_fractions *r)
{
  struct fixture base = { "1,0", "4", { "1,0@1", "0,1@3" }, { R35 } };
  struct assay_vec first, second, third;
  int holds;

  (void) r;
  holds = fixture_scores (&first, &base) == ASSAY_OK;
  holds = fixture_scores (&second, &base) == ASSAY_OK && holds;
  holds = holds && mpq_equal (first.at[0], second.at[0])
          && mpq_equal (first.at[1], second.at[1])
          && mpq_numref (first.at[0])->_mp_d
             != mpq_numref (second.at[0])->_mp_d;
  mpq_set_si (first.at[0], 99, 1);
  holds = fixture_scores (&third, &base) == ASSAY_OK && holds
          && mpq_equal (third.at[0], second.at[0])
          && mpq_equal (third.at[1], second.at[1]);
  assay_vec_clear (&first);
  assay_vec_clear (&second);
  assay_vec_clear (&third);
  return assay_verdict_of (holds);
}

static void
compute_figures (struct assay_rope_fractions *r)
{
  static const struct fixture manual
    = { "1,0", "0", { "0,1@1" }, { R35 } };
  static const struct fixture reverse
    = { "1,0", "1", { "0,1@0" }, { R35 } };
  static const struct fixture original
    = { "1,0", "4", { "1,0@1", "1,0@3" }, { R35 } };
  static const struct fixture compacted
    = { "1,0", "2", { "1,0@0", "1,0@1" }, { R35 } };
  static const struct fixture adjacent
    = { "1,2,-1,0", "0", { "0,1,2,-1@1" }, { R35, "0,1" } };
  static const struct fixture permuted
    = { "1,-1,2,0", "0", { "0,2,1,-1@1" }, { R35, "0,1" } };
  static const struct fixture maximum
    = { "2,-2,2,-2", "8", { "2,2,-2,-2@0", "-2,2,2,-2@2", "2,-2,-2,2@4",
                            "-2,-2,2,2@8" }, { R35, R513 } };

  fixture_scores (&r->manual, &manual);
  fixture_scores (&r->reverse, &reverse);
  fixture_scores (&r->original, &original);
  fixture_scores (&r->compacted, &compacted);
  fixture_scores (&r->adjacent, &adjacent);
  fixture_scores (&r->permuted, &permuted);
  fixture_scores (&r->maximum, &maximum);
}

static void
set_check (struct assay_rope_fractions *r, size_t i, const char *name,
           enum assay_verdict verdict)
{
  r->checks[i] = (struct assay_lesson_check) { name, verdict };
}

void
assay_rope_fractions_run (struct assay_rope_fractions *r,
                          const struct assay_second_family *oracle)
{
  memset (r, 0, sizeof *r);
  compute_figures (r);
  set_check (r, 0, "literal_column_rotation_and_negative_four_fifths_score",
             check_literal (r));
  set_check (r, 1, "relative_n_minus_m_sign_changes_when_positions_reverse",
             check_sign (r));
  set_check (r, 2, "zero_position_and_identity_rotation_preserve_literal_dot",
             check_identity (r));
  set_check (r, 3, "orthogonal_pair_rotations_preserve_squared_norm",
             assay_rope_norms_are_kept ());
  set_check (r, 4, "equal_query_key_position_preserves_unrotated_dot",
             check_equal_positions (r));
  set_check (r, 5, "common_valid_translation_preserves_all_relative_scores",
             check_translation (r));
  set_check (r, 6, "nonuniform_gap_compaction_changes_exact_score",
             check_compaction (r));
  set_check (r, 7, "explicit_key_ids_must_remain_aligned_with_key_features",
             check_alignment (r));
  set_check (r, 8,
             "two_pair_frequencies_require_consistent_pairing_convention",
             check_layout (r));
  set_check (r, 9, "independent_relative_binomial_finite_family_ONE_group",
             assay_rope_family (&r->family_profiles, &r->family_scores,
                                oracle));
  set_check (r, 10,
             "strict_types_shapes_unit_circle_and_order_rejections_ONE_group",
             assay_rope_invalid (&r->invalid_profiles));
  set_check (r, 11, "caps_maximum_profile_complete_prevalidation_and_no_"
             "generator_consumption",
             assay_rope_caps (&r->resource_rejections, &r->maximum));
  set_check (r, 12,
             "empty_keys_require_aligned_positions_and_valid_query_contract",
             check_empty (r));
  set_check (r, 13, "fresh_immutable_results_no_input_alias_or_retained_"
             "state", check_fresh (r));
}

void
assay_rope_fractions_clear (struct assay_rope_fractions *r)
{
  struct assay_vec *vectors[] = {
    &r->manual, &r->reverse, &r->original, &r->compacted, &r->adjacent,
    &r->permuted, &r->maximum
  };
  size_t i;

  for (i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
    assay_vec_clear (vectors[i]);
}
