// trace_head.h: the header of a kernel's trace.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TRACE_TRACE_HEAD_H
#define WL_TRACE_TRACE_HEAD_H

#include "trace/trace_text.h"

enum { TRACE_OLDEST = 2, TRACE_NEWEST = 5, TRACE_REGISTERS = 256, TRACE_RZ = 255 };

typedef struct trace_head {
    char *name;
    uint32_t grid[3], block[3];
    uint32_t shared_bytes, regs, sm, version, lineinfo;
    uint32_t registers; // numbers are below it
    // "-registers named": a register holds a value of any width; 0: they are SASS's, of 32 bits
    uint32_t named;
    // "-local word step": bytes from a word of a thread to its next where local addresses are the
    // device's
    uint32_t local_step;
    uint32_t code_at; // "-code at": front.code_at, where PCs begin at 0
    uint64_t program; // "-code of": front.program
    uint64_t shared_base, local_base;
} trace_head;

// Reads the header, including the "#traces format" line.
int head_read(trace_head *h, text *t, err *e);
void head_free(trace_head *h);
// Digits of the base; *end: what follows. False: there are none, or the number has more than 64
// bits.
bool trace_whole(const char *s, char **end, int base, uint64_t *n);

// Adds the error "file:line: error: ..." for the last line read. col 0: no position in it.
int trace_error(const text *t, const char *line, unsigned col, err *e, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));

#endif
