// ptx.c: loads PTX modules and answers questions about their kernels. See ptx.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/digest.h"
#include "base/nearest.h"
#include "base/outfile.h"
#include "ptx/kernel.h"
#include "ptx/module.h"
#include "ptx/parser.h"
#include "ptx/refusal.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_LISTED = 8 };
static const char BOM[] = "\xef\xbb\xbf";

static void note(const char *name, err *e, const char *message)
{
    const err_pos pos = {.file = name};
    err_add_at(e, ST_INPUT, &pos, "%s", message);
}

// Of the text alone, so that a run does not depend on what was loaded before it.
static uint64_t program_of(const char *text, size_t bytes)
{
    digest d = digest_of(text, bytes);
    d.hex[16] = '\0';
    return strtoull(d.hex, NULL, 16) | 1;
}

static ptx_module *load(const char *name, char *text, size_t bytes, err *e)
{
    static atomic_uint_least64_t serial;
    ptx_module *m = wl_calloc(1, sizeof *m);
    m->name = wl_strdup(name);
    m->text = text;
    m->bytes = bytes;
    m->serial = atomic_fetch_add(&serial, 1) + 1;
    m->program = program_of(text, bytes);
    bool good = bytes && bytes <= PTX_MOST_BYTES;
    if (!bytes) note(name, e, "the file is empty");
    else if (!good) note(name, e, "the file is larger than 256 MiB");
    if (good && bytes >= 3 && !memcmp(text, BOM, 3))
        memset(text, ' ',
               3); // columns of the first line stay as an editor shows them
    if (good && parse_module(m, e)) return m;
    ptx_free(m);
    return NULL;
}

ptx_module *ptx_load_text(const char *name, const char *text, size_t bytes, err *e)
{
    char *copy = wl_calloc(bytes + 1, 1);
    memcpy(copy, text, bytes);
    return load(name, copy, bytes, e);
}

ptx_module *ptx_load_file(const char *path, err *e)
{
    char *text = NULL;
    size_t bytes = 0;
    return infile_read(path, PTX_MOST_BYTES, &text, &bytes, e) == ST_OK ? load(path, text, bytes, e)
                                                                        : NULL;
}

void ptx_free(ptx_module *m)
{
    if (!m) return;
    for (size_t i = 0; i < m->n_kernels; i++) kernel_free(m->kernels[i]);
    free(m->kernels);
    free(m->vars);
    free(m->name);
    free(m->text);
    pool_free(&m->mem);
    free(m);
}

static const ptx_kernel *named(const ptx_module *m, const char *name)
{
    for (size_t i = 0; i < m->n_kernels; i++) {
        if (!strcmp(m->kernels[i]->name, name)) return m->kernels[i];
    }
    return NULL;
}

bool ptx_uses_heap(const ptx_kernel *k) { return k->uses_heap; }

bool ptx_has(const ptx_module *m, const char *name) { return named(m, name) != NULL; }

static void tell_names(const ptx_module *m, const char *name, err *e)
{
    char *list = wl_strdup("");
    const char *names[NAMES_LISTED];
    unsigned n = 0;
    for (size_t i = 0; i < m->n_kernels && n < NAMES_LISTED; i++) {
        char *longer = wl_format("%s%s%s", list, n ? ", " : "", m->kernels[i]->name);
        free(list);
        list = longer;
        names[n++] = m->kernels[i]->name;
    }
    const char *near = nearest_of(name, names, n);
    if (!m->n_kernels)
        err_add(e, ST_INPUT, "%s: no kernel '%s': the module has none", m->name, name);
    else if (near)
        err_add(e, ST_INPUT, "%s: no kernel '%s' (did you mean '%s'?); there are: %s", m->name,
                name, near, list);
    else err_add(e, ST_INPUT, "%s: no kernel '%s'; there are: %s", m->name, name, list);
    free(list);
}

const ptx_kernel *ptx_find(const ptx_module *m, const char *name, err *e)
{
    const ptx_kernel *k = named(m, name);
    if (!k) tell_names(m, name, e);
    else refusal_tell(k->refusals, m, e);
    return k && !k->refusals ? k : NULL;
}

void ptx_tell_refusals(const ptx_module *m, err *e)
{
    for (size_t i = 0; i < m->n_kernels; i++) refusal_tell(m->kernels[i]->refusals, m, e);
}

unsigned ptx_params(const ptx_kernel *k, const ptx_param **params)
{
    *params = k->params;
    return k->n_params;
}

uint32_t ptx_param_bytes(const ptx_kernel *k) { return k->param_bytes; }
uint32_t ptx_regs_per_thread(const ptx_kernel *k) { return k->regs_per_thread; }

ptx_needs ptx_kernel_needs(const ptx_kernel *k)
{
    const uint32_t *n = k->reqntid[0] ? k->reqntid : k->maxntid;
    ptx_needs needs = {.shared_bytes = k->shared_bytes,
                       .dynamic_at = k->dynamic_at,
                       .local_bytes = k->local_bytes,
                       .most_threads = n[0] * n[1] * n[2],
                       .target = k->module->target};
    for (size_t i = 0; i < k->module->n_vars; i++) {
        if (k->module->vars[i]->space == SPACE_CONST)
            needs.const_bytes += k->module->vars[i]->bytes;
    }
    return needs;
}
