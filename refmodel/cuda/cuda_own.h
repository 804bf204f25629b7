// cuda_own.h : a device for driver-API programs that know nothing of this simulator: cuInit makes one, which all threads share that
// have attached none.
//
// $WARPLOOM_CONFIG is its configuration (a preset's name or a file; default gtx480). Messages that a CUresult cannot hold
// go to stderr when the call that they are of returns. When the program ends, all statistics go as JSON to the file
// $WARPLOOM_STATS, if that is set; when that cannot be written, the program ends with status 3. (There is no command line that
// could do so.)
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CUDA_CUDA_OWN_H
#define WL_CUDA_CUDA_OWN_H

#include <stdbool.h>

// Makes it, when it is called first, from within a call; false: there is none.
bool cuda_own_attach(void);

#endif
