/* rope_family.c -- the finite family of the lesson, by both families */

#include <gmp.h>

#include "exact/rat.h"
#include "lessons/rope_fractions_parts.h"

enum { FAMILY_SIZE = 4617, ROTORS = 3 };

static const struct { long a, b; unsigned long h; } rotors[ROTORS] = {
  { 3, 4, 5 }, { 5, 12, 13 }, { 0, 1, 1 }
};

/* One profile: a single key.  */
struct family
{
  struct assay_rotary request;
  const struct assay_second_family *oracle;
  unsigned long profiles, scores;
  enum assay_verdict verdict;
};

int
assay_rope_vec_is (const struct assay_vec *v, const char *first,
                   const char *second)
{
  const char *texts[] = { first, second };
  size_t n = second ? 2 : 1, i;
  struct assay_ctx ctx;
  mpq_t expected;
  int equal = v->n == n;

  assay_ctx_init (&ctx);
  mpq_init (expected);
  for (i = 0; i < n && equal; i++)
    equal = assay_rat_read (expected, texts[i], &ctx, NULL, "a fraction")
              == ASSAY_OK
            && mpq_equal (v->at[i], expected);
  mpq_clear (expected);
  return equal;
}

static void
family_resize (struct family *f, size_t width)
{
  assay_rotary_clear (&f->request);
  assay_rotary_init (&f->request);
  assay_vec_clear (&f->request.query);
  assay_vec_clear (&f->request.rotors);
  assay_vec_init (&f->request.query, width);
  assay_rotary_set_keys (&f->request, 1, width);
  assay_rotary_set_positions (&f->request, 1);
  assay_vec_init (&f->request.rotors, width);
}

static void
set_rotor (struct family *f, size_t pair, int which)
{
  mpq_set_si (f->request.rotors.at[2 * pair], rotors[which].a,
              rotors[which].h);
  mpq_set_si (f->request.rotors.at[2 * pair + 1], rotors[which].b,
              rotors[which].h);
  /* 0/1 and 1/1 are canonical as they stand, and so are the others.  */
}

/* The score by both families, compared exactly.  */
static void
compare (struct family *f, long m, long n)
{
  struct assay_ctx ctx;
  mpq_t ours[1], theirs;
  int equal;

  assay_ctx_init (&ctx);
  mpq_inits (ours[0], theirs, NULL);
  mpz_set_si (f->request.query_position, m);
  mpz_set_si (f->request.key_positions[0], n);
  equal = assay_rotary_check (&f->request, ASSAY_PROFILE_LESSON, &ctx)
            == ASSAY_OK
          && assay_rotary_scores (ours, &f->request, &ctx) == ASSAY_OK
          && f->oracle->rotary_score (theirs, &f->request, 0) == ASSAY_OK
          && mpq_equal (ours[0], theirs);
  f->verdict = assay_verdict_and (f->verdict, assay_verdict_of (equal));
  f->profiles++;
  f->scores += f->request.key_count;
  mpq_clears (ours[0], theirs, NULL);
}

/* All query and key vectors over {-1,0,1}, three rotors, positions 0..3.  */
static void
width_two (struct family *f)
{
  long q, k, m, n;
  int r;

  family_resize (f, 2);
  for (q = 0; q < 9; q++)
    for (k = 0; k < 9; k++)
      for (r = 0; r < ROTORS; r++)
        {
          mpq_set_si (f->request.query.at[0], q / 3 - 1, 1);
          mpq_set_si (f->request.query.at[1], q % 3 - 1, 1);
          mpq_set_si (f->request.keys[0].at[0], k / 3 - 1, 1);
          mpq_set_si (f->request.keys[0].at[1], k % 3 - 1, 1);
          set_rotor (f, 0, r);
          for (m = 0; m < 4; m++)
            for (n = 0; n < 4; n++)
              compare (f, m, n);
        }
}

/* q_i = (a + 2i) mod 3 - 1, k_i = (2b + i) mod 3 - 1, every pair of rotors,
   positions 0..2.  */
static void
width_four (struct family *f)
{
  long a, b, m, n, i;
  int r, s;

  family_resize (f, 4);
  for (a = 0; a < 3; a++)
    for (b = 0; b < 3; b++)
      for (r = 0; r < ROTORS; r++)
        for (s = 0; s < ROTORS; s++)
          {
            for (i = 0; i < 4; i++)
              {
                mpq_set_si (f->request.query.at[i], (a + 2 * i) % 3 - 1, 1);
                mpq_set_si (f->request.keys[0].at[i], (2 * b + i) % 3 - 1,
                            1);
              }
            set_rotor (f, 0, r);
            set_rotor (f, 1, s);
            for (m = 0; m < 3; m++)
              for (n = 0; n < 3; n++)
                compare (f, m, n);
          }
}

enum assay_verdict
assay_rope_family (unsigned long *profiles, unsigned long *scores,
                   const struct assay_second_family *oracle)
{
  struct family f = { .oracle = oracle, .verdict = ASSAY_HOLDS };

  assay_rotary_init (&f.request);
  width_two (&f);
  width_four (&f);
  assay_rotary_clear (&f.request);
  *profiles = f.profiles;
  *scores = f.scores;
  return assay_verdict_and (f.verdict,
                            assay_verdict_of (f.profiles == FAMILY_SIZE
                                              && f.scores == FAMILY_SIZE));
}

enum assay_verdict
assay_rope_norms_are_kept (void)
{
  static const long components[] = { 2, -1, 0, 1 };
  struct assay_vec v, r, rotated;
  struct assay_ctx ctx;
  int holds = 1;
  mpq_t norm;
  mpz_t p;
  long i;

  assay_ctx_init (&ctx);
  assay_vec_init (&v, 4);
  assay_vec_init (&r, 4);
  assay_vec_init (&rotated, 4);
  mpq_init (norm);
  mpz_init (p);
  for (i = 0; i < 4; i++)
    mpq_set_si (v.at[i], components[i], 1);
  for (i = 0; i < 2; i++)
    {
      mpq_set_si (r.at[2 * i], rotors[i].a, rotors[i].h);
      mpq_set_si (r.at[2 * i + 1], rotors[i].b, rotors[i].h);
    }
  for (i = 0; i <= 8 && holds; i++)
    {
      mpz_set_si (p, i);
      holds = assay_rotary_rotate (rotated.at, &v, p, &r, &ctx) == ASSAY_OK;
      assay_rat_dot (norm, rotated.at, rotated.at, 4);
      holds = holds && mpq_cmp_ui (norm, 6, 1) == 0;
    }
  mpz_clear (p);
  mpq_clear (norm);
  assay_vec_clear (&v);
  assay_vec_clear (&r);
  assay_vec_clear (&rotated);
  return assay_verdict_of (holds);
}
