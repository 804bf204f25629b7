// crossbar_device.c : see crossbar_device.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/structures/crossbar_device.h"

#include "base/rng.h"
#include "machine/structures/crossbar_lanes.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct slot {
    mreq r;
    bool inside;
    uint64_t seed; // of its flits
    uint32_t flits;
} slot;

struct crossbar_device {
    const crossbar_cfg *k;
    block_dev dev;
    unsigned dest_w, flits_w, meta_w, credit_w;
    crossbar_out out; // of the coming cycle: from state only
    slot *slots;
    uint32_t *free, n_free, n_slots;
    uint32_t waits[CROSSBAR_PORTS_MAX]; // [input] slot of the packet that waits there
    uint32_t seen[CROSSBAR_PORTS_MAX];  // [output] packets popped, of which the device knows
    uint64_t ticks;                     // that the device has had
    crossbar_lanes *lanes;              // NULL: headers only
    uint64_t seeds[CROSSBAR_PORTS_MAX]; // [input] of the packet that waits there
    uint64_t packets;                   // taken in
    size_t in_bytes, out_bytes;         // of in and out, up to the last flit
    crossbar_in in; // of this tick; its flits are 0 behind the last that there is
};

static uint64_t *out_words(crossbar_out *o) { return (uint64_t *)(void *)o; }
static const uint64_t *in_words(const crossbar_in *i) { return (const uint64_t *)(const void *)i; }

static void release(crossbar_device *p)
{
    crossbar_lanes_free(p->lanes);
    free(p->slots);
    free(p->free);
    free(p);
}

crossbar_device *crossbar_device_new(const crossbar_cfg *k, const config *c, block_factory make,
                                     void *ctx, err *e)
{
    const crossbar_direction way = k->map ? CROSSBAR_REQUEST : CROSSBAR_REPLY;
    crossbar_device *p = wl_calloc(1, sizeof *p);
    p->k = k;
    p->dest_w = crossbar_dest_bits(c, way);
    p->flits_w = crossbar_flits_bits(c, way);
    p->meta_w = c->crossbar.meta_bits;
    p->credit_w = crossbar_credit_bits(c);
    p->n_slots = (uint32_t)crossbar_capacity(c, way) + k->inputs;
    p->slots = wl_calloc(p->n_slots, sizeof *p->slots);
    p->free = wl_calloc(p->n_slots, sizeof *p->free);
    while (p->n_free < p->n_slots) {
        p->free[p->n_free] = p->n_slots - 1 - p->n_free;
        p->n_free++;
    }
    for (uint32_t i = 0; i < k->inputs; i++) p->waits[i] = p->free[--p->n_free];
    if (c->crossbar.data) p->lanes = crossbar_lanes_new(c, way);
    p->in_bytes = offsetof(crossbar_in, in_flit_i) +
                  (crossbar_lanes_bits(c, way) + 63) / 64 * sizeof(uint64_t);
    p->out_bytes = offsetof(crossbar_out, out_flit_o) +
                   (crossbar_away_bits(c, way) + 63) / 64 * sizeof(uint64_t);
    if (make(ctx, k->map ? &crossbar_request_block : &crossbar_reply_block, c, 0, &p->dev, e) ==
        ST_OK) {
        p->dev.valid(p->dev.self, out_words(&p->out));
        return p;
    }
    release(p);
    return NULL;
}

void crossbar_device_free(crossbar_device *p)
{
    if (!p) return;
    p->dev.free(p->dev.self);
    release(p);
}

// The packets at the fronts of the inputs' channels, and the places that consumers have given back.
static void drive(crossbar_device *p, crossbar_in *in)
{
    memset(in, 0, p->in_bytes);
    for (uint32_t i = 0; i < p->k->inputs; i++) {
        const mreq *r = chan_front(p->k->in[i]);
        if (!r) continue;
        in->in_valid_i[0] |= (uint64_t)1 << i;
        port_put_field(in->in_dest_i, i, p->dest_w,
                       p->k->map ? addrmap_slice(p->k->map, r->addr) : r->sm);
        port_put_field(in->in_flits_i, i, p->flits_w, crossbar_packet_flits(r, p->k->flit_bytes));
        port_put_field(in->in_meta_i, i, p->meta_w, p->waits[i]);
    }
    for (uint32_t o = 0; o < p->k->outputs; o++) {
        port_put_field(in->out_credit_i, o, p->credit_w, p->k->out[o]->head_seen - p->seen[o]);
        p->seen[o] = p->k->out[o]->head_seen;
    }
    if (p->lanes) crossbar_lanes_drive(p->lanes, p->seeds, 0, in);
}

static void take(crossbar_device *p, uint32_t i, uint64_t now)
{
    slot *s = &p->slots[p->waits[i]];
    *s = (slot){*(const mreq *)chan_front(p->k->in[i]), true, p->seeds[i], 0};
    s->flits = crossbar_packet_flits(&s->r, p->k->flit_bytes);
    if (p->lanes) crossbar_lanes_take(p->lanes, &p->in, i, s->seed);
    p->seeds[i] = rng_u64(&(rng){p->packets++});
    if (p->k->map) s->r.entered = (uint32_t)now;
    chan_pop(p->k->in[i]);
    CHECK(p->n_free, "%s crossbar: more packets inside than it can hold", p->k->name);
    p->waits[i] = p->free[--p->n_free];
}

static void deliver(crossbar_device *p, uint32_t o)
{
    const uint32_t number = port_field(p->out.out_meta_o, o, p->meta_w);
    CHECK(number < p->n_slots && p->slots[number].inside,
          "%s crossbar: packet %u at output %u is not inside", p->k->name, number, o);
    CHECK(!p->lanes ||
              crossbar_lanes_whole(p->lanes, o, p->slots[number].flits, p->slots[number].seed),
          "%s crossbar: the flits of packet %u at output %u are not those that it came with",
          p->k->name, number, o);
    mreq_push(p->k->out[o], &p->slots[number].r);
    p->slots[number].inside = false;
    p->free[p->n_free++] = number;
}

static void catch_up(crossbar_device *p, uint64_t now)
{
    if (now > p->ticks) p->dev.skip(p->dev.self, now - p->ticks);
    p->ticks = now + 1;
}

uint64_t crossbar_device_eval(crossbar_device *p, uint64_t now, bits *pushed, bits *popped)
{
    bool more = false;
    catch_up(p, now);
    drive(p, &p->in);
    p->dev.ready(p->dev.self, in_words(&p->in), out_words(&p->out));
    const bits taken = {{p->in.in_valid_i[0] & p->out.in_ready_o[0]}};
    p->dev.commit(p->dev.self, in_words(&p->in), out_words(&p->out));
    BITS_FOR(i, &taken, 1) take(p, (uint32_t)i, now);
    if (p->lanes) crossbar_lanes_clock(p->lanes);
    for (uint32_t i = 0; i < p->k->inputs; i++) more = more || chan_count(p->k->in[i]);
    memset(&p->out, 0, p->out_bytes);
    p->dev.valid(p->dev.self,
                 out_words(&p->out)); // what has arrived is in its channel from the next tick on
    if (p->lanes) crossbar_lanes_arrive(p->lanes, &p->out);
    const bits arrived = {{p->out.out_pulse_o[0]}};
    BITS_FOR(o, &arrived, 1) deliver(p, (uint32_t)o);
    popped->w[0] |= taken.w[0];
    pushed->w[0] |= arrived.w[0];
    return more || !p->out.idle_o[0] ? now + 1 : UINT64_MAX;
}

bool crossbar_device_idle(const crossbar_device *p)
{
    bool empty = true;
    for (uint32_t i = 0; i < p->n_slots; i++) empty = empty && !p->slots[i].inside;
    for (uint32_t i = 0; i < p->k->inputs; i++) empty = empty && !chan_count(p->k->in[i]);
    return empty;
}

// The block's events begin with these; the ticks that it has not had were idle.
crossbar_stats crossbar_device_stats(const crossbar_device *p, uint64_t now)
{
    crossbar_stats s;
    memcpy(&s, p->dev.events(p->dev.self), sizeof s);
    s.cycles += now - p->ticks;
    return s;
}

void crossbar_device_dump(const crossbar_device *p, FILE *f) { p->dev.dump(p->dev.self, f); }

void crossbar_device_view(const crossbar_device *p, const mreq_view *v)
{
    char place[64];
    snprintf(place, sizeof place, "%s crossbar, slot", p->k->name);
    for (uint32_t i = 0; i < p->n_slots; i++) {
        if (p->slots[i].inside) mreq_show(v, &p->slots[i].r, PLACE_IN_TRANSIT, place, i);
    }
}
