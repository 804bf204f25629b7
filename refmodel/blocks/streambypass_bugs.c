// streambypass_bugs.c: see streambypass_bugs.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/streambypass_bugs.h"

#include "blocks/streambypass.h"

enum { PERCENT = STREAMBYPASS_WHOLE / 100 };

// Has this clock edge judged a period, and one with accesses?
static bool is_judged(const streambypass *was) { return was->at == 0 && was->running; }
static bool is_busy_judged(const streambypass *was) { return is_judged(was) && was->accesses; }

static void closes_at_threshold(const bug_view *v)
{
    const streambypass *was = v->was;
    const bool equal = was->misses * STREAMBYPASS_WHOLE == was->threshold * was->accesses;
    if (is_busy_judged(was) && equal) ((streambypass *)v->model)->closed = true;
}

static void quiet_opens(const bug_view *v)
{
    const streambypass *was = v->was;
    if (is_judged(was) && !was->accesses) ((streambypass *)v->model)->closed = false;
}

static void keeps_misses(const bug_view *v)
{
    const streambypass *was = v->was;
    if (is_judged(was)) ((streambypass *)v->model)->misses += was->misses;
}

static void shorten_period(config *c)
{
    if (c->streambypass.period > 1) c->streambypass.period--;
}

static void loses_first(const bug_view *v)
{
    const streambypass *was = v->was;
    const streambypass_in *in = v->in;
    streambypass *s = v->model;
    if (was->at != 0) return;
    s->accesses -= in->acc_i[0];
    s->misses -= in->miss_i[0];
}

static void data_hits(const bug_view *v)
{
    const streambypass_in *in = v->in;
    if (((const streambypass *)v->was)->closed)
        ((streambypass *)v->model)->misses += in->acc_i[0] - in->miss_i[0];
}

static void never_opens(const bug_view *v)
{
    if (((const streambypass *)v->was)->closed) ((streambypass *)v->model)->closed = true;
}

static void reset_keeps_mode(const bug_view *v)
{
    ((streambypass *)v->model)->closed = ((const streambypass *)v->was)->closed;
}

static void rounds(const bug_view *v)
{
    const streambypass *was = v->was;
    streambypass *s = v->model;
    if (!is_busy_judged(was)) return;
    const uint64_t percent = was->misses * 100 / was->accesses,
                   threshold = was->threshold / PERCENT;
    s->closed = percent > threshold || (percent == threshold && was->closed);
}

static const model_bug rows[] = {
    {"model-stream-closes-at-threshold", "a period at the threshold closes the cache",
     .settings = "", .after = closes_at_threshold},
    {"model-stream-quiet-opens", "a period without an access opens the cache", .settings = "",
     .after = quiet_opens},
    {"model-stream-keeps-misses", "the misses of a period go on counting in the next",
     .settings = "", .after = keeps_misses},
    {"model-stream-period-short", "a period ends one cycle early", .settings = "",
     .configure = shorten_period},
    {"model-stream-loses-first", "what is served in the first cycle of a period is not counted",
     .settings = "", .after = loses_first},
    {"model-stream-data-hits", "while the cache is closed, hits count as misses", .settings = "",
     .after = data_hits},
    {"model-stream-never-opens", "a cache that was closed stays closed", .settings = "",
     .after = never_opens},
    {"model-stream-reset-keeps-mode", "reset leaves the cache closed", .settings = "",
     .reset = reset_keeps_mode},
    {"model-stream-rounds", "the miss rate is rounded down to whole percents before it is compared",
     .settings = "", .after = rounds},
};

const model_bugs streambypass_bugs = {&streambypass_block, rows, sizeof rows / sizeof rows[0]};
