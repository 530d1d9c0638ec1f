/* contract.h -- how a table comes about: the roundings on the way to an entry

   Each contract is a sequence of exact roundings, emulated one by one:

   exact           A cos (p w), rounded once
   f32             w to f32; p to f32; their product to f32; its cosine to
                   f32, then times A (as f32) to f32; then to the format
   f32-running     the same with the angle T_i: T_0 = p, T_(i+1) = T_i times
                   w_1/w_0 (as f32), each product to f32, and times w_0
   bf16-frequency  as f32, w to bf16
   bf16-position   as f32, p to bf16
   f16-position    as f32, p to f16
   bf16-table      A cos (p w) once to bf16, then to the format
   f16-table       A cos (p w) once to f16, then to the format

   Roundings are to nearest, ties to even; cosines of f32 angles are correctly
   rounded.  */

#ifndef ASSAY_POSITION_CONTRACT_H
#define ASSAY_POSITION_CONTRACT_H

#include "position/table.h"
#include "position/wave.h"

enum assay_contract
{
  ASSAY_CONTRACT_EXACT,
  ASSAY_CONTRACT_F32,
  ASSAY_CONTRACT_F32_RUNNING,
  ASSAY_CONTRACT_BF16_FREQUENCY,
  ASSAY_CONTRACT_BF16_POSITION,
  ASSAY_CONTRACT_F16_POSITION,
  ASSAY_CONTRACT_BF16_TABLE,
  ASSAY_CONTRACT_F16_TABLE
};

enum { ASSAY_CONTRACT_COUNT = 8 };

/* "exact", "f32", ...; ASSAY_EVALUE, and no error recorded, for another
   name.  */
const char *assay_contract_name (enum assay_contract contract);
enum assay_status assay_contract_find (enum assay_contract *contract,
                                       const char *name);

/* Whether the contract rounds angles.  */
int assay_contract_rounds_angles (enum assay_contract contract);

/* The angles of a contract that rounds them.  */
struct assay_rounded_steps
{
  enum assay_contract contract;
  size_t pairs;
  float *w;                     /* owned */
  float ratio;                  /* of the running product */
};

/* STEPS <- W rounded as CONTRACT says.  ASSAY_EVALUE when CONTRACT is the
   running product and W is no geometric progression that falls from w_0 > 0;
   ASSAY_ELIMIT when that stays undecided.  To be cleared, also after a
   refusal.  */
enum assay_status assay_rounded_steps_init (struct assay_rounded_steps *steps,
                                            enum assay_contract contract,
                                            struct assay_expr *const *w,
                                            size_t pairs,
                                            struct assay_ctx *ctx);
void assay_rounded_steps_clear (struct assay_rounded_steps *steps);

/* ANGLE[i] <- of each pair at POSITION; infinite where an f16 position
   overflows.  */
void assay_rounded_angles (float *angle,
                           const struct assay_rounded_steps *steps,
                           unsigned long position);

struct assay_contract_table
{
  enum assay_contract contract;
  struct assay_table table;     /* of contracts that keep the angle */
  struct assay_rounded_steps steps;     /* of the others */
  struct assay_waves waves;
  enum assay_fmt fmt;
  float magnitude;              /* A as f32 */
  float *angle;
};

/* As assay_table_init and assay_table_fill, under CONTRACT.  ASSAY_EVALUE
   too when an angle overflows.  */
enum assay_status assay_contract_init (struct assay_contract_table *table,
                                       enum assay_contract contract,
                                       struct assay_expr *const *w,
                                       size_t pairs,
                                       struct assay_expr *magnitude,
                                       enum assay_fmt fmt,
                                       struct assay_ctx *ctx);
void assay_contract_clear (struct assay_contract_table *table);
enum assay_status assay_contract_fill (struct assay_contract_table *table,
                                       void *cosine, void *sine,
                                       unsigned long first, size_t count,
                                       struct assay_ctx *ctx);

#endif
