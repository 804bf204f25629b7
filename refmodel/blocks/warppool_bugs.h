// warppool_bugs.h: the named bugs of WarpPool (model_bug.h).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_WARPPOOL_BUGS_H
#define WL_BLOCKS_WARPPOOL_BUGS_H

#include "blocks/model_bug.h"

extern const model_bugs warppool_bugs;

#endif
