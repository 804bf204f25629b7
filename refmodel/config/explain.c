// explain.c: prints what `config explain` says of a key: type, range, unit, default and source come
// from the tables, the places from explain_places.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/explain.h"

#include "config/explain_places.h"
#include "config/source.h"

#include <stdlib.h>
#include <string.h>

static const char *type_of(const cfg_row *r)
{
    switch (r->kind) {
    case CFG_UINT: return "whole number";
    case CFG_DECIMAL: return "decimal, up to three places";
    case CFG_BOOL: return "truth value";
    case CFG_WORD: return "one word";
    default: return "string";
    }
}

static char *default_of(const cfg_row *r)
{
    if (r->kind == CFG_STRING) return wl_strdup(r->text);
    if (r->kind == CFG_BOOL) return wl_strdup(r->def ? "true" : "false");
    if (r->kind == CFG_WORD) return wl_strdup(r->words[r->def].word);
    return cfg_number_text(r, r->def);
}

static bool shapes_hardware(const cfg_row *r)
{
    return (r->flags & (HW | HW_DWTCS | HW_WARPPOOL | HW_CART | HW_CROSSBAR | HW_PRIC | HW_ON)) !=
           0;
}

static void explain_row(const cfg_section *s, const cfg_row *r, FILE *f)
{
    char *path = cfg_path(s, r), *allowed = cfg_allowed(r), *def = default_of(r);
    fprintf(f, "%s\n  %s\n  type      %s\n  allowed   %s\n", path, r->doc, type_of(r), allowed);
    for (unsigned i = 0; i < r->n_words; i++)
        fprintf(f, "            %-14s%s\n", r->words[i].word, r->words[i].doc);
    if (*r->unit) fprintf(f, "  unit      %s\n", r->unit);
    fprintf(f, "  default   %s\n  shapes    %s\n", def,
            shapes_hardware(r) ? "the emitted hardware (part of its digest)"
                               : "the simulation or the flow, not the emitted hardware");
    if (*r->src) fprintf(f, "  source    %s\n", r->src);
    free(path);
    free(allowed);
    free(def);
}

// The section itself and those below it: "structures" explains all structures.
static bool is_within(const char *path, const char *key)
{
    size_t n = strlen(key);
    return strncmp(path, key, n) == 0 && (path[n] == '\0' || path[n] == '.');
}

static bool explain_sections(const char *key, FILE *f)
{
    unsigned n, found = 0;
    const cfg_section *s = cfg_sections(&n);
    for (unsigned i = 0; i < n; i++) {
        if (!*s[i].path || !is_within(s[i].path, key)) continue;
        fprintf(f, "%s%s: %s\n", found++ ? "\n" : "", s[i].path, s[i].doc);
        for (unsigned k = 0; k < s[i].n; k++) {
            fputc('\n', f);
            explain_row(&s[i], &s[i].rows[k], f);
        }
    }
    return found > 0;
}

static int explain_preset(FILE *f)
{
    fputs("preset\n  the configuration that the file stands on; what the file says overrides it, "
          "and --set overrides the file\n"
          "  type      one word\n  allowed   ",
          f);
    for (const char *const *p = config_presets(); *p; p++)
        fprintf(f, "%s%s", p == config_presets() ? "" : ", ", *p);
    fputs("\n  default   gtx480\n", f);
    return ST_OK;
}

int config_explain(const char *key, FILE *f, err *e)
{
    const cfg_section *section = NULL;
    const cfg_row *row = cfg_find(key, &section);
    if (strcmp(key, "preset") == 0) return explain_preset(f);
    if (row) {
        explain_row(section, row, f);
        explain_places(section, row, shapes_hardware(row), f, NULL);
        return ST_OK;
    }
    if (*key && explain_sections(key, f)) return ST_OK;
    cfg_source command_line = {.name = wl_strdup("config explain")};
    source_unknown_key(&command_line, 0, 0, key, e);
    source_free(&command_line);
    return ST_INPUT;
}

// ---- as JSON

static json_t *number_json(const cfg_row *r, uint32_t value)
{
    return r->kind == CFG_DECIMAL ? json_real(value / 1000.0) : json_integer(value);
}

static json_t *default_json(const cfg_row *r)
{
    if (r->kind == CFG_STRING) return json_string(r->text);
    if (r->kind == CFG_WORD) return json_string(r->words[r->def].word);
    return r->kind == CFG_BOOL ? json_boolean(r->def) : number_json(r, r->def);
}

static void row_members(const cfg_row *r, json_t *to)
{
    char *allowed = cfg_allowed(r);
    json_object_set_new(to, "doc", json_string(r->doc));
    json_object_set_new(to, "type", json_string(type_of(r)));
    json_object_set_new(to, "allowed", json_string(allowed));
    json_object_set_new(to, "default", default_json(r));
    json_object_set_new(to, "unit", json_string(r->unit));
    json_object_set_new(to, "source", json_string(r->src));
    json_object_set_new(to, "shapes_hardware", json_boolean(shapes_hardware(r)));
    if (r->kind == CFG_UINT || r->kind == CFG_DECIMAL) {
        json_object_set_new(to, "min", number_json(r, r->min));
        json_object_set_new(to, "max", number_json(r, r->max));
    }
    json_t *words = json_array();
    for (unsigned i = 0; i < r->n_words; i++)
        json_array_append_new(words, json_string(r->words[i].word));
    if (r->n_words) json_object_set(to, "words", words);
    json_decref(words);
    free(allowed);
}

static void section_members(const char *key, json_t *to)
{
    unsigned n;
    const cfg_section *s = cfg_sections(&n);
    json_t *keys = json_object();
    for (unsigned i = 0; i < n; i++) {
        for (unsigned k = 0; *s[i].path && is_within(s[i].path, key) && k < s[i].n; k++) {
            char *path = cfg_path(&s[i], &s[i].rows[k]);
            json_t *row = json_object();
            row_members(&s[i].rows[k], row);
            json_object_set_new(keys, path, row);
            free(path);
        }
    }
    if (json_object_size(keys)) json_object_set(to, "keys", keys);
    json_decref(keys);
}

void explain_members(const char *key, json_t *to)
{
    const cfg_section *section = NULL;
    const cfg_row *row = cfg_find(key, &section);
    if (!row) {
        section_members(key, to);
        return;
    }
    json_t *files = json_array();
    row_members(row, to);
    explain_places(section, row, shapes_hardware(row), NULL, files);
    json_object_set_new(to, "files", files);
}
