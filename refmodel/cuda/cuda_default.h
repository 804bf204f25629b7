// cuda_default.h: a device for driver-API programs that know nothing of this simulator. cuInit
// makes it, and all threads that have attached no machine share it.
//
// $WARPLOOM_CONFIG is its configuration, the name of a preset or a file (default: gtx480). Messages
// that a CUresult cannot convey go to stderr when the call returns. When the program ends, all
// statistics go as JSON to the file $WARPLOOM_STATS, if that is set. If the file cannot be written,
// the program ends with status 3, since there is no command line that could report it.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CUDA_CUDA_DEFAULT_H
#define WL_CUDA_CUDA_DEFAULT_H

#include <stdbool.h>

// Makes the device on the first call, from within a driver call. Returns false if it could not be
// made.
bool cuda_default_attach(void);

#endif
