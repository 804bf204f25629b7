// xbar.c : see xbar.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/xbar.h"

#include <inttypes.h>
#include <stdlib.h>

STAT_TABLE(xbar_stat_table, "icnt", XBAR_STATS);

typedef struct packet {
    mreq r;
    uint64_t arrives; // tick in which its tail is at the output; set when it is given the output
    uint32_t out, flits;
} packet;

typedef struct ring {
    packet *slots; // mask + 1 of them
    uint32_t mask, head, tail;
} ring;

typedef struct input {
    ring q;
    uint32_t flits;     // of the packets in q
    uint64_t busy_until; // first tick in which it may send again
} input;

typedef struct output {
    ring flying;
    bits asked_by; // inputs whose head wants this output
    uint64_t busy_until;
    uint32_t last; // input given last
} output;

struct xbar {
    xbar_cfg k;
    input *in;
    output *out;
    bits offered;  // inputs whose channel holds something
    bits sending;  // inputs that have given away their head and not yet asked for the next
    bits wanted;   // outputs asked for
    bits flying;   // outputs with packets under way
    unsigned in_words, out_words;
    uint32_t stalled, held; // inputs waiting for an output, packets buffered: as of the last tick evaluated
    uint64_t pipe;          // ticks from the tail's leaving the input to the output channel
    uint64_t counted;       // ticks in s
    xbar_stats s;
};

static void ring_init(ring *q, uint32_t least)
{
    uint32_t n = 1;
    while (n < least) n *= 2;
    *q = (ring){.slots = wl_calloc(n, sizeof *q->slots), .mask = n - 1};
}
static inline bool ring_empty(const ring *q) { return q->head == q->tail; }
static inline packet *ring_front(const ring *q) { return &q->slots[q->head & q->mask]; }
static inline packet *ring_push(ring *q) { return &q->slots[q->tail++ & q->mask]; }

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
        ring_init(&x->out[o].flying, k->out[o]->capacity);
        x->out[o].last = k->inputs - 1;
    }
    x->in_words = bits_words(k->inputs);
    x->out_words = bits_words(k->outputs);
    x->pipe = k->latency > 2 ? k->latency - 2 : 0;
    return x;
}

void xbar_free(xbar *x)
{
    if (!x) return;
    for (uint32_t i = 0; i < x->k.inputs; i++) free(x->in[i].q.slots);
    for (uint32_t o = 0; o < x->k.outputs; o++) free(x->out[o].flying.slots);
    free(x->k.in);
    free(x->k.out);
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

static xbar_stats stats_until(const xbar *x, uint64_t now)
{
    xbar_stats s = x->s;
    const uint64_t ticks = now - x->counted;
    s.cycles += ticks;
    s.stall_cycles += ticks * x->stalled;
    s.buffered += ticks * x->held;
    return s;
}

// Tails that have arrived enter the output channels; their places were reserved.
static void deliver(xbar *x, uint64_t now, bits *pushed)
{
    BITS_FOR(o, &x->flying, x->out_words) {
        ring *q = &x->out[o].flying;
        if (ring_front(q)->arrives > now) continue;
        chan_push(x->k.out[o], &ring_front(q)->r);
        q->head++;
        x->s.delivered++;
        bits_set(pushed, (unsigned)o);
        if (ring_empty(q)) bits_clear(&x->flying, (unsigned)o);
    }
}

static void ask(xbar *x, uint32_t i)
{
    const uint32_t o = ring_front(&x->in[i].q)->out;
    bits_set(&x->out[o].asked_by, i);
    bits_set(&x->wanted, o);
    x->stalled++;
}

// Inputs whose last packet has left whole ask for the output of the next.
static void ask_again(xbar *x, uint64_t now)
{
    BITS_FOR(i, &x->sending, x->in_words) {
        if (x->in[i].busy_until > now) continue;
        bits_clear(&x->sending, (unsigned)i);
        if (!ring_empty(&x->in[i].q)) ask(x, (uint32_t)i);
    }
}

static bool has_room(const input *n, uint32_t flits, uint32_t buffer, uint64_t now)
{
    const uint64_t leaving = n->busy_until > now ? n->busy_until - now : 0, held = n->flits + leaving;
    return held == 0 || held + flits <= buffer;
}

// Each input takes at most one packet a tick from its channel into its buffer.
static void take_in(xbar *x, uint64_t now, bits *popped)
{
    BITS_FOR(i, &x->offered, x->in_words) {
        input *n = &x->in[i];
        const mreq *r = chan_front(x->k.in[i]);
        const uint32_t flits = xbar_flits(r, x->k.flit_bytes);
        if (!has_room(n, flits, x->k.input_buffer, now)) continue;
        const bool first = ring_empty(&n->q) && !bits_has(&x->sending, (unsigned)i);
        *ring_push(&n->q) = (packet){.r = *r, .out = x->k.route(x->k.route_ctx, r), .flits = flits};
        chan_pop(x->k.in[i]);
        n->flits += flits;
        x->held++;
        x->s.packets++;
        x->s.flits += flits;
        bits_set(popped, (unsigned)i);
        if (!chan_count(x->k.in[i])) bits_clear(&x->offered, (unsigned)i);
        if (first) ask(x, (uint32_t)i);
    }
}

static void give(xbar *x, uint32_t o, uint32_t i, uint64_t now)
{
    input *n = &x->in[i];
    output *p = &x->out[o];
    packet *from = ring_front(&n->q);
    from->arrives = now + from->flits - 1 + x->pipe;
    n->flits -= from->flits;
    n->busy_until = p->busy_until = now + from->flits;
    *ring_push(&p->flying) = *from;
    n->q.head++;
    p->last = i;
    x->stalled--;
    x->held--;
    bits_clear(&p->asked_by, i);
    if (!bits_any(&p->asked_by, x->in_words)) bits_clear(&x->wanted, o);
    bits_set(&x->sending, i);
    bits_set(&x->flying, o);
}

static void allocate(xbar *x, uint64_t now)
{
    BITS_FOR(o, &x->wanted, x->out_words) {
        const output *p = &x->out[o];
        if (p->busy_until > now || chan_room(x->k.out[o]) <= p->flying.tail - p->flying.head) continue;
        const uint32_t from = p->last + 1 == x->k.inputs ? 0 : p->last + 1;
        give(x, (uint32_t)o, bits_next_round(&p->asked_by, from, x->k.inputs), now);
    }
}

// While anything is asked for or offered every tick counts; what is being sent and what is under way has a known time.
static uint64_t next_wake(const xbar *x, uint64_t now)
{
    if (bits_any(&x->wanted, x->out_words) || bits_any(&x->offered, x->in_words)) return now + 1;
    uint64_t wake = UINT64_MAX;
    BITS_FOR(i, &x->sending, x->in_words) {
        if (!ring_empty(&x->in[i].q) && x->in[i].busy_until < wake) wake = x->in[i].busy_until;
    }
    BITS_FOR(o, &x->flying, x->out_words) {
        const uint64_t t = ring_front(&x->out[o].flying)->arrives;
        if (t < wake) wake = t;
    }
    return wake;
}

uint64_t xbar_eval(xbar *x, uint64_t now, bits *pushed, bits *popped)
{
    x->s = stats_until(x, now);
    x->counted = now;
    ask_again(x, now);
    take_in(x, now, popped);
    allocate(x, now);
    deliver(x, now, pushed);
    return next_wake(x, now);
}

void xbar_offer(xbar *x, uint32_t i) { bits_set(&x->offered, i); }

bool xbar_idle(const xbar *x)
{
    return !x->held && !bits_any(&x->flying, x->out_words) && !bits_any(&x->offered, x->in_words);
}

xbar_stats xbar_get_stats(const xbar *x, uint64_t now) { return stats_until(x, now); }

void xbar_dump(const xbar *x, FILE *f)
{
    for (uint32_t i = 0; i < x->k.inputs; i++) {
        const input *n = &x->in[i];
        if (ring_empty(&n->q)) continue;
        const packet *p = ring_front(&n->q);
        const chan *c = x->k.out[p->out];
        fprintf(f, "  %s crossbar: input %u holds %u packets (%u flits); its head, 0x%" PRIx64 " of SM %u, waits for output %u, "
                "where %u of %u places are taken\n", x->k.name, i, n->q.tail - n->q.head, n->flits, p->r.addr, p->r.sm, p->out,
                c->tail - c->head_seen + x->out[p->out].flying.tail - x->out[p->out].flying.head, c->capacity);
    }
}
