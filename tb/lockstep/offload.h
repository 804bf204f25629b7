// offload.h : records handed to a second thread, which takes them one by one in the order in which they were pushed.
//
// Records go over in batches, so that a hand-over costs nothing a record; the taker is behind by at most OFFLOAD_BATCHES
// batches, then the producer waits. One producer.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_LOCKSTEP_OFFLOAD_H
#define WL_TB_LOCKSTEP_OFFLOAD_H

#include <stddef.h>

enum { OFFLOAD_BATCHES = 4, OFFLOAD_RECORDS = 256 }; // of a batch

typedef struct offload offload;

// NULL when no thread can be had. `take` is called in the second thread.
offload *offload_new(size_t record_bytes, void (*take)(void *ctx, const void *record), void *ctx);
void offload_free(offload *o); // takes what has been pushed first

void *offload_slot(offload *o);   // where the next record is to be written
void offload_push(offload *o);    // it has been
void offload_finish(offload *o);  // returns when all that was pushed has been taken

#endif
