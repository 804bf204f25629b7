// side.c : see side.h. What is not there in a configuration is not asked for its widths either:
// their keys need not fit together.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/ports/side.h"

#include "config/index_fn.h"
#include "config/ports/cart.h"
#include "config/ports/mrpb.h"
#include "config/ports/pric.h"
#include "config/ports/streambypass.h"
#include "config/ports/warppool.h"

#include <string.h>

// A port of a structure as a port of a side, without its width.
// clang-format off
#define ROW(prefix, d, nm, nwords, ch) \
    {.name = prefix "_" nm, .channel = prefix "_" ch, .dir = (d), .words = (nwords)},
// clang-format on
#define MRPB_ROW(d, nm, nwords, wd, ch, qual, dc) ROW("mrpb", d, #nm, nwords, ch)
#define WARPPOOL_ROW(d, nm, nwords, wd, ch, qual, dc) ROW("warppool", d, #nm, nwords, ch)
#define CART_ROW(d, nm, nwords, wd, ch, qual, dc) ROW("cart", d, #nm, nwords, ch)
#define PRIC_ROW(d, nm, nwords, wd, ch, qual, dc) ROW("pric", d, #nm, nwords, ch)
#define STREAMBYPASS_ROW(d, nm, nwords, wd, ch, qual, dc) ROW("streambypass", d, #nm, nwords, ch)

static const port mrpb_rows[] = {MRPB_PORTS(MRPB_ROW)};
static const port warppool_rows[] = {WARPPOOL_PORTS(WARPPOOL_ROW)};
static const port cart_rows[] = {CART_PORTS(CART_ROW)};
static const port pric_rows[] = {PRIC_PORTS(PRIC_ROW)};
static const port streambypass_rows[] = {STREAMBYPASS_PORTS(STREAMBYPASS_ROW)};

static bool has_mrpb(const config *c) { return c->mrpb.enable; }
static bool has_warppool(const config *c) { return c->warppool.enable; }
static bool has_cart(const config *c) { return c->cart.enable; }
static bool has_l1_monitor(const config *c) { return c->streambypass.enable && c->streambypass.l1; }
static bool has_l2_monitor(const config *c) { return c->streambypass.enable && c->streambypass.l2; }

static bool same_function(const index_fn *module, const index_fn *cache)
{
    const bool one = module->kind == cache->kind && module->bits == cache->bits &&
                     module->low == cache->low && module->line_bit == cache->line_bit;
    return one && (module->kind != INDEX_PRIC ||
                   (module->polynomial == cache->polynomial && module->high == cache->high));
}

static bool has_l1_index(const config *c)
{
    if (!c->pric.enable || !c->l1d.enable || !(c->mrpb.enable || c->warppool.enable)) return false;
    const index_fn module = index_fn_of_pric(c), cache = index_fn_of_l1d(c);
    return same_function(&module, &cache);
}

static bool has_l2_index(const config *c)
{
    if (!c->pric.enable || !c->cart.enable) return false;
    const index_fn module = index_fn_of_pric(c), cache = index_fn_of_l2(c);
    return same_function(&module, &cache);
}

// What may be on a side, in the order of its table.
typedef struct member {
    const char *block;
    const port *rows;
    unsigned n;
    void (*fill)(const config *c, port *ports);
    bool (*here)(const config *c);
} member;

// clang-format off
#define MEMBER(block, prefix, here) \
    {block, prefix##_rows, sizeof prefix##_rows / sizeof prefix##_rows[0], prefix##_ports, here}
// clang-format on
enum { MEMBERS = 4 };
static const member members[SIDES][MEMBERS] = {
    [SIDE_SM] = {MEMBER("mrpb", mrpb, has_mrpb), MEMBER("warppool", warppool, has_warppool),
                 MEMBER("pric_index", pric, has_l1_index),
                 MEMBER("streambypass", streambypass, has_l1_monitor)},
    [SIDE_SLICE] = {MEMBER("cart", cart, has_cart), MEMBER("pric_index", pric, has_l2_index),
                    MEMBER("streambypass", streambypass, has_l2_monitor)},
};
static const char *const stems[SIDES] = {[SIDE_SM] = "sm", [SIDE_SLICE] = "slice"};

_Static_assert(SIDE_SM_N_PORTS ==
                   MRPB_N_PORTS + WARPPOOL_N_PORTS + PRIC_N_PORTS + STREAMBYPASS_N_PORTS,
               "ports of an SM's side");
_Static_assert(SIDE_SLICE_N_PORTS == CART_N_PORTS + PRIC_N_PORTS + STREAMBYPASS_N_PORTS,
               "ports of a slice's side");

bool side_find(const char *stem, side_kind *kind)
{
    for (side_kind k = SIDE_SM; k < SIDES; k++) {
        *kind = k;
        if (strcmp(stems[k], stem) == 0) return true;
    }
    return false;
}

static bool is_index(const char *block) { return strcmp(block, "pric_index") == 0; }
static bool is_path(const char *block)
{
    return !is_index(block) && strcmp(block, "streambypass") != 0;
}

// Word of the out array with req_line_o of the path.
static unsigned line_word(const member *m, unsigned at)
{
    for (unsigned i = 0; i < m->n; i++) {
        if (strstr(m->rows[i].name, "_req_line_o")) return at;
        if (m->rows[i].dir == PORT_OUT) at += m->rows[i].words;
    }
    CHECK(false, "%s offers no line", m->block);
    return 0;
}

static void add_part(side *s, const member *m, const side_part *part)
{
    const int i = (int)s->n;
    s->part[s->n++] = *part;
    if (is_path(m->block)) {
        s->path = i;
        s->line_word = line_word(m, part->out_at);
    } else if (is_index(m->block)) {
        s->pric = i;
    }
}

void side_of(const config *c, side_kind kind, side *s)
{
    unsigned first = 0, in = 0, out = 0;
    *s = (side){.stem = stems[kind], .path = -1, .pric = -1};
    for (const member *m = members[kind]; m < members[kind] + MEMBERS && m->block; m++) {
        const side_part part = {m->block,
                                first,
                                m->n,
                                in,
                                port_words(m->rows, m->n, PORT_IN),
                                out,
                                port_words(m->rows, m->n, PORT_OUT)};
        first += m->n;
        in += part.in_words;
        out += part.out_words;
        if (m->here(c)) add_part(s, m, &part);
    }
    if (s->n < 2) s->n = 0;
}

// The side's name of one of the structure's ports.
static const char *name_in_side(const member *m, const port *own, const char *name)
{
    for (unsigned i = 0; name && i < m->n; i++) {
        if (strcmp(own[i].name, name) == 0) return m->rows[i].name;
    }
    return NULL;
}

// `offered`: of the request whose line the index function looks up; its outputs are defined with
// it.
static void set_widths(const config *c, const member *m, const char *offered, port *rows)
{
    port own[PORTS_MAX];
    m->fill(c, own);
    for (unsigned i = 0; i < m->n; i++) {
        rows[i].qualifier = is_index(m->block) ? offered : name_in_side(m, own, own[i].qualifier);
        rows[i].doc = own[i].doc;
        rows[i].width = strcmp(own[i].name, "line_i") == 0 ? 0 : own[i].width; // wired inside
    }
}

static bool on_side(const side *s, const member *m)
{
    for (unsigned i = 0; i < s->n; i++) {
        if (s->part[i].block == m->block) return true;
    }
    return false;
}

static const char *offer_of(const member *m)
{
    unsigned i = 0;
    while (!strstr(m->rows[i].name, "_req_valid_o")) i++;
    return m->rows[i].name;
}

static void fill(const config *c, side_kind kind, port *ports)
{
    unsigned n = 0, word[2] = {0, 0};
    const char *offered = NULL;
    side s;
    side_of(c, kind, &s);
    for (const member *m = members[kind]; m < members[kind] + MEMBERS && m->block; m++) {
        memcpy(ports + n, m->rows, m->n * sizeof *ports);
        if (on_side(&s, m) && is_path(m->block)) offered = offer_of(m);
        if (on_side(&s, m)) set_widths(c, m, offered, ports + n);
        for (const unsigned end = n + m->n; n < end; n++) {
            ports[n].word = word[ports[n].dir];
            word[ports[n].dir] += ports[n].words;
        }
    }
}

void side_sm_ports(const config *c, port *ports) { fill(c, SIDE_SM, ports); }
void side_slice_ports(const config *c, port *ports) { fill(c, SIDE_SLICE, ports); }
