// trace_cta.h: the CTAs of a traced kernel, read one after the other and packed.
//
// A packed instruction begins with one word, index | form << 27 | space << 29 | mask << 32. More
// words follow, by form: STRIDE has base and stride; LIST has the address of each lane; BARRIER has
// number | warps << 8.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TRACE_TRACE_CTA_H
#define WL_TRACE_TRACE_CTA_H

#include "trace/trace.h"
#include "trace/trace_code.h"

enum {
    FORM_NONE,
    FORM_STRIDE,
    FORM_LIST,
    FORM_BARRIER,
    FORM_AT = TRACE_INDEX_BITS,
    SPACE_AT = FORM_AT + 2
};

typedef struct trace_cta {
    uint32_t number; // x fastest
    uint64_t *words;
    size_t n, room;
    size_t *ends; // [warp]: where its words end
    struct trace_cta *next;
} trace_cta;

typedef struct cta_reader {
    text *t;
    const trace_head *h;
    trace_code code;
    uint32_t n_ctas, warps, threads;
    // over which local memory is spread; 0: local addresses are device addresses
    uint64_t local_threads;
    uint32_t local_step; // front.local_step
    unsigned address_bits;
    const char *address_key;
    bool unknown_as_add;
    uint8_t *seen;          // a bit a CTA
    trace_ignored *ignored; // counted on
    uint64_t held, most;    // bytes of words that all CTAs have room for, and may have
    // of the warp that is being read
    trace_cta *cta;
    uint32_t warp, live; // lanes that have not ended
    const char *line;
    err *e;
} cta_reader;

// Reads the next CTA of the file into *c, whose memory is reused. *there = false: there is none,
// and the rest of the file is sound.
int cta_read(cta_reader *r, trace_cta *c, bool *there);

#endif
