// warppool_report.c: computes WarpPool's storage, dumps its state, and offers the model as a
// device. See warppool.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/warppool_state.h"

#include <inttypes.h>

// Table 1 of the paper with its sizes: an instruction has its warp, number and kind beside the
// opaque header; a coalescer the address and data of each lane; a tag its requests, the line, a bit
// that says it is taken and its place in the order; a mapping a lane and a word for each lane, and
// a bit that says it is taken.
void warppool_storage(const config *c, warppool_storage_row rows[WARPPOOL_STORAGE_ROWS])
{
    const struct cfg_warppool *w = &c->warppool;
    const unsigned tags = w->queues * w->tags, meta = warppool_meta_bits(c);
    const warppool_storage_row all[WARPPOOL_STORAGE_ROWS] = {
        {"instruction queues", w->insn_bits + warppool_warp_bits(c) + warppool_seq_bits(c) + 2,
         w->insn_queues * w->insn_depth},
        {"intra-warp coalescers", w->lanes * (w->address_bits + 8 * w->lane_bytes), w->coalescers},
        {"inter-warp coalescing queues",
         w->merges * meta + warppool_line_bits(c) + 1 + cfg_index_bits(tags), tags},
        {"thread map table", w->lanes * (warppool_lane_bits(c) + warppool_word_bits(c)) + 1,
         w->maps},
        {"MSHR metadata table", meta, c->l1d.mshrs * c->l1d.merges * w->merges},
    };
    for (unsigned k = 0; k < WARPPOOL_STORAGE_ROWS; k++) rows[k] = all[k];
}

// ---- dump

static void dump_coalescer(const warppool *w, unsigned k, FILE *f)
{
    const warppool_coalescer *c = &w->co[k];
    if (!c->left && !c->b.full && !c->n_r) return;
    fprintf(f, "    coalescer %u:", k);
    if (c->left)
        fprintf(f, " %s of warp %u, lanes 0x%" PRIx64 " left", c->store ? "store" : "load", c->warp,
                c->left);
    if (c->b.full)
        fprintf(f, "; line 0x%" PRIx64 " of a %s of warp %u", c->b.line,
                c->b.store ? "store" : "load", c->b.warp);
    if (c->b.full && c->b.store) fprintf(f, ", age %u", c->age);
    if (c->n_r)
        fprintf(f, "; %u requests, the first for line 0x%" PRIx64 ", queue %u", c->n_r,
                c->r[0].line, c->r[0].queue);
    fputc('\n', f);
}

static void dump_tags(const warppool *w, FILE *f)
{
    for (unsigned k = 0; k < w->queues.n; k++) {
        const unsigned t = w->queues.order[k];
        fprintf(f, "    queue %u tag %u: line 0x%" PRIx64 ", %u requests, lowest warp %u%s\n",
                t / w->shape.tags, t % w->shape.tags, w->queues.line[t], w->queues.count[t],
                w->queues.lowest[t], (int)t == w->select.named ? ", goes next" : "");
    }
}

static void dump_counters(const warppool *w, FILE *f)
{
    for (unsigned k = 0; k < w->shape.warps; k++) {
        if (w->order.counter[k])
            fprintf(f, "    warp %u: %u not accepted by L1D\n", k, (unsigned)w->order.counter[k]);
    }
}

void warppool_dump(const warppool *w, FILE *f)
{
    for (unsigned q = 0; q < w->insns.queues; q++) {
        if (w->insns.count[q])
            fprintf(f, "    instruction queue %u: %u, the first of warp %u\n", q, w->insns.count[q],
                    w->insns.ring[q * w->insns.depth + w->insns.first[q]].warp);
    }
    for (unsigned k = 0; k < w->shape.coalescers; k++) dump_coalescer(w, k, f);
    dump_tags(w, f);
    if (w->select.n_out)
        fprintf(f, "    offered to L1D: %s of line 0x%" PRIx64 "\n",
                w->select.out[0].store ? "store" : "load", w->select.out[0].line);
    if (w->wb.n)
        fprintf(f, "    write-back: %u lines, row %u, request %u\n", w->wb.n, w->wb.row,
                w->wb.request);
    fprintf(f, "    %d of %u entries of the thread map table are free\n",
            __builtin_popcountll(w->maps.free), w->shape.maps);
    dump_counters(w, f);
}

// ---- as a device

static void *dev_make(const config *c, err *e) { return warppool_new(c, e); }

static bool dev_used(const uint64_t *in)
{
    return ((const warppool_in *)(const void *)in)->iss_valid_i[0] != 0;
}

static int dev_exercised(const uint64_t *events, err *e)
{
    const warppool_events *v = (const warppool_events *)(const void *)events;
    if (v->accepted_loads && v->written) return ST_OK;
    return err_add(e, ST_CHECK,
                   "the run has not exercised WarpPool: %" PRIu64 " loads accepted, %" PRIu64
                   " requests written back: both must be at least 1",
                   v->accepted_loads, v->written);
}

BLOCK_MODEL(warppool);
