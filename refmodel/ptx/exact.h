// exact.h: floating-point operations with directed rounding or saturation, and all conversions.
// They work lane by lane, and are exact but slow.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_EXACT_H
#define WL_PTX_EXACT_H

#include "ptx/kernel.h"

run_fn exact_run; // xinst.math, dtype, round, ftz, sat; operands 0..3
// xinst.dtype, stype, round, ftz, sat, dwide, swide (registers of 64 bits), keep (bits of the
// destination)
run_fn exact_cvt;

#endif
