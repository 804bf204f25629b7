// energy_model.c: see energy_model.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/run/energy_model.h"

#include "base/formula.h"
#include "base/nearest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NOTE "modelled from published energies of events, not GPUWattch and not measured"

// clang-format off
#define ROW(name, component, unit, counters, value, source) \
    {#name, component, counters, source, unit, value},
// clang-format on
const energy_row energy_rows[ENERGY_ROWS] = {ENERGY_MODEL(ROW)};

const char *energy_unit_text(energy_unit u)
{
    static const char *const texts[] = {
        [ENERGY_EVENT] = "pJ",   [ENERGY_BIT] = "pJ a bit", [ENERGY_CHIP] = "W a chip",
        [ENERGY_SM] = "W an SM", [ENERGY_L2_KB] = "W a KB", [ENERGY_GPU] = "W"};
    return texts[u];
}

void energy_model_init(energy_model *m)
{
    for (unsigned i = 0; i < ENERGY_ROWS; i++) m->value[i] = energy_rows[i].value;
}

// ---- overrides

static int unknown(const char *name, err *e)
{
    const char *names[ENERGY_ROWS];
    for (unsigned i = 0; i < ENERGY_ROWS; i++) names[i] = energy_rows[i].name;
    const char *near = nearest_of(name, names, ENERGY_ROWS);
    if (near)
        return err_add(e, ST_INPUT, "--energy-set %s: no such row; did you mean %s?", name, near);
    return err_add(e, ST_INPUT, "--energy-set %s: no such row; docs/reference/energy.md lists them",
                   name);
}

int energy_model_set(energy_model *m, const char *text, err *e)
{
    const char *equals = strchr(text, '=');
    if (!equals) return err_add(e, ST_INPUT, "--energy-set %s: must be NAME=VALUE", text);
    char *name = wl_format("%.*s", (int)(equals - text), text), *end;
    unsigned i = 0;
    while (i < ENERGY_ROWS && strcmp(energy_rows[i].name, name) != 0) i++;
    const double value = strtod(equals + 1, &end);
    int st = ST_OK;
    if (i == ENERGY_ROWS) st = unknown(name, e);
    else if (end == equals + 1 || *end || !(value >= 0 && value <= 1e12))
        st = err_add(e, ST_INPUT, "--energy-set %s: %s must be a number from 0 to 1e12 (%s)", text,
                     name, energy_unit_text(energy_rows[i].unit));
    else m->value[i] = value;
    free(name);
    return st;
}

// ---- the sum

static double l2_kb(const config *c)
{
    return (double)c->dram.channels * c->l2.slices_per_channel * c->l2.sets * c->l2.ways *
           c->l1d.line_bytes / 1024;
}

// How many of what the row's value is of; by time: x seconds.
static double times(energy_unit u, const config *c)
{
    return u == ENERGY_BIT     ? 8.0 * c->dram.chips * c->dram.chip_bytes * c->dram.burst
           : u == ENERGY_CHIP  ? (double)c->dram.chips * c->dram.channels
           : u == ENERGY_SM    ? c->gpu.sms
           : u == ENERGY_L2_KB ? l2_kb(c)
                               : 1;
}

static json_t *row_json(const energy_row *r, double value, double count, double uj)
{
    return json_pack("{s:s, s:s, s:f, s:s, s:f, s:f}", "name", r->name, "component", r->component,
                     "count", count, "unit", energy_unit_text(r->unit), "value", value, "uj", uj);
}

static void add_to(json_t *components, const char *name, double uj)
{
    const json_t *before = json_object_get(components, name);
    json_object_set_new(components, name, json_real(json_number_value(before) + uj));
}

json_t *energy_model_json(const energy_model *m, const config *c, const json_t *stats)
{
    uint64_t cycles = 0, n;
    double total = 0;
    json_t *rows = json_array(), *components = json_object();
    formula_value(stats, "cycles", &cycles);
    const double seconds = (double)cycles / (c->gpu.core_mhz * 1e6);
    for (unsigned i = 0; i < ENERGY_ROWS; i++) {
        const energy_row *r = &energy_rows[i];
        if (r->counters && !formula_value(stats, r->counters, &n)) continue;
        const double count = times(r->unit, c) * (r->counters ? (double)n : seconds),
                     uj = m->value[i] * count * (r->counters ? 1e-6 : 1e6);
        json_array_append_new(rows, row_json(r, m->value[i], count, uj));
        add_to(components, r->component, uj);
        total += uj;
    }
    return json_pack("{s:s, s:f, s:f, s:f, s:o, s:o}", "note", NOTE, "seconds", seconds, "total_uj",
                     total, "watts", seconds > 0 ? total * 1e-6 / seconds : 0.0, "components",
                     components, "rows", rows);
}
