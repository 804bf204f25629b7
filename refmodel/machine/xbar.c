// xbar.c : see xbar.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/xbar.h"

#include <inttypes.h>
#include <stdlib.h>

STAT_TABLE(xbar_stat_table, "icnt", XBAR_STATS);

typedef struct packet {
    mreq r;
    uint32_t out, flits;
} packet;

typedef struct ring {
    packet *slots; // mask + 1 of them
    uint32_t mask, head, tail;
} ring;

typedef struct input {
    ring q;
    uint32_t flits;      // of the packets in q
    uint32_t holds;      // output that it is sending to
    uint64_t busy_until; // first tick in which it may send again
} input;

typedef struct output {
    mreq *flying; // ring of mask + 1: packets under way, oldest first
    uint32_t mask, head, tail;
    uint32_t last; // input given last
    bits asked_by; // inputs whose head wants this output
} output;

// What happens in one tick: inputs that have sent their packet whole, outputs at which a tail arrives.
typedef struct event {
    bits sent, arrived;
} event;

struct xbar {
    xbar_cfg k;
    input *in;
    output *out;
    event *wheel;    // [tick & wheel_mask]; longer than any packet takes
    uint32_t wheel_mask, events; // events: inputs sending and packets under way
    bits offered;    // inputs whose channel holds something
    bits full;       // of these, those whose buffer has no room until a packet leaves it; not in offered
    bits sending;    // inputs in the middle of a packet
    bits wanted;     // outputs asked for
    bits held;       // outputs in the middle of a packet
    unsigned in_words, out_words;
    uint32_t stalled, buffered; // inputs waiting for an output, packets in buffers: as of the last tick evaluated
    uint64_t pipe;              // ticks from the tail's leaving the input to the output channel
    uint64_t counted;           // ticks in s
    xbar_stats s;
};

static void ring_init(ring *q, uint32_t least)
{
    uint32_t n = 1;
    while (n < least) n *= 2;
    *q = (ring){.slots = wl_calloc(n, sizeof *q->slots), .mask = n - 1};
}

static void output_init(output *p, uint32_t least, uint32_t last)
{
    p->mask = 1;
    while (p->mask < least) p->mask *= 2;
    p->flying = wl_calloc(p->mask, sizeof *p->flying);
    p->mask--;
    p->last = last;
}

static inline bool ring_empty(const ring *q) { return q->head == q->tail; }
static inline packet *ring_front(const ring *q) { return &q->slots[q->head & q->mask]; }
static inline packet *ring_push(ring *q) { return &q->slots[q->tail++ & q->mask]; }

static void make_wheel(xbar *x)
{
    const mreq largest = {.kind = MREQ_ATOMIC, .bytes = XBAR_DATA_BYTES};
    const uint64_t span = xbar_flits(&largest, x->k.flit_bytes) + x->pipe + 1;
    uint32_t n = 1;
    while (n < span) n *= 2;
    x->wheel = wl_calloc(n, sizeof *x->wheel);
    x->wheel_mask = n - 1;
}

xbar *xbar_new(const xbar_cfg *k)
{
    CHECK(k->inputs <= BITS_MAX && k->outputs <= BITS_MAX, "crossbar %s of %u x %u ports", k->name, k->inputs, k->outputs);
    xbar *x = wl_calloc(1, sizeof *x);
    x->k = *k;
    x->k.in = wl_calloc(k->inputs, sizeof *x->k.in);
    x->k.out = wl_calloc(k->outputs, sizeof *x->k.out);
    x->in = wl_calloc(k->inputs, sizeof *x->in);
    x->out = wl_calloc(k->outputs, sizeof *x->out);
    for (uint32_t i = 0; i < k->inputs; i++) {
        x->k.in[i] = k->in[i];
        ring_init(&x->in[i].q, k->input_buffer);
    }
    for (uint32_t o = 0; o < k->outputs; o++) {
        x->k.out[o] = k->out[o];
        output_init(&x->out[o], k->out[o]->capacity, k->inputs - 1);
    }
    x->in_words = bits_words(k->inputs);
    x->out_words = bits_words(k->outputs);
    x->pipe = k->latency > 2 ? k->latency - 2 : 0;
    make_wheel(x);
    return x;
}

void xbar_free(xbar *x)
{
    if (!x) return;
    for (uint32_t i = 0; i < x->k.inputs; i++) free(x->in[i].q.slots);
    for (uint32_t o = 0; o < x->k.outputs; o++) free(x->out[o].flying);
    free(x->k.in);
    free(x->k.out);
    free(x->wheel);
    free(x->in);
    free(x->out);
    free(x);
}

uint32_t xbar_out_capacity(const struct cfg_icnt *k) { return k->latency + k->input_buffer; }

uint32_t xbar_flits(const mreq *r, uint32_t flit_bytes)
{
    const bool data = r->kind == MREQ_ATOMIC || (r->kind == MREQ_READ) == ((r->flags & MREQ_REPLY) != 0);
    return (XBAR_HEADER_BYTES + (data ? r->bytes : 0u) + flit_bytes - 1) / flit_bytes;
}

static inline void account(xbar_stats *s, const xbar *x, uint64_t now)
{
    const uint64_t ticks = now - x->counted;
    s->cycles += ticks;
    s->stall_cycles += ticks * x->stalled;
    s->buffered += ticks * x->buffered;
}

static inline event *at(const xbar *x, uint64_t tick) { return &x->wheel[tick & x->wheel_mask]; }

static inline void ask(xbar *x, uint32_t i)
{
    const uint32_t o = ring_front(&x->in[i].q)->out;
    bits_set(&x->out[o].asked_by, i);
    bits_set(&x->wanted, o);
    x->stalled++;
}

// Inputs whose packet has left whole let their output go and ask for that of the next packet.
static inline void ask_again(xbar *x, event *e, unsigned words)
{
    BITS_FOR(i, &e->sent, words) {
        const input *n = &x->in[i];
        bits_clear(&x->sending, (unsigned)i);
        bits_clear(&x->held, n->holds);
        x->events--;
        if (!ring_empty(&n->q)) ask(x, (uint32_t)i);
    }
    for (unsigned k = 0; k < words; k++) e->sent.w[k] = 0;
}

static inline bool has_room(const input *n, uint32_t flits, uint32_t buffer, uint64_t now)
{
    const uint64_t leaving = n->busy_until > now ? n->busy_until - now : 0, held = n->flits + leaving;
    return held == 0 || held + flits <= buffer;
}

static inline void take(xbar *x, uint32_t i, const mreq *r, uint32_t flits)
{
    input *n = &x->in[i];
    const bool first = ring_empty(&n->q) && !bits_has(&x->sending, i);
    packet *p = ring_push(&n->q);
    p->r = *r;
    p->out = x->k.map ? addrmap_slice(x->k.map, r->addr) : r->sm;
    p->flits = flits;
    n->flits += flits;
    x->buffered++;
    x->s.packets++;
    x->s.flits += flits;
    if (first) ask(x, i);
}

// Each input takes at most one packet a tick from its channel into its buffer.
static inline void take_in(xbar *x, uint64_t now, bits *popped, unsigned words)
{
    BITS_FOR(i, &x->offered, words) {
        const mreq *r = chan_front(x->k.in[i]);
        const uint32_t flits = xbar_flits(r, x->k.flit_bytes);
        if (!has_room(&x->in[i], flits, x->k.input_buffer, now)) {
            if (x->in[i].busy_until > now) continue; // room comes with every tick
            bits_clear(&x->offered, (unsigned)i);
            bits_set(&x->full, (unsigned)i);
            continue;
        }
        take(x, (uint32_t)i, r, flits);
        chan_pop(x->k.in[i]);
        bits_set(popped, (unsigned)i);
        if (!chan_count(x->k.in[i])) bits_clear(&x->offered, (unsigned)i);
    }
}

static inline void reopen(xbar *x, uint32_t i)
{
    bits_put(&x->offered, i, bits_has(&x->full, i));
    bits_clear(&x->full, i);
}

static inline void give(xbar *x, uint32_t o, uint32_t i, uint64_t now, unsigned in_words)
{
    input *n = &x->in[i];
    output *p = &x->out[o];
    const packet *from = ring_front(&n->q);
    p->flying[p->tail++ & p->mask] = from->r;
    p->last = i;
    n->flits -= from->flits;
    n->holds = o;
    n->busy_until = now + from->flits;
    n->q.head++;
    bits_set(&at(x, n->busy_until)->sent, i);
    bits_set(&at(x, n->busy_until - 1 + x->pipe)->arrived, o);
    x->events += 2;
    x->stalled--;
    x->buffered--;
    bits_clear(&p->asked_by, i);
    if (!bits_any(&p->asked_by, in_words)) bits_clear(&x->wanted, o);
    bits_set(&x->sending, i);
    bits_set(&x->held, o);
    reopen(x, i);
}

static inline void allocate(xbar *x, uint64_t now, unsigned in_words, unsigned out_words)
{
    bits can = {{0}};
    for (unsigned k = 0; k < out_words; k++) can.w[k] = x->wanted.w[k] & ~x->held.w[k];
    BITS_FOR(o, &can, out_words) {
        const output *p = &x->out[o];
        if (chan_room(x->k.out[o]) <= p->tail - p->head) continue;
        const uint32_t from = p->last + 1 == x->k.inputs ? 0 : p->last + 1;
        give(x, (uint32_t)o, bits_next_round(&p->asked_by, from, x->k.inputs), now, in_words);
    }
}

// Tails that have arrived enter the output channels; their places were reserved.
static inline void deliver(xbar *x, event *e, bits *pushed, unsigned words)
{
    BITS_FOR(o, &e->arrived, words) {
        output *p = &x->out[o];
        mreq_push(x->k.out[o], &p->flying[p->head++ & p->mask]);
        x->s.delivered++;
        x->events--;
    }
    for (unsigned k = 0; k < words; k++) {
        pushed->w[k] |= e->arrived.w[k];
        e->arrived.w[k] = 0;
    }
}

static inline uint64_t next_due(const xbar *x, uint64_t now, unsigned in_words, unsigned out_words)
{
    if (bits_any(&x->wanted, out_words) || bits_any(&x->offered, in_words)) return now + 1;
    if (!x->events) return UINT64_MAX;
    uint64_t t = now + 1;
    while (!bits_any(&at(x, t)->sent, in_words) && !bits_any(&at(x, t)->arrived, out_words)) t++;
    return t;
}

static inline __attribute__((always_inline)) uint64_t tick(xbar *x, uint64_t now, bits *pushed, bits *popped, unsigned in_words,
                                                           unsigned out_words)
{
    ask_again(x, at(x, now), in_words);
    take_in(x, now, popped, in_words);
    allocate(x, now, in_words, out_words);
    deliver(x, at(x, now), pushed, out_words);
    return next_due(x, now, in_words, out_words);
}

uint64_t xbar_eval(xbar *x, uint64_t now, bits *pushed, bits *popped)
{
    account(&x->s, x, now);
    x->counted = now;
    if (x->in_words == 1 && x->out_words == 1) return tick(x, now, pushed, popped, 1, 1); // the common size: no loops over words
    return tick(x, now, pushed, popped, x->in_words, x->out_words);
}

void xbar_offer(xbar *x, const bits *inputs)
{
    for (unsigned k = 0; k < x->in_words; k++) x->offered.w[k] |= inputs->w[k] & ~x->full.w[k];
}

bool xbar_idle(const xbar *x) { return !x->buffered && !x->events && !bits_any(&x->offered, x->in_words); }

xbar_stats xbar_get_stats(const xbar *x, uint64_t now)
{
    xbar_stats s = x->s;
    account(&s, x, now);
    return s;
}

void xbar_dump(const xbar *x, FILE *f)
{
    for (uint32_t i = 0; i < x->k.inputs; i++) {
        const input *n = &x->in[i];
        if (ring_empty(&n->q)) continue;
        const packet *p = ring_front(&n->q);
        const chan *c = x->k.out[p->out];
        fprintf(f, "  %s crossbar: input %u holds %u packets (%u flits); its head, 0x%" PRIx64 " of SM %u, waits for output %u, "
                "where %u of %u places are taken\n", x->k.name, i, n->q.tail - n->q.head, n->flits, p->r.addr, p->r.sm, p->out,
                c->tail - c->head_seen + x->out[p->out].tail - x->out[p->out].head, c->capacity);
    }
}
