// model_bug.h: named bugs of the golden models, for tests of the checkers (`--inject ID`).
//
// A golden model is the specification of its block, so no bug stands in its text. The bugs of a
// block stand beside it, in a table (BLOCK_bugs.c). A bug is a set of hooks that run around the
// phases of the untouched model, which is what makes it a device of its own with the model's
// interface (block.h): benches and lockstep take either. Where no bug is asked for, the model runs
// as it is.
//
// The hooks of a bug, each of which may be NULL:
//   configure   before the model is made: changes the configuration that it is made from
//   made        after the model has been made: changes the state for good
//   reset       after a reset of the model: changes the state
//   valid       after the model's valid phase: changes the outputs that come from state
//   ready       after the model's ready phase: changes any output
//   before      before the clock edge: changes the state, or puts other ports in the place of those
//               that the model gets
//   after       after the clock edge: changes the state
// A cycle runs valid and ready any number of times, then before, the model's commit and after.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_MODEL_BUG_H
#define WL_BLOCKS_MODEL_BUG_H

#include "blocks/block.h"

// What a hook sees. Its types are those of the block, for example mrpb, mrpb_in and mrpb_out.
typedef struct bug_view {
    void *model; // the model's state
    const void
        *was; // reset, after: the state before it. A copy without what pointers in it lead to
    const void *in, *out; // before, after: the ports of the cycle, which `before` may replace
    void *memory;    // what the bug itself keeps: zero when the model is made, and never touched in
                     // between
    const config *c; // of the hardware, not changed by `configure`
} bug_view;

typedef struct model_bug {
    const char *id;       // "model-..."
    const char *what;     // what is wrong
    const char *settings; // KEY=VALUE, with spaces between, that make the paper's design one in
                          // which the bug shows; "": it does
    const char *(*needs)(const config *c); // what a configuration lacks for the bug to show; NULL:
                                           // nothing, also as the function
    size_t memory;                         // bytes of bug_view.memory
    void (*configure)(config *c);
    void (*made)(const bug_view *v);
    void (*reset)(const bug_view *v);
    void (*valid)(const bug_view *v, void *out);
    void (*ready)(const bug_view *v, const void *in, void *out);
    void (*before)(bug_view *v);
    void (*after)(const bug_view *v);
} model_bug;

// The bugs of a block.
typedef struct model_bugs {
    const block_model *block;
    const model_bug *rows;
    unsigned n;
} model_bugs;

// NULL: the block has no bug of that ID.
const model_bug *model_bug_find(const model_bugs *of, const char *id);

// Makes the model of a block as a device: with the bug, or as it is when `bug` is NULL. *state,
// unless state is NULL, becomes the model's state, which the device owns. A bug that cannot show in
// the configuration is refused, because every checker would pass with it: ST_INPUT and an error.
int model_bug_make(const block_model *b, const model_bug *bug, const config *c, block_dev *dev,
                   void **state, err *e);

#endif
