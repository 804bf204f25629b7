// memsys.c : see memsys.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/memsys.h"

#include "base/rng.h"
#include "machine/addrmap.h"
#include "machine/bits.h"
#include "machine/dram.h"
#include "machine/l2.h"
#include "machine/xbar.h"

#include <inttypes.h>
#include <stdlib.h>

enum { SM_REQUESTS = 2 }; // places of an SM's request channel: one on its way in each of two cycles

enum { NET_REQUEST, NET_REPLY, NETS };

// Components of one kind, which tick together: crossbars; slices and the L2 halves of DRAM channels; their DRAM halves.
typedef enum kind { KIND_NET, KIND_SLICE, KIND_FRONT, KIND_DRAM, KINDS } kind;

STAT_TABLE(memory_stat_table, "memory", MEMORY_STATS);

struct memsys {
    addrmap map;
    uint32_t n_sms, n_slices, n_channels, per_channel;
    chan *request, *reply;              // [sm]
    chan *in, *out, *down, *up;         // [slice]: l2_chans, out = reply
    chan **down_of, **up_of;            // [slice]: pointers for the DRAM channels
    xbar *net[NETS];
    l2 **slices;
    dram **channels;
    uint64_t ticks[CLOCK_COUNT];        // done so far
    uint64_t next[KINDS];               // first tick in which one of the kind must be evaluated
    uint64_t net_wake[NETS];
    uint64_t *slice_wake, *front_wake, *dram_wake;
    uint16_t *channel_of;               // [slice]
    bits slice_touched, channel_touched; // whose channels may have changed since the last commit
    bits request_popped, reply_pushed;   // SMs whose channels the crossbars have changed since then
    bits reply_moves;                    // SMs whose reply channel held something then: they may have popped
    unsigned sm_words, slice_words;
    uint64_t pushed, popped;             // requests of SMs, replies to SMs
    uint64_t core_cycle;
    rng shuffle;
    bool shuffled;
    uint32_t *order; // [max(slices, channels)]
};

// ---- set-up

static chan *make_chans(uint32_t n, uint32_t capacity)
{
    chan *c = wl_calloc(n, sizeof *c);
    for (uint32_t i = 0; i < n; i++) chan_init(&c[i], capacity, sizeof(mreq));
    return c;
}

static void free_chans(chan *c, uint32_t n)
{
    for (uint32_t i = 0; c && i < n; i++) chan_free(&c[i]);
    free(c);
}

static xbar *make_net(const config *c, const char *name, uint32_t flit_bytes, chan *in, uint32_t inputs, chan *out, uint32_t outputs,
                      const addrmap *map)
{
    chan **from = wl_calloc(inputs, sizeof(chan *)), **to = wl_calloc(outputs, sizeof(chan *));
    for (uint32_t i = 0; i < inputs; i++) from[i] = &in[i];
    for (uint32_t i = 0; i < outputs; i++) to[i] = &out[i];
    xbar *x = xbar_new(&(xbar_cfg){.name = name, .inputs = inputs, .outputs = outputs, .in = from, .out = to, .map = map,
                                   .flit_bytes = flit_bytes, .input_buffer = c->icnt.input_buffer, .latency = c->icnt.latency,
                                   .vcs = c->icnt.vcs, .arbiter = c->icnt.arbiter});
    free(from);
    free(to);
    return x;
}

static void make_channels(memsys *m, const config *c)
{
    const uint32_t out = xbar_out_capacity(&c->icnt);
    m->request = make_chans(m->n_sms, SM_REQUESTS);
    m->reply = make_chans(m->n_sms, out);
    m->in = make_chans(m->n_slices, out);
    m->out = make_chans(m->n_slices, c->l2.l2_to_icnt_queue);
    m->down = make_chans(m->n_slices, c->l2.l2_to_dram_queue);
    m->up = make_chans(m->n_slices, c->l2.dram_to_l2_queue);
    m->down_of = wl_calloc(m->n_slices, sizeof(chan *));
    m->up_of = wl_calloc(m->n_slices, sizeof(chan *));
    for (uint32_t s = 0; s < m->n_slices; s++) {
        m->down_of[s] = &m->down[s];
        m->up_of[s] = &m->up[s];
    }
}

static void make_components(memsys *m, const config *c)
{
    m->net[NET_REQUEST] = make_net(c, "request", c->icnt.request_flit_bytes, m->request, m->n_sms, m->in, m->n_slices, &m->map);
    m->net[NET_REPLY] = make_net(c, "reply", c->icnt.reply_flit_bytes, m->out, m->n_slices, m->reply, m->n_sms, NULL);
    m->slices = wl_calloc(m->n_slices, sizeof(l2 *));
    m->channels = wl_calloc(m->n_channels, sizeof(dram *));
    for (uint32_t s = 0; s < m->n_slices; s++) {
        m->slices[s] = l2_new(c, &m->map, s, (l2_chans){&m->in[s], &m->out[s], &m->down[s], &m->up[s]});
    }
    for (uint32_t k = 0; k < m->n_channels; k++) {
        m->channels[k] = dram_new(c, &m->map, k, m->down_of + k * m->per_channel, m->up_of + k * m->per_channel);
    }
}

static uint64_t *asleep(uint32_t n)
{
    uint64_t *wake = wl_calloc(n, sizeof *wake);
    for (uint32_t i = 0; i < n; i++) wake[i] = UINT64_MAX;
    return wake;
}

memsys *memsys_new(const config *c, err *e)
{
    addrmap map;
    if (addrmap_init(&map, c, e) != ST_OK) return NULL;
    memsys *m = wl_calloc(1, sizeof *m);
    m->map = map;
    m->n_sms = c->gpu.sms;
    m->n_channels = c->dram.channels;
    m->per_channel = c->l2.slices_per_channel;
    m->n_slices = m->n_channels * m->per_channel;
    m->sm_words = bits_words(m->n_sms);
    m->slice_words = bits_words(m->n_slices);
    make_channels(m, c);
    make_components(m, c);
    m->slice_wake = asleep(m->n_slices);
    m->channel_of = wl_calloc(m->n_slices, sizeof *m->channel_of);
    for (uint32_t s = 0; s < m->n_slices; s++) m->channel_of[s] = (uint16_t)(s / m->per_channel);
    m->front_wake = asleep(m->n_channels);
    m->dram_wake = asleep(m->n_channels);
    for (int n = 0; n < NETS; n++) m->net_wake[n] = UINT64_MAX;
    for (int k = 0; k < KINDS; k++) m->next[k] = UINT64_MAX;
    m->order = wl_calloc(m->n_slices, sizeof *m->order);
    return m;
}

void memsys_free(memsys *m)
{
    if (!m) return;
    for (uint32_t s = 0; s < m->n_slices; s++) l2_free(m->slices[s]);
    for (uint32_t k = 0; k < m->n_channels; k++) dram_free(m->channels[k]);
    for (int n = 0; n < NETS; n++) xbar_free(m->net[n]);
    free_chans(m->request, m->n_sms);
    free_chans(m->reply, m->n_sms);
    free_chans(m->in, m->n_slices);
    free_chans(m->out, m->n_slices);
    free_chans(m->down, m->n_slices);
    free_chans(m->up, m->n_slices);
    free(m->down_of);
    free(m->up_of);
    free(m->slices);
    free(m->channels);
    free(m->slice_wake);
    free(m->channel_of);
    free(m->front_wake);
    free(m->dram_wake);
    free(m->order);
    free(m);
}

chan *memsys_request(memsys *m, unsigned sm) { return &m->request[sm]; }
chan *memsys_reply(memsys *m, unsigned sm) { return &m->reply[sm]; }

void memsys_shuffle(memsys *m, unsigned seed)
{
    m->shuffled = seed != 0;
    m->shuffle = (rng){seed};
}

// ---- a tick

static inline uint64_t sooner(uint64_t a, uint64_t b) { return a < b ? a : b; }

// m->order[0..n-1] becomes a random order of n components.
static void draw_order(memsys *m, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t k = (uint32_t)rng_below(&m->shuffle, i + 1);
        m->order[i] = m->order[k];
        m->order[k] = i;
    }
}

static uint64_t eval_net(memsys *m, int n, uint64_t now)
{
    if (m->net_wake[n] <= now || m->shuffled) {
        bits *pushed = n == NET_REQUEST ? &m->slice_touched : &m->reply_pushed, *popped = n == NET_REQUEST ? &m->request_popped : &m->slice_touched;
        m->net_wake[n] = xbar_eval(m->net[n], now, pushed, popped);
    }
    return m->net_wake[n];
}

static uint64_t eval_nets(memsys *m, uint64_t now)
{
    const int first = m->shuffled && rng_below(&m->shuffle, 2) ? NET_REPLY : NET_REQUEST;
    const uint64_t a = eval_net(m, first, now), b = eval_net(m, NET_REPLY - first, now);
    return sooner(a, b);
}

static void eval_slice(memsys *m, uint32_t s, uint64_t now)
{
    m->slice_wake[s] = l2_eval(m->slices[s], now);
    bits_set(&m->slice_touched, s);
}

static void touch_slices(memsys *m, uint32_t channel, uint64_t which)
{
    for (; which; which &= which - 1) bits_set(&m->slice_touched, channel * m->per_channel + (uint32_t)__builtin_ctzll(which));
}

static void eval_front(memsys *m, uint32_t k, uint64_t now)
{
    uint64_t popped = 0;
    m->front_wake[k] = dram_front_eval(m->channels[k], now, &popped);
    touch_slices(m, k, popped);
    bits_set(&m->channel_touched, k);
}

static void eval_dram(memsys *m, uint32_t k, uint64_t now)
{
    uint64_t pushed = 0;
    m->dram_wake[k] = dram_eval(m->channels[k], now, &pushed);
    touch_slices(m, k, pushed);
    bits_set(&m->channel_touched, k);
}

// Evaluates those of the n components of a kind whose time has come.
static inline __attribute__((always_inline)) void eval_due(memsys *m, kind which, uint32_t n, const uint64_t *wake,
                                                           void (*eval)(memsys *, uint32_t, uint64_t), uint64_t now)
{
    uint64_t next = UINT64_MAX;
    if (m->next[which] > now) return;
    for (uint32_t first = 0; first < n; first += 64) {
        const uint32_t end = n - first < 64 ? n - first : 64;
        uint64_t due = 0;
        for (uint32_t i = 0; i < end; i++) {
            const uint64_t t = wake[first + i];
            due |= (uint64_t)(t <= now) << i;
            next = sooner(next, t <= now ? UINT64_MAX : t);
        }
        for (; due; due &= due - 1) {
            const uint32_t i = first + (uint32_t)__builtin_ctzll(due);
            eval(m, i, now);
            next = sooner(next, wake[i]);
        }
    }
    m->next[which] = next;
}

static void eval_all_shuffled(memsys *m, uint32_t n, void (*eval)(memsys *, uint32_t, uint64_t), uint64_t now)
{
    draw_order(m, n);
    for (uint32_t i = 0; i < n; i++) eval(m, m->order[i], now);
}

static void eval_shuffled(memsys *m, clock_domain d, uint64_t now)
{
    if (d == CLOCK_ICNT) {
        eval_nets(m, now);
    } else if (d == CLOCK_L2) {
        eval_all_shuffled(m, m->n_slices, eval_slice, now);
        eval_all_shuffled(m, m->n_channels, eval_front, now);
    } else {
        eval_all_shuffled(m, m->n_channels, eval_dram, now);
    }
    for (int k = 0; k < KINDS; k++) m->next[k] = 0;
}

void memsys_eval(memsys *m, clock_domain d, uint64_t core_cycle)
{
    const uint64_t now = m->ticks[d]++;
    m->core_cycle = core_cycle;
    if (m->shuffled) {
        eval_shuffled(m, d, now);
    } else if (d == CLOCK_ICNT) {
        m->next[KIND_NET] = eval_nets(m, now);
    } else if (d == CLOCK_L2) {
        eval_due(m, KIND_SLICE, m->n_slices, m->slice_wake, eval_slice, now);
        eval_due(m, KIND_FRONT, m->n_channels, m->front_wake, eval_front, now);
    } else {
        eval_due(m, KIND_DRAM, m->n_channels, m->dram_wake, eval_dram, now);
    }
}

// ---- the edge

// What a commit did: items pushed, popped, and whether a full channel has room again (what its producer may wait for).
typedef struct edge {
    uint32_t pushed, popped;
    bool room;
} edge;

// No branches here and below where they can be avoided: which channel moves is anyone's guess.
static inline edge commit(chan *c)
{
    const uint32_t popped = c->head - c->head_seen;
    const edge e = {c->tail - c->tail_seen, popped, popped && c->tail - c->head_seen == c->capacity};
    chan_commit(c);
    return e;
}

static inline void stir(memsys *m, kind k, uint64_t *wake, bool really)
{
    *wake = really ? 0 : *wake;
    m->next[k] = really ? 0 : m->next[k];
}

static inline void offer(memsys *m, int net, const bits *inputs, unsigned words)
{
    if (!bits_any(inputs, words)) return;
    xbar_offer(m->net[net], inputs);
    stir(m, KIND_NET, &m->net_wake[net], true);
}

// Bit i: channel c[i] of at most 64 was pushed. The word stays in a register: this is looked at in every step.
static inline uint64_t pushed_word(const chan *c, uint32_t n)
{
    uint64_t w = 0;
    for (uint32_t i = 0; i < (n < 64 ? n : 64); i++) w |= (uint64_t)(c[i].tail != c[i].tail_seen) << i;
    return w;
}

// An SM may push whenever it likes; it can pop only what was there at the last edge. The rest the crossbars have said.
static inline void commit_requests(memsys *m)
{
    bits pushed;
    for (unsigned k = 0; k < m->sm_words; k++) {
        pushed.w[k] = pushed_word(&m->request[64 * k], m->n_sms - 64 * k);
        m->request_popped.w[k] |= pushed.w[k];
    }
    BITS_FOR(i, &m->request_popped, m->sm_words) m->pushed += commit(&m->request[i]).pushed;
    for (unsigned k = 0; k < m->sm_words; k++) m->request_popped.w[k] = 0;
    offer(m, NET_REQUEST, &pushed, m->sm_words);
}

static inline void commit_replies(memsys *m)
{
    for (unsigned k = 0; k < m->sm_words; k++) m->reply_moves.w[k] |= m->reply_pushed.w[k];
    BITS_FOR(i, &m->reply_moves, m->sm_words) {
        m->popped += commit(&m->reply[i]).popped;
        if (!chan_count(&m->reply[i])) bits_clear(&m->reply_moves, (unsigned)i);
    }
    for (unsigned k = 0; k < m->sm_words; k++) m->reply_pushed.w[k] = 0;
}

static inline void commit_slices(memsys *m)
{
    bits pushed;
    for (unsigned k = 0; k < m->slice_words; k++) pushed.w[k] = 0;
    BITS_FOR(s, &m->slice_touched, m->slice_words) {
        const edge in = commit(&m->in[s]), out = commit(&m->out[s]), down = commit(&m->down[s]), up = commit(&m->up[s]);
        const uint32_t k = m->channel_of[s];
        stir(m, KIND_SLICE, &m->slice_wake[s], in.pushed || up.pushed || out.room || down.room);
        stir(m, KIND_FRONT, &m->front_wake[k], down.pushed);
        stir(m, KIND_DRAM, &m->dram_wake[k], up.room);
        bits_put(&pushed, (unsigned)s, out.pushed);
    }
    offer(m, NET_REPLY, &pushed, m->slice_words);
    for (unsigned k = 0; k < m->slice_words; k++) m->slice_touched.w[k] = 0;
}

void memsys_commit(memsys *m)
{
    commit_requests(m);
    commit_replies(m);
    if (bits_any(&m->slice_touched, m->slice_words)) commit_slices(m);
    BITS_FOR(k, &m->channel_touched, bits_words(m->n_channels)) {
        const unsigned which = dram_commit(m->channels[k]);
        stir(m, KIND_FRONT, &m->front_wake[k], which & DRAM_STIR_FRONT);
        stir(m, KIND_DRAM, &m->dram_wake[k], which & DRAM_STIR);
        bits_clear(&m->channel_touched, (unsigned)k);
    }
}

uint64_t memsys_quiet_ticks(const memsys *m, clock_domain d)
{
    uint64_t next = m->next[d == CLOCK_ICNT ? KIND_NET : KIND_DRAM];
    if (d == CLOCK_L2) next = sooner(m->next[KIND_SLICE], m->next[KIND_FRONT]);
    if (next == UINT64_MAX) return UINT64_MAX;
    return next > m->ticks[d] ? next - m->ticks[d] : 0;
}

void memsys_skip(memsys *m, clock_domain d, uint64_t ticks) { m->ticks[d] += ticks; }

// ---- statistics

typedef struct totals {
    xbar_stats net[NETS];
    l2_stats l2;
    dram_stats dram;
} totals;

static totals total(const memsys *m)
{
    totals t = {0};
    for (int n = 0; n < NETS; n++) t.net[n] = xbar_get_stats(m->net[n], m->ticks[CLOCK_ICNT]);
    for (uint32_t s = 0; s < m->n_slices; s++) {
        const l2_stats one = l2_get_stats(m->slices[s], m->ticks[CLOCK_L2]);
        stats_add(&l2_stat_table, &t.l2, &one);
    }
    for (uint32_t k = 0; k < m->n_channels; k++) {
        const dram_stats one = dram_get_stats(m->channels[k], m->ticks[CLOCK_DRAM]);
        stats_add(&dram_stat_table, &t.dram, &one);
    }
    return t;
}

// What the memory system as a whole has seen: both ends, and whether anything is inside.
static json_t *memory_json(const memsys *m)
{
    const memory_stats t = {.requests = m->pushed, .replies = m->popped, .left_inside = !memsys_idle(m)};
    return stats_json(&memory_stat_table, &t);
}

json_t *memsys_stats_json(const memsys *m)
{
    const totals t = total(m);
    json_t *o = json_object(), *icnt = json_object();
    json_object_set_new(icnt, "request", stats_json(&xbar_stat_table, &t.net[NET_REQUEST]));
    json_object_set_new(icnt, "reply", stats_json(&xbar_stat_table, &t.net[NET_REPLY]));
    json_object_set_new(o, "icnt", icnt);
    json_object_set_new(o, "l2", stats_json(&l2_stat_table, &t.l2));
    json_object_set_new(o, "dram", stats_json(&dram_stat_table, &t.dram));
    json_object_set_new(o, "memory", memory_json(m));
    return o;
}

json_t *memsys_instances_json(const memsys *m)
{
    json_t *slices = json_array(), *channels = json_array();
    for (uint32_t s = 0; s < m->n_slices; s++) {
        const l2_stats one = l2_get_stats(m->slices[s], m->ticks[CLOCK_L2]);
        json_array_append_new(slices, stats_json(&l2_stat_table, &one));
    }
    for (uint32_t k = 0; k < m->n_channels; k++) {
        const dram_stats one = dram_get_stats(m->channels[k], m->ticks[CLOCK_DRAM]);
        json_array_append_new(channels, stats_json(&dram_stat_table, &one));
    }
    return json_pack("{s:o, s:o}", "l2", slices, "dram", channels);
}

bool memsys_idle(const memsys *m)
{
    bool idle = true;
    for (uint32_t i = 0; i < m->n_sms; i++) idle = idle && chan_empty(&m->request[i]) && chan_empty(&m->reply[i]);
    for (int n = 0; n < NETS; n++) idle = idle && xbar_idle(m->net[n]);
    for (uint32_t s = 0; s < m->n_slices; s++) {
        idle = idle && l2_idle(m->slices[s]) && chan_empty(&m->in[s]) && chan_empty(&m->out[s]) && chan_empty(&m->down[s]) && chan_empty(&m->up[s]);
    }
    for (uint32_t k = 0; k < m->n_channels; k++) idle = idle && dram_idle(m->channels[k]);
    return idle;
}

static void dump_chan(FILE *f, const char *what, uint32_t i, const chan *c)
{
    if (!chan_empty(c)) fprintf(f, "  %s %u: %u of %u places taken\n", what, i, c->tail - c->head, c->capacity);
}

void memsys_dump(const memsys *m, FILE *f)
{
    fprintf(f, "Memory system, core cycle %" PRIu64 ": %" PRIu64 " of %" PRIu64 " requests answered\n", m->core_cycle, m->popped, m->pushed);
    for (uint32_t i = 0; i < m->n_sms; i++) dump_chan(f, "request channel of SM", i, &m->request[i]);
    xbar_dump(m->net[NET_REQUEST], f);
    for (uint32_t s = 0; s < m->n_slices; s++) {
        dump_chan(f, "input of L2 slice", s, &m->in[s]);
        l2_dump(m->slices[s], f);
        dump_chan(f, "reply queue of L2 slice", s, &m->out[s]);
        dump_chan(f, "DRAM queue of L2 slice", s, &m->down[s]);
        dump_chan(f, "fill queue of L2 slice", s, &m->up[s]);
    }
    for (uint32_t k = 0; k < m->n_channels; k++) dram_dump(m->channels[k], f);
    xbar_dump(m->net[NET_REPLY], f);
    for (uint32_t i = 0; i < m->n_sms; i++) dump_chan(f, "reply channel of SM", i, &m->reply[i]);
}
