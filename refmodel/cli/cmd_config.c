// cmd_config.c : `warploom config print|check|explain|import`: the configuration as read, what it
// guarantees, what a key means, and GPGPU-Sim's configurations.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/nearest.h"
#include "base/outfile.h"
#include "base/printable.h"
#include "cli/cli.h"
#include "config/explain.h"
#include "config/import.h"
#include "config/order.h"
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
    FILE *f = wl_memstream(&text, &bytes);
    config_print(&c, f);
    wl_memstream_end(f);
    put_digests(result, &c);
    json_object_set_new(result, "values", values_json(&c));
    json_object_set_new(result, "text", json_string(text));
    free(text);
    return ST_OK;
}

static int run_check(const cli_args *a, json_t *result, err *e)
{
    config c;
    int status = cli_config(a, &c, e);
    if (status != ST_OK) return status;
    put_digests(result, &c);
    char *text = config_guarantee(&c);
    json_object_set_new(result, "guarantee", json_string(text));
    free(text);
    return ST_OK;
}

static int run_explain(const cli_args *a, const char *const *keys, unsigned n, json_t *result,
                       err *e)
{
    char *text = NULL;
    size_t bytes = 0;
    int status = ST_OK;
    if (n > 1 && cli_json(a))
        return err_add(e, ST_INPUT, "config explain: --json explains one key or section");
    FILE *f = wl_memstream(&text, &bytes);
    for (unsigned i = 0; i < n && status == ST_OK; i++) {
        if (i) putc('\n', f);
        status = config_explain(keys[i], f, e);
    }
    wl_memstream_end(f);
    json_object_set_new(result, "key", json_string(keys[0]));
    json_object_set_new(result, "text", json_string(text));
    if (cli_json(a)) explain_members(keys[0], result);
    free(text);
    return status;
}

static int run_list(json_t *result)
{
    unsigned n;
    const cfg_section *s = cfg_sections(&n);
    char *text = NULL;
    size_t bytes = 0;
    FILE *f = wl_memstream(&text, &bytes);
    fputs("sections:\n", f);
    for (unsigned i = 1; i < n; i++) fprintf(f, "  %-26s%s\n", s[i].path, s[i].doc);
    fputs("presets:\n", f);
    json_t *presets = json_array();
    for (const char *const *p = config_presets(); *p; p++) {
        fprintf(f, "  %s\n", *p);
        json_array_append_new(presets, json_string(*p));
    }
    wl_memstream_end(f);
    json_object_set_new(result, "presets", presets);
    json_object_set_new(result, "text", json_string(text));
    free(text);
    return ST_OK;
}

// ---- import

static json_t *notes_json(const import_result *r)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < r->n_notes; i++) {
        const import_note *n = &r->notes[i];
        json_array_append_new(list,
                              json_pack("{s:i, s:s, s:s, s:s}", "line", (int)n->line, "option",
                                        n->option, "value", n->value, "why", n->why));
    }
    return list;
}

static json_t *kept_json(const import_result *r)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < r->n_kept; i++) {
        const import_unused_default *k = &r->kept[i];
        json_array_append_new(list, json_pack("{s:s, s:s, s:s}", "option", k->option, "default",
                                              k->value, "why", k->why));
    }
    return list;
}

static char *imported_text(const char *path, const import_result *r, err *e)
{
    config base;
    char *text = NULL;
    size_t bytes = 0;
    const char *slash = strrchr(path, '/');
    if (config_load(&base, "gtx480", NULL, 0, e) != ST_OK) return NULL;
    FILE *f = wl_memstream(&text, &bytes);
    fprintf(f,
            "# From GPGPU-Sim's %s; what that file leaves out is GPGPU-Sim's default, else "
            "gtx480's.\n",
            slash ? slash + 1 : path);
    config_print_over(&r->c, "gtx480", &base, f);
    wl_memstream_end(f);
    return text;
}

static int run_import(const cli_args *a, const char *path, json_t *result, err *e)
{
    import_result r;
    const char *given = cli_value(a, "output"), *out = given && strcmp(given, "-") ? given : NULL;
    int status = config_import(path, &r, e);
    char *text = status == ST_OK ? imported_text(path, &r, e) : NULL;
    if (text) {
        json_object_set_new(result, "name", json_string(r.c.name));
        json_object_set_new(result, "imported", printable_json(path));
        json_object_set_new(result, "ignored", notes_json(&r));
        json_object_set_new(result, "kept", kept_json(&r));
        json_object_set_new(result, out ? "file" : "text", printable_json(out ? out : text));
        if (out) status = outfile_put(out, text, strlen(text), e);
    }
    free(text);
    import_free(&r);
    return status;
}

static const char *text_of(const json_t *result, const char *key)
{
    return json_string_value(json_object_get(result, key));
}

static void print_notes(const json_t *result)
{
    size_t i;
    json_t *n;
    json_array_foreach(json_object_get(result, "ignored"), i, n) {
        const int line = (int)json_integer_value(json_object_get(n, "line"));
        fprintf(stderr, "%s", text_of(result, "imported"));
        if (line) fprintf(stderr, ":%d", line);
        fprintf(stderr, ": ignored: -%s %s (%s%s)\n", text_of(n, "option"), text_of(n, "value"),
                line ? "" : "GPGPU-Sim's default; ", text_of(n, "why"));
    }
    json_array_foreach(json_object_get(result, "kept"), i, n) {
        fprintf(stderr,
                "%s: not given: -%s: gtx480's value is kept, not GPGPU-Sim's default %s "
                "(%s)\n",
                text_of(result, "imported"), text_of(n, "option"), text_of(n, "default"),
                text_of(n, "why"));
    }
}

// What was ignored or kept, to the terminal; the text, if it went to no file.
static void print_import(const cli_args *a, const json_t *result)
{
    const char *text = text_of(result, "text");
    if (!cli_quiet(a)) print_notes(result);
    if (text) fputs(text, stdout);
}

static int unknown_action(const char *action, err *e)
{
    static const char *const actions[] = {"print", "check", "explain", "import"};
    const char *near = nearest_of(action, actions, sizeof actions / sizeof actions[0]);
    if (near)
        return err_add(e, ST_INPUT, "config: unknown action '%s'; did you mean %s?", action, near);
    return err_add(e, ST_INPUT,
                   "config: unknown action '%s'; allowed: print, check, explain, import", action);
}

static int run(const cli_args *a, json_t *result, err *e)
{
    const char *const *words;
    unsigned n = cli_operands(a, &words);
    const bool is_print = strcmp(words[0], "print") == 0, is_check = strcmp(words[0], "check") == 0;
    if (strcmp(words[0], "import") == 0) {
        if (n > 2) return err_add(e, ST_INPUT, "config import: unexpected operand '%s'", words[2]);
        return n > 1 ? run_import(a, words[1], result, e)
                     : err_add(e, ST_INPUT, "config import: give the gpgpusim.config to read");
    }
    if (cli_value(a, "output"))
        return err_add(e, ST_INPUT, "config %s: -o is for config import", words[0]);
    if (strcmp(words[0], "explain") == 0)
        return n > 1 ? run_explain(a, words + 1, n - 1, result, e) : run_list(result);
    if (!is_print && !is_check) return unknown_action(words[0], e);
    if (n > 1)
        return err_add(e, ST_INPUT,
                       "config %s: unexpected operand '%s'; -c CFG names the configuration",
                       words[0], words[1]);
    return is_print ? run_print(a, result, e) : run_check(a, result, e);
}

static void print(const cli_args *a, const json_t *result)
{
    const char *text = text_of(result, "text");
    if (json_object_get(result, "imported")) print_import(a, result);
    else if (text) fputs(text, stdout);
    else
        printf("%s: the configuration is good\n  digest           %s\n  hardware digest  %s\n  "
               "order            %s\n",
               text_of(result, "name"), text_of(result, "digest"), text_of(result, "hw_digest"),
               text_of(result, "guarantee"));
}

static const cli_option options[] = {
    CLI_CONFIG_OPTIONS,
    {"output", 'o', "FILE|-", "import: where to write the YAML (default: -, stdout)", false},
    {NULL, 0, NULL, NULL, false}};

const cli_command cmd_config = {
    .name = "config",
    .summary = "Prints or checks a configuration, explains keys or sections (no key: lists "
               "sections and presets), or makes a configuration "
               "from a gpgpusim.config of GPGPU-Sim 3.2 or 4.x.",
    .operands = "print | check | explain [KEY...] | import FILE",
    .example = "warploom config explain structures.mrpb.depth",
    .options = options,
    .min_operands = 1,
    .max_operands = 1024,
    .run = run,
    .print = print,
    .json =
        "  explain KEY            {key, text, doc, type, allowed, default, unit, source,\n"
        "                         shapes_hardware, min and max of a number, words, files that read "
        "it}\n"
        "  explain SECTION        {key, text, keys: the same of each key, without files}\n"
        "  print                  {name, digest, hw_digest, values, text}\n"
        "  check                  {name, digest, hw_digest, guarantee}\n",
};
