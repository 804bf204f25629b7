// random_config.c: draws random configurations of a block: it collects the keys that shape the
// block's hardware from the tables, draws each from its range, forces one to an extreme, and draws
// again until the configuration is legal. See random_config.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/random_config.h"

#include "base/rng.h"
#include "config/rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_KEYS = 256, TRIES = 4000, DRAWN_PERCENT = 70, SMALL = 8, DOUBLINGS = 7 };

typedef struct key {
    const cfg_section *section;
    const cfg_row *row;
} key;

typedef struct draw {
    rng random;
    key keys[MAX_KEYS];
    unsigned n;
} draw;

static uint32_t below(draw *d, uint64_t n) { return (uint32_t)rng_below(&d->random, n); }

// The keys of a section that shape the hardware, but not the one that asks for it.
static void add_keys(draw *d, const config *c, const cfg_section *s)
{
    for (unsigned k = 0; k < s->n; k++) {
        const cfg_row *r = &s->rows[k];
        if (r->kind == CFG_STRING || strcmp(r->key, "enable") == 0 || !cfg_shapes_hw(c, s, r))
            continue;
        CHECK(d->n < MAX_KEYS, "more than %d keys shape the hardware", MAX_KEYS);
        d->keys[d->n++] = (key){s, r};
    }
}

// The block's own section first.
static void find_keys(draw *d, const config *c, const char *own)
{
    unsigned n;
    const cfg_section *s = cfg_sections(&n);
    for (unsigned i = 0; i < n; i++) {
        if (strcmp(s[i].path, own) == 0) add_keys(d, c, &s[i]);
    }
    for (unsigned i = 0; i < n; i++) {
        if (strcmp(s[i].path, own) != 0) add_keys(d, c, &s[i]);
    }
}

// Small values first, where hardware is cheap and its corners are near.
static uint32_t draw_number(draw *d, const cfg_row *r)
{
    const uint64_t span = (uint64_t)r->max - r->min + 1;
    uint64_t room = below(d, 2) ? SMALL : (uint64_t)1 << below(d, DOUBLINGS);
    if (r->kind == CFG_DECIMAL || below(d, 16) == 0) room = span;
    uint32_t v = r->min + below(d, room < span ? room : span);
    while (r->flags & POW2 && v & (v - 1)) v &= v - 1;
    return v >= r->min ? v : r->min;
}

static uint32_t draw_odd(draw *d, const cfg_row *r)
{
    uint32_t v = 0;
    for (unsigned i = 0; i < SMALL && (v & (v - 1)) == 0; i++) v = draw_number(d, r);
    return v;
}

static uint32_t forced_value(draw *d, const cfg_row *r, forced_end end)
{
    if (end == FORCED_LEAST) return r->min;
    return end == FORCED_MOST ? r->max : draw_odd(d, r);
}

static void draw_all(draw *d, const config *base, const cfg_row *forced, forced_end end, config *c)
{
    *c = *base;
    for (unsigned i = 0; i < d->n; i++) {
        const cfg_row *r = d->keys[i].row;
        if (r == forced) cfg_set(c, r, forced_value(d, r, end));
        else if (below(d, 100) < DRAWN_PERCENT) cfg_set(c, r, draw_number(d, r));
    }
}

// WarpPool's MSHR metadata in tens of thousands of words of latches, each a scope of its own, takes
// a simulator minutes to elaborate.
static bool is_simulated(const config *c)
{
    enum { WORDS = 8192 };
    const uint64_t words = (uint64_t)c->l1d.mshrs * c->l1d.merges * c->warppool.merges;
    return !c->warppool.enable || c->rtl.storage != STORAGE_LATCH || words <= WORDS;
}

static bool is_legal(const config *c)
{
    err ignored = {0};
    if (!is_simulated(c)) return false;
    const bool good = config_check(c, &ignored) == ST_OK;
    err_free(&ignored);
    return good;
}

// Draws until one is legal; first with the forced key, then without.
static bool find_legal(draw *d, const config *base, const cfg_row *forced, forced_end end,
                       random_config *r)
{
    for (unsigned i = 0; i < TRIES; i++, r->rejected++) {
        draw_all(d, base, forced, end, &r->c);
        if (is_legal(&r->c)) return true;
    }
    return false;
}

static char *differences(const draw *d, const config *base, const config *c)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *f = wl_memstream(&text, &bytes);
    for (unsigned i = 0; i < d->n; i++) {
        const key *k = &d->keys[i];
        if (cfg_get(base, k->row) == cfg_get(c, k->row)) continue;
        char *path = cfg_path(k->section, k->row), *value = cfg_text(c, k->row);
        fprintf(f, "%s%s=%s", ftell(f) > 0 ? " " : "", path, value);
        free(value);
        free(path);
    }
    wl_memstream_end(f);
    return text;
}

int random_config_draw(const config *base, const char *section, uint64_t seed, uint64_t number,
                       random_config *r, err *e)
{
    draw d = {.random = {seed}};
    d.random.state ^= rng_u64(&(rng){number});
    *r = (random_config){.end = (forced_end)(number % FORCED_ENDS)};
    find_keys(&d, base, section);
    CHECK(d.n, "no key shapes %s", section);
    const key *forced = &d.keys[number / FORCED_ENDS % d.n];
    const bool with = find_legal(&d, base, forced->row, r->end, r);
    if (!with && !find_legal(&d, base, NULL, r->end, r)) {
        return err_add(e, ST_CHECK,
                       "%s: no legal configuration in %d draws from seed %" PRIu64
                       ", number %" PRIu64,
                       section, TRIES, seed, number);
    }
    if (with) r->forced = cfg_path(forced->section, forced->row);
    r->sets = differences(&d, base, &r->c);
    return ST_OK;
}

void random_config_free(random_config *r)
{
    free(r->sets);
    free(r->forced);
    *r = (random_config){0};
}
