// mrpb_check.h: limits of MRPB's golden model, and whether it can be made. Inside blocks/mrpb*.c
// only.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_MRPB_CHECK_H
#define WL_BLOCKS_MRPB_CHECK_H

#include "config/ports/mrpb.h"

enum {
    MRPB_MAX_QUEUES = 64 * (sizeof((mrpb_out *)0)->pending_o / sizeof(uint64_t)),
    MRPB_MAX_DEPTH = 64,
    MRPB_MAX_LATENCY = 18,
    MRPB_MAX_LINE_BITS = 52,
    MRPB_MAX_WARP_BITS = 6
};

// Is the configuration one that the model's arrays and packed words can hold? ST_INPUT and an error
// when not.
int mrpb_check(const config *c, err *e);

#endif
