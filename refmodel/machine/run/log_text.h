// log_text.h: the text log of a run in GPGPU-Sim's format: one table of lines, each a name and the
// counters that it shows.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_LOG_TEXT_H
#define WL_MACHINE_LOG_TEXT_H

#include "config/config.h"

#include <jansson.h>
#include <time.h>

typedef struct log_kernel {
    const char *name;
    unsigned number;        // from 1
    uint64_t cycles, total; // of the kernel, of all so far: launch to the end of the last CTA
    const json_t *own;      // counters and ratios of this kernel
    const json_t *all;      // gpu_stats_json so far
    struct timespec start;  // of the run
} log_kernel;

void log_text_kernel(FILE *f, const config *c, const log_kernel *k);
void log_text_end(FILE *f);

#endif
