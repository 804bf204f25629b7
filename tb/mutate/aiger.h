// aiger.h : gates in binary AIGER (Biere, "The AIGER And-Inverter Graph (AIG) Format", version 1.0 to 1.9), as Yosys writes them with symbols.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_MUTATE_AIGER_H
#define WL_TB_MUTATE_AIGER_H

#include "base/err.h"

#include <stdint.h>

// Writes to `to` the gates of `from` with bit k of the input `name` the constant bit k of `value`, wherever it is read. The inputs stay,
// read by nobody. ST_TOOL: not such a file, or it has no such input.
int aiger_fix(const char *from, const char *name, uint64_t value, const char *to, err *e);

#endif
