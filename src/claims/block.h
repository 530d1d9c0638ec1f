/* block.h -- neighbouring quantifiers of one kind, for quantify.c alone */

#ifndef ASSAY_CLAIMS_BLOCK_H
#define ASSAY_CLAIMS_BLOCK_H

#include "claims/quantify.h"

enum assay_block_mode
{
  ASSAY_BLOCK_FINITE,
  ASSAY_BLOCK_SYMBOLS,
  ASSAY_BLOCK_BOX
};

struct assay_block
{
  struct assay_machine *machine;
  const struct assay_statement *claim;
  size_t first, end;            /* quantifiers */
  bool exists, top, minimise;
  enum assay_block_mode mode;
  size_t integers;              /* variables over the integers */
  long box;
  unsigned long long predicted; /* instances, along the first path */
  bool counting_prediction, doubtful, stop, undecided;
  unsigned long long seen;
  mpz_t least;                  /* size of the best counterexample */
  struct assay_finding *finding;
};

/* FINDING <- how CLAIM stands from quantifier FIRST on, the variables before
   it being bound in MACHINE's frame.  */
enum assay_status assay_quantify_from (struct assay_machine *machine,
                                       const struct assay_statement *claim,
                                       size_t first, bool minimise,
                                       struct assay_finding *finding);

/* Judge the claim for the variables as they are bound, and record it in the
   block's finding.  */
enum assay_status assay_block_judge (struct assay_block *block);

/* Judge every instance of the block in its mode, until it is to stop.  */
enum assay_status assay_block_walk (struct assay_block *block);

#endif
