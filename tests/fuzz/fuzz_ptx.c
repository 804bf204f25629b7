// fuzz_ptx.c : PTX modules, and what is asked of their kernels before a launch.
//
// SPDX-License-Identifier: Apache-2.0
#include "fuzz.h"

#include "ptx/kernel.h"
#include "ptx/module.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    err e = {0};
    ptx_module *m = ptx_load_text("my.ptx", (const char *)data, size, &e);
    fuzz_verdict(m, &e);
    if (!m) return 0;
    for (size_t i = 0; i < m->n_kernels; i++) {
        err why = {0};
        const ptx_kernel *k = ptx_find(m, m->kernels[i]->name, &why);
        CHECK(!k == (why.count > 0), "refused without a word, or taken with one");
        err_free(&why);
        if (!k) continue;
        const ptx_param *p;
        const unsigned n = ptx_params(k, &p);
        for (unsigned a = 0; a < n; a++)
            CHECK((uint64_t)p[a].offset + p[a].bytes <= ptx_param_bytes(k), "parameter %s",
                  p[a].name);
        CHECK(ptx_regs_per_thread(k) < 65536, "%u registers", ptx_regs_per_thread(k));
        ptx_kernel_needs(k);
    }
    ptx_free(m);
    return 0;
}
