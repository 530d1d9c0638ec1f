/* call.h -- what built-in functions ask of their arguments

   Each returns ASSAY_OK, or the refusal it recorded: expected what, found
   what.  */

#ifndef ASSAY_CLAIMS_CALL_H
#define ASSAY_CLAIMS_CALL_H

#include "claims/machine.h"

struct assay_ctx *assay_call_ctx (const struct assay_call *call);

/* STATUS with FOUND described; the place is that of positional argument I
   where the call still has its tree.  */
enum assay_status assay_call_refuse (struct assay_call *call, size_t i,
                                     enum assay_status status,
                                     const char *expected,
                                     const struct assay_value *found);

/* FOUND, of or in argument I, is no integer: ASSAY_ETYPE, or ASSAY_ELIMIT
   where it is a real that may be one.  */
enum assay_status assay_call_refuse_integer (struct assay_call *call,
                                             size_t i, const char *expected,
                                             struct assay_value *found);

/* Argument I is a number; a list; an integer (borrowed in *N); an integer in
   LOW..HIGH.  */
enum assay_status assay_call_number (struct assay_call *call, size_t i);
enum assay_status assay_call_list (struct assay_call *call, size_t i);
enum assay_status assay_call_integer (struct assay_call *call, size_t i,
                                      mpz_srcptr *n);
enum assay_status assay_call_size (struct assay_call *call, size_t i,
                                   unsigned long low, unsigned long high,
                                   unsigned long *n);

/* VALUE, of or in argument I, is a list of numbers; and a matrix: a list of
   lists of numbers, equally long, COLUMNS of them (0 when there is no row). */
enum assay_status assay_call_vector (struct assay_call *call, size_t i,
                                     const struct assay_value *value);
enum assay_status assay_call_matrix (struct assay_call *call, size_t i,
                                     const struct assay_value *value,
                                     size_t *columns);

/* Option I as the index of one of NAMES (null-terminated), 0 when absent.  */
enum assay_status assay_call_choice (struct assay_call *call, size_t i,
                                     const char *const *names,
                                     size_t *choice);

/* Room for COUNT references, all null, or a refusal.  */
enum assay_status assay_call_items (struct assay_call *call,
                                    struct assay_value ***items,
                                    size_t count);

#endif
