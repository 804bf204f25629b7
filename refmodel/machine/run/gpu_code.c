// gpu_code.c : where the instructions of a kernel lie, as the instruction caches and L2 see them.
// See sm.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/run/gpu_state.h"

#include <stdlib.h>
#include <string.h>

// A kernel that runs again has its number again.
unsigned gpu_kernel_number(const gpu *g)
{
    unsigned k = 0;
    while (k < g->n_kernels && strcmp(g->kernels[k].name, g->f->name) != 0) k++;
    return k;
}

// A program whose kernels run again has its number again.
static unsigned program_number(gpu *g)
{
    unsigned k = 0;
    while (k < g->n_programs && g->programs[k] != g->f->program) k++;
    if (k < g->n_programs) return k;
    g->programs = wl_realloc(g->programs, (g->n_programs + 1) * sizeof *g->programs);
    g->programs[g->n_programs++] = g->f->program;
    return k;
}

uint64_t gpu_code_address(gpu *g)
{
    const uint64_t at = g->c.sm.code_packed ? (uint64_t)g->f->code_at * WINST_BYTES : 0;
    const bool shared = g->c.sm.code_packed && g->f->program;
    const unsigned window = shared ? program_number(g) : gpu_kernel_number(g);
    const uint64_t in_window = at % (shared ? CODE_WINDOW_BYTES : g->c.l1i.line_bytes);
    return CODE_WINDOW + window % CODE_WINDOWS * CODE_WINDOW_BYTES + in_window;
}
