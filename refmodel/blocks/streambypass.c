// streambypass.c : see streambypass.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/streambypass.h"

#include <inttypes.h>
#include <stdlib.h>

STAT_TABLE(streambypass_event_table, "streambypass", STREAMBYPASS_EVENTS);

void streambypass_init(streambypass *s, const config *c)
{
    *s = (streambypass){.period = c->streambypass.period, .threshold = c->streambypass.threshold};
}

void streambypass_reset(streambypass *s)
{
    s->at = s->accesses = s->misses = 0;
    s->running = s->closed = false;
}

void streambypass_valid(const streambypass *s, streambypass_out *out)
{
    out->bypass_o[0] = s->closed;
}

// -1, 0, 1: the miss rate of the period is below, at or above the threshold. Both sides fit: counts
// are below 2^30.
static int against_threshold(const streambypass *s)
{
    const uint64_t misses = s->misses * STREAMBYPASS_WHOLE, most = s->threshold * s->accesses;
    return misses > most ? 1 : misses < most ? -1 : 0;
}

static void judge(streambypass *s)
{
    const int rate = against_threshold(s);
    s->events.periods++;
    s->events.quiet += !s->accesses;
    s->events.at_threshold += s->accesses && rate == 0;
    s->events.closed += rate > 0 && !s->closed;
    s->events.stayed_closed += rate > 0 && s->closed;
    s->events.opened += rate < 0 && s->closed;
    s->events.stayed_open += rate < 0 && !s->closed;
    if (rate > 0) s->closed = true;
    if (rate < 0) s->closed = false;
    s->accesses = s->misses = 0;
}

// What is served in this cycle belongs to its period; the period before is judged beside it.
void streambypass_commit(streambypass *s, const streambypass_in *in)
{
    const uint64_t accesses = in->acc_i[0], misses = in->miss_i[0];
    s->events.cycles++;
    s->events.closed_cycles += s->closed;
    s->events.accesses += accesses;
    s->events.misses += misses;
    s->events.crowded += accesses > 1;
    if (s->at == 0 && s->running) judge(s);
    s->running = true;
    if (++s->at == s->period) s->at = 0;
    s->accesses += accesses;
    s->misses += misses;
}

static void pass(streambypass *s, uint64_t cycles)
{
    s->events.cycles += cycles;
    s->events.closed_cycles += s->closed ? cycles : 0;
    s->at = (s->at + cycles) % s->period;
}

// The first cycle of the next period judges what has been counted; after it all periods are quiet.
void streambypass_skip(streambypass *s, uint64_t cycles)
{
    static const streambypass_in none = {{0}, {0}};
    if (s->accesses && s->at) {
        const uint64_t left = s->period - s->at, n = left < cycles ? left : cycles;
        pass(s, n);
        cycles -= n;
    }
    if (cycles && !s->at) {
        streambypass_commit(s, &none);
        cycles--;
    }
    const uint64_t judged =
        (s->at + cycles + s->period - 1) / s->period - (s->at + s->period - 1) / s->period;
    s->events.periods += judged;
    s->events.quiet += judged;
    pass(s, cycles);
}

static void streambypass_free(streambypass *s) { free(s); }

static const streambypass_events *streambypass_get_events(const streambypass *s)
{
    return &s->events;
}

static void streambypass_dump(const streambypass *s, FILE *f)
{
    fprintf(f,
            "    streaming bypass: cache %s, cycle %" PRIu64 " of the period, %" PRIu64
            " misses of %" PRIu64 " accesses\n",
            s->closed ? "closed" : "open", s->at, s->misses, s->accesses);
}

// ---- as a device

static void *dev_make(const config *c, err *e)
{
    (void)e;
    streambypass *s = wl_calloc(1, sizeof *s);
    streambypass_init(s, c);
    return s;
}

static bool dev_used(const uint64_t *in)
{
    return ((const streambypass_in *)(const void *)in)->acc_i[0] != 0;
}

static int dev_exercised(const uint64_t *events, err *e)
{
    const streambypass_events *v = (const streambypass_events *)(const void *)events;
    if (v->accesses && v->periods) return ST_OK;
    return err_add(e, ST_CHECK,
                   "the run has not exercised the streaming bypass: %" PRIu64 " accesses, %" PRIu64
                   " periods: both must be at least 1",
                   v->accesses, v->periods);
}

BLOCK_MODEL_OF_STATE(streambypass);
