// order.c : see order.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/order.h"

#include "config/ports/mrpb.h"

#include <stdlib.h>

// blocks/warppool_order.h says what an instruction waits for, blocks/warppool_select.h which
// request goes next.
static const char pool_order[] =
    "WarpPool: of one warp, a load enters only when L1D has accepted all stores and atomics issued "
    "before it, and a store or an atomic only when it has accepted all that issued before it; "
    "loads "
    "of one warp may pass each other, and so may requests of different warps";

static char *before_l1d(const config *c)
{
    if (c->warppool.enable) return wl_strdup(pool_order);
    if (!c->mrpb.enable)
        return wl_strdup("neither MRPB nor WarpPool: requests reach L1D in the order in which the "
                         "coalescer makes them");
    char *order = mrpb_guarantee(c), *text = wl_format("MRPB %s", order);
    free(order);
    return text;
}

// What the crossbars keep stands in machine/structures/crossbar.h, what CART keeps in
// blocks/cart.h.
char *config_guarantee(const config *c)
{
    char *text = NULL, *first = before_l1d(c);
    size_t bytes;
    FILE *f = wl_memstream(&text, &bytes);
    fputs(first, f);
    if (c->crossbar.enable)
        fputs(". Crossbars: packets from one input to one output stay in order; others may pass "
              "each other",
              f);
    if (c->cart.enable)
        fputs(". CART, before the tags of each L2 slice: requests to one line stay in order; "
              "others may pass each other",
              f);
    wl_memstream_end(f);
    free(first);
    return text;
}
