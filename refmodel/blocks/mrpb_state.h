// mrpb_state.h: the state of MRPB's golden model. Inside blocks/mrpb*.c only.
//
// Queues are rings in one array; which queues hold something and which have an eligible entry stand
// in two bit masks. The queue number of an accepted entry travels down a line of latency - 2 stages
// before the entry counts as eligible (latencies 1 and 2 have no line).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_MRPB_STATE_H
#define WL_BLOCKS_MRPB_STATE_H

#include "blocks/mrpb.h"
#include "blocks/mrpb_check.h"

enum {
    MRPB_MASK_WORDS = MRPB_MAX_QUEUES / 64, // of a mask with one bit a queue
    MRPB_OUTBOUND = 2,
    MRPB_NONE = -1
};

// Line address, warp and kind of a request share a word.
enum {
    MRPB_WARP_SHIFT = MRPB_MAX_LINE_BITS,
    MRPB_WRITE_SHIFT = MRPB_WARP_SHIFT + MRPB_MAX_WARP_BITS
};
typedef struct mrpb_entry {
    uint64_t header, meta;
    const uint64_t *data; // of a write, when data_bits: from the input port, or in mrpb.data
} mrpb_entry;

struct mrpb {
    unsigned queues, depth, latency, words, drain_n;
    signature_kind signature;
    drain_kind drain;
    bypass_kind bypass;
    bool flush, greedy, single;

    mrpb_entry *entries; // [queue][depth]
    unsigned data_words;
    uint64_t *data; // [queue][depth][data_words], then [MRPB_OUTBOUND][data_words]
    uint16_t held[MRPB_MAX_QUEUES],
        eligible[MRPB_MAX_QUEUES]; // entries of a queue; those of them old enough
    uint8_t head[MRPB_MAX_QUEUES]; // slot of the oldest entry
    uint64_t held_mask[MRPB_MASK_WORDS], eligible_mask[MRPB_MASK_WORDS];
    unsigned n_held, n_eligible;

    int16_t line[MRPB_MAX_LATENCY]; // queue of the entry accepted in that cycle, or MRPB_NONE
    unsigned line_pos, line_len;

    unsigned n_input;                 // registers at the input: 0 or MRPB_INPUT_STAGES
    mrpb_in input[MRPB_INPUT_STAGES]; // [0] is the first; in_valid_i says that it holds a request

    mrpb_entry out[MRPB_OUTBOUND]; // [0] is the head
    uint16_t out_queue[MRPB_OUTBOUND];
    unsigned n_out;

    int last; // the queue that the drain policy chose last (greedy queue, round-robin position), or
              // MRPB_NONE
    unsigned run; // drain_n: requests that the policy has taken running from it
    mrpb_events events;
};

static inline bool mrpb_has_bit(const uint64_t *mask, unsigned q)
{
    return mask[q / 64] >> (q % 64) & 1;
}
static inline void mrpb_set_bit(uint64_t *mask, unsigned q)
{
    mask[q / 64] |= (uint64_t)1 << (q % 64);
}
static inline void mrpb_clear_bit(uint64_t *mask, unsigned q)
{
    mask[q / 64] &= ~((uint64_t)1 << (q % 64));
}
static inline bool mrpb_is_write(const mrpb_entry *x) { return x->header >> MRPB_WRITE_SHIFT & 1; }
static inline bool mrpb_has_room(const mrpb *m) { return m->n_out < MRPB_OUTBOUND; }
static inline bool mrpb_is_full(const mrpb *m, unsigned q) { return m->held[q] >= m->depth; }

// The queue of the request at the input.
static inline unsigned mrpb_queue_of(const mrpb *m, const mrpb_in *in)
{
    uint64_t s = in->in_warp_i[0];
    switch (m->signature) {
    case SIG_WARP: break;
    case SIG_CTA: s = in->in_cta_i[0]; break;
    case SIG_CTA_WARP: s = in->in_cta_warp_i[0]; break;
    case SIG_PC: s = in->in_pc_i[0]; break;
    case SIG_LINE: s = in->in_line_i[0]; break;
    }
    return s < m->queues ? (unsigned)s : (unsigned)(s % m->queues);
}

// Is the request at the input one that no queue stores?
static inline bool mrpb_goes_through(const mrpb *m, const mrpb_in *in)
{
    return m->single || (m->flush && in->in_write_i[0]);
}

// The slot of queue q that the next request is stored in.
static inline unsigned mrpb_tail(const mrpb *m, unsigned q)
{
    const unsigned slot = m->head[q] + m->held[q];
    return slot >= m->depth ? slot - m->depth : slot;
}

// The head of the outbound buffer leaves.
static inline void mrpb_leave_outbound(mrpb *m)
{
    m->n_out--;
    m->out[0] = m->out[1];
    m->out_queue[0] = m->out_queue[1];
}

#endif
