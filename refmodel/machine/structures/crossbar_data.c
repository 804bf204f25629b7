// crossbar_data.c: see crossbar_data.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/structures/crossbar_data_state.h"

#include <stdlib.h>
#include <string.h>

crossbar_data *crossbar_data_new(const config *c, crossbar_direction way)
{
    crossbar_data *d = wl_calloc(1, sizeof *d);
    *d = (crossbar_data){.inputs = crossbar_inputs(c, way),
                         .outputs = crossbar_outputs(c, way),
                         .vcs = crossbar_vcs(c, way),
                         .depth = crossbar_depth(c, way),
                         .bytes = crossbar_flit_bytes(c, way),
                         .stages = c->icnt.latency};
    d->channels = wl_calloc((size_t)d->inputs * d->vcs, sizeof *d->channels);
    for (unsigned k = 0; k < d->inputs * d->vcs; k++)
        d->channels[k].flits = wl_calloc(d->depth, d->bytes);
    d->way = wl_calloc((size_t)d->outputs * d->stages, sizeof *d->way);
    for (unsigned k = 0; k < d->outputs * d->stages; k++) d->way[k].flit = wl_calloc(1, d->bytes);
    return d;
}

void crossbar_data_free(crossbar_data *d)
{
    if (!d) return;
    for (unsigned k = 0; k < d->inputs * d->vcs; k++) free(d->channels[k].flits);
    for (unsigned k = 0; k < d->outputs * d->stages; k++) free(d->way[k].flit);
    free(d->channels);
    free(d->way);
    free(d);
}

void crossbar_data_reset(crossbar_data *d)
{
    for (unsigned k = 0; k < d->inputs * d->vcs; k++) {
        channel *c = &d->channels[k];
        c->count = c->due = 0;
    }
    for (unsigned k = 0; k < d->outputs * d->stages; k++) d->way[k].some = false;
}

void crossbar_data_valid(const crossbar_data *d, crossbar_out *out)
{
    uint8_t *words = (uint8_t *)out->out_flit_o;
    for (unsigned o = 0; o < d->outputs; o++) {
        const way_stage *last = stage_at(d, o, d->stages - 1);
        if (!last->some) continue;
        out->out_flit_pulse_o[0] |= (uint64_t)1 << o;
        memcpy(words + (size_t)o * d->bytes, last->flit, d->bytes);
    }
}

void crossbar_data_come(crossbar_data *d, unsigned input, unsigned output, unsigned flits)
{
    channel *c = channel_at(d, input, output % d->vcs);
    d->seen.behind += c->due != 0;
    c->due += flits;
}

// The flit on the lane goes behind the youngest one.
static void take(const crossbar_data *d, channel *c, const uint8_t *flit)
{
    const unsigned place = (c->head + c->count) % d->depth;
    CHECK(c->count < d->depth, "crossbar: a channel of %u flits is sent another one", d->depth);
    memcpy(c->flits + (size_t)place * d->bytes, flit, d->bytes);
    c->count++;
    c->due--;
}

void crossbar_data_lanes(crossbar_data *d, const crossbar_in *in)
{
    const uint8_t *words = (const uint8_t *)in->in_flit_i;
    for (unsigned k = 0; k < d->inputs * d->vcs; k++) {
        channel *c = &d->channels[k];
        c->fresh = c->due != 0;
        if (c->due) take(d, c, words + (size_t)k * d->bytes);
    }
}

void crossbar_data_move(crossbar_data *d, unsigned input, unsigned v, unsigned output)
{
    channel *c = channel_at(d, input, v);
    way_stage *s = stage_at(d, output, 0);
    CHECK(c->count && !s->some,
          "crossbar: input %u sends a flit that has not come, or output %u is sent two", input,
          output);
    memcpy(s->flit, c->flits + (size_t)c->head * d->bytes, d->bytes);
    s->some = true;
    d->seen.passed += c->fresh && c->count == 1;
    c->head = (c->head + 1) % d->depth;
    c->count--;
}

// What is in the last stage has arrived; the others go on by one.
static void go_on(const crossbar_data *d, unsigned o)
{
    way_stage *first = stage_at(d, o, 0);
    const way_stage gone = first[d->stages - 1];
    memmove(first + 1, first, (d->stages - 1) * sizeof *first);
    *first = (way_stage){gone.flit, false};
}

void crossbar_data_clock(crossbar_data *d)
{
    for (unsigned o = 0; o < d->outputs; o++) {
        go_on(d, o);
        d->seen.arrived += stage_at(d, o, d->stages - 1)->some;
    }
}

crossbar_data_seen crossbar_data_get_seen(const crossbar_data *d) { return d->seen; }
