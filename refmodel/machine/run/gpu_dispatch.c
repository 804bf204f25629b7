// gpu_dispatch.c : which CTA goes to which SM. As GPGPU-Sim does it: at the end of each core cycle,
// starting after the SM that was served last, every SM that has room takes one CTA, in order of CTA
// number.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/run/gpu_state.h"

void gpu_dispatch(gpu *g)
{
    if (!g->place || g->cycle < g->launched_at + g->c.gpu.kernel_launch_cycles) return;
    unsigned after = g->last_sm;
    g->place = false;
    for (unsigned k = 1; k <= g->n_sms && g->next_cta < g->n_ctas; k++) {
        unsigned i = (after + k) % g->n_sms;
        if (bits_has(&g->ahead, i) || !sm_place(g->sms[i], g->next_cta, g->cycle)) continue;
        g->next_cta++;
        g->last_sm = i;
        gpu_note(g, i);
        g->place = true;
        g->active_at = g->cycle;
        g->faulted |= g->probes[i].activity->fault;
    }
    g->place = g->place && g->next_cta < g->n_ctas;
}
