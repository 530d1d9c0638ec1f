/* commands.h -- the commands of the program, and what they share */

#ifndef ASSAY_CLI_COMMANDS_H
#define ASSAY_CLI_COMMANDS_H

#include <getopt.h>
#include <stdbool.h>

#include "base/ctx.h"
#include "base/text.h"

/* One line of `assay --help'.  A command's ARGV[0] is its name; it returns
   the exit status.  */
struct assay_command
{
  const char *name;
  int (*run) (int argc, char **argv);
  const char *summary;
};

int assay_cmd_attention (int argc, char **argv);
int assay_cmd_audit (int argc, char **argv);
int assay_cmd_eval (int argc, char **argv);
int assay_cmd_kernel (int argc, char **argv);
int assay_cmd_kernel_attention (int argc, char **argv);
int assay_cmd_kernel_rope (int argc, char **argv);
int assay_cmd_kernel_positions (int argc, char **argv);
int assay_cmd_kernel_combine (int argc, char **argv);
int assay_cmd_kernel_equal (int argc, char **argv);
int assay_cmd_kernel_stages (int argc, char **argv);
int assay_cmd_kernel_invariants (int argc, char **argv);
int assay_cmd_kernel_merge (int argc, char **argv);
int assay_cmd_lesson (int argc, char **argv);
int assay_cmd_plot (int argc, char **argv);
int assay_cmd_position (int argc, char **argv);
int assay_cmd_rope (int argc, char **argv);
int assay_cmd_rotary (int argc, char **argv);
int assay_cmd_tolerance (int argc, char **argv);

/* Prints "assay: SOURCE: WHERE: class: expected ..., found ..." to standard
   error; returns the exit status of misuse.  SOURCE may be null.  */
int assay_cli_refuse (const struct assay_ctx *ctx, const char *source);

/* Prints "assay COMMAND: MESSAGE" and where help is; same status.  */
int assay_cli_misuse (const char *command, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

/* getopt_long that complains in our words: returns what it returns, or '?'
   after a complaint.  -h is --help where OPTIONS name it so.  */
int assay_cli_option (int argc, char **argv, const struct option *options);

/* VALUE <- the decimal integer TEXT in LOW..HIGH; otherwise a complaint that
   names OPTION, and 0.  */
int assay_cli_number (unsigned long *value, const char *text,
                      const char *option, unsigned long low,
                      unsigned long high);

/* SIZE <- the option's value in 0..HIGH and HAS <- 1, or 0 as above.  */
int assay_cli_size (size_t *size, int *has, const char *option,
                    unsigned long high);

/* How many threads a command uses that is not told: as many as there are
   processors.  */
unsigned long assay_cli_jobs (void);

/* INDEX <- the place of TEXT among NAMES, a list that a null pointer ends;
   otherwise a complaint that lists them, and 0.  */
int assay_cli_choice (int *index, const char *text, const char *option,
                      const char *const *names);

/* Print HELP, or the program's name and version, and return the exit
   status.  */
int assay_cli_help (const char *help);
int assay_cli_version (void);

/* Whether a command that takes MOST files, 0 or 1, beside its options ends
   before it begins: it was asked for HELP or for the version, or finds more
   words.  *STATUS <- the exit status then.  */
int assay_cli_ends (int *status, const char *help, bool wants_help,
                    bool wants_version, int most, int argc, char **argv);

/* Send TEXT to standard output and clear it; STATUS, or that of misuse when
   the output failed.  */
int assay_cli_print (struct assay_text *text, int status);

/* The same with EXIT_STATUS where STATUS is ASSAY_OK; else what CTX refused,
   of SOURCE, and no TEXT.  */
int assay_cli_answer (struct assay_text *text, int exit_status,
                      enum assay_status status, const struct assay_ctx *ctx,
                      const char *source);

#endif
