/* kernel_places.c -- options that belong to attention, to a rotation, or to
   one command of assay kernel alone */

#include "config.h"

#include "cli/kernel_places.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cli/commands.h"

enum { FIRST = 256, NONE = -1 };

static const enum assay_kernel_option usual[] = {
  ASSAY_OPTION_FORMAT, ASSAY_OPTION_HELP, ASSAY_OPTION_VERSION
};

static const enum assay_kernel_option problem[] = {
  ASSAY_OPTION_Q, ASSAY_OPTION_K, ASSAY_OPTION_V, ASSAY_OPTION_PAST_K,
  ASSAY_OPTION_PAST_V, ASSAY_OPTION_MASK, ASSAY_OPTION_CAUSAL,
  ASSAY_OPTION_ALIGN, ASSAY_OPTION_WINDOW, ASSAY_OPTION_VALID_LENGTH,
  ASSAY_OPTION_ALIBI, ASSAY_OPTION_SINK, ASSAY_OPTION_AXES,
  ASSAY_OPTION_HEADS, ASSAY_OPTION_DTYPE_Q, ASSAY_OPTION_DTYPE_K,
  ASSAY_OPTION_DTYPE_V, ASSAY_OPTION_DTYPE_MASK, ASSAY_OPTION_DTYPE_PAST,
  ASSAY_OPTION_DTYPE_GOT
};

enum
{
  USUAL = sizeof usual / sizeof usual[0],
  PROBLEM = sizeof problem / sizeof problem[0]
};

/* Where the text of an option goes: up to three places.  */
struct place
{
  int kernel, turn, own;
};

/* As getopt_long has it, with the place of each option.  */
struct table
{
  struct option *option;
  struct place *place;
  size_t count;
};

/* The place of the option NAME, which is new or stands in TABLE.  */
static struct place *
place_of (struct table *table, const char *name, int has_arg)
{
  size_t i;

  for (i = 0; i < table->count; i++)
    if (strcmp (table->option[i].name, name) == 0)
      return &table->place[i];
  table->option[i].name = name;
  table->option[i].has_arg = has_arg;
  table->option[i].val = FIRST + (int) i;
  table->place[i] = (struct place) { NONE, NONE, NONE };
  table->count++;
  return &table->place[i];
}

static void
add_kernel (struct table *table, const enum assay_kernel_option *options,
            size_t count)
{
  size_t i;

  for (i = 0; i < count; i++)
    place_of (table, assay_option_name (options[i]) + 2,
              assay_option_argument ((int) options[i]))->kernel
      = (int) options[i];
}

static void
table_init (struct table *table, const struct assay_places *places,
            const struct assay_turn_options *turn)
{
  size_t most = USUAL + PROBLEM + places->kernel_count + places->turn_count
                + places->own_count;
  size_t i;

  table->option = assay_calloc (most + 1, sizeof *table->option);
  table->place = assay_calloc (most, sizeof *table->place);
  table->count = 0;
  add_kernel (table, usual, USUAL);
  if (places->has_problem)
    add_kernel (table, problem, PROBLEM);
  add_kernel (table, places->kernel, places->kernel_count);
  for (i = 0; i < places->turn_count; i++)
    place_of (table, assay_turn_name (turn, places->turn[i]) + 2,
              required_argument)->turn = (int) places->turn[i];
  for (i = 0; i < places->own_count; i++)
    place_of (table, places->own[i].name, required_argument)->own
      = places->own[i].place;
}

int
assay_places_take (struct assay_kernel_options *kernel,
                   struct assay_turn_options *turn, const char **own,
                   const struct assay_places *places, int argc, char **argv)
{
  struct table table;
  int found, is_fine = 1;

  table_init (&table, places, turn);
  while (is_fine
         && (found = assay_cli_option (argc, argv, table.option)) != -1)
    if (found == 'h')
      kernel->text[ASSAY_OPTION_HELP] = "";
    else if (found < FIRST)
      is_fine = 0;
    else
      {
        const struct place *place = &table.place[found - FIRST];
        const char *text = optarg ? optarg : "";

        if (place->kernel != NONE)
          kernel->text[place->kernel] = text;
        if (place->turn != NONE)
          turn->text[place->turn] = text;
        if (place->own != NONE)
          own[place->own] = text;
      }
  free (table.option);
  free (table.place);
  return is_fine;
}
