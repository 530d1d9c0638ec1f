/* expr.c -- exact reals as immutable, shared expressions: nodes and leaves */

#include "real/expr.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "real/encl.h"
#include "real/node.h"

struct assay_expr *
assay_node_new (enum assay_kind kind, size_t count)
{
  struct assay_expr *node = assay_memory_take (sizeof *node);

  node->kind = kind;
  node->refs = 1;
  mpq_init (node->value);
  node->count = count;
  if (count > 0)
    node->operand = assay_memory_take (count * sizeof (struct assay_expr *));
  return node;
}

struct assay_expr *
assay_node_over (enum assay_kind kind, struct assay_expr *const *operands,
                 size_t count)
{
  struct assay_expr *node = assay_node_new (kind, count);
  size_t i;

  for (i = 0; i < count; i++)
    node->operand[i] = assay_expr_ref (operands[i]);
  return node;
}

/* Whether the node of integral operands is an integer itself.  */
static int
keeps_integers (const struct assay_expr *node)
{
  int value_is_integer = mpz_cmp_ui (mpq_denref (node->value), 1) == 0;

  switch (node->kind)
    {
    case ASSAY_KIND_RATIONAL:
    case ASSAY_KIND_SUM:
    case ASSAY_KIND_PRODUCT:
      return value_is_integer;
    case ASSAY_KIND_POWER:
      return value_is_integer && mpq_sgn (node->value) >= 0;
    case ASSAY_KIND_SYMBOL:
    case ASSAY_KIND_ABS:
    case ASSAY_KIND_MIN:
    case ASSAY_KIND_MAX:
      return 1;
    default:
      return 0;
    }
}

/* So many operands, and waiting nodes, need no memory of their own.  */
enum { FEW_OPERANDS = 8, FEW_WAITING = 32 };

struct assay_expr *
assay_node_finish (struct assay_expr *node, int total)
{
  size_t i;
  unsigned signs;
  int sign;

  node->closed = node->kind != ASSAY_KIND_SYMBOL;
  node->total = total != 0;
  node->integral = keeps_integers (node) != 0;
  for (i = 0; i < node->count; i++)
    {
      node->closed = node->closed && node->operand[i]->closed;
      node->total = node->total && node->operand[i]->total;
      node->integral = node->integral && node->operand[i]->integral;
    }
  node->integral = node->integral || node->kind == ASSAY_KIND_FLOOR
                   || node->kind == ASSAY_KIND_CEIL
                   || node->kind == ASSAY_KIND_ROUND;
  signs = assay_node_signs (node);
  if (node->closed)
    {
      mpfi_srcptr few[FEW_OPERANDS], *operand = few;

      if (node->count > FEW_OPERANDS)
        operand = assay_calloc (node->count, sizeof *operand);
      for (i = 0; i < node->count; i++)
        operand[i] = node->operand[i]->enclosure;
      mpfi_init2 (node->enclosure, ASSAY_FIRST_PRECISION);
      assay_node_enclose (node->enclosure, node, operand,
                          ASSAY_DEFAULT_MAX_PRECISION);
      if (operand != few)
        free (operand);
      if (assay_encl_sign (&sign, node->enclosure) == ASSAY_HOLDS)
        signs &= sign < 0 ? ASSAY_CAN_BE_NEGATIVE
                 : sign > 0 ? ASSAY_CAN_BE_POSITIVE : ASSAY_CAN_BE_ZERO;
    }
  node->signs = (unsigned char) signs;
  return node;
}

struct assay_expr *
assay_expr_ref (struct assay_expr *x)
{
  x->refs++;
  return x;
}

/* STACK with room for CAPACITY elements of SIZE; COUNT are in use.  It leaves
   FEW, where it began, for memory of its own.  */
static void *
grown (void *stack, void *few, size_t count, size_t capacity, size_t size)
{
  void *moved;

  if (stack != few)
    return assay_realloc (stack, capacity, size);
  moved = assay_calloc (capacity, size);
  return memcpy (moved, few, count * size);
}

/* Nodes that lost their last reference wait in a stack of our own: a long
   chain is freed without recursion.  */
void
assay_expr_unref (struct assay_expr *x)
{
  struct assay_expr *few[FEW_WAITING], **waiting = few;
  size_t count = 0, capacity = FEW_WAITING;

  if (x == NULL || --x->refs > 0)
    return;
  waiting[count++] = x;
  while (count > 0)
    {
      struct assay_expr *node = waiting[--count];
      size_t i;

      for (i = 0; i < node->count; i++)
        if (--node->operand[i]->refs == 0)
          {
            if (count == capacity)
              {
                capacity *= 2;
                waiting = grown (waiting, few, count, capacity,
                                 sizeof (struct assay_expr *));
              }
            waiting[count++] = node->operand[i];
          }
      mpq_clear (node->value);
      if (node->closed)
        mpfi_clear (node->enclosure);
      free (node->name);
      assay_memory_give (node->operand,
                         node->count * sizeof (struct assay_expr *));
      assay_memory_give (node, sizeof *node);
    }
  if (waiting != few)
    free (waiting);
}

mpq_srcptr
assay_expr_rational (const struct assay_expr *x)
{
  return x->kind == ASSAY_KIND_RATIONAL ? x->value : NULL;
}

int
assay_expr_is_closed (const struct assay_expr *x)
{
  return x->closed;
}

int
assay_expr_is_total (const struct assay_expr *x)
{
  return x->total;
}

size_t
assay_expr_size (struct assay_expr *x)
{
  struct assay_order order;
  size_t count;

  assay_order_init (&order, x);
  count = order.count;
  assay_order_clear (&order);
  return count;
}

/* ---- leaves ---- */

struct assay_expr *
assay_expr_new_rational (mpq_srcptr value)
{
  struct assay_expr *node = assay_node_new (ASSAY_KIND_RATIONAL, 0);

  mpq_set (node->value, value);
  return assay_node_finish (node, 1);
}

struct assay_expr *
assay_expr_new_si (long numerator, unsigned long denominator)
{
  struct assay_expr *node = assay_node_new (ASSAY_KIND_RATIONAL, 0);

  mpq_set_si (node->value, numerator, denominator);
  mpq_canonicalize (node->value);
  return assay_node_finish (node, 1);
}

struct assay_expr *
assay_expr_new_pi (void)
{
  return assay_node_finish (assay_node_new (ASSAY_KIND_PI, 0), 1);
}

struct assay_expr *
assay_expr_new_e (void)
{
  struct assay_expr *node = assay_node_new (ASSAY_KIND_EXP, 1);

  node->operand[0] = assay_expr_new_si (1, 1);
  return assay_node_finish (node, 1);
}

struct assay_expr *
assay_expr_new_symbol (const char *name)
{
  struct assay_expr *node = assay_node_new (ASSAY_KIND_SYMBOL, 0);

  node->name = assay_strdup (name);
  return assay_node_finish (node, 1);
}

/* ---- traversal ---- */

static _Thread_local unsigned long last_epoch;

static void
order_append (struct assay_order *order, struct assay_expr *node)
{
  if (order->count == order->capacity)
    {
      order->capacity = 2 * order->capacity + 16;
      order->node = assay_realloc (order->node, order->capacity,
                                   sizeof *order->node);
      order->before = assay_realloc (order->before, order->capacity,
                                     sizeof *order->before);
    }
  order->node[order->count++] = node;
}

/* Depth first with an own stack of (node, next operand).  A node is seen
   when it is first pushed; being acyclic, it is complete when popped.  */
void
assay_order_init (struct assay_order *order, struct assay_expr *x)
{
  struct frame
  {
    struct assay_expr *node;
    size_t next;
    unsigned long epoch;
    size_t mark;
  } few[FEW_WAITING], *stack = few;
  size_t depth = 0, capacity = FEW_WAITING;
  unsigned long epoch = ++last_epoch;

  memset (order, 0, sizeof *order);
  stack[depth++] = (struct frame) { x, 0, x->epoch, x->mark };
  x->epoch = epoch;
  while (depth > 0)
    {
      struct frame *top = &stack[depth - 1];

      if (top->next < top->node->count)
        {
          struct assay_expr *child = top->node->operand[top->next++];

          if (child->epoch == epoch)
            continue;
          if (depth == capacity)
            {
              capacity *= 2;
              stack = grown (stack, few, depth, capacity, sizeof *stack);
            }
          stack[depth++] = (struct frame) { child, 0, child->epoch,
                                            child->mark };
          child->epoch = epoch;
          continue;
        }
      order_append (order, top->node);
      order->before[order->count - 1].epoch = top->epoch;
      order->before[order->count - 1].mark = top->mark;
      top->node->mark = order->count - 1;
      depth--;
    }
  if (stack != few)
    free (stack);
}

void
assay_order_clear (struct assay_order *order)
{
  size_t i;

  for (i = 0; i < order->count; i++)
    {
      order->node[i]->epoch = order->before[i].epoch;
      order->node[i]->mark = order->before[i].mark;
    }
  free (order->node);
  free (order->before);
}

/* ---- copies ---- */

/* NODE over the copies of its operands, COPY[mark].  */
static struct assay_expr *
copy_node (const struct assay_expr *node, struct assay_expr *const *copy)
{
  struct assay_expr *result = assay_node_new (node->kind, node->count);
  size_t i;

  result->fmt = node->fmt;
  result->closed = node->closed;
  result->total = node->total;
  result->integral = node->integral;
  result->signs = node->signs;
  mpq_set (result->value, node->value);
  if (node->closed)
    {
      mpfi_init2 (result->enclosure, mpfi_get_prec (node->enclosure));
      mpfi_set (result->enclosure, node->enclosure);
    }
  if (node->name)
    result->name = assay_strdup (node->name);
  for (i = 0; i < node->count; i++)
    result->operand[i] = assay_expr_ref (copy[node->operand[i]->mark]);
  return result;
}

struct assay_expr *
assay_expr_copy (struct assay_expr *x)
{
  struct assay_expr **copy, *result;
  struct assay_order order;
  size_t i;

  assay_order_init (&order, x);
  copy = assay_calloc (order.count, sizeof (struct assay_expr *));
  for (i = 0; i < order.count; i++)
    copy[i] = copy_node (order.node[i], copy);
  result = assay_expr_ref (copy[order.count - 1]);
  for (i = 0; i < order.count; i++)
    assay_expr_unref (copy[i]);
  free (copy);
  assay_order_clear (&order);
  return result;
}
