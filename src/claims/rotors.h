/* rotors.h -- rotors as values, and vectors turned by them */

#ifndef ASSAY_CLAIMS_ROTORS_H
#define ASSAY_CLAIMS_ROTORS_H

#include "claims/call.h"
#include "claims/pairs.h"

/* Argument I is a list of rotors, made by rotor () or written [c, s].  */
enum assay_status assay_rotors_check (struct assay_call *call, size_t i);

bool assay_rotors_are_rational (const struct assay_value *rotors);

/* An integer; a list of rationals alone.  */
bool assay_value_is_integer (const struct assay_value *value);
bool assay_value_all_rational (const struct assay_value *list);

/* *RESULT <- the list V rotated by position P, one of ROTORS a pair, formed
   as expressions; I is the argument to blame.  P is an integer, or a variable
   over the integers where the rotors are rational.  */
enum assay_status assay_rotors_turn (struct assay_value **result,
                                     struct assay_call *call, size_t i,
                                     const struct assay_value *v,
                                     struct assay_value *p,
                                     const struct assay_value *rotors,
                                     enum assay_pairing pairing);

#endif
