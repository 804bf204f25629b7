// cudart_version.c : compiled once for each library, with its CUDART_VERSION.
//
// SPDX-License-Identifier: Apache-2.0
#include "cudart/cudart_state.h"

const int cudart_version = CUDART_VERSION;
