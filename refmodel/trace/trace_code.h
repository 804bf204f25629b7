// trace_code.h: the static instructions of a traced kernel, decoded on their first occurrence and
// looked up by PC and text.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TRACE_TRACE_CODE_H
#define WL_TRACE_TRACE_CODE_H

#include "trace/trace_head.h"
#include "trace/trace_ops.h"

// The static part of a line: "1 R4 LDG.E.SYS 1 R2 4", from dest_num to mem_width.
typedef struct trace_inst {
    winst w;
    trace_op op;
    // addresses follow; foreign: an unknown opcode, of which nothing else is read
    bool addressed, foreign;
    uint32_t index, pc, next; // next: one more at this pc, index + 1; 0 = none
    uint32_t bytes;           // of text
    char *text;
} trace_inst;

typedef struct trace_code { // zero-initialise
    trace_inst **insts;
    uint32_t n, room;
    uint32_t *by_pc; // index + 1 of the last one met at a pc; [1 << TRACE_PC_BITS]
} trace_code;

enum { TRACE_PC_BITS = 14, TRACE_INDEX_BITS = 27 };

// Returns the instruction whose text is at `at`, or NULL if it has not been decoded yet.
static inline const trace_inst *code_find(const trace_code *c, uint32_t pc, const char *at);

// Decodes the instruction at `at`, which is in `line`. NULL after an error.
typedef struct code_place {
    const trace_head *h;
    const text *t;
    const char *line;
    bool unknown_as_add;
    uint32_t source_line; // 0: the trace does not tell
} code_place;
const trace_inst *code_add(trace_code *c, const code_place *p, uint32_t pc, const char *at, err *e);
void code_free(trace_code *c);

static inline uint32_t code_slot(uint32_t pc) { return pc * 2654435761u >> (32 - TRACE_PC_BITS); }

static inline const trace_inst *code_find(const trace_code *c, uint32_t pc, const char *at)
{
    uint32_t k = c->by_pc ? c->by_pc[code_slot(pc)] : 0;
    for (; k; k = c->insts[k - 1]->next) {
        const trace_inst *i = c->insts[k - 1];
        if (i->pc != pc) continue;
        uint32_t n = 0;
        while (n < i->bytes && at[n] == i->text[n]) n++;
        if (n == i->bytes && (at[n] == ' ' || !at[n])) return i;
    }
    return NULL;
}

// ---- Numbers in a line. False if there is none; otherwise *p moves past the number and the blanks
//   after it.

static inline void skip_blanks(const char **p)
{
    while (**p == ' ') ++*p;
}

static inline bool read_hex(const char **p, uint64_t *n)
{
    const char *s = *p;
    unsigned digits = 0;
    if (s[0] == '0' && (s[1] | 32) == 'x') s += 2;
    for (*n = 0;; s++, digits++) {
        unsigned c = (unsigned char)*s, v = c - '0' < 10u ? c - '0' : (c | 32) - 'a' + 10;
        if (v > 15 || (v > 9 && (c | 32) - 'a' > 5u)) break;
        *n = *n << 4 | v;
    }
    if (!digits || digits > 16 || (*s && *s != ' ')) return false;
    *p = s;
    skip_blanks(p);
    return true;
}

static inline bool read_signed(const char **p, int64_t *n)
{
    const char *s = *p;
    const bool minus = *s == '-';
    uint64_t v = 0;
    unsigned digits = 0;
    for (s += minus; *s >= '0' && *s <= '9'; s++, digits++) v = v * 10 + (unsigned)(*s - '0');
    if (!digits || digits > 18 || (*s && *s != ' ')) return false;
    *n = minus ? -(int64_t)v : (int64_t)v;
    *p = s;
    skip_blanks(p);
    return true;
}

#endif
