/* usual_options.h -- --format, --help and --version */

#ifndef ASSAY_CLI_USUAL_OPTIONS_H
#define ASSAY_CLI_USUAL_OPTIONS_H

#include <stdbool.h>

/* Their places among the options of a command, above those of all others.  */
enum
{
  ASSAY_USUAL_OPT_FORMAT = 1024,
  ASSAY_USUAL_OPT_HELP,
  ASSAY_USUAL_OPT_VERSION
};

/* The last of a command's options, with the end of their table.  */
#define ASSAY_USUAL_OPTIONS \
  { "format", required_argument, NULL, ASSAY_USUAL_OPT_FORMAT }, \
  { "help", no_argument, NULL, ASSAY_USUAL_OPT_HELP }, \
  { "version", no_argument, NULL, ASSAY_USUAL_OPT_VERSION }, \
  { NULL, 0, NULL, 0 }

/* The formats of a command that knows no others, ended by a null pointer, and
   their places in it.  */
extern const char *const assay_text_or_json[];
enum { ASSAY_FORMAT_TEXT, ASSAY_FORMAT_JSON };

struct assay_usual_options
{
  int format;
  bool help, version;
};

/* Take the option FOUND with optarg, --format being one of FORMATS, a list
   that a null pointer ends: 1, or 0 after a complaint.  */
int assay_usual_option (struct assay_usual_options *usual, int found,
                        const char *const *formats);

/* The exit status of a command that ends at the option FOUND: with HELP or
   the version where that is asked for, else after a complaint.  */
int assay_usual_end (int found, const char *help);

#endif
