// activity.h: simulates a netlist cycle by cycle and counts what its energy follows from.
//
// There is no delay: in each cycle every net goes from its old settled value to its new one at
// most once, so glitches are not seen. Counted are the edges of every net, which group of
// internal_power (power_lib.h) each edge falls under, and the accesses of every SRAM.
//
// Of an edge of an output, the group counted is the first one whose `when` holds and whose related
// pin changed with it, else the first whose `when` holds, else the first. Of an edge of an input,
// all groups whose `when` holds are counted, after the edge. A flip-flop's clock pin has both edges
// in every cycle; its groups are judged by the values before the rising edge.
//
// Call order in a cycle: activity_set for all inputs, activity_settle, activity_get, then
// activity_clock. With latches, clk_i is 1 from activity_clock until all gates behind it have
// settled, and 0 otherwise.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SYNTH_ACTIVITY_H
#define WL_SYNTH_ACTIVITY_H

#include "synth/netlist.h"

typedef struct activity {
    const netlist *n;
    uint64_t cycles;
    uint64_t (*edges)[EDGES];  // [net]; of clk_i: those at clock pins and at gates
    unsigned *groups_from;     // [cell] its first group in `groups`
    uint64_t (*groups)[EDGES]; // read them with activity_group
    uint64_t *reads, *writes;  // [macro]
    // the state
    uint8_t *value, *before, *touched, *dirty, *state, *flop_due;
    unsigned *touched_list, n_touched, n_dirty, *changed, n_changed;
    uint64_t **words, *read_word; // [macro] the words; the last one read; in pieces of 64 bits
} activity;

// All state is 0 at first. `n` must outlive it.
void activity_init(activity *a, const netlist *n);
void activity_free(activity *a);

void activity_set(activity *a, int net, bool value);
void activity_settle(activity *a);
static inline bool activity_get(const activity *a, int net) { return net >= 0 && a->value[net]; }
void activity_clock(activity *a);

// How often an edge fell under a group of a cell's type.
uint64_t activity_group(const activity *a, unsigned cell, unsigned group, unsigned edge);

// Forgets what has been counted; the state stays.
void activity_restart(activity *a);

#endif
