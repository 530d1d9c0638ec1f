/* frequency_axial.h -- rotary encodings over two positions a patch

   Vision towers turn part of the pairs by one coordinate of a patch and part
   by the other.  A table lists, in the order of the tower's own angles, which
   coordinates of the head a pair joins, which axis turns it and by which
   step.  */

#ifndef ASSAY_POSITION_FREQUENCY_AXIAL_H
#define ASSAY_POSITION_FREQUENCY_AXIAL_H

#include "real/expr.h"

enum assay_axial
{
  /* Row angles, then column angles, each theta^(-2j/(D/2)); split-half over
     the head (Qwen2-VL, Qwen2.5-VL, Qwen3-VL, GLM-4V, PaddleOCR-VL).  */
  ASSAY_AXIAL_QWEN,
  /* The list theta^(-2k/D): rows take even k, columns odd k; split-half over
     the head (Pixtral, Mistral3).  */
  ASSAY_AXIAL_PIXTRAL,
  /* theta^(-2j/(D/2)), adjacent pairs, columns (x) then rows (y); positions
     count from 1 (Llama-4).  */
  ASSAY_AXIAL_LLAMA4,
  /* theta^(-2j/(D/2)) for each axis; two split-half rotations of size D/2
     (Gemma4, Kimi-K2.5, Step3.7, Muse).  */
  ASSAY_AXIAL_HALVES,
  /* theta^(-4j/D), adjacent pairs, x then y (SAM2, SAM3).  */
  ASSAY_AXIAL_SAM,
  /* theta^(-4j/D) times 2 pi, positions in [-1, 1]; y then x, split-half
     over the head (DINOv3).  */
  ASSAY_AXIAL_DINO,
  /* Split-half over the head, the step index starts again in each of two
     sections: theta^(-2j/(D/2)) (llama.cpp's vision mode).  */
  ASSAY_AXIAL_GGML,
  /* Two halves of the head, each split-half with a position of its own,
     theta^(-2j/(D/2)) (ChatGLM-6B: token, then block).  */
  ASSAY_AXIAL_CHATGLM
};

enum { ASSAY_AXIAL_COUNT = 8 };

struct assay_axial_pair
{
  size_t x, y;                  /* coordinates of the head */
  int axis;                     /* 0 row (y) or token, 1 column (x) or block */
  struct assay_expr *w;         /* the step, owned */
};

/* "qwen", "pixtral", "llama4", "halves", "sam", "dino", "ggml",
   "chatglm".  */
const char *assay_axial_name (enum assay_axial family);

/* PAIRS[k], k < HEAD_DIM / 2 <- the table; HEAD_DIM is a multiple of 4, else
   ASSAY_EVALUE.  To be cleared, also after a refusal.  */
enum assay_status assay_axial_make (struct assay_axial_pair *pairs,
                                    enum assay_axial family,
                                    struct assay_expr *theta,
                                    size_t head_dim, struct assay_ctx *ctx);

void assay_axial_clear (struct assay_axial_pair *pairs, size_t head_dim);

#endif
