// xbar.c : see xbar.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/xbar.h"

#include "blocks/crossbar_bugs.h"
#include "machine/xbar_plug.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

STAT_TABLE(xbar_stat_table, "icnt", XBAR_STATS);

// What a tick is made of is compiled into it, with `bug` a constant 0 where there is none.
#define IN_TICK static inline __attribute__((always_inline))

enum { LINE = 64 }; // bytes, of the computer's caches

// They stay where they are from intake to delivery; the place that became free last is taken first, so that few are in use.
typedef struct packet {
    _Alignas(LINE) mreq r;
    uint32_t out, flits;
    uint32_t next; // number of the one behind it in its queue, or of the next free place
} packet;

typedef struct queue {
    uint32_t first, last, n; // numbers of packets; how many
} queue;

// One virtual channel of an input.
typedef struct vc {
    queue q;
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
    queue flying; // packets under way, oldest first
    uint32_t last; // input given last
    bits asked_by; // inputs that have a head for this output
} output;

// What a tick is compiled for.
typedef struct shape {
    unsigned in_words, out_words, vcs, bug;
} shape;

struct xbar {
    xbar_cfg k;
    bool usual; // a word of inputs, and of outputs, one channel
    xbar_plug *plug; // does the work of all that is below; NULL: none
    input *in;
    vc *vcs; // [input * k.vcs + channel]
    output *out;
    packet *packets;
    uint32_t unused; // the first free place
    bits *grants; // [input]: outputs granted in this tick; empty between ticks
    // What happens in coming ticks, four sets a tick: inputs and outputs whose packet has gone over whole; inputs of `full` whose buffer has room
    // for what is offered, since so much of their packet has left; outputs at which a tail arrives. It is longer than any packet takes.
    uint64_t *wheel; // [tick & mask][in_words + out_words + in_words + out_words]
    uint32_t wheel_mask, flying; // packets under way
    bits offered;    // inputs whose channel holds something
    uint32_t n_full; // how many there are in full
    bits full;       // of these, those whose buffer has no room before a packet leaves it, or the tick of their `roomy`; not in offered
    uint32_t roomy;  // of these, how many have such a tick
    bits sending;    // inputs in the middle of a packet
    bits holding;    // inputs with packets in their buffers
    bits wanted;     // outputs that a head is for
    bits held;       // outputs in the middle of a packet
    unsigned in_words, out_words;
    uint32_t refused;           // inputs whose buffer had no room for the packet that came, as of the last tick evaluated
    uint32_t stalled, buffered; // inputs waiting for an output, packets in buffers: as of the last tick evaluated
    uint32_t places;            // xbar_places
    uint64_t flit_inverse;      // 2^32 / k.flit_bytes, rounded up
    uint64_t pipe;              // ticks from the tail's leaving the input to the output channel
    uint64_t counted;           // ticks in s
    xbar_stats s;
};

static inline shape shape_of(const xbar *x) { return (shape){x->in_words, x->out_words, x->k.vcs, x->k.bug}; }
IN_TICK vc *vc_of(const xbar *x, uint32_t i, uint32_t v, shape k) { return &x->vcs[i * k.vcs + v]; }
IN_TICK uint32_t vc_to(uint32_t out, shape k) { return k.vcs == 1 ? 0 : out % k.vcs; }
IN_TICK packet *front_of(const xbar *x, const vc *c) { return &x->packets[c->q.first]; }

// No branch: whether the queue is empty is anyone's guess.
IN_TICK void queue_push(xbar *x, queue *q, uint32_t number)
{
    const bool empty = !q->n++;
    x->packets[choose(empty, number, q->last)].next = number;
    q->first = (uint32_t)choose(empty, number, q->first);
    q->last = number;
}

IN_TICK uint32_t queue_pop(xbar *x, queue *q)
{
    const uint32_t number = q->first;
    q->first = x->packets[number].next;
    q->n--;
    return number;
}

static void make_wheel(xbar *x)
{
    const mreq largest = {.kind = MREQ_ATOMIC, .bytes = XBAR_DATA_BYTES};
    const uint64_t span = xbar_flits(&largest, x->k.flit_bytes) + x->pipe + 1;
    uint32_t n = 1;
    while (n < span) n *= 2;
    x->wheel_mask = n - 1;
    x->wheel = wl_calloc((size_t)n * 2 * (x->in_words + x->out_words), sizeof *x->wheel);
}

static void make_packets(xbar *x)
{
    uint32_t n = x->k.inputs * x->k.vcs * x->k.input_buffer;
    for (uint32_t o = 0; o < x->k.outputs; o++) n += x->k.out[o]->capacity;
    x->packets = aligned_alloc(LINE, (n + 1) * sizeof *x->packets);
    CHECK(x->packets, "no memory for %u packets", n);
    memset(x->packets, 0, (n + 1) * sizeof *x->packets); // one more than there can be: the last one's next
    for (uint32_t i = 0; i < n; i++) x->packets[i].next = i + 1;
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
    for (uint32_t o = 0; o < k->outputs; o++) {
        x->k.out[o] = k->out[o];
        x->out[o].last = k->inputs - 1;
    }
    x->in_words = bits_words(k->inputs);
    x->out_words = bits_words(k->outputs);
    x->usual = x->in_words * x->out_words * k->vcs == 1 && !k->bug;
    x->flit_inverse = (((uint64_t)1 << 32) + k->flit_bytes - 1) / k->flit_bytes;
    x->pipe = k->latency > 2 ? k->latency - 2 : 0;
    make_wheel(x);
    make_packets(x);
    return x;
}

void xbar_free(xbar *x)
{
    if (!x) return;
    xbar_plug_free(x->plug);
    free(x->k.in);
    free(x->k.out);
    free(x->wheel);
    free(x->packets);
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

// Kinds that carry data, as requests bit 2 * kind, as replies the one above.
enum { DATA = 1u << 2 * MREQ_WRITE | 1u << 2 * MREQ_WRITEBACK | 2u << 2 * MREQ_READ | 3u << 2 * MREQ_ATOMIC | 3u << 2 * MREQ_PART };

static inline unsigned way_of(const mreq *r) { return 2u * r->kind + ((r->flags & MREQ_REPLY) != 0); }
static inline uint32_t packet_bytes(const mreq *r) { return XBAR_HEADER_BYTES + (r->bytes & -((uint32_t)DATA >> way_of(r) & 1)); }

uint32_t xbar_flits(const mreq *r, uint32_t flit_bytes) { return (packet_bytes(r) + flit_bytes - 1) / flit_bytes; }

// The same without a division: n * ceil(2^32 / w) >> 32 = n / w for n * w < 2^32.
IN_TICK uint32_t flits_of(const xbar *x, const mreq *r) { return (uint32_t)((packet_bytes(r) + x->k.flit_bytes - 1) * x->flit_inverse >> 32); }

static inline void account(xbar_stats *s, const xbar *x, uint64_t now)
{
    const uint64_t ticks = now - x->counted;
    s->cycles += ticks;
    s->stall_cycles += ticks * x->stalled;
    s->refused += ticks * x->refused;
    s->buffered += ticks * x->buffered;
}

// The sets of a tick.
IN_TICK uint64_t *in_done(const xbar *x, uint64_t tick, shape k) { return &x->wheel[(tick & x->wheel_mask) * 2 * (k.in_words + k.out_words)]; }
IN_TICK uint64_t *out_done(const xbar *x, uint64_t tick, shape k) { return in_done(x, tick, k) + k.in_words; }
IN_TICK uint64_t *roomy_at(const xbar *x, uint64_t tick, shape k) { return out_done(x, tick, k) + k.out_words; }
IN_TICK uint64_t *arrived_at(const xbar *x, uint64_t tick, shape k) { return roomy_at(x, tick, k) + k.in_words; }

IN_TICK void add(uint64_t *set, uint32_t i) { set[i >> 6] |= (uint64_t)1 << (i & 63); }

// The set; it is empty behind that.
IN_TICK void take_set(uint64_t *of, unsigned words, bits *set)
{
    for (unsigned k = 0; k < words; k++) {
        set->w[k] = of[k];
        of[k] = 0;
    }
}

// Inputs whose packet has left whole let their output go.
IN_TICK void let_go(xbar *x, uint64_t tick, shape k)
{
    bits in, out;
    take_set(in_done(x, tick, k), k.in_words, &in);
    take_set(out_done(x, tick, k), k.out_words, &out);
    for (unsigned w = 0; w < k.in_words; w++) x->sending.w[w] &= ~in.w[w];
    for (unsigned w = 0; w < k.out_words; w++) x->held.w[w] &= ~out.w[w];
}

// The number of an input or output, of which the compiler shall know in how many words of a set it may be.
IN_TICK uint32_t nth(uint32_t i, unsigned words)
{
    if (i >= 64 * words) __builtin_unreachable();
    return i;
}

// A packet for this output has become a head of the input; if `really`.
IN_TICK void ask(xbar *x, uint32_t i, uint32_t out, bool really)
{
    bits_put(&x->out[out].asked_by, i, really);
    bits_put(&x->wanted, out, really);
}

IN_TICK void ask_no_more(xbar *x, uint32_t i, uint32_t out, shape k)
{
    bits_clear(&x->out[out].asked_by, i);
    bits_assign(&x->wanted, out, bits_any(&x->out[out].asked_by, k.in_words));
}

IN_TICK bool has_room(const xbar *x, uint32_t i, uint32_t v, uint32_t flits, uint64_t now, shape k)
{
    const input *n = &x->in[i];
    uint64_t leaving = choose((n->busy_until > now) & (n->holds_vc == v), n->busy_until - now, 0), room = x->k.input_buffer;
    if (k.bug == CROSSBAR_BUG_SENT_FREES) leaving = 0;
    if (k.bug == CROSSBAR_BUG_FULL_LATE) room++;
    if (k.bug == CROSSBAR_BUG_FULL_EARLY) room--;
    const uint64_t held = vc_of(x, i, v, k)->flits + leaving;
    return (held == 0) | (held + flits <= room);
}

IN_TICK void reopen(xbar *x, uint32_t i)
{
    const bool full = bits_has(&x->full, i);
    bits_put(&x->offered, i, full);
    bits_clear(&x->full, i);
    x->n_full -= full;
}

IN_TICK void reopen_roomy(xbar *x, uint64_t tick, shape k)
{
    bits roomy;
    take_set(roomy_at(x, tick, k), k.in_words, &roomy);
    BITS_FOR(i, &roomy, k.in_words) {
        reopen(x, (uint32_t)i);
        x->roomy--;
    }
}

// The buffer has no room for the packet of input i, which is looked at again when it has: in the tick in which enough of the packet that
// is being sent from it has left, or after another one has been given its output.
IN_TICK void refuse(xbar *x, uint32_t i, uint32_t v, uint32_t flits, uint64_t now, shape k)
{
    const input *n = &x->in[i];
    const uint32_t waiting = vc_of(x, i, v, k)->flits, filled = waiting + flits, size = x->k.input_buffer;
    bits_clear(&x->offered, i);
    bits_set(&x->full, i);
    x->n_full++;
    if ((n->busy_until <= now) | (n->holds_vc != v) | ((waiting != 0) & (filled > size))) return;
    add(roomy_at(x, n->busy_until - (filled < size ? size - filled : 0), k), i);
    x->roomy++;
}

IN_TICK void take(xbar *x, uint32_t i, const mreq *r, uint32_t out, uint32_t flits, uint64_t now, shape k)
{
    const uint32_t v = vc_to(out, k);
    vc *c = vc_of(x, i, v, k);
    input *n = &x->in[i];
    ask(x, i, out, !c->q.n);
    const uint32_t number = x->unused;
    packet *p = &x->packets[number];
    x->unused = p->next;
    queue_push(x, &c->q, number);
    p->r = *r;
    if (x->k.map) p->r.entered = (uint32_t)now;
    p->out = out;
    p->flits = flits;
    c->flits += flits;
    n->taken += flits;
    x->buffered++;
    x->s.packets++;
    x->s.flits += flits;
    n->waiting |= 1u << v;
    bits_set(&x->holding, i);
}

// Each input takes at most one packet a tick from its channel into its buffer of the packet's output.
IN_TICK void take_in(xbar *x, uint64_t now, bits *popped, shape k)
{
    x->refused = x->n_full;
    BITS_FOR(i, &x->offered, k.in_words) {
        const mreq *r = chan_front(x->k.in[i]);
        const uint32_t flits = flits_of(x, r), out = nth(x->k.map ? addrmap_slice(x->k.map, r->addr) : r->sm, k.out_words);
        if (!has_room(x, (uint32_t)i, vc_to(out, k), flits, now, k)) {
            x->refused++;
            if (!k.bug || x->in[i].busy_until <= now) refuse(x, (uint32_t)i, vc_to(out, k), flits, now, k);
            continue;
        }
        take(x, (uint32_t)i, r, out, flits, now, k);
        chan_pop(x->k.in[i]);
        bits_set(popped, (unsigned)i);
        if (!chan_count(x->k.in[i])) bits_clear(&x->offered, (unsigned)i);
    }
}

static inline uint32_t fewer(uint32_t a, uint32_t b) { return a < b ? a : b; }
// Of the packets under way each has one.
static inline uint32_t places_of(const xbar *x, uint32_t o) { return chan_room(x->k.out[o]) - x->out[o].flying.n; }

// Without a branch on whether another packet waits behind it: what is not there is not asked for.
IN_TICK void give(xbar *x, uint32_t o, uint32_t i, uint64_t now, shape k)
{
    input *n = &x->in[i];
    output *p = &x->out[o];
    vc *c = vc_of(x, i, vc_to(o, k), k);
    const packet *from = front_of(x, c);
    const uint64_t sent = now + from->flits - (k.bug == CROSSBAR_BUG_SHORT && from->flits > 1);
    c->flits -= from->flits;
    queue_push(x, &p->flying, queue_pop(x, &c->q));
    ask_no_more(x, i, o, k);
    ask(x, i, nth(front_of(x, c)->out, k.out_words), c->q.n != 0);
    x->places = fewer(x->places, places_of(x, o));
    n->holds = o;
    n->holds_vc = vc_to(o, k);
    n->busy_until = sent;
    n->waiting &= ~((uint32_t)!c->q.n << n->holds_vc);
    bits_assign(&x->holding, i, n->waiting != 0);
    add(in_done(x, sent, k), i);
    add(out_done(x, sent, k), o);
    add(arrived_at(x, sent - 1 + x->pipe, k), o);
    x->flying++;
    x->buffered--;
    bits_set(&x->sending, i);
    bits_set(&x->held, o);
    reopen(x, i);
}

// Inputs granted several outputs accept one each; iSLIP moves the pointers of what was accepted.
IN_TICK void accept(xbar *x, const bits *granted, uint64_t now, shape k)
{
    BITS_FOR(i, granted, k.in_words) {
        input *n = &x->in[i];
        const uint32_t turn = n->accepted + 1 == x->k.outputs || k.bug == CROSSBAR_BUG_ACCEPT_FIRST ? 0 : n->accepted + 1;
        const uint32_t o = bits_next_round(&x->grants[i], turn, x->k.outputs);
        x->grants[i] = (bits){{0}};
        n->accepted = o;
        x->out[o].last = (uint32_t)i;
        give(x, o, (uint32_t)i, now, k);
    }
}

// Returns whether an output that is asked for has been left free: it waits for room in its channel, which nobody tells.
IN_TICK bool allocate(xbar *x, uint64_t now, shape k)
{
    bits can, granted, asking;
    bool left = false;
    for (unsigned w = 0; w < k.out_words; w++) can.w[w] = x->wanted.w[w] & ~x->held.w[w];
    bits_clear_all(&granted, k.in_words);
    BITS_FOR(o, &can, k.out_words) {
        output *p = &x->out[o];
        for (unsigned w = 0; w < k.in_words; w++) asking.w[w] = p->asked_by.w[w] & ~x->sending.w[w];
        const bool any = bits_any(&asking, k.in_words), room = chan_room(x->k.out[o]) + (k.bug == CROSSBAR_BUG_PLACE_MORE) > p->flying.n;
        left |= any & !room;
        if (!(any & room)) continue;
        uint32_t from = p->last + 1 == x->k.inputs ? 0 : p->last + 1;
        if (k.bug == CROSSBAR_BUG_FIXED) from = 0;
        if (k.bug == CROSSBAR_BUG_TURN_STAYS) from = p->last;
        const uint32_t i = bits_next_round(&asking, from, 64 * k.in_words);
        if (k.vcs == 1 || x->k.arbiter == ARB_RR || k.bug == CROSSBAR_BUG_TURN_ON_GRANT) p->last = i;
        if (k.vcs == 1) {
            give(x, (uint32_t)o, i, now, k); // its only wish
            continue;
        }
        bits_set(&x->grants[i], (unsigned)o);
        bits_set(&granted, i);
    }
    if (k.vcs == 1) return left;
    accept(x, &granted, now, k);
    return left | bits_any(&granted, k.in_words);
}

// Tails that have arrived enter the output channels; their places were reserved.
IN_TICK void deliver(xbar *x, uint64_t tick, bits *pushed, shape k)
{
    bits arrived;
    take_set(arrived_at(x, tick, k), k.out_words, &arrived);
    BITS_FOR(o, &arrived, k.out_words) {
        const uint32_t number = queue_pop(x, &x->out[o].flying);
        packet *p = &x->packets[number];
        mreq_push(x->k.out[o], &p->r);
        p->next = x->unused;
        x->unused = number;
        x->s.delivered++;
        x->flying--;
    }
    for (unsigned w = 0; w < k.out_words; w++) pushed->w[w] |= arrived.w[w];
}

// Of interest is that an output is let go only while a packet waits. left: as allocate says.
IN_TICK uint64_t next_due(const xbar *x, uint64_t now, bool left, shape k)
{
    if (left | bits_any(&x->offered, k.in_words)) return now + 1;
    if (!(x->flying | x->buffered | x->roomy)) return UINT64_MAX;
    for (uint64_t t = now + 1;; t++) {
        if (words_any(roomy_at(x, t, k), k.in_words + k.out_words) || (x->buffered && words_any(in_done(x, t, k), k.in_words))) return t;
    }
}

// Ticks that were not evaluated, since no packet waited.
IN_TICK void catch_up(xbar *x, uint64_t now, shape k)
{
    if (x->counted + 1 >= now) return;
    const uint64_t all = now > x->wheel_mask ? now - x->wheel_mask : 0;
    for (uint64_t t = x->counted + 1 > all ? x->counted + 1 : all; t < now; t++) let_go(x, t, k);
}

IN_TICK uint32_t stalled_now(const xbar *x, shape k)
{
    uint32_t n = 0;
    for (unsigned w = 0; w < k.in_words; w++) n += bits_count(x->holding.w[w] & ~x->sending.w[w]);
    return n;
}

IN_TICK uint64_t tick(xbar *x, uint64_t now, bits *pushed, bits *popped, shape k)
{
    catch_up(x, now, k);
    let_go(x, now, k);
    if (x->roomy) reopen_roomy(x, now, k);
    take_in(x, now, popped, k);
    const bool left = allocate(x, now, k);
    deliver(x, now, pushed, k);
    x->stalled = stalled_now(x, k);
    return next_due(x, now, left, k);
}

static __attribute__((noinline)) uint64_t usual_tick(xbar *x, uint64_t now, bits *pushed, bits *popped)
{
    return tick(x, now, pushed, popped, (shape){1, 1, 1, 0});
}

static __attribute__((noinline)) uint64_t any_tick(xbar *x, uint64_t now, bits *pushed, bits *popped)
{
    return tick(x, now, pushed, popped, shape_of(x));
}

uint64_t xbar_eval(xbar *x, uint64_t now, bits *pushed, bits *popped)
{
    if (x->plug) return xbar_plug_eval(x->plug, now, pushed, popped);
    account(&x->s, x, now);
    const uint64_t next = x->usual ? usual_tick(x, now, pushed, popped) : any_tick(x, now, pushed, popped);
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
    return has_room(x, i, vc_to(out, shape_of(x)), flits, now, shape_of(x));
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
    const uint64_t held = vc_of(x, i, 0, shape_of(x))->flits + (n->busy_until > now ? n->busy_until - now : 0);
    if (x->k.vcs > 1) return n->taken; // which channel it will be is not known
    return n->taken + (held < x->k.input_buffer ? x->k.input_buffer - (uint32_t)held : 0);
}

uint32_t xbar_shut(const xbar *x, uint32_t i, uint64_t now)
{
    const input *n = &x->in[i];
    const mreq *r = chan_front(x->k.in[i]);
    if (!bits_has(&x->full, i) || !r || x->k.vcs > 1) return 0;
    const uint32_t flits = xbar_flits(r, x->k.flit_bytes), left = n->busy_until > now ? (uint32_t)(n->busy_until - now) : 0;
    const uint32_t held = vc_of(x, i, 0, shape_of(x))->flits + left, all = held + flits;
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
        bits asking;
        for (unsigned k = 0; k < x->in_words; k++) asking.w[k] = p->asked_by.w[k] & ~x->sending.w[k];
        if (!bits_any(&asking, x->in_words)) continue;
        if (bits_has(&x->held, (unsigned)o)) w.contended++;
        else if (!places_of(x, (uint32_t)o)) w.no_place++;
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
    const vc *n = vc_of(x, i, v, shape_of(x));
    if (!n->q.n) return;
    const packet *p = front_of(x, n);
    const chan *c = x->k.out[p->out];
    fprintf(f, "  %s crossbar: input %u holds %u packets (%u flits)", x->k.name, i, n->q.n, n->flits);
    if (x->k.vcs > 1) fprintf(f, " in virtual channel %u", v);
    fprintf(f, "; its head, 0x%" PRIx64 " of SM %u, waits for output %u, where %u of %u places are taken\n", p->r.addr, p->r.sm, p->out,
            c->tail - c->head_seen + x->out[p->out].flying.n, c->capacity);
}

void xbar_dump(const xbar *x, FILE *f)
{
    if (x->plug) xbar_plug_dump(x->plug, f);
    for (uint32_t i = 0; i < x->k.inputs; i++) {
        for (uint32_t v = 0; v < x->k.vcs; v++) dump_vc(x, i, v, f);
    }
}

static void view_queue(const xbar *x, const queue *q, const mreq_view *v, const char *place, unsigned number)
{
    for (uint32_t k = 0, at = q->first; k < q->n; k++, at = x->packets[at].next) mreq_show(v, &x->packets[at].r, place, number);
}

void xbar_view(const xbar *x, const mreq_view *v)
{
    char place[64];
    if (x->plug) xbar_plug_view(x->plug, v);
    snprintf(place, sizeof place, "%s crossbar, input", x->k.name);
    for (uint32_t i = 0; i < x->k.inputs * x->k.vcs; i++) view_queue(x, &x->vcs[i].q, v, place, i / x->k.vcs);
    snprintf(place, sizeof place, "%s crossbar, on the way to output", x->k.name);
    for (uint32_t o = 0; o < x->k.outputs; o++) view_queue(x, &x->out[o].flying, v, place, o);
}
