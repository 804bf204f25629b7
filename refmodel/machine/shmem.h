// shmem.h : shared-memory bank conflicts. Banks are 4 bytes wide, word a/4 lies in bank (a/4) mod banks; lanes on the same
// word share one access (broadcast, any number of words at once, as on Fermi).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_SHMEM_H
#define WL_MACHINE_SHMEM_H

#include "machine/front.h"

// Passes that the access needs: the most distinct words any one bank must serve; 1 when free of conflicts or without lanes.
unsigned shmem_passes(unsigned banks, const winst *i, const wexec *x);

#endif
