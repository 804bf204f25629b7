// laws.c : see laws.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/run/laws.h"

#include "base/formula.h"

#include <inttypes.h>

// clang-format off
#define FAIL_KINDS(fail) \
    {"each " #fail " of L2 belongs to one kind of access", "l2." #fail, \
     "l2.global_read_" #fail " + l2.global_write_" #fail " + l2.code_" #fail " + l2.const_" #fail \
     " + l2.local_read_" #fail " + l2.fetch_" #fail " + l2.local_write_" #fail \
     " + l2.l1d_writeback_" #fail}
#define LEVELS(queue) \
    queue "_empty + " queue "_quarter + " queue "_half + " queue "_three_quarters + " \
    queue "_over + " queue "_full"
// clang-format on

const law laws[] = {
    // SM and L1D
    {"each scheduler cycle is an issue or one kind of stall", "sm.scheduler_cycles",
     "sm.warp_insns + sm.stall_str_mem + sm.stall_str_alu + sm.stall_gate + sm.stall_data_mem + "
     "sm.stall_data_alu + sm.stall_sync + sm.stall_fetch + sm.stall_idle"},
    {"each request of a load or atomic returns once", "sm.load_requests + sm.atomic_requests",
     "sm.returned"},
    {"each request of a store is acknowledged once", "sm.store_requests", "sm.acks"},
    {"each stall of the memory stage is of one kind", "sm.mem_stalls",
     "sm.mem_stall_shared + sm.mem_stall_const + sm.mem_stall_global_more + sm.mem_stall_global + "
     "sm.mem_stall_local + l1t.stalls"},
    {"each load and atomic ends once", "sm.loads + sm.atomics", "sm.loads_done"},
    {"L1D reads = hits + pending hits + misses + streamed", "l1d.read_accesses",
     "l1d.read_hits + l1d.read_pending + l1d.read_misses + l1d.streamed_reads"},
    {"L1D writes = hits + pending hits + misses", "l1d.write_accesses",
     "l1d.write_hits + l1d.write_pending + l1d.write_misses"},
    {"each miss of L1D fills a line", "l1d.read_misses + l1d.write_fetches",
     "l1d.fills + l1d.uncached_reads"},
    {"each write of L1D is sent on, stored, or waits for its line", "l1d.write_accesses",
     "l1d.writes_sent + l1d.writes_stored + l1d.writes_waited"},
    {"each write-back of L1D is acknowledged", "l1d.writebacks", "l1d.writeback_acks"},
    {"each request of a load has one mapping", "sm.load_requests",
     "sm.map_consecutive + sm.map_broadcast + sm.map_single + sm.map_range + sm.map_other"},
    {"each read miss of L1D is cold or a contention of one class", "l1d.read_misses",
     "l1d.cold_misses + l1d.contention_intra_warp + l1d.contention_cross_warp + "
     "l1d.contention_cross_cta"},
    {"each request of a load reaches L1D, bypasses it, or is merged", "sm.load_requests",
     "l1d.read_accesses + l1d.bypassed_reads + l1d.cg_reads + sm.merged"},
    {"each request of a store reaches L1D", "sm.store_requests", "l1d.write_accesses"},
    {"each request of an atomic reaches L1D", "sm.atomic_requests", "l1d.atomics"},
    // read-only caches
    {"instruction cache accesses = hits + pending hits + misses", "l1i.accesses",
     "l1i.hits + l1i.pending + l1i.misses"},
    {"each miss of an instruction cache fills a line", "l1i.misses", "l1i.fills"},
    {"constant cache accesses = hits + pending hits + misses", "l1c.accesses",
     "l1c.hits + l1c.pending + l1c.misses"},
    {"each miss of a constant cache fills a line", "l1c.misses", "l1c.fills"},
    {"each line of a constant load is read once", "sm.const_lines", "l1c.accesses"},
    {"texture cache accesses = hits + misses", "l1t.accesses", "l1t.hits + l1t.misses"},
    {"each miss of a texture cache fills a line", "l1t.misses", "l1t.fills"},
    {"each line of a read of textures is accessed once", "l1t.lines", "l1t.accesses"},
    // from the first-level caches into the network
    {"all that L1D and the read-only caches send goes to the network, or is answered after "
     "limits.l1_miss_latency",
     "l1d.read_misses + l1d.write_fetches + l1d.writes_sent + l1d.writebacks + l1d.atomics + "
     "l1d.bypassed_reads + l1d.cg_reads + l1d.streamed_reads + l1i.misses + l1c.misses + "
     "l1t.misses",
     "memory.requests + l1d.left_out"},
    // MRPB
    {"MRPB sends on each request that it accepts", "mrpb.accepted_reads + mrpb.accepted_writes",
     "mrpb.sent + mrpb.bypassed"},
    // WarpPool
    {"WarpPool makes a line of each request except those of ld.cg", "warppool.lines + l1d.cg_reads",
     "sm.load_requests + sm.store_requests"},
    {"WarpPool: each request of a load, except ld.cg, gets a tag or is merged",
     "warppool.allocated + warppool.merged + l1d.cg_reads", "sm.load_requests"},
    {"WarpPool: L1D accepts each tag once", "warppool.accepted_loads", "warppool.allocated"},
    {"WarpPool: L1D accepts each store once", "warppool.accepted_stores", "sm.store_requests"},
    {"WarpPool: each request is written back", "warppool.written", "warppool.accepted_requests"},
    {"WarpPool: merged requests do not reach L1D", "warppool.merged", "sm.merged"},
    // CART
    {"CART accepts each request that arrives at L2", "cart.accepted",
     "l2.arrivals + l2.sector_requests"},
    {"CART sends on each request that it accepts", "cart.accepted", "cart.sent"},
    // streaming bypass
    {"the monitors of L1D count each read", "streambypass.l1.accesses", "l1d.read_accesses"},
    {"a read of L1D finds its tag or is a miss to the monitor", "streambypass.l1.accesses",
     "streambypass.l1.misses + l1d.read_hits + l1d.read_pending + l1d.streamed_tag_hits + "
     "l1d.data_misses"},
    {"the monitors of L2 count each access that does not bypass it",
     "streambypass.l2.accesses + l2.bypassed_reads", "l2.read_accesses + l2.write_accesses"},
    {"an access of L2 finds its tag or is a miss to the monitor", "streambypass.l2.accesses",
     "streambypass.l2.misses + l2.read_hits + l2.read_pending + l2.write_hits + l2.write_pending + "
     "l2.sector_misses + l2.streamed_tag_hits"},
    // memory system
    {"each request, or sector of one, has a reply", "memory.requests + memory.sector_replies",
     "memory.replies"},
    {"each request enters the request network", "memory.requests", "icnt.request.packets"},
    {"request network: packets in = out", "icnt.request.packets", "icnt.request.delivered"},
    {"each delivered request enters L2", "icnt.request.delivered", "l2.arrivals"},
    {"L2 serves each request that arrives", "l2.arrivals + l2.sector_requests",
     "l2.read_accesses + l2.write_accesses"},
    {"L2 reads = hits + pending hits + misses + bypassed + streamed", "l2.read_accesses",
     "l2.read_hits + l2.read_pending + l2.read_misses + l2.bypassed_reads + l2.streamed_reads"},
    {"L2 writes = hits + pending hits + misses + streamed", "l2.write_accesses",
     "l2.write_hits + l2.write_pending + l2.write_misses + l2.streamed_writes"},
    {"the access queue of an L2 slice has one level in each tick", "l2.cycles",
     LEVELS("l2.access_queue")},
    {"the MSHRs of an L2 slice have one level in each tick", "l2.cycles", LEVELS("l2.mshrs")},
    FAIL_KINDS(fail_line),
    FAIL_KINDS(fail_mshr),
    FAIL_KINDS(fail_merge),
    FAIL_KINDS(fail_missq),
    {"each miss of L2 fills a line", "l2.read_misses + l2.write_misses", "l2.fills"},
    {"L2 replies to each request that arrives", "l2.arrivals + l2.sector_requests", "l2.replies"},
    {"DRAM reads for each fill of L2 and each read that bypasses it",
     "l2.fills + l2.bypassed_reads + l2.streamed_reads", "dram.reads"},
    {"DRAM writes for each write-back and write-through of L2", "l2.writebacks + l2.write_throughs",
     "dram.writes"},
    {"the scheduler queue of a DRAM channel has one level in each tick", "dram.cycles",
     LEVELS("dram.queue")},
    {"DRAM requests = reads + writes", "dram.requests", "dram.reads + dram.writes"},
    {"each DRAM request hits, opens or changes a row", "dram.requests",
     "dram.row_hits + dram.row_empty + dram.row_conflicts + dram.ideal"},
    {"an activate for each row opened, changed or opened again", "dram.activations",
     "dram.row_empty + dram.row_conflicts + dram.reopened"},
    {"a precharge for each row changed, unless a refresh closed it",
     "dram.precharges + dram.refresh_closed", "dram.row_conflicts"},
    {"each reply of L2 enters the reply network", "l2.replies", "icnt.reply.packets"},
    {"reply network: packets in = out", "icnt.reply.packets", "icnt.reply.delivered"},
    {"each delivered reply reaches an SM", "icnt.reply.delivered", "memory.replies"},
    {"nothing is left in the memory system", "memory.left_inside", "0"},
    {NULL, NULL, NULL}};

const law ceilings[] = {
    {"an L2 slice has at most one stall in each tick",
     "l2.stall_reply + l2.stall_dram + l2.stall_port + l2.fail_line + l2.fail_mshr + "
     "l2.fail_merge + l2.fail_missq",
     "l2.cycles"},
    {"each line of L1D comes from L2 or from DRAM", "l1d.fills",
     "l1d.l2_hit_fills + memory.dram_replies"},
    {"the latency of hits in L2 is part of that of all misses", "l1d.l2_hit_latency",
     "l1d.miss_latency"},
    {"DRAM transfers data only while a request is pending", "dram.transfer_cycles",
     "dram.pending_cycles + dram.data_left"},
    {NULL, NULL, NULL}};

static int check(const law *list, bool may_be_less, const json_t *stats, err *e)
{
    int st = ST_OK;
    for (const law *l = list; l->name; l++) {
        uint64_t a, b;
        if (!formula_value(stats, l->left, &a) || !formula_value(stats, l->right, &b) || a == b ||
            (may_be_less && a < b))
            continue;
        st = err_add(e, ST_CHECK, "law broken: %s: %s = %" PRIu64 ", %s = %" PRIu64, l->name,
                     l->left, a, l->right, b);
    }
    return st;
}

int laws_check(const json_t *stats, err *e)
{
    const int equal = check(laws, false, stats, e);
    return equal | check(ceilings, true, stats, e);
}
