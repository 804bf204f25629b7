// xbar.c : see xbar.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/xbar.h"

#include "blocks/crossbar_bugs.h"
#include "machine/xbar_plug.h"

#include <inttypes.h>
#include <stdlib.h>

STAT_TABLE(xbar_stat_table, "icnt", XBAR_STATS);

// What a tick is made of is compiled into it, with `bug` a constant 0 where there is none.
#define IN_TICK static inline __attribute__((always_inline))

enum { LINE = 64 }; // bytes, of the computer's caches

// They stay where they are from intake to delivery; the place that became free last is taken first, so that few are in use.
typedef struct packet {
    _Alignas(LINE) mreq r;
    uint32_t out, flits;
} packet;

typedef struct ring {
    uint32_t *slots; // mask + 1 numbers of packets
    uint32_t mask, head, tail;
} ring;

// One virtual channel of an input.
typedef struct vc {
    ring q;
    uint32_t flits; // of the packets in q
} vc;

typedef struct input {
    uint32_t waiting;         // virtual channels that hold a packet, bit a channel
    uint32_t holds, holds_vc; // output that it is sending to, from which channel
    uint32_t accepted;        // output accepted last
    uint32_t taken;           // flits of all packets so far
    uint64_t busy_until;      // first tick in which it may send again
} input;

typedef struct output {
    ring flying; // packets under way, oldest first
    uint32_t last; // input given last
    bits asked_by; // inputs whose head wants this output
} output;

// What happens in ticks: for each a set.
typedef struct wheel_of_sets {
    uint64_t *sets; // [(tick & mask) * words]
    unsigned words;
} wheel_of_sets;

struct xbar {
    xbar_cfg k;
    xbar_plug *plug; // does the work of all that is below; NULL: none
    input *in;
    vc *vcs; // [input * k.vcs + channel]
    output *out;
    packet *packets;
    uint32_t *unused, n_unused; // stack of numbers of packets
    bits *grants; // [input]: outputs granted in this tick; empty between ticks
    wheel_of_sets sent, arrived, roomy_at; // inputs that have sent their packet whole, outputs at which a tail arrives, inputs of `full` whose
                                           // buffer has room for what is offered, since so much of their packet has left
    uint32_t wheel_mask, flying; // wheels are longer than any packet takes; packets under way
    bits offered;    // inputs whose channel holds something
    uint32_t n_full; // how many there are in full
    bits full;       // of these, those whose buffer has no room before a packet leaves it, or the tick of their `roomy`; not in offered
    uint32_t roomy;  // of these, how many have such a tick
    bits sending;    // inputs in the middle of a packet
    bits wanted;     // outputs asked for
    bits held;       // outputs in the middle of a packet
    unsigned in_words, out_words;
    uint32_t refused;           // inputs whose buffer had no room for the packet that came, as of the last tick evaluated
    uint32_t stalled, buffered; // inputs waiting for an output, packets in buffers: as of the last tick evaluated
    uint32_t places;            // xbar_places
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

static inline uint32_t ring_count(const ring *q) { return q->tail - q->head; }
static inline bool ring_empty(const ring *q) { return q->head == q->tail; }
static inline vc *vc_of(const xbar *x, uint32_t i, uint32_t v) { return &x->vcs[i * x->k.vcs + v]; }
static inline uint32_t vc_to(const xbar *x, uint32_t out) { return x->k.vcs == 1 ? 0 : out % x->k.vcs; }
static inline void ring_push(ring *q, uint32_t number) { q->slots[q->tail++ & q->mask] = number; }
static inline uint32_t ring_pop(ring *q) { return q->slots[q->head++ & q->mask]; }
static inline packet *packet_at(const xbar *x, const ring *q, uint32_t at) { return &x->packets[q->slots[at & q->mask]]; }
static inline packet *front_of(const xbar *x, const vc *c) { return packet_at(x, &c->q, c->q.head); }

static void make_wheel(xbar *x)
{
    const mreq largest = {.kind = MREQ_ATOMIC, .bytes = XBAR_DATA_BYTES};
    const uint64_t span = xbar_flits(&largest, x->k.flit_bytes) + x->pipe + 1;
    uint32_t n = 1;
    while (n < span) n *= 2;
    x->wheel_mask = n - 1;
    x->sent = x->roomy_at = (wheel_of_sets){.words = x->in_words};
    x->arrived.words = x->out_words;
    wheel_of_sets *const all[] = {&x->sent, &x->arrived, &x->roomy_at};
    for (unsigned k = 0; k < 3; k++) all[k]->sets = wl_calloc((size_t)n * all[k]->words, sizeof(uint64_t));
}

static void make_packets(xbar *x)
{
    uint32_t n = x->k.inputs * x->k.vcs * x->k.input_buffer;
    for (uint32_t o = 0; o < x->k.outputs; o++) n += x->k.out[o]->capacity;
    x->packets = aligned_alloc(LINE, n * sizeof *x->packets);
    CHECK(x->packets, "no memory for %u packets", n);
    x->unused = wl_calloc(n, sizeof *x->unused);
    for (x->n_unused = 0; x->n_unused < n; x->n_unused++) x->unused[x->n_unused] = n - 1 - x->n_unused;
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
    x->vcs = wl_calloc((size_t)k->inputs * k->vcs, sizeof *x->vcs);
    x->grants = wl_calloc(k->inputs, sizeof *x->grants);
    for (uint32_t i = 0; i < k->inputs; i++) {
        x->k.in[i] = k->in[i];
        x->in[i].accepted = k->outputs - 1;
    }
    for (uint32_t v = 0; v < k->inputs * k->vcs; v++) ring_init(&x->vcs[v].q, k->input_buffer);
    for (uint32_t o = 0; o < k->outputs; o++) {
        x->k.out[o] = k->out[o];
        ring_init(&x->out[o].flying, k->out[o]->capacity);
        x->out[o].last = k->inputs - 1;
    }
    x->in_words = bits_words(k->inputs);
    x->out_words = bits_words(k->outputs);
    x->pipe = k->latency > 2 ? k->latency - 2 : 0;
    make_wheel(x);
    make_packets(x);
    return x;
}

void xbar_free(xbar *x)
{
    if (!x) return;
    xbar_plug_free(x->plug);
    for (uint32_t v = 0; v < x->k.inputs * x->k.vcs; v++) free(x->vcs[v].q.slots);
    for (uint32_t o = 0; o < x->k.outputs; o++) free(x->out[o].flying.slots);
    free(x->k.in);
    free(x->k.out);
    free(x->sent.sets);
    free(x->arrived.sets);
    free(x->roomy_at.sets);
    free(x->packets);
    free(x->unused);
    free(x->in);
    free(x->vcs);
    free(x->grants);
    free(x->out);
    free(x);
}

void xbar_inputs(xbar *x, chan *in)
{
    for (uint32_t i = 0; i < x->k.inputs; i++) x->k.in[i] = &in[i];
}

int xbar_plug_in(xbar *x, const config *c, block_factory make, void *ctx, err *e)
{
    x->plug = xbar_plug_new(&x->k, c, make, ctx, e);
    return x->plug ? ST_OK : e->status;
}

uint32_t xbar_out_capacity(const struct cfg_icnt *k) { return k->latency + k->input_buffer; }

uint32_t xbar_flits(const mreq *r, uint32_t flit_bytes)
{
    const bool data = (r->kind == MREQ_ATOMIC) | (r->kind == MREQ_PART) | ((r->kind == MREQ_READ) == ((r->flags & MREQ_REPLY) != 0));
    return (XBAR_HEADER_BYTES + (r->bytes & -(uint32_t)data) + flit_bytes - 1) / flit_bytes;
}

static inline void account(xbar_stats *s, const xbar *x, uint64_t now)
{
    const uint64_t ticks = now - x->counted;
    s->cycles += ticks;
    s->stall_cycles += ticks * x->stalled;
    s->refused += ticks * x->refused;
    s->buffered += ticks * x->buffered;
}

static inline uint64_t *at(const xbar *x, const wheel_of_sets *w, uint64_t tick, unsigned words) { return &w->sets[(tick & x->wheel_mask) * words]; }

static inline void put_at(const xbar *x, wheel_of_sets *w, uint64_t tick, uint32_t i)
{
    at(x, w, tick, w->words)[i >> 6] |= (uint64_t)1 << (i & 63);
}

// The set of the tick; it is empty behind that.
static inline void take_set(const xbar *x, wheel_of_sets *w, uint64_t tick, unsigned words, bits *set)
{
    uint64_t *of = at(x, w, tick, words);
    for (unsigned k = 0; k < words; k++) {
        set->w[k] = of[k];
        of[k] = 0;
    }
}

static inline bool any_at(const xbar *x, const wheel_of_sets *w, uint64_t tick, unsigned words)
{
    const uint64_t *of = at(x, w, tick, words);
    uint64_t any = 0;
    for (unsigned k = 0; k < words; k++) any |= of[k];
    return any != 0;
}

// The heads of the input's channels ask for their outputs, or ask no more.
static inline void ask(xbar *x, uint32_t i)
{
    for (uint32_t left = x->in[i].waiting; left; left &= left - 1) {
        const uint32_t o = front_of(x, vc_of(x, i, (uint32_t)__builtin_ctz(left)))->out;
        bits_set(&x->out[o].asked_by, i);
        bits_set(&x->wanted, o);
    }
    x->stalled += x->in[i].waiting != 0;
}

static inline void ask_no_more(xbar *x, uint32_t i, unsigned in_words)
{
    for (uint32_t left = x->in[i].waiting; left; left &= left - 1) {
        const uint32_t o = front_of(x, vc_of(x, i, (uint32_t)__builtin_ctz(left)))->out;
        bits_clear(&x->out[o].asked_by, i);
        if (!bits_any(&x->out[o].asked_by, in_words)) bits_clear(&x->wanted, o);
    }
    x->stalled--;
}

// Inputs whose packet has left whole let their output go and ask for those of their next packets.
static inline void ask_again(xbar *x, uint64_t tick, unsigned words)
{
    bits sent;
    take_set(x, &x->sent, tick, words, &sent);
    BITS_FOR(i, &sent, words) {
        bits_clear(&x->sending, (unsigned)i);
        bits_clear(&x->held, x->in[i].holds);
        ask(x, (uint32_t)i);
    }
}

IN_TICK bool has_room(const xbar *x, uint32_t i, uint32_t v, uint32_t flits, uint64_t now, unsigned bug)
{
    const input *n = &x->in[i];
    uint64_t leaving = choose((n->busy_until > now) & (n->holds_vc == v), n->busy_until - now, 0), room = x->k.input_buffer;
    if (bug == CROSSBAR_BUG_SENT_FREES) leaving = 0;
    if (bug == CROSSBAR_BUG_FULL_LATE) room++;
    if (bug == CROSSBAR_BUG_FULL_EARLY) room--;
    const uint64_t held = vc_of(x, i, v)->flits + leaving;
    return (held == 0) | (held + flits <= room);
}

static inline void reopen(xbar *x, uint32_t i)
{
    const bool full = bits_has(&x->full, i);
    bits_put(&x->offered, i, full);
    bits_clear(&x->full, i);
    x->n_full -= full;
}

static inline void reopen_roomy(xbar *x, uint64_t tick, unsigned words)
{
    bits roomy;
    take_set(x, &x->roomy_at, tick, words, &roomy);
    BITS_FOR(i, &roomy, words) {
        reopen(x, (uint32_t)i);
        x->roomy--;
    }
}

// The buffer has no room for the packet of input i, which is looked at again when it has: in the tick in which enough of the packet that
// is being sent from it has left, or after another one has been given its output.
static inline void refuse(xbar *x, uint32_t i, uint32_t v, uint32_t flits, uint64_t now)
{
    const input *n = &x->in[i];
    const uint32_t waiting = vc_of(x, i, v)->flits, filled = waiting + flits, size = x->k.input_buffer;
    bits_clear(&x->offered, i);
    bits_set(&x->full, i);
    x->n_full++;
    if (n->busy_until <= now || n->holds_vc != v || (waiting && filled > size)) return;
    put_at(x, &x->roomy_at, n->busy_until - (filled < size ? size - filled : 0), i);
    x->roomy++;
}

static inline void take(xbar *x, uint32_t i, const mreq *r, uint32_t out, uint32_t flits, uint64_t now)
{
    const uint32_t v = vc_to(x, out);
    vc *c = vc_of(x, i, v);
    input *n = &x->in[i];
    const bool first = ring_empty(&c->q) && !bits_has(&x->sending, i);
    const uint32_t number = x->unused[--x->n_unused];
    packet *p = &x->packets[number];
    ring_push(&c->q, number);
    p->r = *r;
    if (x->k.map) p->r.entered = (uint32_t)now;
    p->out = out;
    p->flits = flits;
    c->flits += flits;
    n->taken += flits;
    x->buffered++;
    x->s.packets++;
    x->s.flits += flits;
    x->stalled += first && !n->waiting;
    n->waiting |= 1u << v;
    if (!first) return;
    bits_set(&x->out[out].asked_by, i);
    bits_set(&x->wanted, out);
}

// Each input takes at most one packet a tick from its channel into its buffer of the packet's output.
IN_TICK void take_in(xbar *x, uint64_t now, bits *popped, unsigned words, unsigned bug)
{
    x->refused = x->n_full;
    BITS_FOR(i, &x->offered, words) {
        const mreq *r = chan_front(x->k.in[i]);
        const uint32_t flits = xbar_flits(r, x->k.flit_bytes), out = x->k.map ? addrmap_slice(x->k.map, r->addr) : r->sm;
        if (!has_room(x, (uint32_t)i, vc_to(x, out), flits, now, bug)) {
            x->refused++;
            if (!bug || x->in[i].busy_until <= now) refuse(x, (uint32_t)i, vc_to(x, out), flits, now);
            continue;
        }
        take(x, (uint32_t)i, r, out, flits, now);
        chan_pop(x->k.in[i]);
        bits_set(popped, (unsigned)i);
        if (!chan_count(x->k.in[i])) bits_clear(&x->offered, (unsigned)i);
    }
}

static inline uint32_t fewer(uint32_t a, uint32_t b) { return a < b ? a : b; }
// Of the packets under way each has one.
static inline uint32_t places_of(const xbar *x, uint32_t o) { return chan_room(x->k.out[o]) - ring_count(&x->out[o].flying); }

IN_TICK void give(xbar *x, uint32_t o, uint32_t i, uint64_t now, unsigned in_words, unsigned bug)
{
    input *n = &x->in[i];
    output *p = &x->out[o];
    vc *c = vc_of(x, i, vc_to(x, o));
    const packet *from = front_of(x, c);
    ask_no_more(x, i, in_words);
    c->flits -= from->flits;
    n->holds = o;
    n->holds_vc = vc_to(x, o);
    n->busy_until = now + from->flits - (bug == CROSSBAR_BUG_SHORT && from->flits > 1);
    ring_push(&p->flying, ring_pop(&c->q));
    x->places = fewer(x->places, places_of(x, o));
    n->waiting &= ~((uint32_t)ring_empty(&c->q) << n->holds_vc);
    put_at(x, &x->sent, n->busy_until, i);
    put_at(x, &x->arrived, n->busy_until - 1 + x->pipe, o);
    x->flying++;
    x->buffered--;
    bits_set(&x->sending, i);
    bits_set(&x->held, o);
    reopen(x, i);
}

// Inputs granted several outputs accept one each; iSLIP moves the pointers of what was accepted.
IN_TICK void accept(xbar *x, const bits *granted, uint64_t now, unsigned in_words, unsigned bug)
{
    BITS_FOR(i, granted, in_words) {
        input *n = &x->in[i];
        const uint32_t turn = n->accepted + 1 == x->k.outputs || bug == CROSSBAR_BUG_ACCEPT_FIRST ? 0 : n->accepted + 1;
        const uint32_t o = bits_next_round(&x->grants[i], turn, x->k.outputs);
        x->grants[i] = (bits){{0}};
        n->accepted = o;
        x->out[o].last = (uint32_t)i;
        give(x, o, (uint32_t)i, now, in_words, bug);
    }
}

IN_TICK void allocate(xbar *x, uint64_t now, unsigned in_words, unsigned out_words, unsigned bug)
{
    bits can, granted;
    for (unsigned k = 0; k < out_words; k++) can.w[k] = x->wanted.w[k] & ~x->held.w[k];
    bits_clear_all(&granted, in_words);
    BITS_FOR(o, &can, out_words) {
        output *p = &x->out[o];
        if (chan_room(x->k.out[o]) + (bug == CROSSBAR_BUG_PLACE_MORE) <= ring_count(&p->flying)) continue;
        uint32_t from = p->last + 1 == x->k.inputs ? 0 : p->last + 1;
        if (bug == CROSSBAR_BUG_FIXED) from = 0;
        if (bug == CROSSBAR_BUG_TURN_STAYS) from = p->last;
        const uint32_t i = bits_next_round(&p->asked_by, from, x->k.inputs);
        if (x->k.vcs == 1 || x->k.arbiter == ARB_RR || bug == CROSSBAR_BUG_TURN_ON_GRANT) p->last = i;
        if (x->k.vcs == 1) {
            give(x, (uint32_t)o, i, now, in_words, bug); // its only wish
            continue;
        }
        bits_set(&x->grants[i], (unsigned)o);
        bits_set(&granted, i);
    }
    if (x->k.vcs > 1) accept(x, &granted, now, in_words, bug);
}

// Tails that have arrived enter the output channels; their places were reserved.
static inline void deliver(xbar *x, uint64_t tick, bits *pushed, unsigned words)
{
    bits arrived;
    take_set(x, &x->arrived, tick, words, &arrived);
    BITS_FOR(o, &arrived, words) {
        const uint32_t number = ring_pop(&x->out[o].flying);
        mreq_push(x->k.out[o], &x->packets[number].r);
        x->unused[x->n_unused++] = number;
        x->s.delivered++;
        x->flying--;
    }
    for (unsigned k = 0; k < words; k++) pushed->w[k] |= arrived.w[k];
}

// An output that is held is let go by an event, of interest only while a packet waits; one that is free and wanted waits for room
// in its channel, which nobody tells.
static inline uint64_t next_due(const xbar *x, uint64_t now, unsigned in_words, unsigned out_words)
{
    uint64_t free_wanted = 0;
    for (unsigned k = 0; k < out_words; k++) free_wanted |= x->wanted.w[k] & ~x->held.w[k];
    if (free_wanted || bits_any(&x->offered, in_words)) return now + 1;
    if (!x->flying && !x->buffered && !x->roomy) return UINT64_MAX;
    for (uint64_t t = now + 1;; t++) {
        if (x->buffered && any_at(x, &x->sent, t, in_words)) return t;
        if (any_at(x, &x->arrived, t, out_words) || (x->roomy && any_at(x, &x->roomy_at, t, in_words))) return t;
    }
}

// Inputs that have sent their packet whole in ticks that were not evaluated, since no packet waited.
static inline void catch_up(xbar *x, uint64_t now, unsigned words)
{
    if (!bits_any(&x->sending, words)) return;
    const uint64_t all = now > x->wheel_mask ? now - x->wheel_mask : 0;
    for (uint64_t t = x->counted + 1 > all ? x->counted + 1 : all; t < now; t++) ask_again(x, t, words);
}

IN_TICK uint64_t tick(xbar *x, uint64_t now, bits *pushed, bits *popped, unsigned in_words, unsigned out_words, unsigned bug)
{
    catch_up(x, now, in_words);
    ask_again(x, now, in_words);
    if (x->roomy) reopen_roomy(x, now, in_words);
    take_in(x, now, popped, in_words, bug);
    allocate(x, now, in_words, out_words, bug);
    deliver(x, now, pushed, out_words);
    return next_due(x, now, in_words, out_words);
}

uint64_t xbar_eval(xbar *x, uint64_t now, bits *pushed, bits *popped)
{
    if (x->plug) return xbar_plug_eval(x->plug, now, pushed, popped);
    account(&x->s, x, now);
    const bool small = x->in_words == 1 && x->out_words == 1; // the common size: no loops over words
    uint64_t next;
    if (x->k.bug) next = tick(x, now, pushed, popped, x->in_words, x->out_words, x->k.bug);
    else if (small) next = tick(x, now, pushed, popped, 1, 1, 0);
    else next = tick(x, now, pushed, popped, x->in_words, x->out_words, 0);
    x->counted = now;
    return next;
}

void xbar_offer(xbar *x, const bits *inputs)
{
    for (unsigned k = 0; k < x->in_words; k++) x->offered.w[k] |= inputs->w[k] & ~x->full.w[k];
}

uint32_t xbar_places(const xbar *x) { return x->places; }

void xbar_popped(xbar *x)
{
    x->places = x->plug ? 0 : UINT32_MAX;
    for (uint32_t o = 0; o < x->k.outputs; o++) x->places = fewer(x->places, places_of(x, o));
}

bool xbar_has_room(const xbar *x, uint32_t i, uint32_t out, uint32_t flits, uint64_t now)
{
    return has_room(x, i, vc_to(x, out), flits, now, x->k.bug);
}

bool xbar_sends(const xbar *x, uint32_t i, uint64_t now, uint32_t *out, uint32_t *channel)
{
    *out = x->in[i].holds;
    *channel = x->in[i].holds_vc;
    return x->in[i].busy_until > now;
}

uint32_t xbar_taken(const xbar *x, uint32_t i) { return x->in[i].taken; }

uint32_t xbar_sure(const xbar *x, uint32_t i, uint64_t now)
{
    const input *n = &x->in[i];
    const uint64_t held = vc_of(x, i, 0)->flits + (n->busy_until > now ? n->busy_until - now : 0);
    if (x->k.vcs > 1) return n->taken; // which channel it will be is not known
    return n->taken + (held < x->k.input_buffer ? x->k.input_buffer - (uint32_t)held : 0);
}

uint32_t xbar_shut(const xbar *x, uint32_t i, uint64_t now)
{
    const input *n = &x->in[i];
    const mreq *r = chan_front(x->k.in[i]);
    if (!bits_has(&x->full, i) || !r || x->k.vcs > 1) return 0;
    const uint32_t flits = xbar_flits(r, x->k.flit_bytes), left = n->busy_until > now ? (uint32_t)(n->busy_until - now) : 0;
    const uint32_t held = vc_of(x, i, 0)->flits + left, all = held + flits;
    if (all <= x->k.input_buffer) return 0;
    return flits > x->k.input_buffer ? held : all - x->k.input_buffer;
}

const bits *xbar_full(const xbar *x) { return &x->full; }
const bits *xbar_sending(const xbar *x) { return &x->sending; }

xbar_waits xbar_get_waits(const xbar *x)
{
    xbar_waits w = {0};
    BITS_FOR(o, &x->wanted, x->out_words) {
        const output *p = &x->out[o];
        if (bits_has(&x->held, (unsigned)o)) w.contended++;
        else if (chan_room(x->k.out[o]) <= ring_count(&p->flying)) w.no_place++;
        else w.declined++;
    }
    return w;
}

bool xbar_idle(const xbar *x)
{
    if (x->plug) return xbar_plug_idle(x->plug);
    return !x->buffered && !x->flying && !x->roomy && !bits_any(&x->offered, x->in_words);
}

xbar_stats xbar_get_stats(const xbar *x, uint64_t now)
{
    if (x->plug) return xbar_plug_stats(x->plug, now);
    xbar_stats s = x->s;
    account(&s, x, now);
    return s;
}

static void dump_vc(const xbar *x, uint32_t i, uint32_t v, FILE *f)
{
    const vc *n = vc_of(x, i, v);
    if (ring_empty(&n->q)) return;
    const packet *p = front_of(x, n);
    const chan *c = x->k.out[p->out];
    fprintf(f, "  %s crossbar: input %u holds %u packets (%u flits)", x->k.name, i, ring_count(&n->q), n->flits);
    if (x->k.vcs > 1) fprintf(f, " in virtual channel %u", v);
    fprintf(f, "; its head, 0x%" PRIx64 " of SM %u, waits for output %u, where %u of %u places are taken\n", p->r.addr, p->r.sm, p->out,
            c->tail - c->head_seen + ring_count(&x->out[p->out].flying), c->capacity);
}

void xbar_dump(const xbar *x, FILE *f)
{
    if (x->plug) xbar_plug_dump(x->plug, f);
    for (uint32_t i = 0; i < x->k.inputs; i++) {
        for (uint32_t v = 0; v < x->k.vcs; v++) dump_vc(x, i, v, f);
    }
}

void xbar_view(const xbar *x, const mreq_view *v)
{
    char place[64];
    if (x->plug) xbar_plug_view(x->plug, v);
    snprintf(place, sizeof place, "%s crossbar, input", x->k.name);
    for (uint32_t i = 0; i < x->k.inputs * x->k.vcs; i++) {
        const ring *q = &x->vcs[i].q;
        for (uint32_t k = q->head; k != q->tail; k++) mreq_show(v, &packet_at(x, q, k)->r, place, i / x->k.vcs);
    }
    snprintf(place, sizeof place, "%s crossbar, on the way to output", x->k.name);
    for (uint32_t o = 0; o < x->k.outputs; o++) {
        const ring *w = &x->out[o].flying;
        for (uint32_t k = w->head; k != w->tail; k++) mreq_show(v, &packet_at(x, w, k)->r, place, o);
    }
}
