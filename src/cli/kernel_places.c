/* kernel_places.c -- options that belong to attention, to a rotation, or to
   one command of assay kernel alone */

#include "config.h"

#include "cli/kernel_places.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cli/commands.h"

enum { FIRST = 256, NONE = -1 };

static const int usual[] = {
  ASSAY_OPTION_FORMAT, ASSAY_OPTION_HELP, ASSAY_OPTION_VERSION,
  ASSAY_OPTIONS_END
};

static const int problem[] = {
  ASSAY_OPTION_Q, ASSAY_OPTION_K, ASSAY_OPTION_V, ASSAY_OPTION_PAST_K,
  ASSAY_OPTION_PAST_V, ASSAY_OPTION_MASK, ASSAY_OPTION_CAUSAL,
  ASSAY_OPTION_ALIGN, ASSAY_OPTION_WINDOW, ASSAY_OPTION_VALID_LENGTH,
  ASSAY_OPTION_ALIBI, ASSAY_OPTION_SINK, ASSAY_OPTION_AXES,
  ASSAY_OPTION_HEADS, ASSAY_OPTION_DTYPE_Q, ASSAY_OPTION_DTYPE_K,
  ASSAY_OPTION_DTYPE_V, ASSAY_OPTION_DTYPE_MASK, ASSAY_OPTION_DTYPE_PAST,
  ASSAY_OPTION_DTYPE_GOT, ASSAY_OPTIONS_END
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
add_kernel (struct table *table, const int *options)
{
  for (; options && *options != ASSAY_OPTIONS_END; options++)
    place_of (table,
              assay_option_name ((enum assay_kernel_option) *options) + 2,
              assay_option_argument (*options))->kernel = *options;
}

static void
add_turn (struct table *table, const int *options,
          const struct assay_turn_options *turn)
{
  for (; options && *options != ASSAY_OPTIONS_END; options++)
    place_of (table,
              assay_turn_name (turn, (enum assay_turn_option) *options) + 2,
              required_argument)->turn = *options;
}

static void
table_init (struct table *table, const struct assay_places *places,
            const struct assay_turn_options *turn)
{
  const struct assay_own_option *own;
  size_t most = (size_t) ASSAY_KERNEL_OPTION_COUNT + ASSAY_TURN_OPTION_COUNT;

  for (own = places->own; own->name; own++)
    most++;
  table->option = assay_calloc (most + 1, sizeof *table->option);
  table->place = assay_calloc (most, sizeof *table->place);
  table->count = 0;
  add_kernel (table, usual);
  add_kernel (table, places->has_problem ? problem : NULL);
  add_kernel (table, places->kernel);
  add_turn (table, places->turn, turn);
  for (own = places->own; own->name; own++)
    place_of (table, own->name, required_argument)->own = own->place;
}

static int
take (struct assay_kernel_options *kernel, struct assay_turn_options *turn,
      const char **own, const struct table *table, int argc, char **argv)
{
  int found;

  while ((found = assay_cli_option (argc, argv, table->option)) != -1)
    if (found == 'h')
      kernel->text[ASSAY_OPTION_HELP] = "";
    else if (found < FIRST)
      return 0;
    else
      {
        const struct place *place = &table->place[found - FIRST];
        const char *text = optarg ? optarg : "";

        if (place->kernel != NONE)
          kernel->text[place->kernel] = text;
        if (place->turn != NONE)
          turn->text[place->turn] = text;
        if (place->own != NONE)
          own[place->own] = text;
      }
  return 1;
}

int
assay_places_take (int *status, struct assay_kernel_options *kernel,
                   struct assay_turn_options *turn, const char **own,
                   const struct assay_places *places, const char *help,
                   int argc, char **argv)
{
  struct table table;
  int is_fine;

  table_init (&table, places, turn);
  is_fine = take (kernel, turn, own, &table, argc, argv);
  free (table.option);
  free (table.place);
  *status = ASSAY_EXIT_MISUSE;
  return is_fine
         && !assay_cli_ends (status, help, kernel->text[ASSAY_OPTION_HELP],
                             kernel->text[ASSAY_OPTION_VERSION], 0, argc,
                             argv);
}
