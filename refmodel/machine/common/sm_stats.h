// sm_stats.h: the counters of one SM.
//
// In every core cycle each scheduler either issues an instruction or counts one stall. The first
// class that applies is counted:
//   structural  a warp without a hazard is held up by an execution unit (memory before ALU)
//   gate        all warps without a hazard are blocked by the issue gate or are outside the active
//               set, which never happens by default
//   data        a warp has a decoded instruction that waits for a register (memory if any waits for
//               a load, else ALU)
//   sync        a warp waits at a barrier or fence, or for its requests to leave
//   fetch       a warp has no decoded instruction
//   idle        there is no warp
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_SM_STATS_H
#define WL_MACHINE_SM_STATS_H

#include "base/stats.h"

#define SM_STATS(X) \
    X(scheduler_cycles, "scheduler cycles", \
      "core cycles x schedulers: the cycles with an issue plus all stalls") \
    X(warp_insns, "warp instructions", \
      "warp instructions issued, at most one per scheduler and cycle") \
    X(thread_insns, "thread instructions", "active lanes of the issued instructions") \
    X(stall_str_mem, "scheduler cycles", \
      "a memory instruction whose registers are ready waits for the memory pipeline") \
    X(stall_str_alu, "scheduler cycles", \
      "an instruction whose registers are ready waits for an SP or SFU pipeline") \
    X(stall_gate, "scheduler cycles", \
      "all warps whose registers are ready are blocked by the issue gate, or are outside the " \
      "active set of two_level") \
    X(stall_data_mem, "scheduler cycles", \
      "decoded instructions wait for registers, at least one of them for the result of a load") \
    X(stall_data_alu, "scheduler cycles", \
      "decoded instructions wait for registers, none of them for the result of a load") \
    X(stall_sync, "scheduler cycles", \
      "warps wait at a barrier or a fence, or until their requests have left the SM") \
    X(stall_fetch, "scheduler cycles", "there are warps, but none has a decoded instruction") \
    X(stall_idle, "scheduler cycles", "the scheduler has no warp to run") \
    X(lost_locality, "requests", \
      "L1D misses of lines that the same warp had used and that were evicted since (sm.gate = " \
      "ccws)") \
    X(over_limit, "warps", \
      "warps placed on a scheduler that had as many already as may issue (swl, dwtcs); 0: the " \
      "limit changed nothing") \
    X(refills, "times", \
      "instruction buffers emptied because the program goes on elsewhere, not at the next " \
      "instruction") \
    X(ctas, "CTAs", "CTAs that were placed and have finished") \
    X(warp_cycles, "warp cycles", "resident warps, summed over core cycles") \
    X(active_cycles, "core cycles", "core cycles in which the SM has a resident warp") \
    X(barriers, "warp instructions", \
      "arrivals of warps at barriers, whether the warp has to wait or not") \
    X(fences, "warp instructions", "fence instructions (membar)") \
    X(loads, "warp instructions", "loads from global or local memory with an active lane") \
    X(load_requests, "requests", "requests that the coalescer made of these loads") \
    X(map_consecutive, "requests", \
      "load requests in which all 32 lanes take part, and lane i reads word i of the line " \
      "(WarpPool 3.6)") \
    X(map_broadcast, "requests", "load requests in which all 32 lanes read one word") \
    X(map_single, "requests", "load requests of one lane") \
    X(map_range, "requests", \
      "load requests in which consecutive lanes read consecutive words, up to the last lane or " \
      "word") \
    X(map_other, "requests", "load requests with none of these mappings") \
    X(merged, "requests", "load requests merged into another one before L1D (WarpPool 3.4)") \
    X(stores, "warp instructions", "stores to global or local memory with an active lane") \
    X(store_requests, "requests", "requests that the coalescer made of these stores") \
    X(load_lanes, "thread instructions", \
      "active lanes of loads and atomics on global or local memory") \
    X(store_lanes, "thread instructions", "active lanes of stores to global or local memory") \
    X(shared_lanes, "thread instructions", "active lanes of instructions on shared memory") \
    X(atomics, "warp instructions", "atomics on global memory with an active lane") \
    X(atomic_requests, "requests", "requests that the coalescer made of these atomics") \
    X(loads_done, "warp instructions", "loads and atomics whose last request has returned") \
    X(load_latency, "core cycles", \
      "from the issue of a load or atomic to its last return, summed over loads_done") \
    X(returned, "requests", "requests of loads and atomics that have returned") \
    X(acks, "requests", "requests of stores that were acknowledged") \
    X(replies, "replies", \
      "replies from the network to loads, stores, atomics, and the constant and texture caches") \
    X(reply_latency, "core cycles", \
      "from the issue of the instruction to the reply, including the time in L1D's queues, " \
      "summed over replies") \
    X(mem_stalls, "core cycles", \
      "cycles in which the oldest memory instruction stays in its stage: the sum of the five " \
      "counters that follow, and of l1t.stalls") \
    X(mem_stall_shared, "core cycles", \
      "the instruction needs further passes through shared memory") \
    X(mem_stall_const, "core cycles", \
      "the instruction needs further lines of the constant cache, or the cache refused one") \
    X(mem_stall_global_more, "core cycles", \
      "access to global memory: a request left, and there are more to come (GPGPU-Sim: " \
      "coal_stall)") \
    X(mem_stall_global, "core cycles", \
      "access to global memory: no request left, because L1D takes none (GPGPU-Sim: bk_conf)") \
    X(mem_stall_local, "core cycles", "access to local memory, for either of these reasons") \
    X(shared_accesses, "warp instructions", "instructions on shared memory") \
    X(shared_conflict_cycles, "core cycles", \
      "further passes through shared memory that bank conflicts require") \
    X(const_accesses, "warp instructions", "reads of constant or parameter memory") \
    X(const_lines, "lines", "lines of the constant cache that these read, one per cycle")
typedef struct sm_stats {
    SM_STATS(STAT_FIELD)
} sm_stats;
extern const stat_table sm_stat_table;

#endif
