// mrpb_bugs.h: the named bugs of MRPB (model_bug.h).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_MRPB_BUGS_H
#define WL_BLOCKS_MRPB_BUGS_H

#include "blocks/model_bug.h"

extern const model_bugs mrpb_bugs;

#endif
