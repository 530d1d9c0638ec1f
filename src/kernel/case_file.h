/* case_file.h -- one run of an operator, kept in a folder

   The folder holds one .npy file a tensor and meta.json: the operator, its
   opset, its attributes, and which tensor stands at which place of the node.
   Hashes and what tells of the case's origin are not read.  */

#ifndef ASSAY_KERNEL_CASE_FILE_H
#define ASSAY_KERNEL_CASE_FILE_H

#include <gmp.h>
#include <jansson.h>
#include <stddef.h>

#include "base/ctx.h"
#include "kernel/tensor.h"

enum { ASSAY_CASE_PLACES = 16 };        /* of a node, on either side */

enum assay_case_side
{
  ASSAY_CASE_INPUT,
  ASSAY_CASE_OUTPUT
};

struct assay_case
{
  char *folder;
  char *source;                 /* "FOLDER/meta.json" */
  json_t *root;                 /* the document; what follows points into it */
  const char *name;             /* of the case; "" when it has none */
  const char *op;               /* as stated: "Attention", "FlexAttention" */
  long opset;                   /* version of the domain "ai.onnx" */
  /* What is to be computed.  Of a FlexAttention: its "equivalent", or its
     "plain_attention", whose output is then multiplied by TIMES.  */
  const char *plain_op;
  mpq_t times;                  /* 1 but for such a factor */
  json_t *attributes;
  json_t *taken;                /* names of attributes asked for; owned */
  /* The entry of each place among the tensors; null where it is absent.  */
  json_t *place[2][ASSAY_CASE_PLACES];
};

/* CASE <- FOLDER's meta.json.  ASSAY_EIO, ASSAY_ESYNTAX, ASSAY_ETYPE or
   ASSAY_EVALUE, at FOLDER/meta.json and the member, when it cannot be read or
   is no such document.  To be closed, also after a refusal.  */
enum assay_status assay_case_open (struct assay_case *c, const char *folder,
                                   struct assay_ctx *ctx);
void assay_case_close (struct assay_case *c);

/* Whether the node has a tensor at PLACE of SIDE; its name, or null.  */
int assay_case_has (const struct assay_case *c, enum assay_case_side side,
                    size_t place);
const char *assay_case_name (const struct assay_case *c,
                             enum assay_case_side side, size_t place);

/* TENSOR <- the one at PLACE of SIDE, of the type and shape that meta.json
   states (bf16 and fp8 may be stored as integers).  As assay_tensor_open
   otherwise; ASSAY_EVALUE too when the node has none there, or the file has
   another shape.  TENSOR is closed after a refusal.  */
enum assay_status assay_case_tensor (struct assay_tensor *tensor,
                                     const struct assay_case *c,
                                     enum assay_case_side side, size_t place,
                                     struct assay_ctx *ctx);

/* VALUE <- the attribute NAME, an integer in LOW..HIGH; ABSENT when it is not
   given.  ASSAY_ETYPE, ASSAY_EVALUE when it is something else.  */
enum assay_status assay_case_integer (long *value, struct assay_case *c,
                                      const char *name, long low, long high,
                                      long absent, struct assay_ctx *ctx);

/* VALUE <- the attribute NAME, a JSON number: of a real the exact value of
   the binary64 it spells.  IS_GIVEN <- whether it is there; VALUE is
   unchanged when not.  ASSAY_ETYPE when it is no number.  */
enum assay_status assay_case_real (mpq_ptr value, int *is_given,
                                   struct assay_case *c, const char *name,
                                   struct assay_ctx *ctx);

/* ASSAY_EVALUE, naming the first, when there are attributes that were never
   asked for.  */
enum assay_status assay_case_all_taken (const struct assay_case *c,
                                        struct assay_ctx *ctx);

/* ASSAY_EVALUE when there is a tensor at a place from FIRST on.  */
enum assay_status assay_case_no_more (const struct assay_case *c,
                                      enum assay_case_side side, size_t first,
                                      struct assay_ctx *ctx);

#endif
