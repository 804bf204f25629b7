// shell.c : the shell of an adapter, through which a bench sees it (config/ports/adapter.h): the
// module, and the plug-in's shim around it.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/plan.h"

#include <stdlib.h>
#include <string.h>

// Of the shell alone: no port of the adapter.
static bool is_qualifier(const port *q) { return strstr(q->name, "_qual_o") != NULL; }

static json_t *port_item(const port *q, bool last)
{
    char *range = q->width > 1 ? wl_format("[%u:0] ", q->width - 1) : wl_strdup("");
    json_t *item = writer_item("dir", q->dir == PORT_IN ? "input " : "output", "range", range,
                               "name", q->name, "comma", last ? "" : ",", NULL);
    free(range);
    return item;
}

static json_t *ports_of(const rtl_plan *p, bool of_host)
{
    json_t *list = json_array();
    const port *last = NULL;
    for (const port *q = p->ports; q < p->ports + p->n_ports; q++) {
        if (q->width && !(of_host && is_qualifier(q))) last = q;
    }
    for (const port *q = p->ports; q <= last; q++) {
        if (q->width && !(of_host && is_qualifier(q)))
            json_array_append_new(list, port_item(q, q == last));
    }
    return list;
}

static json_t *parameters_of(const adapter *a)
{
    json_t *list = json_array();
    unsigned last = 0;
    for (unsigned i = 0; i < ADAPTER_N_PARAMETERS; i++) last = adapter_has(a, i) ? i : last;
    for (unsigned i = 0; i <= last; i++) {
        if (!adapter_has(a, i)) continue;
        char *value = wl_format("%u", adapter_value(a, i));
        json_array_append_new(list, writer_item("name", adapter_parameter_name(i), "value", value,
                                                "comma", i == last ? "" : ",", NULL));
        free(value);
    }
    return list;
}

static void set_shell(const rtl_plan *p, const adapter *a, const char *shell, writer *w)
{
    const adapter_kind *k = a->kind;
    const port *end = p->ports + p->n_ports - 1;
    char *name = rtlgen_top(p->c, k->stem);
    writer_set(w, "SHELL", "%s", shell);
    writer_set(w, "ADAPTER", "%s", name);
    writer_flag(w, "SHELL_CLOCKED", p->clocked);
    writer_set(w, "SHELL_CLOCK", "%s", k->clock ? k->clock : "");
    writer_set(w, "SHELL_RESET", "%s", k->reset ? k->reset : "");
    writer_set(w, "SHELL_RESET_FROM", "%s", k->reset_is_high ? "!" : "");
    writer_flag(w, "SHELL_WRITES", is_qualifier(end));
    writer_value(w, "SHELL_PORTS", ports_of(p, false));
    writer_value(w, "HOST_PORTS", ports_of(p, true));
    writer_value(w, "SHELL_PARAMETERS", parameters_of(a));
    free(name);
}

void shell_make(const rtl_plan *wrapped, const adapter *a, char **module, char **shim)
{
    rtl_plan *p = wl_calloc(1, sizeof *p);
    char *name = rtlgen_shell(wrapped->c, a);
    writer *w = writer_new();
    *p = *wrapped;
    p->n_ports = a->kind->n_ports;
    a->kind->fill(a, p->ports);
    p->clocked = a->kind->clock != NULL;
    plan_values(wrapped, w);
    writer_set(w, "TOP", "%s", name);
    writer_flag(w, "CLOCKED", p->clocked);
    set_shell(p, a, name, w);
    writer_put(w, "rtlgen/wrap/shell.v.in");
    *module = writer_take(w, NULL);
    export_shim(p, w);
    *shim = writer_take(w, "the shim");
    writer_free(w);
    free(name);
    free(p);
}
