// cart_bugs.h: the named bugs of CART and of the designs that it is compared with (model_bug.h).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_CART_BUGS_H
#define WL_BLOCKS_CART_BUGS_H

#include "blocks/model_bug.h"

extern const model_bugs cart_bugs;

#endif
