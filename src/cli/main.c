/* main.c -- the program assay */

#include <stdio.h>

int
main (void)
{
  return 0;
}
