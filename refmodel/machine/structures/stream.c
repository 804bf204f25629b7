// stream.c : see stream.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/structures/stream.h"

#include <stdlib.h>

static const uint64_t *words(const streambypass_in *in) { return (const uint64_t *)(const void *)in; }

// The outputs of the coming cycle: from state only.
static void look(stream *s, streambypass_out *out)
{
    s->dev.valid(s->dev.self, (uint64_t *)(void *)out);
    s->changed = s->closed != (out->bypass_o[0] != 0);
    s->closed = out->bypass_o[0] != 0;
}

int stream_new(stream **made, const config *c, const devices *d, unsigned instance, err *e)
{
    stream *s = wl_calloc(1, sizeof *s);
    streambypass_out out;
    s->period = c->streambypass.period;
    const int st = devices_make(d, &streambypass_block, c, instance, &s->dev, e);
    if (st == ST_OK) {
        look(s, &out);
        *made = s;
    } else {
        free(s);
    }
    return st;
}

void stream_free(stream *s)
{
    if (!s) return;
    s->dev.free(s->dev.self);
    free(s);
}

void stream_edge(stream *s)
{
    streambypass_out out = {{s->closed}}, next;
    s->dev.ready(s->dev.self, words(&s->now), (uint64_t *)(void *)&out);
    s->dev.commit(s->dev.self, words(&s->now), (const uint64_t *)(const void *)&out);
    if (s->at == 0) s->counted = false;
    s->counted = s->counted || s->now.acc_i[0];
    if (++s->at == s->period) s->at = 0;
    s->now = (streambypass_in){{0}, {0}};
    look(s, &next);
}

// A device is skipped while its outputs stay: with accesses to judge, up to the first cycle of the next period.
void stream_skip(stream *s, uint64_t cycles)
{
    while (cycles) {
        const uint64_t left = s->at ? s->period - s->at : 0, n = !s->counted || left > cycles ? cycles : left;
        if (n) {
            s->dev.skip(s->dev.self, n);
            s->at = (s->at + n) % s->period;
            s->changed = false;
            cycles -= n;
        } else {
            stream_edge(s);
            cycles--;
        }
    }
}

uint64_t stream_next(const stream *s)
{
    if (!s) return UINT64_MAX;
    if (s->changed) return 0;
    return s->counted ? (s->at ? s->period - s->at : 0) + 1 : UINT64_MAX;
}

const streambypass_events *stream_events(const stream *s) { return s ? (const streambypass_events *)(const void *)s->dev.events(s->dev.self) : NULL; }
