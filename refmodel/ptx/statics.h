// statics.h: the .global and .const variables of a module in device memory. They are placed and
// initialised on the first request.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_STATICS_H
#define WL_PTX_STATICS_H

#include "ptx/module.h"

// Sets addr[variable.index] for each of the module's n_statics variables.
int statics_place(const ptx_module *m, devmem *mem, uint64_t *addr, err *e);

#endif
