/* turn_plan.h -- how a row is turned, rightly or not

   A plan says every step of a rotation in binary64: steps, positions, angles,
   cosines and sines, products.  assay_turn_plan_init gives the right one; a
   mistake is a change of some members.  Nothing here decides anything: a plan
   that reproduces a dump is a hypothesis about how the dump came about.  */

#ifndef ASSAY_KERNEL_TURN_PLAN_H
#define ASSAY_KERNEL_TURN_PLAN_H

#include "kernel/rotation.h"
#include "position/rope_steps.h"

/* What is turned, and what its steps came from.  */
struct assay_turn_scene
{
  const struct assay_rotation *rotation;
  /* How the steps were found; null where tables are given.  */
  const struct assay_rope_plan *rope;
  struct assay_rope_call call;
  struct assay_ctx *ctx;
  size_t pairs, most_pairs;     /* of the rotary width, of the head */
  double *w;                    /* the right steps; null with tables */
  double magnitude;
  size_t axes;
  int64_t least, most;          /* of the positions */
  int is_table;                 /* cosines and sines, no vectors */
  /* Positions from here on are wrong, those before are not; has_first_wrong 0
     where the wrong rows are none such.  */
  int has_first_wrong;
  int64_t first_wrong;
};

/* SCENE <- of ROTATION, all borrowed.  CTX is used by hypotheses, too.  To be
   cleared.  */
void assay_turn_scene_init (struct assay_turn_scene *scene,
                            const struct assay_rotation *rotation,
                            const struct assay_rope_plan *rope,
                            const struct assay_rope_call *call,
                            struct assay_ctx *ctx);
void assay_turn_scene_clear (struct assay_turn_scene *scene);

/* W, MAGNITUDE <- the steps of ROPE as binary64, at most MOST of them; their
   count, 0 when they are refused.  */
size_t assay_turn_steps (double *w, double *magnitude,
                         const struct assay_rope_plan *rope,
                         const struct assay_turn_scene *scene, size_t most);

/* Where numbers are rounded to a format.  */
enum assay_turn_place
{
  ASSAY_TURN_POSITION,
  ASSAY_TURN_FREQUENCY,
  ASSAY_TURN_ANGLE,
  ASSAY_TURN_TABLE,             /* A cos and A sin */
  ASSAY_TURN_PRODUCTS           /* both products and their sum */
};

enum { ASSAY_TURN_PLACES = 5 };

enum assay_turn_source_of_position
{
  ASSAY_TURN_AT_POSITION,
  ASSAY_TURN_AT_ROW,            /* the row in its tensor */
  ASSAY_TURN_PLUS_ROW
};

struct assay_turn_plan
{
  double *w;                    /* most_pairs of them, owned */
  double magnitude;
  enum assay_pairing pairing;
  size_t width, apart;          /* halves of a pair, split-half */
  int sign;
  int is_permuted;              /* written in the other layout's order */
  int is_swapped;               /* cosine for sine */
  int is_duplicated;            /* component c takes the step that is its own
                                   in the other layout */
  int times;                    /* turned so often */
  struct assay_sections sections;
  enum assay_turn_source_of_position place;
  double offset;                /* added to positions */
  double last;                  /* the last row of a table; beyond it, it */
  signed char round[ASSAY_TURN_PLACES]; /* -1 or an enum assay_fmt */
};

/* PLAN <- the right one.  To be cleared.  */
void assay_turn_plan_init (struct assay_turn_plan *plan,
                           const struct assay_turn_scene *scene);
void assay_turn_plan_copy (struct assay_turn_plan *plan,
                           const struct assay_turn_plan *from,
                           const struct assay_turn_scene *scene);
void assay_turn_plan_clear (struct assay_turn_plan *plan);

/* Whether both say the same.  */
int assay_turn_plan_equal (const struct assay_turn_plan *a,
                           const struct assay_turn_plan *b,
                           const struct assay_turn_scene *scene);

/* OUT <- row (B, H, S) turned as PLAN says.  NOISE <- of each element, how far
   an ordinary kernel of unit roundoff UNIT may be from it (a model, no bound):
   steps and angles rounded move an angle by 2 UNIT of it, cosines, products
   and the sum by 3 UNIT more.  WORK has room for two heads.  */
void assay_turn_plan_row (double *out, double *noise, double *work,
                          const struct assay_turn_plan *plan,
                          const struct assay_turn_scene *scene, double unit,
                          size_t b, size_t h, size_t s);

#endif
