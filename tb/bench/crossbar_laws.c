// crossbar_laws.c: checks the laws of a crossbar's ports in each cycle, with one queue of packets
// per flow. See crossbar_laws.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/crossbar_laws.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool broken(crossbar_laws *l, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static bool broken(crossbar_laws *l, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(l->broken, sizeof l->broken, fmt, ap);
    va_end(ap);
    return false;
}

// Of a flow: in its buffer, being sent, on the way, and one to spare.
void crossbar_laws_init(crossbar_laws *l, const config *c, crossbar_direction way)
{
    *l = (crossbar_laws){.c = c,
                         .way = way,
                         .inputs = crossbar_inputs(c, way),
                         .outputs = crossbar_outputs(c, way),
                         .dest_w = crossbar_dest_bits(c, way),
                         .flits_w = crossbar_flits_bits(c, way),
                         .meta_w = c->crossbar.meta_bits,
                         .credit_w = crossbar_credit_bits(c)};
    l->input_w = cfg_index_bits(l->inputs);
    CHECK(l->meta_w >= l->input_w,
          "headers of %u bits do not tell %u inputs: configuration not checked", l->meta_w,
          l->inputs);
    l->most = crossbar_packets(c, way) + crossbar_places(c) + 2;
    l->flows = wl_calloc((size_t)l->inputs * l->outputs, sizeof *l->flows);
    for (unsigned f = 0; f < l->inputs * l->outputs; f++)
        l->flows[f].q = wl_calloc(l->most, sizeof *l->flows[f].q);
    l->of_input = wl_calloc(l->inputs, sizeof *l->of_input);
    l->standing = wl_calloc(l->outputs, sizeof *l->standing);
    l->last = wl_calloc(l->outputs, sizeof *l->last);
    if (c->crossbar.data) l->lanes = crossbar_lanes_new(c, way);
}

void crossbar_laws_free(crossbar_laws *l)
{
    for (unsigned f = 0; f < l->inputs * l->outputs; f++) free(l->flows[f].q);
    free(l->flows);
    free(l->of_input);
    free(l->standing);
    free(l->last);
    crossbar_lanes_free(l->lanes);
    memset(l, 0, sizeof *l);
}

void crossbar_laws_reset(crossbar_laws *l)
{
    for (unsigned f = 0; f < l->inputs * l->outputs; f++) l->flows[f].n = 0;
    memset(l->of_input, 0, l->inputs * sizeof *l->of_input);
    memset(l->standing, 0, l->outputs * sizeof *l->standing);
    memset(l->last, 0, l->outputs * sizeof *l->last);
    if (l->lanes) crossbar_lanes_reset(l->lanes);
    l->inside = 0;
}

// The flow that a packet at output o is of: that of the input that its header names. NULL: nothing
// of it is inside.
static crossbar_flow *flow_of(crossbar_laws *l, unsigned o, unsigned meta, unsigned *input)
{
    *input = (unsigned)((meta ^ (uint64_t)meta >> l->input_w) & ((1u << l->input_w) - 1));
    return *input < l->inputs && l->flows[*input * l->outputs + o].n
               ? &l->flows[*input * l->outputs + o]
               : NULL;
}

static bool check_time(crossbar_laws *l, unsigned o, const crossbar_token *t)
{
    const uint64_t least = l->c->icnt.latency - 1 + t->flits - 1;
    if (l->cycle - t->cycle < least) {
        return broken(l,
                      "time: output %u, cycle %llu: a packet of %u flits arrives %llu cycles after "
                      "it came in, at least %llu",
                      o, (unsigned long long)l->cycle, t->flits,
                      (unsigned long long)(l->cycle - t->cycle), (unsigned long long)least);
    }
    if (l->last[o] && l->cycle + 1 - l->last[o] < t->flits) {
        return broken(l,
                      "time: output %u, cycle %llu: a packet of %u flits arrives %llu cycles after "
                      "the one before",
                      o, (unsigned long long)l->cycle, t->flits,
                      (unsigned long long)(l->cycle + 1 - l->last[o]));
    }
    return true;
}

static bool check_flits(crossbar_laws *l, unsigned o, const crossbar_token *t)
{
    if (!l->lanes || crossbar_lanes_whole(l->lanes, o, t->flits, t->seed)) return true;
    return broken(l,
                  "data: output %u, cycle %llu: the flits of packet 0x%x, of %u flits, are not "
                  "those that came in",
                  o, (unsigned long long)l->cycle, t->meta, t->flits);
}

static bool arrive(crossbar_laws *l, unsigned o, unsigned meta)
{
    unsigned input;
    crossbar_flow *f = flow_of(l, o, meta, &input);
    if (!f)
        return broken(
            l, "order: output %u, cycle %llu: header 0x%x is of no packet that is inside for it", o,
            (unsigned long long)l->cycle, meta);
    const crossbar_token t = f->q[0];
    if (t.meta != meta) {
        return broken(
            l, "order: output %u, cycle %llu: header 0x%x arrives before 0x%x of the same flow", o,
            (unsigned long long)l->cycle, meta, t.meta);
    }
    if (!check_time(l, o, &t) || !check_flits(l, o, &t)) return false;
    memmove(f->q, f->q + 1, --f->n * sizeof *f->q);
    l->of_input[input]--;
    l->inside--;
    l->last[o] = l->cycle + 1;
    return ++l->standing[o] <= crossbar_places(l->c) ||
           broken(
               l,
               "places: output %u, cycle %llu: %u packets stand there, its consumer has %u places",
               o, (unsigned long long)l->cycle, l->standing[o], crossbar_places(l->c));
}

// What came in during this cycle is not seen by arrivals of the same cycle.
static bool come(crossbar_laws *l, const crossbar_in *in, uint64_t seed, const crossbar_out *out,
                 unsigned i)
{
    const unsigned o = port_field(in->in_dest_i, i, l->dest_w),
                   flits = port_field(in->in_flits_i, i, l->flits_w);
    if (!(out->in_ready_o[0] >> i & 1)) {
        return l->of_input[i] || broken(l,
                                        "room: input %u, cycle %llu: a packet of %u flits is "
                                        "refused though none is inside",
                                        i, (unsigned long long)l->cycle, flits);
    }
    crossbar_flow *f = &l->flows[i * l->outputs + o];
    if (f->n == l->most)
        return broken(l, "room: input %u, cycle %llu: more than %u packets to output %u", i,
                      (unsigned long long)l->cycle, l->most, o);
    f->q[f->n++] = (crossbar_token){.cycle = l->cycle,
                                    .seed = seed,
                                    .meta = port_field(in->in_meta_i, i, l->meta_w),
                                    .flits = flits};
    l->of_input[i]++;
    l->inside++;
    if (l->lanes) crossbar_lanes_take(l->lanes, in, i, seed);
    return true;
}

bool crossbar_laws_cycle(crossbar_laws *l, const crossbar_in *in, const uint64_t *seed,
                         const crossbar_out *out)
{
    const bool some = l->inside != 0; // a pulse counts as inside
    bool good = out->idle_o[0] == !some ||
                broken(l, "status: cycle %llu: idle_o = %llu with %llu packets inside",
                       (unsigned long long)l->cycle, (unsigned long long)out->idle_o[0],
                       (unsigned long long)l->inside);
    if (l->lanes) crossbar_lanes_arrive(l->lanes, out);
    for (unsigned o = 0; o < l->outputs && good; o++) {
        if (out->out_pulse_o[0] >> o & 1)
            good = arrive(l, o, port_field(out->out_meta_o, o, l->meta_w));
        l->standing[o] -= good ? port_field(in->out_credit_i, o, l->credit_w) : 0;
    }
    for (unsigned i = 0; i < l->inputs && good; i++) {
        if (in->in_valid_i[0] >> i & 1) good = come(l, in, seed[i], out, i);
    }
    if (l->lanes) crossbar_lanes_clock(l->lanes);
    l->cycle++;
    return good;
}

bool crossbar_laws_end(crossbar_laws *l)
{
    return !l->inside || broken(l, "empty: at the end %llu packets are left inside",
                                (unsigned long long)l->inside);
}
