// inject.c: finds a named bug in the lists of the emitted RTL and of the golden models, and prints
// both lists. See inject.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/inject.h"

#include "base/nearest.h"
#include "blocks/cart_bugs.h"
#include "blocks/dwtcs_bugs.h"
#include "blocks/mrpb_bugs.h"
#include "blocks/streambypass_bugs.h"
#include "blocks/warppool_bugs.h"
#include "machine/structures/crossbar_bugs.h"
#include "rtlgen/bugs.h"

#include <stdlib.h>
#include <string.h>

static const model_bugs *const models[] = {&mrpb_bugs,  &crossbar_bugs, &streambypass_bugs,
                                           &dwtcs_bugs, &cart_bugs,     &warppool_bugs};
enum { MODELS = sizeof models / sizeof models[0] };

static unsigned count_rtl(void)
{
    unsigned n = 0;
    while (rtl_bugs[n].id) n++;
    return n;
}

static unsigned count_model(void)
{
    unsigned n = 0;
    for (unsigned k = 0; k < MODELS; k++) n += models[k]->n;
    return n;
}

static int unknown(const char *id, err *e)
{
    unsigned n = 0;
    const char **ids = wl_calloc(count_rtl() + count_model(), sizeof *ids);
    for (const rtl_bug *b = rtl_bugs; b->id; b++) ids[n++] = b->id;
    for (unsigned k = 0; k < MODELS; k++) {
        for (unsigned i = 0; i < models[k]->n; i++) ids[n++] = models[k]->rows[i].id;
    }
    const char *near = nearest_of(id, ids, n);
    free(ids);
    return err_add(e, ST_INPUT, "--inject %s: no such bug; %s%s%s`--inject list` shows them", id,
                   near ? "did you mean " : "", near ? near : "", near ? "? " : "");
}

int injection_find(const char *id, injection *i, err *e)
{
    *i = (injection){0};
    if (!id) return ST_OK;
    for (const rtl_bug *b = rtl_bugs; b->id; b++) {
        if (strcmp(b->id, id) == 0) i->rtl = b->id;
    }
    for (unsigned k = 0; k < MODELS && !i->model; k++) {
        i->model = model_bug_find(models[k], id);
        i->block = models[k]->block->stem;
    }
    return i->rtl || i->model ? ST_OK : unknown(id, e);
}

static void list_add(json_t *list, const char *side, const char *module, const model_bug *b)
{
    json_array_append_new(list,
                          json_pack("{s:s, s:s, s:s, s:s, s:s}", "id", b->id, "side", side,
                                    "module", module, "what", b->what, "settings", b->settings));
}

json_t *injection_list(void)
{
    json_t *list = json_array();
    for (const rtl_bug *b = rtl_bugs; b->id; b++) {
        list_add(list, "rtl", b->module,
                 &(model_bug){.id = b->id, .what = b->what, .settings = rtl_bug_settings(b->id)});
    }
    for (unsigned k = 0; k < MODELS; k++) {
        for (unsigned i = 0; i < models[k]->n; i++)
            list_add(list, "model", models[k]->block->stem, &models[k]->rows[i]);
    }
    return list;
}

void injection_print(const json_t *list, FILE *f)
{
    size_t i;
    json_t *b;
    json_array_foreach(list, i, b) {
        fprintf(f, "%-28s %s\n", json_string_value(json_object_get(b, "id")),
                json_string_value(json_object_get(b, "what")));
    }
}
