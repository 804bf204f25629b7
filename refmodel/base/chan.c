// chan.c : see chan.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/chan.h"

#include <stdlib.h>

void chan_free(chan *c)
{
    free(c->slots);
    *c = (chan){0};
}
