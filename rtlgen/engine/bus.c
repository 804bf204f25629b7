// bus.c: see bus.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/bus.h"

#include "base/err.h"
#include "base/version.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct bus {
    const char *stem;           // of the adapter
    const char *slave, *master; // how the ports of the two sides begin
    const char *vendor, *library, *name, *version;
    const char *clock, *reset; // names of their signals on the bus
} bus;

#define OURS "warploom", "interface"
#define AMBA_AXI4 "amba.com", "AMBA4", "AXI4", "r0p0_0", "ACLK", "ARESETn"
static const bus buses[] = {
    {"cart_axi4", "s_axi", "m_axi", AMBA_AXI4},
    {"mrpb_axi4", "s_axi", "m_axi", AMBA_AXI4},
    {"mrpb_vortex", "core", "cache", OURS, "vortex_mem_bus", WL_VERSION, "CLK", "RESET"},
    {"cart_vortex", "core", "mem", OURS, "vortex_mem_bus", WL_VERSION, "CLK", "RESET"},
    {"mrpb_hpdcache", "core", "cache", OURS, "hpdcache_core", WL_VERSION, "CLK", "RST_N"},
};

static const bus *bus_of(const adapter_kind *k)
{
    for (size_t i = 0; i < sizeof buses / sizeof buses[0]; i++) {
        if (strcmp(buses[i].stem, k->stem) == 0) return &buses[i];
    }
    return NULL;
}

static bool is_ours(const bus *b) { return strcmp(b->vendor, "warploom") == 0; }

static json_t *name_of(const bus *b)
{
    return json_pack("{s:s, s:s, s:s, s:s}", "vendor", b->vendor, "library", b->library, "name",
                     b->name, "version", b->version);
}

// The signal that a port of the side is, malloc'd; NULL: it is a port of the other side.
static char *signal_of(const bus *b, const char *side, const char *pin)
{
    const size_t n = strlen(side);
    if (strncmp(pin, side, n) != 0 || pin[n] != '_') return NULL;
    char *signal = wl_strdup(pin + n + 1);
    const size_t end = strlen(signal) - 2;
    if (is_ours(b)) signal[end] = '\0'; // _i, _o
    for (char *at = signal; *at; at++) *at = (char)toupper((unsigned char)*at);
    return signal;
}

static void add_map(json_t *maps, const char *signal, const char *pin)
{
    json_array_append_new(maps, json_pack("{s:s, s:s}", "logical", signal, "physical", pin));
}

static json_t *maps_of(const bus *b, const adapter_kind *k, const char *side, const json_t *ports)
{
    json_t *maps = json_array();
    const json_t *p;
    size_t i;
    add_map(maps, b->clock, k->clock);
    add_map(maps, b->reset, k->reset);
    json_array_foreach(ports, i, p) {
        const char *pin = json_string_value(json_object_get(p, "name"));
        char *signal = signal_of(b, side, pin);
        if (signal) add_map(maps, signal, pin);
        free(signal);
    }
    return maps;
}

json_t *bus_interfaces(const adapter_kind *k, const json_t *ports)
{
    const bus *b = bus_of(k);
    json_t *both = json_array();
    for (unsigned master = 0; b && master < 2; master++) {
        const char *side = master ? b->master : b->slave, *other = master ? b->slave : b->master;
        json_array_append_new(both, json_pack("{s:s, s:o, s:b, s:s, s:o}", "name", side, "bus",
                                              name_of(b), "master", master, "other", other, "maps",
                                              maps_of(b, k, side, ports)));
    }
    return both;
}

static bool has_signal(const bus *b, const char *side, const char *signal, const json_t *ports)
{
    bool has = false;
    const json_t *p;
    size_t i;
    json_array_foreach(ports, i, p) {
        char *other = signal_of(b, side, json_string_value(json_object_get(p, "name")));
        has = has || (other && strcmp(other, signal) == 0);
        free(other);
    }
    return has;
}

// The slave's side has every signal of the bus.
json_t *bus_definition(const adapter_kind *k, const json_t *ports)
{
    const bus *b = bus_of(k);
    if (!b || !is_ours(b)) return NULL;
    json_t *signals = json_array();
    const json_t *p;
    size_t i;
    json_array_foreach(ports, i, p) {
        char *signal = signal_of(b, b->slave, json_string_value(json_object_get(p, "name")));
        const bool in = strcmp(json_string_value(json_object_get(p, "dir")), "in") == 0;
        if (signal)
            json_array_append_new(signals,
                                  json_pack("{s:s, s:s, s:s, s:b}", "logical", signal, "master",
                                            in ? "out" : "in", "slave", in ? "in" : "out",
                                            "optional", !has_signal(b, b->master, signal, ports)));
        free(signal);
    }
    return json_pack("{s:o, s:[{s:s, s:s}, {s:s, s:s}], s:o}", "bus", name_of(b), "clocking",
                     "logical", b->clock, "what", "Clock", "logical", b->reset, "what", "Reset",
                     "ports", signals);
}
