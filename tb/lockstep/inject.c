// inject.c : see inject.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/inject.h"

#include "base/nearest.h"
#include "blocks/cart_bugs.h"
#include "blocks/crossbar_bugs.h"
#include "blocks/dwtcs_bugs.h"
#include "blocks/mrpb_bugs.h"
#include "blocks/streambypass_bugs.h"
#include "blocks/warppool_bugs.h"
#include "rtlgen/bugs.h"

#include <stdlib.h>
#include <string.h>

static const struct model_bug {
    unsigned number;
    const char *id, *what, *settings, *block;
} model_bugs[] = {
#define ROW(constant, id, what, settings) {constant, id, what, settings, "mrpb"},
    MRPB_MODEL_BUGS(ROW)
#undef ROW
#define ROW(constant, id, what, settings) {constant, id, what, settings, "crossbar_request"},
    CROSSBAR_MODEL_BUGS(ROW)
#undef ROW
#define ROW(constant, id, what) {constant, id, what, "", "streambypass"},
    STREAMBYPASS_MODEL_BUGS(ROW)
#undef ROW
#define ROW(constant, id, what) {constant, id, what, "", "dwtcs"},
    DWTCS_MODEL_BUGS(ROW)
#undef ROW
#define ROW(constant, id, what, settings) {constant, id, what, settings, "cart"},
    CART_MODEL_BUGS(ROW)
#undef ROW
#define ROW(constant, id, what, settings) {constant, id, what, settings, "warppool"},
    WARPPOOL_MODEL_BUGS(ROW)
#undef ROW
};
enum { MODEL_BUGS = sizeof model_bugs / sizeof model_bugs[0] };

static unsigned count_rtl(void)
{
    unsigned n = 0;
    while (rtl_bugs[n].id) n++;
    return n;
}

static int unknown(const char *id, err *e)
{
    unsigned n = count_rtl();
    const char **ids = wl_calloc(n + MODEL_BUGS, sizeof *ids);
    for (unsigned i = 0; i < n; i++) ids[i] = rtl_bugs[i].id;
    for (unsigned i = 0; i < MODEL_BUGS; i++) ids[n + i] = model_bugs[i].id;
    const char *near = nearest_of(id, ids, n + MODEL_BUGS);
    free(ids);
    return err_add(e, ST_INPUT, "--inject %s: no such bug; %s%s%s`--inject list` shows them", id, near ? "did you mean " : "",
                   near ? near : "", near ? "? " : "");
}

int injection_find(const char *id, injection *i, err *e)
{
    *i = (injection){0};
    if (!id) return ST_OK;
    for (const rtl_bug *b = rtl_bugs; b->id; b++) {
        if (strcmp(b->id, id) == 0) i->rtl = b->id;
    }
    for (unsigned k = 0; k < MODEL_BUGS; k++) {
        if (strcmp(model_bugs[k].id, id) != 0) continue;
        i->model = model_bugs[k].number;
        i->block = model_bugs[k].block;
    }
    return i->rtl || i->model ? ST_OK : unknown(id, e);
}

static void list_add(json_t *list, const char *side, const char *module, const struct model_bug *b)
{
    json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s, s:s}", "id", b->id, "side", side, "module", module, "what", b->what,
                                          "settings", b->settings));
}

json_t *injection_list(void)
{
    json_t *list = json_array();
    for (const rtl_bug *b = rtl_bugs; b->id; b++) {
        list_add(list, "rtl", b->module, &(struct model_bug){.id = b->id, .what = b->what, .settings = rtl_bug_settings(b->id)});
    }
    for (unsigned k = 0; k < MODEL_BUGS; k++) list_add(list, "model", model_bugs[k].block, &model_bugs[k]);
    return list;
}

void injection_print(const json_t *list, FILE *f)
{
    size_t i;
    json_t *b;
    json_array_foreach(list, i, b) {
        fprintf(f, "%-28s %s\n", json_string_value(json_object_get(b, "id")), json_string_value(json_object_get(b, "what")));
    }
}
