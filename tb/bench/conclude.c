// conclude.c: decides whether a bench's run passes: no law is broken, every event has reached its
// floor, and every bit of each identity was once the only difference. Until then the traffic goes
// on, as long as it may. See conclude.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/conclude.h"

#include "config/rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const char *rule_of(const bench_end *x, unsigned event)
{
    return x->excluded ? x->excluded(x->bench, event) : NULL;
}
static bool breaks_a_law(const bench_end *x) { return x->law && *x->law; }

static json_int_t extension(const bench_end *x)
{
    return x->ran > x->job->cycles ? (json_int_t)(x->ran - x->job->cycles) : 0;
}

json_t *bench_result(const bench_end *x)
{
    const lockstep_pair *l = x->pair;
    json_t *left_out = json_object();
    for (unsigned i = 0; i < x->events->n; i++) {
        const char *rule = rule_of(x, i);
        if (rule) json_object_set_new(left_out, x->events->rows[i].name, json_string(rule));
    }
    return json_pack("{s:i, s:I, s:I, s:I, s:I, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:o}",
                     "mismatches", l->bad != NULL, "cycles_compared", (json_int_t)l->cycle,
                     "extended_by", extension(x), "compares", (json_int_t)l->cmp.compares, "masked",
                     (json_int_t)l->cmp.masked, "resets", (json_int_t)x->resets, "seed",
                     (json_int_t)x->job->seed, "events", stats_json(x->events, x->seen), "excluded",
                     left_out, "identities", identity_coverage_json(x->identities, x->n_identities),
                     "coincidences", cross_coverage_json(x->crosses, x->n_crosses),
                     "first_mismatch", lockstep_pair_mismatch(l), "broken_law",
                     breaks_a_law(x) ? json_string(x->law) : json_null());
}

// What to do about events that were not seen.
static int advise(const bench_end *x, err *e)
{
    const bench_job *j = x->job;
    bench_job usual = *j;
    bench_usual_length(&usual);
    const uint64_t needs = bench_cycles(j->c, j->block);
    const char *otherwise = x->help ? x->help : "";
    if (j->hold)
        return err_add(e, ST_CHECK, "a run of %" PRIu64 " cycles with --hold %s cannot see all",
                       j->cycles, j->hold);
    if (x->ran > j->cycles)
        return err_add(e, ST_CHECK,
                       "the run went on from %" PRIu64 " to %" PRIu64
                       " cycles, the most that it takes without --cycles: another --seed may show "
                       "what is missing, or more --cycles%s",
                       j->cycles, x->ran, otherwise);
    if (needs > usual.most)
        return err_add(e, ST_CHECK,
                       "a run of %" PRIu64
                       " cycles is too short for this configuration: repeat with --cycles %" PRIu64
                       "%s",
                       j->cycles, needs, otherwise);
    return err_add(e, ST_CHECK,
                   "a run of %" PRIu64
                   " cycles is too short for this configuration: without --cycles the bench goes "
                   "on until all has been seen, for at most %" PRIu64 " cycles%s",
                   j->cycles, usual.most, otherwise);
}

void bench_help_period(bench_help *h, const config *c, const char *key,
                       uint64_t (*cycles)(const config *c))
{
    const uint64_t most = BENCH_CYCLES_MOST / 2; // it may go on for as many again
    const cfg_row *row = cfg_find(key, NULL);
    CHECK(row, "no key %s", key);
    config *shorter = wl_calloc(1, sizeof *shorter);
    uint32_t least = row->min, above = cfg_get(c, row) + 1;
    *shorter = *c;
    while (above - least > 1) {
        const uint32_t middle = least + (above - least) / 2;
        cfg_set(shorter, row, middle);
        *(cycles(shorter) <= most ? &least : &above) = middle;
    }
    free(shorter);
    snprintf(h->text, sizeof h->text,
             "; with --set %s=%" PRIu32 ", which makes its counter narrower and nothing else, the "
             "bench needs no --cycles",
             key, least);
}

static int check_floors(const bench_end *x, err *e)
{
    const uint64_t *seen = x->seen;
    int status = ST_OK;
    if (x->reset && !x->resets)
        status = err_add(e, ST_CHECK, "the run had no reset, so it proves nothing about one");
    for (unsigned i = 0; i < x->events->n; i++) {
        const stat_row *r = &x->events->rows[i];
        if (seen[i] >= x->floor || rule_of(x, i)) continue;
        status =
            err_add(e, ST_CHECK,
                    "the run exercised `%s` (%s) %" PRIu64 " times, which must be at least %" PRIu64
                    ": it proves too little about that "
                    "case",
                    r->name, r->meaning, seen[i], x->floor);
    }
    const int apart = identity_coverage_check(x->identities, x->n_identities, e);
    const int met = cross_coverage_check(x->crosses, x->n_crosses, e);
    return status != ST_OK || apart != ST_OK || met != ST_OK ? advise(x, e) : ST_OK;
}

// ---- the length of a run

static bool is_missing_some(const bench_traffic *t)
{
    const bench_end x = t->end(t->bench);
    err ignored = {0};
    const int status = check_floors(&x, &ignored);
    err_free(&ignored);
    return status != ST_OK;
}

void bench_progress(const bench_job *j, uint64_t i, uint64_t of)
{
    enum { REPORT = 1 << 14 };
    if (j->progress && i % REPORT == 0)
        j->progress(j->progress_ctx, i, (double)i / (double)(of > i ? of : i + 1));
}

uint64_t bench_traffic_run(const bench_traffic *t)
{
    enum { STEPS = 8 }; // looks at what is missing, in as many cycles as the first ones
    const bench_job *j = t->job;
    const uint64_t step = j->cycles / STEPS + 1;
    uint64_t i = 0, end = j->cycles;
    for (;; end = j->most - end < step ? j->most : end + step) {
        for (; i < end && !*t->failed; i++) {
            t->cycle(t->bench);
            bench_progress(j, i, i < j->cycles ? j->cycles : j->most);
        }
        if (*t->failed || end >= j->most || !is_missing_some(t)) return i;
    }
}

// ---- the verdict

// The identity or cross of bench_job.hold must be one of this bench.
static int check_hold(const bench_end *x, err *e)
{
    const bench_job *j = x->job;
    bool known = !j->hold;
    for (unsigned i = 0; i < x->n_identities; i++) {
        const identity_coverage *b = &x->identities[i];
        known = known || (bench_holds(j, b->name) && b->holdable && j->hold_bit < b->bits);
    }
    for (unsigned i = 0; i < x->n_crosses; i++) {
        const cross_coverage *k = &x->crosses[i];
        known = known ||
                (bench_holds(j, k->name) && k->holdable && j->hold_bit < k->n_rows * k->n_columns);
    }
    if (known) return ST_OK;
    return err_add(e, ST_INPUT,
                   "--hold %s: the bench of %s has no such bit; its result (--json) "
                   "lists the identities",
                   j->hold, j->block);
}

int bench_conclude(const bench_end *x, json_t **result, err *e)
{
    const uint64_t at = x->pair->cycle - 1;
    *result = bench_result(x);
    if (check_hold(x, e) != ST_OK) return ST_INPUT;
    if (x->pair->bad)
        err_add(e, ST_CHECK, "cycle %" PRIu64 ": %s differs between model and RTL", at,
                x->pair->bad->name);
    if (breaks_a_law(x))
        err_add(e, ST_CHECK, "cycle %" PRIu64 ": the RTL breaks a law: %s", at, x->law);
    return x->failed ? ST_CHECK : check_floors(x, e);
}

uint64_t bench_floor(const bench_job *j)
{
    const uint64_t floor = j->cycles / BENCH_CYCLES_A_FLOOR;
    return floor ? floor : 1;
}
