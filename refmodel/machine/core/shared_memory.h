// shared_memory.h: bank conflicts in shared memory. Banks are 4 bytes wide, and word a/4 lies in
// bank (a/4) mod banks.
//
// One pass serves one word per bank, to any number of lanes (broadcast of any number of words, as
// on Fermi). Accesses of 8 bytes per lane are made by half-warps, accesses of 16 bytes by
// quarter-warps, one after the other, so that each group requests at most 128 bytes (CUDA C
// Programming Guide, compute capability 2.x). An atomic serves one lane per bank and pass: lanes on
// the same word are served one after the other.
//
// sm.shared_broadcast one: GPGPU-Sim's -gpgpu_shmem_limited_broadcast 1
// (warp_inst_t::generate_mem_accesses), where the lanes of a warp are looked at together, each with
// the first word that it asks for. Of the words that several lanes ask for, the lowest of the
// lowest bank that has one is served once; every other lane takes a pass of its bank. Atomics are
// as above.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_SHARED_MEMORY_H
#define WL_MACHINE_SHARED_MEMORY_H

#include "config/config.h"
#include "machine/common/front_end.h"

// Returns the number of passes: the sum, over the groups with active lanes, of the largest number
// of words (atomics: lanes) that one bank has to serve. 1 if there is no active lane.
unsigned shared_memory_passes(const struct cfg_sm *c, const winst *i, const wexec *x);

#endif
