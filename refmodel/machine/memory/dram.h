// dram.h: one GDDR5 channel. Its front half takes requests from the L2 slices to the controller (L2
// clock); its back half is the controller with its banks (DRAM clock). The halves share only a
// channel and credits.
//
//   down of each slice -> round robin, one per L2 tick -> dram.fixed_latency L2 ticks -> entry
//     channel
//   entry channel -> scheduler queue (dram.queue) -> one request per bank -> commands -> data
//     -> return queue -> up of its slice
//
// Scheduling follows GPGPU-Sim's FR-FCFS. In every tick, at most one request is assigned to a bank
// that has none: the oldest request to the bank's open row, else the oldest request to the bank.
// FCFS assigns the oldest request of all, and nothing else. Banks are considered round robin. With
// a write queue (dram.write_queue > 0), write-backs wait separately. They are assigned from the
// time when that queue holds write_high of them until it holds fewer than write_low, and while
// there are no reads.
//
// The command bus carries one command per tick, column commands first (GPGPU-Sim may issue a row
// command in the same tick); with dram.dual_bus, it carries one column and one row command.
//
// Timing, in DRAM cycles: ACT to RD rcd, ACT to WR rcdw, ACT to PRE ras, PRE to ACT rp, ACT to ACT
// of one bank rc, of two banks rrd, and no fifth ACT within faw of the first. Column to column is
// ccd, within a bank group ccdl (dram.group_bits: whether the high or the low bank bits form the
// group). Derived times, with b = burst / data_ratio:
//   column to column  at least b, for which the data bus is occupied. (GPGPU-Sim does not check
//                     this: its bus may carry more data than it has beats.)
//   ACT to WR         tRCDW = rcd - (wl + 1), unless dram.rcdw is given
//   read to write     tRTW = cl + b + 2 - wl
//   write to read     tWTR = wl + b + cdlr
//   write to PRE      tWTP = wl + b + wr
//   read to PRE       b in its bank, rtpl in its bank group
//
// A request needs ceil(bytes / (chips * chip_bytes * burst)) column commands. Its data are complete
// cl + b after the last one (write: wl + b). A read reserves its place in the return queue with its
// last column command. Write-backs have no reply.
//
// Refresh (which GPGPU-Sim lacks): every dram.refi cycles, all rows are closed, and there is no ACT
// for dram.rfc cycles. Data in flight are not delayed. Closing is not timed separately but included
// in rfc.
//
// At most queue + write_queue + return_queue requests are between the slices and their replies.
//
// limits.infinite_dram (Bandwidth, P_DRAM: "a constant 100 cycle latency without incurring any
// congestion or timing limitations"): every request is accepted at once, and a read returns after
// dram.fixed_latency L2 cycles. The queues, MSHRs and the fill port of L2 remain. Only the
// statistics requests, reads and writes count.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_DRAM_H
#define WL_MACHINE_DRAM_H

#include "base/chan.h"
#include "base/occupancy.h"
#include "base/stats.h"
#include "config/config.h"
#include "machine/common/addrmap.h"
#include "machine/common/mreq.h"
#include "machine/common/mreq_view.h"

#include <stdio.h>

#define DRAM_STATS(X) \
    X(cycles, "DRAM cycles", "DRAM clock cycles of all channels") \
    X(requests, "requests", "requests taken from the L2 slices") \
    X(reads, "requests", "reads (line fetches) that have finished") \
    X(writes, "requests", "writes that have finished") \
    X(row_hits, "requests", "requests handed to a bank whose row buffer held their row") \
    X(row_empty, "requests", "requests handed to a bank whose row buffer was empty") \
    X(row_conflicts, "requests", "requests handed to a bank whose row buffer held another row") \
    X(ideal, "requests", "requests answered by the ideal DRAM (limits.infinite_dram)") \
    X(activations, "commands", "activate commands (ACT)") \
    X(precharges, "commands", "precharge commands (PRE)") \
    X(reopened, "rows", "rows that a refresh closed before their request was done") \
    X(refresh_closed, "rows", "rows that a refresh closed when a request was about to close them") \
    X(refreshes, "refreshes", "refreshes, each of all banks of a channel") \
    X(column_commands, "commands", "column commands (RD and WR)") \
    X(column_writes, "commands", "write commands (WR), part of column_commands") \
    X(transfer_cycles, "DRAM cycles", "cycles in which the data bus is in use") \
    X(pending_cycles, "DRAM cycles", \
      "cycles with a request in the controller or with data on the bus") \
    X(data_left, "DRAM cycles", \
      "cycles after the last one in which data of writes, which nobody waits for, are still on " \
      "the bus") \
    X(queue_sum, "request cycles", \
      "requests in the scheduler queue and the write queue, summed over cycles") \
    X(bank_sum, "bank cycles", "banks with a request, summed over cycles") \
    X(bank_cycles, "DRAM cycles", \
      "cycles in which any bank has a request; bank_sum / bank_cycles is the bank-level " \
      "parallelism") \
    OCCUPANCY_STATS(X, queue, "DRAM cycles", "scheduler queue")
typedef struct dram_stats {
    DRAM_STATS(STAT_FIELD)
} dram_stats;
extern const stat_table dram_stat_table;

enum { DRAM_ENTRY = 2 }; // capacity of the entry channel, as of GPGPU-Sim's mrqq

typedef struct dram dram;

// down[s], up[s]: channels of mreq to and from the slices of this DRAM channel,
// l2.slices_per_channel of each, owned by the caller.
dram *dram_new(const config *c, const addrmap *m, uint32_t channel, chan *const *down,
               chan *const *up);
void dram_free(dram *d);

// One tick of the L2 clock, and one of the DRAM clock. Slices whose channels were popped or pushed
// are added to the sets (bit: slice within the channel). Both return the next tick that must be
// evaluated, unless a channel changes or dram_commit asks for an earlier one.
uint64_t dram_front_eval(dram *d, uint64_t now, uint64_t *popped);
uint64_t dram_eval(dram *d, uint64_t now, uint64_t *pushed);

// Commits the entry channel and the credits, once in every step in which a half ran. Returns the
// halves that must be evaluated at their next tick.
enum { DRAM_STIR_FRONT = 1u, DRAM_STIR = 2u };
unsigned dram_commit(dram *d);

bool dram_idle(const dram *d);
dram_stats dram_get_stats(const dram *d, uint64_t now);
void dram_dump(const dram *d, FILE *f);
void dram_view(const dram *d, const mreq_view *v);

#endif
