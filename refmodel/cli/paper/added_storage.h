// added_storage.h: the storage that a configuration has beyond the baseline of the bandwidth paper
// (ISPASS 2017, section VII.C): entries of queues and MSHRs by the entry widths that it states.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_PAPER_ADDED_STORAGE_H
#define WL_CLI_PAPER_ADDED_STORAGE_H

#include "config/config.h"

// Bytes of all SMs and L2 banks, which may be fewer than the baseline's. parts, joined by "+":
//   queues        L2's access and response queues: buffers, 128 B an entry
//   mshrs         MSHRs and miss queues of L1D and L2: 8 B an entry
//   pipeline_8    the memory pipeline of the SMs, whose entry width the paper does not state, with
//   pipeline_128  8 or with 128 B an entry
// NAN if a part is unknown.
double added_storage(const config *c, const char *parts);

#endif
