// partitions.c : see partitions.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/memory/partitions.h"

#include "base/rng.h"
#include "machine/common/chans.h"
#include "machine/memory/dram.h"
#include "machine/memory/l2.h"
#include "machine/memory/wake_schedule.h"
#include "machine/structures/cart_seam.h"
#include "machine/structures/streambypass_seam.h"

#include <stdatomic.h>
#include <stdlib.h>

// Components of one kind, which tick together: slices and the L2 halves of DRAM channels; their
// DRAM halves.
enum { LINE = 64 }; // bytes, of the computer's caches

typedef enum kind { KIND_SLICE, KIND_FRONT, KIND_DRAM, KINDS } kind;

struct partitions {
    uint32_t n_slices, n_channels, per_channel;
    chan *in, *out, *down, *up; // [slice]: l2_chans, out = reply
    chan **down_of, **up_of;    // [slice]: pointers for the DRAM channels
    l2 **slices;
    streambypass_seam **streams; // [slice] its monitor; NULL: they have none
    cart_seam **reorders;        // [slice] its CART; NULL: they have none
    const addrmap *map;
    dram **channels;
    uint64_t ticks[CLOCK_COUNT]; // done so far; L2 and DRAM
    wake_schedule due[KINDS];
    uint16_t *channel_of;                      // [slice]
    bits replied, dram_moved, channel_touched; // since the last commit: slices that pushed `out`;
                                               // whose `down` or `up` changed; channels evaluated
    bits open;                                 // slices that take in, as of their last tick
    unsigned slice_words, channel_words;
    rng shuffle;
    bool shuffled;
    uint32_t *order;        // [max(slices, channels)]
    uint32_t *told;         // [slice] what the slice knows to have been taken in,
    uint64_t told_ticks;    // until this tick
    _Atomic uint32_t *said; // [slice] taken, as of partitions_publish
    // The intake's own: it may run in another thread.
    char apart[LINE];
    uint64_t take_ticks;
    bits holding, in_touched; // slices with something in their `in`; those whose `in` changed since
                              // the last commit
    bits unheard;    // slices that may have changed between open and not since they were last asked
    uint64_t asked;  // requests of loads and stores taken in
    uint32_t *taken; // [slice] requests taken in, running freely
    char apart_asked[LINE];
    _Atomic uint64_t said_asked, said_ticks; // asked and take_ticks, as of partitions_publish
};

// ---- set-up

static void make_channels(partitions *p, const config *c, uint32_t in_capacity)
{
    p->in = chans_new(p->n_slices, in_capacity);
    p->out = chans_new(p->n_slices, c->l2.l2_to_icnt_queue);
    p->down = chans_new(p->n_slices, c->l2.l2_to_dram_queue);
    p->up = chans_new(p->n_slices, c->l2.dram_to_l2_queue);
    p->down_of = wl_calloc(p->n_slices, sizeof(chan *));
    p->up_of = wl_calloc(p->n_slices, sizeof(chan *));
    for (uint32_t s = 0; s < p->n_slices; s++) {
        p->down_of[s] = &p->down[s];
        p->up_of[s] = &p->up[s];
    }
}

static void make_components(partitions *p, const config *c, const addrmap *map)
{
    p->slices = wl_calloc(p->n_slices, sizeof(l2 *));
    p->channels = wl_calloc(p->n_channels, sizeof(dram *));
    for (uint32_t s = 0; s < p->n_slices; s++) {
        p->slices[s] = l2_new(c, map, s, (l2_chans){&p->in[s], &p->out[s], &p->down[s], &p->up[s]});
    }
    for (uint32_t k = 0; k < p->n_channels; k++) {
        p->channels[k] =
            dram_new(c, map, k, p->down_of + k * p->per_channel, p->up_of + k * p->per_channel);
    }
}

partitions *partitions_new(const config *c, const addrmap *map, uint32_t in_capacity)
{
    partitions *p = wl_calloc(1, sizeof *p);
    p->map = map;
    p->n_channels = c->dram.channels;
    p->per_channel = c->l2.slices_per_channel;
    p->n_slices = p->n_channels * p->per_channel;
    p->slice_words = bits_words(p->n_slices);
    p->channel_words = bits_words(p->n_channels);
    for (uint32_t s = 0; s < p->n_slices; s++) bits_set(&p->open, s);
    make_channels(p, c, in_capacity);
    make_components(p, c, map);
    for (int k = 0; k < KINDS; k++)
        wake_schedule_init(&p->due[k], k == KIND_SLICE ? p->n_slices : p->n_channels);
    p->channel_of = wl_calloc(p->n_slices, sizeof *p->channel_of);
    for (uint32_t s = 0; s < p->n_slices; s++) p->channel_of[s] = (uint16_t)(s / p->per_channel);
    p->order = wl_calloc(p->n_slices, sizeof *p->order);
    p->told = wl_calloc(p->n_slices, sizeof *p->told);
    p->taken = wl_calloc(p->n_slices, sizeof *p->taken);
    p->said = wl_calloc(p->n_slices + 2 * LINE / sizeof *p->said,
                        sizeof *p->said); // cache lines of their own
    return p;
}

static int make_reorders(partitions *p, const config *c, const devices *d, err *e)
{
    int st = ST_OK;
    if (!c->cart.enable) return st;
    p->reorders = wl_calloc(p->n_slices, sizeof(cart_seam *));
    for (uint32_t s = 0; s < p->n_slices && st == ST_OK; s++) {
        st = cart_seam_new(&p->reorders[s], c, p->map, d, s, e);
        l2_attach_cart(p->slices[s], p->reorders[s]);
    }
    return st;
}

int partitions_attach_devices(partitions *p, const config *c, const devices *d, err *e)
{
    int st = make_reorders(p, c, d, e);
    if (st != ST_OK) return st;
    if (!c->streambypass.enable || !c->streambypass.l2) return st;
    p->streams = wl_calloc(p->n_slices, sizeof(streambypass_seam *));
    for (uint32_t s = 0; s < p->n_slices && st == ST_OK; s++) {
        st = streambypass_seam_new(&p->streams[s], c, d, c->gpu.sms + s, e);
        l2_attach_monitor(p->slices[s], p->streams[s]);
    }
    return st;
}

void partitions_launch(partitions *p, uint32_t kernel)
{
    for (uint32_t s = 0; s < p->n_slices; s++) l2_launch(p->slices[s], kernel);
}

int partitions_check(const partitions *p, err *e)
{
    int st = ST_OK;
    for (uint32_t s = 0; s < p->n_slices; s++) st |= l2_check(p->slices[s], e);
    return st;
}

void partitions_settle(partitions *p)
{
    for (uint32_t s = 0; s < p->n_slices; s++) l2_settle(p->slices[s], p->ticks[CLOCK_L2]);
}

void partitions_free(partitions *p)
{
    if (!p) return;
    for (uint32_t s = 0; s < p->n_slices; s++) {
        l2_free(p->slices[s]);
        if (p->streams) streambypass_seam_free(p->streams[s]);
        if (p->reorders) cart_seam_free(p->reorders[s]);
    }
    free(p->streams);
    free(p->reorders);
    for (uint32_t k = 0; k < p->n_channels; k++) dram_free(p->channels[k]);
    chans_free(p->in, p->n_slices);
    chans_free(p->out, p->n_slices);
    chans_free(p->down, p->n_slices);
    chans_free(p->up, p->n_slices);
    free(p->down_of);
    free(p->up_of);
    free(p->slices);
    free(p->channels);
    for (int k = 0; k < KINDS; k++) wake_schedule_free(&p->due[k]);
    free(p->channel_of);
    free(p->order);
    free(p->told);
    free(p->taken);
    free((void *)p->said);
    free(p);
}

uint32_t partitions_slices(const partitions *p) { return p->n_slices; }
chan *partitions_in(partitions *p, uint32_t slice) { return &p->in[slice]; }
chan *partitions_out(partitions *p, uint32_t slice) { return &p->out[slice]; }
uint32_t partitions_slack(const config *c) { return c->l2.rop_latency; }

void partitions_shuffle(partitions *p, unsigned seed)
{
    p->shuffled = seed != 0;
    p->shuffle = (rng){seed};
}

// ---- a tick

static inline uint64_t sooner(uint64_t a, uint64_t b) { return a < b ? a : b; }

// p->order[0..n-1] becomes a random order of n components.
static void draw_order(partitions *p, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t k = (uint32_t)rng_below(&p->shuffle, i + 1);
        p->order[i] = p->order[k];
        p->order[k] = i;
    }
}

AT_TICK void eval_slice(partitions *p, uint32_t s, uint64_t now, unsigned words)
{
    wake_schedule_put(&p->due[KIND_SLICE], s, l2_eval(p->slices[s], now), now + 1, words);
    const unsigned outcome = l2_outcome(p->slices[s]);
    bits_assign(&p->open, s, outcome & L2_OPEN);
    bits_put(&p->replied, s, outcome & L2_REPLIED);
    bits_put(&p->dram_moved, s, outcome & L2_DRAM_MOVED);
}

static void note_moved(partitions *p, uint32_t channel, uint64_t which)
{
    for (; which; which &= which - 1)
        bits_set(&p->dram_moved, channel * p->per_channel + (uint32_t)__builtin_ctzll(which));
}

static void eval_front(partitions *p, uint32_t k, uint64_t now, unsigned words)
{
    uint64_t popped = 0;
    wake_schedule_put(&p->due[KIND_FRONT], k, dram_front_eval(p->channels[k], now, &popped),
                      now + 1, words);
    note_moved(p, k, popped);
    bits_set(&p->channel_touched, k);
}

static void eval_dram(partitions *p, uint32_t k, uint64_t now, unsigned words)
{
    uint64_t pushed = 0;
    wake_schedule_put(&p->due[KIND_DRAM], k, dram_eval(p->channels[k], now, &pushed), now + 1,
                      words);
    note_moved(p, k, pushed);
    bits_set(&p->channel_touched, k);
}

typedef void eval_one(partitions *p, uint32_t i, uint64_t now, unsigned words);

// Evaluates those of a kind whose time has come; false: of none.
AT_TICK bool eval_due(partitions *p, kind which, eval_one *eval, uint64_t now, unsigned words)
{
    bits due;
    wake_schedule_take(&p->due[which], now, &due, words);
    if (!bits_any(&due, words)) return false;
    BITS_FOR(i, &due, words) eval(p, (uint32_t)i, now, words);
    return true;
}

AT_TICK bool eval_all_due(partitions *p, clock_domain d, uint64_t now, unsigned slice_words,
                          unsigned channel_words)
{
    if (d == CLOCK_DRAM) return eval_due(p, KIND_DRAM, eval_dram, now, channel_words);
    const bool any = eval_due(p, KIND_SLICE, eval_slice, now, slice_words);
    return eval_due(p, KIND_FRONT, eval_front, now, channel_words) || any;
}

static void eval_all_shuffled(partitions *p, uint32_t n, eval_one *eval, uint64_t now)
{
    draw_order(p, n);
    for (uint32_t i = 0; i < n; i++) eval(p, p->order[i], now, bits_words(n));
}

static void eval_shuffled(partitions *p, clock_domain d, uint64_t now)
{
    if (d == CLOCK_L2) {
        eval_all_shuffled(p, p->n_slices, eval_slice, now);
        eval_all_shuffled(p, p->n_channels, eval_front, now);
    } else {
        eval_all_shuffled(p, p->n_channels, eval_dram, now);
    }
}

bool partitions_eval(partitions *p, clock_domain d)
{
    const uint64_t now = p->ticks[d]++;
    if (p->shuffled) {
        eval_shuffled(p, d, now);
        return true;
    }
    return p->slice_words == 1 ? eval_all_due(p, d, now, 1, 1)
                               : eval_all_due(p, d, now, p->slice_words, p->channel_words);
}

// ---- intake; what every step does is compiled apart for sets of one word

#define AT_EDGE static inline __attribute__((always_inline))

static inline void note_taken(partitions *p, uint32_t s, const mreq *r)
{
    p->asked += mreq_awaited(r);
    p->taken[s]++;
    bits_set(&p->in_touched, s);
}

static inline void hear_of(partitions *p, uint32_t s, uint32_t n)
{
    if (n == p->told[s]) return;
    p->told[s] = n;
    const uint64_t wake = l2_arrived(p->slices[s], n);
    if (wake < p->due[KIND_SLICE].wake[s])
        wake_schedule_put(&p->due[KIND_SLICE], s, wake, p->ticks[CLOCK_L2], p->slice_words);
}

bool partitions_take(partitions *p)
{
    bool any = false;
    const uint64_t now = p->take_ticks++;
    BITS_FOR(s, &p->holding, p->slice_words)
    {
        if (bits_has(&p->unheard, (unsigned)s)) l2_receive(p->slices[s]);
        bits_clear(&p->unheard, (unsigned)s);
        const mreq *r = l2_take(p->slices[s], now);
        if (!r) continue;
        note_taken(p, (uint32_t)s, r);
        any = true;
    }
    return any;
}

AT_EDGE bool take_here(partitions *p, unsigned words)
{
    bool any = false;
    const uint64_t now = p->take_ticks++;
    for (unsigned k = 0; k < words; k++) {
        for (uint64_t left = p->holding.w[k] & p->open.w[k]; left; left &= left - 1) {
            const uint32_t s = 64 * k + (uint32_t)__builtin_ctzll(left);
            note_taken(p, s, l2_take_in(p->slices[s], now));
            hear_of(p, s, p->taken[s]);
            any = true;
        }
    }
    return any;
}

bool partitions_take_here(partitions *p)
{
    return p->slice_words == 1 ? take_here(p, 1) : take_here(p, p->slice_words);
}

void partitions_receive(partitions *p)
{
    for (unsigned k = 0; k < p->slice_words; k++) p->unheard.w[k] = UINT64_MAX;
}

void partitions_publish(partitions *p)
{
    for (uint32_t s = 0; s < p->n_slices; s++)
        atomic_store_explicit(&p->said[s], p->taken[s], memory_order_release);
    atomic_store_explicit(&p->said_asked, p->asked, memory_order_release);
    atomic_store_explicit(&p->said_ticks, p->take_ticks, memory_order_release);
}

AT_EDGE void take_commit(partitions *p, const bits *pushed, unsigned words)
{
    for (unsigned k = 0; k < words; k++) p->in_touched.w[k] |= pushed->w[k];
    BITS_FOR(s, &p->in_touched, words)
    {
        chan_commit(&p->in[s]);
        bits_assign(&p->holding, (unsigned)s, chan_count(&p->in[s]) != 0);
    }
    bits_clear_all(&p->in_touched, words);
}

void partitions_take_commit(partitions *p, const bits *pushed)
{
    if (p->slice_words == 1) take_commit(p, pushed, 1);
    else take_commit(p, pushed, p->slice_words);
}

uint64_t partitions_take_quiet(const partitions *p)
{
    BITS_FOR(s, &p->holding, p->slice_words)
    {
        l2_receive(p->slices[s]);
        if (l2_open(p->slices[s], p->take_ticks)) return 0;
    }
    return UINT64_MAX;
}

uint64_t partitions_arrivals(partitions *p)
{
    p->told_ticks = atomic_load_explicit(&p->said_ticks, memory_order_acquire);
    const uint64_t asked = atomic_load_explicit(&p->said_asked, memory_order_acquire);
    for (uint32_t s = 0; s < p->n_slices; s++)
        hear_of(p, s, atomic_load_explicit(&p->said[s], memory_order_acquire));
    return asked;
}

uint64_t partitions_ahead(const partitions *p) { return p->ticks[CLOCK_L2] - p->told_ticks; }

// ---- the edge

static inline void stir(partitions *p, kind k, uint32_t i, bool really)
{
    bits_put(&p->due[k].soon, i, really);
}

// The channels to and from DRAM.
static void commit_dram_side(partitions *p, uint32_t s)
{
    const chan_edge down = chan_edge_commit(&p->down[s]), up = chan_edge_commit(&p->up[s]);
    const uint32_t k = p->channel_of[s];
    stir(p, KIND_SLICE, s, up.pushed || down.room);
    stir(p, KIND_FRONT, k, down.pushed);
    stir(p, KIND_DRAM, k, up.room);
}

AT_EDGE void commit_slices(partitions *p, const bits *joined, bits *replied, unsigned words)
{
    bits moved;
    for (unsigned k = 0; k < words; k++) {
        moved.w[k] = p->replied.w[k] | joined->w[k];
        replied->w[k] = p->replied.w[k];
    }
    BITS_FOR(s, &moved, words) stir(p, KIND_SLICE, (uint32_t)s, chan_edge_commit(&p->out[s]).room);
    BITS_FOR(s, &p->dram_moved, words) commit_dram_side(p, (uint32_t)s);
    bits_clear_all(&p->replied, words);
    bits_clear_all(&p->dram_moved, words);
}

AT_EDGE void commit_channels(partitions *p, unsigned words)
{
    BITS_FOR(k, &p->channel_touched, words)
    {
        const unsigned which = dram_commit(p->channels[k]);
        stir(p, KIND_FRONT, (uint32_t)k, which & DRAM_STIR_FRONT);
        stir(p, KIND_DRAM, (uint32_t)k, which & DRAM_STIR);
        bits_clear(&p->channel_touched, (unsigned)k);
    }
}

void partitions_commit(partitions *p, const bits *joined, bits *replied)
{
    if (p->slice_words == 1) {
        commit_slices(p, joined, replied, 1);
        commit_channels(p, 1);
    } else {
        commit_slices(p, joined, replied, p->slice_words);
        commit_channels(p, p->channel_words);
    }
}

uint64_t partitions_quiet_ticks(const partitions *p, clock_domain d)
{
    const uint64_t next = p->ticks[d];
    if (d == CLOCK_DRAM) return wake_schedule_quiet(&p->due[KIND_DRAM], next, p->channel_words);
    return sooner(wake_schedule_quiet(&p->due[KIND_SLICE], next, p->slice_words),
                  wake_schedule_quiet(&p->due[KIND_FRONT], next, p->channel_words));
}

bool partitions_skip_dram_tick(partitions *p)
{
    const bool rests =
        wake_schedule_quiet(&p->due[KIND_DRAM], p->ticks[CLOCK_DRAM], p->channel_words) != 0;
    p->ticks[CLOCK_DRAM] += rests;
    return rests;
}

void partitions_skip(partitions *p, clock_domain d, uint64_t ticks) { p->ticks[d] += ticks; }
void partitions_take_skip(partitions *p, uint64_t ticks) { p->take_ticks += ticks; }

// ---- statistics

void partitions_add_json(const partitions *p, json_t *o)
{
    l2_stats slices = {0};
    dram_stats channels = {0};
    streambypass_events monitors = {0};
    cart_events carts = {0};
    for (uint32_t s = 0; s < p->n_slices; s++) {
        if (p->streams)
            stats_add(&streambypass_event_table, &monitors,
                      streambypass_seam_events(p->streams[s]));
        if (p->reorders) stats_add(&cart_event_table, &carts, cart_seam_events(p->reorders[s]));
        const l2_stats one = l2_get_stats(p->slices[s], p->ticks[CLOCK_L2]);
        stats_add(&l2_stat_table, &slices, &one);
    }
    for (uint32_t k = 0; k < p->n_channels; k++) {
        const dram_stats one = dram_get_stats(p->channels[k], p->ticks[CLOCK_DRAM]);
        stats_add(&dram_stat_table, &channels, &one);
    }
    json_object_set_new(o, "l2", stats_json(&l2_stat_table, &slices));
    if (p->streams)
        json_object_set_new(
            o, "streambypass",
            json_pack("{s:o}", "l2", stats_json(&streambypass_event_table, &monitors)));
    if (p->reorders) json_object_set_new(o, "cart", stats_json(&cart_event_table, &carts));
    json_object_set_new(o, "dram", stats_json(&dram_stat_table, &channels));
}

void partitions_add_instances(const partitions *p, json_t *o)
{
    json_t *slices = json_array(), *channels = json_array(), *monitors = json_array(),
           *carts = json_array();
    for (uint32_t s = 0; s < p->n_slices; s++) {
        const l2_stats one = l2_get_stats(p->slices[s], p->ticks[CLOCK_L2]);
        json_array_append_new(slices, stats_json(&l2_stat_table, &one));
        if (p->reorders)
            json_array_append_new(carts,
                                  stats_json(&cart_event_table, cart_seam_events(p->reorders[s])));
        if (p->streams)
            json_array_append_new(monitors, stats_json(&streambypass_event_table,
                                                       streambypass_seam_events(p->streams[s])));
    }
    if (p->streams) json_object_set_new(o, "streambypass", json_pack("{s:O}", "l2", monitors));
    if (p->reorders) json_object_set(o, "cart", carts);
    json_decref(monitors);
    json_decref(carts);
    for (uint32_t k = 0; k < p->n_channels; k++) {
        const dram_stats one = dram_get_stats(p->channels[k], p->ticks[CLOCK_DRAM]);
        json_array_append_new(channels, stats_json(&dram_stat_table, &one));
    }
    json_object_set_new(o, "l2", slices);
    json_object_set_new(o, "dram", channels);
}

bool partitions_idle(const partitions *p)
{
    bool idle = true;
    for (uint32_t s = 0; s < p->n_slices; s++) {
        idle = idle && l2_idle(p->slices[s]) && chan_empty(&p->in[s]) && chan_empty(&p->out[s]) &&
               chan_empty(&p->down[s]) && chan_empty(&p->up[s]);
    }
    for (uint32_t k = 0; k < p->n_channels; k++) idle = idle && dram_idle(p->channels[k]);
    return idle;
}

void partitions_dump(const partitions *p, FILE *f)
{
    for (uint32_t s = 0; s < p->n_slices; s++) {
        chan_dump(f, "input of L2 slice", s, &p->in[s]);
        l2_dump(p->slices[s], f);
        chan_dump(f, "reply queue of L2 slice", s, &p->out[s]);
        chan_dump(f, "DRAM queue of L2 slice", s, &p->down[s]);
        chan_dump(f, "fill queue of L2 slice", s, &p->up[s]);
    }
    for (uint32_t k = 0; k < p->n_channels; k++) dram_dump(p->channels[k], f);
}

void partitions_view(const partitions *p, const mreq_view *v)
{
    for (uint32_t s = 0; s < p->n_slices; s++) {
        chan_view(v, &p->in[s], PLACE_IN_TRANSIT, "input of L2 slice", s);
        l2_view(p->slices[s], v);
        chan_view(v, &p->down[s], PLACE_DRAM, "DRAM queue of L2 slice", s);
    }
    for (uint32_t k = 0; k < p->n_channels; k++) dram_view(p->channels[k], v);
    for (uint32_t s = 0; s < p->n_slices; s++) {
        chan_view(v, &p->up[s], PLACE_DRAM, "fill queue of L2 slice", s);
        chan_view(v, &p->out[s], PLACE_IN_TRANSIT, "reply queue of L2 slice", s);
    }
}
