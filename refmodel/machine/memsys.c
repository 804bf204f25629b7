// memsys.c : see memsys.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/memsys.h"

#include "base/rng.h"
#include "machine/chans.h"
#include "machine/partitions.h"
#include "machine/xbar.h"

#include <inttypes.h>
#include <stdlib.h>

enum { SM_REQUESTS = 2 }; // places of an SM's request channel: one on its way in each of two cycles

enum { NET_REQUEST, NET_REPLY, NETS };

STAT_TABLE(memory_stat_table, "memory", MEMORY_STATS);

struct memsys {
    addrmap map;
    uint32_t n_sms;
    unsigned sm_words, slice_words;
    chan *request, *reply;             // [sm]
    xbar *net[NETS];
    uint64_t ticks;                    // of the crossbars, done so far
    uint64_t net_wake[NETS];           // first tick in which each must be evaluated
    bits request_popped, reply_pushed; // SMs whose channels the crossbars have changed since the last commit
    bits reply_moves;                  // SMs whose reply channel held something then: they may have popped
    bits joined;                       // slices whose channels the crossbars have changed since then
    uint64_t pushed, popped;           // requests of SMs, replies to SMs
    uint64_t core_cycle;
    rng shuffle;
    bool shuffled;
    partitions *parts;
};

// ---- set-up

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

memsys *memsys_new(const config *c, err *e)
{
    addrmap map;
    if (addrmap_init(&map, c, e) != ST_OK) return NULL;
    const uint32_t out = xbar_out_capacity(&c->icnt);
    memsys *m = wl_calloc(1, sizeof *m);
    m->map = map;
    m->n_sms = c->gpu.sms;
    m->parts = partitions_new(c, &m->map, out);
    const uint32_t slices = partitions_slices(m->parts);
    m->sm_words = bits_words(m->n_sms);
    m->slice_words = bits_words(slices);
    m->request = chans_new(m->n_sms, SM_REQUESTS);
    m->reply = chans_new(m->n_sms, out);
    m->net[NET_REQUEST] = make_net(c, "request", c->icnt.request_flit_bytes, m->request, m->n_sms, partitions_in(m->parts, 0), slices, &m->map);
    m->net[NET_REPLY] = make_net(c, "reply", c->icnt.reply_flit_bytes, partitions_out(m->parts, 0), slices, m->reply, m->n_sms, NULL);
    for (int n = 0; n < NETS; n++) m->net_wake[n] = UINT64_MAX;
    return m;
}

void memsys_free(memsys *m)
{
    if (!m) return;
    for (int n = 0; n < NETS; n++) xbar_free(m->net[n]);
    partitions_free(m->parts);
    chans_free(m->request, m->n_sms);
    chans_free(m->reply, m->n_sms);
    free(m);
}

chan *memsys_request(memsys *m, unsigned sm) { return &m->request[sm]; }
chan *memsys_reply(memsys *m, unsigned sm) { return &m->reply[sm]; }

memsys_times memsys_lookahead(const config *c)
{
    const uint32_t through = c->icnt.latency > 2 ? c->icnt.latency : 2;
    const uint64_t behind = (uint64_t)partitions_slack(c) * c->gpu.icnt_mhz / c->gpu.l2_mhz;
    return (memsys_times){.request = 2 * through + (uint32_t)behind, .reply = through - 1};
}

void memsys_shuffle(memsys *m, unsigned seed)
{
    m->shuffled = seed != 0;
    m->shuffle = (rng){seed};
    partitions_shuffle(m->parts, seed);
}

// ---- a tick

static inline uint64_t sooner(uint64_t a, uint64_t b) { return a < b ? a : b; }

static void eval_net(memsys *m, int n, uint64_t now)
{
    if (m->net_wake[n] > now && !m->shuffled) return;
    bits *pushed = n == NET_REQUEST ? &m->joined : &m->reply_pushed, *popped = n == NET_REQUEST ? &m->request_popped : &m->joined;
    m->net_wake[n] = xbar_eval(m->net[n], now, pushed, popped);
}

void memsys_eval(memsys *m, clock_domain d, uint64_t core_cycle)
{
    m->core_cycle = core_cycle;
    if (d != CLOCK_ICNT) {
        partitions_eval(m->parts, d);
        return;
    }
    const uint64_t now = m->ticks++;
    const int first = m->shuffled && rng_below(&m->shuffle, 2) ? NET_REPLY : NET_REQUEST;
    eval_net(m, first, now);
    eval_net(m, NET_REPLY - first, now);
}

// ---- the edge

static inline void offer(memsys *m, int net, const bits *inputs, unsigned words)
{
    if (!bits_any(inputs, words)) return;
    xbar_offer(m->net[net], inputs);
    m->net_wake[net] = 0;
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
    BITS_FOR(i, &m->request_popped, m->sm_words) m->pushed += chan_edge_commit(&m->request[i]).pushed;
    for (unsigned k = 0; k < m->sm_words; k++) m->request_popped.w[k] = 0;
    offer(m, NET_REQUEST, &pushed, m->sm_words);
}

static inline void commit_replies(memsys *m)
{
    for (unsigned k = 0; k < m->sm_words; k++) m->reply_moves.w[k] |= m->reply_pushed.w[k];
    BITS_FOR(i, &m->reply_moves, m->sm_words) {
        m->popped += chan_edge_commit(&m->reply[i]).popped;
        if (!chan_count(&m->reply[i])) bits_clear(&m->reply_moves, (unsigned)i);
    }
    for (unsigned k = 0; k < m->sm_words; k++) m->reply_pushed.w[k] = 0;
}

void memsys_commit(memsys *m)
{
    bits replied;
    commit_requests(m);
    commit_replies(m);
    if (partitions_commit(m->parts, &m->joined, &replied)) offer(m, NET_REPLY, &replied, m->slice_words);
    for (unsigned k = 0; k < m->slice_words; k++) m->joined.w[k] = 0;
}

uint64_t memsys_quiet_ticks(const memsys *m, clock_domain d)
{
    if (d != CLOCK_ICNT) return partitions_quiet_ticks(m->parts, d);
    if (m->shuffled) return 0;
    const uint64_t next = sooner(m->net_wake[NET_REQUEST], m->net_wake[NET_REPLY]);
    if (next == UINT64_MAX) return UINT64_MAX;
    return next > m->ticks ? next - m->ticks : 0;
}

void memsys_skip(memsys *m, clock_domain d, uint64_t ticks)
{
    if (d == CLOCK_ICNT) m->ticks += ticks;
    else partitions_skip(m->parts, d, ticks);
}

// ---- statistics

// What the memory system as a whole has seen: both ends, and whether anything is inside.
static json_t *memory_json(const memsys *m)
{
    const memory_stats t = {.requests = m->pushed, .replies = m->popped, .left_inside = !memsys_idle(m)};
    return stats_json(&memory_stat_table, &t);
}

json_t *memsys_stats_json(const memsys *m)
{
    static const char *const name[NETS] = {"request", "reply"};
    json_t *o = json_object(), *icnt = json_object();
    for (int n = 0; n < NETS; n++) {
        const xbar_stats s = xbar_get_stats(m->net[n], m->ticks);
        json_object_set_new(icnt, name[n], stats_json(&xbar_stat_table, &s));
    }
    json_object_set_new(o, "icnt", icnt);
    partitions_add_json(m->parts, o);
    json_object_set_new(o, "memory", memory_json(m));
    return o;
}

json_t *memsys_instances_json(const memsys *m)
{
    json_t *o = json_object();
    partitions_add_instances(m->parts, o);
    return o;
}

bool memsys_idle(const memsys *m)
{
    bool idle = partitions_idle(m->parts);
    for (uint32_t i = 0; i < m->n_sms; i++) idle = idle && chan_empty(&m->request[i]) && chan_empty(&m->reply[i]);
    for (int n = 0; n < NETS; n++) idle = idle && xbar_idle(m->net[n]);
    return idle;
}

void memsys_dump(const memsys *m, FILE *f)
{
    fprintf(f, "Memory system, core cycle %" PRIu64 ": %" PRIu64 " of %" PRIu64 " requests answered\n", m->core_cycle, m->popped, m->pushed);
    for (uint32_t i = 0; i < m->n_sms; i++) chan_dump(f, "request channel of SM", i, &m->request[i]);
    xbar_dump(m->net[NET_REQUEST], f);
    partitions_dump(m->parts, f);
    xbar_dump(m->net[NET_REPLY], f);
    for (uint32_t i = 0; i < m->n_sms; i++) chan_dump(f, "reply channel of SM", i, &m->reply[i]);
}
