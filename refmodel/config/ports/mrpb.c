// ports/mrpb.c : see ports/mrpb.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/ports/mrpb.h"

void mrpb_ports(const config *c, port ports[MRPB_N_PORTS])
{
    unsigned n = 0, word[2] = {0, 0};
#define ROW(d, nm, nwords, wd, ch, qual, dc) \
    ports[n++] = (port){.name = #nm, .channel = (ch), .qualifier = (qual), .doc = (dc), .dir = (d), .width = (wd), \
                        .word = word[d], .words = (nwords)}; \
    word[d] += (nwords);
    MRPB_PORTS(ROW)
#undef ROW
}
