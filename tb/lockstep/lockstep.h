// lockstep.h : the RTL of every instance of a structure (of every SM's MRPB) beside (lockstep) or instead of (rtl) the golden
// model, as block_factory for the machine. Every output port is compared in every cycle, masked only where the port table names a qualifier that is 0 in the
// model; masked comparisons are counted. The RTL is clocked in every cycle, idle or not: cycles that the machine skips as idle
// are stepped one by one here.
//
// In mode rtl the RTL alone drives the machine. A model still runs beside it, on the same inputs, because the events that are
// statistics of the machine are its own, and the comparison is what makes them the RTL's too; nothing of it reaches the machine.
//
// In mode lockstep the model drives, and the RTL follows in a second thread where there is a core for it, a few thousand cycles
// behind (offload.h). The verdict is the same, but the machine stops only so much later, and events and statistics of a run that
// fails are those of that later cycle: run it again with `sync` for a report to the cycle. A bug in the model wants `sync` from
// the start, for it may break the machine first.
//
// A side of several structures (config/ports/side.h) has a lockstep of its own, the whole, whose plug-in is the side's top: the cycles that its
// structures go through are put together (join.h), and every output of the side is compared, those included that are wired inside. In mode
// lockstep this is all the RTL that there is. In mode rtl each structure drives the machine from an instance of the side's RTL of which it
// sees its own ports (view.h), since the machine asks the structures of a side at different moments of a cycle; the whole follows.
//
// Events: a run that has exercised nothing proves nothing: lockstep_floors fails one in which no listed instance has done the least
// that its block says (MRPB: taken a request, and sent one on). More cannot be asked of a user's workload: a kernel that only writes never fills a queue, and one that computes
// much may never see a stall. What a run has not seen stands in its events; that everything is seen is the bench's floor.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_LOCKSTEP_LOCKSTEP_H
#define WL_TB_LOCKSTEP_LOCKSTEP_H

#include "blocks/block.h"
#include "config/ports/side.h"
#include "tb/lockstep/build.h"

#include <jansson.h>

typedef enum lockstep_mode { LOCKSTEP_BOTH, LOCKSTEP_RTL } lockstep_mode;

typedef struct lockstep lockstep;

typedef struct lockstep_job {
    const block_model *block; // of a whole: lockstep_side
    unsigned instances;   // of it in the machine that are meant; 0: one an SM
    unsigned first;       // the number of the first of them
    bool slices;          // instance 0 is L2 slice 0; else SM 0
    bool side;            // it is a whole
    const block_model *parts[SIDE_PARTS]; // of a whole: its structures; NULL: the index function
    lockstep *whole;      // of a structure: the side that it is on, NULL: none; its instance `first` is the side's number 0
    unsigned part;        // and its index there
    lockstep *next;       // is asked for other structures, and stops the machine with this one; NULL: those are their golden models alone
    const config *c;
    lockstep_mode mode;
    const char *sms;      // "all" or a list like "0,3-5"; NULL = all
    const char *inject;   // bug ID of either list, or NULL
    const char *wave;     // FST file to write for the first listed SM, or NULL
    uint64_t wave_from, wave_to; // core cycles of the window, both included; the run is stopped behind it
    plugin_sim sim;       // of the RTL; waves are always Verilator's
    bool quiet;
    bool sync;            // compare in the machine's own thread: see above
    const wl_plugin *plugin; // the RTL; NULL = build it
} lockstep_job;

// What stands for the golden model of a side: its name and no events.
const block_model *lockstep_side(side_kind kind);

// *j is copied, what it points to must outlive the lockstep. A whole is made before its structures, and is among the `next` of one of them.
lockstep *lockstep_new(const lockstep_job *j, err *e);
void lockstep_free(lockstep *l); // after the machine whose devices it made

// block_factory; ctx is the lockstep.
int lockstep_factory(void *ctx, const block_model *b, const config *c, unsigned instance, block_dev *dev, err *e);
// Becomes true at the first mismatch, or behind the wave window (gpu_hooks.stop).
const volatile bool *lockstep_stop(const lockstep *l);

// {"mismatches" (0 or 1: a run ends at the first), "cycles_compared" (of all instances together), "compares", "masked" (comparisons
// of a port made and left out), "events": {...} (summed over the listed instances), "first_mismatch": {instance, place ("SM 3",
// "L2 slice 0", ...), and what lane_mismatch says} or null, "first_request": cycle in which the first listed instance was first
// asked for anything, or null, and what plugin_sim_json says; of a whole "waiting": cycles that not all of its structures had told at the end; of
// a structure on a side "side": its stem}
json_t *lockstep_result(const lockstep *l);

// ST_CHECK when no listed instance has done the least that its block says; of a whole, when cycles of it are waiting; in a simulator of four
// states, when no X was driven that could be (plugin_sim_floor).
int lockstep_floors(const lockstep *l, err *e);

#endif
