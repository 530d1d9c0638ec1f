/* status.h -- what a call can answer, and what a process exits with */

#ifndef ASSAY_BASE_STATUS_H
#define ASSAY_BASE_STATUS_H

/* The class of a refusal.  ASSAY_OK is the only one that is not an error.  */
enum assay_status
{
  ASSAY_OK = 0,
  ASSAY_ETYPE,                  /* a value of the wrong type */
  ASSAY_EVALUE,                 /* the right type, a value out of contract */
  ASSAY_ELIMIT,                 /* a budget would be exceeded */
  ASSAY_ESYNTAX,                /* text that cannot be read */
  ASSAY_EIO                     /* a file or stream that failed */
};

/* A decision is never a bool: ASSAY_OPEN means that neither was proved.  */
enum assay_verdict
{
  ASSAY_HOLDS,
  ASSAY_FAILS,
  ASSAY_OPEN
};

/* Exit statuses of the program, the same for every command.  */
enum assay_exit
{
  ASSAY_EXIT_HOLDS = 0,
  ASSAY_EXIT_FAILS = 1,
  ASSAY_EXIT_MISUSE = 2,
  ASSAY_EXIT_OPEN = 3
};

/* "type", "value", "limit", "syntax", "io"; "ok" for ASSAY_OK.  */
const char *assay_status_name (enum assay_status status);

/* "holds", "fails", "open".  */
const char *assay_verdict_name (enum assay_verdict verdict);

enum assay_exit assay_verdict_exit (enum assay_verdict verdict);

#endif
