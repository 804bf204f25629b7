// module.h : a loaded module and its kernels.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_MODULE_H
#define WL_PTX_MODULE_H

#include "ptx/ir.h"
#include "ptx/ptx.h"

struct ptx_module {
    char *name, *text;
    size_t bytes;
    uint64_t serial;  // tells modules apart in devmem
    uint32_t target;  // of .target: 80 of sm_80; 0: none
    uint64_t program; // front.program: the same for modules of the same text
    pool mem;         // variables and names
    variable **vars;  // all of module scope, in order
    size_t n_vars, vars_room;
    // of .local variables of module scope, which every kernel has if it uses one
    uint64_t local_bytes;
    uint32_t n_statics; // .global and .const ones; their `index` counts them
    ptx_kernel **kernels;
    size_t n_kernels, kernels_room;
};

#endif
