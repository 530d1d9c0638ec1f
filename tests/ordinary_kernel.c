/* ordinary_kernel.c -- attention in f32, as a kernel computes it */

#include "ordinary_kernel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "testing.h"

struct kernel
{
  struct explained *e;
  enum ordinary_mistake mistake;
  float *p;
};

/* To bf16, to nearest even; for finite numbers.  */
static float
narrow (float x)
{
  uint32_t bits;

  memcpy (&bits, &x, sizeof bits);
  bits += 0x7fff + (bits >> 16 & 1);
  bits &= 0xffff0000u;
  memcpy (&x, &bits, sizeof x);
  return x;
}

static int
has (const struct kernel *kernel, unsigned feature)
{
  return (kernel->e->c->features & feature) != 0;
}

static float
scale_of (const struct kernel *kernel, size_t h)
{
  float right = 1.0f / sqrtf ((float) kernel->e->width);

  switch (kernel->mistake)
    {
    case ORDINARY_ROOT_OF_SCALE:
      return sqrtf (right);
    case ORDINARY_ONE_HEAD:
      return h == 1 ? 1.0f : right;
    case ORDINARY_TWO:
      return 1.0f;
    default:
      return right;
    }
}

static float
bias_at (const struct kernel *kernel, size_t h, size_t i, size_t j)
{
  const struct explained *e = kernel->e;
  float bias = 0.0f, slope = exp2f (-8.0f * (float) (h + 1)
                                    / (float) e->q_heads);
  size_t seen = i + (kernel->mistake == ORDINARY_TWO);

  if (kernel->mistake == ORDINARY_SLOPES_DOUBLED)
    slope *= 2.0f;
  if (has (kernel, EXPLAINED_MASK))
    bias = e->mask[i * e->keys + j];
  if (kernel->mistake == ORDINARY_MASK_NEGATED && isfinite (bias))
    bias = -bias;
  if (has (kernel, EXPLAINED_SLOPES))
    bias -= slope * (kernel->mistake == ORDINARY_DISTANCE_SIGNED
                     ? (float) i - (float) j
                     : fabsf ((float) i - (float) j));
  if (has (kernel, EXPLAINED_CAUSAL) && j > seen)
    bias = -INFINITY;
  return bias;
}

static float
score (const struct kernel *kernel, const float *q, const float *k, size_t h,
       size_t i, size_t j)
{
  float dot = 0.0f, bias = bias_at (kernel, h, i, j);
  size_t t;

  for (t = 0; t < kernel->e->width; t++)
    dot += q[t] * k[t];
  if (kernel->mistake == ORDINARY_UNFUSED_BF16)
    return narrow (narrow (narrow (dot) * scale_of (kernel, h)) + bias);
  if (kernel->mistake == ORDINARY_ZERO_SCORE && isinf (bias))
    return 0.0f;
  if (kernel->mistake == ORDINARY_SOME_SCORE && isinf (bias))
    return -2.5f;
  return dot * scale_of (kernel, h) + bias;
}

static void
weigh (struct kernel *kernel, const float *q, const float *k, size_t h,
       size_t i)
{
  const struct explained *e = kernel->e;
  float largest = -INFINITY, sum = 0.0f, *p = kernel->p;
  size_t j;

  for (j = 0; j < e->keys; j++)
    {
      p[j] = score (kernel, q, k + j * e->width, h, i, j);
      largest = fmaxf (largest, p[j]);
    }
  for (j = 0; j < e->keys; j++)
    {
      p[j] = kernel->mistake == ORDINARY_BASE_2 ? exp2f (p[j] - largest)
                                                : expf (p[j] - largest);
      sum += p[j];
    }
  for (j = 0; j < e->keys; j++)
    {
      p[j] /= sum;
      if (kernel->mistake == ORDINARY_UNFUSED_BF16)
        p[j] = narrow (p[j]);
    }
}

static void
write_element (struct explained *e, size_t at, float x)
{
  uint32_t bits;
  uint16_t half;

  if (e->fmt == ASSAY_FMT_BF16)
    x = narrow (x);
  memcpy (&bits, &x, sizeof bits);
  half = (uint16_t) (bits >> 16);
  if (e->fmt == ASSAY_FMT_BF16)
    memcpy (e->dump + 2 * at, &half, 2);
  else
    memcpy (e->dump + 4 * at, &bits, 4);
}

static void
write_row (struct kernel *kernel, const float *v, size_t row)
{
  struct explained *e = kernel->e;
  size_t c, j;

  for (c = 0; c < e->width; c++)
    {
      float sum = 0.0f;

      for (j = 0; j < e->keys; j++)
        {
          size_t from = kernel->mistake == ORDINARY_VALUES_SHIFTED
                        ? (j + 1) % e->keys : j;

          sum += kernel->p[j] * v[from * e->width + c];
          if (kernel->mistake == ORDINARY_SUMMED_BF16)
            sum = narrow (sum);
        }
      if (kernel->mistake == ORDINARY_NOISE)
        sum *= 1.0f + 0.01f * (float) testing_between (-100, 100) / 100.0f;
      write_element (e, row * e->width + c, sum);
    }
}

void
ordinary_kernel (struct explained *e, enum ordinary_mistake mistake)
{
  struct kernel kernel = { e, mistake, assay_calloc (e->keys,
                                                     sizeof (float)) };
  size_t b, h, i;

  for (b = 0; b < e->batches; b++)
    for (h = 0; h < e->q_heads; h++)
      for (i = 0; i < e->queries; i++)
        {
          size_t from_b = mistake == ORDINARY_BATCHES_DISPLACED ? 0 : b;
          size_t from_h = mistake == ORDINARY_HEADS_DISPLACED ? 0 : h;
          size_t kv = from_b * e->kv_heads
                      + from_h / (e->q_heads / e->kv_heads);
          size_t q = (from_b * e->q_heads + from_h) * e->queries + i;

          weigh (&kernel, e->q + q * e->width, e->k + kv * e->keys * e->width,
                 from_h, i);
          write_row (&kernel, e->v + kv * e->keys * e->width,
                     (b * e->q_heads + h) * e->queries + i);
        }
  free (kernel.p);
}
