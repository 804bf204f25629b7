// crossbar_lanes.c : see crossbar_lanes.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/structures/crossbar_lanes.h"

#include "base/rng.h"

#include <stdlib.h>
#include <string.h>

typedef struct coming {
    uint64_t seed;
    unsigned flits, sent;
} coming;

// Packets accepted whose flits are still to come, oldest first.
typedef struct lane {
    coming *q; // ring of `room`
    unsigned head, count;
} lane;

typedef struct consumer {
    uint8_t *flits;
    unsigned count; // more than `most` are counted, not kept
} consumer;

struct crossbar_lanes {
    unsigned inputs, outputs, vcs, bytes, most, room, dest_w, flits_w;
    lane *lanes; // [input * vcs + channel]
    consumer *consumers;
    uint8_t *flit;
};

crossbar_lanes *crossbar_lanes_new(const config *c, crossbar_direction way)
{
    crossbar_lanes *l = wl_calloc(1, sizeof *l);
    *l = (crossbar_lanes){.inputs = crossbar_inputs(c, way),
                          .outputs = crossbar_outputs(c, way),
                          .vcs = crossbar_vcs(c, way),
                          .bytes = crossbar_flit_bytes(c, way),
                          .most = crossbar_flits_most(c, way),
                          .room = crossbar_packets(c, way) + 1,
                          .dest_w = crossbar_dest_bits(c, way),
                          .flits_w = crossbar_flits_bits(c, way)};
    l->lanes = wl_calloc((size_t)l->inputs * l->vcs, sizeof *l->lanes);
    for (unsigned k = 0; k < l->inputs * l->vcs; k++)
        l->lanes[k].q = wl_calloc(l->room, sizeof *l->lanes[k].q);
    l->consumers = wl_calloc(l->outputs, sizeof *l->consumers);
    for (unsigned o = 0; o < l->outputs; o++) l->consumers[o].flits = wl_calloc(l->most, l->bytes);
    l->flit = wl_calloc(1, l->bytes);
    return l;
}

void crossbar_lanes_free(crossbar_lanes *l)
{
    if (!l) return;
    for (unsigned k = 0; k < l->inputs * l->vcs; k++) free(l->lanes[k].q);
    for (unsigned o = 0; o < l->outputs; o++) free(l->consumers[o].flits);
    free(l->lanes);
    free(l->consumers);
    free(l->flit);
    free(l);
}

void crossbar_lanes_reset(crossbar_lanes *l)
{
    for (unsigned k = 0; k < l->inputs * l->vcs; k++) l->lanes[k].count = 0;
    for (unsigned o = 0; o < l->outputs; o++) l->consumers[o].count = 0;
}

// Flit k of a packet.
static void make_flit(uint64_t seed, unsigned k, unsigned bytes, uint8_t *to)
{
    rng r = {seed ^ (uint64_t)(k + 1) << 48};
    for (unsigned at = 0; at < bytes; at += 8) {
        const uint64_t word = rng_u64(&r);
        memcpy(to + at, &word, bytes - at < 8 ? bytes - at : 8);
    }
}

static unsigned channel_of(const crossbar_lanes *l, const crossbar_in *in, unsigned i)
{
    return port_field(in->in_dest_i, i, l->dest_w) % l->vcs;
}

void crossbar_lanes_drive(const crossbar_lanes *l, const uint64_t *wait_seed, uint64_t noise,
                          crossbar_in *in)
{
    uint8_t *words = (uint8_t *)in->in_flit_i;
    for (unsigned k = 0; k < l->inputs * l->vcs; k++) {
        const lane *n = &l->lanes[k];
        const unsigned i = k / l->vcs;
        uint8_t *to = words + (size_t)k * l->bytes;
        const bool waits = in->in_valid_i[0] >> i & 1 && channel_of(l, in, i) == k % l->vcs;
        if (n->count) make_flit(n->q[n->head].seed, n->q[n->head].sent, l->bytes, to);
        else if (waits) make_flit(wait_seed[i], 0, l->bytes, to);
        else if (noise) make_flit(noise, k, l->bytes, to);
    }
}

void crossbar_lanes_take(crossbar_lanes *l, const crossbar_in *in, unsigned input, uint64_t seed)
{
    lane *n = &l->lanes[input * l->vcs + channel_of(l, in, input)];
    CHECK(n->count < l->room, "crossbar: more than %u packets are coming in on a lane of input %u",
          l->room, input);
    n->q[(n->head + n->count++) % l->room] =
        (coming){seed, port_field(in->in_flits_i, input, l->flits_w), 0};
}

void crossbar_lanes_clock(crossbar_lanes *l)
{
    for (unsigned k = 0; k < l->inputs * l->vcs; k++) {
        lane *n = &l->lanes[k];
        if (!n->count || ++n->q[n->head].sent < n->q[n->head].flits) continue;
        n->head = (n->head + 1) % l->room;
        n->count--;
    }
}

void crossbar_lanes_arrive(crossbar_lanes *l, const crossbar_out *out)
{
    const uint8_t *words = (const uint8_t *)out->out_flit_o;
    for (unsigned o = 0; o < l->outputs; o++) {
        consumer *c = &l->consumers[o];
        if (!(out->out_flit_pulse_o[0] >> o & 1)) continue;
        if (c->count < l->most)
            memcpy(c->flits + (size_t)c->count * l->bytes, words + (size_t)o * l->bytes, l->bytes);
        c->count++;
    }
}

bool crossbar_lanes_whole(crossbar_lanes *l, unsigned output, unsigned flits, uint64_t seed)
{
    consumer *c = &l->consumers[output];
    bool whole = c->count == flits;
    for (unsigned k = 0; k < flits && whole; k++) {
        make_flit(seed, k, l->bytes, l->flit);
        whole = memcmp(c->flits + (size_t)k * l->bytes, l->flit, l->bytes) == 0;
    }
    c->count = 0;
    return whole;
}
