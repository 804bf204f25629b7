// order.h: in words, which order of memory requests a configuration keeps on the way from the
// coalescer to L2's tags, structure by structure, and which it does not. Each sentence is what the
// header of the structure's golden model promises, and its bench, laws or proofs check.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_ORDER_H
#define WL_CONFIG_ORDER_H

#include "config/config.h"

// Sentences separated by ". ", without a final dot; malloc'd.
char *config_guarantee(const config *c);

#endif
