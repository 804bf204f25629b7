// ratios.c : see ratios.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/run/ratios.h"

#include "base/formula.h"

#include <string.h>

#define STALLS \
    "sm.stall_str_mem + sm.stall_str_alu + sm.stall_gate + sm.stall_data_mem + sm.stall_data_alu " \
    "+ sm.stall_sync + sm.stall_fetch + sm.stall_idle"
#define L1D_MISSES "l1d.read_misses + l1d.write_misses"
#define L1D_ACCESSES "l1d.read_accesses + l1d.write_accesses"
#define L2_MISSES "l2.read_misses + l2.write_misses"
#define L2_ACCESSES "l2.read_accesses + l2.write_accesses"
// clang-format off
#define SHARE(class, what) \
    {"sm", "share_" #class, "", "part of all issue stalls: " what, "sm.stall_" #class, STALLS, 1}
// clang-format on

#define L1D_STALLS "l1d.fail_line + l1d.fail_mshr + l1d.fail_merge + l1d.fail_missq"
#define L2_STALLS \
    "l2.stall_reply + l2.stall_dram + l2.stall_port + l2.fail_line + l2.fail_mshr + " \
    "l2.fail_merge + l2.fail_missq"

const ratio ratios[] = {
    {"", "ipc", "thread instructions per core cycle", "of the whole machine", "thread_insns",
     "cycles", 1},
    {"", "warp_ipc", "warp instructions per core cycle", "of the whole machine", "warp_insns",
     "cycles", 1},
    {"sm", "average_load_latency", "core cycles",
     "of a load instruction, from its issue to its last return", "sm.load_latency", "sm.loads_done",
     1},
    {"sm", "requests_per_load", "requests", "coalesced requests per load instruction",
     "sm.load_requests", "sm.loads", 1},
    {"sm", "requests_per_store", "requests", "coalesced requests per store instruction",
     "sm.store_requests", "sm.stores", 1},
    {"sm", "occupancy", "", "part of the warp slots of all SMs that hold a warp", "sm.warp_cycles",
     "sm.slot_cycles", 1},
    {"sm", "active_occupancy", "",
     "part of the warp slots that hold a warp, over SMs with a resident warp (GPGPU-Sim's "
     "gpu_occupancy)",
     "sm.warp_cycles", "sm.active_slot_cycles", 1},
    {"sm", "active_lanes", "lanes", "active lanes per issued instruction", "thread_insns",
     "warp_insns", 1},
    {"sm", "issue_stalls", "", "part of the scheduler cycles without an issue", STALLS,
     "sm.scheduler_cycles", 1},
    SHARE(str_mem, "the memory pipeline is full"),
    SHARE(str_alu, "the SP or SFU pipeline is full"),
    SHARE(gate, "blocked by the issue gate or outside the active set"),
    SHARE(data_mem, "a register that a load writes is awaited"),
    SHARE(data_alu, "registers are awaited, none of them from a load"),
    SHARE(sync, "barriers and fences"),
    SHARE(fetch, "no warp has a decoded instruction"),
    SHARE(idle, "no warp to run"),
    {"l1d", "miss_rate", "",
     "part of the accesses (reads and writes) that miss; pending hits are no misses, as in "
     "GPGPU-Sim",
     L1D_MISSES, L1D_ACCESSES, 1},
    {"l1d", "read_miss_rate", "", "part of the read accesses that miss", "l1d.read_misses",
     "l1d.read_accesses", 1},
    {"l1d", "mpki", "misses", "read and write misses per thousand thread instructions", L1D_MISSES,
     "thread_insns", 1000},
    {"l1d", "fails_per_access", "cycles", "reservation failures per access", L1D_STALLS,
     L1D_ACCESSES, 1},
    {"l1d", "requests_per_busy_cycle", "requests",
     "requests that L1D serves per cycle in which it serves any (WarpPool Fig 12, banks)",
     L1D_ACCESSES " + l1d.atomics + l1d.bypassed_reads + l1d.cg_reads", "l1d.busy_cycles", 1},
    {"sm", "average_reply_latency", "core cycles",
     "of a request, from the issue of its instruction until its reply (GPGPU-Sim's "
     "averagemflatency)",
     "sm.reply_latency", "sm.replies", 1},
    {"l1d", "share_bp_l2", "",
     "part of L1D's stalls: back pressure of L2: the miss queue is full (Bandwidth Fig 9)",
     "l1d.fail_missq", L1D_STALLS, 1},
    {"l1d", "share_mshr", "", "part of L1D's stalls: MSHRs and their merge lists (Bandwidth Fig 9)",
     "l1d.fail_mshr + l1d.fail_merge", L1D_STALLS, 1},
    {"l1d", "share_lines", "", "part of L1D's stalls: no line can be replaced (Bandwidth Fig 9)",
     "l1d.fail_line", L1D_STALLS, 1},
    {"l1d", "requests_per_cycle", "requests per core cycle",
     "requests that L1D accepts, over the cycles of SMs with a resident warp (WarpPool 4.2)",
     L1D_ACCESSES, "sm.active_cycles", 1},
    {"l1d", "loads_per_access", "requests",
     "load requests per read of L1D (WarpPool Fig 12; 1 without WarpPool)",
     "l1d.read_accesses + sm.merged", "l1d.read_accesses", 1},
    {"l1d", "contention_share", "", "part of the read misses whose line this cache had evicted",
     "l1d.contention_intra_warp + l1d.contention_cross_warp + l1d.contention_cross_cta",
     "l1d.read_misses", 1},
    {"l1d", "average_miss_latency", "core cycles",
     "of a miss, from its acceptance until its line comes (Bandwidth Fig 1: AML)",
     "l1d.miss_latency", "l1d.fills", 1},
    {"l1d", "average_l2_hit_latency", "core cycles",
     "of those whose line comes without DRAM (Bandwidth Fig 1: L2-AHL)", "l1d.l2_hit_latency",
     "l1d.l2_hit_fills", 1},
    {"dwtcs", "mean_warps", "warps",
     "average limit of a scheduler, over the cycles in which all SMs are throttled",
     "dwtcs.throttled_warps", "dwtcs.throttled_cycles", 1},
    {"icnt.request", "flits_per_cycle", "flits per crossbar cycle", "into the request network",
     "icnt.request.flits", "icnt.request.cycles", 1},
    {"icnt.reply", "flits_per_cycle", "flits per crossbar cycle", "into the reply network",
     "icnt.reply.flits", "icnt.reply.cycles", 1},
    {"l2", "miss_rate", "",
     "part of the accesses (reads and writes) that miss; pending hits are no misses", L2_MISSES,
     L2_ACCESSES, 1},
    {"memory", "average_latency", "crossbar cycles",
     "of reads and atomics, from entering the request network until the SM sees the reply",
     "memory.hit_latency + memory.dram_latency", "memory.hit_replies + memory.dram_replies", 1},
    {"memory", "l2_hit_latency", "crossbar cycles",
     "of reads and atomics that L2 answers without DRAM, as memory.average_latency",
     "memory.hit_latency", "memory.hit_replies", 1},
    {"memory", "l2_miss_latency", "crossbar cycles",
     "of reads and atomics that L2 answers after DRAM, as memory.average_latency",
     "memory.dram_latency", "memory.dram_replies", 1},
    {"l2", "hit_latency_average", "L2 cycles", "from a hit's intake to its reply", "l2.hit_latency",
     "l2.read_hits + l2.write_hits", 1},
    {"l2", "mpki", "misses", "read and write misses per thousand thread instructions", L2_MISSES,
     "thread_insns", 1000},
    {"l2", "share_bp_icnt", "", "part of L2's stalls: no room for the reply (Bandwidth Fig 8)",
     "l2.stall_reply", L2_STALLS, 1},
    {"l2", "share_bp_dram", "",
     "part of L2's stalls: the queues to DRAM are full (Bandwidth Fig 8)",
     "l2.stall_dram + l2.fail_missq", L2_STALLS, 1},
    {"l2", "share_port", "", "part of L2's stalls: the data port is busy (Bandwidth Fig 8)",
     "l2.stall_port", L2_STALLS, 1},
    {"l2", "share_lines", "", "part of L2's stalls: no line can be replaced (Bandwidth Fig 8)",
     "l2.fail_line", L2_STALLS, 1},
    {"l2", "share_mshr", "", "part of L2's stalls: MSHRs and their merge lists (Bandwidth Fig 8)",
     "l2.fail_mshr + l2.fail_merge", L2_STALLS, 1},
    {"l2", "access_queue_full_share", "",
     "part of the cycles in which the access queue is in use that it is full (Bandwidth Fig 4)",
     "l2.access_queue_full", "l2.cycles - l2.access_queue_empty", 1},
    {"dram", "queue_full_share", "",
     "part of the cycles in which the scheduler queue is in use that it is full (Bandwidth Fig 5)",
     "dram.queue_full", "dram.cycles - dram.queue_empty", 1},
    {"dram", "dram_efficiency", "",
     "part of the cycles with a pending request in which data is transferred (Bandwidth)",
     "dram.transfer_cycles", "dram.pending_cycles", 1},
    {"dram", "dram_utilisation", "", "part of all cycles in which data is transferred (CART)",
     "dram.transfer_cycles", "dram.cycles", 1},
    {"dram", "bank_level_parallelism", "banks",
     "banks with a request, over the cycles in which any bank has one", "dram.bank_sum",
     "dram.bank_cycles", 1},
    {"dram", "row_conflict_rate", "",
     "part of the requests that find another row in the row buffer", "dram.row_conflicts",
     "dram.requests", 1},
    {"dram", "row_hit_rate", "", "part of the requests that find their row in the row buffer",
     "dram.row_hits", "dram.requests", 1},
    {NULL, NULL, NULL, NULL, NULL, NULL, 0}};

bool ratio_value(const ratio *r, const json_t *stats, double *value)
{
    uint64_t over, under;
    if (!formula_value(stats, r->over, &over) || !formula_value(stats, r->under, &under))
        return false;
    *value = under ? r->scale * (double)over / (double)under : 0;
    return true;
}

void ratios_add(json_t *stats)
{
    double v;
    for (const ratio *r = ratios; r->name; r++) {
        json_t *group = (json_t *)formula_at(stats, r->group, strlen(r->group));
        if (group && ratio_value(r, stats, &v)) json_object_set_new(group, r->name, json_real(v));
    }
}
