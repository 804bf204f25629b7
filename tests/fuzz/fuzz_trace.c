// fuzz_trace.c : a list of kernels and, behind a line "----", its kernel-1.traceg, streamed as a
// machine with few slots would. What reaches the machine is an instruction as front_end.h promises.
//
// SPDX-License-Identifier: Apache-2.0
#include "fuzz.h"

#include "trace/trace.h"

enum { SMS = 2, SLOTS = 2, MOST_CTAS = 64, MOST_STEPS = 10000 };

static void check_instruction(const winst *w, const front_end *f)
{
    CHECK(w->kind < W_FAULT && w->unit <= UNIT_MEM && w->latency < LAT_COUNT,
          "kind %u, unit %u, latency %u", w->kind, w->unit, w->latency);
    CHECK(w->n_dst + w->n_src <= WINST_REGS, "%u + %u registers", w->n_dst, w->n_src);
    for (unsigned i = 0; i < w->n_dst + w->n_src; i++)
        CHECK(w->regs[i] < f->n_regs, "register %u of %u", w->regs[i], f->n_regs);
}

static void run_warp(const front_end *f, uint32_t sm, uint32_t slot, uint32_t number)
{
    const winst *w;
    wexec x;
    void *warp = f->warp(f->self, sm, slot, number, &w);
    for (unsigned steps = 0; w && w->kind != W_FAULT && steps < MOST_STEPS; steps++) {
        check_instruction(w, f);
        const winst_kind kind = w->kind;
        w = f->issue(warp, &x);
        if (kind == W_LOAD || kind == W_STORE || kind == W_ATOMIC)
            CHECK(x.space <= SPACE_PARAM, "space %u", x.space);
        if (kind == W_BARRIER) CHECK(x.barrier < 16, "barrier %u", x.barrier);
    }
}

static void run_kernel(trace *t, unsigned k)
{
    front_end f;
    err e = {0};
    const bool begun = trace_begin(&f, t, k, &e) == ST_OK;
    for (uint32_t cta = 0; begun && !e.count && cta < f.n_ctas && cta < MOST_CTAS; cta++) {
        const uint32_t sm = cta % SMS, slot = cta / SMS % SLOTS;
        f.cta_start(f.self, cta, sm, slot);
        for (uint32_t w = 0; w < f.warps_per_cta; w++) run_warp(&f, sm, slot, w);
        f.cta_done(f.self, sm, slot);
    }
    fuzz_verdict(!e.count, &e);
    trace_end(&f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const trace_options o = {.n_sms = SMS,
                                    .ctas_per_sm = SLOTS,
                                    .address_bits = 40,
                                    .address_key = "structures.mrpb.address_bits"};
    err e = {0};
    const fuzz_parts p = fuzz_split(data, size);
    fuzz_put("kernel-1.traceg", p.second, p.second_size);
    trace *t = trace_open(fuzz_put("kernelslist.g", p.first, p.first_size), &o, &e);
    fuzz_verdict(t, &e);
    for (unsigned k = 0; t && k < trace_kernels(t); k++) run_kernel(t, k);
    trace_close(t);
    return 0;
}
