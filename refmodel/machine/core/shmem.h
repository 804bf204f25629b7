// shmem.h : shared-memory bank conflicts. Banks are 4 bytes wide, word a/4 lies in bank (a/4) mod banks.
//
// A pass serves one word of each bank, to any number of lanes (broadcast, any number of words at once, as on Fermi). Accesses of
// 8 bytes a lane are made by half-warps, of 16 bytes by quarter-warps, one after the other, so that a group asks for at most 128
// bytes (CUDA C Programming Guide, compute capability 2.x). An atomic serves one lane of a bank a pass: lanes on the same word
// are done one after the other.
//
// sm.shared_broadcast one: GPGPU-Sim's -gpgpu_shmem_limited_broadcast 1 (warp_inst_t::generate_mem_accesses), where the lanes of a
// warp are looked at together, each with the first word that it asks for. Of the words that several lanes ask for, the lowest of
// the lowest bank that has one is served once; every other lane takes a pass of its bank. Atomics are as above.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_SHMEM_H
#define WL_MACHINE_SHMEM_H

#include "config/config.h"
#include "machine/common/front.h"

// Passes that the access needs: the sum, over its groups that have lanes, of the most words (atomics: lanes) any one bank must
// serve; 1 without lanes.
unsigned shmem_passes(const struct cfg_sm *c, const winst *i, const wexec *x);

#endif
