// crossbar_block.c : see crossbar_block.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/structures/crossbar_block_state.h"

#include "machine/common/chans.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

STAT_TABLE(crossbar_event_table, "events", CROSSBAR_EVENTS);

// ---- set-up

static void make_net(crossbar_block *b)
{
    const struct cfg_icnt *k = &b->c->icnt;
    chan *in[CROSSBAR_PORTS_MAX], *out[CROSSBAR_PORTS_MAX];
    for (unsigned i = 0; i < b->inputs; i++) in[i] = &b->in[i];
    for (unsigned o = 0; o < b->outputs; o++) out[o] = &b->out[o];
    b->x = crossbar_new(&(crossbar_cfg){.name = crossbar_name(b->way),
                                        .inputs = b->inputs,
                                        .outputs = b->outputs,
                                        .in = in,
                                        .out = out,
                                        .flit_bytes = b->flit_bytes,
                                        .input_buffer = k->input_buffer,
                                        .latency = k->latency,
                                        .vcs = k->vcs,
                                        .arbiter = k->arbiter});
}

static crossbar_block *make(const config *c, crossbar_direction way)
{
    crossbar_block *b = wl_calloc(1, sizeof *b);
    *b = (crossbar_block){.c = c,
                          .way = way,
                          .inputs = crossbar_inputs(c, way),
                          .outputs = crossbar_outputs(c, way),
                          .dest_w = crossbar_dest_bits(c, way),
                          .flits_w = crossbar_flits_bits(c, way),
                          .credit_w = crossbar_credit_bits(c),
                          .flit_bytes = crossbar_flit_bytes(c, way)};
    b->in = chans_new(b->inputs, 1);
    b->out = chans_new(b->outputs, crossbar_places(c));
    if (c->crossbar.data) b->data = crossbar_data_new(c, way);
    make_net(b);
    return b;
}

static void *make_request(const config *c, err *e)
{
    (void)e;
    return make(c, CROSSBAR_REQUEST);
}

static void *make_reply(const config *c, err *e)
{
    (void)e;
    return make(c, CROSSBAR_REPLY);
}

static void free_net(void *self)
{
    crossbar_block *b = self;
    crossbar_free(b->x);
    crossbar_data_free(b->data);
    chans_free(b->in, b->inputs);
    chans_free(b->out, b->outputs);
    free(b);
}

static void reset(void *self)
{
    crossbar_block *b = self;
    const crossbar_stats s = crossbar_get_stats(b->x, b->now);
    stats_add(&crossbar_stat_table, (uint64_t *)&b->before, (const uint64_t *)&s);
    for (unsigned i = 0; i < b->inputs; i++) b->in[i].head = b->in[i].tail;
    for (unsigned i = 0; i < b->inputs; i++) chan_commit(&b->in[i]);
    for (unsigned o = 0; o < b->outputs; o++) {
        b->out[o].head = b->out[o].tail;
        chan_commit(&b->out[o]);
    }
    crossbar_free(b->x);
    make_net(b);
    if (b->data) crossbar_data_reset(b->data);
    b->now = 0;
    b->offered = (bits){{0}};
    b->pulse = 0;
}

// ---- a cycle

static bool idle(const crossbar_block *b) { return crossbar_idle(b->x) && !b->pulse; }

static void valid(void *self, uint64_t *words)
{
    const crossbar_block *b = self;
    crossbar_out *out = (crossbar_out *)(void *)words;
    memset(out->out_meta_o, 0, sizeof out->out_meta_o);
    out->out_pulse_o[0] = b->pulse;
    for (unsigned o = 0; o < b->outputs; o++) {
        if (b->pulse >> o & 1)
            port_put_field(out->out_meta_o, o, b->c->crossbar.meta_bits, (unsigned)b->meta[o]);
    }
    out->idle_o[0] = idle(b);
    if (!b->data) return;
    out->out_flit_pulse_o[0] = 0;
    memset(out->out_flit_o, 0,
           (crossbar_away_bits(b->c, b->way) + 63) / 64 * sizeof out->out_flit_o[0]);
    crossbar_data_valid(b->data, out);
}

static void ready(void *self, const uint64_t *words, uint64_t *out_words)
{
    const crossbar_block *b = self;
    const crossbar_in *in = (const crossbar_in *)(const void *)words;
    crossbar_out *out = (crossbar_out *)(void *)out_words;
    uint64_t can = 0;
    for (unsigned i = 0; i < b->inputs; i++) {
        const unsigned dest = port_field(in->in_dest_i, i, b->dest_w),
                       flits = port_field(in->in_flits_i, i, b->flits_w);
        can |= (uint64_t)(dest < b->outputs && crossbar_has_room(b->x, i, dest, flits, b->now))
               << i;
    }
    out->in_ready_o[0] = can;
}

static void give_back(crossbar_block *b, const crossbar_in *in)
{
    for (unsigned o = 0; o < b->outputs; o++) {
        const unsigned given = port_field(in->out_credit_i, o, b->credit_w);
        b->events.credits_many += given > 1;
        b->out[o].head += given;
        chan_commit(&b->out[o]);
    }
}

// A packet whose length in flits is that of its data and header.
static void offer(crossbar_block *b, const crossbar_in *in, unsigned i)
{
    const unsigned flits = port_field(in->in_flits_i, i, b->flits_w);
    const mreq r = {.kind = MREQ_ATOMIC,
                    .bytes = (uint16_t)(flits * b->flit_bytes - CROSSBAR_HEADER_BYTES),
                    .sm = (uint8_t)port_field(in->in_dest_i, i, b->dest_w),
                    .born = port_field(in->in_meta_i, i, b->c->crossbar.meta_bits)};
    CHECK(crossbar_packet_flits(&r, b->flit_bytes) == flits,
          "input %u of the %s crossbar: a packet of %u flits", i, crossbar_name(b->way), flits);
    b->events.large += flits > b->c->icnt.input_buffer;
    mreq_push(&b->in[i], &r);
    chan_commit(&b->in[i]);
    bits_set(&b->offered, i);
}

static void arrive(crossbar_block *b, const bits *pushed)
{
    b->pulse = pushed->w[0];
    BITS_FOR(o, pushed, 1)
    {
        b->meta[o] = ((const mreq *)chan_slot(&b->out[o], b->out[o].tail - 1))->born;
        chan_commit(&b->out[o]);
    }
}

// The flits of this cycle: packets of `popped` have come, and the network says who sends.
static void move_flits(crossbar_block *b, const crossbar_in *in, const bits *popped, uint64_t now)
{
    uint32_t out, vc;
    BITS_FOR(i, popped, 1)
    {
        crossbar_data_come(b->data, (unsigned)i, port_field(in->in_dest_i, (unsigned)i, b->dest_w),
                           port_field(in->in_flits_i, (unsigned)i, b->flits_w));
    }
    crossbar_data_lanes(b->data, in);
    for (unsigned i = 0; i < b->inputs; i++) {
        if (crossbar_sends(b->x, i, now, &out, &vc)) crossbar_data_move(b->data, i, vc, out);
    }
    crossbar_data_clock(b->data);
}

static void commit(void *self, const uint64_t *words, const uint64_t *out_words)
{
    crossbar_block *b = self;
    const crossbar_in *in = (const crossbar_in *)(const void *)words;
    bits pushed = {{0}}, popped = {{0}};
    (void)out_words; // what is ready the network sees itself
    give_back(b, in);
    for (unsigned i = 0; i < b->inputs; i++) {
        if (in->in_valid_i[0] >> i & 1 && !bits_has(&b->offered, i)) offer(b, in, i);
    }
    crossbar_offer(b->x, &b->offered);
    crossbar_eval(b->x, b->now++, &pushed, &popped);
    BITS_FOR(i, &popped, 1)
    {
        chan_commit(&b->in[i]);
        bits_clear(&b->offered, (unsigned)i);
    }
    arrive(b, &pushed);
    if (b->data) move_flits(b, in, &popped, b->now - 1);
    const crossbar_waits w = crossbar_get_waits(b->x);
    b->events.contended += w.contended;
    b->events.no_place += w.no_place;
    b->events.declined += w.declined;
}

static void skip(void *self, uint64_t cycles) { ((crossbar_block *)self)->now += cycles; }

// ---- what it has seen

static const uint64_t *events(void *self)
{
    crossbar_block *b = self;
    crossbar_stats s = crossbar_get_stats(b->x, b->now);
    stats_add(&crossbar_stat_table, (uint64_t *)&s, (const uint64_t *)&b->before);
    memcpy(&b->events, &s, sizeof s);
    if (b->data) {
        const crossbar_data_seen seen = crossbar_data_get_seen(b->data);
        b->events.flits_arrived = seen.arrived;
        b->events.flits_passed = seen.passed;
        b->events.flits_behind = seen.behind;
    }
    return (const uint64_t *)(const void *)&b->events;
}

static bool used(const uint64_t *in)
{
    return ((const crossbar_in *)(const void *)in)->in_valid_i[0] != 0;
}

static int exercised(const uint64_t *seen, err *e)
{
    const crossbar_events *v = (const crossbar_events *)(const void *)seen;
    if (v->packets && v->delivered) return ST_OK;
    return err_add(e, ST_CHECK,
                   "the run has not exercised the crossbar: %" PRIu64 " packets taken in, %" PRIu64
                   " delivered: both must be at least 1",
                   v->packets, v->delivered);
}

static void dump(void *self, FILE *f) { crossbar_dump(((crossbar_block *)self)->x, f); }

#define SIZES \
    .state_bytes = sizeof(crossbar_block), .in_bytes = sizeof(crossbar_in), \
    .out_bytes = sizeof(crossbar_out)
// clang-format off
#define DEVICE \
    {.reset = reset, .valid = valid, .ready = ready, .commit = commit, .skip = skip, \
     .events = events, .dump = dump, .free = free_net}
// clang-format on
const block_model crossbar_request_block = {
    .stem = "crossbar_request",
    .events = &crossbar_event_table,
    SIZES,
    .make = make_request,
    .used = used,
    .exercised = exercised,
    .dev = DEVICE,
};
const block_model crossbar_reply_block = {
    .stem = "crossbar_reply",
    .events = &crossbar_event_table,
    SIZES,
    .make = make_reply,
    .used = used,
    .exercised = exercised,
    .dev = DEVICE,
};
