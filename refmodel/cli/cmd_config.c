// cmd_config.c : `warploom config print|check|explain`: the configuration as read, what it guarantees, what a key means.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/nearest.h"
#include "cli/cli.h"
#include "config/rows.h"

#include <stdlib.h>
#include <string.h>

static json_t *value_json(const config *c, const cfg_row *r)
{
    switch (r->kind) {
    case CFG_STRING: return json_string(cfg_string(c, r));
    case CFG_WORD: return json_string(r->words[cfg_get(c, r)].word);
    case CFG_BOOL: return json_boolean(cfg_get(c, r) != 0);
    case CFG_DECIMAL: return json_real(cfg_get(c, r) / 1000.0);
    default: return json_integer(cfg_get(c, r));
    }
}

// {"gpu.sms": 15, ...}
static json_t *values_json(const config *c)
{
    unsigned n;
    const cfg_section *s = cfg_sections(&n);
    json_t *o = json_object();
    for (unsigned i = 0; i < n; i++) {
        for (unsigned k = 0; k < s[i].n; k++) {
            char *path = cfg_path(&s[i], &s[i].rows[k]);
            json_object_set_new(o, path, value_json(c, &s[i].rows[k]));
            free(path);
        }
    }
    return o;
}

static void put_digests(json_t *result, const config *c)
{
    json_object_set_new(result, "name", json_string(c->name));
    json_object_set_new(result, "digest", json_string(config_digest(c).hex));
    json_object_set_new(result, "hw_digest", json_string(config_hw_digest(c).hex));
}

static int run_print(const cli_args *a, json_t *result, err *e)
{
    config c;
    char *text = NULL;
    size_t bytes = 0;
    int status = cli_config(a, &c, e);
    if (status != ST_OK) return status;
    FILE *f = open_memstream(&text, &bytes);
    CHECK(f, "no memory for a configuration's text");
    config_print(&c, f);
    fclose(f);
    put_digests(result, &c);
    json_object_set_new(result, "values", values_json(&c));
    json_object_set_new(result, "text", json_string(text));
    free(text);
    return ST_OK;
}

// What order of requests the MRPB keeps: all requests of a warp carry the same signature, whichever of the three it is, and
// share a FIFO; with block ID, so do all of a thread block.
static char *guarantee(const config *c)
{
    const mrpb_cfg *m = &c->mrpb;
    if (!m->enable) return wl_strdup("no MRPB: requests reach L1D in the order in which the coalescer makes them");
    return wl_format("MRPB signature %s: all requests of a %s stay in order up to L1D%s; others may pass each other", config_word_signature_kind(m->signature),
                     m->signature == SIG_CTA ? "thread block, and so of a warp," : "warp", m->bypass == BYPASS_NONE ? "" : " or the bypass path");
}

static int run_check(const cli_args *a, json_t *result, err *e)
{
    config c;
    int status = cli_config(a, &c, e);
    if (status != ST_OK) return status;
    put_digests(result, &c);
    char *text = guarantee(&c);
    json_object_set_new(result, "guarantee", json_string(text));
    free(text);
    return ST_OK;
}

static int run_explain(const char *key, json_t *result, err *e)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *f = open_memstream(&text, &bytes);
    CHECK(f, "no memory for an explanation");
    int status = config_explain(key, f, e);
    fclose(f);
    json_object_set_new(result, "key", json_string(key));
    json_object_set_new(result, "text", json_string(text));
    free(text);
    return status;
}

static int run_list(json_t *result)
{
    unsigned n;
    const cfg_section *s = cfg_sections(&n);
    char *text = NULL;
    size_t bytes = 0;
    FILE *f = open_memstream(&text, &bytes);
    CHECK(f, "no memory for a list");
    fputs("sections:\n", f);
    for (unsigned i = 1; i < n; i++) fprintf(f, "  %-18s%s\n", s[i].path, s[i].doc);
    fputs("presets:\n", f);
    json_t *presets = json_array();
    for (const char *const *p = config_presets(); *p; p++) {
        fprintf(f, "  %s\n", *p);
        json_array_append_new(presets, json_string(*p));
    }
    fclose(f);
    json_object_set_new(result, "presets", presets);
    json_object_set_new(result, "text", json_string(text));
    free(text);
    return ST_OK;
}

static int unknown_action(const char *action, err *e)
{
    static const char *const actions[] = {"print", "check", "explain"};
    if (strcmp(action, "import") == 0) return err_add(e, ST_INPUT, "config import is not in this version (warploom config --help lists what is)");
    const char *near = nearest_of(action, actions, sizeof actions / sizeof actions[0]);
    if (near) return err_add(e, ST_INPUT, "config: unknown action '%s'; did you mean %s?", action, near);
    return err_add(e, ST_INPUT, "config: unknown action '%s'; allowed: print, check, explain", action);
}

static int run(const cli_args *a, json_t *result, err *e)
{
    const char *const *words;
    unsigned n = cli_operands(a, &words);
    const bool is_print = strcmp(words[0], "print") == 0, is_check = strcmp(words[0], "check") == 0;
    if (strcmp(words[0], "explain") == 0) return n > 1 ? run_explain(words[1], result, e) : run_list(result);
    if (!is_print && !is_check) return unknown_action(words[0], e);
    if (n > 1) return err_add(e, ST_INPUT, "config %s: unexpected operand '%s'; -c CFG names the configuration", words[0], words[1]);
    return is_print ? run_print(a, result, e) : run_check(a, result, e);
}

static const char *text_of(const json_t *result, const char *key) { return json_string_value(json_object_get(result, key)); }

static void print(const cli_args *a, const json_t *result)
{
    (void)a;
    const char *text = text_of(result, "text");
    if (text) fputs(text, stdout);
    else printf("%s: the configuration is good\n  digest           %s\n  hardware digest  %s\n  order            %s\n", text_of(result, "name"),
                text_of(result, "digest"), text_of(result, "hw_digest"), text_of(result, "guarantee"));
}

static const cli_option options[] = {CLI_CONFIG_OPTIONS, {NULL, 0, NULL, NULL, false}};

const cli_command cmd_config = {
    .name = "config",
    .summary = "Prints or checks a configuration, or explains a key or section (no key: lists sections and presets).",
    .operands = "print | check | explain [KEY]",
    .example = "warploom config explain structures.mrpb.depth",
    .options = options,
    .min_operands = 1,
    .max_operands = 2,
    .run = run,
    .print = print,
};
