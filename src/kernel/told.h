/* told.h -- an explanation of a dump in words, whatever it is a dump of */

#ifndef ASSAY_KERNEL_TOLD_H
#define ASSAY_KERNEL_TOLD_H

#include "base/text.h"
#include "kernel/score_count.h"

enum assay_explained
{
  ASSAY_EXPLAINED_RIGHT,        /* the right evaluation reproduces the dump */
  ASSAY_EXPLAINED_NAMED,
  ASSAY_EXPLAINED_OPEN          /* no hypothesis does */
};

enum { ASSAY_FINDINGS = 8 };

struct assay_told_finding
{
  const char *name, *second;    /* of hypotheses; SECOND null: of one */
  int has_parameter, has_second_parameter;
  double parameter, second_parameter;
  char kind, second_kind;       /* letters, of each */
  int is_local, is_equal;
  struct assay_score_count count;
  struct assay_text meaning, fix;
};

/* Names and the region are borrowed.  */
struct assay_told
{
  const char *name;             /* of the tensor */
  enum assay_explained outcome;
  struct assay_score_count right;
  size_t hypotheses;
  int tried_pairs;
  const char *region;           /* "" without a plain description */
  struct assay_told_finding finding[ASSAY_FINDINGS];
  size_t findings;
};

/* One more finding, its texts empty.  */
struct assay_told_finding *assay_told_add (struct assay_told *told);

void assay_told_clear (struct assay_told *told);

#endif
