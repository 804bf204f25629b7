// seconds.h: the clock for measuring durations on the host.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BASE_SECONDS_H
#define WL_BASE_SECONDS_H

#include <time.h>

static inline double wl_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

#endif
