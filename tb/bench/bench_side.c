// bench_side.c: the top of a side (config/ports/side.h) alone: the benches of its structures run at
// the same time, each with its own traffic, model and laws, on one instance of the side's RTL and
// in the same cycles.
//
// Each bench runs in a thread of its own and sees a plug-in that is the side with only its own
// ports. One thread runs at a time, and in each cycle every thread runs until its clock edge. Then
// the side is evaluated with the inputs of all of them, and checked:
//   apart     the outputs of each structure are those that its bench saw, so that no input of one
//             reaches another
//   wire      the index function answers for the line that is offered (golden model: blocks/pric.h)
// Then it is clocked. Resets are drawn here and apply to all benches in the same cycles
// (bench_job.resets). When a bench has ended, its inputs stay 0 and the others continue.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/bench.h"

#include "base/rng.h"
#include "blocks/pric.h"
#include "config/ports/side.h"
#include "tb/lockstep/compare.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RESETS = 8, LAW_TEXT = 200 }; // resets a run, about

typedef struct table table;

typedef struct player {
    wl_plugin api; // first: it is opened with its address
    table *of;
    unsigned number; // of the player
    const side_part *part;
    bench_job job;
    uint64_t *said; // its outputs in its last evaluation
    uint64_t cycle;
    bool ended;
    json_t *result;
    err e;
    int status;
    pthread_t thread;
} player;

struct table {
    const bench_job *job;
    side of;
    port ports[PORTS_MAX];
    compare cmp; // of the side's ports: their words
    pric index;
    unsigned offered; // word of the out array: the path offers a request
    void *rtl;
    uint64_t *in, *out;
    player players[SIDE_PARTS];
    unsigned n, turn;
    // what those who have come to the end of the cycle wait for: a reset, else the clock
    bool resetting;
    pthread_mutex_t lock;
    pthread_cond_t turned;
    uint64_t together, looked_up, resets; // cycles of all; of these, in which a line was looked up
    char broken[LAW_TEXT];
};

// ---- the side with all its inputs

static bool all_play(const table *t)
{
    bool all = true;
    for (unsigned i = 0; i < t->n; i++) all = all && !t->players[i].ended;
    return all;
}

// Bits of word w of the out array that a port has.
static uint64_t mask_of(const table *t, unsigned w)
{
    for (unsigned k = 0; k < t->cmp.n_words; k++) {
        if (t->cmp.words[k].word == w) return t->cmp.words[k].mask;
    }
    return 0;
}

static void check_apart(table *t, const player *p)
{
    for (unsigned w = 0; w < p->part->out_words; w++) {
        if (!((p->said[w] ^ t->out[p->part->out_at + w]) & mask_of(t, p->part->out_at + w)) ||
            *t->broken)
            continue;
        snprintf(t->broken, sizeof t->broken,
                 "apart: cycle %llu: word %u of %s's outputs changes with the inputs of another "
                 "structure",
                 (unsigned long long)t->together, w, p->part->block);
    }
}

static void check_wire(table *t)
{
    if (t->of.pric < 0 || !(t->out[t->offered] & 1)) return;
    const side_part *p = &t->of.part[t->of.pric];
    const pric_in in = {{t->out[t->of.line_word]}};
    pric_out want;
    pric_eval(&t->index, &in, &want);
    t->looked_up++;
    if (memcmp(&want, t->out + p->out_at, sizeof want) == 0 || *t->broken) return;
    snprintf(t->broken, sizeof t->broken,
             "wire: cycle %llu: index and tag are not those of line 0x%llx, which is offered",
             (unsigned long long)t->together, (unsigned long long)in.line_i[0]);
}

// All that play have come to the end of the cycle.
static void turn_over(table *t)
{
    if (t->resetting) {
        t->job->plugin->reset(t->rtl);
        t->resets++;
        t->resetting = false;
        return;
    }
    t->job->plugin->eval(t->rtl, t->in, t->out);
    if (all_play(t)) {
        for (unsigned i = 0; i < t->n; i++) check_apart(t, &t->players[i]);
        check_wire(t);
        t->together++;
    }
    t->job->plugin->clock(t->rtl);
}

// ---- whose turn it is

// The next player behind this one who has not ended, going round; itself, if it is the only one.
static unsigned next_of(const table *t, unsigned number)
{
    unsigned i = number;
    do i = (i + 1) % t->n;
    while (i != number && t->players[i].ended);
    return i;
}

static void wait_turn(const player *p)
{
    while (p->of->turn != p->number) pthread_cond_wait(&p->of->turned, &p->of->lock);
}

// The player has come to the end of the cycle, or has ended.
static void pass_on(player *p)
{
    table *t = p->of;
    const unsigned next = next_of(t, p->number);
    const bool last = next <= p->number, others = next != p->number || !p->ended;
    if (last && others) turn_over(t);
    t->turn = next;
    pthread_cond_broadcast(&t->turned);
}

// ---- the plug-in of a player

static void *open_player(const wl_plugin *of) { return (void *)(uintptr_t)of; }
static void close_player(void *self) { (void)self; }

static void eval(void *self, const uint64_t *in, uint64_t *out)
{
    player *p = self;
    table *t = p->of;
    memcpy(t->in + p->part->in_at, in, p->part->in_words * sizeof *in);
    t->job->plugin->eval(t->rtl, t->in, t->out);
    memcpy(out, t->out + p->part->out_at, p->part->out_words * sizeof *out);
    memcpy(p->said, out, p->part->out_words * sizeof *out);
}

static void end_cycle(player *p)
{
    pass_on(p);
    wait_turn(p);
}

static void clock_edge(void *self)
{
    player *p = self;
    p->cycle++;
    end_cycle(p);
}

static void reset(void *self)
{
    player *p = self;
    p->of->resetting = true;
    end_cycle(p);
}

static const uint64_t *unknown(void *self)
{
    const player *p = self;
    return p->of->job->plugin->unknown(p->of->rtl) + p->part->out_at;
}

// In which cycles there is a reset: the same for all, never when a bench may have come to its end.
static bool resets(void *ctx)
{
    const player *p = ctx;
    const bench_job *j = p->of->job;
    rng r = {j->seed ^ p->cycle << 20};
    return p->cycle && p->cycle < j->cycles && rng_below(&r, j->cycles / RESETS + 1) == 0;
}

// ---- a run

static void *play(void *ctx)
{
    player *p = ctx;
    table *t = p->of;
    pthread_mutex_lock(&t->lock);
    wait_turn(p);
    p->status = bench_run(&p->job, &p->result, &p->e);
    p->ended = true;
    memset(t->in + p->part->in_at, 0, p->part->in_words * sizeof *t->in);
    pass_on(p);
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

static void add_player(table *t, const side_part *part)
{
    const wl_plugin *of = t->job->plugin;
    player *p = &t->players[t->n];
    *p = (player){.of = t, .number = t->n, .part = part, .job = *t->job};
    p->api = (wl_plugin){.abi = of->abi,
                         .in_words = part->in_words,
                         .out_words = part->out_words,
                         .top = of->top,
                         .hw_digest = of->hw_digest,
                         .open = open_player,
                         .close = close_player,
                         .reset = reset,
                         .eval = eval,
                         .clock = clock_edge,
                         .unknown = of->unknown ? unknown : NULL};
    p->said = wl_calloc(part->out_words, sizeof *p->said);
    p->job.block = part->block;
    p->job.plugin = &p->api;
    p->job.model_bug = t->job->model_bug && strcmp(t->job->model_bug_of, part->block) == 0
                           ? t->job->model_bug
                           : NULL;
    p->job.resets = resets;
    p->job.resets_ctx = p;
    if (t->n++) p->job.progress = NULL;
}

// Word with the path's valid, which qualifies the index function's outputs.
static unsigned offered_word(const table *t)
{
    const port *q = t->ports + t->of.part[t->of.pric].first;
    while (!q->qualifier) q++;
    for (unsigned i = 0;; i++) {
        if (strcmp(t->ports[i].name, q->qualifier) == 0) return t->ports[i].word;
    }
}

static int set_up(table *t, err *e)
{
    const port_table *ports = port_table_find(t->job->block);
    side_kind kind = SIDE_SM;
    CHECK(side_find(t->job->block, &kind), "%s is no side", t->job->block);
    side_of(t->job->c, kind, &t->of);
    ports->fill(t->job->c, t->ports);
    const int status = compare_init(&t->cmp, t->ports, ports->n, e);
    if (status != ST_OK) return status;
    t->in = wl_calloc(port_words(t->ports, ports->n, PORT_IN), sizeof *t->in);
    t->out = wl_calloc(port_words(t->ports, ports->n, PORT_OUT), sizeof *t->out);
    if (t->of.pric >= 0) {
        const index_fn f = index_fn_of_pric(t->job->c);
        pric_init(&t->index, &f);
        t->offered = offered_word(t);
    }
    for (unsigned i = 0; i < t->of.n; i++) {
        if ((int)i != t->of.pric) add_player(t, &t->of.part[i]);
    }
    t->rtl = t->job->plugin->open(t->job->plugin);
    return t->rtl ? ST_OK
                  : err_add(e, ST_TOOL, "plug-in %s: cannot make an instance", t->job->plugin->top);
}

static void tear_down(table *t)
{
    for (unsigned i = 0; i < t->n; i++) {
        free(t->players[i].said);
        json_decref(t->players[i].result);
        err_free(&t->players[i].e);
    }
    if (t->rtl) t->job->plugin->close(t->rtl);
    compare_free(&t->cmp);
    free(t->in);
    free(t->out);
}

static void run(table *t)
{
    for (unsigned i = 0; i < t->n; i++) {
        CHECK(pthread_create(&t->players[i].thread, NULL, play, &t->players[i]) == 0,
              "no thread for the bench of %s", t->players[i].part->block);
    }
    for (unsigned i = 0; i < t->n; i++) pthread_join(t->players[i].thread, NULL);
}

// ---- result

static json_int_t sum_of(const table *t, const char *key)
{
    json_int_t sum = 0;
    for (unsigned i = 0; i < t->n; i++)
        sum += json_integer_value(json_object_get(t->players[i].result, key));
    return sum;
}

static json_int_t most_of(const table *t, const char *key)
{
    json_int_t most = 0;
    for (unsigned i = 0; i < t->n; i++) {
        const json_int_t own = json_integer_value(json_object_get(t->players[i].result, key));
        if (own > most) most = own;
    }
    return most;
}

// The first structure that has one.
static json_t *first_of(const table *t, const char *key)
{
    for (unsigned i = 0; i < t->n; i++) {
        json_t *v = json_object_get(t->players[i].result, key);
        if (v && !json_is_null(v)) return json_incref(v);
    }
    return json_null();
}

static json_t *result_of(const table *t)
{
    json_t *parts = json_object(), *law = first_of(t, "broken_law");
    for (unsigned i = 0; i < t->n; i++) {
        const player *p = &t->players[i];
        if (p->result) json_object_set(parts, p->part->block, p->result);
    }
    if (*t->broken) {
        json_decref(law);
        law = json_string(t->broken);
    }
    return json_pack("{s:i, s:I, s:I, s:I, s:I, s:I, s:I, s:o, s:o, s:o, s:{s:I, s:I}}",
                     "mismatches", sum_of(t, "mismatches") != 0, "cycles_compared",
                     (json_int_t)t->together, "extended_by", most_of(t, "extended_by"), "compares",
                     sum_of(t, "compares"), "masked", sum_of(t, "masked"), "resets",
                     (json_int_t)t->resets, "seed", (json_int_t)t->job->seed, "first_mismatch",
                     first_of(t, "first_mismatch"), "broken_law", law, "parts", parts, "events",
                     "together", (json_int_t)t->together, "looked_up", (json_int_t)t->looked_up);
}

static int verdict(const table *t, err *e)
{
    int status = ST_OK;
    for (unsigned i = 0; i < t->n; i++) {
        if (t->players[i].status != ST_OK)
            status = err_pass(e, t->players[i].part->block, &t->players[i].e);
    }
    if (*t->broken) return err_add(e, ST_CHECK, "the RTL breaks a law: %s", t->broken);
    if (status != ST_OK) return status;
    if (!t->together || !t->resets)
        return err_add(e, ST_CHECK,
                       "the run had %llu cycles with all structures and %llu resets, and needs at "
                       "least one of each: repeat it with more --cycles",
                       (unsigned long long)t->together, (unsigned long long)t->resets);
    if (t->of.pric >= 0 && !t->looked_up)
        return err_add(e, ST_CHECK,
                       "the index function never looked up a line, so the run proves nothing about "
                       "it: repeat it with more --cycles");
    return ST_OK;
}

int bench_side(const bench_job *j, json_t **result, err *e)
{
    table t = {.job = j, .lock = PTHREAD_MUTEX_INITIALIZER, .turned = PTHREAD_COND_INITIALIZER};
    int status = set_up(&t, e);
    if (status == ST_OK) {
        run(&t);
        *result = result_of(&t);
        status = verdict(&t, e);
    }
    tear_down(&t);
    return status;
}

bool bench_side_has(const config *c, const char *stem, const char *block)
{
    side_kind kind;
    side s;
    if (!side_find(stem, &kind)) return false;
    side_of(c, kind, &s);
    for (unsigned i = 0; i < s.n; i++) {
        if (strcmp(s.part[i].block, block) == 0) return true;
    }
    return false;
}
