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
    X(scheduler_cycles, "scheduler cycles", "core cycles x schedulers: issued + all stalls") \
    X(warp_insns, "warp instructions", "issued; one a scheduler a cycle at most") \
    X(thread_insns, "thread instructions", "active lanes of the issued instructions") \
    X(stall_str_mem, "scheduler cycles", \
      "a dependency-free memory instruction waits for the memory pipeline") \
    X(stall_str_alu, "scheduler cycles", \
      "a dependency-free instruction waits for an SP or SFU pipeline") \
    X(stall_gate, "scheduler cycles", \
      "dependency-free warps, all kept back by the issue gate or outside the active set of " \
      "two_level") \
    X(stall_data_mem, "scheduler cycles", \
      "decoded instructions wait for registers, one of them for a load") \
    X(stall_data_alu, "scheduler cycles", \
      "decoded instructions wait for registers, none for a load") \
    X(stall_sync, "scheduler cycles", \
      "warps wait at a barrier or fence, or for their requests to leave") \
    X(stall_fetch, "scheduler cycles", "warps are there, but none has a decoded instruction") \
    X(stall_idle, "scheduler cycles", "no warp to run") \
    X(lost_locality, "requests", \
      "L1D misses of lines that were evicted while their warp was at them (ccws)") \
    X(over_limit, "warps", \
      "placed while their scheduler had as many as may issue (swl, dwtcs); 0: the limit changed " \
      "nothing") \
    X(refills, "times", \
      "instruction buffers emptied because the next instruction is not the one that follows") \
    X(ctas, "CTAs", "placed and finished") \
    X(warp_cycles, "warp cycles", "resident warps, summed over core cycles") \
    X(active_cycles, "core cycles", "with a resident warp") \
    X(barriers, "warp instructions", "arrivals at barriers, waiting or not") \
    X(fences, "warp instructions", "membar") \
    X(loads, "warp instructions", "loads from global or local memory with an active lane") \
    X(load_requests, "requests", "that the coalescer made of them") \
    X(map_consecutive, "requests", "of loads: all lanes, lane i on word i (WarpPool 3.6)") \
    X(map_broadcast, "requests", "of loads: all lanes on one word") \
    X(map_single, "requests", "of loads: one lane") \
    X(map_range, "requests", \
      "of loads: consecutive lanes on consecutive words, up to the last lane or word") \
    X(map_other, "requests", "of loads: no such mapping") \
    X(merged, "requests", "of loads: merged into another one before L1D (WarpPool 3.4)") \
    X(stores, "warp instructions", "stores to global or local memory with an active lane") \
    X(store_requests, "requests", "that the coalescer made of them") \
    X(load_lanes, "thread instructions", \
      "loads and atomics on global or local memory: their active lanes") \
    X(store_lanes, "thread instructions", "stores to global or local memory: their active lanes") \
    X(shared_lanes, "thread instructions", "to shared memory: their active lanes") \
    X(atomics, "warp instructions", "atomics on global memory with an active lane") \
    X(atomic_requests, "requests", "that the coalescer made of them") \
    X(loads_done, "warp instructions", "loads and atomics whose last request has returned") \
    X(load_latency, "core cycles", "from issue to the last return, summed over loads_done") \
    X(returned, "requests", "of loads and atomics, that came back") \
    X(acks, "requests", "of stores, that were acknowledged") \
    X(replies, "replies", \
      "to loads, stores, atomics and the constant cache, that came from the network") \
    X(reply_latency, "core cycles", \
      "from the issue of the instruction to the reply, L1D's queues included, summed over " \
      "replies") \
    X(mem_stalls, "core cycles", \
      "in which the oldest memory instruction stayed in its stage: the five that follow") \
    X(mem_stall_shared, "core cycles", "for further passes in shared memory") \
    X(mem_stall_const, "core cycles", \
      "for further lines of the constant cache, or one that it refused") \
    X(mem_stall_global_more, "core cycles", \
      "access to global memory: a request went, it has more (GPGPU-Sim: coal_stall)") \
    X(mem_stall_global, "core cycles", \
      "access to global memory: no request went, L1D is behind (GPGPU-Sim: bk_conf)") \
    X(mem_stall_local, "core cycles", "access to local memory, for either reason") \
    X(shared_accesses, "warp instructions", "to shared memory") \
    X(shared_conflict_cycles, "core cycles", "further passes because of bank conflicts") \
    X(const_accesses, "warp instructions", "to constant or parameter memory") \
    X(const_lines, "lines", "of the constant cache that they asked for, one a cycle")
typedef struct sm_stats {
    SM_STATS(STAT_FIELD)
} sm_stats;
extern const stat_table sm_stat_table;

#endif
