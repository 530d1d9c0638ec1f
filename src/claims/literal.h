/* literal.h -- the numbers that literals of the claims language spell */

#ifndef ASSAY_CLAIMS_LITERAL_H
#define ASSAY_CLAIMS_LITERAL_H

#include <gmp.h>

#include "base/ctx.h"

/* RESULT <- the rational that TEXT, a literal the lexer accepted, spells:
   "117", "0.1", ".5", "2e-12", "0x1f", "0x1.8p-3".  Exact.  ASSAY_ELIMIT
   when it would exceed the budget.  */
enum assay_status assay_literal_read (mpq_ptr result, const char *text,
                                      struct assay_ctx *ctx);

/* The k for which 10^-k is the unit of the last printed digit of TEXT, a
   decimal literal: 6 for "0.416147", 2 for "1.20", -3 for "5e3".  Saturates
   at 10^18.  */
long assay_literal_places (const char *text);

#endif
