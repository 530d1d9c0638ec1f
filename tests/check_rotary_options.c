/* check_rotary_options.c -- a rotary request written in command-line words */

#include "exact/rotary_options.h"
#include "testing.h"

#define ROWS(table) ((int) (sizeof table / sizeof table[0]))

enum { MOST = 5 };

struct words
{
  const char *query, *at;
  const char *keys[MOST];
  const char *rotors[MOST];
};

static enum assay_status
words_read (struct assay_rotary *request, const struct words *words,
            enum assay_profile profile, struct assay_ctx *ctx)
{
  struct assay_rotary_words w = { words->query, words->at, words->keys, 0,
                                  words->rotors, 0 };

  while (w.key_count < MOST && words->keys[w.key_count])
    w.key_count++;
  while (w.rotor_count < MOST && words->rotors[w.rotor_count])
    w.rotor_count++;
  assay_ctx_init (ctx);
  assay_rotary_init (request);
  return assay_rotary_words_read (request, &w, profile, ctx);
}

#define R35 "3/5,4/5"

static const struct
{
  struct words words;
  enum assay_profile profile;
  enum assay_status status;
  const char *where;
} refused[] = {
  { { NULL, "0", { NULL }, { R35 } }, 0, ASSAY_EVALUE, "--query" },
  { { "1,0", NULL, { NULL }, { R35 } }, 0, ASSAY_EVALUE, "--at" },
  { { "", "0", { NULL }, { R35 } }, 0, ASSAY_EVALUE, "--query[0]" },
  { { "1,", "0", { NULL }, { R35 } }, 0, ASSAY_EVALUE, "--query[1]" },
  { { "1,,0", "0", { NULL }, { R35 } }, 0, ASSAY_EVALUE, "--query[1]" },
  { { "1, 0", "0", { NULL }, { R35 } }, 0, ASSAY_EVALUE, "--query[1]" },
  { { "1,0/0", "0", { NULL }, { R35 } }, 0, ASSAY_EVALUE, "--query[1]" },
  { { "1,0", "1.5", { NULL }, { R35 } }, 0, ASSAY_EVALUE, "--at" },
  { { "1,0", "", { NULL }, { R35 } }, 0, ASSAY_EVALUE, "--at" },
  { { "1,0", "+1", { NULL }, { R35 } }, 0, ASSAY_EVALUE, "--at" },
  { { "1,0", "0", { "1,0" }, { R35 } }, 0, ASSAY_EVALUE, "--key[0]" },
  { { "1,0", "0", { "1,0@0", "1,0@" }, { R35 } }, 0, ASSAY_EVALUE,
    "--key[1]" },
  { { "1,0", "0", { "1,0@1@2" }, { R35 } }, 0, ASSAY_EVALUE, "--key[0]" },
  { { "1,0", "0", { "1,0@0", "1,x@1" }, { R35 } }, 0, ASSAY_EVALUE,
    "--key[1][1]" },
  { { "1,0", "0", { "@1" }, { R35 } }, 0, ASSAY_EVALUE, "--key[0][0]" },
  { { "1,0", "0", { NULL }, { "3/5" } }, 0, ASSAY_EVALUE, "--rotor[0]" },
  { { "1,0", "0", { NULL }, { "3/5,4/5,0" } }, 0, ASSAY_EVALUE,
    "--rotor[0]" },
  { { "1,0", "0", { NULL }, { "3/5,4/0" } }, 0, ASSAY_EVALUE,
    "--rotor[0][1]" },
  { { "1,0", "0", { NULL }, { NULL } }, 0, ASSAY_EVALUE, "rotations" },
  { { "1,0", "0", { NULL }, { R35, R35 } }, 0, ASSAY_EVALUE, "rotations" },
  { { "1,0", "0", { NULL }, { "3/5,3/5" } }, 0, ASSAY_EVALUE,
    "rotations[0]" },
  { { "1,0", "0", { "1,0,0,0@0" }, { R35 } }, 0, ASSAY_EVALUE, "keys[0]" },
  { { "1", "0", { NULL }, { NULL } }, 0, ASSAY_EVALUE, "query" },
  { { "1,0,1", "0", { NULL }, { R35 } }, 0, ASSAY_EVALUE, "query" },
  { { "1e999999999,0", "0", { NULL }, { R35 } }, 0, ASSAY_ELIMIT,
    "--query[0]" },
  { { "3,0", "0", { NULL }, { R35 } }, ASSAY_PROFILE_LESSON, ASSAY_EVALUE,
    "query[0]" },
  { { "0.5,0", "0", { NULL }, { R35 } }, ASSAY_PROFILE_LESSON, ASSAY_ETYPE,
    "query[0]" },
  { { "1,0", "9", { NULL }, { R35 } }, ASSAY_PROFILE_LESSON, ASSAY_EVALUE,
    "query_position" },
  { { "1,0", "0", { "1,0@1", "1,0@1" }, { R35 } }, ASSAY_PROFILE_LESSON,
    ASSAY_EVALUE, "key_positions[1]" },
  { { "1,0", "0", { "1,0@0", "1,0@1", "1,0@2", "1,0@3", "1,0@4" }, { R35 } },
    ASSAY_PROFILE_LESSON, ASSAY_EVALUE, "keys" },
  { { "1,0", "0", { NULL }, { "8/17,15/17" } }, ASSAY_PROFILE_LESSON,
    ASSAY_EVALUE, "rotations[0][0]" },
};

START_TEST (bad_words_are_refused_at_their_place)
{
  struct assay_rotary request;
  struct assay_ctx ctx;

  ck_assert_int_eq (words_read (&request, &refused[_i].words,
                                refused[_i].profile, &ctx),
                    refused[_i].status);
  ck_assert_str_eq (ctx.error.where, refused[_i].where);
  ck_assert_uint_eq (ctx.rotations, 0);
  assay_rotary_clear (&request);
}
END_TEST

START_TEST (words_spell_integers_fractions_and_decimals)
{
  static const struct words words
    = { "-1,0.25,2/4,1e2", "-12", { "1,2,3,4@5", "0,0,0,-.5@123456789012345"
                                    "678901234567890" },
        { "0.6,0.8", "-1,0" } };
  struct assay_rotary r;
  struct assay_ctx ctx;
  char position[40];

  ck_assert_int_eq (words_read (&r, &words, ASSAY_PROFILE_OPEN, &ctx),
                    ASSAY_OK);
  testing_assert_rational (r.query.at[0], "-1");
  testing_assert_rational (r.query.at[1], "1/4");
  testing_assert_rational (r.query.at[2], "1/2");
  testing_assert_rational (r.query.at[3], "100");
  ck_assert_int_eq (mpz_get_si (r.query_position), -12);
  ck_assert_uint_eq (r.key_count, 2);
  ck_assert_uint_eq (r.position_count, 2);
  testing_assert_rational (r.keys[0].at[3], "4");
  testing_assert_rational (r.keys[1].at[3], "-1/2");
  ck_assert_int_eq (mpz_get_si (r.key_positions[0]), 5);
  ck_assert_str_eq (mpz_get_str (position, 10, r.key_positions[1]),
                    "123456789012345678901234567890");
  ck_assert_uint_eq (r.rotors.n, 4);
  testing_assert_rational (r.rotors.at[0], "3/5");
  testing_assert_rational (r.rotors.at[1], "4/5");
  testing_assert_rational (r.rotors.at[2], "-1");
  assay_rotary_clear (&r);
}
END_TEST

static Suite *
rotary_options_suite (void)
{
  Suite *suite = suite_create ("rotary_options");
  TCase *table = tcase_create ("table");
  TCase *special = tcase_create ("special");

  tcase_add_loop_test (table, bad_words_are_refused_at_their_place, 0,
                       ROWS (refused));
  suite_add_tcase (suite, table);
  tcase_add_test (special, words_spell_integers_fractions_and_decimals);
  suite_add_tcase (suite, special);
  return suite;
}

int
main (void)
{
  return testing_run (rotary_options_suite ());
}
