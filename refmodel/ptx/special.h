// special.h: the special registers of PTX (PTX ISA, "Special Registers").
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_SPECIAL_H
#define WL_PTX_SPECIAL_H

#include <stdbool.h>
#include <stdint.h>

// Everything that a special register can depend on.
typedef struct special_env {
    uint32_t tid[3], ntid[3], ctaid[3], nctaid[3];
    uint32_t lane, warp, n_warps, sm, n_sms, dynamic_shared, total_shared;
    uint64_t grid_workspace; // ptx_launch
} special_env;

typedef struct special {
    const char *name;
    uint32_t (*value)(const special_env *env); // NULL: not supported
    bool by_warp;                              // differs between the warps of a launch
    const char *why_not;
} special;

int special_find(const char *name); // -1: there is none
const special *special_at(uint32_t index);
bool special_is_vector(const char *name); // %tid and its like, which mov.v4 moves as a whole
bool special_is_absent(const char *name); // PTX has this register, but this machine does not

#endif
