// kernel_log.h: the files of `sim --log`, `sim --csv` and WARPLOOM_LOG: the statistics after each
// kernel and at the end.
//
// The text log has GPGPU-Sim's names and layout, so that scripts for its logs can read this one.
// There is a block per kernel. gpu_sim_*, gpu_ipc, gpu_occupancy and L2_BW describe the kernel;
// everything else counts from the start of the run, as in GPGPU-Sim. The CSV has one row per kernel
// (the counters of that kernel and their ratios) and the row "total", and a column per counter or
// ratio, named by its path in the statistics object. kernel_cycles is from the launch to the end of
// the last CTA, cycles to the end of the drain.
//
// Atomics are reads of global memory. icnt_total_pkts_* are flits, as in GPGPU-Sim.
//
// The text log omits quantities for which the machine has no counter, since a line with a wrong
// meaning would be worse than none: max_total_param_size,
// gpgpu_n_{sstarr,tex,const_mem,param_mem}_insn, gpgpu_n_*_mshr_merge,
// gpu_reg_bank_conflict_stalls, warp issue distributions, W1..W32, single and dual issue,
// traffic_breakdown_*, avg_* and max_* latencies except averagemflatency, and their tables
// (memory.average_latency begins when a request enters the network, GPGPU-Sim's when L1D has made
// it), per-bank tables, n_wr_bk and n_rd_L2_A of a channel, n_ref_event,
// Row_Buffer_Locality_{read,write}, power. All accesses share the counters of reservation failures
// at L2, so that only their totals appear. Lines of the texture cache are reads of global memory at
// L2.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_KERNEL_LOG_H
#define WL_MACHINE_KERNEL_LOG_H

#include "machine/run/gpu.h"

typedef struct kernel_log kernel_log;

// Opens the files. A NULL path means that the file is not wanted; "-" is stdout, for one of
// them. NULL on error.
kernel_log *kernel_log_open(const config *c, const char *log, const char *csv, err *e);
void kernel_log_kernel(void *log, const gpu *g); // fits gpu_hooks.kernel_ended
// Completes the files and puts them in place if `keep` is true, else removes them. Frees the log.
int kernel_log_close(kernel_log *l, bool keep, err *e);

#endif
