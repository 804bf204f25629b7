// fusesoc.c : see fusesoc.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/fusesoc.h"

#include "config/yaml_tree.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_SETS = 256 };

// A preset's name stays; a file is looked for in the folder of the calling core.
static char *place_of(const char *root, const char *name)
{
    char *path = wl_format("%s/%s", root, name);
    if (*name != '/' && access(path, R_OK) == 0) return path;
    free(path);
    return wl_strdup(name);
}

static int read_sets(yaml_tree *t, yaml_node_t *list, cli_sets *sets)
{
    unsigned n = 0;
    int st = tree_is_list(t, list, "parameters.set", 0, MOST_SETS, &n);
    for (unsigned i = 0; st == ST_OK && i < n; i++) {
        const char *text = tree_text(t, tree_item(t, list, i), "parameters.set");
        if (!text) return ST_INPUT;
        cli_sets_append(sets, text);
    }
    return st;
}

static int read_parameters(yaml_tree *t, yaml_node_t *node, const char *root, fusesoc_call *call)
{
    static const tree_key keys[] = {{"config", true}, {"set", false}, {"wrap", false}};
    yaml_node_t *value[3];
    int st = tree_keys(t, node, "parameters", keys, 3, value);
    if (st) return st;
    const char *name = tree_text(t, value[0], "parameters.config");
    const char *wrap = value[2] ? tree_text(t, value[2], "parameters.wrap") : NULL;
    if (!name || (value[2] && !wrap)) return ST_INPUT;
    call->config = place_of(root, name);
    if (wrap) call->wrap = wl_strdup(wrap);
    return value[1] ? read_sets(t, value[1], &call->sets) : ST_OK;
}

static int read_call(yaml_tree *t, fusesoc_call *call)
{
    static const tree_key keys[] = {{"gapi", true},
                                    {"files_root", true},
                                    {"vlnv", true},
                                    {"parameters", true},
                                    {"cores", false}};
    yaml_node_t *value[5];
    int st = tree_keys(t, tree_root(t), t->what, keys, 5, value);
    if (st) return st;
    const char *gapi = tree_text(t, value[0], "gapi"), *root = tree_text(t, value[1], "files_root"),
               *vlnv = tree_text(t, value[2], "vlnv");
    if (!gapi || !root || !vlnv) return ST_INPUT;
    if (strcmp(gapi, "1.0") != 0) return tree_error(t, value[0], "gapi = %s: must be 1.0", gapi);
    call->vlnv = wl_strdup(vlnv);
    return read_parameters(t, value[3], root, call);
}

int fusesoc_read(const char *path, fusesoc_call *call, err *e)
{
    yaml_tree t;
    *call = (fusesoc_call){.vlnv = NULL};
    int st = tree_load(&t, path, "a call of a FuseSoC generator", e);
    if (st == ST_OK) st = read_call(&t, call);
    tree_free(&t);
    return st;
}

void fusesoc_free(fusesoc_call *call)
{
    free(call->vlnv);
    free(call->config);
    free(call->wrap);
    cli_sets_free(&call->sets);
}
