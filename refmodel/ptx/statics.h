// statics.h : the .global and .const variables of a module in device memory: placed and initialised when first asked for.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_STATICS_H
#define WL_PTX_STATICS_H

#include "ptx/module.h"

// addr[variable.index] of each of the module's n_statics variables.
int statics_place(const ptx_module *m, devmem *mem, uint64_t *addr, err *e);

#endif
