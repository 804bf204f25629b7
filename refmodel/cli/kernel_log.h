// kernel_log.h : what `sim --log` and `sim --csv` write: the statistics after each kernel and at the end.
//
// The text log has GPGPU-Sim's names and layout, so that scripts that read its logs read this one: a block a kernel; gpu_sim_*,
// gpu_ipc, gpu_occupancy, L2_BW are of the kernel, everything else counts from the start of the run, as there.
// The CSV has one row a kernel (counters of that kernel, ratios of those) and the row "total"; a column a counter or ratio, by its
// path in the statistics object. kernel_cycles runs from launch to the end of the last CTA, cycles to the end of the drain.
//
// Atomics are reads of global memory. icnt_total_pkts_* are flits, as there.
//
// Absent from the text log, because the machine has no such counter (a line with a wrong meaning would be worse than none):
//   max_total_param_size, gpgpu_n_{sstarr,tex,const_mem,param_mem}_insn, gpgpu_n_*_mshr_merge, gpu_reg_bank_conflict_stalls, warp issue
//   distributions, W1..W32, single and dual issue, traffic_breakdown_*, avg_* and max_* latencies but averagemflatency, and their tables
//   (ours, memory.average_latency, begins when a request enters the network, theirs when L1D has made it), per-bank tables, n_wr_bk
//   and n_rd_L2_A of a channel, n_ref_event, Row_Buffer_Locality_{read,write}, L1T, power.
//   All accesses share the counters of reservation failures at L2: only their totals are there.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_KERNEL_LOG_H
#define WL_CLI_KERNEL_LOG_H

#include "machine/run/gpu.h"

typedef struct kernel_log kernel_log;

// Paths of the files, NULL: not wanted; log "-" is stdout. Opens them; NULL on error.
kernel_log *kernel_log_open(const config *c, const char *log, const char *csv, err *e);
void kernel_log_kernel(void *log, const gpu *g); // fits gpu_hooks.kernel_ended
// Ends the files and puts them in place (`keep`), or leaves no trace of them. Frees.
int kernel_log_close(kernel_log *l, bool keep, err *e);

#endif
