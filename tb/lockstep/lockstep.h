// lockstep.h: runs the RTL of every instance of a structure (such as every SM's MRPB) beside the
// golden model (lockstep) or instead of it (rtl), as a block_factory for the machine.
//
// Every output port is compared in every cycle. A comparison is masked only where the port table
// names a qualifier that is 0 in the model, and masked comparisons are counted. The RTL is clocked
// in every cycle: cycles that the machine skips as idle are stepped one by one here.
//
// In mode rtl, the RTL alone drives the machine. A model still runs beside it on the same inputs,
// because events are among the machine's statistics and only the model counts them; the comparison
// ensures that they are the RTL's events too. Nothing else of the model reaches the machine.
//
// In mode lockstep, the model drives the machine. If there is a core for it, the RTL follows in a
// second thread, a few thousand cycles behind (offload.h). The verdict is the same, but the machine
// stops later by as many cycles, and the events and statistics of a failing run belong to that
// later cycle; repeat the run with `sync` for a report exact to the cycle. To look for a bug of the
// model, use `sync` from the start, since it may break the machine first.
//
// A side of several structures (config/ports/side.h) has a lockstep of its own, the whole, whose
// plug-in is the side's top. The cycles of its structures are combined (join.h), and every output
// of the side is compared, including those that are connected inside. In mode lockstep, there is no
// other RTL. In mode rtl, each structure drives the machine from its own instance of the side's
// RTL, of which it sees its own ports only (side_view.h), since the machine evaluates the
// structures of a side at different times within a cycle; the whole follows.
//
// A run that exercised nothing proves nothing. lockstep_floors therefore fails a run in which no
// listed instance has done the minimum that its block defines (MRPB: it has accepted and sent a
// request). More cannot be required of a user's workload: a kernel that only writes never fills a
// queue, and one that mostly computes may never stall. The events say what a run has exercised; the
// benches ensure that everything is exercised.
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
    const block_model *block;             // the structure; for a whole: lockstep_side
    unsigned instances;                   // number of its instances to cover; 0: one per SM
    unsigned first;                       // number of the first of them
    bool slices;                          // instance 0 belongs to L2 slice 0, not to SM 0
    bool side;                            // this is a whole
    const block_model *parts[SIDE_PARTS]; // whole: its structures; NULL: the index function
    // structure: the side that it is on, whose number 0 is instance `first`; NULL: none
    lockstep *whole;
    unsigned part; // structure: its index on that side
    // The lockstep that handles other structures and stops the machine together with this one.
    // NULL: other structures are golden models.
    lockstep *next;
    const config *c;
    lockstep_mode mode;
    const char *sms;             // "all" or a list such as "0,3-5"; NULL: all
    const char *inject;          // bug ID of either list, or NULL
    const char *wave;            // FST file to write for the first listed SM, or NULL
    uint64_t wave_from, wave_to; // first and last core cycle of the waves; the run stops after them
    uint64_t cycles;             // the run stops this many cycles after the first request to a
                                 // listed instance; 0: it does not
    plugin_sim sim;              // simulator of the RTL; waves always come from Verilator
    plugin_run run;              // how long the workload is going to run
    bool quiet;
    bool sync;               // compare in the machine's own thread: see above
    const wl_plugin *plugin; // the RTL; NULL: build it
} lockstep_job;

// The block_model that represents a side: its name, without events.
const block_model *lockstep_side(side_kind kind);

// *j is copied; what it points to must outlive the lockstep. A whole is made before its structures,
// and is in the chain of `next` of one of them.
lockstep *lockstep_new(const lockstep_job *j, err *e);
void lockstep_free(lockstep *l); // after the machine whose devices it made

// block_factory; ctx is the lockstep.
int lockstep_factory(void *ctx, const block_model *b, const config *c, unsigned instance,
                     block_dev *dev, err *e);
// Becomes true at the first mismatch, or after the last cycle of the waves (gpu_hooks.stop).
const volatile bool *lockstep_stop(const lockstep *l);

// {"mismatches" (0 or 1: a run ends at the first), "cycles_compared" (sum over all instances),
// "compares", "masked" (port comparisons made and skipped), "events": {...} (summed over the listed
// instances), "first_mismatch": {"instance", "place" ("SM 3", "L2 slice 0", ...), and the fields of
// lockstep_pair_mismatch} or null, "first_request": first cycle with a request to the first listed
// instance, or null, and the fields of plugin_sim_json; for a whole "waiting": incomplete cycles at
// the end; for a structure on a side "side": its stem}
json_t *lockstep_result(const lockstep *l);

// ST_CHECK if no listed instance has done the minimum that its block defines, if a whole has
// incomplete cycles, or if a four-state simulator has driven no X although it could have
// (plugin_sim_floor).
int lockstep_floors(const lockstep *l, err *e);

#endif
