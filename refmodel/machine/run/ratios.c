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
    {"", "ipc", "thread instructions a core cycle", "of the whole machine", "thread_insns",
     "cycles", 1},
    {"", "warp_ipc", "warp instructions a core cycle", "of the whole machine", "warp_insns",
     "cycles", 1},
    {"sm", "average_load_latency", "core cycles", "of a load instruction, issue to last return",
     "sm.load_latency", "sm.loads_done", 1},
    {"sm", "requests_per_load", "requests", "coalesced requests a load instruction",
     "sm.load_requests", "sm.loads", 1},
    {"sm", "requests_per_store", "requests", "coalesced requests a store instruction",
     "sm.store_requests", "sm.stores", 1},
    {"sm", "occupancy", "", "resident warps of the warp slots of all SMs", "sm.warp_cycles",
     "sm.slot_cycles", 1},
    {"sm", "active_occupancy", "",
     "resident warps of the warp slots of SMs with a resident warp (GPGPU-Sim's gpu_occupancy)",
     "sm.warp_cycles", "sm.active_slot_cycles", 1},
    {"sm", "active_lanes", "lanes", "that an issued instruction has on average", "thread_insns",
     "warp_insns", 1},
    {"sm", "issue_stalls", "", "scheduler cycles without issue", STALLS, "sm.scheduler_cycles", 1},
    SHARE(str_mem, "memory pipeline full"),
    SHARE(str_alu, "SP or SFU pipeline full"),
    SHARE(gate, "kept back by the issue gate or the active set"),
    SHARE(data_mem, "registers that a load writes"),
    SHARE(data_alu, "registers, none of a load"),
    SHARE(sync, "barriers, fences"),
    SHARE(fetch, "nothing decoded"),
    SHARE(idle, "no warp"),
    {"l1d", "miss_rate", "",
     "misses (pending hits are none) of accesses, reads and writes, as GPGPU-Sim counts",
     L1D_MISSES, L1D_ACCESSES, 1},
    {"l1d", "read_miss_rate", "", "read misses of read accesses", "l1d.read_misses",
     "l1d.read_accesses", 1},
    {"l1d", "mpki", "misses", "a thousand thread instructions, reads and writes", L1D_MISSES,
     "thread_insns", 1000},
    {"l1d", "fails_per_access", "cycles", "reservation failures an access", L1D_STALLS,
     L1D_ACCESSES, 1},
    {"l1d", "requests_per_busy_cycle", "requests",
     "that L1D serves in a cycle in which it serves any (WarpPool Fig 12, banks)",
     L1D_ACCESSES " + l1d.atomics + l1d.bypassed_reads + l1d.around_reads", "l1d.busy_cycles", 1},
    {"sm", "average_reply_latency", "core cycles",
     "of a request, from the issue of its instruction until its reply (GPGPU-Sim's "
     "averagemflatency)",
     "sm.reply_latency", "sm.replies", 1},
    {"l1d", "share_bp_l2", "",
     "part of L1D's stalls: back pressure of L2, the miss queue is full (Bandwidth Fig 9)",
     "l1d.fail_missq", L1D_STALLS, 1},
    {"l1d", "share_mshr", "", "part of L1D's stalls: MSHRs and their merge lists (Bandwidth Fig 9)",
     "l1d.fail_mshr + l1d.fail_merge", L1D_STALLS, 1},
    {"l1d", "share_lines", "", "part of L1D's stalls: no line can be replaced (Bandwidth Fig 9)",
     "l1d.fail_line", L1D_STALLS, 1},
    {"l1d", "requests_per_cycle", "requests a core cycle",
     "that L1D accepts, over cycles of SMs with a resident warp (WarpPool 4.2)", L1D_ACCESSES,
     "sm.active_cycles", 1},
    {"l1d", "loads_per_access", "requests",
     "of load instructions in a read of L1D (WarpPool Fig 12; 1 without WarpPool)",
     "l1d.read_accesses + sm.merged", "l1d.read_accesses", 1},
    {"l1d", "contention_share", "", "read misses of lines that this cache has evicted",
     "l1d.contention_intra_warp + l1d.contention_cross_warp + l1d.contention_cross_cta",
     "l1d.read_misses", 1},
    {"dwtcs", "mean_warps", "warps",
     "limit of a scheduler, over cycles in which all SMs are throttled", "dwtcs.throttled_warps",
     "dwtcs.throttled_cycles", 1},
    {"icnt.request", "flits_per_cycle", "flits a crossbar cycle", "into the request network",
     "icnt.request.flits", "icnt.request.cycles", 1},
    {"icnt.reply", "flits_per_cycle", "flits a crossbar cycle", "into the reply network",
     "icnt.reply.flits", "icnt.reply.cycles", 1},
    {"l2", "miss_rate", "", "misses (pending hits are none) of accesses, reads and writes",
     L2_MISSES, L2_ACCESSES, 1},
    {"memory", "average_latency", "crossbar cycles",
     "of reads and atomics, from entering the request network until the SM sees the reply",
     "memory.hit_latency + memory.dram_latency", "memory.hit_replies + memory.dram_replies", 1},
    {"memory", "l2_hit_latency", "crossbar cycles", "of those that L2 answers without DRAM",
     "memory.hit_latency", "memory.hit_replies", 1},
    {"memory", "l2_miss_latency", "crossbar cycles", "of those that L2 answers after DRAM",
     "memory.dram_latency", "memory.dram_replies", 1},
    {"l2", "hit_latency_average", "L2 cycles", "from a hit's intake to its reply", "l2.hit_latency",
     "l2.read_hits + l2.write_hits", 1},
    {"l2", "mpki", "misses", "a thousand thread instructions, reads and writes", L2_MISSES,
     "thread_insns", 1000},
    {"l2", "share_bp_icnt", "", "part of L2's stalls: no room for the reply (Bandwidth Fig 8)",
     "l2.stall_reply", L2_STALLS, 1},
    {"l2", "share_bp_dram", "", "part of L2's stalls: queues towards DRAM (Bandwidth Fig 8)",
     "l2.stall_dram + l2.fail_missq", L2_STALLS, 1},
    {"l2", "share_port", "", "part of L2's stalls: data port (Bandwidth Fig 8)", "l2.stall_port",
     L2_STALLS, 1},
    {"l2", "share_lines", "", "part of L2's stalls: no line can be replaced (Bandwidth Fig 8)",
     "l2.fail_line", L2_STALLS, 1},
    {"l2", "share_mshr", "", "part of L2's stalls: MSHRs and their merge lists (Bandwidth Fig 8)",
     "l2.fail_mshr + l2.fail_merge", L2_STALLS, 1},
    {"l2", "access_queue_full_share", "",
     "of the access queue's usage lifetime, in which it is full (Bandwidth Fig 4)",
     "l2.access_queue_full", "l2.cycles - l2.access_queue_empty", 1},
    {"dram", "queue_full_share", "",
     "of the scheduler queue's usage lifetime, in which it is full (Bandwidth Fig 5)",
     "dram.queue_full", "dram.cycles - dram.queue_empty", 1},
    {"dram", "dram_efficiency", "", "transfer cycles of cycles with a pending request (Bandwidth)",
     "dram.transfer_cycles", "dram.pending_cycles", 1},
    {"dram", "dram_utilisation", "", "transfer cycles of all cycles (CART)", "dram.transfer_cycles",
     "dram.cycles", 1},
    {"dram", "bank_level_parallelism", "banks", "with a request, over cycles in which any has one",
     "dram.bank_sum", "dram.bank_cycles", 1},
    {"dram", "row_conflict_rate", "", "requests that found another row open", "dram.row_conflicts",
     "dram.requests", 1},
    {"dram", "row_hit_rate", "", "requests that found their row open", "dram.row_hits",
     "dram.requests", 1},
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
