// exec_copy.c: executes what moves data between shared memory and something else than a lane's own
// registers: cp.async, ldmatrix and stmatrix. See exec.h.
//
// cp.async copies when it issues, as every access here is performed; the machine sees a load from
// global memory that writes no register, and whoever waits for it waits as at a fence. Of its 4, 8
// or 16 bytes only as many are read as the source size says; the others are zeros.
//
// A matrix is 8 rows of 16 bytes. Lane i has the address of row i % 8 of matrix i / 8. Of matrix r
// lane l gets the 32 bits l % 4 of row l / 4 in its register r, with .trans the elements of 16 bits
// in column l / 4 of rows 2 (l % 4) and 2 (l % 4) + 1.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/devmem.h"
#include "ptx/exec.h"

#include <string.h>

enum { ROWS = 8, QUAD = 4, ROW_BYTES = 16 };

// ---- cp.async: op[0] where to (keep: its offset, dwide), op[1] bytes that are read

static bool fault(const xinst *in, xwarp *w, uint32_t lane, uint64_t addr, winst_space space)
{
    exec_fault(w, in, addr & (in->w.lane_bytes - 1u) ? FAULT_MISALIGNED : FAULT_OUTSIDE, lane, addr,
               space);
    return false;
}

static uint64_t address_at(const xwarp *w, uint32_t op, bool wide, uint64_t offset, unsigned lane)
{
    const void *base = op_at(w, op);
    if (wide) return ((const uint64_t *)base)[lane] + offset;
    return (uint32_t)(((const uint32_t *)base)[lane] + (uint32_t)offset);
}

static bool read_global(xwarp *w, uint64_t addr, uint32_t bytes, unsigned char *to)
{
    const void *from = devmem_at(w->cta->launch->mem, addr, bytes);
    if (!from) return false;
    memcpy(to, from, bytes);
    if (w->cta->store_buffer) store_buffer_read(w->cta->store_buffer, addr, bytes, to);
    return true;
}

static bool copy_lane(const xinst *in, xwarp *w, unsigned lane, wexec *x)
{
    const uint32_t bytes = in->w.lane_bytes, room = w->cta->launch->shared_bytes,
                   *size = op_at(w, in->op[1]), read = size[lane] < bytes ? size[lane] : bytes;
    unsigned char data[ROW_BYTES] = {0};
    uint64_t to = address_at(w, in->op[0], in->dwide, in->keep, lane);
    x->addr[lane] = address_at(w, in->op[OP_BASE], in->wide_address, (uint64_t)in->imm, lane);
    if (to >= SHARED_WINDOW && to < LOCAL_WINDOW) to -= SHARED_WINDOW;
    if (to % bytes || to + bytes > room) return fault(in, w, lane, to, SPACE_SHARED);
    if (read && (x->addr[lane] % bytes || !read_global(w, x->addr[lane], read, data)))
        return fault(in, w, lane, x->addr[lane], SPACE_GLOBAL);
    memcpy(w->cta->shared + to, data, bytes);
    if (read) x->active |= 1u << lane;
    return true;
}

bool exec_copy(const xinst *in, xwarp *w, uint32_t mask, wexec *x)
{
    x->space = SPACE_GLOBAL;
    x->active = 0;
    for (uint32_t m = mask; m; m &= m - 1) {
        if (!copy_lane(in, w, (unsigned)__builtin_ctz(m), x)) return false;
    }
    return true;
}

// ---- ldmatrix and stmatrix: op[0..3] registers

// The element `half` of lane's part of a matrix whose first row has its address in lane `first`.
static unsigned char *element_at(const xwarp *w, const wexec *x, const xinst *in, unsigned first,
                                 unsigned lane, unsigned half)
{
    const unsigned row = in->flag ? 2 * (lane % QUAD) + half : lane / QUAD,
                   col = in->flag ? lane / QUAD : 2 * (lane % QUAD) + half;
    return w->cta->shared + x->addr[first + row] + 2 * col;
}

static void move_matrix(const xinst *in, xwarp *w, const wexec *x, unsigned r, bool store)
{
    uint32_t *reg = op_at(w, in->op[r]), new[WARP_LANES];
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        uint16_t part[2] = {(uint16_t)reg[lane], (uint16_t)(reg[lane] >> 16)};
        for (unsigned half = 0; half < 2; half++) {
            unsigned char *at = element_at(w, x, in, ROWS * r, lane, half);
            if (store) memcpy(at, &part[half], sizeof part[half]);
            else memcpy(&part[half], at, sizeof part[half]);
        }
        new[lane] = part[0] | (uint32_t)part[1] << 16;
    }
    if (!store) memcpy(reg, new, sizeof new);
}

bool exec_matrix(const xinst *in, xwarp *w, uint32_t mask, wexec *x)
{
    const unsigned n = in->mode; // matrices
    const uint32_t rows = n == QUAD ? UINT32_MAX : (1u << ROWS * n) - 1;
    if (!mask) return true;
    x->active = rows;                               // the instruction is the whole warp's
    if (!exec_memory(in, w, rows, x)) return false; // looks at the addresses and moves nothing
    if (w->pending || x->space != SPACE_SHARED) {
        w->pending = 0;
        const unsigned lane = x->space == SPACE_SHARED ? (unsigned)__builtin_ctz(~x->active) : 0;
        return fault(in, w, lane, x->addr[lane], SPACE_GLOBAL);
    }
    for (unsigned r = 0; r < n; r++) move_matrix(in, w, x, r, in->w.kind == W_STORE);
    return true;
}
