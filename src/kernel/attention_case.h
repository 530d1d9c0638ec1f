/* attention_case.h -- a case of the ONNX operator Attention in a folder

   The profile of its opset (23, 24 or 25; later ones are as 25) is implied:
   empty rows are zero, short masks extend from 24 on, query 0 stands where
   past, lengths or neither put it, windows exist from 25 on.  */

#ifndef ASSAY_KERNEL_ATTENTION_CASE_H
#define ASSAY_KERNEL_ATTENTION_CASE_H

#include "attention/row.h"
#include "kernel/case_file.h"
#include "kernel/problem.h"

/* Where the node's tensors stand.  */
enum { ASSAY_CASE_ATTENTION_INPUTS = 7, ASSAY_CASE_ATTENTION_OUTPUTS = 4 };

struct assay_attention_case
{
  struct assay_case file;
  struct assay_tensor input[ASSAY_CASE_ATTENTION_INPUTS];
  struct assay_tensor output[ASSAY_CASE_ATTENTION_OUTPUTS];
  /* Of the outputs that are there: Y, present_key, present_value and
     qk_matmul_output, whose stage is QK_STAGE.  */
  int has_output[ASSAY_CASE_ATTENTION_OUTPUTS];
  struct assay_view view[ASSAY_CASE_ATTENTION_OUTPUTS];
  enum assay_stage qk_stage;
  struct assay_problem problem;
};

/* C <- the case in FOLDER, everything checked, the problem settled.  Refuses
   an operator, an opset, an attribute or a tensor that it does not know.  To
   be closed, also after a refusal.  */
enum assay_status assay_attention_case_open (struct assay_attention_case *c,
                                             const char *folder,
                                             struct assay_ctx *ctx);
void assay_attention_case_close (struct assay_attention_case *c);

/* PROBLEM <- what OPSET, 23 or more, implies.  */
void assay_problem_follow_onnx (struct assay_problem *problem, long opset);

#endif
