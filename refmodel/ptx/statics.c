// statics.c : see statics.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/statics.h"

#include <stdlib.h>
#include <string.h>

static bool is_static(const variable *v)
{
    return (v->space == SPACE_GLOBAL || v->space == SPACE_CONST) && !v->absent;
}

static void relocate(const variable *v, devmem *mem, const uint64_t *addr)
{
    for (size_t r = 0; r < v->n_relocs; r++) {
        const var_reloc *here = &v->relocs[r];
        uint64_t value = masked_bits(addr[here->to->index] + (uint64_t)here->addend, here->mask);
        memcpy(devmem_at(mem, addr[v->index] + here->at, here->bytes), &value, here->bytes);
    }
}

int statics_place(const ptx_module *m, devmem *mem, uint64_t *addr, err *e)
{
    bool *fresh = wl_calloc(m->n_vars, sizeof *fresh);
    int st = ST_OK;
    for (size_t i = 0; i < m->n_vars && !st; i++) {
        const variable *v = m->vars[i];
        if (!is_static(v)) continue;
        st = devmem_static(mem, m->serial, v->index, v->bytes, v->managed, &addr[v->index],
                           &fresh[i], e);
        if (!st && fresh[i] && v->init)
            memcpy(devmem_at(mem, addr[v->index], v->bytes), v->init, v->bytes);
    }
    for (size_t i = 0; i < m->n_vars && !st; i++) { // once all addresses are known
        if (fresh[i]) relocate(m->vars[i], mem, addr);
    }
    free(fresh);
    return st;
}

void ptx_drop_variables(const ptx_module *m, devmem *mem) { devmem_drop(mem, m->serial); }

int ptx_variable(const ptx_module *m, devmem *mem, const char *name, uint64_t *addr,
                 uint64_t *bytes, err *e)
{
    const variable *found = NULL;
    for (size_t i = 0; i < m->n_vars; i++) {
        if (is_static(m->vars[i]) && !strcmp(m->vars[i]->name, name)) found = m->vars[i];
    }
    if (!found) return err_add(e, ST_INPUT, "%s: no variable '%s'", m->name, name);
    uint64_t *all = wl_calloc(m->n_statics, sizeof *all);
    int st = statics_place(m, mem, all, e);
    *addr = all[found->index];
    *bytes = found->bytes;
    free(all);
    return st;
}

bool ptx_is_texture(const ptx_module *m, const char *name)
{
    bool any = false;
    for (size_t i = 0; i < m->n_vars; i++)
        any |= m->vars[i]->texture && is_static(m->vars[i]) && !strcmp(m->vars[i]->name, name);
    return any;
}
