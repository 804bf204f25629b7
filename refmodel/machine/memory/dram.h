// dram.h : one GDDR5 channel: the way from its L2 slices to the controller (L2 clock) and the controller with its banks (DRAM
// clock). The two halves share a channel and credits only.
//
//   down of each slice -> round robin, one an L2 tick -> dram.fixed_latency L2 ticks -> entry channel
//   entry -> scheduler queue (dram.queue) -> one request a bank -> commands -> data -> return queue -> up of its slice
//
// Scheduling (as GPGPU-Sim's FR-FCFS): every tick at most one request is handed to a bank that has none: the oldest for the
// row that the bank has open, else the oldest for that bank. FCFS hands over the oldest of all, and only it. Banks are looked
// at round robin. With a write queue (dram.write_queue > 0) write-backs wait apart and are handed over when it holds at least
// write_high, until it holds less than write_low, and while there is no read.
// Commands: one a tick on the channel's command bus, column commands first (GPGPU-Sim may issue a row command beside one); with
// dram.dual_bus a column and a row command.
// Timing is in DRAM cycles: ACT to RD rcd, ACT to WR rcdw, ACT to PRE ras, PRE to ACT rp, ACT to ACT of a bank rc, of two banks
// rrd, no fifth ACT within faw of a first; column to column ccd, within a bank group ccdl (dram.group_bits: the high or the low bits of the bank are its group);
// derived, with b = burst / data_ratio:
//   column to column  at least b, for which the data bus is taken (GPGPU-Sim does not look: its bus may move more than it has beats)
//   ACT to WR         tRCDW = rcd - (wl + 1), unless dram.rcdw gives it
//   read to write     tRTW = cl + b + 2 - wl
//   write to read     tWTR = wl + b + cdlr
//   write to PRE      tWTP = wl + b + wr
//   read to PRE       b of its bank, rtpl of its group
// A request needs ceil(bytes / (chips * chip_bytes * burst)) column commands; its data is whole cl + b (write: wl + b) after the
// last. A read is given its place in the return queue with its last column command. Write-backs have no reply.
// Refresh (GPGPU-Sim has none): every dram.refi cycles all rows are closed and no ACT comes for dram.rfc; data under way are not
// held up. rfc stands for closing too, which is not timed apart.
//
// At most queue + write_queue + return_queue requests are between the slices and their replies.
//
// limits.infinite_dram (Bandwidth, P_DRAM: "a constant 100 cycle latency without incurring any congestion or timing limitations"):
// everything that the slices send is taken at once, and a read comes back after dram.fixed_latency L2 cycles; L2's own queues,
// MSHRs and fill port stay. Of the statistics only requests, reads and writes count.
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
    X(cycles, "DRAM cycles", "ticks of all channels") \
    X(requests, "requests", "taken from the slices") \
    X(reads, "requests", "reads (line fetches) finished") \
    X(writes, "requests", "write-backs finished") \
    X(row_hits, "requests", "handed to a bank whose open row was theirs") \
    X(row_empty, "requests", "handed to a bank with no open row") \
    X(row_conflicts, "requests", "handed to a bank with another row open") \
    X(ideal, "requests", "answered by infinite DRAM (limits.infinite_dram)") \
    X(activations, "commands", "ACT") \
    X(precharges, "commands", "PRE") \
    X(reopened, "rows", "closed by a refresh before their request was done") \
    X(refresh_closed, "rows", "closed by a refresh that a request was about to close") \
    X(refreshes, "refreshes", "of all banks") \
    X(column_commands, "commands", "RD and WR") \
    X(column_writes, "commands", "WR, among them") \
    X(transfer_cycles, "DRAM cycles", "data bus in use") \
    X(pending_cycles, "DRAM cycles", "with a request in the controller or data under way") \
    X(data_left, "DRAM cycles", "after the last one, with data under way: of writes, which nobody waits for") \
    X(queue_sum, "request cycles", "requests in the scheduler and write queues, summed over ticks") \
    X(bank_sum, "bank cycles", "banks with a request, summed over ticks") \
    X(bank_cycles, "DRAM cycles", "with a request at any bank; bank_sum / bank_cycles = bank-level parallelism") \
    OCCUPANCY_STATS(X, queue, "DRAM cycles", "scheduler queue")
typedef struct dram_stats { DRAM_STATS(STAT_FIELD) } dram_stats;
extern const stat_table dram_stat_table;

enum { DRAM_ENTRY = 2 }; // places of the entry channel, as GPGPU-Sim's mrqq

typedef struct dram dram;

// down[s], up[s]: channels of mreq of the channel's own slices, l2.slices_per_channel of each, owned by the caller.
dram *dram_new(const config *c, const addrmap *m, uint32_t channel, chan *const *down, chan *const *up);
void dram_free(dram *d);

// One tick of the L2 clock, and one of the DRAM clock. Slices whose channels were popped or pushed are set in the sets (bit = slice
// within the channel). They return the first tick that must be evaluated next, as long as no channel changes and dram_commit does not say so.
uint64_t dram_front_eval(dram *d, uint64_t now, uint64_t *popped);
uint64_t dram_eval(dram *d, uint64_t now, uint64_t *pushed);

// The entry channel and the credits, once a step in which either half ran. Returns which halves must be evaluated at their next tick.
enum { DRAM_STIR_FRONT = 1u, DRAM_STIR = 2u };
unsigned dram_commit(dram *d);

bool dram_idle(const dram *d);
dram_stats dram_get_stats(const dram *d, uint64_t now);
void dram_dump(const dram *d, FILE *f);
void dram_view(const dram *d, const mreq_view *v);

#endif
