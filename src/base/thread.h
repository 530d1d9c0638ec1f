/* thread.h -- threads, and the signals that end the program

   What a signal's handler reads must not be half changed when it comes.  The
   threads begun here leave the signals that end the program to the thread
   that has the program's files, and that thread holds them back where it has
   to.  */

#ifndef ASSAY_BASE_THREAD_H
#define ASSAY_BASE_THREAD_H

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/* SIGHUP, SIGINT and SIGTERM: what ends the program from outside.  */
extern const int assay_thread_endings[];
extern const size_t assay_thread_ending_count;

/* BEFORE <- the calling thread's mask; from now on the endings wait.  */
void assay_thread_hold_endings (sigset_t *before);

/* The mask is BEFORE's again: an ending that waited comes now.  */
void assay_thread_release_endings (const sigset_t *before);

/* Begins a thread that runs WORK with DATA and to which no ending is
   delivered.  False, and no thread, when the system has none to give.  */
bool assay_thread_begin (pthread_t *thread, void *(*work) (void *),
                         void *data);

#endif
