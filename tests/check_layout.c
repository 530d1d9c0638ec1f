/* check_layout.c -- pairs, permutations between layouts, sections, axes */

#include <string.h>

#include "position/frequency_axial.h"
#include "position/layout.h"
#include "real/decide.h"
#include "testing.h"

enum { WIDEST = 64 };

static struct assay_layout
layout_of (enum assay_pairing pairing, size_t head_dim, size_t rotary_dim,
           size_t offset)
{
  return (struct assay_layout) { pairing, head_dim, rotary_dim, offset };
}

/* A random layout of a random width; PAIRING decides the rest.  */
static struct assay_layout
random_layout (enum assay_pairing pairing, size_t head_dim,
               size_t rotary_dim)
{
  return layout_of (pairing, head_dim, rotary_dim,
                    testing_below (head_dim - rotary_dim + 1));
}

/* Pair 2 of widths 10 and 6 and offset 3.  */
static void
assert_pair (enum assay_pairing pairing, size_t first, size_t second)
{
  struct assay_layout layout = layout_of (pairing, 10, 6, 3);
  size_t x, y;

  assay_layout_pair (&x, &y, &layout, 2);
  ck_assert_uint_eq (x, first);
  ck_assert_uint_eq (y, second);
}

START_TEST (split_half_pairs_are_half_a_width_apart)
{
  assert_pair (ASSAY_PAIRING_SPLIT_HALF, 5, 8);
}
END_TEST

START_TEST (adjacent_pairs_are_neighbours)
{
  assert_pair (ASSAY_PAIRING_ADJACENT, 7, 8);
}
END_TEST

/* FROM in the order of TO takes the coordinates KNOWN.  */
static void
assert_permutation (const struct assay_layout *from,
                    const struct assay_layout *to, const size_t *known)
{
  struct assay_ctx ctx;
  size_t source[WIDEST];

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_layout_permutation (source, to, from, &ctx),
                    ASSAY_OK);
  ck_assert_mem_eq (source, known, from->head_dim * sizeof *known);
}

START_TEST (adjacent_to_split_half_is_the_known_permutation)
{
  struct assay_layout from = layout_of (ASSAY_PAIRING_ADJACENT, 8, 6, 0);
  struct assay_layout to = layout_of (ASSAY_PAIRING_SPLIT_HALF, 8, 6, 0);
  static const size_t known[] = { 0, 2, 4, 1, 3, 5, 6, 7 };

  assert_permutation (&from, &to, known);
}
END_TEST

START_TEST (untouched_coordinates_keep_their_order_whatever_the_offset)
{
  struct assay_layout from = layout_of (ASSAY_PAIRING_ADJACENT, 6, 2, 4);
  struct assay_layout to = layout_of (ASSAY_PAIRING_ADJACENT, 6, 2, 1);
  static const size_t known[] = { 0, 4, 5, 1, 2, 3 };

  assert_permutation (&from, &to, known);
}
END_TEST

/* R_split = P R_adjacent P^-1 on pairs: pair i goes to pair i, and every
   coordinate is taken once.  */
START_TEST (permutation_is_a_bijection_that_takes_pairs_to_pairs)
{
  size_t i, j, cases = testing_count (500);
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  for (i = 0; i < cases; i++)
    {
      size_t head = 2 + testing_below (WIDEST - 1);
      size_t width = 2 * (1 + testing_below (head / 2));
      struct assay_layout a = random_layout (ASSAY_PAIRING_ADJACENT, head,
                                             width);
      struct assay_layout b = random_layout (ASSAY_PAIRING_SPLIT_HALF, head,
                                             width);
      size_t there[WIDEST], back[WIDEST], x, y, u, v;

      ck_assert_int_eq (assay_layout_permutation (there, &b, &a, &ctx),
                        ASSAY_OK);
      ck_assert_int_eq (assay_layout_permutation (back, &a, &b, &ctx),
                        ASSAY_OK);
      for (j = 0; j < head; j++)
        ck_assert_msg (there[back[j]] == j, "head %zu, width %zu, seed %lu",
                       head, width, testing_seed ());
      for (j = 0; j < width / 2; j++)
        {
          assay_layout_pair (&x, &y, &b, j);
          assay_layout_pair (&u, &v, &a, j);
          ck_assert_msg (there[x] == u && there[y] == v,
                         "pair %zu of %zu, seed %lu", j, width,
                         testing_seed ());
        }
    }
}
END_TEST

START_TEST (permutation_between_different_widths_is_refused)
{
  struct assay_layout from = layout_of (ASSAY_PAIRING_ADJACENT, 8, 6, 0);
  struct assay_layout to = layout_of (ASSAY_PAIRING_ADJACENT, 8, 4, 0);
  struct assay_ctx ctx;
  size_t source[8];

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_layout_permutation (source, &to, &from, &ctx),
                    ASSAY_EVALUE);
}
END_TEST

/* "tthw..." for the pairs 0..count-1: t, h, w, and f for the fourth.  */
static void
axes_of (char *axes, const struct assay_sections *sections, size_t count)
{
  size_t i;

  for (i = 0; i < count; i++)
    axes[i] = "thwf"[assay_sections_axis (sections, i)];
  axes[count] = '\0';
}

static const struct
{
  struct assay_sections sections;
  const char *axes;
} maps[] = {
  { { ASSAY_SECTIONS_NONE, 0, { 0 } }, "tttt" },
  { { ASSAY_SECTIONS_CHUNKED, 3, { 2, 3, 3 } }, "tthhhwww" },
  /* A fourth chunk turns with time again, unless it has its own axis.  */
  { { ASSAY_SECTIONS_CHUNKED, 4, { 2, 2, 2, 2 } }, "tthhwwtt" },
  { { ASSAY_SECTIONS_CHUNKED_OWN, 4, { 2, 2, 2, 2 } }, "ffwwhhtt" },
  { { ASSAY_SECTIONS_INTERLEAVED, 3, { 4, 2, 2 } }, "thwthwtt" },
  { { ASSAY_SECTIONS_INTERLEAVED, 3, { 0, 2, 2 } }, "thwthwtt" },
  { { ASSAY_SECTIONS_INTERLEAVED_FOURTH, 3, { 3, 2, 2 } }, "thwthwtf" },
  { { ASSAY_SECTIONS_ALTERNATING, 3, { 2, 2, 3 } }, "hwhwttt" },
};

START_TEST (section_map_of_a_rule_is_the_written_one)
{
  char axes[16];

  axes_of (axes, &maps[_i].sections, strlen (maps[_i].axes));
  ck_assert_str_eq (axes, maps[_i].axes);
}
END_TEST

/* Qwen3-VL: 24, 20, 20 of 64 pairs leave 61 and 62 outside (D 10);
   Qwen3.5's 11, 11, 10 of 32 leave none.  */
START_TEST (interleaved_sections_of_qwen3_vl_leave_pairs_61_and_62)
{
  struct assay_sections wide = { ASSAY_SECTIONS_INTERLEAVED_FOURTH, 3,
                                 { 24, 20, 20 } };
  struct assay_sections narrow = { ASSAY_SECTIONS_INTERLEAVED_FOURTH, 3,
                                   { 11, 11, 10 } };
  size_t i;

  for (i = 0; i < 64; i++)
    ck_assert_int_eq (assay_sections_axis (&wide, i) == ASSAY_AXIS_FOURTH,
                      i == 61 || i == 62);
  for (i = 0; i < 32; i++)
    ck_assert_int_ne (assay_sections_axis (&narrow, i), ASSAY_AXIS_FOURTH);
  wide.rule = ASSAY_SECTIONS_INTERLEAVED;
  ck_assert_int_eq (assay_sections_axis (&wide, 61), ASSAY_AXIS_TIME);
  ck_assert_int_eq (assay_sections_axis (&wide, 58), ASSAY_AXIS_HEIGHT);
  ck_assert_int_eq (assay_sections_axis (&wide, 59), ASSAY_AXIS_WIDTH);
}
END_TEST

START_TEST (chunked_sections_of_qwen2_vl_and_ernie)
{
  struct assay_sections qwen = { ASSAY_SECTIONS_CHUNKED, 3, { 16, 24, 24 } };
  struct assay_sections ernie = { ASSAY_SECTIONS_ALTERNATING, 3,
                                  { 22, 22, 20 } };

  ck_assert_int_eq (assay_sections_axis (&qwen, 15), ASSAY_AXIS_TIME);
  ck_assert_int_eq (assay_sections_axis (&qwen, 16), ASSAY_AXIS_HEIGHT);
  ck_assert_int_eq (assay_sections_axis (&qwen, 39), ASSAY_AXIS_HEIGHT);
  ck_assert_int_eq (assay_sections_axis (&qwen, 40), ASSAY_AXIS_WIDTH);
  ck_assert_int_eq (assay_sections_axis (&ernie, 42), ASSAY_AXIS_HEIGHT);
  ck_assert_int_eq (assay_sections_axis (&ernie, 43), ASSAY_AXIS_WIDTH);
  ck_assert_int_eq (assay_sections_axis (&ernie, 44), ASSAY_AXIS_TIME);
}
END_TEST

/* ---- two positions a patch ---- */

static const struct
{
  enum assay_axial family;
  const char *axes;
  /* Coordinates of pairs 0, 1, 2 (the second axis' first) for head 8.  */
  size_t x[3], y[3];
  /* The exponent's numerator over 8 of pairs 1 and 3: theta^(-e/8).  */
  long first, second;
} towers[] = {
  { ASSAY_AXIAL_QWEN, "0011", { 0, 1, 2 }, { 4, 5, 6 }, 4, 4 },
  { ASSAY_AXIAL_PIXTRAL, "0011", { 0, 1, 2 }, { 4, 5, 6 }, 4, 6 },
  { ASSAY_AXIAL_LLAMA4, "1100", { 0, 2, 4 }, { 1, 3, 5 }, 4, 4 },
  { ASSAY_AXIAL_HALVES, "0011", { 0, 1, 4 }, { 2, 3, 6 }, 4, 4 },
  { ASSAY_AXIAL_SAM, "1100", { 0, 2, 4 }, { 1, 3, 5 }, 4, 4 },
  { ASSAY_AXIAL_GGML, "0011", { 0, 1, 2 }, { 4, 5, 6 }, 4, 4 },
  { ASSAY_AXIAL_CHATGLM, "0011", { 0, 1, 4 }, { 2, 3, 6 }, 4, 4 },
};

/* theta = 256: theta^(-e/8) = 2^-e.  */
START_TEST (vision_table_is_the_written_one)
{
  struct assay_expr *theta = assay_expr_new_si (256, 1);
  struct assay_axial_pair pairs[4];
  struct assay_ctx ctx;
  size_t i;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_axial_make (pairs, towers[_i].family, theta, 8,
                                      &ctx), ASSAY_OK);
  for (i = 0; i < 4; i++)
    ck_assert_int_eq (pairs[i].axis, towers[_i].axes[i] - '0');
  for (i = 0; i < 3; i++)
    {
      ck_assert_uint_eq (pairs[i].x, towers[_i].x[i]);
      ck_assert_uint_eq (pairs[i].y, towers[_i].y[i]);
    }
  ck_assert_int_eq (mpq_cmp_ui (assay_expr_rational (pairs[1].w), 1,
                                1ul << towers[_i].first), 0);
  ck_assert_int_eq (mpq_cmp_ui (assay_expr_rational (pairs[3].w), 1,
                                1ul << towers[_i].second), 0);
  assay_axial_clear (pairs, 8);
  assay_expr_unref (theta);
}
END_TEST

/* 100^(-4/8) 2 pi = pi / 5.  */
START_TEST (dino_steps_carry_a_full_turn)
{
  struct assay_expr *theta = assay_expr_new_si (100, 1), *known;
  struct assay_expr *fifth = assay_expr_new_si (1, 5);
  struct assay_expr *pi = assay_expr_new_pi ();
  struct assay_axial_pair pairs[4];
  struct assay_decision decision;
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_axial_make (pairs, ASSAY_AXIAL_DINO, theta, 8,
                                      &ctx), ASSAY_OK);
  ck_assert_int_eq (assay_expr_mul (&known, fifth, pi, &ctx), ASSAY_OK);
  ck_assert_int_eq (assay_decide (&decision, pairs[1].w, ASSAY_EQ, known,
                                  &ctx), ASSAY_OK);
  ck_assert_int_eq (decision.verdict, ASSAY_HOLDS);
  assay_expr_unref (known);
  assay_expr_unref (fifth);
  assay_expr_unref (pi);
  assay_expr_unref (theta);
  assay_axial_clear (pairs, 8);
}
END_TEST

START_TEST (vision_head_that_four_does_not_divide_is_refused)
{
  struct assay_expr *theta = assay_expr_new_si (100, 1);
  struct assay_axial_pair pairs[3];
  struct assay_ctx ctx;

  assay_ctx_init (&ctx);
  ck_assert_int_eq (assay_axial_make (pairs, ASSAY_AXIAL_QWEN, theta, 6,
                                      &ctx), ASSAY_EVALUE);
  assay_axial_clear (pairs, 6);
  assay_expr_unref (theta);
}
END_TEST

#define ROWS(table) (int) (sizeof table / sizeof table[0])

static Suite *
layout_suite (void)
{
  Suite *suite = suite_create ("layout");
  TCase *table = tcase_create ("table");
  TCase *special = tcase_create ("special");
  TCase *relations = tcase_create ("relations");

  tcase_add_test (table, split_half_pairs_are_half_a_width_apart);
  tcase_add_test (table, adjacent_pairs_are_neighbours);
  tcase_add_test (table, adjacent_to_split_half_is_the_known_permutation);
  tcase_add_test (table,
                  untouched_coordinates_keep_their_order_whatever_the_offset);
  tcase_add_loop_test (table, section_map_of_a_rule_is_the_written_one, 0,
                       ROWS (maps));
  tcase_add_test (table, chunked_sections_of_qwen2_vl_and_ernie);
  tcase_add_loop_test (table, vision_table_is_the_written_one, 0,
                       ROWS (towers));
  tcase_add_test (table, dino_steps_carry_a_full_turn);
  suite_add_tcase (suite, table);
  tcase_add_test (special, permutation_between_different_widths_is_refused);
  tcase_add_test (special,
                  interleaved_sections_of_qwen3_vl_leave_pairs_61_and_62);
  tcase_add_test (special, vision_head_that_four_does_not_divide_is_refused);
  suite_add_tcase (suite, special);
  tcase_add_test (relations,
                  permutation_is_a_bijection_that_takes_pairs_to_pairs);
  suite_add_tcase (suite, relations);
  return suite;
}

int
main (void)
{
  return testing_run (layout_suite ());
}
