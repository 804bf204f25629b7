// crossbar_bugs.c: see crossbar_bugs.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/structures/crossbar_bugs.h"

#include "machine/structures/crossbar_block_state.h"
#include "machine/structures/crossbar_data_state.h"
#include "machine/structures/crossbar_state.h"

#include <stddef.h>
#include <string.h>

// The FIFOs of flits have no place for more than the buffers that the network counts.
static const char *needs_headers_only(const config *c)
{
    return c->crossbar.data ? "structures.crossbar.data: false" : NULL;
}

// ---- ports

// A copy of the inputs, which end where the configuration's last flit does.
static crossbar_in *other_in(bug_view *v)
{
    const crossbar_block *b = v->model;
    crossbar_in *other = v->memory;
    memcpy(other, v->in,
           offsetof(crossbar_in, in_flit_i) +
               (crossbar_lanes_bits(b->c, b->way) + 63) / 64 * sizeof(uint64_t));
    v->in = other;
    return other;
}

static void set_field(uint64_t *words, unsigned i, unsigned width, unsigned value)
{
    for (unsigned b = i * width; b < (i + 1) * width; b++)
        words[b / 64] &= ~((uint64_t)1 << (b % 64));
    port_put_field(words, i, width, value);
}

static unsigned dest_of(const crossbar_block *b, const crossbar_in *in, unsigned i)
{
    return port_field(in->in_dest_i, i, b->dest_w);
}
static unsigned flits_of(const crossbar_block *b, const crossbar_in *in, unsigned i)
{
    return port_field(in->in_flits_i, i, b->flits_w);
}

// Does a packet come in at input i with this clock edge?
static bool comes(const bug_view *v, unsigned i)
{
    const crossbar_in *in = v->in;
    const crossbar_out *out = v->out;
    return in->in_valid_i[0] & out->in_ready_o[0] & (uint64_t)1 << i;
}

// ---- room in the buffers. in_ready_o is wrong, and every packet that comes in by it finds room:
// its buffer is taken for an endless one for that clock edge.

static bool has_room(const crossbar_block *b, const crossbar_in *in, unsigned i, unsigned size,
                     bool sent_counts)
{
    const unsigned flits = flits_of(b, in, i), dest = dest_of(b, in, i);
    if (dest >= b->outputs) return false;
    const uint32_t of = vc_to(dest, shape_of(b->x));
    const input *n = &b->x->in[i];
    const bool sends = n->busy_until > b->now && (b->x->k.vcs == 1 || n->holds_vc == of);
    const uint64_t held = vc_of(b->x, i, of, shape_of(b->x))->flits +
                          (sends && sent_counts ? n->busy_until - b->now : 0);
    return !held || held + flits <= size;
}

static void ready_by(const bug_view *v, const void *in, void *out, unsigned size, bool sent_counts)
{
    const crossbar_block *b = v->model;
    uint64_t can = 0;
    for (unsigned i = 0; i < b->inputs; i++)
        can |= (uint64_t)has_room(b, in, i, size, sent_counts) << i;
    ((crossbar_out *)out)->in_ready_o[0] = can;
}

static void full_late(const bug_view *v, const void *in, void *out)
{
    ready_by(v, in, out, v->c->icnt.input_buffer + 1, true);
}
static void full_early(const bug_view *v, const void *in, void *out)
{
    ready_by(v, in, out, v->c->icnt.input_buffer - 1, true);
}
static void sent_frees(const bug_view *v, const void *in, void *out)
{
    ready_by(v, in, out, v->c->icnt.input_buffer, false);
}

static void open_buffers(bug_view *v)
{
    const crossbar_out *out = v->out;
    other_in(v)->in_valid_i[0] &= out->in_ready_o[0];
    ((crossbar_block *)v->model)->x->k.input_buffer = INT32_MAX;
}

static void close_buffers(const bug_view *v)
{
    ((crossbar_block *)v->model)->x->k.input_buffer = v->c->icnt.input_buffer;
}

static void shorten_packets(bug_view *v)
{
    const crossbar_block *b = v->model;
    crossbar_in *in = other_in(v);
    for (unsigned i = 0; i < b->inputs; i++) {
        const unsigned flits = flits_of(b, in, i);
        if (flits > 1) set_field(in->in_flits_i, i, b->flits_w, flits - 1);
    }
}

// ---- arbitration

typedef struct turns {
    uint32_t given[CROSSBAR_PORTS_MAX],
        last[CROSSBAR_PORTS_MAX]; // [output] packets given it, pointer before the cycle
} turns;

static uint32_t given_to(const crossbar_block *b, unsigned o)
{
    return b->out[o].tail + b->x->out[o].flying;
}

static void begin_at_last(bug_view *v)
{
    const crossbar_block *b = v->model;
    turns *t = v->memory;
    for (unsigned o = 0; o < b->outputs; o++) {
        uint32_t *last = &b->x->out[o].last;
        t->given[o] = given_to(b, o);
        t->last[o] = *last;
        *last = (*last ? *last : b->inputs) - 1;
    }
}

// The pointer of an output that has not moved it goes back.
static void put_turns_back(const bug_view *v)
{
    const crossbar_block *b = v->model;
    const turns *t = v->memory;
    for (unsigned o = 0; o < b->outputs; o++) {
        uint32_t *last = &b->x->out[o].last;
        const bool stands = *last == (t->last[o] ? t->last[o] : b->inputs) - 1;
        if (stands && given_to(b, o) == t->given[o]) *last = t->last[o];
    }
}

static void grant_lowest(bug_view *v)
{
    const crossbar_block *b = v->model;
    for (unsigned o = 0; o < b->outputs; o++) b->x->out[o].last = b->inputs - 1;
}

static void accept_lowest(bug_view *v)
{
    const crossbar_block *b = v->model;
    for (unsigned i = 0; i < b->inputs; i++) b->x->in[i].accepted = b->outputs - 1;
}

static void turn_on_grant(config *c) { c->icnt.arbiter = ARB_RR; }

// ---- places of the consumers

static void add_place(const bug_view *v)
{
    const crossbar_block *b = v->model;
    for (unsigned o = 0; o < b->outputs; o++) b->out[o].capacity++;
}

typedef struct late_credits {
    crossbar_in in;
    unsigned given[CROSSBAR_PORTS_MAX]; // [output] in the cycle before
} late_credits;

static void delay_credits(bug_view *v)
{
    const crossbar_block *b = v->model;
    late_credits *late = v->memory;
    crossbar_in *in = other_in(v);
    for (unsigned o = 0; o < b->outputs; o++) {
        const unsigned given = port_field(in->out_credit_i, o, b->credit_w);
        set_field(in->out_credit_i, o, b->credit_w, late->given[o]);
        late->given[o] = given;
    }
}

static void forget_credits(const bug_view *v)
{
    late_credits *late = v->memory;
    memset(late->given, 0, sizeof late->given);
}

static void cut_credits(bug_view *v)
{
    const crossbar_block *b = v->model;
    crossbar_in *in = other_in(v);
    for (unsigned o = 0; o < b->outputs; o++) {
        if (port_field(in->out_credit_i, o, b->credit_w) > 1)
            set_field(in->out_credit_i, o, b->credit_w, 1);
    }
}

static void note_places(const bug_view *v)
{
    const crossbar_block *b = v->model;
    uint32_t *heads = v->memory;
    for (unsigned o = 0; o < b->outputs; o++) heads[o] = b->out[o].head;
}

static void keep_places(const bug_view *v)
{
    const crossbar_block *b = v->model;
    const uint32_t *heads = v->memory;
    for (unsigned o = 0; o < b->outputs; o++) {
        b->out[o].head = heads[o];
        chan_commit(&b->out[o]);
    }
}

// ---- headers and status

static void cut_headers(const bug_view *v)
{
    crossbar_block *b = v->model;
    for (unsigned o = 0; o < b->outputs; o++)
        b->meta[o] &= ((uint64_t)1 << (b->c->crossbar.meta_bits - 1)) - 1;
}

static void idle_early(const bug_view *v, void *out)
{
    ((crossbar_out *)out)->idle_o[0] = crossbar_idle(((const crossbar_block *)v->model)->x);
}

// ---- flits

static uint8_t *flit_at(const crossbar_data *d, const channel *c, unsigned place)
{
    return c->flits + (size_t)(place % d->depth) * d->bytes;
}

// A flit that comes as long as others wait is written over the youngest of these.
static void write_over(bug_view *v)
{
    const crossbar_data *d = ((const crossbar_block *)v->model)->data;
    const uint8_t *lanes = (const uint8_t *)((const crossbar_in *)v->in)->in_flit_i;
    for (unsigned k = 0; k < d->inputs * d->vcs; k++) {
        const channel *c = &d->channels[k];
        if (c->due && c->count)
            memcpy(flit_at(d, c, c->head + c->count - 1), lanes + (size_t)k * d->bytes, d->bytes);
    }
}

// Calls f for each channel that has sent a flit with this clock edge, with the stage of its output
// that the flit is in now.
static void each_sent(const bug_view *v,
                      void (*f)(const crossbar_data *d, channel *c, way_stage *s))
{
    const crossbar_block *b = v->model;
    uint32_t out, from;
    for (unsigned i = 0; i < b->inputs; i++) {
        if (crossbar_sends(b->x, i, b->now - 1, &out, &from))
            f(b->data, channel_at(b->data, i, from), stage_at(b->data, out, 1));
    }
}

static void send_youngest(const crossbar_data *d, channel *c, way_stage *s)
{
    if (c->fresh && c->count) memcpy(s->flit, flit_at(d, c, c->head + c->count - 1), d->bytes);
}

static void youngest_first(const bug_view *v) { each_sent(v, send_youngest); }

// The channels at which a packet comes while the one before is still coming.
static void note_behind(bug_view *v)
{
    const crossbar_block *b = v->model;
    const crossbar_data *d = b->data;
    bool *behind = v->memory;
    memset(behind, 0, d->inputs * d->vcs);
    for (unsigned i = 0; i < b->inputs; i++) {
        const unsigned k = i * d->vcs + dest_of(b, v->in, i) % d->vcs;
        behind[k] = comes(v, i) && d->channels[k].due;
    }
}

// Of these the flit that has come is lost, and zeros stand in its place; unless it has left at
// once.
static void lose_behind(const bug_view *v)
{
    const crossbar_data *d = ((const crossbar_block *)v->model)->data;
    const bool *behind = v->memory;
    for (unsigned k = 0; k < d->inputs * d->vcs; k++) {
        const channel *c = &d->channels[k];
        if (behind[k] && c->count) memset(flit_at(d, c, c->head + c->count - 1), 0, d->bytes);
    }
}

static void show_early(const bug_view *v, void *words)
{
    const crossbar_data *d = ((const crossbar_block *)v->model)->data;
    crossbar_out *out = words;
    uint8_t *flits = (uint8_t *)out->out_flit_o;
    if (d->stages <= 2) return;
    out->out_flit_pulse_o[0] = 0;
    for (unsigned o = 0; o < d->outputs; o++) {
        const way_stage *s = stage_at(d, o, d->stages - 2);
        out->out_flit_pulse_o[0] |= (uint64_t)s->some << o;
        if (s->some) memcpy(flits + (size_t)o * d->bytes, s->flit, d->bytes);
        else memset(flits + (size_t)o * d->bytes, 0, d->bytes);
    }
}

static void cut_flits(const bug_view *v, void *words)
{
    const crossbar_data *d = ((const crossbar_block *)v->model)->data;
    uint8_t *flits = (uint8_t *)((crossbar_out *)words)->out_flit_o;
    for (unsigned o = 0; o < d->outputs; o++) flits[(size_t)(o + 1) * d->bytes - 1] &= 0x7f;
}

// A full channel to which a flit comes holds flits of before a reset, and loses its oldest.
static void make_way(bug_view *v)
{
    const crossbar_block *b = v->model;
    const crossbar_data *d = b->data;
    for (unsigned i = 0; i < b->inputs; i++) {
        const unsigned to = comes(v, i) ? dest_of(b, v->in, i) % d->vcs : d->vcs;
        for (unsigned k = 0; k < d->vcs; k++) {
            channel *c = channel_at(d, i, k);
            if (c->count < d->depth || !(c->due || k == to)) continue;
            c->head = (c->head + 1) % d->depth;
            c->count--;
        }
    }
}

// Flits still to come, as of the last clock edge.
static void note_due(const bug_view *v)
{
    const crossbar_data *d = ((const crossbar_block *)v->model)->data;
    unsigned *due = v->memory;
    for (unsigned k = 0; k < d->inputs * d->vcs; k++) due[k] = d->channels[k].due;
}

static void keep_due(const bug_view *v)
{
    const crossbar_data *d = ((const crossbar_block *)v->model)->data;
    const unsigned *due = v->memory;
    for (unsigned k = 0; k < d->inputs * d->vcs; k++) d->channels[k].due = due[k];
}

// ---- the table

enum { IN = sizeof(crossbar_in), CHANNELS = CROSSBAR_PORTS_MAX * CROSSBAR_VCS };
#define DATA "structures.crossbar.data=true"

static const char *needs_data(const config *c)
{
    return c->crossbar.data ? NULL : "structures.crossbar.data: true";
}

static const model_bug rows[] = {
    {"model-crossbar-full-late", "a buffer takes one flit more than it has places", "",
     needs_headers_only, IN, .ready = full_late, .before = open_buffers, .after = close_buffers},
    {"model-crossbar-full-early", "the last place of a buffer is not used", "", NULL, IN,
     .ready = full_early, .before = open_buffers, .after = close_buffers},
    {"model-crossbar-sent-frees", "a packet frees its places with its first flit", "",
     needs_headers_only, IN, .ready = sent_frees, .before = open_buffers, .after = close_buffers},
    {"model-crossbar-short", "a packet is sent without its last flit", "", NULL, IN,
     .before = shorten_packets},
    {"model-crossbar-turn-stays", "round robin starts at the input granted last, not behind it", "",
     NULL, sizeof(turns), .before = begin_at_last, .after = put_turns_back},
    {"model-crossbar-fixed", "the lowest input that asks is granted", "", .before = grant_lowest},
    {"model-crossbar-place-more", "a consumer is sent one packet more than it has places", "",
     .made = add_place},
    {"model-crossbar-credit-late", "a place given back counts one cycle late", "", NULL,
     sizeof(late_credits), .before = delay_credits, .reset = forget_credits},
    {"model-crossbar-credit-one", "of several places given back in a cycle one counts", "", NULL,
     IN, .before = cut_credits},
    {"model-crossbar-reset-places", "reset leaves places taken", "", NULL,
     CROSSBAR_PORTS_MAX * sizeof(uint32_t), .after = note_places, .reset = keep_places},
    {"model-crossbar-header-cut", "the highest bit of a header is lost", "", .after = cut_headers},
    {"model-crossbar-idle-early", "idle_o does not see what is on its way to an output", "",
     .valid = idle_early},
    {"model-crossbar-turn-on-grant",
     "iSLIP moves an output's turn with a grant that is not accepted", "icnt.vcs=4",
     .configure = turn_on_grant},
    {"model-crossbar-accept-first", "an input accepts the lowest of its grants", "icnt.vcs=4",
     .before = accept_lowest},
    {"model-crossbar-data-over", "a flit that comes is written over the one before it", DATA,
     needs_data, .before = write_over},
    {"model-crossbar-data-youngest", "a flit that comes leaves before those that wait", DATA,
     needs_data, .after = youngest_first},
    {"model-crossbar-data-behind",
     "of a packet that comes while the one before is still coming a flit is lost", DATA, needs_data,
     CHANNELS, .before = note_behind, .after = lose_behind},
    {"model-crossbar-data-early", "a flit is at the output a cycle early", DATA, needs_data,
     .valid = show_early},
    {"model-crossbar-data-cut", "the highest bit of a flit is lost", DATA, needs_data,
     .valid = cut_flits},
    {"model-crossbar-data-reset", "reset lets flits of packets that are gone come on", DATA,
     needs_data, CHANNELS * sizeof(unsigned), .before = make_way, .after = note_due,
     .reset = keep_due},
};

const model_bugs crossbar_bugs = {&crossbar_request_block, rows, sizeof rows / sizeof rows[0]};
