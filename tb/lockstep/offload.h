// offload.h: passes records to a second thread, which processes them one by one in the order in
// which they were pushed.
//
// Records are handed over in batches, so that the cost per record is small. When the second thread
// is OFFLOAD_BATCHES batches behind, the producer waits. There is one producer.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_LOCKSTEP_OFFLOAD_H
#define WL_TB_LOCKSTEP_OFFLOAD_H

#include <stddef.h>

enum { OFFLOAD_BATCHES = 4, OFFLOAD_RECORDS = 256 }; // OFFLOAD_RECORDS: size of a batch

typedef struct offload offload;

// Returns NULL if no thread can be started. `take` is called in the second thread.
offload *offload_new(size_t record_bytes, void (*take)(void *ctx, const void *record), void *ctx);
void offload_free(offload *o); // processes all pushed records first

void *offload_slot(offload *o);  // the place to write the next record to
void offload_push(offload *o);   // pushes the record in that place
void offload_finish(offload *o); // returns when all pushed records have been processed

#endif
