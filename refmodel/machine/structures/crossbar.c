// crossbar.c : see crossbar.h. Life and ticks; crossbar_report.c has what it says of itself.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/structures/crossbar_state.h"

#include "machine/structures/crossbar_device.h"

#include <stdlib.h>
#include <string.h>

static void make_wheel(crossbar *x)
{
    const mreq largest = {.kind = MREQ_ATOMIC, .bytes = CROSSBAR_DATA_BYTES};
    const uint64_t span = crossbar_packet_flits(&largest, x->k.flit_bytes) + x->pipe + 1;
    uint32_t n = 1;
    while (n < span) n *= 2;
    x->timing_wheel_mask = n - 1;
    x->timing_wheel =
        wl_calloc((size_t)n * (2 * x->in_words + 3 * x->out_words), sizeof *x->timing_wheel);
    x->usual = x->usual && n <= 64;
}

// A packet has a flit at least.
static void make_packets(crossbar *x)
{
    const uint32_t vcs = x->k.inputs * x->k.vcs;
    uint32_t n = 1;
    while (n < x->k.input_buffer) n *= 2;
    x->packet_mask = n - 1;
    x->packets = wl_calloc((size_t)vcs * n, sizeof *x->packets);
    for (uint32_t v = 0; v < vcs; v++) x->vcs[v].ring = &x->packets[(size_t)v * n];
}

crossbar *crossbar_new(const crossbar_cfg *k)
{
    CHECK(k->inputs <= BITS_MAX && k->outputs <= BITS_MAX, "crossbar %s of %u x %u ports", k->name,
          k->inputs, k->outputs);
    crossbar *x = wl_calloc(1, sizeof *x);
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
    x->usual = x->in_words * x->out_words * k->vcs == 1;
    x->flit_inverse = (((uint64_t)1 << 32) + k->flit_bytes - 1) / k->flit_bytes;
    x->pipe = k->latency > 2 ? k->latency - 2 : 0;
    make_wheel(x);
    make_packets(x);
    return x;
}

void crossbar_free(crossbar *x)
{
    if (!x) return;
    crossbar_device_free(x->device);
    free(x->k.in);
    free(x->k.out);
    free(x->timing_wheel);
    free(x->packets);
    free(x->in);
    free(x->vcs);
    free(x->grants);
    free(x->out);
    free(x);
}

void crossbar_set_inputs(crossbar *x, chan *const *in)
{
    for (uint32_t i = 0; i < x->k.inputs; i++) x->k.in[i] = in[i];
}

int crossbar_use_device(crossbar *x, const config *c, block_factory make, void *ctx, err *e)
{
    x->device = crossbar_device_new(&x->k, c, make, ctx, e);
    x->usual = x->usual && !x->device;
    return x->device ? ST_OK : e->status;
}

uint32_t crossbar_out_capacity(const struct cfg_icnt *k) { return k->latency + k->input_buffer; }

// What carries data, bit way_of.
enum {
    DATA_REQUESTS = 1u << MREQ_WRITE | 1u << MREQ_WRITEBACK | 1u << MREQ_ATOMIC,
    DATA_REPLIES = 1u << MREQ_READ | 1u << MREQ_ATOMIC | 1u << MREQ_SECTOR,
    DATA = DATA_REQUESTS | DATA_REPLIES << 4 * MREQ_REPLY
};

static inline unsigned way_of(const mreq *r) { return r->kind + 4u * (r->flags & MREQ_REPLY); }
static inline uint32_t packet_bytes(const mreq *r)
{
    return CROSSBAR_HEADER_BYTES + (r->bytes & -((uint32_t)DATA >> way_of(r) & 1));
}

uint32_t crossbar_packet_flits(const mreq *r, uint32_t flit_bytes)
{
    return (packet_bytes(r) + flit_bytes - 1) / flit_bytes;
}

// The same without a division: n * ceil(2^32 / w) >> 32 = n / w for n * w < 2^32.
IN_TICK uint32_t flits_of(const crossbar *x, const mreq *r)
{
    return (uint32_t)((packet_bytes(r) + x->k.flit_bytes - 1) * x->flit_inverse >> 32);
}

// The sets of a tick.
IN_TICK uint64_t *in_done(const crossbar *x, uint64_t tick, shape k)
{
    return &x->timing_wheel[(tick & x->timing_wheel_mask) * (2 * k.in_words + 3 * k.out_words)];
}
IN_TICK uint64_t *out_done(const crossbar *x, uint64_t tick, shape k)
{
    return in_done(x, tick, k) + k.in_words;
}
IN_TICK uint64_t *roomy_at(const crossbar *x, uint64_t tick, shape k)
{
    return out_done(x, tick, k) + k.out_words;
}
IN_TICK uint64_t *arrived_at(const crossbar *x, uint64_t tick, shape k)
{
    return roomy_at(x, tick, k) + k.in_words;
}
IN_TICK uint64_t *wanted_at(const crossbar *x, uint64_t tick, shape k)
{
    return arrived_at(x, tick, k) + k.out_words;
}

static inline uint64_t later(uint64_t a, uint64_t b) { return a > b ? a : b; }
static inline uint64_t sooner(uint64_t a, uint64_t b) { return a < b ? a : b; }

IN_TICK void add(uint64_t *set, uint32_t i) { set[i >> 6] |= (uint64_t)1 << (i & 63); }
IN_TICK uint64_t bit_of(uint64_t ticks) { return (uint64_t)1 << (ticks & 63); }

// The set; it is empty behind that.
IN_TICK void take_set(uint64_t *of, unsigned words, bits *set)
{
    for (unsigned k = 0; k < words; k++) {
        set->w[k] = of[k];
        of[k] = 0;
    }
}

// Inputs whose packet has left whole let their output go.
IN_TICK void let_go(crossbar *x, uint64_t tick, shape k)
{
    bits in, out;
    take_set(in_done(x, tick, k), k.in_words, &in);
    take_set(out_done(x, tick, k), k.out_words, &out);
    for (unsigned w = 0; w < k.in_words; w++) x->sending.w[w] &= ~in.w[w];
    for (unsigned w = 0; w < k.out_words; w++) x->held.w[w] &= ~out.w[w];
    if (k.vcs > 1) return;
    take_set(wanted_at(x, tick, k), k.out_words, &out);
    for (unsigned w = 0; w < k.out_words; w++) x->wanted.w[w] |= out.w[w];
}

// The number of an input or output, of which the compiler shall know in how many words of a set it
// may be.
IN_TICK uint32_t nth(uint32_t i, unsigned words)
{
    if (i >= 64 * words) __builtin_unreachable();
    return i;
}

// A packet for this output has become a head of the input; if `really`. With one channel it is
// wanted when what the input sends has left.
IN_TICK void ask(crossbar *x, uint32_t i, uint32_t out, bool really, bool sends, shape k)
{
    uint64_t *const wanted =
        (k.vcs == 1) & sends ? wanted_at(x, x->in[i].busy_until, k) : x->wanted.w;
    bits_put(&x->out[out].asked_by, i, really);
    wanted[out >> 6] |= (uint64_t)really << (out & 63);
}

IN_TICK void ask_no_more(crossbar *x, uint32_t i, uint32_t out, shape k)
{
    const output *p = &x->out[out];
    bits_clear(&x->out[out].asked_by, i);
    uint64_t asking = 0;
    for (unsigned w = 0; w < k.in_words; w++)
        asking |= k.vcs == 1 ? p->asked_by.w[w] & ~x->sending.w[w] : p->asked_by.w[w];
    bits_drop(&x->wanted, out, asking == 0);
}

// Flits of the packet that is being sent from the channel of the input's buffer.
IN_TICK uint64_t leaving_of(const crossbar *x, uint32_t i, uint32_t v, uint64_t now, shape k)
{
    const input *n = &x->in[i];
    const uint64_t leaving = later(n->busy_until, now) - now;
    return k.vcs == 1 ? leaving : choose(n->holds_vc == v, leaving, 0);
}

// Flits that must leave that channel before it has room for a packet of so many: one that is larger
// wants it empty.
IN_TICK uint64_t lack_of(const crossbar *x, uint32_t i, uint32_t v, uint32_t flits, uint64_t now,
                         shape k)
{
    const uint64_t held = vc_of(x, i, v, k)->flits + leaving_of(x, i, v, now, k);
    const uint64_t size = x->k.input_buffer;
    return sooner(held, later(held + flits, size) - size);
}

// From the tick on it is looked at again.
IN_TICK void reopen(crossbar *x, uint32_t i, uint64_t tick)
{
    const bool full = bits_has(&x->full, i);
    bits_put(&x->offered, i, full);
    bits_clear(&x->full, i);
    x->n_full -= full;
    x->s.refused += choose(full, tick, 0);
}

IN_TICK void reopen_roomy(crossbar *x, uint64_t tick, shape k)
{
    bits roomy;
    take_set(roomy_at(x, tick, k), k.in_words, &roomy);
    BITS_FOR(i, &roomy, k.in_words)
    {
        reopen(x, (uint32_t)i, tick);
        x->roomy--;
    }
}

// Input i of `full`: the tick in which its buffer has room for what came, if that is one in which
// enough of the packet that is being sent from it has left. Otherwise it is after another packet
// has been given its output.
IN_TICK void await_room(crossbar *x, uint32_t i, uint64_t now, shape k)
{
    const input *n = &x->in[i];
    const uint32_t v = k.vcs == 1 ? 0 : n->refused_vc;
    const uint64_t lack = lack_of(x, i, v, n->refused_flits, now, k), ticks = later(lack, 1);
    if (lack > leaving_of(x, i, v, now, k)) return;
    add(roomy_at(x, now + ticks, k), i);
    x->coming |= bit_of(ticks);
    x->roomy++;
}

// The buffer has no room for the packet of input i, which is looked at again when it has.
IN_TICK void refuse(crossbar *x, uint32_t i, uint32_t v, uint32_t flits, uint64_t now, shape k)
{
    bits_clear(&x->offered, i);
    bits_set(&x->full, i);
    x->n_full++;
    x->s.refused -= now;
    if (k.vcs > 1) x->in[i].refused_vc = v;
    x->in[i].refused_flits = flits;
    await_room(x, i, now, k);
}

IN_TICK void take(crossbar *x, uint32_t i, const mreq *r, uint32_t out, uint32_t flits,
                  uint64_t now, shape k)
{
    const uint32_t v = vc_to(out, k);
    vc *c = vc_of(x, i, v, k);
    input *n = &x->in[i];
    const bool first = !count_of(c);
    ask(x, i, out, first, n->busy_until > now, k);
    n->since = choose(k.vcs > 1 ? !n->waiting : first, now, n->since);
    packet *p = packet_at(x, c, c->tail++);
    p->r = *r;
    if (x->k.map) p->r.entered = (uint32_t)now;
    p->out = out;
    p->flits = flits;
    c->flits += flits;
    n->taken += flits;
    x->buffered++;
    x->s.buffered -= now;
    x->s.packets++;
    x->s.flits += flits;
    if (k.vcs > 1) n->waiting |= 1u << v;
    bits_set(&x->holding, i);
}

// Each input takes at most one packet a tick from its channel into its buffer of the packet's
// output.
IN_TICK void take_in(crossbar *x, uint64_t now, bits *popped, shape k)
{
    BITS_FOR(i, &x->offered, k.in_words)
    {
        chan *from = x->k.in[i];
        const mreq *r = chan_slot(from, from->head);
        const uint32_t flits = flits_of(x, r),
                       out = nth(x->k.map ? addrmap_slice(x->k.map, r->addr) : r->sm, k.out_words);
        if (lack_of(x, (uint32_t)i, vc_to(out, k), flits, now, k)) {
            refuse(x, (uint32_t)i, vc_to(out, k), flits, now, k);
            continue;
        }
        take(x, (uint32_t)i, r, out, flits, now, k);
        chan_pop(from);
        bits_set(popped, (unsigned)i);
        bits_drop(&x->offered, (unsigned)i, !chan_count(from));
    }
}

// Without a branch on whether another packet waits behind it: what is not there is not asked for.
IN_TICK void give(crossbar *x, uint32_t o, uint32_t i, uint64_t now, shape k)
{
    input *n = &x->in[i];
    output *p = &x->out[o];
    vc *c = vc_of(x, i, vc_to(o, k), k);
    chan *to = x->k.out[o];
    const packet *from = packet_at(x, c, c->head++);
    const bool more = count_of(c) != 0;
    const uint64_t sent = now + from->flits;
    *(mreq *)chan_slot(to, to->tail + p->flying++) = from->r;
    c->flits -= from->flits;
    x->buffered--;
    x->s.buffered += now;
    x->s.stall_cycles += now - later(n->since, n->busy_until);
    n->holds = o;
    if (k.vcs > 1) n->holds_vc = vc_to(o, k);
    n->busy_until = sent;
    ask_no_more(x, i, o, k);
    ask(x, i, nth(packet_at(x, c, c->head)->out, k.out_words), more, true, k);
    if (k.vcs > 1) n->waiting &= ~((uint32_t)!more << n->holds_vc);
    bits_drop(&x->holding, i, k.vcs > 1 ? !n->waiting : !more);
    add(in_done(x, sent, k), i);
    add(out_done(x, sent, k), o);
    add(arrived_at(x, sent - 1 + x->pipe, k), o);
    x->leaving |= bit_of(sent - now);
    x->coming |= bit_of(sent - now - 1 + x->pipe);
    x->flying++;
    bits_set(&x->sending, i);
    bits_set(&x->held, o);
    if (bits_has(&x->full, i)) await_room(x, i, now, k);
}

// Inputs granted several outputs accept one each; iSLIP moves the pointers of what was accepted.
IN_TICK void accept(crossbar *x, const bits *granted, uint64_t now, shape k)
{
    BITS_FOR(i, granted, k.in_words)
    {
        input *n = &x->in[i];
        const uint32_t turn = n->accepted + 1 == x->k.outputs ? 0 : n->accepted + 1;
        const uint32_t o = bits_next_cyclic(&x->grants[i], turn, x->k.outputs);
        x->grants[i] = (bits){{0}};
        n->accepted = o;
        x->out[o].last = (uint32_t)i;
        give(x, o, (uint32_t)i, now, k);
    }
}

// Returns whether an output that is asked for has been left free: it waits for room in its channel,
// which nobody tells.
IN_TICK bool allocate(crossbar *x, uint64_t now, shape k)
{
    bits can, granted, asking;
    bool left = false;
    for (unsigned w = 0; w < k.out_words; w++) can.w[w] = x->wanted.w[w] & ~x->held.w[w];
    bits_clear_all(&granted, k.in_words);
    BITS_FOR(o, &can, k.out_words)
    {
        output *p = &x->out[o];
        for (unsigned w = 0; w < k.in_words; w++) asking.w[w] = p->asked_by.w[w] & ~x->sending.w[w];
        const bool any = bits_any(&asking, k.in_words), room = chan_room(x->k.out[o]) > p->flying;
        left |= any & !room;
        if (!(any & room)) continue;
        const uint32_t from = p->last + 1 == x->k.inputs ? 0 : p->last + 1;
        const uint32_t i = bits_next_cyclic(&asking, from, 64 * k.in_words);
        if (k.vcs == 1 || x->k.arbiter == ARB_RR) p->last = i;
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

// Packets whose tails have arrived have been pushed into the output channels.
IN_TICK void deliver(crossbar *x, uint64_t tick, bits *pushed, shape k)
{
    bits arrived;
    take_set(arrived_at(x, tick, k), k.out_words, &arrived);
    BITS_FOR(o, &arrived, k.out_words)
    {
        x->k.out[o]->tail++;
        x->out[o].flying--;
        x->s.delivered++;
        x->flying--;
    }
    for (unsigned w = 0; w < k.out_words; w++) pushed->w[w] |= arrived.w[w];
}

// The first tick with something in the wheel, and of interest is that an output is let go only
// while a packet waits. now: it is the next one.
IN_TICK uint64_t next_of_short(const crossbar *x, uint64_t next, bool now)
{
    const uint64_t set = (x->coming | (x->leaving & -(uint64_t)(x->buffered != 0))) >> 1 | now;
    const uint64_t end = (uint64_t)1 << 63; // __builtin_ctzll wants a bit
    return choose(set != 0, next + (unsigned)__builtin_ctzll(set | end), UINT64_MAX);
}

// left: as allocate says.
IN_TICK uint64_t next_due(const crossbar *x, uint64_t now, bool left, shape k)
{
    left |= bits_any(&x->offered, k.in_words);
    if (k.short_timing_wheel) return next_of_short(x, now + 1, left);
    if (left) return now + 1;
    if (!(x->flying | x->buffered | x->roomy)) return UINT64_MAX;
    for (uint64_t t = now + 1;; t++) {
        if (words_any(roomy_at(x, t, k), k.in_words + k.out_words) ||
            (x->buffered && words_any(in_done(x, t, k), k.in_words)))
            return t;
    }
}

IN_TICK void turn(crossbar *x, uint64_t ticks)
{
    const uint64_t by = sooner(ticks, 63); // what is left of bit 63 then is of this tick
    x->leaving >>= by;
    x->coming >>= by;
}

// Ticks that were not evaluated, since no packet waited.
IN_TICK void catch_up(crossbar *x, uint64_t now, shape k)
{
    if (x->evaluated + 1 >= now) return;
    const uint64_t all = now > x->timing_wheel_mask ? now - x->timing_wheel_mask : 0;
    for (uint64_t t = later(x->evaluated + 1, all); t < now; t++) let_go(x, t, k);
}

IN_TICK uint64_t tick(crossbar *x, uint64_t now, bits *pushed, bits *popped, shape k)
{
    if (k.short_timing_wheel) turn(x, now - x->evaluated);
    catch_up(x, now, k);
    let_go(x, now, k);
    if (x->roomy) reopen_roomy(x, now, k);
    take_in(x, now, popped, k);
    const bool left = allocate(x, now, k);
    deliver(x, now, pushed, k);
    x->evaluated = now;
    return next_due(x, now, left, k);
}

static __attribute__((noinline)) uint64_t any_tick(crossbar *x, uint64_t now, bits *pushed,
                                                   bits *popped)
{
    return x->device ? crossbar_device_eval(x->device, now, pushed, popped)
                     : tick(x, now, pushed, popped, shape_of(x));
}

static __attribute__((noinline)) uint64_t usual_tick(crossbar *x, uint64_t now, bits *pushed,
                                                     bits *popped)
{
    return tick(x, now, pushed, popped, (shape){1, 1, 1, true});
}

uint64_t crossbar_eval(crossbar *x, uint64_t now, bits *pushed, bits *popped)
{
    return x->usual ? usual_tick(x, now, pushed, popped) : any_tick(x, now, pushed, popped);
}

IN_TICK bool offer(crossbar *x, const bits *inputs, unsigned words)
{
    uint64_t any = 0;
    for (unsigned k = 0; k < words; k++) {
        const uint64_t heads = inputs->w[k] & ~x->full.w[k];
        x->offered.w[k] |= heads;
        any |= heads;
    }
    return any != 0;
}

bool crossbar_offer(crossbar *x, const bits *inputs)
{
    return x->usual ? offer(x, inputs, 1) : offer(x, inputs, x->in_words);
}

uint32_t crossbar_free_places(const crossbar *x)
{
    uint32_t least = x->device ? 0 : UINT32_MAX;
    for (uint32_t o = 0; o < x->k.outputs; o++)
        least = places_of(x, o) < least ? places_of(x, o) : least;
    return least;
}

bool crossbar_has_room(const crossbar *x, uint32_t i, uint32_t out, uint32_t flits, uint64_t now)
{
    return !lack_of(x, i, vc_to(out, shape_of(x)), flits, now, shape_of(x));
}

bool crossbar_sends(const crossbar *x, uint32_t i, uint64_t now, uint32_t *out, uint32_t *channel)
{
    *out = x->in[i].holds;
    *channel = x->in[i].holds_vc;
    return x->in[i].busy_until > now;
}

uint32_t crossbar_accepted_flits(const crossbar *x, uint32_t i) { return x->in[i].taken; }

uint32_t crossbar_guaranteed_flits(const crossbar *x, uint32_t i, uint64_t now)
{
    const input *n = &x->in[i];
    const uint64_t held =
        vc_of(x, i, 0, shape_of(x))->flits + (n->busy_until > now ? n->busy_until - now : 0);
    if (x->k.vcs > 1) return n->taken; // which channel it will be is not known
    return n->taken + (held < x->k.input_buffer ? x->k.input_buffer - (uint32_t)held : 0);
}

uint32_t crossbar_blocked_ticks(const crossbar *x, uint32_t i, uint64_t now)
{
    const input *n = &x->in[i];
    if (!bits_has(&x->full, i) || x->k.vcs > 1) return 0;
    const uint32_t flits = n->refused_flits,
                   left = n->busy_until > now ? (uint32_t)(n->busy_until - now) : 0;
    const uint32_t held = vc_of(x, i, 0, shape_of(x))->flits + left, all = held + flits;
    if (all <= x->k.input_buffer) return 0;
    return flits > x->k.input_buffer ? held : all - x->k.input_buffer;
}

const bits *crossbar_full_inputs(const crossbar *x) { return &x->full; }
const bits *crossbar_sending(const crossbar *x) { return &x->sending; }
