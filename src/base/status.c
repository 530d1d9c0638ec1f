/* status.c -- names of statuses and verdicts */

#include "base/status.h"

const char *
assay_status_name (enum assay_status status)
{
  switch (status)
    {
    case ASSAY_OK:
      return "ok";
    case ASSAY_ETYPE:
      return "type";
    case ASSAY_EVALUE:
      return "value";
    case ASSAY_ELIMIT:
      return "limit";
    case ASSAY_ESYNTAX:
      return "syntax";
    case ASSAY_EIO:
      return "io";
    }
  return "ok";
}

const char *
assay_verdict_name (enum assay_verdict verdict)
{
  switch (verdict)
    {
    case ASSAY_HOLDS:
      return "holds";
    case ASSAY_FAILS:
      return "fails";
    case ASSAY_OPEN:
      return "open";
    }
  return "open";
}

enum assay_exit
assay_verdict_exit (enum assay_verdict verdict)
{
  switch (verdict)
    {
    case ASSAY_HOLDS:
      return ASSAY_EXIT_HOLDS;
    case ASSAY_FAILS:
      return ASSAY_EXIT_FAILS;
    case ASSAY_OPEN:
      return ASSAY_EXIT_OPEN;
    }
  return ASSAY_EXIT_OPEN;
}
