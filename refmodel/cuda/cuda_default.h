// cuda_default.h: a device for driver-API programs that know nothing of this simulator. cuInit
// makes it, and all threads that have attached no machine share it.
//
// $WARPLOOM_CONFIG is its configuration, the name of a preset or a file (default: gtx480). Messages
// that a CUresult cannot convey go to stderr when the call returns. Each of these names a file or
// folder that is written if it is set:
//   $WARPLOOM_STATS   all statistics as JSON, when the program ends
//   $WARPLOOM_LOG     a block of text for each kernel, with GPGPU-Sim's names (kernel_log.h)
//   $WARPLOOM_TRACE   a folder: the kernels as an Accel-Sim trace (trace_write.h), which is kept if
//                     all kernels ended without an error
// $WARPLOOM_CAPABILITY is the compute capability that the device reports (default: 3.5). Nothing
// else depends on it: all instructions that the decoder knows run. If what was asked for cannot be
// written, the program ends with status 3, since there is no command line that could report it.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CUDA_CUDA_DEFAULT_H
#define WL_CUDA_CUDA_DEFAULT_H

#include <stdbool.h>

// Makes the device on the first call, from within a driver call. Returns false if it could not be
// made.
bool cuda_default_attach(void);

#endif
