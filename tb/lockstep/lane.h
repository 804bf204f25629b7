// lane.h : one instance of a block's RTL beside its golden model, over any port table: evaluates the RTL, compares every output,
// clocks it, and keeps the last cycles for the report of a mismatch. Used by lockstep (one lane an SM) and by the bench.
//
// A cycle: lane_eval as often as wished, lane_compare once, lane_clock once. After a mismatch the lane keeps what it has seen;
// it can still be evaluated and clocked, but compares no more. A bit that a simulator of four states says is unknown is not what the model
// has, whatever that is.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_LOCKSTEP_LANE_H
#define WL_TB_LOCKSTEP_LANE_H

#include "tb/abi/plugin.h"
#include "tb/lockstep/compare.h"

#include <jansson.h>
#include <stdio.h>

enum { LANE_HISTORY = 16 }; // cycles shown with a mismatch

typedef struct lane {
    const wl_plugin *api;
    void *rtl;
    compare cmp;
    uint64_t *out;      // the RTL's outputs in the last evaluation
    const uint64_t *unknown; // their bits that are neither 0 nor 1, in the last compared cycle; NULL: the simulator knows no others
    uint64_t *history;  // [LANE_HISTORY][in_words + out_words] as the model had them
    uint64_t cycle;     // compared so far
    const port *bad;    // port of the mismatch, in the last compared cycle; NULL = none
    uint64_t *wrong;    // the RTL's outputs in that cycle
    uint64_t *wrong_x;  // and which of their bits were neither 0 nor 1
} lane;

// `ports` must outlive it. ST_TOOL: the plug-in cannot make an instance.
int lane_init(lane *l, const wl_plugin *api, const port *ports, unsigned n_ports, err *e);
void lane_free(lane *l);

const uint64_t *lane_eval(lane *l, const uint64_t *in);                      // the RTL's outputs
bool lane_compare(lane *l, const uint64_t *in, const uint64_t *model);            // of the last evaluation; false = mismatch
static inline void lane_clock(lane *l) { l->api->clock(l->rtl); }
static inline void lane_reset(lane *l) { l->api->reset(l->rtl); }

// {"cycle", "port", "model", "rtl", "history": [{"cycle", "in": {port: value}, "out": {port: value}}, ...]}, values in hex (x: a digit
// with an unknown bit), the oldest cycle first, outputs as the model had them, don't-care ports left out; JSON null when there was
// no mismatch.
json_t *lane_mismatch(const lane *l);
void lane_print_mismatch(const json_t *mismatch, FILE *f); // what lane_mismatch made, as text; null and NULL: nothing

#endif
