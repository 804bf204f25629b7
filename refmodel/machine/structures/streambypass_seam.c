// streambypass_seam.c : see streambypass_seam.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/structures/streambypass_seam.h"

#include <stdlib.h>

static const uint64_t *words(const streambypass_in *in)
{
    return (const uint64_t *)(const void *)in;
}

// The outputs of the coming cycle: from state only.
static void look(streambypass_seam *s, streambypass_out *out)
{
    s->dev.valid(s->dev.self, (uint64_t *)(void *)out);
    s->changed = s->closed != (out->bypass_o[0] != 0);
    s->closed = out->bypass_o[0] != 0;
}

int streambypass_seam_new(streambypass_seam **made, const config *c, const devices *d,
                          unsigned instance, err *e)
{
    streambypass_seam *s = wl_calloc(1, sizeof *s);
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

void streambypass_seam_free(streambypass_seam *s)
{
    if (!s) return;
    s->dev.free(s->dev.self);
    free(s);
}

void streambypass_seam_clock(streambypass_seam *s)
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

// A device is skipped while its outputs stay: with accesses to judge, up to the first cycle of the
// next period.
void streambypass_seam_skip(streambypass_seam *s, uint64_t cycles)
{
    while (cycles) {
        const uint64_t left = s->at ? s->period - s->at : 0,
                       n = !s->counted || left > cycles ? cycles : left;
        if (n) {
            s->dev.skip(s->dev.self, n);
            s->at = (s->at + n) % s->period;
            s->changed = false;
            cycles -= n;
        } else {
            streambypass_seam_clock(s);
            cycles--;
        }
    }
}

uint64_t streambypass_seam_next(const streambypass_seam *s)
{
    if (!s) return UINT64_MAX;
    if (s->changed) return 0;
    return s->counted ? (s->at ? s->period - s->at : 0) + 1 : UINT64_MAX;
}

const streambypass_events *streambypass_seam_events(const streambypass_seam *s)
{
    return s ? (const streambypass_events *)(const void *)s->dev.events(s->dev.self) : NULL;
}
