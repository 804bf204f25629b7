// aiger.h: gates in binary AIGER (Biere, "The AIGER And-Inverter Graph (AIG) Format", versions 1.0
// to 1.9), as Yosys writes them with symbols.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_MUTATE_AIGER_H
#define WL_TB_MUTATE_AIGER_H

#include "base/err.h"

#include <stdint.h>

// Copies the gates of `from` to `to`, with every use of bit k of input `name` replaced by the
// constant bit k of `value`. The inputs remain, unused. ST_TOOL if it is no such file, or if there
// is no such input.
int aiger_fix(const char *from, const char *name, uint64_t value, const char *to, err *e);

#endif
