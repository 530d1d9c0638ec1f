/* mutant_exit.c -- the end of a process by _exit, in the build in which gcov
   tells who runs which line: what a worker of `assay audit' ran counts  */

void __gcov_dump (void);
void __real__exit (int status) __attribute__ ((noreturn));
void __wrap__exit (int status) __attribute__ ((noreturn));

void
__wrap__exit (int status)
{
  __gcov_dump ();
  __real__exit (status);
}
