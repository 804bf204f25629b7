// manifest_plan.c: from the description of a sweep to its manifest. See manifest.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "sweep/manifest.h"

#include "base/outfile.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_INPUT_BYTES = 64 << 20 };

typedef struct planner {
    const sweep_spec *s;
    const sweep_runner *r;
    const char *dir;
    sweep_counts *counts;
    outfile out;
    char **configs;      // of s->configs: a preset's name, or "inputs/NAME.yaml"
    char **patterns;     // of s->patterns: "inputs/NAME.yaml"
    const char **values; // of the design at hand: s->sets, then the axes
    char **sets;         // of the axes, for the design at hand
    const char *config;  // of s->configs, what the design stands on
    config c;
    digest digest;
    err *e;
} planner;

// ---- inputs

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static int put_input(const planner *p, const char *name, const char *text, size_t bytes)
{
    char *path = wl_format("%s/inputs/%s", p->dir, name);
    const int st = outfile_put(path, text, bytes, p->e);
    free(path);
    return st;
}

// A configuration with all its keys: what it stands on may change, or be elsewhere on another
// machine.
static int freeze_config(planner *p, unsigned i)
{
    config c;
    char *text = NULL;
    size_t bytes;
    p->configs[i] = wl_strdup(p->s->configs.text[i]);
    if (!strchr(p->configs[i], '/')) return ST_OK;
    if (config_load(&c, p->s->configs.text[i], NULL, 0, p->e) != ST_OK) return ST_INPUT;
    free(p->configs[i]);
    p->configs[i] = wl_format("inputs/%s", base_name(p->s->configs.text[i]));
    FILE *f = wl_memstream(&text, &bytes);
    config_print(&c, f);
    wl_memstream_end(f);
    const int st = put_input(p, base_name(p->s->configs.text[i]), text, bytes);
    free(text);
    return st;
}

// The first message at a place of the description, when it has none of its own.
static int pass_at(const planner *p, const yaml_node_t *at, const err *why)
{
    static const char prefix[] = "error: ";
    const char *text = why->text ? why->text : "";
    if (!at || why->status != ST_INPUT || strncmp(text, prefix, strlen(prefix)) != 0)
        return err_pass(p->e, p->s->path, why);
    text += strlen(prefix);
    return tree_error(&p->s->tree, at, "%.*s", (int)strcspn(text, "\n"), text);
}

static int freeze_pattern(planner *p, unsigned i)
{
    const char *from = p->s->patterns.text[i];
    err why = {0};
    char *text = NULL;
    size_t bytes;
    p->patterns[i] = wl_format("inputs/%s", base_name(from));
    int st = infile_read_named(from, MOST_INPUT_BYTES, &text, &bytes, &why);
    if (st != ST_OK) pass_at(p, p->s->patterns.at[i], &why);
    err_free(&why);
    if (st == ST_OK) st = put_input(p, base_name(from), text, bytes);
    free(text);
    return st;
}

// Two files of one name would be one in inputs/.
static int check_names(const planner *p)
{
    const sweep_list *const lists[] = {&p->s->configs, &p->s->patterns};
    const char *seen[64];
    unsigned n = 0;
    for (unsigned l = 0; l < 2; l++) {
        for (unsigned i = 0; i < lists[l]->n; i++) {
            const char *name = base_name(lists[l]->text[i]);
            if (!strchr(lists[l]->text[i], '/')) continue;
            if (n == sizeof seen / sizeof seen[0])
                return err_add(p->e, ST_INPUT, "%s: more than 64 files", p->s->path);
            if (strpbrk(name, "\t\n"))
                return err_add(p->e, ST_INPUT, "%s: a file's name has a tab or a line break",
                               p->s->path);
            for (unsigned k = 0; k < n; k++) {
                if (strcmp(seen[k], name) == 0)
                    return err_add(p->e, ST_INPUT, "%s: two files are called %s", p->s->path, name);
            }
            seen[n++] = name;
        }
    }
    return ST_OK;
}

static int freeze(planner *p)
{
    char *dir = wl_format("%s/inputs", p->dir);
    int st = check_names(p);
    if (st == ST_OK) st = outfile_mkdirs(dir, p->e);
    p->configs = wl_calloc(p->s->configs.n, sizeof *p->configs);
    p->patterns = wl_calloc(p->s->patterns.n + 1, sizeof *p->patterns);
    for (unsigned i = 0; st == ST_OK && i < p->s->configs.n; i++) st = freeze_config(p, i);
    for (unsigned i = 0; st == ST_OK && i < p->s->patterns.n; i++) st = freeze_pattern(p, i);
    free(dir);
    return st;
}

// ---- points

static const char *field(const char *text) { return *text ? text : "-"; }

static const char *set_value(const char *set) { return strchr(set, '=') + 1; }

// Where the description has what a message is about: the size if it names it, else the program.
static const yaml_node_t *place_of(const planner *p, const sweep_point *point, const char *message)
{
    const sweep_spec *s = p->s;
    const sweep_list *const lists[] = {&s->workloads, &s->patterns, &s->blocks, &s->modules};
    char *size = wl_format("'%s'", point->size);
    const yaml_node_t *at =
        *point->size && strstr(message, size) ? spec_item_place(&s->sizes, point->size) : NULL;
    for (unsigned i = 0; !at && i < sizeof lists / sizeof lists[0]; i++)
        at = spec_item_place(lists[i], point->program);
    free(size);
    return at;
}

static void refuse_point(const planner *p, const sweep_point *point, const err *why)
{
    char *name = sweep_point_text(point);
    pass_at(p, place_of(p, point, why->text ? why->text : ""), why);
    err_add(p->e, why->status, "%s: this point cannot be run: %s", p->s->path, name);
    free(name);
}

// `program` is what the manifest calls it, point->program what it is now.
static int add_point(planner *p, const sweep_point *point, const char *program)
{
    digest inputs;
    err why = {0};
    const int st = p->r->inputs(point, &p->c, &inputs, &why);
    if (st != ST_OK) refuse_point(p, point, &why);
    err_free(&why);
    if (st != ST_OK) return st;
    const digest hash = sweep_hash(point, &p->digest, &inputs, p->r->version);
    FILE *f = p->out.f;
    fprintf(f, "%" PRIu64 "\t%s\t%s\t%s\t%s\t%s\t%s\t%" PRIu64 "\t%" PRIu64, p->counts->points++,
            hash.hex, sweep_kind_words[point->kind], p->config, p->digest.hex, field(program),
            field(point->size), point->seed, point->cycles);
    for (unsigned i = 0; i < p->s->sets.n; i++)
        fprintf(f, "\t%s", field(set_value(p->s->sets.text[i])));
    for (unsigned i = 0; i < p->s->n_axes; i++) fprintf(f, "\t%s", field(p->values[i]));
    fputc('\n', f);
    return ST_OK;
}

// With each seed, when it draws from one.
static int add_seeds(planner *p, sweep_point *point, const char *program)
{
    int st = ST_OK;
    if (!p->r->seeded(point)) return add_point(p, point, program);
    for (unsigned i = 0; st == ST_OK && i < p->s->seeds.n; i++) {
        point->seed = strtoull(p->s->seeds.text[i], NULL, 0);
        st = add_point(p, point, program);
    }
    return st;
}

static int add_sims(planner *p, const sweep_point *design)
{
    const sweep_spec *s = p->s;
    int st = ST_OK;
    for (unsigned i = 0; st == ST_OK && i < s->workloads.n * s->sizes.n; i++) {
        sweep_point point = *design;
        point.program = s->workloads.text[i / s->sizes.n];
        point.size = s->sizes.text[i % s->sizes.n];
        st = add_point(p, &point, point.program);
    }
    for (unsigned i = 0; st == ST_OK && i < s->patterns.n; i++) {
        sweep_point point = *design;
        point.program = s->patterns.text[i];
        st = add_seeds(p, &point, p->patterns[i]);
    }
    return st;
}

static int add_blocks(planner *p, const sweep_point *design, sweep_kind kind,
                      const sweep_list *names)
{
    int st = ST_OK;
    for (unsigned i = 0; st == ST_OK && i < names->n; i++) {
        sweep_point point = *design;
        point.kind = kind;
        point.program = names->text[i];
        point.cycles = kind == SWEEP_bench ? p->s->bench_cycles : 0;
        point.size = kind == SWEEP_synth && p->s->apart ? SWEEP_APART : "";
        st = add_seeds(p, &point, point.program);
    }
    return st;
}

// "--set KEY=VALUE: error: MESSAGE" at the value's place in the description; false: it has none.
static bool place_message(const planner *p, const sweep_point *design, const char *line)
{
    bool found = false;
    for (unsigned i = 0; i < design->n_sets && !found; i++) {
        char *shown = source_printable(design->sets[i]),
             *prefix = wl_format("--set %s: error: ", shown);
        const yaml_node_t *at = spec_place(p->s, design->sets[i]);
        found = at && strncmp(line, prefix, strlen(prefix)) == 0;
        if (found) tree_error(&p->s->tree, at, "%s", line + strlen(prefix));
        free(prefix);
        free(shown);
    }
    return found;
}

// What the rules between keys refuse is said at its place in the description; the rest as it is.
static void refuse_design(const planner *p, const sweep_point *design, const err *why)
{
    err rest = {.status = why->status};
    char *lines = wl_strdup(why->text), *next = lines;
    FILE *f = wl_memstream(&rest.text, &rest.len);
    for (char *line = strsep(&next, "\n"); line; line = strsep(&next, "\n")) {
        if (!*line || place_message(p, design, line)) continue;
        fprintf(f, "%s\n", line);
        rest.count++;
    }
    wl_memstream_end(f);
    if (rest.len) pass_at(p, spec_item_place(&p->s->configs, design->config), &rest);
    free(lines);
    err_free(&rest);
}

// Is the design's configuration one? It becomes p->c; *skip: its rules refuse it, and the
// description says to leave it out.
static int load_design(planner *p, const sweep_point *design, bool *skip)
{
    err why = {0};
    int st = sweep_load(design, &p->c, &why);
    *skip = st != ST_OK && p->s->skip_invalid;
    if (*skip) p->counts->invalid++;
    else if (st != ST_OK) refuse_design(p, design, &why);
    err_free(&why);
    if (st == ST_OK) p->digest = config_digest(&p->c);
    return *skip ? ST_OK : st;
}

static int add_design(planner *p, unsigned source)
{
    const sweep_spec *s = p->s;
    bool skip;
    if (!spec_keeps(s, p->values)) {
        p->counts->filtered++;
        return ST_OK;
    }
    const unsigned n = s->sets.n + s->n_axes;
    const char **sets = wl_calloc(n + 1, sizeof *sets);
    for (unsigned i = 0; i < s->sets.n; i++) sets[i] = s->sets.text[i];
    for (unsigned i = 0; i < s->n_axes; i++)
        sets[s->sets.n + i] = p->sets[i] = wl_format("%s=%s", s->axes[i].key, p->values[i]);
    const sweep_point design = {
        .config = s->configs.text[source], .sets = sets, .n_sets = n, .program = "", .size = ""};
    p->config = p->configs[source];
    int st = load_design(p, &design, &skip);
    if (st == ST_OK && !skip) st = add_sims(p, &design);
    if (st == ST_OK && !skip) st = add_blocks(p, &design, SWEEP_bench, &s->blocks);
    if (st == ST_OK && !skip) st = add_blocks(p, &design, SWEEP_synth, &s->modules);
    for (unsigned i = 0; i < s->n_axes; i++) free(p->sets[i]);
    free(sets);
    return st;
}

// Design number n: the last axis varies fastest.
static int add_numbered(planner *p, uint64_t n)
{
    for (unsigned i = p->s->n_axes; i-- > 0;) {
        const sweep_list *l = &p->s->axes[i].values;
        p->values[i] = l->text[n % l->n];
        n /= l->n;
    }
    return add_design(p, (unsigned)n);
}

static int check_many(const planner *p, bool yes)
{
    const uint64_t n = spec_points(p->s);
    if (n <= SWEEP_MANY || yes) return ST_OK;
    return err_add(p->e, ST_INPUT,
                   "%s: %" PRIu64
                   " points before filters, more than %d; if you mean it, give --yes",
                   p->s->path, n, SWEEP_MANY);
}

static int check_any(const planner *p)
{
    if (p->counts->points) return ST_OK;
    return err_add(p->e, ST_INPUT,
                   "%s: no point is left: of %" PRIu64 " combinations the filters leave %" PRIu64
                   " out, the rules %" PRIu64,
                   p->s->path, spec_designs(p->s), p->counts->filtered, p->counts->invalid);
}

static void put_head(const planner *p)
{
    const sweep_spec *s = p->s;
    FILE *f = p->out.f;
    fprintf(f, "warploom-sweep 1 %s\nname\t%s\naxes", p->r->version, s->name);
    for (unsigned i = 0; i < s->n_axes; i++) fprintf(f, "\t%s", s->axes[i].key);
    fputs("\nindex\thash\tkind\tconfig\tdigest\tprogram\tsize\tseed\tcycles", f);
    for (unsigned i = 0; i < s->sets.n; i++)
        fprintf(f, "\t%.*s", (int)strcspn(s->sets.text[i], "="), s->sets.text[i]);
    for (unsigned i = 0; i < s->n_axes; i++) fprintf(f, "\t%s", s->axes[i].key);
    fputc('\n', f);
}

static int write_points(planner *p)
{
    char *path = wl_format("%s/manifest", p->dir);
    int st = outfile_open(&p->out, path, p->e);
    free(path);
    if (st != ST_OK) return st;
    put_head(p);
    for (uint64_t n = 0; st == ST_OK && n < spec_designs(p->s); n++) st = add_numbered(p, n);
    if (st == ST_OK) st = check_any(p);
    fprintf(p->out.f, "end\t%" PRIu64 "\n", p->counts->points);
    if (st == ST_OK) st = outfile_commit(&p->out, p->e);
    outfile_abandon(&p->out);
    return st;
}

static void free_texts(char **texts, unsigned n)
{
    for (unsigned i = 0; texts && i < n; i++) free(texts[i]);
    free(texts);
}

int manifest_plan(const sweep_spec *s, const sweep_runner *r, const char *dir, bool yes,
                  sweep_counts *counts, err *e)
{
    *counts = (sweep_counts){0};
    planner p = {.s = s, .r = r, .dir = dir, .counts = counts, .e = e};
    p.values = wl_calloc(s->n_axes + 1, sizeof *p.values);
    p.sets = wl_calloc(s->n_axes + 1, sizeof *p.sets);
    int st = check_many(&p, yes);
    if (st == ST_OK) st = freeze(&p);
    if (st == ST_OK) st = write_points(&p);
    free_texts(p.configs, s->configs.n);
    free_texts(p.patterns, s->patterns.n);
    free(p.values);
    free(p.sets);
    return st;
}
