// cart_check.h : in which configurations a named bug of CART's golden model shows. Inside blocks/cart*.c only.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_CART_CHECK_H
#define WL_BLOCKS_CART_CHECK_H

#include "config/config.h"

// What the bug (cart_bugs.h, 0 = none) needs and the configuration has not, NULL when it can show: injecting one that cannot would pass
// every checker.
const char *cart_bug_needs(const config *c, unsigned bug);

#endif
