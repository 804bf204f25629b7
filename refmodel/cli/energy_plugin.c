// energy_plugin.c: see energy_plugin.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/energy_plugin.h"

#include "config/ports/port.h"
#include "rtlgen/rtlgen.h"

#include <stdlib.h>
#include <string.h>

// A bit of a port: its place in the words, and its net.
typedef struct bit {
    unsigned word, shift;
    int net;
} bit;

typedef struct energy_plugin {
    wl_plugin api; // first: an instance is opened with its address
    const netlist *net;
    char *top, *digest;
    bit *in, *out;
    unsigned n_in, n_out;
    int reset;
    activity a;
    bool open;
    unsigned watch_cycles;
    void (*watch)(void *ctx);
    void *watch_ctx;
} energy_plugin;

static const port *port_of(const port *ports, unsigned n, const char *name)
{
    const size_t k = strcspn(name, "[");
    for (unsigned i = 0; i < n; i++)
        if (ports[i].width && strlen(ports[i].name) == k && memcmp(ports[i].name, name, k) == 0)
            return &ports[i];
    return NULL;
}

// The bits of the table's ports among those of the netlist; clock and reset are not in the table.
static bit *bits_of(const net_port *of, unsigned n_of, const port *ports, unsigned n,
                    unsigned *count)
{
    bit *bits = wl_calloc(n_of + 1, sizeof *bits);
    *count = 0;
    for (unsigned i = 0; i < n_of; i++) {
        const port *p = port_of(ports, n, of[i].name);
        const char *bracket = strchr(of[i].name, '[');
        const unsigned at = bracket ? (unsigned)strtoul(bracket + 1, NULL, 10) : 0;
        if (p) bits[(*count)++] = (bit){p->word + at / 64, at % 64, of[i].net};
    }
    return bits;
}

static void *open_instance(const wl_plugin *of)
{
    energy_plugin *p = (energy_plugin *)(uintptr_t)of;
    if (p->open) return NULL;
    p->open = true;
    activity_free(&p->a);
    activity_init(&p->a, p->net);
    p->api.reset(p);
    activity_restart(&p->a);
    return p;
}

static void close_instance(void *self) { ((energy_plugin *)self)->open = false; }

static void reset(void *self)
{
    energy_plugin *p = self;
    activity_set(&p->a, p->reset, false);
    activity_clock(&p->a);
    activity_set(&p->a, p->reset, true);
}

static void eval(void *self, const uint64_t *in, uint64_t *out)
{
    energy_plugin *p = self;
    for (unsigned i = 0; i < p->n_in; i++)
        activity_set(&p->a, p->in[i].net, in[p->in[i].word] >> p->in[i].shift & 1);
    activity_settle(&p->a);
    memset(out, 0, p->api.out_words * sizeof *out);
    for (unsigned i = 0; i < p->n_out; i++)
        out[p->out[i].word] |= (uint64_t)activity_get(&p->a, p->out[i].net) << p->out[i].shift;
}

static void clock_edge(void *self)
{
    energy_plugin *p = self;
    activity_clock(&p->a);
    if (p->watch && p->a.cycles % p->watch_cycles == 0) p->watch(p->watch_ctx);
}

static int no_waves(void *self, const char *path)
{
    (void)self;
    (void)path;
    return 1;
}

static void no_wave_close(void *self) { (void)self; }

const wl_plugin *energy_plugin_new(const config *c, const char *block, const netlist *net)
{
    energy_plugin *p = wl_calloc(1, sizeof *p);
    const port_table *t = port_table_find(block);
    CHECK(t, "block %s has no port table", block);
    port ports[PORTS_MAX];
    t->fill(c, ports);
    p->net = net;
    p->top = rtlgen_top(c, block);
    p->digest = wl_strdup(config_hw_digest(c).hex);
    p->in = bits_of(net->inputs, net->n_inputs, ports, t->n, &p->n_in);
    p->out = bits_of(net->outputs, net->n_outputs, ports, t->n, &p->n_out);
    p->reset = NO_NET;
    for (unsigned i = 0; i < net->n_inputs; i++)
        if (strcmp(net->inputs[i].name, "rst_ni") == 0) p->reset = net->inputs[i].net;
    p->api = (wl_plugin){.abi = WL_PLUGIN_ABI,
                         .in_words = port_words(ports, t->n, PORT_IN),
                         .out_words = port_words(ports, t->n, PORT_OUT),
                         .top = p->top,
                         .hw_digest = p->digest,
                         .open = open_instance,
                         .close = close_instance,
                         .reset = reset,
                         .eval = eval,
                         .clock = clock_edge,
                         .wave_open = no_waves,
                         .wave_close = no_wave_close};
    return &p->api;
}

void energy_plugin_free(const wl_plugin *api)
{
    energy_plugin *p = (energy_plugin *)(uintptr_t)api;
    if (!p) return;
    activity_free(&p->a);
    free(p->in);
    free(p->out);
    free(p->top);
    free(p->digest);
    free(p);
}

void energy_plugin_watch(const wl_plugin *api, unsigned cycles, void (*at)(void *ctx), void *ctx)
{
    energy_plugin *p = (energy_plugin *)(uintptr_t)api;
    p->watch_cycles = cycles;
    p->watch = at;
    p->watch_ctx = ctx;
}

const activity *energy_plugin_activity(const wl_plugin *api)
{
    return &((const energy_plugin *)(const void *)api)->a;
}
