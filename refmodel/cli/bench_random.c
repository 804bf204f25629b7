// bench_random.c : see bench_random.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/bench_random.h"

#include "config/ports/adapter.h"
#include "config/ports/port.h"
#include "config/rows.h"
#include "rtlgen/rtlgen.h"
#include "tb/bench/bench.h"
#include "tb/bench/random_config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_BLOCKS = 16, USUAL_BITS = 256, LEAST_SHARE = 8 };

static const char *const ends[] = {"least", "most", "odd"};

typedef struct kind {
    const char *stem, *key;
    config base; // with the structure enabled
    uint64_t count;
    json_t *events;   // sums
    json_t *possible; // names of events that some configuration can show
} kind;

typedef struct series {
    const bench_random_job *job;
    kind kinds[MAX_BLOCKS];
    unsigned n;
    uint64_t forced[FORCED_ENDS];
    json_t *result, *failures;
} series;

static json_int_t number(const json_t *o, const char *key)
{
    return json_integer_value(json_object_get(o, key));
}

static void add(json_t *sum, const char *key, json_int_t n)
{
    json_object_set_new(sum, key, json_integer(number(sum, key) + n));
}

// ---- blocks

static int enable(kind *k, const config *from, err *e)
{
    char *path = wl_format("%s.enable", k->key);
    const cfg_row *r = cfg_find(path, NULL);
    free(path);
    CHECK(r, "%s has no key enable", k->key);
    k->base = *from;
    cfg_set(&k->base, r, 1);
    return config_check(&k->base, e);
}

static bool has_bench(const char *stem)
{
    for (unsigned i = 0; bench_block(i); i++) {
        if (strcmp(bench_block(i), stem) == 0) return true;
    }
    return false;
}

static int find_kinds(series *s, err *e)
{
    const char *key, *stem;
    for (unsigned i = 0; (stem = rtlgen_block(i, &key)); i++) {
        if (!has_bench(stem) || (s->job->block && strcmp(s->job->block, stem) != 0)) continue;
        CHECK(s->n < MAX_BLOCKS, "more than %d blocks", MAX_BLOCKS);
        kind *k = &s->kinds[s->n++];
        *k = (kind){.stem = stem, .key = key, .events = json_object(), .possible = json_object()};
        int status = enable(k, s->job->base, e);
        if (status != ST_OK) return status;
    }
    if (s->n) return ST_OK;
    return err_add(e, ST_INPUT,
                   adapter_find(s->job->block)
                       ? "--block %s: is a wrapped top, whose parameters are not drawn: must be a "
                         "block alone with --random"
                       : "--block %s: has no bench",
                   s->job->block);
}

// ---- one configuration

// The command that runs number i alone; malloc'd.
static char *line_of(const series *s, uint64_t i)
{
    const bench_random_job *j = s->job;
    const char *const *sets, *source = cli_value(j->args, "config");
    char *text = NULL;
    size_t bytes = 0;
    FILE *f = wl_memstream(&text, &bytes);
    fputs("warploom bench", f);
    if (source) fprintf(f, " -c ");
    if (source) cli_put_word(f, source);
    for (unsigned k = 0, n = cli_values(j->args, "set", &sets); k < n; k++) {
        fputs(" --set ", f);
        cli_put_word(f, sets[k]);
    }
    if (j->block) fprintf(f, " --block %s", j->block);
    if (j->inject) fprintf(f, " --inject %s", j->inject);
    fprintf(f, " --random 1 --first %" PRIu64 " --seed %" PRIu64 " --cycles %" PRIu64 " --sim %s%s",
            i, j->seed, j->cycles, j->sim == SIM_ICARUS ? "icarus" : "verilator",
            j->asserts ? " --assertions" : "");
    wl_memstream_end(f);
    return text;
}

static void note_events(kind *k, const json_t *r)
{
    const json_t *excluded = json_object_get(r, "excluded");
    const char *event;
    json_t *v;
    json_object_foreach(json_object_get(r, "events"), event, v) {
        add(k->events, event, json_integer_value(v));
        if (!json_object_get(excluded, event)) json_object_set_new(k->possible, event, json_true());
    }
}

static bool is_clean(const json_t *r)
{
    return r && number(r, "mismatches") == 0 && json_is_null(json_object_get(r, "broken_law")) &&
           number(r, "cycles_compared") > 0;
}

static void note_failure(series *s, uint64_t i, const kind *k, const random_config *c, json_t *r,
                         err *e)
{
    char *line = line_of(s, i);
    json_t *where = json_object_get(json_object_get(r, "first_mismatch"), "port"),
           *law = json_object_get(r, "broken_law");
    err_add(e, ST_CHECK, "%s with %s: %s%s%s\nrepeat: %s", k->stem,
            *c->sets ? c->sets : "no other keys", where ? json_string_value(where) : "",
            where ? " differs between model and RTL" : "",
            json_is_string(law) ? json_string_value(law) : "", line);
    json_array_append_new(s->failures, json_pack("{s:s, s:s, s:O?, s:O?}", "line", line, "settings",
                                                 c->sets, "port", where, "broken_law", law));
    add(s->result, "mismatches", 1);
    free(line);
}

// A cycle of a block with wide ports takes the simulator much longer, so such a block gets fewer of
// them.
static uint64_t cycles_of(uint64_t cycles, const char *stem, const config *c)
{
    const port_table *t = port_table_find(stem);
    port ports[PORTS_MAX];
    uint64_t bits = 0;
    CHECK(t, "block %s has no port table", stem);
    t->fill(c, ports);
    for (unsigned i = 0; i < t->n; i++) bits += ports[i].width;
    const uint64_t least = 1 + cycles / LEAST_SHARE;
    if (bits <= USUAL_BITS || cycles <= least) return cycles;
    const uint64_t some = cycles * USUAL_BITS / bits * USUAL_BITS / bits;
    return some > least ? some : least;
}

static int run_bench(series *s, uint64_t i, const kind *k, const random_config *c, json_t **r,
                     err *e)
{
    const bench_random_job *j = s->job;
    plugin_lib lib;
    plugin_want want = {.sim = j->sim,
                        .block = k->stem,
                        .asserts = j->asserts,
                        .quiet = true,
                        .run = plugin_run_of(j->cycles)};
    int status = plugin_load(&c->c, &want, &lib, e);
    if (status != ST_OK) return status;
    err seen = {0}; // floors of one run are none of ours
    bench_job b = {.block = k->stem,
                   .c = &c->c,
                   .plugin = lib.api,
                   .model_bug = j->model_bug,
                   .seed = j->seed + i,
                   .cycles = cycles_of(j->cycles, k->stem, &c->c),
                   .brief = true};
    status = bench_run(&b, r, &seen);
    json_t *sim = plugin_sim_json(&lib);
    add(s->result, "x_driven", number(sim, "x_driven"));
    add(s->result, "x_seen", number(sim, "x_seen"));
    json_decref(sim);
    plugin_unload(&lib);
    if (status != ST_OK && status != ST_CHECK) err_pass(e, k->stem, &seen);
    err_free(&seen);
    return status == ST_CHECK ? ST_OK : status;
}

static int run_config(series *s, uint64_t i, kind *k, const random_config *c, err *e)
{
    static const char *const sums[] = {"cycles_compared", "compares", "masked", "resets"};
    json_t *r = NULL;
    int status = run_bench(s, i, k, c, &r, e);
    if (status == ST_OK) {
        k->count++;
        for (size_t n = 0; n < sizeof sums / sizeof sums[0]; n++)
            add(s->result, sums[n], number(r, sums[n]));
        note_events(k, r);
        if (!is_clean(r)) note_failure(s, i, k, c, r, e);
    }
    json_decref(r);
    return status;
}

static int run_number(series *s, uint64_t i, err *e)
{
    kind *k = &s->kinds[i % s->n];
    random_config c;
    int status = random_config_draw(&k->base, k->key, s->job->seed, i / s->n, &c, e);
    if (status != ST_OK) return status;
    if (c.forced) s->forced[c.end]++;
    if (cli_verbose(s->job->args)) {
        fprintf(stderr, "%" PRIu64 " %s (%s %s): %s\n", i, k->stem,
                c.forced ? c.forced : "nothing forced", c.forced ? ends[c.end] : "", c.sets);
    }
    status = run_config(s, i, k, &c, e);
    random_config_free(&c);
    return status;
}

// ---- all

static int check_floors(const kind *k, json_t *unseen, err *e)
{
    const char *event;
    json_t *v;
    int status = ST_OK;
    json_object_foreach(k->possible, event, v) {
        if (number(k->events, event)) continue;
        json_array_append_new(unseen, json_string(event));
        if (k->count < BENCH_RANDOM_FLOOR) continue;
        status = err_add(e, ST_CHECK,
                         "%s: event %s: seen in none of %" PRIu64
                         " configurations: must be seen; run more, or more --cycles",
                         k->stem, event, k->count);
    }
    return status;
}

static int summarize(series *s, err *e)
{
    json_t *blocks = json_object(), *forced = json_object();
    int status = ST_OK;
    for (unsigned i = 0; i < s->n; i++) {
        const kind *k = &s->kinds[i];
        json_t *unseen = json_array();
        if (check_floors(k, unseen, e) != ST_OK) status = ST_CHECK;
        json_object_set_new(blocks, k->stem,
                            json_pack("{s:I, s:O, s:o}", "configurations", (json_int_t)k->count,
                                      "events", k->events, "unseen", unseen));
        add(s->result, "configurations", (json_int_t)k->count);
    }
    for (unsigned i = 0; i < FORCED_ENDS; i++)
        json_object_set_new(forced, ends[i], json_integer((json_int_t)s->forced[i]));
    json_object_set_new(s->result, "forced", forced);
    json_object_set_new(s->result, "blocks", blocks);
    return status;
}

static int run_all(series *s, err *e)
{
    const bench_random_job *j = s->job;
    int status = find_kinds(s, e);
    cli_progress *p = cli_progress_start(j->args, "bench", "configurations");
    for (uint64_t n = 0; n < j->count && status == ST_OK; n++) {
        cli_progress_at(p, n, (double)n / (double)j->count);
        status = run_number(s, j->first + n, e);
    }
    cli_progress_end(p);
    if (status == ST_OK) status = summarize(s, e);
    return status == ST_OK && json_array_size(s->failures) ? ST_CHECK : status;
}

int bench_random(const bench_random_job *j, json_t *result, err *e)
{
    static const char *const totals[] = {"configurations", "mismatches", "cycles_compared",
                                         "compares",       "masked",     "resets",
                                         "x_driven",       "x_seen"};
    series s = {.job = j, .result = result, .failures = json_array()};
    for (size_t i = 0; i < sizeof totals / sizeof totals[0]; i++)
        json_object_set_new(result, totals[i], json_integer(0));
    json_object_set_new(result, "seed", json_integer((json_int_t)j->seed));
    json_object_set_new(result, "simulator",
                        json_string(j->sim == SIM_ICARUS ? "icarus" : "verilator"));
    json_object_set_new(result, "failures", s.failures);
    int status = run_all(&s, e);
    for (unsigned i = 0; i < s.n; i++) {
        json_decref(s.kinds[i].events);
        json_decref(s.kinds[i].possible);
    }
    return status;
}
