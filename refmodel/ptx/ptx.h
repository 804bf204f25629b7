// ptx.h: the PTX front end: turns text into checked modules, and launches into streams of warp
// instructions (machine/common/front_end.h).
//
// Loading parses the whole file and reports, with file, line and column, everything that is not
// PTX. PTX that is not supported is reported in the same way when a kernel that may reach it is
// requested. So nothing is found at run time that could be known before. Divergent paths reconverge
// at the immediate post-dominator.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_PTX_H
#define WL_PTX_PTX_H

#include "machine/common/front_end.h"
#include "ptx/devmem.h"
#include "ptx/services.h"
#include "ptx/texture.h"

#include <stdio.h>

typedef struct ptx_module ptx_module;
typedef struct ptx_kernel ptx_kernel; // owned by its module

#define PTX_NEWEST 90                      // 10 times the newest version of PTX that is decoded
#define PTX_MOST_BYTES ((size_t)256 << 20) // of a file

// NULL on error
ptx_module *ptx_load_file(const char *path, err *e);
// name stands for the file in messages
ptx_module *ptx_load_text(const char *name, const char *text, size_t bytes, err *e);
// false: the text begins with a .version that there is not, which is why it did not load
bool ptx_version_is_known(const char *text, size_t bytes);
void ptx_free(ptx_module *m);

// Finds a kernel by name. NULL and ST_INPUT if there is none (the error lists the names), or if it,
// or a function that it may call, uses unsupported features (the error lists them).
const ptx_kernel *ptx_find(const ptx_module *m, const char *name, err *e);
// Adds the errors of ptx_find for every kernel that cannot run.
void ptx_tell_refusals(const ptx_module *m, err *e);
// is there a kernel of that name, whether it can run or not?
bool ptx_has(const ptx_module *m, const char *name);

// Parameters of a kernel, in order.
typedef struct ptx_param {
    const char *name, *type; // "u64", "f32", "b8" (arrays: bytes > the type's size)
    uint32_t offset, bytes, align;
} ptx_param;
unsigned ptx_params(const ptx_kernel *k, const ptx_param **params);
uint32_t ptx_param_bytes(const ptx_kernel *k);

// The registers per thread that limit residency, estimated from liveness, since PTX registers are
// virtual. ptx_launch.regs_per_thread overrides it.
uint32_t ptx_regs_per_thread(const ptx_kernel *k);

// The resources of a kernel, as cuFuncGetAttribute reports them.
typedef struct ptx_needs {
    uint64_t shared_bytes, local_bytes, const_bytes; // static, of a CTA; of a thread; of the module
    uint64_t dynamic_at; // where dynamic shared memory begins: the static bytes, aligned for it
    // of a CTA, by .maxntid or .reqntid; 0: not said
    uint32_t most_threads;
    uint32_t target; // the architecture that its PTX is for: 80 of sm_80
} ptx_needs;
ptx_needs ptx_kernel_needs(const ptx_kernel *k);

// Finds a .global or .const variable of the module by name. The first request places it in mem with
// its initial value. ST_INPUT if there is none.
bool ptx_is_texture(const ptx_module *m, const char *name); // a texture reference of that name
int ptx_variable(const ptx_module *m, devmem *mem, const char *name, uint64_t *addr,
                 uint64_t *bytes, err *e);

// removes the module's variables from mem
void ptx_drop_variables(const ptx_module *m, devmem *mem);

// Does the kernel, or a function that it may call, call malloc or free?
bool ptx_uses_heap(const ptx_kernel *k);

enum { GRID_WORKSPACE_BYTES = 8 };

typedef struct ptx_launch {
    uint32_t grid[3], block[3];
    uint32_t dynamic_shared;  // bytes
    uint32_t regs_per_thread; // 0 = ptx_regs_per_thread
    const void *params;       // ptx_param_bytes bytes, laid out as ptx_params says; copied
    // Device memory where the CTAs of a cooperative grid meet (%envreg1 and 2, its high and low
    // word): GRID_WORKSPACE_BYTES, of which the second word has to be 0. 0: not cooperative.
    uint64_t grid_workspace;
    // NULL: what the kernel prints is lost, and malloc has nothing to give
    ptx_services *services;
    const ptx_textures *textures; // NULL: none
} ptx_launch;

// The addresses that a launch reports to the machine (wexec.addr) are device addresses as mapped by
// devmem.h; for shared memory, they are offsets in the CTA's. Local memory is word-interleaved over
// the lanes of a warp slot, so that word k of all 32 lanes is one 128-byte line. It starts at
// 0xF0000000, or at the next multiple of 4 GiB if the heap reaches that far.
//
// Describes what a launch requires of an SM (front.n_ctas to shared_bytes, regs_per_thread, name),
// for gpu_fit. ST_INPUT if the kernel forbids the launch or no machine could run it. The parameters
// are ignored.
int ptx_launch_shape(front_end *out, const ptx_kernel *k, const ptx_launch *l,
                     unsigned warps_per_sm, err *e);

// Do .maxntid and .reqntid of the kernel allow this block, whatever the machine? ST_INPUT if not.
int ptx_block_allowed(const ptx_kernel *k, const uint32_t block[3], err *e);

// Prepares a launch for a machine with n_sms SMs of ctas_per_sm CTA slots and warps_per_sm warps.
// Module and devmem must outlive it. ptx_launch_end frees it.
int ptx_launch_begin(front_end *out, const ptx_kernel *k, devmem *mem, const ptx_launch *l,
                     unsigned n_sms, unsigned ctas_per_sm, unsigned warps_per_sm, err *e);
void ptx_launch_end(front_end *f);

// The first address above the local memory of all CTA slots if the heap ends at heap_end; 0 if the
// kernel has no local memory.
uint64_t ptx_local_end(const ptx_kernel *k, const uint32_t block[3], uint64_t heap_end,
                       unsigned slots);

// The kind of error that ended a launch; valid before ptx_launch_end. front.fault gives the
// message.
typedef enum ptx_fault {
    PTX_FAULT_NONE,
    PTX_FAULT_ADDRESS,
    PTX_FAULT_MISALIGNED,
    PTX_FAULT_TRAP,
    PTX_FAULT_ASSERT,
    PTX_FAULT_JUMP,
    PTX_FAULT_STACK,
    PTX_FAULT_BARRIER
} ptx_fault;
ptx_fault ptx_launch_fault(const front_end *f);

#endif
