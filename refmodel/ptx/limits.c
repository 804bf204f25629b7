// limits.c: see limits.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/limits.h"

#include "ptx/decode.h"
#include "ptx/lane_kernels.h"

#include <stddef.h>

#define FOUR "{%f0, %f1, %f2, %f3}"

const ptx_limit ptx_limits[] = {
    {"products of matrices by groups of warps", "wgmma.fence.sync.aligned;"},
    {"tensor memory", "tcgen05.wait::ld.sync.aligned;"},
    {"products with sparse matrices", "mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 " FOUR
                                      ", {%r0, %r1}, {%r2, %r3}, " FOUR ", %r4, 0x0;"},
    {"products with scales of blocks",
     "mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.f32.e4m3.e4m3.f32.ue8m0 " FOUR
     ", {%r0, %r1, %r2, %r3}, {%r4, %r5}, " FOUR ", %r6, {0, 0}, %r7, {0, 0};"},
    {"wmma with .satfinite of f16, or with .rz, .rm, .rp of f64",
     "wmma.mma.sync.aligned.row.col.m8n8k4.rz.f64.f64.f64.f64 {%d0, %d1}, {%d2}, {%d3}, "
     "{%d4, %d5};"},
    {"ldmatrix and stmatrix but of m8n8 and .b16",
     "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%r0, %r1}, [%r2];"},
    {"transactions of barriers in memory", "mbarrier.expect_tx.shared.b64 [%l0], %r0;"},
    {"copies in bulk", "cp.async.bulk.commit_group;"},
    {"reductions in bulk",
     "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%l0], [%r0], %r1;"},
    {"asynchronous stores",
     "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%l0], %r0, [%l1];"},
    {"clusters of more than one CTA: their barriers", "barrier.cluster.arrive;"},
    {"clusters: addresses of another CTA's memory", "mapa.shared::cluster.u32 %r0, %r1, %r2;"},
    {"memory of several devices", "multimem.ld_reduce.relaxed.gpu.global.add.f32 %f0, [%l0];"},
    {"maps of tensors", "tensormap.replace.tile.rank.global.b1024.b32 [%l0], 1;"},
    {"registers moved between warps", "setmaxnreg.inc.sync.aligned.u32 64;"},
    {"registers of 128 bits", "{ .reg .b128 %q0; }"},
    {"e4m3 and e5m2 but in cvt of two values with f32 and f16x2",
     "cvt.rs.relu.satfinite.e4m3x4.f32 %r0, " FOUR ", %r1;"},
    {"cvt with .satfinite of f16 and bf16", "cvt.rn.satfinite.bf16x2.f32 %r0, %f0, %f1;"},
    {"atomics of vectors", "atom.global.add.v2.f32 {%f0, %f1}, [%l0], {%f2, %f3};"},
    {"selectors of halves and bytes of SIMD video instructions",
     "vadd2.s32.s32.s32 %r0.h0, %r1, %r2, %r3;"},
    {"vset2 and vset4", "vset2.s32.s32.ne %r0, %r1, %r2, %r3;"},
    {"min and max of three with .abs", "max.abs.f32 %f0, %f1, %f2, %f3;"},
    {"isspacep of .const", "isspacep.const %p0, %l0;"},
    {"the special registers %envreg (but 1 and 2), %pm", "mov.u32 %r0, %envreg3;"},
    {"samplers and surfaces by name", ".global .surfref s; .entry e() { .reg .b32 %r<2>; "
                                      "suld.b.1d.b32.trap %r0, [s, {%r1}]; ret; }"},
    {"types of textures and surfaces as predicates", "istypep.texref %p0, %l0;"},
    {"textures and surfaces of several samples",
     "tex.2dms.v4.u32.s32 {%r0, %r1, %r2, %r3}, [%l0, {%r4, %r5, %r6, %r7}];"},
    {"a call of a function without a body, but CUDA's own (vprintf, __assertfail, malloc, free, "
     "new "
     "and delete)",
     ".extern .func none; .entry e() { call none; ret; }"},
    {"mipmaps, arrays of .texref, launches from a kernel, and registers of module "
     "scope in a kernel that calls functions",
     NULL},
    {NULL, NULL}};

const char *const ptx_simplified[] = {
    "Cache operators (but .cg), policies, orderings and scopes of accesses have no effect: "
    "accesses "
    "are performed at once and in order.",
    "The paths of a warp that reach one barrier instruction pass it together, others each by "
    "itself.",
    "%globaltimer counts core cycles, like %clock.",
    "Saving registers in recursion takes no time, and .param variables of functions are registers.",
    "cp.async.wait_group waits for all copies of the warp, as a fence does.",
    "An access of 32 bytes or of eight elements is two, and a move of a vector one for each "
    "component.",
    "wmma is one or two mma, and its loads and stores are ordinary ones with an exchange between "
    "the lanes.",
    NULL};

const char *ptx_opcode(unsigned i) { return decode_opcode(i); }

const char *ptx_form(unsigned i)
{
    const form *f = form_at(i);
    return f ? f->name : NULL;
}
