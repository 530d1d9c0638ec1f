/* kernel_places.c -- options that belong to attention, to a rotation, or to
   one command of assay kernel alone */

#include "config.h"

#include "cli/kernel_places.h"

#include "cli/commands.h"

enum { FIRST = 256 };

int
assay_places_take (struct assay_kernel_options *kernel,
                   struct assay_turn_options *turn, const char **own,
                   const struct assay_option_place *places, size_t count,
                   int argc, char **argv)
{
  struct option table[ASSAY_PLACES_MAX + 1] = { { 0 } };
  size_t i;
  int found;

  for (i = 0; i < count; i++)
    {
      table[i].name = places[i].name;
      table[i].has_arg = places[i].has_arg;
      table[i].val = FIRST + (int) i;
    }
  while ((found = assay_cli_option (argc, argv, table)) != -1)
    {
      const struct assay_option_place *place = &places[found >= FIRST
                                                ? found - FIRST : 0];
      const char *text = optarg ? optarg : "";

      if (found == 'h')
        kernel->text[ASSAY_OPTION_HELP] = "";
      else if (found < FIRST)
        return 0;
      else
        {
          if (place->kernel != ASSAY_PLACE_NONE)
            kernel->text[place->kernel] = text;
          if (place->turn != ASSAY_PLACE_NONE)
            turn->text[place->turn] = text;
          if (place->own != ASSAY_PLACE_NONE)
            own[place->own] = text;
        }
    }
  return 1;
}
