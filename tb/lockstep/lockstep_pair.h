// lockstep_pair.h: one instance of a block's RTL beside its golden model, over any port table. It
// evaluates the RTL, compares every output, clocks the RTL, and remembers the last cycles for the
// report of a mismatch. Lockstep has one per SM or slice; a bench has one.
//
// Call order in a cycle: lockstep_pair_eval as often as needed, lockstep_pair_compare once,
// lockstep_pair_clock once. After a mismatch, the pair keeps the evidence; it can still be
// evaluated and clocked, but it no longer compares. A bit that a four-state simulator reports as
// unknown never equals the model's bit.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_LOCKSTEP_LOCKSTEP_PAIR_H
#define WL_TB_LOCKSTEP_LOCKSTEP_PAIR_H

#include "tb/abi/plugin.h"
#include "tb/lockstep/compare.h"

#include <jansson.h>
#include <stdio.h>

enum { LOCKSTEP_PAIR_HISTORY = 16 }; // cycles shown with a mismatch

typedef struct lockstep_pair {
    const wl_plugin *api;
    void *rtl;
    compare cmp;
    uint64_t *out; // the RTL's outputs in the last evaluation
    // output bits that are neither 0 nor 1 in the last compared cycle; NULL: two-state simulator
    const uint64_t *unknown;
    uint64_t *history; // [LOCKSTEP_PAIR_HISTORY][in_words + out_words] words of the model
    uint64_t cycle;    // cycles compared so far
    const port *bad;   // port of the mismatch, which is in the last compared cycle; NULL: none
    uint64_t *wrong;   // the RTL's outputs in that cycle
    uint64_t *wrong_x; // their bits that are neither 0 nor 1
} lockstep_pair;

// `ports` must outlive the pair. ST_TOOL if the plug-in cannot make an instance.
int lockstep_pair_init(lockstep_pair *l, const wl_plugin *api, const port *ports, unsigned n_ports,
                       err *e);
void lockstep_pair_free(lockstep_pair *l);

// returns the RTL's outputs
const uint64_t *lockstep_pair_eval(lockstep_pair *l, const uint64_t *in);
// compares the last evaluation; false: mismatch
bool lockstep_pair_compare(lockstep_pair *l, const uint64_t *in, const uint64_t *model);
static inline void lockstep_pair_clock(lockstep_pair *l) { l->api->clock(l->rtl); }
static inline void lockstep_pair_reset(lockstep_pair *l) { l->api->reset(l->rtl); }

// {"cycle", "port", "model", "rtl", "history": [{"cycle", "in": {port: value}, "out": {port:
// value}}, ...]}: the oldest cycle comes first, values are in hex (x: a digit with an unknown bit),
// outputs are the model's, and don't-care ports are omitted. JSON null if there was no mismatch.
json_t *lockstep_pair_mismatch(const lockstep_pair *l);
// prints such an object as text; nothing for null and NULL
void lockstep_pair_print_mismatch(const json_t *mismatch, FILE *f);

#endif
