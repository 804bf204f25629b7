// untimed.h: executes a kernel without time (gpu.timing = false): CTA by CTA, each warp up to its
// next barrier, with every store visible at once. It counts instructions, and the program's results
// are those of the timed machine unless they depend on the order of CTAs.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_UNTIMED_H
#define WL_MACHINE_UNTIMED_H

#include "machine/common/front_end.h"

typedef struct untimed_counts {
    uint64_t warp_insns, thread_insns;
    uint64_t limit; // of thread_insns (gpu.insn_limit); UINT64_MAX: none
} untimed_counts;

// Adds the kernel's instructions to *n. *cut: the limit ended it before its last one. ST_CHECK if
// *stop (which may be NULL) becomes true, or if no warp of a CTA can go on; the front end's status
// if the kernel faults.
int untimed_run(const front_end *f, const volatile bool *stop, untimed_counts *n, bool *cut,
                err *e);

#endif
