// l1d_stats.h: the counters of one L1D (core/l1d.h).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_L1D_STATS_H
#define WL_MACHINE_L1D_STATS_H

#include "base/stats.h"

#define L1D_STATS(X) \
    X(read_accesses, "requests", "reads accepted: hits + pending hits + misses + streamed") \
    X(read_hits, "requests", "reads that found their line") \
    X(read_pending, "requests", "reads merged into an outstanding miss") \
    X(read_misses, "requests", \
      "reads that requested their line from L2 (without a cache: their segment)") \
    X(write_accesses, "requests", "writes accepted: hits + pending hits + misses") \
    X(write_hits, "requests", "writes that found their line") \
    X(write_pending, "requests", "writes to lines for which a miss is outstanding") \
    X(write_misses, "requests", "writes to lines that are not present") \
    X(writes_sent, "requests", "writes sent on to L2") \
    X(writes_stored, "requests", "writes that went into their line at once (write-back cache)") \
    X(writes_waited, "requests", \
      "writes that went into their line when it had arrived (write-back cache)") \
    X(write_fetches, "requests", "writes that requested their line from L2 (l1d.write_allocate)") \
    X(atomics, "requests", "atomics sent on to L2") \
    X(fail_line, "cycles", \
      "LINE_ALLOC_FAIL: all ways of the set are reserved (associativity stall)") \
    X(fail_mshr, "cycles", "MSHR_ENRTY_FAIL: no MSHR is free") \
    X(fail_merge, "cycles", \
      "MSHR_MERGE_ENRTY_FAIL: the line's MSHR holds l1d.merges requests already") \
    X(fail_missq, "cycles", "MISS_QUEUE_FULL: the miss queue has no room") \
    X(write_fail_line, "cycles", "LINE_ALLOC_FAIL of a write, part of fail_line") \
    X(write_fail_mshr, "cycles", "MSHR_ENRTY_FAIL of a write, part of fail_mshr") \
    X(write_fail_merge, "cycles", "MSHR_MERGE_ENRTY_FAIL of a write, part of fail_merge") \
    X(write_fail_missq, "cycles", "MISS_QUEUE_FULL of a write, part of fail_missq") \
    X(local_read_hits, "requests", "accesses to local memory among read_hits") \
    X(local_read_pending, "requests", "accesses to local memory among read_pending") \
    X(local_read_misses, "requests", "accesses to local memory among read_misses") \
    X(local_streamed_reads, "requests", "accesses to local memory among streamed_reads") \
    X(local_bypassed_reads, "requests", "accesses to local memory among bypassed_reads") \
    X(local_write_hits, "requests", "accesses to local memory among write_hits") \
    X(local_write_pending, "requests", "accesses to local memory among write_pending") \
    X(local_write_misses, "requests", "accesses to local memory among write_misses") \
    X(local_writes_sent, "requests", "accesses to local memory among writes_sent") \
    X(local_read_fail_line, "cycles", \
      "LINE_ALLOC_FAIL of a read of local memory, part of fail_line") \
    X(local_read_fail_mshr, "cycles", \
      "MSHR_ENRTY_FAIL of a read of local memory, part of fail_mshr") \
    X(local_read_fail_merge, "cycles", \
      "MSHR_MERGE_ENRTY_FAIL of a read of local memory, part of fail_merge") \
    X(local_read_fail_missq, "cycles", \
      "MISS_QUEUE_FULL of a read of local memory, part of fail_missq") \
    X(local_write_fail_line, "cycles", \
      "LINE_ALLOC_FAIL of a write to local memory, part of write_fail_line") \
    X(local_write_fail_mshr, "cycles", \
      "MSHR_ENRTY_FAIL of a write to local memory, part of write_fail_mshr") \
    X(local_write_fail_merge, "cycles", \
      "MSHR_MERGE_ENRTY_FAIL of a write to local memory, part of write_fail_merge") \
    X(local_write_fail_missq, "cycles", \
      "MISS_QUEUE_FULL of a write to local memory, part of write_fail_missq") \
    X(busy_cycles, "cycles", "cycles in which L1D accepted a request or let one bypass it") \
    X(bank_waits, "cycles", \
      "cycles in which a request of one bank waited because another bank served a request that " \
      "is no hit (l1d.banks)") \
    X(bypassed_reads, "requests", "stalled reads that bypassed the cache") \
    X(cg_reads, "requests", \
      "reads by ld.cg, which bypass the cache and are in none of its other counters " \
      "(l1d.cg_bypass)") \
    X(streamed_reads, "requests", \
      "reads sent to L2 because the cache was closed (streaming bypass)") \
    X(streamed_tag_hits, "requests", "streamed reads whose tag was present") \
    X(data_misses, "requests", \
      "read misses whose tag was present without data, as the closed cache left it") \
    X(uncached_reads, "requests", "reads of a machine without L1D (l1d.enable = false)") \
    X(fills, "lines", "lines filled") \
    X(miss_latency, "core cycles", \
      "from the acceptance of a miss until its line comes, summed over fills") \
    X(l2_hit_fills, "lines", \
      "fills whose reply did not wait for DRAM (all, with limits.l1_miss_latency)") \
    X(l2_hit_latency, "core cycles", "miss_latency of these") \
    X(evictions, "lines", "valid lines replaced") \
    X(writebacks, "lines", "dirty lines written back to L2") \
    X(writeback_acks, "lines", "write-backs acknowledged by L2") \
    X(dirty_dropped, "lines", "dirty lines of local memory dropped at the end of a kernel") \
    X(left_out, "requests", "requests answered after limits.l1_miss_latency instead of by L2") \
    X(cold_misses, "requests", "misses of lines that this cache never held in this kernel") \
    X(contention_intra_warp, "requests", "misses of lines last evicted by the same warp") \
    X(contention_cross_warp, "requests", \
      "misses of lines last evicted by another warp of the same CTA") \
    X(contention_cross_cta, "requests", "misses of lines last evicted by a warp of another CTA") \
    X(window_8, "requests", \
      "reads that a coalescing window of 8 line requests would merge (stats.window; " \
      "coalescing_window.h)") \
    X(window_16, "requests", "the same for a window of 16 line requests") \
    X(window_32, "requests", "the same for a window of 32 line requests") \
    X(window_64, "requests", "the same for a window of 64 line requests") \
    X(window_128, "requests", "the same for a window of 128 line requests") \
    X(locality_intra_thread, "requests", \
      "requests that found a line last referenced by one of their own threads (stats.locality; " \
      "locality.h)") \
    X(locality_inter_thread, "requests", \
      "requests that found a line last referenced by other threads of their warp") \
    X(locality_block, "requests", \
      "requests that found a line last referenced by another warp of their CTA") \
    X(locality_core, "requests", "requests that found a line last referenced by another CTA")
typedef struct l1d_stats {
    L1D_STATS(STAT_FIELD)
} l1d_stats;
extern const stat_table l1d_stat_table;

#endif
