// machines.c : see machines.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/paper/machines.h"

#include "cli/cli.h"
#include "cli/paper/inferred.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT "gpu.insn_limit="

char *machines_with_set(char *command, const char *set)
{
    char *longer = NULL;
    size_t bytes = 0;
    FILE *f = wl_memstream(&longer, &bytes);
    fprintf(f, "%s --set ", command);
    cli_put_word(f, set);
    wl_memstream_end(f);
    free(command);
    return longer;
}

static const char *preset_of(const paper_base *b, const paper_variant *v)
{
    return v->preset ? v->preset : b->preset;
}

// The limit of instructions is the runs' unless the variant has its own.
static bool has_own_limit(const paper_variant *v)
{
    for (unsigned k = 0; k < PAPER_SETS && v->sets[k]; k++) {
        if (strncmp(v->sets[k], LIMIT, strlen(LIMIT)) == 0) return true;
    }
    return false;
}

static char *command_of(const runset *l, const paper_base *b, const paper_variant *v)
{
    char *text = wl_strdup(preset_of(b, v));
    if (!has_own_limit(v)) {
        char *limit = wl_format(LIMIT "%u", l->insn_limit);
        text = machines_with_set(text, limit);
        free(limit);
    }
    for (unsigned k = 0; k < PAPER_SETS && v->sets[k]; k++)
        text = machines_with_set(text, v->sets[k]);
    return text;
}

char *machines_command(const runset *l, const char *machine)
{
    const paper_variant *v = l->p->variants;
    const paper_base *b = l->p->bases;
    while (v->name && strcmp(v->name, strchr(machine, '/') + 1) != 0) v++;
    while (strncmp(b->name, machine, strcspn(machine, "/")) != 0) b++;
    char *command = command_of(l, b, v), *set = wl_format("%s=LIMIT", v->search ? v->search : "");
    if (v->search) command = machines_with_set(command, set);
    free(set);
    return command;
}

// ---- the page's table

// "sm.swl_warps=1,2,3" after the command, taken.
static char *with_settings(char *command, const paper_variant *v)
{
    char *all = wl_format("%s --set %s=%u", command, v->search, *v->settings);
    free(command);
    for (const unsigned *s = v->settings + 1; *s; s++) {
        char *longer = wl_format("%s,%u", all, *s);
        free(all);
        all = longer;
    }
    return all;
}

json_t *machines_json(const runset *l)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < l->n_machines; i++) {
        const runset_machine *m = l->machines[i];
        const paper_variant *v = m->variant;
        if (v->search && m->setting != v->settings[0]) continue;
        char *command = command_of(l, m->base, v),
             *name = wl_format("%s/%s", m->base->name, v->name);
        if (v->search) command = with_settings(command, v);
        err none = {0};
        json_t *inferred = json_array();
        inferred_add(inferred, preset_of(m->base, v), &none);
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s, s:i}", "name", name, "base",
                                              m->base->label, "what", v->what, "config", command,
                                              "inferred", (int)json_array_size(inferred)));
        json_decref(inferred);
        err_free(&none);
        free(name);
        free(command);
    }
    return list;
}

static bool has_preset(const json_t *rows, const char *preset)
{
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row) {
        if (strcmp(json_string_value(json_object_get(row, "preset")), preset) == 0) return true;
    }
    return false;
}

json_t *machines_inferred(const paper *p, err *e)
{
    json_t *rows = json_array();
    for (const paper_base *b = p->bases; b->name; b++) {
        if (has_preset(rows, b->preset)) continue;
        if (inferred_add(rows, b->preset, e) == ST_OK) continue;
        json_decref(rows);
        return NULL;
    }
    return rows;
}
